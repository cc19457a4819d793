// RUN: ttopt --inline --mlir-print-ir-after-all %s 2>&1 | filecheck %s --check-prefix=DEFAULT
// RUN: ttopt --inline=default-pipeline='cse,canonicalize' --mlir-print-ir-after-all %s 2>&1 | filecheck %s --check-prefix=TWO
// RUN: ttopt --inline=default-pipeline= --mlir-print-ir-after-all %s 2>&1 | filecheck %s --check-prefix=NONE
// Each function is optimized before it is inlined, which the dumps show.

// DEFAULT: IR Dump After Canonicalizer (canonicalize) //----- //
// DEFAULT-NEXT: func.func private @callee
// DEFAULT: IR Dump After Canonicalizer (canonicalize) //----- //
// DEFAULT-NEXT: func.func @main
// DEFAULT: IR Dump After Inliner (inline) //----- //
// DEFAULT-NEXT: module {

// TWO: IR Dump After CSE (cse)
// TWO: IR Dump After Canonicalizer (canonicalize)
// TWO: IR Dump After CSE (cse)

// NONE-NOT: IR Dump After Canonicalizer
// NONE: IR Dump After Inliner (inline)
func.func @main(%arg0: i32) -> i32 {
  %0 = call @callee(%arg0) : (i32) -> i32
  return %0 : i32
}
func.func private @callee(%arg0: i32) -> i32 {
  return %arg0 : i32
}
