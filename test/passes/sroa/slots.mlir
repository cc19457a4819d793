// RUN: ttopt --sroa %s | filecheck %s
// RUN: ttopt --sroa --mem2reg %s | filecheck %s --check-prefix=VALUES
// A small buffer becomes a slot for each accessed element. Other buffers stay.

// CHECK-LABEL: func.func @split
// CHECK: %alloca = memref.alloca() : memref<f32>
// CHECK-NEXT: %alloca_0 = memref.alloca() : memref<f32>
// CHECK-NEXT: memref.store %arg0, %alloca[] : memref<f32>
// CHECK-NEXT: memref.store %arg1, %alloca_0[] {nontemporal = true} : memref<f32>
// CHECK-NEXT: %0 = memref.load %alloca[] : memref<f32>
// CHECK-NEXT: return %0 : f32
// VALUES-LABEL: func.func @split
// VALUES-NOT: memref
// VALUES: return %arg0 : f32
func.func @split(%x: f32, %y: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloca() {alignment = 8 : i64} : memref<2x2xf32, 1>
  memref.store %x, %a[%c0, %c1] : memref<2x2xf32, 1>
  memref.store %y, %a[%c1, %c1] {nontemporal = true} : memref<2x2xf32, 1>
  %r = memref.load %a[%c0, %c1] : memref<2x2xf32, 1>
  return %r : f32
}

// CHECK-LABEL: func.func @inside
// CHECK: %alloca = memref.alloca() : memref<f32>
// CHECK: memref.load %alloca[] : memref<f32>
func.func @inside() -> f32 {
  %c0 = arith.constant 0 : index
  %a = memref.alloca() : memref<3xf32>
  %r = scf.execute_region -> f32 {
    %n = memref.load %a[%c0] : memref<3xf32>
    scf.yield %n : f32
  }
  return %r : f32
}

// CHECK-LABEL: func.func @kept
// CHECK: memref.alloca() : memref<17xf32>
// CHECK: memref.alloca() : memref<1xf32>
// CHECK: memref.alloca() : memref<3xf32>
// CHECK: memref.alloca() : memref<4xf32>
// CHECK: memref.alloca() : memref<5xf32>
// CHECK: memref.alloca() : memref<6xf32>
func.func @kept(%x: f32, %i: index) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %large = memref.alloca() : memref<17xf32>
  memref.store %x, %large[%c0] : memref<17xf32>
  %one = memref.alloca() : memref<1xf32>
  memref.store %x, %one[%c0] : memref<1xf32>
  %outside = memref.alloca() : memref<3xf32>
  memref.store %x, %outside[%c5] : memref<3xf32>
  %unknown = memref.alloca() : memref<4xf32>
  memref.store %x, %unknown[%i] : memref<4xf32>
  %escapes = memref.alloca() : memref<5xf32>
  memref.store %x, %escapes[%c0] : memref<5xf32>
  %cast = memref.cast %escapes : memref<5xf32> to memref<?xf32>
  %unused = memref.alloca() : memref<6xf32>
  return
}
