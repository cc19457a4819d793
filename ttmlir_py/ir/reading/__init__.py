"""Text to IR, in steps that build on each other.

`lexer` makes tokens. Each parser adds to the one before: `tokens` (tokens and lists, in MLIR's words), `numbers`, `attributes`
(attributes, types, locations), `scopes` (names of values and locations), `regions` (regions and blocks), `parser` (operations and
files). Beside them: `elements` reads `dense<...>`, `aliases` keeps what a text defines, `known_lines` remembers lines that were
parsed before, `declarative` reads operations by xDSL's declarative formats.
"""
