// RUN: ttopt --canonicalize %s | filecheck %s
// RUN: ttopt --canonicalize=region-simplify=disabled %s | filecheck %s --check-prefix=KEPT
// Blocks that cannot be reached are erased, a cycle of them too.

// KEPT: func.func @unreachable
// KEPT: ^bb1:  // pred: ^bb1
// CHECK-LABEL: func.func @unreachable(%arg0: i32) -> i32 {
// CHECK-NEXT: return %arg0 : i32
// CHECK-NEXT: }
func.func @unreachable(%arg0: i32) -> i32 {
  cf.br ^bb2
^bb1:
  cf.br ^bb1
^bb2:
  return %arg0 : i32
}

// A block that is never reached goes with the functions in it, unreachable blocks of theirs included.
// CHECK-LABEL: func.func @nested
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @nested() {
  return
^never:
  "builtin.module"() ({
    func.func @inner(%c: i1) {
      cf.cond_br %c, ^one, ^two
    ^one:
      return
    ^two:
      return
    ^three:
      cf.br ^two
    }
  }) : () -> ()
  cf.br ^never
}
