"""The schema parser, and the binary layout of the project's schemas."""

import hashlib
from pathlib import Path

import pytest
from schema_values import BINARIES, FEATURES, SCHEMAS, flatc, needs_flatc, schema_named, schema_path

from ttmlir_py.schemas import SchemaError, load_schema, read
from ttmlir_py.schemas.parsing import stored_text
from ttmlir_py.schemas.revisions import RUNNABLE
from ttmlir_py.schemas.schema import Enum, Struct, Table, Union, Vector, scalar_of
from ttmlir_py.schemas.stored import FOLDER, STORED

# Digest of `layout_text` for each schema. It changes in two cases: a change of the binary format,
# which breaks existing files and runtimes, or a new enum case at the end of an enum, which only
# older runtimes do not know.
LAYOUT_DIGESTS = {
    "TTNN/binary.fbs": "12fcb5e1e1eddd95",
    "TTMetal/binary.fbs": "75c225ba8686efe8",
    "Common/system_desc.fbs": "feafdadbb504379d",
}


def type_text(type_):
    if isinstance(type_, Vector):
        return f"[{type_text(type_.element)}]"
    return getattr(type_, "name", "string")


def layout_text(schema):
    """Return a text of everything that decides how values become bytes."""
    lines = [f"{schema.root.name} {schema.identifier} {schema.extension}"]
    for name, type_ in sorted(schema.types.items()):
        if isinstance(type_, Table):
            parts = [
                f"{f.name}@{f.slot}:{type_text(f.type)}={f.default}" for f in type_.fields.values()
            ]
        elif isinstance(type_, Struct):
            parts = [f"{f}@{type_.offsets[f]}:{type_text(t)}" for f, t in type_.fields.items()]
        elif isinstance(type_, Union):
            parts = [f"{tag}:{table.name}" for tag, table in type_.tables.items()]
        else:
            parts = [type_.underlying.name, *(f"{n}={v}" for n, v in type_.values.items())]
        lines.append(f"{name} {' '.join(parts)}")
    return "\n".join(lines)


@pytest.mark.parametrize("name", BINARIES)
def test_schema_layout_digest_is_unchanged(name):
    digest = hashlib.sha256(layout_text(load_schema(name)).encode()).hexdigest()[:16]
    assert digest == LAYOUT_DIGESTS[name]


def test_schema_with_every_feature_parses():
    schema = load_schema(FEATURES)
    root = schema.root
    assert (root.name, schema.identifier, schema.extension) == ("test.Root", "FEAT", "feat")
    color, access = schema.types["test.inner.Color"], schema.types["test.inner.Access"]
    assert color.values == {"Red": -1, "Green": 0, "Blue": 5}
    assert access.values == {"Read": 1, "Write": 2, "Execute": 128}
    odd, nested = schema.types["test.inner.Odd"], schema.types["test.inner.Nested"]
    assert (odd.offsets, odd.size, odd.align) == (
        {"flag": 0, "wide": 8, "color": 16, "half": 18},
        24,
        8,
    )
    assert (nested.offsets, nested.size) == ({"id": 0, "odd": 8, "tail": 32}, 40)
    assert (schema.types["test.Aligned"].size, schema.types["test.Aligned"].align) == (16, 16)
    other = schema.types["test.Other"]
    assert {name: field.slot for name, field in other.fields.items()} == {
        "second": 1,
        "first": 0,
        "shape_type": 3,
        "shape": 4,
        "old": 2,
    }
    defaults = {name: field.default for name, field in root.fields.items() if scalar_of(field.type)}
    assert defaults["b"] == 1
    assert defaults["u8"] == 16
    assert defaults["i32"] == -3
    assert defaults["f32"] == 1000.0
    assert (defaults["color"], defaults["access"]) == (5, 2)
    assert (defaults["maybe"], defaults["maybe_color"]) == (None, None)
    assert schema.types["test.Shape"].tag.values == {
        "NONE": 0,
        "test_inner_Leaf": 1,
        "Round": 2,
        "Square": 3,
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("table T { x: int }", "this is not a schema"),
        ("table T { x: Missing; }", "type 'Missing' is not declared"),
        ("table T { x: int = abc; }", "'abc' is not a number"),
        ("table T { x: string = a; }", "only numbers can have a default"),
        ("table T { x: int (id: 0); y: int; }", "either all fields have an id or none"),
        ("table T {} table T {}", "'T' is declared twice"),
        ("struct S { x: string; }", "struct 'S' cannot hold 'x'"),
        ("struct S { x: [int: 3]; }", "fixed-length arrays are not supported"),
        ("enum E: string { A }", "enum 'E' needs an integer type"),
        ("enum E: int { A } table T { x: E = B; }", "E has no value 'B'"),
        ("struct S { x: int; } union U { S }", "union 'U' has 'S', which is not a table"),
        ('include "nowhere.fbs";', "cannot find the included schema 'nowhere.fbs'"),
        ("struct S { x: int; } root_type S;", "the root type 'S' is not a table"),
    ],
)
def test_invalid_schema_is_refused(tmp_path, text, message):
    path = tmp_path / "mistake.fbs"
    path.write_text(text)
    with pytest.raises(SchemaError, match=message.replace("[", r"\[")):
        load_schema(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("enum E: uint32 (extends) { A }", "'E' extends a type that is not declared before it"),
        (
            'include "TTNN/program.fbs"; namespace tt.target.ttnn; '
            "enum EltwiseOpType: uint32 (extends) { Tanh }",
            "'tt.target.ttnn.EltwiseOpType' repeats a member of the type that it extends",
        ),
    ],
)
def test_invalid_extension_of_type_is_refused(monkeypatch, tmp_path, text, message):
    path = tmp_path / "mistake.fbs"
    path.write_text(text)
    monkeypatch.setattr("ttmlir_py.schemas.schema._rank", lambda each: int(each == str(path)))
    with pytest.raises(SchemaError, match=message):
        load_schema(path)


def test_extension_of_type_adds_members_after_those_of_extended_type():
    name = "tt.target.ttnn.EltwiseOpType"
    values, extended = (
        load_schema(path).types[name].values for path in ("TTNN/binary.fbs", RUNNABLE)
    )
    assert list(extended.items())[: len(values)] == list(values.items())
    assert list(extended.values()) == list(range(len(extended)))
    assert extended.keys() > values.keys()


def test_included_schema_files_are_read_once_from_same_folder(tmp_path):
    (tmp_path / "a.fbs").write_text(
        'include "b.fbs"; include "c.fbs"; table A { c: C; } root_type A;'
    )
    (tmp_path / "b.fbs").write_text(
        'include "c.fbs"; table B { c: C; } root_type B; file_identifier "BBBB";'
    )
    (tmp_path / "c.fbs").write_text('include "a.fbs"; table C { x: int; }')
    schema = load_schema(tmp_path / "a.fbs")
    assert schema.root.name == "A"
    assert schema.identifier is None
    assert set(schema.types) == {"A", "B", "C"}


def test_missing_schema_file_is_reported():
    with pytest.raises(SchemaError, match=r"cannot read schema '.*nothing.fbs': No such file"):
        load_schema("nothing.fbs")


def test_every_schema_file_is_reachable():
    reached = {path.relative_to(FOLDER) for path in Path(FOLDER).rglob("*.fbs")}
    assert {str(path) for path in reached} >= set(BINARIES)
    for path in reached:
        load_schema(path)


# ---- comparison with flatc's parse of the same schemas -------------------------------------------


def reflect(name, folder):
    """The schema as flatc understands it, read with the schema of schemas."""
    flatc("--binary", "--schema", "-o", folder, schema_path(name), cwd=folder)
    data = (folder / schema_path(name).with_suffix(".bfbs").name).read_bytes()
    prefixed = len(data).to_bytes(4, "little") + data
    return read(load_schema(FEATURES.parent / "reflection.fbs"), prefixed)


@needs_flatc
@pytest.mark.parametrize("name", SCHEMAS)
def test_schema_tables_and_structs_have_layout_of_flatc(name, tmp_path):
    schema, reflected = schema_named(name), reflect(name, tmp_path)
    assert (reflected.file_ident, reflected.file_ext) == (schema.identifier, schema.extension)
    assert reflected.root_table.name == schema.root.name
    objects = {each.name: each for each in reflected.objects}
    ours = {n: t for n, t in schema.types.items() if isinstance(t, Table | Struct)}
    # flatc omits types that the root table does not reach.
    assert set(objects) <= set(ours)
    assert len(objects) > 3
    for full_name, witness in objects.items():
        mine = ours[full_name]
        assert {field.name for field in witness.fields} == set(mine.fields)
        if isinstance(mine, Struct):
            assert witness.is_struct
            assert (witness.bytesize, witness.minalign) == (mine.size, mine.align)
            assert {f.name: f.offset for f in witness.fields} == mine.offsets
            continue
        for field in witness.fields:
            same = mine.fields[field.name]
            assert (field.id, field.offset) == (same.slot, 4 + 2 * same.slot)
            assert (field.required, field.deprecated) == (same.required, same.deprecated)
            scalar = scalar_of(same.type)
            if scalar:
                assert field.optional == (same.default is None)
                default = field.default_real if scalar.code in "fd" else field.default_integer
                assert default == (same.default or 0)


@needs_flatc
@pytest.mark.parametrize("name", SCHEMAS)
def test_schema_enums_and_unions_have_numbers_of_flatc(name, tmp_path):
    schema, reflected = schema_named(name), reflect(name, tmp_path)
    assert len(reflected.enums) > 2
    for witness in reflected.enums:
        mine = schema.types[witness.name]
        enum = mine if isinstance(mine, Enum) else mine.tag
        assert witness.is_union == isinstance(mine, Union)
        assert {each.name: each.value for each in witness.values} == enum.values


def test_stored_parsed_schemas_are_current():
    assert Path(STORED).read_text() == stored_text(), "run `make docs`"


def test_changed_schema_is_parsed_instead_of_loaded_from_store(tmp_path):
    """The stored parse result is only used for the bytes that it was made from."""
    changed = (
        Path(FOLDER, "Common", "debug_info.fbs")
    ).read_text() + "table Added { number: int = 7; }\n"
    (tmp_path / "debug_info.fbs").write_text(changed)
    before, after = load_schema("Common/debug_info.fbs"), load_schema(tmp_path / "debug_info.fbs")
    assert set(after.types) - set(before.types) == {"tt.target.Added"}
