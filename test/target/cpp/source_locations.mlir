// RUN: tttranslate --mlir-to-cpp --emit-source-locations %s | filecheck %s
// RUN: tttranslate --mlir-to-cpp %s | filecheck %s --check-prefix=NONE

// NONE-NOT: model.py
// NONE: return v2 + v1;

// CHECK: // "model.py":3:0
// CHECK-NEXT: #include "api.h"
// CHECK-NEXT: // "model.py":5:0
// CHECK-NEXT: int32_t f(int32_t v1) {
// CHECK-NEXT: // "relu"("model.py":7:4)
// CHECK-NEXT: int32_t v2 = g(v1, N);
// CHECK-NEXT: h(v1);
// CHECK-NEXT: // "odd\0Aname"
// CHECK-NEXT: x;
// CHECK-NEXT: // "model.py":9:2
// CHECK-NEXT: return v2 + v1;
// CHECK-NEXT: }

module {
  emitc.include "api.h" loc("model.py":3:0)
  func.func @f(%a: i32) -> i32 {
    %0 = emitc.literal "N" : i32
    %1 = emitc.call_opaque "g"(%a, %0) : (i32, i32) -> i32 loc("relu"("model.py":7:4))
    %2 = emitc.expression : i32 {
      %3 = emitc.add %1, %a : (i32, i32) -> i32
      emitc.yield %3 : i32
    }
    emitc.call_opaque "h"(%a) : (i32) -> () loc(unknown)
    emitc.verbatim "x;" loc("odd\0Aname")
    return %2 : i32 loc("model.py":9:2)
  } loc("model.py":5:0)
}
