"""Constraints on operands, results and attributes of TOSA ops, with the messages of MLIR's
verifier.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeGuard, cast

from xdsl.dialects.builtin import (
    AnyFloat,
    DenseArrayBase,
    Float16Type,
    Float32Type,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    Signedness,
    StringAttr,
    TensorType,
    UnrankedTensorType,
    VectorType,
)
from xdsl.ir import Attribute, TypeAttribute

from ttmlir_py.ir.definition.constraints import (
    DenseI64ArrayAttr,
    Described,
    StrAttr,
    attribute_of,
    is_integer_of,
)
from ttmlir_py.ir.narrowing import (
    is_any_tensor_type,
    is_dense_array,
    is_float_attr,
    is_integer_attr,
    is_integer_type,
    is_tensor_type,
)

if TYPE_CHECKING:
    from ttmlir_py.dialects.tosa import attributes as tosa

AnyTensorType = TensorType[Attribute] | UnrankedTensorType[Attribute]
"""A tensor type, ranked or not."""


def is_float_type(type: Attribute) -> TypeGuard[AnyFloat]:
    """Whether `type` is a floating-point type."""
    return isinstance(type, AnyFloat)


def is_quantized(type: Attribute) -> bool:
    """Whether `type` is a quantized type whose storage width TOSA supports."""
    if not type.name.startswith("quant."):
        return False
    storage = getattr(type, "storage_type", None)
    return is_integer_type(storage) and storage.width.data in (4, 8, 16, 32)


def _is_number(type: Attribute) -> bool:
    """Whether `type` is a number in TOSA.

    Numbers are floats, integers that are not explicitly signed, and quantized types.
    """
    if is_integer_type(type):
        return type.signedness.data is not Signedness.SIGNED
    return is_float_type(type) or is_quantized(type)


def _is_weight(type: Attribute) -> bool:
    return is_float_type(type) or is_quantized(type) or type in (IntegerType(4), IntegerType(8))


def _tensor(
    description: str,
    holds: Callable[[Attribute], bool],
    rank: int | None = None,
    *,
    ranked: bool = False,
) -> Described[Any]:
    """Return the constraint on tensors whose elements satisfy `holds`.

    They have rank `rank`, or any rank if it is None, which must be known if `ranked`.
    """

    def predicate(type: Attribute) -> bool:
        if not is_tensor_type(type):
            return not ranked and is_any_tensor_type(type) and holds(type.element_type)
        return rank in (None, len(type.get_shape())) and holds(type.element_type)

    return Described(description, predicate)


Tensor = _tensor("tensor of number values", _is_number)
RankedTensor = _tensor("ranked tensor of number values", _is_number, ranked=True)
ScalarTensor = _tensor("0D tensor of number values", _is_number, 0, ranked=True)
Tensor1D = _tensor("1-d tensor", _is_number, 1)
Tensor2D = _tensor("2-d tensor", _is_number, 2)
Tensor3D = _tensor("3-d tensor", _is_number, 3)
Tensor4D = _tensor("4-d tensor", _is_number, 4)
Tensor5D = _tensor("5-d tensor", _is_number, 5)
FloatTensor = _tensor("tensor of floating-point values", is_float_type)
I1Tensor = _tensor("tensor of 1-bit signless integer values", lambda type: type == IntegerType(1))
Int32Tensor = _tensor(
    "tensor of 32-bit signless integer values", lambda type: type == IntegerType(32)
)
Int32Tensor2D = _tensor(
    "2D tensor of 32-bit signless integer values",
    lambda type: type == IntegerType(32),
    2,
    ranked=True,
)
Int32Or64Tensor = _tensor(
    "tensor of 32-bit signless integer or 64-bit signless integer values",
    lambda type: type in (IntegerType(32), IntegerType(64)),
)
_WEIGHT = (
    "4-bit signless integer or 8-bit signless integer or Quint8 type or Qint4 type or Qint8 type or"
    " Qint16 type or Qint32 type or floating-point values"
)
Weight2D = _tensor(f"2D tensor of {_WEIGHT}", _is_weight, 2, ranked=True)
Weight4D = _tensor(f"4D tensor of {_WEIGHT}", _is_weight, 4, ranked=True)
Weight5D = _tensor(f"5D tensor of {_WEIGHT}", _is_weight, 5, ranked=True)

AnyType: Described[Any] = Described("any type", lambda _: True)


def _signless_like(description: str, holds: Callable[[Attribute], bool]) -> Described[Any]:
    """Return the constraint on integers that satisfy `holds`, and on vectors and tensors of
    them.
    """

    def predicate(type: Attribute) -> bool:
        is_container = isinstance(type, VectorType) or is_any_tensor_type(type)
        return holds(cast(Any, type).element_type if is_container else cast(Attribute, type))

    return Described(description, predicate)


IntLike = _signless_like(
    "signless-integer-like", lambda type: is_integer_type(type) and _is_number(type)
)
Int8Like = _signless_like("signless-integer-8-bit-like", lambda type: type == IntegerType(8))


AnyAttribute: Described[Attribute] = Described("any attribute", lambda _: True)
I8Attr: Described[IntegerAttr] = Described(
    "8-bit signless integer attribute",
    lambda attribute: is_integer_of(attribute, IntegerType(8)),
    is_integer_attr,
)
AnyFloatAttr: Described[FloatAttr] = Described("arbitrary float attribute", is_float_attr)
DenseI8ArrayAttr: Described[DenseArrayBase[Any]] = Described(
    "i8 dense array attribute",
    lambda attribute: is_dense_array(attribute) and attribute.elt_type == IntegerType(8),
)
SymbolNameAttr = StrAttr
ResizeTypeAttr: Described[StringAttr] = Described(
    "Supported resize/upsampling strategies",
    lambda attribute: (
        isinstance(attribute, StringAttr) and attribute.data in ("BILINEAR", "NEAREST_NEIGHBOR")
    ),
    StrAttr.predicate,
)


def _is_type(attribute: Attribute) -> bool:
    return isinstance(attribute, TypeAttribute)


TypeAttr: Described[TypeAttribute] = Described("any type attribute", _is_type)
AccTypeAttr: Described[TypeAttribute] = Described(
    "type attribute of 32-bit signless integer or 32-bit signed integer or 16-bit float or 32-bit "
    "float",
    lambda attribute: (
        attribute
        in (IntegerType(32), IntegerType(32, Signedness.SIGNED), Float16Type(), Float32Type())
    ),
    _is_type,
)


def _sizes(words: str, holds: Callable[[int], bool]) -> Described[DenseArrayBase[Any]]:
    """Return the constraint on lists of 64-bit integers whose length satisfies `holds`."""
    return Described(
        f"i64 dense array attribute with {words} elements",
        lambda attribute: (
            DenseI64ArrayAttr.predicate(attribute)
            and holds(len(cast(DenseArrayBase[Any], attribute)))
        ),
        DenseI64ArrayAttr.predicate,
    )


IntArrayAttr2 = _sizes("exactly 2", lambda count: count == 2)
IntArrayAttr3 = _sizes("exactly 3", lambda count: count == 3)
IntArrayAttr4 = _sizes("exactly 4", lambda count: count == 4)
IntArrayAttr6 = _sizes("exactly 6", lambda count: count == 6)
IntArrayAttrUpto4 = _sizes("at least 4", lambda count: count <= 4)
"""A list of at most four integers, although MLIR's description says "at least 4"."""

ConvOpQuantizationAttr: Described[tosa.ConvOpQuantizationAttr] = attribute_of(
    "tosa.conv_quant", "Attribute for Conv type op quantization information."
)
MatMulOpQuantizationAttr: Described[tosa.MatMulOpQuantizationAttr] = attribute_of(
    "tosa.matmul_quant", "Attribute for MatMulOp quantization information."
)
PadOpQuantizationAttr: Described[tosa.PadOpQuantizationAttr] = attribute_of(
    "tosa.pad_quant", "Attribute for PadOp quantization information."
)
UnaryOpQuantizationAttr: Described[tosa.UnaryOpQuantizationAttr] = attribute_of(
    "tosa.unary_quant", "Attribute for UnaryOp quantization information."
)
