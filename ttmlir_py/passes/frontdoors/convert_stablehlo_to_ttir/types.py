"""The types that values have in TTIR."""

from collections.abc import Collection, Iterable

from xdsl.dialects.builtin import (
    Float64Type,
    FunctionType,
    IntegerType,
    Signedness,
    TensorType,
    bf16,
    f32,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.hints import isa

from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.dialects.tensor_types import RankedTensor, tensor_type
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.narrowing import is_integer_type
from ttmlir_py.rewriting.control_flow import ops_in
from ttmlir_py.rewriting.mutation import set_type


def is_boolean(element: Attribute) -> bool:
    """Whether elements are truth values, which TTIR holds as bf16."""
    return is_integer_type(element) and element.width.data == 1


def _convert_element(element: Attribute) -> Attribute:
    if is_boolean(element):
        return bf16
    if is_integer_type(element) and element.width.data == 64:
        is_unsigned = element.signedness.data is Signedness.UNSIGNED
        return IntegerType(32, Signedness.UNSIGNED if is_unsigned else Signedness.SIGNLESS)
    return f32 if isinstance(element, Float64Type) else element


def convert_type(type_: RankedTensor) -> RankedTensor:
    """Truth values become bf16, 64 bits 32, and scalars tensors with one element; what changes loses its encoding."""
    element = _convert_element(type_.element_type)
    shape = type_.get_shape()
    if element == type_.element_type and shape:
        return type_
    return TensorType(element, shape or (1,))


class OriginalTypes:
    """Which type values had whose type has changed."""

    def __init__(self) -> None:
        self._types: dict[SSAValue, RankedTensor] = {}

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
            converted = convert_type(type_)
            if converted is not type_:
                self._types[value] = type_
                set_type(value, converted)


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
                _convert_signature(op)


def _convert_signature(op: FuncOp) -> None:
    old = op.function_type
    inputs, outputs = (
        [convert_type(require_ranked(op, each)) for each in side.data]
        for side in (old.inputs, old.outputs)
    )
    op.properties["function_type"] = FunctionType.from_lists(inputs, outputs)
