// An example for each op, as the dialect reference shows it. `ttopt --split-input-file` reads this file.

// -----

// ttnn.all_gather
// On the two devices of an n300: --system-desc=n300, mesh-shape=1,2.
#device = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 2)>, l1Map = (d0, d1)[s0, s1] -> ((d1 floordiv s1) floordiv 8, d0 floordiv s0, (d1 floordiv s1) mod 2, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (d1 floordiv 8, 0, ((((d0 floordiv s0) * 16 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) floordiv 8192) mod 12, (((d0 floordiv s0) * 16 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) floordiv 98304 + (((d0 floordiv s0) * 16 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) mod 8192), meshShape = 1x2, chipIds = [0, 1]>
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @all_gather(%input: tensor<2x4xf32, #layout>) -> tensor<2x8xf32, #layout> {
  %device = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x2>}> : () -> !tt.device<#device>
  %result = "ttnn.all_gather"(%input, %device) <{dim = 1 : si32, num_links = 1 : si32}> : (tensor<2x4xf32, #layout>, !tt.device<#device>) -> tensor<2x8xf32, #layout>
  return %result : tensor<2x8xf32, #layout>
}

// -----

// ttnn.reduce_scatter
// On the two devices of an n300: --system-desc=n300, mesh-shape=1,2.
#device = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 2)>, l1Map = (d0, d1)[s0, s1] -> ((d1 floordiv s1) floordiv 8, d0 floordiv s0, (d1 floordiv s1) mod 2, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (d1 floordiv 8, 0, ((((d0 floordiv s0) * 16 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) floordiv 8192) mod 12, (((d0 floordiv s0) * 16 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) floordiv 98304 + (((d0 floordiv s0) * 16 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) mod 8192), meshShape = 1x2, chipIds = [0, 1]>
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @reduce_scatter(%input: tensor<2x4xf32, #layout>) -> tensor<2x2xf32, #layout> {
  %device = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x2>}> : () -> !tt.device<#device>
  %result = "ttnn.reduce_scatter"(%input, %device) <{math_op = #tt.reduce_type<max>, num_links = 1 : si32, scatter_split_dim = 1 : si32}> : (tensor<2x4xf32, #layout>, !tt.device<#device>) -> tensor<2x2xf32, #layout>
  return %result : tensor<2x2xf32, #layout>
}

// -----

// ttnn.all_reduce
// On the two devices of an n300: --system-desc=n300, mesh-shape=1,2.
#device = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 2)>, l1Map = (d0, d1)[s0, s1] -> ((d1 floordiv s1) floordiv 8, d0 floordiv s0, (d1 floordiv s1) mod 2, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (d1 floordiv 8, 0, ((((d0 floordiv s0) * 16 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) floordiv 8192) mod 12, (((d0 floordiv s0) * 16 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) floordiv 98304 + (((d0 floordiv s0) * 16 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) mod 8192), meshShape = 1x2, chipIds = [0, 1]>
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @all_reduce(%input: tensor<2x4xf32, #layout>) -> tensor<2x4xf32, #layout> {
  %device = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x2>}> : () -> !tt.device<#device>
  %result = "ttnn.all_reduce"(%input, %device) <{math_op = #tt.reduce_type<sum>, num_links = 1 : si32, scatter_dim = 1 : si32, scatter_num = 2 : si32}> : (tensor<2x4xf32, #layout>, !tt.device<#device>) -> tensor<2x4xf32, #layout>
  return %result : tensor<2x4xf32, #layout>
}

// -----

// ttnn.mesh_shard
// On the two devices of an n300: --system-desc=n300, mesh-shape=1,2.
#device = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 2)>, l1Map = (d0, d1)[s0, s1] -> ((d1 floordiv s1) floordiv 8, d0 floordiv s0, (d1 floordiv s1) mod 2, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (d1 floordiv 8, 0, ((((d0 floordiv s0) * 16 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) floordiv 8192) mod 12, (((d0 floordiv s0) * 16 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) floordiv 98304 + (((d0 floordiv s0) * 16 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) mod 8192), meshShape = 1x2, chipIds = [0, 1]>
#system_memory = #ttnn.buffer_type<system_memory>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x3xf32, #system_memory>>
#layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x6xf32, #system_memory>>
func.func @mesh_shard(%input: tensor<4x3xf32, #layout>) -> tensor<4x6xf32, #layout1> {
  %device = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x2>}> : () -> !tt.device<#device>
  %result = "ttnn.mesh_shard"(%input, %device) <{shard_dims = array<i64: -1, 1>, shard_direction = #tt.shard_direction<shard_to_full>, shard_shape = array<i64: 1, 2>, shard_type = #tt.shard_type<devices>}> : (tensor<4x3xf32, #layout>, !tt.device<#device>) -> tensor<4x6xf32, #layout1>
  return %result : tensor<4x6xf32, #layout1>
}

// -----

// ttnn.conv2d
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, ((((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) floordiv 8192) mod 12, (((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) floordiv 98304 + (((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) mod 8192), meshShape = , chipIds = [0]>
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 1024 + d1 * 1024 + d2, d3), <1x1>, memref<32x2x!tt.tile<32x32, f32>, #dram>, <interleaved>>
#layout1 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 192 + d1 * 3 + d2, d3), <1x1>, memref<384x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
#layout2 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 + d1 + d2, d3), <1x1>, memref<1x2x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @conv2d(%input: tensor<1x1x1024x64xf32, #layout>, %weight: tensor<64x64x3x3xf32, #layout1>, %bias: tensor<1x1x1x64xf32, #layout2>, %output: tensor<1x1x1024x64xf32, #layout>) -> tensor<1x1x1024x64xf32, #layout> {
  %device = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !tt.device<#device>
  %result = "ttnn.conv2d"(%input, %weight, %bias, %output, %device) <{batch_size = 1 : i32, dilation_height = 1 : i32, dilation_width = 1 : i32, groups = 1 : i32, in_channels = 64 : i32, input_height = 32 : i32, input_width = 32 : i32, kernel_height = 3 : i32, kernel_width = 3 : i32, out_channels = 64 : i32, padding_height = 1 : i32, padding_width = 1 : i32, stride_height = 1 : i32, stride_width = 1 : i32}> : (tensor<1x1x1024x64xf32, #layout>, tensor<64x64x3x3xf32, #layout1>, tensor<1x1x1x64xf32, #layout2>, tensor<1x1x1024x64xf32, #layout>, !tt.device<#device>) -> tensor<1x1x1024x64xf32, #layout>
  return %result : tensor<1x1x1024x64xf32, #layout>
}

// -----

// ttnn.conv_transpose2d
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, ((((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) floordiv 8192) mod 12, (((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) floordiv 98304 + (((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) mod 8192), meshShape = , chipIds = [0]>
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 64 + d1 * 8 + d2, d3), <1x1>, memref<2x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
#layout1 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 18 + d1 * 3 + d2, d3), <1x1>, memref<3x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
#layout2 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 100 + d1 * 10 + d2, d3), <1x1>, memref<4x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @conv_transpose2d(%input: tensor<1x8x8x4xf32, #layout>, %weight: tensor<4x6x3x3xf32, #layout1>, %output: tensor<1x10x10x6xf32, #layout2>) -> tensor<1x10x10x6xf32, #layout2> {
  %device = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !tt.device<#device>
  %result = "ttnn.conv_transpose2d"(%input, %weight, %output, %device) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 4 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 6 : i32, output_padding = array<i32: 0, 0>, padding = array<i32: 0, 0>, stride = array<i32: 1, 1>}> : (tensor<1x8x8x4xf32, #layout>, tensor<4x6x3x3xf32, #layout1>, tensor<1x10x10x6xf32, #layout2>, !tt.device<#device>) -> tensor<1x10x10x6xf32, #layout2>
  return %result : tensor<1x10x10x6xf32, #layout2>
}

// -----

// ttnn.empty
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, ((((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) floordiv 8192) mod 12, (((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) floordiv 98304 + (((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) mod 8192), meshShape = , chipIds = [0]>
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @empty() -> tensor<64x128xf32, #layout> {
  %device = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !tt.device<#device>
  %result = "ttnn.empty"(%device) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<2x4>>, <interleaved>>, shape = #ttnn.shape<64x128>}> : (!tt.device<#device>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.arange
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 + d1 + d2, d3), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @arange() -> tensor<1x1x1x5xf32, #layout> {
  %result = "ttnn.arange"() <{end = 5 : i64, start = 0 : i64, step = 1 : i64}> : () -> tensor<1x1x1x5xf32, #layout>
  return %result : tensor<1x1x1x5xf32, #layout>
}

// -----

// ttnn.zeros
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, ((((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) floordiv 8192) mod 12, (((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) floordiv 98304 + (((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) mod 8192), meshShape = , chipIds = [0]>
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
func.func @zeros() -> tensor<64x128xbf16, #layout> {
  %device = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !tt.device<#device>
  %result = "ttnn.zeros"(%device) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<2x4>>, <interleaved>>, shape = #ttnn.shape<64x128>}> : (!tt.device<#device>) -> tensor<64x128xbf16, #layout>
  return %result : tensor<64x128xbf16, #layout>
}

// -----

// ttnn.ones
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, ((((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) floordiv 8192) mod 12, (((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) floordiv 98304 + (((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) mod 8192), meshShape = , chipIds = [0]>
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
func.func @ones() -> tensor<64x128xbf16, #layout> {
  %device = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !tt.device<#device>
  %result = "ttnn.ones"(%device) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<2x4>>, <interleaved>>, shape = #ttnn.shape<64x128>}> : (!tt.device<#device>) -> tensor<64x128xbf16, #layout>
  return %result : tensor<64x128xbf16, #layout>
}

// -----

// ttnn.full
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, ((((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) floordiv 8192) mod 12, (((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) floordiv 98304 + (((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) mod 8192), meshShape = , chipIds = [0]>
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @full() -> tensor<2x3xf32, #layout> {
  %device = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !tt.device<#device>
  %result = "ttnn.full"(%device) <{fillValue = 1.500000e+00 : f32}> : (!tt.device<#device>) -> tensor<2x3xf32, #layout>
  return %result : tensor<2x3xf32, #layout>
}

// -----

// ttnn.constant
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, ((((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) floordiv 8192) mod 12, (((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) floordiv 98304 + (((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) mod 8192), meshShape = , chipIds = [0]>
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @constant() -> tensor<2x3xf32, #layout> {
  %device = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !tt.device<#device>
  %result = "ttnn.constant"(%device) <{value = dense<[[1.000000e+00, 2.000000e+00, 3.000000e+00], [4.000000e+00, 5.000000e+00, 6.000000e+00]]> : tensor<2x3xf32>}> : (!tt.device<#device>) -> tensor<2x3xf32, #layout>
  return %result : tensor<2x3xf32, #layout>
}

// -----

// ttnn.transpose
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @transpose(%input: tensor<2x4xf32, #layout>) -> tensor<4x2xf32, #layout> {
  %result = "ttnn.transpose"(%input) <{dim0 = 0 : si32, dim1 = 1 : si32}> : (tensor<2x4xf32, #layout>) -> tensor<4x2xf32, #layout>
  return %result : tensor<4x2xf32, #layout>
}

// -----

// ttnn.repeat_interleave
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @repeat_interleave(%input: tensor<2x4xf32, #layout>) -> tensor<4x4xf32, #layout> {
  %result = "ttnn.repeat_interleave"(%input) <{dim = 0 : si32, repeats = 2 : ui32}> : (tensor<2x4xf32, #layout>) -> tensor<4x4xf32, #layout>
  return %result : tensor<4x4xf32, #layout>
}

// -----

// ttnn.concat
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @concat(%a: tensor<2x4xf32, #layout>, %b: tensor<2x8xf32, #layout>, %output: tensor<2x12xf32, #layout>) -> tensor<2x12xf32, #layout> {
  %result = "ttnn.concat"(%a, %b, %output) <{dim = 1 : si32}> : (tensor<2x4xf32, #layout>, tensor<2x8xf32, #layout>, tensor<2x12xf32, #layout>) -> tensor<2x12xf32, #layout>
  return %result : tensor<2x12xf32, #layout>
}

// -----

// ttnn.reshape
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
#layout1 = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @reshape(%input: tensor<2x4xf32, #layout>) -> tensor<8xf32, #layout1> {
  %result = "ttnn.reshape"(%input) <{shape = [8 : i32]}> : (tensor<2x4xf32, #layout>) -> tensor<8xf32, #layout1>
  return %result : tensor<8xf32, #layout1>
}

// -----

// ttnn.repeat
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @repeat(%input: tensor<2x4xf32, #layout>) -> tensor<4x4xf32, #layout> {
  %result = "ttnn.repeat"(%input) <{repeat_dims = #ttnn.shape<2x1>}> : (tensor<2x4xf32, #layout>) -> tensor<4x4xf32, #layout>
  return %result : tensor<4x4xf32, #layout>
}

// -----

// ttnn.pad
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @pad(%input: tensor<2x4xf32, #layout>) -> tensor<3x6xf32, #layout> {
  %result = "ttnn.pad"(%input) <{padding = array<i32: 0, 1, 2, 0>, use_multicore = false, value = 5.000000e-01 : f32}> : (tensor<2x4xf32, #layout>) -> tensor<3x6xf32, #layout>
  return %result : tensor<3x6xf32, #layout>
}

// -----

// ttnn.slice
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @slice(%input: tensor<6x8xf32, #layout>, %output: tensor<2x3xf32, #layout>) -> tensor<2x3xf32, #layout> {
  %result = "ttnn.slice"(%input, %output) <{begins = [1 : i32, 0 : i32], ends = [5 : i32, 8 : i32], step = [2 : i32, 3 : i32]}> : (tensor<6x8xf32, #layout>, tensor<2x3xf32, #layout>) -> tensor<2x3xf32, #layout>
  return %result : tensor<2x3xf32, #layout>
}

// -----

// ttnn.scatter
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @scatter(%lhs: tensor<2x4xf32, #layout>, %rhs: tensor<1x4xf32, #layout>, %output: tensor<2x4xf32, #layout>) -> tensor<2x4xf32, #layout> {
  %result = "ttnn.scatter"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<2x4xf32, #layout>, tensor<1x4xf32, #layout>, tensor<2x4xf32, #layout>) -> tensor<2x4xf32, #layout>
  return %result : tensor<2x4xf32, #layout>
}

// -----

// ttnn.permute
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 3 + d1, d2), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
#layout1 = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 2 + d1, d2), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @permute(%input: tensor<2x3x4xf32, #layout>) -> tensor<4x2x3xf32, #layout1> {
  %result = "ttnn.permute"(%input) <{pad_value = 1.000000e+00 : f32, permutation = array<i64: 2, 0, 1>}> : (tensor<2x3x4xf32, #layout>) -> tensor<4x2x3xf32, #layout1>
  return %result : tensor<4x2x3xf32, #layout1>
}

// -----

// ttnn.where
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @where(%first: tensor<64x128xf32, #layout>, %second: tensor<64x128xf32, #layout>, %third: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.where"(%first, %second, %third, %output) <{operandSegmentSizes = array<i32: 3, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.abs
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @abs(%x: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.abs"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.cbrt
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @cbrt(%x: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.cbrt"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.ceil
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @ceil(%x: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.ceil"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.sign
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @sign(%x: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.sign"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.cos
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @cos(%x: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.cos"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.exp
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @exp(%x: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.exp"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.floor
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @floor(%x: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.floor"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.gelu
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @gelu(%x: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.gelu"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.isfinite
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @isfinite(%x: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.isfinite"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.logical_not
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @logical_not(%x: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.logical_not"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.bitwise_not
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, u32>, #dram>, <interleaved>>
func.func @bitwise_not(%x: tensor<64x128xi32, #layout>, %output: tensor<64x128xi32, #layout>) -> tensor<64x128xi32, #layout> {
  %result = "ttnn.bitwise_not"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xi32, #layout>, tensor<64x128xi32, #layout>) -> tensor<64x128xi32, #layout>
  return %result : tensor<64x128xi32, #layout>
}

// -----

// ttnn.neg
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @neg(%x: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.neg"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.tan
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @tan(%x: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.tan"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.tanh
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @tanh(%x: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.tanh"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.reciprocal
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @reciprocal(%x: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.reciprocal"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.relu
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @relu(%x: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.relu"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.sin
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @sin(%x: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.sin"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.sqrt
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @sqrt(%x: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.sqrt"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.rsqrt
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @rsqrt(%x: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.rsqrt"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.sigmoid
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @sigmoid(%x: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.sigmoid"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.log
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @log(%x: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.log"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.log1p
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @log1p(%x: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.log1p"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.expm1
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @expm1(%x: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.expm1"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.leaky_relu
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @leaky_relu(%x: tensor<2x4xf32, #layout>, %output: tensor<2x4xf32, #layout>) -> tensor<2x4xf32, #layout> {
  %result = "ttnn.leaky_relu"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>, parameter = 2.500000e-01 : f32}> : (tensor<2x4xf32, #layout>, tensor<2x4xf32, #layout>) -> tensor<2x4xf32, #layout>
  return %result : tensor<2x4xf32, #layout>
}

// -----

// ttnn.add
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @add(%lhs: tensor<64x128xf32, #layout>, %rhs: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.add"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.div
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @div(%lhs: tensor<64x128xf32, #layout>, %rhs: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.div"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.eq
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @eq(%lhs: tensor<64x128xf32, #layout>, %rhs: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.eq"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.ne
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @ne(%lhs: tensor<64x128xf32, #layout>, %rhs: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.ne"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.ge
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @ge(%lhs: tensor<64x128xf32, #layout>, %rhs: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.ge"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.gt
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @gt(%lhs: tensor<64x128xf32, #layout>, %rhs: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.gt"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.le
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @le(%lhs: tensor<64x128xf32, #layout>, %rhs: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.le"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.lt
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @lt(%lhs: tensor<64x128xf32, #layout>, %rhs: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.lt"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.logical_and
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @logical_and(%lhs: tensor<64x128xf32, #layout>, %rhs: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.logical_and"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.logical_or
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @logical_or(%lhs: tensor<64x128xf32, #layout>, %rhs: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.logical_or"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.logical_xor
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @logical_xor(%lhs: tensor<64x128xf32, #layout>, %rhs: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.logical_xor"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.bitwise_and
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, u32>, #dram>, <interleaved>>
func.func @bitwise_and(%lhs: tensor<64x128xi32, #layout>, %rhs: tensor<64x128xi32, #layout>, %output: tensor<64x128xi32, #layout>) -> tensor<64x128xi32, #layout> {
  %result = "ttnn.bitwise_and"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xi32, #layout>, tensor<64x128xi32, #layout>, tensor<64x128xi32, #layout>) -> tensor<64x128xi32, #layout>
  return %result : tensor<64x128xi32, #layout>
}

// -----

// ttnn.bitwise_or
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, u32>, #dram>, <interleaved>>
func.func @bitwise_or(%lhs: tensor<64x128xi32, #layout>, %rhs: tensor<64x128xi32, #layout>, %output: tensor<64x128xi32, #layout>) -> tensor<64x128xi32, #layout> {
  %result = "ttnn.bitwise_or"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xi32, #layout>, tensor<64x128xi32, #layout>, tensor<64x128xi32, #layout>) -> tensor<64x128xi32, #layout>
  return %result : tensor<64x128xi32, #layout>
}

// -----

// ttnn.bitwise_xor
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, u32>, #dram>, <interleaved>>
func.func @bitwise_xor(%lhs: tensor<64x128xi32, #layout>, %rhs: tensor<64x128xi32, #layout>, %output: tensor<64x128xi32, #layout>) -> tensor<64x128xi32, #layout> {
  %result = "ttnn.bitwise_xor"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xi32, #layout>, tensor<64x128xi32, #layout>, tensor<64x128xi32, #layout>) -> tensor<64x128xi32, #layout>
  return %result : tensor<64x128xi32, #layout>
}

// -----

// ttnn.maximum
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @maximum(%lhs: tensor<64x128xf32, #layout>, %rhs: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.maximum"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.minimum
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @minimum(%lhs: tensor<64x128xf32, #layout>, %rhs: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.minimum"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.multiply
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @multiply(%lhs: tensor<64x128xf32, #layout>, %rhs: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.multiply"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.subtract
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @subtract(%lhs: tensor<64x128xf32, #layout>, %rhs: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.subtract"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.remainder
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @remainder(%lhs: tensor<64x128xf32, #layout>, %rhs: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.remainder"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.pow
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @pow(%lhs: tensor<64x128xf32, #layout>, %rhs: tensor<64x128xf32, #layout>, %output: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.pow"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>, tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.embedding
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4xui32, #dram>, <interleaved>>
#layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
#layout2 = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 4 + d1, d2), <1x1>, memref<8x32xbf16, #dram>, <interleaved>>
func.func @embedding(%input: tensor<2x4xui32, #layout>, %weight: tensor<9x32xbf16, #layout1>, %output: tensor<2x4x32xbf16, #layout2>) -> tensor<2x4x32xbf16, #layout2> {
  %result = "ttnn.embedding"(%input, %weight, %output) : (tensor<2x4xui32, #layout>, tensor<9x32xbf16, #layout1>, tensor<2x4x32xbf16, #layout2>) -> tensor<2x4x32xbf16, #layout2>
  return %result : tensor<2x4x32xbf16, #layout2>
}

// -----

// ttnn.update_cache
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 16 + d1 * 8 + d2, d3), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
#layout1 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 2 + d1 + d2, d3), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
#layout2 = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x1x!tt.tile<32x32, u32>, #dram>, <interleaved>>
func.func @update_cache(%cache: tensor<1x2x8x4xf32, #layout>, %input: tensor<1x2x1x4xf32, #layout1>, %update_index: tensor<1xi32, #layout2>) {
  "ttnn.update_cache"(%cache, %input, %update_index) <{batch_offset = 0 : i32}> : (tensor<1x2x8x4xf32, #layout>, tensor<1x2x1x4xf32, #layout1>, tensor<1xi32, #layout2>) -> ()
  return
}

// -----

// ttnn.fill_cache
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 16 + d1 * 8 + d2, d3), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
#layout1 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 6 + d1 * 3 + d2, d3), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @fill_cache(%cache: tensor<1x2x8x4xf32, #layout>, %input: tensor<1x2x3x4xf32, #layout1>) {
  "ttnn.fill_cache"(%cache, %input) <{batch_offset = 0 : i32}> : (tensor<1x2x8x4xf32, #layout>, tensor<1x2x3x4xf32, #layout1>) -> ()
  return
}

// -----

// ttnn.embedding_bw
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, u32>, #dram>, <interleaved>>
#layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
#layout2 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @embedding_bw(%input: tensor<1x32xui32, #layout>, %weight: tensor<9x8xf32, #layout1>, %in_gradient: tensor<1x1x32x8xf32, #layout2>, %output: tensor<9x8xf32, #layout1>) -> tensor<9x8xf32, #layout1> {
  %result = "ttnn.embedding_bw"(%input, %weight, %in_gradient, %output) : (tensor<1x32xui32, #layout>, tensor<9x8xf32, #layout1>, tensor<1x1x32x8xf32, #layout2>, tensor<9x8xf32, #layout1>) -> tensor<9x8xf32, #layout1>
  return %result : tensor<9x8xf32, #layout1>
}

// -----

// ttnn.get_device
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, ((((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) floordiv 8192) mod 12, (((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) floordiv 98304 + (((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) mod 8192), meshShape = , chipIds = [0]>
func.func @get_device() {
  %device = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !tt.device<#device>
  return
}

// -----

// ttnn.to_memory_config
#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#layout = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), <1x1>, memref<1x4x!tt.tile<32x32, bf16>, #l1>, <interleaved>>
#layout1 = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), <1x1>, memref<2x2x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
func.func @to_memory_config(%input: tensor<2x32x64xbf16, #layout>) -> tensor<2x32x64xbf16, #layout1> {
  %result = "ttnn.to_memory_config"(%input) <{memory_config = #ttnn.memory_config<#dram, <<2x2>>, <interleaved>>}> : (tensor<2x32x64xbf16, #layout>) -> tensor<2x32x64xbf16, #layout1>
  return %result : tensor<2x32x64xbf16, #layout1>
}

// -----

// ttnn.to_layout
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, ((((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) floordiv 8192) mod 12, (((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) floordiv 98304 + (((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) mod 8192), meshShape = , chipIds = [0]>
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
#layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4xf32, #dram>, <interleaved>>
func.func @to_layout(%input: tensor<2x4xf32, #layout>) -> tensor<2x4xf32, #layout1> {
  %device = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !tt.device<#device>
  %result = "ttnn.to_layout"(%input, %device) <{layout = #ttnn.layout<row_major>}> : (tensor<2x4xf32, #layout>, !tt.device<#device>) -> tensor<2x4xf32, #layout1>
  return %result : tensor<2x4xf32, #layout1>
}

// -----

// ttnn.typecast
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
#layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, bfp_bf8>, #dram>, <interleaved>>
func.func @typecast(%input: tensor<2x4xf32, #layout>) -> tensor<2x4xbf16, #layout1> {
  %result = "ttnn.typecast"(%input) <{dtype = #tt.supportedDataTypes<bfp_bf8>}> : (tensor<2x4xf32, #layout>) -> tensor<2x4xbf16, #layout1>
  return %result : tensor<2x4xbf16, #layout1>
}

// -----

// ttnn.to_dtype
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
#layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
func.func @to_dtype(%input: tensor<2x4xf32, #layout>) -> tensor<2x4xbf16, #layout1> {
  %result = "ttnn.to_dtype"(%input) <{dtype = #tt.supportedDataTypes<bf16>}> : (tensor<2x4xf32, #layout>) -> tensor<2x4xbf16, #layout1>
  return %result : tensor<2x4xbf16, #layout1>
}

// -----

// ttnn.to_device
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, ((((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) floordiv 8192) mod 12, (((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) floordiv 98304 + (((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) mod 8192), meshShape = , chipIds = [0]>
#dram = #ttnn.buffer_type<dram>
#system_memory = #ttnn.buffer_type<system_memory>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #system_memory>>
#layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @to_device(%input: tensor<2x4xf32, #layout>) -> tensor<2x4xf32, #layout1> {
  %device = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !tt.device<#device>
  %result = "ttnn.to_device"(%input, %device) : (tensor<2x4xf32, #layout>, !tt.device<#device>) -> tensor<2x4xf32, #layout1>
  return %result : tensor<2x4xf32, #layout1>
}

// -----

// ttnn.from_device
#dram = #ttnn.buffer_type<dram>
#system_memory = #ttnn.buffer_type<system_memory>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
#layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #system_memory>>
func.func @from_device(%input: tensor<2x4xf32, #layout>) -> tensor<2x4xf32, #layout1> {
  %result = "ttnn.from_device"(%input) : (tensor<2x4xf32, #layout>) -> tensor<2x4xf32, #layout1>
  return %result : tensor<2x4xf32, #layout1>
}

// -----

// ttnn.alloc
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @alloc() -> tensor<4x4xf32, #layout> {
  %result = "ttnn.alloc"() <{address = 4096 : i64, buffer_type = #dram, size = 64 : i64}> : () -> tensor<4x4xf32, #layout>
  return %result : tensor<4x4xf32, #layout>
}

// -----

// ttnn.deallocate
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @deallocate(%input: tensor<2x4xf32, #layout>) {
  "ttnn.deallocate"(%input) <{force = true}> : (tensor<2x4xf32, #layout>) -> ()
  return
}

// -----

// ttnn.linear
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
#layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x3x!tt.tile<32x32, f32>, #dram>, <interleaved>>
#layout2 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x3x!tt.tile<32x32, f32>, #dram>, <interleaved>>
#layout3 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x3x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @linear(%a: tensor<64x128xf32, #layout>, %b: tensor<128x96xf32, #layout1>, %bias: tensor<1x96xf32, #layout2>, %output: tensor<64x96xf32, #layout3>) -> tensor<64x96xf32, #layout3> {
  %result = "ttnn.linear"(%a, %b, %bias, %output) : (tensor<64x128xf32, #layout>, tensor<128x96xf32, #layout1>, tensor<1x96xf32, #layout2>, tensor<64x96xf32, #layout3>) -> tensor<64x96xf32, #layout3>
  return %result : tensor<64x96xf32, #layout3>
}

// -----

// ttnn.matmul
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
#layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x3x!tt.tile<32x32, f32>, #dram>, <interleaved>>
#layout2 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x3x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @matmul(%a: tensor<64x128xf32, #layout>, %b: tensor<128x96xf32, #layout1>, %output: tensor<64x96xf32, #layout2>) -> tensor<64x96xf32, #layout2> {
  %result = "ttnn.matmul"(%a, %b, %output) : (tensor<64x128xf32, #layout>, tensor<128x96xf32, #layout1>, tensor<64x96xf32, #layout2>) -> tensor<64x96xf32, #layout2>
  return %result : tensor<64x96xf32, #layout2>
}

// -----

// ttnn.softmax
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @softmax(%input: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.softmax"(%input) <{dimension = 1 : si32}> : (tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.clamp
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @clamp(%input: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> {
  %result = "ttnn.clamp"(%input) <{max = 1.000000e+00 : f32, min = 0.000000e+00 : f32}> : (tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttnn.max_pool2d
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, ((((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) floordiv 8192) mod 12, (((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) floordiv 98304 + (((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) mod 8192), meshShape = , chipIds = [0]>
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 1024 + d1 * 1024 + d2, d3), <1x1>, memref<32x2x!tt.tile<32x32, f32>, #dram>, <interleaved>>
#layout1 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 256 + d1 * 256 + d2, d3), <1x1>, memref<8x2x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @max_pool2d(%input: tensor<1x1x1024x64xf32, #layout>, %output: tensor<1x1x256x64xf32, #layout1>) -> tensor<1x1x256x64xf32, #layout1> {
  %device = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !tt.device<#device>
  %result = "ttnn.max_pool2d"(%input, %output, %device) <{batch_size = 1 : si32, ceil_mode = false, channels = 64 : si32, dilation_height = 1 : si32, dilation_width = 1 : si32, input_height = 32 : si32, input_width = 32 : si32, kernel_height = 2 : si32, kernel_width = 2 : si32, padding_height = 0 : si32, padding_width = 0 : si32, stride_height = 2 : si32, stride_width = 2 : si32}> : (tensor<1x1x1024x64xf32, #layout>, tensor<1x1x256x64xf32, #layout1>, !tt.device<#device>) -> tensor<1x1x256x64xf32, #layout1>
  return %result : tensor<1x1x256x64xf32, #layout1>
}

// -----

// ttnn.upsample
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 16 + d1 * 4 + d2, d3), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
#layout1 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 64 + d1 * 8 + d2, d3), <1x1>, memref<2x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @upsample(%input: tensor<1x4x4x3xf32, #layout>) -> tensor<1x8x8x3xf32, #layout1> {
  %result = "ttnn.upsample"(%input) <{mode = "nearest", scale_factor = 2 : si32}> : (tensor<1x4x4x3xf32, #layout>) -> tensor<1x8x8x3xf32, #layout1>
  return %result : tensor<1x8x8x3xf32, #layout1>
}

// -----

// ttnn.sum
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
#layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @sum(%input: tensor<64x128xf32, #layout>) -> tensor<64x1xf32, #layout1> {
  %result = "ttnn.sum"(%input) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<64x128xf32, #layout>) -> tensor<64x1xf32, #layout1>
  return %result : tensor<64x1xf32, #layout1>
}

// -----

// ttnn.mean
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
#layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @mean(%input: tensor<64x128xf32, #layout>) -> tensor<64x1xf32, #layout1> {
  %result = "ttnn.mean"(%input) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<64x128xf32, #layout>) -> tensor<64x1xf32, #layout1>
  return %result : tensor<64x1xf32, #layout1>
}

// -----

// ttnn.max
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
#layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @max(%input: tensor<64x128xf32, #layout>) -> tensor<64x1xf32, #layout1> {
  %result = "ttnn.max"(%input) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<64x128xf32, #layout>) -> tensor<64x1xf32, #layout1>
  return %result : tensor<64x1xf32, #layout1>
}

// -----

// ttnn.min
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
#layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @min(%input: tensor<64x128xf32, #layout>) -> tensor<64x1xf32, #layout1> {
  %result = "ttnn.min"(%input) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<64x128xf32, #layout>) -> tensor<64x1xf32, #layout1>
  return %result : tensor<64x1xf32, #layout1>
}

// -----

// ttnn.prod
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
#layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @prod(%input: tensor<64x128xf32, #layout>) -> tensor<64x1xf32, #layout1> {
  %result = "ttnn.prod"(%input) <{all_dimensions = false, dim_arg = 1 : i64, keep_dim = true}> : (tensor<64x128xf32, #layout>) -> tensor<64x1xf32, #layout1>
  return %result : tensor<64x1xf32, #layout1>
}

// -----

// ttnn.moreh_cumsum
#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @moreh_cumsum(%input: tensor<2x4xf32, #layout>, %output: tensor<2x4xf32, #layout>) -> tensor<2x4xf32, #layout> {
  %result = "ttnn.moreh_cumsum"(%input, %output) <{dim = 1 : i64}> : (tensor<2x4xf32, #layout>, tensor<2x4xf32, #layout>) -> tensor<2x4xf32, #layout>
  return %result : tensor<2x4xf32, #layout>
}
