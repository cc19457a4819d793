// RUN: not ttopt --ttir-implicit-device=mesh-shape=2,4 --system-desc=t3000 --ttnn-layout --convert-ttir-to-ttnn --split-input-file %s 2>&1 | filecheck %s --check-prefix=DIAGNOSTIC
// RUN: not ttopt --ttir-implicit-device=mesh-shape=2,4 --system-desc=t3000 --ttnn-layout --convert-ttir-to-ttnn --split-input-file %s 2>&1 | filecheck %s --check-prefix=LOWERED
// What TTNN's op computes otherwise than TTIR's says is an error, or a warning if it depends on values.

func.func @columns(%a: tensor<1x1x32x64xbf16>) -> tensor<1x1x32x64xbf16> {
  %0 = tensor.empty() : tensor<1x1x32x64xbf16>
  // DIAGNOSTIC: :8:8: error: 'ttir.all_reduce' op reduces along the rows of the mesh, {{.}}[0, 1, 2, 3], [4, 5, 6, 7{{.}}] of 2x4 devices; replica_groups {{.}}[0, 4], [1, 5], [2, 6], [3, 7{{.}}] cannot be lowered
  %1 = "ttir.all_reduce"(%a, %0) <{dim = 3 : si32, reduce_type = #tt.reduce_type<sum>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>}> : (tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x1x32x64xbf16>
  return %1 : tensor<1x1x32x64xbf16>
}

// -----
func.func @mean(%a: tensor<1x1x32x64xbf16>) -> tensor<1x1x32x64xbf16> {
  %0 = tensor.empty() : tensor<1x1x32x64xbf16>
  // DIAGNOSTIC: :5:8: error: 'ttir.all_reduce' op TTNN reduces between devices by sum, max and min, not by mean
  %1 = "ttir.all_reduce"(%a, %0) <{dim = 3 : si32, reduce_type = #tt.reduce_type<mean>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>}> : (tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x1x32x64xbf16>
  return %1 : tensor<1x1x32x64xbf16>
}

// -----
// LOWERED: func.func @rows_in_any_order
func.func @rows_in_any_order(%a: tensor<1x1x32x64xbf16>) -> tensor<1x1x32x64xbf16> {
  %0 = tensor.empty() : tensor<1x1x32x64xbf16>
  %1 = "ttir.all_reduce"(%a, %0) <{dim = 3 : si32, reduce_type = #tt.reduce_type<sum>, replica_groups = dense<[[4, 5, 6, 7], [0, 2, 1, 3]]> : tensor<2x4xi64>}> : (tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x1x32x64xbf16>
  return %1 : tensor<1x1x32x64xbf16>
}

// -----
// DIAGNOSTIC: :5:8: warning: 'ttir.scatter' op writes its update at index 0, whatever scatter_indices hold [-Wscatter-index]
func.func @unknown_index(%x: tensor<1x32x32xf32>, %i: tensor<1x1xi32>, %u: tensor<1x32x32xf32>) -> tensor<1x32x32xf32> {
  %0 = tensor.empty() : tensor<1x32x32xf32>
  %1 = "ttir.scatter"(%x, %i, %u, %0) <{index_vector_dim = 1 : i32, indices_are_sorted = false, input_batching_dims = array<i32>, inserted_window_dims = array<i32: 0>, scatter_dims_to_operand_dims = array<i32: 0>, scatter_indices_batching_dims = array<i32>, unique_indices = false, update_window_dims = array<i32: 1, 2>}> ({
  ^bb0(%old: tensor<1xf32>, %new: tensor<1xf32>):
    "ttir.yield"(%new) : (tensor<1xf32>) -> ()
  }) : (tensor<1x32x32xf32>, tensor<1x1xi32>, tensor<1x32x32xf32>, tensor<1x32x32xf32>) -> tensor<1x32x32xf32>
  return %1 : tensor<1x32x32xf32>
}

// -----
// LOWERED: func.func @known_index
func.func @known_index(%x: tensor<1x32x32xf32>, %u: tensor<1x32x32xf32>) -> tensor<1x32x32xf32> {
  // LOWERED: "ttnn.scatter"
  %i = "ttir.zeros"() <{shape = array<i32: 1, 1>}> : () -> tensor<1x1xi32>
  %0 = tensor.empty() : tensor<1x32x32xf32>
  %1 = "ttir.scatter"(%x, %i, %u, %0) <{index_vector_dim = 1 : i32, indices_are_sorted = false, input_batching_dims = array<i32>, inserted_window_dims = array<i32: 0>, scatter_dims_to_operand_dims = array<i32: 0>, scatter_indices_batching_dims = array<i32>, unique_indices = false, update_window_dims = array<i32: 1, 2>}> ({
  ^bb0(%old: tensor<1xf32>, %new: tensor<1xf32>):
    "ttir.yield"(%new) : (tensor<1xf32>) -> ()
  }) : (tensor<1x32x32xf32>, tensor<1x1xi32>, tensor<1x32x32xf32>, tensor<1x32x32xf32>) -> tensor<1x32x32xf32>
  return %1 : tensor<1x32x32xf32>
}

// -----
// DIAGNOSTIC: error: 'ttir.scatter' op writes its update at index 0; other scatter_indices cannot be lowered
func.func @other_index(%x: tensor<1x32x32xf32>, %u: tensor<1x32x32xf32>) -> tensor<1x32x32xf32> {
  %i = "ttir.constant"() <{value = dense<1> : tensor<1x1xi32>}> : () -> tensor<1x1xi32>
  %0 = tensor.empty() : tensor<1x32x32xf32>
  %1 = "ttir.scatter"(%x, %i, %u, %0) <{index_vector_dim = 1 : i32, indices_are_sorted = false, input_batching_dims = array<i32>, inserted_window_dims = array<i32: 0>, scatter_dims_to_operand_dims = array<i32: 0>, scatter_indices_batching_dims = array<i32>, unique_indices = false, update_window_dims = array<i32: 1, 2>}> ({
  ^bb0(%old: tensor<1xf32>, %new: tensor<1xf32>):
    "ttir.yield"(%new) : (tensor<1xf32>) -> ()
  }) : (tensor<1x32x32xf32>, tensor<1x1xi32>, tensor<1x32x32xf32>, tensor<1x32x32xf32>) -> tensor<1x32x32xf32>
  return %1 : tensor<1x32x32xf32>
}

// -----
// DIAGNOSTIC: error: 'ttir.scatter' op is lowered to one write into the leading corner of its input: an update of shape [4, 32, 32] does not say where in [1, 32, 32] it goes
func.func @several_updates(%x: tensor<1x32x32xf32>, %i: tensor<4x1xi32>, %u: tensor<4x32x32xf32>) -> tensor<1x32x32xf32> {
  %0 = tensor.empty() : tensor<1x32x32xf32>
  %1 = "ttir.scatter"(%x, %i, %u, %0) <{index_vector_dim = 1 : i32, indices_are_sorted = false, input_batching_dims = array<i32>, inserted_window_dims = array<i32: 0>, scatter_dims_to_operand_dims = array<i32: 0>, scatter_indices_batching_dims = array<i32>, unique_indices = false, update_window_dims = array<i32: 1, 2>}> ({
  ^bb0(%old: tensor<1xf32>, %new: tensor<1xf32>):
    "ttir.yield"(%new) : (tensor<1xf32>) -> ()
  }) : (tensor<1x32x32xf32>, tensor<4x1xi32>, tensor<4x32x32xf32>, tensor<1x32x32xf32>) -> tensor<1x32x32xf32>
  return %1 : tensor<1x32x32xf32>
}
