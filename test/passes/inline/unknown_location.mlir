// RUN: ttopt --inline --mlir-print-debuginfo --mlir-print-local-scope %s | filecheck %s
// What is inlined at an unknown location keeps its own.

// CHECK-LABEL: func.func @unknown
// CHECK: arith.muli %arg0, %arg0 : i32 loc("inner")
func.func @unknown(%a: i32) -> i32 {
  %0 = func.call @callee(%a) : (i32) -> i32 loc(unknown)
  return %0 : i32
}

// CHECK-LABEL: func.func @known
// CHECK: arith.muli %arg0, %arg0 : i32 loc(callsite("inner" at "call"))
func.func @known(%a: i32) -> i32 {
  %0 = func.call @callee(%a) : (i32) -> i32 loc("call")
  return %0 : i32
}

func.func private @callee(%a: i32) -> i32 {
  %0 = arith.muli %a, %a : i32 loc("inner")
  return %0 : i32
}
