// RUN: ttopt --ttir-to-ttmetal-backend-pipeline %s | filecheck %s

// The reciprocal takes the place of the divisor, whose tiles nothing else reads: index 0, as each is popped when it is done.
// CHECK: func.func @in_place
// CHECK: ^bb0(%arg2: !ttkernel.cb<cb_in0, {{.*}}>, %arg3: !ttkernel.cb<cb_in1, {{.*}}>, %arg4: !ttkernel.cb<cb_out0, {{[^%]*}}>):
// CHECK-NEXT: "ttkernel.binary_op_init_common"(%arg2, %arg3, %arg4)
// CHECK-NEXT: "ttkernel.mul_tiles_init_f"() : () -> ()
// CHECK: "ttkernel.copy_tile_init"(%arg3)
// CHECK-NEXT: "ttkernel.cb_reserve_back"(%arg3, %[[ONE:[a-z0-9_]+]])
// CHECK-NEXT: "ttkernel.tile_regs_acquire"() : () -> ()
// CHECK-NEXT: "ttkernel.recip_tile_init"() : () -> ()
// CHECK-NEXT: "ttkernel.copy_tile"(%arg3, %[[ZERO:[a-z0-9_]+]], %[[ZERO]])
// CHECK-NEXT: "ttkernel.recip_tile"(%[[ZERO]]) : (i32) -> ()
// CHECK-NEXT: "ttkernel.tile_regs_commit"() : () -> ()
// CHECK-NEXT: "ttkernel.tile_regs_wait"() : () -> ()
// CHECK-NEXT: "ttkernel.pack_tile"(%[[ZERO]], %arg3, %[[ZERO]])
// CHECK-NEXT: "ttkernel.tile_regs_release"() : () -> ()
// CHECK-NEXT: "ttkernel.cb_push_back"(%arg3, %[[ONE]])
// CHECK-NEXT: %[[WAITED:.*]] = arith.constant 1 : i32
// CHECK-NEXT: "ttkernel.cb_wait_front"(%arg3, %[[WAITED]])
// CHECK-NEXT: "ttkernel.mul_tiles_init"(%arg2, %arg3)
// CHECK-NEXT: %[[FIRST:.*]] = arith.constant 0 : i32
// CHECK-NEXT: "ttkernel.tile_regs_acquire"() : () -> ()
// CHECK-NEXT: "ttkernel.mul_tiles"(%arg2, %arg3, %arg8, %[[FIRST]], %[[FIRST]])
// CHECK-NEXT: "ttkernel.tile_regs_commit"() : () -> ()
// CHECK-NEXT: "ttkernel.tile_regs_wait"() : () -> ()
// CHECK-NEXT: "ttkernel.pack_tile"(%[[FIRST]], %arg4, %arg8)
// CHECK-NEXT: "ttkernel.tile_regs_release"() : () -> ()
// CHECK-NEXT: "ttkernel.cb_pop_front"(%arg3, %[[WAITED]])
func.func @in_place(%arg0: tensor<64x64xf32>, %arg1: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = tensor.empty() : tensor<64x64xf32>
  %1 = "ttir.div"(%arg0, %arg1, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

// The tiles of %1 are the divisor, and are read again: the reciprocal goes through a buffer in the scratch region.
// CHECK: func.func @read_again
// CHECK: ^bb0(%arg2: !ttkernel.cb<cb_in0, {{.*}}>, %arg3: !ttkernel.cb<cb_in1, {{.*}}>, %arg4: !ttkernel.cb<cb_out0, {{.*}}>, %arg5: !ttkernel.cb<cb_int0, 1495040, memref<1x1x!tt.tile<32x32, f32>, #l1_>, 4096, 1>):
// CHECK: "ttkernel.cb_reserve_back"(%arg5, 
// CHECK: "ttkernel.copy_tile"(%arg3, %arg9, 
// CHECK: "ttkernel.pack_tile"(%{{[a-z0-9_]+}}, %arg5, 
// CHECK: "ttkernel.mul_tiles"(%arg2, %arg5, %arg9, 
// CHECK: "ttkernel.cb_pop_front"(%arg5, 
func.func @read_again(%arg0: tensor<64x64xf32>, %arg1: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = tensor.empty() : tensor<64x64xf32>
  %1 = "ttir.exp"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = tensor.empty() : tensor<64x64xf32>
  %3 = "ttir.div"(%arg1, %1, %2) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %4 = tensor.empty() : tensor<64x64xf32>
  %5 = "ttir.multiply"(%3, %1, %4) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %5 : tensor<64x64xf32>
}

// So it does if the divisor is the dividend.
// CHECK: func.func @by_itself
// CHECK: cb_int0
func.func @by_itself(%arg0: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = tensor.empty() : tensor<64x64xf32>
  %1 = "ttir.exp"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = tensor.empty() : tensor<64x64xf32>
  %3 = "ttir.div"(%1, %1, %2) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
}
