// RUN: ttopt --log-actions-to=- --pass-pipeline='builtin.module(func.func(cse,canonicalize))' %s -o /dev/null 2>&1 | filecheck %s --strict-whitespace
// RUN: ttopt --log-actions-to=%t.log --log-mlir-actions-filter=actions.mlir,%s:30 --pass-pipeline='builtin.module(func.func(cse,canonicalize))' %s -o /dev/null 2>/dev/null
// RUN: filecheck %s --check-prefix=FILTER < %t.log
// RUN: ttopt --profile-actions-to=%t.json --pass-pipeline='builtin.module(func.func(cse))' %s -o /dev/null 2>/dev/null && filecheck %s --check-prefix=PROFILE < %t.json
// RUN: not ttopt --log-actions-to=/nonexistent/x %s 2>&1 | filecheck %s --check-prefix=NO-FILE
// RUN: not ttopt --log-actions-to=%t.log --log-mlir-actions-filter=, %s 2>&1 | filecheck %s --check-prefix=NO-PLACE
// RUN: ttopt --cse --canonicalize --mlir-debug-counter=pass-execution-skip=1,pass-execution-count=1,other-skip=2 --mlir-print-debug-counter %s 2>&1 | filecheck %s --check-prefix=COUNTER
// RUN: not ttopt --cse --mlir-debug-counter=pass-execution=1 %s 2>&1 | filecheck %s --check-prefix=COUNTER-NAME

// CHECK: ExecutionContext registered on the context
// CHECK-NEXT: {{^}}[thread ttopt] begins (no breakpoint) Action `pass-execution` running `mlir::detail::OpToOpPassAdaptor` on Operation `builtin.module` (module {...})`{{$}}
// CHECK-NEXT: {{^}}[thread ttopt] begins (no breakpoint) Action `pass-execution` running `CSE` on Operation `func.func` (func.func @f(%arg0: i32) -> i32 {...})`{{$}}
// CHECK-NEXT: {{^}}[thread ttopt] completed `pass-execution`{{$}}
// CHECK-NEXT: {{^}}[thread ttopt] begins (no breakpoint) Action `pass-execution` running `Canonicalizer` on Operation `func.func` (func.func @f(%arg0: i32) -> i32 {...})`{{$}}
// CHECK-NEXT: {{^}}[thread ttopt] begins (no breakpoint) Action GreedyPatternRewriteIteration(1) (Region #0 for op func.func @f(%arg0: i32) -> i32 {...})`{{$}}
// CHECK: begins (no breakpoint) Action `apply-pattern pattern: {{.+}} (%0 = arith.addi %arg0, %arg0 : i32)`
// CHECK-NEXT: {{^}}[thread ttopt] completed `apply-pattern`{{$}}
// FILTER-NOT: pass-execution
// FILTER: apply-pattern pattern: {{.+}} (%0 = arith.addi %arg0, %arg0 : i32)`
// PROFILE: [{"name": "pass-execution", "cat": "PERF", "ph": "B", "pid": 0, "tid": 0, "ts": 0, "args": {"desc": "`pass-execution` running `mlir::detail::OpToOpPassAdaptor` on Operation `builtin.module`"}},
// PROFILE: {"name": "pass-execution", "cat": "PERF", "ph": "E", "pid": 0, "tid": 0, "ts": {{[0-9]+}}}]
// NO-FILE: error: Opening file for --log-actions-to failed: cannot open output file '/nonexistent/x': No such file or directory
// NO-PLACE: ttopt: for the --log-mlir-actions-filter option: initializing FileLineColLocBreakpoint with empty file name
// COUNTER: DebugCounter counters:
// COUNTER-NEXT: other                           : {0,2,-1}
// COUNTER-NEXT: pass-execution                  : {2,1,1}
// COUNTER-NAME: error: expected DebugCounter counter name to end with either `-skip` or `-count`, but got`pass-execution`

func.func @f(%a: i32) -> i32 {
  %d = arith.addi %a, %a : i32
  return %d : i32
}
