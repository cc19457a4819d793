// RUN: not ttopt --ttir-load-system-desc --ttir-implicit-device --convert-ttir-to-ttnn %s 2>&1 | filecheck %s
// RUN: not ttopt --ttir-load-system-desc --ttir-implicit-device --ttir-layout --convert-ttir-to-ttnn %s 2>&1 | filecheck %s --check-prefix=METAL
// Lowering needs layouts, and those of TTNN.

// METAL: error: {{.*}}requires a tensor with a TTNN layout (see --ttnn-layout), but got 'tensor<8x8xf32, #tt.metal_layout<

module {
  func.func @f() -> tensor<8x8xf32> {
    // CHECK: error: 'ttir.zeros' op requires a tensor with a TTNN layout (see --ttnn-layout), but got 'tensor<8x8xf32>'
    // CHECK-NEXT: ttir.zeros
    // CHECK-NOT: Traceback
    %0 = "ttir.zeros"() <{shape = array<i32: 8, 8>}> : () -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
}
