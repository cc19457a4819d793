// RUN: ttopt --canonicalize --allow-unregistered-dialect %s | filecheck %s
// RUN: ttopt --canonicalize="region-simplify=disabled" --allow-unregistered-dialect %s | filecheck %s --check-prefix=KEPT

// `%x` and `%w` go around the loop and only feed each other; `%y` is used by an effect.
// CHECK-LABEL: func.func @around
// CHECK: cf.br ^bb1(%arg1 : i32)
// CHECK-NEXT: ^bb1(%1: i32):
// CHECK-NEXT: "foo.effect"(%1)
// CHECK-NEXT: cf.cond_br %arg0, ^bb1(%1 : i32), ^bb2(%1 : i32)
// CHECK: cf.switch %2 : i32, [
// CHECK-NEXT: default: ^bb1(%2 : i32),
// CHECK-NEXT: 3: ^bb3(%arg1 : i32)
// KEPT: arith.addi
func.func @around(%c: i1, %n: i32) -> i32 {
  %0 = "foo.source"() : () -> i32
  cf.br ^loop(%0, %n : i32, i32)
^loop(%x: i32, %y: i32):
  %w = arith.addi %x, %x : i32
  "foo.effect"(%y) : (i32) -> ()
  cf.cond_br %c, ^loop(%w, %y : i32, i32), ^end(%x, %y : i32, i32)
^end(%a: i32, %b: i32):
  cf.switch %b : i32, [default: ^loop(%a, %b : i32, i32), 3: ^fin(%a, %n : i32, i32)]
^fin(%p: i32, %q: i32):
  "foo.effect"(%q) : (i32) -> ()
  return %n : i32
}
