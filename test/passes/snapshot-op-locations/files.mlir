// RUN: ttopt --snapshot-op-locations=filename=%t --mlir-print-debuginfo --mlir-print-local-scope %s | filecheck %s
// RUN: filecheck %s --check-prefix FILE --input-file %t
// RUN: ttopt --snapshot-op-locations='filename=%t tag=snapshot' --mlir-print-debuginfo --mlir-print-local-scope %s | filecheck %s --check-prefix TAG
// RUN: not ttopt --snapshot-op-locations=filename=%t/none %s 2>&1 | filecheck %s --check-prefix ERROR

// CHECK: func.func @f(%arg0: i32 loc("argument")) -> i32 {
// CHECK-NEXT: %0 = arith.addi %arg0, %arg0 : i32 loc("{{.*}}":3:4)
// CHECK-NEXT: return %0 : i32 loc("{{.*}}":4:4)
// CHECK-NEXT: } loc("{{.*}}":2:2)
// CHECK-NEXT: } loc("{{.*}}":1:0)

// FILE: %0 = arith.addi %arg0, %arg0 : i32 loc("sum")

// TAG: arith.addi {{.*}} loc(fused["sum", "snapshot"("{{.*}}":3:4)])

// ERROR: error: cannot open output file '{{.*}}none'
func.func @f(%a: i32 loc("argument")) -> i32 {
  %0 = arith.addi %a, %a : i32 loc("sum")
  return %0 : i32
}
