// RUN: ttopt --allow-unregistered-dialect --canonicalize %s | filecheck %s
// Sizes that are known, and casts of casts, of tensors and memrefs.

// CHECK-LABEL: func.func @static_sizes
// CHECK-DAG: %c4 = arith.constant 4 : index
// CHECK-DAG: %c3 = arith.constant 3 : index
// CHECK-DAG: %c7 = arith.constant 7 : index
// CHECK: %dim = tensor.dim %arg0, %c7
// CHECK-NEXT: return %c4, %c3, %dim
func.func @static_sizes(%t: tensor<4x?xf32>, %m: memref<3x?xf32>) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %0 = tensor.dim %t, %c0 : tensor<4x?xf32>
  %1 = memref.dim %m, %c0 : memref<3x?xf32>
  %2 = tensor.dim %t, %c7 : tensor<4x?xf32>
  return %0, %1, %2 : index, index, index
}

// CHECK-LABEL: func.func @sizes_of_casts
// CHECK-NEXT: return %arg0, %arg0
func.func @sizes_of_casts(%n: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %0 = tensor.empty(%n) : tensor<?x3xf32>
  %1 = tensor.cast %0 : tensor<?x3xf32> to tensor<?x?xf32>
  %2 = tensor.dim %1, %c0 : tensor<?x?xf32>
  %3 = memref.alloc(%n) : memref<?x3xf32>
  %4 = memref.cast %3 : memref<?x3xf32> to memref<?x?xf32>
  %5 = memref.dim %4, %c0 : memref<?x?xf32>
  return %2, %5 : index, index
}

// A cast between that checks a size stays.
// CHECK-LABEL: func.func @casts
// CHECK-NEXT: %cast = tensor.cast %arg0 : tensor<4x4xf32> to tensor<?x4xf32>
// CHECK-NEXT: %cast_0 = tensor.cast %arg1 : tensor<?x?xf32> to tensor<?x4xf32>
// CHECK-NEXT: %cast_1 = tensor.cast %cast_0 : tensor<?x4xf32> to tensor<4x?xf32>
// CHECK-NEXT: %cast_2 = memref.cast %arg2 : memref<?x?xf32> to memref<4x?xf32>
// CHECK-NEXT: return %arg0, %cast, %cast_1, %cast_2
func.func @casts(%t: tensor<4x4xf32>, %u: tensor<?x?xf32>, %m: memref<?x?xf32>)
    -> (tensor<4x4xf32>, tensor<?x4xf32>, tensor<4x?xf32>, memref<4x?xf32>) {
  %0 = tensor.cast %t : tensor<4x4xf32> to tensor<?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<4x4xf32>
  %2 = tensor.cast %0 : tensor<?x?xf32> to tensor<?x4xf32>
  %3 = tensor.cast %u : tensor<?x?xf32> to tensor<?x4xf32>
  %4 = tensor.cast %3 : tensor<?x4xf32> to tensor<4x?xf32>
  %5 = memref.cast %m : memref<?x?xf32> to memref<?x4xf32>
  %6 = memref.cast %5 : memref<?x4xf32> to memref<4x?xf32>
  return %1, %2, %4, %6 : tensor<4x4xf32>, tensor<?x4xf32>, tensor<4x?xf32>, memref<4x?xf32>
}

// CHECK-LABEL: func.func @made_with_constants
// CHECK-NEXT: %0 = tensor.empty(%arg0) : tensor<?x4xf32>
// CHECK-NEXT: %cast = tensor.cast %0 : tensor<?x4xf32> to tensor<?x?xf32>
// CHECK-NEXT: %alloc = memref.alloc() {alignment = 8 : i64} : memref<4xf32>
// CHECK-NEXT: %cast_0 = memref.cast %alloc : memref<4xf32> to memref<?xf32>
// CHECK-NEXT: return %cast, %0, %cast_0
func.func @made_with_constants(%n: index, %v: f32) -> (tensor<?x?xf32>, tensor<?x4xf32>, memref<?xf32>) {
  %c4 = arith.constant 4 : index
  %0 = tensor.empty(%n, %c4) : tensor<?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<?x4xf32>
  %2 = memref.alloc(%c4) {alignment = 8 : i64} : memref<?xf32>
  %nobody_reads = memref.alloca(%n) : memref<?xf32>
  memref.store %v, %nobody_reads[%c4] : memref<?xf32>
  return %0, %1, %2 : tensor<?x?xf32>, tensor<?x4xf32>, memref<?xf32>
}

// Whose rank is not known can't be loaded from, and a copy may cast.
// CHECK-LABEL: func.func @accesses
// CHECK-NEXT: %cast = memref.cast %arg0 : memref<*xf32> to memref<4xf32>
// CHECK-NEXT: %0 = memref.load %cast[%arg3] : memref<4xf32>
// CHECK-NEXT: memref.copy %arg1, %arg2 : memref<4xf32> to memref<?xf32>
// CHECK-NEXT: return %0
func.func @accesses(%u: memref<*xf32>, %a: memref<4xf32>, %b: memref<?xf32>, %i: index) -> f32 {
  %0 = memref.cast %u : memref<*xf32> to memref<4xf32>
  %1 = memref.load %0[%i] : memref<4xf32>
  %2 = memref.cast %a : memref<4xf32> to memref<?xf32>
  memref.copy %2, %b : memref<?xf32> to memref<?xf32>
  memref.copy %b, %b : memref<?xf32> to memref<?xf32>
  return %1 : f32
}

// CHECK-LABEL: func.func @to_and_fro
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg0 : i32 to index
// CHECK-NEXT: %1:2 = builtin.unrealized_conversion_cast %arg0, %0 : i32, index to i64, i32
// CHECK-NEXT: return %arg0, %1#1, %arg0, %0
func.func @to_and_fro(%a: i32) -> (i32, i32, i32, index) {
  %0 = builtin.unrealized_conversion_cast %a : i32 to index
  %1 = builtin.unrealized_conversion_cast %0 : index to i32
  %2 = builtin.unrealized_conversion_cast %1 : i32 to i32
  %3:2 = builtin.unrealized_conversion_cast %2, %0 : i32, index to i64, i32
  %4:2 = builtin.unrealized_conversion_cast %3#0, %3#1 : i64, i32 to i32, index
  return %2, %3#1, %4#0, %4#1 : i32, i32, i32, index
}
