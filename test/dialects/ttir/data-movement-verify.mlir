// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Ops that move elements: the shape of the result follows from the attributes.

// CHECK: error: 'ttir.transpose' op Input must be at least a 2D tensor
func.func @test(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  %r = "ttir.transpose"(%a0, %a1) <{dim0 = 0 : si32, dim1 = 1 : si32}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'ttir.transpose' op Input must have the same rank as output
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x2x1xf32>) {
  %r = "ttir.transpose"(%a0, %a1) <{dim0 = 0 : si32, dim1 = 1 : si32}> : (tensor<4x2xf32>, tensor<4x2x1xf32>) -> tensor<4x2x1xf32>
  return
}

// -----

// CHECK: error: 'ttir.transpose' op Dimension 0 attribute must be within the bounds of the input tensor
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<2x4xf32>) {
  %r = "ttir.transpose"(%a0, %a1) <{dim0 = 2 : si32, dim1 = 1 : si32}> : (tensor<4x2xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.transpose' op Dimension 1 attribute must be within the bounds of the input tensor
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<2x4xf32>) {
  %r = "ttir.transpose"(%a0, %a1) <{dim0 = 0 : si32, dim1 = -3 : si32}> : (tensor<4x2xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.transpose' op Input-output transpose dimension mismatch.
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>) {
  %r = "ttir.transpose"(%a0, %a1) <{dim0 = 0 : si32, dim1 = 1 : si32}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.concat' op Invalid dimension 2 for concatenation.
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>, %a2: tensor<8x2xf32>) {
  %r = "ttir.concat"(%a0, %a1, %a2) <{dim = 2 : si32}> : (tensor<4x2xf32>, tensor<4x2xf32>, tensor<8x2xf32>) -> tensor<8x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.concat' op Invalid dimension -3 for concatenation.
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>, %a2: tensor<8x2xf32>) {
  %r = "ttir.concat"(%a0, %a1, %a2) <{dim = -3 : si32}> : (tensor<4x2xf32>, tensor<4x2xf32>, tensor<8x2xf32>) -> tensor<8x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.concat' op All input tensors must have the same rank.
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x2x1xf32>, %a2: tensor<8x2xf32>) {
  %r = "ttir.concat"(%a0, %a1, %a2) <{dim = 0 : si32}> : (tensor<4x2xf32>, tensor<4x2x1xf32>, tensor<8x2xf32>) -> tensor<8x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.concat' op All input tensors must have the same dimensions, except for dimension 0.
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x3xf32>, %a2: tensor<8x2xf32>) {
  %r = "ttir.concat"(%a0, %a1, %a2) <{dim = -2 : si32}> : (tensor<4x2xf32>, tensor<4x3xf32>, tensor<8x2xf32>) -> tensor<8x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.reshape' op Shape attribute size must match output tensor rank
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<8xf32>) {
  %r = "ttir.reshape"(%a0, %a1) <{shape = [4 : i32, 2 : i32]}> : (tensor<4x2xf32>, tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// CHECK: error: 'ttir.reshape' op Shape attribute must be non-empty
func.func @test(%a0: tensor<1xf32>, %a1: tensor<f32>) {
  %r = "ttir.reshape"(%a0, %a1) <{shape = []}> : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// CHECK: error: 'ttir.reshape' op Input and output tensors must have the same number of elements
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x4xf32>) {
  %r = "ttir.reshape"(%a0, %a1) <{shape = [4 : i32, 4 : i32]}> : (tensor<4x2xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.reshape' op Shape attribute must have at most one -1 element
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<2x4xf32>) {
  %r = "ttir.reshape"(%a0, %a1) <{shape = [-1 : i32, -1 : i32]}> : (tensor<4x2xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.reshape' op All dimensions must be positive except the one with -1
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<2x4xf32>) {
  %r = "ttir.reshape"(%a0, %a1) <{shape = [0 : i32, 4 : i32]}> : (tensor<4x2xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.reshape' op Shape attribute must match the output tensor shape for dimensions that are not -1
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<2x4xf32>) {
  %r = "ttir.reshape"(%a0, %a1) <{shape = [4 : i32, 2 : i32]}> : (tensor<4x2xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.permute' op Expected a permutation of (0, 1, 2), got (0, 1)
func.func @test(%a0: tensor<4x2x3xf32>, %a1: tensor<4x2x3xf32>) {
  %r = "ttir.permute"(%a0, %a1) <{permutation = array<i64: 0, 1>}> : (tensor<4x2x3xf32>, tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  return
}

// -----

// CHECK: error: 'ttir.permute' op Expected a permutation of (0, 1, 2), got (0, 1, 1)
func.func @test(%a0: tensor<4x2x3xf32>, %a1: tensor<4x2x3xf32>) {
  %r = "ttir.permute"(%a0, %a1) <{permutation = array<i64: 0, 1, 1>}> : (tensor<4x2x3xf32>, tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  return
}

// -----

// CHECK: error: 'ttir.permute' op Expected result shape (4, 3, 2), got (4, 2, 3)
func.func @test(%a0: tensor<4x2x3xf32>, %a1: tensor<4x2x3xf32>) {
  %r = "ttir.permute"(%a0, %a1) <{permutation = array<i64: 0, 2, 1>}> : (tensor<4x2x3xf32>, tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  return
}

// -----

// CHECK: error: 'ttir.repeat_interleave' op Input must be at least a 1D tensor
func.func @test(%a0: tensor<f32>, %a1: tensor<4xf32>) {
  %r = "ttir.repeat_interleave"(%a0, %a1) <{dim = 0 : si32, repeats = 1 : ui32}> : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'ttir.repeat_interleave' op Repeats attribute must be non-zero
func.func @test(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  %r = "ttir.repeat_interleave"(%a0, %a1) <{dim = 0 : si32, repeats = 0 : ui32}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'ttir.repeat_interleave' op Dimension attribute must be within the bounds[-1, 1), got 1
func.func @test(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  %r = "ttir.repeat_interleave"(%a0, %a1) <{dim = 1 : si32, repeats = 1 : ui32}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'ttir.repeat_interleave' op Output shape [4,2] does not match the expected shape [4,4]
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>) {
  %r = "ttir.repeat_interleave"(%a0, %a1) <{dim = -1 : si32, repeats = 2 : ui32}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.pad' op Padding must have the same number of elements as twice the rank of the input tensor
func.func @test(%a0: tensor<4x2xf32>) {
  %r = "ttir.pad"(%a0) <{padding = array<i32: 0, 0, 1>, value = 0.0 : f32}> : (tensor<4x2xf32>) -> tensor<4x3xf32>
  return
}

// -----

// CHECK: error: 'ttir.pad' op Output tensor shape (4,3) must match the inferred shape: (4,4)
func.func @test(%a0: tensor<4x2xf32>) {
  %r = "ttir.pad"(%a0) <{padding = array<i32: 0, 0, 1, 1>, value = 0.0 : f32}> : (tensor<4x2xf32>) -> tensor<4x3xf32>
  return
}

// -----

// CHECK: error: 'ttir.slice' op Input must be at least a 1D tensor
func.func @test(%a0: tensor<f32>, %a1: tensor<f32>) {
  %r = "ttir.slice"(%a0, %a1) <{begins = [], ends = [], step = []}> : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// CHECK: error: 'ttir.slice' op Begins, ends, and step attributes must have the same number of elements as the input tensor rank
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>) {
  %r = "ttir.slice"(%a0, %a1) <{begins = [0 : i32], ends = [4 : i32, 2 : i32], step = [1 : i32, 1 : i32]}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.slice' op Output tensor must have the same element type as the input tensor
func.func @test(%a0: tensor<4xf32>, %a1: tensor<4xbf16>) {
  %r = "ttir.slice"(%a0, %a1) <{begins = [0 : i32], ends = [4 : i32], step = [1 : i32]}> : (tensor<4xf32>, tensor<4xbf16>) -> tensor<4xbf16>
  return
}

// -----

// CHECK: error: 'ttir.slice' op Output tensor must have the same rank as the input tensor
func.func @test(%a0: tensor<4xf32>, %a1: tensor<4x1xf32>) {
  %r = "ttir.slice"(%a0, %a1) <{begins = [0 : i32], ends = [4 : i32], step = [1 : i32]}> : (tensor<4xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  return
}

// -----

// CHECK: error: 'ttir.slice' op Invalid begin index for dimension 1. Expected value in range [-2, 2), got 2. Input shape: (4, 2)
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>) {
  %r = "ttir.slice"(%a0, %a1) <{begins = [0 : i32, 2 : i32], ends = [4 : i32, 2 : i32], step = [1 : i32, 1 : i32]}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.slice' op Invalid begin index for dimension 0. Expected value in range [-4, 4), got -5. Input shape: (4, 2)
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>) {
  %r = "ttir.slice"(%a0, %a1) <{begins = [-5 : i32, 0 : i32], ends = [4 : i32, 2 : i32], step = [1 : i32, 1 : i32]}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.slice' op Invalid end index for dimension 0. Expected value in range [-4, 4], got 5. Input shape: (4, 2)
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>) {
  %r = "ttir.slice"(%a0, %a1) <{begins = [0 : i32, 0 : i32], ends = [5 : i32, 2 : i32], step = [1 : i32, 1 : i32]}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.slice' op Step value for dimension 0 cannot be zero
func.func @test(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  %r = "ttir.slice"(%a0, %a1) <{begins = [0 : i32], ends = [4 : i32], step = [0 : i32]}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'ttir.slice' op For positive step, begin index must be less than or equal to end index for dimension 0. Got begin: 3, end: 1, step: 1, input shape: (4)
func.func @test(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  %r = "ttir.slice"(%a0, %a1) <{begins = [3 : i32], ends = [1 : i32], step = [1 : i32]}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'ttir.slice' op For negative step, begin index must be greater than or equal to end index for dimension 0. Got begin: 1 (-3), end: 3 (-1), step: -1, input shape: (4)
func.func @test(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  %r = "ttir.slice"(%a0, %a1) <{begins = [-3 : i32], ends = [-1 : i32], step = [-1 : i32]}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'ttir.slice' op Mismatch in dimension 0 of the output tensor: expected size 5, but got 4
func.func @test(%a0: tensor<10xf32>, %a1: tensor<4xf32>) {
  %r = "ttir.slice"(%a0, %a1) <{begins = [9 : i32], ends = [0 : i32], step = [-2 : i32]}> : (tensor<10xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'ttir.repeat' op Input tensor rank 2 doesn't match the number of repeat dimensions 1.
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>) {
  %r = "ttir.repeat"(%a0, %a1) <{repeat_dimensions = array<i64: 1>}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.repeat' op Input tensor rank 2 doesn't match the output tensor rank 3.
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x2x1xf32>) {
  %r = "ttir.repeat"(%a0, %a1) <{repeat_dimensions = array<i64: 1, 1>}> : (tensor<4x2xf32>, tensor<4x2x1xf32>) -> tensor<4x2x1xf32>
  return
}

// -----

// CHECK: error: 'ttir.repeat' op Repeat dimension at index 0 must be greater than 0.
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>) {
  %r = "ttir.repeat"(%a0, %a1) <{repeat_dimensions = array<i64: 0, 1>}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.repeat' op Input tensor shape (4,2) at index 1 does not repeat to output (4,2) using repeat value 3.
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>) {
  %r = "ttir.repeat"(%a0, %a1) <{repeat_dimensions = array<i64: 1, 3>}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.broadcast' op Input tensor rank of 2 does not match output tensor rank of 3
func.func @test(%a0: tensor<4x1xf32>, %a1: tensor<4x2x1xf32>) {
  %r = "ttir.broadcast"(%a0, %a1) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<4x1xf32>, tensor<4x2x1xf32>) -> tensor<4x2x1xf32>
  return
}

// -----

// CHECK: error: 'ttir.broadcast' op Input tensor shape (4,3) is not broadcastable to output shape (4,2)
func.func @test(%a0: tensor<4x3xf32>, %a1: tensor<4x2xf32>) {
  %r = "ttir.broadcast"(%a0, %a1) <{broadcast_dimensions = array<i64: 1, 1>}> : (tensor<4x3xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.broadcast' op Input tensor rank should match output tensor rank.
func.func @test(%a0: tensor<4x1xf32>, %a1: tensor<4x2xf32>) {
  %r = "ttir.broadcast"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<4x1xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.broadcast' op Input tensor shape (4,1) index 1 does not broadcast to output (4,2) using broadcast value 3
func.func @test(%a0: tensor<4x1xf32>, %a1: tensor<4x2xf32>) {
  %r = "ttir.broadcast"(%a0, %a1) <{broadcast_dimensions = array<i64: 1, 3>}> : (tensor<4x1xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.index' op Input must be at least a 1D tensor
func.func @test(%a0: tensor<f32>, %a1: tensor<f32>) {
  %r = "ttir.index"(%a0, %a1) <{dim = 0 : i32, begin = 0 : i32, end = 1 : i32, step = 1 : i32}> : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// CHECK: error: 'ttir.index' op Invalid dimension index 2. Input tensor rank is 2
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<2x2xf32>) {
  %r = "ttir.index"(%a0, %a1) <{dim = 2 : i32, begin = 0 : i32, end = 1 : i32, step = 1 : i32}> : (tensor<4x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.index' op Invalid begin index for dimension 0. Expected value in range [-4, 4), got 4. Input shape: (4, 2)
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<2x2xf32>) {
  %r = "ttir.index"(%a0, %a1) <{dim = 0 : i32, begin = 4 : i32, end = 4 : i32, step = 1 : i32}> : (tensor<4x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.index' op Mismatch in dimension 0 of the output tensor: expected size 4, but got 2
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<2x2xf32>) {
  %r = "ttir.index"(%a0, %a1) <{dim = 0 : i32, begin = 0 : i32, end = 4 : i32, step = 1 : i32}> : (tensor<4x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.select' op Input and output tensors must have the same rank.
func.func @test(%a0: tensor<4x8xf32>, %a1: tensor<4xf32>) {
  %r = "ttir.select"(%a0, %a1) <{dim = 1 : si32, begin = 0 : si32, length = 1 : si32}> : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'ttir.select' op Input and output tensors must have the same element type.
func.func @test(%a0: tensor<4x8xf32>, %a1: tensor<4x8xbf16>) {
  %r = "ttir.select"(%a0, %a1) <{dim = 1 : si32, begin = 0 : si32, length = 1 : si32}> : (tensor<4x8xf32>, tensor<4x8xbf16>) -> tensor<4x8xbf16>
  return
}

// -----

// CHECK: error: 'ttir.select' op Invalid dimension -3 for select op with input tensor rank 2
func.func @test(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>) {
  %r = "ttir.select"(%a0, %a1) <{dim = -3 : si32, begin = 0 : si32, length = 1 : si32}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'ttir.select' op Invalid stride -2 for dimension 1, stride must be non-negative
func.func @test(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>) {
  %r = "ttir.select"(%a0, %a1) <{dim = 1 : si32, begin = 0 : si32, length = 1 : si32, stride = -2 : si32}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'ttir.select' op Invalid stride 9 for dimension 1 with size 8. stride must be less than or equal to the dimension size
func.func @test(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>) {
  %r = "ttir.select"(%a0, %a1) <{dim = 1 : si32, begin = 0 : si32, length = 1 : si32, stride = 9 : si32}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'ttir.select' op Invalid begin index 8 for dimension 1 with size 8. begin must be in the range [0, dimSize)
func.func @test(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>) {
  %r = "ttir.select"(%a0, %a1) <{dim = 1 : si32, begin = 8 : si32, length = 1 : si32}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'ttir.select' op Invalid length 3 for begin index 0 and stride 2 for dimension 1 with size 8. stride must be greater than or equal to length
func.func @test(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>) {
  %r = "ttir.select"(%a0, %a1) <{dim = 1 : si32, begin = 0 : si32, length = 3 : si32, stride = 2 : si32}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'ttir.select' op Invalid length 3 for begin index 6 and dimension 1 with size 8. begin + length must be less than or equal to the dimension size
func.func @test(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>) {
  %r = "ttir.select"(%a0, %a1) <{dim = 1 : si32, begin = 6 : si32, length = 3 : si32}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'ttir.select' op Sum of all slices must be equal to the output dimension size for the given dimension. Expected output dimension size: 3, but got 2
func.func @test(%a0: tensor<4x8xf32>, %a1: tensor<4x3xf32>) {
  %r = "ttir.select"(%a0, %a1) <{dim = 1 : si32, begin = 0 : si32, length = 1 : si32, stride = 4 : si32}> : (tensor<4x8xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

// CHECK: error: 'ttir.squeeze' op Invalid dimension 2 for squeezing.
func.func @test(%a0: tensor<4x1xf32>, %a1: tensor<4xf32>) {
  %r = "ttir.squeeze"(%a0, %a1) <{dim = 2 : si32}> : (tensor<4x1xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'ttir.squeeze' op Dimension 0 in the input tensor must be 1.
func.func @test(%a0: tensor<4x1xf32>, %a1: tensor<4xf32>) {
  %r = "ttir.squeeze"(%a0, %a1) <{dim = 0 : si32}> : (tensor<4x1xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'ttir.squeeze' op Output tensor must have at least one dimension.
func.func @test(%a0: tensor<1xf32>, %a1: tensor<f32>) {
  %r = "ttir.squeeze"(%a0, %a1) <{dim = 0 : si32}> : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// CHECK: error: 'ttir.squeeze' op Output tensor rank must be one less than the input tensor rank.
func.func @test(%a0: tensor<4x1xf32>, %a1: tensor<4x1xf32>) {
  %r = "ttir.squeeze"(%a0, %a1) <{dim = -1 : si32}> : (tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  return
}

// -----

// CHECK: error: 'ttir.squeeze' op Dimensions of the output tensor must be the same as the input tensor except for dimension 1.
func.func @test(%a0: tensor<4x1x2xf32>, %a1: tensor<4x3xf32>) {
  %r = "ttir.squeeze"(%a0, %a1) <{dim = 1 : si32}> : (tensor<4x1x2xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

// CHECK: error: 'ttir.unsqueeze' op Dimension attribute must be within the bounds of the input tensor
func.func @test(%a0: tensor<4xf32>, %a1: tensor<1x4xf32>) {
  %r = "ttir.unsqueeze"(%a0, %a1) <{dim = 2 : si32}> : (tensor<4xf32>, tensor<1x4xf32>) -> tensor<1x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.unsqueeze' op Output tensor must have one more dimension than the input tensor
func.func @test(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  %r = "ttir.unsqueeze"(%a0, %a1) <{dim = 0 : si32}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'ttir.unsqueeze' op Dimension added must be of size 1
func.func @test(%a0: tensor<4xf32>, %a1: tensor<4x1xf32>) {
  %r = "ttir.unsqueeze"(%a0, %a1) <{dim = 0 : si32}> : (tensor<4xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  return
}

// -----

// CHECK: error: 'ttir.unsqueeze' op All dimensions of the input tensor must be the same as the output tensor except for the dimension added
func.func @test(%a0: tensor<4xf32>, %a1: tensor<1x5xf32>) {
  %r = "ttir.unsqueeze"(%a0, %a1) <{dim = -2 : si32}> : (tensor<4xf32>, tensor<1x5xf32>) -> tensor<1x5xf32>
  return
}

// -----

// CHECK: error: 'ttir.reverse' op dimensions should be unique. Got: 0, 0
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>) {
  %r = "ttir.reverse"(%a0, %a1) <{dimensions = array<i64: 0, 0>}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.reverse' op all dimensions should be non-negative. Got dimension: -1
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>) {
  %r = "ttir.reverse"(%a0, %a1) <{dimensions = array<i64: -1>}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.reverse' op all dimensions should be in interval [0, 2). Got dimension: 2
func.func @test(%a0: tensor<4x2xf32>, %a1: tensor<4x2xf32>) {
  %r = "ttir.reverse"(%a0, %a1) <{dimensions = array<i64: 2>}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.scatter' op Batching currently not supported
func.func @test(%a0: tensor<1x4xf32>, %a1: tensor<1x1xf32>, %a2: tensor<4xf32>, %a3: tensor<1x4xf32>) {
  %r = "ttir.scatter"(%a0, %a1, %a2, %a3) <{index_vector_dim = 1 : i32, indices_are_sorted = false, input_batching_dims = array<i32>, inserted_window_dims = array<i32>, scatter_dims_to_operand_dims = array<i32: 0>, scatter_indices_batching_dims = array<i32>, unique_indices = false, update_window_dims = array<i32: 1>}> ({
  ^bb0(%x: tensor<1xf32>, %y: tensor<1xf32>):
    "ttir.yield"(%y) : (tensor<1xf32>) -> ()
  }) : (tensor<1x4xf32>, tensor<1x1xf32>, tensor<4xf32>, tensor<1x4xf32>) -> tensor<1x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.scatter' op Dimension size to slice into must be 1
func.func @test(%a0: tensor<2x4xf32>, %a1: tensor<1x1xf32>, %a2: tensor<4xf32>, %a3: tensor<2x4xf32>) {
  %r = "ttir.scatter"(%a0, %a1, %a2, %a3) <{index_vector_dim = 1 : i32, indices_are_sorted = false, input_batching_dims = array<i32>, inserted_window_dims = array<i32: 0>, scatter_dims_to_operand_dims = array<i32: 0>, scatter_indices_batching_dims = array<i32>, unique_indices = false, update_window_dims = array<i32: 1>}> ({
  ^bb0(%x: tensor<1xf32>, %y: tensor<1xf32>):
    "ttir.yield"(%y) : (tensor<1xf32>) -> ()
  }) : (tensor<2x4xf32>, tensor<1x1xf32>, tensor<4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.scatter' op Currently not supporting custom scatter function in TTNN dialect and TT-metal.
func.func @test(%a0: tensor<1x4xf32>, %a1: tensor<1x1xf32>, %a2: tensor<4xf32>, %a3: tensor<1x4xf32>) {
  %r = "ttir.scatter"(%a0, %a1, %a2, %a3) <{index_vector_dim = 1 : i32, indices_are_sorted = false, input_batching_dims = array<i32>, inserted_window_dims = array<i32: 0>, scatter_dims_to_operand_dims = array<i32: 0>, scatter_indices_batching_dims = array<i32>, unique_indices = false, update_window_dims = array<i32: 1>}> ({
  ^bb0(%x: tensor<1xf32>, %y: tensor<1xf32>):
    "ttir.yield"(%x) : (tensor<1xf32>) -> ()
  }) : (tensor<1x4xf32>, tensor<1x1xf32>, tensor<4xf32>, tensor<1x4xf32>) -> tensor<1x4xf32>
  return
}
