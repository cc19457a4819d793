// RUN: ttopt --convert-stablehlo-to-ttir %s | filecheck %s --check-prefix PLAIN
// RUN: ttopt --convert-stablehlo-to-ttir=exact-gather=true %s | filecheck %s
// StableHLO takes the nearest row there is for an index that has none.

// PLAIN: "ttir.gather"(%arg0, %arg1,
// CHECK: %[[IDS:.*]] = "ttir.clamp"(%arg1, {{.*}} <{max = 4.900000e+01 : f32, min = 0.000000e+00 : f32}>
// CHECK: "ttir.gather"(%arg0, %[[IDS]],
func.func @rows(%table: tensor<50x16xf32>, %ids: tensor<2x7xi32>) -> tensor<2x7x16xf32> {
  %0 = "stablehlo.gather"(%table, %ids) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 16>}> : (tensor<50x16xf32>, tensor<2x7xi32>) -> tensor<2x7x16xf32>
  return %0 : tensor<2x7x16xf32>
}

// Rows in a result that has not three dimensions are a `gather`, too, which ttir-to-ttir-decomposition lowers.
// PLAIN-LABEL: func.func @vectors
// PLAIN: "ttir.gather"(%arg0, %arg1, %{{.*}}) <{collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : si64, indices_are_sorted = false, offset_dims = array<i64: 1>
// CHECK-LABEL: func.func @vectors
// CHECK: "ttir.embedding"
func.func @vectors(%a: tensor<320x8xbf16>, %i: tensor<4x1xui32>) -> tensor<4x8xbf16> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<320x8xbf16>, tensor<4x1xui32>) -> tensor<4x8xbf16>
  return %0 : tensor<4x8xbf16>
}

// PLAIN-LABEL: func.func @four_dimensions
// PLAIN: "ttir.gather"
func.func @four_dimensions(%a: tensor<32x8xbf16>, %i: tensor<2x3x4xui32>) -> tensor<2x3x4x8xbf16> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [3], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<32x8xbf16>, tensor<2x3x4xui32>) -> tensor<2x3x4x8xbf16>
  return %0 : tensor<2x3x4x8xbf16>
}
