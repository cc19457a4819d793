"""EmitC ops with regions: loops, branches, and expressions."""

from collections.abc import Sequence
from typing import Any, ClassVar, Self

from xdsl.dialects.builtin import DenseArrayBase, IndexType, IntegerType, UnitAttr
from xdsl.ir import Attribute, Operation, Region
from xdsl.irdl import (
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_region_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsTerminator, Pure, RecursiveMemoryEffect
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.dialects.emitc.constraints import I1, EmitCType, IntegerIndexOrOpaqueType
from ttmlir_py.dialects.emitc.operators import ApplyOp, CallOpaqueOp
from ttmlir_py.dialects.emitc.syntax import (
    CExpression,
    EmitCOperation,
    ExitOp,
    print_types,
)
from ttmlir_py.ir.definition.constraints import DenseI64ArrayAttr, UnitAttrConstraint
from ttmlir_py.ir.definition.custom_form import parse_region_with_terminator
from ttmlir_py.ir.definition.operations import Terminator, op_definition
from ttmlir_py.ir.definition.signature_form import parse_attributes, print_attributes
from ttmlir_py.ir.definition.single_block import SingleBlockOp
from ttmlir_py.ir.diagnostics import OperationError, note

_YIELD_PARENTS = ("emitc.expression", "emitc.if", "emitc.for", "emitc.switch")


@op_definition
class YieldOp(ExitOp, Terminator):
    """The end of a region; it returns the value of an expression."""

    name = "emitc.yield"
    result = opt_operand_def(EmitCType)

    traits = traits_def(IsTerminator(), Pure())

    def verify_traits(self) -> None:
        """Check `emitc.yield`: the parent is one of the ops in `_YIELD_PARENTS`."""
        parent = self.parent_op()
        if parent is None or parent.name not in _YIELD_PARENTS:
            names = ", ".join(_YIELD_PARENTS)
            raise VerifyException(f"expects parent op to be one of '{names}'")
        super().verify_traits()

    def verify_op(self) -> None:
        """Check `emitc.yield`: a value is yielded only if the parent returns one; the parent checks
        the opposite.
        """
        parent = self.parent_op()
        assert parent is not None
        if self.result is not None and len(parent.results) != 1:
            raise VerifyException("yields a value not returned by parent")


class BlocksOp(SingleBlockOp, EmitCOperation):
    """An op whose regions are single blocks that end with `emitc.yield`, which the text may
    omit.
    """

    TERMINATOR: ClassVar[str] = "emitc.yield"
    TAKES_ARGUMENTS: ClassVar[bool] = True

    def verify_blocks(self) -> None:
        """Check that regions have at most one block, and no arguments that the op does not
        define.
        """
        super().verify_blocks()
        for number, region in enumerate(self.regions):
            first = region.blocks.first
            if first is not None and first.args and not self.TAKES_ARGUMENTS:
                raise VerifyException(
                    f"region #{number} should have no arguments"
                    if len(self.regions) > 1
                    else "region should have no arguments"
                )


def _has_plain_end(region: Region) -> bool:
    """Whether the text of `region` can omit its terminator."""
    last = region.blocks.last.last_op if region.blocks.last is not None else None
    return last is not None and not (last.attributes or last.operands or last.results)


@op_definition
class ForOp(BlocksOp):
    """`for (T i = lower; i < upper; i += step)`."""

    name = "emitc.for"
    lowerBound = operand_def(IntegerIndexOrOpaqueType)
    upperBound = operand_def(IntegerIndexOrOpaqueType)
    step = operand_def(IntegerIndexOrOpaqueType)
    region = region_def("single_block")

    traits = traits_def(RecursiveMemoryEffect())

    SAME_TYPES: ClassVar[tuple[str, ...]] = ("lowerBound", "upperBound", "step")

    def verify_regions(self) -> None:
        """Check `emitc.for`: the body takes the induction variable."""
        super().verify_regions()
        arguments = self.region.block.args
        if len(arguments) != 1:
            raise VerifyException(
                "expected body to have a single block argument for the induction variable"
            )
        if arguments[0].type != self.lowerBound.type:
            raise VerifyException("expected induction variable to be same type as bounds and step")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%i = %lower to %upper step %step : type {...} {...}`."""
        induction = parser.parse_optional_argument(expect_type=False)
        if induction is None:
            parser.parse_unresolved_operand()
            raise AssertionError
        parser.parse_punctuation("=")
        bounds = [parser.parse_unresolved_operand()]
        parser.parse_keyword("to")
        bounds.append(parser.parse_unresolved_operand())
        parser.parse_keyword("step")
        bounds.append(parser.parse_unresolved_operand())
        colon = parser.parse_optional_punctuation(":")
        type = IndexType() if colon is None else parser.parse_type()
        operands = [parser.resolve_operand(bound, type) for bound in bounds]
        region = parse_region_with_terminator(parser, YieldOp, [induction.resolve(type)])
        attributes = parser.parse_optional_attr_dict()
        return cls.create(operands=operands, regions=[region], attributes=attributes)

    def print(self, printer: Printer) -> None:
        """Print `%i = %lower to %upper step %step  : type {...} {...}`."""
        induction = self.region.block.args[0]
        printer.print_string(" ")
        printer.print_ssa_value(induction)
        for word, value in zip((" = ", " to ", " step "), self.operands, strict=True):
            printer.print_string(word)
            printer.print_operand(value)
        printer.print_string(" ")
        if not isinstance(induction.type, IndexType):
            print_types(printer, [induction.type])
            printer.print_string(" ")
        printer.print_region(self.region, False, False, False)
        print_attributes(printer, self)


@op_definition
class IfOp(BlocksOp):
    """`if (condition) {...} else {...}`."""

    name = "emitc.if"
    condition = operand_def(I1)
    thenRegion = region_def("single_block")
    elseRegion = region_def()

    traits = traits_def(RecursiveMemoryEffect())

    TAKES_ARGUMENTS: ClassVar[bool] = False

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%condition {...} else {...} {...}`."""
        condition = parser.resolve_operand(parser.parse_unresolved_operand(), IntegerType(1))
        then = parse_region_with_terminator(parser, YieldOp)
        has_else = parser.parse_optional_keyword("else") is not None
        otherwise = parse_region_with_terminator(parser, YieldOp) if has_else else Region()
        attributes = parser.parse_optional_attr_dict()
        return cls.create(operands=[condition], regions=[then, otherwise], attributes=attributes)

    def print(self, printer: Printer) -> None:
        """Print `%condition {...} else {...} {...}`."""
        printer.print_string(" ")
        printer.print_operand(self.condition)
        printer.print_string(" ")
        printer.print_region(self.thenRegion, False, False, False)
        if self.elseRegion.blocks:
            printer.print_string(" else ")
            printer.print_region(self.elseRegion, False, False, False)
        print_attributes(printer, self)


@op_definition
class SwitchOp(BlocksOp):
    """`switch (arg) { case ...: ... default: ... }`."""

    name = "emitc.switch"
    arg = operand_def(IntegerIndexOrOpaqueType)
    cases = prop_def(DenseI64ArrayAttr)
    defaultRegion = region_def("single_block")
    caseRegions = var_region_def("single_block")

    traits = traits_def(RecursiveMemoryEffect())

    @property
    def case_values(self) -> Sequence[int]:
        """The values of the switch cases, in order."""
        values: Any = self.cases.get_values()
        return values

    def verify_op(self) -> None:
        """Check `emitc.switch`: each value has a region, values differ, and regions return
        nothing.
        """
        values, regions = self.case_values, self.caseRegions
        if len(values) != len(regions):
            raise VerifyException(f"has {len(regions)} case regions but {len(values)} case values")
        for index, value in enumerate(values):
            if value in values[:index]:
                raise VerifyException(f"has duplicate case value: {value}")
        names = ["default region", *(f"case region #{index}" for index in range(len(regions)))]
        for name, region in zip(names, (self.defaultRegion, *regions), strict=True):
            self._verify_region(name, region)

    def _verify_region(self, name: str, region: Region) -> None:
        end = region.block.last_op
        if not isinstance(end, YieldOp):
            found = "nothing" if end is None else end.name
            raise VerifyException(f"expected region to end with emitc.yield, but got {found}")
        if end.operands:
            raise OperationError(
                self,
                f"expected each region to return 0 values, but {name} returns {len(end.operands)}",
                (note(end.location, "see yield operation here"),),
            )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%arg : type {...} case 1 {...} default {...}`."""
        arg = parser.parse_unresolved_operand()
        parser.parse_punctuation(":")
        value = parser.resolve_operand(arg, parser.parse_type())
        properties: dict[str, Attribute] = {}
        attributes = parse_attributes(parser, cls, properties)
        values: list[int] = []
        regions: list[Region] = []
        while parser.parse_optional_keyword("case") is not None:
            values.append(parser.parse_integer())
            regions.append(parser.parse_region())
        parser.parse_keyword("default")
        regions.insert(0, parse_region_with_terminator(parser, YieldOp))
        properties["cases"] = DenseArrayBase.from_list(IntegerType(64), values)
        return cls.create(
            operands=[value], regions=regions, properties=properties, attributes=attributes
        )

    def print(self, printer: Printer) -> None:
        """Print `%arg : type {...} case 1 {...} default {...}`."""
        printer.print_string(" ")
        printer.print_operand(self.arg)
        print_types(printer, self.operand_types)
        print_attributes(printer, self, "cases")
        for value, region in zip(self.case_values, self.caseRegions, strict=True):
            printer.print_string(f"\ncase {value} ")
            printer.print_region(region, False)
        printer.print_string("\ndefault ")
        printer.print_region(self.defaultRegion, True, True, not _has_plain_end(self.defaultRegion))


@op_definition
class ExpressionOp(BlocksOp):
    """A tree of operators that is emitted as one C expression."""

    name = "emitc.expression"
    do_not_inline = opt_prop_def(UnitAttrConstraint)
    result = result_def(EmitCType)
    region = region_def("single_block")

    @property
    def root(self) -> Operation | None:
        """The operation whose result the expression yields, or None."""
        end = self.region.block.last_op
        value = None if end is None or not end.operands else end.operands[0]
        return value.owner if value is not None and isinstance(value.owner, Operation) else None

    @property
    def has_side_effects(self) -> bool:
        """Whether the expression must not be moved, because it calls a function or reads memory."""
        return any(
            isinstance(op, CallOpaqueOp)
            or (isinstance(op, ApplyOp) and op.applicableOperator.data == "*")
            for op in self.region.block.ops
        )

    TAKES_ARGUMENTS: ClassVar[bool] = False

    def verify_op(self) -> None:
        """Check `emitc.expression`: the block is a tree of operators whose root is yielded."""
        end = self.region.block.last_op
        if not isinstance(end, YieldOp) or end.result is None:
            raise VerifyException("must yield a value at termination")
        if end.result.type != self.result.type:
            raise VerifyException("requires yielded type to match return type")
        for op in self.region.block.ops:
            if op is end:
                break
            if not isinstance(op, CExpression):
                raise VerifyException("contains an unsupported operation")
            if len(op.results) != 1:
                raise VerifyException("requires exactly one result for each operation")
            if not op.results[0].has_one_use():
                raise VerifyException("requires exactly one use for each operation")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `{...} noinline : type {...}`."""
        properties: dict[str, Attribute] = {}
        attributes = parse_attributes(parser, cls, properties)
        if parser.parse_optional_keyword("noinline") is not None:
            properties["do_not_inline"] = UnitAttr()
        parser.parse_punctuation(":")
        type = parser.parse_type()
        return cls.create(
            result_types=[type],
            properties=properties,
            attributes=attributes,
            regions=[parse_region_with_terminator(parser, YieldOp)],
        )

    def print(self, printer: Printer) -> None:
        """Print `{...} noinline : type {...}`."""
        print_attributes(printer, self, "do_not_inline")
        if self.do_not_inline is not None:
            printer.print_string(" noinline")
        print_types(printer, self.result_types)
        printer.print_string(" ")
        printer.print_region(self.region, True, True, not _has_plain_end(self.region))
