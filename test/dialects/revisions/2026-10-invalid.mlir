// RUN: ttopt --split-input-file --verify-diagnostics --tt-mlir=2026-10 %s

func.func @index(%a: tensor<1x16x8xf32>, %i: tensor<1x2x5xsi32>) -> tensor<1x5x8xf32> {
  // expected-error@+1 {{'ttir.rows_gather' op expected as many sizes (1) and windows (1) as rows of indices (2)}}
  %0 = "ttir.rows_gather"(%a, %i) <{column = false, fill_out_of_bounds = false, sizes = array<i64: 16>, windows = array<i64: 1>}> : (tensor<1x16x8xf32>, tensor<1x2x5xsi32>) -> tensor<1x5x8xf32>
  return %0 : tensor<1x5x8xf32>
}

// -----

func.func @window(%a: tensor<1x16x8xf32>, %i: tensor<1x1x5xsi32>) -> tensor<1x85x8xf32> {
  // expected-error@+1 {{'ttir.rows_gather' op windows (17) must be between 1 and the sizes (16)}}
  %0 = "ttir.rows_gather"(%a, %i) <{column = false, fill_out_of_bounds = false, sizes = array<i64: 16>, windows = array<i64: 17>}> : (tensor<1x16x8xf32>, tensor<1x1x5xsi32>) -> tensor<1x85x8xf32>
  return %0 : tensor<1x85x8xf32>
}

// -----

func.func @rows(%a: tensor<1x16x8xf32>, %i: tensor<1x1x5xsi32>, %u: tensor<1x4x8xf32>) -> tensor<1x16x8xf32> {
  // expected-error@+1 {{'ttir.rows_scatter' op expected 40 elements in the rows of all windows, got (1, 4, 8)}}
  %0 = "ttir.rows_scatter"(%a, %i, %u) <{column = false, reduce = #ttcore.reduce_type<sum>, sizes = array<i64: 16>, windows = array<i64: 1>}> : (tensor<1x16x8xf32>, tensor<1x1x5xsi32>, tensor<1x4x8xf32>) -> tensor<1x16x8xf32>
  return %0 : tensor<1x16x8xf32>
}

// -----

func.func @column(%a: tensor<1x16x8xf32>, %i: tensor<1x1x5xsi32>) -> tensor<1x5x8xf32> {
  // expected-error@+1 {{'ttir.rows_gather' op rows of a column must have one element, got 8}}
  %0 = "ttir.rows_gather"(%a, %i) <{column = true, fill_out_of_bounds = false, sizes = array<i64: 16>, windows = array<i64: 1>}> : (tensor<1x16x8xf32>, tensor<1x1x5xsi32>) -> tensor<1x5x8xf32>
  return %0 : tensor<1x5x8xf32>
}

// -----

func.func @dilation(%a: tensor<1x4x4x4x2xf32>, %w: tensor<2x2x3x3x3xf32>) -> tensor<1x2x2x2x2xf32> {
  // expected-error@+1 {{'ttir.conv3d' op The kernel size (3, 3, 3) cannot be greater than the padded input size per channel (4, 4, 4).}}
  %0 = "ttir.conv3d"(%a, %w) <{dilation = array<i32: 2, 2, 2>, groups = 1 : i32, padding = array<i32: 0, 0, 0>, stride = array<i32: 1, 1, 1>}> : (tensor<1x4x4x4x2xf32>, tensor<2x2x3x3x3xf32>) -> tensor<1x2x2x2x2xf32>
  return %0 : tensor<1x2x2x2x2xf32>
}

// -----

func.func @unknown(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error-re@+1 {{invalid properties {turns = 1 : i32} for op ttir.round{{.*}}}}
  %0 = "ttir.round"(%a) <{turns = 1 : i32}> : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @floats(%a: tensor<1x16x8xf32>, %i: tensor<1x1x5xf32>) -> tensor<1x5x8xf32> {
  // expected-error@+1 {{'ttir.rows_gather' op indices must have integers}}
  %0 = "ttir.rows_gather"(%a, %i) <{column = false, fill_out_of_bounds = false, sizes = array<i64: 16>, windows = array<i64: 1>}> : (tensor<1x16x8xf32>, tensor<1x1x5xf32>) -> tensor<1x5x8xf32>
  return %0 : tensor<1x5x8xf32>
}

// -----

func.func @rank(%a: tensor<1x16x8xf32>, %i: tensor<1x5xsi32>) -> tensor<1x5x8xf32> {
  // expected-error@+1 {{'ttir.rows_gather' op indices must have 3 dimensions, got 2}}
  %0 = "ttir.rows_gather"(%a, %i) <{column = false, fill_out_of_bounds = false, sizes = array<i64: 16>, windows = array<i64: 1>}> : (tensor<1x16x8xf32>, tensor<1x5xsi32>) -> tensor<1x5x8xf32>
  return %0 : tensor<1x5x8xf32>
}

// -----

func.func @scalar(%a: tensor<f32>, %i: tensor<1x1x5xsi32>) -> tensor<1x5x8xf32> {
  // expected-error@+1 {{'ttir.rows_gather' op input must have a batch dimension}}
  %0 = "ttir.rows_gather"(%a, %i) <{column = false, fill_out_of_bounds = false, sizes = array<i64: 16>, windows = array<i64: 1>}> : (tensor<f32>, tensor<1x1x5xsi32>) -> tensor<1x5x8xf32>
  return %0 : tensor<1x5x8xf32>
}

// -----

func.func @batch(%a: tensor<2x16x8xf32>, %i: tensor<3x1x5xsi32>) -> tensor<2x5x8xf32> {
  // expected-error@+1 {{'ttir.rows_gather' op batch of indices (3) must be 1 or that of the input (2)}}
  %0 = "ttir.rows_gather"(%a, %i) <{column = false, fill_out_of_bounds = false, sizes = array<i64: 16>, windows = array<i64: 1>}> : (tensor<2x16x8xf32>, tensor<3x1x5xsi32>) -> tensor<2x5x8xf32>
  return %0 : tensor<2x5x8xf32>
}

// -----

func.func @parts(%a: tensor<1x15x7xf32>, %i: tensor<1x1x5xsi32>) -> tensor<1x5x7xf32> {
  // expected-error@+1 {{'ttir.rows_gather' op input (1, 15, 7) must have rows of the sizes (16)}}
  %0 = "ttir.rows_gather"(%a, %i) <{column = false, fill_out_of_bounds = false, sizes = array<i64: 16>, windows = array<i64: 1>}> : (tensor<1x15x7xf32>, tensor<1x1x5xsi32>) -> tensor<1x5x7xf32>
  return %0 : tensor<1x5x7xf32>
}

// -----

func.func @result(%a: tensor<1x16x8xf32>, %i: tensor<1x1x5xsi32>, %u: tensor<1x5x8xf32>) -> tensor<1x16x9xf32> {
  // expected-error@+1 {{'ttir.rows_scatter' op result must have the shape of the input}}
  %0 = "ttir.rows_scatter"(%a, %i, %u) <{column = false, reduce = #ttcore.reduce_type<sum>, sizes = array<i64: 16>, windows = array<i64: 1>}> : (tensor<1x16x8xf32>, tensor<1x1x5xsi32>, tensor<1x5x8xf32>) -> tensor<1x16x9xf32>
  return %0 : tensor<1x16x9xf32>
}

// -----

func.func @no_dilation(%a: tensor<1x4x4x4x2xf32>, %w: tensor<2x2x3x3x3xf32>) -> tensor<1x2x2x2x2xf32> {
  // expected-error@+1 {{'ttir.conv3d' op Dilation attribute values must be > 0.}}
  %0 = "ttir.conv3d"(%a, %w) <{dilation = array<i32: 0, 1, 1>, groups = 1 : i32, padding = array<i32: 0, 0, 0>, stride = array<i32: 1, 1, 1>}> : (tensor<1x4x4x4x2xf32>, tensor<2x2x3x3x3xf32>) -> tensor<1x2x2x2x2xf32>
  return %0 : tensor<1x2x2x2x2xf32>
}
