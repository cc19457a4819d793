"""Random values for the tables of any schema, and what a reader must return for them."""

import shutil
import struct
import subprocess
from pathlib import Path

import pytest
from hypothesis import strategies as st

from ttmlir_py.schemas import load_schema
from ttmlir_py.schemas.schema import FOLDER, Enum, Scalar, String, Struct, Table, Union, Vector

HERE = Path(__file__).parent
FEATURES = HERE / "features.fbs"
BINARIES = ["TTNN/binary.fbs", "TTMetal/binary.fbs", "Common/system_desc.fbs"]
SCHEMAS = [*BINARIES, "features.fbs", "variants.fbs"]
# flatc 2.0 refuses to print JSON where a schema has vectors of unions.
PRINTABLE = ["TTNN/binary.fbs", "Common/system_desc.fbs", "features.fbs"]

needs_flatc = pytest.mark.skipif(shutil.which("flatc") is None, reason="flatc is not installed")


def schema_named(name):
    return load_schema(schema_path(name))


def flatc(*arguments, cwd):
    command = ["flatc", "-I", FOLDER, *map(str, arguments)]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def schema_path(name):
    return Path(FOLDER, name) if name in BINARIES else HERE / name


def float32(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


TEXT = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\0"), max_size=8)


def numbers(scalar):
    if scalar.code == "?":
        return st.booleans()
    if scalar.code in "fd":
        width = 32 if scalar.code == "f" else 64
        return st.floats(-1e6, 1e6, width=width, allow_nan=False)
    signed, bits = scalar.code.islower(), 8 * scalar.size
    return st.integers(-(1 << bits - 1) * signed, (1 << bits - signed) - 1)


def names(enum):
    if not enum.bit_flags:
        return st.sampled_from(list(enum.values))
    in_order = lambda chosen: " ".join(name for name in enum.values if name in chosen)  # noqa: E731
    return st.sets(st.sampled_from(list(enum.values)), min_size=1).map(in_order)


def values(type_, depth):
    """Return a strategy for values of `type_`, in the form in which the reader's `as_dict` returns
    them.
    """
    match type_:
        case Scalar():
            return numbers(type_)
        case Enum():
            return names(type_)
        case String():
            return TEXT
        case Struct():
            return st.fixed_dictionaries({n: values(t, depth) for n, t in type_.fields.items()})
        case Table():
            return tables(type_, depth - 1)
        case Vector():
            return st.lists(values(type_.element, depth), max_size=3)
        case Union():
            return st.sampled_from([*type_.tables]).flatmap(
                lambda tag: st.tuples(
                    st.just(type_.tag.names[tag]), tables(type_.tables[tag], depth - 1)
                )
            )


@st.composite
def tables(draw, table, depth=4):
    """Draw a table with some of its fields, or with only the required fields if `depth` is below
    0.
    """
    drawn = {}
    for name, field in table.fields.items():
        is_tag = name.endswith("_type") and name.removesuffix("_type") in table.fields
        if field.deprecated or is_tag:
            continue
        if field.required or (depth > 0 and draw(st.booleans())):
            drawn[name] = draw(values(field.type, depth))
    return drawn


def expected(table, value):
    """Return what `as_dict` gives for a drawn table: defaults filled in, unions with their
    types.
    """
    result = {}
    for name, field in table.fields.items():
        if field.deprecated:
            continue
        base = name.removesuffix("_type")
        if base != name and base in table.fields:
            given = value.get(base)
            if isinstance(field.type, Enum):
                result[name] = given[0] if given else "NONE"
            elif given is not None:
                result[name] = [variant for variant, _ in given]
        elif name in value:
            result[name] = _expected_value(field.type, value[name])
        elif field.default is not None:
            is_enum = isinstance(field.type, Enum)
            result[name] = field.type.to_name(field.default) if is_enum else field.default
    return result


def _expected_value(type_, value):
    match type_:
        case Table():
            return expected(type_, value)
        case Union():
            return expected(type_.tables[type_.tag.values[value[0]]], value[1])
        case Vector():
            return [_expected_value(type_.element, item) for item in value]
        case Scalar() if type_.code == "f":
            return float32(value)
        case Struct():
            return {name: _expected_value(t, value[name]) for name, t in type_.fields.items()}
        case _:
            return value
