// RUN: ttopt --ttir-to-ttnn-backend-pipeline="enable-optimizer=true override-output-layout=sun=l1" %s 2>&1 | filecheck %s --check-prefix=WARNING
// RUN: not ttopt --ttir-to-ttnn-backend-pipeline="enable-optimizer=true override-output-layout=sun=l1" %s -Werror 2>&1 | filecheck %s --check-prefix=ERROR
// RUN: ttopt --ttir-to-ttnn-backend-pipeline="enable-optimizer=true override-output-layout=sun=l1" %s -Werror -Wno-unknown-override 2>&1 | filecheck %s --check-prefix=SILENT
// RUN: ttopt --ttir-to-ttnn-backend-pipeline="enable-optimizer=true override-output-layout=sun=l1" %s -w 2>&1 | filecheck %s --check-prefix=SILENT
// RUN: ttopt --ttir-to-ttnn-backend-pipeline="enable-optimizer=true override-output-layout=sun=l1" %s --verify-diagnostics 2>&1 | filecheck %s --check-prefix=SILENT
// RUN: not ttopt --ttir-to-ttnn-backend-pipeline="enable-optimizer=true override-output-layout=sun=l1" %s --verify-diagnostics --warnings=default 2>&1 | filecheck %s --check-prefix=UNEXPECTED
// RUN: ttopt --ttir-to-ttnn-backend-pipeline="override-output-layout=sun=l1 insert-memreconfig=sun=0" %s 2>&1 | filecheck %s --check-prefix=UNUSED
// RUN: not ttopt -Wunknown-overide %s 2>&1 | filecheck %s --check-prefix=UNKNOWN
// RUN: not ttopt -Werror=override %s 2>&1 | filecheck %s --check-prefix=UNKNOWN-KIND
// RUN: not ttopt --warnings=some %s 2>&1 | filecheck %s --check-prefix=UNKNOWN-LEVEL

// WARNING: warnings.mlir:{{.*}}: warning: override-output-layout: no operation is called 'sun' [-Wunknown-override]
// WARNING: func.func @f
// ERROR-NOT: func.func
// ERROR: warnings.mlir:{{.*}}: error: override-output-layout: no operation is called 'sun' [-Werror,-Wunknown-override]
// ERROR-NOT: func.func
// SILENT-NOT: override-output-layout
// SILENT: func.func @f
// UNEXPECTED: error: unexpected warning: override-output-layout
// UNUSED: warning: without enable-optimizer=true, nothing reads insert-memreconfig and override-output-layout [-Wunused-override]
// UNKNOWN: ttopt: Did you mean '-Wunknown-override'?
// UNKNOWN-KIND: ttopt: for the -Werror option: Cannot find option named 'override'!
// UNKNOWN-LEVEL: ttopt: for the --warnings option: Cannot find option named 'some'!
func.func @f() {
  return
}
