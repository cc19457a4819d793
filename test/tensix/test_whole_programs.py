"""Tests of whole compiled programs: addresses of buffers, commands and their cores, and results.

`test_moved_tensors.py` has programs that only move data, and a sum of the shards of 64 cores;
`test_faulty_kernels.py` has faulty kernels.
"""

from dataclasses import dataclass

import ml_dtypes
import numpy as np
import pytest
from multicast_matmul import MulticastMatmul

from ttmlir_py.compiler import compile
from ttmlir_py.schemas import load_schema, read
from ttmlir_py.tensix import load

pytestmark = pytest.mark.slow

PIPELINE = ("ttir-to-ttmetal-backend-pipeline", "ttmetal-to-flatbuffer")
TYPES = {"f32": np.float32, "bf16": ml_dtypes.bfloat16}


def tensor(rows, columns, element, grid=""):
    """Return the type of a tensor of scalars in L1. Without a grid, it has no layout."""
    if not grid:
        return f"tensor<{rows}x{columns}x{element}>"
    across, along = map(int, grid.split("x"))
    shard = f"{rows // across}x{columns // along}x{element}"
    layout = f"#tt.metal_layout<(d0, d1) -> (d0, d1), undef, <{grid}>, memref<{shard}, #tt.memory_space<l1>>>"
    return f"tensor<{rows}x{columns}x{element}, {layout}>"


def function(inputs, result, *ops):
    """Return a function of ops, each given as name, operands, result type, and optional
    attributes.
    """
    arguments = ", ".join(f"%{name}: {type_}" for name, type_ in inputs.items())
    known, lines = dict(inputs), list[str]()
    for number, (name, operands, type_, attributes) in enumerate(ops):
        types = ", ".join(known[each] for each in operands)
        named = ", ".join(f"%{each}" for each in operands)
        shown = attributes or f"operandSegmentSizes = array<i32: {len(operands)}, 1>"
        lines += [
            f"%e{number} = tensor.empty() : {type_}",
            f'%r{number} = "ttir.{name}"({named}, %e{number}) <{{{shown}}}> : ({types}, {type_}) -> {type_}',
        ]
        known[f"r{number}"] = type_
    body = "\n".join(lines)
    return (
        f"func.func @f({arguments}) -> {result} {{\n{body}\nreturn %r{len(ops) - 1} : {result}\n}}"
    )


@dataclass
class Compiled:
    """A binary of one program."""

    data: bytes

    @classmethod
    def of(cls, text):
        return cls(compile(text, *PIPELINE))

    def run(self, *arrays):
        """Return the results, after checking that lockstep and core-by-core runs agree."""
        (together,), (alone,) = (
            load(self.data).run(list(arrays), lockstep=each) for each in (True, False)
        )
        assert together.tobytes() == alone.tobytes()
        return together

    @property
    def _program(self):
        (program,) = read(load_schema("TTMetal/binary.fbs"), self.data).as_dict()["programs"]
        return program["device_programs"][0]

    def commands(self, kind):
        """Return the fields of the commands of a kind."""
        (queue,) = self._program["command_queues"]
        return [each["type"] for each in queue["commands"] if each["type_type"] == kind]

    @property
    def addresses(self):
        """Return the addresses of the arguments, then of the buffers in order of creation."""
        buffers = [each["ref"]["address"] for each in self.commands("CreateBufferCommand")]
        return [each["address"] for each in self._program["inputs"]], buffers

    @property
    def kernels(self):
        """Return the kernels of each program: thread, and y, x, height and width of its cores."""
        return [
            [
                (
                    each["kernel"]["config_type"],
                    *((c := each["core_range_set"][0])["loc"].values()),
                    *c["size"].values(),
                )
                for each in command["program"]["kernels"]
            ]
            for command in self.commands("EnqueueProgramCommand")
        ]


def test_sum_on_one_core_uses_one_buffer_per_step_and_matches_numpy():
    """Both arguments become tiles and are added, and the sum becomes rows again."""
    type_ = tensor(64, 128, "f32")
    program = Compiled.of(function({"a": type_, "b": type_}, type_, ("add", "ab", type_, "")))
    assert program.addresses == ([1024, 33792], [66560, 99328, 132096, 164864])
    alone = (0, 0, 1, 1)
    tensix, noc = ("TensixConfig", *alone), ("NocConfig", *alone)
    assert program.kernels == [[tensix], [tensix], [tensix, noc], [tensix]]
    a, b = np.random.default_rng(0).standard_normal((2, 64, 128)).astype(np.float32)
    assert np.array_equal(program.run(a, b), a + b)


def test_chain_on_64_cores_uses_no_network():
    """Each core computes its own shard, so that no data is sent over the network."""
    type_ = tensor(512, 256, "bf16", "8x8")
    ops = [("add", "ab", type_, ""), ("exp", ["r0"], type_, "")]
    program = Compiled.of(function({"a": type_, "b": type_}, type_, *ops))
    assert program.addresses == ([1024, 5120], [9216, 13312, 17408, 21504, 25600])
    assert [kernels[0] for kernels in program.kernels] == [("TensixConfig", 0, 0, 8, 8)] * 5
    assert "noc_async" not in str(program.commands("EnqueueProgramCommand"))
    a, b = np.random.default_rng(0).uniform(-2, 2, (2, 512, 256)).astype(TYPES["bf16"])
    expected = np.exp((a + b).astype(np.float32)).astype(TYPES["bf16"])
    assert np.array_equal(program.run(a, b), expected)


@pytest.mark.parametrize("grid", ["1x1", "4x4"])
def test_division_by_reused_operand_with_constant_matches_numpy(grid):
    """b stays unchanged, and the host writes the constant, in (a / b * 3) max b."""
    type_ = tensor(128, 128, "f32", grid)
    text = function(
        {"a": type_, "b": type_, "three": type_},
        type_,
        ("div", "ab", type_, ""),
        ("multiply", ["r0", "three"], type_, ""),
        ("maximum", ["r1", "b"], type_, ""),
    )
    constant = (
        f'%three = "ttir.constant"() <{{value = dense<3.0> : tensor<128x128xf32>}}> : () -> {type_}'
    )
    text = text.replace(f", %three: {type_}", "", 1).replace("{\n", f"{{\n{constant}\n", 1)
    program = Compiled.of(text)
    assert len(program.commands("EnqueueWriteBufferCommand")) == 1
    a, b = np.random.default_rng(0).uniform(0.5, 2, (2, 128, 128)).astype(np.float32)
    np.testing.assert_allclose(program.run(a, b), np.maximum(a / b * 3, b), rtol=1e-6)


@pytest.mark.parametrize(
    ("dims", "grid", "shape", "stream"),
    [
        ("-1", "4x1", (256, 32), (2, 12)),
        ("-2", "1x4", (32, 384), (8, 3)),
        ("-1, -2", "1x1", (32, 32), (8, 12)),
    ],
)
def test_sum_of_16_shards_on_one_core_matches_numpy(dims, grid, shape, stream):
    """The cores of the result's grid get the tiles of all needed shards, at addresses after the
    argument.
    """
    given, result = tensor(256, 384, "f32", "4x4"), tensor(*shape, "f32", grid)
    listed = ", ".join(f"{dim} : i32" for dim in dims.split(","))
    op = ("sum", "a", result, f"dim_arg = [{listed}], keep_dim = true")
    program = Compiled.of(function({"a": given}, result, op))
    (_, compute, _) = program.commands("EnqueueProgramCommand")
    buffer = compute["program"]["kernels"][0]["cbs"][0]
    assert buffer["address"] == 25600
    assert tuple(buffer["desc"]["memory_desc"]["shape"]) == stream
    a = np.random.default_rng(0).integers(-8, 8, (256, 384)).astype(np.float32)
    axes = tuple(int(dim) for dim in dims.split(","))
    expected = a.sum(axes, keepdims=True)
    assert np.array_equal(program.run(a)[tuple(map(slice, expected.shape))], expected)


@pytest.mark.parametrize("name", ["sum", "max", "mean"])
@pytest.mark.parametrize("size", [32, 128])
def test_compiled_reduction_of_one_or_many_tiles_matches_numpy(name, size):
    given, result = tensor(size, size, "bf16"), tensor(size, 32, "bf16")
    op = (name, "a", result, "dim_arg = [-1 : i32], keep_dim = true")
    a = np.random.default_rng(0).integers(-8, 8, (size, size)).astype(TYPES["bf16"])
    got = Compiled.of(function({"a": given}, result, op)).run(a)
    expected = getattr(np, name)(a.astype(np.float64), -1)
    assert np.array_equal(got[:, 0], expected.astype(TYPES["bf16"]))


def test_handwritten_multicast_matmul_matches_numpy():
    """The kernels of each row and column multicast their tiles in an order given by semaphores."""
    product = MulticastMatmul(1, 8, 1)
    a, b = (np.random.default_rng(0).integers(-8, 8, (256, 256)).astype(np.float32) for _ in "ab")
    assert np.array_equal(product.run(a, b), a @ b)
