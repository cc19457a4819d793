// RUN: ttopt --split-input-file %s | filecheck %s --strict-whitespace --match-full-lines
// RUN: ttopt --split-input-file %s | ttopt --split-input-file | filecheck %s --strict-whitespace --match-full-lines
// RUN: ttopt --split-input-file --mlir-print-op-generic %s | ttopt --split-input-file | filecheck %s --strict-whitespace --match-full-lines

//      CHECK:module {
// CHECK-NEXT:  func.func @rng(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %c = stablehlo.constant dense<[4, 8]> : tensor<2xi64>
// CHECK-NEXT:    %0 = stablehlo.rng %arg0, %arg1, %c, distribution =  NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @rng(%a: tensor<f32>, %b: tensor<f32>) -> tensor<4x8xf32> {
  %shape = stablehlo.constant dense<[4, 8]> : tensor<2xi64>
  %0 = stablehlo.rng %a, %b, %shape, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @rng_bit_generator(%arg0: tensor<2xui64>) -> tensor<4xui32> {
// CHECK-NEXT:    %output_state, %output = stablehlo.rng_bit_generator %arg0, algorithm =  PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
// CHECK-NEXT:    return %output : tensor<4xui32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @rng_bit_generator(%state: tensor<2xui64>) -> tensor<4xui32> {
  %0:2 = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  return %0#1 : tensor<4xui32>
}
