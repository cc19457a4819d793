"""Parsers and printers of the `custom<...>` elements in the forms of StableHLO's ops."""

import re
from collections.abc import Callable, Sequence
from typing import Any, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    FunctionType,
    IntegerAttr,
    StringAttr,
    TensorType,
    TupleType,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute

from ttmlir_py.dialects.stablehlo.attributes import (
    ConvDimensionNumbersAttr,
    DotAlgorithmAttr,
    DotDimensionNumbersAttr,
    PrecisionAttr,
)
from ttmlir_py.dialects.stablehlo.convolution_dimensions import parse_dimensions
from ttmlir_py.dialects.tensor_types import integers
from ttmlir_py.ir.definition.attribute_format import parse_body
from ttmlir_py.ir.definition.custom_form import (
    complain,
    parse_any_keyword,
    parse_i64,
    parse_i64_list,
)
from ttmlir_py.ir.definition.operation_format import (
    CustomDirective,
    FormattedOperation,
    ParsedForm,
    print_types,
    print_values,
    set_signature,
    values_of,
)
from ttmlir_py.ir.narrowing import is_complex_type, is_tensor_type
from ttmlir_py.ir.writing.attributes import symbol_text

Names = Sequence[str]


def _types(op: FormattedOperation, names: Names) -> list[Attribute]:
    return [value.type for name in names for value in values_of(op, name)]


def _assign_signature(
    parser: Any, state: ParsedForm, position: int, count: int, signature: FunctionType
) -> None:
    """Set the types in `state` from a function type, which must have `count` operands and one
    result.
    """
    if len(signature.inputs.data) != count:
        message = f"{count} operands present, but expected {len(signature.inputs.data)}"
        complain(parser, message, position)
    if len(signature.outputs.data) != 1:
        complain(parser, "expected single output", position)
    set_signature(state, signature)


def _set_types(state: ParsedForm, types: Sequence[Attribute], result: Attribute) -> None:
    state.types["operands"] = list(types)
    state.types["results"] = [result]


def _parse_same_type(parser: Any, state: ParsedForm, names: Names) -> None:
    """Parse the type of the operands and the result if it is the same for all, or else a function
    type.
    """
    position = parser.pos
    type_ = parser.parse_type()
    count = sum(map(len, state.operands.values()))
    if isinstance(type_, FunctionType):
        _assign_signature(parser, state, position, count, type_)
    else:
        _set_types(state, [type_] * count, type_)


def _print_same_type(printer: Any, op: FormattedOperation, names: Names) -> None:
    *operands, result = _types(op, names)
    if all(type_ == result for type_ in operands):
        printer.print_attribute(result)
    else:
        printer.print_operation_type(op)


def _parse_complex_type(parser: Any, state: ParsedForm, names: Names) -> None:
    """Parse the complex type of the result, which determines the types of the operands, or a
    function type.
    """
    position = parser.pos
    type_ = parser.parse_type()
    if isinstance(type_, FunctionType):
        _assign_signature(parser, state, position, 2, type_)
        return
    real = _real_type(type_)
    if real is None:
        complain(parser, "expected tensor with complex element type", position)
    _set_types(state, [real, real], type_)


def _real_type(type_: Attribute) -> Attribute | None:
    """Return the tensor type of the real parts of complex numbers, or None for other types."""
    if not is_tensor_type(type_) or not is_complex_type(type_.element_type):
        return None
    return TensorType(type_.element_type.element_type, type_.shape, type_.encoding)


def _print_complex_type(printer: Any, op: FormattedOperation, names: Names) -> None:
    lhs, rhs, result = _types(op, names)
    if lhs == rhs == _real_type(result):
        printer.print_attribute(result)
    else:
        printer.print_operation_type(op)


def _parse_select_type(parser: Any, state: ParsedForm, names: Names) -> None:
    """Parse the type of the predicate and the type of the other operands, or a function type."""
    position = parser.pos
    types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
    if len(types) == 2:
        _set_types(state, [types[0], types[1], types[1]], types[1])
    elif len(types) == 1 and isinstance(types[0], FunctionType):
        _assign_signature(parser, state, position, 3, types[0])
    else:
        complain(parser, "expected functional type or list of two types", position)


def _print_select_type(printer: Any, op: FormattedOperation, names: Names) -> None:
    predicate, on_true, on_false, result = _types(op, names)
    if on_true == on_false == result:
        print_types(printer, [predicate, result])
    else:
        printer.print_operation_type(op)


def _parse_tuple_type(parser: Any, state: ParsedForm, names: Names) -> None:
    """Parse the tuple type of the result, which lists the types of the operands."""
    position = parser.pos
    type_ = parser.parse_type()
    if not isinstance(type_, TupleType):
        complain(parser, "expected tuple type", position)
    operands, result = names
    state.types[operands] = list(type_.types.data)
    state.types[result] = [type_]


def _print_tuple_type(printer: Any, op: FormattedOperation, names: Names) -> None:
    printer.print_attribute(_types(op, names)[-1])


def _parse_pairwise_types(parser: Any, state: ParsedForm, names: Names) -> None:
    """Parse the types of the operands, which are also the types of the results."""
    types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
    for name in names:
        state.types[name] = types


def _print_pairwise_types(printer: Any, op: FormattedOperation, names: Names) -> None:
    print_types(printer, _types(op, names[:1]))


def _parse_operands_before_attribute(parser: Any, state: ParsedForm, names: Names) -> None:
    """Parse operands that are each followed by a comma: `%a, %b,`."""
    (name,) = names
    state.positions[name] = parser.pos
    operands = state.operands[name] = []
    while (operand := parser.parse_optional_unresolved_operand()) is not None:
        operands.append(operand)
        parser.parse_punctuation(",")
    if not operands:
        parser.parse_optional_punctuation(
            ","
        )  # MLIR's printer writes a trailing comma, which MLIR's parser rejects.


def _print_operands_before_attribute(printer: Any, op: FormattedOperation, names: Names) -> None:
    print_values(printer, values_of(op, names[0]))
    printer.print_string(",")


def i64_array(values: Sequence[int]) -> DenseArrayBase[Any]:
    """Return the dense array `array<i64: ...>` of `values`."""
    return DenseArrayBase.from_list(i64, list(values))


def _parse_slice_ranges(parser: Any, state: ParsedForm, names: Names) -> None:
    """Parse `[start:limit:stride, ...]`; a stride of 1 may be omitted."""
    ranges: list[tuple[int, int, int]] = []

    def parse_range() -> None:
        start = parse_i64(parser)
        parser.parse_punctuation(":")
        limit = parse_i64(parser)
        has_stride = parser.parse_optional_punctuation(":") is not None
        ranges.append((start, limit, parse_i64(parser) if has_stride else 1))

    parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parse_range)
    for index, name in enumerate(names):
        state.properties[name] = i64_array([range_[index] for range_ in ranges])


def _print_slice_ranges(printer: Any, op: FormattedOperation, names: Names) -> None:
    lists = [integers(cast(DenseArrayBase[Any], op.properties[name])) for name in names]
    if len(set(map(len, lists))) > 1:  # lists of different lengths make the op invalid
        texts = [f"{name}: {', '.join(map(str, v))}" for name, v in zip(names, lists, strict=True)]
    else:
        texts = [
            f"{start}:{limit}" + (f":{stride}" if stride != 1 else "")
            for start, limit, stride in zip(*lists, strict=True)
        ]
    printer.print_string(f"[{', '.join(texts)}]")


_EXPONENT_MANTISSA = re.compile(r"e([0-9]+)m([0-9]+)")


def _parse_exponent_mantissa(parser: Any, state: ParsedForm, names: Names) -> None:
    """Parse the widths of exponent and mantissa, such as `e5m10`."""
    position = parser.pos
    keyword = parse_any_keyword(parser)
    match = _EXPONENT_MANTISSA.fullmatch(keyword)
    if match is None:
        message = f"expected exponent mantissa in format e#m#, saw {keyword}"
        complain(parser, message, position)
    for name, what, digits in zip(names, ("exponent", "mantissa"), match.groups(), strict=True):
        if len(digits) > 10 or int(digits) >= 2**31:
            complain(parser, f"unable to parse {what} '{digits}'", position)
        state.properties[name] = IntegerAttr(int(digits), i32)


def _print_exponent_mantissa(printer: Any, op: FormattedOperation, names: Names) -> None:
    exponent, mantissa = (cast(IntegerAttr, op.properties[name]).value.data for name in names)
    printer.print_string(f"e{exponent}m{mantissa}")


def _parse_call_target(parser: Any, state: ParsedForm, names: Names) -> None:
    """Parse the name of the called function, `@name`."""
    target = parser.parse_optional_symbol_name()
    if target is None:
        complain(parser, "expected valid '@'-identifier for symbol name")
    state.properties[names[0]] = target


def _print_call_target(printer: Any, op: FormattedOperation, names: Names) -> None:
    printer.print_string(symbol_text(cast(StringAttr, op.properties[names[0]]).data))


def _parse_dot_dimensions(parser: Any, state: ParsedForm, names: Names) -> None:
    """Parse `batching_dims = [..] x [..], contracting_dims = [..] x [..]`; the former may be
    omitted.
    """

    def parse_pair() -> tuple[tuple[int, ...], tuple[int, ...]]:
        parser.parse_punctuation("=")
        lhs = parse_i64_list(parser)
        parser.parse_keyword("x")
        return lhs, parse_i64_list(parser)

    batching: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    if parser.parse_optional_keyword("batching_dims") is not None:
        batching = parse_pair()
        parser.parse_punctuation(",")
    parser.parse_keyword("contracting_dims")
    state.properties[names[0]] = DotDimensionNumbersAttr(*batching, *parse_pair())


def _print_dot_dimensions(printer: Any, op: FormattedOperation, names: Names) -> None:
    numbers = cast(DotDimensionNumbersAttr, op.properties[names[0]])
    lhs, rhs = numbers.lhsBatchingDimensions, numbers.rhsBatchingDimensions
    if lhs or rhs:
        printer.print_string(f"batching_dims = {list(lhs)} x {list(rhs)}, ")
    lhs, rhs = numbers.lhsContractingDimensions, numbers.rhsContractingDimensions
    printer.print_string(f"contracting_dims = {list(lhs)} x {list(rhs)}")


def _parse_precision(parser: Any) -> ArrayAttr[PrecisionAttr]:
    """Parse `precision = [DEFAULT, HIGH]`."""
    parser.parse_keyword("precision")
    parser.parse_punctuation("=")

    def parse_one() -> PrecisionAttr:
        return PrecisionAttr.new(PrecisionAttr.parse_parameters(parser))

    return ArrayAttr(parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parse_one))


def _parse_precision_config(parser: Any, state: ParsedForm, names: Names) -> None:
    """Parse `, precision = [...]` if present."""
    if parser.parse_optional_punctuation(",") is not None:
        state.properties[names[0]] = _parse_precision(parser)


def _parse_precision_and_algorithm(parser: Any, state: ParsedForm, names: Names) -> None:
    """Parse `, precision = [...], algorithm = <...>`, where either may be omitted."""
    precision, algorithm = names
    if parser.parse_optional_punctuation(",") is None:
        return
    if parser.parse_optional_keyword("algorithm") is None:
        state.properties[precision] = _parse_precision(parser)
        if parser.parse_optional_punctuation(",") is None:
            return
        parser.parse_keyword("algorithm")
    parser.parse_punctuation("=")
    state.properties[algorithm] = parse_body(DotAlgorithmAttr, parser)


def _print_precision_config(printer: Any, op: FormattedOperation, names: Names) -> None:
    config = op.properties.get(names[0])
    if config is not None:
        words = [attr.value.keyword for attr in cast(ArrayAttr[PrecisionAttr], config)]
        printer.print_string(f", precision = [{', '.join(words)}]")


def _print_precision_and_algorithm(printer: Any, op: FormattedOperation, names: Names) -> None:
    _print_precision_config(printer, op, names)
    algorithm = op.properties.get(names[1])
    if algorithm is not None:
        printer.print_string(", algorithm = ")
        cast(DotAlgorithmAttr, algorithm).print_parameters(printer)


def _parse_convolution_dimensions(parser: Any, state: ParsedForm, names: Names) -> None:
    state.properties[names[0]] = ConvDimensionNumbersAttr(*parse_dimensions(parser))


def _print_convolution_dimensions(printer: Any, op: FormattedOperation, names: Names) -> None:
    printer.print_string(cast(ConvDimensionNumbersAttr, op.properties[names[0]]).dimensions_text())


_WINDOW_KEYS = ("stride", "pad", "lhs_dilate", "rhs_dilate", "reverse")


def _parse_window(parser: Any, state: ParsedForm, names: Names) -> None:
    """Parse `stride = [..], pad = [[l, h], ..], lhs_dilate = [..], rhs_dilate = [..], reverse =
    [..]`, each optional.
    """
    missing = dict(zip(_WINDOW_KEYS, names, strict=True))
    while (key := parser.parse_optional_identifier()) is not None:
        name = missing.pop(key, None)
        if name is None:
            complain(parser, f"Unexpected keyword {key}")
        parser.parse_punctuation("=")
        state.properties[name] = _parse_window_attribute(parser, key)
        if parser.parse_optional_punctuation(",") is None:
            return


def _parse_window_attribute(parser: Any, key: str) -> Attribute:
    if key == "pad":
        pairs = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, lambda: _parse_pad_pair(parser)
        )
        return padding_attribute(pairs)
    values = parse_i64_list(parser)
    if key == "reverse":
        return DenseArrayBase.from_list(i1, [int(value != 0) for value in values])
    return i64_array(values)


def padding_attribute(pairs: Sequence[tuple[int, ...]]) -> DenseIntOrFPElementsAttr:
    """Return the low and high padding of each dimension as a constant of type `tensor<nx2xi64>`."""
    type_ = TensorType(i64, [len(pairs), 2])
    return DenseIntOrFPElementsAttr.from_list(type_, [value for pair in pairs for value in pair])


def _parse_pad_pair(parser: Any) -> tuple[int, ...]:
    values = parse_i64_list(parser)
    if len(values) != 2:
        message = f"Expected array with 2 elements, got {len(values)} elements instead"
        complain(parser, message)
    return values


def _print_window(printer: Any, op: FormattedOperation, names: Names) -> None:
    texts: list[str] = []
    for key, name in zip(_WINDOW_KEYS, names, strict=True):
        attribute: Any = op.properties.get(name)
        if attribute is None:
            continue
        values = [int(value) for value in attribute.get_values()]
        if key == "pad":
            pairs = zip(values[::2], values[1::2], strict=False)
            words = [f"[{low}, {high}]" for low, high in pairs]
        else:
            words = [str(bool(v)).lower() if key == "reverse" else str(v) for v in values]
        texts.append(f"{key} = [{', '.join(words)}]")
    printer.print_string(", ".join(texts))


_Parse = Callable[[Any, ParsedForm, Names], None]
_Print = Callable[[Any, Any, Names], None]


def _same(parse: _Parse, print: _Print, *names: str) -> dict[str, CustomDirective]:
    return dict.fromkeys(names, CustomDirective(parse, print))


DIRECTIVES = {
    **_same(
        _parse_same_type,
        _print_same_type,
        "SameOperandsAndResultType",
        "VariadicSameOperandsAndResultType",
    ),
    "ComplexOpType": CustomDirective(_parse_complex_type, _print_complex_type),
    "SelectOpType": CustomDirective(_parse_select_type, _print_select_type),
    "TupleOpType": CustomDirective(_parse_tuple_type, _print_tuple_type),
    "PairwiseOpType": CustomDirective(_parse_pairwise_types, _print_pairwise_types),
    "VariadicOperandWithAttribute": CustomDirective(
        _parse_operands_before_attribute, _print_operands_before_attribute
    ),
    "SliceRanges": CustomDirective(_parse_slice_ranges, _print_slice_ranges),
    "ExponentMantissa": CustomDirective(_parse_exponent_mantissa, _print_exponent_mantissa),
    "CustomCallTarget": CustomDirective(_parse_call_target, _print_call_target),
    "DotDimensionNumbers": CustomDirective(_parse_dot_dimensions, _print_dot_dimensions),
    "PrecisionConfig": CustomDirective(_parse_precision_config, _print_precision_config),
    "PrecisionConfigAndAlgorithm": CustomDirective(
        _parse_precision_and_algorithm, _print_precision_and_algorithm
    ),
    "ConvolutionDimensions": CustomDirective(
        _parse_convolution_dimensions, _print_convolution_dimensions
    ),
    "WindowAttributes": CustomDirective(_parse_window, _print_window),
}
"""Maps the names of `custom<...>` elements to their parsers and printers."""
