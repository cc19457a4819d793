"""Every op of TTIR and TTNN, built by its function, verifies, and its printed text parses to the
same op.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from programs import DEVICE, Program, build, check_round_trip
from xdsl.builder import Builder
from xdsl.dialects.builtin import SymbolRefAttr
from xdsl.ir import Operation
from xdsl.ir.affine import AffineMap

from ttmlir_py.building import tensor, ttir, ttnn
from ttmlir_py.building.layouts import ttnn_tensor
from ttmlir_py.building.result_types import ELEMENT_TYPES, RULES, WITHOUT_RULE
from ttmlir_py.dialects.tt.enums import MemorySpace, MeshShardType, ReduceType
from ttmlir_py.dialects.tt.layout import GridAttr, MetalLayoutAttr
from ttmlir_py.dialects.ttir import TTIR
from ttmlir_py.dialects.ttir.attributes import ConvolutionLayoutAttr
from ttmlir_py.dialects.ttnn import TTNN
from ttmlir_py.dialects.ttnn.enums import Layout
from ttmlir_py.ir.definition.operations import DestinationStyle
from ttmlir_py.ir.module import ModuleOp

pytestmark = pytest.mark.slow

OPS = {op.name: op for dialect in (TTIR, TTNN) for op in dialect.operations}
ELEMENTWISE = {name: op for name, op in OPS.items() if hasattr(op, "INPUTS")}
NHWC = ConvolutionLayoutAttr(0, 3, (1, 2), 0, 1, (2, 3), 0, 3, (1, 2))


def _conv(**more: Any) -> dict[str, Any]:
    return {"stride_height": 1, "stride_width": 2, **more}


def _ttnn_conv(channels: int) -> dict[str, Any]:
    sizes = {"batch_size": 1, "input_height": 8, "input_width": 8}
    return {"in_channels": 4, "out_channels": channels, **sizes}


def _generic(p: Program) -> Any:
    """Return a `ttir.generic` op around one kernel."""
    type_ = tensor([4, 4], "f32")

    @Builder.implicit_region([type_, type_])
    def region(args: Any) -> None:
        ttir.yield_([ttir.kernel([args[0]], "reduce", "sum", outputs=[args[1]])])

    identity = AffineMap.identity(2)
    return ttir.generic(
        [p.tensor(4, 4)],
        [],
        [1, 1],
        [identity, identity],
        ["parallel", "parallel"],
        region=region,
        outputs=[p.tensor(4, 4)],
    )


def _metal(memory_space: MemorySpace) -> Any:
    return MetalLayoutAttr.get(
        (4, 4), tensor([], "f32").element_type, memory_space, GridAttr((1, 1))
    )


DRAM = ttnn_tensor([2, 32, 64], "bf16").encoding

CALLS: dict[str, Callable[[Program], Any]] = {
    "ttir.all_gather": lambda p: ttir.all_gather(
        p.tensor(2, 4), 1, result_type=tensor([2, 8], "f32")
    ),
    "ttir.all_reduce": lambda p: ttir.all_reduce(
        [p.tensor(2, 4)], [[0, 1]], 1, "sum", use_global_device_ids=True, channel_handle=3
    ),
    "ttir.alloc": lambda p: ttir.alloc(
        4096, 64, "l1", result_type=tensor([4, 4], "f32", _metal(MemorySpace.DeviceL1))
    ),
    "ttir.arange": lambda p: ttir.arange(2, 9, step=2, dtype=np.float32),
    "ttir.broadcast": lambda p: ttir.broadcast(p.tensor(1, 4), [3, 1]),
    "ttir.clamp": lambda p: ttir.clamp(p.tensor(2, 4), 0, 1.5),
    "ttir.concat": lambda p: ttir.concat([p.tensor(2, 4), p.tensor(3, 4)], 0),
    "ttir.constant": lambda p: ttir.constant(np.arange(6, dtype=np.int32).reshape(2, 3)),
    "ttir.conv2d": lambda p: ttir.conv2d(
        p.tensor(1, 8, 8, 4), p.tensor(6, 4, 3, 3), p.tensor(1, 1, 1, 6), **_conv(padding_top=1)
    ),
    "ttir.conv_transpose2d": lambda p: ttir.conv_transpose2d(
        p.tensor(1, 8, 8, 4), p.tensor(4, 6, 3, 3), stride=[2, 2], padding=1, output_padding=[1, 1]
    ),
    "ttir.convolution": lambda p: ttir.convolution(
        *(p.tensor(2, 8, 8, 4), p.tensor(6, 4, 3, 3)),
        window_strides=[1, 2],
        padding=[1, 1, 1, 1],
        input_dilation=[1, 1],
        weight_dilation=[1, 1],
        window_reversal=[False, False],
        convolution_layout=NHWC,
    ),
    "ttir.cumsum": lambda p: ttir.cumsum(p.tensor(2, 4), 1),
    "ttir.dealloc": lambda p: ttir.dealloc(p.tensor(2, 4)),
    "ttir.dot_general": lambda p: ttir.dot_general(
        p.tensor(2, 4, 3), p.tensor(2, 3, 5), [0], [2], [0], [1]
    ),
    "ttir.embedding": lambda p: ttir.embedding(p.tensor(2, 4, dtype="ui32"), p.tensor(9, 32)),
    "ttir.embedding_backward": lambda p: ttir.embedding_backward(
        p.tensor(1, 32, dtype="ui32"), p.tensor(9, 8, dtype="bf16"), p.tensor(1, 1, 32, 8)
    ),
    "ttir.fill": lambda p: ttir.fill([1.0, 2.0]),
    "ttir.fill_cache": lambda p: ttir.fill_cache(p.tensor(1, 2, 8, 4), p.tensor(1, 2, 3, 4)),
    "ttir.gather": lambda p: ttir.gather(
        p.tensor(9, 8), p.tensor(2, 3, 1, dtype="ui32"), [2], [0], [], [], [0], 2, [1, 8]
    ),
    "ttir.generic": _generic,
    "ttir.get_dimension_size": lambda p: ttir.get_dimension_size(p.tensor(2, 4), 1),
    "ttir.index": lambda p: ttir.index(p.tensor(8, 4), 0, 1, 7, step=2),
    "ttir.kernel": lambda p: ttir.kernel(
        [p.tensor(2)], "reduce", SymbolRefAttr("x"), outputs=[p.tensor(2)]
    ),
    "ttir.leaky_relu": lambda p: ttir.leaky_relu(p.tensor(2, 4), 0.25),
    "ttir.linear": lambda p: ttir.linear(p.tensor(2, 4), p.tensor(4, 3), p.tensor(3)),
    "ttir.matmul": lambda p: ttir.matmul(p.tensor(5, 2, 4), p.tensor(4, 3)),
    "ttir.max_pool2d": lambda p: ttir.max_pool2d(p.tensor(1, 9, 9, 4), 3, 3, 2, 2, ceil_mode=True),
    "ttir.mesh_shard": lambda p: ttir.mesh_shard(
        p.tensor(4, 6), MeshShardType.Devices, "full_to_shard", [2, 1], [0, -1]
    ),
    "ttir.ones": lambda p: ttir.ones([2, 3], dtype="bf16"),
    "ttir.pad": lambda p: ttir.pad(p.tensor(2, 4), [0, 1, 2, 0], 0.5),
    "ttir.permute": lambda p: ttir.permute(p.tensor(2, 3, 4), (2, 0, 1)),
    "ttir.pooling": lambda p: ttir.pooling(
        [p.tensor(2, 8), p.tensor(2, 8)], "Max", [1, 2], [1, 2], [1, 1], [1, 1], [0, 0, 1, 1]
    ),
    "ttir.repeat": lambda p: ttir.repeat(p.tensor(2, 3), [2, 1]),
    "ttir.repeat_interleave": lambda p: ttir.repeat_interleave(p.tensor(2, 3), 2, -1),
    "ttir.reshape": lambda p: ttir.reshape(p.tensor(2, 6), [3, -1]),
    "ttir.reverse": lambda p: ttir.reverse(p.tensor(2, 6), [1]),
    "ttir.scatter": lambda p: ttir.scatter(
        *(p.tensor(1, 3), p.tensor(1, 1, dtype="i32"), p.tensor(1, 3)),
        *([1], [0], [], [], [0], 1),
    ),
    "ttir.select": lambda p: ttir.select(p.tensor(9, 4), 0, 1, 2, stride=4),
    "ttir.slice": lambda p: ttir.slice(p.tensor(6, 8), [1, 0], [5, 8], [2, 3]),
    "ttir.softmax": lambda p: ttir.softmax(p.tensor(2, 4), -1),
    "ttir.squeeze": lambda p: ttir.squeeze(p.tensor(2, 1, 4), -2),
    "ttir.to_layout": lambda p: ttir.to_layout(
        p.tensor(4, 4), encoding=_metal(MemorySpace.DeviceL1)
    ),
    "ttir.transpose": lambda p: ttir.transpose(p.tensor(2, 3, 4), 0, -1),
    "ttir.typecast": lambda p: ttir.typecast(p.tensor(2, 4), dtype="bf16"),
    "ttir.unsqueeze": lambda p: ttir.unsqueeze(p.tensor(2, 4), -1),
    "ttir.update_cache": lambda p: ttir.update_cache(
        p.tensor(1, 2, 8, 4), p.tensor(1, 2, 1, 4), p.tensor(1, dtype="i32")
    ),
    "ttir.upsample2d": lambda p: ttir.upsample2d(p.tensor(1, 4, 4, 3), [2, 3], mode="bilinear"),
    "ttir.yield": _generic,
    "ttir.zeros": lambda p: ttir.zeros([2, 3], dtype="i32"),
    "ttnn.all_gather": lambda p: ttnn.all_gather(
        p.tensor(2, 4), p.device(), 1, result_type=tensor([2, 8], "f32")
    ),
    "ttnn.all_reduce": lambda p: ttnn.all_reduce(p.laid(2, 4), p.device(), 1, 2, ReduceType.Sum),
    "ttnn.alloc": lambda p: ttnn.alloc(4096, 64, "dram", result_type=ttnn_tensor([4, 4], "f32")),
    "ttnn.arange": lambda p: ttnn.arange(0, 5, dtype="f32"),
    "ttnn.clamp": lambda p: ttnn.clamp(p.laid(2, 4), 0.0, 1.0),
    "ttnn.concat": lambda p: ttnn.concat([p.laid(2, 4), p.laid(2, 8)], 1, device=p.device()),
    "ttnn.conv2d": lambda p: ttnn.conv2d(
        *(p.laid(1, 1, 64, 4), p.laid(6, 4, 3, 3), p.device(), p.laid(1, 1, 1, 6)),
        kernel_height=3,
        kernel_width=3,
        **_conv(),
        **_ttnn_conv(6),
    ),
    "ttnn.conv_transpose2d": lambda p: ttnn.conv_transpose2d(
        *(p.laid(1, 8, 8, 4), p.laid(4, 6, 3, 3), p.device()),
        **_ttnn_conv(6),
        kernel_size=[3, 3],
        stride=[1, 1],
        padding=[0, 0],
        output_padding=[0, 0],
        dilation=[1, 1],
        result_type=ttnn_tensor([1, 10, 10, 6], "f32"),
    ),
    "ttnn.deallocate": lambda p: ttnn.deallocate(p.laid(2, 4), force=True),
    "ttnn.embedding": lambda p: ttnn.embedding(
        p.laid(2, 4, dtype="ui32", layout="row_major"),
        p.laid(9, 32, dtype="bf16"),
        device=p.device(),
    ),
    "ttnn.embedding_bw": lambda p: ttnn.embedding_bw(
        *(p.laid(1, 32, dtype="ui32"), p.laid(9, 8), p.laid(1, 1, 32, 8)), device=p.device()
    ),
    "ttnn.empty": lambda p: ttnn.empty(p.device(), [2, 32, 64], np.float32, "tile", DRAM),
    "ttnn.fill_cache": lambda p: ttnn.fill_cache(p.laid(1, 2, 8, 4), p.laid(1, 2, 3, 4)),
    "ttnn.from_device": lambda p: ttnn.from_device(p.laid(2, 4)),
    "ttnn.constant": lambda p: ttnn.constant(np.float32([[1, 2], [3, 4]]), device=p.device()),
    "ttnn.full": lambda p: ttnn.full(p.device(), 1.5, result_type=ttnn_tensor([2, 3], "f32")),
    "ttnn.get_device": lambda p: ttnn.get_device(mesh_shape=[1, 1], result_type=DEVICE),
    "ttnn.leaky_relu": lambda p: ttnn.leaky_relu(p.laid(2, 4), 0.25, device=p.device()),
    "ttnn.linear": lambda p: ttnn.linear(p.laid(2, 4), p.laid(4, 3), device=p.device()),
    "ttnn.matmul": lambda p: ttnn.matmul(p.laid(2, 4), p.laid(4, 3), device=p.device()),
    "ttnn.max_pool2d": lambda p: ttnn.max_pool2d(
        p.laid(1, 1, 64, 4), p.device(), 1, 8, 8, 4, 3, 3, 2, 2, padding_height=1
    ),
    "ttnn.mesh_shard": lambda p: ttnn.mesh_shard(
        p.laid(4, 6), p.device(), "shard_to_full", "devices", [2, 1], [0, -1]
    ),
    "ttnn.moreh_cumsum": lambda p: ttnn.moreh_cumsum(p.laid(2, 4), 1, device=p.device()),
    "ttnn.ones": lambda p: ttnn.ones([2, 3], dtype="bf16", device=p.device()),
    "ttnn.pad": lambda p: ttnn.pad(p.laid(2, 4), [0, 1, 2, 0], 0.5, use_multicore=False),
    "ttnn.permute": lambda p: ttnn.permute(p.laid(2, 3, 4), [2, 0, 1], pad_value=1),
    "ttnn.prod": lambda p: ttnn.prod(p.laid(2, 4), False, 1, keep_dim=True),
    "ttnn.reduce_scatter": lambda p: ttnn.reduce_scatter(
        p.laid(2, 4), p.device(), 1, "max", result_type=ttnn_tensor([2, 2], "f32")
    ),
    "ttnn.repeat": lambda p: ttnn.repeat(p.laid(2, 4), [2, 1]),
    "ttnn.repeat_interleave": lambda p: ttnn.repeat_interleave(p.laid(2, 4), 2, 0),
    "ttnn.reshape": lambda p: ttnn.reshape(p.laid(2, 4), [8]),
    "ttnn.scatter": lambda p: ttnn.scatter(p.laid(2, 4), p.laid(1, 4), device=p.device()),
    "ttnn.slice": lambda p: ttnn.slice(p.laid(6, 8), [1, 0], [5, 8], [2, 3], device=p.device()),
    "ttnn.softmax": lambda p: ttnn.softmax(p.laid(2, 4), 1),
    "ttnn.to_device": lambda p: ttnn.to_device(
        p.laid(2, 4, buffer_type="system_memory"), p.device()
    ),
    "ttnn.to_dtype": lambda p: ttnn.to_dtype(p.laid(2, 4), "bf16"),
    "ttnn.to_layout": lambda p: ttnn.to_layout(p.laid(2, 4), Layout.RowMajor, device=p.device()),
    "ttnn.to_memory_config": lambda p: ttnn.to_memory_config(
        p.laid(2, 32, 64, dtype="bf16", buffer_type="l1"), DRAM
    ),
    "ttnn.transpose": lambda p: ttnn.transpose(p.laid(2, 4), 0, 1),
    "ttnn.typecast": lambda p: ttnn.typecast(p.laid(2, 4), "bfp_bf8"),
    "ttnn.update_cache": lambda p: ttnn.update_cache(
        p.laid(1, 2, 8, 4), p.laid(1, 2, 1, 4), p.laid(1, dtype="i32")
    ),
    "ttnn.upsample": lambda p: ttnn.upsample(p.laid(1, 4, 4, 3), 2),
    "ttnn.zeros": lambda p: ttnn.zeros(
        [2, 32, 64], dtype="bf16", layout="tile", memory_config=DRAM, device=p.device()
    ),
}
"""Maps the names of ops to functions that build them. Element-wise and reduction ops that are all
built in the same way are missing.
"""


def _reduction(op: str) -> Callable[[Program], Any]:
    dialect, _, stem = op.partition(".")
    if dialect == "ttir":
        return lambda p: getattr(ttir, stem)(p.tensor(2, 3, 4), dim_arg=[-1, 0], keep_dim=True)
    return lambda p: getattr(ttnn, stem)(p.laid(2, 3, 4), dim_arg=[-1, 0])


def _elementwise(op: str) -> Callable[[Program], Any]:
    dialect, _, stem = op.partition(".")
    count = len(ELEMENTWISE[op].INPUTS)  # type: ignore[attr-defined]
    if dialect == "ttir":
        shapes = ((4, 1, 3), (1, 2, 3), (3,))[:count]
        return lambda p: getattr(ttir, stem)(*(p.tensor(*shape) for shape in shapes))
    return lambda p: getattr(ttnn, stem)(*[p.laid(2, 4)] * count, device=p.device())


def call_of(name: str) -> Callable[[Program], Any]:
    if name in CALLS:
        return CALLS[name]
    return _elementwise(name) if name in ELEMENTWISE else _reduction(name)


def built_op(module: ModuleOp, name: str) -> Operation:
    return next(op for op in module.walk() if op.name == name)


@pytest.mark.parametrize("name", sorted(OPS))
def test_built_op_verifies_and_round_trips(name: str):
    module = build(call_of(name))
    built_op(module, name).verify()
    check_round_trip(module)


@pytest.mark.parametrize("name", sorted(OPS))
def test_built_op_destination_is_new_empty_tensor_of_result_type(name: str):
    op = built_op(build(call_of(name)), name)
    if not isinstance(op, DestinationStyle) or op.DPS_INITS == "cache":
        return
    for init, result in zip(op.dps_inits, op.results, strict=True):
        assert init.type == result.type
        if name not in ("ttir.generic", "ttir.kernel"):
            has_layout = init.type.encoding.name == "ttnn.ttnn_layout"  # type: ignore[attr-defined]
            assert init.owner.name == ("ttnn.empty" if has_layout else "tensor.empty")  # type: ignore[union-attr]


def test_every_op_has_builder_function():
    names = {f"ttir.{name}" for name in dir(ttir)} | {f"ttnn.{name}" for name in dir(ttnn)}
    assert {name.removesuffix("_") for name in names} == set(OPS)
    assert "ttir.yield_" in names


def _lacks_a_rule(name: str, op: Any) -> bool:
    results = op.get_irdl_definition().results
    has_rule = {name, name.partition(".")[2]} & set(RULES) or hasattr(op, "INPUTS")
    writes_operand = getattr(op, "DPS_INITS", None) == "cache"
    return bool(results) and not has_rule and not writes_operand


def test_every_op_without_result_type_rule_is_listed_with_reason():
    lacking = {name for name, op in OPS.items() if _lacks_a_rule(name, op)}
    listed = set(WITHOUT_RULE)
    assert lacking <= listed
    # this op has the name of a TTIR op with a rule, but cannot use the rule
    assert listed - lacking == {"ttnn.conv_transpose2d"}
    assert all(len(reason) > 10 for reason in WITHOUT_RULE.values())


def test_builder_tables_name_only_existing_ops():
    stems = {name.partition(".")[2] for name in OPS}
    for table in (RULES, WITHOUT_RULE, ELEMENT_TYPES):
        assert set(table) <= stems | set(OPS)
