// RUN: ttopt --stablehlo-legalize-composite-to-call %s | filecheck %s
// The decomposition is called; what else the composite says is lost.

// CHECK-LABEL: func.func private @softplus_impl(%arg0: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: %0 = stablehlo.log_plus_one %arg0 : tensor<4xf32>
// CHECK-NEXT: return %0 : tensor<4xf32>
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
