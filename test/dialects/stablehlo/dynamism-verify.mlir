// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Ops whose result has a shape that operands give.

// CHECK: error: expects operand and result to have compatible element type. Got: 'tensor<4xf32>' and 'tensor<?x?xf64>'
func.func @test(%a: tensor<4xf32>, %b: tensor<2xi64>) {
  %r = stablehlo.dynamic_broadcast_in_dim %a, %b, dims = [0] : (tensor<4xf32>, tensor<2xi64>) -> tensor<?x?xf64>
  return
}

// -----

// CHECK: error: broadcast_dimensions size (0) does not match operand rank (1)
func.func @test(%a: tensor<4xf32>, %b: tensor<2xi64>) {
  %r = stablehlo.dynamic_broadcast_in_dim %a, %b, dims = [] : (tensor<4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

// CHECK: error: result rank (1) is less than operand rank (2)
func.func @test(%a: tensor<4x4xf32>, %b: tensor<1xi64>) {
  %r = stablehlo.dynamic_broadcast_in_dim %a, %b, dims = [0, 1] : (tensor<4x4xf32>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

// CHECK: error: broadcast_dimensions should not have duplicates
func.func @test(%a: tensor<4x4xf32>, %b: tensor<2xi64>) {
  %r = stablehlo.dynamic_broadcast_in_dim %a, %b, dims = [1, 1] : (tensor<4x4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

// CHECK: error: broadcast_dimensions contains invalid value 2 for result with rank 2
func.func @test(%a: tensor<4xf32>, %b: tensor<2xi64>) {
  %r = stablehlo.dynamic_broadcast_in_dim %a, %b, dims = [2] : (tensor<4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

// CHECK: error: size of operand dimension 0 (4) is not compatible with size of result dimension 0 (8)
func.func @test(%a: tensor<4xf32>, %b: tensor<2xi64>) {
  %r = stablehlo.dynamic_broadcast_in_dim %a, %b, dims = [0] : (tensor<4xf32>, tensor<2xi64>) -> tensor<8x?xf32>
  return
}

// -----

// CHECK: error: output shape [4, 9] is incompatible with return type of operation 'tensor<?x8xf32>'
func.func @test(%a: tensor<4xf32>) {
  %s = stablehlo.constant dense<[4, 9]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0] : (tensor<4xf32>, tensor<2xi64>) -> tensor<?x8xf32>
  return
}

// -----

// CHECK: error: duplicate expansion hint for at least one operand dimension
func.func @test(%a: tensor<4xf32>, %b: tensor<2xi64>) {
  %r = stablehlo.dynamic_broadcast_in_dim %a, %b, dims = [0] {known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

// CHECK: error: hint for expanding dimension 1 does not refer to a valid operand dimension
func.func @test(%a: tensor<4xf32>, %b: tensor<2xi64>) {
  %r = stablehlo.dynamic_broadcast_in_dim %a, %b, dims = [0] {known_expanding_dimensions = array<i64: 1>} : (tensor<4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

// CHECK: error: size of operand dimension 0 (4) is not equal to 1 or value of shape at index 0 (5)
func.func @test(%a: tensor<4xf32>) {
  %s = stablehlo.constant dense<[5, 9]> : tensor<2xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0] : (tensor<4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

// CHECK: error: iota dimension cannot go beyond the output rank.
func.func @test(%a: tensor<2xi64>) {
  %r = stablehlo.dynamic_iota %a, dim = 2 : (tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

// CHECK: error: output shape [2, 3] is incompatible with return type of operation 'tensor<?x4xf32>'
func.func @test() {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %r = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi64>) -> tensor<?x4xf32>
  return
}

// -----

// CHECK: error: output shape [2, -3] is incompatible with return type of operation 'tensor<?x?xf32>'
func.func @test() {
  %s = stablehlo.constant dense<[2, -3]> : tensor<2xi64>
  %r = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

// CHECK: error: padding operands size (2) must match operand rank (1)
func.func @test(%a: tensor<4xf32>, %b: tensor<f32>) {
  %l = stablehlo.constant dense<[1, 1]> : tensor<2xi64>
  %h = stablehlo.constant dense<[1, 1]> : tensor<2xi64>
  %n = stablehlo.constant dense<[1, 1]> : tensor<2xi64>
  %r = stablehlo.dynamic_pad %a, %b, %l, %h, %n : (tensor<4xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?xf32>
  return
}

// -----

// CHECK: error: interior_padding must be non-negative, but got -1
func.func @test(%a: tensor<4xf32>, %b: tensor<f32>) {
  %l = stablehlo.constant dense<[1]> : tensor<1xi64>
  %h = stablehlo.constant dense<[1]> : tensor<1xi64>
  %n = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %a, %b, %l, %h, %n : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

// CHECK: error: expected output dimension at index 0 to equal 9, but got 5
func.func @test(%a: tensor<4xf32>, %b: tensor<f32>) {
  %l = stablehlo.constant dense<[1]> : tensor<1xi64>
  %h = stablehlo.constant dense<[1]> : tensor<1xi64>
  %n = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %a, %b, %l, %h, %n : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.dynamic_pad' op failed to verify that all of {operand, padding_value, result} have same element type
func.func @test(%a: tensor<4xf32>, %b: tensor<f32>) {
  %l = stablehlo.constant dense<[1]> : tensor<1xi64>
  %h = stablehlo.constant dense<[1]> : tensor<1xi64>
  %n = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %a, %b, %l, %h, %n : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<9xf64>
  return
}

// -----

// CHECK: error: 'stablehlo.dynamic_pad' op failed to verify that all of {operand, result} have same rank
func.func @test(%a: tensor<4xf32>, %b: tensor<f32>) {
  %l = stablehlo.constant dense<[1]> : tensor<1xi64>
  %h = stablehlo.constant dense<[1]> : tensor<1xi64>
  %n = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %a, %b, %l, %h, %n : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<9x1xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.dynamic_pad' op failed to verify that all of {edge_padding_low, edge_padding_high, interior_padding} have same type
func.func @test(%a: tensor<4xf32>, %b: tensor<f32>) {
  %l = stablehlo.constant dense<[1]> : tensor<1xi64>
  %h = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %n = stablehlo.constant dense<[1]> : tensor<1xi64>
  %r = stablehlo.dynamic_pad %a, %b, %l, %h, %n : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<2xi64>, tensor<1xi64>) -> tensor<9xf32>
  return
}

// -----

// CHECK: error: expects operand and result to have compatible element type. Got: 'tensor<4x8xf32>' and 'tensor<?xf64>'
func.func @test(%a: tensor<4x8xf32>, %b: tensor<1xi64>) {
  %r = stablehlo.dynamic_reshape %a, %b : (tensor<4x8xf32>, tensor<1xi64>) -> tensor<?xf64>
  return
}

// -----

// CHECK: error: number of output elements (33) doesn't match expected number of elements (32)
func.func @test(%a: tensor<4x8xf32>, %b: tensor<1xi64>) {
  %r = stablehlo.dynamic_reshape %a, %b : (tensor<4x8xf32>, tensor<1xi64>) -> tensor<33xf32>
  return
}

// -----

// CHECK: error: result should have a rank equal to the number of elements in output_shape
func.func @test(%a: tensor<4x8xf32>, %b: tensor<2xi64>) {
  %r = stablehlo.dynamic_reshape %a, %b : (tensor<4x8xf32>, tensor<2xi64>) -> tensor<?xf32>
  return
}

// -----

// CHECK: error: output_shape is incompatible with input type of operation: input has 32 elements, but output_shape has 33
func.func @test(%a: tensor<4x8xf32>) {
  %s = stablehlo.constant dense<[33]> : tensor<1xi64>
  %r = stablehlo.dynamic_reshape %a, %s : (tensor<4x8xf32>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

// CHECK: error: output shape [31] is incompatible with return type of operation 'tensor<32xf32>'
func.func @test(%a: tensor<4x8xf32>) {
  %s = stablehlo.constant dense<[31]> : tensor<1xi64>
  %r = stablehlo.dynamic_reshape %a, %s : (tensor<4x8xf32>, tensor<1xi64>) -> tensor<32xf32>
  return
}

// -----

// CHECK: error: has mismatched number of operand rank (2) and start_indices size (1)
func.func @test(%a: tensor<4x8xf32>, %b: tensor<1xi64>, %c: tensor<1xi64>, %d: tensor<1xi64>) {
  %r = stablehlo.real_dynamic_slice %a, %b, %c, %d : (tensor<4x8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x?xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.real_dynamic_slice' op failed to verify that all of {start_indices, limit_indices, strides} have same type
func.func @test(%a: tensor<4x8xf32>, %b: tensor<2xi64>, %c: tensor<1xi64>, %d: tensor<2xi64>) {
  %r = stablehlo.real_dynamic_slice %a, %b, %c, %d : (tensor<4x8xf32>, tensor<2xi64>, tensor<1xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.real_dynamic_slice' op failed to verify that all of {operand, result} have same element type
func.func @test(%a: tensor<4x8xf32>, %b: tensor<2xi64>, %c: tensor<2xi64>, %d: tensor<2xi64>) {
  %r = stablehlo.real_dynamic_slice %a, %b, %c, %d : (tensor<4x8xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf64>
  return
}
