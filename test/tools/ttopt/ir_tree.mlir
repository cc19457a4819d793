// RUN: rm -rf %t
// RUN: ttopt --mlir-print-ir-tree-dir=%t --mlir-print-ir-after-all --pass-pipeline='builtin.module(cse,func.func(cse,canonicalize),builtin.module(func.func(cse)),symbol-dce)' %s 2>&1 >/dev/null | not grep .
// RUN: cd %t && find . -type f | sort | filecheck %s
// RUN: filecheck %s --check-prefix=TEXT < %t/builtin_module_no-symbol-name/func_func_f/0_1_canonicalize.mlir
// RUN: not ttopt --mlir-print-ir-tree-dir=%t/x/y --mlir-print-ir-after-all --cse %s 2>&1 | filecheck %s --check-prefix=NO-FOLDER
// RUN: not ttopt --mlir-print-ir-tree-dir=%s --mlir-print-ir-after-all --cse %s 2>&1 | filecheck %s --check-prefix=FILE
// The second input goes to files of its own.
// RUN: printf 'module {}\n// %%s\nmodule {}\n' ----- > %t.twice && rm -rf %t.both
// RUN: ttopt --split-input-file --mlir-print-ir-tree-dir=%t.both --mlir-print-ir-after-all --cse %t.twice -o /dev/null
// RUN: ls %t.both/builtin_module_no-symbol-name | filecheck %s --check-prefix=TWICE

// CHECK:      ./builtin_module_no-symbol-name/0_cse.mlir
// CHECK-NEXT: ./builtin_module_no-symbol-name/1_symbol-dce.mlir
// CHECK-NEXT: ./builtin_module_no-symbol-name/builtin_module_inner/func_func_h/0_0_0_cse.mlir
// CHECK-NEXT: ./builtin_module_no-symbol-name/func_func_a_b/0_0_cse.mlir
// CHECK-NEXT: ./builtin_module_no-symbol-name/func_func_a_b/0_1_canonicalize.mlir
// CHECK-NEXT: ./builtin_module_no-symbol-name/func_func_f/0_0_cse.mlir
// CHECK-NEXT: ./builtin_module_no-symbol-name/func_func_f/0_1_canonicalize.mlir
// TEXT:      // -----// IR Dump After Canonicalizer (canonicalize) //----- //
// TEXT-NEXT: func.func @f() {
// NO-FOLDER: Error while creating directory {{.*}}/x/y: No such file or directory
// FILE: Error while creating directory {{.*}}ir_tree.mlir/builtin_module_no-symbol-name: Not a directory
// TWICE:      0_cse.mlir
// TWICE-NEXT: 0_cse_1.mlir
func.func @f() {
  return
}
func.func @"a/b"() {
  return
}
module @inner {
  func.func @h() {
    return
  }
}
