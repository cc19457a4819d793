"""Records of tables equal what views read field by field, in valid and in damaged files."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schema_values import schema_named, tables
from tiers import example_count

from ttmlir_py.common.data_formats import nan_of_bits
from ttmlir_py.schemas import BinaryError, read, records, write
from ttmlir_py.schemas.reader import TableView, VectorView
from ttmlir_py.schemas.records import Record
from ttmlir_py.schemas.schema import SchemaError

pytestmark = pytest.mark.slow

SCHEMA = schema_named("features.fbs")
ROOT, LEAF = SCHEMA.root, SCHEMA.types["test.inner.Leaf"]
NAMES = [
    name
    for name in ROOT.fields
    if not name.startswith(("shape", "odd", "nested", "aligned", "children"))
]


def plain(value):
    """Return the form in which records hold a view's value."""
    if isinstance(value, np.ndarray):
        return tuple(value.tolist())
    if isinstance(value, TableView):  # of a vector
        return value.name, value.weight
    return [plain(each) for each in value] if isinstance(value, VectorView) else value


def by_views(binary, names):
    for each in read(SCHEMA, binary).children or ():
        values = [each[name] for name in names]
        values = [(v.name, v.weight) if isinstance(v, TableView) else v for v in values]
        yield [*map(plain, values)]


def by_records(binary, record):
    root = read(SCHEMA, binary)
    for each in record.reader(root).all(root.children) if root.children is not None else ():
        yield [*map(plain, each)]


def outcome(rows):
    """Return the rows, and the error that ended the iteration."""
    found = []
    try:
        found += map(repr, rows)
    except BinaryError as error:
        found.append(str(error))
    return found


@settings(max_examples=example_count(27), suppress_health_check=list(HealthCheck))
@given(st.data())
def test_records_have_same_values_as_views(data):
    children = data.draw(st.lists(tables(ROOT, 1), max_size=4))
    names = data.draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=8, unique=True))
    nested = {"leaf": Record(LEAF, ("name", "weight"), kept=data.draw(st.sampled_from((0, 1))))}
    record = Record(ROOT, names, nested)
    binary = bytearray(write(SCHEMA, {"children": children}))
    for _ in range(data.draw(st.integers(0, 20))):
        now = bytes(binary)
        assert outcome(by_records(now, record)) == outcome(by_views(now, names))
        position = data.draw(st.integers(0, len(binary) - 1))
        binary[position] = data.draw(st.sampled_from([0, 1, 4, 0x7F, 0x80, 0xFF]))


def test_records_of_long_vectors_and_many_vtables_equal_views(monkeypatch):
    monkeypatch.setattr(records, "MAX_KEPT", 1)
    children = [{"i8": 1, "numbers": range(40)}, {"i16": 2, "flags": [True, False] * 20}, {}]
    root = read(SCHEMA, write(SCHEMA, {"children": children * 3}))
    record = Record(ROOT, ("i8", "i16", "numbers"))
    numbers = tuple(range(40))
    expected = [(1, 0, numbers), (0, 2, None), (0, 0, None)] * 3
    assert list(record.reader(root).all(root.children)) == expected


def test_record_boolean_of_any_nonzero_byte_is_true():
    """In a vector of any length it is true, as views read it."""
    for count in (3, 40):
        binary = bytearray(write(SCHEMA, {"children": [{"flags": [False] * count}]}))
        at = bytes(binary).index(count.to_bytes(4, "little") + bytes(count)) + 4
        binary[at] = 7
        root = read(SCHEMA, bytes(binary))
        ((found,),) = Record(ROOT, ("flags",)).reader(root).all(root.children)
        assert found == (True, *[False] * (count - 1))


def test_record_class_with_union_or_struct_field_is_refused():
    for name in ("shape", "odd"):
        with pytest.raises(SchemaError, match=f"field '{name}' is of no type that records have"):
            Record(ROOT, (name,))


@pytest.mark.parametrize("bits", [0x7F800001, 0xFFC00002, 0x7F800000, 0x3FC00000])
def test_record_float_keeps_bits_of_nan(bits):
    value = nan_of_bits(bits, 8, 23) if bits & 0x7FFFFFFF > 0x7F800000 else float32(bits)
    binary = write(SCHEMA, {"children": [{"f32": value, "i8": 1}]})
    root = read(SCHEMA, binary)
    ((found, _),) = Record(ROOT, ("f32", "i8")).reader(root).all(root.children)
    viewed = root.children[0].f32
    for number in (found, viewed):
        written = write(SCHEMA, {"children": [{"f32": number, "i8": 1}]})
        assert bytes(written) == bytes(binary)
        assert bits.to_bytes(4, "little") in bytes(written)


def float32(bits):
    return float(np.array(bits, np.uint32).view(np.float32))
