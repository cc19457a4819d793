// RUN: tttranslate --ttkernel-to-cpp-tensix %s | filecheck %s

!in0 = !ttkernel.cb<cb_in0, 4096, memref<1x1x!tt.tile<32x32, f32>, #tt.memory_space<l1>>, 4096, 1>
!in1 = !ttkernel.cb<cb_in1, 8192, memref<1x1x!tt.tile<32x32, f32>, #tt.memory_space<l1>>, 4096, 1>
!out = !ttkernel.cb<cb_out0, 12288, memref<1x1x!tt.tile<32x32, f32>, #tt.memory_space<l1>>, 4096, 1>

// The headers of functions that upstream's kernels do not call are included where they are called.
// CHECK: #include "compute_kernel_api/matmul.h"
// CHECK: #include "compute_kernel_api/transpose_wh.h"
// CHECK: mm_init(v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}});
// CHECK: mm_init_short(v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}});
// CHECK: matmul_tiles(v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}});
// CHECK: transpose_wh_init(v{{[0-9]+}}, v{{[0-9]+}});
// CHECK: transpose_wh_tile(v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}});
func.func @kernel(%in0: !in0, %in1: !in1, %out: !out) {
  %zero = arith.constant 0 : i32
  "ttkernel.mm_init"(%in0, %in1, %out, %zero) : (!in0, !in1, !out, i32) -> ()
  "ttkernel.mm_init_short"(%in0, %in1, %zero) : (!in0, !in1, i32) -> ()
  "ttkernel.matmul_tiles"(%in0, %in1, %zero, %zero, %zero) : (!in0, !in1, i32, i32, i32) -> ()
  "ttkernel.transpose_wh_init"(%in0, %out) : (!in0, !out) -> ()
  "ttkernel.transpose_wh_tile"(%in0, %zero, %zero) : (!in0, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}
