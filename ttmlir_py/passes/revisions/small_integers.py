"""Signed integers of 8 and 16 bits of TTIR since 2026-08, which are stored as si32.

The numbers of a narrow type are kept modulo its size. Only operations whose result depends on more
bits, such as comparisons, wrap their operands first.
"""

from typing import Any, cast

from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    FunctionType,
    IntegerType,
    Signedness,
    TensorType,
)
from xdsl.ir import Attribute, Operation, SSAValue

from ttmlir_py.dialects.func import FuncOp, ReturnOp
from ttmlir_py.dialects.revisions.definitions import operation_class
from ttmlir_py.dialects.tensor_types import ranked_tensor
from ttmlir_py.ir.narrowing import is_integer_type, is_tensor_type
from ttmlir_py.rewriting.mutation import set_type

_I32 = IntegerType(32)
_MODULAR = frozenset(
    f"ttir.{name}"
    for name in (
        *("add", "bitwise_and", "bitwise_not", "bitwise_or", "bitwise_xor", "cumsum"),
        *("dot_general", "matmul", "multiply", "neg", "subtract", "sum"),
    )
)
"""Operations whose low bits depend only on the low bits of their operands."""
_MOVES = frozenset(
    f"ttir.{name}"
    for name in (
        *("broadcast", "concat", "embedding", "gather", "permute", "repeat", "reshape", "reverse"),
        *("slice_static", "squeeze", "transpose", "unsqueeze", "where"),
    )
)
"""Operations that only move elements."""


def widen_small_integers(module: Operation, revision: str, *, wraps_results: bool) -> None:
    """Replace the types i8, i16, si8 and si16 of tensors by i32 in a module of TTIR.

    With `wraps_results`, the results of public functions are in the range of the narrow type.
    """
    _Widening(revision, wraps_results).convert(module)


class _Widening:
    """The widening of one module."""

    def __init__(self, revision: str, wraps_results: bool) -> None:
        self._revision, self._wraps_results = revision, wraps_results
        self._widths: dict[SSAValue, int] = {}
        """The widths of values that may be out of the range of their narrow type."""
        self._wrapped: dict[SSAValue, SSAValue] = {}

    def convert(self, module: Operation) -> None:
        """Convert a module in place."""
        for op in list(module.walk()):
            if isinstance(op, FuncOp):
                self._function(op)
            self._constant(op)
            if self._is_sensitive(op):
                for index, operand in enumerate(op.operands):
                    if operand in self._widths:
                        op.operands[index] = self._in_range(operand)
            loose = any(operand in self._widths for operand in op.operands)
            for result in op.results:
                width = _small_width(result.type)
                set_type(result, _widened(result.type))
                if width and (loose or op.name not in (*_MOVES, *_CONSTANTS)):
                    self._widths[result] = width

    def _is_sensitive(self, op: Operation) -> bool:
        if isinstance(op, ReturnOp):
            function = op.parent_op()
            return (
                self._wraps_results and isinstance(function, FuncOp) and not _is_private(function)
            )
        return op.name.startswith("ttir.") and op.name not in (*_MODULAR, *_MOVES)

    def _function(self, function: FuncOp) -> None:
        type_ = function.function_type
        inputs, outputs = (
            [_widened(each) for each in types] for types in (type_.inputs, type_.outputs)
        )
        function.properties["function_type"] = FunctionType.from_lists(inputs, outputs)
        for block in function.body.blocks:
            for argument in block.args:
                if _is_private(function) and (width := _small_width(argument.type)):
                    self._widths[argument] = width
                set_type(argument, _widened(argument.type))

    def _constant(self, op: Operation) -> None:
        value = op.properties.get("value")
        if isinstance(value, DenseIntOrFPElementsAttr):
            op.properties["value"] = _widened_elements(cast(Any, value))

    def _in_range(self, value: SSAValue) -> SSAValue:
        """Return the elements of `value`, wrapped to the range of its narrow type."""
        if value not in self._wrapped:
            self._wrapped[value] = _wrap(value, self._widths[value], self._revision)
        return self._wrapped[value]


_CONSTANTS = ("ttir.arange", "ttir.constant", "ttir.full", "ttir.ones", "ttir.zeros")


def _is_private(function: FuncOp) -> bool:
    visibility = function.sym_visibility
    return visibility is not None and visibility.data == "private"


def _small_width(type_: Attribute) -> int:
    """Return the number of bits of a signed integer narrower than 32 bits; 0 for other types."""
    if not is_tensor_type(type_) or not is_integer_type(type_.element_type):
        return 0
    element = type_.element_type
    is_small = element.width.data in (8, 16)
    return element.width.data if is_small and not _is_unsigned(element) else 0


def _is_unsigned(element: IntegerType) -> bool:
    return element.signedness.data is Signedness.UNSIGNED


def _widened(type_: Attribute) -> Attribute:
    if not _small_width(type_):
        return type_
    ranked = cast(Any, type_)
    return ranked_tensor(_I32, ranked.get_shape(), ranked.encoding)


def _widened_elements(dense: Any) -> Any:
    width = _small_width(dense.type)
    if not width:
        return dense
    half = 1 << (width - 1)
    numbers = [(int(each) + half) % (2 * half) - half for each in dense.get_values()]
    return DenseIntOrFPElementsAttr.from_list(cast(Any, _widened(dense.type)), numbers)


def _wrap(value: SSAValue, width: int, revision: str) -> SSAValue:
    """Return the elements of `value` wrapped to a signed type, computed right after `value`."""
    half = 1 << (width - 1)
    type_ = cast("TensorType[Attribute]", value.type)
    made: list[Operation] = []
    owner = value.owner
    location = cast(Any, owner if isinstance(owner, Operation) else owner.parent_op()).location
    wrapped = value
    for name, number in (("add", half), ("bitwise_and", 2 * half - 1), ("subtract", half)):
        constant: Any = operation_class(revision, "ttir.constant")
        cls: Any = operation_class(revision, f"ttir.{name}")
        elements = DenseIntOrFPElementsAttr.from_list(cast(Any, type_), [number])
        operand = constant.create(result_types=[type_], properties={"value": elements})
        step = cls.create(operands=[wrapped, operand.results[0]], result_types=[type_])
        operand.location = step.location = location
        made += [operand, step]
        wrapped = step.results[0]
    if isinstance(owner, Operation):
        block = owner.parent_block()
        assert block is not None
        block.insert_ops_after(made, owner)
    else:
        assert owner.first_op is not None
        owner.insert_ops_before(made, owner.first_op)
    return wrapped
