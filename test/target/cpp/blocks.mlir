// RUN: tttranslate --mlir-to-cpp --declare-variables-at-top %s | filecheck %s

// CHECK: int32_t ff(int32_t v1, bool v2) {
// CHECK-NEXT: int32_t v3;
// CHECK-NEXT: int32_t v4;
// CHECK-NEXT: int32_t v5;
// CHECK-NEXT: int32_t v6;
// CHECK-NEXT: v4 = v1;
// CHECK-NEXT: goto label2;
// CHECK-NEXT: label2:
// CHECK-NEXT: v3 = v4 + v1;
// CHECK-NEXT: if (v2) {
// CHECK-NEXT: v4 = v3;
// CHECK-NEXT: goto label2;
// CHECK-NEXT: } else {
// CHECK-NEXT: v5 = v4;
// CHECK-NEXT: v6 = v3;
// CHECK-NEXT: goto label3;
// CHECK-NEXT: }
// CHECK-NEXT: label3:
// CHECK-NEXT: goto label4;
// CHECK-NEXT: label4:
// CHECK-NEXT: return v5;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: int32_t gg(int32_t v1, bool v2) {
// CHECK-NEXT: int32_t v3;
// CHECK-NEXT: v3 = v1;
// CHECK-NEXT: goto label2;
// CHECK-NEXT: label2:
// CHECK-NEXT: return v3;
// CHECK-NEXT: }

emitc.func @ff(%a: i32, %c: i1) -> i32 {
  cf.br ^b(%a : i32)
^b(%x: i32):
  %0 = emitc.add %x, %a : (i32, i32) -> i32
  cf.cond_br %c, ^b(%0 : i32), ^d(%x, %0 : i32, i32)
^d(%y: i32, %z : i32):
  %l = emitc.literal "Q" : i32
  cf.br ^e
^e:
  emitc.return %y : i32
}
func.func @gg(%a: i32, %c: i1) -> i32 {
  cf.br ^b(%a : i32)
^b(%x: i32):
  return %x : i32
}
