// RUN: ttopt --split-input-file --verify-diagnostics --tt-mlir=2026-08 %s

func.func @operands(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'ttir.add' op expected 2 operands, but found 3}}
  %0 = "ttir.add"(%a, %a, %a) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @broadcast(%a: tensor<1x64xf32>) -> tensor<2x64xf32> {
  // expected-error@+1 {{'ttir.abs' op result shape (2, 64) doesn't match expected shape after broadcasting (1, 64)}}
  %0 = "ttir.abs"(%a) : (tensor<1x64xf32>) -> tensor<2x64xf32>
  return %0 : tensor<2x64xf32>
}

// -----

func.func @reduction(%a: tensor<4x8xf32>) -> tensor<4x1xf32> {
  // expected-error@+1 {{'ttir.sum' op Expected output shape (4), got (4, 1)}}
  %0 = "ttir.sum"(%a) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<4x8xf32>) -> tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}

// -----

func.func @norm(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // expected-error@+1 {{'ttir.rms_norm' op normalized_shape dimensions must match trailing dimensions of input tensor}}
  %0 = "ttir.rms_norm"(%a) <{normalized_shape = array<i64: 4>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

func.func @dropped(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-warning@+1 {{'ttir.matmul' op has no property 'contract': it is dropped}}
  %0 = "ttir.matmul"(%a, %a) <{contract = 1 : i32}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
