// RUN: ttopt --mlir-timing --pass-pipeline='builtin.module(func.func(canonicalize),inline)' %s 2>&1 >/dev/null | filecheck %s --strict-whitespace
// RUN: ttopt --mlir-timing --mlir-timing-display=list --cse %s 2>&1 >/dev/null | filecheck %s --check-prefix=LIST
// RUN: not ttopt --mlir-timing --mlir-timing-display=x --cse %s 2>&1 | filecheck %s --check-prefix=UNKNOWN

// CHECK:===-------------------------------------------------------------------------===
// CHECK-NEXT:{{ +}}... Execution time report ...
// CHECK:  Total Execution Time: {{[0-9.]+}} seconds
// CHECK:  ----Wall Time----  ----Name----
// CHECK-NEXT:{{ +[0-9.]+ \( *[0-9.]+%\)}}  Parser
// CHECK-NEXT:%)  'func.func' Pipeline
// CHECK-NEXT:%)    Canonicalizer
// CHECK-NEXT:%)  Inliner
// CHECK-NEXT:%)    Canonicalizer
// CHECK-NEXT:%)  Output
// CHECK-NEXT:%)  Rest
// CHECK-NEXT:(100.0%)  Total
// LIST: (100.0%)  root
// LIST-DAG: CSE
// LIST: (100.0%)  Total
// UNKNOWN: ttopt: for the --mlir-timing-display option: Cannot find option named 'x'!
func.func @f() {
  return
}
