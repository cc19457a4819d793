// RUN: ttopt --convert-stablehlo-to-ttir %s | filecheck %s
// Windows: maxima become a pooling, sums of all before a place a running sum.

// CHECK-LABEL: func.func @maximum(%arg0: tensor<1x8x8x3xbf16>) -> tensor<1x5x4x3xbf16> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<0xFF80> : tensor<1xbf16>}> : () -> tensor<1xbf16>
// CHECK-NEXT: %1 = tensor.empty() : tensor<1x5x4x3xbf16>
// CHECK-NEXT: %2 = "ttir.pooling"(%arg0, %1) <{base_dilations = array<i64: 1, 1, 1, 1>, operandSegmentSizes = array<i32: 1, 1>, padding = array<i64: 0, 0, 1, 1, 0, 0, 0, 0>, pooling_method = #ttir<pooling_method Max>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> : (tensor<1x8x8x3xbf16>, tensor<1x5x4x3xbf16>) -> tensor<1x5x4x3xbf16>
// CHECK-NEXT: return %2 : tensor<1x5x4x3xbf16>
func.func @maximum(%a: tensor<1x8x8x3xbf16>) -> tensor<1x5x4x3xbf16> {
  %z = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %0 = "stablehlo.reduce_window"(%a, %z) <{padding = dense<[[0, 0], [1, 1], [0, 0], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
    %1 = stablehlo.maximum %x, %y : tensor<bf16>
    stablehlo.return %1 : tensor<bf16>
  }) : (tensor<1x8x8x3xbf16>, tensor<bf16>) -> tensor<1x5x4x3xbf16>
  return %0 : tensor<1x5x4x3xbf16>
}

// CHECK-LABEL: func.func @running_sum(%arg0: tensor<4x8xi32>) -> tensor<4x8xi32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
// CHECK-NEXT: %1 = tensor.empty() : tensor<4x8xi32>
// CHECK-NEXT: %2 = "ttir.cumsum"(%arg0, %1) <{dim = 0 : i64}> : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi32>
// CHECK-NEXT: return %2 : tensor<4x8xi32>
func.func @running_sum(%a: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%a, %z) <{padding = dense<[[3, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 4, 1>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %1 = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<4x8xi32>, tensor<i32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// The gradient of max pooling: two slices, which of them is larger, and where its number goes.
// CHECK-LABEL: func.func @selected(%arg0: tensor<6xf32>, %arg1: tensor<3xf32>) -> tensor<6xf32> {
// CHECK: %[[STAYS:.*]] = "ttir.ge"({{.*}} -> tensor<3xbf16>
// CHECK: "ttir.where"(%[[STAYS]]
// CHECK: "ttir.where"({{.*}}, %arg1, {{.*}} -> tensor<3xf32>
// CHECK: "ttir.where"({{.*}}, %arg1, {{.*}} -> tensor<3xf32>
// CHECK: "ttir.concat"{{.*}} <{dim = 1 : si32}> : (tensor<3x1xf32>, tensor<3x1xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
// CHECK: "ttir.reshape"({{.*}}) <{shape = [6 : i32]}>
func.func @selected(%a: tensor<6xf32>, %s: tensor<3xf32>) -> tensor<6xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%a, %s, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<6xf32>, tensor<3xf32>, tensor<f32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
