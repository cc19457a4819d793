// RUN: ttopt --ttir-to-ttmetal-backend-pipeline %s | filecheck %s

// One tile, bf16: the factor 1.0 (0x3F80) is in a tile of the scratch region, made by the data movement thread: zeros, then the
// first row of each face, eight words of two numbers.
// CHECK: func.func @one_tile
// CHECK: ^bb0(%arg1: !ttkernel.cb<cb_in0, {{.*}}>, %arg2: !ttkernel.cb<cb_out0, {{.*}}>, %arg3: !ttkernel.cb<cb_in1, 1495040, memref<1x1x!tt.tile<32x32, bf16>, #l1_>, 2048, 1>):
// CHECK-NEXT: "ttkernel.reduce_init"(%arg1, %arg3, %arg2) <{reduce_dim = #ttkernel.reduce_dim<reduce_dim_row>, reduce_type = #ttkernel.reduce_type<reduce_sum>}>
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: "ttkernel.cb_wait_front"(%arg3, %c1_i32)
// CHECK: scf.for
// CHECK-NEXT: "ttkernel.tile_regs_acquire"() : () -> ()
// CHECK: scf.for
// CHECK: "ttkernel.reduce_tile"(%arg1, %arg3, %arg7, %arg7, %{{.*}}) <{reduce_dim = #ttkernel.reduce_dim<reduce_dim_row>, reduce_type = #ttkernel.reduce_type<reduce_sum>}>
// CHECK: "ttkernel.tile_regs_commit"() : () -> ()
// CHECK-NEXT: "ttkernel.tile_regs_wait"() : () -> ()
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-NEXT: "ttkernel.pack_tile"(%[[ZERO]], %arg2, %arg5)
// CHECK-NEXT: "ttkernel.tile_regs_release"() : () -> ()
// CHECK-NEXT: scf.yield
// CHECK: }, {
// CHECK-NEXT: ^bb0(%arg1: !ttkernel.cb<cb_in1, 1495040, memref<1x1x!tt.tile<32x32, bf16>, #l1_>, 2048, 1>):
// CHECK-NEXT: %c1065369472_i32 = arith.constant 1065369472 : i32
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: "ttkernel.cb_reserve_back"(%arg1, %c1_i32)
// CHECK-NEXT: %6 = "ttkernel.mem_zeros_base"() : () -> i32
// CHECK-NEXT: %7 = "ttkernel.get_noc_addr"(%6) : (i32) -> !ttkernel.noc_addr
// CHECK-NEXT: %8 = "ttkernel.mem_zeros_size"() : () -> i32
// CHECK-NEXT: "ttkernel.noc_async_read_one_packet_set_state"(%7, %8) : (!ttkernel.noc_addr, i32) -> ()
// CHECK-NEXT: %9 = "ttkernel.get_write_ptr"(%arg1)
// CHECK-NEXT: %10 = "ttkernel.reinterpret_cast<volatile tt_l1_ptr uint32_t*>"(%9) : (i32) -> !ttkernel.l1_addr_ptr
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT: %c2048_i32 = arith.constant 2048 : i32
// CHECK-NEXT: %11 = arith.divsi %c2048_i32, %8 : i32
// CHECK-NEXT: %c1_i32_0 = arith.constant 1 : i32
// CHECK-NEXT: %12 = scf.for %arg2 = %c0_i32 to %11 step %c1_i32_0 iter_args(%arg3 = %9) -> (i32)  : i32 {
// CHECK-NEXT: "ttkernel.noc_async_read_one_packet_with_state"(%7, %arg3) : (!ttkernel.noc_addr, i32) -> ()
// CHECK-NEXT: %13 = arith.addi %arg3, %8 overflow<nsw> : i32
// CHECK-NEXT: scf.yield %13 : i32
// CHECK-NEXT: }
// CHECK-NEXT: "ttkernel.noc_async_read_barrier"() : () -> ()
// CHECK-NEXT: %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT: scf.for %arg2 = %c0_i32 to %c4_i32 step %c1_i32_0  : i32 {
// CHECK-NEXT: %c128_i32 = arith.constant 128 : i32
// CHECK-NEXT: %13 = arith.muli %arg2, %c128_i32 overflow<nsw> : i32
// CHECK-NEXT: %c8_i32 = arith.constant 8 : i32
// CHECK-NEXT: scf.for %arg3 = %c0_i32 to %c8_i32 step %c1_i32_0  : i32 {
// CHECK-NEXT: %14 = arith.addi %13, %arg3 overflow<nsw> : i32
// CHECK-NEXT: "ttkernel.store_to_l1"(%c1065369472_i32, %10, %14) : (i32, !ttkernel.l1_addr_ptr, i32) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: "ttkernel.cb_push_back"(%arg1, %c1_i32)
// CHECK-NEXT: "ttkernel.return"() : () -> ()
func.func @one_tile(%arg0: tensor<32x32xbf16>) -> tensor<32x32xbf16> {
  %0 = tensor.empty() : tensor<32x32xbf16>
  %1 = "ttir.sum"(%arg0, %0) <{dim_arg = [-1 : i32], keep_dim = true}> : (tensor<32x32xbf16>, tensor<32x32xbf16>) -> tensor<32x32xbf16>
  return %1 : tensor<32x32xbf16>
}

// Columns of f32 tiles: the loop over rows is the inner one, the factor is its only tile, 16 words in each face.
// CHECK: func.func @columns
// CHECK: !ttkernel.cb<cb_in1, 1495040, memref<1x1x!tt.tile<32x32, f32>, #l1_>, 4096, 1>
// CHECK: %c3_i32 = arith.constant 3 : i32
// CHECK: scf.for %arg4 = %{{.*}} to %c3_i32 step
// CHECK: %c2_i32 = arith.constant 2 : i32
// CHECK: scf.for %arg7 = %{{.*}} to %c2_i32 step %{{.*}} iter_args(%arg8 = %arg5, %arg9 = %arg6)
// CHECK-NEXT: %[[REGISTER:.*]] = arith.constant 0 : i32
// CHECK-NEXT: "ttkernel.reduce_tile"(%arg1, %arg3, %arg8, %[[REGISTER]], %[[REGISTER]]) <{reduce_dim = #ttkernel.reduce_dim<reduce_dim_col>, reduce_type = #ttkernel.reduce_type<reduce_max>}>
// CHECK-NEXT: %[[STEP:.*]] = arith.constant 3 : i32
// CHECK-NEXT: arith.addi %arg8, %[[STEP]]
// CHECK: arith.constant 1065353216 : i32
// CHECK: %c4096_i32 = arith.constant 4096 : i32
// CHECK: %c256_i32 = arith.constant 256 : i32
// CHECK: %c16_i32 = arith.constant 16 : i32
func.func @columns(%arg0: tensor<64x96xf32>) -> tensor<32x96xf32> {
  %0 = tensor.empty() : tensor<32x96xf32>
  %1 = "ttir.max"(%arg0, %0) <{dim_arg = [-2 : i32], keep_dim = true}> : (tensor<64x96xf32>, tensor<32x96xf32>) -> tensor<32x96xf32>
  return %1 : tensor<32x96xf32>
}

// The mean of both dimensions: the hardware multiplies by the factor twice, so it is the root of 1/8192, which bf16 does not hold.
// CHECK: func.func @mean
// CHECK: !ttkernel.cb<cb_in1, 1495040, memref<1x1x!tt.tile<32x32, f32>, #l1_>, 4096, 1>):
// CHECK-NEXT: "ttkernel.tile_regs_acquire"() : () -> ()
// CHECK-NEXT: %[[PACKED:.*]] = arith.constant 0 : i32
// CHECK-NEXT: "ttkernel.reduce_init"(%arg1, %arg3, %arg2) <{reduce_dim = #ttkernel.reduce_dim<reduce_dim_scalar>
// CHECK: "ttkernel.pack_tile"(%{{.*}}, %arg2, %[[PACKED]])
// CHECK: arith.constant 1010107635 : i32
func.func @mean(%arg0: tensor<64x128xbf16>) -> tensor<32x32xbf16> {
  %0 = tensor.empty() : tensor<32x32xbf16>
  %1 = "ttir.mean"(%arg0, %0) <{dim_arg = [-1 : i32, -2 : i32], keep_dim = true}> : (tensor<64x128xbf16>, tensor<32x32xbf16>) -> tensor<32x32xbf16>
  return %1 : tensor<32x32xbf16>
}

// 1/1024 is exact: bf16, and its root 1/32 too.
// CHECK: func.func @exact_mean
// CHECK: !ttkernel.cb<cb_in1, 1495040, memref<1x1x!tt.tile<32x32, bf16>, #l1_>, 2048, 1>
// CHECK: arith.constant 1023425792 : i32
func.func @exact_mean(%arg0: tensor<32x32xbf16>) -> tensor<32x32xbf16> {
  %0 = tensor.empty() : tensor<32x32xbf16>
  %1 = "ttir.mean"(%arg0, %0) <{dim_arg = [-1 : i32, -2 : i32], keep_dim = true}> : (tensor<32x32xbf16>, tensor<32x32xbf16>) -> tensor<32x32xbf16>
  return %1 : tensor<32x32xbf16>
}

// f16 has bits of its own: 1.0 is 0x3C00.
// CHECK: func.func @f16
// CHECK: arith.constant 1006648320 : i32
func.func @f16(%arg0: tensor<32x32xf16>) -> tensor<32x32xf16> {
  %0 = tensor.empty() : tensor<32x32xf16>
  %1 = "ttir.sum"(%arg0, %0) <{dim_arg = [-1 : i32], keep_dim = true}> : (tensor<32x32xf16>, tensor<32x32xf16>) -> tensor<32x32xf16>
  return %1 : tensor<32x32xf16>
}
