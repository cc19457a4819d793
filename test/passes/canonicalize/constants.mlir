// RUN: ttopt --canonicalize --allow-unregistered-dialect %s | filecheck %s
// Constants move to the start of the function that holds them, in order, and equal ones become one.

module {
  // CHECK-LABEL: func.func @unify_and_hoist(%arg0: i32) -> i32 {
  // CHECK-NEXT: %c7_i32 = arith.constant 7 : i32
  // CHECK-NEXT: %c5_i32 = arith.constant 5 : i32
  // CHECK-NEXT: %0 = "test.compute"(%arg0) : (i32) -> i32
  // CHECK-NEXT: %1 = "test.region"(%0, %c5_i32, %c7_i32, %c5_i32) ({
  // CHECK-NEXT: %c7_i32_0 = arith.constant 7 : i32
  // CHECK-NEXT: %c9_i32 = arith.constant 9 : i32
  // CHECK-NEXT: "test.use"(%c7_i32_0, %c9_i32) : (i32, i32) -> ()
  // CHECK-NEXT: }) : (i32, i32, i32, i32) -> i32
  // CHECK-NEXT: return %1 : i32
  // CHECK-NEXT: }
  func.func @unify_and_hoist(%arg0: i32) -> i32 {
    %0 = "test.compute"(%arg0) : (i32) -> i32
    %1 = arith.constant 5 : i32
    %2 = arith.constant 7 : i32
    %3 = arith.constant 5 : i32
    %4 = "test.region"(%0, %1, %2, %3) ({
      %5 = arith.constant 7 : i32
      %6 = arith.constant 9 : i32
      "test.use"(%5, %6) : (i32, i32) -> ()
    }) : (i32, i32, i32, i32) -> i32
    return %4 : i32
  }
  // CHECK-LABEL: func.func @fold_to_a_constant(%arg0: i32) -> i32 {
  // CHECK-NEXT: %c3_i32 = arith.constant 3 : i32
  // CHECK-NEXT: %0 = arith.addi %arg0, %c3_i32 : i32
  // CHECK-NEXT: return %0 : i32
  // CHECK-NEXT: }
  func.func @fold_to_a_constant(%arg0: i32) -> i32 {
    %0 = arith.constant 1 : i32
    %1 = arith.constant 2 : i32
    %2 = arith.addi %0, %1 : i32
    %3 = arith.addi %2, %arg0 : i32
    return %3 : i32
  }
  // CHECK-LABEL: func.func @tensors() -> (tensor<2xf32>, tensor<2xf32>) {
  // CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<1.000000e+00> : tensor<2xf32>}> : () -> tensor<2xf32>
  // CHECK-NEXT: return %0, %0 : tensor<2xf32>, tensor<2xf32>
  // CHECK-NEXT: }
  func.func @tensors() -> (tensor<2xf32>, tensor<2xf32>) {
    %0 = "ttir.constant"() <{value = dense<1.0> : tensor<2xf32>}> : () -> tensor<2xf32>
    %1 = "ttir.constant"() <{value = dense<1.0> : tensor<2xf32>}> : () -> tensor<2xf32>
    return %0, %1 : tensor<2xf32>, tensor<2xf32>
  }
  // CHECK-LABEL: func.func @dimension_size(%arg0: tensor<4x6xf32>) -> tensor<1xui32> {
  // CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<6> : tensor<1xui32>}> : () -> tensor<1xui32>
  // CHECK-NEXT: return %0 : tensor<1xui32>
  // CHECK-NEXT: }
  func.func @dimension_size(%arg0: tensor<4x6xf32>) -> tensor<1xui32> {
    %0 = "ttir.get_dimension_size"(%arg0) <{dimension = 1 : i32}> : (tensor<4x6xf32>) -> tensor<1xui32>
    return %0 : tensor<1xui32>
  }
}
