// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Reductions, softmax and clamp.

// CHECK: error: 'ttnn.sum' op Expected output shape (4, 2), got (4, 1)
func.func @test(%a0: tensor<4x2xf32>) {
  %r = "ttnn.sum"(%a0) <{keep_dim = true, dim_arg = [1 : i32]}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttnn.mean' op Expected output shape (4), got (2)
func.func @test(%a0: tensor<4x2xf32>) {
  %r = "ttnn.mean"(%a0) <{keep_dim = false, dim_arg = [-2 : i32]}> : (tensor<4x2xf32>) -> tensor<4xf32>
  return
}

// -----

// A result without dimensions has shape (1).
// CHECK: error: 'ttnn.max' op Expected output shape (), got (1)
func.func @test(%a0: tensor<4x2xf32>) {
  %r = "ttnn.max"(%a0) <{keep_dim = false, dim_arg = [0 : i32, 1 : i32]}> : (tensor<4x2xf32>) -> tensor<f32>
  return
}

// -----

// CHECK: error: 'ttnn.min' op Expected output shape (1), got (1, 1)
func.func @test(%a0: tensor<4x2xf32>) {
  %r = "ttnn.min"(%a0) <{keep_dim = true, dim_arg = [0 : i32, 1 : i32]}> : (tensor<4x2xf32>) -> tensor<1xf32>
  return
}

// -----

// CHECK: error: 'ttnn.prod' op Input tensor rank is greater than 4 for reduce(product).
func.func @test(%a0: tensor<1x1x1x4x2xf32>) {
  %r = "ttnn.prod"(%a0) <{all_dimensions = false, dim_arg = 1 : i64, keep_dim = true}> : (tensor<1x1x1x4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttnn.prod' op TTNN only supports Reduce(prod) along all dimensions for bfloat16 datatype.
func.func @test(%a0: tensor<4x2xf32>) {
  %r = "ttnn.prod"(%a0) <{all_dimensions = true, dim_arg = 1 : i64, keep_dim = true}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttnn.softmax' op Input and output shapes must be the same
func.func @test(%a0: tensor<4x2xf32>) {
  %r = "ttnn.softmax"(%a0) <{dimension = 0 : si32}> : (tensor<4x2xf32>) -> tensor<4x1xf32>
  return
}

// -----

// CHECK: error: 'ttnn.softmax' op Dimension attribute must be within the bounds of the input tensor
func.func @test(%a0: tensor<4x2xf32>) {
  %r = "ttnn.softmax"(%a0) <{dimension = 2 : si32}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttnn.clamp' op expects one tensor as input.
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>) {
  %r = "ttnn.clamp"(%a0, %a1) <{max = 1.0 : f32, min = 0.0 : f32}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttnn.clamp' op generates one tensor as output.
func.func @test(%a0: tensor<4x2xf32>) {
  %r:2 = "ttnn.clamp"(%a0) <{max = 1.0 : f32, min = 0.0 : f32}> : (tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>)
  return
}

// -----

// CHECK: error: 'ttnn.clamp' op input and output must have same shape.
func.func @test(%a0: tensor<4x2xf32>) {
  %r = "ttnn.clamp"(%a0) <{max = 1.0 : f32, min = 0.0 : f32}> : (tensor<4x2xf32>) -> tensor<4x1xf32>
  return
}
