// RUN: ttopt --allow-unregistered-dialect --mlir-print-debuginfo %s | filecheck %s

// Operations and arguments are where their names stand; a trailing alias may be defined after its use.

// CHECK:      "t.region"() ({
// CHECK-NEXT: ^bb0(%arg0: i32 loc("argument"), %arg1: i32 loc("{{.*}}locations.mlir":14:32)):
// CHECK-NEXT:   "t.plain"() : () -> () loc([[PLAIN:#loc[0-9]+]])
// CHECK-NEXT:   "t.alias"() : () -> () loc([[ALIAS:#loc[0-9]+]])
// CHECK-NEXT: }) : () -> () loc(
// CHECK:      [[PLAIN]] = loc("{{.*}}locations.mlir":15:3)
// CHECK:      [[ALIAS]] = loc("outer"(#loc{{[0-9]+}}))

"t.region"() ({
^bb0(%a: i32 loc("argument"),  %b: i32):
  "t.plain"() : () -> ()
  "t.alias"() : () -> () loc(#outer)
}) : () -> ()

#inner = loc("model.py":3:7)
#outer = loc("outer"(#inner))
