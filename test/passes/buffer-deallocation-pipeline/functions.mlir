// RUN: ttopt --buffer-deallocation-pipeline --split-input-file --verify-diagnostics %s | filecheck %s

// What is not returned is freed; what belongs to the caller is cloned; what is returned is not.
// CHECK-LABEL: func.func @f
// CHECK-NEXT: %alloc = memref.alloc() : memref<4xf32>
// CHECK-NEXT: %alloc_0 = memref.alloc() : memref<4xf32>
// CHECK-NEXT: linalg.add
// CHECK-NEXT: linalg.add
// CHECK-NEXT: %0 = bufferization.clone %arg0
// CHECK-NEXT: memref.dealloc %alloc : memref<4xf32>
// CHECK-NEXT: return %0, %alloc_0
func.func @f(%a: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc() : memref<4xf32>
  linalg.add ins(%a, %a : memref<4xf32>, memref<4xf32>) outs(%0 : memref<4xf32>)
  linalg.add ins(%0, %a : memref<4xf32>, memref<4xf32>) outs(%1 : memref<4xf32>)
  return %a, %1 : memref<4xf32>, memref<4xf32>
}

// -----

func.func @branches(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  // expected-error @+1 {{failed to legalize operation 'memref.alloc'}}
  %0 = memref.alloc() : memref<4xf32>
  %1 = arith.constant 0 : index
  %2 = memref.load %0[%1] : memref<4xf32>
  memref.store %2, %0[%1] : memref<4xf32>
  cf.br ^bb2
^bb2:
  return
}
