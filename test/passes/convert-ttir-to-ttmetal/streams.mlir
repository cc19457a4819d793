// RUN: ttopt --ttir-to-ttmetal-backend-pipeline %s | filecheck %s

#l1_ = #tt.memory_space<l1>
#grid = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <4x4>, memref<64x96xf32, #l1_>>
#rows = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <4x1>, memref<64x32xf32, #l1_>>
#columns = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x4>, memref<32x96xf32, #l1_>>

// Each core of a column gathers its rows from the grid's: two rows of three tiles from each of four cores. The fifth number of a
// transfer are the tiles that are pushed. Kernels stand in the order of their cores.
// CHECK: func.func @rows
// CHECK: core_ranges = [#ttmetal.core_range<0x0, 4x1>, #ttmetal.core_range<0x0, 1x1>, #ttmetal.core_range<1x0, 1x1>, #ttmetal.core_range<2x0, 1x1>, #ttmetal.core_range<3x0, 1x1>], kernelConfigs = [#ttkernel.tensix_config<{{.*}}>, #ttkernel.noc_config<noc0>, #ttkernel.noc_config<noc0>, #ttkernel.noc_config<noc0>, #ttkernel.noc_config<noc0>]
// CHECK-NEXT: ^bb0(%arg1: !ttkernel.cb<cb_in0, 25600, memref<2x12x!tt.tile<32x32, f32>, #l1_>, 4096, 1>, %arg2: !ttkernel.cb<cb_out0,
// CHECK-NEXT: %c24_i32 = arith.constant 24 : i32
// CHECK-NEXT: "ttkernel.cb_wait_front"(%arg1, %c24_i32)
// CHECK-NEXT: "ttkernel.reduce_init"
// CHECK: "ttkernel.cb_pop_front"(%arg1, %c24_i32)
// CHECK-NEXT: "ttkernel.return"() : () -> ()
// CHECK: ^bb0(%arg1: !ttkernel.cb<cb_in0, 25600, memref<2x12x!tt.tile<32x32, f32>, #l1_>, 4096, 1>, %arg2: !ttkernel.cb<cb_in1, 1495040,
// CHECK: entries = array<i32: 25600, 123904, 12288, 0, 3, 37888, 123904, 12288, 1, 3, 50176, 123904, 12288, 2, 3, 62464, 123904, 12288, 3, 3, 74752, 136192, 12288, 0, 3, 87040, 136192, 12288, 1, 3, 99328, 136192, 12288, 2, 3, 111616, 136192, 12288, 3, 3>}> : () -> memref<8x5xi32>
// CHECK: %c4 = arith.constant 4 : index
// CHECK-NEXT: %[[PAGES:.*]] = memref.load %{{.*}}[%{{.*}}, %c4] : memref<8x5xi32>
// CHECK-NEXT: "ttkernel.cb_reserve_back"(%arg1, %[[PAGES]])
// CHECK-NEXT: "ttkernel.get_noc_addr_xy"
// CHECK-NEXT: "ttkernel.noc_async_read"
// CHECK-NEXT: "ttkernel.noc_async_read_barrier"() : () -> ()
// CHECK-NEXT: "ttkernel.cb_push_back"(%arg1, %[[PAGES]])
// CHECK-NEXT: }
// CHECK-NEXT: "ttkernel.return"() : () -> ()
// The second core reads from the second row of cores, y = 1.
// CHECK: entries = array<i32: 25600, 123904, 12288, 65536, 3,
func.func @rows(%arg0: tensor<256x384xf32, #grid>) -> tensor<256x32xf32, #rows> {
  %0 = tensor.empty() : tensor<256x32xf32, #rows>
  %1 = "ttir.sum"(%arg0, %0) <{dim_arg = [-1 : i32], keep_dim = true}> : (tensor<256x384xf32, #grid>, tensor<256x32xf32, #rows>) -> tensor<256x32xf32, #rows>
  return %1 : tensor<256x32xf32, #rows>
}

// Columns are gathered column by column, each tile where it is in the shard.
// CHECK: func.func @columns
// CHECK: core_ranges = [#ttmetal.core_range<0x0, 1x4>, #ttmetal.core_range<0x0, 1x1>, #ttmetal.core_range<0x1, 1x1>, #ttmetal.core_range<0x2, 1x1>, #ttmetal.core_range<0x3, 1x1>]
// CHECK: entries = array<i32: 25600, 123904, 4096, 0, 1, 37888, 136192, 4096, 0, 1, 50176, 123904, 4096, 65536, 1,
func.func @columns(%arg0: tensor<256x384xf32, #grid>) -> tensor<32x384xf32, #columns> {
  %0 = tensor.empty() : tensor<32x384xf32, #columns>
  %1 = "ttir.sum"(%arg0, %0) <{dim_arg = [-2 : i32], keep_dim = true}> : (tensor<256x384xf32, #grid>, tensor<32x384xf32, #columns>) -> tensor<32x384xf32, #columns>
  return %1 : tensor<32x384xf32, #columns>
}

// Two streamed operands: each goes into its own buffer.
#two = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<32x64xf32, #l1_>>
#one = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x64xf32, #l1_>>
// CHECK: func.func @two_streams
// CHECK: core_ranges = [#ttmetal.core_range<0x0, 1x1>, #ttmetal.core_range<0x0, 1x1>]
// CHECK: %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT: "ttkernel.cb_wait_front"(%arg3, %c4_i32)
// CHECK-NEXT: %c4_i32_0 = arith.constant 4 : i32
// CHECK-NEXT: "ttkernel.cb_wait_front"(%arg2, %c4_i32_0)
// CHECK: "ttkernel.cb_pop_front"(%arg2, %c4_i32_0)
// CHECK-NEXT: "ttkernel.cb_pop_front"(%arg3, %c4_i32)
// CHECK: ^bb0(%arg2: !ttkernel.cb<cb_in0, {{.*}}>, %arg3: !ttkernel.cb<cb_in1, {{.*}}>):
// CHECK: "ttkernel.cb_push_back"(%arg2,
// CHECK: "ttkernel.cb_push_back"(%arg3,
func.func @two_streams(%arg0: tensor<64x64xf32, #two>, %arg1: tensor<64x64xf32, #two>) -> tensor<64x64xf32, #one> {
  %0 = tensor.empty() : tensor<64x64xf32, #one>
  %1 = "ttir.add"(%arg0, %arg1, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x64xf32, #two>, tensor<64x64xf32, #two>, tensor<64x64xf32, #one>) -> tensor<64x64xf32, #one>
  return %1 : tensor<64x64xf32, #one>
}
