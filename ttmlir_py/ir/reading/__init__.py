"""Text to IR, in steps that build on each other.

`lexer` creates tokens. Each parser extends the one before:

- `tokens`: tokens and lists, with MLIR's messages
- `numbers`
- `attributes`: attributes, types, locations
- `scopes`: names of values and locations
- `regions`: regions and blocks
- `parser`: operations and files

Besides these, `elements` parses `dense<...>`, `aliases` holds the definitions in a text,
`known_lines` is a memo of lines that were parsed before, and `declarative` parses operations by
xDSL's declarative formats.
"""
