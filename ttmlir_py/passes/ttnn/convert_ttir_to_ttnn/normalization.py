"""Lowering of ops that keep numbers in a range."""

from ttmlir_py.dialects import ttir, ttnn

WITHOUT_OUTPUT = {ttir.SoftmaxOp: ttnn.SoftmaxOp, ttir.ClampOp: ttnn.ClampOp}
