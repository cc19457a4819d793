// RUN: ttopt --convert-cf-to-llvm %s | filecheck %s

// LLVM has no index: that branch waits until the argument of its block changes.
// CHECK-LABEL: func.func @f
// CHECK-NEXT: llvm.cond_br %arg0, ^bb1(%arg2 : f32), ^bb2
// CHECK: llvm.br ^bb2
// CHECK: cf.br ^bb3(%arg1 : index)
func.func @f(%c: i1, %i: index, %x: f32) {
  cf.cond_br %c, ^bb1(%x : f32), ^bb2
^bb1(%y: f32):
  cf.br ^bb2
^bb2:
  cf.br ^bb3(%i : index)
^bb3(%j: index):
  return
}
