// RUN: not ttopt --ttir-load-system-desc=path=%s %s 2>&1 | filecheck %s --check-prefix FOREIGN
// RUN: not ttopt --ttir-load-system-desc=path=%t.missing %s 2>&1 | filecheck %s --check-prefix MISSING
// RUN: not ttopt --ttir-load-system-desc=path=%S %s 2>&1 | filecheck %s --check-prefix FOLDER
// RUN: not ttopt --system-desc=n15 %s 2>&1 | filecheck %s --check-prefix UNKNOWN
// RUN: not ttopt --no-implicit-module --system-desc=n150 %s 2>&1 | filecheck %s --check-prefix BARE

// FOREIGN: invalid.mlir:0:0: error: cannot read system descriptor '{{.*}}invalid.mlir': not a SystemDescRoot: file identifier
// FOREIGN-NOT: error
// MISSING: error: cannot open system descriptor '{{.*}}.missing': No such file or directory
// FOLDER: error: cannot open system descriptor '{{.*}}ttir-load-system-desc': Is a directory
// UNKNOWN: ttopt: for the --system-desc option: unknown system 'n15': expected n150, n300, t3000, tg, p100 or p150; did you mean 'n150'?
// BARE: ttopt: for the --system-desc option: 'func.func' is not a module
func.func @f() {
  return
}
