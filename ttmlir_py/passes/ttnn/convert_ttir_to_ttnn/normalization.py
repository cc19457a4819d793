"""Lowering of ops that limit or normalize numbers."""

from ttmlir_py.dialects import ttir, ttnn

WITHOUT_OUTPUT = {ttir.SoftmaxOp: ttnn.SoftmaxOp, ttir.ClampOp: ttnn.ClampOp}
