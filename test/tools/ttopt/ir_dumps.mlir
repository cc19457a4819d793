// RUN: ttopt --cse --canonicalize --mlir-print-ir-after-all %s 2>&1 >/dev/null | filecheck %s --check-prefix=ALL --strict-whitespace
// RUN: ttopt --cse --canonicalize --mlir-print-ir-before=canonicalize --mlir-print-ir-after=cse %s 2>&1 >/dev/null | filecheck %s --check-prefix=SOME
// RUN: ttopt --cse --canonicalize --mlir-print-ir-after-all --mlir-print-ir-after-change %s 2>&1 >/dev/null | filecheck %s --check-prefix=CHANGE
// RUN: ttopt --pass-pipeline='builtin.module(func.func(cse))' --mlir-print-ir-after-all %s 2>&1 >/dev/null | filecheck %s --check-prefix=NESTED
// RUN: ttopt --pass-pipeline='builtin.module(func.func(cse))' --mlir-print-ir-before-all --mlir-print-ir-module-scope %s 2>&1 >/dev/null | filecheck %s --check-prefix=SCOPE
// RUN: not ttopt --ttir-implicit-device --mlir-print-ir-after-failure %s 2>&1 >/dev/null | filecheck %s --check-prefix=FAILED
// RUN: ttopt --cse --mlir-print-ir-after-failure %s 2>&1 >/dev/null | not grep .
// RUN: not ttopt --cse --mlir-print-ir-after=nope %s 2>&1 | filecheck %s --check-prefix=UNKNOWN
// Dumps go to standard error.

// ALL: // -----// IR Dump After CSE (cse) //----- //{{$}}
// ALL-NEXT: module {
// ALL: // -----// IR Dump After Canonicalizer (canonicalize) //----- //{{$}}
// SOME: IR Dump After CSE (cse)
// SOME: IR Dump Before Canonicalizer (canonicalize)
// SOME-NOT: IR Dump
// CHANGE-NOT: IR Dump After CSE
// CHANGE: IR Dump After Canonicalizer
// NESTED: // -----// IR Dump After CSE (cse) //----- //
// NESTED-NEXT: func.func @f(
// SCOPE: // -----// IR Dump Before CSE (cse) ('func.func' operation: @f) //----- //
// SCOPE-NEXT: module {
// FAILED: // -----// IR Dump After TTIRImplicitDevice Failed (ttir-implicit-device) //----- //
// UNKNOWN: ttopt: for the --mlir-print-ir-after option: Cannot find option named 'nope'!
func.func @f(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  %0 = tensor.empty() : tensor<2xf32>
  %1 = "ttir.reshape"(%arg0, %0) <{shape = [2 : i32]}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
