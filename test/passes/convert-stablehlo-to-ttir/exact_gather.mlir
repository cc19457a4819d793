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
