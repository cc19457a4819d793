"""The Python call for each operation: one row per operation."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from math import prod
from typing import Any, cast

from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.dialects import ttnn
from ttmlir_py.dialects.tt.attributes import DataTypeAttr
from ttmlir_py.dialects.ttnn.attributes import (
    BufferTypeAttr,
    LayoutAttr,
    MemoryConfigAttr,
    ShapeAttr,
    ShardSpecAttr,
    TensorMemoryLayoutAttr,
    TTNNLayoutAttr,
)
from ttmlir_py.dialects.ttnn.interfaces import ElementwiseOp, ElementwiseUnaryOp
from ttmlir_py.dialects.ttnn.interfaces import layout_of as optional_layout_of
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.elements import ELIDED
from ttmlir_py.passes.ttnn.constants import held_elements, stored_numbers
from ttmlir_py.passes.ttnn.library import result_shape
from ttmlir_py.target.python.values import data_type_text, float_text

Source = str | tuple[str, ...] | Callable[[Any], Any]
"""The source of an argument: an operand, an attribute, or a function of the operation.

A tuple names several attributes. `x*` stands for each of several operands. `x?` is omitted if the
operand is missing. A keyword argument whose value is None is omitted.
"""


@dataclass(frozen=True, slots=True)
class Row:
    """The Python call for an operation."""

    function: str
    arguments: tuple[Source, ...]
    keywords: Mapping[str, Source]
    like: Source | None = "input"
    """Name of the operand whose format TTNN gives to the result.

    None if the call itself names the format. If the name stands for several operands, the first one
    counts.
    """


def row(
    function: str,
    *arguments: Source,
    like: Source | None = "input",
    **keywords: Source,
) -> Row:
    """Return a row of `CALLS`."""
    return Row(function, arguments, keywords, like)


def layout_of(value: SSAValue) -> TTNNLayoutAttr:
    """Return the layout of a tensor. Raise OperationError if it has no layout."""
    layout = optional_layout_of(value)
    if layout is None:
        owner = value.owner
        raise OperationError(
            owner if isinstance(owner, Operation) else cast(Operation, owner.parent_op()),
            "has a tensor without a TTNN layout: lower it with --ttir-to-ttnn-backend-pipeline "
            "first",
        )
    return layout


def dtype_of(op: Any) -> Attribute:
    """Return the data type of the result."""
    return DataTypeAttr(layout_of(op.results[0]).get_data_type())


def order_of(op: Any) -> Attribute:
    """Return the memory order of the result's elements: row-major or tiles."""
    return LayoutAttr(layout_of(op.results[0]).get_layout())


def placement_of(op: Any) -> Attribute | None:
    """Return the memory configuration for an operation that creates a tensor, or None for the
    host.
    """
    if getattr(op, "memory_config", None) is not None:
        return op.memory_config
    return None if op.device is None else config_of(op.results[0])


def config_of(value: SSAValue) -> Attribute | None:
    """Return the memory configuration of a tensor, or None for a host tensor."""
    layout = layout_of(value)
    memory_layout = layout.get_mem_layout_opt()
    if memory_layout is None:
        return None
    return MemoryConfigAttr(
        BufferTypeAttr(layout.get_buffer_type()),
        ShardSpecAttr(ShapeAttr(layout.get_shard_shape())),
        TensorMemoryLayoutAttr(memory_layout),
    )


def output_of(op: Any) -> SSAValue:
    """Return the destination tensor of an operation."""
    return op.dps_inits[0]


def padding_of(op: Any) -> list[tuple[int, int]]:
    """Return the padding as pairs (low, high), one per dimension."""
    amounts = list(op.padding.get_values())
    return list(zip(amounts[::2], amounts[1::2], strict=True))


@dataclass(frozen=True, slots=True)
class Expression:
    """An argument that is already Python text."""

    text: str


def _conv_config(op: Any) -> Expression:
    result, weight = (
        data_type_text(op, layout_of(x).get_data_type()) for x in (op.result, op.weight)
    )
    return Expression(f"ttnn.Conv2dConfig(dtype={result}, weights_dtype={weight})")


def elements_of(op: ttnn.ConstantOp, elide_if_larger: int | None = None) -> Expression:
    """Return the elements of a constant as the text of a flat list.

    Raise OperationError if TTNN has no function for elements of this type. More elements than
    `elide_if_larger` become `__elided__`, a name that is not defined.
    """
    try:
        if elide_if_larger is not None and prod(result_shape(op)) > elide_if_larger:
            held_elements(op)
            return Expression(ELIDED)
        numbers = stored_numbers(op)
    except ValueError as error:
        raise OperationError(op, str(error)) from None
    texts = (float_text(n) if isinstance(n, float) else repr(n) for n in numbers)
    return Expression(f"[{', '.join(texts)}]")


_CREATION: dict[str, Any] = {
    "dtype": dtype_of,
    "layout": order_of,
    "device": "device",
    "memory_config": placement_of,
}
_MEMORY: dict[str, Any] = {"memory_config": "memory_config"}
_REDUCTION: dict[str, Any] = {"dim": "dim_arg", "keepdim": "keep_dim"}
_IMAGE: dict[str, Any] = {
    each: each
    for each in ("in_channels", "out_channels", "batch_size", "input_height", "input_width")
}
_CONVOLUTION: dict[str, Any] = {
    "input_tensor": "input",
    "weight_tensor": "weight",
    "device": "device",
    **_IMAGE,
    "groups": "groups",
    "bias_tensor": "bias",
    "conv_config": _conv_config,
}
_WINDOW: dict[str, Any] = {
    "kernel_size": ("kernel_height", "kernel_width"),
    "stride": ("stride_height", "stride_width"),
    "padding": ("padding_height", "padding_width"),
    "dilation": ("dilation_height", "dilation_width"),
}
_KERNEL: dict[str, Any] = {
    each: each for each in ("kernel_size", "stride", "padding", "output_padding", "dilation")
}


_FUNCTIONS: dict[type[Operation], str] = {ttnn.DivOp: "divide"}


def _exactly(_op: Any) -> bool:
    return False


def _elementwise(op: type[Operation]) -> Row:
    """Return the row of an element-wise operation.

    The Python function has the operation's name, and an output argument for the destination tensor.
    Composite functions have no output argument.
    """
    name = _FUNCTIONS.get(op, op.name.removeprefix("ttnn."))
    mode: dict[str, Any] = {}
    if issubclass(op, ElementwiseUnaryOp):
        if op.COMPOSITE:
            return row(name, "inputs*", like="inputs")
        mode = {"fast_and_approximate_mode": _exactly} if op.APPROXIMABLE else {}
    return row(name, "inputs*", like=None, **mode, output_tensor=output_of)


CALLS: Mapping[type[Operation], Row] = {
    **{
        op: _elementwise(op)
        for op in (*ttnn.TTNN.operations, ttnn.ScatterOp)
        if issubclass(op, ElementwiseOp | ttnn.ScatterOp)
    },
    ttnn.LeakyReluOp: row("leaky_relu", "inputs*", "parameter", like=None, output_tensor=output_of),
    ttnn.ClampOp: row("clamp", "inputs*", "min", "max", like="inputs"),
    # layouts, memory
    ttnn.ToLayoutOp: row("to_layout", "input", "layout", dtype="dtype", **_MEMORY, device="device"),
    ttnn.ToMemoryConfigOp: row("to_memory_config", "input", "memory_config"),
    ttnn.ToDTypeOp: row("to_dtype", "input", "dtype", like=None),
    ttnn.TypecastOp: row("typecast", "input", "dtype", like=None),
    ttnn.ToDeviceOp: row("to_device", "input", "device", **_MEMORY),
    ttnn.FromDeviceOp: row("from_device", "input"),
    ttnn.DeallocateOp: row("deallocate", "input", force="force"),
    # creation
    ttnn.EmptyOp: row("empty", "shape", like=None, **_CREATION),
    ttnn.ZerosOp: row("zeros", "shape", like=None, **_CREATION),
    ttnn.OnesOp: row("ones", "shape", like=None, **_CREATION),
    ttnn.FullOp: row("full", result_shape, "fillValue", like=None, **_CREATION),
    ttnn.ConstantOp: row("from_buffer", elements_of, result_shape, like=None, **_CREATION),
    ttnn.ArangeOp: row(
        "arange",
        "start",
        "end",
        "step",
        like=None,
        dtype=dtype_of,
        device="device",
        memory_config=placement_of,
    ),
    # products, images
    ttnn.MatmulOp: row("matmul", "a", "b", like=None, optional_output_tensor=output_of),
    ttnn.LinearOp: row("linear", "a", "b", like="a", bias="bias"),
    ttnn.Conv2dOp: row("conv2d", like=None, **_CONVOLUTION, **_WINDOW),
    ttnn.ConvTranspose2dOp: row("conv_transpose2d", like=None, **_CONVOLUTION, **_KERNEL),
    ttnn.MaxPool2dOp: row(
        "max_pool2d",
        "input",
        batch_size="batch_size",
        input_h="input_height",
        input_w="input_width",
        channels="channels",
        **_WINDOW,
        ceil_mode="ceil_mode",
    ),
    ttnn.UpsampleOp: row("upsample", "input", "scale_factor", mode="mode", **_MEMORY),
    # reductions
    ttnn.SumOp: row("sum", "input", **_REDUCTION),
    ttnn.MeanOp: row("mean", "input", **_REDUCTION),
    ttnn.MaxOp: row("max", "input", **_REDUCTION),
    ttnn.MinOp: row("min", "input", **_REDUCTION),
    ttnn.ProdOp: row(
        "prod",
        "input",
        "all_dimensions",
        "dim_arg",
        keepdim="keep_dim",
        **_MEMORY,
    ),
    ttnn.MorehCumSumOp: row("moreh_cumsum", "input", "dim", **_MEMORY),
    ttnn.SoftmaxOp: row("softmax", "input", "dimension"),
    # data movement
    ttnn.TransposeOp: row("transpose", "input", "dim0", "dim1"),
    ttnn.PermuteOp: row("permute", "input", "permutation", **_MEMORY),
    ttnn.ConcatOp: row("concat", "inputs", "dim", like="inputs", **_MEMORY),
    ttnn.ReshapeOp: row("reshape", "input", "shape"),
    ttnn.RepeatOp: row("repeat", "input", "repeat_dims"),
    ttnn.RepeatInterleaveOp: row("repeat_interleave", "input", "repeats", "dim", **_MEMORY),
    ttnn.PadOp: row("pad", "input", padding_of, "value", use_multicore="use_multicore", **_MEMORY),
    ttnn.SliceOp: row("slice", "input", "begins", "ends", "step"),
    # embeddings and caches
    ttnn.EmbeddingOp: row("embedding", "input", "weight", like="weight"),
    ttnn.EmbeddingBackwardOp: row(
        "embedding_bw",
        "input",
        "weight",
        "in_gradient",
        like=None,
        dtype="dtype",
        **_MEMORY,
        output_tensor=output_of,
    ),
    ttnn.UpdateCacheOp: row("update_cache", "cache", "input", "update_index", "batch_offset"),
    ttnn.FillCacheOp: row("fill_cache", "cache", "input", "batch_offset"),
}


def eliding_calls(elements: int) -> Mapping[type[Operation], Row]:
    """Return `CALLS` with larger constants than `elements` elided, for texts that are not run."""
    constant = partial(elements_of, elide_if_larger=elements)
    own = row("from_buffer", constant, result_shape, like=None, **_CREATION)
    return {**CALLS, ttnn.ConstantOp: own}
