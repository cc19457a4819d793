// RUN: ttopt --strip-debuginfo --mlir-print-debuginfo --mlir-print-local-scope %s | filecheck %s

// CHECK-LABEL: module {
// CHECK-NEXT: func.func @f(%arg0: i32 loc(unknown)) -> i32 {
// CHECK-NEXT: %0 = arith.addi %arg0, %arg0 : i32 loc(unknown)
// CHECK-NEXT: return %0 : i32 loc(unknown)
// CHECK-NEXT: } loc(unknown)
// CHECK-NEXT: } loc(unknown)
func.func @f(%a: i32 loc("argument")) -> i32 {
  %0 = arith.addi %a, %a : i32 loc("sum")
  return %0 : i32
}
