"""Hand-written syntax of operations of xDSL's dialects that xDSL writes or reads otherwise than MLIR, or not at all.

`OP_PRINTERS` maps the name of an operation to a function that prints what follows the name; `OP_PARSERS` to one that
parses it. The printer and the parser consult them before the class's own `print` and `parse`. Nothing is imported from
the dialects until one of their operations is parsed.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from xdsl.dialects.builtin import (
    DenseArrayBase,
    IndexType,
    StringAttr,
    TensorType,
    UnitAttr,
    i1,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.parser import Parser
from xdsl.traits import IsTerminator

from ttmlir_py.ir.narrowing import is_integer_attr, is_memref_type
from ttmlir_py.ir.writing.attributes import symbol_text

if TYPE_CHECKING:
    from ttmlir_py.ir.writing.printer import MlirPrinter

OpPrinter = Callable[["MlirPrinter", Any], None]
OpParser = Callable[[Parser], Operation]


def _values(printer: "MlirPrinter", values: Iterable[SSAValue]) -> str:
    return ", ".join([printer.value_text(value) for value in values])


def _types(printer: "MlirPrinter", values: Iterable[SSAValue]) -> str:
    return printer.types_text([value.type for value in values])


def _dictionary(printer: "MlirPrinter", attributes: Mapping[str, Attribute]) -> str:
    return " " + printer.dictionary_text(attributes) if attributes else ""


# ---- arith ----


def _overflow_flags(flags: Any) -> list[str]:
    """The names of the flags: of a set of them (`arith`), or of the bits of an integer (`llvm`)."""
    if flags is None:
        return []
    if is_integer_attr(flags):
        return [name for bit, name in enumerate(("nsw", "nuw")) if flags.value.data >> bit & 1]
    return sorted(str(flag.value) for flag in flags.data)


def _print_overflowing_binary(printer: "MlirPrinter", op: Any) -> None:
    names = ", ".join(_overflow_flags(op.properties.get("overflowFlags")))
    overflow = f" overflow<{names}>" if names else ""
    operands = _values(printer, op.operands)
    attributes = _dictionary(printer, op.attributes)
    type = printer.attribute_text(op.results[0].type)
    printer.print_string(f" {operands}{overflow}{attributes} : {type}")


def _print_comparison(names: str) -> OpPrinter:
    predicates: list[str] = names.split()

    def print_form(printer: "MlirPrinter", op: Any) -> None:
        predicate = predicates[int(op.predicate.value.data)]
        flags = op.properties.get("fastmath")
        fastmath = ""
        if flags is not None and flags.data:
            fast = len(flags.data) == 7
            fastmath = (
                f" fastmath<{'fast' if fast else ','.join(flag.value for flag in flags.data)}>"
            )
        operands = _values(printer, op.operands)
        attributes = _dictionary(printer, op.attributes)
        type = printer.attribute_text(op.operands[0].type)
        printer.print_string(f" {predicate}, {operands}{fastmath}{attributes} : {type}")

    return print_form


# ---- cf and scf ----


def _print_switch(printer: "MlirPrinter", op: Any) -> None:
    flag = op.operands[0]
    printer.print_string(f" {printer.value_text(flag)} : {printer.attribute_text(flag.type)}, [")
    _print_switch_case(printer, "default", op.successors[0], tuple(op.default_operands))
    operands = list(op.case_operands)
    if op.case_values is not None:
        sizes = op.case_operand_segments.get_values()
        cases = zip(op.case_values.get_values(), op.successors[1:], sizes, strict=True)
        for value, successor, size in cases:
            printer.print_string(",")
            _print_switch_case(printer, str(value), successor, operands[:size])
            operands = operands[size:]
    printer.print_string("\n]" + _dictionary(printer, op.attributes))


def _print_switch_case(
    printer: "MlirPrinter", label: str, successor: Block, operands: Sequence[SSAValue]
) -> None:
    printer.print_string(f"\n  {label}: ")
    printer.print_block_name(successor)
    if operands:
        values = _values(printer, operands)
        printer.print_string(f"({values} : {_types(printer, operands)})")


def _print_for(printer: "MlirPrinter", op: Any) -> None:
    induction, *carried = op.body.block.args
    lower, upper, step, *initial = op.operands
    bounds = f"{printer.value_text(lower)} to {printer.value_text(upper)}"
    text = f" {printer.value_text(induction)} = {bounds} step {printer.value_text(step)} "
    if carried:
        pairs = zip(carried, initial, strict=True)
        assigned = [f"{printer.value_text(a)} = {printer.value_text(b)}" for a, b in pairs]
        text += f"iter_args({', '.join(assigned)}) -> ({_types(printer, initial)}) "
    if not isinstance(induction.type, IndexType):
        text += f" : {printer.attribute_text(induction.type)} "
    printer.print_string(text)
    printer.print_region(op.body, False, False, bool(carried))
    printer.print_string(_dictionary(printer, op.attributes))


def _print_if(printer: "MlirPrinter", op: Any) -> None:
    results = f" -> ({_types(printer, op.results)})" if op.results else ""
    printer.print_string(f" {printer.value_text(op.operands[0])}{results} ")
    printer.print_region(op.regions[0], False, False, bool(op.results))
    if op.regions[1].blocks:
        printer.print_string(" else ")
        printer.print_region(op.regions[1], False, False, bool(op.results))
    printer.print_string(_dictionary(printer, op.attributes))


def _parse_region_with_terminator(parser: Parser, terminator: type[Operation]) -> Region:
    """Parse a region of one block; append the terminator that its syntax leaves out."""
    region = parser.parse_region()
    if region.blocks.last is None:
        region.add_block(Block())
    block = region.blocks.last
    assert block is not None
    last = block.last_op
    if last is None or not last.has_trait(IsTerminator, value_if_unregistered=False):
        block.add_op(terminator.create())
    return region


def _parse_result_types(parser: Parser) -> list[Attribute]:
    """Parse `-> type` or `-> (types)`, if there."""
    if parser.parse_optional_punctuation("->") is None:
        return []
    types = parser.parse_optional_comma_separated_list(parser.Delimiter.PAREN, parser.parse_type)
    return list(types) if types is not None else [parser.parse_type()]


def _parse_if(parser: Parser) -> Operation:
    from xdsl.dialects.scf import IfOp, YieldOp

    condition = parser.resolve_operand(parser.parse_unresolved_operand(), i1)
    result_types = _parse_result_types(parser)
    then = _parse_region_with_terminator(parser, YieldOp)
    otherwise = Region()
    if parser.parse_optional_keyword("else") is not None:
        otherwise = _parse_region_with_terminator(parser, YieldOp)
    attributes = parser.parse_optional_attr_dict()
    return IfOp(condition, result_types, then, otherwise, attributes)


def _print_index_switch(printer: "MlirPrinter", op: Any) -> None:
    results = f" -> {_types(printer, op.results)}" if op.results else ""
    attributes = _dictionary(printer, op.attributes)
    printer.print_string(f" {printer.value_text(op.operands[0])}{attributes}{results} ")
    default, *cases = op.regions
    for value, region in zip(op.cases.iter_values(), cases, strict=True):
        printer.print_string(f"\ncase {value} ")
        printer.print_region(region, False, False)
    printer.print_string("\ndefault ")
    printer.print_region(default, False, False, bool(op.results))


def _parse_index_switch(parser: Parser) -> Operation:
    from xdsl.dialects.scf import IndexSwitchOp, YieldOp

    argument = parser.resolve_operand(parser.parse_unresolved_operand(), IndexType())
    attributes = parser.parse_optional_attr_dict()
    result_types: list[Attribute] = []
    if parser.parse_optional_punctuation("->") is not None:
        result_types += parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
    values: list[int] = []
    regions: list[Region] = []
    while parser.parse_optional_keyword("case") is not None:
        values.append(parser.parse_integer())
        regions.append(_parse_region_with_terminator(parser, YieldOp))
    parser.parse_keyword("default")
    default = _parse_region_with_terminator(parser, YieldOp)
    cases = DenseArrayBase.from_list(i64, values)
    return IndexSwitchOp(argument, cases, default, regions, result_types, attributes)


def _print_parallel(printer: "MlirPrinter", op: Any) -> None:
    lists = [_values(printer, group) for group in (op.lowerBound, op.upperBound, op.step)]
    text = f" ({_values(printer, op.body.block.args)}) = ({lists[0]}) to ({lists[1]}) step ({lists[2]}) "
    if op.initVals:
        types = _types(printer, op.results)
        types = types if len(op.results) == 1 else f"({types})"
        text += f"init ({_values(printer, op.initVals)}) -> {types} "
    printer.print_string(text)
    printer.print_region(op.body, False, False)
    printer.print_string(_dictionary(printer, op.attributes))


def _print_execute_region(printer: "MlirPrinter", op: Any) -> None:
    types = _types(printer, op.results)
    results = f" -> {types}" if len(op.results) == 1 else f" -> ({types})" if op.results else ""
    printer.print_string(results + " ")
    printer.print_region(op.regions[0])
    printer.print_string(_dictionary(printer, op.attributes))


def _print_scf_reduce(printer: "MlirPrinter", op: Any) -> None:
    if op.operands:
        printer.print_string(f"({_values(printer, op.operands)} : {_types(printer, op.operands)})")
    for index, region in enumerate(op.regions):
        printer.print_string(", " if index else " ")
        printer.print_region(region)
    printer.print_string(("" if op.regions else " ") + _dictionary(printer, op.attributes))


def _parse_parallel(parser: Parser) -> Operation:
    from xdsl.dialects.scf import ParallelOp, ReduceOp

    paren = parser.Delimiter.PAREN

    def parse_indices() -> list[SSAValue]:
        operands = parser.parse_comma_separated_list(paren, parser.parse_unresolved_operand)
        return [parser.resolve_operand(operand, IndexType()) for operand in operands]

    def parse_argument() -> Parser.Argument:
        return parser.parse_argument(expect_type=False).resolve(IndexType())

    arguments = parser.parse_comma_separated_list(paren, parse_argument)
    parser.parse_punctuation("=")
    lower = parse_indices()
    parser.parse_keyword("to")
    upper = parse_indices()
    parser.parse_keyword("step")
    step = parse_indices()
    initial: list[Any] = []
    if parser.parse_optional_keyword("init") is not None:
        initial = parser.parse_comma_separated_list(paren, parser.parse_unresolved_operand)
    position = parser.pos
    types = _parse_result_types(parser)
    values = parser.resolve_operands(initial, types, position)
    region = parser.parse_region(arguments)
    block = region.block
    if block.last_op is None or not isinstance(block.last_op, ReduceOp):
        block.add_op(ReduceOp())
    op = ParallelOp(lower, upper, step, region, values)
    op.attributes.update(parser.parse_optional_attr_dict())
    return op


# ---- affine ----


def _print_affine_apply(printer: "MlirPrinter", op: Any) -> None:
    dims = op.map.data.num_dims
    text = f" {printer.attribute_text(op.map)}({_values(printer, op.operands[:dims])})"
    if len(op.operands) > dims:
        text += f"[{_values(printer, op.operands[dims:])}]"
    printer.print_string(text + _dictionary(printer, op.attributes))


# ---- linalg ----


def _print_ins_outs(printer: "MlirPrinter", op: Operation) -> None:
    *inputs, output = op.operands
    text = f" ins({_values(printer, inputs)} : {_types(printer, inputs)})"
    text += f" outs({printer.value_text(output)} : {printer.attribute_text(output.type)})"
    printer.print_string(text)


def _print_dimension_list(name: str) -> OpPrinter:
    """The syntax of `linalg.broadcast` and `linalg.transpose`, whose lists end in a space."""

    def print_form(printer: "MlirPrinter", op: Any) -> None:
        _print_ins_outs(printer, op)
        numbers = ", ".join(map(str, op.properties[name].get_values()))
        printer.print_string(f" {name} = [{numbers}] {_dictionary(printer, op.attributes)}")

    return print_form


def _print_linalg_reduce(printer: "MlirPrinter", op: Any) -> None:
    body = op.regions[0].block
    payload = _simple_payload(body)
    if payload is not None:
        printer.print_string(f" {{ {payload.name}{_dictionary(printer, payload.attributes)} }}")
    _print_ins_outs(printer, op)
    numbers = ", ".join(map(str, op.dimensions.get_values()))
    printer.print_string(f" dimensions = [{numbers}] {_dictionary(printer, op.attributes)}")
    if payload is None:
        printer.print_string("\n  (")
        for index, argument in enumerate(body.args):
            if index:
                printer.print_string(", ")
            printer.print_region_argument(argument)
        printer.print_string(") ")
        indented: Any = printer
        with indented.indented():
            printer.print_region(op.regions[0], False, False)


def _simple_payload(body: Block) -> Operation | None:
    """The operation that a reduction body consists of, if that is all: `{ arith.addf }`."""
    first, last = body.first_op, body.last_op
    if first is None or first.next_op is not last or last is None or len(first.results) != 1:
        return None
    # The accumulator is the first operand of the payload.
    if tuple(first.operands) != (body.args[-1], *body.args[:-1]):
        return None
    return first if tuple(last.operands) == tuple(first.results) else None


# ---- memref ----


def _print_conversion(printer: "MlirPrinter", op: Operation) -> None:
    source, result = op.operands[0], op.results[0]
    attributes = _dictionary(printer, op.attributes)
    types = f"{printer.attribute_text(source.type)} to {printer.attribute_text(result.type)}"
    printer.print_string(f" {printer.value_text(source)}{attributes} : {types}")


def _parse_conversion(class_name: str) -> OpParser:
    def parse(parser: Parser) -> Operation:
        from xdsl.dialects import memref

        op_class: type[Operation] = getattr(memref, class_name)
        source = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        value = parser.resolve_operand(source, parser.parse_type())
        parser.parse_keyword("to")
        return op_class.create(
            operands=[value], result_types=[parser.parse_type()], attributes=attributes
        )

    return parse


def _print_copy(printer: "MlirPrinter", op: Operation) -> None:
    source, target = op.operands
    attributes = _dictionary(printer, op.attributes)
    types = f"{printer.attribute_text(source.type)} to {printer.attribute_text(target.type)}"
    printer.print_string(f" {_values(printer, op.operands)}{attributes} : {types}")


def _parse_copy(parser: Parser) -> Operation:
    from xdsl.dialects.memref import CopyOp

    source = parser.parse_unresolved_operand()
    parser.parse_punctuation(",")
    target = parser.parse_unresolved_operand()
    attributes = parser.parse_optional_attr_dict()
    parser.parse_punctuation(":")
    first = parser.resolve_operand(source, parser.parse_type())
    parser.parse_keyword("to")
    second = parser.resolve_operand(target, parser.parse_type())
    return CopyOp.create(operands=[first, second], attributes=attributes)


_GLOBAL_ATTRIBUTES = ("sym_name", "sym_visibility", "type", "initial_value", "constant")


def _print_global(printer: "MlirPrinter", op: Any) -> None:
    properties: dict[str, Attribute] = op.properties
    text = ""
    if (visibility := properties.get("sym_visibility")) is not None:
        text += f" {printer.attribute_text(visibility)}"
    if "constant" in properties:
        text += " constant"
    text += f" {symbol_text(op.sym_name.data)} : {printer.attribute_text(op.type)}"
    initial = properties.get("initial_value")
    if isinstance(initial, UnitAttr):
        text += " = uninitialized"
    elif initial is not None:
        # The type of the initial value follows from the memref.
        text += f" = {printer.attribute_text(initial).rsplit(' : ', 1)[0]}"
    others = {key: value for key, value in properties.items() if key not in _GLOBAL_ATTRIBUTES}
    printer.print_string(text + _dictionary(printer, {**op.attributes, **others}))


def _parse_global(parser: Parser) -> Operation:
    from xdsl.dialects.memref import GlobalOp

    properties: dict[str, Attribute] = {}
    if (visibility := parser.parse_optional_str_literal()) is not None:
        properties["sym_visibility"] = StringAttr(visibility)
    if parser.parse_optional_keyword("constant") is not None:
        properties["constant"] = UnitAttr()
    properties["sym_name"] = parser.parse_symbol_name()
    parser.parse_punctuation(":")
    position = parser.pos
    type = parser.parse_type()
    if not is_memref_type(type):
        parser.raise_error("type should be static shaped memref, but got " + str(type), position)
    properties["type"] = type
    if parser.parse_optional_punctuation("=") is not None:
        if parser.parse_optional_keyword("uninitialized") is not None:
            properties["initial_value"] = UnitAttr()
        else:
            parser.parse_keyword("dense")
            tensor: Any = TensorType(type.element_type, type.shape)
            properties["initial_value"] = parser.parse_dense_int_or_fp_elements_attr(tensor)
    attributes = parser.parse_optional_attr_dict()
    if "alignment" in attributes:
        properties["alignment"] = attributes.pop("alignment")
    return GlobalOp.create(properties=properties, attributes=attributes)


# ---- llvm ----


def _print_llvm_constant(printer: "MlirPrinter", op: Any) -> None:
    value, type = printer.attribute_text(op.value), printer.attribute_text(op.results[0].type)
    printer.print_string(f"({value}){_dictionary(printer, op.attributes)} : {type}")


def _print_extract_value(printer: "MlirPrinter", op: Any) -> None:
    *value, container = op.operands
    position = ", ".join(map(str, op.position.iter_values()))
    first = f"{printer.value_text(value[0])}, " if value else ""
    text = f" {first}{printer.value_text(container)}[{position}]"
    attributes = _dictionary(printer, op.attributes)
    printer.print_string(f"{text}{attributes} : {printer.attribute_text(container.type)} ")


def _print_insert_value(printer: "MlirPrinter", op: Any) -> None:
    container, value = op.operands
    position = ", ".join(map(str, op.position.iter_values()))
    text = f" {printer.value_text(value)}, {printer.value_text(container)}[{position}]"
    attributes = _dictionary(printer, op.attributes)
    printer.print_string(f"{text}{attributes} : {printer.attribute_text(container.type)} ")


def _llvm_arithmetic_attributes(printer: "MlirPrinter", op: Any) -> str:
    """The attributes of an arithmetic operation; a space even if there are none."""
    flags = op.properties.get("fastmathFlags")
    attributes = dict(op.attributes)
    if flags is not None and flags.data:
        attributes["fastmathFlags"] = flags
    return " " + _dictionary(printer, attributes)


def _print_llvm_arithmetic(printer: "MlirPrinter", op: Any) -> None:
    operands, attributes = _values(printer, op.operands), _llvm_arithmetic_attributes(printer, op)
    type = printer.attribute_text(op.results[0].type)
    printer.print_string(f" {operands}{attributes} : {type}")


def _print_llvm_intrinsic(printer: "MlirPrinter", op: Any) -> None:
    operands, attributes = _values(printer, op.operands), _llvm_arithmetic_attributes(printer, op)
    signature = printer.signature_text(op.operand_types, op.result_types)
    printer.print_string(f"({operands}){attributes} : {signature}")


_LLVM_GLOBAL_ATTRIBUTES = ("sym_name", "global_type", "constant", "value", "linkage")


def _print_llvm_global(printer: "MlirPrinter", op: Any) -> None:
    text = f" {op.linkage.linkage.data}"
    text += " constant" if op.constant is not None else ""
    value = printer.attribute_text(op.value) if op.value is not None else ""
    others = {**op.properties, **op.attributes}
    for key in _LLVM_GLOBAL_ATTRIBUTES:
        others.pop(key, None)
    text += f" {symbol_text(op.sym_name.data)}({value}){_dictionary(printer, others)}"
    if not isinstance(op.value, StringAttr):
        text += f" : {printer.attribute_text(op.global_type)}"
    printer.print_string(text)
    if op.regions[0].blocks:
        printer.print_string(" ")
        printer.print_region(op.regions[0])


_LLVM_ARITHMETIC = "and fadd fdiv fmul fneg frem fsub srem urem xor"
_LLVM_INTRINSICS = "ceil copysign cos exp exp2 fabs floor fma log log2 maxnum minnum pow sin sqrt"
_OVERFLOWING = ("addi", "subi", "muli", "shli")

OP_PRINTERS: dict[str, OpPrinter] = {
    "affine.apply": _print_affine_apply,
    **{f"arith.{name}": _print_overflowing_binary for name in _OVERFLOWING},
    "arith.cmpf": _print_comparison(
        "false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true"
    ),
    "arith.cmpi": _print_comparison("eq ne slt sle sgt sge ult ule ugt uge"),
    "cf.switch": _print_switch,
    "linalg.broadcast": _print_dimension_list("dimensions"),
    "linalg.reduce": _print_linalg_reduce,
    "linalg.transpose": _print_dimension_list("permutation"),
    "llvm.extractvalue": _print_extract_value,
    **{f"llvm.{name}": _print_llvm_arithmetic for name in _LLVM_ARITHMETIC.split()},
    **{f"llvm.intr.{name}": _print_llvm_intrinsic for name in _LLVM_INTRINSICS.split()},
    **{f"llvm.{name}": _print_overflowing_binary for name in ("add", "sub", "mul", "shl")},
    "llvm.insertvalue": _print_insert_value,
    "llvm.mlir.constant": _print_llvm_constant,
    "llvm.mlir.global": _print_llvm_global,
    "memref.cast": _print_conversion,
    "memref.copy": _print_copy,
    "memref.global": _print_global,
    "memref.memory_space_cast": _print_conversion,
    "scf.execute_region": _print_execute_region,
    "scf.for": _print_for,
    "scf.if": _print_if,
    "scf.index_switch": _print_index_switch,
    "scf.parallel": _print_parallel,
    "scf.reduce": _print_scf_reduce,
}

OP_PARSERS: dict[str, OpParser] = {
    "memref.cast": _parse_conversion("CastOp"),
    "memref.copy": _parse_copy,
    "memref.global": _parse_global,
    "memref.memory_space_cast": _parse_conversion("MemorySpaceCastOp"),
    "scf.if": _parse_if,
    "scf.index_switch": _parse_index_switch,
    "scf.parallel": _parse_parallel,
}
