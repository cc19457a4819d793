// RUN: ttopt --inline=max-growth=3 %s 2>%t | filecheck %s
// RUN: filecheck %s --check-prefix=WARN < %t
// RUN: ttopt --inline=max-growth=-1 %s 2>&1 | filecheck %s --check-prefix=ALL
// RUN: ttopt --inline=max-growth=5 %s 2>&1 | filecheck %s --check-prefix=ALL
// RUN: not ttopt --inline=max-growth=3 -Werror=inline-limit %s 2>&1 | filecheck %s --check-prefix=ERROR
// RUN: ttopt --inline=max-growth=3 --dump-pass-pipeline %s 2>&1 | filecheck %s --check-prefix=TEXT
// RUN: ttopt --inline --dump-pass-pipeline %s 2>&1 | filecheck %s --check-prefix=DEFAULT
// Public functions are copied into their callers, up to a limit; functions that go with their only call are moved, and cost nothing.

// TEXT: inline{default-pipeline=canonicalize inlining-threshold=4294967295 max-growth=3 max-iterations=4 }
// DEFAULT: inline{default-pipeline=canonicalize inlining-threshold=4294967295 max-iterations=4 }

// ALL-NOT: call
// ALL-NOT: warning

// CHECK-LABEL: func.func @one
// CHECK-NEXT: %0 = arith.addi %arg0, %arg0
// CHECK-NEXT: return
func.func @one(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}
// CHECK-LABEL: func.func @two
// CHECK-NEXT: arith.addi
// CHECK-NEXT: arith.muli
// CHECK-NEXT: return
func.func @two(%a: i32) -> i32 {
  %0 = call @one(%a) : (i32) -> i32
  %1 = arith.muli %0, %a : i32
  return %1 : i32
}
// CHECK-LABEL: func.func @three
// CHECK-NEXT: call @two
// CHECK-NEXT: arith.subi
// CHECK-NEXT: return
// WARN: max_growth.mlir:[[# @LINE + 3]]:8: warning: 'func.call' op is not inlined: 3 operations would be added to the 2 operations that inlining has added so far, which is more than 3 (option max-growth) [-Winline-limit]
// ERROR: error: 'func.call' op is not inlined: {{.*}} [-Werror,-Winline-limit]
func.func @three(%a: i32) -> i32 {
  %0 = call @two(%a) : (i32) -> i32
  %1 = func.call @moved(%0, %a) : (i32, i32) -> i32
  return %1 : i32
}
func.func private @moved(%a: i32, %b: i32) -> i32 {
  %0 = arith.subi %a, %b : i32
  return %0 : i32
}
