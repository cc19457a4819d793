// RUN: ttopt --ttir-simplify-movement %s | filecheck %s
// Ops that only move elements merge, and element-wise ops broadcast by themselves.

// CHECK-LABEL: func.func @reshape_of_reshape(%arg0: tensor<4x8xf32>) -> tensor<8x4xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<8x4xf32>
// CHECK-NEXT: %1 = "ttir.reshape"(%arg0, %0) <{shape = [8 : i32, 4 : i32]}> : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT: return %1 : tensor<8x4xf32>
// CHECK-NEXT: }
func.func @reshape_of_reshape(%arg0: tensor<4x8xf32>) -> tensor<8x4xf32> {
  %v2 = tensor.empty() : tensor<32xf32>
  %v1 = "ttir.reshape"(%arg0, %v2) <{shape = [32 : i32]}> : (tensor<4x8xf32>, tensor<32xf32>) -> tensor<32xf32>
  %v4 = tensor.empty() : tensor<8x4xf32>
  %v3 = "ttir.reshape"(%v1, %v4) <{shape = [8 : i32, 4 : i32]}> : (tensor<32xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  return %v3 : tensor<8x4xf32>
}

// CHECK-LABEL: func.func @reshape_back(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: return %arg0 : tensor<4x8xf32>
// CHECK-NEXT: }
func.func @reshape_back(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %v2 = tensor.empty() : tensor<32xf32>
  %v1 = "ttir.reshape"(%arg0, %v2) <{shape = [32 : i32]}> : (tensor<4x8xf32>, tensor<32xf32>) -> tensor<32xf32>
  %v4 = tensor.empty() : tensor<4x8xf32>
  %v3 = "ttir.reshape"(%v1, %v4) <{shape = [4 : i32, 8 : i32]}> : (tensor<32xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v3 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @unsqueeze(%arg0: tensor<4x8xf32>) -> tensor<1x4x8xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<1x4x8xf32>
// CHECK-NEXT: %1 = "ttir.reshape"(%arg0, %0) <{shape = [1 : i32, 4 : i32, 8 : i32]}> : (tensor<4x8xf32>, tensor<1x4x8xf32>) -> tensor<1x4x8xf32>
// CHECK-NEXT: return %1 : tensor<1x4x8xf32>
// CHECK-NEXT: }
func.func @unsqueeze(%arg0: tensor<4x8xf32>) -> tensor<1x4x8xf32> {
  %v2 = tensor.empty() : tensor<1x4x8xf32>
  %v1 = "ttir.unsqueeze"(%arg0, %v2) <{dim = 0 : si32}> : (tensor<4x8xf32>, tensor<1x4x8xf32>) -> tensor<1x4x8xf32>
  return %v1 : tensor<1x4x8xf32>
}

// CHECK-LABEL: func.func @reduction_keeps_dimension(%arg0: tensor<4x8xf32>) -> tensor<4x1xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<4x1xf32>
// CHECK-NEXT: %1 = "ttir.sum"(%arg0, %0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
// CHECK-NEXT: return %1 : tensor<4x1xf32>
// CHECK-NEXT: }
func.func @reduction_keeps_dimension(%arg0: tensor<4x8xf32>) -> tensor<4x1xf32> {
  %v2 = tensor.empty() : tensor<4xf32>
  %v1 = "ttir.sum"(%arg0, %v2) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<4xf32>
  %v4 = tensor.empty() : tensor<4x1xf32>
  %v3 = "ttir.reshape"(%v1, %v4) <{shape = [4 : i32, 1 : i32]}> : (tensor<4xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  return %v3 : tensor<4x1xf32>
}

// CHECK-LABEL: func.func @product_of_reshaped_rows(%arg0: tensor<4x4x2xf32>, %arg1: tensor<8x16xf32>) -> tensor<1x4x16xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<1x4x8xf32>
// CHECK-NEXT: %1 = "ttir.reshape"(%arg0, %0) <{shape = [1 : i32, 4 : i32, 8 : i32]}> : (tensor<4x4x2xf32>, tensor<1x4x8xf32>) -> tensor<1x4x8xf32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<1x4x16xf32>
// CHECK-NEXT: %3 = "ttir.matmul"(%1, %arg1, %2) : (tensor<1x4x8xf32>, tensor<8x16xf32>, tensor<1x4x16xf32>) -> tensor<1x4x16xf32>
// CHECK-NEXT: return %3 : tensor<1x4x16xf32>
// CHECK-NEXT: }
func.func @product_of_reshaped_rows(%arg0: tensor<4x4x2xf32>, %arg1: tensor<8x16xf32>) -> tensor<1x4x16xf32> {
  %v2 = tensor.empty() : tensor<4x8xf32>
  %v1 = "ttir.reshape"(%arg0, %v2) <{shape = [4 : i32, 8 : i32]}> : (tensor<4x4x2xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v4 = tensor.empty() : tensor<4x16xf32>
  %v3 = "ttir.matmul"(%v1, %arg1, %v4) : (tensor<4x8xf32>, tensor<8x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  %v6 = tensor.empty() : tensor<1x4x16xf32>
  %v5 = "ttir.reshape"(%v3, %v6) <{shape = [1 : i32, 4 : i32, 16 : i32]}> : (tensor<4x16xf32>, tensor<1x4x16xf32>) -> tensor<1x4x16xf32>
  return %v5 : tensor<1x4x16xf32>
}

// CHECK-LABEL: func.func @broadcast_of_broadcast(%arg0: tensor<1x1xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT: %1 = "ttir.broadcast"(%arg0, %0) <{broadcast_dimensions = array<i64: 4, 8>}> : (tensor<1x1xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: return %1 : tensor<4x8xf32>
// CHECK-NEXT: }
func.func @broadcast_of_broadcast(%arg0: tensor<1x1xf32>) -> tensor<4x8xf32> {
  %v2 = tensor.empty() : tensor<4x1xf32>
  %v1 = "ttir.broadcast"(%arg0, %v2) <{broadcast_dimensions = array<i64: 4, 1>}> : (tensor<1x1xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  %v4 = tensor.empty() : tensor<4x8xf32>
  %v3 = "ttir.broadcast"(%v1, %v4) <{broadcast_dimensions = array<i64: 1, 8>}> : (tensor<4x1xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v3 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @dropped_broadcast(%arg0: tensor<4x8xf32>, %arg1: tensor<4x1xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT: %1 = "ttir.subtract"(%arg0, %arg1, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x1xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: return %1 : tensor<4x8xf32>
// CHECK-NEXT: }
func.func @dropped_broadcast(%arg0: tensor<4x8xf32>, %arg1: tensor<4x1xf32>) -> tensor<4x8xf32> {
  %v2 = tensor.empty() : tensor<4x8xf32>
  %v1 = "ttir.broadcast"(%arg1, %v2) <{broadcast_dimensions = array<i64: 1, 8>}> : (tensor<4x1xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v4 = tensor.empty() : tensor<4x8xf32>
  %v3 = "ttir.subtract"(%arg0, %v1, %v4) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v3 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @broadcast_of_first_operand_is_kept(%arg0: tensor<4x8xf32>, %arg1: tensor<4x1xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT: %1 = "ttir.broadcast"(%arg1, %0) <{broadcast_dimensions = array<i64: 1, 8>}> : (tensor<4x1xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT: %3 = "ttir.subtract"(%1, %arg0, %2) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: return %3 : tensor<4x8xf32>
// CHECK-NEXT: }
func.func @broadcast_of_first_operand_is_kept(%arg0: tensor<4x8xf32>, %arg1: tensor<4x1xf32>) -> tensor<4x8xf32> {
  %v2 = tensor.empty() : tensor<4x8xf32>
  %v1 = "ttir.broadcast"(%arg1, %v2) <{broadcast_dimensions = array<i64: 1, 8>}> : (tensor<4x1xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v4 = tensor.empty() : tensor<4x8xf32>
  %v3 = "ttir.subtract"(%v1, %arg0, %v4) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v3 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @small_constant(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<3.000000e+00> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
// CHECK-NEXT: %1 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT: %2 = "ttir.multiply"(%arg0, %0, %1) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<1x1xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: return %2 : tensor<4x8xf32>
// CHECK-NEXT: }
func.func @small_constant(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %v1 = "ttir.constant"() <{value = dense<3.0> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v3 = tensor.empty() : tensor<4x8xf32>
  %v2 = "ttir.multiply"(%arg0, %v1, %v3) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v2 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @transpose_of_permute(%arg0: tensor<2x3x4xf32>) -> tensor<4x2x3xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<4x2x3xf32>
// CHECK-NEXT: %1 = "ttir.permute"(%arg0, %0) <{permutation = array<i64: 2, 0, 1>}> : (tensor<2x3x4xf32>, tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
// CHECK-NEXT: return %1 : tensor<4x2x3xf32>
// CHECK-NEXT: }
func.func @transpose_of_permute(%arg0: tensor<2x3x4xf32>) -> tensor<4x2x3xf32> {
  %v2 = tensor.empty() : tensor<2x4x3xf32>
  %v1 = "ttir.permute"(%arg0, %v2) <{permutation = array<i64: 0, 2, 1>}> : (tensor<2x3x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  %v4 = tensor.empty() : tensor<4x2x3xf32>
  %v3 = "ttir.transpose"(%v1, %v4) <{dim0 = 0 : si32, dim1 = 1 : si32}> : (tensor<2x4x3xf32>, tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  return %v3 : tensor<4x2x3xf32>
}

// CHECK-LABEL: func.func @permute_as_reshape(%arg0: tensor<1x4x8xf32>) -> tensor<4x1x8xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<4x1x8xf32>
// CHECK-NEXT: %1 = "ttir.reshape"(%arg0, %0) <{shape = [4 : i32, 1 : i32, 8 : i32]}> : (tensor<1x4x8xf32>, tensor<4x1x8xf32>) -> tensor<4x1x8xf32>
// CHECK-NEXT: return %1 : tensor<4x1x8xf32>
// CHECK-NEXT: }
func.func @permute_as_reshape(%arg0: tensor<1x4x8xf32>) -> tensor<4x1x8xf32> {
  %v2 = tensor.empty() : tensor<4x1x8xf32>
  %v1 = "ttir.permute"(%arg0, %v2) <{permutation = array<i64: 1, 0, 2>}> : (tensor<1x4x8xf32>, tensor<4x1x8xf32>) -> tensor<4x1x8xf32>
  return %v1 : tensor<4x1x8xf32>
}

// CHECK-LABEL: func.func @permute_of_reshape(%arg0: tensor<4x8xf32>) -> tensor<8x1x4xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<8x4xf32>
// CHECK-NEXT: %1 = "ttir.permute"(%arg0, %0) <{permutation = array<i64: 1, 0>}> : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<8x1x4xf32>
// CHECK-NEXT: %3 = "ttir.reshape"(%1, %2) <{shape = [8 : i32, 1 : i32, 4 : i32]}> : (tensor<8x4xf32>, tensor<8x1x4xf32>) -> tensor<8x1x4xf32>
// CHECK-NEXT: return %3 : tensor<8x1x4xf32>
// CHECK-NEXT: }
func.func @permute_of_reshape(%arg0: tensor<4x8xf32>) -> tensor<8x1x4xf32> {
  %v2 = tensor.empty() : tensor<4x1x8xf32>
  %v1 = "ttir.reshape"(%arg0, %v2) <{shape = [4 : i32, 1 : i32, 8 : i32]}> : (tensor<4x8xf32>, tensor<4x1x8xf32>) -> tensor<4x1x8xf32>
  %v4 = tensor.empty() : tensor<8x1x4xf32>
  %v3 = "ttir.permute"(%v1, %v4) <{permutation = array<i64: 2, 1, 0>}> : (tensor<4x1x8xf32>, tensor<8x1x4xf32>) -> tensor<8x1x4xf32>
  return %v3 : tensor<8x1x4xf32>
}

// CHECK-LABEL: func.func @permute_of_permuted(%arg0: tensor<2x3x4xf32>) -> tensor<3x4x2xf32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<3.000000e+00> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
// CHECK-NEXT: %1 = tensor.empty() : tensor<3x4x2xf32>
// CHECK-NEXT: %2 = "ttir.permute"(%arg0, %1) <{permutation = array<i64: 1, 2, 0>}> : (tensor<2x3x4xf32>, tensor<3x4x2xf32>) -> tensor<3x4x2xf32>
// CHECK-NEXT: %3 = tensor.empty() : tensor<3x4x2xf32>
// CHECK-NEXT: %4 = "ttir.multiply"(%2, %0, %3) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<3x4x2xf32>, tensor<1x1x1xf32>, tensor<3x4x2xf32>) -> tensor<3x4x2xf32>
// CHECK-NEXT: return %4 : tensor<3x4x2xf32>
// CHECK-NEXT: }
func.func @permute_of_permuted(%arg0: tensor<2x3x4xf32>) -> tensor<3x4x2xf32> {
  %v2 = tensor.empty() : tensor<3x2x4xf32>
  %v1 = "ttir.permute"(%arg0, %v2) <{permutation = array<i64: 1, 0, 2>}> : (tensor<2x3x4xf32>, tensor<3x2x4xf32>) -> tensor<3x2x4xf32>
  %v3 = "ttir.constant"() <{value = dense<3.0> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %v5 = tensor.empty() : tensor<3x2x4xf32>
  %v4 = "ttir.multiply"(%v1, %v3, %v5) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<3x2x4xf32>, tensor<1x1x1xf32>, tensor<3x2x4xf32>) -> tensor<3x2x4xf32>
  %v7 = tensor.empty() : tensor<3x4x2xf32>
  %v6 = "ttir.permute"(%v4, %v7) <{permutation = array<i64: 0, 2, 1>}> : (tensor<3x2x4xf32>, tensor<3x4x2xf32>) -> tensor<3x4x2xf32>
  return %v6 : tensor<3x4x2xf32>
}

// CHECK-LABEL: func.func @permute_of_product(
// CHECK-SAME: %arg0: tensor<8x4xf32>, %arg1: tensor<8x16xf32>) -> tensor<16x4xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<16x8xf32>
// CHECK-NEXT: %1 = "ttir.permute"(%arg1, %0) <{permutation = array<i64: 1, 0>}> : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<16x4xf32>
// CHECK-NEXT: %3 = "ttir.matmul"(%1, %arg0, %2) : (tensor<16x8xf32>, tensor<8x4xf32>, tensor<16x4xf32>) -> tensor<16x4xf32>
// CHECK-NEXT: return %3 : tensor<16x4xf32>
// CHECK-NEXT: }
func.func @permute_of_product(%arg0: tensor<8x4xf32>, %arg1: tensor<8x16xf32>) -> tensor<16x4xf32> {
  %v2 = tensor.empty() : tensor<4x8xf32>
  %v1 = "ttir.permute"(%arg0, %v2) <{permutation = array<i64: 1, 0>}> : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v4 = tensor.empty() : tensor<4x16xf32>
  %v3 = "ttir.matmul"(%v1, %arg1, %v4) : (tensor<4x8xf32>, tensor<8x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  %v6 = tensor.empty() : tensor<16x4xf32>
  %v5 = "ttir.permute"(%v3, %v6) <{permutation = array<i64: 1, 0>}> : (tensor<4x16xf32>, tensor<16x4xf32>) -> tensor<16x4xf32>
  return %v5 : tensor<16x4xf32>
}

// CHECK-LABEL: func.func @permute_of_product_of_batches(
// CHECK-SAME: %arg0: tensor<4x8xf32>, %arg1: tensor<3x16x8xf32>) -> tensor<3x16x4xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<8x4xf32>
// CHECK-NEXT: %1 = "ttir.permute"(%arg0, %0) <{permutation = array<i64: 1, 0>}> : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<3x16x4xf32>
// CHECK-NEXT: %3 = "ttir.matmul"(%arg1, %1, %2) : (tensor<3x16x8xf32>, tensor<8x4xf32>, tensor<3x16x4xf32>) -> tensor<3x16x4xf32>
// CHECK-NEXT: return %3 : tensor<3x16x4xf32>
// CHECK-NEXT: }
func.func @permute_of_product_of_batches(%arg0: tensor<4x8xf32>, %arg1: tensor<3x16x8xf32>) -> tensor<3x16x4xf32> {
  %v2 = tensor.empty() : tensor<3x8x16xf32>
  %v1 = "ttir.permute"(%arg1, %v2) <{permutation = array<i64: 0, 2, 1>}> : (tensor<3x16x8xf32>, tensor<3x8x16xf32>) -> tensor<3x8x16xf32>
  %v4 = tensor.empty() : tensor<3x4x16xf32>
  %v3 = "ttir.matmul"(%arg0, %v1, %v4) : (tensor<4x8xf32>, tensor<3x8x16xf32>, tensor<3x4x16xf32>) -> tensor<3x4x16xf32>
  %v6 = tensor.empty() : tensor<3x16x4xf32>
  %v5 = "ttir.permute"(%v3, %v6) <{permutation = array<i64: 0, 2, 1>}> : (tensor<3x4x16xf32>, tensor<3x16x4xf32>) -> tensor<3x16x4xf32>
  return %v5 : tensor<3x16x4xf32>
}

// CHECK-LABEL: func.func @slice_of_everything(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: return %arg0 : tensor<4x8xf32>
// CHECK-NEXT: }
func.func @slice_of_everything(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %v2 = tensor.empty() : tensor<4x8xf32>
  %v1 = "ttir.slice"(%arg0, %v2) <{begins = [0 : i32, 0 : i32], ends = [4 : i32, 8 : i32], step = [1 : i32, 1 : i32]}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v1 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @slice_of_permute(%arg0: tensor<4x8xf32>) -> tensor<2x4xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<4x2xf32>
// CHECK-NEXT: %1 = "ttir.slice"(%arg0, %0) <{begins = [0 : i32, 0 : i32], ends = [4 : i32, 2 : i32], step = [1 : i32, 1 : i32]}> : (tensor<4x8xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<2x4xf32>
// CHECK-NEXT: %3 = "ttir.permute"(%1, %2) <{permutation = array<i64: 1, 0>}> : (tensor<4x2xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT: return %3 : tensor<2x4xf32>
// CHECK-NEXT: }
func.func @slice_of_permute(%arg0: tensor<4x8xf32>) -> tensor<2x4xf32> {
  %v2 = tensor.empty() : tensor<8x4xf32>
  %v1 = "ttir.permute"(%arg0, %v2) <{permutation = array<i64: 1, 0>}> : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  %v4 = tensor.empty() : tensor<2x4xf32>
  %v3 = "ttir.slice"(%v1, %v4) <{begins = [0 : i32, 0 : i32], ends = [2 : i32, 4 : i32], step = [1 : i32, 1 : i32]}> : (tensor<8x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %v3 : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @slice_of_reshape(%arg0: tensor<32x192xf32>) -> tensor<32x1x64xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<32x64xf32>
// CHECK-NEXT: %1 = "ttir.slice"(%arg0, %0) <{begins = [0 : i32, 64 : i32], ends = [32 : i32, 128 : i32], step = [1 : i32, 1 : i32]}> : (tensor<32x192xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<32x1x64xf32>
// CHECK-NEXT: %3 = "ttir.reshape"(%1, %2) <{shape = [32 : i32, 1 : i32, 64 : i32]}> : (tensor<32x64xf32>, tensor<32x1x64xf32>) -> tensor<32x1x64xf32>
// CHECK-NEXT: return %3 : tensor<32x1x64xf32>
// CHECK-NEXT: }
func.func @slice_of_reshape(%arg0: tensor<32x192xf32>) -> tensor<32x1x64xf32> {
  %v2 = tensor.empty() : tensor<32x3x64xf32>
  %v1 = "ttir.reshape"(%arg0, %v2) <{shape = [32 : i32, 3 : i32, 64 : i32]}> : (tensor<32x192xf32>, tensor<32x3x64xf32>) -> tensor<32x3x64xf32>
  %v4 = tensor.empty() : tensor<32x1x64xf32>
  %v3 = "ttir.slice"(%v1, %v4) <{begins = [0 : i32, 1 : i32, 0 : i32], ends = [32 : i32, 2 : i32, 64 : i32], step = [1 : i32, 1 : i32, 1 : i32]}> : (tensor<32x3x64xf32>, tensor<32x1x64xf32>) -> tensor<32x1x64xf32>
  return %v3 : tensor<32x1x64xf32>
}

// CHECK-LABEL: func.func @slice_within_a_tile_is_kept(%arg0: tensor<4x1x64xf32>) -> tensor<1x64xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<1x1x64xf32>
// CHECK-NEXT: %1 = "ttir.slice"(%arg0, %0) <{begins = [1 : i32, 0 : i32, 0 : i32], ends = [2 : i32, 1 : i32, 64 : i32], step = [1 : i32, 1 : i32, 1 : i32]}> : (tensor<4x1x64xf32>, tensor<1x1x64xf32>) -> tensor<1x1x64xf32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<1x64xf32>
// CHECK-NEXT: %3 = "ttir.reshape"(%1, %2) <{shape = [1 : i32, 64 : i32]}> : (tensor<1x1x64xf32>, tensor<1x64xf32>) -> tensor<1x64xf32>
// CHECK-NEXT: return %3 : tensor<1x64xf32>
// CHECK-NEXT: }
func.func @slice_within_a_tile_is_kept(%arg0: tensor<4x1x64xf32>) -> tensor<1x64xf32> {
  %v2 = tensor.empty() : tensor<4x64xf32>
  %v1 = "ttir.reshape"(%arg0, %v2) <{shape = [4 : i32, 64 : i32]}> : (tensor<4x1x64xf32>, tensor<4x64xf32>) -> tensor<4x64xf32>
  %v4 = tensor.empty() : tensor<1x64xf32>
  %v3 = "ttir.slice"(%v1, %v4) <{begins = [1 : i32, 0 : i32], ends = [2 : i32, 64 : i32], step = [1 : i32, 1 : i32]}> : (tensor<4x64xf32>, tensor<1x64xf32>) -> tensor<1x64xf32>
  return %v3 : tensor<1x64xf32>
}

// CHECK-LABEL: func.func @choice_of_number(%arg0: tensor<4x8xbf16>, %arg1: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<2.000000e+00> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
// CHECK-NEXT: %1 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT: %2 = "ttir.where"(%arg0, %arg1, %0, %1) <{operandSegmentSizes = array<i32: 3, 1>}> : (tensor<4x8xbf16>, tensor<4x8xf32>, tensor<1x1xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: return %2 : tensor<4x8xf32>
// CHECK-NEXT: }
func.func @choice_of_number(%arg0: tensor<4x8xbf16>, %arg1: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "ttir.constant"() <{value = dense<2.0> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %1 = tensor.empty() : tensor<4x8xf32>
  %2 = "ttir.where"(%arg0, %arg1, %0, %1) <{operandSegmentSizes = array<i32: 3, 1>}> : (tensor<4x8xbf16>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}
