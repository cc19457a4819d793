// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttir-allocate --convert-ttir-to-ttmetal %s | filecheck %s

#l1_ = #tt.memory_space<l1>
#dram = #tt.memory_space<dram>
#one = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x16xf32, #l1_>>
#rows = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<4x16xf32, #l1_>>
#columns = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x2>, memref<8x8xf32, #l1_>>
#far = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<8x16xf32, #dram>>
#tiles = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<2x4x!tt.tile<32x32, f32>, #l1_>>
#four = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x2>, memref<1x2x!tt.tile<32x32, f32>, #l1_>>

// The receiving core reads: one kernel each, which has a table of (target, source, bytes, y and x of the other core).
// CHECK: func.func @to_rows(%arg0: tensor<8x16xf32, #layout>)
// CHECK-NEXT: %0 = "ttmetal.create_buffer"() <{address = 1536 : i64, memory_space = #l1_, size = 256 : i64}>
// CHECK-NEXT: %1 = "ttmetal.enqueue_program"(%arg0, %0) <{core_ranges = [#ttmetal.core_range<0x0, 1x1>, #ttmetal.core_range<1x0, 1x1>], kernelConfigs = [#ttkernel.noc_config<noc0>, #ttkernel.noc_config<noc0>], operandSegmentSizes = array<i32: 1, 1>}> ({
// CHECK-NEXT: %2 = "ttkernel.noc_transactions_table"() <{entries = array<i32: 1536, 1024, 256, 0>}> : () -> memref<1x4xi32>
// CHECK-NEXT: %c16_i32 = arith.constant 16 : i32
// CHECK-NEXT: %c65535_i32 = arith.constant 65535 : i32
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: %c1_i32_0 = arith.constant 1 : i32
// CHECK-NEXT: scf.for %arg1 = %c0_i32 to %c1_i32 step %c1_i32_0  : i32 {
// CHECK-NEXT: %3 = arith.index_cast %arg1 : i32 to index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %4 = memref.load %2[%3, %c0] : memref<1x4xi32>
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %5 = memref.load %2[%3, %c1] : memref<1x4xi32>
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %6 = memref.load %2[%3, %c2] : memref<1x4xi32>
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %7 = memref.load %2[%3, %c3] : memref<1x4xi32>
// CHECK-NEXT: %8 = arith.andi %7, %c65535_i32 : i32
// CHECK-NEXT: %9 = arith.shrui %7, %c16_i32 : i32
// CHECK-NEXT: %10 = "ttkernel.get_noc_addr_xy"(%8, %9, %5) : (i32, i32, i32) -> !ttkernel.noc_addr
// CHECK-NEXT: "ttkernel.noc_async_read"(%10, %4, %6) : (!ttkernel.noc_addr, i32, i32) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: "ttkernel.noc_async_read_barrier"() : () -> ()
// CHECK-NEXT: "ttkernel.return"() : () -> ()
// CHECK-NEXT: }, {
// CHECK-NEXT: entries = array<i32: 1536, 1280, 256, 0>
// CHECK: return %1
func.func @to_rows(%arg0: tensor<8x16xf32, #one>) -> tensor<8x16xf32, #rows> {
  %0 = tensor.empty() : tensor<8x16xf32, #rows>
  %1 = "ttir.to_layout"(%arg0, %0) : (tensor<8x16xf32, #one>, tensor<8x16xf32, #rows>) -> tensor<8x16xf32, #rows>
  return %1 : tensor<8x16xf32, #rows>
}

// Columns are split: half a row is what follows each other at both ends.
// CHECK: func.func @to_columns
// CHECK: entries = array<i32: 1536, 1024, 32, 0, 1568, 1088, 32, 0, 1600, 1152, 32, 0, 1632, 1216, 32, 0, 1664, 1280, 32, 0, 1696, 1344, 32, 0, 1728, 1408, 32, 0, 1760, 1472, 32, 0>
// CHECK: entries = array<i32: 1536, 1056, 32, 0, 1568, 1120, 32, 0, 1600, 1184, 32, 0, 1632, 1248, 32, 0, 1664, 1312, 32, 0, 1696, 1376, 32, 0, 1728, 1440, 32, 0, 1760, 1504, 32, 0>
func.func @to_columns(%arg0: tensor<8x16xf32, #one>) -> tensor<8x16xf32, #columns> {
  %0 = tensor.empty() : tensor<8x16xf32, #columns>
  %1 = "ttir.to_layout"(%arg0, %0) : (tensor<8x16xf32, #one>, tensor<8x16xf32, #columns>) -> tensor<8x16xf32, #columns>
  return %1 : tensor<8x16xf32, #columns>
}

// To DRAM the sending cores write. The channel's core is at y = 8, x = 0.
// CHECK: func.func @to_dram
// CHECK: core_ranges = [#ttmetal.core_range<0x0, 1x1>, #ttmetal.core_range<1x0, 1x1>]
// CHECK: entries = array<i32: 1024, 1024, 256, 524288>
// CHECK: %10 = "ttkernel.get_noc_addr_xy"(%8, %9, %4)
// CHECK-NEXT: "ttkernel.noc_async_write"(%5, %10, %6) : (i32, !ttkernel.noc_addr, i32) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: "ttkernel.noc_async_write_barrier"() : () -> ()
// CHECK: entries = array<i32: 1280, 1024, 256, 524288>
func.func @to_dram(%arg0: tensor<8x16xf32, #rows>) -> tensor<8x16xf32, #far> {
  %0 = tensor.empty() : tensor<8x16xf32, #far>
  %1 = "ttir.to_layout"(%arg0, %0) : (tensor<8x16xf32, #rows>, tensor<8x16xf32, #far>) -> tensor<8x16xf32, #far>
  return %1 : tensor<8x16xf32, #far>
}

// Tiles are moved as they are. The third core, at y = 1, x = 0, reads the second row's first two.
// CHECK: func.func @tiles
// CHECK: core_ranges = [#ttmetal.core_range<0x0, 1x1>, #ttmetal.core_range<0x1, 1x1>, #ttmetal.core_range<1x0, 1x1>, #ttmetal.core_range<1x1, 1x1>]
// CHECK: entries = array<i32: 33792, 1024, 8192, 0>
// CHECK: entries = array<i32: 33792, 9216, 8192, 0>
// CHECK: entries = array<i32: 33792, 17408, 8192, 0>
// CHECK: entries = array<i32: 33792, 25600, 8192, 0>
func.func @tiles(%arg0: tensor<64x128xf32, #tiles>) -> tensor<64x128xf32, #four> {
  %0 = tensor.empty() : tensor<64x128xf32, #four>
  %1 = "ttir.to_layout"(%arg0, %0) : (tensor<64x128xf32, #tiles>, tensor<64x128xf32, #four>) -> tensor<64x128xf32, #four>
  return %1 : tensor<64x128xf32, #four>
}
