"""What repairs or completes dialects that xDSL owns, a module for each: external models, and ops that stand in for xDSL's."""

_DIALECTS = (
    *("affine", "arith", "cf", "index", "linalg", "llvm", "math", "memref", "ml_program", "scf"),
    *("bufferization", "tensor", "ub", "vector"),
)

EXTERNAL_MODELS = {name: f"{__name__}.{name}:MODELS" for name in _DIALECTS}
"""Dialect name to `module:object` of its `ExternalModels`."""
