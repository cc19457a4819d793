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
