"""Tests of binaries of commits between two revisions, whose schemas `history` records."""

from typing import Any

import numpy as np
import pytest
from tiers import share

import ttmlir_py
from ttmlir_py import runtime
from ttmlir_py.revisions import INTERNAL_COMMIT
from ttmlir_py.schemas import BinaryError, load_schema, read, write
from ttmlir_py.schemas.history import REVISION, State, schema_at, state_of
from ttmlir_py.schemas.history.conversion import in_form_of_revision
from ttmlir_py.schemas.revisions import convert, in_known_form, read_internal
from ttmlir_py.schemas.revisions.by_name import Converter
from ttmlir_py.target.flatbuffer.system_desc import write_board
from ttmlir_py.ttrt.flatbuffers import Flatbuffer

pytestmark = pytest.mark.slow

TTNN, SYSTEM = "TTNN/binary.fbs", "Common/system_desc.fbs"
FEBRUARY, APRIL, NOVEMBER, JUNE = "12198ac9", "3604c15a", "938ea404", "804145b8"
TEXT = """func.func @f(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = ttir.empty() : tensor<4x8xf32>
  %1 = "ttir.add"(%a, %b, %0) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}"""


def written_at(path: str, commit: str, root: dict[str, Any]) -> bytes:
    """Return a file with the contents `root` in the form of a commit."""
    state = state_of(commit)
    assert state is not None
    return write(schema_at(path, state), {**root, "ttmlir_git_hash": commit + "0" * 32})


LATER = ("dram_bank", "dram_grid", "local_shape", "schema_hash", "shard_status")
"""Beginnings of the names of fields that the commits of these tests lack."""


def without_later_fields(value: Any) -> Any:
    match value:
        case [*values]:
            return [without_later_fields(each) for each in values]
        case {**fields}:
            kept = {name: each for name, each in fields.items() if not str(name).startswith(LATER)}
            return {name: without_later_fields(each) for name, each in kept.items()}
        case _:
            return value


def earlier(path: str, commit: str, data: bytes) -> bytes:
    """Return a file of 2025-02 in the form of a commit that has the tables of 2026-08."""
    schema, state = load_schema(f"{REVISION}/{path}"), state_of(commit)
    assert state is not None
    root = read(schema, convert(path, data, REVISION)).as_dict(raw_bytes=True)
    root = without_later_fields(root)
    source, target = schema.root, schema_at(path, state).root
    assert source
    assert target
    return written_at(path, commit, Converter(commit).table(root, source, target))


@pytest.fixture(scope="module")
def binary() -> bytes:
    return ttmlir_py.compile(ttmlir_py.parse(TEXT))


@pytest.mark.parametrize("commit", [NOVEMBER, JUNE])
def test_binary_of_a_commit_between_revisions_runs(binary: bytes, commit: str):
    made = earlier(TTNN, commit, binary)
    inputs = [np.arange(32, dtype="float32").reshape(4, 8)] * 2
    opened = Flatbuffer.load(made)
    assert opened.revision.startswith(commit)
    assert [each.name for each in opened.view.programs] == ["f"]
    (found,) = runtime.load(made).run(inputs)
    np.testing.assert_array_equal(found, inputs[0] * 2)


@pytest.mark.filterwarnings("ignore::ttmlir_py.schemas.revisions.UnknownSchemaWarning")
def test_binary_of_an_unknown_commit_is_refused_with_its_commit(binary: bytes):
    made = earlier(TTNN, NOVEMBER, binary).replace(NOVEMBER.encode(), b"0123abcd")
    with pytest.raises(BinaryError, match=r"in its own text, but .*its commit, 0123abcd"):
        runtime.load(made)


@pytest.mark.parametrize(("board", "arch"), [("n150", "Wormhole_b0"), ("p150", "Blackhole")])
def test_chip_of_a_commit_before_grayskull_was_removed_is_read(board: str, arch: str):
    made = earlier(SYSTEM, NOVEMBER, write_board(board))
    assert read_internal(SYSTEM, made).system_desc.chip_descs[0].arch == arch


def test_files_of_revisions_are_unchanged(binary: bytes):
    assert in_known_form(TTNN, binary) is binary
    assert in_known_form(TTNN, b"") == b""
    assert state_of(INTERNAL_COMMIT) is state_of("") is None
    assert state_of("19c86fca45") == State(0, "2026-08-19")


def tensor(shape: list[int], number: int = 1) -> dict[str, Any]:
    memory = {"storage_type": "Owned", "tile_shape": {"y": 1, "x": 1}, "data_type": "Float32"}
    layout = {"memory_desc": {**memory, "size": 4}, "strategy": {}}
    return {"global_id": number, "size": 4, "desc": {"shape": shape, "layout": layout}}


def in_2026(commit: str, kind: str, op: dict[str, Any], name: str) -> dict[str, Any]:
    """Return the fields of an operation after conversion of a binary with this operation."""
    operation = {"type": (kind, op), "debug_info": f'"ttnn.{name}"() : ()'}
    info = {"mlir": {"name": "f", "source": "text"}}
    program = {"name": "f", "operations": [operation], "debug_info": info}
    made = in_form_of_revision(TTNN, written_at(TTNN, commit, {"programs": [program]}))
    root = read(load_schema(f"{REVISION}/{TTNN}"), made).as_dict(raw_bytes=True)
    assert root["mlir"] == {"name": "f", "source": "text"}
    (found,) = root["programs"][0]["operations"]
    return {"kind": found["type_type"], **found["type"]}


OUT = tensor([2, 3])
CASES: dict[str, tuple[str, str, dict[str, Any], str, dict[str, Any]]] = {
    "binary": (
        FEBRUARY,
        "EltwiseOp",
        {"type": "Div", "ins": [OUT, OUT], "out": OUT},
        "div",
        {"kind": "EltwiseBinaryOp", "type": "Divide"},
    ),
    "composite": (
        FEBRUARY,
        "EltwiseOp",
        {"type": "Power", "ins": [OUT, OUT], "out": OUT},
        "power",
        {"kind": "EltwiseBinaryCompositeOp", "type": "Pow"},
    ),
    "clamp": (
        FEBRUARY,
        "EltwiseOp",
        {
            "type": "Clamp",
            "ins": [OUT],
            "out": OUT,
            "params": ("ClampOpParams", {"min": 0.5, "max": 1.0}),
        },
        "clamp",
        {
            "kind": "EltwiseUnaryCompositeOp",
            "type": "ClampScalar",
            "params": {
                "min": {"value": 0.5},
                "max": {"value": 1.0},
                "min_type": "FP",
                "max_type": "FP",
            },
        },
    ),
    "where": (
        FEBRUARY,
        "EltwiseOp",
        {"type": "Where", "ins": [OUT, OUT, OUT], "out": OUT},
        "where",
        {"kind": "EltwiseTernaryWhereOp"},
    ),
    "pool": (
        FEBRUARY,
        "MaxPool2dOp",
        {
            "in": OUT,
            "out": OUT,
            **{f"{name}_height": 2 for name in ("kernel", "stride", "padding", "dilation")},
            **{f"{name}_width": 1 for name in ("kernel", "stride", "padding", "dilation")},
        },
        "max_pool2d",
        {"kind": "Pool2dOp", "type": "MaxPool2d", "kernel_size": [2, 1], "padding": [2, 1]},
    ),
    "zeros": (
        FEBRUARY,
        "ZerosOp",
        {"out": OUT, "shape": [2, 3]},
        "zeros",
        {"kind": "NamedFullOp", "type": "Zeros", "shape": [2, 3]},
    ),
    "full": (
        APRIL,
        "FullOp",
        {"out": OUT, "fill_value": 2.5},
        "full",
        {"fill_value_type": "FP", "fill_value": {"value": 2.5}, "shape": [2, 3]},
    ),
    "constant": (
        APRIL,
        "ConstantOp",
        {"out": OUT, "data": bytes(range(24))},
        "constant",
        {"input": bytes(range(24)), "input_dtype": "Float32"},
    ),
    "slice": (
        APRIL,
        "SliceOp",
        {"in": OUT, "out": OUT, "begins": [0, 1], "ends": [2, 3], "step": [1, 1]},
        "slice",
        {
            "type": "SliceStaticOp",
            "params_type": "SliceStaticOpParams",
            "params": {"begins": [0, 1], "ends": [2, 3]},
        },
    ),
    "prod": (
        APRIL,
        "ReductionProdOp",
        {"in": OUT, "out": OUT, "all_dimensions": True, "dim_arg": 0},
        "prod",
        {"dim_arg": None},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_operation_of_an_earlier_form_is_converted(name: str):
    commit, kind, op, text, expected = CASES[name]
    found = in_2026(commit, kind, op, text)
    assert {key: found.get(key) for key in expected} == expected
    assert found["out"]["desc"]["layout"]["memory_desc"]["storage_type"] == "Host"


@pytest.mark.parametrize(
    ("kind", "op", "text", "message"),
    [
        ("ConstantOp", {"out": OUT, "data": b"123"}, "constant", "3 bytes for"),
        (
            "EltwiseOp",
            {"type": "Scatter", "ins": [OUT, OUT], "out": OUT},
            "scatter",
            r"EltwiseOp\(Scatter\) of 2 tensors has no counterpart",
        ),
        ("CpuOp", {"ins": [OUT], "out": OUT}, "cpu", "CpuOp with out = .* has no counterpart"),
        ("SoftmaxOp", {"in": OUT, "out": OUT}, "matmul", "own text, but SoftmaxOp"),
    ],
)
def test_operation_without_counterpart_is_refused(
    kind: str, op: dict[str, Any], text: str, message: str
):
    with pytest.raises(BinaryError, match=message):
        in_2026(FEBRUARY, kind, op, text)


def test_average_of_early_2025_counts_padding():
    op = {"type": "AvgPool2d", "in": OUT, "out": OUT, "padding": [1, 1]}
    found = in_2026("e72ddd1c", "Pool2dOp", op, "avg_pool2d")
    assert found["extra_params"] == {"count_include_pad": True}


@pytest.mark.parametrize("index", share(range(1, 214), 3))
def test_schemas_of_a_state_load(index: int):
    assert all(schema_at(path, State(index, "")).root for path in (TTNN, SYSTEM))
