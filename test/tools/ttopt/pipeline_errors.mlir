// RUN: not ttopt --nope %s 2>&1 | filecheck %s --check-prefix=UNKNOWN
// RUN: not ttopt -canonicalise=x=3 %s 2>&1 | filecheck %s --check-prefix=SPELLING
// RUN: not ttopt --canonicalize=nope=3 %s 2>&1 | filecheck %s --check-prefix=OPTION
// RUN: not ttopt --canonicalize=top-down=maybe %s 2>&1 | filecheck %s --check-prefix=BOOL
// RUN: not ttopt --canonicalize=max-iterations=x %s 2>&1 | filecheck %s --check-prefix=INT
// RUN: not ttopt --canonicalize=max-iterations %s 2>&1 | filecheck %s --check-prefix=VALUE
// RUN: not ttopt --canonicalize=region-simplify=x %s 2>&1 | filecheck %s --check-prefix=ENUM
// RUN: not ttopt --pass-pipeline=cse %s 2>&1 | filecheck %s --check-prefix=ANCHOR
// RUN: not ttopt --pass-pipeline='builtin.module(cse)' --cse %s 2>&1 | filecheck %s --check-prefix=BOTH
// RUN: not ttopt --pass-pipeline='builtin.module(func.func(cse),nope)' %s 2>&1 | filecheck %s --check-prefix=PASS --match-full-lines --strict-whitespace
// RUN: not ttopt --pass-pipeline='builtin.module(canonicalize{nope=3})' %s 2>&1 | filecheck %s --check-prefix=INNER
// RUN: not ttopt --pass-pipeline='builtin.module(canonicalize{a)' %s 2>&1 | filecheck %s --check-prefix=BRACE
// RUN: not ttopt --pass-pipeline='builtin.module(func.func(ttnn-layout))' %s 2>&1 | filecheck %s --check-prefix=NESTING
// RUN: not ttopt --pass-pipeline='func.func(cse)' %s 2>&1 | filecheck %s --check-prefix=WRONG

// UNKNOWN: ttopt: Unknown command line argument '--nope'.  Try: 'ttopt --help'
// UNKNOWN-NEXT: ttopt: Did you mean '--cse'?
// SPELLING: ttopt: Unknown command line argument '-canonicalise=x=3'.  Try: 'ttopt --help'
// SPELLING-NEXT: ttopt: Did you mean '--canonicalize=x=3'?
// OPTION: <unknown>:0: error: <Pass-Options-Parser>: no such option nope
// BOOL: ttopt: for the --top-down option: 'maybe' is invalid value for boolean argument! Try 0 or 1
// INT: ttopt: for the --max-iterations option: 'x' value invalid for long argument!
// VALUE: ttopt: for the --max-iterations option: requires a value!
// ENUM: ttopt: for the --region-simplify option: Cannot find option named 'x'!
// ENUM-NEXT: note: expected disabled, normal or aggressive
// ANCHOR: <unknown>:0: error: expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'
// BOTH: <unknown>:0: error: '-pass-pipeline' option can't be used with individual pass options
//      PASS:<unknown>:0: error: MLIR Textual PassPipeline Parser:1:16: error: 'nope' does not refer to a registered pass or pass pipeline
// PASS-NEXT:func.func(cse),nope
// PASS-NEXT:               ^
// INNER: <unknown>:0: error: <Pass-Options-Parser>: no such option nope
// INNER: failed to add `canonicalize` with options `nope=3`
// BRACE: Parser:1:13: error: missing closing '}' while processing pass options
// NESTING: error: Can't add pass 'TTNNLayout' restricted to 'builtin.module' on a PassManager intended to run on 'func.func', did you intend to nest?
// WRONG: pipeline_errors.mlir:0:0: error: can't run 'func.func' pass manager on 'builtin.module' op
func.func @f() {
  return
}
