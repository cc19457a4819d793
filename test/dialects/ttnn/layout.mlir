// RUN: ttopt %s | filecheck %s

// Shards of tiles are whole tiles, however few.
// CHECK: "ttnn.to_memory_config"(%arg0) <{memory_config = #ttnn.memory_config<#l1_, <<1x1>>, <block_sharded>>}>
func.func @tiles(%arg0: tensor<64x64xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!tt.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>) {
  %r = "ttnn.to_memory_config"(%arg0) <{memory_config = #ttnn.memory_config<#ttnn.buffer_type<l1>, <<1x1>>, <block_sharded>>}> : (tensor<64x64xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!tt.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>) -> tensor<64x64xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x2>, memref<1x1x!tt.tile<32x32, f32>, #ttnn.buffer_type<l1>>, <block_sharded>>>
  return
}
