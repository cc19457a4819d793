"""StableHLO: branches and loops, and the terminators of regions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Self, cast

from xdsl.ir import Attribute
from xdsl.irdl import (
    operand_def,
    region_def,
    traits_def,
    var_operand_def,
    var_region_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure, RecursiveMemoryEffect

from ttmlir_py.dialects.stablehlo.constraints import (
    PredTensor,
    SInt32Tensor,
    Tensor,
    TensorOrToken,
    Token,
)
from ttmlir_py.dialects.stablehlo.interfaces import FormattedOp, PureOp, StableHLOOperation
from ttmlir_py.dialects.stablehlo.rules import control_flow
from ttmlir_py.dialects.stablehlo.rules.traits import (
    Check,
    ends_with_return,
    pairwise_same_type,
)
from ttmlir_py.ir.definition.constraints import any_of
from ttmlir_py.ir.definition.custom_form import print_new_line
from ttmlir_py.ir.definition.operation_format import (
    ParsedForm,
    create_parsed,
    print_types,
    take_attributes,
)
from ttmlir_py.ir.definition.operations import Terminator, local_verifier, op_definition
from ttmlir_py.ir.external_models import ArgumentNames


@op_definition
class ReturnOp(FormattedOp, Terminator):
    """The terminator that returns values from a region."""

    name = "stablehlo.return"
    FORM: ClassVar[str] = "$results_ attr-dict (`:` type($results_)^)?"
    traits = traits_def(Pure())
    results_ = var_operand_def(TensorOrToken)


@op_definition
class CaseOp(StableHLOOperation):
    """The results of branch number `index`, or of the last branch if `index` is out of range."""

    name = "stablehlo.case"
    traits = traits_def(RecursiveMemoryEffect())
    index = operand_def(SInt32Tensor)
    results_ = var_result_def(TensorOrToken)
    branches = var_region_def("single_block")
    REGION_CHECKS: ClassVar[tuple[Check, ...]] = (ends_with_return,)

    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result types of `stablehlo.case`: the common types of the branches'
        results.
        """
        return control_flow.branch_types(self.index.type, self.regions)


@op_definition
class IfOp(StableHLOOperation):
    """The results of `true_branch` or `false_branch`."""

    name = "stablehlo.if"
    traits = traits_def(RecursiveMemoryEffect())
    pred = operand_def(PredTensor)
    results_ = var_result_def(TensorOrToken)
    true_branch = region_def("single_block")
    false_branch = region_def("single_block")
    REGION_CHECKS: ClassVar[tuple[Check, ...]] = (ends_with_return,)

    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result types of `stablehlo.if`: the common types of the branches' results."""
        return control_flow.branch_types(self.pred.type, self.regions)


def _iteration_names(op: WhileOp) -> list[str]:
    return ["iterArg"] * max(len(region.blocks[0].args) for region in op.regions if region.blocks)


@op_definition
class WhileOp(StableHLOOperation):
    """Runs `body` repeatedly while `cond` returns true. The first iteration uses the operands,
    later ones the results of `body`.
    """

    name = "stablehlo.while"
    ARGUMENT_NAMES: ClassVar[ArgumentNames] = _iteration_names
    traits = traits_def(RecursiveMemoryEffect())
    operand = var_operand_def(TensorOrToken)
    results_ = var_result_def(TensorOrToken)
    cond = region_def("single_block")
    body = region_def("single_block")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `(%iterArg = %a, ...) : types attributes {...} cond {...} do {...}`."""
        state = ParsedForm(cls)
        state.positions["operand"] = parser.pos
        names: list[Any] = []
        operands = state.operands["operand"] = []

        parser.parse_punctuation("(")
        while parser.parse_optional_punctuation(")") is None:
            names.append(parser.parse_unresolved_operand())
            parser.parse_punctuation("=")
            operands.append(parser.parse_unresolved_operand())
            if parser.parse_optional_punctuation(",") is None:
                parser.parse_punctuation(")")
                break
        types: list[Attribute] = []
        if operands:
            parser.parse_punctuation(":")
            types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        state.types["operand"] = state.types["results_"] = types
        position = parser.pos
        attributes = parser.parse_optional_attr_dict_with_keyword()
        if attributes is not None:
            take_attributes(parser, state, attributes.data, position)
        arguments = [
            Parser.Argument(name.span, type_) for name, type_ in zip(names, types, strict=False)
        ]
        parser.parse_keyword("cond")
        cond = parser.parse_region(arguments)
        parser.parse_keyword("do")
        body = parser.parse_region(arguments)
        return cast(Self, create_parsed(parser, state, [cond, body]))

    def print(self, printer: Printer) -> None:
        """Print `(%iterArg = %a, ...) : types attributes {...} cond {...} do {...}`."""
        printer.print_string("(")
        pairs = list(zip(self.body.block.args, self.operand, strict=False))

        def print_pair(pair: tuple[Any, Any]) -> None:
            printer.print_ssa_value(pair[0])
            printer.print_string(" = ")
            printer.print_ssa_value(pair[1])

        printer.print_list(pairs, print_pair)
        printer.print_string(")")
        if self.operand:
            printer.print_string(" : ")
            print_types(printer, [value.type for value in self.operand])
        if self.attributes:
            printer.print_string(" attributes ")
            printer.print_attr_dict(self.attributes)
        print_new_line(printer)
        printer.print_string(" cond ")
        printer.print_region(self.cond, print_entry_block_args=False)
        printer.print_string(" do ")
        printer.print_region(self.body, print_entry_block_args=False)

    REGION_CHECKS: ClassVar[tuple[Check, ...]] = (ends_with_return,)

    def check_rules(self) -> None:
        """Check `stablehlo.while`: both regions take the operand types, and the body returns
        them.
        """
        types = [value.type for value in self.operand]
        control_flow.check_loop(types, self.cond, self.body)

    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result types of `stablehlo.while`: the types of the operands."""
        return [value.type for value in self.operand]


@op_definition
class OptimizationBarrierOp(PureOp):
    """The operands. All of them are computed before any op that uses a result."""

    name = "stablehlo.optimization_barrier"
    FORM: ClassVar[str] = """attr-dict ($operand^ `:`
        custom<PairwiseOpType>(type($operand), type($result))):(`(` `)`)?"""
    operand = var_operand_def(any_of(Tensor, Token))
    result = var_result_def(any_of(Tensor, Token))
    CHECKS: ClassVar[tuple[Check, ...]] = (pairwise_same_type,)

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result types of `stablehlo.optimization_barrier`: the types of the
        operands.
        """
        return [value.type for value in self.operand]
