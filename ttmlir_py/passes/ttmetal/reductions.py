"""Properties of reductions for the TTMetal passes."""

from math import prod

from xdsl.dialects.builtin import AnyFloat

from ttmlir_py.dialects.shape_rules.reduction import reduced_shape
from ttmlir_py.dialects.tensor_types import integers, shape_of, tensor_type
from ttmlir_py.dialects.ttir import MaxOp, MeanOp, ProdOp, SumOp
from ttmlir_py.dialects.ttir.reduction import ReductionOp
from ttmlir_py.passes.ttmetal.layouts import TILE_SIZE


def reduced_dims(op: ReductionOp) -> list[int]:
    """Return the reduced dimensions in order, as nonnegative numbers."""
    rank = len(shape_of(op.input))
    if op.dim_arg is None:
        return list(range(rank))
    return sorted(dim % rank for dim in integers(op.dim_arg))


def combines_tiles(op: ReductionOp) -> bool:
    """Whether no kernel reduces the elements within a tile, so that whole tiles must be combined.

    That is the case for products, and for all reductions of integers, which the matrix unit does
    not support.
    """
    return isinstance(op, ProdOp) or not isinstance(tensor_type(op.input).element_type, AnyFloat)


def is_of_whole_tiles(op: ReductionOp) -> bool:
    """Whether a `ttir.generic` can compute the reduction `op`.

    The matrix unit reduces rows, columns or both in whole tiles of one matrix.
    """
    shape, result, dims = shape_of(op.input), shape_of(op.output), reduced_dims(op)
    rank = len(shape)
    if not isinstance(op, SumOp | MaxOp | MeanOp) or not dims or dims[0] < rank - 2:
        return False
    matrix, reduced = ((prod(each[:-1]), (each or (1,))[-1]) for each in (shape, result))
    flags = (rank - 2 in dims, rank - 1 in dims)
    if flags[0] and prod(shape[:-2]) > 1:
        return False
    return all(
        size % TILE_SIZE == 0 and left in (1, TILE_SIZE) if is_reduced else left == size
        for is_reduced, size, left in zip(flags, matrix, reduced, strict=True)
    )


def has_its_shape(op: ReductionOp) -> bool:
    """Whether the result has the shape of the reduction, with or without the reduced dimensions."""
    shape, result, dims = shape_of(op.input), shape_of(op.output), reduced_dims(op)
    kept, left = (reduced_shape(shape, dims, keep_dim=keep) for keep in (True, False))
    return tuple(result) in (tuple(kept), tuple(left), tuple(left) or (1,))
