// RUN: ttopt --ttir-to-ttmetal-backend-pipeline --split-input-file %s | filecheck %s

// 4 MB do not fit on a core: 8x8 cores hold 128x128 numbers each.
// CHECK: #[[ROWS:.*]] = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <8x8>, memref<128x128xf32, #l1_>>
// CHECK: func.func @large(%arg0: tensor<1024x1024xf32, #[[ROWS]]>) -> tensor<1024x1024xf32, #[[ROWS]]>
// CHECK: core_ranges = [#ttmetal.core_range<0x0, 8x8>]
// CHECK: memref<4x4x!tt.tile<32x32, f32>, #l1_>
func.func @large(%arg0: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  %0 = tensor.empty() : tensor<1024x1024xf32>
  %1 = "ttir.exp"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  return %1 : tensor<1024x1024xf32>
}

// -----

// 999 rows are 32 tiles, of which the last is padded: each core has four rows of tiles. 5 columns of tiles go on 5 cores.
// CHECK: #[[ROWS:.*]] = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <8x5>, memref<128x32xf32, #l1_>>
// CHECK: func.func @uneven(%arg0: tensor<999x150xf32, #[[ROWS]]>
func.func @uneven(%arg0: tensor<999x150xf32>, %arg1: tensor<999x150xf32>) -> tensor<999x150xf32> {
  %0 = tensor.empty() : tensor<999x150xf32>
  %1 = "ttir.add"(%arg0, %arg1, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<999x150xf32>, tensor<999x150xf32>, tensor<999x150xf32>) -> tensor<999x150xf32>
  return %1 : tensor<999x150xf32>
}

// -----

// The sums of rows are gathered in the first column of cores, tile by tile: a core has no room for all of them.
// CHECK: func.func @sum
// CHECK: core_ranges = [#ttmetal.core_range<0x0, 8x1>, #ttmetal.core_range<0x0, 8x1>, #ttmetal.core_range<0x0, 1x1>, #ttmetal.core_range<1x0, 1x1>,
// CHECK: !ttkernel.cb<cb_in0, {{[0-9]+}}, memref<1x8x!tt.tile<32x32, f32>, #l1_>
// CHECK: "ttkernel.reduce_init"
func.func @sum(%arg0: tensor<1024x512xf32>) -> tensor<1024x1xf32> {
  %0 = tensor.empty() : tensor<1024x1xf32>
  %1 = "ttir.sum"(%arg0, %0) <{dim_arg = [-1 : i32], keep_dim = true}> : (tensor<1024x512xf32>, tensor<1024x1xf32>) -> tensor<1024x1xf32>
  return %1 : tensor<1024x1xf32>
}

// -----

// Five times 256 KB and a little more fit: all stays on one core.
// CHECK: func.func @small
// CHECK-NOT: core_range<0x0, 8x8>
// CHECK: return
func.func @small(%arg0: tensor<256x256xf32>, %arg1: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %0 = tensor.empty() : tensor<256x256xf32>
  %1 = "ttir.exp"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  return %1 : tensor<256x256xf32>
}
