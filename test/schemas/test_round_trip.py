"""Values survive writing and reading, and flatc reads and writes the same bytes."""

import doctest
import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schema_values import (
    PRINTABLE,
    SCHEMAS,
    expected,
    flatc,
    needs_flatc,
    schema_named,
    schema_path,
    tables,
)
from tiers import example_count

from ttmlir_py.schemas import MisfitError, SchemaError, read, write
from ttmlir_py.schemas.schema import scalar_of
from ttmlir_py.schemas.schema import tables as all_tables

pytestmark = pytest.mark.slow

QUICK = settings(
    max_examples=example_count(13), deadline=None, suppress_health_check=list(HealthCheck)
)


@pytest.mark.parametrize("name", SCHEMAS)
@QUICK
@given(data=st.data())
def test_written_binary_value_reads_back_equal(name, data):
    schema = schema_named(name)
    value = data.draw(tables(schema.root))
    binary = write(schema, value)
    assert read(schema, binary).as_dict() == expected(schema.root, value)
    assert write(schema, value) == binary


def close(ours, theirs, optional=frozenset()):
    """Equality up to the digits in which flatc prints numbers, and the 0 that it prints for absent
    optional ones.
    """
    if isinstance(ours, dict):
        assert list(ours) == [key for key in theirs if key in ours or key not in optional]
        return all(close(ours[key], theirs[key], optional) for key in ours)
    if isinstance(ours, list):
        pairs = zip(ours, theirs, strict=False)
        return len(ours) == len(theirs) and all(close(a, b, optional) for a, b in pairs)
    if isinstance(ours, float):
        return math.isclose(ours, theirs, rel_tol=1e-5, abs_tol=1e-5)
    return ours == theirs


def optional_numbers(schema):
    """Return the names of the number fields of `schema` that have no default value."""
    found = (field for table in all_tables(schema) for field in table.fields.values())
    return frozenset(f.name for f in found if scalar_of(f.type) and f.default is None)


@needs_flatc
@pytest.mark.parametrize("name", PRINTABLE)
@settings(QUICK, max_examples=example_count(8))
@given(data=st.data())
def test_flatc_decodes_written_binary(name, data, tmp_path_factory):
    folder, schema = tmp_path_factory.mktemp("flatc"), schema_named(name)
    value = data.draw(tables(schema.root))
    (folder / "x.bin").write_bytes(write(schema, value))
    options = ["--json", "--strict-json", "--defaults-json", "--size-prefixed", "--raw-binary"]
    flatc(*options, schema_path(name), "--", "x.bin", cwd=folder)
    theirs = json.loads((folder / "x.json").read_text())
    ours = read(schema, (folder / "x.bin").read_bytes()).as_dict()
    assert close(ours, theirs, optional_numbers(schema))


def as_json(table, value):
    """Return a drawn table as flatc's JSON, in which the type of a union precedes its value."""
    full = expected(table, value)
    return {
        name: item
        for name, item in full.items()
        if name in value or (name.endswith("_type") and name.removesuffix("_type") in value)
    }


@needs_flatc
@pytest.mark.parametrize("name", SCHEMAS)
@settings(QUICK, max_examples=example_count(8))
@given(data=st.data())
def test_binary_written_by_flatc_is_read(name, data, tmp_path_factory):
    folder, schema = tmp_path_factory.mktemp("flatc"), schema_named(name)
    value = data.draw(tables(schema.root))
    (folder / "x.json").write_text(json.dumps(as_json(schema.root, value)))
    flatc("--binary", "--size-prefixed", schema_path(name), "x.json", cwd=folder)
    binary = (folder / f"x.{schema.extension}").read_bytes()
    assert close(read(schema, binary).as_dict(), expected(schema.root, value))


@pytest.fixture
def features():
    return schema_named("features.fbs")


def test_binary_omits_default_values(features):
    stated = {"b": True, "i32": -3, "f32": 1000.0, "color": "Blue", "access": "Write", "i8": 0}
    assert write(features, stated) == write(features, {})
    root = read(features, write(features, stated))
    assert (root.b, root.i32, root.f32, root.color, root.access) == (
        True,
        -3,
        1000.0,
        "Blue",
        "Write",
    )
    assert "b" not in root


def test_binary_omits_negative_zero_where_default_is_zero(features):
    assert write(features, {"f64": -0.0}) == write(features, {})
    leaf = read(features, write(features, {"f32": -0.0})).f32
    assert math.copysign(1, leaf) == -1, "the default is 1000: stored"


@needs_flatc
def test_flatc_stores_no_negative_zero(features, tmp_path):
    (tmp_path / "x.json").write_text('{"f64": -0.0, "f32": -0.0}')
    flatc("--binary", "--size-prefixed", schema_path("features.fbs"), "x.json", cwd=tmp_path)
    root = read(features, (tmp_path / f"x.{features.extension}").read_bytes())
    assert [name in root for name in ("f64", "f32")] == [False, True]


def test_binary_stores_zero_of_optional_field(features):
    root = read(features, write(features, {"maybe": 0, "maybe_color": "Green"}))
    assert (root.maybe, root.maybe_color) == (0, "Green")
    assert read(features, write(features, {})).maybe is None


def test_binary_stores_shared_tables_once(features):
    leaf = {"name": "x" * 1000}
    shared = write(features, {"leaf": leaf, "leaves": [leaf] * 10})
    copied = write(features, {"leaf": dict(leaf), "leaves": [dict(leaf) for _ in range(10)]})
    assert len(shared) < 1300 < 10_000 < len(copied)
    assert read(features, shared).as_dict() == read(features, copied).as_dict()


def test_numpy_vectors_round_trip_through_binary_views(features):
    numbers = np.arange(5, dtype=np.int32)
    data = write(features, {"numbers": numbers, "bytes": b"\1\2\3", "reals": np.ones(2)})
    root = read(features, data)
    assert root.numbers.dtype == np.dtype("<i8")
    assert not root.numbers.flags.owndata
    assert not root.numbers.flags.writeable
    assert root.numbers.tolist() == [0, 1, 2, 3, 4]
    assert root.bytes.tobytes() == b"\1\2\3"


def test_vector_view_supports_indexing_and_slicing(features):
    leaves = [{"name": name} for name in "abc"]
    value = {"leaves": leaves, "shape": ("Square", {"name": "s"}), "odd": (True, 2.5, "Blue", -1)}
    root = read(features, write(features, value))
    assert len(root.leaves) == 3
    assert root.leaves[-1].name == "c"
    assert [leaf.name for leaf in root.leaves[1:]] == ["b", "c"]
    assert [leaf["name"] for leaf in root.leaves] == ["a", "b", "c"]
    assert (root.shape_type, root.shape.name, root.shape.table_name) == ("Square", "s", "Leaf")
    assert (root.odd.wide, root.odd.color, root.odd.half) == (2.5, "Blue", -1)
    assert root.text is None
    assert root.leaf is None
    with pytest.raises(IndexError, match="leaves: no element 3 of 3"):
        root.leaves[3]
    with pytest.raises(AttributeError, match="Root has no field 'colour'"):
        _ = root.colour


def test_schema_fields_named_like_python_keywords_are_accessible():
    schema = schema_named("TTNN/binary.fbs")
    softmax = ("SoftmaxOp", {"in": {"global_id": 7}, "dimension": -1})
    root = read(schema, write(schema, {"programs": [{"operations": [{"type": softmax}]}]}))
    op = root.programs[0].operations[0].type
    assert op.in_.global_id == op["in"].global_id == 7
    assert op.dimension == -1


def test_enum_value_without_name_is_read_as_number(features):
    root = read(features, write(features, {"color": 3, "access": 5, "colors": [4, "Red"]}))
    assert (root.color, root.access) == (3, 5)
    assert list(root.colors) == [4, "Red"]
    assert read(features, write(features, {"access": "Read Execute"})).access == "Read Execute"


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"colour": 1}, "test.Root: test.Root has no field 'colour'"),
        ({"i8": 200}, "i8: 200 does not fit"),
        ({"i8": "x"}, "i8: 'x' does not fit"),
        ({"f32": 1e39}, "f32: 1e[+]39 does not fit"),
        ({"color": "Pink"}, "color: test.inner.Color has no value 'Pink'"),
        ({"text": 3}, "text: expected a string, found 3"),
        ({"leaf": {}}, "leaf.name: test.inner.Leaf needs this field"),
        ({"leaf": 3}, "leaf: expected a table test.inner.Leaf, found 3"),
        ({"odd": (1, 2)}, r"odd: expected a test.inner.Odd, found \(1, 2\)"),
        ({"odd": {"flag": 1}}, "odd: test.inner.Odd has the fields flag, wide, color, half"),
        ({"shape": {"name": ""}}, r"shape: expected \(type, table\) of test.Shape"),
        ({"shape": ("Oval", {})}, "shape: test.Shape has no value 'Oval'"),
        ({"shape": ("NONE", {})}, "shape: test.Shape has no table 'NONE'"),
        ({"numbers": [1, "a"]}, r"numbers\[1\]: 'a' does not fit"),
        ({"numbers": 3}, "numbers: expected a vector, found 3"),
        ({"texts": "abc"}, "texts: expected a vector, found 'abc'"),
        ({"children": [{}, {"leaves": [{"name": None}]}]}, r"children\[1\].leaves\[0\].name: "),
        ({"shape": ("Round", {"old": 1})}, "shape.old: this field is deprecated"),
    ],
)
def test_write_of_value_that_field_cannot_hold_names_field(features, value, message):
    with pytest.raises(SchemaError, match=f"^{message}"):
        write(features, value)


def test_vectors_of_unions_round_trip_through_binary():
    schema = schema_named("variants.fbs")
    shapes = [("Square", {"name": "s"}), ("Round", {"second": 2})]
    root = read(schema, write(schema, {"shapes": shapes, "more": [{"shapes": []}]}))
    assert list(root.shapes_type) == ["Square", "Round"]
    assert [shape.table_name for shape in root.shapes] == ["Leaf", "Other"]
    assert root.shapes[1].second == 2
    assert len(root.more[0].shapes) == 0
    with pytest.raises(SchemaError, match=r"shapes\[0\].first: 'a' does not fit"):
        write(schema, {"shapes": [("Round", {"first": "a"})]})


def test_schema_package_docstring_example_runs():
    page = Path(__file__).parents[2] / "docs" / "flatbuffer.md"
    text = page.read_text().replace("```", "")
    example = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    assert len(example.examples) > 3
    assert doctest.DocTestRunner().run(example).failed == 0


def test_buffer_beyond_limit_of_flatbuffers_is_refused(monkeypatch):
    schema = schema_named("features.fbs")
    monkeypatch.setattr("ttmlir_py.schemas.buffer.MOST_BYTES", 10)
    with pytest.raises(MisfitError, match=r"test.Root: the file exceeds .* limit of FlatBuffers"):
        write(schema, {})
