"""Parsing by xDSL's declarative formats without verification.

xDSL verifies types while it parses them. MLIR parses types as written and verifies them later. So
an operation that fails in xDSL's parser is parsed again without verification.
"""

from collections.abc import Sequence
from contextlib import suppress

from xdsl.ir import Attribute, TypedAttribute
from xdsl.irdl import IRDLOperation, OpDef
from xdsl.parser import Parser
from xdsl.utils.exceptions import VerifyException

from ttmlir_py.ir.reading.container_types import check_container, is_single, lists_operand_types


def has_format(op_class: type[IRDLOperation]) -> bool:
    """Whether the operation class has a declarative format."""
    return op_class.get_irdl_definition().assembly_format is not None


def parse_unverified(parser: Parser, op_class: type[IRDLOperation]) -> IRDLOperation:
    """Parse everything after the operation name by the declarative format of `op_class`,
    unverified.
    """
    from xdsl.irdl.declarative_assembly_format import FormatProgram, ParsingState

    class UnverifiedFormat(FormatProgram):
        def resolve_constraint_variables(self, state: ParsingState, op_def: OpDef) -> None:
            """Bind the variables of the type constraints, even if the constraints are violated.

            The types that the format omits are inferred from these variables.
            """
            for types, (_, definition) in (
                *zip(state.operand_types, op_def.operands, strict=True),
                *zip(state.result_types, op_def.results, strict=True),
            ):
                if types is not None:
                    types = (types,) if isinstance(types, Attribute) else types
                    if is_single(definition) and not lists_operand_types(op_def):
                        check_container(types[0], definition)
                    with suppress(VerifyException):
                        definition.constr.verify(types, state.context)

        def resolve_result_types(
            self, state: ParsingState, op_def: OpDef
        ) -> Sequence[Sequence[Attribute]]:
            """Return the types of the results: for a constant, the type of its value.

            xDSL infers this type only for the values that its definition of the op allows.
            """
            value = state.properties.get("value")
            if isinstance(value, TypedAttribute) and state.result_types == [None]:
                return ((value.get_type(),),)
            return super().resolve_result_types(state, op_def)

    definition = op_class.get_irdl_definition()
    assert definition.assembly_format is not None
    program = FormatProgram.from_str(definition.assembly_format, definition)
    return UnverifiedFormat(program.stmts).parse(parser, op_class)
