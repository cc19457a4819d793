// RUN: ttopt --ttir-split-compound-layout %s | filecheck %s

#l1_ = #tt.memory_space<l1>
#dram = #tt.memory_space<dram>
#system = #tt.memory_space<system>
#host = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #system>>
#rows = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #l1_>>
#rows2x2 = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x2>, memref<32x64xf32, #l1_>>
#tiles = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<2x4x!tt.tile<32x32, f32>, #l1_>>
#tiles_bf16 = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<2x4x!tt.tile<32x32, bf16>, #l1_>>
#tiles2x2 = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x2>, memref<1x2x!tt.tile<32x32, f32>, #l1_>>
#tiles2x2_bf16 = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x2>, memref<1x2x!tt.tile<32x32, bf16>, #l1_>>
#sharded2x2 = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x2>, memref<32x64xf32, #l1_>, block_sharded>
#tiles_dram = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>>
#turned = #tt.metal_layout<(d0, d1) -> (d1, d0), undef, <1x1>, memref<4x2x!tt.tile<32x32, bf16>, #l1_>>

// One change is left alone.
// CHECK-LABEL: func.func @single
// CHECK-SAME: (%arg0: tensor<64x128xf32, #[[HOST:.*]]>) -> tensor<64x128xf32, #[[ROWS:.*]]> {
// CHECK-NEXT: %[[E:.*]] = tensor.empty
// CHECK-NEXT: %[[R:.*]] = "ttir.to_layout"(%arg0, %[[E]])
// CHECK-NEXT: return %[[R]]
func.func @single(%arg0: tensor<64x128xf32, #host>) -> tensor<64x128xf32, #rows> {
  %0 = tensor.empty() : tensor<64x128xf32, #rows>
  %1 = "ttir.to_layout"(%arg0, %0) : (tensor<64x128xf32, #host>, tensor<64x128xf32, #rows>) -> tensor<64x128xf32, #rows>
  return %1 : tensor<64x128xf32, #rows>
}

// Read into L1, tilize there, write to DRAM.
// CHECK-LABEL: func.func @host_to_dram_tiles
// CHECK-SAME: -> tensor<64x128xf32, #[[TILES_DRAM:.*]]> {
// CHECK-NEXT: %[[E0:.*]] = tensor.empty() : tensor<64x128xf32, #[[TILES_DRAM]]>
// CHECK-NEXT: %[[E1:.*]] = tensor.empty() : tensor<64x128xf32, #[[ROWS]]>
// CHECK-NEXT: %[[R1:.*]] = "ttir.to_layout"(%arg0, %[[E1]])
// CHECK-NEXT: %[[E2:.*]] = tensor.empty() : tensor<64x128xf32, #[[TILES:.*]]>
// CHECK-NEXT: %[[R2:.*]] = "ttir.to_layout"(%[[R1]], %[[E2]])
// CHECK-NEXT: %[[R3:.*]] = "ttir.to_layout"(%[[R2]], %[[E0]])
// CHECK-NEXT: return %[[R3]]
func.func @host_to_dram_tiles(%arg0: tensor<64x128xf32, #host>) -> tensor<64x128xf32, #tiles_dram> {
  %0 = tensor.empty() : tensor<64x128xf32, #tiles_dram>
  %1 = "ttir.to_layout"(%arg0, %0) : (tensor<64x128xf32, #host>, tensor<64x128xf32, #tiles_dram>) -> tensor<64x128xf32, #tiles_dram>
  return %1 : tensor<64x128xf32, #tiles_dram>
}

// Between grids, tiles are moved: tilize before, untilize after.
// CHECK-LABEL: func.func @tilize_then_reshard
// CHECK: "ttir.to_layout"(%arg0, {{.*}}) : (tensor<64x128xf32, #[[ROWS]]>, tensor<64x128xf32, #[[TILES]]>)
// CHECK-NEXT: "ttir.to_layout"({{.*}}) : (tensor<64x128xf32, #[[TILES]]>, tensor<64x128xf32, #[[TILES2X2:.*]]>)
func.func @tilize_then_reshard(%arg0: tensor<64x128xf32, #rows>) -> tensor<64x128xf32, #tiles2x2> {
  %0 = tensor.empty() : tensor<64x128xf32, #tiles2x2>
  %1 = "ttir.to_layout"(%arg0, %0) : (tensor<64x128xf32, #rows>, tensor<64x128xf32, #tiles2x2>) -> tensor<64x128xf32, #tiles2x2>
  return %1 : tensor<64x128xf32, #tiles2x2>
}

// CHECK-LABEL: func.func @reshard_then_untilize
// CHECK: "ttir.to_layout"(%arg0, {{.*}}) : (tensor<64x128xf32, #[[TILES]]>, tensor<64x128xf32, #[[TILES2X2]]>)
// CHECK-NEXT: "ttir.to_layout"({{.*}}) : (tensor<64x128xf32, #[[TILES2X2]]>, tensor<64x128xf32, #{{.*}}>)
func.func @reshard_then_untilize(%arg0: tensor<64x128xf32, #tiles>) -> tensor<64x128xf32, #rows2x2> {
  %0 = tensor.empty() : tensor<64x128xf32, #rows2x2>
  %1 = "ttir.to_layout"(%arg0, %0) : (tensor<64x128xf32, #tiles>, tensor<64x128xf32, #rows2x2>) -> tensor<64x128xf32, #rows2x2>
  return %1 : tensor<64x128xf32, #rows2x2>
}

// The format of tiles, then the grid. The tensor on the way has the element type of the input.
// CHECK-LABEL: func.func @format_then_grid
// CHECK: "ttir.to_layout"(%arg0, {{.*}}) : (tensor<64x128xf32, #[[TILES]]>, tensor<64x128xf32, #{{.*}}>)
// CHECK-NEXT: "ttir.to_layout"({{.*}} -> tensor<64x128xbf16, #{{.*}}>
// CHECK-NEXT: return
func.func @format_then_grid(%arg0: tensor<64x128xf32, #tiles>) -> tensor<64x128xbf16, #tiles2x2_bf16> {
  %0 = tensor.empty() : tensor<64x128xbf16, #tiles2x2_bf16>
  %1 = "ttir.to_layout"(%arg0, %0) : (tensor<64x128xf32, #tiles>, tensor<64x128xbf16, #tiles2x2_bf16>) -> tensor<64x128xbf16, #tiles2x2_bf16>
  return %1 : tensor<64x128xbf16, #tiles2x2_bf16>
}

// CHECK-LABEL: func.func @grid_and_memory_layout
// CHECK: "ttir.to_layout"(%arg0, {{.*}}) : (tensor<64x128xf32, #[[ROWS]]>, tensor<64x128xf32, #[[MIDDLE:.*]]>)
// CHECK-NEXT: "ttir.to_layout"({{.*}}) : (tensor<64x128xf32, #[[MIDDLE]]>,
func.func @grid_and_memory_layout(%arg0: tensor<64x128xf32, #rows>) -> tensor<64x128xf32, #sharded2x2> {
  %0 = tensor.empty() : tensor<64x128xf32, #sharded2x2>
  %1 = "ttir.to_layout"(%arg0, %0) : (tensor<64x128xf32, #rows>, tensor<64x128xf32, #sharded2x2>) -> tensor<64x128xf32, #sharded2x2>
  return %1 : tensor<64x128xf32, #sharded2x2>
}
