// RUN: tttranslate --mlir-to-cpp %s | filecheck %s

// CHECK: int32_t count;
// CHECK-NEXT: float grid[2][3];
// CHECK-NEXT: int32_t f(size_t v1, int32_t* v2, std::vector<int> v3) {
// CHECK-NEXT: int32_t v4 = 5;
// CHECK-NEXT: int32_t v5;
// CHECK-NEXT: int32_t v6 = v4;
// CHECK-NEXT: v5 = v6;
// CHECK-NEXT: int32_t* v7 = &v5;
// CHECK-NEXT: v7[v1] = v6;
// CHECK-NEXT: float v8 = grid[1][v1];
// CHECK-NEXT: int32_t v9 = count;
// CHECK-NEXT: count = v9;
// CHECK-NEXT: int32_t* v10 = &v3[v1];
// CHECK-NEXT: S v11 = {};
// CHECK-NEXT: int32_t v12 = v11.a->b;
// CHECK-NEXT: switch (v12) {
// CHECK-NEXT: case 2: {
// CHECK-NEXT: two();
// CHECK-NEXT: break;
// CHECK-NEXT: }
// CHECK-NEXT: case -5: {
// CHECK-NEXT: break;
// CHECK-NEXT: }
// CHECK-NEXT: default: {
// CHECK-NEXT: int32_t v13 = v12 + v6;
// CHECK-NEXT: v11.a->b = v13;
// CHECK-NEXT: break;
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return v12;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: int32_t order(int32_t v1, bool v2) {
// CHECK-NEXT: int32_t v3 = v1 % (v1 - ((v2 ? v1 : v1) - v1));
// CHECK-NEXT: return v3;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: _Float16 small = 1.50000e+00f16;
// CHECK-NEXT: __bf16 brain = 1.0010e-01bf16;

emitc.global @count : i32
emitc.global @grid : !emitc.array<2x3xf32>
emitc.func @f(%i: index, %p: !emitc.ptr<i32>, %s: !emitc.opaque<"std::vector<int>">) -> i32 {
  %v = "emitc.variable"() <{value = 5 : i32}> : () -> !emitc.lvalue<i32>
  %u = "emitc.variable"() <{value = #emitc.opaque<"">}> : () -> !emitc.lvalue<i32>
  %0 = emitc.load %v : <i32>
  emitc.assign %0 : i32 to %u : <i32>
  %1 = emitc.apply "&"(%u) : (!emitc.lvalue<i32>) -> !emitc.ptr<i32>
  %2 = emitc.subscript %1[%i] : (!emitc.ptr<i32>, index) -> !emitc.lvalue<i32>
  emitc.assign %0 : i32 to %2 : <i32>
  %3 = emitc.get_global @grid : !emitc.array<2x3xf32>
  %4 = emitc.literal "1" : index
  %5 = emitc.subscript %3[%4, %i] : (!emitc.array<2x3xf32>, index, index) -> !emitc.lvalue<f32>
  %6 = emitc.load %5 : <f32>
  %7 = emitc.get_global @count : !emitc.lvalue<i32>
  %8 = emitc.load %7 : <i32>
  emitc.assign %8 : i32 to %7 : <i32>
  %9 = emitc.subscript %s[%i] : (!emitc.opaque<"std::vector<int>">, index) -> !emitc.lvalue<i32>
  %10 = emitc.apply "&"(%9) : (!emitc.lvalue<i32>) -> !emitc.ptr<i32>
  %11 = "emitc.variable"() <{value = #emitc.opaque<"{}">}> : () -> !emitc.lvalue<!emitc.opaque<"S">>
  %12 = "emitc.member"(%11) <{member = "a"}> : (!emitc.lvalue<!emitc.opaque<"S">>) -> !emitc.lvalue<!emitc.ptr<!emitc.opaque<"S">>>
  %13 = "emitc.member_of_ptr"(%12) <{member = "b"}> : (!emitc.lvalue<!emitc.ptr<!emitc.opaque<"S">>>) -> !emitc.lvalue<i32>
  %14 = emitc.load %13 : <i32>
  emitc.switch %14 : i32
  case 2 {
    emitc.call_opaque "two"() : () -> ()
    emitc.yield
  }
  case -5 {
    emitc.yield
  }
  default {
    %15 = emitc.add %14, %0 : (i32, i32) -> i32
    emitc.assign %15 : i32 to %13 : <i32>
  }
  emitc.return %14 : i32
}
// Parentheses that MLIR 19 forgets.
emitc.func @order(%a: i32, %c: i1) -> i32 {
  %0 = emitc.expression noinline : i32 {
    %1 = emitc.conditional %c, %a, %a : i32
    %2 = emitc.sub %1, %a : (i32, i32) -> i32
    %3 = emitc.sub %a, %2 : (i32, i32) -> i32
    %4 = emitc.rem %a, %3 : (i32, i32) -> i32
    emitc.yield %4 : i32
  }
  emitc.return %0 : i32
}
emitc.global @small : f16 = 1.5
emitc.global @brain : bf16 = 0.1
