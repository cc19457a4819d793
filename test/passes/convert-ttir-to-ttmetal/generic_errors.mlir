// RUN: not ttopt --ttir-to-ttmetal-backend-pipeline --split-input-file %s 2>&1 | filecheck %s

// CHECK: :7:8: error: failed to legalize operation 'ttir.sum'
// CHECK: note: the result must keep the reduced dimensions (keep_dim), with size 1
func.func @outer(%arg0: tensor<2x64x64xf32>) -> tensor<2x64x64xf32> {
  %0 = tensor.empty() : tensor<2x64x64xf32>
  %1 = "ttir.sum"(%arg0, %0) <{dim_arg = [0 : i32], keep_dim = true}> : (tensor<2x64x64xf32>, tensor<2x64x64xf32>) -> tensor<2x64x64xf32>
  return %1 : tensor<2x64x64xf32>
}

// -----

// CHECK: :7:8: error: failed to legalize operation 'ttir.mean'
// CHECK: note: no kernel computes 'ttir.mean' of elements of type 'u32'
func.func @integers(%arg0: tensor<64x40xui32>) -> tensor<64x1xui32> {
  %0 = tensor.empty() : tensor<64x1xui32>
  %1 = "ttir.mean"(%arg0, %0) <{dim_arg = [-1 : i32], keep_dim = true}> : (tensor<64x40xui32>, tensor<64x1xui32>) -> tensor<64x1xui32>
  return %1 : tensor<64x1xui32>
}

// -----

// CHECK: :7:8: error: failed to legalize operation 'ttir.sum'
// CHECK: note: a reduction of integers cannot change their type
func.func @other_type(%arg0: tensor<64x40xui32>) -> tensor<64x1xui16> {
  %0 = tensor.empty() : tensor<64x1xui16>
  %1 = "ttir.sum"(%arg0, %0) <{dim_arg = [-1 : i32], keep_dim = true}> : (tensor<64x40xui32>, tensor<64x1xui16>) -> tensor<64x1xui16>
  return %1 : tensor<64x1xui16>
}

// -----

#two = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x64xui32, #tt.memory_space<l1>>>
#one = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x32xui32, #tt.memory_space<l1>>>
// CHECK: :9:8: error: failed to legalize operation 'ttir.sum'
// CHECK: note: elements of type 'u32' can be reduced only along dimensions before the last two
func.func @with_layout(%arg0: tensor<40x40xui32, #two>) -> tensor<40x1xui32, #one> {
  %0 = tensor.empty() : tensor<40x1xui32, #one>
  %1 = "ttir.sum"(%arg0, %0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<40x40xui32, #two>, tensor<40x1xui32, #one>) -> tensor<40x1xui32, #one>
  return %1 : tensor<40x1xui32, #one>
}

// -----

#two = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x64xf32, #tt.memory_space<l1>>>
#one = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<32x32xf32, #tt.memory_space<l1>>>
// CHECK: error: failed to legalize operation 'ttir.sum'
// CHECK: note: only one dimension is reduced (see --ttir-split-reductions)
func.func @both(%arg0: tensor<40x40xf32, #two>) -> tensor<1x1xf32, #one> {
  %0 = tensor.empty() : tensor<1x1xf32, #one>
  %1 = "ttir.sum"(%arg0, %0) <{dim_arg = [0 : i32, 1 : i32], keep_dim = true}> : (tensor<40x40xf32, #two>, tensor<1x1xf32, #one>) -> tensor<1x1xf32, #one>
  return %1 : tensor<1x1xf32, #one>
}

// -----

#two = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<48x64xf32, #tt.memory_space<l1>>>
#one = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<3x2x!tt.tile<32x32, f32>, #tt.memory_space<l1>>>
#tiles = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<2x2x!tt.tile<32x32, f32>, #tt.memory_space<l1>>>
// CHECK: error: failed to legalize operation 'ttir.generic'
// CHECK: note: the tiles of a streamed operand do not fill the shards of all cores
func.func @uneven(%arg0: tensor<96x64xf32, #one>) -> tensor<96x64xf32, #two> {
  %0 = tensor.empty() : tensor<96x64xf32, #tiles>
  %1 = "ttir.exp"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<96x64xf32, #one>, tensor<96x64xf32, #tiles>) -> tensor<96x64xf32, #tiles>
  %2 = tensor.empty() : tensor<96x64xf32, #two>
  %3 = "ttir.to_layout"(%1, %2) : (tensor<96x64xf32, #tiles>, tensor<96x64xf32, #two>) -> tensor<96x64xf32, #two>
  return %3 : tensor<96x64xf32, #two>
}

// -----

// 256 MB do not fit on the grid either.
// CHECK: error: 'func.func' op Out of memory
func.func @too_large(%arg0: tensor<8192x8192xf32>) -> tensor<8192x8192xf32> {
  %0 = tensor.empty() : tensor<8192x8192xf32>
  %1 = "ttir.exp"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<8192x8192xf32>, tensor<8192x8192xf32>) -> tensor<8192x8192xf32>
  return %1 : tensor<8192x8192xf32>
}
