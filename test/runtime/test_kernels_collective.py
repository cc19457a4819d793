"""Collective operations on meshes: sharding, joining, gathering and reducing, compared with
definitions by device and index.
"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ttnn_builders import ProgramBuilder, run_one

import ttmlir_py
from ttmlir_py import runtime
from ttmlir_py.runtime.events import DebugHooks

DEVICE = {"global_id": 0}
meshes = st.tuples(st.integers(1, 3), st.integers(1, 4))


def numbers(*shape):
    return np.arange(np.prod(shape), dtype=np.float32).reshape(shape)


class MeshProgram(ProgramBuilder):
    """A program on one mesh, with methods that shard inputs and join results."""

    def __init__(self, rows, columns, chips=None):
        super().__init__()
        chips = list(range(rows * columns)) if chips is None else chips
        self.mesh = (rows, columns)
        self.add("GetDeviceOp", mesh={"y": rows, "x": columns}, chip_ids=chips, out=DEVICE)

    def shard(self, x, result, direction, kind="Devices", dims=(-1, -1), shards=()):
        out = self.ref(result, host=True)
        return self.add(
            "MeshShardOp",
            **{"in": x},
            out=out,
            device=DEVICE,
            shard_direction=direction,
            shard_type=kind,
            shard_dims=list(dims),
            shard_shape=list(shards),
        )

    def spread(self, shape, dims=(0, 1)):
        """Add an input that is sharded to the devices along `dims`; return the shard on the
        devices.
        """
        part = list(shape)
        for dim, count in zip(dims, self.mesh, strict=True):
            if dim >= 0:
                part[dim] //= count
        host = self.shard(self.input(shape, host=True), part, "FullToShardShape", dims=dims)
        return self.add("ToDeviceOp", **{"in": host}, device=DEVICE, out=self.ref(part))

    def collective(self, op_type, x, result, **fields):
        return self.add(op_type, **{"in": x}, device=DEVICE, out=self.ref(result), **fields)


def parts(x, rows, columns, dims):
    """Yield the shard of each device, row by row of the mesh, by slicing `x`."""
    for place in np.ndindex(rows, columns):
        index = [slice(None)] * x.ndim
        for dim, count, position in zip(dims, (rows, columns), place, strict=True):
            if dim >= 0:
                size = x.shape[dim] // count
                index[dim] = slice(position * size, (position + 1) * size)
        yield x[tuple(index)]


@given(meshes, st.sampled_from([(0, 1), (1, 0), (2, 0), (-1, 1), (0, -1)]), st.data())
def test_mesh_shards_are_placed_by_row_and_join_to_whole(mesh, dims, data):
    sizes = data.draw(st.tuples(*[st.integers(1, 3)] * 3))
    shape = [n * 12 for n in sizes]
    x = numbers(*shape)
    program = MeshProgram(*mesh)
    part = program.spread(shape, dims)
    expected = list(parts(x, *mesh, dims))
    got = run_one(program.output(part), [x])[0]
    np.testing.assert_array_equal(got.reshape(len(expected), *part["desc"]["shape"]), expected)

    back = program.add(
        "FromDeviceOp", **{"in": part}, out=program.ref(part["desc"]["shape"], host=True)
    )
    shards = [1, 1, 1]
    for dim, count in zip(dims, mesh, strict=True):
        if dim >= 0:
            shards[dim] = count
    program.outputs = [program.shard(back, shape, "ShardToFullShape", dims=dims, shards=shards)]
    np.testing.assert_array_equal(run_one(program, [x])[0], x)


@given(meshes, st.integers(-3, 2))
def test_all_gather_joins_devices_of_row(mesh, dim):
    rows, columns = mesh
    x = numbers(6, 24, 4)
    program = MeshProgram(rows, columns)
    part = program.spread(x.shape, (0, 1))
    shards = list(parts(x, rows, columns, (0, 1)))
    expected = [
        np.concatenate(shards[row * columns : (row + 1) * columns], axis=dim) for row in range(rows)
    ]
    gathered = program.collective("AllGatherOp", part, expected[0].shape, dim=dim % 2**32)
    got = run_one(program.output(gathered), [x])[0]
    if rows == 1:  # one row: all devices have the same values
        np.testing.assert_array_equal(got, expected[0])
    else:
        np.testing.assert_array_equal(got, np.repeat(expected, columns, axis=0))


@pytest.mark.parametrize(("math_op", "function"), [(0, np.sum), (2, np.max), (3, np.min)])
@given(mesh=meshes, dim=st.integers(-2, 1))
def test_reduce_scatter_matches_definition(mesh, dim, math_op, function):
    rows, columns = mesh
    x = np.random.default_rng(0).integers(-9, 9, (rows * 12, columns * 12)).astype(np.float32)
    program = MeshProgram(rows, columns)
    part = program.spread(x.shape, (0, 1))
    shards = np.array(list(parts(x, rows, columns, (0, 1)))).reshape(rows, columns, 12, 12)
    expected = []
    for row in shards:
        expected += np.split(function(row, axis=0), columns, axis=dim)
    fields = {"scatter_split_dim": dim % 2**32, "math_op": math_op}
    out = program.collective("ReduceScatterOp", part, expected[0].shape, **fields)
    got = run_one(program.output(out), [x])[0]
    np.testing.assert_array_equal(got.reshape(np.shape(expected)), expected)


def test_all_gather_of_empty_shards_gives_empty_tensor():
    program = MeshProgram(2, 2)
    part = program.spread((4, 0), (0, 1))
    gathered = program.collective("AllGatherOp", part, (2, 0), dim=1)
    assert run_one(program.output(gathered), [numbers(4, 0)])[0].size == 0


def test_replicated_mesh_tensors_share_one_value():
    seen = []
    program = MeshProgram(2, 4)
    x = program.input((2, 3), host=True)
    copies = program.shard(x, (2, 3), "FullToShardShape", "Replicate")
    program.output(program.shard(copies, (2, 3), "ShardToFullShape", "Replicate"))
    hooks = DebugHooks(after=lambda op, ins, out: out and seen.append(out.per_device))
    got = run_one(program, [numbers(2, 3)], hooks=hooks)
    np.testing.assert_array_equal(got[0], numbers(2, 3))
    assert seen == [False, False]


@given(meshes)
def test_mesh_devices_compute_different_values_from_different_operands(mesh):
    """One operand differs between the devices, the other does not."""
    x, bias = numbers(12, 12), numbers(1, 1)
    program = MeshProgram(*mesh)
    part = program.spread(x.shape)
    shape = part["desc"]["shape"]
    total = program.eltwise("Add", [part, program.input((1, 1))], program.ref(shape))
    largest = program.add(
        "ReductionOp", **{"in": total}, out=program.ref((1, 1)), type="Max", keep_dim=True
    )
    got = run_one(program.output(largest), [x, bias])[0].reshape(-1)
    assert got.tolist() == [p.max() for p in parts(x, *mesh, (0, 1))]


def test_block_format_rounding_does_not_mix_devices():
    x = np.float32([[1.0, 4096.0]])
    program = MeshProgram(1, 2)
    part = program.spread((1, 2))
    out = program.ref((1, 1), "BFP_BFloat4")
    program.output(program.add("TypecastOp", **{"in": part}, dtype="BFP_BFloat4", out=out))
    assert run_one(program, [x])[0].ravel().tolist() == [1.0, 4096.0]


ALL_REDUCE = """
func.func @forward(%x: tensor<64x128xf32>, %w: tensor<128x96xf32>) -> tensor<64x96xf32> {
  %0 = tensor.empty() : tensor<32x32xf32>
  %1 = "ttir.mesh_shard"(%x, %0) <{shard_dims = array<i64: 0, 1>, shard_direction = #tt.shard_direction<full_to_shard>,
    shard_shape = array<i64: 2, 4>, shard_type = #tt.shard_type<devices>}>
    : (tensor<64x128xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %2 = tensor.empty() : tensor<32x96xf32>
  %3 = "ttir.mesh_shard"(%w, %2) <{shard_dims = array<i64: -1, 0>, shard_direction = #tt.shard_direction<full_to_shard>,
    shard_shape = array<i64: 4, 1>, shard_type = #tt.shard_type<devices>}>
    : (tensor<128x96xf32>, tensor<32x96xf32>) -> tensor<32x96xf32>
  %4 = tensor.empty() : tensor<32x96xf32>
  %5 = "ttir.matmul"(%1, %3, %4) : (tensor<32x32xf32>, tensor<32x96xf32>, tensor<32x96xf32>) -> tensor<32x96xf32>
  %6 = tensor.empty() : tensor<32x96xf32>
  %7 = "ttir.all_reduce"(%5, %6) <{channel_handle = 1 : si32, dim = 1 : si32, reduce_type = #tt.reduce_type<sum>,
    replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}>
    : (tensor<32x96xf32>, tensor<32x96xf32>) -> tensor<32x96xf32>
  %8 = tensor.empty() : tensor<64x96xf32>
  %9 = "ttir.mesh_shard"(%7, %8) <{shard_dims = array<i64: 0, -1>, shard_direction = #tt.shard_direction<shard_to_full>,
    shard_shape = array<i64: 2, 1>, shard_type = #tt.shard_type<devices>}>
    : (tensor<32x96xf32>, tensor<64x96xf32>) -> tensor<64x96xf32>
  return %9 : tensor<64x96xf32>
}
"""


def test_matmul_split_over_eight_devices_equals_whole():
    pipeline = "ttir-to-ttnn-backend-pipeline{mesh-shape=2,4}"
    binary = runtime.load(ttmlir_py.compile(ALL_REDUCE, pipeline, system="t3000"))
    assert {"MeshShardOp", "ReduceScatterOp", "AllGatherOp"} <= set(binary.programs[0].labels())
    rng = np.random.default_rng(0)
    x, w = (rng.standard_normal(shape, np.float32) for shape in ((64, 128), (128, 96)))
    np.testing.assert_allclose(binary.run([x, w])[0], x @ w, rtol=1e-4, atol=1e-4)


def fails(message, program, *inputs, **options):
    with pytest.raises(runtime.SimulationError, match=message) as caught:
        run_one(program, list(inputs), **options)
    assert "\n" not in str(caught.value)


def test_invalid_mesh_is_refused():
    fails(r"GetDeviceOp\): a mesh of 2x4 needs 8 chips, the op names 1", MeshProgram(2, 4, [0]))
    fails(r"a mesh of 0x1 is empty", MeshProgram(0, 1))
    fails(r"a chip is named twice: \[3, 3\]", MeshProgram(1, 2, [3, 3]))


def sharded(dims=(0, 1), result=(2, 2), direction="FullToShardShape", kind="Devices", host=True):
    program = MeshProgram(2, 2)
    x = program.input((4, 4), host=host)
    return program.output(program.shard(x, result, direction, kind, dims, (2, 2)))


def test_invalid_mesh_shard_is_refused():
    x = numbers(4, 4)
    fails("the result is 2x2, its descriptor says 4x4", sharded(result=(4, 4)), x)
    fails("cannot shard a tensor of rank 2 along dimensions", sharded(dims=(0, 2)), x)
    fails("cannot shard a tensor of rank 2 along dimensions", sharded(dims=(-1, -1)), x)
    fails("'shard_dims' needs 2 values", sharded(dims=(0,)), x)
    fails("shard type Manual is neither", sharded(kind="Manual"), x)
    fails("tensor 1 is on a device", sharded(host=False), x)
    both = sharded(direction="ShardToFullShape", dims=(1, 1), result=(8, 8))
    fails("both joined along dimension 1", both, x)
    program = MeshProgram(2, 3)
    program.output(
        program.shard(program.input((4, 4), host=True), (2, 1), "FullToShardShape", dims=(0, 1))
    )
    fails("3 devices do not divide 4 elements", program, x)


def test_invalid_collective_is_refused():
    program = MeshProgram(1, 2)
    program.output(program.collective("AllGatherOp", program.spread((4, 4)), (4, 5), dim=1))
    fails("the result is 4x4, its descriptor says 4x5", program, numbers(4, 4))
    program = MeshProgram(1, 2)
    part = program.spread((4, 4))
    program.output(
        program.collective("ReduceScatterOp", part, (4, 1), scatter_split_dim=1, math_op=1)
    )
    fails("reduction 1 is neither", program, numbers(4, 4))
    program = ProgramBuilder()
    program.add("AllGatherOp", **{"in": program.input((2,))}, out=program.ref((2,)), dim=0)
    fails("names no device", program, numbers(2))
    program = ProgramBuilder()
    program.add(
        "AllGatherOp", **{"in": program.input((2,))}, out=program.ref((2,)), device=DEVICE, dim=0
    )
    fails("device 0 is not defined", program, numbers(2))


def test_mesh_tensors_count_against_memory_limit():
    program = MeshProgram(1, 8)
    part = program.spread((64, 1024), (-1, 0))
    program.output(part)
    fails("raise the memory limit", program, numbers(64, 1024), memory_limit=600_000)
    run_one(program, [numbers(64, 1024)], memory_limit=800_000)
