// RUN: ttopt --pass-pipeline="builtin.module(func.func(canonicalize))" %s --split-input-file | filecheck %s
// RUN: ttopt --canonicalize %s --split-input-file | filecheck %s
// Branches of functions with several blocks, whatever the anchor.

// To select what to pass pays off only if nobody else passes something.
// CHECK-LABEL: func.func @select
// CHECK-NEXT:    %0 = arith.select %arg0, %arg1, %arg2 : i32
// CHECK-NEXT:    return %0 : i32
func.func @select(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^end(%a : i32), ^end(%b : i32)
^end(%x: i32):
  return %x : i32
}

// -----
// CHECK-LABEL: func.func @loop
// CHECK:         cf.cond_br %arg0, ^bb1(%0, %arg1 : i32, i32), ^bb1(%1, %0 : i32, i32)
func.func @loop(%c: i1, %a: i32) {
  cf.br ^loop(%a, %a : i32, i32)
^loop(%x: i32, %y: i32):
  func.call @f(%y) : (i32) -> ()
  cf.cond_br %c, ^loop(%x, %a : i32, i32), ^loop(%y, %x : i32, i32)
}
func.func private @f(i32)

// -----
// The second branch goes the way of the first.
// CHECK-LABEL: func.func @known
// CHECK-NEXT:    cf.cond_br %arg0, ^bb1, ^bb2
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    call @f(%arg1)
// CHECK-NEXT:    call @f(%arg1)
// CHECK-NEXT:    return
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    return
func.func @known(%c: i1, %a: i32) {
  cf.cond_br %c, ^one, ^two
^one:
  func.call @f(%a) : (i32) -> ()
  cf.cond_br %c, ^three, ^two
^two:
  return
^three:
  func.call @f(%a) : (i32) -> ()
  return
}
func.func private @f(i32)

// -----
// Values of a switch are unsigned; those that lead where the default does, go.
// CHECK-LABEL: func.func @switch
// CHECK-NEXT:    cf.switch %arg0 : i8, [
// CHECK-NEXT:      default: ^bb1,
// CHECK-NEXT:      255: ^bb2
// CHECK-NEXT:    ]
func.func @switch(%a: i8) {
  cf.switch %a : i8, [default: ^one, 3: ^one, -1: ^two]
^one:
  func.call @f(%a) : (i8) -> ()
  return
^two:
  return
}
func.func private @f(i8)
