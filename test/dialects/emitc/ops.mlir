// RUN: ttopt %s | filecheck %s
// RUN: ttopt %s | ttopt | filecheck %s

// CHECK: module {
// CHECK-NEXT:   emitc.include <"vector">
// CHECK-NEXT:   emitc.include "api.h"
// CHECK-NEXT:   emitc.verbatim "#define N 4" {note}
// CHECK-NEXT:   emitc.global @table : !emitc.array<2x2xi32> = dense<{{\[\[}}1, 2], [3, 4]]>
// CHECK-NEXT:   emitc.global static const @pi : f64 = 3.140000e+00 {a}
// CHECK-NEXT:   emitc.global extern @other : !emitc.opaque<"T">
// CHECK-NEXT:   emitc.global @last : !emitc.opaque<"char"> = #emitc.opaque<"CHAR_MAX">
// CHECK-NEXT:   emitc.declare_func @twice {a}
// CHECK-NEXT:   emitc.func private @external(i32, f32) -> i32 attributes {specifiers = ["extern"]}
// CHECK-NEXT:   emitc.func @twice(%arg0: i32 {a.b}) -> i32 attributes {specifiers = ["static", "inline"]} {
// CHECK-NEXT:     %0 = emitc.add %arg0, %arg0 : (i32, i32) -> i32
// CHECK-NEXT:     emitc.return {a} %0 : i32
emitc.include <"vector">
emitc.include "api.h"
emitc.verbatim "#define N 4" {note}
emitc.global @table : !emitc.array<2x2xi32> = dense<[[1, 2], [3, 4]]>
emitc.global static const @pi : f64 = 3.14 {a}
emitc.global extern @other : !emitc.opaque<"T">
emitc.global @last : !emitc.opaque<"char"> = #emitc.opaque<"CHAR_MAX">
emitc.declare_func @twice {a}
emitc.func private @external(i32, f32) -> i32 attributes {specifiers = ["extern"]}
emitc.func @twice(%a: i32 {a.b}) -> i32 attributes {specifiers = ["static", "inline"]} {
  %0 = emitc.add %a, %a : (i32, i32) -> i32
  emitc.return {a} %0 : i32
}

// CHECK:        emitc.func @operators(%arg0: i32, %arg1: i1, %arg2: !emitc.ptr<i32>, %arg3: f32) {
// CHECK-NEXT:     %0 = emitc.sub %arg2, %arg2 : (!emitc.ptr<i32>, !emitc.ptr<i32>) -> i64
// CHECK-NEXT:     %1 = emitc.mul %arg3, %arg3 {x} : (f32, f32) -> f32
// CHECK-NEXT:     %2 = emitc.div %arg0, %arg0 : (i32, i32) -> i32
// CHECK-NEXT:     %3 = emitc.rem %arg0, %arg0 : (i32, i32) -> i32
// CHECK-NEXT:     %4 = emitc.bitwise_and %arg0, %arg0 : (i32, i32) -> i32
// CHECK-NEXT:     %5 = emitc.bitwise_or %arg0, %arg0 : (i32, i32) -> i32
// CHECK-NEXT:     %6 = emitc.bitwise_xor %arg0, %arg0 : (i32, i32) -> i32
// CHECK-NEXT:     %7 = emitc.bitwise_not %arg0 : (i32) -> i32
// CHECK-NEXT:     %8 = emitc.bitwise_left_shift %arg0, %arg0 : (i32, i32) -> i32
// CHECK-NEXT:     %9 = emitc.bitwise_right_shift %arg0, %arg0 : (i32, i32) -> i32
// CHECK-NEXT:     %10 = emitc.logical_and %arg0, %arg1 : i32, i1
// CHECK-NEXT:     %11 = emitc.logical_or %arg0, %arg1 : i32, i1
// CHECK-NEXT:     %12 = emitc.logical_not %arg0 {x} : i32
// CHECK-NEXT:     %13 = emitc.unary_minus %arg0 : (i32) -> i32
// CHECK-NEXT:     %14 = emitc.unary_plus %arg0 : (i32) -> i32
// CHECK-NEXT:     %15 = emitc.cmp three_way, %arg0, %arg0 {x} : (i32, i32) -> i32
// CHECK-NEXT:     %16 = emitc.conditional %arg1, %arg0, %15 {x} : i32
// CHECK-NEXT:     %17 = emitc.cast %arg0 {x} : i32 to !emitc.size_t
// CHECK-NEXT:     %18 = emitc.apply "*"(%arg2) {x} : (!emitc.ptr<i32>) -> i32
// CHECK-NEXT:     %19 = emitc.literal "M_PI" {x} : f32
// CHECK-NEXT:     %20 = "emitc.constant"() <{value = 3 : index}> : () -> !emitc.ssize_t
// CHECK-NEXT:     %21 = "emitc.variable"() <{value = #emitc.opaque<"">}> : () -> !emitc.array<4xi32>
// CHECK-NEXT:     %22 = emitc.call @twice(%arg0) {x} : (i32) -> i32
// CHECK-NEXT:     %23:2 = emitc.call_opaque "f"(%arg0, %19) {args = [1 : index, 2 : i32, #emitc.opaque<"c">, 0 : index], template_args = [i32, #emitc.opaque<"T">, 7 : i8], x} : (i32, f32) -> (i32, f32)
// CHECK-NEXT:     emitc.call_opaque "g"() : () -> ()
// CHECK-NEXT:     emitc.return
emitc.func @operators(%a: i32, %c: i1, %p: !emitc.ptr<i32>, %f: f32) {
  %0 = emitc.sub %p, %p : (!emitc.ptr<i32>, !emitc.ptr<i32>) -> i64
  %1 = emitc.mul %f, %f {x} : (f32, f32) -> f32
  %2 = emitc.div %a, %a : (i32, i32) -> i32
  %3 = emitc.rem %a, %a : (i32, i32) -> i32
  %4 = emitc.bitwise_and %a, %a : (i32, i32) -> i32
  %5 = emitc.bitwise_or %a, %a : (i32, i32) -> i32
  %6 = emitc.bitwise_xor %a, %a : (i32, i32) -> i32
  %7 = emitc.bitwise_not %a : (i32) -> i32
  %8 = emitc.bitwise_left_shift %a, %a : (i32, i32) -> i32
  %9 = emitc.bitwise_right_shift %a, %a : (i32, i32) -> i32
  %10 = emitc.logical_and %a, %c : i32, i1
  %11 = emitc.logical_or %a, %c : i32, i1
  %12 = emitc.logical_not %a {x} : i32
  %13 = emitc.unary_minus %a : (i32) -> i32
  %14 = emitc.unary_plus %a : (i32) -> i32
  %15 = emitc.cmp "three_way", %a, %a {x} : (i32, i32) -> i32
  %16 = emitc.conditional %c, %a, %15 {x} : i32
  %17 = emitc.cast %a {x} : i32 to !emitc.size_t
  %18 = emitc.apply "*"(%p) {x} : (!emitc.ptr<i32>) -> i32
  %19 = emitc.literal "M_PI" {x} : f32
  %20 = "emitc.constant"() <{value = 3 : index}> : () -> !emitc.ssize_t
  %21 = "emitc.variable"() <{value = #emitc.opaque<"">}> : () -> !emitc.array<4xi32>
  %22 = emitc.call @twice(%a) {x} : (i32) -> i32
  %23:2 = emitc.call_opaque "f"(%a, %19) {x, args = [1 : index, 2 : i32, #emitc.opaque<"c">, 0 : index], template_args = [i32, #emitc.opaque<"T">, 7 : i8]} : (i32, f32) -> (i32, f32)
  emitc.call_opaque "g"() : () -> ()
  emitc.return
}

// CHECK:        emitc.func @control(%arg0: i32, %arg1: i1, %arg2: index) {
// CHECK-NEXT:     emitc.for %arg3 = %arg0 to %arg0 step %arg0  : i32 {
// CHECK-NEXT:       emitc.for %arg4 = %arg2 to %arg2 step %arg2 {
// CHECK-NEXT:         emitc.verbatim "x"
// CHECK-NEXT:       }
// CHECK-NEXT:     } {x}
// CHECK-NEXT:     emitc.if %arg1 {
// CHECK-NEXT:       emitc.verbatim "y"
// CHECK-NEXT:     }
// CHECK-NEXT:     emitc.if %arg1 {
// CHECK-NEXT:     } else {
// CHECK-NEXT:       emitc.verbatim "z"
// CHECK-NEXT:     } {x}
// CHECK-NEXT:     %0 = emitc.expression {x} noinline : i32 {
// CHECK-NEXT:       %1 = emitc.mul %arg0, %arg0 : (i32, i32) -> i32
// CHECK-NEXT:       emitc.yield %1 : i32
// CHECK-NEXT:     }
emitc.func @control(%a: i32, %c: i1, %n: index) {
  emitc.for %i = %a to %a step %a : i32 {
    emitc.for %j = %n to %n step %n { emitc.verbatim "x" emitc.yield }
  } {x}
  emitc.if %c { emitc.verbatim "y" }
  emitc.if %c { } else { emitc.verbatim "z" } {x}
  %0 = emitc.expression {x} noinline : i32 {
    %1 = emitc.mul %a, %a : (i32, i32) -> i32
    emitc.yield %1 : i32
  }
  emitc.return
}
