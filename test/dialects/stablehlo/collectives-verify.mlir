// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Collectives.

// CHECK: error: all_gather_dim must be a valid index of operand
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.all_gather"(%a) <{all_gather_dim = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.all_gather' op attribute 'all_gather_dim' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.all_gather"(%a) <{all_gather_dim = -1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

// CHECK: error: dimension size of operand at 'all_gather_dim' cannot be zero
func.func @test(%a: tensor<0x8xf32>) {
  %r = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<0x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

// CHECK: error: replica groups should be a rank 2 tensor
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[0, 1]> : tensor<2xi64>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

// CHECK: error: if `use_global_device_ids` is set, the replica groups cannot be empty
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<> : tensor<0x0xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

// CHECK: error: Invalid replica id -1
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

// CHECK: error: replica id #0 seen more than once
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

// CHECK: error: replica id #1 not seen in replica groups
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

// CHECK: error: channel_id cannot be negative when useGlobalDeviceIds is set
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = -1, type = 0>, use_global_device_ids}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

// CHECK: error: operand and result must have the same rank
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x8x1xf32>
  return
}

// -----

// CHECK: error: operand and result should have the same shape except for the dimension size at 'all_gather_dim'
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x9xf32>
  return
}

// -----

// CHECK: error: result gather dimension has size 9, expected to be a multiple of operand gather dimension size 4
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<9x8xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.all_gather' op requires the same element type for operand and result at index 0
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x8xf64>
  return
}

// -----

// CHECK: error: 'stablehlo.all_gather' op requires the same number of operands and results
func.func @test(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) {
  %r = "stablehlo.all_gather"(%a, %b) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: channel_id must be positive when useGlobalDeviceIds is set but got: 0
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: replica id #0 seen more than once
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<f32>' vs 'tensor<i32>'
func.func @test(%a: tensor<4xi32>) {
  %r = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

// CHECK: error: 'stablehlo.all_reduce' op inferred type(s) 'tensor<4x8xf32>' are incompatible with return type(s) of operation 'tensor<4x9xf32>'
// CHECK: error: 'stablehlo.all_reduce' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x9xf32>
  return
}

// -----

// CHECK: error: AllToAll split_dimension 2 is out-of-bounds for input rank 2
// CHECK: error: 'stablehlo.all_to_all' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.all_to_all"(%a) <{split_dimension = 2 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

// CHECK: error: AllToAll concat_dimension 2 is out-of-bounds for input rank 2
// CHECK: error: 'stablehlo.all_to_all' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.all_to_all"(%a) <{split_dimension = 1 : i64, concat_dimension = 2 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

// CHECK: error: group size of replica_groups must be 3
// CHECK: error: 'stablehlo.all_to_all' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.all_to_all"(%a) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 3 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.all_to_all' op attribute 'split_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.all_to_all"(%a) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.all_to_all' op inferred type(s) 'tensor<8x4xf32>' are incompatible with return type(s) of operation 'tensor<4x8xf32>'
// CHECK: error: 'stablehlo.all_to_all' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.all_to_all"(%a) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.all_to_all' op requires the same element type for operand and result at index 0
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.all_to_all"(%a) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x4xf64>
  return
}

// -----

// CHECK: error: group size of replica_groups must be 4
// CHECK: error: 'stablehlo.all_to_all' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.all_to_all"(%a) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

// CHECK: error: split dimension has size 7, expected to be a multiple of split_count 2
// CHECK: error: 'stablehlo.all_to_all' op failed to infer returned types
func.func @test(%a: tensor<4x7xf32>) {
  %r = "stablehlo.all_to_all"(%a) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x7xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: replica groups should be a rank 2 tensor,but instead it is of rank 1
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.collective_broadcast"(%a) <{replica_groups = dense<[0, 1]> : tensor<2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: replica_groups values must be positive, but was given -1
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.collective_broadcast"(%a) <{replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: replica id #0 seen more than once
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.collective_broadcast"(%a) <{replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.collective_broadcast' op inferred type(s) 'tensor<4x8xf32>' are incompatible with return type(s) of operation 'tensor<4x9xf32>'
// CHECK: error: 'stablehlo.collective_broadcast' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.collective_broadcast"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x9xf32>
  return
}

// -----

// CHECK: error: expect source_target_pairs attribute to be of rank 2, but got rank 1
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[0, 1]> : tensor<2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: expect source_target_pairs attribute of shape (N, 2), but got (1, 3)
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: replica ids in source_target_pairs must be >= 0.
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: duplicate sources not allowed.
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: duplicate targets not allowed.
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.collective_permute' op inferred type(s) 'tensor<4x8xf32>' are incompatible with return type(s) of operation 'tensor<4x9xf32>'
// CHECK: error: 'stablehlo.collective_permute' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x9xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.cross-replica-sum' op requires compatible types for all operands and results
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.cross-replica-sum"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x9xf32>
  return
}

// -----

// CHECK: error: operand and result should have same rank
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<2xf32>
  return
}

// -----

// CHECK: error: scatter dim should be less than operand/result rank
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<2x8xf32>
  return
}

// -----

// CHECK: error: channel_id must be positive when useGlobalDeviceIds is set but got: 0
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<2x8xf32>
  return
}

// -----

// CHECK: error: result dimension size at scatter_dimension cannot be zero
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<0x8xf32>
  return
}

// -----

// CHECK: error: operand dimension size at scatter_dimension cannot be zero
func.func @test(%a: tensor<0x8xf32>) {
  %r = "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<0x8xf32>) -> tensor<2x8xf32>
  return
}

// -----

// CHECK: error: operand scatter dimension has size 4, expected to be a multiple of result scatter dimension size 3
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<3x8xf32>
  return
}

// -----

// CHECK: error: non scatter dimensions should be same for operand (8) and result (9)
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<2x9xf32>
  return
}

// -----

// CHECK: error: result element-type is expected to be 'f32', but got 'f64'
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<2x8xf64>
  return
}

// -----

// CHECK: error: replica id #1 not seen in replica groups
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<2x8xf32>
  return
}

// -----

// CHECK: error: Reduction-region must take 2 parameters, but takes 1 parameter(s)
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%x: tensor<f32>):
      stablehlo.return %x : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<2x8xf32>
  return
}
