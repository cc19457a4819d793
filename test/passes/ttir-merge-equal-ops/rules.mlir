// RUN: ttopt --ttir-merge-equal-ops %s | filecheck %s
// Equal values are computed once.

// CHECK-LABEL: func.func @equal(%arg0: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
// CHECK-NEXT: %0 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT: %1 = "ttir.exp"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: return %1, %1 : tensor<4x8xf32>, tensor<4x8xf32>
// CHECK-NEXT: }
func.func @equal(%arg0: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %v2 = tensor.empty() : tensor<4x8xf32>
  %v1 = "ttir.exp"(%arg0, %v2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v4 = tensor.empty() : tensor<4x8xf32>
  %v3 = "ttir.exp"(%arg0, %v4) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v1, %v3 : tensor<4x8xf32>, tensor<4x8xf32>
}

// CHECK-LABEL: func.func @others_are_kept(%arg0: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
// CHECK-NEXT: %0 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT: %1 = "ttir.exp"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT: %3 = "ttir.neg"(%arg0, %2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: return %1, %3 : tensor<4x8xf32>, tensor<4x8xf32>
// CHECK-NEXT: }
func.func @others_are_kept(%arg0: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %v2 = tensor.empty() : tensor<4x8xf32>
  %v1 = "ttir.exp"(%arg0, %v2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v4 = tensor.empty() : tensor<4x8xf32>
  %v3 = "ttir.neg"(%arg0, %v4) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v1, %v3 : tensor<4x8xf32>, tensor<4x8xf32>
}

// CHECK-LABEL: func.func @shared_destination(%arg0: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
// CHECK-NEXT: %0 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT: %1 = "ttir.exp"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: return %1, %1 : tensor<4x8xf32>, tensor<4x8xf32>
// CHECK-NEXT: }
func.func @shared_destination(%arg0: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %v2 = tensor.empty() : tensor<4x8xf32>
  %v1 = "ttir.exp"(%arg0, %v2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %w = "ttir.exp"(%arg0, %v2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v1, %w : tensor<4x8xf32>, tensor<4x8xf32>
}
