// RUN: ttopt --ttir-to-ttmetal-backend-pipeline %s | filecheck %s

// Shards of functions without layouts fill tiles; addresses leave room for all of them (16384 bytes), sizes end with the last element.
// CHECK-DAG: #[[ROWS:.*]] = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x64xf32, #l1_>>
// CHECK: func.func @unaligned(%arg0: tensor<33x40xf32, #[[ROWS]]>, %arg1: tensor<33x40xf32, #[[ROWS]]>) -> tensor<33x40xf32, #[[ROWS]]> attributes {tt.arg_alloc = [#tt.arg_alloc<1024, 8352, l1>, #tt.arg_alloc<17408, 8352, l1>]}
// CHECK: ^bb0(%arg2: !ttkernel.cb<cb_in0, 1024, memref<64x64xf32, #l1_>, 4096, 1>, %arg3: !ttkernel.cb<cb_out0, {{[0-9]*}}, memref<2x2x!tt.tile<32x32, f32>, #l1_>, 4096, 1>):
// CHECK-COUNT-2: "ttkernel.tilize_block"
// CHECK: "ttkernel.add_tiles"
func.func @unaligned(%arg0: tensor<33x40xf32>, %arg1: tensor<33x40xf32>) -> tensor<33x40xf32> {
  %0 = tensor.empty() : tensor<33x40xf32>
  %1 = "ttir.add"(%arg0, %arg1, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<33x40xf32>, tensor<33x40xf32>, tensor<33x40xf32>) -> tensor<33x40xf32>
  return %1 : tensor<33x40xf32>
}

// A vector is a row.
// CHECK: func.func @vector(%arg0: tensor<40xbf16, #
// CHECK: memref<32x64xbf16, #l1_>
// CHECK: memref<1x2x!tt.tile<32x32, bf16>, #l1_>
func.func @vector(%arg0: tensor<40xbf16>) -> tensor<40xbf16> {
  %0 = tensor.empty() : tensor<40xbf16>
  %1 = "ttir.exp"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<40xbf16>, tensor<40xbf16>) -> tensor<40xbf16>
  return %1 : tensor<40xbf16>
}

// The sums of rows are the first column of tiles; 33 rows reach into a second one.
// CHECK: func.func @rows(%{{.*}}) -> tensor<33x1xf32, #
// CHECK: !ttkernel.cb<cb_out0, {{[0-9]*}}, memref<2x1x!tt.tile<32x32, f32>, #l1_>, 4096, 1>
// CHECK: reduce_dim_row
func.func @rows(%arg0: tensor<33x64xf32>) -> tensor<33x1xf32> {
  %0 = tensor.empty() : tensor<33x1xf32>
  %1 = "ttir.sum"(%arg0, %0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<33x64xf32>, tensor<33x1xf32>) -> tensor<33x1xf32>
  return %1 : tensor<33x1xf32>
}

// Those of columns are a row, with or without its dimension.
// CHECK: func.func @columns(%{{.*}}) -> tensor<64xf32, #
// CHECK: !ttkernel.cb<cb_out0, {{[0-9]*}}, memref<1x2x!tt.tile<32x32, f32>, #l1_>, 4096, 1>
// CHECK: reduce_dim_col
func.func @columns(%arg0: tensor<64x64xf32>) -> tensor<64xf32> {
  %0 = tensor.empty() : tensor<64xf32>
  %1 = "ttir.max"(%arg0, %0) <{dim_arg = [0 : i32], keep_dim = false}> : (tensor<64x64xf32>, tensor<64xf32>) -> tensor<64xf32>
  return %1 : tensor<64xf32>
}

// A vector's mean.
// CHECK: func.func @mean
// CHECK: reduce_dim_row
// CHECK: arith.constant 1015021568 : i32
func.func @mean(%arg0: tensor<64xf32>) -> tensor<1xf32> {
  %0 = tensor.empty() : tensor<1xf32>
  %1 = "ttir.mean"(%arg0, %0) <{dim_arg = [0 : i32], keep_dim = true}> : (tensor<64xf32>, tensor<1xf32>) -> tensor<1xf32>
  return %1 : tensor<1xf32>
}
