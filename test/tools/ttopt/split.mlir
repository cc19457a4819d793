// RUN: not ttopt --split-input-file %s 2>%t.err | filecheck %s
// RUN: filecheck %s --check-prefix=ERROR < %t.err
// RUN: not ttopt --split-input-file --output-split-marker=NEXT %s 2>/dev/null | filecheck %s --check-prefix=MARKER
// Each part is processed by itself; one that fails prints nothing but the separator that follows.

// ERROR: split.mlir:24:9: warning: near miss with file split marker
// CHECK: func.func @first
// CHECK: {{^// ----}}-{{$}}
// CHECK-NEXT: {{^// ----}}-{{$}}
// CHECK-NEXT: module @third {
// MARKER: {{^NEXT$}}
// MARKER-NEXT: {{^NEXT$}}
func.func @first() {
  return
}
// -----
// ERROR: within split at {{.*}}split.mlir:16 offset :4:3: error: 'func.return' op has 0 operands, but enclosing function (@second) returns 1
func.func @second() -> i32 {
  return
}
// -----
// A dash is missing.
module @third {
  // ---
}
