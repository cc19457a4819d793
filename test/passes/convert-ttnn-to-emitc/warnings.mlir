// RUN: ttopt --tt-mlir=2025-02 --convert-ttnn-to-emitc %s -o %t 2>&1 | filecheck %s
// RUN: ttopt --tt-mlir=2025-02 --convert-ttnn-to-emitc=complete-calls=true -Werror %s -o %t
// RUN: ttopt --tt-mlir=2025-02 --convert-ttnn-to-emitc -Wno-incomplete-call -Werror %s -o %t
// Each call that leaves out attributes computes something else, and has its warning. The mean has all that it needs.

// CHECK:     warnings.mlir:12:8: warning: 'ttnn.permute' op the call in C++ leaves out 'permutation'; complete-calls=true passes them [-Wincomplete-call]
// CHECK-NOT: ttnn.mean' op
// CHECK:     warnings.mlir:13:8: warning: 'ttnn.sum' op the call in C++ leaves out 'dim_arg', 'keep_dim'; complete-calls=true passes them [-Wincomplete-call]
// CHECK:     warnings.mlir:15:8: warning: 'ttnn.linear' op the call in C++ leaves out 'bias'; complete-calls=true passes them [-Wincomplete-call]
func.func @f(%a: tensor<2x3xf32>, %b: tensor<1x4xf32>, %c: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %0 = "ttnn.abs"(%a, %a) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = "ttnn.permute"(%0) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %2 = "ttnn.sum"(%1) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<3x2xf32>) -> tensor<3x1xf32>
  %3 = "ttnn.mean"(%2) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<3x1xf32>) -> tensor<3x1xf32>
  %4 = "ttnn.linear"(%3, %b, %c) : (tensor<3x1xf32>, tensor<1x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return %4 : tensor<3x4xf32>
}
