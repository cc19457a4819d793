"""Declaring operations, attributes and types as MLIR's ODS does.

`operations` is the base of the project's operations, `constraints` are what their fields may be, `enums` and `attribute_format`
are for attributes and types, `functions` for operations that look like functions, `custom_form` and `signature_form` for hand-written syntax.
`invariants` are what a definition asks of its operations, `properties` what a text may give them; `imported` is the same for
xDSL's own operations.
"""
