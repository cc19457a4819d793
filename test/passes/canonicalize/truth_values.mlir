// RUN: ttopt --canonicalize --verify-diagnostics --warnings=all %s | filecheck %s

// What a disjunction of a value and itself folds to is right of truth values only; of comparisons nothing is said.

// CHECK-LABEL: func.func @disjunctions
// CHECK: %[[GT:.*]] = "ttir.gt"
// CHECK-NEXT: return %arg0, %arg0, %[[GT]]
func.func @disjunctions(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  // expected-warning @below {{'ttir.logical_or' op of a value and itself is replaced by the value, which is right of truth values only: operand #0 may hold other numbers [-Wtruth-values]}}
  %0 = "ttir.logical_or"(%a, %a, %b) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // expected-warning @below {{'ttir.logical_and' op of a value and itself}}
  %1 = "ttir.logical_and"(%a, %a, %b) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = "ttir.gt"(%a, %b, %b) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = "ttir.logical_and"(%2, %2, %b) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0, %1, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// What moves truth values, and constants of 0 and 1, keep them; nothing is said of these either.

// CHECK-LABEL: func.func @moved
// CHECK: %[[MOVED:.*]] = "ttir.reshape"
// CHECK-NOT: logical
// CHECK: return %[[MOVED]]
func.func @moved(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %0 = "ttir.gt"(%a, %b, %b) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = "ttir.reshape"(%0, %c) <{shape = [2 : i32, 2 : i32]}> : (tensor<4xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = "ttir.logical_and"(%1, %1, %c) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %3 = "ttir.constant"() <{value = dense<[[0.0, 1.0], [1.0, 0.0]]> : tensor<2x2xf32>}> : () -> tensor<2x2xf32>
  %4 = "ttir.logical_or"(%3, %3, %c) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %2, %4 : tensor<2x2xf32>, tensor<2x2xf32>
}

// CHECK-LABEL: func.func @moved_others
func.func @moved_others(%a: tensor<4xf32>, %c: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = "ttir.reshape"(%a, %c) <{shape = [2 : i32, 2 : i32]}> : (tensor<4xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  // expected-warning @below {{'ttir.logical_and' op of a value and itself}}
  %1 = "ttir.logical_and"(%0, %0, %c) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}
