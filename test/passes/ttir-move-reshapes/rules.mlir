// RUN: ttopt --ttir-move-reshapes %s | filecheck %s
// Reshapes and permutations move behind their users.

// CHECK-LABEL: func.func @unary(%arg0: tensor<32x64xf32>) -> tensor<1x32x64xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<32x64xf32>
// CHECK-NEXT: %1 = "ttir.exp"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<1x32x64xf32>
// CHECK-NEXT: %3 = "ttir.reshape"(%1, %2) <{shape = [1 : i32, 32 : i32, 64 : i32]}> : (tensor<32x64xf32>, tensor<1x32x64xf32>) -> tensor<1x32x64xf32>
// CHECK-NEXT: return %3 : tensor<1x32x64xf32>
// CHECK-NEXT: }
func.func @unary(%arg0: tensor<32x64xf32>) -> tensor<1x32x64xf32> {
  %v2 = tensor.empty() : tensor<1x32x64xf32>
  %v1 = "ttir.reshape"(%arg0, %v2) <{shape = [1 : i32, 32 : i32, 64 : i32]}> : (tensor<32x64xf32>, tensor<1x32x64xf32>) -> tensor<1x32x64xf32>
  %v4 = tensor.empty() : tensor<1x32x64xf32>
  %v3 = "ttir.exp"(%v1, %v4) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<1x32x64xf32>, tensor<1x32x64xf32>) -> tensor<1x32x64xf32>
  return %v3 : tensor<1x32x64xf32>
}

// CHECK-LABEL: func.func @binary(%arg0: tensor<32x64xf32>, %arg1: tensor<32x64xf32>) -> tensor<1x32x64xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<32x64xf32>
// CHECK-NEXT: %1 = "ttir.add"(%arg0, %arg1, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<1x32x64xf32>
// CHECK-NEXT: %3 = "ttir.reshape"(%1, %2) <{shape = [1 : i32, 32 : i32, 64 : i32]}> : (tensor<32x64xf32>, tensor<1x32x64xf32>) -> tensor<1x32x64xf32>
// CHECK-NEXT: return %3 : tensor<1x32x64xf32>
// CHECK-NEXT: }
func.func @binary(%arg0: tensor<32x64xf32>, %arg1: tensor<32x64xf32>) -> tensor<1x32x64xf32> {
  %v2 = tensor.empty() : tensor<1x32x64xf32>
  %v1 = "ttir.reshape"(%arg0, %v2) <{shape = [1 : i32, 32 : i32, 64 : i32]}> : (tensor<32x64xf32>, tensor<1x32x64xf32>) -> tensor<1x32x64xf32>
  %v4 = tensor.empty() : tensor<1x32x64xf32>
  %v3 = "ttir.reshape"(%arg1, %v4) <{shape = [1 : i32, 32 : i32, 64 : i32]}> : (tensor<32x64xf32>, tensor<1x32x64xf32>) -> tensor<1x32x64xf32>
  %v6 = tensor.empty() : tensor<1x32x64xf32>
  %v5 = "ttir.add"(%v1, %v3, %v6) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<1x32x64xf32>, tensor<1x32x64xf32>, tensor<1x32x64xf32>) -> tensor<1x32x64xf32>
  return %v5 : tensor<1x32x64xf32>
}

// CHECK-LABEL: func.func @with_constant(%arg0: tensor<32x64xf32>) -> tensor<1x32x64xf32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<3.000000e+00> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
// CHECK-NEXT: %1 = tensor.empty() : tensor<1x1xf32>
// CHECK-NEXT: %2 = "ttir.reshape"(%0, %1) <{shape = [1 : i32, 1 : i32]}> : (tensor<1x1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
// CHECK-NEXT: %3 = tensor.empty() : tensor<32x64xf32>
// CHECK-NEXT: %4 = "ttir.multiply"(%arg0, %2, %3) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x64xf32>, tensor<1x1xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
// CHECK-NEXT: %5 = tensor.empty() : tensor<1x32x64xf32>
// CHECK-NEXT: %6 = "ttir.reshape"(%4, %5) <{shape = [1 : i32, 32 : i32, 64 : i32]}> : (tensor<32x64xf32>, tensor<1x32x64xf32>) -> tensor<1x32x64xf32>
// CHECK-NEXT: return %6 : tensor<1x32x64xf32>
// CHECK-NEXT: }
func.func @with_constant(%arg0: tensor<32x64xf32>) -> tensor<1x32x64xf32> {
  %v2 = tensor.empty() : tensor<1x32x64xf32>
  %v1 = "ttir.reshape"(%arg0, %v2) <{shape = [1 : i32, 32 : i32, 64 : i32]}> : (tensor<32x64xf32>, tensor<1x32x64xf32>) -> tensor<1x32x64xf32>
  %v3 = "ttir.constant"() <{value = dense<3.0> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %v5 = tensor.empty() : tensor<1x32x64xf32>
  %v4 = "ttir.multiply"(%v1, %v3, %v5) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<1x32x64xf32>, tensor<1x1x1xf32>, tensor<1x32x64xf32>) -> tensor<1x32x64xf32>
  return %v4 : tensor<1x32x64xf32>
}

// CHECK-LABEL: func.func @other_operand_is_kept(%arg0: tensor<32x64xf32>, %arg1: tensor<1x32x64xf32>) -> tensor<1x32x64xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<1x32x64xf32>
// CHECK-NEXT: %1 = "ttir.reshape"(%arg0, %0) <{shape = [1 : i32, 32 : i32, 64 : i32]}> : (tensor<32x64xf32>, tensor<1x32x64xf32>) -> tensor<1x32x64xf32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<1x32x64xf32>
// CHECK-NEXT: %3 = "ttir.add"(%1, %arg1, %2) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<1x32x64xf32>, tensor<1x32x64xf32>, tensor<1x32x64xf32>) -> tensor<1x32x64xf32>
// CHECK-NEXT: return %3 : tensor<1x32x64xf32>
// CHECK-NEXT: }
func.func @other_operand_is_kept(%arg0: tensor<32x64xf32>, %arg1: tensor<1x32x64xf32>) -> tensor<1x32x64xf32> {
  %v2 = tensor.empty() : tensor<1x32x64xf32>
  %v1 = "ttir.reshape"(%arg0, %v2) <{shape = [1 : i32, 32 : i32, 64 : i32]}> : (tensor<32x64xf32>, tensor<1x32x64xf32>) -> tensor<1x32x64xf32>
  %v4 = tensor.empty() : tensor<1x32x64xf32>
  %v3 = "ttir.add"(%v1, %arg1, %v4) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<1x32x64xf32>, tensor<1x32x64xf32>, tensor<1x32x64xf32>) -> tensor<1x32x64xf32>
  return %v3 : tensor<1x32x64xf32>
}

// CHECK-LABEL: func.func @more_tiles_are_kept(%arg0: tensor<64x1x32xf32>) -> tensor<64x32xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<64x32xf32>
// CHECK-NEXT: %1 = "ttir.reshape"(%arg0, %0) <{shape = [64 : i32, 32 : i32]}> : (tensor<64x1x32xf32>, tensor<64x32xf32>) -> tensor<64x32xf32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<64x32xf32>
// CHECK-NEXT: %3 = "ttir.exp"(%1, %2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x32xf32>
// CHECK-NEXT: return %3 : tensor<64x32xf32>
// CHECK-NEXT: }
func.func @more_tiles_are_kept(%arg0: tensor<64x1x32xf32>) -> tensor<64x32xf32> {
  %v2 = tensor.empty() : tensor<64x32xf32>
  %v1 = "ttir.reshape"(%arg0, %v2) <{shape = [64 : i32, 32 : i32]}> : (tensor<64x1x32xf32>, tensor<64x32xf32>) -> tensor<64x32xf32>
  %v4 = tensor.empty() : tensor<64x32xf32>
  %v3 = "ttir.exp"(%v1, %v4) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x32xf32>
  return %v3 : tensor<64x32xf32>
}

// CHECK-LABEL: func.func @clamp(%arg0: tensor<32x64xf32>) -> tensor<1x32x64xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<32x64xf32>
// CHECK-NEXT: %1 = "ttir.clamp"(%arg0, %0) <{max = 1.000000e+00 : f32, min = 0.000000e+00 : f32}> : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<1x32x64xf32>
// CHECK-NEXT: %3 = "ttir.reshape"(%1, %2) <{shape = [1 : i32, 32 : i32, 64 : i32]}> : (tensor<32x64xf32>, tensor<1x32x64xf32>) -> tensor<1x32x64xf32>
// CHECK-NEXT: return %3 : tensor<1x32x64xf32>
// CHECK-NEXT: }
func.func @clamp(%arg0: tensor<32x64xf32>) -> tensor<1x32x64xf32> {
  %v2 = tensor.empty() : tensor<1x32x64xf32>
  %v1 = "ttir.reshape"(%arg0, %v2) <{shape = [1 : i32, 32 : i32, 64 : i32]}> : (tensor<32x64xf32>, tensor<1x32x64xf32>) -> tensor<1x32x64xf32>
  %v4 = tensor.empty() : tensor<1x32x64xf32>
  %v3 = "ttir.clamp"(%v1, %v4) <{max = 1.000000e+00 : f32, min = 0.000000e+00 : f32}> : (tensor<1x32x64xf32>, tensor<1x32x64xf32>) -> tensor<1x32x64xf32>
  return %v3 : tensor<1x32x64xf32>
}

// CHECK-LABEL: func.func @reduction(%arg0: tensor<32x64xf32>) -> tensor<1x32x1xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<32x1xf32>
// CHECK-NEXT: %1 = "ttir.max"(%arg0, %0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<32x64xf32>, tensor<32x1xf32>) -> tensor<32x1xf32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<1x32x1xf32>
// CHECK-NEXT: %3 = "ttir.reshape"(%1, %2) <{shape = [1 : i32, 32 : i32, 1 : i32]}> : (tensor<32x1xf32>, tensor<1x32x1xf32>) -> tensor<1x32x1xf32>
// CHECK-NEXT: return %3 : tensor<1x32x1xf32>
// CHECK-NEXT: }
func.func @reduction(%arg0: tensor<32x64xf32>) -> tensor<1x32x1xf32> {
  %v2 = tensor.empty() : tensor<1x32x64xf32>
  %v1 = "ttir.reshape"(%arg0, %v2) <{shape = [1 : i32, 32 : i32, 64 : i32]}> : (tensor<32x64xf32>, tensor<1x32x64xf32>) -> tensor<1x32x64xf32>
  %v4 = tensor.empty() : tensor<1x32x1xf32>
  %v3 = "ttir.max"(%v1, %v4) <{dim_arg = [2 : i32], keep_dim = true}> : (tensor<1x32x64xf32>, tensor<1x32x1xf32>) -> tensor<1x32x1xf32>
  return %v3 : tensor<1x32x1xf32>
}

// CHECK-LABEL: func.func @softmax(%arg0: tensor<32x64xf32>) -> tensor<1x32x64xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<32x64xf32>
// CHECK-NEXT: %1 = "ttir.softmax"(%arg0, %0) <{dimension = 1 : si32}> : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<1x32x64xf32>
// CHECK-NEXT: %3 = "ttir.reshape"(%1, %2) <{shape = [1 : i32, 32 : i32, 64 : i32]}> : (tensor<32x64xf32>, tensor<1x32x64xf32>) -> tensor<1x32x64xf32>
// CHECK-NEXT: return %3 : tensor<1x32x64xf32>
// CHECK-NEXT: }
func.func @softmax(%arg0: tensor<32x64xf32>) -> tensor<1x32x64xf32> {
  %v2 = tensor.empty() : tensor<1x32x64xf32>
  %v1 = "ttir.reshape"(%arg0, %v2) <{shape = [1 : i32, 32 : i32, 64 : i32]}> : (tensor<32x64xf32>, tensor<1x32x64xf32>) -> tensor<1x32x64xf32>
  %v4 = tensor.empty() : tensor<1x32x64xf32>
  %v3 = "ttir.softmax"(%v1, %v4) <{dimension = 2 : si32}> : (tensor<1x32x64xf32>, tensor<1x32x64xf32>) -> tensor<1x32x64xf32>
  return %v3 : tensor<1x32x64xf32>
}

// CHECK-LABEL: func.func @batches(%arg0: tensor<1x4x32x16xf32>, %arg1: tensor<1x4x16x32xf32>) -> tensor<4x32x32xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<1x4x32x32xf32>
// CHECK-NEXT: %1 = "ttir.matmul"(%arg0, %arg1, %0) : (tensor<1x4x32x16xf32>, tensor<1x4x16x32xf32>, tensor<1x4x32x32xf32>) -> tensor<1x4x32x32xf32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<4x32x32xf32>
// CHECK-NEXT: %3 = "ttir.reshape"(%1, %2) <{shape = [4 : i32, 32 : i32, 32 : i32]}> : (tensor<1x4x32x32xf32>, tensor<4x32x32xf32>) -> tensor<4x32x32xf32>
// CHECK-NEXT: return %3 : tensor<4x32x32xf32>
// CHECK-NEXT: }
func.func @batches(%arg0: tensor<1x4x32x16xf32>, %arg1: tensor<1x4x16x32xf32>) -> tensor<4x32x32xf32> {
  %v2 = tensor.empty() : tensor<4x32x16xf32>
  %v1 = "ttir.reshape"(%arg0, %v2) <{shape = [4 : i32, 32 : i32, 16 : i32]}> : (tensor<1x4x32x16xf32>, tensor<4x32x16xf32>) -> tensor<4x32x16xf32>
  %v4 = tensor.empty() : tensor<4x16x32xf32>
  %v3 = "ttir.reshape"(%arg1, %v4) <{shape = [4 : i32, 16 : i32, 32 : i32]}> : (tensor<1x4x16x32xf32>, tensor<4x16x32xf32>) -> tensor<4x16x32xf32>
  %v6 = tensor.empty() : tensor<4x32x32xf32>
  %v5 = "ttir.matmul"(%v1, %v3, %v6) : (tensor<4x32x16xf32>, tensor<4x16x32xf32>, tensor<4x32x32xf32>) -> tensor<4x32x32xf32>
  return %v5 : tensor<4x32x32xf32>
}

// CHECK-LABEL: func.func @merged_rows(%arg0: tensor<2x32x64xf32>, %arg1: tensor<64x16xf32>) -> tensor<64x16xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<2x32x16xf32>
// CHECK-NEXT: %1 = "ttir.matmul"(%arg0, %arg1, %0) : (tensor<2x32x64xf32>, tensor<64x16xf32>, tensor<2x32x16xf32>) -> tensor<2x32x16xf32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<64x16xf32>
// CHECK-NEXT: %3 = "ttir.reshape"(%1, %2) <{shape = [64 : i32, 16 : i32]}> : (tensor<2x32x16xf32>, tensor<64x16xf32>) -> tensor<64x16xf32>
// CHECK-NEXT: return %3 : tensor<64x16xf32>
// CHECK-NEXT: }
func.func @merged_rows(%arg0: tensor<2x32x64xf32>, %arg1: tensor<64x16xf32>) -> tensor<64x16xf32> {
  %v2 = tensor.empty() : tensor<64x64xf32>
  %v1 = "ttir.reshape"(%arg0, %v2) <{shape = [64 : i32, 64 : i32]}> : (tensor<2x32x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %v4 = tensor.empty() : tensor<64x16xf32>
  %v3 = "ttir.matmul"(%v1, %arg1, %v4) : (tensor<64x64xf32>, tensor<64x16xf32>, tensor<64x16xf32>) -> tensor<64x16xf32>
  return %v3 : tensor<64x16xf32>
}

// CHECK-LABEL: func.func @permute(%arg0: tensor<32x64xf32>, %arg1: tensor<32x64xf32>) -> tensor<64x32xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<32x64xf32>
// CHECK-NEXT: %1 = "ttir.add"(%arg0, %arg1, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<64x32xf32>
// CHECK-NEXT: %3 = "ttir.permute"(%1, %2) <{permutation = array<i64: 1, 0>}> : (tensor<32x64xf32>, tensor<64x32xf32>) -> tensor<64x32xf32>
// CHECK-NEXT: return %3 : tensor<64x32xf32>
// CHECK-NEXT: }
func.func @permute(%arg0: tensor<32x64xf32>, %arg1: tensor<32x64xf32>) -> tensor<64x32xf32> {
  %v2 = tensor.empty() : tensor<64x32xf32>
  %v1 = "ttir.permute"(%arg0, %v2) <{permutation = array<i64: 1, 0>}> : (tensor<32x64xf32>, tensor<64x32xf32>) -> tensor<64x32xf32>
  %v4 = tensor.empty() : tensor<64x32xf32>
  %v3 = "ttir.permute"(%arg1, %v4) <{permutation = array<i64: 1, 0>}> : (tensor<32x64xf32>, tensor<64x32xf32>) -> tensor<64x32xf32>
  %v6 = tensor.empty() : tensor<64x32xf32>
  %v5 = "ttir.add"(%v1, %v3, %v6) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x32xf32>, tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x32xf32>
  return %v5 : tensor<64x32xf32>
}

// CHECK-LABEL: func.func @permute_with_constant(%arg0: tensor<1x16x16x32xf32>) -> tensor<1x32x16x16xf32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<2.000000e+00> : tensor<1x16x16x32xf32>}> : () -> tensor<1x16x16x32xf32>
// CHECK-NEXT: %1 = tensor.empty() : tensor<1x16x16x32xf32>
// CHECK-NEXT: %2 = "ttir.multiply"(%arg0, %0, %1) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<1x16x16x32xf32>, tensor<1x16x16x32xf32>, tensor<1x16x16x32xf32>) -> tensor<1x16x16x32xf32>
// CHECK-NEXT: %3 = tensor.empty() : tensor<1x32x16x16xf32>
// CHECK-NEXT: %4 = "ttir.permute"(%2, %3) <{permutation = array<i64: 0, 3, 1, 2>}> : (tensor<1x16x16x32xf32>, tensor<1x32x16x16xf32>) -> tensor<1x32x16x16xf32>
// CHECK-NEXT: return %4 : tensor<1x32x16x16xf32>
// CHECK-NEXT: }
func.func @permute_with_constant(%arg0: tensor<1x16x16x32xf32>) -> tensor<1x32x16x16xf32> {
  %v2 = tensor.empty() : tensor<1x32x16x16xf32>
  %v1 = "ttir.permute"(%arg0, %v2) <{permutation = array<i64: 0, 3, 1, 2>}> : (tensor<1x16x16x32xf32>, tensor<1x32x16x16xf32>) -> tensor<1x32x16x16xf32>
  %v3 = "ttir.constant"() <{value = dense<2.0> : tensor<1x32x16x16xf32>}> : () -> tensor<1x32x16x16xf32>
  %v5 = tensor.empty() : tensor<1x32x16x16xf32>
  %v4 = "ttir.multiply"(%v1, %v3, %v5) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<1x32x16x16xf32>, tensor<1x32x16x16xf32>, tensor<1x32x16x16xf32>) -> tensor<1x32x16x16xf32>
  return %v4 : tensor<1x32x16x16xf32>
}

// The sum needs both orders of the argument, so the permutation cannot move.
// CHECK-LABEL: func.func @sum_with_own_transpose
func.func @sum_with_own_transpose(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  // CHECK: %[[T:.*]] = "ttir.permute"(%arg0,
  // CHECK: "ttir.add"(%[[T]], %arg0,
  %0 = tensor.empty() : tensor<3x3xf32>
  %1 = "ttir.permute"(%x, %0) <{permutation = array<i64: 1, 0>}> : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %2 = tensor.empty() : tensor<3x3xf32>
  %3 = "ttir.add"(%1, %x, %2) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return %3 : tensor<3x3xf32>
}
