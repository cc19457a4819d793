"""Conversion of StableHLO's types to types that TTIR supports."""

from collections.abc import Collection, Iterable

from xdsl.dialects.builtin import (
    Float64Type,
    FunctionType,
    IntegerType,
    Signedness,
    bf16,
    f32,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.hints import isa

from ttmlir_py.dialects import stablehlo
from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.dialects.stablehlo.enums import ComparisonType
from ttmlir_py.dialects.tensor_types import RankedTensor, ranked_tensor, tensor_type
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.rewriting.control_flow import ops_in
from ttmlir_py.rewriting.conversion import UnsupportedError
from ttmlir_py.rewriting.mutation import set_type


def is_boolean(element: Attribute) -> bool:
    """Whether `element` is the boolean type i1, which TTIR stores as bf16."""
    return is_integer_type(element) and element.width.data == 1


def takes_other_sign(op: stablehlo.CompareOp) -> bool:
    """Whether `op` compares with another signedness than its integers have, such as `UNSIGNED` for
    i32.

    XLA rejects such comparisons, too.
    """
    element = tensor_type(op.lhs).element_type
    if op.compare_type is None or not is_integer_type(element) or is_boolean(element):
        return False
    is_unsigned = element.signedness.data is Signedness.UNSIGNED
    other = ComparisonType.SIGNED if is_unsigned else ComparisonType.UNSIGNED
    return op.compare_type.value is other


def _convert_element(element: Attribute) -> Attribute:
    if is_boolean(element):
        return bf16
    if is_integer_type(element) and element.width.data == 64:
        is_unsigned = element.signedness.data is Signedness.UNSIGNED
        return IntegerType(32, Signedness.UNSIGNED if is_unsigned else Signedness.SIGNLESS)
    return f32 if isinstance(element, Float64Type) else element


NO_QUANTIZED_ELEMENTS = "TTIR has no quantized elements"
"""The error message for quantized programs."""
NO_COMPLEX_NUMBERS = "TTIR has no complex numbers"
"""The error message for programs on complex numbers."""


def _unsupported(type_: RankedTensor) -> str | None:
    """Return the reason why TTIR does not support tensors of type `type_`, or None."""
    if type_.element_type.name.startswith("quant."):
        return NO_QUANTIZED_ELEMENTS
    if type_.encoding.name == "sparse_tensor.encoding":
        return "TTIR has no sparse tensors"
    return None


def convert_type(type_: RankedTensor) -> RankedTensor:
    """Return the TTIR type for the tensor type `type_`.

    Booleans become bf16, 64-bit elements become 32-bit, and scalars become tensors with one
    element. A type that changes loses its encoding. Raises UnsupportedError for tensors that TTIR
    does not support.
    """
    if (reason := _unsupported(type_)) is not None:
        raise UnsupportedError(reason)
    element = _convert_element(type_.element_type)
    shape = type_.get_shape()
    if element == type_.element_type and shape:
        return type_
    return ranked_tensor(element, shape or (1,))


class OriginalTypes:
    """The types that values had before the conversion changed them."""

    def __init__(self) -> None:
        self._types: dict[SSAValue, RankedTensor] = {}
        self.unsupported: dict[Operation, str] = {}
        """Maps operations that have values of types that TTIR does not support to the reasons."""

    def of(self, value: SSAValue) -> RankedTensor:
        """Return the type that `value`, or the value that it replaces, had before the
        conversion.
        """
        return self._types.get(value) or tensor_type(value)

    def record(self, value: SSAValue, type_: RankedTensor) -> None:
        """Record that `value` replaces a value of type `type_`."""
        self._types.setdefault(value, type_)

    def convert(self, op: Operation, values: Iterable[SSAValue]) -> None:
        """Convert the types of `values`, which `op` defines, in place.

        Raises OperationError for types that are not ranked tensors.
        """
        for value in values:
            type_ = require_ranked(op, value.type)
            converted = self._converted(op, type_)
            if converted is not type_:
                self._types[value] = type_
                set_type(value, converted)

    def convert_signature(self, op: FuncOp) -> None:
        """Convert the argument and result types of a function.

        Raises OperationError for types that are not ranked tensors.
        """
        old = op.function_type
        inputs, outputs = (
            [self._converted(op, require_ranked(op, each)) for each in side.data]
            for side in (old.inputs, old.outputs)
        )
        op.properties["function_type"] = FunctionType.from_lists(inputs, outputs)

    def _converted(self, op: Operation, type_: RankedTensor) -> RankedTensor:
        """Return the converted type, or `type_` itself if TTIR does not support it.

        In that case the error is recorded, and reported for the ops that use such values.
        """
        try:
            return convert_type(type_)
        except UnsupportedError as error:
            self.unsupported.setdefault(op, str(error))
            return type_

    def require_supported(self) -> None:
        """Raise OperationError for the first operation that still has values of an unsupported
        type.
        """
        for op, reason in self.unsupported.items():
            raise OperationError(op, f"has values that cannot be converted: {reason}")


def require_ranked(op: Operation, type_: Attribute) -> RankedTensor:
    """Return `type_`. Raises OperationError for `op` if it is not a ranked tensor type."""
    if not isa(type_, RankedTensor):
        raise OperationError(op, f"only ranked tensors can be converted to TTIR, got '{type_}'")
    return type_


def convert_kept_types(root: Operation, dialects: Collection[str], types: OriginalTypes) -> None:
    """Convert the types of the values that ops of the given dialects define, and function
    signatures.

    These ops, such as calls, are not lowered, and keep their attributes. Raises OperationError for
    types that TTIR does not support.
    """
    kept: dict[type[Operation], bool] = {}
    for op in ops_in(root.regions):
        cls = op.__class__
        if cls not in kept:
            kept[cls] = op.name.partition(".")[0] in dialects
        if kept[cls]:
            types.convert(op, op.results)
            for region in op.regions:
                for block in region.blocks:
                    types.convert(op, block.args)
            if isinstance(op, FuncOp):
                types.convert_signature(op)
