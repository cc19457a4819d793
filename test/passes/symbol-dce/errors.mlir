// RUN: not ttopt --pass-pipeline='builtin.module(func.func(symbol-dce))' %s 2>&1 | filecheck %s
// CHECK: error: 'func.func' op  was scheduled to run under SymbolDCE, but does not define a symbol table
func.func @f() {
  return
}
