// RUN: ttreduce %s --test='grep -q mulf {}' 2>&1 | filecheck %s
// RUN: ttreduce %s --crash --test='grep -q divf {} && kill -SEGV $$' | filecheck %s --check-prefix=CRASH

// Operations in regions go, too; what stands for their results is an argument, and arguments of one type become one.

// CHECK: func.func @main(%{{.*}}: i1, %{{.*}}: f32) -> f32 {
// CHECK-NEXT: scf.if
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: scf.yield
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: return
// CHECK: ttreduce: 5 operations became 2, in {{[0-9]+}} tests

// CRASH: func.func @main(%[[A:.*]]: f32) -> f32 {
// CRASH-NEXT: %[[R:.*]] = arith.divf %[[A]], %[[A]] : f32
// CRASH-NEXT: return %[[R]] : f32
func.func @main(%c: i1, %a: f32, %b: f32) -> f32 {
  %0 = scf.if %c -> f32 {
    %1 = arith.addf %a, %b : f32
    %2 = arith.mulf %1, %b : f32
    scf.yield %2 : f32
  } else {
    %1 = arith.subf %a, %b : f32
    scf.yield %1 : f32
  }
  %5 = arith.divf %0, %a : f32
  return %5 : f32
}
