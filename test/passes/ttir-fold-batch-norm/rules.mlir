// RUN: ttopt --ttir-fold-batch-norm %s | filecheck %s
// Scales of channels go into the weights of convolutions.

// CHECK-LABEL: func.func @scale(%arg0: tensor<1x8x8x2xf32>) -> tensor<1x8x8x2xf32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<{{\[\[}}{{\[\[}}2.000000e+00, 3.000000e+00]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
// CHECK-NEXT: %1 = "ttir.constant"() <{value = dense<{{\[\[}}{{\[\[}}1.000000e+00]], {{\[\[}}2.000000e+00]]], {{\[\[}}[3.000000e+00]], {{\[\[}}4.000000e+00]]]]> : tensor<2x2x1x1xf32>}> : () -> tensor<2x2x1x1xf32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<2x1x1x1xf32>
// CHECK-NEXT: %3 = "ttir.reshape"(%0, %2) <{shape = [2 : i32, 1 : i32, 1 : i32, 1 : i32]}> : (tensor<1x1x1x2xf32>, tensor<2x1x1x1xf32>) -> tensor<2x1x1x1xf32>
// CHECK-NEXT: %4 = tensor.empty() : tensor<2x2x1x1xf32>
// CHECK-NEXT: %5 = "ttir.multiply"(%3, %1, %4) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<2x1x1x1xf32>, tensor<2x2x1x1xf32>, tensor<2x2x1x1xf32>) -> tensor<2x2x1x1xf32>
// CHECK-NEXT: %6 = tensor.empty() : tensor<1x8x8x2xf32>
// CHECK-NEXT: %7 = "ttir.conv2d"(%arg0, %5, %6) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<1x8x8x2xf32>, tensor<2x2x1x1xf32>, tensor<1x8x8x2xf32>) -> tensor<1x8x8x2xf32>
// CHECK-NEXT: return %7 : tensor<1x8x8x2xf32>
// CHECK-NEXT: }
func.func @scale(%arg0: tensor<1x8x8x2xf32>) -> tensor<1x8x8x2xf32> {
  %v1 = "ttir.constant"() <{value = dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>}> : () -> tensor<2x2x1x1xf32>
  %v3 = tensor.empty() : tensor<1x8x8x2xf32>
  %v2 = "ttir.conv2d"(%arg0, %v1, %v3) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, stride_height = 1 : si32, stride_width = 1 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32}> : (tensor<1x8x8x2xf32>, tensor<2x2x1x1xf32>, tensor<1x8x8x2xf32>) -> tensor<1x8x8x2xf32>
  %v4 = "ttir.constant"() <{value = dense<[[[[2.0, 3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %v6 = tensor.empty() : tensor<1x8x8x2xf32>
  %v5 = "ttir.multiply"(%v2, %v4, %v6) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<1x8x8x2xf32>, tensor<1x1x1x2xf32>, tensor<1x8x8x2xf32>) -> tensor<1x8x8x2xf32>
  return %v5 : tensor<1x8x8x2xf32>
}

// CHECK-LABEL: func.func @scale_with_bias(%arg0: tensor<1x8x8x2xf32>) -> tensor<1x8x8x2xf32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<{{\[\[}}{{\[\[}}2.000000e+00, 3.000000e+00]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
// CHECK-NEXT: %1 = "ttir.constant"() <{value = dense<{{\[\[}}{{\[\[}}1.000000e+00]], {{\[\[}}2.000000e+00]]], {{\[\[}}[3.000000e+00]], {{\[\[}}4.000000e+00]]]]> : tensor<2x2x1x1xf32>}> : () -> tensor<2x2x1x1xf32>
// CHECK-NEXT: %2 = "ttir.constant"() <{value = dense<{{\[\[}}{{\[\[}}1.000000e+00, 5.000000e+00]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
// CHECK-NEXT: %3 = tensor.empty() : tensor<2x1x1x1xf32>
// CHECK-NEXT: %4 = "ttir.reshape"(%0, %3) <{shape = [2 : i32, 1 : i32, 1 : i32, 1 : i32]}> : (tensor<1x1x1x2xf32>, tensor<2x1x1x1xf32>) -> tensor<2x1x1x1xf32>
// CHECK-NEXT: %5 = tensor.empty() : tensor<2x2x1x1xf32>
// CHECK-NEXT: %6 = "ttir.multiply"(%4, %1, %5) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<2x1x1x1xf32>, tensor<2x2x1x1xf32>, tensor<2x2x1x1xf32>) -> tensor<2x2x1x1xf32>
// CHECK-NEXT: %7 = tensor.empty() : tensor<1x1x1x2xf32>
// CHECK-NEXT: %8 = "ttir.multiply"(%0, %2, %7) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<1x1x1x2xf32>, tensor<1x1x1x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x1x1x2xf32>
// CHECK-NEXT: %9 = tensor.empty() : tensor<1x8x8x2xf32>
// CHECK-NEXT: %10 = "ttir.conv2d"(%arg0, %6, %8, %9) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<1x8x8x2xf32>, tensor<2x2x1x1xf32>, tensor<1x1x1x2xf32>, tensor<1x8x8x2xf32>) -> tensor<1x8x8x2xf32>
// CHECK-NEXT: return %10 : tensor<1x8x8x2xf32>
// CHECK-NEXT: }
func.func @scale_with_bias(%arg0: tensor<1x8x8x2xf32>) -> tensor<1x8x8x2xf32> {
  %v1 = "ttir.constant"() <{value = dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>}> : () -> tensor<2x2x1x1xf32>
  %v2 = "ttir.constant"() <{value = dense<[[[[1.0, 5.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %v4 = tensor.empty() : tensor<1x8x8x2xf32>
  %v3 = "ttir.conv2d"(%arg0, %v1, %v2, %v4) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, stride_height = 1 : si32, stride_width = 1 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32}> : (tensor<1x8x8x2xf32>, tensor<2x2x1x1xf32>, tensor<1x1x1x2xf32>, tensor<1x8x8x2xf32>) -> tensor<1x8x8x2xf32>
  %v5 = "ttir.constant"() <{value = dense<[[[[2.0, 3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %v7 = tensor.empty() : tensor<1x8x8x2xf32>
  %v6 = "ttir.broadcast"(%v5, %v7) <{broadcast_dimensions = array<i64: 1, 8, 8, 1>}> : (tensor<1x1x1x2xf32>, tensor<1x8x8x2xf32>) -> tensor<1x8x8x2xf32>
  %v9 = tensor.empty() : tensor<1x8x8x2xf32>
  %v8 = "ttir.multiply"(%v3, %v6, %v9) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<1x8x8x2xf32>, tensor<1x8x8x2xf32>, tensor<1x8x8x2xf32>) -> tensor<1x8x8x2xf32>
  return %v8 : tensor<1x8x8x2xf32>
}

// CHECK-LABEL: func.func @shift(%arg0: tensor<1x8x8x2xf32>) -> tensor<1x8x8x2xf32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<{{\[\[}}{{\[\[}}2.000000e+00, 3.000000e+00]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
// CHECK-NEXT: %1 = "ttir.constant"() <{value = dense<{{\[\[}}{{\[\[}}1.000000e+00]], {{\[\[}}2.000000e+00]]], {{\[\[}}[3.000000e+00]], {{\[\[}}4.000000e+00]]]]> : tensor<2x2x1x1xf32>}> : () -> tensor<2x2x1x1xf32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<1x8x8x2xf32>
// CHECK-NEXT: %3 = "ttir.conv2d"(%arg0, %1, %2) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<1x8x8x2xf32>, tensor<2x2x1x1xf32>, tensor<1x8x8x2xf32>) -> tensor<1x8x8x2xf32>
// CHECK-NEXT: %4 = tensor.empty() : tensor<1x1x1x2xf32>
// CHECK-NEXT: %5 = "ttir.neg"(%0, %4) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<1x1x1x2xf32>, tensor<1x1x1x2xf32>) -> tensor<1x1x1x2xf32>
// CHECK-NEXT: %6 = tensor.empty() : tensor<1x8x8x2xf32>
// CHECK-NEXT: %7 = "ttir.add"(%3, %5, %6) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<1x8x8x2xf32>, tensor<1x1x1x2xf32>, tensor<1x8x8x2xf32>) -> tensor<1x8x8x2xf32>
// CHECK-NEXT: return %7 : tensor<1x8x8x2xf32>
// CHECK-NEXT: }
func.func @shift(%arg0: tensor<1x8x8x2xf32>) -> tensor<1x8x8x2xf32> {
  %v1 = "ttir.constant"() <{value = dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>}> : () -> tensor<2x2x1x1xf32>
  %v3 = tensor.empty() : tensor<1x8x8x2xf32>
  %v2 = "ttir.conv2d"(%arg0, %v1, %v3) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, stride_height = 1 : si32, stride_width = 1 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32}> : (tensor<1x8x8x2xf32>, tensor<2x2x1x1xf32>, tensor<1x8x8x2xf32>) -> tensor<1x8x8x2xf32>
  %v4 = "ttir.constant"() <{value = dense<[[[[2.0, 3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %v6 = tensor.empty() : tensor<1x8x8x2xf32>
  %v5 = "ttir.subtract"(%v2, %v4, %v6) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<1x8x8x2xf32>, tensor<1x1x1x2xf32>, tensor<1x8x8x2xf32>) -> tensor<1x8x8x2xf32>
  return %v5 : tensor<1x8x8x2xf32>
}

// CHECK-LABEL: func.func @weight_of_caller_is_kept(%arg0: tensor<1x8x8x2xf32>, %arg1: tensor<2x2x1x1xf32>) -> tensor<1x8x8x2xf32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<{{\[\[}}{{\[\[}}2.000000e+00, 3.000000e+00]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
// CHECK-NEXT: %1 = tensor.empty() : tensor<1x8x8x2xf32>
// CHECK-NEXT: %2 = "ttir.conv2d"(%arg0, %arg1, %1) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<1x8x8x2xf32>, tensor<2x2x1x1xf32>, tensor<1x8x8x2xf32>) -> tensor<1x8x8x2xf32>
// CHECK-NEXT: %3 = tensor.empty() : tensor<1x8x8x2xf32>
// CHECK-NEXT: %4 = "ttir.multiply"(%2, %0, %3) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<1x8x8x2xf32>, tensor<1x1x1x2xf32>, tensor<1x8x8x2xf32>) -> tensor<1x8x8x2xf32>
// CHECK-NEXT: return %4 : tensor<1x8x8x2xf32>
// CHECK-NEXT: }
func.func @weight_of_caller_is_kept(%arg0: tensor<1x8x8x2xf32>, %arg1: tensor<2x2x1x1xf32>) -> tensor<1x8x8x2xf32> {
  %v2 = tensor.empty() : tensor<1x8x8x2xf32>
  %v1 = "ttir.conv2d"(%arg0, %arg1, %v2) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, stride_height = 1 : si32, stride_width = 1 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32}> : (tensor<1x8x8x2xf32>, tensor<2x2x1x1xf32>, tensor<1x8x8x2xf32>) -> tensor<1x8x8x2xf32>
  %v3 = "ttir.constant"() <{value = dense<[[[[2.0, 3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %v5 = tensor.empty() : tensor<1x8x8x2xf32>
  %v4 = "ttir.multiply"(%v1, %v3, %v5) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<1x8x8x2xf32>, tensor<1x1x1x2xf32>, tensor<1x8x8x2xf32>) -> tensor<1x8x8x2xf32>
  return %v4 : tensor<1x8x8x2xf32>
}
