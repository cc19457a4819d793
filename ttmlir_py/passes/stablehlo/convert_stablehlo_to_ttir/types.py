"""The types that values have in TTIR."""

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
    """Whether elements are truth values, which TTIR holds as bf16."""
    return is_integer_type(element) and element.width.data == 1


def takes_other_sign(op: stablehlo.CompareOp) -> bool:
    """Whether a comparison asks for an order of integers that is not their type's: `UNSIGNED` of i32, which XLA refuses too."""
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
"""Why quantized programs are refused."""
NO_COMPLEX_NUMBERS = "TTIR has no complex numbers"
"""Why programs on complex numbers are refused."""


def _unsupported(type_: RankedTensor) -> str | None:
    """Why TTIR has no tensors of a type, if so."""
    if type_.element_type.name.startswith("quant."):
        return NO_QUANTIZED_ELEMENTS
    if type_.encoding.name == "sparse_tensor.encoding":
        return "TTIR has no sparse tensors"
    return None


def convert_type(type_: RankedTensor) -> RankedTensor:
    """Truth values become bf16, 64 bits 32, and scalars tensors with one element; what changes loses its encoding.

    Raises UnsupportedError for tensors that TTIR does not have.
    """
    if (reason := _unsupported(type_)) is not None:
        raise UnsupportedError(reason)
    element = _convert_element(type_.element_type)
    shape = type_.get_shape()
    if element == type_.element_type and shape:
        return type_
    return ranked_tensor(element, shape or (1,))


class OriginalTypes:
    """Which type values had whose type has changed."""

    def __init__(self) -> None:
        self._types: dict[SSAValue, RankedTensor] = {}
        self.unsupported: dict[Operation, str] = {}
        """Operations with values of types that TTIR does not have, and why."""

    def of(self, value: SSAValue) -> RankedTensor:
        """The type that a value had, or that the value had which it stands for."""
        return self._types.get(value) or tensor_type(value)

    def record(self, value: SSAValue, type_: RankedTensor) -> None:
        """Say that a value of another type stands for one of this type."""
        self._types.setdefault(value, type_)

    def convert(self, op: Operation, values: Iterable[SSAValue]) -> None:
        """Change the types of values, which `op` defines, in place. Raises OperationError for what is no ranked tensor."""
        for value in values:
            type_ = require_ranked(op, value.type)
            converted = self._converted(op, type_)
            if converted is not type_:
                self._types[value] = type_
                set_type(value, converted)

    def convert_signature(self, op: FuncOp) -> None:
        """Change the type of a function. Raises OperationError for what is no ranked tensor."""
        old = op.function_type
        inputs, outputs = (
            [self._converted(op, require_ranked(op, each)) for each in side.data]
            for side in (old.inputs, old.outputs)
        )
        op.properties["function_type"] = FunctionType.from_lists(inputs, outputs)

    def _converted(self, op: Operation, type_: RankedTensor) -> RankedTensor:
        """The type to convert to; itself if TTIR has none, for the ops to complain that use such values."""
        try:
            return convert_type(type_)
        except UnsupportedError as error:
            self.unsupported.setdefault(op, str(error))
            return type_

    def require_supported(self) -> None:
        """Raise OperationError at the first operation that still has values of a type that TTIR does not have."""
        for op, reason in self.unsupported.items():
            raise OperationError(op, f"has values that cannot be converted: {reason}")


def require_ranked(op: Operation, type_: Attribute) -> RankedTensor:
    """The type, which is a ranked tensor's. Raises OperationError."""
    if not isa(type_, RankedTensor):
        raise OperationError(op, f"only ranked tensors can be converted to TTIR, got '{type_}'")
    return type_


def convert_kept_types(root: Operation, dialects: Collection[str], types: OriginalTypes) -> None:
    """Change the types of all values inside of `root` that ops of some dialects define: arguments, results of calls.

    Functions change their signatures with it; attributes stay as they are. Raises OperationError.
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
