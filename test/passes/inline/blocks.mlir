// RUN: ttopt --pass-pipeline="builtin.module(inline{default-pipeline=})" %s | filecheck %s
// RUN: ttopt --pass-pipeline="builtin.module(inline{default-pipeline=})" --mlir-print-debuginfo --mlir-print-local-scope %s | filecheck %s --check-prefix=LOC
// Functions with several blocks take the place of their calls; what follows a call becomes a block, to which they return.

// CHECK-LABEL: func.func private @abs_or
func.func private @abs_or(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^done(%a : i32), ^other
^done(%x : i32):
  return %x : i32
^other:
  %0 = arith.muli %a, %a : i32
  cf.br ^done(%0 : i32)
}

// CHECK-LABEL: func.func @twice(%arg0: i1, %arg1: i32) -> i32 {
// CHECK-NEXT:    %0 = arith.addi %arg1, %arg1 : i32
// CHECK-NEXT:    cf.cond_br %arg0, ^bb1(%0 : i32), ^bb2
// CHECK-NEXT:  ^bb1(%1: i32):  // 2 preds: ^bb0, ^bb2
// CHECK-NEXT:    cf.br ^bb3(%1 : i32)
// CHECK-NEXT:  ^bb2:  // pred: ^bb0
// CHECK-NEXT:    %2 = arith.muli %0, %0 : i32
// CHECK-NEXT:    cf.br ^bb1(%2 : i32)
// CHECK-NEXT:  ^bb3(%3: i32):  // pred: ^bb1
// CHECK-NEXT:    %4 = arith.subi %3, %arg1 : i32
// CHECK-NEXT:    return %4 : i32

// LOC-LABEL: func.func @twice
// LOC:       cf.cond_br {{.*}} loc(callsite("{{.*}}":7:3 at "{{.*}}":33:8))
// LOC:       ^bb1(%1: i32 loc("{{.*}}":8:7)):
// LOC:       ^bb3(%3: i32 loc("{{.*}}":33:8)):
func.func @twice(%c: i1, %a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = call @abs_or(%c, %0) : (i1, i32) -> i32
  %2 = arith.subi %1, %a : i32
  return %2 : i32
}

// An op whose regions have one block has no place for them, one whose region may have more does.
// CHECK-LABEL: func.func @within
// CHECK:         scf.if %arg0 {
// CHECK-NEXT:      func.call @abs_or(%arg0, %arg1)
// CHECK:         scf.execute_region {
// CHECK-NEXT:      cf.cond_br %arg0, ^bb1(%arg1 : i32), ^bb2
func.func @within(%c: i1, %a: i32) {
  scf.if %c {
    %0 = func.call @abs_or(%c, %a) : (i1, i32) -> i32
  }
  scf.execute_region {
    %0 = func.call @abs_or(%c, %a) : (i1, i32) -> i32
    scf.yield
  }
  return
}
