// RUN: ttopt --ttir-to-ttmetal-backend-pipeline %s | filecheck %s

// A row of 64 numbers is copied to both rows of the result; the others of the tile get it, too.
// CHECK: func.func @row(%arg0: tensor<1x64xf32, {{.*}}#tt.arg_alloc<1024, 256, l1>
// CHECK: entries = array<i32: 17408, 1024, 256, 0, 17664, 1024, 256, 0, 17920, 1024, 256, 0,
// CHECK: memref<32x4xi32>
// CHECK: "ttkernel.tilize_block"
// CHECK: "ttkernel.add_tiles"
func.func @row(%arg0: tensor<1x64xf32>, %arg1: tensor<2x64xf32>) -> tensor<2x64xf32> {
  %0 = tensor.empty() : tensor<2x64xf32>
  %1 = "ttir.add"(%arg0, %arg1, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<1x64xf32>, tensor<2x64xf32>, tensor<2x64xf32>) -> tensor<2x64xf32>
  return %1 : tensor<2x64xf32>
}

// The number of the column's tile stays in the inner loop.
// CHECK: func.func @column
// CHECK: "ttkernel.unary_bcast_init"(%arg2, %arg3) <{bcast_type = #ttkernel.bcast_type<col>}>
// CHECK: scf.for %{{.*}} iter_args(%[[OUTER:.*]] = %{{.*}}, %[[COLUMN:.*]] = %{{.*}}) -> (i32, i32)
// CHECK: scf.for %{{.*}} iter_args(%[[TARGET:.*]] = %[[OUTER]], %[[SOURCE:.*]] = %[[COLUMN]]) -> (i32, i32)
// CHECK: "ttkernel.unary_bcast"(%arg2, %[[SOURCE]], %{{.*}}) <{bcast_type = #ttkernel.bcast_type<col>}>
// CHECK: "ttkernel.pack_tile"(%{{.*}}, %arg3, %[[TARGET]])
// CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-NEXT: arith.addi %[[SOURCE]], %[[ZERO]]
func.func @column(%arg0: tensor<64x1xbf16>, %arg1: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
  %0 = tensor.empty() : tensor<64x64xbf16>
  %1 = "ttir.subtract"(%arg1, %arg0, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x64xbf16>, tensor<64x1xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
  return %1 : tensor<64x64xbf16>
}
