// As the compiler of 5 October 2026 lowers this module: the padding that max_pool2d cannot express becomes a pad with 0.
#dram = #ttnn.buffer_type<dram>
#tile = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
#image = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 8 + d1 * 4 + d2, d3), <1x1>, memref<8x1xf32, #dram>, <interleaved>>
#padded = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 14 + d1 * 7 + d2, d3), <1x1>, memref<14x1xf32, #dram>, <interleaved>>
#flat = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 14 + d1 * 14 + d2, d3), <1x1>, memref<14x1xf32, #dram>, <interleaved>>
#pooled = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 8 + d1 * 8 + d2, d3), <1x1>, memref<8x1xf32, #dram>, <interleaved>>
module @cummax {
  func.func public @main(%x: tensor<2x4xf32, #tile>) -> tensor<2x4xf32, #tile> {
    %0 = "ttnn.reshape"(%x) <{shape = [1 : i32, 2 : i32, 4 : i32, 1 : i32]}> : (tensor<2x4xf32, #tile>) -> tensor<1x2x4x1xf32, #image> loc("model.py":3:9)
    %1 = "ttnn.pad"(%0) <{padding = array<i32: 0, 0, 0, 0, 3, 0, 0, 0>, use_multicore = true, value = 0.000000e+00 : f32}> : (tensor<1x2x4x1xf32, #image>) -> tensor<1x2x7x1xf32, #padded> loc("model.py":3:9)
    %2 = "ttnn.reshape"(%1) <{shape = [1 : i32, 1 : i32, 14 : i32, 1 : i32]}> : (tensor<1x2x7x1xf32, #padded>) -> tensor<1x1x14x1xf32, #flat> loc("model.py":3:9)
    %3 = "ttnn.max_pool2d"(%2) <{batch_size = 1 : si32, ceil_mode = false, channels = 1 : si32, config_tensors_in_dram = true, dilation = array<i32: 1, 1>, input_height = 2 : si32, input_width = 7 : si32, kernel_size = array<i32: 1, 4>, padding = array<i32: 0, 0>, reallocate_halo_output = false, stride = array<i32: 1, 1>}> : (tensor<1x1x14x1xf32, #flat>) -> tensor<1x1x8x1xf32, #pooled> loc("model.py":3:9)
    %4 = "ttnn.reshape"(%3) <{shape = [2 : i32, 4 : i32]}> : (tensor<1x1x8x1xf32, #pooled>) -> tensor<2x4xf32, #tile> loc("model.py":3:9)
    return %4 : tensor<2x4xf32, #tile>
  }
}
