// RUN: ttopt --stablehlo-to-ttir-pipeline %s | filecheck %s
// Constants of arith, composites, StableHLO and what nothing needs, in one go.

// CHECK-LABEL: func.func private @softplus_impl(%arg0: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<4xf32>
// CHECK-NEXT: %1 = "ttir.log1p"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: return %1 : tensor<4xf32>
func.func private @softplus_impl(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.log_plus_one %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: %0 = call @softplus_impl(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: return %0 : tensor<4xf32>
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.composite "lib.softplus" %a {composite_attributes = {beta = 1.0 : f32}, decomposition = @softplus_impl} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @dead(%arg0: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<1.500000e+00> : tensor<4xf32>}> : () -> tensor<4xf32>
// CHECK-NEXT: %1 = tensor.empty() : tensor<4xf32>
// CHECK-NEXT: %2 = "ttir.add"(%arg0, %0, %1) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: return %2 : tensor<4xf32>
func.func @dead(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.constant dense<1.5> : tensor<4xf32>
  %1 = stablehlo.sine %0 : tensor<4xf32>
  %2 = stablehlo.add %a, %0 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
