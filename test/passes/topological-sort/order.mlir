// RUN: ttopt --allow-unregistered-dialect --topological-sort %s | filecheck %s
// Definitions come before uses in modules; in a cycle the first operation stays first. Functions have their order already.

// CHECK: module {
// CHECK-NEXT: %0 = "foo.first"
// CHECK-NEXT: "foo.use"(%0)
// CHECK-NEXT: %1 = "foo.cycle"(%2)
// CHECK-NEXT: %2 = "foo.back"(%1)
"foo.use"(%first) : (i32) -> ()
%first = "foo.first"() : () -> i32
%cycle = "foo.cycle"(%back) : (i32) -> i32
%back = "foo.back"(%cycle) : (i32) -> i32
