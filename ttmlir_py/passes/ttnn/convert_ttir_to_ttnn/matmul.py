"""Products of matrices."""

from ttmlir_py.dialects import ttir, ttnn

RENAMED = {ttir.MatmulOp: ttnn.MatmulOp, ttir.LinearOp: ttnn.LinearOp}
