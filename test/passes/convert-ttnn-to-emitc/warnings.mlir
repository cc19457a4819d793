// RUN: ttopt --convert-ttnn-to-emitc %s -o %t 2>&1 | filecheck %s
// RUN: ttopt --convert-ttnn-to-emitc=complete-calls=true -Werror %s -o %t
// RUN: ttopt --convert-ttnn-to-emitc -Wno-incomplete-call -Werror %s -o %t
// A call that leaves out attributes computes something else: it is said once.

// CHECK:     warnings.mlir:10:8: warning: 'ttnn.permute' op the call in C++ leaves out attributes of the operation; complete-calls=true passes them [-Wincomplete-call]
// CHECK-NOT: ttnn.sum' op
func.func @f(%a: tensor<2x3xf32>) -> tensor<3x1xf32> {
  %0 = "ttnn.abs"(%a, %a) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = "ttnn.permute"(%0) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %2 = "ttnn.sum"(%1) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<3x2xf32>) -> tensor<3x1xf32>
  return %2 : tensor<3x1xf32>
}
