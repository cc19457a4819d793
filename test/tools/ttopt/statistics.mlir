// RUN: ttopt --mlir-pass-statistics --pass-pipeline='builtin.module(func.func(cse,canonicalize),builtin.module(cse),symbol-dce,func.func(cse))' %s 2>&1 >/dev/null | filecheck %s --strict-whitespace
// RUN: ttopt --mlir-pass-statistics --mlir-pass-statistics-display=list --pass-pipeline='builtin.module(func.func(cse,canonicalize),builtin.module(cse),symbol-dce,func.func(cse))' %s 2>&1 >/dev/null | filecheck %s --check-prefix=LIST --strict-whitespace
// RUN: not ttopt --mlir-pass-statistics --cse --ttnn-layout %s 2>&1 >/dev/null | filecheck %s --check-prefix=FAILED
// RUN: not ttopt --mlir-pass-statistics-display=tree %s 2>&1 | filecheck %s --check-prefix=UNKNOWN

// CHECK:      {{^}}===-------------------------------------------------------------------------===
// CHECK-NEXT: {{^}}                         ... Pass statistics report ...{{$}}
// CHECK-NEXT: {{^}}===-------------------------------------------------------------------------===
// CHECK-NEXT: {{^}}Pipeline Collection : ['builtin.module', 'func.func']{{$}}
// CHECK-NEXT: {{^}}  'builtin.module' Pipeline{{$}}
// CHECK-NEXT: {{^}}    CSE{{$}}
// CHECK-NEXT: {{^}}      (S) 0 num-cse'd - Number of operations CSE'd{{$}}
// CHECK-NEXT: {{^}}      (S) 0 num-dce'd - Number of operations DCE'd{{$}}
// CHECK-NEXT: {{^}}  'func.func' Pipeline{{$}}
// CHECK-NEXT: {{^}}    CSE{{$}}
// CHECK-NEXT: {{^}}      (S) 10 num-cse'd - Number of operations CSE'd{{$}}
// CHECK-NEXT: {{^}}      (S)  1 num-dce'd - Number of operations DCE'd{{$}}
// CHECK-NEXT: {{^}}    Canonicalizer{{$}}
// CHECK-NEXT: {{^}}SymbolDCE{{$}}
// CHECK-NEXT: {{^}}  (S) 2 num-dce'd - Number of symbols DCE'd{{$}}
// CHECK-NEXT: {{^}}'func.func' Pipeline{{$}}
// CHECK-NEXT: {{^}}  CSE{{$}}
// LIST:      {{^}}  CSE{{$}}
// LIST-NEXT: {{^}}    (S) 10 num-cse'd - Number of operations CSE'd{{$}}
// LIST-NEXT: {{^}}    (S)  1 num-dce'd - Number of operations DCE'd{{$}}
// LIST-NEXT: {{^}}  SymbolDCE{{$}}
// LIST-NEXT: {{^}}    (S) 2 num-dce'd - Number of symbols DCE'd{{$}}
// LIST-NOT: Canonicalizer
// FAILED: (S) 10 num-cse'd
// UNKNOWN: ttopt: for the --mlir-pass-statistics-display option: Cannot find option named 'tree'!
func.func @f(%a: i32) -> (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %a, %a : i32
  %2 = arith.addi %a, %a : i32
  %3 = arith.addi %a, %a : i32
  %4 = arith.addi %a, %a : i32
  %5 = arith.addi %a, %a : i32
  %6 = arith.addi %a, %a : i32
  %7 = arith.addi %a, %a : i32
  %8 = arith.addi %a, %a : i32
  %9 = arith.addi %a, %a : i32
  %10 = arith.addi %a, %a : i32
  %dead = arith.muli %10, %a : i32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32
}
func.func private @unused()
func.func private @calls_unused() {
  call @unused() : () -> ()
  return
}
