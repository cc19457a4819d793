"""Reading a corrupted file returns values or raises a `BinaryError`, and nothing else."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schema_values import SCHEMAS, schema_named, tables
from tiers import example_count

from ttmlir_py.schemas import BinaryError, read, reader, write
from ttmlir_py.schemas.reader import MIN_BUDGET

pytestmark = pytest.mark.slow

QUICK = settings(deadline=None, suppress_health_check=list(HealthCheck))


def digest(schema, data):
    """Read everything in `data`; return the error's text if reading fails."""
    try:
        root = read(schema, data)
        return json.dumps(root.as_dict())
    except BinaryError as error:
        message = str(error)
        assert message
        assert "\n" not in message
        return message


@pytest.mark.parametrize("name", SCHEMAS)
@settings(QUICK, max_examples=example_count(13))
@given(data=st.data())
def test_mutated_binary_is_read_or_refused(name, data):
    schema = schema_named(name)
    binary = bytearray(write(schema, data.draw(tables(schema.root))))
    for _ in range(data.draw(st.integers(1, 4))):
        position = data.draw(st.integers(0, len(binary) - 1))
        binary[position] = data.draw(st.sampled_from([0, 1, 4, 0x7F, 0x80, 0xFF]))
        digest(schema, bytes(binary))


@settings(QUICK, max_examples=example_count(20))
@given(st.binary(max_size=200), st.booleans())
def test_random_bytes_are_refused_as_binary(data, with_header):
    header = (len(data) + 8).to_bytes(4, "little") + (8).to_bytes(4, "little") + b"FEAT"
    digest(schema_named("features.fbs"), header + data if with_header else data)


def sample(schema):
    leaf = {"name": "leaf", "weight": 2.0}
    return write(
        schema,
        {
            "text": "hello",
            "numbers": [1, 2, 3],
            "leaf": leaf,
            "shape": ("Round", {"first": 1}),
            "children": [{"text": "deep", "children": [{"texts": ["a", "b"]}]}],
        },
    )


def test_truncated_binary_is_refused():
    schema = schema_named("features.fbs")
    data = sample(schema)
    for size in range(len(data)):
        assert "bytes" in digest(schema, data[:size])
        # If the stored size agrees, the reader finds the first missing field.
        if size >= 12:
            patched = (size - 4).to_bytes(4, "little") + data[4:size]
            digest(schema, patched)


def test_binary_with_flipped_byte_is_read_or_refused():
    schema = schema_named("features.fbs")
    data = sample(schema)
    errors = set()
    for position in range(len(data)):
        for value in (0x00, 0xFF, data[position] ^ 0x01):
            damaged = data[:position] + bytes([value]) + data[position + 1 :]
            text = digest(schema, damaged)
            if not text.startswith("{"):
                errors.add(text)
    # Some damaged file reaches each guard.
    for guard in (
        "an offset points outside the file",
        "a vtable lies outside the file",
        "a vtable is malformed",
        "a table reaches beyond the end of the file",
        "elements reaches beyond the end of the file",
        "a string is not terminated",
        "the field lies outside the file",
        "unknown type",
        "a required field is absent",
        "not a Root: file identifier",
        "truncated",
    ):
        assert any(guard in error for error in errors), guard


def test_union_vectors_with_flipped_byte_are_read_or_refused():
    schema = schema_named("variants.fbs")
    data = write(schema, {"shapes": [("Square", {"name": "a"}), ("Round", {})]})
    damaged = [
        data[:position] + bytes([value]) + data[position + 1 :]
        for position in range(len(data))
        for value in (0x00, 0x03, 0xFF)
    ]
    texts = [digest(schema, each) for each in damaged]
    assert any(text.startswith("shapes: 2 values have") for text in texts)
    assert any(text.startswith("shapes[0]: unknown type") for text in texts)


def test_binary_error_names_path_of_damaged_field():
    schema = schema_named("features.fbs")
    data = sample(schema)
    # The length of the string "b".
    position = data.index(b"b\0\0\0", 12) - 4
    damaged = data[:position] + b"\xff\xff\xff\x7f" + data[position + 4 :]
    with pytest.raises(BinaryError, match=r"^children\[0\].children\[0\].texts\[1\]: a vector of"):
        read(schema, damaged).as_dict()


def test_binary_with_identifier_of_another_schema_is_refused():
    data = write(schema_named("TTMetal/binary.fbs"), {})
    with pytest.raises(
        BinaryError, match=r"not a TTNNBinary: file identifier b'TTM0', expected 'TTNN'"
    ):
        read(schema_named("TTNN/binary.fbs"), data)
    with pytest.raises(BinaryError, match="the file has 3 bytes, too few for a FlatBuffer"):
        read(schema_named("TTNN/binary.fbs"), b"abc")


def test_binary_whose_shared_subtrees_expand_too_much_is_refused():
    schema = schema_named("features.fbs")
    tree = {"text": "leaf"}
    for _ in range(40):
        tree = {"children": [tree, tree]}
    data = write(schema, tree)
    assert len(data) < 10_000
    with pytest.raises(BinaryError, match="expand beyond the limit"):
        read(schema, data).as_dict()


def test_binary_with_deep_nesting_is_refused():
    schema = schema_named("features.fbs")
    tree = {}
    for _ in range(80):
        tree = {"children": [tree]}
    with pytest.raises(BinaryError, match="nested deeper than 64"):
        read(schema, write(schema, tree)).as_dict()


def test_large_valid_binary_is_within_expansion_limit():
    schema = schema_named("features.fbs")
    leaf = {"name": "n"}
    data = write(schema, {"leaves": [leaf] * (MIN_BUDGET // 8), "bytes": bytes(MIN_BUDGET)})
    assert len(read(schema, data).as_dict()["leaves"]) == MIN_BUDGET // 8


def test_binary_with_more_vtables_than_cache_reads_all_fields(monkeypatch):
    monkeypatch.setattr(reader, "MAX_KEPT", 2)
    schema = schema_named("features.fbs")
    tables = ({"i8": 1}, {"i16": 2}, {"i8": 1, "i16": 2}, {})
    data = write(schema, {"children": [tables[each % 4] for each in range(20)]})
    found = [(each.i8, each.i16) for each in read(schema, data).children]
    assert found == [(1, 0), (0, 2), (1, 2), (0, 0)] * 5
