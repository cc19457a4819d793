// RUN: not ttopt no_such_file.mlir 2>&1 | filecheck %s --check-prefix=MISSING
// RUN: not ttopt %S 2>&1 | filecheck %s --check-prefix=FOLDER
// RUN: not ttopt %s -o %t.no/such/folder.mlir 2>&1 | filecheck %s --check-prefix=OUTPUT
// RUN: not ttopt %s %s 2>&1 | filecheck %s --check-prefix=TWO
// RUN: not ttopt %s -o 2>&1 | filecheck %s --check-prefix=VALUE
// RUN: ttopt - < %s | filecheck %s
// RUN: ttopt < %s | filecheck %s
// RUN: ttopt %s -o - | filecheck %s
// RUN: rm -f %t.mlir
// RUN: ttopt %s -o %t.mlir | not grep .
// RUN: filecheck %s < %t.mlir
// RUN: rm %t.mlir
// RUN: not ttopt --symbol-dce --pass-pipeline='x' %s -o %t.mlir 2>&1
// RUN: not ls %t.mlir

// MISSING: cannot open input file 'no_such_file.mlir': No such file or directory
// FOLDER: cannot open input file '{{.*}}': Is a directory
// OUTPUT: cannot open output file '{{.*}}folder.mlir': No such file or directory
// TWO: ttopt: Too many positional arguments specified!
// TWO-NEXT: Can specify at most 1 positional arguments: See: ttopt --help
// VALUE: ttopt: for the -o option: requires a value!
// CHECK: func.func @f() {
func.func @f() {
  return
}
