// RUN: ttopt --ttir-to-ttir-decomposition %s | filecheck %s
// Windows that are no max_pool2d: slices of each place in them are combined, which have no steps, as TTNN rounds where there are.

// CHECK-LABEL: func.func @padded_channels(%arg0: tensor<1x8x8x4xbf16>) -> tensor<1x4x4x5xbf16> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<1x4x4x5xbf16>
// CHECK-NEXT: %1 = "ttir.pad"(%arg0) <{padding = array<i32: 0, 0, 0, 0, 0, 0, 0, 1>, value = 0xFF800000 : f32}> : (tensor<1x8x8x4xbf16>) -> tensor<1x8x8x5xbf16>
// CHECK-NEXT: %2 = tensor.empty() : tensor<1x4x16x5xbf16>
// CHECK-NEXT: %3 = "ttir.reshape"(%1, %2) <{shape = [1 : i32, 4 : i32, 16 : i32, 5 : i32]}> : (tensor<1x8x8x5xbf16>, tensor<1x4x16x5xbf16>) -> tensor<1x4x16x5xbf16>
// CHECK-NEXT: %4 = tensor.empty() : tensor<1x4x8x5xbf16>
// CHECK-NEXT: %5 = "ttir.slice"(%3, %4) <{begins = [0 : i32, 0 : i32, 0 : i32, 0 : i32], ends = [1 : i32, 4 : i32, 8 : i32, 5 : i32], step = [1 : i32, 1 : i32, 1 : i32, 1 : i32]}> : (tensor<1x4x16x5xbf16>, tensor<1x4x8x5xbf16>) -> tensor<1x4x8x5xbf16>
// CHECK-NEXT: %6 = tensor.empty() : tensor<1x4x8x5xbf16>
// CHECK-NEXT: %7 = "ttir.slice"(%3, %6) <{begins = [0 : i32, 0 : i32, 8 : i32, 0 : i32], ends = [1 : i32, 4 : i32, 16 : i32, 5 : i32], step = [1 : i32, 1 : i32, 1 : i32, 1 : i32]}> : (tensor<1x4x16x5xbf16>, tensor<1x4x8x5xbf16>) -> tensor<1x4x8x5xbf16>
// CHECK-NEXT: %8 = tensor.empty() : tensor<1x4x8x5xbf16>
// CHECK-NEXT: %9 = "ttir.maximum"(%5, %7, %8) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<1x4x8x5xbf16>, tensor<1x4x8x5xbf16>, tensor<1x4x8x5xbf16>) -> tensor<1x4x8x5xbf16>
// CHECK-NEXT: %10 = tensor.empty() : tensor<1x4x4x10xbf16>
// CHECK-NEXT: %11 = "ttir.reshape"(%9, %10) <{shape = [1 : i32, 4 : i32, 4 : i32, 10 : i32]}> : (tensor<1x4x8x5xbf16>, tensor<1x4x4x10xbf16>) -> tensor<1x4x4x10xbf16>
// CHECK-NEXT: %12 = tensor.empty() : tensor<1x4x4x5xbf16>
// CHECK-NEXT: %13 = "ttir.slice"(%11, %12) <{begins = [0 : i32, 0 : i32, 0 : i32, 0 : i32], ends = [1 : i32, 4 : i32, 4 : i32, 5 : i32], step = [1 : i32, 1 : i32, 1 : i32, 1 : i32]}> : (tensor<1x4x4x10xbf16>, tensor<1x4x4x5xbf16>) -> tensor<1x4x4x5xbf16>
// CHECK-NEXT: %14 = tensor.empty() : tensor<1x4x4x5xbf16>
// CHECK-NEXT: %15 = "ttir.slice"(%11, %14) <{begins = [0 : i32, 0 : i32, 0 : i32, 5 : i32], ends = [1 : i32, 4 : i32, 4 : i32, 10 : i32], step = [1 : i32, 1 : i32, 1 : i32, 1 : i32]}> : (tensor<1x4x4x10xbf16>, tensor<1x4x4x5xbf16>) -> tensor<1x4x4x5xbf16>
// CHECK-NEXT: %16 = tensor.empty() : tensor<1x4x4x5xbf16>
// CHECK-NEXT: %17 = "ttir.maximum"(%13, %15, %16) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<1x4x4x5xbf16>, tensor<1x4x4x5xbf16>, tensor<1x4x4x5xbf16>) -> tensor<1x4x4x5xbf16>
// CHECK-NEXT: return %17 : tensor<1x4x4x5xbf16>
func.func @padded_channels(%arg0: tensor<1x8x8x4xbf16>) -> tensor<1x4x4x5xbf16> {
  %0 = tensor.empty() : tensor<1x4x4x5xbf16>
  %1 = "ttir.pooling"(%arg0, %0) <{base_dilations = array<i64: 1, 1, 1, 1>, operandSegmentSizes = array<i32: 1, 1>, padding = array<i64: 0, 0, 0, 0, 0, 0, 0, 1>, pooling_method = #ttir<pooling_method Max>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> : (tensor<1x8x8x4xbf16>, tensor<1x4x4x5xbf16>) -> tensor<1x4x4x5xbf16>
  return %1 : tensor<1x4x4x5xbf16>
}

// CHECK-LABEL: func.func @every_place(%arg0: tensor<1x4x8x1xf32>) -> tensor<1x4x7x1xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<1x4x7x1xf32>
// CHECK-NEXT: %1 = "ttir.pad"(%arg0) <{padding = array<i32: 0, 0, 0, 0, 1, 0, 0, 0>, value = 0xFF800000 : f32}> : (tensor<1x4x8x1xf32>) -> tensor<1x4x9x1xf32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<1x4x7x1xf32>
// CHECK-NEXT: %3 = "ttir.slice"(%1, %2) <{begins = [0 : i32, 0 : i32, 0 : i32, 0 : i32], ends = [1 : i32, 4 : i32, 7 : i32, 1 : i32], step = [1 : i32, 1 : i32, 1 : i32, 1 : i32]}> : (tensor<1x4x9x1xf32>, tensor<1x4x7x1xf32>) -> tensor<1x4x7x1xf32>
// CHECK-NEXT: %4 = tensor.empty() : tensor<1x4x7x1xf32>
// CHECK-NEXT: %5 = "ttir.slice"(%1, %4) <{begins = [0 : i32, 0 : i32, 1 : i32, 0 : i32], ends = [1 : i32, 4 : i32, 8 : i32, 1 : i32], step = [1 : i32, 1 : i32, 1 : i32, 1 : i32]}> : (tensor<1x4x9x1xf32>, tensor<1x4x7x1xf32>) -> tensor<1x4x7x1xf32>
// CHECK-NEXT: %6 = tensor.empty() : tensor<1x4x7x1xf32>
// CHECK-NEXT: %7 = "ttir.slice"(%1, %6) <{begins = [0 : i32, 0 : i32, 2 : i32, 0 : i32], ends = [1 : i32, 4 : i32, 9 : i32, 1 : i32], step = [1 : i32, 1 : i32, 1 : i32, 1 : i32]}> : (tensor<1x4x9x1xf32>, tensor<1x4x7x1xf32>) -> tensor<1x4x7x1xf32>
// CHECK-NEXT: %8 = tensor.empty() : tensor<1x4x7x1xf32>
// CHECK-NEXT: %9 = "ttir.maximum"(%3, %5, %8) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<1x4x7x1xf32>, tensor<1x4x7x1xf32>, tensor<1x4x7x1xf32>) -> tensor<1x4x7x1xf32>
// CHECK-NEXT: %10 = tensor.empty() : tensor<1x4x7x1xf32>
// CHECK-NEXT: %11 = "ttir.maximum"(%9, %7, %10) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<1x4x7x1xf32>, tensor<1x4x7x1xf32>, tensor<1x4x7x1xf32>) -> tensor<1x4x7x1xf32>
// CHECK-NEXT: return %11 : tensor<1x4x7x1xf32>
func.func @every_place(%arg0: tensor<1x4x8x1xf32>) -> tensor<1x4x7x1xf32> {
  %0 = tensor.empty() : tensor<1x4x7x1xf32>
  %1 = "ttir.pooling"(%arg0, %0) <{base_dilations = array<i64: 1, 1, 1, 1>, operandSegmentSizes = array<i32: 1, 1>, padding = array<i64: 0, 0, 0, 0, 1, 0, 0, 0>, pooling_method = #ttir<pooling_method Max>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 1, 3, 1>, window_strides = array<i64: 1, 1, 1, 1>}> : (tensor<1x4x8x1xf32>, tensor<1x4x7x1xf32>) -> tensor<1x4x7x1xf32>
  return %1 : tensor<1x4x7x1xf32>
}
