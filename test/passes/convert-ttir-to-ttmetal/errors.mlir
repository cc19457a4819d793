// RUN: not ttopt --ttir-load-system-desc --ttir-implicit-device --ttir-allocate --convert-ttir-to-ttmetal --split-input-file %s 2>&1 | filecheck %s

#l1_ = #tt.memory_space<l1>
#rows = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x64xf32, #l1_>>
#tiles = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<1x2x!tt.tile<32x32, f32>, #l1_>>
// CHECK: :10:8: error: failed to legalize operation 'ttir.to_layout'
// CHECK: note: Only one change is allowed
func.func @compound(%arg0: tensor<64x64xf32, #rows>) -> tensor<64x64xf32, #tiles> {
  %0 = tensor.empty() : tensor<64x64xf32, #tiles>
  %1 = "ttir.to_layout"(%arg0, %0) : (tensor<64x64xf32, #rows>, tensor<64x64xf32, #tiles>) -> tensor<64x64xf32, #tiles>
  return %1 : tensor<64x64xf32, #tiles>
}

// -----

#rows = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<33x40xf32, #tt.memory_space<l1>>>
#tiles = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<2x2x!tt.tile<32x32, f32>, #tt.memory_space<l1>>>
// CHECK: error: failed to legalize operation 'ttir.to_layout'
// CHECK: note: the shards change with the grid, and only with it: rows and columns that do not fill tiles are not supported
func.func @padding(%arg0: tensor<33x40xf32, #rows>) -> tensor<33x40xf32, #tiles> {
  %0 = tensor.empty() : tensor<33x40xf32, #tiles>
  %1 = "ttir.to_layout"(%arg0, %0) : (tensor<33x40xf32, #rows>, tensor<33x40xf32, #tiles>) -> tensor<33x40xf32, #tiles>
  return %1 : tensor<33x40xf32, #tiles>
}

// -----

#dram = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x64xf32, #tt.memory_space<dram>>>
#two = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<32x64xf32, #tt.memory_space<dram>>>
// CHECK: error: failed to legalize operation 'ttir.to_layout'
// CHECK: note: DRAM <-> DRAM is not supported yet
func.func @dram_to_dram(%arg0: tensor<64x64xf32, #dram>) -> tensor<64x64xf32, #two> {
  %0 = tensor.empty() : tensor<64x64xf32, #two>
  %1 = "ttir.to_layout"(%arg0, %0) : (tensor<64x64xf32, #dram>, tensor<64x64xf32, #two>) -> tensor<64x64xf32, #two>
  return %1 : tensor<64x64xf32, #two>
}

// -----

#dram = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <4x1>, memref<192x512xf32, #tt.memory_space<dram>>>
#near = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <4x1>, memref<192x512xf32, #tt.memory_space<l1>>>
// CHECK: error: failed to legalize operation 'ttir.to_layout'
// CHECK: note: elements in DRAM would overlap each other: they reach to 2457600 of 98304
func.func @overlap(%arg0: tensor<768x512xf32, #near>) -> tensor<768x512xf32, #dram> {
  %0 = tensor.empty() : tensor<768x512xf32, #dram>
  %1 = "ttir.to_layout"(%arg0, %0) : (tensor<768x512xf32, #near>, tensor<768x512xf32, #dram>) -> tensor<768x512xf32, #dram>
  return %1 : tensor<768x512xf32, #dram>
}

// -----

#one = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x16xbf16, #tt.memory_space<l1>>>
#two = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x2>, memref<8x8xbf16, #tt.memory_space<l1>>>
// CHECK: error: failed to legalize operation 'ttir.to_layout'
// CHECK: note: 16 bytes from address 1024 to 1280 are not aligned to 32 bytes
func.func @alignment(%arg0: tensor<8x16xbf16, #one>) -> tensor<8x16xbf16, #two> {
  %0 = tensor.empty() : tensor<8x16xbf16, #two>
  %1 = "ttir.to_layout"(%arg0, %0) : (tensor<8x16xbf16, #one>, tensor<8x16xbf16, #two>) -> tensor<8x16xbf16, #two>
  return %1 : tensor<8x16xbf16, #two>
}

// -----

#one = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<72x64xf32, #tt.memory_space<l1>>>
#nine = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <9x1>, memref<8x64xf32, #tt.memory_space<l1>>>
// CHECK: error: failed to legalize operation 'ttir.to_layout'
// CHECK: note: the chip has no core 8x0
func.func @too_many_cores(%arg0: tensor<72x64xf32, #one>) -> tensor<72x64xf32, #nine> {
  %0 = tensor.empty() : tensor<72x64xf32, #nine>
  %1 = "ttir.to_layout"(%arg0, %0) : (tensor<72x64xf32, #one>, tensor<72x64xf32, #nine>) -> tensor<72x64xf32, #nine>
  return %1 : tensor<72x64xf32, #nine>
}

// -----

#nine = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <9x9>, memref<32x32xf32, #tt.memory_space<l1>>>
#tiles = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <9x9>, memref<1x1x!tt.tile<32x32, f32>, #tt.memory_space<l1>>>
// CHECK: error: failed to legalize operation 'ttir.to_layout'
// CHECK: note: a grid of 9x9 cores does not fit on the device's 8x8
func.func @too_large_a_grid(%arg0: tensor<288x288xf32, #nine>) -> tensor<288x288xf32, #tiles> {
  %0 = tensor.empty() : tensor<288x288xf32, #tiles>
  %1 = "ttir.to_layout"(%arg0, %0) : (tensor<288x288xf32, #nine>, tensor<288x288xf32, #tiles>) -> tensor<288x288xf32, #tiles>
  return %1 : tensor<288x288xf32, #tiles>
}

// -----

#f32 = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<1x1x!tt.tile<32x32, f32>, #tt.memory_space<l1>>>
#bf16 = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<1x1x!tt.tile<32x32, bf16>, #tt.memory_space<l1>>>
// CHECK: error: failed to legalize operation 'ttir.to_layout'
// CHECK: note: only conversions between tiles and rows are supported
func.func @type(%arg0: tensor<32x32xf32, #f32>) -> tensor<32x32xf32, #bf16> {
  %0 = tensor.empty() : tensor<32x32xf32, #bf16>
  %1 = "ttir.to_layout"(%arg0, %0) : (tensor<32x32xf32, #f32>, tensor<32x32xf32, #bf16>) -> tensor<32x32xf32, #bf16>
  return %1 : tensor<32x32xf32, #bf16>
}

// -----

#one = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<32x32xf32, #tt.memory_space<l1>>>
// CHECK: error: failed to legalize operation 'ttir.to_layout'
// CHECK: note: the layout does not change
func.func @nothing(%arg0: tensor<32x32xf32, #one>) -> tensor<32x32xf32, #one> {
  %0 = tensor.empty() : tensor<32x32xf32, #one>
  %1 = "ttir.to_layout"(%arg0, %0) : (tensor<32x32xf32, #one>, tensor<32x32xf32, #one>) -> tensor<32x32xf32, #one>
  return %1 : tensor<32x32xf32, #one>
}

// -----

#one = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<32x32xf32, #tt.memory_space<l1>>>
// What nothing lowers is an error.
// CHECK: error: failed to legalize operation 'ttir.neg'
func.func @op(%arg0: tensor<32x32xf32, #one>) -> tensor<32x32xf32, #one> {
  %0 = tensor.empty() : tensor<32x32xf32, #one>
  %1 = "ttir.neg"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xf32, #one>, tensor<32x32xf32, #one>) -> tensor<32x32xf32, #one>
  return %1 : tensor<32x32xf32, #one>
}
