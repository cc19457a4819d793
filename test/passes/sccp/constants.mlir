// RUN: ttopt --sccp --split-input-file %s | filecheck %s

// What one way of a branch would do does not count if the branch is never taken.
// CHECK-LABEL: func.func @not_taken
// CHECK: return %c8_i32
func.func @not_taken(%x: i32) -> i32 {
  %false = arith.constant false
  %c8 = arith.constant 8 : i32
  cf.cond_br %false, ^bb1(%x : i32), ^bb1(%c8 : i32)
^bb1(%y: i32):
  %0 = scf.if %false -> (i32) {
    scf.yield %y : i32
  } else {
    scf.yield %c8 : i32
  }
  return %0 : i32
}

// -----

// Both calls of the private function pass 3; the public one may get anything.
// CHECK-LABEL: func.func @caller
// CHECK: %c9_i32 = arith.constant 9 : i32
// CHECK: return %c9_i32, %{{.*}} : i32, i32
// CHECK-LABEL: func.func private @square
// CHECK: return %c9_i32 : i32
// CHECK-LABEL: func.func @open
// CHECK: arith.muli %arg0, %arg0
func.func @caller() -> (i32, i32) {
  %c3 = arith.constant 3 : i32
  %0 = call @square(%c3) : (i32) -> i32
  %1 = call @square(%c3) : (i32) -> i32
  %2 = call @open(%c3) : (i32) -> i32
  return %1, %2 : i32, i32
}
func.func private @square(%x: i32) -> i32 {
  %0 = arith.muli %x, %x : i32
  return %0 : i32
}
func.func @open(%x: i32) -> i32 {
  %0 = arith.muli %x, %x : i32
  return %0 : i32
}

// -----

// CHECK-LABEL: func.func @loop
// CHECK: scf.for
// CHECK: scf.yield %c4_i32
// CHECK: return %c4_i32, %0#1
func.func @loop(%n: index, %s: index) -> (i32, i32) {
  %c4 = arith.constant 4 : i32
  %c0 = arith.constant 0 : i32
  %0:2 = scf.for %i = %n to %n step %s iter_args(%a = %c4, %b = %c0) -> (i32, i32) {
    %c1 = arith.constant 1 : i32
    %1 = arith.muli %a, %c1 : i32
    %2 = arith.addi %b, %c1 : i32
    scf.yield %1, %2 : i32, i32
  }
  return %0#0, %0#1 : i32, i32
}
