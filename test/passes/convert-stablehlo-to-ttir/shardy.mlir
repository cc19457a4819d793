// RUN: ttopt --split-input-file --convert-stablehlo-to-ttir %s | filecheck %s
// On one device Shardy's ops are their operands, and shardings say nothing.

// CHECK-LABEL: module {
// CHECK-NEXT:    func.func public @one_device(%arg0: tensor<8x4xf32>, %arg1: tensor<8xbf16>) -> (tensor<8x4xf32>, tensor<8xbf16> {jax.result_info = "b"}) {
// CHECK-NEXT:      %0 = tensor.empty() : tensor<8x4xf32>
// CHECK-NEXT:      %1 = "ttir.tanh"(%arg0, %0)
// CHECK-NEXT:      %2 = "ttir.constant"() <{value = dense<2.000000e+00> : tensor<8x4xf32>}>
// CHECK-NEXT:      %3 = tensor.empty() : tensor<8x4xf32>
// CHECK-NEXT:      %4 = "ttir.add"(%1, %2, %3)
// CHECK-NEXT:      %5 = tensor.empty() : tensor<8x4xf32>
// CHECK-NEXT:      %6 = "ttir.exp"(%4, %5)
// CHECK-NEXT:      return %6, %arg1
sdy.mesh @mesh = <["x"=1, "y"=1]>
sdy.mesh @first = <[], device_ids=[0]>
func.func public @one_device(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %p: tensor<8xi1>)
    -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<8xi1> {jax.result_info = "b"}) {
  %0 = stablehlo.tanh %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x4xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}, {?}]> : tensor<8x4xf32>
  %2 = sdy.reshard %1 <@first, []> : tensor<8x4xf32>
  %3 = sdy.constant dense<2.000000e+00> : tensor<8x4xf32>
  %4 = sdy.manual_computation(%2, %3) in_shardings=[<@mesh, [{"x"}, {"y"}]>, <@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {"y"}]>] manual_axes={"x", "y"} (%a: tensor<8x4xf32>, %b: tensor<8x4xf32>) {
    %9 = stablehlo.add %a, %b : tensor<8x4xf32>
    sdy.return %9 : tensor<8x4xf32>
  } : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  %5 = sdy.named_computation<"stage">(%4) (%a: tensor<8x4xf32>) {
    %9 = stablehlo.exponential %a : tensor<8x4xf32>
    sdy.return %9 : tensor<8x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %6 = sdy.propagation_barrier %5 allowed_direction=NONE : tensor<8x4xf32>
  %7 = sdy.data_flow_edge %p sharding=<@mesh, [{"x"}]> : tensor<8xi1>
  sdy.sharding_group %6 group_id=1 : tensor<8x4xf32>
  return %6, %7 : tensor<8x4xf32>, tensor<8xi1>
}

// -----

// Collectives of one device.

// CHECK-LABEL: func.func @alone(%arg0: tensor<4x4xf32>)
// CHECK-NEXT:    %0 = "ttir.constant"() <{value = dense<0> : tensor<1xui32>}>
// CHECK-NEXT:    return %arg0, %arg0, %arg0, %arg0, %0
module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func @alone(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<ui32>) {
    %0 = "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<0> : tensor<1x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = "stablehlo.reduce_scatter"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<0> : tensor<1x1xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %9 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %9 : tensor<f32>
    }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = "stablehlo.all_to_all"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 1 : i64, replica_groups = dense<0> : tensor<1x1xi64>, split_count = 1 : i64, split_dimension = 0 : i64}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %3 = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %4 = stablehlo.partition_id : tensor<ui32>
    return %0, %1, %2, %3, %4 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<ui32>
  }
}

// -----

// A computation for each device splits its operands and joins its results.

// CHECK-LABEL: func.func @for_each
// CHECK-NOT:     sdy
// CHECK:         "ttir.mesh_shard"(%arg0, {{.*}}) <{shard_dims = array<i64: 0, 1>, shard_direction = #tt.shard_direction<full_to_shard>, shard_shape = array<i64: 2, 4>, shard_type = #tt.shard_type<devices>}> : (tensor<8x16xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK:         "ttir.mesh_shard"(%arg1, {{.*}}) <{shard_dims = array<i64: -1, 0>, shard_direction = #tt.shard_direction<full_to_shard>, shard_shape = array<i64: 4, 1>, shard_type = #tt.shard_type<devices>}> : (tensor<16x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK:         "ttir.mesh_shard"(%arg2, {{.*}}) <{shard_dims = array<i64: -1>, shard_direction = #tt.shard_direction<full_to_shard>, shard_shape = array<i64: 1>, shard_type = #tt.shard_type<replicate>}> : (tensor<8xbf16>, tensor<8xbf16>) -> tensor<8xbf16>
// CHECK:         "ttir.all_reduce"
// CHECK:         "ttir.mesh_shard"({{.*}}) <{shard_dims = array<i64: 0, -1>, shard_direction = #tt.shard_direction<shard_to_full>, shard_shape = array<i64: 2, 1>, shard_type = #tt.shard_type<devices>}> : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @for_each(%x: tensor<8x16xf32>, %w: tensor<16x8xf32>, %p: tensor<8xi1>) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%x, %w, %p) in_shardings=[<@mesh, [{"x"}, {"y"}]>, <@mesh, [{"y"}, {}]>, <@mesh, [{}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x", "y"} (%a: tensor<4x4xf32>, %b: tensor<4x8xf32>, %c: tensor<8xi1>) {
    %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %2 = "stablehlo.all_reduce"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
    ^bb0(%d: tensor<f32>, %e: tensor<f32>):
      %9 = stablehlo.add %d, %e : tensor<f32>
      stablehlo.return %9 : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    sdy.return %2 : tensor<4x8xf32>
  } : (tensor<8x16xf32>, tensor<16x8xf32>, tensor<8xi1>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

// What asks for a partitioner stays, as in the original; TTNN refuses it.

// CHECK-LABEL: sdy.mesh @mesh = <["x"=2]>
// CHECK:         sdy.sharding_constraint %arg0 <@mesh, [{"x"}]> : tensor<4xf32>
sdy.mesh @mesh = <["x"=2]>
func.func @constrained(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"x"}]> : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Its type is TTIR's.
// CHECK: func.func @constrained_truth_values(%arg0: tensor<4xbf16>) -> tensor<4xbf16>
// CHECK:   sdy.sharding_constraint %arg0 <@mesh, [{"x"}]> : tensor<4xbf16>
func.func @constrained_truth_values(%x: tensor<4xi1>) -> tensor<4xi1> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"x"}]> : tensor<4xi1>
  return %0 : tensor<4xi1>
}
