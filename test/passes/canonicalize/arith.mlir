// RUN: ttopt --canonicalize %s | filecheck %s
// RUN: ttopt --canonicalize --mlir-print-debuginfo --mlir-print-local-scope %s | filecheck %s --check-prefix=LOC
// RUN: ttopt --canonicalize=disable-patterns=MergeConstants %s | filecheck %s --check-prefix=WITHOUT
// Arithmetic that two ops make plain; what a rule makes is where the ops were.

// CHECK-LABEL: func.func @sums
// CHECK-NEXT: %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT: %0 = arith.subi %c4_i32, %arg0 : i32
// CHECK-NEXT: return %0
// LOC: arith.subi {{.*}} loc(fused["{{.*}}":17:8, "{{.*}}":14:9])
// WITHOUT: arith.addi
// WITHOUT-NEXT: arith.subi
func.func @sums(%a: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %0 = arith.addi %a, %c1 : i32
  %1 = arith.subi %c5, %0 : i32
  return %1 : i32
}

// CHECK-LABEL: func.func @comparison
// CHECK-NEXT: %0 = arith.cmpi sge, %arg0, %arg1 : i32
func.func @comparison(%a: i32, %b: i32) -> i1 {
  %true = arith.constant true
  %0 = arith.cmpi slt, %a, %b : i32
  %1 = arith.xori %0, %true : i1
  return %1 : i1
}

// Halves are rounded to nearest; what overflows is infinite, and zero divided by zero is no number.
// CHECK-LABEL: func.func @halves
// CHECK-DAG: arith.constant 6.000000e+04 : f16
// CHECK-DAG: arith.constant 0x7C00 : f16
// CHECK-DAG: arith.constant 0x7E00 : f16
// CHECK: return
func.func @halves() -> (f16, f16, f16) {
  %zero = arith.constant 0.0 : f16
  %a = arith.constant 3.0e4 : f16
  %sum = arith.addf %a, %a : f16
  %large = arith.addf %sum, %a : f16
  %none = arith.divf %zero, %zero : f16
  return %sum, %large, %none : f16, f16, f16
}

// CHECK-LABEL: func.func @casts
// CHECK-NEXT: %0 = arith.extsi %arg0 : i8 to i32
// CHECK-NEXT: %1 = arith.index_cast %arg0 : i8 to index
// CHECK-NEXT: return %arg0, %0, %1
func.func @casts(%a: i8) -> (i8, i32, index) {
  %0 = arith.extsi %a : i8 to i16
  %1 = arith.trunci %0 : i16 to i8
  %2 = arith.extsi %0 : i16 to i64
  %3 = arith.trunci %2 : i64 to i32
  %4 = arith.index_cast %2 : i64 to index
  return %1, %3, %4 : i8, i32, index
}

// What is extended from one bit equals itself, and differs from zero where the bit is set.
// CHECK-LABEL: func.func @extended_bits
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: return %false, %arg0
func.func @extended_bits(%a: i1) -> (i1, i1) {
  %zero = arith.constant 0 : i32
  %0 = arith.extui %a : i1 to i32
  %1 = arith.cmpi ne, %0, %0 : i32
  %2 = arith.cmpi ne, %0, %zero : i32
  return %1, %2 : i1, i1
}
