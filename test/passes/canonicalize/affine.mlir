// RUN: ttopt --canonicalize %s | filecheck %s

// CHECK-LABEL: @without_body
// CHECK-NEXT:    return %arg0, %arg1, %arg0, %arg1 : f32, f32, f32, f32
func.func @without_body(%x: f32, %y: f32, %n: index) -> (f32, f32, f32, f32) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 4 {
    }
  }
  %0 = affine.for %i = 0 to %n iter_args(%a = %x) -> (f32) {
    affine.yield %a : f32
  }
  %1 = affine.for %i = 0 to 8 iter_args(%a = %x) -> (f32) {
    affine.yield %y : f32
  }
  %2 = affine.for %i = 8 to 8 iter_args(%a = %x) -> (f32) {
    %z = arith.addf %a, %y : f32
    affine.yield %z : f32
  }
  %3:2 = affine.for %i = 0 to 4 step 4 iter_args(%a = %x, %b = %y) -> (f32, f32) {
    affine.yield %b, %a : f32, f32
  }
  return %0, %1, %2, %3#0 : f32, f32, f32, f32
}

// CHECK-LABEL: @kept
// CHECK-NEXT:    affine.for %arg{{.*}} = 0 to 8 iter_args
// CHECK:         affine.for %arg{{.*}} = 0 to %arg2 iter_args
// CHECK:         affine.for %arg{{.*}} = 8 to 6 {
func.func @kept(%x: f32, %y: f32, %n: index, %m: memref<8xf32>) -> (f32, f32) {
  %0:2 = affine.for %i = 0 to 8 iter_args(%a = %x, %b = %y) -> (f32, f32) {
    affine.yield %b, %a : f32, f32
  }
  %1 = affine.for %i = 0 to %n iter_args(%a = %x) -> (f32) {
    affine.yield %y : f32
  }
  %four = arith.constant 4 : index
  %nine = arith.constant 9 : index
  affine.for %i = max affine_map<(d0)[s0] -> (d0 * 2, s0 - 3)>(%four)[%nine] to min affine_map<(d0)[s0] -> (d0 * 2, s0 - 3)>(%four)[%nine] {
    affine.store %x, %m[%i] : memref<8xf32>
  }
  return %0#0, %1 : f32, f32
}
