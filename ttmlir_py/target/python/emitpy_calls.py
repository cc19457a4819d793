"""The Python calls of operations in 2026-08's EmitPy that differ from `calls.CALLS`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.dialects import ttnn
from ttmlir_py.dialects.ttnn.attributes import ShapeAttr
from ttmlir_py.dialects.ttnn.interfaces import (
    ElementwiseBinaryOp,
    ElementwiseOp,
    ElementwiseUnaryOp,
)
from ttmlir_py.passes.ttnn.library import result_shape
from ttmlir_py.target.python.calls import (
    CALLS,
    Expression,
    Row,
    Source,
    config_of,
    dtype_of,
    elements_of,
    order_of,
    padding_of,
    placement_of,
    row,
)


@dataclass(frozen=True, slots=True)
class Applied:
    """An argument that is a function call on a value, such as `utils.f(x)`."""

    function: str
    value: SSAValue


def _written(text: str) -> Source:
    return lambda _op: Expression(text)


_NONE, _NO, _YES = (_written(repr(each)) for each in (None, False, True))


def _or_none(name: str) -> Source:
    return lambda op: Expression("None") if getattr(op, name) is None else getattr(op, name)


def _place(op: Any) -> Attribute | None:
    return config_of(op.results[0])


def _shape(op: Any) -> ShapeAttr:
    return ShapeAttr(result_shape(op))


def _second(op: Any) -> SSAValue:
    return op.inputs[1]


def _dimension_or_none(op: ttnn.ProdOp) -> Any:
    return Expression("None") if op.all_dimensions.value.data else op.dim_arg


def _index(op: ttnn.UpdateCacheOp) -> Applied:
    return Applied("utils.get_scalar_from_tensor", op.update_index)


def _pair(*names: str) -> Source:
    return names


_MEMORY: dict[str, Source] = {"memory_config": _place}
_CREATION: dict[str, Source] = {
    "dtype": dtype_of,
    "layout": order_of,
    "device": "device",
    "memory_config": placement_of,
}
_PRODUCT: dict[str, Source] = {
    "transpose_a": _NO,
    "transpose_b": _NO,
    "memory_config": _place,
    "dtype": dtype_of,
    "program_config": _NONE,
    "activation": _NONE,
    "compute_kernel_config": _NONE,
}
_REDUCTION: dict[str, Source] = {"memory_config": _place, "compute_kernel_config": _NONE}
_IMAGE: dict[str, Source] = {
    "input_tensor": "input",
    "weight_tensor": "weight",
    "device": "device",
    **{
        each: each
        for each in ("in_channels", "out_channels", "batch_size", "input_height", "input_width")
    },
}
_CONVOLVED: dict[str, Source] = {
    "groups": "groups",
    "dtype": dtype_of,
    "bias_tensor": _or_none("bias"),
    "conv_config": _NONE,
    "compute_config": _NONE,
}
_WINDOW = ("kernel", "stride", "padding", "dilation")

_APPROXIMABLE = (
    ttnn.ExpOp,
    ttnn.GeluOp,
    ttnn.LogOp,
    ttnn.Log1pOp,
    ttnn.RsqrtOp,
    ttnn.SqrtOp,
    ttnn.TanhOp,
)
_WITHOUT_FORMAT = (ttnn.BitwiseAndOp, ttnn.BitwiseOrOp, ttnn.BitwiseXorOp)
_OF_FIRST_FORMAT = (ttnn.MaximumOp, ttnn.MinimumOp, ttnn.RemainderOp)


def _elementwise(op: type[Operation]) -> Row:
    """Return the row of an element-wise operation in 2025-02, without its output argument."""
    name = CALLS[op].function
    if issubclass(op, ElementwiseUnaryOp):
        mode = {"fast_and_approximate_mode": _NO} if op in _APPROXIMABLE else {}
        return row(name, "inputs*", like="inputs", **mode, **_MEMORY)
    if op in _WITHOUT_FORMAT:
        return row(name, "inputs*", like="inputs", **_MEMORY)
    if op in _OF_FIRST_FORMAT:
        return row(name, "inputs*", like="inputs", dtype=_NONE, **_MEMORY)
    return row(name, "inputs*", like=None, dtype=dtype_of, **_MEMORY)


EMITPY_CALLS: Mapping[type[Operation], Row] = {
    **CALLS,
    **{
        op: _elementwise(op)
        for op in ttnn.TTNN.operations
        if issubclass(op, ElementwiseOp)
        and issubclass(op, ElementwiseUnaryOp | ElementwiseBinaryOp)
    },
    ttnn.SigmoidOp: row(
        "sigmoid",
        "inputs*",
        like="inputs",
        vector_mode=_written("4"),
        mode=_written("ttnn.SigmoidMode.Accurate"),
        **_MEMORY,
    ),
    ttnn.LeakyReluOp: row("leaky_relu", "inputs*", "parameter", like="inputs", **_MEMORY),
    ttnn.ClampOp: row("clamp", "inputs*", "min", "max", like="inputs", **_MEMORY),
    ttnn.WhereOp: row("where", "inputs*", like=_second, **_MEMORY),
    # layouts, memory
    ttnn.ToLayoutOp: row(
        "to_layout", "input", "layout", _or_none("dtype"), memory_config="memory_config"
    ),
    ttnn.ToDTypeOp: row("typecast", "input", "dtype", like=None, **_MEMORY),
    ttnn.TypecastOp: row("typecast", "input", "dtype", like=None, **_MEMORY),
    ttnn.ToDeviceOp: row("to_device", "input", device="device", memory_config="memory_config"),
    ttnn.DeallocateOp: row("deallocate", "input", "force"),
    # creation
    ttnn.EmptyOp: row("empty", _shape, dtype_of, order_of, "device?", _place, like=None),
    ttnn.ZerosOp: row("zeros", like=None, shape=_shape, **_CREATION),
    ttnn.OnesOp: row("ones", like=None, shape=_shape, **_CREATION),
    ttnn.FullOp: row("full", like=None, shape=_shape, fill_value="fillValue", **_CREATION),
    ttnn.ConstantOp: row(
        "Tensor",
        elements_of,
        result_shape,
        dtype_of,
        order_of,
        "device?",
        like=None,
        memory_config=placement_of,
    ),
    ttnn.ArangeOp: row(
        "arange",
        "start",
        "end",
        "step",
        like=None,
        dtype=dtype_of,
        device="device",
        layout=order_of,
        memory_config=placement_of,
    ),
    # products, images
    ttnn.MatmulOp: row("matmul", "a", "b", like=None, **_PRODUCT),
    ttnn.LinearOp: row("linear", "a", "b", like=None, bias=_or_none("bias"), **_PRODUCT),
    ttnn.Conv2dOp: row(
        "conv2d",
        like=None,
        **_IMAGE,
        kernel_size=_pair("kernel_height", "kernel_width"),
        **{each: _pair(f"{each}_height", f"{each}_width") for each in _WINDOW[1:]},
        **_CONVOLVED,
        slice_config=_NONE,
        memory_config=_place,
    ),
    ttnn.ConvTranspose2dOp: row(
        "conv_transpose2d",
        like=None,
        **_IMAGE,
        **{
            each: each
            for each in ("kernel_size", "stride", "padding", "output_padding", "dilation")
        },
        **_CONVOLVED,
        memory_config=_place,
        dram_slice_config=_NONE,
    ),
    ttnn.MaxPool2dOp: row(
        "max_pool2d",
        "input",
        *("batch_size", "input_height", "input_width", "channels"),
        *(_pair(f"{each}_height", f"{each}_width") for each in _WINDOW),
        ceil_mode="ceil_mode",
        memory_config=_place,
        applied_shard_scheme=_NONE,
        reallocate_halo_output=_YES,
        config_tensor_in_dram=_NO,
    ),
    ttnn.UpsampleOp: row("upsample", "input", "scale_factor", mode="mode", **_MEMORY),
    # reductions
    ttnn.SumOp: row("sum", "input", _or_none("dim_arg"), "keep_dim", **_REDUCTION),
    ttnn.MeanOp: row("mean", "input", _or_none("dim_arg"), "keep_dim", **_REDUCTION),
    ttnn.MaxOp: row("max", "input", _or_none("dim_arg"), "keep_dim", **_REDUCTION),
    ttnn.MinOp: row("min", "input", _or_none("dim_arg"), "keep_dim", **_REDUCTION),
    ttnn.ProdOp: row("prod", "input", _dimension_or_none, "keep_dim", **_MEMORY),
    ttnn.MorehCumSumOp: row("cumsum", "input", "dim", dtype=_NONE, **_MEMORY),
    ttnn.SoftmaxOp: row("softmax", "input", "dimension", **_REDUCTION, numeric_stable=_NO),
    # data movement
    ttnn.TransposeOp: row("transpose", "input", "dim0", "dim1", **_MEMORY),
    ttnn.PermuteOp: row("permute", "input", "permutation", **_MEMORY, pad_value=_written("0.0")),
    ttnn.ConcatOp: row("concat", "inputs", "dim", like="inputs", **_MEMORY),
    ttnn.ReshapeOp: row("reshape", "input", "shape", **_MEMORY),
    ttnn.RepeatOp: row("repeat", "input", "repeat_dims", **_MEMORY),
    ttnn.RepeatInterleaveOp: row("repeat_interleave", "input", "repeats", "dim", **_MEMORY),
    ttnn.PadOp: row("pad", "input", padding_of, "value", use_multicore="use_multicore", **_MEMORY),
    ttnn.SliceOp: row("slice", "input", "begins", "ends", "step", **_MEMORY),
    # embeddings and caches
    ttnn.EmbeddingOp: row(
        "embedding",
        "input",
        "weight",
        like=None,
        padding_idx=_NONE,
        layout=order_of,
        dtype=dtype_of,
        memory_config=_place,
    ),
    ttnn.EmbeddingBackwardOp: row(
        "embedding_bw",
        "input",
        "weight",
        "in_gradient",
        like=None,
        dtype=dtype_of,
        memory_config=_place,
    ),
    ttnn.UpdateCacheOp: row("update_cache", "cache", "input", _index, batch_offset="batch_offset"),
}
"""Maps all operations to their calls in the style of EmitPy.

Operations that this module does not list have the call in `CALLS`.
"""
