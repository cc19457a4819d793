"""xDSL's declarative formats with MLIR's behaviour: types are parsed as written, and the verifier
reports invalid ones.

xDSL verifies types while it parses them. An operation that fails this check is parsed again without
verification.
"""

from contextlib import suppress

from xdsl.ir import Attribute
from xdsl.irdl import IRDLOperation, OpDef
from xdsl.parser import Parser
from xdsl.utils.exceptions import VerifyException


def has_format(op_class: type[IRDLOperation]) -> bool:
    """Whether the operation has a declarative format."""
    return op_class.get_irdl_definition().assembly_format is not None


def parse_unverified(parser: Parser, op_class: type[IRDLOperation]) -> IRDLOperation:
    """Parse everything after the name of an operation with a declarative format."""
    from xdsl.irdl.declarative_assembly_format import FormatProgram, ParsingState

    class UnverifiedFormat(FormatProgram):
        def resolve_constraint_variables(self, state: ParsingState, op_def: OpDef) -> None:
            """Bind the variables of the type constraints, whether or not the constraints hold;
            other types are inferred from them.
            """
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
