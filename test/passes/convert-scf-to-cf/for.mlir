// RUN: ttopt --convert-scf-to-cf --split-input-file --verify-diagnostics %s | filecheck %s

// CHECK-LABEL: func.func @sum
// CHECK-NEXT: cf.br ^bb1(%arg0, %arg3 : index, f32)
// CHECK-NEXT: ^bb1(%0: index, %1: f32):
// CHECK-NEXT: %2 = arith.cmpi slt, %0, %arg1 : index
// CHECK-NEXT: cf.cond_br %2, ^bb2, ^bb3
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: %3 = arith.addf %1, %1 : f32
// CHECK-NEXT: %4 = arith.addi %0, %arg2 : index
// CHECK-NEXT: cf.br ^bb1(%4, %3 : index, f32)
// CHECK-NEXT: ^bb3:
// CHECK-NEXT: return %1 : f32
func.func @sum(%lower: index, %upper: index, %step: index, %init: f32) -> f32 {
  %0 = scf.for %i = %lower to %upper step %step iter_args(%x = %init) -> (f32) {
    %1 = arith.addf %x, %x : f32
    scf.yield %1 : f32
  }
  return %0 : f32
}

// CHECK-LABEL: func.func @nested
// CHECK-COUNT-2: arith.cmpi slt
// CHECK: memref.store
func.func @nested(%n: index, %one: index, %x: f32, %m: memref<4x4xf32>) {
  scf.for %i = %one to %n step %one {
    scf.for %j = %i to %n step %one {
      memref.store %x, %m[%i, %j] : memref<4x4xf32>
    }
  }
  return
}

// -----

func.func @other(%c: i1) {
  // expected-error @+1 {{failed to legalize operation 'scf.if' that was explicitly marked illegal}}
  scf.if %c {
    func.call @other(%c) : (i1) -> ()
  }
  return
}
