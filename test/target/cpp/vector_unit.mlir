// RUN: tttranslate --ttkernel-to-cpp-tensix %s | filecheck %s

// Headers that only some kernels need follow those that all have.
// CHECK: #include "compute_kernel_api/eltwise_unary/recip.h"
// CHECK-NEXT: #include "compute_kernel_api/eltwise_unary/rounding.h"
// CHECK-NEXT: #include "compute_kernel_api/eltwise_unary/typecast.h"
// CHECK-NEXT: #include "compute_kernel_api/binary_max_min.h"
// CHECK-NEXT: #include "compute_kernel_api/mul_int_sfpu.h"
// CHECK-NEXT: #include "compute_kernel_api/bcast.h"
// CHECK-NEXT: #define REDUCE_OP PoolType::SUM
// CHECK: unary_bcast_init<BroadcastType::COL>([[IN:v[0-9]+]], [[OUT:v[0-9]+]]);
// CHECK-NEXT: unary_bcast<BroadcastType::ROW>([[IN]], [[ONE:v[0-9]+]], [[ONE]]);
// CHECK-NEXT: sub_tiles_init([[IN]], [[IN]]);
// CHECK-NEXT: sub_tiles([[IN]], [[IN]], [[ONE]], [[ONE]], [[ONE]]);
// CHECK-NEXT: rounding_op_tile_init();
// CHECK-NEXT: ceil_tile([[ONE]]);
// CHECK-NEXT: typecast_tile_init<static_cast<std::underlying_type_t<DataFormat>>(DataFormat::Float32), static_cast<std::underlying_type_t<DataFormat>>(DataFormat::Float16_b)>();
// CHECK-NEXT: typecast_tile<static_cast<std::underlying_type_t<DataFormat>>(DataFormat::Float32), static_cast<std::underlying_type_t<DataFormat>>(DataFormat::Float16_b)>([[ONE]]);
// CHECK-NEXT: mul_int_tile_init<DataFormat::Int32>();
// CHECK-NEXT: mul_int_tile<DataFormat::UInt32>([[ONE]], [[ONE]], [[ONE]]);
// CHECK-NEXT: binary_min_int32_tile([[ONE]], [[ONE]], [[ONE]]);
!cb = !ttkernel.cb<cb_in0, 1024, memref<1x2x!tt.tile<32x32, f32>, #tt.memory_space<l1>>, 4096, 1>
!out = !ttkernel.cb<cb_out0, 16384, memref<1x2x!tt.tile<32x32, f32>, #tt.memory_space<l1>>, 4096, 1>
func.func @kernel(%in: !cb, %out: !out) {
  %one = arith.constant 1 : i32
  "ttkernel.unary_bcast_init"(%in, %out) <{bcast_type = #ttkernel.bcast_type<col>}> : (!cb, !out) -> ()
  "ttkernel.unary_bcast"(%in, %one, %one) <{bcast_type = #ttkernel.bcast_type<row>}> : (!cb, i32, i32) -> ()
  "ttkernel.sub_tiles_init"(%in, %in) : (!cb, !cb) -> ()
  "ttkernel.sub_tiles"(%in, %in, %one, %one, %one) : (!cb, !cb, i32, i32, i32) -> ()
  "ttkernel.rounding_op_tile_init"() : () -> ()
  "ttkernel.ceil_tile"(%one) : (i32) -> ()
  "ttkernel.typecast_tile_init"() <{in_dtype = #tt.supportedDataTypes<f32>, out_dtype = #tt.supportedDataTypes<bf16>}> : () -> ()
  "ttkernel.typecast_tile"(%one) <{in_dtype = #tt.supportedDataTypes<f32>, out_dtype = #tt.supportedDataTypes<bf16>}> : (i32) -> ()
  "ttkernel.mul_int_tile_init"() <{dtype = #tt.supportedDataTypes<si32>}> : () -> ()
  "ttkernel.mul_int_tile"(%one, %one, %one) <{dtype = #tt.supportedDataTypes<u32>}> : (i32, i32, i32) -> ()
  "ttkernel.binary_min_int32_tile"(%one, %one, %one) : (i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}
