// RUN: ttopt --mem2reg %s | filecheck %s
// Loads become what was stored last; where ways meet, the block gets an argument. A slot of several numbers stays.

// CHECK-LABEL: func.func @straight
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT: %0 = arith.addi %c0_i32, %arg0 : i32
// CHECK-NEXT: return %0 : i32
func.func @straight(%v: i32) -> i32 {
  %s = memref.alloca() : memref<i32>
  %0 = memref.load %s[] : memref<i32>
  memref.store %v, %s[] : memref<i32>
  %1 = memref.load %s[] : memref<i32>
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}

// CHECK-LABEL: func.func @ways
// CHECK: cf.br ^bb3(%arg1 : i32)
// CHECK: cf.br ^bb3(%arg2 : i32)
// CHECK: ^bb3(%[[VALUE:.*]]: i32):
// CHECK-NEXT: return %[[VALUE]] : i32
func.func @ways(%c: i1, %v: i32, %w: i32) -> i32 {
  %s = memref.alloca() : memref<i32>
  cf.cond_br %c, ^a, ^b
^a:
  memref.store %v, %s[] : memref<i32>
  cf.br ^d
^b:
  memref.store %w, %s[] : memref<i32>
  cf.br ^d
^d:
  %0 = memref.load %s[] : memref<i32>
  return %0 : i32
}

// CHECK-LABEL: func.func @several
// CHECK: memref.alloca() : memref<2xi32>
// CHECK: memref.load
func.func @several(%i: index) -> i32 {
  %s = memref.alloca() : memref<2xi32>
  %0 = memref.load %s[%i] : memref<2xi32>
  return %0 : i32
}
