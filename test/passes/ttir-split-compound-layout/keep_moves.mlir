// RUN: ttopt --ttir-split-compound-layout=keep-moves=true %s | filecheck %s
// RUN: ttopt --ttir-split-compound-layout %s | filecheck %s --check-prefix=ALL

#far = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x64xf32, #tt.memory_space<dram>>>
#two = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<32x64xf32, #tt.memory_space<l1>>>
#tiles = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<1x2x!tt.tile<32x32, f32>, #tt.memory_space<l1>>>
#split = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<32x64xf32, #tt.memory_space<dram>>>

// Grid and memory change together in one program.
// CHECK: func.func @move
// CHECK-COUNT-1: to_layout
// CHECK-NOT: to_layout
// CHECK: func.func @tiles
// ALL: func.func @move
// ALL-COUNT-2: to_layout
// ALL: func.func @tiles
func.func @move(%arg0: tensor<64x64xf32, #far>) -> tensor<64x64xf32, #two> {
  %0 = tensor.empty() : tensor<64x64xf32, #two>
  %1 = "ttir.to_layout"(%arg0, %0) : (tensor<64x64xf32, #far>, tensor<64x64xf32, #two>) -> tensor<64x64xf32, #two>
  return %1 : tensor<64x64xf32, #two>
}

// The format does not.
// CHECK-COUNT-3: to_layout
// CHECK: func.func @dram
func.func @tiles(%arg0: tensor<64x64xf32, #far>) -> tensor<64x64xf32, #tiles> {
  %0 = tensor.empty() : tensor<64x64xf32, #tiles>
  %1 = "ttir.to_layout"(%arg0, %0) : (tensor<64x64xf32, #far>, tensor<64x64xf32, #tiles>) -> tensor<64x64xf32, #tiles>
  return %1 : tensor<64x64xf32, #tiles>
}

// From DRAM to DRAM two programs are needed, through L1.
// CHECK: "ttir.to_layout"(%arg0, %{{.*}}) : (tensor<64x64xf32, #{{.*}}>, tensor<64x64xf32, #[[NEAR:.*]]>) -> tensor<64x64xf32, #[[NEAR]]>
// CHECK: "ttir.to_layout"
func.func @dram(%arg0: tensor<64x64xf32, #far>) -> tensor<64x64xf32, #split> {
  %0 = tensor.empty() : tensor<64x64xf32, #split>
  %1 = "ttir.to_layout"(%arg0, %0) : (tensor<64x64xf32, #far>, tensor<64x64xf32, #split>) -> tensor<64x64xf32, #split>
  return %1 : tensor<64x64xf32, #split>
}
