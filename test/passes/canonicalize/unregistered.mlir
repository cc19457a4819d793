// RUN: ttopt --allow-unregistered-dialect --canonicalize %s | filecheck %s
// RUN: ttopt --allow-unregistered-dialect --cse %s | filecheck %s
// An unregistered op may have any effect, also within another op: it stays, where it is.

// CHECK-LABEL: func.func @effects
// CHECK:       scf.if %arg0 {
// CHECK-NEXT:    "foo.effect"()
// CHECK:       scf.while : () -> () {
// CHECK-NEXT:    "foo.effect"()
func.func @effects(%c: i1) {
  scf.if %c {
    "foo.effect"() : () -> ()
  }
  scf.while : () -> () {
    "foo.effect"() : () -> ()
    scf.condition(%c)
  } do {
    scf.yield
  }
  return
}

// CHECK-LABEL: func.func @loop
// CHECK:       scf.for
// CHECK-NEXT:    "foo.x"
func.func @loop(%n: index, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (i32) {
    %z = "foo.x"(%x) : (i32) -> i32
    scf.yield %z : i32
  }
  return %r : i32
}
