// RUN: not ttopt --split-input-file --run-reproducer %s 2>&1 | filecheck %s
// What a reproducer says is read only where it is asked for.
// RUN: ttopt --split-input-file %s | filecheck %s --check-prefix=KEPT

// CHECK: error: unknown 'mlir_reproducer' resource key 'threads'
// CHECK-NEXT: mlir_reproducer: { pipeline: "builtin.module(cse)", threads: true }
// CHECK-NEXT: {{^}}                                                      ^
// KEPT: threads: true
module {}
{-# external_resources: {
  mlir_reproducer: { pipeline: "builtin.module(cse)", threads: true }
} #-}
// -----
// CHECK: error: expected string value for key 'pipeline'
module {}
{-# external_resources: { mlir_reproducer: { pipeline: true } } #-}
// -----
// CHECK: error: expected 'true' or 'false' value for key 'disable_threading'
module {}
{-# external_resources: { mlir_reproducer: { disable_threading: "x" } } #-}
// -----
// CHECK: error: can't run 'func.func' pass manager on 'builtin.module' op
module {}
{-# external_resources: { mlir_reproducer: { pipeline: "func.func(cse)" } } #-}
// -----
// CHECK: {{^}}MLIR Textual PassPipeline Parser:1:1: error: 'nope' does not refer to a registered pass or pass pipeline
module {}
{-# external_resources: { mlir_reproducer: { pipeline: "builtin.module(nope)" } } #-}
