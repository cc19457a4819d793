// RUN: ttopt --sccp --verify-diagnostics --warnings=all %s | filecheck %s

// A disjunction of a constant and itself is taken to be the constant, as when it is folded, which is said.

// CHECK-LABEL: func.func @disjunction
// CHECK: %[[FIVE:.*]] = "ttir.constant"() <{value = dense<5.000000e+00> : tensor<4xf32>}>
// CHECK: return %[[FIVE]]
func.func @disjunction(%out: tensor<4xf32>) -> tensor<4xf32> {
  %five = "ttir.constant"() <{value = dense<5.0> : tensor<4xf32>}> : () -> tensor<4xf32>
  // expected-warning @below {{'ttir.logical_or' op of a value and itself is replaced by the value}}
  %0 = "ttir.logical_or"(%five, %five, %out) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
