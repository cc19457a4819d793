// RUN: ttopt --split-input-file %s | filecheck %s --strict-whitespace --match-full-lines
// RUN: ttopt --split-input-file %s | ttopt --split-input-file | filecheck %s --strict-whitespace --match-full-lines
// RUN: ttopt --split-input-file --mlir-print-op-generic %s | ttopt --split-input-file | filecheck %s --strict-whitespace --match-full-lines

//      CHECK:module {
// CHECK-NEXT:  func.func @constant() -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = chlo.constant dense<1.000000e+00> : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @constant() -> tensor<4x8xf32> {
  %0 = chlo.constant dense<1.000000e+00> : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @constant_like(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = "chlo.constant_like"(%arg0) <{value = 1.000000e+00 : f32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @constant_like(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "chlo.constant_like"(%operand) <{value = 1.000000e+00 : f32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @top_k(%arg0: tensor<4x8xf32>) -> (tensor<4x3xf32>, tensor<4x3xi32>) {
// CHECK-NEXT:    %values, %indices = chlo.top_k(%arg0, k = 3) : tensor<4x8xf32> -> (tensor<4x3xf32>, tensor<4x3xi32>)
// CHECK-NEXT:    return %values, %indices : tensor<4x3xf32>, tensor<4x3xi32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @top_k(%operand: tensor<4x8xf32>) -> (tensor<4x3xf32>, tensor<4x3xi32>) {
  %0:2 = chlo.top_k(%operand, k = 3) : tensor<4x8xf32> -> (tensor<4x3xf32>, tensor<4x3xi32>)
  return %0#0, %0#1 : tensor<4x3xf32>, tensor<4x3xi32>
}
