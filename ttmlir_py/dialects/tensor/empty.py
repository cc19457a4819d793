"""The op `tensor.empty`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from xdsl.dialects.builtin import IndexType
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import result_def, traits_def, var_operand_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.ir.construction import operands_of
from ttmlir_py.ir.definition.constraints import AnyRankedTensor, Described
from ttmlir_py.ir.definition.custom_form import fail
from ttmlir_py.ir.definition.operations import OdsOperation, local_verifier, op_definition
from ttmlir_py.ir.narrowing import is_tensor_type

if TYPE_CHECKING:
    from xdsl.pattern_rewriter import RewritePattern

_Index: Described[IndexType] = Described("index", lambda type: isinstance(type, IndexType))


@op_definition
class EmptyOp(OdsOperation):
    """A tensor with unspecified contents and one operand per dynamic dimension."""

    name = "tensor.empty"
    PLAIN_WITHOUT_OPERANDS: ClassVar[bool] = True
    """The op's patterns only apply to dynamic sizes, so the greedy driver skips ops without
    operands.
    """

    ENDS_WITH_ITS_TYPE: ClassVar[bool] = True
    """Without operands, the text ends with the result type, and nothing else depends on that
    type.
    """

    dynamic_sizes = var_operand_def(_Index)
    tensor = result_def(AnyRankedTensor)

    traits = traits_def(Pure())

    def __init__(self, dynamic_sizes: Sequence[SSAValue], tensor_type: Attribute):
        super().__init__(operands=[dynamic_sizes], result_types=[tensor_type])

    @local_verifier
    def verify_op(self) -> None:
        """Check `tensor.empty`: there is one size per dynamic dimension."""
        type: Any = self.tensor.type
        dynamic = sum([size < 0 for size in type.get_shape()])
        given = len(operands_of(self))
        if given != dynamic:
            raise VerifyException(
                f"incorrect number of dynamic sizes, has {given}, expected {dynamic}"
            )

    @classmethod
    def canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        """Return the patterns that simplify `tensor.empty`."""
        from ttmlir_py.dialects.tensor.canonicalization import ReplaceEmptyTensorStaticShapeDims

        return (ReplaceEmptyTensorStaticShapeDims(),)

    @classmethod
    def parse(cls, parser: Parser) -> EmptyOp:
        """Parse `(%size, %size) {attributes} : type`."""
        sizes = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, parser.parse_unresolved_operand
        )
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        position = parser.pos
        type = parser.parse_type()
        if not is_tensor_type(type):
            fail(parser, cls.name, "invalid kind of type specified", position)
        operands = [parser.resolve_operand(size, IndexType()) for size in sizes]
        return cls.create(operands=operands, result_types=[type], attributes=attributes)

    def print(self, printer: Printer) -> None:
        """Print `(%size, %size) {attributes} : type`."""
        printer.print_operands(operands_of(self))
        if self.attributes:
            printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.tensor.type)
