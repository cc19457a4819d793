// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Matrix products: inner dimensions match, batch dimensions and bias broadcast.

// CHECK: error: 'ttir.matmul' op Input A must be at least a 1D tensor
func.func @test(%a0: tensor<f32>, %a1: tensor<4x4xf32>, %a2: tensor<4x4xf32>) {
  %r = "ttir.matmul"(%a0, %a1, %a2) : (tensor<f32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.matmul' op Input B must be at least a 1D tensor
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<f32>, %a2: tensor<4x4xf32>) {
  %r = "ttir.matmul"(%a0, %a1, %a2) : (tensor<4x4xf32>, tensor<f32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.matmul' op Input A[-1](8) and B[-2](4) must have matching inner dimensions
func.func @test(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>, %a2: tensor<4x8xf32>) {
  %r = "ttir.matmul"(%a0, %a1, %a2) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'ttir.matmul' op Input A[-1](8) and B[-2](4) must have matching inner dimensions
func.func @test(%a0: tensor<8xf32>, %a1: tensor<4x8xf32>, %a2: tensor<8xf32>) {
  %r = "ttir.matmul"(%a0, %a1, %a2) : (tensor<8xf32>, tensor<4x8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// CHECK: error: 'ttir.matmul' op Input A[-1](8) and B[-2](4) must have matching inner dimensions
func.func @test(%a0: tensor<4x8xf32>, %a1: tensor<4xf32>, %a2: tensor<4xf32>) {
  %r = "ttir.matmul"(%a0, %a1, %a2) : (tensor<4x8xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'ttir.matmul' op Batch dimensions of input A(2,7) and B(7,3) are not broadcast compatible
func.func @test(%a0: tensor<2x7x4x8xf32>, %a1: tensor<7x3x8x4xf32>, %a2: tensor<7x4x4xf32>) {
  %r = "ttir.matmul"(%a0, %a1, %a2) : (tensor<2x7x4x8xf32>, tensor<7x3x8x4xf32>, tensor<7x4x4xf32>) -> tensor<7x4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.matmul' op Output shape rank(3) must match the expected output shape rank(2)
func.func @test(%a0: tensor<4x8xf32>, %a1: tensor<8x2xf32>, %a2: tensor<4x2x1xf32>) {
  %r = "ttir.matmul"(%a0, %a1, %a2) : (tensor<4x8xf32>, tensor<8x2xf32>, tensor<4x2x1xf32>) -> tensor<4x2x1xf32>
  return
}

// -----

// CHECK: error: 'ttir.matmul' op Output shape dimension[1](3) doesn't match the expected output shape dimension[1](2)
func.func @test(%a0: tensor<4x8xf32>, %a1: tensor<8x2xf32>, %a2: tensor<4x3xf32>) {
  %r = "ttir.matmul"(%a0, %a1, %a2) : (tensor<4x8xf32>, tensor<8x2xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

// CHECK: error: 'ttir.matmul' op Scalar output is not supported, output must be at least a 1D tensor
func.func @test(%a0: tensor<8xf32>, %a1: tensor<8xf32>, %a2: tensor<f32>) {
  %r = "ttir.matmul"(%a0, %a1, %a2) : (tensor<8xf32>, tensor<8xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// CHECK: error: 'ttir.matmul' op Scalar output must be a 1D tensor of size 1
func.func @test(%a0: tensor<8xf32>, %a1: tensor<8xf32>, %a2: tensor<2xf32>) {
  %r = "ttir.matmul"(%a0, %a1, %a2) : (tensor<8xf32>, tensor<8xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// CHECK: error: 'ttir.linear' op Input A[-1](8) and B[-2](4) must have matching inner dimensions
func.func @test(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>, %a2: tensor<4x8xf32>) {
  %r = "ttir.linear"(%a0, %a1, %a2) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'ttir.linear' op Bias must be at least a 1D tensor
func.func @test(%a0: tensor<4x8xf32>, %a1: tensor<8x2xf32>, %a2: tensor<f32>, %a3: tensor<4x2xf32>) {
  %r = "ttir.linear"(%a0, %a1, %a2, %a3) : (tensor<4x8xf32>, tensor<8x2xf32>, tensor<f32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.linear' op Bias shape(3) is not broadcast compatible with the matmul output shape(4,2)
func.func @test(%a0: tensor<4x8xf32>, %a1: tensor<8x2xf32>, %a2: tensor<3xf32>, %a3: tensor<4x2xf32>) {
  %r = "ttir.linear"(%a0, %a1, %a2, %a3) : (tensor<4x8xf32>, tensor<8x2xf32>, tensor<3xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// A bias may add dimensions.
// CHECK: error: 'ttir.linear' op Output shape rank(2) must match the expected output shape rank(3)
func.func @test(%a0: tensor<4x8xf32>, %a1: tensor<8x2xf32>, %a2: tensor<5x1x2xf32>, %a3: tensor<4x2xf32>) {
  %r = "ttir.linear"(%a0, %a1, %a2, %a3) : (tensor<4x8xf32>, tensor<8x2xf32>, tensor<5x1x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.dot_general' op dimension 2 is out of range for rhs of rank 2
func.func @test(%a0: tensor<4x8xf32>, %a1: tensor<8x2xf32>) {
  %r = "ttir.dot_general"(%a0, %a1) <{batch_dims_lhs = array<i64>, batch_dims_rhs = array<i64>, contract_dims_lhs = array<i64: 1>, contract_dims_rhs = array<i64: 2>}> : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  return
}
