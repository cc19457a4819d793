// RUN: tttranslate --ttkernel-to-cpp-noc %s | filecheck %s

// CHECK: #include <cstdint>
// CHECK-NEXT: #include "dataflow_api.h"
// CHECK-NEXT: void kernel_main() {
// CHECK-NEXT: ::tt::CB v1 = ::tt::CB::c_in0;
// CHECK-NEXT: ::tt::CB v2 = v1;
// CHECK-NEXT: int32_t v3 = 4;
// CHECK-NEXT: cb_push_back(v2, v3);
// CHECK-NEXT: return;
// CHECK-NEXT: }
// CHECK: #include <cstdint>
// CHECK-NEXT: #include "dataflow_api.h"
// CHECK-NEXT: void kernel_main() {
// CHECK-NEXT: return;
// CHECK-NEXT: }

func.func @kernel(%cb: !ttkernel.cb<cb_in0, 294912, memref<2x4x!tt.tile<32x32, f32>, #tt.memory_space<l1>>, 4096, 1>) {
  %c4 = arith.constant 4 : i32
  "ttkernel.cb_push_back"(%cb, %c4) : (!ttkernel.cb<cb_in0, 294912, memref<2x4x!tt.tile<32x32, f32>, #tt.memory_space<l1>>, 4096, 1>, i32) -> ()
  "ttkernel.return"() : () -> ()
}
func.func @second() {
  "ttkernel.return"() : () -> ()
}
