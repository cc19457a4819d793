// RUN: ttopt --symbol-privatize=exclude=kept %s | filecheck %s

// CHECK: func.func private @f()
// CHECK: func.func @kept()
// CHECK: func.func private @nested()
// CHECK: module @inner attributes {sym_visibility = "private"} {
// CHECK-NEXT: func.func @inside()
func.func @f() {
  return
}
func.func @kept() {
  return
}
func.func nested @nested() {
  return
}
module @inner {
  func.func @inside() {
    return
  }
}
