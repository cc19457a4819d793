// RUN: ttopt --convert-ttkernel-to-emitc %s | filecheck %s

// CHECK: module {
// CHECK-NEXT: func.func @calls() {
// CHECK-NEXT: %0 = "emitc.variable"() <{value = #emitc.opaque<"::tt::CB::c_in1">}> : () -> !emitc.lvalue<!emitc.opaque<"::tt::CB">>
// CHECK-NEXT: %1 = emitc.load %0 : <!emitc.opaque<"::tt::CB">>
// CHECK-NEXT: %2 = "emitc.variable"() <{value = #emitc.opaque<"::tt::CB::c_intermed7">}> : () -> !emitc.lvalue<!emitc.opaque<"::tt::CB">>
// CHECK-NEXT: %3 = emitc.load %2 : <!emitc.opaque<"::tt::CB">>
// CHECK-NEXT: %4 = "emitc.constant"() <{value = 4 : i32}> : () -> i32
// CHECK-NEXT: %5 = emitc.call_opaque "get_noc_addr_from_bank_id"(%4, %4) {template_args = [#emitc.opaque<"true">]} : (i32, i32) -> i64
// CHECK-NEXT: %6 = emitc.call_opaque "get_noc_addr"(%4, %4, %4) : (i32, i32, i32) -> i64
// CHECK-NEXT: %7 = emitc.call_opaque "get_semaphore"(%4) : (i32) -> i32
// CHECK-NEXT: %8 = emitc.call_opaque "reinterpret_cast<volatile tt_l1_ptr uint32_t*>"(%7) : (i32) -> !emitc.ptr<!emitc.opaque<"volatile tt_l1_ptr uint32_t">>
// CHECK-NEXT: %9 = emitc.subscript %8[%4] : (!emitc.ptr<!emitc.opaque<"volatile tt_l1_ptr uint32_t">>, i32) -> !emitc.lvalue<!emitc.opaque<"volatile tt_l1_ptr uint32_t">>
// CHECK-NEXT: %10 = emitc.cast %4 : i32 to !emitc.opaque<"volatile tt_l1_ptr uint32_t">
// CHECK-NEXT: emitc.assign %10 : !emitc.opaque<"volatile tt_l1_ptr uint32_t"> to %9 : <!emitc.opaque<"volatile tt_l1_ptr uint32_t">>
// CHECK-NEXT: emitc.call_opaque "noc_semaphore_set"(%8, %4) : (!emitc.ptr<!emitc.opaque<"volatile tt_l1_ptr uint32_t">>, i32) -> ()
// CHECK-NEXT: %11 = "emitc.constant"() <{value = #emitc.opaque<"MEM_ZEROS_BASE">}> : () -> i32
// CHECK-NEXT: %12 = "emitc.constant"() <{value = #emitc.opaque<"MEM_ZEROS_SIZE">}> : () -> i32
// CHECK-NEXT: emitc.call_opaque "noc_async_read"(%5, %11, %12) : (i64, i32, i32) -> ()
// CHECK-NEXT: emitc.call_opaque "reduce_init"(%1, %1, %3) {template_args = [#emitc.opaque<"true">, #emitc.opaque<"PoolType::MAX">, #emitc.opaque<"ReduceDim::REDUCE_SCALAR">]} : (!emitc.opaque<"::tt::CB">, !emitc.opaque<"::tt::CB">, !emitc.opaque<"::tt::CB">) -> ()
// CHECK-NEXT: emitc.call_opaque "reduce_tile"(%1, %1, %4, %4, %4) {template_args = [#emitc.opaque<"PoolType::SUM">, #emitc.opaque<"ReduceDim::REDUCE_ROW">]} : (!emitc.opaque<"::tt::CB">, !emitc.opaque<"::tt::CB">, i32, i32, i32) -> ()
// CHECK-NEXT: emitc.call_opaque "pack_tile"(%4, %3, %4) : (i32, !emitc.opaque<"::tt::CB">, i32) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: }

// An op for each way of calling.
func.func @calls(%in: !ttkernel.cb<cb_in1, 294912, memref<2x4x!tt.tile<32x32, f32>, #tt.memory_space<l1>>, 4096, 1>, %unused: !ttkernel.semaphore<0>, %out: !ttkernel.cb<cb_int7, 327680, memref<2x4x!tt.tile<32x32, f32>, #tt.memory_space<l1>>, 4096, 1>) {
  %c4 = arith.constant 4 : i32
  %bank = "ttkernel.get_noc_addr_from_bank_id"(%c4, %c4) : (i32, i32) -> !ttkernel.noc_addr
  %xy = "ttkernel.get_noc_addr_xy"(%c4, %c4, %c4) : (i32, i32, i32) -> !ttkernel.noc_addr
  %semaphore = "ttkernel.get_semaphore"(%c4) : (i32) -> !ttkernel.l1_addr
  %pointer = "ttkernel.reinterpret_cast<volatile tt_l1_ptr uint32_t*>"(%semaphore) : (!ttkernel.l1_addr) -> !ttkernel.l1_addr_ptr
  "ttkernel.store_to_l1"(%c4, %pointer, %c4) : (i32, !ttkernel.l1_addr_ptr, i32) -> ()
  "ttkernel.noc_semaphore_set"(%pointer, %c4) : (!ttkernel.l1_addr_ptr, i32) -> ()
  %zeros = "ttkernel.mem_zeros_base"() : () -> i32
  %size = "ttkernel.mem_zeros_size"() : () -> i32
  "ttkernel.noc_async_read"(%bank, %zeros, %size) : (!ttkernel.noc_addr, i32, i32) -> ()
  "ttkernel.reduce_init"(%in, %in, %out) <{reduce_dim = #ttkernel.reduce_dim<reduce_dim_scalar>, reduce_type = #ttkernel.reduce_type<reduce_max>}> : (!ttkernel.cb<cb_in1, 294912, memref<2x4x!tt.tile<32x32, f32>, #tt.memory_space<l1>>, 4096, 1>, !ttkernel.cb<cb_in1, 294912, memref<2x4x!tt.tile<32x32, f32>, #tt.memory_space<l1>>, 4096, 1>, !ttkernel.cb<cb_int7, 327680, memref<2x4x!tt.tile<32x32, f32>, #tt.memory_space<l1>>, 4096, 1>) -> ()
  "ttkernel.reduce_tile"(%in, %in, %c4, %c4, %c4) <{reduce_dim = #ttkernel.reduce_dim<reduce_dim_row>, reduce_type = #ttkernel.reduce_type<reduce_sum>}> : (!ttkernel.cb<cb_in1, 294912, memref<2x4x!tt.tile<32x32, f32>, #tt.memory_space<l1>>, 4096, 1>, !ttkernel.cb<cb_in1, 294912, memref<2x4x!tt.tile<32x32, f32>, #tt.memory_space<l1>>, 4096, 1>, i32, i32, i32) -> ()
  "ttkernel.pack_tile"(%c4, %out, %c4) : (i32, !ttkernel.cb<cb_int7, 327680, memref<2x4x!tt.tile<32x32, f32>, #tt.memory_space<l1>>, 4096, 1>, i32) -> ()
  "ttkernel.return"() : () -> ()
}
