// RUN: ttopt --split-input-file %s | filecheck %s
// RUN: ttopt --split-input-file --canonicalize %s | filecheck %s --check-prefix=LOWERED

// Text of 2025-03 to 2025-11 is printed in its own form. Passes see the form of 2025-02.

// CHECK-LABEL: @linear
// CHECK: %0 = ttir.empty() : tensor<4x6xf32>
// CHECK-NEXT: "ttir.linear"(%arg0, %arg1, %0)
// LOWERED-LABEL: @linear
// LOWERED-NOT: ttir.linear
// LOWERED: "ttir.matmul"(%arg0, %arg1, %0) : (tensor<4x8xf32>, tensor<8x6xf32>, tensor<4x6xf32>)
func.func @linear(%a: tensor<4x8xf32>, %b: tensor<8x6xf32>) -> tensor<4x6xf32> {
  %0 = ttir.empty() : tensor<4x6xf32>
  %1 = "ttir.linear"(%a, %b, %0) : (tensor<4x8xf32>, tensor<8x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}

// -----

// A bias stays one, also if the destination is an argument.
// CHECK-LABEL: @bias
// LOWERED-LABEL: @bias
// LOWERED: "ttir.linear"(%arg0, %arg1, %arg2, %0)
// LOWERED-NOT: arg3
func.func @bias(%a: tensor<4x8xf32>, %b: tensor<8x6xf32>, %c: tensor<6xf32>, %d: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %0 = ttir.empty() : tensor<4x6xf32>
  %1 = "ttir.relu"(%d, %0) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  %2 = "ttir.linear"(%a, %b, %c, %d) : (tensor<4x8xf32>, tensor<8x6xf32>, tensor<6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  return %2 : tensor<4x6xf32>
}

// -----

// CHECK-LABEL: @conv2d
// LOWERED-LABEL: @conv2d
// LOWERED: "ttir.conv2d"(%arg0, %arg1, %0)
func.func @conv2d(%a: tensor<1x32x32x64xbf16>, %w: tensor<64x64x1x1xbf16>) -> tensor<1x32x32x64xbf16> {
  %0 = ttir.empty() : tensor<1x32x32x64xbf16>
  %1 = "ttir.conv2d"(%a, %w, %0) <{stride = 1 : i32, padding = 0 : i32, dilation = 1 : i32, groups = 1 : i32}> : (tensor<1x32x32x64xbf16>, tensor<64x64x1x1xbf16>, tensor<1x32x32x64xbf16>) -> tensor<1x32x32x64xbf16>
  return %1 : tensor<1x32x32x64xbf16>
}

// -----

// Until 2025-06 the dialect was called tt; until 2025-04-10 element-wise operations had sizes of operand groups.
// CHECK: tt.meshes = #tt.meshes<[<"mesh" = 1x2>]>
// CHECK: tensor<4x6xf32, #tt.mesh_sharding<"mesh">>
// CHECK: "ttir.permute"
// CHECK: "ttir.add"(%1, %arg0, %2) <{operandSegmentSizes = array<i32: 2, 1>}>
// LOWERED-LABEL: @mesh(
// LOWERED-SAME: %arg0: tensor<4x6xf32>)
// LOWERED-NOT: ttir.permute
// LOWERED: "ttir.add"(%arg0, %arg0, %0)
module attributes {tt.meshes = #tt.meshes<[<"mesh" = 1x2>]>} {
  func.func @mesh(%x: tensor<4x6xf32, #tt.mesh_sharding<"mesh">>) -> tensor<4x6xf32, #tt.mesh_sharding<"mesh">> {
    %0 = ttir.empty() : tensor<4x6xf32, #tt.mesh_sharding<"mesh">>
    %1 = "ttir.permute"(%x, %0) <{permutation = array<i64: 0, 1>}> : (tensor<4x6xf32, #tt.mesh_sharding<"mesh">>, tensor<4x6xf32, #tt.mesh_sharding<"mesh">>) -> tensor<4x6xf32, #tt.mesh_sharding<"mesh">>
    %2 = ttir.empty() : tensor<4x6xf32, #tt.mesh_sharding<"mesh">>
    %3 = "ttir.add"(%1, %x, %2) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x6xf32, #tt.mesh_sharding<"mesh">>, tensor<4x6xf32, #tt.mesh_sharding<"mesh">>, tensor<4x6xf32, #tt.mesh_sharding<"mesh">>) -> tensor<4x6xf32, #tt.mesh_sharding<"mesh">>
    return %3 : tensor<4x6xf32, #tt.mesh_sharding<"mesh">>
  }
}

// -----

// The attribute that a collective had in either half of the year.
// CHECK-LABEL: @collective
// CHECK: reduce_type = #tt.reduce_type<sum>
// LOWERED-LABEL: @collective
func.func @collective(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = ttir.empty() : tensor<4x8xf32>
  %1 = "ttir.all_reduce"(%a, %0) <{reduce_type = #tt.reduce_type<sum>, cluster_axis = 1 : ui32}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// -----

// Operations that 2025-02 had otherwise, or not at all, are those of 2026-08.
// CHECK-LABEL: @later
// LOWERED-LABEL: @later
// LOWERED-NOT: ttir.rms_norm
func.func @later(%q: tensor<1x2x32x32xbf16>, %w: tensor<32xbf16>) -> tensor<1x2x32x32xbf16> {
  %0 = ttir.empty() : tensor<1x2x32x32xbf16>
  %1 = "ttir.scaled_dot_product_attention"(%q, %q, %q, %0) <{is_causal = true}> : (tensor<1x2x32x32xbf16>, tensor<1x2x32x32xbf16>, tensor<1x2x32x32xbf16>, tensor<1x2x32x32xbf16>) -> tensor<1x2x32x32xbf16>
  %2 = ttir.empty() : tensor<1x2x32x32xbf16>
  %3 = "ttir.rms_norm"(%1, %w, %2) <{epsilon = 1.0e-5 : f32, normalized_shape = array<i64: 32>, operandSegmentSizes = array<i32: 1, 1, 0, 1>}> : (tensor<1x2x32x32xbf16>, tensor<32xbf16>, tensor<1x2x32x32xbf16>) -> tensor<1x2x32x32xbf16>
  return %3 : tensor<1x2x32x32xbf16>
}

// -----

// Operations that are as in 2025-02 keep their form.
// CHECK-LABEL: @earlier
// CHECK: "ttir.slice"
// LOWERED-LABEL: @earlier
// LOWERED: "ttir.slice"
func.func @earlier(%a: tensor<4x8xf32>) -> tensor<2x8xf32> {
  %0 = ttir.empty() : tensor<2x8xf32>
  %1 = "ttir.slice"(%a, %0) <{begins = [0 : i32, 0 : i32], ends = [2 : i32, 8 : i32], step = [1 : i32, 1 : i32]}> : (tensor<4x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  return %1 : tensor<2x8xf32>
}

// -----

// Since 2025-03-25, scatter has no region. It means the region that 2025-02 accepts.
// CHECK-LABEL: @scatter
// CHECK: "ttir.scatter"(%arg0, %arg1, %arg2, %0) <{
// CHECK-SAME: }> : (
// LOWERED-LABEL: @scatter
// LOWERED: "ttir.scatter"(%arg0, %arg1, %arg2, %0)
// LOWERED-NEXT: ^bb0(%[[OLD:.*]]: tensor<1xf32>, %[[NEW:.*]]: tensor<1xf32>):
// LOWERED-NEXT: "ttir.yield"(%[[NEW]])
func.func @scatter(%a: tensor<1x3x8x8xf32>, %i: tensor<1x1xi32>, %u: tensor<1x3x4x4xf32>) -> tensor<1x3x8x8xf32> {
  %0 = ttir.empty() : tensor<1x3x8x8xf32>
  %1 = "ttir.scatter"(%a, %i, %u, %0) <{index_vector_dim = 1 : i32, indices_are_sorted = false, input_batching_dims = array<i32>, inserted_window_dims = array<i32: 0>, scatter_dims_to_operand_dims = array<i32: 0>, scatter_indices_batching_dims = array<i32>, unique_indices = false, update_window_dims = array<i32: 1, 2, 3>}> : (tensor<1x3x8x8xf32>, tensor<1x1xi32>, tensor<1x3x4x4xf32>, tensor<1x3x8x8xf32>) -> tensor<1x3x8x8xf32>
  return %1 : tensor<1x3x8x8xf32>
}
