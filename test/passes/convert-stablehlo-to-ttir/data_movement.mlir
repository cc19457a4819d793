// RUN: ttopt --convert-stablehlo-to-ttir %s | filecheck %s
// Ops that move elements.

// CHECK-LABEL: func.func @moved(%arg0: tensor<2x3xf32>) -> tensor<6xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<3x2xf32>
// CHECK-NEXT: %1 = "ttir.permute"(%arg0, %0) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<3x2xf32>
// CHECK-NEXT: %3 = "ttir.reverse"(%1, %2) <{dimensions = array<i64: 1>}> : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
// CHECK-NEXT: %4 = tensor.empty() : tensor<6xf32>
// CHECK-NEXT: %5 = "ttir.reshape"(%3, %4) <{shape = [6 : i32]}> : (tensor<3x2xf32>, tensor<6xf32>) -> tensor<6xf32>
// CHECK-NEXT: return %5 : tensor<6xf32>
func.func @moved(%a: tensor<2x3xf32>) -> tensor<6xf32> {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.reverse %0, dims = [1] : tensor<3x2xf32>
  %2 = stablehlo.reshape %1 : (tensor<3x2xf32>) -> tensor<6xf32>
  return %2 : tensor<6xf32>
}

// CHECK-LABEL: func.func @joined(%arg0: tensor<2x3xf32>, %arg1: tensor<2x5xf32>) -> tensor<1x3xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<2x8xf32>
// CHECK-NEXT: %1 = "ttir.concat"(%arg0, %arg1, %0) <{dim = 1 : si32}> : (tensor<2x3xf32>, tensor<2x5xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<1x3xf32>
// CHECK-NEXT: %3 = "ttir.slice"(%1, %2) <{begins = [1 : i32, 1 : i32], ends = [2 : i32, 7 : i32], step = [1 : i32, 2 : i32]}> : (tensor<2x8xf32>, tensor<1x3xf32>) -> tensor<1x3xf32>
// CHECK-NEXT: return %3 : tensor<1x3xf32>
func.func @joined(%a: tensor<2x3xf32>, %b: tensor<2x5xf32>) -> tensor<1x3xf32> {
  %0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<2x3xf32>, tensor<2x5xf32>) -> tensor<2x8xf32>
  %1 = stablehlo.slice %0 [1:2, 1:7:2] : (tensor<2x8xf32>) -> tensor<1x3xf32>
  return %1 : tensor<1x3xf32>
}

// CHECK-LABEL: func.func @scalars(%arg0: tensor<1xf32>) -> tensor<1xf32> {
// CHECK-NEXT: return %arg0 : tensor<1xf32>
func.func @scalars(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.transpose %a, dims = [] : (tensor<f32>) -> tensor<f32>
  %1 = stablehlo.slice %0 [] : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// CHECK-LABEL: func.func @counted() -> tensor<2x5xi32> {
// CHECK-NEXT: %0 = "ttir.arange"() <{arange_dimension = 1 : i64, end = 5 : si64, start = 0 : si64, step = 1 : si64}> : () -> tensor<2x5xi32>
// CHECK-NEXT: return %0 : tensor<2x5xi32>
func.func @counted() -> tensor<2x5xi64> {
  %0 = stablehlo.iota dim = 1 : tensor<2x5xi64>
  return %0 : tensor<2x5xi64>
}

// CHECK-LABEL: func.func @size(%arg0: tensor<2x3xf32>) -> tensor<1xi32> {
// CHECK-NEXT: %0 = "ttir.get_dimension_size"(%arg0) <{dimension = 1 : i32}> : (tensor<2x3xf32>) -> tensor<1xi32>
// CHECK-NEXT: return %0 : tensor<1xi32>
func.func @size(%a: tensor<2x3xf32>) -> tensor<i32> {
  %0 = stablehlo.get_dimension_size %a, dim = 1 : (tensor<2x3xf32>) -> tensor<i32>
  return %0 : tensor<i32>
}
