// RUN: ttopt --convert-ttkernel-to-emitc %s | filecheck %s

// CHECK: module {
// CHECK-NEXT: func.func @host() {
// CHECK-NEXT: %0 = "emitc.variable"() <{value = #emitc.opaque<"::tt::CB::dataflow3">}> : () -> !emitc.lvalue<!emitc.opaque<"::tt::CB">>
// CHECK-NEXT: %1 = emitc.load %0 : <!emitc.opaque<"::tt::CB">>
// CHECK-NEXT: %2 = "emitc.constant"() <{value = 0 : i32}> : () -> i32
// CHECK-NEXT: %3 = "emitc.constant"() <{value = 3 : i32}> : () -> i32
// CHECK-NEXT: %4 = emitc.call_opaque "get_arg_val"(%2) {template_args = [#emitc.opaque<"uint32_t">]} : (i32) -> i32
// CHECK-NEXT: %5 = emitc.cast %4 : i32 to ui32
// CHECK-NEXT: %6 = emitc.cast %3 : i32 to ui32
// CHECK-NEXT: %7 = emitc.add %5, %6 : (ui32, ui32) -> ui32
// CHECK-NEXT: %8 = emitc.cast %7 : ui32 to i32
// CHECK-NEXT: %9 = "emitc.constant"() <{value = 6 : i32}> : () -> i32
// CHECK-NEXT: %10 = emitc.cmp gt, %8, %3 : (i32, i32) -> i1
// CHECK-NEXT: %11 = emitc.cast %8 : i32 to ui32
// CHECK-NEXT: %12 = emitc.cast %9 : i32 to ui32
// CHECK-NEXT: %13 = "emitc.constant"() <{value = 32 : ui32}> : () -> ui32
// CHECK-NEXT: %14 = emitc.cmp lt, %12, %13 : (ui32, ui32) -> i1
// CHECK-NEXT: %15 = "emitc.constant"() <{value = 0 : ui32}> : () -> ui32
// CHECK-NEXT: %16 = emitc.expression : ui32 {
// CHECK-NEXT: %26 = emitc.bitwise_right_shift %11, %12 : (ui32, ui32) -> ui32
// CHECK-NEXT: %27 = emitc.conditional %14, %26, %15 : ui32
// CHECK-NEXT: emitc.yield %27 : ui32
// CHECK-NEXT: }
// CHECK-NEXT: %17 = emitc.cast %16 : ui32 to i32
// CHECK-NEXT: %18 = "emitc.variable"() <{value = #emitc.opaque<"">}> : () -> !emitc.lvalue<i32>
// CHECK-NEXT: emitc.assign %2 : i32 to %18 : <i32>
// CHECK-NEXT: emitc.for %arg0 = %2 to %4 step %3  : i32 {
// CHECK-NEXT: %26 = emitc.load %18 : <i32>
// CHECK-NEXT: %27 = emitc.mul %26, %arg0 : (i32, i32) -> i32
// CHECK-NEXT: emitc.assign %27 : i32 to %18 : <i32>
// CHECK-NEXT: }
// CHECK-NEXT: %19 = emitc.load %18 : <i32>
// CHECK-NEXT: %20 = "emitc.variable"() <{value = #emitc.opaque<"">}> : () -> !emitc.lvalue<i32>
// CHECK-NEXT: emitc.if %10 {
// CHECK-NEXT: emitc.assign %19 : i32 to %20 : <i32>
// CHECK-NEXT: } else {
// CHECK-NEXT: emitc.assign %17 : i32 to %20 : <i32>
// CHECK-NEXT: }
// CHECK-NEXT: %21 = emitc.load %20 : <i32>
// CHECK-NEXT: %22 = "emitc.variable"() <{value = #emitc.opaque<"">}> : () -> !emitc.array<4xi32>
// CHECK-NEXT: %23 = emitc.cast %21 : i32 to !emitc.ptrdiff_t
// CHECK-NEXT: %24 = emitc.cast %23 : !emitc.ptrdiff_t to !emitc.size_t
// CHECK-NEXT: %25 = emitc.subscript %22[%24] : (!emitc.array<4xi32>, !emitc.size_t) -> !emitc.lvalue<i32>
// CHECK-NEXT: emitc.assign %21 : i32 to %25 : <i32>
// CHECK-NEXT: emitc.call_opaque "cb_wait_front"(%1, %21) : (!emitc.opaque<"::tt::CB">, i32) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: }

// Arithmetic, loops, branches and arrays. Unsigned types where signed overflow would be undefined; constants fold.
func.func @host(%cb: !ttkernel.cb<cb_dfl3, 294912, memref<2x4x!tt.tile<32x32, f32>, #tt.memory_space<l1>>, 4096, 1>) {
  %c0 = arith.constant 0 : i32
  %c3 = arith.constant 3 : i32
  %n = "ttkernel.get_arg_val"(%c0) : (i32) -> i32
  %sum = arith.addi %c3, %n : i32
  %six = arith.addi %c3, %c3 : i32
  %none = arith.muli %sum, %c0 : i32
  %less = arith.cmpi slt, %c3, %sum : i32
  %shifted = arith.shrui %sum, %six : i32
  %total = scf.for %i = %c0 to %n step %c3 iter_args(%carried = %none) -> (i32) : i32 {
    %next = arith.muli %carried, %i overflow<nsw> : i32
    scf.yield %next : i32
  }
  %chosen = scf.if %less -> (i32) {
    scf.yield %total : i32
  } else {
    scf.yield %shifted : i32
  }
  %scratch = memref.alloca() : memref<4xi32>
  %at = arith.index_cast %chosen : i32 to index
  memref.store %chosen, %scratch[%at] : memref<4xi32>
  "ttkernel.cb_wait_front"(%cb, %chosen) : (!ttkernel.cb<cb_dfl3, 294912, memref<2x4x!tt.tile<32x32, f32>, #tt.memory_space<l1>>, 4096, 1>, i32) -> ()
  "ttkernel.return"() : () -> ()
}
