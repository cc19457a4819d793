"""MLIR's text and rules, exactly; of dialects, it knows `builtin` alone.

`reading` and `writing` are text to IR and back, `checking` is the verifier, `definition` declares operations, attributes and types.
What they stand on: `context` (dialects), `diagnostics`, `locations`, `module`, `external_models` (what is right of operations that
xDSL defines), `affine`, `floats`, `literals`, `unregistered`, `narrowing` (for the type checker), `construction` (operations made
quickly); `adoption` is for IR that plain xDSL made.
"""
