"""Lowering of `dynamic_update_slice` to in-place writes into key/value caches.

TTNN's `update_cache` and `fill_cache` overwrite the cache's buffer. That is correct only where the
old values cannot be read: the cache is an argument that the caller donates (as JAX writes it) or
the result of another cache write, and this is its only use.
"""

from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import (
    IntegerType,
    Signedness,
    TensorType,
    bf16,
    f32,
)
from xdsl.ir import Attribute, BlockArgument, SSAValue

from ttmlir_py.dialects import stablehlo, ttir
from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.dialects.tensor_types import TILE_HEIGHT, shape_of, tensor_type
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.narrow_integers import widened
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.state import (
    Conversion,
    ConversionBuilder,
)
from ttmlir_py.rewriting.attributes import ALL_EXACT_IN_F32, bool_attr, f32_attr, i32

_INDEX = IntegerType(32, Signedness.UNSIGNED)
POSITION = 2
"""The cache dimension that holds positions. The other dimensions are users, heads and width."""


def written_cache(
    op: stablehlo.DynamicUpdateSliceOp, numbers: Sequence[float | None], conversion: Conversion
) -> SSAValue | None:
    """Return the cache after the write, or None if `op` does not write into a cache.

    `numbers` are the start indices, as far as known. TTNN writes for one user, in bf16 (f32 is cast
    to it). It writes one position, or whole tiles of positions from the first position on.
    """
    shape, size = shape_of(op.operand), shape_of(op.update)
    is_cache = (
        len(shape) == 4
        and shape[0] == 1
        and [*map(int.__eq__, shape, size)] == [True, True, False, True]
        and shape[POSITION] <= ALL_EXACT_IN_F32
        and tensor_type(op.operand).element_type == bf16
        and _may_be_overwritten(op.operand, conversion)
    )
    if not is_cache:
        return None
    builder, number = ConversionBuilder(op), numbers[POSITION]
    if number is not None and number <= 0 and size[POSITION] % TILE_HEIGHT == 0:
        return builder.value(
            ttir.FillCacheOp, (op.operand, op.update), tensor_type(op.operand), batch_offset=i32(0)
        )
    if size[POSITION] != 1:
        return None
    index = _index(builder, op.start_indices[POSITION], number, shape[POSITION] - 1)
    operands = (op.operand, op.update, index)
    return builder.value(ttir.UpdateCacheOp, operands, tensor_type(op.operand), batch_offset=i32(0))


def _index(
    builder: ConversionBuilder, start: SSAValue, number: float | None, last: int
) -> SSAValue:
    """Return the start index `start` in the form that TTNN requires: unsigned, and at most `last`.
    `number` is its value, or None if unknown.
    """
    if number is not None:
        return builder.scalar(max(0, min(int(number), last)), _INDEX)
    real = builder.reshaped(builder.typecast(widened(builder, start), f32), (1,))
    clamped = builder.into(
        ttir.ClampOp, (real,), TensorType(f32, [1]), min=f32_attr(0), max=f32_attr(last)
    )
    return builder.typecast(clamped, _INDEX)


def _may_be_overwritten(cache: SSAValue, conversion: Conversion) -> bool:
    """Whether nothing reads the old contents of `cache` after its only use."""
    if not cache.has_one_use():
        return False
    if isinstance(cache, BlockArgument):
        return _is_donated(cache, conversion)
    return isinstance(cache.owner, ttir.UpdateCacheOp | ttir.FillCacheOp)


def _is_donated(argument: BlockArgument, conversion: Conversion) -> bool:
    """Whether JAX has marked the program's argument as donated, so that a result may reuse its
    buffer.
    """
    function = argument.block.parent_op()
    if not isinstance(function, FuncOp) or function.arg_attrs is None:
        return False
    if function.is_private or function.sym_name.data in conversion.calls:
        return False
    attributes: Mapping[str, Attribute] = function.arg_attrs.data[argument.index].data
    is_donor = attributes.get("jax.buffer_donor") == bool_attr(True)
    return is_donor or "tf.aliasing_output" in attributes
