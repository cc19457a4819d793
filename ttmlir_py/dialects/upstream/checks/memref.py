"""Verifier rules of `memref`: element types, sizes and layouts of views."""

from collections.abc import Callable, Sequence
from math import prod
from typing import Any, cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AffineMapAttr,
    ArrayAttr,
    IndexType,
    MemRefType,
    NoneAttr,
    StridedLayoutAttr,
    UnrankedMemRefType,
)
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.upstream.checks.shapes import are_compatible, shape_of, type_text
from ttmlir_py.dialects.upstream.checks.slices import (
    check_lists,
    is_rank_reduction,
    static_values,
    unprefixed_error,
)
from ttmlir_py.ir.definition.inference import wrong_result_types
from ttmlir_py.ir.narrowing import is_dense_array, is_integer_attr, is_memref_type

_Strides = tuple[list[int | None], int | None]
"""The strides and the offset of a memref; None where they are dynamic."""


def _layout(type_: Any) -> _Strides | None:
    """Return the strides and offset of the memref type `type_`, or None if an affine map gives
    them.
    """
    layout = type_.layout
    if isinstance(layout, StridedLayoutAttr):
        return list(layout.get_strides()), layout.get_offset()
    if not isinstance(layout, NoneAttr):
        return None
    strides: list[int | None] = []
    step: int | None = 1
    for size in reversed(type_.get_shape()):
        strides.insert(0, step)
        step = None if step is None or size == DYNAMIC_INDEX else step * size
    return strides, 0


def _check_allocation(op: Any) -> None:
    """Check the numbers of sizes and symbols, and that the alignment is not negative.

    MLIR accepts alignments that are not powers of two, which xDSL refuses.
    """
    type_ = op.memref.type
    if sum(size == DYNAMIC_INDEX for size in type_.get_shape()) != len(op.dynamic_sizes):
        raise VerifyException(
            "dimension operand count does not equal memref dynamic dimension count"
        )
    symbols = _symbol_count(type_.layout)
    if len(op.symbol_operands) != symbols:
        raise VerifyException(
            "symbol operand count does not equal memref symbol count: expected "
            f"{symbols}, got {len(op.symbol_operands)}"
        )
    if op.alignment is not None and op.alignment.value.data < 0:
        raise VerifyException(
            "attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute"
            " whose minimum value is 0"
        )


def _symbol_count(layout: Attribute) -> int:
    """Return the number of symbols in the affine map of `layout`."""
    if isinstance(layout, StridedLayoutAttr):
        return sum(each is None for each in (*layout.get_strides(), layout.get_offset()))
    return layout.data.num_symbols if isinstance(layout, AffineMapAttr) else 0


def _check_cast(op: Any) -> None:
    """Check a cast: sizes, strides and offsets must be equal where both types have static
    values.
    """
    source, result = op.source.type, op.dest.type
    if not all(isinstance(type_, MemRefType | UnrankedMemRefType) for type_ in (source, result)):
        return
    unranked = [isinstance(type_, UnrankedMemRefType) for type_ in (source, result)]
    known = is_memref_type(source) and is_memref_type(result)
    is_valid = (
        source.element_type == result.element_type
        and source.memory_space == result.memory_space
        and not all(unranked)
        and (any(unranked) or (known and _are_castable(source, result)))
    )
    if not is_valid:
        raise VerifyException(
            f"operand type {type_text([source])} and result type {type_text([result])}"
            " are cast incompatible"
        )


def _are_castable(source: Any, result: Any) -> bool:
    if not are_compatible(source.get_shape(), result.get_shape()):
        return False
    if source.layout == result.layout:
        return True
    first, second = _layout(source), _layout(result)
    if first is None or second is None:
        return False
    pairs = zip([*first[0], first[1]], [*second[0], second[1]], strict=True)
    return all(a is None or b is None or a == b for a, b in pairs)


def _has_lists(op: Any) -> bool:
    names = ("static_offsets", "static_sizes", "static_strides")
    return all(is_dense_array(op.properties.get(name)) for name in names)


def _check_subview(op: Any) -> None:
    source, result = op.source.type, op.result.type
    if not (_has_lists(op) and is_memref_type(source) and is_memref_type(result)):
        return
    rank = source.get_num_dims()
    check_lists(op, (rank, rank, rank))
    _, sizes, _ = static_values(op)
    expected = _view_type(source, op)
    if source.memory_space != result.memory_space:
        return
    shape = result.get_shape()
    if len(shape) > rank:
        raise unprefixed_error(
            op, "expected result rank to be smaller or equal to the source rank."
        )
    version = f"expected result type to be {type_text([expected])} or a rank-reduced version."
    if not is_rank_reduction(sizes, shape):
        raise unprefixed_error(op, f"{version} (mismatch of result sizes) ")
    if source.element_type != result.element_type:
        raise unprefixed_error(
            op, f"expected result element type to be {type_text([source.element_type])}"
        )
    if not _fits_layout(expected, result, sizes):
        raise unprefixed_error(op, f"{version} (mismatch of result layout) ")


def _view_type(source: Any, op: Any) -> Attribute:
    """Return the type of a view of `source` with all dimensions."""
    offsets, sizes, steps = static_values(op)
    layout = _layout(source)
    if layout is None:
        return MemRefType(source.element_type, sizes, source.layout, source.memory_space)
    strides = [_times(a, b) for a, b in zip(layout[0], steps, strict=True)]
    offset = layout[1]
    for stride, place in zip(layout[0], offsets, strict=True):
        moved = _times(stride, place)
        offset = None if offset is None or moved is None else offset + moved
    view = StridedLayoutAttr(strides, offset)
    return MemRefType(source.element_type, sizes, view, source.memory_space)


def _times(stride: int | None, factor: int) -> int | None:
    return None if stride is None or factor == DYNAMIC_INDEX else stride * factor


def _fits_layout(expected: Any, result: Any, sizes: Sequence[int]) -> bool:
    """Whether `result` has the expected strides and offset, ignoring dimensions that it drops."""
    wanted, given = _layout(expected), _layout(result)
    if wanted is None or given is None:
        return wanted == given
    if wanted[1] != given[1]:
        return False
    left = [*zip(result.get_shape(), given[0], strict=True)]
    for size, stride in zip(sizes, wanted[0], strict=True):
        if left and left[0][0] == size and (left[0][1] == stride or size == 1):
            left.pop(0)
        elif size != 1:
            return False
    return not left


def _check_reinterpret_cast(op: Any) -> None:
    source, result = op.source.type, op.result.type
    if not (_has_lists(op) and is_memref_type(result)):
        return
    rank = result.get_num_dims()
    check_lists(op, (1, rank, rank))
    if source.element_type != result.element_type:
        raise unprefixed_error(
            op,
            f"different element types specified for source type {type_text([source])} and result"
            f" memref type {type_text([result])}",
        )
    offsets, sizes, strides = static_values(op)
    for place, (given, size) in enumerate(zip(result.get_shape(), sizes, strict=True)):
        if given not in (size, DYNAMIC_INDEX):
            text = "dynamic" if size == DYNAMIC_INDEX else size
            raise unprefixed_error(
                op, f"expected result type with size = {text} instead of {given} in dim = {place}"
            )
    layout = _layout(result)
    if layout is None:
        return
    wanted = None if offsets[0] == DYNAMIC_INDEX else offsets[0]
    if layout[1] is not None and layout[1] != wanted:
        text = "dynamic" if wanted is None else wanted
        raise unprefixed_error(
            op, f"expected result type with offset = {text} instead of {layout[1]}"
        )
    for place, (given, step) in enumerate(zip(layout[0], strides, strict=True)):
        if given is not None and given != step:
            text = "dynamic" if step == DYNAMIC_INDEX else step
            raise unprefixed_error(
                op,
                f"expected result type with stride = {text} instead of {given} in dim = {place}",
            )


def _check_reassociation(op: Any, expanded: Any, collapsed: Any) -> None:
    """Check the groups of dimensions, and that each collapsed size is the product of its group."""
    groups = op.properties.get("reassociation")
    if not isinstance(groups, ArrayAttr):
        return
    lists: list[list[int]] = []
    for group in cast("ArrayAttr[Any]", groups):
        if not isinstance(group, ArrayAttr) or not all(map(is_integer_attr, cast(Any, group))):
            return
        lists.append([each.value.data for each in cast(Any, group)])
    rank = expanded.get_num_dims()
    if len(lists) != collapsed.get_num_dims():
        raise VerifyException(
            f"invalid number of reassociation groups: found {len(lists)}, expected"
            f" {collapsed.get_num_dims()}"
        )
    if not lists:
        _check_group_of_all(expanded.get_shape())
        return
    next_dimension = 0
    for number, group in enumerate(lists):
        sizes: list[int] = []
        for index in group:
            if index != next_dimension:
                raise VerifyException("reassociation indices must be contiguous")
            if index >= rank:
                raise VerifyException(f"reassociation index {index} is out of bounds")
            sizes.append(expanded.get_shape()[index])
            next_dimension += 1
        _check_group(number, collapsed.get_shape()[number], sizes)
    if next_dimension != rank:
        raise VerifyException(
            f"expanded rank ({rank}) inconsistent with number of reassociation indices"
            f" ({next_dimension})"
        )


def _check_group_of_all(sizes: Sequence[int]) -> None:
    """Check that dimensions that are collapsed to rank 0 all have size 1."""
    if any(size != 1 for size in sizes):
        raise VerifyException("rank 0 memrefs can only be extended/collapsed with/from ones")


def _check_group(number: int, size: int, sizes: list[int]) -> None:
    if (DYNAMIC_INDEX in sizes) != (size == DYNAMIC_INDEX):
        raise VerifyException(
            f"collapsed dim ({number}) must be dynamic if and only if reassociation group is"
            " dynamic"
        )
    if size != DYNAMIC_INDEX and size != prod(sizes):
        raise VerifyException(
            f"collapsed dim size ({size}) must equal reassociation group size ({prod(sizes)})"
        )


def _check_collapse_shape(op: Any) -> None:
    if is_memref_type(op.src.type) and is_memref_type(op.result.type):
        _check_reassociation(op, op.src.type, op.result.type)
        _check_same_layout(op)


def _check_same_layout(op: Any) -> None:
    """Check that memrefs without a layout keep the identity layout and their memory space."""
    source, result = op.src.type, op.result.type
    is_plain = isinstance(source.layout, NoneAttr)
    if (source.element_type, source.memory_space) != (result.element_type, result.memory_space) or (
        is_plain and _layout(result) != _layout(MemRefType(result.element_type, result.get_shape()))
    ):
        words = "collapsed" if op.name == "memref.collapse_shape" else "expanded"
        expected = MemRefType(
            source.element_type, result.get_shape(), source.layout, source.memory_space
        )
        raise VerifyException(
            f"expected {words} type to be {type_text([expected])} but found {type_text([result])}"
        )


def _check_expand_shape(op: Any) -> None:
    source, result = op.src.type, op.result.type
    if not is_memref_type(source) or not is_memref_type(result):
        return
    _check_reassociation(op, result, source)
    _check_same_layout(op)
    static = op.properties.get("static_output_shape")
    if not is_dense_array(static):
        return
    sizes, rank = static.get_values(), result.get_num_dims()
    if len(sizes) != rank:
        raise VerifyException(
            f"expected number of static shape bounds to be equal to the output rank ({rank}) but"
            f" found {len(sizes)} inputs instead"
        )
    dynamic = sum(size == DYNAMIC_INDEX for size in sizes)
    if dynamic != len(op.output_shape):
        raise VerifyException(
            "mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape"
            f" has {dynamic} dynamic dims while output_shape has {len(op.output_shape)} values"
        )
    for place, (size, given) in enumerate(zip(sizes, result.get_shape(), strict=True)):
        if given not in (size, DYNAMIC_INDEX):
            raise VerifyException(f"invalid output shape provided at pos {place}")


def _check_metadata(op: Any) -> None:
    """Check that the results describe the source: its base buffer, and one size and one stride per
    dimension.
    """
    source, buffer = op.source.type, op.base_buffer.type
    if not is_memref_type(source) or not is_memref_type(buffer):
        return
    if buffer.get_shape():
        raise VerifyException(
            "result #0 must be strided memref of any type values of rank 0, but got"
            f" {type_text([buffer])}"
        )
    expected = MemRefType(source.element_type, [], NoneAttr(), source.memory_space)
    if buffer != expected or len(op.results) != 2 + 2 * source.get_num_dims():
        numbers = 1 + 2 * source.get_num_dims()
        raise wrong_result_types(op, [expected, *[IndexType()] * numbers])


def _check_dim(op: Any) -> None:
    type_ = op.operands[0].type
    if is_memref_type(type_) and not type_.get_num_dims():
        raise VerifyException(
            "operand #0 must be unranked.memref of any type values or non-0-ranked.memref of any "
            f"type values, but got {type_text([type_])}"
        )


def _check_load(op: Any) -> None:
    rank, given = len(shape_of(op.memref.type) or ()), len(op.indices)
    if rank != given:
        raise VerifyException(
            f"incorrect number of indices for load, expected {rank} but got {given}"
        )


def _check_store(op: Any) -> None:
    if len(shape_of(op.memref.type) or ()) != len(op.indices):
        raise VerifyException("store index operand count not equal to memref rank")


CHECKS: dict[str, Callable[[Any], None]] = {
    **dict.fromkeys(("memref.alloc", "memref.alloca"), _check_allocation),
    "memref.cast": _check_cast,
    "memref.collapse_shape": _check_collapse_shape,
    "memref.dim": _check_dim,
    "memref.expand_shape": _check_expand_shape,
    "memref.extract_strided_metadata": _check_metadata,
    "memref.load": _check_load,
    "memref.reinterpret_cast": _check_reinterpret_cast,
    "memref.store": _check_store,
    "memref.subview": _check_subview,
}
"""Maps operation names to checks that run after those of the declaration."""
REPLACED = frozenset({"memref.alloc", "memref.alloca", "memref.reinterpret_cast"})
"""Names of the operations whose checks in `CHECKS` replace xDSL's verifier."""
