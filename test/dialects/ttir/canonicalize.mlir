// RUN: ttopt --canonicalize --split-input-file %s | filecheck %s

// Folds and canonicalization patterns of TTIR ops.

// CHECK-LABEL: func.func @idempotence
// CHECK: %[[ABS:.*]] = "ttir.abs"(%arg0
// CHECK-NEXT: return %[[ABS]]
func.func @idempotence(%a: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "ttir.abs"(%a, %o) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = "ttir.abs"(%0, %o) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = "ttir.abs"(%1, %o) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

// One type must go through both ops: an encoding that changes in between is a conversion.
// CHECK-LABEL: func.func @idempotence_needs_one_type
// CHECK-COUNT-2: ttir.relu
func.func @idempotence_needs_one_type(%a: tensor<4xf32>, %o: tensor<4xf32, "x">) -> tensor<4xf32, "x"> {
  %0 = "ttir.relu"(%a, %o) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4xf32>, tensor<4xf32, "x">) -> tensor<4xf32, "x">
  %1 = "ttir.relu"(%0, %o) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4xf32, "x">, tensor<4xf32, "x">) -> tensor<4xf32, "x">
  return %1 : tensor<4xf32, "x">
}

// -----

// CHECK-LABEL: func.func @involution
// CHECK-NEXT: return %arg0
func.func @involution(%a: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "ttir.neg"(%a, %o) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = "ttir.neg"(%0, %o) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// Another op in between ends the chain.
// CHECK-LABEL: func.func @involution_of_other_op
// CHECK: ttir.reciprocal
// CHECK: ttir.neg
func.func @involution_of_other_op(%a: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "ttir.reciprocal"(%a, %o) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = "ttir.neg"(%0, %o) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// The reciprocal of 2 is 0: of integers, it loses what it was of.
// CHECK-LABEL: func.func @reciprocals
// CHECK: %[[A:.*]] = "ttir.reciprocal"(%arg0
// CHECK: %[[B:.*]] = "ttir.reciprocal"(%[[A]]
// CHECK: return %[[B]], %arg1
func.func @reciprocals(%a: tensor<4xi32>, %b: tensor<4xf32>) -> (tensor<4xi32>, tensor<4xf32>) {
  %0 = "ttir.reciprocal"(%a, %a) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %1 = "ttir.reciprocal"(%0, %a) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %2 = "ttir.reciprocal"(%b, %b) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = "ttir.reciprocal"(%2, %b) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1, %3 : tensor<4xi32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @binary_idempotence
// CHECK-NEXT: return %arg0
func.func @binary_idempotence(%a: tensor<4xi32>, %o: tensor<4xi32>) -> tensor<4xi32> {
  %0 = "ttir.bitwise_and"(%a, %a, %o) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// Integers need not be truth values; floats are taken to be, as upstream has it.

// CHECK-LABEL: func.func @conjunction_of_equals
// CHECK-NEXT: %0 = "ttir.logical_and"(%arg0, %arg0, %arg1)
// CHECK-NEXT: return %0, %arg2
func.func @conjunction_of_equals(%a: tensor<4xi32>, %o: tensor<4xi32>, %b: tensor<4xf32>, %p: tensor<4xf32>) -> (tensor<4xi32>, tensor<4xf32>) {
  %0 = "ttir.logical_and"(%a, %a, %o) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %1 = "ttir.logical_or"(%b, %b, %p) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xi32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @binary_idempotence_of_two_values
// CHECK-NEXT: ttir.minimum
func.func @binary_idempotence_of_two_values(%a: tensor<4xf32>, %b: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "ttir.minimum"(%a, %b, %o) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @xor_of_equals
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<0> : tensor<4xi32>}> : () -> tensor<4xi32>
// CHECK-NEXT: return %0
func.func @xor_of_equals(%a: tensor<4xi32>, %o: tensor<4xi32>) -> tensor<4xi32> {
  %0 = "ttir.bitwise_xor"(%a, %a, %o) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// CHECK-LABEL: func.func @xor_of_equal_floats
// CHECK-NEXT: "ttir.constant"() <{value = dense<0.000000e+00> : tensor<4xbf16>}>
func.func @xor_of_equal_floats(%a: tensor<4xbf16>, %o: tensor<4xbf16>) -> tensor<4xbf16> {
  %0 = "ttir.bitwise_xor"(%a, %a, %o) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// -----

// CHECK-LABEL: func.func @same_types
// CHECK-NEXT: return %arg0, %arg0, %arg0
func.func @same_types(%a: tensor<4x2xf32>, %o: tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>) {
  %0 = "ttir.typecast"(%a, %o) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  %1 = "ttir.reshape"(%a, %o) <{shape = [4 : i32, 2 : i32]}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  %2 = "ttir.broadcast"(%a, %o) <{broadcast_dimensions = array<i64: 1, 1>}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0, %1, %2 : tensor<4x2xf32>, tensor<4x2xf32>, tensor<4x2xf32>
}

// -----

// CHECK-LABEL: func.func @dimension_size
// CHECK-NEXT: "ttir.constant"() <{value = dense<7> : tensor<1xi32>}>
func.func @dimension_size(%a: tensor<3x7xf32>) -> tensor<1xi32> {
  %0 = "ttir.get_dimension_size"(%a) <{dimension = 1 : i32}> : (tensor<3x7xf32>) -> tensor<1xi32>
  return %0 : tensor<1xi32>
}

// -----

// CHECK-LABEL: func.func @transpose_one_dimension
// CHECK-NEXT: return %arg0
func.func @transpose_one_dimension(%a: tensor<4x2xf32>, %o: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = "ttir.transpose"(%a, %o) <{dim0 = 1 : si32, dim1 = 1 : si32}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// -----

// CHECK-LABEL: func.func @transpose_dimensions
// CHECK-NEXT: "ttir.transpose"(%arg0, %arg1) <{dim0 = 0 : si32, dim1 = 2 : si32}>
func.func @transpose_dimensions(%a: tensor<4x2x3xf32>, %o: tensor<3x2x4xf32>) -> tensor<3x2x4xf32> {
  %0 = "ttir.transpose"(%a, %o) <{dim0 = -1 : si32, dim1 = -3 : si32}> : (tensor<4x2x3xf32>, tensor<3x2x4xf32>) -> tensor<3x2x4xf32>
  return %0 : tensor<3x2x4xf32>
}

// -----

// CHECK-LABEL: func.func @transpose_twice
// CHECK-NEXT: return %arg0
func.func @transpose_twice(%a: tensor<4x2xf32>, %o: tensor<2x4xf32>, %p: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = "ttir.transpose"(%a, %o) <{dim0 = 0 : si32, dim1 = 1 : si32}> : (tensor<4x2xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %1 = "ttir.transpose"(%0, %p) <{dim0 = -1 : si32, dim1 = 0 : si32}> : (tensor<2x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}

// -----

// CHECK-LABEL: func.func @permute_twice
// CHECK-NEXT: "ttir.permute"(%arg0, %arg2) <{permutation = array<i64: 0, 2, 1>}> : (tensor<4x2x3xf32>, tensor<4x3x2xf32>) -> tensor<4x3x2xf32>
func.func @permute_twice(%a: tensor<4x2x3xf32>, %o: tensor<2x3x4xf32>, %p: tensor<4x3x2xf32>) -> tensor<4x3x2xf32> {
  %0 = "ttir.permute"(%a, %o) <{permutation = array<i64: 1, 2, 0>}> : (tensor<4x2x3xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %1 = "ttir.permute"(%0, %p) <{permutation = array<i64: 2, 1, 0>}> : (tensor<2x3x4xf32>, tensor<4x3x2xf32>) -> tensor<4x3x2xf32>
  return %1 : tensor<4x3x2xf32>
}

// -----

// CHECK-LABEL: func.func @permute_there_and_back
// CHECK-NEXT: return %arg0
func.func @permute_there_and_back(%a: tensor<4x2x3xf32>, %o: tensor<2x3x4xf32>, %p: tensor<4x2x3xf32>) -> tensor<4x2x3xf32> {
  %0 = "ttir.permute"(%a, %o) <{permutation = array<i64: 1, 2, 0>}> : (tensor<4x2x3xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %1 = "ttir.permute"(%0, %p) <{permutation = array<i64: 2, 0, 1>}> : (tensor<2x3x4xf32>, tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  return %1 : tensor<4x2x3xf32>
}

// -----

// CHECK-LABEL: func.func @reverse_twice
// CHECK-NEXT: "ttir.reverse"(%arg0, %arg1) <{dimensions = array<i64: 0, 2>}>
func.func @reverse_twice(%a: tensor<4x2x3xf32>, %o: tensor<4x2x3xf32>) -> tensor<4x2x3xf32> {
  %0 = "ttir.reverse"(%a, %o) <{dimensions = array<i64: 2, 1>}> : (tensor<4x2x3xf32>, tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  %1 = "ttir.reverse"(%0, %o) <{dimensions = array<i64: 1, 0>}> : (tensor<4x2x3xf32>, tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  return %1 : tensor<4x2x3xf32>
}

// -----

// CHECK-LABEL: func.func @reverse_nothing
// CHECK-NEXT: return %arg0
func.func @reverse_nothing(%a: tensor<4x2xf32>, %o: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = "ttir.reverse"(%a, %o) <{dimensions = array<i64: 0>}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  %1 = "ttir.reverse"(%0, %o) <{dimensions = array<i64: 0>}> : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}

// -----

// CHECK-LABEL: func.func @linear_without_bias
// CHECK-NEXT: %0 = "ttir.matmul"(%arg0, %arg1, %arg2)
// CHECK-NEXT: %1 = "ttir.linear"(%arg0, %arg1, %arg3, %0)
func.func @linear_without_bias(%a: tensor<4x2xf32>, %b: tensor<2x3xf32>, %o: tensor<4x3xf32>, %bias: tensor<3xf32>) -> tensor<4x3xf32> {
  %0 = "ttir.linear"(%a, %b, %o) : (tensor<4x2xf32>, tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  %1 = "ttir.linear"(%a, %b, %bias, %0) : (tensor<4x2xf32>, tensor<2x3xf32>, tensor<3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return %1 : tensor<4x3xf32>
}

// -----

// All TTIR ops are pure, so unused ones go.
// CHECK-LABEL: func.func @unused
// CHECK-NEXT: return
func.func @unused(%a: tensor<4x2xf32>, %o: tensor<2x4xf32>) {
  %0 = "ttir.transpose"(%a, %o) <{dim0 = 0 : si32, dim1 = 1 : si32}> : (tensor<4x2xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}
