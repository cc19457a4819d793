// RUN: ttopt --split-input-file %s | filecheck %s --strict-whitespace --match-full-lines
// RUN: ttopt --split-input-file %s | ttopt --split-input-file | filecheck %s --strict-whitespace --match-full-lines
// RUN: ttopt --split-input-file --mlir-print-op-generic %s | ttopt --split-input-file | filecheck %s --strict-whitespace --match-full-lines

//      CHECK:module {
// CHECK-NEXT:  func.func @constant() -> (tensor<3xi32>, tensor<4x8xf32>) {
// CHECK-NEXT:    %c = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
// CHECK-NEXT:    %cst = stablehlo.constant {note = "weights"} dense<1.000000e+00> : tensor<4x8xf32>
// CHECK-NEXT:    return %c, %cst : tensor<3xi32>, tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @constant() -> (tensor<3xi32>, tensor<4x8xf32>) {
  %c = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %cst = stablehlo.constant {note = "weights"} dense<1.000000e+00> : tensor<4x8xf32>
  return %c, %cst : tensor<3xi32>, tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @iota() -> tensor<4x8xi32> {
// CHECK-NEXT:    %0 = stablehlo.iota dim = 1 : tensor<4x8xi32>
// CHECK-NEXT:    return %0 : tensor<4x8xi32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @iota() -> tensor<4x8xi32> {
  %0 = stablehlo.iota dim = 1 : tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}
