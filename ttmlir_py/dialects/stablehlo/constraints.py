"""Constraints on types and attributes of StableHLO's and CHLO's ops, with the descriptions from
ODS.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseIntOrFPElementsAttr,
    Float32Type,
    Float64Type,
    IndexType,
    IntegerAttr,
    IntegerType,
    Signedness,
    SymbolRefAttr,
    TensorType,
    TupleType,
    UnrankedTensorType,
)
from xdsl.ir import Attribute

from ttmlir_py.dialects.stablehlo.element_types import SMALL_FLOATS, is_float
from ttmlir_py.dialects.stablehlo.quantized_types import (
    has_scale_for_each_slice,
    is_quantized,
    is_quantized_per_axis,
)
from ttmlir_py.ir.definition.constraints import (
    Described,
    DictAttr,
    I32Attr,
    StrAttr,
    any_of,
    array_of,
    attribute_of,
)
from ttmlir_py.ir.narrowing import is_complex_type, is_integer_type, is_tensor_type

if TYPE_CHECKING:
    from ttmlir_py.dialects.stablehlo import attributes as stablehlo

Predicate = Callable[[Attribute], bool]

_WIDTHS = (2, 4, 8, 16, 32, 64)


def _integers(signedness: Signedness, widths: Iterable[int]) -> Predicate:
    known = frozenset(widths)
    return lambda t: (
        is_integer_type(t) and t.width.data in known and t.signedness.data is signedness
    )


def _is_complex(type_: Attribute) -> bool:
    return is_complex_type(type_) and isinstance(type_.element_type, Float32Type | Float64Type)


_PER_TENSOR = "2/4/8/16/32-bit uniform quantized"
_PER_AXIS = f"{_PER_TENSOR} per axis"

Float: Described[Any] = Described(
    " or ".join((*(f"{name} type" for name in SMALL_FLOATS), "16-bit float or 32-bit float"))
    + " or 64-bit float or bfloat16 type",
    is_float,
)
Float32Or64: Described[Any] = Described(
    "32-bit float or 64-bit float", lambda t: isinstance(t, Float32Type | Float64Type)
)
Pred: Described[Any] = Described(
    "pred (AKA boolean or 1-bit integer)", lambda t: t == IntegerType(1)
)
SInt: Described[Any] = Described(
    "2/4/8/16/32/64-bit signless integer", _integers(Signedness.SIGNLESS, _WIDTHS)
)
UInt: Described[Any] = Described(
    "2/4/8/16/32/64-bit unsigned integer", _integers(Signedness.UNSIGNED, _WIDTHS)
)
Int = any_of(SInt, UInt)
Complex: Described[Any] = Described(
    "complex type with 32-bit float or 64-bit float elements", _is_complex
)
Quantized: Described[Any] = Described(
    f"{_PER_TENSOR} signed integer or {_PER_TENSOR} unsigned integer", is_quantized
)
PerAxisQuantized: Described[Any] = Described(
    f"{_PER_AXIS} signed integer or {_PER_AXIS} unsigned integer", is_quantized_per_axis
)
Index: Described[Any] = Described("index", lambda t: isinstance(t, IndexType))
AnyElement = any_of(Float, Pred, Int, Complex, Quantized)


def _tensor(prefix: str, shape_holds: Predicate, *elements: Described[Any]) -> Described[Any]:
    element = any_of(*elements)
    holds = element.predicate
    return Described(
        f"{prefix} of {element.description} values",
        lambda t: shape_holds(t) and holds(cast(Any, t).element_type),
    )


def ranked(*elements: Described[Any]) -> Described[Any]:
    """Return the constraint on ranked tensors with one of the given element types."""
    return _tensor("ranked tensor", is_tensor_type, *elements)


def unranked(*elements: Described[Any]) -> Described[Any]:
    """Return the constraint on tensors, ranked or not, with one of the given element types."""
    return _tensor("tensor", lambda t: isinstance(t, TensorType | UnrankedTensorType), *elements)


def _is_static(type_: Attribute) -> bool:
    return is_tensor_type(type_) and type_.has_static_shape()


def static(*elements: Described[Any]) -> Described[Any]:
    """Return the constraint on tensors of static sizes with one of the given element types."""
    return _tensor("statically shaped tensor", _is_static, *elements)


def of_rank(rank: int, *elements: Described[Any]) -> Described[Any]:
    """Return the constraint on tensors of rank `rank` with one of the given element types."""
    return _tensor(
        f"{rank}D tensor",
        lambda t: is_tensor_type(t) and len(t.shape.data) == rank,
        *elements,
    )


def static_of_rank(rank: int, words: str, *elements: Described[Any]) -> Described[Any]:
    """Return the constraint on tensors of static sizes and rank `rank`; messages say `words`."""
    return _tensor(
        f"statically shaped {rank}-dimensional {words}",
        lambda t: _is_static(t) and len(cast(Any, t).shape.data) == rank,
        *elements,
    )


Token: Described[Any] = Described("token", lambda t: t.name == "stablehlo.token")


def nested_tuple(*members: Described[Any]) -> Described[Any]:
    """Return the constraint on tuples, possibly nested, of types that satisfy one of `members`."""
    member = any_of(*members)

    def holds(type_: Attribute) -> bool:
        return isinstance(type_, TupleType) and all(
            member.predicate(t) or holds(t) for t in type_.types.data
        )

    return Described(f"nested tuple with any combination of {member.description} values", holds)


def _sliced(tensor: Described[Any]) -> Described[Any]:
    """Return `tensor`, restricted to tensors whose quantization dimension exists and has one scale
    per slice.
    """
    return Described(
        tensor.description, lambda t: tensor.predicate(t) and has_scale_for_each_slice(t)
    )


Tensor = ranked(AnyElement)
AnyTensor = _sliced(ranked(AnyElement, PerAxisQuantized))
StaticTensor = static(AnyElement)
AnyStaticTensor = _sliced(static(AnyElement, PerAxisQuantized))
FloatTensor = ranked(Float)
FloatOrQuantizedTensor = ranked(Float, Quantized)
FloatOrComplexTensor = ranked(Float, Complex)
FloatComplexOrQuantizedTensor = ranked(Float, Complex, Quantized)
NumberTensor = ranked(Int, Float, Complex, Quantized)
"""The constraint on ranked tensors of any element type except booleans."""
SignedTensor = ranked(SInt, Float, Complex, Quantized)
RealSignedTensor = ranked(SInt, Float, Quantized)
IntTensor = ranked(Int)
LogicalTensor = ranked(Pred, Int)
PredTensor = ranked(Pred)
ComplexTensor = ranked(Complex)
SInt32Tensor = ranked(Described("32-bit signless integer", _integers(Signedness.SIGNLESS, (32,))))
UInt32Tensor = ranked(Described("32-bit unsigned integer", _integers(Signedness.UNSIGNED, (32,))))
AnyIntTensor = ranked(Described("integer", lambda t: isinstance(t, IntegerType)), Index)
ScalarTensor = of_rank(0, AnyElement)
ScalarIntTensor = of_rank(0, Int)
DimensionTensor = static_of_rank(1, "tensor", Index, Int)
_PerAxisTensor = _sliced(ranked(PerAxisQuantized))
TensorOrToken = any_of(Tensor, _PerAxisTensor, Token)
TensorTuple = nested_tuple(Tensor, _PerAxisTensor, Token)
TensorTokenOrTuple = any_of(Tensor, _PerAxisTensor, Token, TensorTuple)

_UnrankedTensor = _sliced(unranked(AnyElement, PerAxisQuantized))
AnyTensorTokenOrTuple = any_of(_UnrankedTensor, Token, nested_tuple(_UnrankedTensor, Token))
"""The type of operands and results of custom calls."""

# These constraints match attributes by name, so that declaring ops does not define attribute
# classes.

ChannelHandle: Described[stablehlo.ChannelHandleAttr] = attribute_of(
    "stablehlo.channel_handle", "two 64-bit integers 'handle' and 'type'"
)
ComparisonDirectionAttr: Described[stablehlo.ComparisonDirectionAttr] = attribute_of(
    "stablehlo.comparison_direction", "Which comparison operation to perform."
)
ComparisonTypeAttr: Described[stablehlo.ComparisonTypeAttr] = attribute_of(
    "stablehlo.comparison_type", "Which comparison type to use."
)
ConvDimensionNumbers: Described[stablehlo.ConvDimensionNumbersAttr] = attribute_of(
    "stablehlo.conv", "Structure of dimension information for conv op"
)
DotAlgorithm: Described[stablehlo.DotAlgorithmAttr] = attribute_of(
    "stablehlo.dot_algorithm",
    "Attribute that models the algorithm constraints to use for computing dot.",
)
DotDimensionNumbers: Described[stablehlo.DotDimensionNumbersAttr] = attribute_of(
    "stablehlo.dot", "Attribute that models the dimension information for dot."
)
FftTypeAttr: Described[stablehlo.FftTypeAttr] = attribute_of(
    "stablehlo.fft_type", "XLA fast fourier transform type."
)
GatherDimensionNumbers: Described[stablehlo.GatherDimensionNumbersAttr] = attribute_of(
    "stablehlo.gather", "Attribute that models the dimension information for gather"
)
OutputOperandAlias: Described[stablehlo.OutputOperandAliasAttr] = attribute_of(
    "stablehlo.output_operand_alias",
    "Attribute that models the alias relationship of output and operand of a CustomCall op",
)
PrecisionAttr: Described[stablehlo.PrecisionAttr] = attribute_of(
    "stablehlo.precision", "XLA precision for an operand. Has backend specific meaning."
)
RngAlgorithmAttr: Described[stablehlo.RngAlgorithmAttr] = attribute_of(
    "stablehlo.rng_algorithm", "XLA PRNG algorithm to be used."
)
RngDistributionAttr: Described[stablehlo.RngDistributionAttr] = attribute_of(
    "stablehlo.rng_distribution", "XLA PRNG distribution to be used."
)
ScatterDimensionNumbers: Described[stablehlo.ScatterDimensionNumbersAttr] = attribute_of(
    "stablehlo.scatter", "Attribute that models the dimension information for scatter"
)
TransposeAttr: Described[stablehlo.TransposeAttr] = attribute_of(
    "stablehlo.transpose", "Transpose options"
)
PrecisionConfigAttr: Described[ArrayAttr[stablehlo.PrecisionAttr]] = array_of(
    PrecisionAttr, "Precision Config attribute"
)
OutputOperandAliases: Described[ArrayAttr[stablehlo.OutputOperandAliasAttr]] = array_of(
    OutputOperandAlias, "Aliasing attribute for outputs and operands of CustomCall"
)
FlatSymbolRefArrayAttr: Described[ArrayAttr[SymbolRefAttr]] = array_of(
    Described(
        "flat symbol reference attribute",
        lambda a: isinstance(a, SymbolRefAttr) and not a.nested_references.data,
    ),
    "flat symbol ref array attribute",
)
ArrayAttrConstraint: Described[ArrayAttr[Attribute]] = Described(
    "array attribute", lambda a: isinstance(a, ArrayAttr)
)
StrOrDictAttr: Described[Attribute] = any_of(StrAttr, DictAttr)


def _is_layout(attribute: Attribute) -> bool:
    """Whether `attribute` is a layout: a 1-D constant of indices."""
    if not isinstance(attribute, DenseIntOrFPElementsAttr):
        return False
    type_ = cast(Any, attribute).type
    return (
        is_tensor_type(type_) and len(type_.shape.data) == 1 and type_.element_type == IndexType()
    )


ArrayOfLayoutAttr: Described[ArrayAttr[DenseIntOrFPElementsAttr]] = array_of(
    Described("", _is_layout), "Array of layout (1D tensor of index type) attributes"
)
_API_VERSIONS = range(5)
CustomCallApiVersionAttr: Described[IntegerAttr] = Described(
    "Custom call API version",
    lambda a: I32Attr.predicate(a) and cast(IntegerAttr, a).value.data in _API_VERSIONS,
)
