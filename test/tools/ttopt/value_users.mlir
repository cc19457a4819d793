// RUN: ttopt --allow-unregistered-dialect --mlir-print-value-users %s | filecheck %s --strict-whitespace
// RUN: ttopt --allow-unregistered-dialect --mlir-print-value-users --mlir-print-debuginfo %s | filecheck %s --check-prefix=LOCATIONS
// RUN: ttopt --allow-unregistered-dialect --mlir-print-unique-ssa-ids %s | filecheck %s --check-prefix=UNIQUE
// The comments follow the locations, and are no part of the program.
// RUN: ttopt --allow-unregistered-dialect --mlir-print-value-users %s | ttopt --allow-unregistered-dialect --mlir-print-value-users | filecheck %s --strict-whitespace

// CHECK:       func.func @f(%arg0: i32, %arg1: i1) -> (i32, i32) {
// CHECK-NEXT:    // %arg0 is used by %6{{$}}
// CHECK-NEXT:    // %arg1 is used by %1#0, %1#1{{$}}
// CHECK-NEXT:    %c1_i32 = arith.constant 1 : i32 // users: %5, %6, %6, %7, %6{{$}}
// CHECK-NEXT:    %1:2 = scf.if %arg1 -> (i32, i32) {
// CHECK-NEXT:      %6 = arith.subi %c1_i32, %arg0 : i32 // user: %7{{$}}
// CHECK-NEXT:      scf.yield %6, %c1_i32 : i32, i32 // id: %7{{$}}
// CHECK-NEXT:    } else {
// CHECK-NEXT:      scf.yield %c1_i32, %c1_i32 : i32, i32 // id: %6{{$}}
// CHECK-NEXT:    } // users: (%5, %2#0, %2#1, %2#2), (unused){{$}}
// CHECK-NEXT:    %2:3 = "test.x"(%1#0) ({
// CHECK-NEXT:    ^bb0(%arg2: i32, %arg3: i32):
// CHECK-NEXT:      // %arg2 is used by %6{{$}}
// CHECK-NEXT:      // %arg3 is unused{{$}}
// CHECK-NEXT:      "test.y"(%arg2, %c1_i32) : (i32, i32) -> () // id: %6{{$}}
// CHECK-NEXT:    }) : (i32) -> (i32, i32, i32) // users: (unused), (unused), (%4, %3){{$}}
// LOCATIONS: loc(#loc{{[0-9]+}}) // user: %7{{$}}

// UNIQUE:      func.func @f
// UNIQUE:        %0:2 = scf.if
// UNIQUE-NEXT:     %2 = arith.subi
// UNIQUE:        %1:3 = "test.x"(%0#0) ({
// UNIQUE-NEXT:   ^bb0(%arg2: i32, %arg3: i32):
func.func @f(%a: i32, %b: i1) -> (i32, i32) {
  %c = arith.constant 1 : i32
  %r:2 = scf.if %b -> (i32, i32) {
    %z = arith.subi %c, %a : i32
    scf.yield %z, %c : i32, i32
  } else {
    scf.yield %c, %c : i32, i32
  }
  %s:3 = "test.x"(%r#0) ({
  ^bb0(%x: i32, %y: i32):
    "test.y"(%x, %c) : (i32, i32) -> ()
  }) : (i32) -> (i32, i32, i32)
  "test.u"(%s#2) : (i32) -> ()
  "test.u"(%s#2) : (i32) -> ()
  return %r#0, %c : i32, i32
}
