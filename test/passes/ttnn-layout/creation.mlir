// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttnn-layout --split-input-file %s | filecheck %s
// What makes a tensor makes it where it is wanted; an arange makes rows, whatever is wanted.

module {
  // CHECK-DAG: #ttnn_layout = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 64 + d1 * 8 + d2, d3), <1x1>, memref<2x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 36 + d1 * 6 + d2, d3), <1x1>, memref<2x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 12 + d1 * 3 + d2, d3), <1x1>, memref<72x3xbf16, #system_memory>>
  // CHECK-DAG: #ttnn_layout3 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 36 + d1 * 6 + d2, d3), <1x1>, memref<36x6xbf16, #dram>, <interleaved>>
  // CHECK-LABEL: func.func @constant_weight
  // CHECK-SAME: (%arg0: tensor<1x8x8x4xbf16, #ttnn_layout>) -> tensor<1x6x6x6xbf16, #ttnn_layout1>
  // CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<2.000000e+00> : tensor<6x4x3x3xbf16>}> : {{.*}} -> tensor<6x4x3x3xbf16, #ttnn_layout2>
  // CHECK-NEXT: %1 = tensor.empty() : tensor<1x6x6x6xbf16, #ttnn_layout3>
  // CHECK-NEXT: %2 = "ttir.conv2d"(%arg0, %0, %1) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : {{.*}} -> tensor<1x6x6x6xbf16, #ttnn_layout3>
  // CHECK-NEXT: %3 = tensor.empty() : tensor<1x6x6x6xbf16, #ttnn_layout1>
  // CHECK-NEXT: %4 = "ttir.to_layout"(%2, %3) : {{.*}} -> tensor<1x6x6x6xbf16, #ttnn_layout1>
  // CHECK-NEXT: return %4 : tensor<1x6x6x6xbf16, #ttnn_layout1>
  func.func @constant_weight(%x: tensor<1x8x8x4xbf16>) -> tensor<1x6x6x6xbf16> {
    %w = "ttir.constant"() <{value = dense<2.0> : tensor<6x4x3x3xbf16>}> : () -> tensor<6x4x3x3xbf16>
    %0 = tensor.empty() : tensor<1x6x6x6xbf16>
    %1 = "ttir.conv2d"(%x, %w, %0) <{stride_height = 1 : si32, stride_width = 1 : si32, dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, padding_bottom = 0 : si32}> : (tensor<1x8x8x4xbf16>, tensor<6x4x3x3xbf16>, tensor<1x6x6x6xbf16>) -> tensor<1x6x6x6xbf16>
    return %1 : tensor<1x6x6x6xbf16>
  }
}

// -----
module {
  // CHECK-DAG: #ttnn_layout = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x2x!tt.tile<32x32, f32>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout1 = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x40xf32, #dram>, <interleaved>>
  // CHECK-LABEL: func.func @arange
  // CHECK-SAME: () -> (tensor<40xf32, #ttnn_layout>, tensor<40xf32, #ttnn_layout>)
  // CHECK-NEXT: %0 = "ttir.arange"() <{arange_dimension = 0 : i64, end = 40 : si64, start = 0 : si64, step = 1 : si64}> : {{.*}} -> tensor<40xf32, #ttnn_layout1>
  // CHECK-NEXT: %1 = tensor.empty() : tensor<40xf32, #ttnn_layout>
  // CHECK-NEXT: %2 = tensor.empty() : tensor<40xf32, #ttnn_layout>
  // CHECK-NEXT: %3 = "ttir.to_layout"(%0, %2) : {{.*}} -> tensor<40xf32, #ttnn_layout>
  // CHECK-NEXT: %4 = "ttir.sqrt"(%3, %1) <{operandSegmentSizes = array<i32: 1, 1>}> : {{.*}} -> tensor<40xf32, #ttnn_layout>
  // CHECK-NEXT: %5 = tensor.empty() : tensor<40xf32, #ttnn_layout>
  // CHECK-NEXT: %6 = "ttir.to_layout"(%0, %5) : {{.*}} -> tensor<40xf32, #ttnn_layout>
  // CHECK-NEXT: return %4, %6 : tensor<40xf32, #ttnn_layout>, tensor<40xf32, #ttnn_layout>
  func.func @arange() -> (tensor<40xf32>, tensor<40xf32>) {
    %0 = "ttir.arange"() <{start = 0 : si64, end = 40 : si64, step = 1 : si64, arange_dimension = 0 : i64}> : () -> tensor<40xf32>
    %1 = tensor.empty() : tensor<40xf32>
    %2 = "ttir.sqrt"(%0, %1) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<40xf32>, tensor<40xf32>) -> tensor<40xf32>
    return %2, %0 : tensor<40xf32>, tensor<40xf32>
  }
}

// -----
module {
  // Types that become equal fold away.
  // CHECK-DAG: #ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, u32>, #dram>, <interleaved>>
  // CHECK-LABEL: func.func @fold
  // CHECK-SAME: (%arg0: tensor<8x8xui32, #ttnn_layout>) -> tensor<8x8xui32, #ttnn_layout>
  // CHECK-NEXT: return %arg0 : tensor<8x8xui32, #ttnn_layout>
  func.func @fold(%a: tensor<8x8xsi32>) -> tensor<8x8xui32> {
    %0 = tensor.empty() : tensor<8x8xui32>
    %1 = "ttir.typecast"(%a, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<8x8xsi32>, tensor<8x8xui32>) -> tensor<8x8xui32>
    return %1 : tensor<8x8xui32>
  }
}
