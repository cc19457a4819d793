// RUN: ttopt %s | filecheck %s
// RUN: ttopt %s | ttopt | filecheck %s

// CHECK:        emitc.global @g : f16
// CHECK-LABEL:  emitc.func @f
// CHECK-NEXT:     %0 = "emitc.variable"() <{value = 1 : i32}> : () -> !emitc.lvalue<i32>
// CHECK-NEXT:     %1 = emitc.load %0 {x} : <i32>
// CHECK-NEXT:     emitc.assign %1 : i32 to %0 : <i32> {x}
// CHECK-NEXT:     %2 = emitc.apply "&"(%0) : (!emitc.lvalue<i32>) -> !emitc.ptr<i32>
// CHECK-NEXT:     %3 = emitc.subscript %2[%arg0] {x} : (!emitc.ptr<i32>, index) -> !emitc.lvalue<i32>
// CHECK-NEXT:     %4 = emitc.subscript %arg1[%arg0, %arg0] : (!emitc.array<2x3xf32>, index, index) -> !emitc.lvalue<f32>
// CHECK-NEXT:     %5 = emitc.get_global @g : !emitc.lvalue<f16> {x}
// CHECK-NEXT:     %6 = "emitc.variable"() <{value = #emitc.opaque<"">}> : () -> !emitc.lvalue<!emitc.opaque<"S">>
// CHECK-NEXT:     %7 = "emitc.member"(%6) <{member = "a"}> : (!emitc.lvalue<!emitc.opaque<"S">>) -> !emitc.lvalue<i32>
// CHECK-NEXT:     emitc.switch %1 : i32 {x}
// CHECK-NEXT:     case 2 {
// CHECK-NEXT:       emitc.verbatim "two"
// CHECK-NEXT:       emitc.yield
// CHECK-NEXT:     }
// CHECK-NEXT:     case -5 {
// CHECK-NEXT:       emitc.yield
// CHECK-NEXT:     }
// CHECK-NEXT:     default {
// CHECK-NEXT:       emitc.verbatim "else"
// CHECK-NEXT:     }
emitc.global @g : f16
emitc.func @f(%i: index, %a: !emitc.array<2x3xf32>) {
  %0 = "emitc.variable"() <{value = 1 : i32}> : () -> !emitc.lvalue<i32>
  %1 = emitc.load %0 {x} : !emitc.lvalue<i32>
  emitc.assign %1 : i32 to %0 : <i32> {x}
  %2 = emitc.apply "&"(%0) : (!emitc.lvalue<i32>) -> !emitc.ptr<i32>
  %3 = emitc.subscript %2[%i] {x} : (!emitc.ptr<i32>, index) -> !emitc.lvalue<i32>
  %4 = emitc.subscript %a[%i, %i] : (!emitc.array<2x3xf32>, index, index) -> !emitc.lvalue<f32>
  %5 = emitc.get_global @g : !emitc.lvalue<f16> {x}
  %6 = "emitc.variable"() <{value = #emitc.opaque<"">}> : () -> !emitc.lvalue<!emitc.opaque<"S">>
  %7 = "emitc.member"(%6) <{member = "a"}> : (!emitc.lvalue<!emitc.opaque<"S">>) -> !emitc.lvalue<i32>
  emitc.switch %1 : i32 {x}
  case 2 {
    emitc.verbatim "two"
    emitc.yield
  }
  case -5 {
    emitc.yield
  }
  default {
    emitc.verbatim "else"
  }
  emitc.return
}
