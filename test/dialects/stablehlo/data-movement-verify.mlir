// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Ops that move elements, and their forms.

// CHECK: error: cannot convert between real and complex types, but got: 'tensor<4xcomplex<f32>>' and 'tensor<4xi64>'
func.func @test(%a: tensor<4xcomplex<f32>>) {
  %r = "stablehlo.bitcast_convert"(%a) : (tensor<4xcomplex<f32>>) -> tensor<4xi64>
  return
}

// -----

// CHECK: error: rank of smaller element type (1) should be 1 more than rank of larger element type (1), but 1 != 1 + 1.
func.func @test(%a: tensor<4xf32>) {
  %r = "stablehlo.bitcast_convert"(%a) : (tensor<4xf32>) -> tensor<4xi8>
  return
}

// -----

// CHECK: error: requires compatible bit widths. Got: 'tensor<4xf32>' and 'tensor<4x3xi8>', but 8 * 3 != 32.
func.func @test(%a: tensor<4xf32>) {
  %r = "stablehlo.bitcast_convert"(%a) : (tensor<4xf32>) -> tensor<4x3xi8>
  return
}

// -----

// CHECK: error: operand and result shapes must match except for the innermost dimension of the shape with the smaller element type. Got: 'tensor<4x4xi8>' and 'tensor<5xf32>'.
func.func @test(%a: tensor<4x4xi8>) {
  %r = "stablehlo.bitcast_convert"(%a) : (tensor<4x4xi8>) -> tensor<5xf32>
  return
}

// -----

// CHECK: error: operand and result shapes must match except for the innermost dimension of the shape with the smaller element type. Got: 'tensor<4xf32>' and 'tensor<5xi32>'.
func.func @test(%a: tensor<4xf32>) {
  %r = "stablehlo.bitcast_convert"(%a) : (tensor<4xf32>) -> tensor<5xi32>
  return
}

// -----

// CHECK: error: Broadcast with negative dimension size -2
// CHECK: error: 'stablehlo.broadcast' op failed to infer returned types
func.func @test(%a: tensor<4xf32>) {
  %r = "stablehlo.broadcast"(%a) <{broadcast_sizes = array<i64: -2>}> : (tensor<4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.broadcast' op inferred type(s) 'tensor<2x4xf32>' are incompatible with return type(s) of operation 'tensor<4x4xf32>'
// CHECK: error: 'stablehlo.broadcast' op failed to infer returned types
func.func @test(%a: tensor<4xf32>) {
  %r = "stablehlo.broadcast"(%a) <{broadcast_sizes = array<i64: 2>}> : (tensor<4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.broadcast' op requires the same element type for all operands and results
func.func @test(%a: tensor<4xf32>) {
  %r = "stablehlo.broadcast"(%a) <{broadcast_sizes = array<i64: 2>}> : (tensor<4xf32>) -> tensor<2x4xf64>
  return
}

// -----

// CHECK: error: 'stablehlo.broadcast_in_dim' op requires compatible element types for all operands and results
func.func @test(%a: tensor<4xf32>) {
  %r = "stablehlo.broadcast_in_dim"(%a) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xf32>) -> tensor<4x4xf64>
  return
}

// -----

// CHECK: error: broadcast_dimensions size (0) does not match operand rank (1)
func.func @test(%a: tensor<4xf32>) {
  %r = "stablehlo.broadcast_in_dim"(%a) <{broadcast_dimensions = array<i64>}> : (tensor<4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: broadcast_dimensions should not have duplicates
func.func @test(%a: tensor<4x4xf32>) {
  %r = "stablehlo.broadcast_in_dim"(%a) <{broadcast_dimensions = array<i64: 0, 0>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: broadcast_dimensions contains invalid value 2 for result with rank 2
func.func @test(%a: tensor<4xf32>) {
  %r = "stablehlo.broadcast_in_dim"(%a) <{broadcast_dimensions = array<i64: 2>}> : (tensor<4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: broadcast_dimensions contains invalid value -1 for result with rank 2
func.func @test(%a: tensor<4xf32>) {
  %r = "stablehlo.broadcast_in_dim"(%a) <{broadcast_dimensions = array<i64: -1>}> : (tensor<4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: size of operand dimension 0 (4) is not equal to 1 or size of result dimension 0 (8)
func.func @test(%a: tensor<4xf32>) {
  %r = "stablehlo.broadcast_in_dim"(%a) <{broadcast_dimensions = array<i64: 0>}> : (tensor<4xf32>) -> tensor<8x4xf32>
  return
}

// -----

// CHECK: error: rank-0 values cannot be concatenated
// CHECK: error: 'stablehlo.concatenate' op failed to infer returned types
func.func @test(%a: tensor<f32>, %b: tensor<f32>) {
  %r = "stablehlo.concatenate"(%a, %b) <{dimension = 0 : i64}> : (tensor<f32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.concatenate' op expected 1 or more operands, but found 0
func.func @test() {
  %r = "stablehlo.concatenate"() <{dimension = 0 : i64}> : () -> tensor<2xf32>
  return
}

// -----

// CHECK: error: dimension 1 is out-of-bounds for input rank 1
// CHECK: error: 'stablehlo.concatenate' op failed to infer returned types
func.func @test(%a: tensor<2xf32>) {
  %r = "stablehlo.concatenate"(%a) <{dimension = 1 : i64}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.concatenate' op attribute 'dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative
func.func @test(%a: tensor<2xf32>) {
  %r = "stablehlo.concatenate"(%a) <{dimension = -1 : i64}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// CHECK: error: operands (0) and (1) do not match rank
// CHECK: error: 'stablehlo.concatenate' op failed to infer returned types
func.func @test(%a: tensor<2xf32>, %b: tensor<2x2xf32>) {
  %r = "stablehlo.concatenate"(%a, %b) <{dimension = 0 : i64}> : (tensor<2xf32>, tensor<2x2xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: shapes of operand (0) and (1) are not compatible at non-concat index 0: (2, -9223372036854775808) != (3, 2)
// CHECK: error: 'stablehlo.concatenate' op failed to infer returned types
func.func @test(%a: tensor<2x?xf32>, %b: tensor<3x2xf32>) {
  %r = "stablehlo.concatenate"(%a, %b) <{dimension = 1 : i64}> : (tensor<2x?xf32>, tensor<3x2xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.concatenate' op inferred type(s) 'tensor<5xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'
// CHECK: error: 'stablehlo.concatenate' op failed to infer returned types
func.func @test(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  %r = "stablehlo.concatenate"(%a, %b) <{dimension = 0 : i64}> : (tensor<2xf32>, tensor<3xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.concatenate' op requires the same element type for all operands and results
func.func @test(%a: tensor<2xf32>, %b: tensor<3xi32>) {
  %r = "stablehlo.concatenate"(%a, %b) <{dimension = 0 : i64}> : (tensor<2xf32>, tensor<3xi32>) -> tensor<5xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.concatenate' op inferred type(s) 'tensor<?xf32, #stablehlo.bounds<8>>' are incompatible with return type(s) of operation 'tensor<9xf32>'
// CHECK: error: 'stablehlo.concatenate' op failed to infer returned types
func.func @test(%a: tensor<?xf32, #stablehlo.bounds<5>>, %b: tensor<3xf32>) {
  %r = "stablehlo.concatenate"(%a, %b) <{dimension = 0 : i64}> : (tensor<?xf32, #stablehlo.bounds<5>>, tensor<3xf32>) -> tensor<9xf32>
  return
}

// -----

// CHECK: error: has mismatched number of slice sizes (2) and number of start indices (1)
// CHECK: error: 'stablehlo.dynamic_slice' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>, %b: tensor<i32>) {
  %r = "stablehlo.dynamic_slice"(%a, %b) <{slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<i32>) -> tensor<1x8xf32>
  return
}

// -----

// CHECK: error: has mismatched number of start indices (1) and the rank of operand (2)
// CHECK: error: 'stablehlo.dynamic_slice' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>, %b: tensor<i32>) {
  %r = "stablehlo.dynamic_slice"(%a, %b) <{slice_sizes = array<i64: 1>}> : (tensor<4x8xf32>, tensor<i32>) -> tensor<1xf32>
  return
}

// -----

// CHECK: error: start indices must have same element type
// CHECK: error: 'stablehlo.dynamic_slice' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>, %b: tensor<i32>, %c: tensor<i64>) {
  %r = "stablehlo.dynamic_slice"(%a, %b, %c) <{slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<i32>, tensor<i64>) -> tensor<1x8xf32>
  return
}

// -----

// CHECK: error: has negative size index to dynamic slice: -1
// CHECK: error: 'stablehlo.dynamic_slice' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>, %b: tensor<i32>, %c: tensor<i32>) {
  %r = "stablehlo.dynamic_slice"(%a, %b, %c) <{slice_sizes = array<i64: -1, 8>}> : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
  return
}

// -----

// CHECK: error: has slice size 9 greater than dimension size 8 in dimension 1 of operand
// CHECK: error: 'stablehlo.dynamic_slice' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>, %b: tensor<i32>, %c: tensor<i32>) {
  %r = "stablehlo.dynamic_slice"(%a, %b, %c) <{slice_sizes = array<i64: 1, 9>}> : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.dynamic_slice' op failed to verify that all of {operand, result} have same element type
func.func @test(%a: tensor<4x8xf32>, %b: tensor<i32>, %c: tensor<i32>) {
  %r = "stablehlo.dynamic_slice"(%a, %b, %c) <{slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf64>
  return
}

// -----

// CHECK: error: 'stablehlo.dynamic_slice' op inferred type(s) 'tensor<1x8xf32>' are incompatible with return type(s) of operation 'tensor<2x8xf32>'
// CHECK: error: 'stablehlo.dynamic_slice' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>, %b: tensor<i32>, %c: tensor<i32>) {
  %r = "stablehlo.dynamic_slice"(%a, %b, %c) <{slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x8xf32>
  return
}

// -----

// CHECK: error: update rank does not match operand rank: 1 vs 2.
// CHECK: error: 'stablehlo.dynamic_update_slice' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>, %b: tensor<4xf32>, %c: tensor<i32>, %d: tensor<i32>) {
  %r = "stablehlo.dynamic_update_slice"(%a, %b, %c, %d) : (tensor<4x8xf32>, tensor<4xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: expects number of start_indices to match operand rank: 1 vs 2.
// CHECK: error: 'stablehlo.dynamic_update_slice' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>, %b: tensor<4x4xf32>, %c: tensor<i32>) {
  %r = "stablehlo.dynamic_update_slice"(%a, %b, %c) : (tensor<4x8xf32>, tensor<4x4xf32>, tensor<i32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: start indices must have same element type
// CHECK: error: 'stablehlo.dynamic_update_slice' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>, %b: tensor<4x4xf32>, %c: tensor<i32>, %d: tensor<i64>) {
  %r = "stablehlo.dynamic_update_slice"(%a, %b, %c, %d) : (tensor<4x8xf32>, tensor<4x4xf32>, tensor<i32>, tensor<i64>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: expects size at dimension 0 of update to be in range [0, 4]. Got: 5.
// CHECK: error: 'stablehlo.dynamic_update_slice' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>, %b: tensor<5x4xf32>, %c: tensor<i32>, %d: tensor<i32>) {
  %r = "stablehlo.dynamic_update_slice"(%a, %b, %c, %d) : (tensor<4x8xf32>, tensor<5x4xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.dynamic_update_slice' op failed to verify that all of {operand, update, result} have same element type
func.func @test(%a: tensor<4x8xf32>, %b: tensor<4x4xf64>, %c: tensor<i32>, %d: tensor<i32>) {
  %r = "stablehlo.dynamic_update_slice"(%a, %b, %c, %d) : (tensor<4x8xf32>, tensor<4x4xf64>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.dynamic_update_slice' op inferred type(s) 'tensor<4x8xf32>' are incompatible with return type(s) of operation 'tensor<5x8xf32>'
// CHECK: error: 'stablehlo.dynamic_update_slice' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>, %b: tensor<4x4xf32>, %c: tensor<i32>, %d: tensor<i32>) {
  %r = "stablehlo.dynamic_update_slice"(%a, %b, %c, %d) : (tensor<4x8xf32>, tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<5x8xf32>
  return
}

// -----

// CHECK: error: requires dimension attribute in range [0, 2); found (2)
// CHECK: error: 'stablehlo.get_dimension_size' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.get_dimension_size"(%a) <{dimension = 2 : i64}> : (tensor<4x8xf32>) -> tensor<i32>
  return
}

// -----

// CHECK: error: 'stablehlo.get_dimension_size' op inferred type(s) 'tensor<i32>' are incompatible with return type(s) of operation 'tensor<2xi32>'
// CHECK: error: 'stablehlo.get_dimension_size' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.get_dimension_size"(%a) <{dimension = 1 : i64}> : (tensor<4x8xf32>) -> tensor<2xi32>
  return
}

// -----

// CHECK: error: size operand should be of rank-0
// CHECK: error: 'stablehlo.set_dimension_size' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>, %b: tensor<1xi32>) {
  %r = "stablehlo.set_dimension_size"(%a, %b) <{dimension = 1 : i64}> : (tensor<4x8xf32>, tensor<1xi32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: requires dimension attribute in range [0, 2); found (2)
// CHECK: error: 'stablehlo.set_dimension_size' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>, %b: tensor<i32>) {
  %r = "stablehlo.set_dimension_size"(%a, %b) <{dimension = 2 : i64}> : (tensor<4x8xf32>, tensor<i32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.set_dimension_size' op inferred type(s) 'tensor<4x?xf32, #stablehlo.bounds<?, 8>>' are incompatible with return type(s) of operation 'tensor<4x9xf32>'
// CHECK: error: 'stablehlo.set_dimension_size' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>, %b: tensor<i32>) {
  %r = "stablehlo.set_dimension_size"(%a, %b) <{dimension = 1 : i64}> : (tensor<4x8xf32>, tensor<i32>) -> tensor<4x9xf32>
  return
}

// -----

// CHECK: error: edge_padding_low length (1) must match operand rank (2)
// CHECK: error: 'stablehlo.pad' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  %r = "stablehlo.pad"(%a, %b) <{edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 1>, interior_padding = array<i64: 1>}> : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.pad' op failed to verify that all of {edge_padding_low, edge_padding_high, interior_padding} have same size
func.func @test(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  %r = "stablehlo.pad"(%a, %b) <{edge_padding_low = array<i64: 1, 1>, edge_padding_high = array<i64: 1, 1>, interior_padding = array<i64: 1>}> : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: Interior padding cannot be negative: -1
// CHECK: error: 'stablehlo.pad' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  %r = "stablehlo.pad"(%a, %b) <{edge_padding_low = array<i64: 0, 0>, edge_padding_high = array<i64: 0, 0>, interior_padding = array<i64: -1, 0>}> : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: Padding result in negative size for dimension 0
// CHECK: error: 'stablehlo.pad' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  %r = "stablehlo.pad"(%a, %b) <{edge_padding_low = array<i64: -5, 0>, edge_padding_high = array<i64: 0, 0>, interior_padding = array<i64: 0, 0>}> : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: Padding result in negative bound for dimension 1
// CHECK: error: 'stablehlo.pad' op failed to infer returned types
func.func @test(%a: tensor<4x?xf32, #stablehlo.bounds<?, 8>>, %b: tensor<f32>) {
  %r = "stablehlo.pad"(%a, %b) <{edge_padding_low = array<i64: 0, -9>, edge_padding_high = array<i64: 0, 0>, interior_padding = array<i64: 0, 0>}> : (tensor<4x?xf32, #stablehlo.bounds<?, 8>>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.pad' op inferred type(s) 'tensor<5x22xf32>' are incompatible with return type(s) of operation 'tensor<4x8xf32>'
// CHECK: error: 'stablehlo.pad' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  %r = "stablehlo.pad"(%a, %b) <{edge_padding_low = array<i64: 1, 0>, edge_padding_high = array<i64: 0, 0>, interior_padding = array<i64: 0, 2>}> : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.pad' op requires the same element type for all operands and results
func.func @test(%a: tensor<4x8xf32>, %b: tensor<i32>) {
  %r = "stablehlo.pad"(%a, %b) <{edge_padding_low = array<i64: 1, 0>, edge_padding_high = array<i64: 0, 0>, interior_padding = array<i64: 0, 2>}> : (tensor<4x8xf32>, tensor<i32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: number of output elements (33) doesn't match expected number of elements (32)
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.reshape"(%a) : (tensor<4x8xf32>) -> tensor<33xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.reshape' op requires compatible element types for all operands and results
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.reshape"(%a) : (tensor<4x8xf32>) -> tensor<32xi32>
  return
}

// -----

// CHECK: error: 'stablehlo.reshape' op result #0 must be statically shaped tensor of f8E3M4 type or f8E4M3 type or f8E4M3FN type or f8E4M3FNUZ type or f8E4M3B11FNUZ type or f8E5M2 type or f8E5M2FNUZ type or 16-bit float or 32-bit float or 64-bit float or bfloat16 type or pred (AKA boolean or 1-bit integer) or 2/4/8/16/32/64-bit signless integer or 2/4/8/16/32/64-bit unsigned integer or complex type with 32-bit float or 64-bit float elements or 2/4/8/16/32-bit uniform quantized signed integer or 2/4/8/16/32-bit uniform quantized unsigned integer or 2/4/8/16/32-bit uniform quantized per axis signed integer or 2/4/8/16/32-bit uniform quantized per axis unsigned integer values, but got 'tensor<?xf32>'
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.reshape"(%a) : (tensor<4x8xf32>) -> tensor<?xf32>
  return
}

// -----

// CHECK: error: dimensions should be unique. Got: 0, 0
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.reverse"(%a) <{dimensions = array<i64: 0, 0>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: all dimensions should be non-negative. Got dimension: -1.
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.reverse"(%a) <{dimensions = array<i64: -1>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: all dimensions should be between [0, 2). Got dimension: 2.
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.reverse"(%a) <{dimensions = array<i64: 2>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.reverse' op inferred type(s) 'tensor<4x8xf32>' are incompatible with return type(s) of operation 'tensor<4x9xf32>'
// CHECK: error: 'stablehlo.reverse' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.reverse"(%a) <{dimensions = array<i64: 1>}> : (tensor<4x8xf32>) -> tensor<4x9xf32>
  return
}

// -----

// CHECK: error: the number of elements in start_indices (1) does not match the rank of the operand (2)
// CHECK: error: 'stablehlo.slice' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.slice"(%a) <{start_indices = array<i64: 0>, limit_indices = array<i64: 4>, strides = array<i64: 1>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.slice' op failed to verify that all of {start_indices, limit_indices, strides} have same size
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.slice"(%a) <{start_indices = array<i64: 0, 0>, limit_indices = array<i64: 4, 4>, strides = array<i64: 1>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: negative start index -1 in dimension 0
// CHECK: error: 'stablehlo.slice' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.slice"(%a) <{start_indices = array<i64: -1, 0>, limit_indices = array<i64: 4, 4>, strides = array<i64: 1, 1>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: limit index 5 is larger than dimension size 4 in dimension 0
// CHECK: error: 'stablehlo.slice' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.slice"(%a) <{start_indices = array<i64: 0, 0>, limit_indices = array<i64: 5, 4>, strides = array<i64: 1, 1>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: start index 3 is larger than limit index 2 in dimension 0
// CHECK: error: 'stablehlo.slice' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.slice"(%a) <{start_indices = array<i64: 3, 0>, limit_indices = array<i64: 2, 4>, strides = array<i64: 1, 1>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: stride must be positive but got 0 in dimension 0
// CHECK: error: 'stablehlo.slice' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.slice"(%a) <{start_indices = array<i64: 0, 0>, limit_indices = array<i64: 2, 4>, strides = array<i64: 0, 1>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.slice' op inferred type(s) 'tensor<2x4xf32>' are incompatible with return type(s) of operation 'tensor<4x8xf32>'
// CHECK: error: 'stablehlo.slice' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.slice"(%a) <{start_indices = array<i64: 0, 0>, limit_indices = array<i64: 2, 4>, strides = array<i64: 1, 1>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: limit index 9 is larger than dimension bound 8 in dimension 1
// CHECK: error: 'stablehlo.slice' op failed to infer returned types
func.func @test(%a: tensor<4x?xf32, #stablehlo.bounds<?, 8>>) {
  %r = "stablehlo.slice"(%a) <{start_indices = array<i64: 0, 0>, limit_indices = array<i64: 2, 9>, strides = array<i64: 1, 1>}> : (tensor<4x?xf32, #stablehlo.bounds<?, 8>>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: expected ':'
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.slice %a [0:4, 0] : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.slice' expected integer value
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.slice %a [0:4, 0:x] : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.slice' integer value too large
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.slice %a [0:4, 0:8:99999999999999999999] : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: TransposeOp operand rank 2 does not match permutation size 1
// CHECK: error: 'stablehlo.transpose' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.transpose"(%a) <{permutation = array<i64: 1>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: attribute permutation must be a permutation of [0, 1] but got 1, 1
// CHECK: error: 'stablehlo.transpose' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.transpose"(%a) <{permutation = array<i64: 1, 1>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.transpose' op inferred type(s) 'tensor<8x4xf32>' are incompatible with return type(s) of operation 'tensor<4x8xf32>'
// CHECK: error: 'stablehlo.transpose' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.transpose"(%a) <{permutation = array<i64: 1, 0>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.transpose' op requires compatible element types for all operands and results
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.transpose"(%a) <{permutation = array<i64: 1, 0>}> : (tensor<4x8xf32>) -> tensor<8x4xf64>
  return
}

// -----

// CHECK: error: expected '['
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.transpose %a, dims = 1 : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.transpose' invalid kind of type specified
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.transpose %a, dims = [1, 0] : tensor<8x4xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.transpose' expected integer value
// CHECK: error: expected ']'
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.transpose %a, dims = [a] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.transpose' expected 'dims'
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.transpose %a, %a, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

// CHECK: error: expected ','
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.concatenate %a, %a dim = 0 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.concatenate' 2 operands present, but expected 1
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.concatenate %a, %a, dim = 0 : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

// CHECK: error: Mismatched dimension sizes 3 and 4 in dimension 1
// CHECK: error: 'stablehlo.concatenate' op failed to infer returned types
func.func @test(%a: tensor<2x?xf32>, %b: tensor<2x3xf32>, %c: tensor<2x4xf32>) {
  %r = "stablehlo.concatenate"(%a, %b, %c) <{dimension = 0 : i64}> : (tensor<2x?xf32>, tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<6x3xf32>
  return
}
