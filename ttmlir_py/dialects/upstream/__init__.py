"""Corrections and additions to dialects that xDSL defines, one module per dialect.

They are external models, and ops that replace xDSL's.
"""

_DIALECTS = (
    "complex",
    *("affine", "arith", "cf", "index", "linalg", "llvm", "math", "memref", "ml_program", "scf"),
    *("bufferization", "pdl", "tensor", "ub", "vector"),
)

EXTERNAL_MODELS = {name: f"{__name__}.{name}:MODELS" for name in _DIALECTS}
"""Maps each dialect name to `module:object`, its `ExternalModels`."""
