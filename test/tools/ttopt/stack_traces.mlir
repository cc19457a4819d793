// RUN: not ttopt --mlir-print-stacktrace-on-diagnostic %s 2>&1 | %python -m filecheck %s
// RUN: not ttopt --mlir-print-debuginfo %s 2>&1 | %python -m filecheck %s --check-prefix=LOCATION
// Where the verifier of the operation complains comes first, then what called it.

// CHECK:      error: 'func.return' op has 0 operands
// CHECK-NEXT: return
// CHECK-NEXT: ^
// CHECK-NEXT: note: diagnostic emitted with trace:
// CHECK-NEXT:  #0 ReturnOp.verify_op ({{.*}}func.py:{{[0-9]+}})
// CHECK:       verify_operation (
// CHECK-NOT:   stack_trace.py
// CHECK-NOT:   diagnostics.py
// CHECK:       run_tool (
// CHECK:      note: see current operation

// What is printed in notes follows the flags, too.
// LOCATION: note: see current operation: "func.return"() : () -> () loc({{.*}}stack_traces.mlir":{{[0-9]+}}:3)
func.func @f() -> i32 {
  return
}
