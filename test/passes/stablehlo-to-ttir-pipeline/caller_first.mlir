// RUN: ttopt --stablehlo-to-ttir-pipeline %s | filecheck %s
// JAX writes the caller before its private functions.

// CHECK-LABEL: func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: %0 = call @relu(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: return %0 : tensor<4xf32>
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @relu(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func private @relu(%arg0: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
// CHECK-NEXT: %1 = tensor.empty() : tensor<4xf32>
// CHECK-NEXT: %2 = "ttir.broadcast"(%0, %1) <{broadcast_dimensions = array<i64: 4>}> : (tensor<1xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %3 = tensor.empty() : tensor<4xf32>
// CHECK-NEXT: %4 = "ttir.maximum"(%arg0, %2, %3) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: return %4 : tensor<4xf32>
func.func private @relu(%a: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %z = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %0 = stablehlo.maximum %a, %z : tensor<4xf32>
  return %0 : tensor<4xf32>
}
