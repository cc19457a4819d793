// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttnn-layout --convert-ttir-to-ttnn %s | filecheck %s
// TTNN's convolutions and pools work on images flattened to 1 x 1 x NHW x C.

module {
  // CHECK-DAG: #ttnn_layout = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 120 + d1 * 12 + d2, d3), <1x1>, memref<8x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 12 + d1 * 3 + d2, d3), <1x1>, memref<72x5xbf16, #system_memory>>
  // CHECK-DAG: #ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 + d1 + d2, d3), <1x1>, memref<1x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout3 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 120 + d1 * 12 + d2, d3), <1x1>, memref<240x6xbf16, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout4 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 240 + d1 * 240 + d2, d3), <1x1>, memref<8x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout5 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 64 + d1 * 8 + d2, d3), <1x1>, memref<6x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout6 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 48 + d1 * 3 + d2, d3), <1x1>, memref<768x3xbf16, #system_memory>>
  // CHECK-DAG: #ttnn_layout7 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 100 + d1 * 10 + d2, d3), <1x1>, memref<10x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout8 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 48 + d1 * 6 + d2, d3), <1x1>, memref<3x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout9 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 12 + d1 * 3 + d2, d3), <1x1>, memref<1x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout10 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 96 + d1 * 96 + d2, d3), <1x1>, memref<3x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout11 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 192 + d1 * 12 + d2, d3), <1x1>, memref<12x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-LABEL: func.func @conv2d
  // CHECK-SAME: (%arg0: tensor<2x10x12x4xbf16, #ttnn_layout>, %arg1: tensor<6x4x3x5xbf16, #ttnn_layout1>, %arg2: tensor<1x1x1x6xbf16, #ttnn_layout2>) -> tensor<2x10x12x6xbf16, #ttnn_layout>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<row_major>, memory_config = #ttnn.memory_config<#dram, <<240x6>>, <interleaved>>, shape = #ttnn.shape<2x10x12x6>}> : {{.*}} -> tensor<2x10x12x6xbf16, #ttnn_layout3>
  // CHECK-NEXT: %2 = "ttnn.reshape"(%arg0) <{shape = [1 : i32, 1 : i32, 240 : i32, 4 : i32]}> : {{.*}} -> tensor<1x1x240x4xbf16, #ttnn_layout4>
  // CHECK-NEXT: %3 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<row_major>, memory_config = #ttnn.memory_config<#dram, <<240x6>>, <interleaved>>, shape = #ttnn.shape<1x1x240x6>}> : {{.*}} -> tensor<1x1x240x6xbf16, #ttnn_layout3>
  // CHECK-NEXT: %4 = "ttnn.conv2d"(%2, %arg1, %arg2, %3, %0) <{batch_size = 2 : i32, dilation_height = 1 : i32, dilation_width = 1 : i32, groups = 1 : i32, in_channels = 4 : i32, input_height = 10 : i32, input_width = 12 : i32, kernel_height = 3 : i32, kernel_width = 5 : i32, out_channels = 6 : i32, padding_height = 1 : i32, padding_width = 2 : i32, stride_height = 1 : i32, stride_width = 1 : i32}> : {{.*}} -> tensor<1x1x240x6xbf16, #ttnn_layout3>
  // CHECK-NEXT: %5 = "ttnn.reshape"(%4) <{shape = [2 : i32, 10 : i32, 12 : i32, 6 : i32]}> : {{.*}} -> tensor<2x10x12x6xbf16, #ttnn_layout3>
  // CHECK-NEXT: %6 = "ttnn.to_layout"(%5, %0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<8x1>>, <interleaved>>}> : {{.*}} -> tensor<2x10x12x6xbf16, #ttnn_layout>
  // CHECK-NEXT: return %6 : tensor<2x10x12x6xbf16, #ttnn_layout>
  func.func @conv2d(%x: tensor<2x10x12x4xbf16>, %w: tensor<6x4x3x5xbf16>, %b: tensor<1x1x1x6xbf16>) -> tensor<2x10x12x6xbf16> {
    %0 = tensor.empty() : tensor<2x10x12x6xbf16>
    %1 = "ttir.conv2d"(%x, %w, %b, %0) <{stride_height = 1 : si32, stride_width = 1 : si32, dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, padding_left = 2 : si32, padding_right = 2 : si32, padding_top = 1 : si32, padding_bottom = 1 : si32}> : (tensor<2x10x12x4xbf16>, tensor<6x4x3x5xbf16>, tensor<1x1x1x6xbf16>, tensor<2x10x12x6xbf16>) -> tensor<2x10x12x6xbf16>
    return %1 : tensor<2x10x12x6xbf16>
  }
  // CHECK-LABEL: func.func @conv_transpose2d
  // CHECK-SAME: (%arg0: tensor<3x8x8x16xbf16, #ttnn_layout5>, %arg1: tensor<16x16x3x3xbf16, #ttnn_layout6>) -> tensor<3x10x10x16xbf16, #ttnn_layout7>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<10x1>>, <interleaved>>, shape = #ttnn.shape<1x1x300x16>}> : {{.*}} -> tensor<1x1x300x16xbf16, #ttnn_layout7>
  // CHECK-NEXT: %2 = "ttnn.conv_transpose2d"(%arg0, %arg1, %1, %0) <{batch_size = 3 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 16 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 16 : i32, output_padding = array<i32: 0, 0>, padding = array<i32: 0, 0>, stride = array<i32: 1, 1>}> : {{.*}} -> tensor<1x1x300x16xbf16, #ttnn_layout7>
  // CHECK-NEXT: %3 = "ttnn.reshape"(%2) <{shape = [3 : i32, 10 : i32, 10 : i32, 16 : i32]}> : {{.*}} -> tensor<3x10x10x16xbf16, #ttnn_layout7>
  // CHECK-NEXT: return %3 : tensor<3x10x10x16xbf16, #ttnn_layout7>
  func.func @conv_transpose2d(%x: tensor<3x8x8x16xbf16>, %w: tensor<16x16x3x3xbf16>) -> tensor<3x10x10x16xbf16> {
    %0 = tensor.empty() : tensor<3x10x10x16xbf16>
    %1 = "ttir.conv_transpose2d"(%x, %w, %0) <{stride = 1 : i32, padding = array<i32: 0, 0>, output_padding = 0 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<3x8x8x16xbf16>, tensor<16x16x3x3xbf16>, tensor<3x10x10x16xbf16>) -> tensor<3x10x10x16xbf16>
    return %1 : tensor<3x10x10x16xbf16>
  }
  // CHECK-LABEL: func.func @max_pool2d
  // CHECK-SAME: (%arg0: tensor<2x8x6x4xbf16, #ttnn_layout8>) -> tensor<2x4x3x4xbf16, #ttnn_layout9>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x1>>, <interleaved>>, shape = #ttnn.shape<2x4x3x4>}> : {{.*}} -> tensor<2x4x3x4xbf16, #ttnn_layout9>
  // CHECK-NEXT: %2 = "ttnn.reshape"(%arg0) <{shape = [1 : i32, 1 : i32, 96 : i32, 4 : i32]}> : {{.*}} -> tensor<1x1x96x4xbf16, #ttnn_layout10>
  // CHECK-NEXT: %3 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x1>>, <interleaved>>, shape = #ttnn.shape<1x1x24x4>}> : {{.*}} -> tensor<1x1x24x4xbf16, #ttnn_layout9>
  // CHECK-NEXT: %4 = "ttnn.max_pool2d"(%2, %3, %0) <{batch_size = 2 : si32, ceil_mode = false, channels = 4 : si32, dilation_height = 1 : si32, dilation_width = 1 : si32, input_height = 8 : si32, input_width = 6 : si32, kernel_height = 2 : si32, kernel_width = 2 : si32, padding_height = 0 : si32, padding_width = 0 : si32, stride_height = 2 : si32, stride_width = 2 : si32}> : {{.*}} -> tensor<1x1x24x4xbf16, #ttnn_layout9>
  // CHECK-NEXT: %5 = "ttnn.reshape"(%4) <{shape = [2 : i32, 4 : i32, 3 : i32, 4 : i32]}> : {{.*}} -> tensor<2x4x3x4xbf16, #ttnn_layout9>
  // CHECK-NEXT: return %5 : tensor<2x4x3x4xbf16, #ttnn_layout9>
  func.func @max_pool2d(%x: tensor<2x8x6x4xbf16>) -> tensor<2x4x3x4xbf16> {
    %0 = tensor.empty() : tensor<2x4x3x4xbf16>
    %1 = "ttir.max_pool2d"(%x, %0) <{kernel_height = 2 : si32, kernel_width = 2 : si32, stride_height = 2 : si32, stride_width = 2 : si32, dilation_height = 1 : si32, dilation_width = 1 : si32, ceil_mode = false, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, padding_bottom = 0 : si32}> : (tensor<2x8x6x4xbf16>, tensor<2x4x3x4xbf16>) -> tensor<2x4x3x4xbf16>
    return %1 : tensor<2x4x3x4xbf16>
  }
  // CHECK-LABEL: func.func @upsample2d
  // CHECK-SAME: (%arg0: tensor<2x8x6x4xbf16, #ttnn_layout8>) -> tensor<2x16x12x4xbf16, #ttnn_layout11>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<12x1>>, <interleaved>>, shape = #ttnn.shape<2x16x12x4>}> : {{.*}} -> tensor<2x16x12x4xbf16, #ttnn_layout11>
  // CHECK-NEXT: %2 = "ttnn.upsample"(%arg0) <{mode = "nearest", scale_factor = 2 : si32}> : {{.*}} -> tensor<2x16x12x4xbf16, #ttnn_layout11>
  // CHECK-NEXT: return %2 : tensor<2x16x12x4xbf16, #ttnn_layout11>
  func.func @upsample2d(%x: tensor<2x8x6x4xbf16>) -> tensor<2x16x12x4xbf16> {
    %0 = tensor.empty() : tensor<2x16x12x4xbf16>
    %1 = "ttir.upsample2d"(%x, %0) <{scale_factor = 2 : si32, mode = "nearest"}> : (tensor<2x8x6x4xbf16>, tensor<2x16x12x4xbf16>) -> tensor<2x16x12x4xbf16>
    return %1 : tensor<2x16x12x4xbf16>
  }
}
