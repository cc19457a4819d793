"""Programs that tests open in the explorer."""

from pathlib import Path

from ttmlir_py.explorer.models import Model, model_of_text
from ttmlir_py.explorer.session import Session

DIGITS = Path(__file__).parents[2] / "examples" / "digits" / "digits_f32.mlir"
MLP = """
func.func @main(%x: tensor<32x64xf32>, %w: tensor<64x96xf32>, %v: tensor<96x32xf32>) -> tensor<32x32xf32> {
  %0 = tensor.empty() : tensor<32x96xf32> loc("up")
  %1 = "ttir.matmul"(%x, %w, %0) : (tensor<32x64xf32>, tensor<64x96xf32>, tensor<32x96xf32>) -> tensor<32x96xf32> loc("up"("net.py":2:1))
  %2 = tensor.empty() : tensor<32x96xf32>
  %3 = "ttir.relu"(%1, %2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x96xf32>, tensor<32x96xf32>) -> tensor<32x96xf32>
  %4 = tensor.empty() : tensor<32x32xf32>
  %5 = "ttir.matmul"(%3, %v, %4) : (tensor<32x96xf32>, tensor<96x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  return %5 : tensor<32x32xf32>
}
"""
UP, RELU, DOWN = (
    "main/up/ttnn.matmul__0",
    "main/relu_1/ttnn.relu__0",
    "main/matmul_2/ttnn.matmul__0",
)


def mlp() -> Model:
    return model_of_text(MLP, "mlp.mlir")


def session() -> Session:
    return Session(mlp())
