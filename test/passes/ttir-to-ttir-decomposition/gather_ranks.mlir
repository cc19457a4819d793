// RUN: ttopt --ttir-to-ttir-decomposition %s | filecheck %s
// A gather of rows whose result has not three dimensions is an embedding between reshapes.

// CHECK-LABEL: func.func @vectors
// CHECK: %[[IDS:.*]] = "ttir.reshape"(%arg1, %{{.*}}) <{shape = [1 : i32, 4 : i32]}>
// CHECK: %[[ROWS:.*]] = "ttir.embedding"(%[[IDS]], %arg0, %{{.*}}) : (tensor<1x4xui32>, tensor<320x8xbf16>, tensor<1x4x8xbf16>) -> tensor<1x4x8xbf16>
// CHECK: "ttir.reshape"(%[[ROWS]], %{{.*}}) <{shape = [4 : i32, 8 : i32]}>
func.func @vectors(%a: tensor<320x8xbf16>, %i: tensor<4x1xui32>) -> tensor<4x8xbf16> {
  %0 = tensor.empty() : tensor<4x8xbf16>
  %1 = "ttir.gather"(%a, %i, %0) <{collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : si64, indices_are_sorted = false, offset_dims = array<i64: 1>, operand_batching_dims = array<i64>, slice_sizes = array<i64: 1, 8>, start_index_map = array<i64: 0>, start_indices_batching_dims = array<i64>}> : (tensor<320x8xbf16>, tensor<4x1xui32>, tensor<4x8xbf16>) -> tensor<4x8xbf16>
  return %1 : tensor<4x8xbf16>
}

// CHECK-LABEL: func.func @four_dimensions
// CHECK: "ttir.embedding"{{.*}} -> tensor<1x24x8xbf16>
// CHECK: "ttir.reshape"{{.*}} -> tensor<2x3x4x8xbf16>
func.func @four_dimensions(%a: tensor<32x8xbf16>, %i: tensor<2x3x4xui32>) -> tensor<2x3x4x8xbf16> {
  %0 = tensor.empty() : tensor<2x3x4x8xbf16>
  %1 = "ttir.gather"(%a, %i, %0) <{collapsed_slice_dims = array<i64: 0>, index_vector_dim = 3 : si64, indices_are_sorted = false, offset_dims = array<i64: 3>, operand_batching_dims = array<i64>, slice_sizes = array<i64: 1, 8>, start_index_map = array<i64: 0>, start_indices_batching_dims = array<i64>}> : (tensor<32x8xbf16>, tensor<2x3x4xui32>, tensor<2x3x4x8xbf16>) -> tensor<2x3x4x8xbf16>
  return %1 : tensor<2x3x4x8xbf16>
}
