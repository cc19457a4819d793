// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Element-wise ops: inputs broadcast to the result, and their number is fixed.

// CHECK: error: 'ttir.abs' op Result shape must match operand shapes after broadcasting
func.func @test(%a0: tensor<1x64xf32>, %a1: tensor<2x64xf32>) {
  %r = "ttir.abs"(%a0, %a1) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<1x64xf32>, tensor<2x64xf32>) -> tensor<2x64xf32>
  return
}

// -----

// CHECK: error: 'ttir.add' op Operands are not broadcast compatible
func.func @test(%a0: tensor<2x3xf32>, %a1: tensor<4x3xf32>, %a2: tensor<2x3xf32>) {
  %r = "ttir.add"(%a0, %a1, %a2) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<2x3xf32>, tensor<4x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// CHECK: error: 'ttir.add' op Result shape must match operand shapes after broadcasting
func.func @test(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>, %a2: tensor<4x2x3xf32>) {
  %r = "ttir.add"(%a0, %a1, %a2) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  return
}

// -----

// CHECK: error: 'ttir.where' op Result shape must match operand shapes after broadcasting
func.func @test(%a0: tensor<3x4xf32>, %a1: tensor<1x3x4xf32>, %a2: tensor<2x1x4xf32>, %a3: tensor<1x2x3x4xf32>) {
  %r = "ttir.where"(%a0, %a1, %a2, %a3) <{operandSegmentSizes = array<i32: 3, 1>}> : (tensor<3x4xf32>, tensor<1x3x4xf32>, tensor<2x1x4xf32>, tensor<1x2x3x4xf32>) -> tensor<1x2x3x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.abs' op expected 2 operands, but found 3
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>, %a2: tensor<4x4xf32>) {
  %r = "ttir.abs"(%a0, %a1, %a2) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.add' op expected 3 operands, but found 2
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>) {
  %r = "ttir.add"(%a0, %a1) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.where' op expected 4 operands, but found 3
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>, %a2: tensor<4x4xf32>) {
  %r = "ttir.where"(%a0, %a1, %a2) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.relu' op expected type of operand #1 ('tensor<4x4xf32>') to match type of corresponding result ('tensor<4x4xbf16>')
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>) {
  %r = "ttir.relu"(%a0, %a1) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xbf16>
  return
}

// -----

// CHECK: error: 'ttir.relu' op expected the number of tensor results (2) to be equal to the number of output tensors (1)
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>) {
  %r:2 = "ttir.relu"(%a0, %a1) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>)
  return
}

// -----

// CHECK: error: 'ttir.leaky_relu' op requires attribute 'parameter'
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>) {
  %r = "ttir.leaky_relu"(%a0, %a1) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.leaky_relu' op attribute 'parameter' failed to satisfy constraint: 32-bit float attribute
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>) {
  %r = "ttir.leaky_relu"(%a0, %a1) <{operandSegmentSizes = array<i32: 1, 1>, parameter = 1.0 : f64}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}
