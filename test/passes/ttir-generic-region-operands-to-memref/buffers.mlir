// RUN: ttopt --ttir-generic --ttir-generic-op-cbs --ttir-generic-region-operands-to-memref %s | filecheck %s
// RUN: ttopt --ttir-generic --ttir-generic-op-cbs --ttir-generic-region-operands-to-memref --ttir-generic-region-operands-to-memref %s | filecheck %s
// RUN: not ttopt --ttir-generic --ttir-generic-region-operands-to-memref %s 2>&1 | filecheck %s --check-prefix=BUFFERS

// BUFFERS: error: 'ttir.generic' op requires circular buffers (see --ttir-generic-op-cbs)

#l1_ = #tt.memory_space<l1>
#one = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x64xf32, #l1_>>
#four = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x2>, memref<1x1x!tt.tile<32x32, f32>, #l1_>>

// An operand on the grid of the op is an alias of the shard, any other a stream through its buffer.
// CHECK: func.func @kernel
// CHECK: ^bb0(%[[X:.*]]: tensor<32x32xf32, #tt.buffer<memref<1x1x!tt.tile<32x32, f32>, #l1_>, stream>>, %[[Y:.*]]: tensor<32x32xf32, #tt.buffer<memref<1x1x!tt.tile<32x32, f32>, #l1_>, alias>>):
// CHECK-NEXT: %[[Z:.*]] = "ttir.kernel"(%[[X]], %[[Y]]) {{.*}} -> tensor<32x32xf32, #tt.buffer<memref<1x1x!tt.tile<32x32, f32>, #l1_>, alias>>
// CHECK-NEXT: "ttir.yield"(%[[Z]]) : (tensor<32x32xf32, #tt.buffer<memref<1x1x!tt.tile<32x32, f32>, #l1_>, alias>>) -> ()
// CHECK-NEXT: }) : (tensor<64x64xf32, #{{.*}}>, tensor<64x64xf32, #{{.*}}>, tensor<64x64xf32, #{{.*}}>) -> tensor<64x64xf32, #{{.*}}>
func.func @kernel(%arg0: tensor<64x64xf32, #one>) -> tensor<64x64xf32, #four> {
  %0 = tensor.empty() : tensor<64x64xf32, #four>
  %1 = "ttir.max"(%arg0, %0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<64x64xf32, #one>, tensor<64x64xf32, #four>) -> tensor<64x64xf32, #four>
  return %1 : tensor<64x64xf32, #four>
}

// Values in the region have the type of the arguments they had before.
// CHECK: func.func @elementwise
// CHECK: %{{.*}} = arith.addf %{{.*}}, %{{.*}} : tensor<32x32xf32, #tt.buffer<memref<1x1x!tt.tile<32x32, f32>, #l1_>, alias>>
func.func @elementwise(%arg0: tensor<64x64xf32, #four>) -> tensor<64x64xf32, #four> {
  %0 = tensor.empty() : tensor<64x64xf32, #four>
  %1 = "ttir.add"(%arg0, %arg0, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x64xf32, #four>, tensor<64x64xf32, #four>, tensor<64x64xf32, #four>) -> tensor<64x64xf32, #four>
  return %1 : tensor<64x64xf32, #four>
}
