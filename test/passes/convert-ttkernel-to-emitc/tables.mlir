// RUN: ttopt --convert-ttkernel-to-emitc %s | filecheck %s

// CHECK: module {
// CHECK-NEXT: emitc.global static const @g_ttkernel_noc_transactions_table_reader_0 : !emitc.array<2x4xi32> = dense<{{\[\[}}1, 2, 3, 4], [5, 6, 7, 8]]>
// CHECK-NEXT: func.func @reader() {
// CHECK-NEXT: %0 = "emitc.variable"() <{value = #emitc.opaque<"::tt::CB::c_in0">}> : () -> !emitc.lvalue<!emitc.opaque<"::tt::CB">>
// CHECK-NEXT: %1 = emitc.load %0 : <!emitc.opaque<"::tt::CB">>
// CHECK-NEXT: %2 = "emitc.constant"() <{value = 0 : i32}> : () -> i32
// CHECK-NEXT: %3 = "emitc.constant"() <{value = 1 : i32}> : () -> i32
// CHECK-NEXT: %4 = "emitc.constant"() <{value = 16 : i32}> : () -> i32
// CHECK-NEXT: %5 = "emitc.constant"() <{value = 65535 : i32}> : () -> i32
// CHECK-NEXT: %6 = emitc.get_global @g_ttkernel_noc_transactions_table_reader_0 : !emitc.array<2x4xi32>
// CHECK-NEXT: emitc.for %arg0 = %2 to %4 step %3  : i32 {
// CHECK-NEXT: %7 = emitc.cast %arg0 : i32 to !emitc.ptrdiff_t
// CHECK-NEXT: %8 = emitc.cast %7 : !emitc.ptrdiff_t to !emitc.size_t
// CHECK-NEXT: %9 = "emitc.constant"() <{value = 0 : index}> : () -> !emitc.size_t
// CHECK-NEXT: %10 = emitc.subscript %6[%8, %9] : (!emitc.array<2x4xi32>, !emitc.size_t, !emitc.size_t) -> !emitc.lvalue<i32>
// CHECK-NEXT: %11 = emitc.load %10 : <i32>
// CHECK-NEXT: %12 = "emitc.constant"() <{value = 3 : index}> : () -> !emitc.size_t
// CHECK-NEXT: %13 = emitc.subscript %6[%8, %12] : (!emitc.array<2x4xi32>, !emitc.size_t, !emitc.size_t) -> !emitc.lvalue<i32>
// CHECK-NEXT: %14 = emitc.load %13 : <i32>
// CHECK-NEXT: %15 = emitc.cast %14 : i32 to ui32
// CHECK-NEXT: %16 = emitc.cast %5 : i32 to ui32
// CHECK-NEXT: %17 = emitc.bitwise_and %15, %16 : (ui32, ui32) -> ui32
// CHECK-NEXT: %18 = emitc.cast %17 : ui32 to i32
// CHECK-NEXT: %19 = emitc.cast %14 : i32 to ui32
// CHECK-NEXT: %20 = emitc.cast %4 : i32 to ui32
// CHECK-NEXT: %21 = "emitc.constant"() <{value = 32 : ui32}> : () -> ui32
// CHECK-NEXT: %22 = emitc.cmp lt, %20, %21 : (ui32, ui32) -> i1
// CHECK-NEXT: %23 = "emitc.constant"() <{value = 0 : ui32}> : () -> ui32
// CHECK-NEXT: %24 = emitc.expression : ui32 {
// CHECK-NEXT: %27 = emitc.bitwise_right_shift %19, %20 : (ui32, ui32) -> ui32
// CHECK-NEXT: %28 = emitc.conditional %22, %27, %23 : ui32
// CHECK-NEXT: emitc.yield %28 : ui32
// CHECK-NEXT: }
// CHECK-NEXT: %25 = emitc.cast %24 : ui32 to i32
// CHECK-NEXT: %26 = emitc.call_opaque "get_noc_addr"(%18, %25, %11) : (i32, i32, i32) -> i64
// CHECK-NEXT: emitc.call_opaque "noc_async_read"(%26, %11, %4) : (i64, i32, i32) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: emitc.call_opaque "cb_push_back"(%1, %3) : (!emitc.opaque<"::tt::CB">, i32) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: func.func @unused() {
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: }

#l1_ = #tt.memory_space<l1>
func.func @reader(%cb: !ttkernel.cb<cb_in0, 294912, memref<2x4x!tt.tile<32x32, f32>, #l1_>, 4096, 1>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  %mask = arith.constant 65535 : i32
  %table = "ttkernel.noc_transactions_table"() <{entries = array<i32: 1, 2, 3, 4, 5, 6, 7, 8>}> : () -> memref<2x4xi32>
  scf.for %i = %c0 to %c16 step %c1 : i32 {
    %e = arith.index_cast %i : i32 to index
    %x0 = arith.constant 0 : index
    %dst = memref.load %table[%e, %x0] : memref<2x4xi32>
    %x3 = arith.constant 3 : index
    %xy = memref.load %table[%e, %x3] : memref<2x4xi32>
    %x = arith.andi %xy, %mask : i32
    %y = arith.shrui %xy, %c16 : i32
    %a = "ttkernel.get_noc_addr_xy"(%x, %y, %dst) : (i32, i32, i32) -> !ttkernel.noc_addr
    "ttkernel.noc_async_read"(%a, %dst, %c16) : (!ttkernel.noc_addr, i32, i32) -> ()
  }
  "ttkernel.cb_push_back"(%cb, %c1) : (!ttkernel.cb<cb_in0, 294912, memref<2x4x!tt.tile<32x32, f32>, #l1_>, 4096, 1>, i32) -> ()
  "ttkernel.return"() : () -> ()
}

func.func @unused() {
  %table = "ttkernel.noc_transactions_table"() <{entries = array<i32: 1, 2>}> : () -> memref<1x2xi32>
  "ttkernel.return"() : () -> ()
}
