// RUN: ttopt --ttir-implicit-broadcast-fold %s | filecheck %s
// An op that stretches operands by itself takes the small one; only one operand may be small.

module {
  // CHECK-LABEL: func.func @second_operand(%arg0: tensor<1x16x32xf32>, %arg1: tensor<1x1x32xf32>) -> tensor<1x16x32xf32> {
  // CHECK-NEXT: %0 = tensor.empty() : tensor<1x16x32xf32>
  // CHECK-NEXT: %1 = "ttir.add"(%arg0, %arg1, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<1x16x32xf32>, tensor<1x1x32xf32>, tensor<1x16x32xf32>) -> tensor<1x16x32xf32>
  // CHECK-NEXT: return %1 : tensor<1x16x32xf32>
  // CHECK-NEXT: }
  func.func @second_operand(%arg0: tensor<1x16x32xf32>, %arg1: tensor<1x1x32xf32>) -> tensor<1x16x32xf32> {
    %0 = tensor.empty() : tensor<1x16x32xf32>
    %1 = "ttir.broadcast"(%arg1, %0) <{broadcast_dimensions = array<i64: 1, 16, 1>}> : (tensor<1x1x32xf32>, tensor<1x16x32xf32>) -> tensor<1x16x32xf32>
    %2 = tensor.empty() : tensor<1x16x32xf32>
    %3 = "ttir.add"(%arg0, %1, %2) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<1x16x32xf32>, tensor<1x16x32xf32>, tensor<1x16x32xf32>) -> tensor<1x16x32xf32>
    return %3 : tensor<1x16x32xf32>
  }
  // CHECK-LABEL: func.func @first_operand_only(%arg0: tensor<1x16x32xf32>, %arg1: tensor<1x1x32xf32>) -> tensor<1x16x32xf32> {
  // CHECK-NEXT: %0 = tensor.empty() : tensor<1x16x32xf32>
  // CHECK-NEXT: %1 = "ttir.broadcast"(%arg1, %0) <{broadcast_dimensions = array<i64: 1, 16, 1>}> : (tensor<1x1x32xf32>, tensor<1x16x32xf32>) -> tensor<1x16x32xf32>
  // CHECK-NEXT: %2 = tensor.empty() : tensor<1x16x32xf32>
  // CHECK-NEXT: %3 = "ttir.multiply"(%arg0, %1, %2) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<1x16x32xf32>, tensor<1x16x32xf32>, tensor<1x16x32xf32>) -> tensor<1x16x32xf32>
  // CHECK-NEXT: return %3 : tensor<1x16x32xf32>
  // CHECK-NEXT: }
  func.func @first_operand_only(%arg0: tensor<1x16x32xf32>, %arg1: tensor<1x1x32xf32>) -> tensor<1x16x32xf32> {
    %0 = tensor.empty() : tensor<1x16x32xf32>
    %1 = "ttir.broadcast"(%arg1, %0) <{broadcast_dimensions = array<i64: 1, 16, 1>}> : (tensor<1x1x32xf32>, tensor<1x16x32xf32>) -> tensor<1x16x32xf32>
    %2 = tensor.empty() : tensor<1x16x32xf32>
    %3 = "ttir.multiply"(%arg0, %1, %2) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<1x16x32xf32>, tensor<1x16x32xf32>, tensor<1x16x32xf32>) -> tensor<1x16x32xf32>
    return %3 : tensor<1x16x32xf32>
  }
  // CHECK-LABEL: func.func @first_of_two(%arg0: tensor<1x32xf32>, %arg1: tensor<16x1xf32>) -> tensor<16x32xf32> {
  // CHECK-NEXT: %0 = tensor.empty() : tensor<16x32xf32>
  // CHECK-NEXT: %1 = "ttir.broadcast"(%arg1, %0) <{broadcast_dimensions = array<i64: 1, 32>}> : (tensor<16x1xf32>, tensor<16x32xf32>) -> tensor<16x32xf32>
  // CHECK-NEXT: %2 = tensor.empty() : tensor<16x32xf32>
  // CHECK-NEXT: %3 = "ttir.add"(%arg0, %1, %2) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<1x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>) -> tensor<16x32xf32>
  // CHECK-NEXT: return %3 : tensor<16x32xf32>
  // CHECK-NEXT: }
  func.func @first_of_two(%arg0: tensor<1x32xf32>, %arg1: tensor<16x1xf32>) -> tensor<16x32xf32> {
    %0 = tensor.empty() : tensor<16x32xf32>
    %1 = "ttir.broadcast"(%arg0, %0) <{broadcast_dimensions = array<i64: 16, 1>}> : (tensor<1x32xf32>, tensor<16x32xf32>) -> tensor<16x32xf32>
    %2 = tensor.empty() : tensor<16x32xf32>
    %3 = "ttir.broadcast"(%arg1, %2) <{broadcast_dimensions = array<i64: 1, 32>}> : (tensor<16x1xf32>, tensor<16x32xf32>) -> tensor<16x32xf32>
    %4 = tensor.empty() : tensor<16x32xf32>
    %5 = "ttir.add"(%1, %3, %4) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<16x32xf32>, tensor<16x32xf32>, tensor<16x32xf32>) -> tensor<16x32xf32>
    return %5 : tensor<16x32xf32>
  }
  // CHECK-LABEL: func.func @not_stretched_by_the_op(%arg0: tensor<1x32xf32>) -> tensor<16x32xf32> {
  // CHECK-NEXT: %0 = tensor.empty() : tensor<16x32xf32>
  // CHECK-NEXT: %1 = "ttir.broadcast"(%arg0, %0) <{broadcast_dimensions = array<i64: 16, 1>}> : (tensor<1x32xf32>, tensor<16x32xf32>) -> tensor<16x32xf32>
  // CHECK-NEXT: %2 = tensor.empty() : tensor<16x32xf32>
  // CHECK-NEXT: %3 = "ttir.exp"(%1, %2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<16x32xf32>, tensor<16x32xf32>) -> tensor<16x32xf32>
  // CHECK-NEXT: return %3 : tensor<16x32xf32>
  // CHECK-NEXT: }
  func.func @not_stretched_by_the_op(%arg0: tensor<1x32xf32>) -> tensor<16x32xf32> {
    %0 = tensor.empty() : tensor<16x32xf32>
    %1 = "ttir.broadcast"(%arg0, %0) <{broadcast_dimensions = array<i64: 16, 1>}> : (tensor<1x32xf32>, tensor<16x32xf32>) -> tensor<16x32xf32>
    %2 = tensor.empty() : tensor<16x32xf32>
    %3 = "ttir.exp"(%1, %2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<16x32xf32>, tensor<16x32xf32>) -> tensor<16x32xf32>
    return %3 : tensor<16x32xf32>
  }
}
