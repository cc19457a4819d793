// RUN: ttopt --one-shot-bufferize=bufferize-function-boundaries=true %s | filecheck %s

// CHECK: memref.global "private" constant @__constant_2xf32 : memref<2xf32> = dense<[1.000000e+00, 2.000000e+00]> {alignment = 64 : i64}

// Nobody needs what was in the buffers that are written into.
// CHECK-LABEL: func.func @chain(%arg0: memref<2xf32, strided<[?], offset: ?>>) -> memref<2xf32>
// CHECK-NEXT: %alloc = memref.alloc() {alignment = 64 : i64} : memref<2xf32>
// CHECK-NEXT: linalg.add ins(%arg0, %arg0 : {{.*}}) outs(%alloc : memref<2xf32>)
// CHECK-NEXT: linalg.mul ins(%alloc, %arg0 : {{.*}}) outs(%alloc : memref<2xf32>)
// CHECK: return %alloc
func.func @chain(%a: tensor<2xf32>) -> tensor<2xf32> {
  %e = tensor.empty() : tensor<2xf32>
  %0 = linalg.add ins(%a, %a : tensor<2xf32>, tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %1 = linalg.mul ins(%0, %a : tensor<2xf32>, tensor<2xf32>) outs(%0 : tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// The argument is read after it is written into: a new buffer.
// CHECK-LABEL: func.func @read_again
// CHECK-NEXT: %alloc = memref.alloc()
// CHECK-NEXT: linalg.add {{.*}} outs(%alloc : memref<2xf32>)
// CHECK-NEXT: linalg.mul ins(%alloc, %arg0 : {{.*}}) outs(%alloc : memref<2xf32>)
func.func @read_again(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = linalg.add ins(%a, %a : tensor<2xf32>, tensor<2xf32>) outs(%a : tensor<2xf32>) -> tensor<2xf32>
  %1 = linalg.mul ins(%0, %a : tensor<2xf32>, tensor<2xf32>) outs(%0 : tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// Constants are not written into.
// CHECK-LABEL: func.func @constant
// CHECK-NEXT: %0 = memref.get_global @__constant_2xf32
// CHECK-NEXT: %alloc = memref.alloc()
// CHECK-NEXT: linalg.mul ins(%0, %arg0 : {{.*}}) outs(%alloc : memref<2xf32>)
func.func @constant(%a: tensor<2xf32>) -> tensor<2xf32> {
  %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = linalg.mul ins(%c, %a : tensor<2xf32>, tensor<2xf32>) outs(%c : tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// A view of a buffer with unknown strides may not exist: it is copied. Without dimensions, there always is one.
// CHECK-LABEL: func.func @views
// CHECK-NEXT: %alloc = memref.alloc() {alignment = 64 : i64} : memref<4x1xf32>
// CHECK-NEXT: memref.copy %arg0, %alloc
// CHECK-NEXT: %collapse_shape = memref.collapse_shape %alloc {{\[\[}}0, 1]] : memref<4x1xf32> into memref<4xf32>
// CHECK-NEXT: memref.collapse_shape %arg1 [] : memref<1xf32, strided<[?], offset: ?>> into memref<f32, strided<[], offset: ?>>
func.func @views(%a: tensor<4x1xf32>, %b: tensor<1xf32>) -> (tensor<4xf32>, tensor<f32>) {
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<4x1xf32> into tensor<4xf32>
  %1 = tensor.collapse_shape %b [] : tensor<1xf32> into tensor<f32>
  return %0, %1 : tensor<4xf32>, tensor<f32>
}
