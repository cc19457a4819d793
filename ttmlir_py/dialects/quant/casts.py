"""quant: casts between quantized elements and other elements."""

from typing import Any, ClassVar

from xdsl.dialects.builtin import AnyFloat, Signedness, UnrankedTensorType
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import operand_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.ir.definition.constraints import Described
from ttmlir_py.ir.definition.operation_format import FormattedOperation
from ttmlir_py.ir.definition.operations import local_verifier, op_definition
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.narrowing import is_any_tensor_type, is_integer_type, is_tensor_type

_TYPES = frozenset({"quant.any", "quant.uniform", "quant.calibrated"})


def _element(type_: Attribute) -> Attribute:
    return type_.element_type if is_any_tensor_type(type_) else type_


def _is_quantized(type_: Attribute) -> bool:
    return type_.name in _TYPES


def _is_integer(type_: Attribute) -> bool:
    return is_integer_type(type_) and type_.signedness.data is Signedness.SIGNLESS


Quantized: Described[Any] = Described(
    "scalar or tensor of quantized type", lambda t: _is_quantized(_element(t))
)
Float: Described[Any] = Described(
    "scalar or tensor of floating-point", lambda t: isinstance(_element(t), AnyFloat)
)
IntegerOrQuantized: Described[Any] = Described(
    "scalar or tensor of signless integer or quantized type",
    lambda t: _is_integer(_element(t)) or _is_quantized(_element(t)),
)


def _same_shape(first: Attribute, second: Attribute) -> bool:
    if is_tensor_type(first) and is_tensor_type(second):
        return first.get_shape() == second.get_shape()
    unranked = (isinstance(first, UnrankedTensorType), isinstance(second, UnrankedTensorType))
    return all(unranked) or not (is_any_tensor_type(first) or is_any_tensor_type(second))


class CastOp(FormattedOperation):
    """A cast of a scalar, or of the elements of a tensor."""

    FORM: ClassVar[str] = "$input attr-dict `:` type($input) `to` type($result)"
    traits = traits_def(Pure())
    input = operand_def(IntegerOrQuantized)
    result = result_def(IntegerOrQuantized)

    @local_verifier
    def verify_traits(self) -> None:
        """Check that operand and result are scalars, or tensors with the same shape."""
        super().verify_traits()
        if not _same_shape(self.input.type, self.result.type):
            raise VerifyException(
                "failed to verify that input and result are both scalars or both tensors with "
                "matching shape"
            )

    def raise_mismatch(self, message: str) -> None:
        """Raise an error whose message does not start with the op's name."""
        raise OperationError(self, message, op_prefix=False)

    def check_axis(self, quantized: Any) -> None:
        """Check that the quantization dimension exists in the operand and has one scale per
        slice.
        """
        dimension: int | None = getattr(quantized, "dimension", None)
        type_ = self.input.type
        if dimension is None or isinstance(type_, UnrankedTensorType):
            return
        if not is_tensor_type(type_):
            self.raise_mismatch("scalar types may not use per-axis quantization")
        elif dimension >= type_.get_num_dims():
            self.raise_mismatch("quantized dimension must be less than tensor rank")
        elif type_.get_shape()[dimension] not in (-1, len(quantized.scales)):
            self.raise_mismatch("quantized dimension size does not match number of scales")

    def check_expressed(self, quantized: Any, number: Attribute) -> None:
        """Check that the quantized type `quantized` represents numbers of the float type
        `number`.
        """
        if quantized.expressed_type != number:
            self.raise_mismatch("expressed type in quantized type expected to match float type")
        self.check_axis(quantized)


@op_definition
class DequantizeCastOp(CastOp):
    """The floats that quantized elements represent."""

    name = "quant.dcast"
    input = operand_def(Quantized)
    result = result_def(Float)

    @local_verifier
    def verify_op(self) -> None:
        """Check `quant.dcast`: the quantized type represents the float type."""
        self.check_expressed(_element(self.input.type), _element(self.result.type))


@op_definition
class QuantizeCastOp(CastOp):
    """Floats converted to quantized elements."""

    name = "quant.qcast"
    input = operand_def(Float)
    result = result_def(Quantized)

    @local_verifier
    def verify_op(self) -> None:
        """Check `quant.qcast`: the quantized type represents the float type."""
        self.check_expressed(_element(self.result.type), _element(self.input.type))


@op_definition
class StorageCastOp(CastOp):
    """Quantized elements converted to their stored integers, or the reverse."""

    name = "quant.scast"

    @local_verifier
    def verify_traits(self) -> None:
        """Check `quant.scast`: one side is quantized."""
        super().verify_traits()
        sides = [_is_quantized(_element(v.type)) for v in (self.input, self.result)]
        if sides[0] == sides[1]:
            raise VerifyException(
                "failed to verify that input must be integer and result must be quantized, or vice "
                "versa"
            )

    @local_verifier
    def verify_op(self) -> None:
        """Check `quant.scast`: the integers have the storage type."""
        sides = [_element(value.type) for value in (self.input, self.result)]
        quantized: Any = next(filter(_is_quantized, sides))
        if quantized.storage_type not in sides:
            self.raise_mismatch("storage type in quantized type expected to match integer type")
        self.check_axis(quantized)

    def fold(self) -> list[SSAValue | Attribute] | None:
        """Fold a cast of the inverse cast to the original value."""
        source = self.input.owner
        if isinstance(source, StorageCastOp) and source.input.type == self.result.type:
            return [source.input]
        return None
