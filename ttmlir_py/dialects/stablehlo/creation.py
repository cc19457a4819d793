"""StableHLO: ops that create tensors from attributes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self, cast

from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Attribute
from xdsl.irdl import prop_def, result_def, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import ConstantLike, Pure

from ttmlir_py.dialects.stablehlo.constraints import (
    AnyStaticTensor,
    Complex,
    Float,
    Int,
    Quantized,
    static,
)
from ttmlir_py.dialects.stablehlo.interfaces import PureOp, StableHLOOperation
from ttmlir_py.dialects.stablehlo.quantized_types import as_quantized
from ttmlir_py.dialects.stablehlo.rules.common import Violation, element_type, with_element
from ttmlir_py.dialects.tensor_types import shape_of, tensor_type
from ttmlir_py.ir.definition.constraints import NonNegativeI64Attr
from ttmlir_py.ir.definition.elements_form import ElementsOp
from ttmlir_py.ir.definition.operation_format import (
    ParsedForm,
    create_parsed,
    parse_attr_dict,
)
from ttmlir_py.ir.definition.operations import local_verifier, op_definition
from ttmlir_py.ir.external_models import ResultNames


def _constant_name(op: ConstantOp) -> str:
    """Return the name of the result in printed IR: `c` for integers and booleans, otherwise
    `cst`.
    """
    return "c" if isinstance(tensor_type(op.output).element_type, IntegerType) else "cst"


def _stored_type(type_: Attribute) -> Attribute:
    """Return the tensor type whose elements are the stored integers of quantized elements. Other
    types are returned unchanged.
    """
    quantized = as_quantized(element_type(type_))
    return type_ if quantized is None else with_element(type_, quantized.storage_type)


@op_definition
class ConstantOp(ElementsOp, StableHLOOperation):
    """A tensor given by its elements."""

    name = "stablehlo.constant"
    RESULT_NAMES: ClassVar[ResultNames] = _constant_name
    traits = traits_def(ConstantLike(), Pure())
    output = result_def(AnyStaticTensor)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `{attributes} dense<...> : type`, or the generic form after the name."""
        if parser.parse_optional_punctuation("(") is None:
            return super().parse(parser)
        state = ParsedForm(cls)
        parser.parse_punctuation(")")
        if parser.parse_optional_punctuation("<") is not None:
            state.properties.update(parser.parse_optional_attr_dict())
            parser.parse_punctuation(">")
        parse_attr_dict(parser, state)
        for punctuation in (":", "(", ")", "->"):
            parser.parse_punctuation(punctuation)
        state.types["output"] = [parser.parse_type()]
        return cast(Self, create_parsed(parser, state))

    def print(self, printer: Printer) -> None:
        """Print `{attributes} dense<...> : type`, or the generic form if the result has another
        type.
        """
        if self.value.get_type() == self.output.type:
            super().print(printer)
        else:
            printer.print_op_with_default_format(self)

    @local_verifier
    def infer_types(self) -> Sequence[Attribute] | None:
        """Return the result type of `stablehlo.constant`: the type of the elements."""
        return [self.value.get_type()]

    @classmethod
    def fits(cls, inferred: Sequence[Attribute], written: Sequence[Attribute]) -> bool:
        """Whether the types are equal, where quantized elements equal their storage type."""
        return list(inferred) == [_stored_type(type_) for type_ in written]


@op_definition
class IotaOp(PureOp):
    """0, 1, ... along `iota_dimension`, constant along the others."""

    name = "stablehlo.iota"
    FORM: ClassVar[str] = "`dim` `=` $iota_dimension attr-dict `:` type($output)"
    output = result_def(static(Int, Float, Complex, Quantized))
    iota_dimension = prop_def(NonNegativeI64Attr)

    @local_verifier
    def check_rules(self) -> None:
        """Check `stablehlo.iota`: the dimension exists."""
        rank = len(shape_of(self.output))
        if rank == 0:
            raise Violation("does not support scalars.")
        if self.iota_dimension.value.data >= rank:
            raise Violation("iota dimension cannot go beyond the output rank.")
