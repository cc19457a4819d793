// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Ops that move elements: the shape of the result follows from the attributes.

// CHECK: error: 'ttnn.transpose' op Input must be at least a 2D tensor
func.func @test(%a0: tensor<4xf32>) {
  %r = "ttnn.transpose"(%a0) <{dim0 = 0 : si32, dim1 = 1 : si32}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'ttnn.transpose' op Input must have the same rank as output
func.func @test(%a0: tensor<4x2xf32>) {
  %r = "ttnn.transpose"(%a0) <{dim0 = 0 : si32, dim1 = 1 : si32}> : (tensor<4x2xf32>) -> tensor<4x2x1xf32>
  return
}

// -----

// CHECK: error: 'ttnn.transpose' op Dimension 0 attribute must be within the bounds of the input tensor
func.func @test(%a0: tensor<4x2xf32>) {
  %r = "ttnn.transpose"(%a0) <{dim0 = 2 : si32, dim1 = 1 : si32}> : (tensor<4x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

// CHECK: error: 'ttnn.transpose' op Dimension 1 attribute must be within the bounds of the input tensor
func.func @test(%a0: tensor<4x2xf32>) {
  %r = "ttnn.transpose"(%a0) <{dim0 = 0 : si32, dim1 = -3 : si32}> : (tensor<4x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

// CHECK: error: 'ttnn.transpose' op Input-output transpose dimension mismatch.
func.func @test(%a0: tensor<4x2xf32>) {
  %r = "ttnn.transpose"(%a0) <{dim0 = 0 : si32, dim1 = 1 : si32}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttnn.concat' op Invalid dimension 2 for concatenation.
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>, %a2: tensor<8x2xf32>) {
  %r = "ttnn.concat"(%a0, %a1, %a2) <{dim = 2 : si32}> : (tensor<4x2xf32>, tensor<4x2xf32>, tensor<8x2xf32>) -> tensor<8x2xf32>
  return
}

// -----

// CHECK: error: 'ttnn.concat' op Invalid dimension -3 for concatenation.
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>, %a2: tensor<8x2xf32>) {
  %r = "ttnn.concat"(%a0, %a1, %a2) <{dim = -3 : si32}> : (tensor<4x2xf32>, tensor<4x2xf32>, tensor<8x2xf32>) -> tensor<8x2xf32>
  return
}

// -----

// CHECK: error: 'ttnn.concat' op All input tensors must have the same rank.
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x2x1xf32>, %a2: tensor<8x2xf32>) {
  %r = "ttnn.concat"(%a0, %a1, %a2) <{dim = 0 : si32}> : (tensor<4x2xf32>, tensor<4x2x1xf32>, tensor<8x2xf32>) -> tensor<8x2xf32>
  return
}

// -----

// CHECK: error: 'ttnn.concat' op All input tensors must have the same dimensions, except for dimension 0.
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x3xf32>, %a2: tensor<8x2xf32>) {
  %r = "ttnn.concat"(%a0, %a1, %a2) <{dim = -2 : si32}> : (tensor<4x2xf32>, tensor<4x3xf32>, tensor<8x2xf32>) -> tensor<8x2xf32>
  return
}

// -----

// CHECK: error: 'ttnn.reshape' op Shape attribute size must match output tensor rank
func.func @test(%a0: tensor<4x2xf32>) {
  %r = "ttnn.reshape"(%a0) <{shape = [4 : i32, 2 : i32]}> : (tensor<4x2xf32>) -> tensor<8xf32>
  return
}

// -----

// CHECK: error: 'ttnn.reshape' op Shape attribute must be non-empty
func.func @test(%a0: tensor<2xf32>) {
  %r = "ttnn.reshape"(%a0) <{shape = []}> : (tensor<2xf32>) -> tensor<f32>
  return
}

// -----

// CHECK: error: 'ttnn.reshape' op Input and output tensors must have the same number of elements
func.func @test(%a0: tensor<4x2xf32>) {
  %r = "ttnn.reshape"(%a0) <{shape = [4 : i32, 4 : i32]}> : (tensor<4x2xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttnn.reshape' op Shape attribute must have at most one -1 element
func.func @test(%a0: tensor<4x2xf32>) {
  %r = "ttnn.reshape"(%a0) <{shape = [-1 : i32, -1 : i32]}> : (tensor<4x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

// CHECK: error: 'ttnn.reshape' op All dimensions must be positive except the one with -1
func.func @test(%a0: tensor<4x2xf32>) {
  %r = "ttnn.reshape"(%a0) <{shape = [0 : i32, 4 : i32]}> : (tensor<4x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

// CHECK: error: 'ttnn.reshape' op Shape attribute must match the output tensor shape for dimensions that are not -1
func.func @test(%a0: tensor<4x2xf32>) {
  %r = "ttnn.reshape"(%a0) <{shape = [4 : i32, 2 : i32]}> : (tensor<4x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

// CHECK: error: 'ttnn.permute' op Expected a permutation of (0, 1, 2), got (0, 1)
func.func @test(%a0: tensor<4x2x3xf32>) {
  %r = "ttnn.permute"(%a0) <{permutation = array<i64: 0, 1>}> : (tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  return
}

// -----

// CHECK: error: 'ttnn.permute' op Expected a permutation of (0, 1, 2), got (0, 1, 1)
func.func @test(%a0: tensor<4x2x3xf32>) {
  %r = "ttnn.permute"(%a0) <{permutation = array<i64: 0, 1, 1>}> : (tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  return
}

// -----

// CHECK: error: 'ttnn.permute' op Expected result shape (4, 3, 2), got (4, 2, 3)
func.func @test(%a0: tensor<4x2x3xf32>) {
  %r = "ttnn.permute"(%a0) <{permutation = array<i64: 0, 2, 1>}> : (tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  return
}

// -----

// CHECK: error: 'ttnn.repeat_interleave' op Input must be at least a 1D tensor
func.func @test(%a0: tensor<f32>) {
  %r = "ttnn.repeat_interleave"(%a0) <{dim = 0 : si32, repeats = 1 : ui32}> : (tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'ttnn.repeat_interleave' op Repeats attribute must be non-zero
func.func @test(%a0: tensor<4xf32>) {
  %r = "ttnn.repeat_interleave"(%a0) <{dim = 0 : si32, repeats = 0 : ui32}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'ttnn.repeat_interleave' op Dimension attribute must be within the bounds[-1, 1), got 1
func.func @test(%a0: tensor<4xf32>) {
  %r = "ttnn.repeat_interleave"(%a0) <{dim = 1 : si32, repeats = 1 : ui32}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'ttnn.repeat_interleave' op Output shape [4,2] does not match the expected shape [4,4]
func.func @test(%a0: tensor<4x2xf32>) {
  %r = "ttnn.repeat_interleave"(%a0) <{dim = -1 : si32, repeats = 2 : ui32}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttnn.pad' op Padding must have the same number of elements as twice the rank of the input tensor
func.func @test(%a0: tensor<4x2xf32>) {
  %r = "ttnn.pad"(%a0) <{padding = array<i32: 0, 0, 1>, value = 0.0 : f32, use_multicore = false}> : (tensor<4x2xf32>) -> tensor<4x3xf32>
  return
}

// -----

// CHECK: error: 'ttnn.pad' op Output tensor shape (4,3) must match the inferred shape: (4,4)
func.func @test(%a0: tensor<4x2xf32>) {
  %r = "ttnn.pad"(%a0) <{padding = array<i32: 0, 0, 1, 1>, value = 0.0 : f32, use_multicore = false}> : (tensor<4x2xf32>) -> tensor<4x3xf32>
  return
}

// -----

// CHECK: error: 'ttnn.slice' op Input must be at least a 1D tensor
func.func @test(%a0: tensor<f32>, %a1: tensor<f32>) {
  %r = "ttnn.slice"(%a0, %a1) <{begins = [], ends = [], step = []}> : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// CHECK: error: 'ttnn.slice' op Begins, ends, and step attributes must have the same number of elements as the input tensor rank
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>) {
  %r = "ttnn.slice"(%a0, %a1) <{begins = [0 : i32], ends = [4 : i32, 2 : i32], step = [1 : i32, 1 : i32]}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttnn.slice' op Output tensor must have the same element type as the input tensor
func.func @test(%a0: tensor<4xf32>, %a1: tensor<4xbf16>) {
  %r = "ttnn.slice"(%a0, %a1) <{begins = [0 : i32], ends = [4 : i32], step = [1 : i32]}> : (tensor<4xf32>, tensor<4xbf16>) -> tensor<4xbf16>
  return
}

// -----

// CHECK: error: 'ttnn.slice' op Output tensor must have the same rank as the input tensor
func.func @test(%a0: tensor<4xf32>, %a1: tensor<4x1xf32>) {
  %r = "ttnn.slice"(%a0, %a1) <{begins = [0 : i32], ends = [4 : i32], step = [1 : i32]}> : (tensor<4xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  return
}

// -----

// CHECK: error: 'ttnn.slice' op Invalid begin index for dimension 1. Expected value in range [-2, 2), got 2. Input shape: (4, 2)
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>) {
  %r = "ttnn.slice"(%a0, %a1) <{begins = [0 : i32, 2 : i32], ends = [4 : i32, 2 : i32], step = [1 : i32, 1 : i32]}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttnn.slice' op Invalid begin index for dimension 0. Expected value in range [-4, 4), got -5. Input shape: (4, 2)
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>) {
  %r = "ttnn.slice"(%a0, %a1) <{begins = [-5 : i32, 0 : i32], ends = [4 : i32, 2 : i32], step = [1 : i32, 1 : i32]}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttnn.slice' op Invalid end index for dimension 0. Expected value in range [-4, 4], got 5. Input shape: (4, 2)
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>) {
  %r = "ttnn.slice"(%a0, %a1) <{begins = [0 : i32, 0 : i32], ends = [5 : i32, 2 : i32], step = [1 : i32, 1 : i32]}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttnn.slice' op Step value for dimension 0 cannot be zero
func.func @test(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  %r = "ttnn.slice"(%a0, %a1) <{begins = [0 : i32], ends = [4 : i32], step = [0 : i32]}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'ttnn.slice' op For positive step, begin index must be less than or equal to end index for dimension 0. Got begin: 3, end: 1, step: 1, input shape: (4)
func.func @test(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  %r = "ttnn.slice"(%a0, %a1) <{begins = [3 : i32], ends = [1 : i32], step = [1 : i32]}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'ttnn.slice' op For negative step, begin index must be greater than or equal to end index for dimension 0. Got begin: 1 (-3), end: 3 (-1), step: -1, input shape: (4)
func.func @test(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  %r = "ttnn.slice"(%a0, %a1) <{begins = [-3 : i32], ends = [-1 : i32], step = [-1 : i32]}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'ttnn.slice' op Mismatch in dimension 0 of the output tensor: expected size 5, but got 4
func.func @test(%a0: tensor<10xf32>, %a1: tensor<4xf32>) {
  %r = "ttnn.slice"(%a0, %a1) <{begins = [9 : i32], ends = [0 : i32], step = [-2 : i32]}> : (tensor<10xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'ttnn.repeat' op Input tensor rank 2 doesn't match the number of repeat dimensions 1.
func.func @test(%a0: tensor<4x2xf32>) {
  %r = "ttnn.repeat"(%a0) <{repeat_dims = #ttnn.shape<1>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttnn.repeat' op Input tensor rank 2 doesn't match the output tensor rank 3.
func.func @test(%a0: tensor<4x2xf32>) {
  %r = "ttnn.repeat"(%a0) <{repeat_dims = #ttnn.shape<1x1>}> : (tensor<4x2xf32>) -> tensor<4x2x1xf32>
  return
}

// -----

// CHECK: error: 'ttnn.repeat' op Repeat dimension at index 0 must be greater than 0.
func.func @test(%a0: tensor<4x2xf32>) {
  %r = "ttnn.repeat"(%a0) <{repeat_dims = #ttnn.shape<0x1>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttnn.repeat' op Input tensor shape (4,2) at index 1 does not repeat to output (4,2) using repeat value 3.
func.func @test(%a0: tensor<4x2xf32>) {
  %r = "ttnn.repeat"(%a0) <{repeat_dims = #ttnn.shape<1x3>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}
