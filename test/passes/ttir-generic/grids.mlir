// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttir-generic %s | filecheck %s

#l1_ = #tt.memory_space<l1>
#one = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x64xf32, #l1_>>
#two = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<32x64xf32, #l1_>>
#far = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x64xf32, #tt.memory_space<dram>>>

// Inputs come to where the result lies; the one that is there stays.
// CHECK: func.func @add
// CHECK: %1 = tensor.empty() : tensor<64x64xf32, #[[TWO:.*]]>
// CHECK-NEXT: %[[MOVED:.*]] = "ttir.to_layout"(%arg0, %1)
// CHECK-NEXT: "ttir.generic"(%[[MOVED]], %arg1, %{{.*}}) <{grid = #tt.grid<2x1>
func.func @add(%arg0: tensor<64x64xf32, #one>, %arg1: tensor<64x64xf32, #two>) -> tensor<64x64xf32, #two> {
  %0 = tensor.empty() : tensor<64x64xf32, #two>
  %1 = "ttir.add"(%arg0, %arg1, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x64xf32, #one>, tensor<64x64xf32, #two>, tensor<64x64xf32, #two>) -> tensor<64x64xf32, #two>
  return %1 : tensor<64x64xf32, #two>
}

// Inputs that lie on one other grid are streamed from there.
// CHECK: func.func @unary
// CHECK-NOT: to_layout
// CHECK: return
func.func @unary(%arg0: tensor<64x64xf32, #far>) -> tensor<64x64xf32, #two> {
  %0 = tensor.empty() : tensor<64x64xf32, #two>
  %1 = "ttir.exp"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x64xf32, #far>, tensor<64x64xf32, #two>) -> tensor<64x64xf32, #two>
  return %1 : tensor<64x64xf32, #two>
}
