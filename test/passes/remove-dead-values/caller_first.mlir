// RUN: ttopt --remove-dead-values %s | filecheck %s
// A call whose result is only returned, in a function before its private callee, as JAX writes it: MLIR ends with "null operand found".

// CHECK-LABEL: func.func @main(%arg0: i32, %arg1: i32) -> i32 {
// CHECK-NEXT: %0 = call @callee(%arg0) : (i32) -> i32
// CHECK-NEXT: return %0 : i32
func.func @main(%a: i32, %b: i32) -> i32 {
  %0:2 = call @callee(%a, %b) : (i32, i32) -> (i32, i32)
  return %0#0 : i32
}

// CHECK: func.func private @callee(%arg0: i32) -> i32 {
// CHECK-NEXT: %0 = arith.addi %arg0, %arg0 : i32
// CHECK-NEXT: return %0 : i32
func.func private @callee(%a: i32, %b: i32) -> (i32, i32) {
  %0 = arith.addi %a, %a : i32
  %1 = arith.muli %a, %b : i32
  return %0, %1 : i32, i32
}
