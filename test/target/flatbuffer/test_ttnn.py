"""Tests of binaries of TTNN modules."""

import json
import re
import shutil
import subprocess

import pytest
from ttnn_programs import CONFIG, IDENTITY, ttnn_module
from xdsl.dialects.builtin import StringAttr

from ttmlir_py.compiler import parse
from ttmlir_py.dialects import ttnn
from ttmlir_py.dialects.tt.enums import DataType
from ttmlir_py.dialects.tt.layout import GridAttr
from ttmlir_py.dialects.tt.system import SystemDescAttr
from ttmlir_py.dialects.ttnn.interfaces import ElementwiseOp
from ttmlir_py.ir.affine import constant, dim, floordiv, make_map, mod, mul
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.schemas import load_schema, read
from ttmlir_py.schemas.schema import FOLDER
from ttmlir_py.target.flatbuffer.goldens import GoldenTensor
from ttmlir_py.target.flatbuffer.ops import SERIALIZERS, operation_table, ttnn_schema
from ttmlir_py.target.flatbuffer.ttnn import translate
from ttmlir_py.target.flatbuffer.types import core_ranges

pytestmark = pytest.mark.slow

SCHEMA = load_schema("TTNN/binary.fbs")


def translated(module, **options):
    return read(SCHEMA, translate(module, **options))


def short(value):
    """Return a table as a dict, with tensors and devices replaced by their ids."""
    if isinstance(value, list):
        return [short(each) for each in value]
    if not isinstance(value, dict):
        return value
    if "global_id" in value:
        return value["global_id"]
    return {name: short(each) for name, each in value.items()}


# Operation of the function body, name of its table, fields of the table. The tensors %x, %y and %o
# have the numbers 1, 2 and 3. A result that is not written to %o has the number 4.
CASES = [
    ('"ttnn.softmax"(%x) <{dimension = -1 : si32}> : (!t) -> !t', "SoftmaxOp", {"in": 1, "out": 4, "dimension": -1}),
    ('"ttnn.add"(%x, %y, %o) <{operandSegmentSizes = array<i32: 2, 1>}> : (!t, !t, !t) -> !t', "EltwiseOp", {"type": "Add", "ins": [1, 2], "out": 3, "params_type": "NONE"}),
    ('"ttnn.where"(%x, %y, %x, %o) <{operandSegmentSizes = array<i32: 3, 1>}> : (!t, !t, !t, !t) -> !t', "EltwiseOp", {"type": "Where", "ins": [1, 2, 1], "out": 3, "params_type": "NONE"}),
    ('"ttnn.leaky_relu"(%x, %o) <{operandSegmentSizes = array<i32: 1, 1>, parameter = 0.5 : f32}> : (!t, !t) -> !t', "EltwiseOp", {"type": "LeakyRelu", "ins": [1], "out": 3, "params_type": "EltwiseOpWithFloatParams", "params": {"parameter": 0.5}}),
    ('"ttnn.clamp"(%x) <{max = 3.0 : f32, min = 2.0 : f32}> : (!t) -> !t', "EltwiseOp", {"type": "Clamp", "ins": [1], "out": 4, "params_type": "ClampOpParams", "params": {"min": 2.0, "max": 3.0}}),
    ('"ttnn.scatter"(%x, %y, %o) <{operandSegmentSizes = array<i32: 2, 1>}> : (!t, !t, !t) -> !t', "EltwiseOp", {"type": "Scatter", "ins": [1, 2], "out": 3, "params_type": "NONE"}),
    ('"ttnn.to_memory_config"(%x) <{memory_config = MEMORY}> : (!t) -> !t', "ToMemoryConfigOp", {"in0": 1, "memcfg": CONFIG, "out": 4}),
    ('"ttnn.to_layout"(%x) <{layout = #ttnn.layout<row_major>}> : (!t) -> !t', "ToLayoutOp", {"in": 1, "layout": "RowMajor", "out": 4}),
    ('"ttnn.to_layout"(%x, %d) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = MEMORY}> : (!t, !d) -> !t', "ToLayoutOp", {"in": 1, "layout": "Tile", "dtype": "Float32", "memcfg": CONFIG, "device": 0, "out": 4}),
    ('"ttnn.to_dtype"(%x) <{dtype = #tt.supportedDataTypes<bfp_bf8>}> : (!t) -> !t', "ToDTypeOp", {"in": 1, "dtype": "BFP_BFloat8", "out": 4}),
    ('"ttnn.typecast"(%x) <{dtype = #tt.supportedDataTypes<u32>}> : (!t) -> !t', "TypecastOp", {"in": 1, "dtype": "UInt32", "out": 4}),
    ('"ttnn.to_device"(%x, %d) : (!t, !d) -> !t', "ToDeviceOp", {"in": 1, "device": 0, "out": 4}),
    ('"ttnn.to_device"(%x, %d) <{memory_config = MEMORY}> : (!t, !d) -> !t', "ToDeviceOp", {"in": 1, "device": 0, "memcfg": CONFIG, "out": 4}),
    ('"ttnn.from_device"(%x) : (!t) -> !t', "FromDeviceOp", {"in": 1, "out": 4}),
    ('"ttnn.full"(%d) <{fillValue = -1.5 : f32}> : (!d) -> !t', "FullOp", {"device": 0, "fill_value": -1.5, "num_shards": 1, "strategy": {"strategy_type": "NONE"}, "out": 4}),
    ('"ttnn.constant"(%d) <{value = dense<0.0> : tensor<64x128xbf16>}> : (!d) -> !t', "ConstantOp", {"device": 0, "input": [0] * 16384, "input_dtype": "BFloat16", "dtype": "BFloat16", "layout": "Tile", "memcfg": CONFIG, "out": 4}),
    ('"ttnn.zeros"() <{shape = #ttnn.shape<64x128>}> : () -> !t', "ZerosOp", {"shape": [64, 128], "out": 4}),
    ('"ttnn.ones"(%d) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, memory_config = MEMORY, shape = #ttnn.shape<64x128>}> : (!d) -> !t', "OnesOp", {"shape": [64, 128], "dtype": "BFloat16", "layout": "Tile", "device": 0, "memcfg": CONFIG, "out": 4}),
    ('"ttnn.arange"(%d) <{dtype = #tt.supportedDataTypes<bf16>, end = 32 : i64, start = -3 : i64, step = 2 : i64}> : (!d) -> !t', "ArangeOp", {"start": -3.0, "end": 32.0, "step": 2.0, "dtype": "BFloat16", "device": 0, "out": 4}),
    ('"ttnn.matmul"(%x, %y, %o) : (!t, !t, !t) -> !t', "MatmulOp", {"in0": 1, "in1": 2, "out": 3}),
    ('"ttnn.linear"(%x, %y, %o) : (!t, !t, !t) -> !t', "LinearOp", {"in0": 1, "in1": 2, "out": 3}),
    ('"ttnn.linear"(%x, %y, %x, %o) : (!t, !t, !t, !t) -> !t', "LinearOp", {"in0": 1, "in1": 2, "bias": 1, "out": 3}),
    ('"ttnn.sum"(%x) <{dim_arg = [1 : i32, -2 : i32], keep_dim = true}> : (!t) -> !t', "ReductionOp", {"type": "Sum", "in": 1, "out": 4, "dim_arg": [1, -2], "keep_dim": True}),
    ('"ttnn.mean"(%x) <{keep_dim = false}> : (!t) -> !t', "ReductionOp", {"type": "Mean", "in": 1, "out": 4, "keep_dim": False}),
    ('"ttnn.max"(%x) <{dim_arg = [0 : i32], keep_dim = true}> : (!t) -> !t', "ReductionOp", {"type": "Max", "in": 1, "out": 4, "dim_arg": [0], "keep_dim": True}),
    ('"ttnn.min"(%x) <{keep_dim = true}> : (!t) -> !t', "ReductionOp", {"type": "Min", "in": 1, "out": 4, "keep_dim": True}),
    ('"ttnn.prod"(%x) <{all_dimensions = true, dim_arg = -1 : i64, keep_dim = false}> : (!t) -> !t', "ReductionProdOp", {"in": 1, "out": 4, "all_dimensions": True, "dim_arg": -1, "keep_dim": False}),
    ('"ttnn.moreh_cumsum"(%x, %o) <{dim = 1 : i64}> : (!t, !t) -> !t', "MorehCumSumOp", {"in": 1, "out": 3, "dim": 1}),
    ('"ttnn.transpose"(%x) <{dim0 = 0 : si32, dim1 = -1 : si32}> : (!t) -> !t', "TransposeOp", {"in": 1, "out": 4, "dim0": 0, "dim1": -1}),
    ('"ttnn.permute"(%x) <{memory_config = MEMORY, pad_value = 2.0 : f32, permutation = array<i64: 1, 0>}> : (!t) -> !t', "PermuteOp", {"in": 1, "permutation": [1, 0], "memory_config": CONFIG, "pad_value": 2.0, "out": 4}),
    ('"ttnn.permute"(%x) <{permutation = array<i64: 1, 0>}> : (!t) -> !t', "PermuteOp", {"in": 1, "permutation": [1, 0], "pad_value": 0.0, "out": 4}),
    ('"ttnn.concat"(%x, %y, %o) <{dim = -1 : si32}> : (!t, !t, !t) -> !t', "ConcatOp", {"inputs": [1, 2], "out": 3, "dim": -1}),
    ('"ttnn.reshape"(%x) <{shape = [64 : i32, 128 : i32]}> : (!t) -> !t', "ReshapeOp", {"in": 1, "out": 4, "shape": [64, 128]}),
    ('"ttnn.repeat"(%x) <{repeat_dims = #ttnn.shape<1x1>}> : (!t) -> !t', "RepeatOp", {"in": 1, "out": 4, "repeat_dims": [1, 1]}),
    ('"ttnn.repeat_interleave"(%x) <{dim = -2 : si32, repeats = 1 : ui32}> : (!t) -> !t', "RepeatInterleaveOp", {"input": 1, "out": 4, "repeats": 1, "dim": -2}),
    ('"ttnn.pad"(%x) <{padding = array<i32: 0, 1, 2, 3>, use_multicore = true, value = 1.0 : f32}> : (!t) -> !t', "PadOp", {"in": 1, "out": 4, "padding": [0, 1, 2, 3], "value": 1.0, "use_multicore": True}),
    ('"ttnn.slice"(%x, %o) <{begins = [0 : i32], ends = [64 : i32], step = [1 : i32]}> : (!t, !t) -> !t', "SliceOp", {"in": 1, "out": 3, "begins": [0], "ends": [64], "step": [1]}),
    ('"ttnn.embedding"(%x, %y, %o) : (!t, !t, !t) -> !t', "EmbeddingOp", {"input": 1, "weight": 2, "out": 3}),
    ('"ttnn.embedding_bw"(%x, %y, %x, %o) <{dtype = #tt.supportedDataTypes<bf16>}> : (!t, !t, !t, !t) -> !t', "EmbeddingBackwardOp", {"input": 1, "weight": 2, "in_grad": 1, "dtype": "BFloat16", "out": 3}),
    ('"ttnn.all_gather"(%x, %d) <{dim = -1 : si32, num_links = 1 : si32}> : (!t, !d) -> !t', "AllGatherOp", {"in": 1, "out": 4, "device": 0, "dim": 2**32 - 1, "num_links": 1}),
    ('"ttnn.reduce_scatter"(%x, %d) <{math_op = #tt.reduce_type<max>, num_links = 2 : si32, scatter_split_dim = 1 : si32}> : (!t, !d) -> !t', "ReduceScatterOp", {"in": 1, "out": 4, "device": 0, "scatter_split_dim": 1, "math_op": 2, "num_links": 2}),
    ('"ttnn.mesh_shard"(%x, %d) <{shard_dims = array<i64: 0, 1>, shard_direction = #tt.shard_direction<shard_to_full>, shard_shape = array<i64: 2, 4>, shard_type = #tt.shard_type<devices>}> : (!t, !d) -> !t', "MeshShardOp", {"in": 1, "out": 4, "device": 0, "shard_direction": "ShardToFullShape", "shard_type": "Devices", "shard_shape": [2, 4], "shard_dims": [0, 1]}),
    ('"ttnn.upsample"(%x) <{mode = "bilinear", scale_factor = 2 : si32}> : (!t) -> !t', "UpsampleOp", {"in": 1, "scale_factor_type": "UniformScale2D", "scale_factor": {"scale": 2}, "mode": "bilinear", "out": 4}),
    ('"ttnn.upsample"(%x) <{mode = "nearest", scale_factor = array<i32: 2, 3>}> : (!t) -> !t', "UpsampleOp", {"in": 1, "scale_factor_type": "NonUniformScale2D", "scale_factor": {"scale": [2, 3]}, "mode": "nearest", "out": 4}),
]  # fmt: skip

CONVOLUTION = {
    "in_channels": 1, "out_channels": 2, "batch_size": 3, "input_height": 4, "input_width": 5, "kernel_height": 6, "kernel_width": 7,
    "stride_height": 8, "stride_width": 9, "padding_height": 10, "padding_width": 11, "dilation_height": 12, "dilation_width": 13, "groups": 14,
}  # fmt: skip
POOLING = {
    "batch_size": 1, "input_height": 2, "input_width": 3, "channels": 4, "kernel_height": 5, "kernel_width": 6, "stride_height": 7, "stride_width": 8,
    "dilation_height": 9, "dilation_width": 10, "padding_height": 11, "padding_width": 12,
}  # fmt: skip
TRANSPOSED = {
    "kernel_size": [1, 2],
    "stride": [3, 4],
    "padding": [5, 6],
    "output_padding": [7, 8],
    "dilation": [9, 10],
}
SIZES = {
    "in_channels": 1,
    "out_channels": 2,
    "batch_size": 3,
    "input_height": 4,
    "input_width": 5,
    "groups": 6,
}


def properties(numbers, type_):
    return ", ".join(f"{name} = {number} : {type_}" for name, number in sorted(numbers.items()))


def arrays(lists):
    return ", ".join(
        f"{name} = array<i32: {', '.join(map(str, each))}>" for name, each in lists.items()
    )


CASES += [
    (
        f'"ttnn.conv2d"(%x, %y, %x, %o, %d) <{{{properties(CONVOLUTION, "i32")}}}> : (!t, !t, !t, !t, !d) -> !t',
        "Conv2dOp",
        {"input": 1, "weight": 2, "bias": 1, "out": 3, "device": 0, **CONVOLUTION},
    ),
    (
        f'"ttnn.conv_transpose2d"(%x, %y, %o, %d) <{{{properties(SIZES, "i32")}, {arrays(TRANSPOSED)}}}> : (!t, !t, !t, !d) -> !t',
        "ConvTranspose2dOp",
        {"input": 1, "weight": 2, "out": 3, "device": 0, **SIZES, **TRANSPOSED},
    ),
    (
        f'"ttnn.max_pool2d"(%x, %o, %d) <{{{properties(POOLING, "si32")}, ceil_mode = true}}> : (!t, !t, !d) -> !t',
        "MaxPool2dOp",
        {"in": 1, "out": 3, "device": 0, "ceil_mode": True, **POOLING},
    ),
]


@pytest.mark.parametrize(
    ("text", "table", "fields"), CASES, ids=[f"{c[1]}-{n}" for n, c in enumerate(CASES)]
)
def test_ttnn_operation_serializes_to_table_with_operands_and_attributes(text, table, fields):
    program = translated(ttnn_module(f"%r = {text}")).programs[0]
    operation = program.operations[-1]
    assert operation.type_type == table
    assert short(operation.type.as_dict()) == fields
    assert [each.global_id for each in program.outputs] == [fields["out"]]


@pytest.mark.parametrize(
    ("text", "table", "fields"),
    [
        ('"ttnn.deallocate"(%x) <{force = true}> : (!t) -> ()', "DeallocateOp", {"in": 1, "force": True}),
        ('"ttnn.update_cache"(%x, %y, %y) <{batch_offset = 3 : i32}> : (!t, !t, !t) -> ()', "UpdateCacheOp", {"cache": 1, "input": 2, "update_index": 2, "batch_offset": 3}),
        ('"ttnn.fill_cache"(%x, %y) <{batch_offset = 0 : i32}> : (!t, !t) -> ()', "FillCacheOp", {"cache": 1, "input": 2, "batch_offset": 0}),
    ],
)  # fmt: skip
def test_ttnn_operation_without_result_serializes_to_table_with_operands(text, table, fields):
    operations = translated(ttnn_module(f"{text}\n{IDENTITY}")).programs[0].operations
    assert operations[-2].type_type == table
    assert short(operations[-2].type.as_dict()) == fields


def test_get_device_and_empty_serialize_to_tables_with_device_and_shape():
    device, empty, _ = translated(ttnn_module()).programs[0].operations
    assert device.type.as_dict() == {
        "mesh": {"y": 1, "x": 1},
        "chip_ids": [0],
        "out": {"global_id": 0},
    }
    assert short(empty.type.as_dict()) == {
        "shape": [64, 128],
        "dtype": "BFloat16",
        "layout": "Tile",
        "num_shards": 1,
        "device": 0,
        "memcfg": CONFIG,
        "strategy": {"strategy_type": "NONE"},
        "out": 3,
    }


@pytest.mark.parametrize(
    ("mesh", "chips", "shards", "strategy"),
    [
        ("1x2", "3, 4", 2, {"strategy_type": "ShardTensor", "strategy": {"shard_dim": 1}}),
        ("2x2", "0, 1, 2, 3", 4, {"strategy_type": "ShardTensor2D", "strategy": {"shard_mesh": {"y": 2, "x": 2}}}),
    ],
)  # fmt: skip
def test_mesh_device_and_empty_serialize_with_chips_and_shard_strategy(
    mesh, chips, shards, strategy
):
    device, empty, _ = translated(ttnn_module(mesh=mesh, chips=chips)).programs[0].operations
    rows, columns = map(int, mesh.split("x"))
    assert device.type.mesh == (rows, columns)
    assert device.type.chip_ids.tolist() == [int(chip) for chip in chips.split(",")]
    assert device.type.out.global_id == int(chips.split(",")[0])
    assert empty.type.num_shards == shards
    assert empty.type.strategy.as_dict() == strategy


def test_every_ttnn_op_has_serializer():
    # The binary format has no table for these.
    without = {ttnn.AllocOp, ttnn.AllReduceOp}
    assert set(SERIALIZERS) == set(ttnn.TTNN.operations) - without


def test_every_elementwise_op_has_schema_type():
    types = ttnn_schema().types["tt.target.ttnn.EltwiseOpType"].values
    elementwise = [op for op in ttnn.TTNN.operations if issubclass(op, ElementwiseOp)]
    assert len(elementwise) > 40
    assert {op.__name__.removesuffix("Op") for op in elementwise} <= set(types)


def test_tensor_description_has_shape_and_layout():
    desc = translated(ttnn_module()).programs[0].inputs[0].desc
    assert desc.as_dict() == {
        "shape": [64, 128],
        "layout": {
            "oob_val": "Undef",
            "core_range_set": [{"loc": {"y": 0, "x": 0}, "size": {"y": 1, "x": 1}}],
            "memory_desc": {
                "shape": [2, 4],
                "tile_shape": {"y": 32, "x": 32},
                "data_type": "BFloat16",
                "memory_space": "DeviceDRAM",
                "memory_layout": "Interleaved",
                "size": 2 * 4 * 32 * 32 * 2,
            },
        },
    }


@pytest.mark.parametrize(
    ("layout", "grid", "shard", "case"),
    [
        ("height_sharded", "2x1", "1x4", "HeightSharded"),
        ("width_sharded", "1x4", "2x1", "WidthSharded"),
        ("block_sharded", "2x4", "1x1", "BlockSharded"),
    ],
)
def test_sharded_tensor_description_has_shards(layout, grid, shard, case):
    type_ = (
        f"tensor<64x128xbf16, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <{grid}>, "
        f"memref<{shard}x!tt.tile<32x32, bf16>, #ttnn.buffer_type<l1>>, <{layout}>>>"
    )
    config = f"#ttnn.memory_config<#ttnn.buffer_type<l1>, <<{shard}>>, <{layout}>>"
    body = f'%s = "ttnn.to_memory_config"(%x) <{{memory_config = {config}}}> : (!t) -> {type_}\n'
    operation = translated(ttnn_module(body + IDENTITY)).programs[0].operations[2].type
    sides = [int(side) for side in shard.split("x")]
    assert operation.memcfg.as_dict() == {
        "tensor_memory_layout": case,
        "buffer_type": "L1",
        "shard_spec": {"shard_shape": sides},
    }
    described = operation.out.desc.layout.as_dict()
    rows, columns = map(int, grid.split("x"))
    assert described["core_range_set"] == [
        {"loc": {"y": 0, "x": 0}, "size": {"y": rows, "x": columns}}
    ]
    memory = described["memory_desc"]
    assert memory["shape"] == sides
    assert memory["memory_layout"] == case
    assert memory["memory_space"] == "DeviceL1"
    assert memory["size"] == sides[0] * sides[1] * 32 * 32 * 2


def test_host_tensor_description_of_scalars_has_1x1_tiles():
    body = """
    %h = "ttnn.from_device"(%x) : (!t) -> tensor<64x128xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x128xf32, #ttnn.buffer_type<system_memory>>>>
    """ + IDENTITY  # fmt: skip
    out = translated(ttnn_module(body)).programs[0].operations[2].type.out
    assert out.desc.layout.memory_desc.as_dict() == {
        "shape": [64, 128],
        "tile_shape": {"y": 1, "x": 1},
        "data_type": "Float32",
        "memory_space": "System",
        "memory_layout": "None",
        "size": 64 * 128 * 4,
    }


def test_ttnn_tensors_of_equal_type_share_one_description():
    module = ttnn_module("\n".join(f"%a{n} = {CASES[0][0]}" for n in range(100)) + "\n" + IDENTITY)
    without_texts = translate(module)
    assert without_texts.count(b"<interleaved>") > 100
    # 103 operations, each with two texts of some 300 bytes and a few numbers.
    program = read(SCHEMA, without_texts).programs[0]
    texts = [program.debug_info.cpp, *(op.debug_info for op in program.operations)]
    size = len(without_texts) - sum(map(len, texts))
    assert size < 35_000


@pytest.mark.parametrize(
    ("shape", "mapping", "ranges"),
    [
        ((1, 1), None, [(0, 0, 1, 1)]),
        ((8, 8), None, [(0, 0, 8, 8)]),
        ((2, 3), None, [(0, 0, 2, 3)]),
        (
            (1, 10),
            (floordiv(dim(1), constant(8)), mod(dim(1), constant(8))),
            [(0, 0, 1, 8), (1, 0, 1, 2)],
        ),
        ((16, 1), (floordiv(dim(0), constant(8)), mod(dim(0), constant(8))), [(0, 0, 2, 8)]),
        ((3, 1), (mul(dim(0), constant(2)), dim(1)), [(0, 0, 1, 1), (2, 0, 1, 1), (4, 0, 1, 1)]),
    ],
)
def test_tensor_description_core_ranges_cover_grid(shape, mapping, ranges):
    device = GridAttr((8, 8), make_map(2, constant(0), dim(0), dim(1)))
    grid = GridAttr(shape, make_map(2, constant(0), *mapping)) if mapping else GridAttr(shape)
    expected = [{"loc": {"y": y, "x": x}, "size": {"y": h, "x": w}} for y, x, h, w in ranges]
    assert core_ranges(grid, device) == expected


def test_ttnn_binary_stores_operation_texts_and_locations():
    operation = translated(ttnn_module()).programs[0].operations[2]
    assert re.fullmatch(
        r'%2 = "ttnn\.softmax"\(%arg0\) <\{dimension = 1 : si32\}> : '
        r"\(tensor<64x128xbf16, #ttnn\.ttnn_layout<.*>>\) -> tensor<.*> loc\(\"test\.mlir\":\d+:\d+\)",
        operation.debug_info,
    )
    assert operation.debug_info.endswith(operation.loc_info)
    assert operation.loc_info.startswith('loc("test.mlir":')


def test_ttnn_binary_debug_info_has_module_text():
    module = ttnn_module()
    golden = GoldenTensor("add", [2], [1], DataType.Float32, b"\0" * 8)
    root = translated(
        module, golden_map={"loc(a)": golden}, stages=[("Canonicalizer", "module {}")]
    )
    info = root.programs[0].debug_info.as_dict()
    assert info["mlir"]["name"] == "ttnn"
    again = parse(info["mlir"]["source"], verify=False)
    assert translated(again).programs[0].operations[2].loc_info.startswith('loc("test.mlir":')
    assert info["mlir_stages"] == [{"name": "Canonicalizer", "source": "module {}"}]
    assert info["golden_info"]["golden_map"] == [
        {
            "key": "loc(a)",
            "value": {
                "name": "add",
                "shape": [2],
                "stride": [1],
                "dtype": "Float32",
                "data": [0] * 8,
            },
        }
    ]


def test_ttnn_binary_debug_info_has_cpp_text():
    module = ttnn_module()
    before = str(module)
    assert translated(module).programs[0].debug_info.cpp == (
        """#include "ttnn-precompiled.hpp"
ttnn::Tensor f(ttnn::Tensor v1, ttnn::Tensor v2) {
  ttnn::IDevice* v3 = ttnn::DeviceGetter::getInstance();
  ttnn::Shape v4 = ttnn::Shape({64, 128});
  ttnn::MemoryConfig v5 = ttnn::MemoryConfig(ttnn::TensorMemoryLayout::INTERLEAVED, ttnn::BufferType::DRAM);
  ttnn::Tensor v6 = ttnn::empty(v4, ttnn::DataType::BFLOAT16, ttnn::Layout::TILE, v3, v5);
  ttnn::Tensor v7 = ttnn::softmax(v1, 1);
  return v7;
}


"""
    )
    assert str(module) == before


@pytest.mark.parametrize("name", ["ttnn.upsample", "ttnn.clamp"])
def test_ttnn_binary_of_program_not_convertible_to_cpp_has_no_cpp_text(name, capsys):
    """One program cannot be converted to EmitC; the conversion of the other fails verification."""
    text = next(case[0] for case in CASES if name in case[0])
    assert translated(ttnn_module(f"%r = {text}")).programs[0].debug_info.cpp == ""
    assert capsys.readouterr() == ("", "")


def test_ttnn_binary_stores_system_description():
    desc = translated(ttnn_module()).system_desc
    assert desc.cpu_descs[0].as_dict() == {"role": "Host", "target_triple": "x86_64-pc-linux-gnu"}
    chip = desc.chip_descs[0]
    assert (chip.arch, chip.grid_size, chip.l1_size, chip.num_cbs) == (
        "Wormhole_b0",
        (8, 8),
        1499136,
        32,
    )
    assert len(chip.physical_cores.worker) == 64
    assert chip.physical_cores.worker[9] == (1, 1)
    assert len(chip.physical_cores.dram) == 12
    assert list(chip.supported_data_types)[:2] == ["Float32", "Float16"]
    assert chip.supported_tile_sizes[-1] == (32, 32)
    assert list(desc.chip_capabilities) == ["PCIE HostMMIO"]
    assert [coord._asdict() for coord in desc.chip_coords] == [
        {"rack": 0, "shelf": 0, "y": 0, "x": 0}
    ]
    assert len(desc.chip_channels) == 0


def test_ttnn_binary_is_deterministic():
    assert translate(ttnn_module()) == translate(ttnn_module())


@pytest.mark.skipif(shutil.which("flatc") is None, reason="flatc is not installed")
def test_flatc_decodes_ttnn_binary(tmp_path):
    body = "\n".join(f"%a{n} = {case[0]}" for n, case in enumerate(CASES)) + "\n" + IDENTITY
    (tmp_path / "x.ttnn").write_bytes(translate(ttnn_module(body)))
    options = ["--json", "--strict-json", "--size-prefixed", "--raw-binary", "-I", FOLDER]
    command = ["flatc", *options, f"{FOLDER}/TTNN/binary.fbs", "--", "x.ttnn"]
    subprocess.run(command, cwd=tmp_path, check=True)
    programs = json.loads((tmp_path / "x.json").read_text())["programs"]
    tables = [operation["type_type"] for operation in programs[0]["operations"]]
    assert tables == ["GetDeviceOp", "EmptyOp", *(case[1] for case in CASES), "SoftmaxOp"]
    assert programs[0]["operations"][-1]["type"]["in"]["global_id"] == 1


def failure(module):
    with pytest.raises(OperationError) as caught:
        translate(module)
    return caught.value


def test_ttnn_operation_that_schema_lacks_is_refused():
    alloc = (
        '%r = "ttnn.alloc"() <{address = 0 : i64, buffer_type = #dram, size = 8 : i64}> : () -> !t'
    )
    error = failure(ttnn_module(alloc))
    assert error.op.name == "ttnn.alloc"
    assert error.message == "cannot be translated: TTNN binaries have no such operation"


def test_ttnn_module_not_lowered_is_refused():
    error = failure(parse("module {}", verify=False))
    assert error.message == (
        "has no 'tt.system_desc', so it is not a TTNN program: lower it with --ttir-to-ttnn-backend-pipeline first"
    )


def test_serialization_of_tensor_without_layout_is_refused():
    module = ttnn_module('%h = "ttnn.from_device"(%x) : (!t) -> tensor<64x128xbf16>\n' + IDENTITY)
    error = failure(module)
    assert error.op.name == "ttnn.from_device"
    assert (
        error.message
        == "cannot be translated: tensor<64x128xbf16> is not a tensor type with a TTNN or metal layout"
    )


def test_serialization_of_dimension_too_large_for_schema_is_refused():
    layout = "#ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x67108864x!tt.tile<32x32, bf16>, #dram>, <interleaved>>"
    module = ttnn_module(
        f'%h = "ttnn.full"(%d) <{{fillValue = 0.0 : f32}}> : (!d) -> tensor<2147483648xbf16, {layout}>\n'
        + IDENTITY
    )
    error = failure(module)
    assert error.op.name == "ttnn.full"
    assert error.message == (
        "cannot be translated: dimension 0 of its tensor has size 2147483648: "
        "binaries hold sizes up to 2147483647"
    )


def changed(attribute, **values):
    """Return `attribute` with the parameters in `values` replaced."""
    names = type(attribute).parameter_names
    return type(attribute)(**{name: getattr(attribute, name) for name in names} | values)


def test_serialization_of_number_too_large_for_field_is_refused():
    layout = (
        "#ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x2147483648xbf16, #dram>, <interleaved>>"
    )
    full = f'%h = "ttnn.full"(%d) <{{fillValue = 0.0 : f32}}> : (!d) -> tensor<8xbf16, {layout}>\n'
    error = failure(ttnn_module(full + IDENTITY))
    assert error.op.name == "ttnn.full"
    assert error.message == (
        "cannot be translated: type.out.desc.layout.memory_desc.shape[1]: "
        "2147483648 does not fit the type int32"
    )
    module = ttnn_module()
    system = SystemDescAttr.get_default()
    chip = changed(system.chipDescs[0], l1Size=2**64)
    module.attributes["tt.system_desc"] = changed(system, chipDescs=(chip,))
    error = failure(module)
    assert error.op is module
    assert error.message.startswith("cannot be translated: system_desc.chip_descs[0].l1_size: ")


def test_serialization_of_buffer_type_without_memory_space_is_refused():
    type_ = "tensor<1xbf16, #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x1xbf16, #ttnn.buffer_type<trace>>>>"
    error = failure(ttnn_module(f'%h = "ttnn.from_device"(%x) : (!t) -> {type_}\n' + IDENTITY))
    assert error.message == "cannot be translated: buffer type 'trace' is not supported"


def test_serialization_of_module_without_device_is_refused():
    module = ttnn_module()
    del module.attributes["tt.device"]
    assert failure(module).message == "has no device in scope: no enclosing op has 'tt.device'"


def test_serialization_of_function_declaration_is_refused():
    module = ttnn_module()
    declaration = parse("func.func private @g()", verify=False).body.block.first_op
    declaration.detach()
    module.body.block.add_op(declaration)
    assert failure(module).message == "cannot be translated: its body is not a single block"


def test_every_function_serializes_to_program():
    module = ttnn_module()
    copy = module.body.block.first_op.clone()
    copy.properties["sym_name"] = StringAttr("g")
    module.body.block.add_op(copy)
    first, second = translated(module).programs
    assert (first.name, second.name) == ("f", "g")
    # Tensors are numbered through all programs.
    assert [each.global_id for each in second.inputs] == [5, 6]


def test_serializer_lookup_by_class_refuses_unknown_op():
    with pytest.raises(OperationError):
        operation_table(None, ttnn_module())
