// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Reductions, cumulative sums, softmax and clamp.

// CHECK: error: 'ttir.sum' op Reduce dimensions are out of range
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x1xf32>) {
  %r = "ttir.sum"(%a0, %a1) <{keep_dim = true, dim_arg = [2 : i32]}> : (tensor<4x2xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  return
}

// -----

// CHECK: error: 'ttir.mean' op Reduce dimensions are out of range
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x1xf32>) {
  %r = "ttir.mean"(%a0, %a1) <{keep_dim = true, dim_arg = [-3 : i32]}> : (tensor<4x2xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  return
}

// -----

// CHECK: error: 'ttir.max' op Reduce dimensions are not unique
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x1xf32>) {
  %r = "ttir.max"(%a0, %a1) <{keep_dim = true, dim_arg = [1 : i32, 1 : i32]}> : (tensor<4x2xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  return
}

// -----

// CHECK: error: 'ttir.min' op Reduce dimensions are out of range
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x1xf32>) {
  %r = "ttir.min"(%a0, %a1) <{keep_dim = true, dim_arg = [5 : i32]}> : (tensor<4x2xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  return
}

// -----

// CHECK: error: 'ttir.prod' op Reduce dimensions are not unique
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x1xf32>) {
  %r = "ttir.prod"(%a0, %a1) <{keep_dim = true, dim_arg = [0 : i32, 0 : i32]}> : (tensor<4x2xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  return
}

// -----

// CHECK: error: 'ttir.reduce_and' op Reduce dimensions are out of range
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x1xf32>) {
  %r = "ttir.reduce_and"(%a0, %a1) <{keep_dim = true, dim_arg = [2 : i32]}> : (tensor<4x2xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  return
}

// -----

// CHECK: error: 'ttir.cumsum' op specified dimension should be between 0 and 1, but got: 2.
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>) {
  %r = "ttir.cumsum"(%a0, %a1) <{dim = 2 : i64}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.cumsum' op specified dimension should be between 0 and 1, but got: -1.
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>) {
  %r = "ttir.cumsum"(%a0, %a1) <{dim = -1 : i64}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.softmax' op Input and output shapes must be the same
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x1xf32>) {
  %r = "ttir.softmax"(%a0, %a1) <{dimension = 0 : si32}> : (tensor<4x2xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  return
}

// -----

// CHECK: error: 'ttir.softmax' op Dimension attribute must be within the bounds of the input tensor
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>) {
  %r = "ttir.softmax"(%a0, %a1) <{dimension = 2 : si32}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.softmax' op Dimension attribute must be within the bounds of the input tensor
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>) {
  %r = "ttir.softmax"(%a0, %a1) <{dimension = -3 : si32}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.clamp' op input and output must have same shape.
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x1xf32>) {
  %r = "ttir.clamp"(%a0, %a1) <{max = 1.0 : f32, min = 0.0 : f32}> : (tensor<4x2xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  return
}
