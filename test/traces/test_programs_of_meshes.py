"""Tests that programs made from traces of several devices, saved and loaded, compute the same
bits.
"""

import numpy as np
import pytest
from test_kernels_collective import DEVICE, MeshProgram
from test_programs_in_ttir import bits, inputs_of, traced
from ttnn_builders import binary_bytes

import ttmlir_py
from ttmlir_py import runtime
from ttmlir_py.compiler import translate
from ttmlir_py.traces.errors import TraceError
from ttmlir_py.traces.operation import load

SHARD = (
    "shard_direction = #tt.shard_direction<{}>, shard_shape = array<i64: {}>, "
    "shard_type = #tt.shard_type<devices>"
)
MATMUL = """
func.func @forward(%x: tensor<64x128xf32>, %w: tensor<128x96xf32>) -> tensor<64x96xf32> {{
  %0 = tensor.empty() : tensor<32x32xf32>
  %1 = "ttir.mesh_shard"(%x, %0) <{{shard_dims = array<i64: 0, 1>, {both}}}> : (tensor<64x128xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %2 = tensor.empty() : tensor<32x96xf32>
  %3 = "ttir.mesh_shard"(%w, %2) <{{shard_dims = array<i64: -1, 0>, {columns}}}> : (tensor<128x96xf32>, tensor<32x96xf32>) -> tensor<32x96xf32>
  %4 = tensor.empty() : tensor<32x96xf32>
  %5 = "ttir.matmul"(%1, %3, %4) : (tensor<32x32xf32>, tensor<32x96xf32>, tensor<32x96xf32>) -> tensor<32x96xf32>
  %6 = tensor.empty() : tensor<32x96xf32>
  %7 = "ttir.all_reduce"(%5, %6) <{{dim = 1 : si32, reduce_type = #tt.reduce_type<{reduction}>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>}}> : (tensor<32x96xf32>, tensor<32x96xf32>) -> tensor<32x96xf32>
  %8 = tensor.empty() : tensor<64x96xf32>
  %9 = "ttir.mesh_shard"(%7, %8) <{{shard_dims = array<i64: 0, -1>, {rows}}}> : (tensor<32x96xf32>, tensor<64x96xf32>) -> tensor<64x96xf32>
  return %9 : tensor<64x96xf32>
}}
"""
GATHER = """
func.func @gathered(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {{
  %0 = tensor.empty() : tensor<4x16xf32>
  %1 = "ttir.mesh_shard"(%x, %0) <{{shard_dims = array<i64: 0, 1>, {both}}}> : (tensor<8x64xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  %2 = tensor.empty() : tensor<4x64xf32>
  %3 = "ttir.all_gather"(%1, %2) <{{dim = 1 : si32}}> : (tensor<4x16xf32>, tensor<4x64xf32>) -> tensor<4x64xf32>
  %4 = tensor.empty() : tensor<8x64xf32>
  %5 = "ttir.mesh_shard"(%3, %4) <{{shard_dims = array<i64: 0, -1>, {rows}}}> : (tensor<4x64xf32>, tensor<8x64xf32>) -> tensor<8x64xf32>
  return %5 : tensor<8x64xf32>
}}
"""


def compiled(text, reduction=""):
    """Return the binary for the eight chips of a t3000."""
    shards = {
        "both": SHARD.format("full_to_shard", "2, 4"),
        "columns": SHARD.format("full_to_shard", "4, 1"),
        "rows": SHARD.format("shard_to_full", "2, 1"),
    }
    source = text.format(**shards, reduction=reduction)
    pipeline = "ttir-to-ttnn-backend-pipeline{mesh-shape=2,4}"
    return runtime.load(ttmlir_py.compile(source, pipeline, system="t3000"))


@pytest.mark.parametrize(("text", "reduction"), [(MATMUL, "sum"), (MATMUL, "max"), (GATHER, "")])
def test_program_from_mesh_trace_computes_same_bits(text, reduction, tmp_path):
    binary = compiled(text, reduction)
    inputs, outputs, graph = traced(binary)
    graph.save(tmp_path / "trace.fb")
    saved = load(tmp_path / "trace.fb")
    for nested in ("top", "leaves"):
        again = translate(saved.to_mlir(nested=nested), "ttnn-to-flatbuffer")
        assert bits(runtime.load(again).run(inputs)) == bits(outputs)
        program = saved.to_mlir(nested=nested, dialect="ttir")
        names = [op.name for op in program.walk()]
        assert names.count("ttir.all_reduce") == bool(reduction)
        assert names.count("ttir.all_gather") == (not reduction)
        again = runtime.load(ttmlir_py.compile(str(program)))
        assert bits(again.run(inputs)) == bits(outputs)


def test_trace_of_mesh_reduction_without_gather_has_no_ttir():
    program = MeshProgram(1, 2)
    whole, size = program.input((1, 1, 32, 64), host=True), (1, 1, 32, 32)
    host = program.shard(whole, size, "FullToShardShape", dims=(-1, 3), shards=(1, 1, 1, 2))
    part = program.add("ToDeviceOp", **{"in": host}, device=DEVICE, out=program.ref(size))
    scattered = program.collective(
        "ReduceScatterOp", part, (1, 1, 32, 16), scatter_split_dim=3, math_op=0
    )
    binary = runtime.load(binary_bytes(program.output(scattered)))
    _, outputs, graph = traced(binary)
    again = runtime.load(translate(graph.to_mlir(), "ttnn-to-flatbuffer"))
    assert bits(again.run(inputs_of(binary))) == bits(outputs)
    assert not np.array_equal(outputs[0][0], outputs[0][1])
    with pytest.raises(
        TraceError, match=r"'reduce_scatter' has no form in TTIR: 'ttnn\.reduce_scatter' is"
    ):
        graph.to_mlir(dialect="ttir")
