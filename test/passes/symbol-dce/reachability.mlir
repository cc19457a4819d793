// RUN: ttopt --symbol-dce --allow-unregistered-dialect %s | filecheck %s
// Private symbols live as long as something live refers to them.

module {
  // CHECK-LABEL: func.func @public() {
  // CHECK-NEXT: call @called() : () -> ()
  // CHECK-NEXT: return
  // CHECK-NEXT: }
  func.func @public() {
    call @called() : () -> ()
    return
  }
  // CHECK-LABEL: func.func private @called() {
  // CHECK-NEXT: "test.reference"() {list = [1 : i32, @mentioned]} : () -> ()
  // CHECK-NEXT: return
  // CHECK-NEXT: }
  func.func private @called() {
    "test.reference"() {list = [1 : i32, @mentioned]} : () -> ()
    return
  }
  // CHECK-LABEL: func.func private @mentioned() {
  // CHECK-NEXT: return
  // CHECK-NEXT: }
  func.func private @mentioned() {
    return
  }
  // CHECK-NOT: @dead_chain(
  func.func private @dead_chain() {
    call @end_of_chain() : () -> ()
    return
  }
  // CHECK-NOT: @end_of_chain(
  func.func private @end_of_chain() {
    return
  }
  module {
    // CHECK-LABEL: func.func @nested_public() {
    // CHECK-NEXT: return
    // CHECK-NEXT: }
    func.func @nested_public() {
      return
    }
    // CHECK-NOT: @nested_private(
    func.func private @nested_private() {
      return
    }
  }
}
