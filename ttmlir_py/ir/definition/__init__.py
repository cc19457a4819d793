"""Declaration of operations, attributes and types in the way of MLIR's ODS.

- `operations` is the base of the project's operations, `constraints` restrict their fields.
- `enums` and `attribute_format` declare attributes and types.
- `functions` is for function-like operations; `custom_form` and `signature_form` help with
  hand-written syntax.
- `invariants` are the checks that follow from a definition, `properties` the attributes that a text
  may give an operation, and `imported` does both for xDSL's own operations.
"""
