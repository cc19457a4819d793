// RUN: ttopt %s | filecheck %s
// RUN: ttopt %s | ttopt | filecheck %s
// RUN: ttopt %s --mlir-print-local-scope | filecheck %s --check-prefix=LOCAL

// Nested parameters are printed without `#dialect.mnemonic`, or by their alias; types and maps in full.
// CHECK-DAG: #device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s0), meshShape = 1x1, chipIds = [0]>
// CHECK-DAG: #l1_ = #tt.memory_space<l1>
// CHECK-DAG: #l1_1 = #ttnn.buffer_type<l1>
// CHECK-DAG: #parallel = #tt.iterator_type<parallel>
// CHECK-DAG: #layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #l1_>>
// CHECK-DAG: #ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, bf16>, #l1_1>, <interleaved>>
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s0), meshShape = 1x1, chipIds = [0]>
#memory = #tt.memory_space<l1>

// CHECK: module attributes {tt.device = #device}
module attributes {tt.device = #device} {
  // CHECK: func.func private @device(!tt.device<#device>) -> !tt.tile<32x32, bfp_bf8>
  // LOCAL: func.func private @device(!tt.device<<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map
  func.func private @device(!tt.device<#device>) -> !tt.tile<32x32, bfp_bf8>
  // CHECK: func.func private @layouts(tensor<64x128xf32, #layout>) -> tensor<64x128xbf16, #ttnn_layout>
  // LOCAL: tensor<64x128xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #tt.memory_space<l1>>>>
  func.func private @layouts(tensor<64x128xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #memory>>>) -> tensor<64x128xbf16, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, bf16>, #ttnn.buffer_type<l1>>, <interleaved>>>
  // CHECK: attributes {config = #ttnn.memory_config<#l1_1, <<64x128>>, <width_sharded>>, iterators = [#parallel], sizes = [#tt<core_coord 0x1>, #tt<tile_size 32x32>], space = #l1_}
  func.func private @values() attributes {
    config = #ttnn.memory_config<<l1>, <<64x128>>, <width_sharded>>,
    iterators = [#tt.iterator_type<parallel>],
    sizes = [#tt<core_coord 0x1>, #tt<tile_size 32x32>],
    space = #memory
  }
}
