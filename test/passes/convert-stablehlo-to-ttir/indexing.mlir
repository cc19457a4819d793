// RUN: ttopt --convert-stablehlo-to-ttir %s | filecheck %s
// Gathers and scatters.

// CHECK-LABEL: func.func @rows(%arg0: tensor<9x16xf32>, %arg1: tensor<2x3x1xi32>) -> tensor<2x3x16xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<2x3x16xf32>
// CHECK-NEXT: %1 = "ttir.gather"(%arg0, %arg1, %0) <{collapsed_slice_dims = array<i64: 0>, index_vector_dim = 2 : si64, indices_are_sorted = false, offset_dims = array<i64: 2>, operand_batching_dims = array<i64>, slice_sizes = array<i64: 1, 16>, start_index_map = array<i64: 0>, start_indices_batching_dims = array<i64>}> : (tensor<9x16xf32>, tensor<2x3x1xi32>, tensor<2x3x16xf32>) -> tensor<2x3x16xf32>
// CHECK-NEXT: return %1 : tensor<2x3x16xf32>
func.func @rows(%t: tensor<9x16xf32>, %i: tensor<2x3x1xi64>) -> tensor<2x3x16xf32> {
  %0 = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = true, slice_sizes = array<i64: 1, 16>}> : (tensor<9x16xf32>, tensor<2x3x1xi64>) -> tensor<2x3x16xf32>
  return %0 : tensor<2x3x16xf32>
}

// CHECK-LABEL: func.func @overwritten(%arg0: tensor<1x3x8xi32>, %arg1: tensor<1xi32>, %arg2: tensor<1x3x4xi32>) -> tensor<1x3x8xi32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<1x3x8xi32>
// CHECK-NEXT: %1 = "ttir.scatter"(%arg0, %arg1, %arg2, %0) <{index_vector_dim = 0 : i32, indices_are_sorted = false, input_batching_dims = array<i32>, inserted_window_dims = array<i32>, scatter_dims_to_operand_dims = array<i32: 0>, scatter_indices_batching_dims = array<i32>, unique_indices = false, update_window_dims = array<i32: 0, 1, 2>}> ({
// CHECK-NEXT: ^bb0(%arg3: tensor<1xi32>, %arg4: tensor<1xi32>):
// CHECK-NEXT: "ttir.yield"(%arg4) : (tensor<1xi32>) -> ()
// CHECK-NEXT: }) : (tensor<1x3x8xi32>, tensor<1xi32>, tensor<1x3x4xi32>, tensor<1x3x8xi32>) -> tensor<1x3x8xi32>
// CHECK-NEXT: return %1 : tensor<1x3x8xi32>
func.func @overwritten(%t: tensor<1x3x8xi64>, %i: tensor<1xi32>, %u: tensor<1x3x4xi64>) -> tensor<1x3x8xi64> {
  %0 = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1, 2], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
    stablehlo.return %y : tensor<i64>
  }) : (tensor<1x3x8xi64>, tensor<1xi32>, tensor<1x3x4xi64>) -> tensor<1x3x8xi64>
  return %0 : tensor<1x3x8xi64>
}

// The gradient of a gather: a product of matrices, infinities apart.
// CHECK-LABEL: func.func @added
// CHECK: "ttir.arange"() <{{.*}}> : () -> tensor<9x1xf32>
// CHECK: "ttir.typecast"(%arg1, %{{[0-9]+}}) {{.*}} -> tensor<3x1xf32>
// CHECK: "ttir.ge"
// CHECK: "ttir.le"
// CHECK: "ttir.where"{{.*}} -> tensor<3x1xf32>
// CHECK: "ttir.eq"{{.*}} -> tensor<9x3xbf16>
// CHECK: "ttir.isfinite"(%arg2
// CHECK: "ttir.matmul"{{.*}} : (tensor<9x3xf32>, tensor<3x48xf32>, tensor<9x48xf32>) -> tensor<9x48xf32>
// CHECK: "ttir.add"(%arg0, {{.*}}) {{.*}} -> tensor<9x16xf32>
func.func @added(%t: tensor<9x16xf32>, %i: tensor<3x1xi64>, %u: tensor<3x16xf32>) -> tensor<9x16xf32> {
  %0 = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<9x16xf32>, tensor<3x1xi64>, tensor<3x16xf32>) -> tensor<9x16xf32>
  return %0 : tensor<9x16xf32>
}

// At a known place slices are enough.
// CHECK-LABEL: func.func @at_a_known_place
// CHECK-NOT: "ttir.eq"
// CHECK: %[[PART:.*]] = "ttir.slice"(%arg0, {{.*}}) <{begins = [2 : i32], ends = [5 : i32], step = [1 : i32]}>
// CHECK: %[[SUM:.*]] = "ttir.add"(%[[PART]], %arg1
// CHECK: "ttir.concat"({{.*}}, %[[SUM]], {{.*}}) <{dim = 0 : si32}>
func.func @at_a_known_place(%t: tensor<8xf32>, %u: tensor<3xf32>) -> tensor<8xf32> {
  %i = stablehlo.constant dense<2> : tensor<1xi32>
  %0 = "stablehlo.scatter"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<8xf32>, tensor<1xi32>, tensor<3xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
