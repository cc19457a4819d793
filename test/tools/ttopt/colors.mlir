// RUN: not ttopt --color %s 2>&1 | tr '\033' '~' | filecheck %s
// RUN: not ttopt %s 2>&1 | tr '\033' '~' | filecheck %s --check-prefix=PLAIN
// RUN: not ttopt --color=0 %s 2>&1 | tr '\033' '~' | filecheck %s --check-prefix=PLAIN
// RUN: not ttopt --color=blue %s 2>&1 | filecheck %s --check-prefix=VALUE
// RUN: not tttranslate --color --ttnn-to-flatbuffer %s 2>&1 | tr '\033' '~' | filecheck %s

// CHECK:      ~[1m{{.*}}colors.mlir:[[#]]:3: ~[0m~[0;1;31merror: ~[0m~[1m'func.return' op has 0 operands, but enclosing function (@f) returns 1
// CHECK-NEXT: ~[0m  return
// CHECK-NEXT: ~[0;1;32m  ^
// CHECK-NEXT: ~[0m~[1m{{.*}}colors.mlir:[[#]]:3: ~[0m~[0;1;30mnote: ~[0m~[1msee current operation: "func.return"() : () -> ()
// CHECK-NEXT: ~[0m
// PLAIN-NOT: ~[
// VALUE: ttopt: for the --color option: 'blue' is invalid value for boolean argument! Try 0 or 1
func.func @f() -> i32 {
  return
}
