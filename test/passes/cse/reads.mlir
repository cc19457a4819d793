// RUN: ttopt --cse --allow-unregistered-dialect %s | filecheck %s

// Equal loads are merged within a block as long as nothing is written in between.
// CHECK-LABEL: func.func @loads
// CHECK: %0 = memref.load
// CHECK-NEXT: %1 = arith.addf %0, %0
// CHECK-NEXT: memref.store
// CHECK-NEXT: %2 = memref.load
// CHECK-NEXT: "foo.effect"
// CHECK-NEXT: %3 = memref.load
// CHECK-NEXT: return %1, %2, %3
func.func @loads(%m: memref<4xf32>, %i: index) -> (f32, f32, f32) {
  %0 = memref.load %m[%i] : memref<4xf32>
  %1 = memref.load %m[%i] : memref<4xf32>
  %2 = arith.addf %0, %1 : f32
  memref.store %2, %m[%i] : memref<4xf32>
  %3 = memref.load %m[%i] : memref<4xf32>
  "foo.effect"() : () -> ()
  %4 = memref.load %m[%i] : memref<4xf32>
  return %2, %3, %4 : f32, f32, f32
}

// A block that is never reached does not hide that the entry block dominates the other.
// CHECK-LABEL: func.func @unreachable
// CHECK: ^bb2:
// CHECK-NEXT: return %c7_i32
func.func @unreachable() -> i32 {
  %0 = arith.constant 7 : i32
  "foo.effect"(%0) : (i32) -> ()
  cf.br ^bb2
^bb1:
  cf.br ^bb2
^bb2:
  %1 = arith.constant 7 : i32
  return %1 : i32
}
