// RUN: not ttopt --pass-pipeline='builtin.module(func.func(cse),func.func(canonicalize),ttnn-layout,symbol-dce)' --mlir-pass-pipeline-crash-reproducer=%t.mlir %s 2>&1 | filecheck %s --check-prefix=SAID
// RUN: filecheck %s < %t.mlir
// RUN: not ttopt --run-reproducer %t.mlir 2>&1 | filecheck %s --check-prefix=AGAIN

// The reproducer of the pass alone holds the IR before it.
// RUN: not ttopt --cse --ttnn-layout --verify-each=0 --mlir-disable-threading --mlir-pass-pipeline-local-reproducer --mlir-pass-pipeline-crash-reproducer=%t.local.mlir %s 2>&1 | filecheck %s --check-prefix=SAID-LOCAL
// RUN: filecheck %s --check-prefix=LOCAL < %t.local.mlir
// A nested pass is named with where it runs; its function has a location and a name.
// RUN: not ttopt --pass-pipeline='builtin.module(func.func(symbol-dce))' --mlir-pass-pipeline-crash-reproducer=- --mlir-pass-pipeline-local-reproducer %s 2>&1 | filecheck %s --check-prefix=NESTED

// Nothing is written if nothing fails; on demand, a file with the input is.
// RUN: ttopt --cse --mlir-pass-pipeline-crash-reproducer=%t.none.mlir %s -o /dev/null
// RUN: not test -e %t.none.mlir
// RUN: ttopt --cse --symbol-dce --mlir-generate-reproducer=%t.generated.mlir %s -o %t.out
// RUN: filecheck %s --check-prefix=GENERATED < %t.generated.mlir
// RUN: ttopt --run-reproducer %t.generated.mlir | diff - %t.out
// RUN: ttopt --cse --mlir-generate-reproducer=- %s -o /dev/null | ttopt --run-reproducer --symbol-dce --dump-pass-pipeline 2>&1 | filecheck %s --check-prefix=MORE

// RUN: not ttopt --ttnn-layout --mlir-pass-pipeline-crash-reproducer=/nonexistent/x.mlir %s 2>&1 | filecheck %s --check-prefix=NO-FILE
// RUN: not ttopt --cse --mlir-generate-reproducer=/nonexistent/x.mlir %s 2>&1 | filecheck %s --check-prefix=NO-FOLDER

// SAID: error: 'builtin.module' op requires a device
// SAID: reproducers.mlir:0:0: error: Failures have been detected while processing an MLIR pass pipeline
// SAID-NEXT: reproducers.mlir:0:0: note: Pipeline failed while executing [`TTNNLayout` on 'builtin.module' operation]: reproducer generated at `{{.*}}.mlir`

// CHECK:      %0 = arith.addi
// CHECK-NEXT: %1 = arith.addi
// CHECK:      {-#
// CHECK-NEXT:   external_resources: {
// CHECK-NEXT:     mlir_reproducer: {
// CHECK-NEXT:       pipeline: "builtin.module(func.func(cse,canonicalize{{.*}}), ttnn-layout, symbol-dce)",
// CHECK-NEXT:       disable_threading: false,
// CHECK-NEXT:       verify_each: true
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: #-}
// AGAIN: error: 'builtin.module' op requires a device

// SAID-LOCAL: note: Pipeline failed while executing `TTNNLayout` on 'builtin.module' operation: reproducer generated at
// LOCAL:     %0 = arith.addi
// LOCAL-NOT: arith.addi
// LOCAL:     pipeline: "builtin.module(ttnn-layout)",
// LOCAL-NEXT: disable_threading: true,
// LOCAL-NEXT: verify_each: false
// NESTED: pipeline: "builtin.module(func.func(symbol-dce))",
// NESTED: note: Pipeline failed while executing `SymbolDCE` on 'func.func' operation: @f: reproducer generated at `-`

// GENERATED: func.func private @unused
// GENERATED: pipeline: "builtin.module(cse, symbol-dce)",
// MORE:      builtin.module(cse,symbol-dce)
// MORE-NOT:  @unused
// NO-FILE: failed to create output stream: Failed to create reproducer stream: cannot open output file '/nonexistent/x.mlir': No such file or directory
// NO-FOLDER: cannot open output file '/nonexistent/x.mlir': No such file or directory
func.func @f(%a: i32) -> i32 {
  %d = arith.addi %a, %a : i32
  %e = arith.addi %a, %a : i32
  %x = arith.muli %d, %e : i32
  return %x : i32
}
func.func private @unused()
