// RUN: ttopt --cse --canonicalize %s | filecheck %s
// Linalg on tensors has no effects: equal ops merge, unused ones go. On buffers it reads and writes.

// CHECK-LABEL: func.func @tensors
// CHECK: %1 = linalg.add
// CHECK-NEXT: return %1, %1
func.func @tensors(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.add ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.add ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %2 = linalg.add ins(%b, %b : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @buffers
// CHECK-NEXT: %0 = memref.load
// CHECK-NEXT: linalg.add
// CHECK-NEXT: %1 = memref.load
// CHECK-NEXT: return %0, %1
func.func @buffers(%a: memref<4xf32>, %b: memref<4xf32>, %i: index) -> (f32, f32) {
  %0 = memref.load %a[%i] : memref<4xf32>
  %1 = memref.load %a[%i] : memref<4xf32>
  linalg.add ins(%a, %a : memref<4xf32>, memref<4xf32>) outs(%b : memref<4xf32>)
  %2 = memref.load %a[%i] : memref<4xf32>
  return %1, %2 : f32, f32
}

// CHECK-LABEL: func.func @loop
// CHECK: scf.for
// CHECK-NEXT: linalg.add ins(%arg1
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @loop(%a: tensor<4xf32>, %m: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %e = tensor.empty() : tensor<4xf32>
    %0 = linalg.add ins(%a, %a : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    linalg.add ins(%m, %m : memref<4xf32>, memref<4xf32>) outs(%m : memref<4xf32>)
  }
  return
}
