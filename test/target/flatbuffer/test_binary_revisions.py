"""Tests of binaries and system descriptions of 2026-08: recognition, contents, and the same results
as those of 2025-02.
"""

import copy
import random
import re
import struct
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import ttmlir_py
from ttmlir_py import revisions, runtime
from ttmlir_py.revisions import REGISTRY, Revision
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.schemas import BinaryError, load_schema, read, write
from ttmlir_py.schemas.revisions import convert, read_internal, revision_of
from ttmlir_py.schemas.schema import FOLDER
from ttmlir_py.target.flatbuffer.system_desc import read_system_desc, write_board
from ttmlir_py.tools import ttrt, tttranslate

pytestmark = pytest.mark.slow

TTNN, SYSTEM = "TTNN/binary.fbs", "Common/system_desc.fbs"
AUGUST = load_schema(f"2026-08/{TTNN}")


def step(op: str, operands: str, types: str, properties: str = "") -> str:
    """Return the text of a function with an operation that defines %r."""
    *inputs, result = types.split(" ")
    arguments = ", ".join(f"%a{i}: tensor<{each}>" for i, each in enumerate(inputs))
    properties = properties and f" <{{{properties}}}>"
    joined = ", ".join(f"tensor<{each}>" for each in inputs)
    return f"""func.func @f({arguments}) -> tensor<{result}> {{
  %r = "ttir.{op}"({operands}){properties} : ({joined}) -> tensor<{result}>
  return %r : tensor<{result}>
}}"""


STEPS = {
    "add": step("add", "%a0, %a1", "4x8xf32 4x8xf32 4x8xf32"),
    "clamp": step("clamp_scalar", "%a0", "4x8xf32 4x8xf32", "min = 0.5 : f32, max = 1.5 : f32"),
    "concat": step("concat", "%a0, %a1", "4x8xf32 4x8xf32 8x8xf32", "dim = 0 : si32"),
    "conv2d": step(
        "conv2d",
        "%a0, %a1",
        "1x8x8x4xbf16 4x4x3x3xbf16 1x8x8x4xbf16",
        "stride = 1 : i32, padding = 1 : i32, dilation = 1 : i32, groups = 1 : i32",
    ),
    "cumsum": step("cumsum", "%a0", "4x8xf32 4x8xf32", "dim = 0 : i64"),
    "gelu": step("gelu", "%a0", "4x8xf32 4x8xf32"),
    "leaky_relu": step("leaky_relu", "%a0", "4x8xf32 4x8xf32", "parameter = 0.1 : f32"),
    "log1p": step("log1p", "%a0", "4x8xf32 4x8xf32"),
    "matmul": step("matmul", "%a0, %a1", "4x8xf32 8x4xf32 4x4xf32"),
    "maximum": step("maximum", "%a0, %a1", "4x8xf32 4x8xf32 4x8xf32"),
    "max_pool2d": step(
        "max_pool2d",
        "%a0",
        "1x8x8x4xbf16 1x4x4x4xbf16",
        "kernel = 2 : i32, stride = 2 : i32, dilation = 1 : i32, padding = 0 : i32, ceil_mode = false",
    ),
    "pow": step("pow", "%a0, %a1", "4x8xf32 4x8xf32 4x8xf32"),
    "prod": step("prod", "%a0", "4x8xf32 4xf32", "dim_arg = [1 : i32], keep_dim = false"),
    "slice": step(
        "slice_static",
        "%a0",
        "4x8xf32 2x4xf32",
        "begins = [0 : i32, 2 : i32], ends = [4 : i32, 6 : i32], step = [2 : i32, 1 : i32]",
    ),
    "sum": step("sum", "%a0", "4x8xf32 4xf32", "dim_arg = [1 : i32], keep_dim = false"),
    "where": step("where", "%a0, %a1, %a2", "4x8xf32 4x8xf32 4x8xf32 4x8xf32"),
    "zeros": 'func.func @f() -> tensor<4xf32> {\n  %r = "ttir.zeros"() <{shape = array<i32: 4>}> : () -> tensor<4xf32>\n  return %r : tensor<4xf32>\n}',
}


def compiled(name: str) -> bytes:
    context = ttmlir_py.create_context(revision="2026-08")
    return ttmlir_py.compile(ttmlir_py.parse(STEPS[name], context=context), context=context)


@pytest.mark.parametrize("name", STEPS)
def test_binary_of_2026_08_computes_same_results(name: str):
    pinned = compiled(name)
    current = convert(TTNN, pinned, "2026-08")
    assert revision_of(TTNN, current) == "2026-08"
    assert revision_of(TTNN, pinned) != "2026-08"
    first, second = runtime.load(pinned), runtime.load(current)
    rng = np.random.default_rng(3)
    inputs = [
        rng.integers(0, 3, each.desc.shape).astype("float32") for each in first.programs[0].inputs
    ]
    for expected, found in zip(first.run(inputs), second.run(inputs), strict=True):
        np.testing.assert_array_equal(found, expected)
    assert convert(TTNN, convert(TTNN, current, "2025-02"), "2026-08") == current


def current_of(name: str) -> dict:
    return read(AUGUST, convert(TTNN, compiled(name), "2026-08")).as_dict(raw_bytes=True)


def tagged(value: object) -> object:
    """Return tables as written, from tables as read: a union becomes a pair of its name and its
    table.
    """
    if isinstance(value, list):
        return [tagged(each) for each in value]
    if not isinstance(value, dict):
        return value
    unions = {key: f"{key}_type" for key in value if f"{key}_type" in value}
    plain = {key: tagged(each) for key, each in value.items() if key not in unions.values()}
    return {**plain, **{key: (value[tag], plain[key]) for key, tag in unions.items()}}


def changed(root: dict, op: str, **fields: object) -> bytes:
    """Return a file with other fields in an operation of the given kind."""
    for operation in root["programs"][0]["operations"]:
        if operation["type_type"] == op:
            operation["type"].update(fields)
    return write(AUGUST, tagged(root))


def test_transposed_matmul_of_2026_08_transposes_operands_first():
    root = current_of("matmul")
    product = next(
        e["type"] for e in root["programs"][0]["operations"] if e["type_type"] == "MatmulOp"
    )
    product["a"], product["b"], shapes = product["b"], product["a"], (product["b"], product["a"])
    assert [each["desc"]["shape"] for each in shapes] == [[8, 4], [4, 8]]
    data = changed(root, "MatmulOp", transpose_a=True, transpose_b=True)
    a, b = np.arange(32.0, dtype="f4").reshape(4, 8), np.ones((8, 4), "f4") * np.arange(4)
    (found,) = runtime.load(data).run([a, b.astype("f4")])
    np.testing.assert_array_equal(found, b.T @ a.T)


def calling(op: str, field: str, number: int = 1, *, private: bool = True) -> bytes:
    """Return a file whose first program calls the second, an addition with equal tensor ids, and
    doubles its result.
    """
    root = current_of("add")
    (callee,) = root["programs"]
    caller = copy.deepcopy(callee)
    made = caller["outputs"][0]
    got = {**copy.deepcopy(made), "global_id": 900}
    call = {field: number, "inputs": copy.deepcopy(caller["inputs"]), "outputs": [got]}
    add = next(e for e in caller["operations"] if e["type_type"] == "EltwiseBinaryOp")
    add["type"] |= {"lhs": got, "rhs": got}
    caller["operations"] = [{"type_type": op, "type": call}, add]
    root["programs"] = [caller, {**callee, "name": "called", "private": private}]
    return write(AUGUST, tagged(root))


@pytest.mark.parametrize(
    ("op", "field"), [("FuncCallOp", "program_id"), ("LoadCachedOp", "program_idx")]
)
def test_called_programs_of_2026_08_are_inlined(op, field):
    binary = runtime.load(calling(op, field))
    assert [each.name for each in binary.programs] == ["f"]
    shapes = [each.desc.shape for each in binary.programs[0].inputs]
    a, b = (np.arange(np.prod(shape), dtype="f4").reshape(shape) for shape in shapes)
    (found,) = binary.run([a, b])
    np.testing.assert_array_equal(found, 2 * (a + b))
    assert len(runtime.load(calling(op, field, private=False)).programs) == 2


@pytest.mark.parametrize(
    ("number", "message"),
    [(0, "FuncCallOp calls program 0, which calls itself"), (7, "program 7, but there are only 2")],
)
def test_binary_call_of_unknown_program_is_refused(number, message):
    with pytest.raises(BinaryError, match=f"program 'f': .*{message}"):
        runtime.load(calling("FuncCallOp", "program_id", number))


@pytest.mark.parametrize(
    ("activation", "function"),
    [
        ("relu", lambda x: np.maximum(x, 0)),
        ("sigmoid", lambda x: 1 / (1 + np.exp(-x))),
        ("silu", lambda x: x / (1 + np.exp(-x))),
        ("tanh", np.tanh),
    ],
)
def test_fused_activation_of_2026_08_matmul_is_applied(activation, function):
    data = changed(current_of("matmul"), "MatmulOp", activation=activation)
    binary = runtime.load(data)
    rng = np.random.default_rng(7)
    shapes = [each.desc.shape for each in binary.programs[0].inputs]
    a, b = (rng.integers(-2, 3, shape).astype("f4") / 4 for shape in shapes)
    (found,) = binary.run([a, b])
    assert found.shape == (a @ b).shape
    np.testing.assert_allclose(found, function((a @ b).astype("f8")), rtol=1e-5, atol=1e-6)
    assert (found < 0).any() == (activation not in ("relu", "sigmoid"))


@pytest.mark.parametrize(
    ("name", "op", "fields", "message"),
    [
        ("matmul", "MatmulOp", {"activation": "elu"}, "MatmulOp with the activation 'elu'"),
        ("add", "GetDeviceOp", {"offset": {"y": 1, "x": 0}}, "with an offset of 1x0"),
        ("conv2d", "Conv2dOp", {"padding": [1, 0, 1]}, r"with padding = \[1, 0, 1\]"),
    ],
)
def test_binary_operation_without_2025_02_counterpart_is_refused_by_name(name, op, fields, message):
    data = changed(current_of(name), op, **fields)
    with pytest.raises(
        BinaryError, match=f"program 'f': operation .*{message}.* has no counterpart"
    ):
        runtime.load(data)


def test_binary_of_unknown_schema_is_refused():
    data = bytearray(compiled("add"))
    root = 4 + struct.unpack_from("<I", data, 4)[0]
    vtable = root - struct.unpack_from("<i", data, root)[0]
    struct.pack_into("<H", data, vtable, 4 + 2 * 9)
    with pytest.raises(
        BinaryError,
        match="has 9 fields: this is not a file of 2025-02, 2026-08, 2026-09, 2026-10-19 or 2026-10",
    ):
        runtime.load(bytes(data))


def test_ttmetal_binary_of_2026_08_is_refused():
    fields = 7
    vtable = struct.pack(
        f"<HH{fields}H", 4 + 2 * fields, 4 + 4 * fields, *range(4, 4 * fields + 4, 4)
    )
    root = 8 + len(vtable)
    data = (
        struct.pack("<I4s", root, b"TTM0")
        + vtable
        + struct.pack("<i", len(vtable))
        + bytes(4 * fields)
    )
    with pytest.raises(
        BinaryError, match="TTMetal's of 2026-08 or 2026-09 or 2026-10-19 or 2026-10 are not read"
    ):
        revision_of("TTMetal/binary.fbs", struct.pack("<I", len(data)) + data)


def test_damaged_binary_of_2026_08_is_refused():
    data, rng = convert(TTNN, compiled("slice"), "2026-08"), random.Random(5)
    for _ in range(60):
        damaged = bytearray(data)
        for _ in range(rng.randint(1, 4)):
            damaged[rng.randrange(len(damaged))] = rng.choice((0, 1, 255, rng.randrange(256)))
        try:
            for program in runtime.load(bytes(damaged)).programs:
                assert program.operations is not None
        except (BinaryError, SimulationError):
            continue


@pytest.mark.parametrize("board", ["n150", "n300", "p150"])
def test_system_desc_file_of_2026_08_is_read(board: str):
    pinned = read_system_desc(write_board(board))
    current = convert(SYSTEM, write_board(board), "2026-08")
    found = read_system_desc(current)
    assert revision_of(SYSTEM, current) == "2026-08"
    assert [each.grid for each in found.chipDescs] == [each.grid for each in pinned.chipDescs]
    assert found.chipCapabilities == pinned.chipCapabilities
    workers = [each.chipPhysicalCores.worker[0] for each in found.chipDescs]
    assert workers == [each.chipPhysicalCores.worker[0] for each in pinned.chipDescs]
    assert [len(each.chipPhysicalCores.dram) for each in found.chipDescs] == [
        each.numDramChannels for each in pinned.chipDescs
    ]


def test_tools_read_binaries_of_2026_08(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.ttnn").write_bytes(convert(TTNN, compiled("add"), "2026-08"))
    assert ttrt.main(["read", "--json", "x.ttnn"]) == 0
    assert '"schema_hash"' in capsys.readouterr().out
    assert ttrt.main(["read", "x.ttnn"]) == 0
    assert "EltwiseOp(Add)" in capsys.readouterr().out
    assert ttrt.main(["run", "x.ttnn", "--disable-golden"]) == 0


MESH = """
func.func @f(%a: tensor<32x32xf32>) -> tensor<16x32xf32> {
  %0 = tensor.empty() : tensor<16x32xf32>
  %1 = "ttir.mesh_shard"(%a, %0) <{shard_dims = array<i64: 0>, shard_direction = #tt.shard_direction<full_to_shard>, shard_shape = array<i64: 2, 1>, shard_type = #tt.shard_type<devices>}> : (tensor<32x32xf32>, tensor<16x32xf32>) -> tensor<16x32xf32>
  return %1 : tensor<16x32xf32>
}
"""


def test_revision_option_selects_written_binary(tmp_path, capsys):
    text, binary = tmp_path / "f.mlir", tmp_path / "f.ttnn"
    pipeline = "builtin.module(ttir-to-ttnn-backend-pipeline{mesh-shape=2,1})"
    for source, code in ((STEPS["zeros"], 0), (MESH, 1)):
        module = ttmlir_py.parse(source)
        module.attributes["tt.system_desc"] = ttmlir_py.system_desc("n300")
        ttmlir_py.PassManager(pipeline if code else pipeline.replace("2,1", "1,1")).run(module)
        text.write_text(str(module))
        flags = ["--ttnn-to-flatbuffer", "--tt-mlir=2026-08", "-o", str(binary), str(text)]
        assert tttranslate.run("tttranslate", flags) == code
        assert revision_of(TTNN, binary.read_bytes()) == "2026-08"
    error = capsys.readouterr().err
    assert "error: 'ttnn.get_device' op cannot be translated: GetDeviceOp of several dev" in error


def test_root_of_2026_08_binary_is_read_in_2025_02_form():
    root = read_internal(TTNN, convert(TTNN, compiled("add"), "2026-08"))
    assert "EltwiseOp" in [each.type_type for each in root.programs[0].operations]
    assert root.programs[0].debug_info.mlir.name == "ttnn"


HASH = "0e7c" * 16


@pytest.fixture
def later(tmp_path: Path) -> Iterator[str]:
    """Register a revision of binaries that differs from 2026-08 as October's does.

    A new operation comes first in the union, so all others have other numbers, and a table has a
    new field before others.
    """
    text = Path(FOLDER, "2026-08", "TTNN", "program.fbs").read_text()
    (union,) = re.findall(r"union OpType \{.*?\}", text, re.DOTALL)
    (table,) = re.findall(r"table EltwiseBinaryOp \{.*?\}", text, re.DOTALL)
    union = union.replace("{", "{ FirstOp,", 1)
    table = table.replace("{", "{ activations: [string];", 1)
    schema = tmp_path / "schemas" / "TTNN" / "binary.fbs"
    schema.parent.mkdir(parents=True)
    schema.write_text(
        f"""include "2026-08/TTNN/binary.fbs";
namespace tt.target.ttnn;
table FirstOp {{ out: TensorRef; }}
{table}
{union}
root_type TTNNBinary;
file_identifier "TTNN";
"""
    )
    name = f"2027-01-{tmp_path.name}"
    revisions.register(
        Revision(
            id=name,
            since="2027-01-01",
            until="2027-01-31",
            base="2026-08",
            schemas=str(schema.parent.parent),
            root_fields={TTNN: 6},
            schema_hashes={TTNN: (HASH,)},
        )
    )
    yield name
    revisions.unregister(name)


def contents(revision: str, data: bytes) -> dict:
    """Return the contents of a binary of the given revision."""
    return read(load_schema(f"{REGISTRY[revision].schemas}/{TTNN}"), data).as_dict(raw_bytes=True)


def test_convert_to_a_registered_revision_and_back_is_the_identity(later: str):
    august = convert(TTNN, compiled("add"), "2026-08")
    data = convert(TTNN, compiled("add"), later)
    assert (revision_of(TTNN, august), revision_of(TTNN, data)) == ("2026-08", later)
    assert contents("2026-08", convert(TTNN, data, "2026-08")) == contents("2026-08", august)
    assert contents(later, data)["schema_hash"] == HASH
    numbers = [
        load_schema(f"{REGISTRY[each].schemas}/{TTNN}")
        .types["tt.target.ttnn.OpType"]
        .tag.values["EltwiseBinaryOp"]
        for each in ("2026-08", later)
    ]
    assert numbers[1] == numbers[0] + 1


def test_load_of_a_registered_revision_runs(later: str):
    data = convert(TTNN, compiled("add"), later)
    shapes = [each.desc.shape for each in runtime.load(data).programs[0].inputs]
    a, b = (np.arange(np.prod(shape), dtype="f4").reshape(shape) for shape in shapes)
    (found,) = runtime.load(data).run([a, b])
    np.testing.assert_array_equal(found, a + b)


def rewritten(later: str, **fields: object) -> bytes:
    """Return a binary of the later revision whose addition has other fields."""
    schema = load_schema(f"{REGISTRY[later].schemas}/{TTNN}")
    root = read(schema, convert(TTNN, compiled("add"), later)).as_dict(raw_bytes=True)
    for operation in root["programs"][0]["operations"]:
        if operation["type_type"] == "EltwiseBinaryOp":
            operation["type"].update(fields)
    return write(schema, tagged(root))


def test_load_of_a_field_that_the_base_lacks_is_refused(later: str):
    with pytest.raises(
        BinaryError, match=r"with activations = \['relu'\] has no counterpart in 2025-02"
    ):
        runtime.load(rewritten(later, activations=["relu"]))
    assert runtime.load(rewritten(later, activations=[])).programs


def test_load_of_an_unknown_schema_hash_names_known_hashes(
    later: str, monkeypatch: pytest.MonkeyPatch
):
    data = convert(TTNN, compiled("add"), later).replace(HASH.encode(), b"f" * 64)
    assert revision_of(TTNN, data) == "2026-08"
    monkeypatch.setitem(
        REGISTRY, "2026-08", REGISTRY["2026-08"]._replace(schema_hashes={TTNN: ("19c8" * 16,)})
    )
    with pytest.raises(BinaryError, match=f"unknown schema hash 'ffff.*known are.*{HASH}"):
        runtime.load(data)


def test_read_of_a_binary_with_the_numbers_of_another_revision_is_refused(tmp_path: Path):
    text = STEPS["add"]
    data = ttmlir_py.compile(
        ttmlir_py.parse(text, context=ttmlir_py.create_context(revision="2026-08"))
    )
    changed = data.replace(b'"ttnn.get_device"', b'"ttnn.deallocate"')
    assert changed != data
    message = (
        "operation #0 of program 'f' is 'ttnn.deallocate' in its own text, but GetDeviceOp in the "
        "schema of 2025-02: the schemas of the file are unknown, because its commit, 43297"
    )
    with pytest.raises(BinaryError, match=message):
        runtime.load(changed)
    path = tmp_path / "a.ttnn"
    path.write_bytes(changed)
    assert ttrt.main(["read", str(path)]) != 0


def test_read_of_a_binary_of_july_2025_names_dates_of_its_schema():
    vtable = struct.pack("<7H2x", 14, 8, 4, 0, 0, 0, 0)
    root = struct.pack("<ii", 16, 0)
    root_with_five_fields = struct.pack("<II4s", 32, 24, b"TTNN") + vtable + root
    with pytest.raises(
        BinaryError, match=r"5 fields, as from 2025-06-09 to .*it does not state a commit"
    ):
        revision_of(TTNN, root_with_five_fields)
