// RUN: ttopt --split-input-file --convert-stablehlo-to-ttir %s | filecheck %s
// On one device a sharding says nothing; those that a `shard_map` makes are kept.

module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  // CHECK-LABEL: func.func @constrained(%arg0: tensor<4x8xf32>, %arg1: tensor<8xbf16>) -> (tensor<4x8xf32>, tensor<8xbf16>) {
  // CHECK-NEXT: %0 = tensor.empty() : tensor<4x8xf32>
  // CHECK-NEXT: %1 = "ttir.tanh"(%arg0, %0)
  // CHECK-NEXT: return %1, %arg1 : tensor<4x8xf32>, tensor<8xbf16>
  func.func @constrained(%x: tensor<4x8xf32>, %p: tensor<8xi1>) -> (tensor<4x8xf32>, tensor<8xi1>) {
    %0 = stablehlo.custom_call @Sharding(%x) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = stablehlo.tanh %0 : tensor<4x8xf32>
    %2 = stablehlo.custom_call @Sharding(%1) {backend_config = "", mhlo.sharding = "{maximal device=0}"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %3 = stablehlo.custom_call @Sharding(%p) {mhlo.sharding = "{devices=[1]<=[1]}"} : (tensor<8xi1>) -> tensor<8xi1>
    return %2, %3 : tensor<4x8xf32>, tensor<8xi1>
  }

  // CHECK-LABEL: func.func @mapped(
  // CHECK: %1 = "ttir.mesh_shard"(%arg0, %0) <{shard_dims = array<i64: -1, -1>, shard_direction = #tt.shard_direction<full_to_shard>, shard_shape = array<i64: 1, 1>, shard_type = #tt.shard_type<devices>}>
  // CHECK: return %1
  func.func @mapped(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
    %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[1,1]<=[1]}"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    return %1 : tensor<4x8xf32>
  }
}
