// RUN: ttopt --convert-stablehlo-to-ttir %s | filecheck %s
// Padding: a known number; one that is not known, gaps and negative padding by concatenations and slices.

// CHECK-LABEL: func.func @through_a_cast(%arg0: tensor<4xi32>) -> tensor<6xi32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<-2.750000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
// CHECK-NEXT: %1 = tensor.empty() : tensor<1xi32>
// CHECK-NEXT: %2 = "ttir.typecast"(%0, %1) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<1xf32>, tensor<1xi32>) -> tensor<1xi32>
// CHECK-NEXT: %3 = "ttir.pad"(%arg0) <{padding = array<i32: 2, 0>, value = -2.000000e+00 : f32}> : (tensor<4xi32>) -> tensor<6xi32>
// CHECK-NEXT: return %3 : tensor<6xi32>
func.func @through_a_cast(%a: tensor<4xi32>) -> tensor<6xi32> {
  %0 = stablehlo.constant dense<-2.75> : tensor<f32>
  %1 = stablehlo.convert %0 : (tensor<f32>) -> tensor<i32>
  %2 = stablehlo.pad %a, %1, low = [2], high = [0], interior = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<6xi32>
  return %2 : tensor<6xi32>
}

// CHECK-LABEL: func.func @known_to_all_callers(%arg0: tensor<4xf32>) -> tensor<6xf32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<1.500000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
// CHECK-NEXT: %1 = call @padded(%arg0, %0) : (tensor<4xf32>, tensor<1xf32>) -> tensor<6xf32>
// CHECK-NEXT: return %1 : tensor<6xf32>
func.func @known_to_all_callers(%a: tensor<4xf32>) -> tensor<6xf32> {
  %0 = stablehlo.constant dense<1.5> : tensor<f32>
  %1 = call @padded(%a, %0) : (tensor<4xf32>, tensor<f32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// CHECK-LABEL: func.func private @padded(%arg0: tensor<4xf32>, %arg1: tensor<1xf32>) -> tensor<6xf32> {
// CHECK-NEXT: %0 = "ttir.pad"(%arg0) <{padding = array<i32: 1, 1>, value = 1.500000e+00 : f32}> : (tensor<4xf32>) -> tensor<6xf32>
// CHECK-NEXT: return %0 : tensor<6xf32>
func.func private @padded(%a: tensor<4xf32>, %v: tensor<f32>) -> tensor<6xf32> {
  %0 = stablehlo.pad %a, %v, low = [1], high = [1], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// CHECK-LABEL: func.func @unknown(%arg0: tensor<2x3xf32>, %arg1: tensor<1xf32>) -> tensor<2x5xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<1x1xf32>
// CHECK-NEXT: %1 = "ttir.reshape"(%arg1, %0) <{shape = [1 : i32, 1 : i32]}> : (tensor<1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<2x2xf32>
// CHECK-NEXT: %3 = "ttir.broadcast"(%1, %2) <{broadcast_dimensions = array<i64: 2, 2>}> : (tensor<1x1xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
// CHECK-NEXT: %4 = tensor.empty() : tensor<2x5xf32>
// CHECK-NEXT: %5 = "ttir.concat"(%3, %arg0, %4) <{dim = 1 : si32}> : (tensor<2x2xf32>, tensor<2x3xf32>, tensor<2x5xf32>) -> tensor<2x5xf32>
// CHECK-NEXT: return %5 : tensor<2x5xf32>
func.func @unknown(%a: tensor<2x3xf32>, %v: tensor<f32>) -> tensor<2x5xf32> {
  %0 = stablehlo.pad %a, %v, low = [0, 2], high = [0, 0], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// CHECK-LABEL: func.func @gaps(%arg0: tensor<3xf32>) -> tensor<6xf32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
// CHECK-NEXT: %1 = tensor.empty() : tensor<1x1x1xf32>
// CHECK-NEXT: %2 = "ttir.reshape"(%0, %1) <{shape = [1 : i32, 1 : i32, 1 : i32]}> : (tensor<1xf32>, tensor<1x1x1xf32>) -> tensor<1x1x1xf32>
// CHECK-NEXT: %3 = tensor.empty() : tensor<3x1x1xf32>
// CHECK-NEXT: %4 = "ttir.broadcast"(%2, %3) <{broadcast_dimensions = array<i64: 3, 1, 1>}> : (tensor<1x1x1xf32>, tensor<3x1x1xf32>) -> tensor<3x1x1xf32>
// CHECK-NEXT: %5 = tensor.empty() : tensor<3x1x1xf32>
// CHECK-NEXT: %6 = "ttir.reshape"(%arg0, %5) <{shape = [3 : i32, 1 : i32, 1 : i32]}> : (tensor<3xf32>, tensor<3x1x1xf32>) -> tensor<3x1x1xf32>
// CHECK-NEXT: %7 = tensor.empty() : tensor<3x2x1xf32>
// CHECK-NEXT: %8 = "ttir.concat"(%6, %4, %7) <{dim = 1 : si32}> : (tensor<3x1x1xf32>, tensor<3x1x1xf32>, tensor<3x2x1xf32>) -> tensor<3x2x1xf32>
// CHECK-NEXT: %9 = tensor.empty() : tensor<6xf32>
// CHECK-NEXT: %10 = "ttir.reshape"(%8, %9) <{shape = [6 : i32]}> : (tensor<3x2x1xf32>, tensor<6xf32>) -> tensor<6xf32>
// CHECK-NEXT: %11 = tensor.empty() : tensor<5xf32>
// CHECK-NEXT: %12 = "ttir.slice"(%10, %11) <{begins = [0 : i32], ends = [5 : i32], step = [1 : i32]}> : (tensor<6xf32>, tensor<5xf32>) -> tensor<5xf32>
// CHECK-NEXT: %13 = "ttir.pad"(%12) <{padding = array<i32: 1, 0>, value = 0.000000e+00 : f32}> : (tensor<5xf32>) -> tensor<6xf32>
// CHECK-NEXT: return %13 : tensor<6xf32>
func.func @gaps(%a: tensor<3xf32>) -> tensor<6xf32> {
  %v = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %a, %v, low = [1], high = [0], interior = [1] : (tensor<3xf32>, tensor<f32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// CHECK-LABEL: func.func @negative(%arg0: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
// CHECK-NEXT: %1 = tensor.empty() : tensor<3xf32>
// CHECK-NEXT: %2 = "ttir.slice"(%arg0, %1) <{begins = [1 : i32], ends = [4 : i32], step = [1 : i32]}> : (tensor<4xf32>, tensor<3xf32>) -> tensor<3xf32>
// CHECK-NEXT: %3 = "ttir.pad"(%2) <{padding = array<i32: 0, 1>, value = 0.000000e+00 : f32}> : (tensor<3xf32>) -> tensor<4xf32>
// CHECK-NEXT: return %3 : tensor<4xf32>
func.func @negative(%a: tensor<4xf32>) -> tensor<4xf32> {
  %v = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %a, %v, low = [-1], high = [1], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
