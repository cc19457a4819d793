// RUN: tttranslate --ttkernel-to-cpp-tensix %s | filecheck %s

// CHECK: #include <cstdint>
// CHECK-NEXT: #include "llk_defs.h"
// CHECK-NEXT: #include "compute_kernel_api/common.h"
// CHECK-NEXT: #include "compute_kernel_api/tilize.h"
// CHECK-NEXT: #include "compute_kernel_api/untilize.h"
// CHECK-NEXT: #include "compute_kernel_api/eltwise_binary.h"
// CHECK-NEXT: #include "compute_kernel_api.h"
// CHECK-NEXT: #include "compute_kernel_api/tile_move_copy.h"
// CHECK-NEXT: #include "compute_kernel_api/eltwise_unary/eltwise_unary.h"
// CHECK-NEXT: #include "compute_kernel_api/eltwise_unary/exp.h"
// CHECK-NEXT: #include "compute_kernel_api/eltwise_unary/sfpu_split_includes.h"
// CHECK-NEXT: #include "compute_kernel_api/eltwise_unary/recip.h"
// CHECK-NEXT: #define REDUCE_OP PoolType::SUM
// CHECK-NEXT: #define REDUCE_DIM ReduceDim::REDUCE_COL
// CHECK-NEXT: #include "compute_kernel_api/reduce.h"
// CHECK-NEXT: namespace NAMESPACE {
// CHECK-NEXT: void kernel_main() {
// CHECK-NEXT: ::tt::CB v1 = ::tt::CB::c_in0;
// CHECK-NEXT: ::tt::CB v2 = v1;
// CHECK-NEXT: int32_t v3 = 4;
// CHECK-NEXT: cb_push_back(v2, v3);
// CHECK-NEXT: return;
// CHECK-NEXT: }
// CHECK: void MAIN { kernel_main(); }
// CHECK-NEXT: }
// CHECK: #include <cstdint>
// CHECK-NEXT: #include "llk_defs.h"
// CHECK-NEXT: #include "compute_kernel_api/common.h"
// CHECK-NEXT: #include "compute_kernel_api/tilize.h"
// CHECK-NEXT: #include "compute_kernel_api/untilize.h"
// CHECK-NEXT: #include "compute_kernel_api/eltwise_binary.h"
// CHECK-NEXT: #include "compute_kernel_api.h"
// CHECK-NEXT: #include "compute_kernel_api/tile_move_copy.h"
// CHECK-NEXT: #include "compute_kernel_api/eltwise_unary/eltwise_unary.h"
// CHECK-NEXT: #include "compute_kernel_api/eltwise_unary/exp.h"
// CHECK-NEXT: #include "compute_kernel_api/eltwise_unary/sfpu_split_includes.h"
// CHECK-NEXT: #include "compute_kernel_api/eltwise_unary/recip.h"
// CHECK-NEXT: #define REDUCE_OP PoolType::SUM
// CHECK-NEXT: #define REDUCE_DIM ReduceDim::REDUCE_COL
// CHECK-NEXT: #include "compute_kernel_api/reduce.h"
// CHECK-NEXT: namespace NAMESPACE {
// CHECK-NEXT: void kernel_main() {
// CHECK-NEXT: return;
// CHECK-NEXT: }
// CHECK: void MAIN { kernel_main(); }
// CHECK-NEXT: }

func.func @kernel(%cb: !ttkernel.cb<cb_in0, 294912, memref<2x4x!tt.tile<32x32, f32>, #tt.memory_space<l1>>, 4096, 1>) {
  %c4 = arith.constant 4 : i32
  "ttkernel.cb_push_back"(%cb, %c4) : (!ttkernel.cb<cb_in0, 294912, memref<2x4x!tt.tile<32x32, f32>, #tt.memory_space<l1>>, 4096, 1>, i32) -> ()
  "ttkernel.return"() : () -> ()
}
func.func @second() {
  "ttkernel.return"() : () -> ()
}
