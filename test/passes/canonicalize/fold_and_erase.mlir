// RUN: ttopt --canonicalize %s | filecheck %s
// Folders replace an op by a value; what is not used any more goes, ops with effects stay.

module {
  // CHECK-LABEL: func.func @reshape_to_same_shape(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK-NEXT: return %arg0 : tensor<2x3xf32>
  // CHECK-NEXT: }
  func.func @reshape_to_same_shape(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = tensor.empty() : tensor<2x3xf32>
    %1 = "ttir.reshape"(%arg0, %0) <{shape = [2 : i32, 3 : i32]}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return %1 : tensor<2x3xf32>
  }
  // CHECK-LABEL: func.func @unused_chain(%arg0: tensor<2x3xf32>) {
  // CHECK-NEXT: return
  // CHECK-NEXT: }
  func.func @unused_chain(%arg0: tensor<2x3xf32>) {
    %0 = tensor.empty() : tensor<2x3xf32>
    %1 = "ttir.abs"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %2 = tensor.empty() : tensor<2x3xf32>
    %3 = "ttir.exp"(%1, %2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
  // CHECK-LABEL: func.func @calls_stay(%arg0: tensor<2x3xf32>) {
  // CHECK-NEXT: %0 = call @reshape_to_same_shape(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK-NEXT: return
  // CHECK-NEXT: }
  func.func @calls_stay(%arg0: tensor<2x3xf32>) {
    %0 = call @reshape_to_same_shape(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
