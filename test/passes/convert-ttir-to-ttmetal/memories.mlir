// RUN: ttopt --ttir-to-ttmetal-backend-pipeline %s | filecheck %s

#l1_ = #tt.memory_space<l1>
#far = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x64xf32, #tt.memory_space<dram>>>
#two = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<32x64xf32, #l1_>>
#one = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x64xf32, #l1_>>

// An argument in DRAM is read into L1, tilized there; the result goes the way back.
// CHECK: func.func @dram(%arg0: tensor<64x64xf32, #[[FAR:.*]]>) -> tensor<64x64xf32, #[[FAR]]>
// CHECK: "ttmetal.enqueue_program"(%arg0, %[[ROWS:.*]]) <{{.*}}kernelConfigs = [#ttkernel.noc_config<noc0>]
// CHECK: "ttkernel.noc_async_read"
// CHECK: "ttkernel.tilize_block"
// CHECK: "ttkernel.exp_tile"
// CHECK: "ttkernel.untilize_block"
// CHECK: %[[RESULT:.*]] = "ttmetal.enqueue_program"
// CHECK: "ttkernel.noc_async_write"
// CHECK: return %[[RESULT]] : tensor<64x64xf32, #[[FAR]]>
func.func @dram(%arg0: tensor<64x64xf32, #far>) -> tensor<64x64xf32, #far> {
  %0 = tensor.empty() : tensor<64x64xf32, #far>
  %1 = "ttir.exp"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x64xf32, #far>, tensor<64x64xf32, #far>) -> tensor<64x64xf32, #far>
  return %1 : tensor<64x64xf32, #far>
}

// From DRAM to DRAM through L1.
// CHECK: func.func @within_dram
// CHECK: "ttkernel.noc_async_read"
// CHECK: "ttkernel.noc_async_write"
#split = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<32x64xf32, #tt.memory_space<dram>>>
func.func @within_dram(%arg0: tensor<64x64xf32, #far>) -> tensor<64x64xf32, #split> {
  %0 = tensor.empty() : tensor<64x64xf32, #split>
  %1 = "ttir.to_layout"(%arg0, %0) : (tensor<64x64xf32, #far>, tensor<64x64xf32, #split>) -> tensor<64x64xf32, #split>
  return %1 : tensor<64x64xf32, #split>
}

// Operands on two grids: one is read to where the result lies.
// CHECK: func.func @two_grids
// CHECK: "ttmetal.enqueue_program"(%arg0, %{{.*}}) <{core_ranges = [#ttmetal.core_range<0x0, 1x1>, #ttmetal.core_range<1x0, 1x1>], kernelConfigs = [#ttkernel.noc_config<noc0>, #ttkernel.noc_config<noc0>]
// CHECK: core_ranges = [#ttmetal.core_range<0x0, 2x1>, #ttmetal.core_range<0x0, 2x1>]
// CHECK: "ttkernel.add_tiles"
func.func @two_grids(%arg0: tensor<64x64xf32, #one>, %arg1: tensor<64x64xf32, #two>) -> tensor<64x64xf32, #two> {
  %0 = tensor.empty() : tensor<64x64xf32, #two>
  %1 = "ttir.add"(%arg0, %arg1, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x64xf32, #one>, tensor<64x64xf32, #two>, tensor<64x64xf32, #two>) -> tensor<64x64xf32, #two>
  return %1 : tensor<64x64xf32, #two>
}

// Format and grid at once.
// CHECK: func.func @compound
// CHECK: "ttkernel.tilize_block"
// CHECK: "ttkernel.noc_async_read"
#tiles = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x2>, memref<1x1x!tt.tile<32x32, f32>, #l1_>>
func.func @compound(%arg0: tensor<64x64xf32, #one>) -> tensor<64x64xf32, #tiles> {
  %0 = tensor.empty() : tensor<64x64xf32, #tiles>
  %1 = "ttir.to_layout"(%arg0, %0) : (tensor<64x64xf32, #one>, tensor<64x64xf32, #tiles>) -> tensor<64x64xf32, #tiles>
  return %1 : tensor<64x64xf32, #tiles>
}

// A function that returns its argument needs no program.
// CHECK: func.func @argument(%arg0: tensor<64x128xf32, #[[ARG:.*]]>) -> tensor<64x128xf32, #[[ARG]]>
// CHECK-NEXT: return %arg0
func.func @argument(%arg0: tensor<64x128xf32>) -> tensor<64x128xf32> {
  return %arg0 : tensor<64x128xf32>
}
