// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Collective communication.

// CHECK: error: 'ttir.all_gather' op Invalid dimension for all gather op.
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x4xf32>) {
  %r = "ttir.all_gather"(%a0, %a1) <{dim = 2 : si32}> : (tensor<4x2xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.all_gather' op Invalid dimension for all gather op.
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x4xf32>) {
  %r = "ttir.all_gather"(%a0, %a1) <{dim = -3 : si32}> : (tensor<4x2xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.all_reduce' op Invalid dimension for all_reduce op.
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>) {
  %r = "ttir.all_reduce"(%a0, %a1) <{dim = 2 : si32, reduce_type = #tt.reduce_type<sum>, replica_groups = dense<0> : tensor<1x1xi64>, use_global_device_ids}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.mesh_shard' op Invalid shard_type for mesh_shard op.
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>) {
  %r = "ttir.mesh_shard"(%a0, %a1) <{shard_dims = array<i64>, shard_direction = #tt.shard_direction<full_to_shard>, shard_shape = array<i64: 1>, shard_type = #tt.shard_type<maximal>}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}
