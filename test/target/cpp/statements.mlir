// RUN: tttranslate --mlir-to-cpp %s | filecheck %s
// RUN: tttranslate --mlir-to-cpp --declare-variables-at-top %s | filecheck %s --check-prefix=TOP

// CHECK: #include <a.h>
// CHECK-NEXT: #include "b.h"
// CHECK-NEXT: static const float g[2][2] = {1.000000010e-01f, 1.000000000e+00f, 2.500000000e+00f, -3.000000000e+00f};
// CHECK-NEXT: extern int32_t h;
// CHECK-NEXT: char k = C;
// CHECK-NEXT: bool b1[2] = {true, false};
// CHECK-NEXT: uint8_t b2[2] = {255, 0};
// CHECK-NEXT: size_t b3[2] = {-1, -1};
// CHECK-NEXT: static inline int32_t ff(int32_t v1, float v2[3][4]);
// CHECK-NEXT: static inline int32_t ff(int32_t v1, float v2[3][4]) {
// CHECK-NEXT: return M;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: void ext(int32_t, float);
// CHECK-NEXT: void noargs() {
// CHECK-NEXT: return;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: std::tuple<int32_t, float> f(int32_t v1, int32_t v2, bool v3, int32_t* v4) {
// CHECK-NEXT: int32_t v5 = v1 + v2;
// CHECK-NEXT: int32_t v6 = v1 - (v1 - v2);
// CHECK-NEXT: int32_t v7 = v6 * v5;
// CHECK-NEXT: int32_t v8 = k((float) g(v1), v2);
// CHECK-NEXT: if (v3) {
// CHECK-NEXT: x();
// CHECK-NEXT: } else {
// CHECK-NEXT: y;;
// CHECK-NEXT: }
// CHECK-NEXT: float v9 = 1.500000000e+00f;
// CHECK-NEXT: float v10 = NAN;
// CHECK-NEXT: float v11 = -INFINITY;
// CHECK-NEXT: double v12 = 1.50000000000000000e+00;
// CHECK-NEXT: bool v13 = true;
// CHECK-NEXT: int8_t v14 = -1;
// CHECK-NEXT: uint8_t v15 = 255;
// CHECK-NEXT: ssize_t v16 = 3;
// CHECK-NEXT: for (int32_t v17 = v1; v17 < ((v1 - v2) * -v1); v17 += v2) {
// CHECK-NEXT: for (int32_t v18 = v1; v18 < v2; v18 += v2) {
// CHECK-NEXT: int32_t v19 = v17 + v18;
// CHECK-NEXT: };
// CHECK-NEXT: int32_t v20 = foo<int32_t, 3, z>(v17);
// CHECK-NEXT: }
// CHECK-NEXT: int32_t v21;
// CHECK-NEXT: float v22;
// CHECK-NEXT: std::tie(v21, v22) = two(v1, 7, 2.50000000000000000e+00, f, int32_t, o);
// CHECK-NEXT: int32_t v23 = v3 ? v1 : v2;
// CHECK-NEXT: bool v24 = v1 <=> v2;
// CHECK-NEXT: int32_t v25 = *v4;
// CHECK-NEXT: bool v26 = !v1;
// CHECK-NEXT: bool v27 = v1 || v2;
// CHECK-NEXT: int32_t v28[4];
// CHECK-NEXT: return std::make_tuple(v7, v9);
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: Tensor<float, 2, 3> gg(Tensor<float, 2, 3> v1, std::tuple<int32_t, float> v2) {
// CHECK-NEXT: noret();
// CHECK-NEXT: return v1;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: void noret() {
// CHECK-NEXT: return;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: void z() {
// CHECK-NEXT: return;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-EMPTY:
// CHECK-NEXT: float zero = 0.0e+00f;
// CHECK-NEXT: double half = -5.00000000000000000e-01;
// CHECK-NEXT: float* null = nullptr;
// CHECK-NEXT: uint64_t big = 18446744073709551615;
// CHECK-NEXT: void nested(int32_t v1, bool v2) {
// CHECK-NEXT: for (int32_t v3 = v1; v3 < v1; v3 += v1) {
// CHECK-NEXT: if (v2) {
// CHECK-NEXT: x;;
// CHECK-NEXT: } else {
// CHECK-NEXT: if (v2) {
// CHECK-NEXT: };
// CHECK-NEXT: };
// CHECK-NEXT: }
// CHECK-NEXT: return;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: void lines() {
// CHECK-NEXT: one
// CHECK-NEXT: two
// CHECK-EMPTY:
// CHECK-EMPTY:
// CHECK-NEXT: three
// CHECK-NEXT: return;
// CHECK-NEXT: }

// TOP: std::tuple<int32_t, float> f(int32_t v1, int32_t v2, bool v3, int32_t* v4) {
// TOP-NEXT: int32_t v5;
// TOP-NEXT: int32_t v6;
// TOP-NEXT: int32_t v7;
// TOP-NEXT: int32_t v8;
// TOP-NEXT: float v9;
// TOP-NEXT: float v10;
// TOP-NEXT: float v11;
// TOP-NEXT: double v12;
// TOP-NEXT: bool v13;
// TOP-NEXT: int8_t v14;
// TOP-NEXT: uint8_t v15;
// TOP-NEXT: ssize_t v16;
// TOP-NEXT: int32_t v17;
// TOP-NEXT: int32_t v18;
// TOP-NEXT: int32_t v19;
// TOP-NEXT: float v20;
// TOP-NEXT: int32_t v21;
// TOP-NEXT: bool v22;
// TOP-NEXT: int32_t v23;
// TOP-NEXT: bool v24;
// TOP-NEXT: bool v25;
// TOP-NEXT: int32_t v26[4];
// TOP-NEXT: v5 = v1 + v2;
// TOP-NEXT: v6 = v1 - (v1 - v2);
// TOP-NEXT: v7 = v6 * v5;
// TOP-NEXT: v8 = k((float) g(v1), v2);
// TOP-NEXT: if (v3) {
// TOP-NEXT: x();
// TOP-NEXT: } else {
// TOP-NEXT: y;;
// TOP-NEXT: }
// TOP-NEXT: v9 = 1.500000000e+00f;
// TOP-NEXT: v10 = NAN;
// TOP-NEXT: v11 = -INFINITY;
// TOP-NEXT: v12 = 1.50000000000000000e+00;
// TOP-NEXT: v13 = true;
// TOP-NEXT: v14 = -1;
// TOP-NEXT: v15 = 255;
// TOP-NEXT: v16 = 3;
// TOP-NEXT: for (int32_t v27 = v1; v27 < ((v1 - v2) * -v1); v27 += v2) {
// TOP-NEXT: for (int32_t v28 = v1; v28 < v2; v28 += v2) {
// TOP-NEXT: v17 = v27 + v28;
// TOP-NEXT: };
// TOP-NEXT: v18 = foo<int32_t, 3, z>(v27);
// TOP-NEXT: }
// TOP-NEXT: std::tie(v19, v20) = two(v1, 7, 2.50000000000000000e+00, f, int32_t, o);
// TOP-NEXT: v21 = v3 ? v1 : v2;
// TOP-NEXT: v22 = v1 <=> v2;
// TOP-NEXT: v23 = *v4;
// TOP-NEXT: v24 = !v1;
// TOP-NEXT: v25 = v1 || v2;
// TOP-NEXT: ;
// TOP-NEXT: return std::make_tuple(v7, v9);

emitc.include <"a.h">
emitc.include "b.h"
emitc.global static const @g : !emitc.array<2x2xf32> = dense<[[0.1, 1.0],[2.5, -3.0]]>
emitc.global extern @h : i32
emitc.global @k : !emitc.opaque<"char"> = #emitc.opaque<"C">
emitc.global @b1 : !emitc.array<2xi1> = dense<[true, false]>
emitc.global @b2 : !emitc.array<2xui8> = dense<[255, 0]>
emitc.global @b3 : !emitc.array<2xindex> = dense<-1>
emitc.declare_func @ff
emitc.func @ff(%a: i32, %b: !emitc.array<3x4xf32>) -> i32 attributes {specifiers = ["static", "inline"]} { 
  %0 = emitc.literal "M" : i32
  emitc.return %0 : i32
}
emitc.func private @ext(i32, f32)
emitc.func @noargs() { emitc.return }
func.func @f(%a: i32, %b: i32, %c: i1, %p: !emitc.ptr<i32>) -> (i32, f32) {
  %0 = emitc.add %a, %b : (i32, i32) -> i32
  %e = emitc.expression : i32 { %x = emitc.sub %a, %b : (i32, i32) -> i32 %y = emitc.sub %a, %x : (i32, i32)->i32 emitc.yield %y : i32 }
  %1 = emitc.mul %e, %0 : (i32, i32) -> i32
  %e2 = emitc.expression : i32 { %x = emitc.sub %a, %b : (i32, i32) -> i32 %x2 = emitc.unary_minus %a : (i32) -> i32 %y = emitc.mul %x, %x2 : (i32, i32)->i32 emitc.yield %y : i32 }
  %e3 = emitc.expression : i32 { %x = emitc.call_opaque "g"(%a) : (i32) -> i32 %z = emitc.cast %x : i32 to f32 %y = emitc.call_opaque "k"(%z, %b) : (f32, i32)->i32 emitc.yield %y : i32 }
  emitc.if %c { emitc.call_opaque "x"() : () -> () } else { emitc.verbatim "y;" }
  %k = "emitc.constant"() {value = 1.5 : f32} : () -> f32
  %k2 = "emitc.constant"() {value = 0x7FC00000 : f32} : () -> f32
  %k3 = "emitc.constant"() {value = 0xFF800000 : f32} : () -> f32
  %k4 = "emitc.constant"() {value = 1.5 : f64} : () -> f64
  %k7 = "emitc.constant"() {value = 1 : i1} : () -> i1
  %k8 = "emitc.constant"() {value = -1 : i8} : () -> i8
  %k9 = "emitc.constant"() {value = 255 : ui8} : () -> ui8
  %k10 = "emitc.constant"() {value = 3 : index} : () -> !emitc.ssize_t
  emitc.for %i = %a to %e2 step %b : i32 { 
     emitc.for %j = %a to %b step %b : i32 { %q = emitc.add %i, %j : (i32, i32) -> i32 }
     %r = emitc.call_opaque "foo"(%i) {template_args = [i32, 3 : i8, #emitc.opaque<"z">]} : (i32) -> i32 }
  %t:2 = emitc.call_opaque "two"(%a) {args = [0 : index, 7 : i32, 2.5 : f64, @f, i32, #emitc.opaque<"o">]} : (i32) -> (i32, f32)
  %d = emitc.conditional %c, %a, %b : i32
  %cc = emitc.cmp three_way, %a, %b : (i32, i32) -> i1
  %ap = emitc.apply "*"(%p) : (!emitc.ptr<i32>) -> i32
  %l = emitc.logical_not %a : i32
  %l2 = emitc.logical_or %a, %b : i32, i32
  %v = "emitc.variable"() {value = #emitc.opaque<"">} : () -> !emitc.array<4xi32>

  return %1, %k : i32, f32
}
func.func @gg(%t: tensor<2x3xf32>, %u: tuple<i32, f32>) -> tensor<2x3xf32> { func.call @noret() : () -> ()  return %t : tensor<2x3xf32> }
func.func @noret() { return }
module @inner { func.func @z() { return } }
emitc.global @zero : f32 = 0.0
emitc.global @half : f64 = -0.5
emitc.global @null : !emitc.ptr<f32> = #emitc.opaque<"nullptr">
emitc.global @big : ui64 = 18446744073709551615
emitc.func @nested(%a: i32, %c: i1) {
  emitc.for %i = %a to %a step %a : i32 {
    emitc.if %c { emitc.verbatim "x;" } else { emitc.if %c { } }
  }
  emitc.return
}
emitc.func @lines() {
  emitc.verbatim "one\n  two\n\n   \n three"
  emitc.return
}
