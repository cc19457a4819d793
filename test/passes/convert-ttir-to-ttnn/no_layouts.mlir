// RUN: not ttopt --convert-ttir-to-ttnn %s 2>&1 | filecheck %s
// RUN: not ttopt --ttir-layout --convert-ttir-to-ttnn %s 2>&1 | filecheck %s --check-prefix=METAL
// Lowering needs layouts, and those of TTNN.

// METAL: error: {{.*}}requires a tensor with a TTNN layout (see --ttnn-layout), but got 'tensor<8x8xf32, #tt.metal_layout<

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, d0 floordiv s0, d1 mod s1), meshShape = , chipIds = [0]>
module attributes {tt.device = #device} {
  func.func @f() -> tensor<8x8xf32> {
    // CHECK: error: 'ttir.zeros' op requires a tensor with a TTNN layout (see --ttnn-layout), but got 'tensor<8x8xf32>'
    // CHECK-NEXT: ttir.zeros
    // CHECK-NOT: Traceback
    %0 = "ttir.zeros"() <{shape = array<i32: 8, 8>}> : () -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
}
