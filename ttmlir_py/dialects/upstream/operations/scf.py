"""`scf.forall`: a parallel loop over a multi-dimensional range, with shared outputs."""

from collections.abc import Sequence
from typing import Any, Self, cast

from xdsl.dialects.builtin import DYNAMIC_INDEX, ArrayAttr, DenseArrayBase, IndexType, i32, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import (
    opt_prop_def,
    prop_def,
    region_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsTerminator, NoTerminator, Pure, RecursiveMemoryEffect

from ttmlir_py.dialects.upstream.operations.dynamic_indices import (
    MixedIndices,
    parse_mixed_indices,
    print_mixed_indices,
)
from ttmlir_py.dialects.upstream.operations.types import Index, RankedTensor, require_of
from ttmlir_py.ir.definition.constraints import DenseI64ArrayAttr, Described
from ttmlir_py.ir.definition.operations import (
    SEGMENTED_OPERANDS,
    OdsOperation,
    Terminator,
    op_definition,
)
from ttmlir_py.ir.diagnostics import OperationError
from ttmlir_py.ir.narrowing import is_array

ArrayAttribute: Described[ArrayAttr[Any]] = Described("Device Mapping array attribute", is_array)


@op_definition
class InParallelOp(Terminator):
    """The end of a `scf.forall`: operations that write into its shared outputs in parallel."""

    name = "scf.forall.in_parallel"

    region = region_def("single_block")
    traits = traits_def(Pure(), IsTerminator(), NoTerminator())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse ` { ... } {...}`."""
        region = parser.parse_region()
        if region.blocks.first is None:
            region.add_block(Block())
        attributes = parser.parse_optional_attr_dict()
        return cls.create(regions=[region], attributes=attributes)

    def print(self, printer: Printer) -> None:
        """Print the text that `parse` parses."""
        printer.print_string(" ")
        printer.print_region(self.region, False, False)
        printer.print_op_attributes(self.attributes)

    def verify_op(self) -> None:
        """Check `scf.forall.in_parallel`: the parent is an `scf.forall`, and the operations only
        insert slices into its outputs.
        """
        parent = self.parent_op()
        require_of(isinstance(parent, ForallOp), "expects parent op 'scf.forall'")
        for op in self.region.block.ops:
            require_of(
                op.name == "tensor.parallel_insert_slice",
                "expected only tensor.parallel_insert_slice ops",
            )
            shared = parent.region_outputs() if isinstance(parent, ForallOp) else ()
            if not any(op.operands[1] is each for each in shared):
                raise OperationError(op, "may only insert into an output block argument")


@op_definition
class ForallOp(OdsOperation):
    """A loop whose iterations run in parallel; each writes its part of the shared outputs."""

    name = "scf.forall"
    irdl_options = SEGMENTED_OPERANDS

    dynamicLowerBound = var_operand_def(Index)
    dynamicUpperBound = var_operand_def(Index)
    dynamicStep = var_operand_def(Index)
    outputs = var_operand_def(RankedTensor)
    staticLowerBound = prop_def(DenseI64ArrayAttr)
    staticUpperBound = prop_def(DenseI64ArrayAttr)
    staticStep = prop_def(DenseI64ArrayAttr)
    mapping = opt_prop_def(ArrayAttribute)
    results_ = var_result_def(RankedTensor)
    region = region_def("single_block")
    traits = traits_def(RecursiveMemoryEffect())

    @property
    def rank(self) -> int:
        """The number of dimensions."""
        return len(self.staticLowerBound.get_values())

    def region_outputs(self) -> Sequence[SSAValue]:
        """Return the arguments of the body for the shared outputs."""
        return self.region.block.args[self.rank :]

    @property
    def is_normalized(self) -> bool:
        """Whether the loop counts from 0 in steps of 1, which the text states by `in` instead of
        bounds.
        """
        return all(each == 0 for each in self.staticLowerBound.get_values()) and all(
            each == 1 for each in self.staticStep.get_values()
        )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse ` (%i, ...) in (...) shared_outs(%o = %t, ...) -> (types) { ... } {...}`."""
        paren = parser.Delimiter.PAREN
        names = parser.parse_comma_separated_list(
            paren, lambda: parser.parse_argument(expect_type=False)
        )
        if parser.parse_optional_keyword("in") is not None:
            upper = parse_mixed_indices(parser, paren)
            lower = MixedIndices([], [0] * len(names))
            step = MixedIndices([], [1] * len(names))
        else:
            parser.parse_punctuation("=")
            lower = parse_mixed_indices(parser, paren)
            parser.parse_keyword("to")
            upper = parse_mixed_indices(parser, paren)
            parser.parse_keyword("step")
            step = parse_mixed_indices(parser, paren)
        arguments, outputs, types = cls._parse_outputs(parser)
        inductions = [each.resolve(IndexType()) for each in names]
        region = parser.parse_region([*inductions, *arguments])
        _end_in_parallel(region)
        attributes = parser.parse_optional_attr_dict()
        groups = (lower.operands, upper.operands, step.operands, outputs)
        properties: dict[str, Attribute] = {
            "staticLowerBound": DenseArrayBase.from_list(i64, lower.static),
            "staticUpperBound": DenseArrayBase.from_list(i64, upper.static),
            "staticStep": DenseArrayBase.from_list(i64, step.static),
            "operandSegmentSizes": DenseArrayBase.from_list(i32, [len(each) for each in groups]),
        }
        if "mapping" in attributes:
            properties["mapping"] = attributes.pop("mapping")
        return cls.create(
            operands=[value for group in groups for value in group],
            result_types=types,
            properties=properties,
            attributes=attributes,
            regions=[region],
        )

    @staticmethod
    def _parse_outputs(parser: Parser) -> tuple[list[Any], list[Any], list[Any]]:
        """Parse `shared_outs(%o = %t, ...) -> (types)`, if present."""
        if parser.parse_optional_keyword("shared_outs") is None:
            return [], [], []

        def parse_output() -> tuple[Any, Any]:
            argument = parser.parse_argument(expect_type=False)
            parser.parse_punctuation("=")
            return argument, parser.parse_unresolved_operand()

        pairs = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parse_output)
        parser.parse_punctuation("->")
        position = parser.pos
        types = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_type)
        if len(types) != len(pairs):
            parser.raise_error(
                f"{len(pairs)} operands present, but expected {len(types)}", position
            )
        typed = list(zip(pairs, types, strict=True))
        values = [parser.resolve_operand(operand, type_) for (_, operand), type_ in typed]
        return [argument.resolve(type_) for (argument, _), type_ in typed], values, types

    def print(self, printer: Printer) -> None:
        """Print the text that `parse` parses."""
        block = self.region.block
        printer.print_string(" (")
        printer.print_list(block.args[: self.rank], printer.print_ssa_value)
        printer.print_string(")")
        bounds = [
            ("in" if self.is_normalized else "to", self.dynamicUpperBound, self.staticUpperBound)
        ]
        if not self.is_normalized:
            bounds.insert(0, ("=", self.dynamicLowerBound, self.staticLowerBound))
            bounds.append(("step", self.dynamicStep, self.staticStep))
        for word, operands, static in bounds:
            printer.print_string(f" {word} ")
            print_mixed_indices(printer, operands, static.get_values(), "()")
        if self.outputs:
            pairs = list(zip(self.region_outputs(), self.outputs, strict=True))
            printer.print_string(" shared_outs(")
            printer.print_list(pairs, lambda pair: _print_pair(printer, pair))
            printer.print_string(") -> (")
            printer.print_list(self.result_types, printer.print_attribute)
            printer.print_string(")")
        printer.print_string(" ")
        end = block.last_op
        shows_end = bool(self.results) or (
            isinstance(end, InParallelOp) and bool(end.region.block.first_op)
        )
        printer.print_region(self.region, False, False, shows_end)
        shown = dict(self.attributes)
        if self.mapping is not None:
            shown["mapping"] = self.mapping
        printer.print_op_attributes(shown)

    def verify_op(self) -> None:
        """Check `scf.forall`: bounds are complete, and the body takes an index per dimension and
        the outputs.
        """
        outputs = [each.type for each in self.outputs]
        require_of(
            len(self.results) == len(outputs),
            f"produces {len(self.results)} results, but has only {len(outputs)} outputs",
        )
        arguments = [each.type for each in self.region.block.args]
        count = self.rank + len(outputs)
        require_of(len(arguments) == count, f"region expects {self.rank} arguments")
        for number, type_ in enumerate(arguments[: self.rank]):
            require_of(
                isinstance(type_, IndexType),
                f"expects {number}-th block argument to be an index",
            )
        for number, (given, expected) in enumerate(zip(self.result_types, outputs, strict=True)):
            require_of(
                given == expected,
                f"type mismatch between {number}-th output and corresponding block argument",
            )
        require_of(
            arguments[self.rank :] == outputs,
            "type mismatch between 0-th output and corresponding block argument",
        )
        self._verify_bounds()
        end = self.region.block.last_op
        require_of(
            isinstance(end, InParallelOp), "expects regions to end with 'scf.forall.in_parallel'"
        )

    def _verify_bounds(self) -> None:
        if self.mapping is not None and self.mapping.data:
            require_of(
                len(self.mapping.data) == self.rank, "mapping attribute size must match op rank"
            )
        for name, operands, static in (
            ("lower bound", self.dynamicLowerBound, self.staticLowerBound),
            ("upper bound", self.dynamicUpperBound, self.staticUpperBound),
            ("step", self.dynamicStep, self.staticStep),
        ):
            values = static.get_values()
            require_of(
                len(values) == self.rank, f"expected {self.rank} {name} values, got {len(values)}"
            )
            dynamic = sum(each == DYNAMIC_INDEX for each in values)
            require_of(dynamic == len(operands), f"expected {dynamic} dynamic {name} values")


def _print_pair(printer: Printer, pair: tuple[SSAValue, SSAValue]) -> None:
    printer.print_ssa_value(pair[0])
    printer.print_string(" = ")
    printer.print_ssa_value(pair[1])


def _end_in_parallel(region: Region) -> None:
    """Append the terminator that the text may omit."""
    if region.blocks.last is None:
        region.add_block(Block())
    block = cast(Block, region.blocks.last)
    last: Operation | None = block.last_op
    if not isinstance(last, InParallelOp):
        block.add_op(InParallelOp(regions=[Region(Block())]))


OPERATIONS = (InParallelOp, ForallOp)
