// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttnn-layout --convert-ttir-to-ttnn %s | filecheck %s
// RUN: ttopt --cse --ttir-load-system-desc --ttir-implicit-device --ttnn-layout --convert-ttir-to-ttnn %s | filecheck %s --check-prefix=MERGED
// What is read later is not overwritten: the op that would do it gets a destination of its own.

// CHECK-LABEL: func.func @both_results
// CHECK:       [[A:%.*]] = "ttnn.empty"
// CHECK-NEXT:  [[ABS:%.*]] = "ttnn.abs"(%arg0, [[A]])
// CHECK-NEXT:  [[B:%.*]] = "ttnn.empty"
// CHECK-NEXT:  [[NEG:%.*]] = "ttnn.neg"(%arg0, [[B]])
// CHECK-NEXT:  return [[ABS]], [[NEG]]
func.func @both_results(%a: tensor<32x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>) {
  %0 = tensor.empty() : tensor<32x32xf32>
  %1 = "ttir.abs"(%a, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %2 = "ttir.neg"(%a, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  return %1, %2 : tensor<32x32xf32>, tensor<32x32xf32>
}

// A result that was read already may be overwritten.
// CHECK-LABEL: func.func @chain
// CHECK:       [[A:%.*]] = "ttnn.empty"
// CHECK-NEXT:  [[ABS:%.*]] = "ttnn.abs"(%arg0, [[A]])
// CHECK-NEXT:  [[NEG:%.*]] = "ttnn.neg"([[ABS]], [[A]])
// CHECK-NEXT:  return [[NEG]]
func.func @chain(%a: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = tensor.empty() : tensor<32x32xf32>
  %1 = "ttir.abs"(%a, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %2 = "ttir.neg"(%1, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  return %2 : tensor<32x32xf32>
}

// A result as a destination, and an argument.
// CHECK-LABEL: func.func @results_and_arguments
// CHECK:       [[ABS:%.*]] = "ttnn.abs"(%arg0, %arg1)
// CHECK-NEXT:  [[B:%.*]] = "ttnn.empty"
// CHECK-NEXT:  [[NEG:%.*]] = "ttnn.neg"(%arg0, [[B]])
// CHECK-NEXT:  [[C:%.*]] = "ttnn.empty"
// CHECK-NEXT:  [[RELU:%.*]] = "ttnn.relu"(%arg0, [[C]])
// CHECK-NEXT:  return [[ABS]], [[NEG]], [[RELU]], %arg0
func.func @results_and_arguments(%a: tensor<32x32xf32>, %b: tensor<32x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>) {
  %1 = "ttir.abs"(%a, %b) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %2 = "ttir.neg"(%a, %1) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %3 = "ttir.relu"(%a, %a) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  return %1, %2, %3, %a : tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>
}

// MERGED-LABEL: func.func @merged_by_cse
// MERGED:       [[A:%.*]] = "ttnn.empty"
// MERGED-NEXT:  [[ABS:%.*]] = "ttnn.abs"(%arg0, [[A]])
// MERGED-NEXT:  [[B:%.*]] = "ttnn.empty"
// MERGED-NEXT:  [[NEG:%.*]] = "ttnn.neg"(%arg0, [[B]])
// MERGED-NEXT:  [[ADD:%.*]] = "ttnn.add"([[ABS]], [[NEG]], [[A]])
// MERGED-NEXT:  return [[ADD]]
func.func @merged_by_cse(%a: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = tensor.empty() : tensor<32x32xf32>
  %1 = "ttir.abs"(%a, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %2 = tensor.empty() : tensor<32x32xf32>
  %3 = "ttir.neg"(%a, %2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %4 = tensor.empty() : tensor<32x32xf32>
  %5 = "ttir.add"(%1, %3, %4) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  return %5 : tensor<32x32xf32>
}
