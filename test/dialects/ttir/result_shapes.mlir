// RUN: ttopt --split-input-file --verify-diagnostics %s
// RUN: not ttopt --split-input-file --ttir-to-ttnn-backend-pipeline -w %s 2>&1 | FileCheck %s

// The original's verifier accepts these programs, and its conversion makes TTNN operations that are refused.

// CHECK: error: 'ttir.sum' op the result has shape [32], but with dim_arg = [1] and keep_dim = true it is [32, 1]
func.func @kept(%a: tensor<32x64xf32>) -> tensor<32xf32> {
  %e = tensor.empty() : tensor<32xf32>
  // expected-warning@+1 {{'ttir.sum' op the result has shape [32], but with dim_arg = [1] and keep_dim = true it is [32, 1] [-Wresult-shape]}}
  %0 = "ttir.sum"(%a, %e) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<32x64xf32>, tensor<32xf32>) -> tensor<32xf32>
  return %0 : tensor<32xf32>
}

// -----

// CHECK: error: 'ttir.max' op the result has shape [32, 1], but with dim_arg = [-1] and keep_dim = false it is [32]
func.func @dropped(%a: tensor<32x64xf32>) -> tensor<32x1xf32> {
  %e = tensor.empty() : tensor<32x1xf32>
  // expected-warning@+1 {{'ttir.max' op the result has shape [32, 1], but with dim_arg = [-1] and keep_dim = false it is [32] [-Wresult-shape]}}
  %0 = "ttir.max"(%a, %e) <{dim_arg = [-1 : i32], keep_dim = false}> : (tensor<32x64xf32>, tensor<32x1xf32>) -> tensor<32x1xf32>
  return %0 : tensor<32x1xf32>
}

// -----

// CHECK: error: 'ttir.prod' op the result has shape [64], but with all dimensions and keep_dim = true it is [1, 1]
func.func @all(%a: tensor<32x64xf32>) -> tensor<64xf32> {
  %e = tensor.empty() : tensor<64xf32>
  // expected-warning@+1 {{'ttir.prod' op the result has shape [64], but with all dimensions and keep_dim = true it is [1, 1] [-Wresult-shape]}}
  %0 = "ttir.prod"(%a, %e) <{keep_dim = true}> : (tensor<32x64xf32>, tensor<64xf32>) -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// -----

// CHECK: error: 'ttir.cumsum' op the result has shape [32, 32], but a cumulative sum has the input's, [32, 64]
func.func @cumulative(%a: tensor<32x64xf32>) -> tensor<32x32xf32> {
  %e = tensor.empty() : tensor<32x32xf32>
  // expected-warning@+1 {{'ttir.cumsum' op the result has shape [32, 32], but a cumulative sum has the input's, [32, 64] [-Wresult-shape]}}
  %0 = "ttir.cumsum"(%a, %e) <{dim = 1 : i64}> : (tensor<32x64xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  return %0 : tensor<32x32xf32>
}

// -----

// A reduction of all dimensions may give a tensor of rank 0 or of one element.
func.func @scalars(%a: tensor<32x64xf32>) -> (tensor<f32>, tensor<1xf32>) {
  %e = tensor.empty() : tensor<f32>
  %0 = "ttir.sum"(%a, %e) <{keep_dim = false}> : (tensor<32x64xf32>, tensor<f32>) -> tensor<f32>
  %f = tensor.empty() : tensor<1xf32>
  %1 = "ttir.sum"(%a, %f) <{keep_dim = false}> : (tensor<32x64xf32>, tensor<1xf32>) -> tensor<1xf32>
  return %0, %1 : tensor<f32>, tensor<1xf32>
}
