// RUN: ttopt --ttir-to-ttmetal-backend-pipeline --split-input-file %s | filecheck %s

// On one core operands are read where they lie. Both subblocks of eight tiles are accumulated over two tiles.
// CHECK: func.func @one_core
// CHECK: "ttmetal.enqueue_program"(%{{.*}}, %{{.*}}, %{{.*}}) <{core_ranges = [#ttmetal.core_range<0x0, 1x1>], kernelConfigs = [#ttkernel.tensix_config<hifi4, false, false,
// CHECK-NEXT: ^bb0(%[[A:.*]]: !ttkernel.cb<cb_in0, {{[0-9]+}}, memref<4x2x!tt.tile<32x32, f32>, #l1_>, 4096, 1>, %[[B:.*]]: !ttkernel.cb<cb_in1, {{[0-9]+}}, memref<2x4x!tt.tile<32x32, f32>, #l1_>, 4096, 1>, %[[C:.*]]: !ttkernel.cb<cb_out0,
// CHECK: "ttkernel.mm_init"(%[[A]], %[[B]], %[[C]], %{{.*}})
// CHECK: %[[ROWS:.*]] = arith.constant 2 : i32
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[ROWS]] step
// CHECK: "ttkernel.tile_regs_acquire"
// CHECK: "ttkernel.matmul_tiles"(%[[A]], %[[B]],
// CHECK: "ttkernel.tile_regs_commit"
// CHECK: scf.for %[[NUMBER:.*]] = %{{.*}} to %c8_i32{{.*}} step
// CHECK: "ttkernel.pack_tile"(%[[NUMBER]], %[[C]],
func.func @one_core(%a: tensor<128x64xf32>, %b: tensor<64x128xf32>) -> tensor<128x128xf32> {
  %0 = tensor.empty() : tensor<128x128xf32>
  %1 = "ttir.matmul"(%a, %b, %0) : (tensor<128x64xf32>, tensor<64x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
  return %1 : tensor<128x128xf32>
}

// -----

// Padding of the inner dimension becomes 0 in both operands first.
// CHECK: func.func @padding
// CHECK: "ttkernel.where_tile"
// CHECK: "ttkernel.where_tile"
// CHECK: "ttkernel.matmul_tiles"
func.func @padding(%a: tensor<20x50xbf16>, %b: tensor<50x30xbf16>) -> tensor<20x30xbf16> {
  %0 = tensor.empty() : tensor<20x30xbf16>
  %1 = "ttir.matmul"(%a, %b, %0) : (tensor<20x50xbf16>, tensor<50x30xbf16>, tensor<20x30xbf16>) -> tensor<20x30xbf16>
  return %1 : tensor<20x30xbf16>
}

// -----

#l1_ = #tt.memory_space<l1>
#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x2>, memref<64x64xbf16, #l1_>>
// Each row has a sender and a receiver on one network, then each column on the other.
// CHECK: func.func @multicast
// CHECK: core_ranges = [#ttmetal.core_range<0x0, 2x2>, #ttmetal.core_range<0x0, 1x1>, #ttmetal.core_range<0x1, 1x1>, #ttmetal.core_range<1x0, 1x1>, #ttmetal.core_range<1x1, 1x1>, #ttmetal.core_range<0x0, 1x1>, #ttmetal.core_range<1x0, 1x1>, #ttmetal.core_range<0x1, 1x1>, #ttmetal.core_range<1x1, 1x1>]
// CHECK-SAME: kernelConfigs = [#ttkernel.tensix_config<{{.*}}>, #ttkernel.noc_config<noc0>, #ttkernel.noc_config<noc0>, #ttkernel.noc_config<noc0>, #ttkernel.noc_config<noc0>, #ttkernel.noc_config<noc1>, #ttkernel.noc_config<noc1>, #ttkernel.noc_config<noc1>, #ttkernel.noc_config<noc1>]
// The kernel that computes waits for a step of both operands.
// CHECK: ^bb0(%[[C:.*]]: !ttkernel.cb<cb_out0, {{.*}}>, %[[A:.*]]: !ttkernel.cb<cb_in0, {{[0-9]+}}, memref<1x8x!tt.tile<32x32, bf16>, #l1_>, 2048, 1>, %[[B:.*]]: !ttkernel.cb<cb_in1, {{.*}}>):
// CHECK: "ttkernel.cb_wait_front"(%[[A]],
// CHECK: "ttkernel.cb_wait_front"(%[[B]],
// CHECK: "ttkernel.matmul_tiles"
// The sender of the first row: its own "valid" is always 1.
// CHECK: ^bb0({{.*}}, %{{.*}}: !ttkernel.semaphore<0>, %{{.*}}: !ttkernel.semaphore<1>):
// CHECK: %[[READY:.*]] = "ttkernel.reinterpret_cast<volatile tt_l1_ptr uint32_t*>"
// CHECK: "ttkernel.cb_reserve_back"
// CHECK: "ttkernel.noc_async_read"
// CHECK: "ttkernel.noc_async_read_barrier"
// CHECK: "ttkernel.noc_semaphore_wait"(%[[READY]],
// CHECK: "ttkernel.noc_semaphore_set"(%[[READY]],
// CHECK: "ttkernel.noc_async_write_multicast"
// CHECK: "ttkernel.noc_semaphore_set_multicast"
// CHECK: "ttkernel.cb_push_back"
// Its receiver.
// CHECK: ^bb0({{.*}}, %{{.*}}: !ttkernel.semaphore<0>, %{{.*}}: !ttkernel.semaphore<0>):
// CHECK: "ttkernel.cb_reserve_back"
// CHECK: "ttkernel.noc_semaphore_set"
// CHECK: "ttkernel.noc_semaphore_inc"
// CHECK: "ttkernel.noc_semaphore_wait"
// CHECK: "ttkernel.cb_push_back"
func.func @multicast(%a: tensor<128x128xbf16, #layout>, %b: tensor<128x128xbf16, #layout>) -> tensor<128x128xbf16, #layout> {
  %0 = tensor.empty() : tensor<128x128xbf16, #layout>
  %1 = "ttir.matmul"(%a, %b, %0) : (tensor<128x128xbf16, #layout>, tensor<128x128xbf16, #layout>, tensor<128x128xbf16, #layout>) -> tensor<128x128xbf16, #layout>
  return %1 : tensor<128x128xbf16, #layout>
}

// -----

// Of several matrices each core reads the tiles that it needs.
// CHECK: func.func @batches
// CHECK: kernelConfigs = [#ttkernel.tensix_config<{{[^>]*}}>, #ttkernel.noc_config<noc0>, #ttkernel.noc_config<noc1>]
// CHECK: "ttkernel.mm_init"
// CHECK: "ttkernel.matmul_tiles"
func.func @batches(%a: tensor<3x32x64xf32>, %b: tensor<3x64x32xf32>) -> tensor<3x32x32xf32> {
  %0 = tensor.empty() : tensor<3x32x32xf32>
  %1 = "ttir.matmul"(%a, %b, %0) : (tensor<3x32x64xf32>, tensor<3x64x32xf32>, tensor<3x32x32xf32>) -> tensor<3x32x32xf32>
  return %1 : tensor<3x32x32xf32>
}

// There is no room for the operands' tiles beside %large: rows are fed, and become tiles where they arrive; sums go to the result and back.
#large = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<10528x32xf32, #tt.memory_space<l1>>>
#rows_left = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x2>, memref<64x192xf32, #tt.memory_space<l1>>>
#rows_right = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x2>, memref<192x32xf32, #tt.memory_space<l1>>>
#rows_result = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x2>, memref<64x32xf32, #tt.memory_space<l1>>>
// CHECK: func.func @rows
// CHECK: ^bb0(%[[OUT:.*]]: !ttkernel.cb<cb_out0,{{.*}}, %[[A:.*]]: !ttkernel.cb<cb_int0,{{.*}}, %[[B:.*]]: !ttkernel.cb<cb_int1,{{.*}}, %[[ROWS:.*]]: !ttkernel.cb<cb_in0, {{[0-9]+}}, memref<128x32xf32
// CHECK: "ttkernel.tilize_block"(%[[ROWS]], %{{.*}}, %[[A]])
// CHECK: "ttkernel.matmul_tiles"(%[[A]], %[[B]],
// CHECK: "ttkernel.cb_push_back"(%[[OUT]],
// CHECK: "ttkernel.tilize_block"(%[[ROWS]], %{{.*}}, %[[A]])
// CHECK: "ttkernel.cb_wait_front"(%[[OUT]],
// CHECK: "ttkernel.copy_tile"(%[[OUT]],
// CHECK: "ttkernel.cb_pop_front"(%[[OUT]],
// CHECK: "ttkernel.matmul_tiles"(%[[A]], %[[B]],
func.func @rows(%large: tensor<10528x32xf32, #large>, %a: tensor<128x384xf32, #rows_left>, %b: tensor<384x64xf32, #rows_right>) -> tensor<128x64xf32, #rows_result> {
  %0 = tensor.empty() : tensor<128x64xf32, #rows_result>
  %1 = "ttir.matmul"(%a, %b, %0) : (tensor<128x384xf32, #rows_left>, tensor<384x64xf32, #rows_right>, tensor<128x64xf32, #rows_result>) -> tensor<128x64xf32, #rows_result>
  return %1 : tensor<128x64xf32, #rows_result>
}
