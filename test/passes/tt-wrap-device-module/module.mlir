// RUN: ttopt --tt-wrap-device-module %s | filecheck %s
// RUN: ttopt --tt-wrap-device-module --tt-wrap-device-module %s | filecheck %s
// RUN: ttopt --tt-wrap-device-module --tt-unwrap-device-module %s | filecheck %s --check-prefix=BACK

// CHECK: module @name attributes {some.attribute} {
// CHECK-NEXT: tt.device_module {
// CHECK-NEXT: builtin.module {
// CHECK-NEXT: func.func @f
// CHECK: module @inner {
// CHECK-NOT: device_module

// BACK: module @name attributes {some.attribute} {
// BACK-NEXT: func.func @f
// BACK: module @inner {
module @name attributes {some.attribute} {
  func.func @f() {
    return
  }
  module @inner {
  }
}
