// RUN: ttopt "--ttir-to-ttnn-backend-pipeline=const-eval=true" %s | filecheck %s
// RUN: ttopt "--ttir-to-ttnn-backend-pipeline=const-eval=true simplify=true" --verify-numerics %s -o /dev/null
// Ops without arguments move into a function whose results become arguments.

// CHECK-LABEL: func.func @main(%arg0: tensor<32x32xf32, #{{.*}}>, %arg1: tensor<32x32xf32, #{{.*}}>) -> tensor<32x32xf32, #{{.*}}> {
// CHECK-NEXT: %0 = "ttnn.get_device"
// CHECK-NEXT: %1 = "ttnn.empty"
// CHECK-NEXT: %2 = "ttnn.multiply"(%arg0, %arg1, %1)
// CHECK-NEXT: return %2
// CHECK-LABEL: func.func @main_const_eval() -> tensor<32x32xf32, #{{.*}}> attributes {tt.function_type = "const_eval"} {
// CHECK: %2 = "ttnn.empty"
// CHECK-NEXT: %3 = "ttnn.exp"(%1, %2)
// CHECK-NEXT: "ttnn.deallocate"(%1)
// CHECK-NEXT: return %3
func.func @main(%x: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = "ttir.constant"() <{value = dense<2.0> : tensor<32x32xf32>}> : () -> tensor<32x32xf32>
  %1 = tensor.empty() : tensor<32x32xf32>
  %2 = "ttir.exp"(%0, %1) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %3 = tensor.empty() : tensor<32x32xf32>
  %4 = "ttir.multiply"(%x, %2, %3) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  return %4 : tensor<32x32xf32>
}
