// RUN: ttopt --generate-runtime-verification %s | filecheck %s
// No operation of upstream's tool generates checks: MLIR has them in extensions that it does not register.

// CHECK-LABEL: func.func @f
// CHECK-NEXT: %[[LOADED:.*]] = memref.load %arg0[%arg1] : memref<4xf32>
// CHECK-NEXT: return %[[LOADED]] : f32
func.func @f(%m: memref<4xf32>, %i: index) -> f32 {
  %0 = memref.load %m[%i] : memref<4xf32>
  return %0 : f32
}
