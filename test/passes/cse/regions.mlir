// RUN: ttopt --cse %s | filecheck %s
// Ops with regions are merged if these hold the same, results' types included.

// CHECK-LABEL: func.func @same
// CHECK: %0 = scf.if
// CHECK-NOT: scf.if
// CHECK: return %0, %0
func.func @same(%c: i1, %a: i32) -> (i32, i32) {
  %0 = scf.if %c -> i32 {
    %2 = arith.addi %a, %a : i32
    scf.yield %2 : i32
  } else {
    scf.yield %a : i32
  }
  %1 = scf.if %c -> i32 {
    %2 = arith.addi %a, %a : i32
    scf.yield %2 : i32
  } else {
    scf.yield %a : i32
  }
  return %0, %1 : i32, i32
}

// CHECK-LABEL: func.func @other_types
// CHECK-COUNT-2: scf.if
func.func @other_types(%c: i1, %a: i32) -> (i1, i1) {
  %0 = scf.if %c -> i1 {
    %2 = arith.trunci %a : i32 to i8
    %3 = arith.extsi %2 : i8 to i64
    %4 = arith.index_cast %3 : i64 to index
    %5 = arith.cmpi slt, %4, %4 : index
    scf.yield %5 : i1
  } else {
    scf.yield %c : i1
  }
  %1 = scf.if %c -> i1 {
    %2 = arith.trunci %a : i32 to i16
    %3 = arith.extsi %2 : i16 to i64
    %4 = arith.index_cast %3 : i64 to index
    %5 = arith.cmpi slt, %4, %4 : index
    scf.yield %5 : i1
  } else {
    scf.yield %c : i1
  }
  return %0, %1 : i1, i1
}
