// RUN: tttranslate --ttkernel-to-cpp-noc --emit-source-locations %s | filecheck %s
// RUN: not tttranslate --ttkernel-to-cpp-tensix %S/Inputs/matmul.mlir 2>&1 | filecheck %s --check-prefix=ERROR

// A declaration is no kernel.
func.func private @external(i32)

// CHECK: #include <cstdint>
// CHECK-NEXT: #include "dataflow_api.h"
// CHECK-NEXT: // "kernel.py":1:2
// CHECK-NEXT: void kernel_main() {
// CHECK-NEXT:   // "kernel.py":3:4
// CHECK-NEXT:   noc_async_read_barrier();
// CHECK-NEXT:   // "kernel.py":5:6
// CHECK-NEXT:   return;
// CHECK-NEXT: }
// CHECK-NOT: kernel_main
func.func @kernel() {
  "ttkernel.noc_async_read_barrier"() : () -> () loc("kernel.py":3:4)
  "ttkernel.return"() : () -> () loc("kernel.py":5:6)
} loc("kernel.py":1:2)

// ERROR: matmul.mlir:3:3: error: failed to legalize operation 'ttkernel.matmul' that was explicitly marked illegal
