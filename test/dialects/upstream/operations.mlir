// RUN: ttopt %s | FileCheck %s

// Valid operations that xDSL's verifiers refuse.

// CHECK-LABEL: @constants
func.func @constants() {
  // CHECK: arith.constant dense<[1.000000e+00, 2.500000e+00]> : tensor<2xf80>
  %0 = arith.constant dense<[1.0, 2.5]> : tensor<2xf80>
  // CHECK: arith.constant sparse<0, 1.000000e+00> : tensor<2xf80>
  %1 = arith.constant sparse<[[0]], [1.0]> : tensor<2xf80>
  // CHECK: arith.constant sparse<{{\[\[}}0, 1]], 5> : vector<2x2xi32>
  %2 = arith.constant sparse<[[0, 1]], [5]> : vector<2x2xi32>
  // CHECK: arith.constant dense<1.000000e+00> : vector<4xf128>
  %3 = "arith.constant"() <{value = dense<1.0> : vector<4xf128>}> : () -> vector<4xf128>
  return
}

// CHECK-LABEL: @unknown_sizes
func.func @unknown_sizes(%t: tensor<16x32xf32>, %u: tensor<?x?x?x?xf32>, %s: tensor<?x?xf32>, %v: f32, %m: memref<4x8xf32>, %d: memref<?xf32>, %i: index) {
  // CHECK: tensor.pack {{.*}} tensor<16x32xf32> -> tensor<?x?x?x?xf32>
  %0 = tensor.pack %t inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %u : tensor<16x32xf32> -> tensor<?x?x?x?xf32>
  // CHECK: tensor.unpack {{.*}} tensor<?x?x?x?xf32> -> tensor<16x32xf32>
  %1 = tensor.unpack %u inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %t : tensor<?x?x?x?xf32> -> tensor<16x32xf32>
  // CHECK: tensor.pad {{.*}} low[1, 2] high[2, 1]
  %2 = tensor.pad %s low[1, 2] high[2, 1] {
  ^bb0(%a: index, %b: index):
    tensor.yield %v : f32
  } : tensor<?x?xf32> to tensor<5x6xf32>
  // CHECK: memref.reinterpret_cast {{.*}} to memref<?x?xf32>
  %3 = memref.reinterpret_cast %m to offset: [0], sizes: [2, 16], strides: [16, 1] : memref<4x8xf32> to memref<?x?xf32>
  // CHECK: memref.expand_shape {{.*}} into memref<?x?xf32>
  %4 = memref.expand_shape %d [[0, 1]] output_shape [%i, 8] : memref<?xf32> into memref<?x?xf32>
  return
}

// CHECK-LABEL: @allocations
func.func @allocations(%i: index) {
  // CHECK: memref.alloc() {alignment = 9 : i64} : memref<4xf32>
  %0 = memref.alloc() {alignment = 9 : i64} : memref<4xf32>
  // CHECK: memref.alloc(%{{.*}})[%{{.*}}] : memref<?xf32, {{.*}}>
  %1 = memref.alloc(%i)[%i] : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  // CHECK: memref.alloca(){{.*}} : memref<4xf32, strided<[?], offset: ?>>
  %2 = memref.alloca()[%i, %i] : memref<4xf32, strided<[?], offset: ?>>
  return
}

// CHECK-LABEL: @unknown_ranks
func.func @unknown_ranks(%m: memref<4x8xf32>, %u: memref<*xf32>) {
  // CHECK: memref.copy {{.*}} : memref<4x8xf32> to memref<*xf32>
  memref.copy %m, %u : memref<4x8xf32> to memref<*xf32>
  // CHECK: memref.reinterpret_cast {{.*}} : memref<*xf32> to memref<2x16xf32>
  %0 = memref.reinterpret_cast %u to offset: [0], sizes: [2, 16], strides: [16, 1] : memref<*xf32> to memref<2x16xf32>
  // CHECK: bufferization.clone {{.*}} : memref<4x8xf32> to memref<?x8xf32>
  %1 = bufferization.clone %m : memref<4x8xf32> to memref<?x8xf32>
  return
}
