"""Types of the stablehlo dialect."""

from ttmlir_py.ir.definition.attribute_format import FormatType


class TokenType(FormatType):
    """What orders ops with side effects: each takes one and gives one."""

    name = "stablehlo.token"
