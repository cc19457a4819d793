// RUN: ttopt --help | filecheck %s
// RUN: ttopt -h | filecheck %s
// RUN: ttopt --help-hidden | filecheck %s --check-prefix=HIDDEN
// RUN: ttopt --help-list | filecheck %s --check-prefix=LIST
// RUN: ttopt --help-list-hidden | filecheck %s --check-prefix=LIST-HIDDEN
// RUN: tttranslate --help-list-hidden | filecheck %s --check-prefix=TRANSLATE
// RUN: not ttopt --help-list=1 2>&1 | filecheck %s --check-prefix=VALUE
// RUN: ttopt -p 'builtin.module(cse)' --dump-pass-pipeline %s 2>&1 | filecheck %s --check-prefix=PIPELINE
// RUN: ttopt -p='builtin.module(canonicalize)' --pass-pipeline='builtin.module(cse)' --dump-pass-pipeline %s 2>&1 | filecheck %s --check-prefix=PIPELINE
// RUN: not ttopt -p 2>&1 | filecheck %s --check-prefix=MISSING

// CHECK:     OPTIONS:
// CHECK:     General options:
// CHECK-NOT: Alias for
// CHECK-NOT: Refused
// CHECK:     --help-list{{.*}} - Display list of available options (--help-list-hidden for more)
// CHECK:     Passes:
// HIDDEN: --emit-bytecode{{.*}} - Refused: bytecode is not written
// HIDDEN: -h{{.*}} - Alias for --help
// HIDDEN: -p=<string>{{.*}} - Alias for --pass-pipeline
// HIDDEN: Passes:
// LIST:      --buffer-deallocation-pipeline
// LIST:      --color
// LIST:      --cse
// LIST-NOT:  Passes:
// LIST-NOT:  Alias for
// LIST:      --verify-each
// LIST-HIDDEN: --emit-bytecode
// LIST-HIDDEN: -p=<string>
// TRANSLATE-NOT: Translations to perform
// TRANSLATE: -h
// TRANSLATE: --mlir-to-cpp
// TRANSLATE: --version
// VALUE: ttopt: for the --help-list option: does not allow a value! '1' specified.
// PIPELINE: builtin.module(cse)
// MISSING: ttopt: for the -p option: requires a value!
module {}
