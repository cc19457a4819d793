// RUN: ttopt --remove-dead-values %s | filecheck %s
// Symbols that are no functions are kept, and what is dead beside and inside of them goes. MLIR prints an error and changes nothing.

// CHECK-LABEL: module @outer
module @outer {
  // CHECK: module @empty
  module @empty {
  }
  // CHECK: module @nested
  module @nested {
    // CHECK: func.func @f(%arg0: i32) -> i32 {
    // CHECK-NEXT: return %arg0 : i32
    func.func @f(%a: i32) -> i32 {
      %0 = arith.addi %a, %a : i32
      return %a : i32
    }
  }
}
