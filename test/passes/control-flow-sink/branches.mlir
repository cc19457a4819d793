// RUN: ttopt --allow-unregistered-dialect --control-flow-sink %s | filecheck %s
// What one branch uses moves into it, with what only that uses. What has effects, or is used elsewhere, stays.

// CHECK-LABEL: func.func @f
// CHECK-NEXT: %[[EFFECT:.*]] = "foo.effect"
// CHECK-NEXT: %[[BOTH:.*]] = arith.muli %arg1, %arg1
// CHECK-NEXT: scf.if
// CHECK-NEXT: %[[INNER:.*]] = arith.addi %arg1, %arg1
// CHECK-NEXT: %[[OUTER:.*]] = arith.xori %[[INNER]], %[[BOTH]]
// CHECK-NEXT: "foo.use"(%[[OUTER]], %[[EFFECT]])
// CHECK-NEXT: } else {
// CHECK-NEXT: "foo.use"(%[[BOTH]])
func.func @f(%c: i1, %a: i32) {
  %0 = arith.addi %a, %a : i32
  %1 = "foo.effect"() : () -> i32
  %2 = arith.muli %a, %a : i32
  %3 = arith.xori %0, %2 : i32
  scf.if %c {
    "foo.use"(%3, %1) : (i32, i32) -> ()
  } else {
    "foo.use"(%2) : (i32) -> ()
  }
  return
}

// A loop may run its body many times.
// CHECK-LABEL: func.func @loop
// CHECK-NEXT: arith.addi
// CHECK-NEXT: scf.for
func.func @loop(%n: index, %a: i32) {
  %0 = arith.addi %a, %a : i32
  scf.for %i = %n to %n step %n {
    "foo.use"(%0) : (i32) -> ()
  }
  return
}
