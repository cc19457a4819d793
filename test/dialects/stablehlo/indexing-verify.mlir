// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Gather and scatter.

// CHECK: error: offset_dims size (1) plus collapse_slice_dims size (0) plus operand_batching_dims size (0) is not equal to operand rank (2)
// CHECK: error: 'stablehlo.gather' op failed to infer returned types
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>) {
  %r = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 16>}> : (tensor<100x16xf32>, tensor<7x1xi32>) -> tensor<7x16xf32>
  return
}

// -----

// CHECK: error: Expects index_vector_dim to be in range [0, rank-of('start_indices')] i.e. [0, 2]. got: 3.
// CHECK: error: 'stablehlo.gather' op failed to infer returned types
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>) {
  %r = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 3>, slice_sizes = array<i64: 1, 16>}> : (tensor<100x16xf32>, tensor<7x1xi32>) -> tensor<7x16xf32>
  return
}

// -----

// CHECK: error: start_index_map size (2) is not equal to size of index dimension (1) of start_indices (1)
// CHECK: error: 'stablehlo.gather' op failed to infer returned types
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>) {
  %r = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 16>}> : (tensor<100x16xf32>, tensor<7x1xi32>) -> tensor<7x16xf32>
  return
}

// -----

// CHECK: error: expects offset_dims to be sorted, got: [1, 0]
// CHECK: error: 'stablehlo.gather' op failed to infer returned types
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>) {
  %r = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 16>}> : (tensor<100x16xf32>, tensor<7x1xi32>) -> tensor<7x16xf32>
  return
}

// -----

// CHECK: error: expects offset_dims to not repeat, got: [1, 1]
// CHECK: error: 'stablehlo.gather' op failed to infer returned types
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>) {
  %r = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 16>}> : (tensor<100x16xf32>, tensor<7x1xi32>) -> tensor<7x16xf32>
  return
}

// -----

// CHECK: error: expects collapsed_slice_dims to be sorted, got: [1, 0]
// CHECK: error: 'stablehlo.gather' op failed to infer returned types
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>) {
  %r = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [1, 0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<100x16xf32>, tensor<7x1xi32>) -> tensor<7x16xf32>
  return
}

// -----

// CHECK: error: has duplicated dimension from collapsed_slice_dims and operand_batching_dims: 0
// CHECK: error: 'stablehlo.gather' op failed to infer returned types
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>) {
  %r = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<100x16xf32>, tensor<7x1xi32>) -> tensor<7x16xf32>
  return
}

// -----

// CHECK: error: Expects each element of collapsed_slice_dims to be in range [0, rank-of('operand')) i.e. [0, 2). got: 2.
// CHECK: error: 'stablehlo.gather' op failed to infer returned types
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>) {
  %r = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 16>}> : (tensor<100x16xf32>, tensor<7x1xi32>) -> tensor<7x16xf32>
  return
}

// -----

// CHECK: error: expects operand_batching_dims to be sorted, got: [1, 0]
// CHECK: error: 'stablehlo.gather' op failed to infer returned types
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>) {
  %r = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<operand_batching_dims = [1, 0], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<100x16xf32>, tensor<7x1xi32>) -> tensor<7x16xf32>
  return
}

// -----

// CHECK: error: Expects each element of operand_batching_dims to be in range [0, rank-of('operand')) i.e. [0, 2). got: 2.
// CHECK: error: 'stablehlo.gather' op failed to infer returned types
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>) {
  %r = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 16>}> : (tensor<100x16xf32>, tensor<7x1xi32>) -> tensor<7x16xf32>
  return
}

// -----

// CHECK: error: expects start_indices_batching_dims to not repeat, got: [0, 0]
// CHECK: error: 'stablehlo.gather' op failed to infer returned types
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>) {
  %r = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<100x16xf32>, tensor<7x1xi32>) -> tensor<7x16xf32>
  return
}

// -----

// CHECK: error: Expects each element of start_indices_batching_dims to be in range [0, rank-of('start_indices')) i.e. [0, 2). got: 2.
// CHECK: error: 'stablehlo.gather' op failed to infer returned types
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>) {
  %r = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 16>}> : (tensor<100x16xf32>, tensor<7x1xi32>) -> tensor<7x16xf32>
  return
}

// -----

// CHECK: error: expects start_indices_batching_dims not to include index_vector_dim 1
// CHECK: error: 'stablehlo.gather' op failed to infer returned types
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>) {
  %r = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 16>}> : (tensor<100x16xf32>, tensor<7x1xi32>) -> tensor<7x16xf32>
  return
}

// -----

// CHECK: error: operand_batching_dims and start_indices_batching_dims should have the same size
// CHECK: error: 'stablehlo.gather' op failed to infer returned types
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>) {
  %r = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 16>}> : (tensor<100x16xf32>, tensor<7x1xi32>) -> tensor<7x16xf32>
  return
}

// -----

// CHECK: error: operand_batching_dims[0] and start_indices_batching_dims[0] must have compatible sizes, but got 100 and 7
// CHECK: error: 'stablehlo.gather' op failed to infer returned types
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>) {
  %r = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 16>}> : (tensor<100x16xf32>, tensor<7x1xi32>) -> tensor<7x16xf32>
  return
}

// -----

// CHECK: error: has duplicated dimension from start_index_map and operand_batching_dims: 0
// CHECK: error: 'stablehlo.gather' op failed to infer returned types
func.func @test(%a: tensor<7x16xf32>, %b: tensor<7x1xi32>) {
  %r = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 16>}> : (tensor<7x16xf32>, tensor<7x1xi32>) -> tensor<7x16xf32>
  return
}

// -----

// CHECK: error: Expects each element of start_index_map to be in range [0, rank-of('operand')) i.e. [0, 2). got: 2.
// CHECK: error: 'stablehlo.gather' op failed to infer returned types
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>) {
  %r = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 16>}> : (tensor<100x16xf32>, tensor<7x1xi32>) -> tensor<7x16xf32>
  return
}

// -----

// CHECK: error: slice_sizes size (1) not equal to operand rank (2)
// CHECK: error: 'stablehlo.gather' op failed to infer returned types
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>) {
  %r = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<100x16xf32>, tensor<7x1xi32>) -> tensor<7x16xf32>
  return
}

// -----

// CHECK: error: Expects that for each dim in collapsed_slice_dims, slice_sizes[dim] should be <= 1, but got 2
// CHECK: error: 'stablehlo.gather' op failed to infer returned types
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>) {
  %r = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 16>}> : (tensor<100x16xf32>, tensor<7x1xi32>) -> tensor<7x16xf32>
  return
}

// -----

// CHECK: error: Expects that for each dim in operand_batching_dims, slice_sizes[dim] should be <= 1, but got 2
// CHECK: error: 'stablehlo.gather' op failed to infer returned types
func.func @test(%a: tensor<7x16xf32>, %b: tensor<7x1xi32>) {
  %r = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 2, 16>}> : (tensor<7x16xf32>, tensor<7x1xi32>) -> tensor<7x16xf32>
  return
}

// -----

// CHECK: error: slice size (17) is out of bounds for operand dimension (16) at index 1
// CHECK: error: 'stablehlo.gather' op failed to infer returned types
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>) {
  %r = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 17>}> : (tensor<100x16xf32>, tensor<7x1xi32>) -> tensor<7x16xf32>
  return
}

// -----

// CHECK: error: slice size (-1) is out of bounds for operand dimension (16) at index 1
// CHECK: error: 'stablehlo.gather' op failed to infer returned types
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>) {
  %r = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, -1>}> : (tensor<100x16xf32>, tensor<7x1xi32>) -> tensor<7x16xf32>
  return
}

// -----

// CHECK: error: Expects each element of offset_dims to be in range [0, implied-result-rank) i.e. [0, 2). got: 2.
// CHECK: error: 'stablehlo.gather' op failed to infer returned types
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>) {
  %r = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 16>}> : (tensor<100x16xf32>, tensor<7x1xi32>) -> tensor<7x16xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.gather' op inferred type(s) 'tensor<7x16xf32>' are incompatible with return type(s) of operation 'tensor<8x16xf32>'
// CHECK: error: 'stablehlo.gather' op failed to infer returned types
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>) {
  %r = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 16>}> : (tensor<100x16xf32>, tensor<7x1xi32>) -> tensor<8x16xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.gather' op failed to verify that all of {operand, result} have same element type
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>) {
  %r = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 16>}> : (tensor<100x16xf32>, tensor<7x1xi32>) -> tensor<7x16xf64>
  return
}

// -----

// CHECK: error: duplicated `index_vector_dim` entry
// CHECK: error: failed parsing gather dimension numbers attribute
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>) {
  %r = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, index_vector_dim = 2>, slice_sizes = array<i64: 1, 16>}> : (tensor<100x16xf32>, tensor<7x1xi32>) -> tensor<7x16xf32>
  return
}

// -----

// CHECK: error: expected one of: `offset_dims`, `collapsed_slice_dims`, `operand_batching_dims`, `start_indices_batching_dims`, `start_index_map`, `index_vector_dim`
// CHECK: error: failed parsing gather dimension numbers attribute
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>) {
  %r = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset = [1]>, slice_sizes = array<i64: 1, 16>}> : (tensor<100x16xf32>, tensor<7x1xi32>) -> tensor<7x16xf32>
  return
}

// -----

// CHECK: error: slice size (17) is out of bounds for operand dimension (16) at index 1
// CHECK: error: 'stablehlo.dynamic_gather' op failed to infer returned types
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>) {
  %s = stablehlo.constant dense<[1, 17]> : tensor<2xi64>
  %r = "stablehlo.dynamic_gather"(%a, %b, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<100x16xf32>, tensor<7x1xi32>, tensor<2xi64>) -> tensor<7x16xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.dynamic_gather' op inferred type(s) 'tensor<7x?xf32>' are incompatible with return type(s) of operation 'tensor<8x16xf32>'
// CHECK: error: 'stablehlo.dynamic_gather' op failed to infer returned types
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>, %c: tensor<2xi64>) {
  %r = "stablehlo.dynamic_gather"(%a, %b, %c) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<100x16xf32>, tensor<7x1xi32>, tensor<2xi64>) -> tensor<8x16xf32>
  return
}

// -----

// CHECK: error: Expects index_vector_dim to be in range [0, rank-of('scatter_indices')] i.e. [0, 2]. got: 3.
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>, %c: tensor<7x16xf32>) {
  %r = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 3>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<100x16xf32>, tensor<7x1xi32>, tensor<7x16xf32>) -> tensor<100x16xf32>
  return
}

// -----

// CHECK: error: Reduction-region must take 2 parameters, but takes 1 parameter(s)
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>, %c: tensor<7x16xf32>) {
  %r = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<f32>):
      %z = stablehlo.add %x, %x : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<100x16xf32>, tensor<7x1xi32>, tensor<7x16xf32>) -> tensor<100x16xf32>
  return
}

// -----

// CHECK: error: expects updates tensor must be of rank 2 ( == rank-of('scatter_indices') - 1 + size-of('update_window_dims'), where 'scatter_indices' is expanded by a trailing 1 dimension if 'index_vector_dim' == rank-of('scatter_indices')), but got 1.
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>, %c: tensor<7xf32>) {
  %r = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<100x16xf32>, tensor<7x1xi32>, tensor<7xf32>) -> tensor<100x16xf32>
  return
}

// -----

// CHECK: error: Expects rank-of operand to match size-of('update_window_dims') + size-of('inserted_window_dims') + size-of('input_batching_dims') i.e. 1 but got 2.
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>, %c: tensor<7x16xf32>) {
  %r = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<100x16xf32>, tensor<7x1xi32>, tensor<7x16xf32>) -> tensor<100x16xf32>
  return
}

// -----

// CHECK: error: Expects update_window_dims to be sorted; got: [1, 0].
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>, %c: tensor<7x16x1xf32>) {
  %r = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<100x16xf32>, tensor<7x1xi32>, tensor<7x16x1xf32>) -> tensor<100x16xf32>
  return
}

// -----

// CHECK: error: Expects update_window_dims to not repeat; got: [1, 1].
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>, %c: tensor<7x16x1xf32>) {
  %r = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<100x16xf32>, tensor<7x1xi32>, tensor<7x16x1xf32>) -> tensor<100x16xf32>
  return
}

// -----

// CHECK: error: Expects each element of update_window_dims to be in range [0, rank-of('updates')) i.e. [0, 3). got: 3.
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>, %c: tensor<7x16x1xf32>) {
  %r = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 3], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<100x16xf32>, tensor<7x1xi32>, tensor<7x16x1xf32>) -> tensor<100x16xf32>
  return
}

// -----

// CHECK: error: has duplicated dimension from inserted_window_dims and input_batching_dims: 0
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>, %c: tensor<7xf32>) {
  %r = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], input_batching_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<100x16xf32>, tensor<7x1xi32>, tensor<7xf32>) -> tensor<100x16xf32>
  return
}

// -----

// CHECK: error: Expects inserted_window_dims to be sorted; got: [1, 0].
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>, %c: tensor<7xf32>) {
  %r = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1, 0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<100x16xf32>, tensor<7x1xi32>, tensor<7xf32>) -> tensor<100x16xf32>
  return
}

// -----

// CHECK: error: Expects each element of inserted_window_dims to be in range [0, rank-of('operand')) i.e. [0, 2). got: 2.
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>, %c: tensor<7x16xf32>) {
  %r = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [2], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<100x16xf32>, tensor<7x1xi32>, tensor<7x16xf32>) -> tensor<100x16xf32>
  return
}

// -----

// CHECK: error: Expects input_batching_dims to be sorted; got: [1, 0].
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>, %c: tensor<7xf32>) {
  %r = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<input_batching_dims = [1, 0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<100x16xf32>, tensor<7x1xi32>, tensor<7xf32>) -> tensor<100x16xf32>
  return
}

// -----

// CHECK: error: Expects each element of input_batching_dims to be in range [0, rank-of('operand')) i.e. [0, 2). got: 2.
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>, %c: tensor<7x16xf32>) {
  %r = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [2], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<100x16xf32>, tensor<7x1xi32>, tensor<7x16xf32>) -> tensor<100x16xf32>
  return
}

// -----

// CHECK: error: Expects scatter_indices_batching_dims to not repeat; got: [0, 0].
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>, %c: tensor<7x16xf32>) {
  %r = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0, 0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<100x16xf32>, tensor<7x1xi32>, tensor<7x16xf32>) -> tensor<100x16xf32>
  return
}

// -----

// CHECK: error: Expects each element of scatter_indices_batching_dims to be in range [0, rank-of('scatter_indices')) i.e. [0, 2). got: 2.
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>, %c: tensor<7x16xf32>) {
  %r = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<100x16xf32>, tensor<7x1xi32>, tensor<7x16xf32>) -> tensor<100x16xf32>
  return
}

// -----

// CHECK: error: expects scatter_indices_batching_dims not to include index_vector_dim 1.
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>, %c: tensor<7x16xf32>) {
  %r = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<100x16xf32>, tensor<7x1xi32>, tensor<7x16xf32>) -> tensor<100x16xf32>
  return
}

// -----

// CHECK: error: input_batching_dims and scatter_indices_batching_dims should have the same size.
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>, %c: tensor<7x16xf32>) {
  %r = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<100x16xf32>, tensor<7x1xi32>, tensor<7x16xf32>) -> tensor<100x16xf32>
  return
}

// -----

// CHECK: error: input_batching_dims[0] and scatter_indices_batching_dims[0] must have compatible sizes, but got 100 and 7.
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>, %c: tensor<7x16xf32>) {
  %r = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<100x16xf32>, tensor<7x1xi32>, tensor<7x16xf32>) -> tensor<100x16xf32>
  return
}

// -----

// CHECK: error: has duplicated dimension from scatter_dims_to_operand_dims and input_batching_dims: 0
func.func @test(%a: tensor<7x16xf32>, %b: tensor<7x1xi32>, %c: tensor<7x16xf32>) {
  %r = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<7x16xf32>, tensor<7x1xi32>, tensor<7x16xf32>) -> tensor<7x16xf32>
  return
}

// -----

// CHECK: error: Scatter op has 2 elements in scatter_dims_to_operand_dims and the bound of dimension index_vector_dim=1 of scatter_indices is 1. These two numbers must be equal.
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>, %c: tensor<7x16xf32>) {
  %r = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<100x16xf32>, tensor<7x1xi32>, tensor<7x16xf32>) -> tensor<100x16xf32>
  return
}

// -----

// CHECK: error: Expects each element of scatter_dims_to_operand_dims to be in range [0, rank-of('operand')) i.e. [0, 2). got: 2.
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>, %c: tensor<7x16xf32>) {
  %r = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [2], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<100x16xf32>, tensor<7x1xi32>, tensor<7x16xf32>) -> tensor<100x16xf32>
  return
}

// -----

// CHECK: error: expects bounds of the window dimensions of updates to not exceed the bounds of the corresponding dimensions of operand. For dimension 1, updates bound is 17, operand bound is 16.
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>, %c: tensor<7x17xf32>) {
  %r = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<100x16xf32>, tensor<7x1xi32>, tensor<7x17xf32>) -> tensor<100x16xf32>
  return
}

// -----

// CHECK: error: expects bounds of the scatter dimensions of updates to be same as the bounds of the corresponding dimensions of scatter indices. For scatter dimension 0, updates bound is 8 , scatter_indices bound is 7.
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>, %c: tensor<8x16xf32>) {
  %r = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<100x16xf32>, tensor<7x1xi32>, tensor<8x16xf32>) -> tensor<100x16xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.scatter' op inferred type(s) 'tensor<100x16xf32>' are incompatible with return type(s) of operation 'tensor<100x17xf32>'
// CHECK: error: 'stablehlo.scatter' op failed to infer returned types
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>, %c: tensor<7x16xf32>) {
  %r = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<100x16xf32>, tensor<7x1xi32>, tensor<7x16xf32>) -> tensor<100x17xf32>
  return
}

// -----

// CHECK: error: expected one of: `update_window_dims`, `inserted_window_dims`, `input_batching_dims`, `scatter_indices_batching_dims`, `scatter_dims_to_operand_dims`, `index_vector_dim`
// CHECK: error: failed parsing scatter dimension numbers attribute
func.func @test(%a: tensor<100x16xf32>, %b: tensor<7x1xi32>, %c: tensor<7x16xf32>) {
  %r = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<foo = 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<100x16xf32>, tensor<7x1xi32>, tensor<7x16xf32>) -> tensor<100x16xf32>
  return
}

// -----

// CHECK: error: Not all inputs have compatible shapes.
func.func @test(%a: tensor<100x16xf32>, %b: tensor<100x17xf32>, %c: tensor<7x1xi32>, %d: tensor<7x16xf32>, %e: tensor<7x16xf32>) {
  %r:2 = "stablehlo.scatter"(%a, %b, %c, %d, %e) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>, %v: tensor<f32>, %w: tensor<f32>):
      stablehlo.return %x, %y : tensor<f32>, tensor<f32>
    }) : (tensor<100x16xf32>, tensor<100x17xf32>, tensor<7x1xi32>, tensor<7x16xf32>, tensor<7x16xf32>) -> (tensor<100x16xf32>, tensor<100x16xf32>)
  return
}

// -----

// CHECK: error: Not all updates have compatible shapes.
func.func @test(%a: tensor<100x16xf32>, %b: tensor<100x16xf32>, %c: tensor<7x1xi32>, %d: tensor<7x16xf32>, %e: tensor<7x15xf32>) {
  %r:2 = "stablehlo.scatter"(%a, %b, %c, %d, %e) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>, %v: tensor<f32>, %w: tensor<f32>):
      stablehlo.return %x, %y : tensor<f32>, tensor<f32>
    }) : (tensor<100x16xf32>, tensor<100x16xf32>, tensor<7x1xi32>, tensor<7x16xf32>, tensor<7x15xf32>) -> (tensor<100x16xf32>, tensor<100x16xf32>)
  return
}
