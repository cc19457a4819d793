// RUN: not ttopt --split-input-file --verify-diagnostics %s 2>&1 | filecheck %s
// Expected diagnostics that came are fine, whatever they say; others, and those that did not come, are errors.

// CHECK-NOT: has 0 operands, but enclosing function (@as_expected)
func.func @as_expected() -> i32 {
  // expected-error-re@+1 {{'func.return' op has {{[0-9]}} operands}}
  return
}
// -----
func.func @missing() {
  // CHECK: :4:6: error: expected error "never emitted" was not produced
  // expected-error @below {{never emitted}}
  return
}
// -----
func.func @unexpected() -> i32 {
  // CHECK: :4:3: error: unexpected error: 'func.return' op has 0 operands, but enclosing function (@unexpected) returns 1
  return
}
// -----
func.func @wrong_kind() -> i32 {
  // CHECK: :4:13: error: 'error' diagnostic emitted when expecting a 'warning'
  return // expected-warning {{has 0 operands}}
}
// -----
// CHECK: :3:4: error: invalid regex:
// expected-error-re @below {{foo{{(}}}}
func.func @bad_pattern() {
  return
}
