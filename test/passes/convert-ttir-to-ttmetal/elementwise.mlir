// RUN: ttopt --ttir-to-ttmetal-backend-pipeline %s | filecheck %s

// A plain function: arguments lie on one core; they become tiles, and the result rows again. Beside the kernel that computes runs
// an empty one of the data movement threads.
// CHECK: func.func @add(%arg0: tensor<64x128xf32, #layout>, %arg1: tensor<64x128xf32, #layout>) -> tensor<64x128xf32, #layout> attributes {tt.arg_alloc = [#tt.arg_alloc<1024, 32768, l1>, #tt.arg_alloc<33792, 32768, l1>]}
// CHECK-NEXT: %0 = "ttmetal.create_buffer"() <{address = 66560
// CHECK-NEXT: %1 = "ttmetal.enqueue_program"(%arg0, %0)
// CHECK: "ttkernel.tilize_block"
// CHECK: %3 = "ttmetal.enqueue_program"(%arg1, %2)
// CHECK: "ttkernel.tilize_block"
// CHECK: %4 = "ttmetal.create_buffer"() <{address = 132096
// CHECK-NEXT: %5 = "ttmetal.enqueue_program"(%1, %3, %4) <{core_ranges = [#ttmetal.core_range<0x0, 1x1>, #ttmetal.core_range<0x0, 1x1>], kernelConfigs = [#ttkernel.tensix_config<hifi4,{{.*}}>, #ttkernel.noc_config<noc0>]
// CHECK-NEXT: ^bb0(%arg2: !ttkernel.cb<cb_in0, 66560, {{.*}}>, %arg3: !ttkernel.cb<cb_in1, 99328, {{.*}}>, %arg4: !ttkernel.cb<cb_out0, 132096, memref<2x4x!tt.tile<32x32, f32>, #l1_>, 4096, 1>):
// CHECK-NEXT: "ttkernel.binary_op_init_common"(%arg2, %arg3, %arg4)
// CHECK-NEXT: "ttkernel.add_tiles_init"(%arg2, %arg3)
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT: %c0_i32_0 = arith.constant 0 : i32
// CHECK-NEXT: %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT: %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT: %8 = scf.for %arg5 = %c0_i32_0 to %c2_i32 step %c1_i32 iter_args(%arg6 = %c0_i32) -> (i32)  : i32 {
// CHECK-NEXT: %c0_i32_1 = arith.constant 0 : i32
// CHECK-NEXT: %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT: %c1_i32_2 = arith.constant 1 : i32
// CHECK-NEXT: %9 = scf.for %arg7 = %c0_i32_1 to %c4_i32 step %c1_i32_2 iter_args(%arg8 = %arg6) -> (i32)  : i32 {
// CHECK-NEXT: %c0_i32_4 = arith.constant 0 : i32
// CHECK-NEXT: "ttkernel.tile_regs_acquire"() : () -> ()
// CHECK-NEXT: "ttkernel.add_tiles"(%arg2, %arg3, %arg8, %arg8, %c0_i32_4)
// CHECK-NEXT: "ttkernel.tile_regs_commit"() : () -> ()
// CHECK-NEXT: "ttkernel.tile_regs_wait"() : () -> ()
// CHECK-NEXT: "ttkernel.pack_tile"(%c0_i32_4, %arg4, %arg8)
// CHECK-NEXT: "ttkernel.tile_regs_release"() : () -> ()
// CHECK-NEXT: %c1_i32_5 = arith.constant 1 : i32
// CHECK-NEXT: %11 = arith.addi %arg8, %c1_i32_5 overflow<nsw> : i32
// CHECK-NEXT: scf.yield %11 : i32
// CHECK-NEXT: }
// CHECK-NEXT: %c0_i32_3 = arith.constant 0 : i32
// CHECK-NEXT: %10 = arith.addi %9, %c0_i32_3 overflow<nsw> : i32
// CHECK-NEXT: scf.yield %10 : i32
// CHECK-NEXT: }
// CHECK-NEXT: "ttkernel.return"() : () -> ()
// CHECK-NEXT: }, {
// CHECK-NEXT: "ttkernel.return"() : () -> ()
// CHECK-NEXT: })
// CHECK: "ttkernel.untilize_block"
func.func @add(%arg0: tensor<64x128xf32>, %arg1: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %0 = tensor.empty() : tensor<64x128xf32>
  %1 = "ttir.add"(%arg0, %arg1, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %1 : tensor<64x128xf32>
}

// CHECK: func.func @exp
// CHECK: "ttkernel.unary_op_init_common"
// CHECK-NEXT: "ttkernel.exp_tile_init"() : () -> ()
// CHECK: "ttkernel.tile_regs_acquire"() : () -> ()
// CHECK-NEXT: "ttkernel.copy_tile_init"(%arg1)
// CHECK-NEXT: "ttkernel.copy_tile"(%arg1, %arg6, %[[REGISTER:[a-z0-9_]+]])
// CHECK-NEXT: "ttkernel.exp_tile"(%[[REGISTER]]) : (i32) -> ()
// CHECK-NEXT: "ttkernel.tile_regs_commit"() : () -> ()
func.func @exp(%arg0: tensor<32x32xbf16>) -> tensor<32x32xbf16> {
  %0 = tensor.empty() : tensor<32x32xbf16>
  %1 = "ttir.exp"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xbf16>, tensor<32x32xbf16>) -> tensor<32x32xbf16>
  return %1 : tensor<32x32xbf16>
}

// A constant is written by the host.
// CHECK: func.func @maximum
// CHECK: "ttmetal.enqueue_write_buffer"(%{{.*}}) <{value = dense<2.000000e+00> : tensor<32x64xf32>}>
// CHECK: "ttkernel.max_tile_init"() : () -> ()
// CHECK: "ttkernel.tile_regs_acquire"() : () -> ()
// CHECK-NEXT: "ttkernel.copy_tile_init"(%arg1)
// CHECK-NEXT: "ttkernel.copy_tile"(%arg1, %arg7, %[[ZERO:[a-z0-9_]+]])
// CHECK-NEXT: "ttkernel.copy_tile_init"(%arg2)
// CHECK-NEXT: "ttkernel.copy_tile"(%arg2, %arg7, %[[ONE:[a-z0-9_]+]])
// CHECK-NEXT: "ttkernel.max_tile"(%[[ZERO]], %[[ONE]]) : (i32, i32) -> ()
func.func @maximum(%arg0: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %0 = "ttir.constant"() <{value = dense<2.0> : tensor<32x64xf32>}> : () -> tensor<32x64xf32>
  %1 = tensor.empty() : tensor<32x64xf32>
  %2 = "ttir.maximum"(%arg0, %0, %1) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
  return %2 : tensor<32x64xf32>
}

// What is computed on a grid needs no data movement.
#grid = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <8x8>, memref<64x32xbf16, #tt.memory_space<l1>>>
// CHECK: func.func @on_a_grid
// CHECK-COUNT-2: core_ranges = [#ttmetal.core_range<0x0, 8x8>], kernelConfigs = [#ttkernel.tensix_config
// CHECK: core_ranges = [#ttmetal.core_range<0x0, 8x8>, #ttmetal.core_range<0x0, 8x8>], kernelConfigs = [#ttkernel.tensix_config<{{.*}}>, #ttkernel.noc_config<noc0>]
// CHECK: "ttkernel.mul_tiles_init"(%arg2, %arg3)
// CHECK: "ttkernel.mul_tiles"
// CHECK-NOT: noc_transactions_table
func.func @on_a_grid(%arg0: tensor<512x256xbf16, #grid>, %arg1: tensor<512x256xbf16, #grid>) -> tensor<512x256xbf16, #grid> {
  %0 = tensor.empty() : tensor<512x256xbf16, #grid>
  %1 = "ttir.multiply"(%arg0, %arg1, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<512x256xbf16, #grid>, tensor<512x256xbf16, #grid>, tensor<512x256xbf16, #grid>) -> tensor<512x256xbf16, #grid>
  return %1 : tensor<512x256xbf16, #grid>
}
