"""Types of the stablehlo dialect."""

from ttmlir_py.ir.definition.attribute_format import FormatType


class TokenType(FormatType):
    """A token, which orders ops with side effects: each takes one and returns one."""

    name = "stablehlo.token"
