// RUN: ttopt --pass-pipeline='builtin.module(print-ir{label=before},func.func(print-ir))' %s 2>&1 >/dev/null | filecheck %s

// CHECK: // -----// IR Dump before //----- //
// CHECK-NEXT: module {
// CHECK: // -----// IR Dump //----- //
// CHECK-NEXT: func.func @f() {
func.func @f() {
  return
}
