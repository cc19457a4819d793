// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Bounds of dynamic dimensions.

// CHECK: error: Bounds length is 1, expected to be equal to rank(2) of the tensor
func.func @f(%a: tensor<4x?xf32, #stablehlo.bounds<?>>) {
  return
}

// -----

// CHECK: error: Static dimension 0 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound
func.func @f(%a: tensor<4x?xf32, #stablehlo.bounds<3,4>>) {
  return
}

// -----

// CHECK: error: Bounds length is 3, expected to be equal to rank(2) of the tensor
func.func @f(%a: tensor<4x?xf32, #stablehlo.bounds<?, 4, ?>>) {
  return
}
