// RUN: ttopt --ttir-form-linear %s | filecheck %s
// The sum of a product and a row is a linear, and convolutions take a bias.

// CHECK-LABEL: func.func @linear(%arg0: tensor<4x8xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<16xf32>) -> tensor<4x16xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<4x16xf32>
// CHECK-NEXT: %1 = "ttir.linear"(%arg0, %arg1, %arg2, %0) : (tensor<4x8xf32>, tensor<8x16xf32>, tensor<16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
// CHECK-NEXT: return %1 : tensor<4x16xf32>
// CHECK-NEXT: }
func.func @linear(%arg0: tensor<4x8xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<16xf32>) -> tensor<4x16xf32> {
  %v2 = tensor.empty() : tensor<1x16xf32>
  %v1 = "ttir.reshape"(%arg2, %v2) <{shape = [1 : i32, 16 : i32]}> : (tensor<16xf32>, tensor<1x16xf32>) -> tensor<1x16xf32>
  %v4 = tensor.empty() : tensor<4x16xf32>
  %v3 = "ttir.broadcast"(%v1, %v4) <{broadcast_dimensions = array<i64: 4, 1>}> : (tensor<1x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  %v6 = tensor.empty() : tensor<4x16xf32>
  %v5 = "ttir.matmul"(%arg0, %arg1, %v6) : (tensor<4x8xf32>, tensor<8x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  %v8 = tensor.empty() : tensor<4x16xf32>
  %v7 = "ttir.add"(%v5, %v3, %v8) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return %v7 : tensor<4x16xf32>
}

// CHECK-LABEL: func.func @linear_with_one_number(%arg0: tensor<4x8xf32>, %arg1: tensor<8x16xf32>) -> tensor<4x16xf32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<5.000000e-01> : tensor<1x16xf32>}> : () -> tensor<1x16xf32>
// CHECK-NEXT: %1 = tensor.empty() : tensor<4x16xf32>
// CHECK-NEXT: %2 = "ttir.linear"(%arg0, %arg1, %0, %1) : (tensor<4x8xf32>, tensor<8x16xf32>, tensor<1x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
// CHECK-NEXT: return %2 : tensor<4x16xf32>
// CHECK-NEXT: }
func.func @linear_with_one_number(%arg0: tensor<4x8xf32>, %arg1: tensor<8x16xf32>) -> tensor<4x16xf32> {
  %v1 = "ttir.constant"() <{value = dense<0.5> : tensor<4x16xf32>}> : () -> tensor<4x16xf32>
  %v3 = tensor.empty() : tensor<4x16xf32>
  %v2 = "ttir.matmul"(%arg0, %arg1, %v3) : (tensor<4x8xf32>, tensor<8x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  %v5 = tensor.empty() : tensor<4x16xf32>
  %v4 = "ttir.add"(%v1, %v2, %v5) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return %v4 : tensor<4x16xf32>
}

// CHECK-LABEL: func.func @matrix_is_kept(%arg0: tensor<4x8xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<4x16xf32>) -> tensor<4x16xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<4x16xf32>
// CHECK-NEXT: %1 = "ttir.matmul"(%arg0, %arg1, %0) : (tensor<4x8xf32>, tensor<8x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<4x16xf32>
// CHECK-NEXT: %3 = "ttir.add"(%1, %arg2, %2) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
// CHECK-NEXT: return %3 : tensor<4x16xf32>
// CHECK-NEXT: }
func.func @matrix_is_kept(%arg0: tensor<4x8xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %v2 = tensor.empty() : tensor<4x16xf32>
  %v1 = "ttir.matmul"(%arg0, %arg1, %v2) : (tensor<4x8xf32>, tensor<8x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  %v4 = tensor.empty() : tensor<4x16xf32>
  %v3 = "ttir.add"(%v1, %arg2, %v4) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return %v3 : tensor<4x16xf32>
}

// CHECK-LABEL: func.func @other_use_is_kept(%arg0: tensor<4x8xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<1x16xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>) {
// CHECK-NEXT: %0 = tensor.empty() : tensor<4x16xf32>
// CHECK-NEXT: %1 = "ttir.matmul"(%arg0, %arg1, %0) : (tensor<4x8xf32>, tensor<8x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<4x16xf32>
// CHECK-NEXT: %3 = "ttir.add"(%1, %arg2, %2) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x16xf32>, tensor<1x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
// CHECK-NEXT: return %3, %1 : tensor<4x16xf32>, tensor<4x16xf32>
// CHECK-NEXT: }
func.func @other_use_is_kept(%arg0: tensor<4x8xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<1x16xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>) {
  %v2 = tensor.empty() : tensor<4x16xf32>
  %v1 = "ttir.matmul"(%arg0, %arg1, %v2) : (tensor<4x8xf32>, tensor<8x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  %v4 = tensor.empty() : tensor<4x16xf32>
  %v3 = "ttir.add"(%v1, %arg2, %v4) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x16xf32>, tensor<1x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return %v3, %v1 : tensor<4x16xf32>, tensor<4x16xf32>
}

// CHECK-LABEL: func.func @convolution(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<16x4x1x1xf32>, %arg2: tensor<1x1x1x16xf32>) -> tensor<1x8x8x16xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<1x8x8x16xf32>
// CHECK-NEXT: %1 = "ttir.conv2d"(%arg0, %arg1, %arg2, %0) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<1x8x8x4xf32>, tensor<16x4x1x1xf32>, tensor<1x1x1x16xf32>, tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32>
// CHECK-NEXT: return %1 : tensor<1x8x8x16xf32>
// CHECK-NEXT: }
func.func @convolution(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<16x4x1x1xf32>, %arg2: tensor<1x1x1x16xf32>) -> tensor<1x8x8x16xf32> {
  %v2 = tensor.empty() : tensor<1x8x8x16xf32>
  %v1 = "ttir.conv2d"(%arg0, %arg1, %v2) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, stride_height = 1 : si32, stride_width = 1 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32}> : (tensor<1x8x8x4xf32>, tensor<16x4x1x1xf32>, tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32>
  %v4 = tensor.empty() : tensor<1x8x8x16xf32>
  %v3 = "ttir.add"(%v1, %arg2, %v4) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<1x8x8x16xf32>, tensor<1x1x1x16xf32>, tensor<1x8x8x16xf32>) -> tensor<1x8x8x16xf32>
  return %v3 : tensor<1x8x8x16xf32>
}
