"""The exact rules and text format of MLIR, without any dialect except `builtin`.

- `reading` and `writing` convert text to IR and back.
- `checking` is the verifier.
- `definition` declares operations, attributes and types.

The other modules support these: `context` (dialects), `diagnostics`, `locations`, `module`,
`external_models` (corrections for operations that xDSL defines), `affine`, `floats`, `literals`,
`unregistered`, `narrowing` (for the type checker) and `construction` (fast construction of
operations). `adoption` handles IR that plain xDSL created.
"""
