"""Lowering of matrix products."""

from ttmlir_py.dialects import ttir, ttnn

RENAMED = {ttir.MatmulOp: ttnn.MatmulOp, ttir.LinearOp: ttnn.LinearOp}
