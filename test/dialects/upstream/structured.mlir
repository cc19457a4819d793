// RUN: ttopt %s | filecheck %s --strict-whitespace --match-full-lines

//      CHECK:  memref.global "private" constant @g : memref<2xf32> = dense<[1.000000e+00, 2.000000e+00]> {alignment = 64 : i64}
memref.global "private" constant @g : memref<2xf32> = dense<[1.0, 2.0]> {alignment = 64 : i64}
// CHECK-NEXT:  memref.global "private" @u : memref<2xf32> = uninitialized
memref.global "private" @u : memref<2xf32> = uninitialized

func.func @f(%a: tensor<4x8xf32>, %b: tensor<4xf32>, %t: tensor<8x4xf32>, %m: memref<4x8xf32>, %i: i32, %n: index) {
  //      CHECK:    %broadcasted = linalg.broadcast ins(%arg1 : tensor<4xf32>) outs(%arg0 : tensor<4x8xf32>) dimensions = [1]{{ $}}
  %0 = linalg.broadcast ins(%b : tensor<4xf32>) outs(%a : tensor<4x8xf32>) dimensions = [1]
  // CHECK-NEXT:    %transposed = linalg.transpose ins(%arg0 : tensor<4x8xf32>) outs(%arg2 : tensor<8x4xf32>) permutation = [1, 0]{{ $}}
  %1 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%t : tensor<8x4xf32>) permutation = [1, 0]
  // CHECK-NEXT:    %reduced = linalg.reduce ins(%arg0 : tensor<4x8xf32>) outs(%arg1 : tensor<4xf32>) dimensions = [1]{{ $}}
  // CHECK-NEXT:      (%in: f32, %init: f32) {
  // CHECK-NEXT:        %{{.*}} = arith.addf %in, %init : f32
  // CHECK-NEXT:        %{{.*}} = arith.mulf %{{.*}}, %init : f32
  // CHECK-NEXT:        linalg.yield %{{.*}} : f32
  // CHECK-NEXT:      }
  %2 = linalg.reduce ins(%a : tensor<4x8xf32>) outs(%b : tensor<4xf32>) dimensions = [1] (%x: f32, %y: f32) {
    %z = arith.addf %x, %y : f32
    %w = arith.mulf %z, %y : f32
    linalg.yield %w : f32
  }
  // CHECK-NEXT:    memref.copy %arg3, %arg3 {x} : memref<4x8xf32> to memref<4x8xf32>
  memref.copy %m, %m {x} : memref<4x8xf32> to memref<4x8xf32>
  // CHECK-NEXT:    %cast = memref.cast %arg3 : memref<4x8xf32> to memref<?x8xf32>
  %3 = memref.cast %m : memref<4x8xf32> to memref<?x8xf32>
  // CHECK-NEXT:    %{{.*}} = arith.addi %arg4, %arg4 overflow<nsw, nuw> : i32
  %4 = arith.addi %i, %i overflow<nsw, nuw> : i32
  // CHECK-NEXT:    %{{.*}} = arith.cmpi slt, %arg4, %arg4 : i32
  %5 = arith.cmpi slt, %i, %i : i32
  // CHECK-NEXT:    %{{.*}} = affine.apply #map(%arg5)[%arg5]
  %6 = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%n)[%n]
  return
}
