// RUN: ttopt --remove-dead-values --allow-unregistered-dialect --split-input-file %s | filecheck %s
// Ops without effects and users go; private functions lose arguments and results that nobody needs.

module {
  // CHECK-LABEL: func.func @ops(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: "test.effect"(%arg0) : (tensor<2xf32>) -> ()
  // CHECK-NEXT: return %arg0 : tensor<2xf32>
  // CHECK-NEXT: }
  func.func @ops(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    %0 = tensor.empty() : tensor<2xf32>
    %1 = "ttir.abs"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    "test.effect"(%arg0) : (tensor<2xf32>) -> ()
    return %arg0 : tensor<2xf32>
  }
}

// -----

module {
  // CHECK-LABEL: func.func private @half_used(%arg0: i32 {test.a}) -> (i32 {test.c}) {
  // CHECK-NEXT: %0 = arith.addi %arg0, %arg0 : i32
  // CHECK-NEXT: return %0 : i32
  // CHECK-NEXT: }
  func.func private @half_used(%arg0: i32 {test.a}, %arg1: i32 {test.b}) -> (i32 {test.c}, i32 {test.d}) {
    %0 = arith.addi %arg0, %arg0 : i32
    %1 = arith.addi %arg1, %arg1 : i32
    return %0, %1 : i32, i32
  }
  // CHECK-LABEL: func.func @caller(%arg0: i32, %arg1: i32) -> i32 {
  // CHECK-NEXT: %0 = call @half_used(%arg0) : (i32) -> i32
  // CHECK-NEXT: return %0 : i32
  // CHECK-NEXT: }
  func.func @caller(%arg0: i32, %arg1: i32) -> i32 {
    %0:2 = call @half_used(%arg0, %arg1) : (i32, i32) -> (i32, i32)
    %1 = arith.addi %0#1, %arg1 : i32
    return %0#0 : i32
  }
}

// -----
// A value that only feeds itself through a recursive call is dead.

module {
  // CHECK-LABEL: func.func private @recursive() {
  // CHECK-NEXT: call @recursive() : () -> ()
  // CHECK-NEXT: return
  // CHECK-NEXT: }
  func.func private @recursive(%arg0: i32) -> i32 {
    %0 = call @recursive(%arg0) : (i32) -> i32
    return %0 : i32
  }
  // CHECK-LABEL: func.func @start(%arg0: i32) {
  // CHECK-NEXT: call @recursive() : () -> ()
  // CHECK-NEXT: return
  // CHECK-NEXT: }
  func.func @start(%arg0: i32) {
    %0 = call @recursive(%arg0) : (i32) -> i32
    return
  }
}

// -----
// What is public, external, or referred to by more than calls keeps its signature.

module {
  // CHECK-LABEL: func.func @public(%arg0: i32) -> i32 {
  // CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT: return %c0_i32 : i32
  // CHECK-NEXT: }
  func.func @public(%arg0: i32) -> i32 {
    %0 = arith.constant 0 : i32
    return %0 : i32
  }
  // CHECK-LABEL: func.func private @external(i32) -> i32
  func.func private @external(i32) -> i32
  // CHECK-LABEL: func.func private @mentioned(%arg0: i32) -> i32 {
  // CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT: return %c0_i32 : i32
  // CHECK-NEXT: }
  func.func private @mentioned(%arg0: i32) -> i32 {
    %0 = arith.constant 0 : i32
    return %0 : i32
  }
  // CHECK-LABEL: func.func @user(%arg0: i32) {
  // CHECK-NEXT: %0 = call @public(%arg0) : (i32) -> i32
  // CHECK-NEXT: %1 = call @external(%arg0) : (i32) -> i32
  // CHECK-NEXT: %2 = call @mentioned(%arg0) : (i32) -> i32
  // CHECK-NEXT: "test.reference"() {callee = @mentioned} : () -> ()
  // CHECK-NEXT: return
  // CHECK-NEXT: }
  func.func @user(%arg0: i32) {
    %0 = call @public(%arg0) : (i32) -> i32
    %1 = call @external(%arg0) : (i32) -> i32
    %2 = call @mentioned(%arg0) : (i32) -> i32
    "test.reference"() {callee = @mentioned} : () -> ()
    return
  }
}
