// RUN: ttopt --allow-unregistered-dialect --loop-invariant-code-motion %s | filecheck %s
// What all iterations compute alike moves before the loop, and out of nested loops. A division may fail, unless its divisor is known.

// CHECK-LABEL: func.func @f
// CHECK-NEXT: %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT: arith.addi %arg1, %arg1
// CHECK-NEXT: arith.divsi %arg1, %c2_i32
// CHECK-NEXT: scf.for
// CHECK-NEXT: arith.divsi %arg1, %arg2
// CHECK-NEXT: %[[INDEX:.*]] = arith.index_cast
// CHECK-NEXT: arith.muli %[[INDEX]], %arg1
// CHECK-NEXT: scf.for
// CHECK-NEXT: "foo.effect"
func.func @f(%n: index, %a: i32, %b: i32) {
  %two = arith.constant 2 : i32
  scf.for %i = %n to %n step %n {
    %0 = arith.divsi %a, %b : i32
    %1 = arith.index_cast %i : index to i32
    scf.for %j = %n to %n step %n {
      %2 = arith.addi %a, %a : i32
      %3 = arith.divsi %a, %two : i32
      %4 = arith.muli %1, %a : i32
      "foo.effect"(%2, %3, %4) : (i32, i32, i32) -> ()
    }
  }
  return
}
