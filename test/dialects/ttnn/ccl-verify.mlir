// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Collective communication.

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.all_gather' op Invalid dimension for all gather op.
func.func @test(%a0: tensor<4x2xf32>, %a1: !tt.device<#device>) {
  %r = "ttnn.all_gather"(%a0, %a1) <{dim = 2 : si32}> : (tensor<4x2xf32>, !tt.device<#device>) -> tensor<4x2xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.reduce_scatter' op Invalid dimension for reduce scatter op.
func.func @test(%a0: tensor<4x2xf32>, %a1: !tt.device<#device>) {
  %r = "ttnn.reduce_scatter"(%a0, %a1) <{math_op = #tt.reduce_type<sum>, num_links = 1 : si32, scatter_split_dim = 2 : si32}> : (tensor<4x2xf32>, !tt.device<#device>) -> tensor<4x2xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.reduce_scatter' op Invalid reduction op for reduce scatter op.
func.func @test(%a0: tensor<4x2xf32>, %a1: !tt.device<#device>) {
  %r = "ttnn.reduce_scatter"(%a0, %a1) <{math_op = #tt.reduce_type<mean>, num_links = 1 : si32, scatter_split_dim = 0 : si32}> : (tensor<4x2xf32>, !tt.device<#device>) -> tensor<4x2xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.all_reduce' op Invalid dimension for all reduce op.
func.func @test(%a0: tensor<4x2xf32>, %a1: !tt.device<#device>) {
  %r = "ttnn.all_reduce"(%a0, %a1) <{math_op = #tt.reduce_type<sum>, num_links = 1 : si32, scatter_dim = -3 : si32, scatter_num = 1 : si32}> : (tensor<4x2xf32>, !tt.device<#device>) -> tensor<4x2xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.all_reduce' op Invalid reduction op for all reduce op.
func.func @test(%a0: tensor<4x2xf32>, %a1: !tt.device<#device>) {
  %r = "ttnn.all_reduce"(%a0, %a1) <{math_op = #tt.reduce_type<std>, num_links = 1 : si32, scatter_dim = 0 : si32, scatter_num = 1 : si32}> : (tensor<4x2xf32>, !tt.device<#device>) -> tensor<4x2xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.mesh_shard' op Invalid shard_type for mesh_shard op.
func.func @test(%a0: tensor<4x2xf32>, %a1: !tt.device<#device>) {
  %r = "ttnn.mesh_shard"(%a0, %a1) <{shard_dims = array<i64>, shard_direction = #tt.shard_direction<full_to_shard>, shard_shape = array<i64: 1>, shard_type = #tt.shard_type<manual>}> : (tensor<4x2xf32>, !tt.device<#device>) -> tensor<4x2xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.mesh_shard' op Invalid input rank (<2) for mesh_shard op with devices partition.
func.func @test(%a0: tensor<4xf32>, %a1: !tt.device<#device>) {
  %r = "ttnn.mesh_shard"(%a0, %a1) <{shard_dims = array<i64>, shard_direction = #tt.shard_direction<full_to_shard>, shard_shape = array<i64: 1, 2>, shard_type = #tt.shard_type<devices>}> : (tensor<4xf32>, !tt.device<#device>) -> tensor<4xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.mesh_shard' op Invalid shard_shape (<2) for mesh_shard op with devices partition.
func.func @test(%a0: tensor<4x2xf32>, %a1: !tt.device<#device>) {
  %r = "ttnn.mesh_shard"(%a0, %a1) <{shard_dims = array<i64>, shard_direction = #tt.shard_direction<full_to_shard>, shard_shape = array<i64: 1>, shard_type = #tt.shard_type<devices>}> : (tensor<4x2xf32>, !tt.device<#device>) -> tensor<4x2xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.mesh_shard' op Invalid rank(shard_shape) != rank(input) for mesh_shard op with devices partition.
func.func @test(%a0: tensor<4x2xf32>, %a1: !tt.device<#device>) {
  %r = "ttnn.mesh_shard"(%a0, %a1) <{shard_dims = array<i64>, shard_direction = #tt.shard_direction<full_to_shard>, shard_shape = array<i64: 1, 2, 1>, shard_type = #tt.shard_type<devices>}> : (tensor<4x2xf32>, !tt.device<#device>) -> tensor<4x2xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.mesh_shard' op Invalid overall partition (<2) for mesh_shard op with devices partition.
func.func @test(%a0: tensor<4x2xf32>, %a1: !tt.device<#device>) {
  %r = "ttnn.mesh_shard"(%a0, %a1) <{shard_dims = array<i64>, shard_direction = #tt.shard_direction<full_to_shard>, shard_shape = array<i64: 1, 1>, shard_type = #tt.shard_type<devices>}> : (tensor<4x2xf32>, !tt.device<#device>) -> tensor<4x2xf32>
  return
}
