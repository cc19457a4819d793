// RUN: not ttopt --ttir-generic --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: 'ttir.add' op For now all operands must have the same rank
func.func @ranks(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>, %0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %1 = "ttir.add"(%arg0, %arg1, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// -----

// CHECK: error: 'ttir.exp' op requires a tensor with a metal layout, but got 'tensor<8xf32, "other">'
func.func @other_encoding(%arg0: tensor<8xf32, "other">, %0: tensor<8xf32, "other">) -> tensor<8xf32, "other"> {
  %1 = "ttir.exp"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<8xf32, "other">, tensor<8xf32, "other">) -> tensor<8xf32, "other">
  return %1 : tensor<8xf32, "other">
}

// -----

// There is no integer op for a block of integers.
// CHECK: error: 'arith.addf' op
func.func @integers(%arg0: tensor<8xi32>, %0: tensor<8xi32>) -> tensor<8xi32> {
  %1 = "ttir.add"(%arg0, %arg0, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
  return %1 : tensor<8xi32>
}
