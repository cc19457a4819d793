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

// CHECK-LABEL: func.func @barrier(%arg0: tensor<4x8xf32>, %arg1: tensor<1xbf16>) -> (tensor<4x8xf32>, tensor<1xbf16>) {
// CHECK-NEXT: %0 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT: %1 = "ttir.sin"(%arg0, %0)
// CHECK-NEXT: %2 = tensor.empty() : tensor<1xbf16>
// CHECK-NEXT: %3 = "ttir.logical_not"(%arg1, %2)
// CHECK-NEXT: return %1, %3
func.func @barrier(%x: tensor<4x8xf32>, %p: tensor<i1>) -> (tensor<4x8xf32>, tensor<i1>) {
  %0:2 = stablehlo.optimization_barrier %x, %p : tensor<4x8xf32>, tensor<i1>
  %1 = stablehlo.sine %0#0 : tensor<4x8xf32>
  %2 = stablehlo.not %0#1 : tensor<i1>
  return %1, %2 : tensor<4x8xf32>, tensor<i1>
}

// What is known of a counter is known behind a barrier.
// CHECK-LABEL: func.func @counter_behind_a_barrier(
// CHECK-COUNT-3: "ttir.sin"
// CHECK-NOT: "ttir.sin"
// CHECK: return
func.func @counter_behind_a_barrier(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<4x8xf32>
   cond {
    %1 = stablehlo.compare LT, %i, %three, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1:2 = stablehlo.optimization_barrier %i, %y : tensor<i32>, tensor<4x8xf32>
    %2 = stablehlo.add %1#0, %one : tensor<i32>
    %3 = stablehlo.sine %1#1 : tensor<4x8xf32>
    stablehlo.return %2, %3 : tensor<i32>, tensor<4x8xf32>
  }
  return %0#1 : tensor<4x8xf32>
}
