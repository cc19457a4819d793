"""Structured operations of `linalg`: the named ones, `map`, `reduce` and `softmax`."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self, cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AffineMapAttr,
    ArrayAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    IntegerAttr,
    MemRefType,
    TensorType,
    i32,
    i64,
)
from xdsl.dialects.linalg.ops import YieldOp
from xdsl.ir import Attribute, Block, Data, Operation, Region, SSAValue
from xdsl.irdl import (
    irdl_attr_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.upstream.checks.linalg import (
    check_named,
    check_structured_op,
    require_ranked,
)
from ttmlir_py.dialects.upstream.operations.linalg_named import (
    BINARY_FUNCTIONS,
    NAMED_OPS,
    UNARY_FUNCTIONS,
    Builder,
    NamedOp,
    element_type_of,
    indexing_maps,
    window_rank,
)
from ttmlir_py.dialects.upstream.operations.types import AnyType, TensorOrMemRef, require_of
from ttmlir_py.dialects.upstream.structured import StructuredEffects
from ttmlir_py.dialects.upstream.syntax import parse_result_types
from ttmlir_py.ir.definition.constraints import (
    AffineMapArrayAttr,
    DenseI64ArrayAttr,
    Described,
    I64Attr,
    attribute_of,
)
from ttmlir_py.ir.definition.custom_form import (
    fail,
    op_position,
    parse_i64_list,
    set_locations,
)
from ttmlir_py.ir.definition.operations import (
    SEGMENTED_OPERANDS,
    OdsOperation,
    op_definition,
)
from ttmlir_py.ir.external_models import ArgumentNames, ResultNames
from ttmlir_py.ir.narrowing import is_tensor_type
from ttmlir_py.ir.writing.attributes import quoted

_MEMOIZED = "linalg.memoized_indexing_maps"


class _FunctionAttr(Data[str]):
    """The name of a function."""

    CASES: ClassVar[Sequence[str]]

    @classmethod
    def parse_parameter(cls, parser: Any) -> str:
        """Parse `<exp>`."""
        with parser.in_angle_brackets():
            position = parser.pos
            name = parser.parse_identifier()
            if name not in cls.CASES:
                parser.raise_error(f"expected one of {', '.join(cls.CASES)}", position)
        return name

    def print_parameter(self, printer: Printer) -> None:
        """Print `<exp>`."""
        printer.print_string(f"<{self.data}>")


@irdl_attr_definition
class TypeFnAttr(_FunctionAttr):
    """The way in which integers are converted: signed or unsigned."""

    name = "linalg.type_fn"
    CASES = ("cast_signed", "cast_unsigned")


@irdl_attr_definition
class UnaryFnAttr(_FunctionAttr):
    """A function of one number."""

    name = "linalg.unary_fn"
    CASES = UNARY_FUNCTIONS


@irdl_attr_definition
class BinaryFnAttr(_FunctionAttr):
    """A function of two numbers."""

    name = "linalg.binary_fn"
    CASES = BINARY_FUNCTIONS


# Named operations.


def parse_operands(parser: Parser, keyword: str) -> list[SSAValue]:
    """Parse `keyword(%a, %b : type, type)` if present, where the keyword is `ins` or `outs`."""
    if parser.parse_optional_keyword(keyword) is None:
        return []
    parser.parse_punctuation("(")
    operands = parser.parse_comma_separated_list(
        parser.Delimiter.NONE, parser.parse_unresolved_operand
    )
    parser.parse_punctuation(":")
    position = parser.pos
    types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
    parser.parse_punctuation(")")
    return list(parser.resolve_operands(operands, types, position))


def tensor_types(outputs: Sequence[SSAValue]) -> list[Attribute]:
    """Return the result types, which are the types of those outputs that are tensors."""
    return [each.type for each in outputs if is_tensor_type(each.type)]


def print_operands(printer: Printer, keyword: str, values: Sequence[SSAValue]) -> None:
    """Print the text that `parse_operands` parses."""
    if values:
        printer.print_string(f" {keyword}(")
        printer.print_list(values, printer.print_ssa_value)
        printer.print_string(" : ")
        printer.print_list(values, lambda each: printer.print_attribute(each.type))
        printer.print_string(")")


def named_body(
    row: NamedOp, operands: Sequence[SSAValue], attributes: Mapping[str, Attribute]
) -> Region:
    """Return a region with the body of a named operation."""
    block = Block(arg_types=[element_type_of(each) for each in operands])
    value = row.body(Builder(block, attributes), block.args)
    block.add_op(YieldOp(value))
    return Region(block)


_WINDOW = frozenset({"dilations", "strides"})
"""The attributes of convolutions with a number for each dimension of the window."""


def parse_named(parser: Parser, op_class: type[Operation]) -> Operation:
    """Parse ` {...} ins(...) outs(...) -> types`."""
    row = NAMED_OPS[op_class.name.partition(".")[2]]
    position = parser.pos
    attributes = dict(parser.parse_optional_attr_dict())
    for name in _WINDOW.intersection(row.attributes, attributes):
        if not _is_window(attributes[name], rank := window_rank(row)):
            message = f"attribute '{name}' failed to satisfy constraint: {_window_words(rank)}"
            fail(parser, op_class.name, f"'{op_class.name}' op {message}", position)
    if "indexing_maps" in row.attributes and parser.parse_optional_keyword("indexing_maps"):
        parser.parse_punctuation("=")
        attributes["indexing_maps"] = parser.parse_attribute()
    inputs, outputs = parse_operands(parser, "ins"), parse_operands(parser, "outs")
    results = parse_result_types(parser)
    properties = {name: attributes.pop(name) for name in row.attributes if name in attributes}
    count = len(inputs) + len(outputs)
    if count != row.inputs + 1:
        fail(
            parser,
            op_class.name,
            "[parseNamedStructuredOpRegion] ods-gen generated region expects "
            f"{row.inputs + 1} args, got {count}",
        )
    operands = (*inputs, *outputs)
    try:
        region = named_body(row, operands, properties)
    except VerifyException as error:
        fail(parser, op_class.name, str(error), op_position(parser))
    if row.dims:
        maps = ArrayAttr(map(AffineMapAttr, indexing_maps(row, operands, properties)))
        if "indexing_maps" in row.attributes:
            properties["indexing_maps"] = maps
        else:
            attributes[_MEMOIZED] = maps
    sizes = (len(inputs), len(outputs))
    return op_class.create(
        operands=operands,
        result_types=results,
        properties=properties | {"operandSegmentSizes": DenseArrayBase.from_list(i32, sizes)},
        attributes=attributes,
        regions=[region],
    )


def print_named(printer: Printer, op: Any) -> None:
    """Print the text that `parse_named` parses."""
    shown = {
        name: value
        for name, value in (op.attributes | op.properties).items()
        if name not in (_MEMOIZED, "operandSegmentSizes", "indexing_maps")
    }
    printer.print_op_attributes(shown)
    maps = op.properties.get("indexing_maps")
    if maps is not None:
        row = NAMED_OPS[op.name.partition(".")[2]]
        if [each.data for each in maps] != indexing_maps(row, op.operands, {}):
            printer.print_string(" indexing_maps = ")
            printer.print_attribute(maps)
    print_operands(printer, "ins", op.inputs)
    print_operands(printer, "outs", op.outputs)
    if op.results:
        printer.print_string(" -> ")
        types = [each.type for each in op.results]
        printer.print_string("(" if len(types) > 1 else "")
        printer.print_list(types, printer.print_attribute)
        printer.print_string(")" if len(types) > 1 else "")


def _is_window(attribute: Attribute, rank: int) -> bool:
    if not isinstance(attribute, DenseIntOrFPElementsAttr):
        return False
    type_: Any = attribute.get_type()
    return type_.element_type == i64 and tuple(type_.get_shape()) == (rank,)


def _window_words(rank: int) -> str:
    return f"64-bit signless int elements attribute of shape [{rank}]"


def _window_attribute(rank: int) -> Described[Attribute]:
    return Described(
        _window_words(rank),
        lambda a: _is_window(a, rank),
        lambda a: isinstance(a, DenseIntOrFPElementsAttr),
    )


class NamedStructuredOp(OdsOperation):
    """An operation of the table `NAMED_OPS`."""

    traits = traits_def(StructuredEffects())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse ` {...} ins(...) outs(...) -> types`."""
        return cast(Self, parse_named(parser, cls))

    def print(self, printer: Printer) -> None:
        """Print the text that `parse` parses."""
        print_named(printer, self)

    def verify_op(self) -> None:
        """Check the operands, results and body of the operation, and that the sizes of its operands
        fit each other.
        """
        check_named(self)


def _class_name(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_")) + "Op"


def _named_class(name: str, row: NamedOp) -> type[OdsOperation]:
    """Return the class of the named operation that a row of the table describes."""
    fields: dict[str, Any] = {
        "name": f"linalg.{name}",
        "__module__": __name__,
        "__doc__": f"`linalg.{name}`: see the table of named operations.",
        "irdl_options": SEGMENTED_OPERANDS,
        "traits": NamedStructuredOp.traits,
        "inputs": var_operand_def(AnyType),
        "outputs": var_operand_def(TensorOrMemRef),
        "result_tensors": var_result_def(
            Described("ranked tensor of any type values", lambda a: isinstance(a, TensorType))
        ),
        "region": region_def(),
    }
    for attribute in row.attributes:
        match attribute:
            case "cast":
                constraint = attribute_of(
                    TypeFnAttr.name, "allowed 32-bit signless integer cases: 0, 1"
                )
            case "fun":
                kind = UnaryFnAttr if row.inputs == 1 else BinaryFnAttr
                constraint = attribute_of(kind.name, "allowed 32-bit signless integer cases")
            case "indexing_maps":
                constraint = AffineMapArrayAttr
            case _:
                constraint = _window_attribute(window_rank(row))
        fields[attribute] = opt_prop_def(constraint)
    return op_definition(type(_class_name(name), (NamedStructuredOp,), fields))


KEPT = frozenset({"add", "mul", "sub"})
"""The named operations whose classes are xDSL's, because passes create them."""
NAMED_CLASSES = tuple(
    _named_class(name, row) for name, row in NAMED_OPS.items() if name not in KEPT
)

# Operations with a body that the text shows.


def payload_attributes(payload: Operation) -> dict[str, Attribute]:
    """Return all attributes of a payload operation, without empty fast-math flags."""
    attributes = payload.properties | payload.attributes
    return {
        name: attributes[name]
        for name in sorted(attributes)
        if not (attributes[name].name == "arith.fastmath" and not cast(Any, attributes[name]).data)
    }


class PayloadOp(OdsOperation):
    """An operation whose body is written out, or named before the operands: `{ arith.addf }`."""

    def payload_operands(self, block: Block) -> Sequence[SSAValue]:
        """Return the operands of a payload that needs no body in the text."""
        raise NotImplementedError(self.name)

    def short_payload(self) -> Operation | None:
        """Return the only operation of the body, or None if the body must be written out."""
        block = cast(Any, self).region_.block
        first, last = block.first_op, block.last_op
        if first is None or last is None or first.next_op is not last or len(first.results) != 1:
            return None
        if first.regions or tuple(first.operands) != tuple(self.payload_operands(block)):
            return None
        return first if tuple(last.operands) == tuple(first.results) else None

    def print_payload(self, printer: Printer) -> bool:
        """Print ` { arith.addf }` if the body is that simple."""
        payload = self.short_payload()
        if payload is None:
            return False
        printer.print_string(f" {{ {payload.name}")
        printer.print_op_attributes(payload_attributes(payload))
        printer.print_string(" }")
        return True

    def print_body(self, printer: Printer) -> None:
        """Print the arguments and the body on lines of their own."""
        block = cast(Any, self).region_.block
        printer.print_string("\n  (")
        for number, argument in enumerate(block.args):
            printer.print_string(", " if number else "")
            cast(Any, printer).print_region_argument(argument)
        printer.print_string(") ")
        with cast(Any, printer).indented():
            printer.print_region(cast(Any, self).region_, False, False)


def parse_payload(parser: Parser) -> tuple[str, dict[str, Attribute]] | None:
    """Parse `{ arith.addf {...} }` if present. Return the name and the attributes of the payload
    operation.
    """
    if parser.parse_optional_punctuation("{") is None:
        return None
    name = parser.parse_optional_identifier()
    if name is None:
        parser.raise_error("expected valid keyword")
    attributes = dict(parser.parse_optional_attr_dict())
    parser.parse_punctuation("}")
    return name, attributes


def payload_region(
    parser: Parser,
    payload: tuple[str, dict[str, Attribute]],
    values: Sequence[SSAValue],
    accumulators_first: bool,
) -> Region:
    """Return a region whose body applies one operation to the elements of its operands."""
    name, attributes = payload
    if not all(isinstance(each.type, TensorType | MemRefType) for each in values):
        parser.raise_error("expected operands of shaped types")
    block = Block(arg_types=[element_type_of(each) for each in values])
    op_class = parser.ctx.get_optional_op(name)
    if op_class is None:
        parser.raise_error(f"unknown operation '{name}' in front of the operands")
    definition = getattr(op_class, "get_irdl_definition", None)
    inherent: Mapping[str, Any] = definition().properties if definition else {}
    defaults = {key: each.default_value for key, each in inherent.items() if each.default_value}
    given = {key: attributes.pop(key) for key in (*attributes,) if key in inherent}
    arguments = (*block.args[-1:], *block.args[:-1]) if accumulators_first else tuple(block.args)
    op = op_class.create(
        operands=arguments,
        result_types=[arguments[0].type],
        properties=defaults | given,
        attributes=attributes,
    )
    block.add_ops([op, YieldOp(*op.results)])
    set_locations(parser, block)
    return Region(block)


def _parse_body(parser: Parser) -> Region:
    arguments = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_argument)
    return parser.parse_region(arguments)


@op_definition
class MapOp(PayloadOp):
    """A function of the elements at each position of the inputs."""

    name = "linalg.map"
    RESULT_NAMES: ClassVar[ResultNames] = "mapped"
    ARGUMENT_NAMES: ClassVar[ArgumentNames | None] = lambda op: ["in"] * (len(op.operands) - 1)

    inputs = var_operand_def(TensorOrMemRef)
    init = operand_def(TensorOrMemRef)
    result = var_result_def(
        Described("tensor of any type values", lambda a: isinstance(a, TensorType))
    )
    region_ = region_def("single_block")
    traits = traits_def(StructuredEffects())

    def payload_operands(self, block: Block) -> Sequence[SSAValue]:
        """Return all arguments in order."""
        return block.args

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse ` { payload } ins(...) outs(...) {...}`, or the body after the attributes."""
        payload = parse_payload(parser)
        inputs, outputs = parse_operands(parser, "ins"), parse_operands(parser, "outs")
        attributes = parser.parse_optional_attr_dict()
        if payload is None:
            region = _parse_body(parser)
        else:
            region = payload_region(parser, payload, inputs, accumulators_first=False)
        return cls.create(
            operands=[*inputs, *outputs],
            result_types=tensor_types(outputs),
            attributes=attributes,
            regions=[region],
        )

    def print(self, printer: Printer) -> None:
        """Print the text that `parse` parses."""
        is_short = self.print_payload(printer)
        print_operands(printer, "ins", self.inputs)
        print_operands(printer, "outs", (self.init,))
        printer.print_op_attributes(self.attributes)
        if not is_short:
            self.print_body(printer)

    def verify_op(self) -> None:
        """Check `linalg.map`: the body takes an element of each input, and all inputs have the
        shape of the output.
        """
        require_ranked(self)
        arguments = [each.type for each in self.region_.block.args]
        require_of(
            len(arguments) == len(self.inputs),
            "expects number of operands to match the arity of mapper, but got: "
            f"{len(self.inputs)} and {len(arguments)}",
        )
        for number, (value, argument) in enumerate(zip(self.inputs, arguments, strict=True)):
            expected = element_type_of(value)
            require_of(
                expected == argument,
                f"expected element type of input {quoted(expected)} to match bbArg type "
                f"{quoted(argument)}",
            )
            shape, output = (tuple(cast(Any, each.type).get_shape()) for each in (value, self.init))
            require_of(
                shape == output,
                f"expected shape of input ({_sizes(shape)}) to match shape of output "
                f"({_sizes(output)})",
            )
            del number
        check_structured_op(self, with_arguments=False)


def _sizes(shape: Sequence[int]) -> str:
    return ", ".join(map(str, shape))


@op_definition
class ReduceOp(PayloadOp):
    """The combination of the elements along some dimensions."""

    name = "linalg.reduce"
    RESULT_NAMES: ClassVar[ResultNames] = "reduced"
    ARGUMENT_NAMES: ClassVar[ArgumentNames | None] = lambda op: (
        ["in"] * (len(op.operands) // 2) + ["init"] * (len(op.operands) // 2)
    )

    operands_ = var_operand_def(TensorOrMemRef)
    dimensions = prop_def(DenseI64ArrayAttr)
    result = var_result_def(
        Described("tensor of any type values", lambda a: isinstance(a, TensorType))
    )
    region_ = region_def("single_block")
    traits = traits_def(StructuredEffects())

    @property
    def inputs(self) -> Sequence[SSAValue]:
        """The first half of the operands."""
        return self.operands[: len(self.operands) // 2]

    @property
    def outputs(self) -> Sequence[SSAValue]:
        """The second half of the operands."""
        return self.operands[len(self.operands) // 2 :]

    @property
    def input(self) -> SSAValue:
        """The input, if there is one."""
        return self.operands[0]

    @property
    def init(self) -> SSAValue:
        """The initial value, if there is one."""
        return self.operands[-1]

    def payload_operands(self, block: Block) -> Sequence[SSAValue]:
        """Return the accumulator, then the elements."""
        return (*block.args[-1:], *block.args[:-1])

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse ` { payload } ins(...) outs(...) dimensions = [...] {...}`, or the body after the
        attributes.
        """
        payload = parse_payload(parser)
        inputs, outputs = parse_operands(parser, "ins"), parse_operands(parser, "outs")
        parser.parse_keyword("dimensions")
        parser.parse_punctuation("=")
        dimensions = DenseArrayBase.from_list(i64, parse_i64_list(parser))
        attributes = parser.parse_optional_attr_dict()
        if payload is None:
            region = _parse_body(parser)
        else:
            values = (*inputs, *outputs)
            region = payload_region(parser, payload, values, accumulators_first=True)
        return cls.create(
            operands=[*inputs, *outputs],
            result_types=tensor_types(outputs),
            properties={"dimensions": dimensions},
            attributes=attributes,
            regions=[region],
        )

    def print(self, printer: Printer) -> None:
        """Print the text that `parse` parses."""
        is_short = self.print_payload(printer)
        print_operands(printer, "ins", self.inputs)
        print_operands(printer, "outs", self.outputs)
        numbers = ", ".join(map(str, self.dimensions.get_values()))
        printer.print_string(f" dimensions = [{numbers}] ")
        printer.print_op_attributes(self.attributes)
        if not is_short:
            self.print_body(printer)

    def verify_op(self) -> None:
        """Check `linalg.reduce`: each input has an output, inputs have equal shapes, and outputs
        lack the reduced dimensions.
        """
        require_ranked(self)
        require_of(
            len(self.operands) % 2 == 0 and bool(self.operands),
            "expected as many inputs as inits",
        )
        shapes = [
            [tuple(cast(Any, each.type).get_shape()) for each in group]
            for group in (self.inputs, self.outputs)
        ]
        for number in range(1, len(shapes[0])):
            require_of(
                shapes[0][number] == shapes[0][0],
                "expects all inputs to have the same shapes. Shape at input-index "
                f"{number} is not equal to the shape at input-index 0.",
            )
            require_of(
                shapes[1][number] == shapes[1][0],
                "expects all outputs to have the same shapes. Shape at output-index "
                f"{number} is not equal to the shape at output-index 0.",
            )
        self._verify_dimensions(shapes[0][0], shapes[1][0])
        check_structured_op(self)

    def _verify_dimensions(self, source: Sequence[int], target: Sequence[int]) -> None:
        dims = list(self.dimensions.get_values())
        for dim in dims:
            require_of(
                0 <= dim < len(source),
                f"dimensions for reduction should be in the range [0, {len(source) - 1}].",
            )
        require_of(
            dims == sorted(set(dims)),
            "attribute 'dimensions' failed to satisfy constraint: i64 dense array attribute should "
            "be in increasing order",
        )
        kept = [size for dim, size in enumerate(source) if dim not in dims]
        require_of(
            len(kept) == len(target),
            f"number of dimensions after reduction {len(kept)} doesn't match the init rank "
            f"{len(target)}",
        )
        require_of(
            kept == list(target),
            f"init dimensions [{_sizes(target)}] doesn't match input dimensions after reduction "
            f"[{_sizes(kept)}]",
        )


@op_definition
class SoftmaxOp(OdsOperation):
    """The softmax along a dimension."""

    name = "linalg.softmax"

    input = operand_def(TensorOrMemRef)
    output = operand_def(TensorOrMemRef)
    dimension = prop_def(I64Attr)
    traits = traits_def(StructuredEffects())
    result = var_result_def(
        Described("tensor of any type values", lambda a: isinstance(a, TensorType))
    )

    @property
    def inputs(self) -> Sequence[SSAValue]:
        """The input."""
        return (self.input,)

    @property
    def outputs(self) -> Sequence[SSAValue]:
        """The output."""
        return (self.output,)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse ` {...} dimension(1) ins(...) outs(...) -> type`."""
        attributes = parser.parse_optional_attr_dict()
        parser.parse_keyword("dimension")
        parser.parse_punctuation("(")
        dimension = IntegerAttr(parser.parse_integer(), i64)
        parser.parse_punctuation(")")
        operands = [*parse_operands(parser, "ins"), *parse_operands(parser, "outs")]
        return cls.create(
            operands=operands,
            result_types=parse_result_types(parser),
            properties={"dimension": dimension},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        """Print the text that `parse` parses."""
        printer.print_op_attributes(self.attributes)
        printer.print_string(f" dimension({self.dimension.value.data})")
        print_operands(printer, "ins", (self.input,))
        print_operands(printer, "outs", (self.output,))
        if self.results:
            printer.print_string(" -> ")
            printer.print_list(self.result_types, printer.print_attribute)

    def verify_op(self) -> None:
        """Check `linalg.softmax`: input and output have the same shape and the dimension exists."""
        require_ranked(self)
        check_structured_op(self)
        source, target = (tuple(cast(Any, each.type).get_shape()) for each in self.operands)
        require_of(
            len(source) == len(target)
            and all(
                DYNAMIC_INDEX in pair or pair[0] == pair[1]
                for pair in zip(source, target, strict=True)
            ),
            "incompatible output shape",
        )
        dim = self.dimension.value.data
        require_of(0 <= dim < len(source), "incorrect dimension specified")


ATTRIBUTES = (TypeFnAttr, UnaryFnAttr, BinaryFnAttr)
OPERATIONS: tuple[type[OdsOperation], ...] = (*NAMED_CLASSES, MapOp, ReduceOp, SoftmaxOp)
