// RUN: ttopt --tt-mlir=2025-06 --split-input-file --verify-diagnostics %s

func.func @f(%a: tensor<4xf32>, %d: tensor<4xbf16>) -> tensor<4xf32> {
  // expected-error@+1 {{'ttir.abs' op destination of type 'tensor<4xbf16>', but result of type 'tensor<4xf32>': in text of tt-mlir 2025-06 the last operand is the destination; if it is an input, choose the revision with --tt-mlir}}
  %0 = "ttir.abs"(%a, %d) : (tensor<4xf32>, tensor<4xbf16>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4xf32>, %d: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'ttir.abs' op operand segment sizes 1, 2 do not add up to its 2 operands}}
  %0 = "ttir.abs"(%a, %d) <{operandSegmentSizes = array<i32: 1, 2>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
