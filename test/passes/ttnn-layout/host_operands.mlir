// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttnn-layout %s | filecheck %s
// The weight of a convolution and the operands of a mesh shard are wanted on the host, in rows.

module {
  // CHECK-DAG: #ttnn_layout = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 64 + d1 * 8 + d2, d3), <1x1>, memref<4x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 12 + d1 * 3 + d2, d3), <1x1>, memref<72x3xbf16, #system_memory>>
  // CHECK-DAG: #ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 36 + d1 * 6 + d2, d3), <1x1>, memref<3x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout3 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 36 + d1 * 6 + d2, d3), <1x1>, memref<72x6xbf16, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout4 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 12 + d1 * 3 + d2, d3), <1x1>, memref<3x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout5 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x96xf32, #system_memory>>
  // CHECK-DAG: #ttnn_layout6 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x96xf32, #system_memory>>
  // CHECK-LABEL: func.func @weight_is_argument
  // CHECK-SAME: (%arg0: tensor<2x8x8x4xbf16, #ttnn_layout>, %arg1: tensor<6x4x3x3xbf16, #ttnn_layout1>) -> tensor<2x6x6x6xbf16, #ttnn_layout2>
  // CHECK-NEXT: %0 = tensor.empty() : tensor<2x6x6x6xbf16, #ttnn_layout3>
  // CHECK-NEXT: %1 = "ttir.conv2d"(%arg0, %arg1, %0) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : {{.*}} -> tensor<2x6x6x6xbf16, #ttnn_layout3>
  // CHECK-NEXT: %2 = tensor.empty() : tensor<2x6x6x6xbf16, #ttnn_layout2>
  // CHECK-NEXT: %3 = "ttir.to_layout"(%1, %2) : {{.*}} -> tensor<2x6x6x6xbf16, #ttnn_layout2>
  // CHECK-NEXT: return %3 : tensor<2x6x6x6xbf16, #ttnn_layout2>
  func.func @weight_is_argument(%x: tensor<2x8x8x4xbf16>, %w: tensor<6x4x3x3xbf16>) -> tensor<2x6x6x6xbf16> {
    %0 = tensor.empty() : tensor<2x6x6x6xbf16>
    %1 = "ttir.conv2d"(%x, %w, %0) <{stride_height = 1 : si32, stride_width = 1 : si32, dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, padding_bottom = 0 : si32}> : (tensor<2x8x8x4xbf16>, tensor<6x4x3x3xbf16>, tensor<2x6x6x6xbf16>) -> tensor<2x6x6x6xbf16>
    return %1 : tensor<2x6x6x6xbf16>
  }
  // CHECK-LABEL: func.func @weight_is_computed
  // CHECK-SAME: (%arg0: tensor<2x8x8x4xbf16, #ttnn_layout>, %arg1: tensor<6x4x3x3xbf16, #ttnn_layout4>) -> tensor<2x6x6x6xbf16, #ttnn_layout2>
  // CHECK-NEXT: %0 = tensor.empty() : tensor<6x4x3x3xbf16, #ttnn_layout4>
  // CHECK-NEXT: %1 = "ttir.abs"(%arg1, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : {{.*}} -> tensor<6x4x3x3xbf16, #ttnn_layout4>
  // CHECK-NEXT: %2 = tensor.empty() : tensor<6x4x3x3xbf16, #ttnn_layout1>
  // CHECK-NEXT: %3 = "ttir.to_layout"(%1, %2) : {{.*}} -> tensor<6x4x3x3xbf16, #ttnn_layout1>
  // CHECK-NEXT: %4 = tensor.empty() : tensor<2x6x6x6xbf16, #ttnn_layout3>
  // CHECK-NEXT: %5 = "ttir.conv2d"(%arg0, %3, %4) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : {{.*}} -> tensor<2x6x6x6xbf16, #ttnn_layout3>
  // CHECK-NEXT: %6 = tensor.empty() : tensor<2x6x6x6xbf16, #ttnn_layout2>
  // CHECK-NEXT: %7 = "ttir.to_layout"(%5, %6) : {{.*}} -> tensor<2x6x6x6xbf16, #ttnn_layout2>
  // CHECK-NEXT: return %7 : tensor<2x6x6x6xbf16, #ttnn_layout2>
  func.func @weight_is_computed(%x: tensor<2x8x8x4xbf16>, %w: tensor<6x4x3x3xbf16>) -> tensor<2x6x6x6xbf16> {
    %0 = tensor.empty() : tensor<6x4x3x3xbf16>
    %1 = "ttir.abs"(%w, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<6x4x3x3xbf16>, tensor<6x4x3x3xbf16>) -> tensor<6x4x3x3xbf16>
    %2 = tensor.empty() : tensor<2x6x6x6xbf16>
    %3 = "ttir.conv2d"(%x, %1, %2) <{stride_height = 1 : si32, stride_width = 1 : si32, dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, padding_bottom = 0 : si32}> : (tensor<2x8x8x4xbf16>, tensor<6x4x3x3xbf16>, tensor<2x6x6x6xbf16>) -> tensor<2x6x6x6xbf16>
    return %3 : tensor<2x6x6x6xbf16>
  }
  // CHECK-LABEL: func.func @mesh_shard
  // CHECK-SAME: (%arg0: tensor<64x96xf32, #ttnn_layout5>) -> tensor<32x96xf32, #ttnn_layout6>
  // CHECK-NEXT: %0 = tensor.empty() : tensor<32x96xf32, #ttnn_layout6>
  // CHECK-NEXT: %1 = "ttir.mesh_shard"(%arg0, %0) <{shard_dims = array<i64: 0, -1>, shard_direction = #tt.shard_direction<full_to_shard>, shard_shape = array<i64: 2, 1>, shard_type = #tt.shard_type<devices>}> : {{.*}} -> tensor<32x96xf32, #ttnn_layout6>
  // CHECK-NEXT: return %1 : tensor<32x96xf32, #ttnn_layout6>
  func.func @mesh_shard(%a: tensor<64x96xf32>) -> tensor<32x96xf32> {
    %0 = tensor.empty() : tensor<32x96xf32>
    %1 = "ttir.mesh_shard"(%a, %0) <{shard_direction = #tt.shard_direction<full_to_shard>, shard_type = #tt.shard_type<devices>, shard_shape = array<i64: 2, 1>, shard_dims = array<i64: 0, -1>}> : (tensor<64x96xf32>, tensor<32x96xf32>) -> tensor<32x96xf32>
    return %1 : tensor<32x96xf32>
  }
}
