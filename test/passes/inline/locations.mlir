// RUN: ttopt --inline --mlir-print-debuginfo --mlir-print-local-scope %s | filecheck %s
// An inlined op tells where it stood and from where that was called.

module {
  // CHECK-LABEL: func.func @main
  // CHECK-NEXT: arith.muli {{.*}} loc(callsite("callee op" at "call"))
  func.func @main(%arg0: i32) -> i32 {
    %0 = call @callee(%arg0) : (i32) -> i32 loc("call")
    return %0 : i32
  }
  func.func private @callee(%arg0: i32) -> i32 {
    %0 = arith.muli %arg0, %arg0 : i32 loc("callee op")
    return %0 : i32
  }
}
