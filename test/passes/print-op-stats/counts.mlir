// RUN: ttopt --allow-unregistered-dialect --print-op-stats %s 2>&1 | filecheck %s --check-prefix TABLE
// RUN: ttopt --allow-unregistered-dialect --print-op-stats=json=true %s 2>&1 | filecheck %s --check-prefix JSON

// TABLE: Operations encountered:
// TABLE-NEXT: -----------------------
// TABLE-NEXT: arith.addi   , 2
// TABLE-NEXT: builtin.module , 1
// TABLE-NEXT: func.func   , 1
// TABLE-NEXT: func.return , 1
// TABLE-NEXT: undotted , 1

// JSON: {
// JSON-NEXT: "arith.addi" : 2,
// JSON-NEXT: "builtin.module" : 1,
// JSON-NEXT: "func.func" : 1,
// JSON-NEXT: "func.return" : 1,
// JSON-NEXT: "undotted" : 1
// JSON-NEXT: }
func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %a, %0 : i32
  "undotted"() : () -> ()
  return %1 : i32
}
