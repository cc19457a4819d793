// RUN: ttopt --inline --split-input-file %s | filecheck %s
// Calls become the bodies of their callees, innermost first; private functions that nobody calls any more go.

module {
  // CHECK-LABEL: func.func @main(%arg0: i32) -> i32 {
  // CHECK-NEXT: %0 = arith.addi %arg0, %arg0 : i32
  // CHECK-NEXT: %1 = arith.muli %0, %0 : i32
  // CHECK-NEXT: %2 = arith.addi %1, %1 : i32
  // CHECK-NEXT: return %2 : i32
  // CHECK-NEXT: }
  func.func @main(%arg0: i32) -> i32 {
    %0 = call @outer(%arg0) : (i32) -> i32
    %1 = call @inner(%0) : (i32) -> i32
    return %1 : i32
  }
  // CHECK-NOT: @outer(
  func.func private @outer(%arg0: i32) -> i32 {
    %0 = call @inner(%arg0) : (i32) -> i32
    %1 = arith.muli %0, %0 : i32
    return %1 : i32
  }
  // CHECK-NOT: @inner(
  func.func private @inner(%arg0: i32) -> i32 {
    %0 = arith.addi %arg0, %arg0 : i32
    return %0 : i32
  }
  // CHECK-NOT: @never_called(
  func.func private @never_called(%arg0: i32) -> i32 {
    return %arg0 : i32
  }
}

// -----
// Public functions are inlined and stay; recursive and external ones are still called.

module {
  // CHECK-LABEL: func.func @public(%arg0: i32) -> i32 {
  // CHECK-NEXT: return %arg0 : i32
  // CHECK-NEXT: }
  func.func @public(%arg0: i32) -> i32 {
    return %arg0 : i32
  }
  // CHECK-LABEL: func.func private @recursive(%arg0: i32) -> i32 {
  // CHECK-NEXT: %0 = call @recursive(%arg0) : (i32) -> i32
  // CHECK-NEXT: return %0 : i32
  // CHECK-NEXT: }
  func.func private @recursive(%arg0: i32) -> i32 {
    %0 = call @recursive(%arg0) : (i32) -> i32
    return %0 : i32
  }
  // CHECK-LABEL: func.func private @external(i32) -> i32
  func.func private @external(i32) -> i32
  // CHECK-LABEL: func.func @caller(%arg0: i32) -> i32 {
  // CHECK-NEXT: %0 = call @recursive(%arg0) : (i32) -> i32
  // CHECK-NEXT: %1 = call @external(%0) : (i32) -> i32
  // CHECK-NEXT: return %1 : i32
  // CHECK-NEXT: }
  func.func @caller(%arg0: i32) -> i32 {
    %0 = call @public(%arg0) : (i32) -> i32
    %1 = call @recursive(%0) : (i32) -> i32
    %2 = call @external(%1) : (i32) -> i32
    return %2 : i32
  }
}

// -----
// A function inlined for the last time is forgotten while others, which called it, are still to be inlined.

module {
  // CHECK-NOT: @leaf(
  func.func private @leaf(%arg0: i32) {
    return
  }
  // CHECK-LABEL: func.func private @loop(%arg0: i32) -> i32 {
  // CHECK-NEXT: %0 = call @loop(%arg0) : (i32) -> i32
  // CHECK-NEXT: %1 = call @loop(%0) : (i32) -> i32
  // CHECK-NEXT: return %0 : i32
  // CHECK-NEXT: }
  func.func private @loop(%arg0: i32) -> i32 {
    %0 = call @loop(%arg0) : (i32) -> i32
    %1 = call @middle(%0) : (i32) -> i32
    return %1 : i32
  }
  // CHECK-NOT: @middle(
  func.func private @middle(%arg0: i32) -> i32 {
    %0 = call @loop(%arg0) : (i32) -> i32
    call @leaf(%0) : (i32) -> ()
    return %arg0 : i32
  }
}
