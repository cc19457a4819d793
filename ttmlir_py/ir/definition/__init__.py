"""Declaration of operations, attributes and types in the style of MLIR's ODS.

- `operations` is the base of the project's operations, and `constraints` restrict their operands
  and attributes.
- `enums` and `attribute_format` declare attributes and types.
- `functions` is for function-like operations; `custom_form` and `signature_form` help with
  hand-written syntax.
- `invariants` are the checks that follow from a definition. `properties` are the attributes that a
  text may give an operation. `imported` does both for the operations that xDSL defines.
"""
