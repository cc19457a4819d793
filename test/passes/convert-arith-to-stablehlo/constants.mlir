// RUN: ttopt --convert-arith-to-stablehlo %s | filecheck %s
// Constants become StableHLO's, used or not; numbers become tensors without dimensions. StableHLO has no indices: they go.

// CHECK-LABEL: func.func @used() -> tensor<2xi64> {
// CHECK-NEXT: %c = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
// CHECK-NEXT: return %c : tensor<2xi64>
func.func @used() -> tensor<2xi64> {
  %0 = arith.constant dense<[1, 2]> : tensor<2xi64>
  return %0 : tensor<2xi64>
}

// CHECK-LABEL: func.func @unused() {
// CHECK-NEXT: %{{.*}} = stablehlo.constant dense<3> : tensor<i32>
// CHECK-NEXT: %{{.*}} = stablehlo.constant dense<true> : tensor<i1>
// CHECK-NEXT: %{{.*}} = stablehlo.constant dense<2.500000e+00> : tensor<f32>
// CHECK-NEXT: %{{.*}} = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
// CHECK-NEXT: return
func.func @unused() {
  %0 = arith.constant 3 : i32
  %1 = arith.constant true
  %2 = arith.constant 2.5 : f32
  %3 = arith.constant 4 : index
  %4 = arith.constant dense<[1, 2]> : tensor<2xi64>
  return
}

// Operations fold before they are legalized.
// CHECK-LABEL: func.func @folds(%arg0: tensor<2xi64>, %arg1: i1) -> tensor<2xi64> {
// CHECK-NEXT: return %arg0 : tensor<2xi64>
func.func @folds(%a: tensor<2xi64>, %c: i1) -> tensor<2xi64> {
  %0 = arith.select %c, %a, %a : tensor<2xi64>
  return %0 : tensor<2xi64>
}

// CHECK-LABEL: func.func @beside(%arg0: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: %cst = stablehlo.constant dense<1.500000e+00> : tensor<4xf32>
// CHECK-NEXT: %0 = stablehlo.add %arg0, %cst : tensor<4xf32>
// CHECK-NEXT: return %0 : tensor<4xf32>
func.func @beside(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.constant dense<1.5> : tensor<4xf32>
  %1 = stablehlo.add %a, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
