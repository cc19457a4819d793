"""Peculiarities of the TTNN library, for passes and translations that emit calls of it."""

from math import prod

from xdsl.ir import Operation

from ttmlir_py.dialects import ttnn
from ttmlir_py.dialects.tensor_types import tensor_type
from ttmlir_py.rewriting.attributes import int_values


def result_shape(op: Operation) -> tuple[int, ...]:
    """Return the shape of the type of the op's result."""
    return tensor_type(op.results[0]).get_shape()


def library_shape(op: Operation) -> tuple[int, ...]:
    """Return the shape that the library function returns, which may differ from the op's result."""
    match op:
        case ttnn.Conv2dOp() | ttnn.ConvTranspose2dOp() | ttnn.MaxPool2dOp():
            *image, channels = result_shape(op)
            return (1, 1, prod(image), channels)
        case ttnn.ArangeOp():
            return (1, 1, 1, prod(result_shape(op)))
        case ttnn.ProdOp():
            dims = [] if op.all_dimensions.value.data else [op.dim_arg.value.data]
            return _reduced(op, dims)
        case ttnn.SumOp() | ttnn.MeanOp() | ttnn.MaxOp() | ttnn.MinOp():
            return _reduced(op, int_values(op.dim_arg))
        case _:
            return result_shape(op)


Reduction = ttnn.SumOp | ttnn.MeanOp | ttnn.MaxOp | ttnn.MinOp | ttnn.ProdOp


def _reduced(op: Reduction, dims: list[int]) -> tuple[int, ...]:
    """Return the shape of the operand with the dimensions `dims` reduced.

    Reduced dimensions have size 1 with `keep_dim`, and are dropped otherwise. Without `dims`, all
    dimensions are reduced.
    """
    sizes = tensor_type(op.input).get_shape()
    reduced = {dim % max(len(sizes), 1) for dim in dims} or set(range(len(sizes)))
    kept = (1,) if op.keep_dim.value.data else ()
    parts = (kept if axis in reduced else (size,) for axis, size in enumerate(sizes))
    return tuple(size for part in parts for size in part)
