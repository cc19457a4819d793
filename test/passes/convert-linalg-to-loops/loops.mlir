// RUN: ttopt --convert-linalg-to-loops --split-input-file --verify-diagnostics %s | filecheck %s

// CHECK-LABEL: func.func @add
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: scf.for %arg2 = %c0 to %c2 step %c1 {
// CHECK-NEXT: scf.for %arg3 = %c0 to %c3 step %c1 {
// CHECK-NEXT: %0 = memref.load %arg0[%arg2, %arg3] : memref<2x3xf32>
// CHECK-NEXT: %1 = memref.load %arg1[%arg2, %arg3] : memref<2x3xf32>
// CHECK-NEXT: %2 = arith.addf %0, %1 : f32
// CHECK-NEXT: memref.store %2, %arg1[%arg2, %arg3] : memref<2x3xf32>
func.func @add(%a: memref<2x3xf32>, %b: memref<2x3xf32>) {
  linalg.add ins(%a, %b : memref<2x3xf32>, memref<2x3xf32>) outs(%b : memref<2x3xf32>)
  return
}

// CHECK-LABEL: func.func @broadcast
// CHECK: %0 = memref.load %arg0[%arg3] : memref<2xi8>
// CHECK-NEXT: memref.store %0, %arg1[%arg2, %arg3, %arg4] : memref<3x2x4xi8>
func.func @broadcast(%a: memref<2xi8>, %b: memref<3x2x4xi8>) {
  linalg.broadcast ins(%a : memref<2xi8>) outs(%b : memref<3x2x4xi8>) dimensions = [0, 2]
  return
}

// One element needs no loop; a sum of booleans is their disjunction, and a product their conjunction.
// CHECK-LABEL: func.func @booleans
// CHECK-NEXT: memref.load %arg0[]
// CHECK-NEXT: memref.load %arg1[]
// CHECK-NEXT: arith.ori
// CHECK-NEXT: memref.store
// CHECK: arith.andi
func.func @booleans(%a: memref<i1>, %b: memref<i1>) {
  linalg.add ins(%a, %b : memref<i1>, memref<i1>) outs(%b : memref<i1>)
  linalg.mul ins(%a, %b : memref<i1>, memref<i1>) outs(%b : memref<i1>)
  return
}

// CHECK-LABEL: func.func @tensors
// CHECK-NEXT: linalg.add
func.func @tensors(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = linalg.add ins(%a, %a : tensor<2xf32>, tensor<2xf32>) outs(%a : tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @difference_of_booleans(%a: memref<i1>) {
  // expected-error @+1 {{failed to legalize operation 'linalg.sub'}}
  linalg.sub ins(%a, %a : memref<i1>, memref<i1>) outs(%a : memref<i1>)
  return
}

// -----

func.func @unknown_size(%a: memref<?xf32>) {
  // expected-error @+1 {{failed to legalize operation 'linalg.mul'}}
  linalg.mul ins(%a, %a : memref<?xf32>, memref<?xf32>) outs(%a : memref<?xf32>)
  return
}

// -----

func.func @other(%a: memref<4xf32>, %b: f32) {
  // expected-error @+1 {{failed to legalize operation 'linalg.fill'}}
  linalg.fill ins(%b : f32) outs(%a : memref<4xf32>)
  return
}
