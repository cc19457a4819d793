// RUN: not ttopt --ttir-split-compound-layout --split-input-file %s 2>&1 | filecheck %s

#rows = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x64xf32, #tt.memory_space<l1>>>
#turned2x2 = #tt.metal_layout<(d0, d1) -> (d1, d0), undef, <2x2>, memref<32x32xf32, #tt.memory_space<l1>>>
// CHECK: error: 'ttir.to_layout' op Changing layout and grid at the same time is currently not supported
func.func @layout_and_grid(%arg0: tensor<64x64xf32, #rows>, %0: tensor<64x64xf32, #turned2x2>) -> tensor<64x64xf32, #turned2x2> {
  %1 = "ttir.to_layout"(%arg0, %0) : (tensor<64x64xf32, #rows>, tensor<64x64xf32, #turned2x2>) -> tensor<64x64xf32, #turned2x2>
  return %1 : tensor<64x64xf32, #turned2x2>
}

// -----

// Tiles would go to scalars and back to tiles, again and again.
#tiles = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<2x2x!tt.tile<32x32, f32>, #tt.memory_space<l1>>>
#turned2x2 = #tt.metal_layout<(d0, d1) -> (d1, d0), undef, <2x2>, memref<1x1x!tt.tile<32x32, f32>, #tt.memory_space<l1>>>
// CHECK: error: 'ttir.to_layout' op Unsupported compound layout change
func.func @tiles_layout_and_grid(%arg0: tensor<64x64xf32, #tiles>, %0: tensor<64x64xf32, #turned2x2>) -> tensor<64x64xf32, #turned2x2> {
  %1 = "ttir.to_layout"(%arg0, %0) : (tensor<64x64xf32, #tiles>, tensor<64x64xf32, #turned2x2>) -> tensor<64x64xf32, #turned2x2>
  return %1 : tensor<64x64xf32, #turned2x2>
}

// -----

#rows = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x64xf32, #tt.memory_space<l1>>>
#turned_bf16 = #tt.metal_layout<(d0, d1) -> (d1, d0), undef, <1x1>, memref<64x64xbf16, #tt.memory_space<l1>>>
// CHECK: error: 'ttir.to_layout' op Unsupported compound layout change
func.func @layout_and_format(%arg0: tensor<64x64xf32, #rows>, %0: tensor<64x64xbf16, #turned_bf16>) -> tensor<64x64xbf16, #turned_bf16> {
  %1 = "ttir.to_layout"(%arg0, %0) : (tensor<64x64xf32, #rows>, tensor<64x64xbf16, #turned_bf16>) -> tensor<64x64xbf16, #turned_bf16>
  return %1 : tensor<64x64xbf16, #turned_bf16>
}

// -----

// CHECK: error: 'ttir.to_layout' op requires a tensor with a metal layout, but got 'tensor<64x64xf32>'
func.func @no_layout(%arg0: tensor<64x64xf32>, %0: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %1 = "ttir.to_layout"(%arg0, %0) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
