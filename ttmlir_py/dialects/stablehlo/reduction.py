"""StableHLO: ops that combine elements by a region."""

from collections.abc import Sequence
from typing import Any, ClassVar, Self, cast

from xdsl.dialects.builtin import FunctionType, IntegerAttr, NoneAttr, TensorType, i64
from xdsl.ir import Attribute, Block, Operation, Region
from xdsl.irdl import (
    SameVariadicOperandSize,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import RecursiveMemoryEffect

from ttmlir_py.dialects.stablehlo.constraints import Tensor
from ttmlir_py.dialects.stablehlo.control_flow import ReturnOp
from ttmlir_py.dialects.stablehlo.interfaces import FALSE, HloCommutative, StableHLOOperation
from ttmlir_py.dialects.stablehlo.rules import reducers, windows
from ttmlir_py.dialects.stablehlo.rules.common import (
    bounds_encoding,
    bounds_of,
    element_type,
    tensor,
    with_element,
)
from ttmlir_py.dialects.stablehlo.rules.regions import (
    check_comparator,
    check_selection,
    mapped_type,
)
from ttmlir_py.dialects.stablehlo.rules.traits import Check, ends_with_return, same_shape
from ttmlir_py.dialects.stablehlo.syntax import i64_array
from ttmlir_py.dialects.tensor_types import integers, tensor_type
from ttmlir_py.ir.definition.constraints import (
    BoolAttr,
    DenseI64ArrayAttr,
    I64Attr,
    I64ElementsAttr,
)
from ttmlir_py.ir.definition.custom_form import complain, parse_i64_list, print_new_line
from ttmlir_py.ir.definition.operation_format import (
    ParsedForm,
    create_parsed,
    parse_attr_dict,
    parse_type_of,
    set_signature,
)
from ttmlir_py.ir.definition.operations import op_definition


class RegionOp(StableHLOOperation):
    """An op with the effects of its region."""

    traits = traits_def(RecursiveMemoryEffect())


@op_definition
class MapOp(RegionOp):
    """`computation` applied to the elements at each position."""

    name = "stablehlo.map"
    inputs = var_operand_def(Tensor)
    result = result_def(Tensor)
    dimensions = prop_def(DenseI64ArrayAttr)
    computation = region_def("single_block")
    CHECKS: ClassVar[tuple[Check, ...]] = (same_shape,)
    REGION_CHECKS: ClassVar[tuple[Check, ...]] = (ends_with_return,)

    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.map`: the input shape with the element type that the
        region returns.
        """
        inputs = [tensor_type(value) for value in self.inputs]
        return [mapped_type(inputs, self.computation, integers(self.dimensions))]


@op_definition
class ReduceOp(RegionOp):
    """The elements along `dimensions` combined by `body`, starting with `init_values`."""

    name = "stablehlo.reduce"
    irdl_options = (SameVariadicOperandSize(),)
    inputs = var_operand_def(Tensor)
    init_values = var_operand_def(Tensor)
    results_ = var_result_def(Tensor)
    dimensions = prop_def(DenseI64ArrayAttr)
    body = region_def("single_block")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `(%a init: %b), ... across dimensions = [0] {...} : type reducer(...) ... {...}`.

        Instead of the region, the text may have `applies` and the name of an op.
        """
        state = ParsedForm(cls)
        position = parser.pos
        _parse_operands(parser, state, position)
        inner: type[Operation] | None = None
        if parser.parse_optional_keyword("applies") is not None:
            inner = _parse_inner_operation(parser, position)
        parser.parse_keyword("across")
        parser.parse_keyword("dimensions")
        parser.parse_punctuation("=")
        state.properties["dimensions"] = i64_array(parse_i64_list(parser))
        parse_attr_dict(parser, state)
        parser.parse_punctuation(":")
        if inner is not None:
            return cast(Self, _parse_compact(parser, state, inner, position))
        set_signature(state, parse_type_of(parser, FunctionType))
        parser.parse_keyword("reducer")
        arguments = _parse_reducer_arguments(parser)
        op = create_parsed(parser, state, [parser.parse_region(arguments)])
        op.location = cast(Any, parser).location_at(position)
        return cast(Self, op)

    def print(self, printer: Printer) -> None:
        """Print `stablehlo.reduce` in the syntax that `parse` reads, with `applies` if the region
        is a single commutative op.
        """
        count = len(self.operands) // 2
        for index in range(count):
            printer.print_string(", (" if index else "(")
            printer.print_ssa_value(self.operands[index])
            printer.print_string(" init: ")
            printer.print_ssa_value(self.operands[index + count])
            printer.print_string(")")
        inner = self.compact_body()
        if inner is not None:
            printer.print_string(f" applies {inner.name}")
        dimensions = ", ".join(map(str, integers(self.dimensions)))
        printer.print_string(f" across dimensions = [{dimensions}]")
        if self.attributes:
            printer.print_string(" ")
            printer.print_attr_dict(self.attributes)
        printer.print_string(" : ")
        printer.print_operation_type(self)
        if inner is None:
            self._print_reducer(printer, count)

    def _print_reducer(self, printer: Printer, count: int) -> None:
        """Print the region, on separate lines; `count` is the number of inputs."""
        print_new_line(printer)
        printer.print_string(" reducer")
        arguments = self.body.block.args
        for index in range(count):
            printer.print_string("(")
            printer.print_block_argument(arguments[index])
            printer.print_string(", ")
            printer.print_block_argument(arguments[index + count])
            printer.print_string(") ")
        printer.print_string(" ")
        printer.print_region(self.body, print_entry_block_args=False)

    def compact_body(self) -> Operation | None:
        """Return the only op of the region if the text can have `applies` and its name, otherwise
        None.
        """
        block = self.body.block
        inner, terminator = block.first_op, block.last_op
        if inner is None or terminator is None or inner.next_op is not terminator:
            return None
        if not self.operands or not is_reducer(type(inner)):
            return None
        scalar = TensorType(tensor_type(self.operands[0]).element_type, [])
        types = [value.type for value in (*inner.operands, *inner.results)]
        is_whole = (
            all(type_ == scalar for type_ in types)
            and tuple(block.args) == tuple(inner.operands)
            and isinstance(terminator, ReturnOp)
            and tuple(terminator.operands) == tuple(inner.results)
        )
        return inner if is_whole else None

    REGION_CHECKS: ClassVar[tuple[Check, ...]] = (ends_with_return,)

    def check_rules(self) -> None:
        """Check `stablehlo.reduce`: the region combines elements of each input."""
        inputs = [value.type for value in self.inputs]
        inits = [value.type for value in self.init_values]
        shape, _ = reducers.reduced_shape(inputs, integers(self.dimensions))
        reducers.check_reducer(self.body.block, inputs, inits, shape)

    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result types of `stablehlo.reduce`: the input types without the reduced
        dimensions, with the element types that the region returns.
        """
        inputs = [value.type for value in self.inputs]
        shape, encoding = reducers.reduced_shape(inputs, integers(self.dimensions))
        types = reducers.accumulator_types(self.body)
        return [
            tensor(shape, element_type(type_), encoding)
            for _, type_ in zip(inputs, types, strict=False)
        ]


def is_reducer(op_class: type[Operation]) -> bool:
    """Whether `op_class` is a commutative op of this dialect with two operands."""
    return op_class.name.startswith("stablehlo.") and op_class.has_trait(
        HloCommutative, value_if_unregistered=False
    )


def _parse_operands(parser: Any, state: ParsedForm, position: int) -> None:
    """Parse `(%a init: %b), ...`; in the op, all inputs come before all initial values."""
    inputs: list[Any] = []
    inits: list[Any] = []

    def parse_pair() -> None:
        if parser.parse_optional_punctuation("(") is None:
            return
        inputs.append(parser.parse_unresolved_operand())
        parser.parse_keyword("init")
        parser.parse_punctuation(":")
        inits.append(parser.parse_unresolved_operand())
        parser.parse_punctuation(")")

    parser.parse_comma_separated_list(parser.Delimiter.NONE, parse_pair)
    state.operands["operands"] = [*inputs, *inits]
    state.positions["operands"] = position


def _parse_inner_operation(parser: Any, position: int) -> type[Operation]:
    """Parse the name of the op after `applies`, and return its class."""
    inner = parser.parse_custom_operation_name()
    if inner is None or not is_reducer(inner):
        complain(
            parser,
            "expected the inner-op to be a commutative binary-op from the stablehlo dialect, "
            "with zero region, producing single result",
            position,
        )
    return inner


def _parse_compact(
    parser: Any, state: ParsedForm, inner: type[Operation], position: int
) -> Operation:
    """Parse the text after `applies` and the op class `inner`, and create the region with such an
    op.
    """
    signature = parse_type_of(parser, FunctionType)
    explicit = parser.parse_optional_location()
    if not signature.inputs.data:
        complain(parser, "input types missing in reduce-op function type", position)
    set_signature(state, signature)
    location = explicit or parser.location_at(position)
    first: Any = signature.inputs.data[0]
    scalar = TensorType(getattr(first, "element_type", first), [])
    block = Block()
    arguments = [block.insert_arg(scalar, index, location) for index in range(2)]
    op = inner.create(operands=arguments, result_types=[scalar])
    terminator = ReturnOp.create(operands=op.results)
    block.add_ops([op, terminator])
    reduce = create_parsed(parser, state, [Region(block)])
    for made in (op, terminator, reduce):
        made.location = location
    return reduce


def _parse_reducer_arguments(parser: Any) -> list[Any]:
    """Parse `(%a: type, %b: type) ...`; in the block, all first arguments come before all second
    ones.
    """
    firsts: list[Any] = []
    seconds: list[Any] = []
    while parser.parse_optional_punctuation("(") is not None:
        firsts.append(_parse_argument(parser))
        parser.parse_punctuation(",")
        seconds.append(_parse_argument(parser))
        parser.parse_punctuation(")")
    return [*firsts, *seconds]


def _parse_argument(parser: Any) -> Any:
    argument = parser.parse_argument()
    argument.location = parser.parse_optional_location()
    return argument


@op_definition
class ReduceWindowOp(RegionOp):
    """The elements of each window combined by `body`, starting with `init_values`."""

    name = "stablehlo.reduce_window"
    irdl_options = (SameVariadicOperandSize(),)
    inputs = var_operand_def(Tensor)
    init_values = var_operand_def(Tensor)
    results_ = var_result_def(Tensor)
    window_dimensions = prop_def(DenseI64ArrayAttr)
    window_strides = opt_prop_def(DenseI64ArrayAttr)
    base_dilations = opt_prop_def(DenseI64ArrayAttr)
    window_dilations = opt_prop_def(DenseI64ArrayAttr)
    padding = opt_prop_def(I64ElementsAttr)
    body = region_def("single_block")
    REGION_CHECKS: ClassVar[tuple[Check, ...]] = (ends_with_return,)

    def check_rules(self) -> None:
        """Check `stablehlo.reduce_window`: the region combines elements of each input."""
        sizes, _ = windows.reduce_window(self)
        inputs = [value.type for value in self.inputs]
        inits = [value.type for value in self.init_values]
        reducers.check_reducer(self.body.block, inputs, inits, sizes)

    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result types of `stablehlo.reduce_window`: types with one element per window,
        combined by the region.
        """
        _, window = windows.reduce_window(self)
        found: list[Attribute] = []
        for value, type_ in zip(self.inputs, reducers.accumulator_types(self.body), strict=False):
            base = tensor_type(value)
            shape = windows.window_output_shape(base.get_shape(), window)
            bounds = bounds_of(base)
            limits = windows.window_output_shape(bounds, window) if bounds else ()
            encoding = bounds_encoding(NoneAttr(), limits)
            found.append(tensor(shape, element_type(type_), encoding))
        return found


@op_definition
class SelectAndScatterOp(RegionOp):
    """`source` combined by `scatter` at the positions that `select` chooses in the windows of
    `operand`.
    """

    name = "stablehlo.select_and_scatter"
    operand = operand_def(Tensor)
    source = operand_def(Tensor)
    init_value = operand_def(Tensor)
    result = result_def(Tensor)
    window_dimensions = opt_prop_def(DenseI64ArrayAttr)
    window_strides = opt_prop_def(DenseI64ArrayAttr)
    padding = opt_prop_def(I64ElementsAttr)
    select = region_def("single_block")
    scatter = region_def("single_block")

    def check_rules(self) -> None:
        """Check `stablehlo.select_and_scatter`: one region selects and the other combines, and each
        window has a source element.
        """
        check_selection(self.operand.type, self.select)
        source = [tensor((), element_type(self.source.type))]
        reducers.check_reducer(self.scatter.block, source, [self.init_value.type])
        windows.check_select_and_scatter_window(self)

    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.select_and_scatter`: the operand shape with the
        element type that the region returns.
        """
        element = element_type(reducers.accumulator_types(self.scatter)[0])
        return [with_element(self.operand.type, element)]


@op_definition
class SortOp(RegionOp):
    """`inputs` sorted together along `dimension`, by `comparator`."""

    name = "stablehlo.sort"
    inputs = var_operand_def(Tensor)
    results_ = var_result_def(Tensor)
    dimension = opt_prop_def(I64Attr, IntegerAttr(-1, i64))
    is_stable = opt_prop_def(BoolAttr, FALSE)
    comparator = region_def("single_block")
    CHECKS: ClassVar[tuple[Check, ...]] = (same_shape,)

    def check_rules(self) -> None:
        """Check `stablehlo.sort`: the region compares two elements of each input."""
        inputs = [tensor_type(value) for value in self.inputs]
        check_comparator(inputs, self.dimension.value.data, self.comparator)

    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result types of `stablehlo.sort`: the types of the inputs."""
        return [value.type for value in self.inputs]
