// RUN: not ttopt %s 2>&1 | filecheck %s
// RUN: not ttopt --mlir-print-op-on-diagnostic=0 %s 2>&1 | filecheck %s --check-prefix=SHORT
// Diagnostics name the place and show it; a note shows the operation as it is.

// CHECK: diagnostics.mlir:13:3: error: 'func.return' op has 0 operands, but enclosing function (@f) returns 1
// CHECK-NEXT: return
// CHECK-NEXT: ^
// CHECK-NEXT: diagnostics.mlir:13:3: note: see current operation: "func.return"() : () -> ()
// SHORT: diagnostics.mlir:13:3: error: 'func.return' op has 0 operands
// SHORT-NOT: note:
func.func @f() -> i32 {
  // The operand is missing.
  return
}
