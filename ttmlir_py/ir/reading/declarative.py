"""xDSL's declarative formats as MLIR has them: types are parsed as they stand, and the verifier complains of them.

xDSL verifies types while it parses them. What fails there is parsed again, unverified.
"""

from contextlib import suppress

from xdsl.ir import Attribute
from xdsl.irdl import IRDLOperation, OpDef
from xdsl.parser import Parser
from xdsl.utils.exceptions import VerifyException


def has_format(op_class: type[IRDLOperation]) -> bool:
    """Whether the operation is parsed by a declarative format."""
    return op_class.get_irdl_definition().assembly_format is not None


def parse_unverified(parser: Parser, op_class: type[IRDLOperation]) -> IRDLOperation:
    """Parse what follows the name of an operation that has a declarative format."""
    from xdsl.irdl.declarative_assembly_format import FormatProgram, ParsingState

    class UnverifiedFormat(FormatProgram):
        def resolve_constraint_variables(self, state: ParsingState, op_def: OpDef) -> None:
            """Bind the variables of the constraints on types, met or not; other types are inferred from them."""
            for types, (_, definition) in (
                *zip(state.operand_types, op_def.operands, strict=True),
                *zip(state.result_types, op_def.results, strict=True),
            ):
                if types is not None:
                    types = (types,) if isinstance(types, Attribute) else types
                    with suppress(VerifyException):
                        definition.constr.verify(types, state.context)

    definition = op_class.get_irdl_definition()
    assert definition.assembly_format is not None
    program = FormatProgram.from_str(definition.assembly_format, definition)
    return UnverifiedFormat(program.stmts).parse(parser, op_class)
