// RUN: ttopt --convert-ttir-to-linalg --linalg-to-llvm-pipeline %s | filecheck %s
// RUN: ttopt --convert-ttir-to-linalg --linalg-to-llvm-pipeline="enable-optimization-passes=false" %s | filecheck --check-prefix=RAW %s

// CHECK: llvm.func @add(
// CHECK-SAME: arg_ranks = [1, 2, 2]
// CHECK-NOT: memref.
// CHECK-NOT: unrealized_conversion_cast
// CHECK: llvm.fadd
// CHECK-NOT: llvm.extractvalue
// CHECK: llvm.return

// RAW: llvm.func @add(
// RAW: llvm.extractvalue
func.func @add(%a: tensor<3xf32>, %b: tensor<2x3xf32>, %out: tensor<2x3xf32>) -> tensor<2x3xf32> attributes {arg_ranks = [1, 2, 2]} {
  %0 = "ttir.add"(%a, %b, %out) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
