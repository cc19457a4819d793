// RUN: ttopt --view-op-graph %s 2>&1 | filecheck %s
// RUN: ttopt --view-op-graph='print-attrs=false print-result-types=false print-control-flow-edges=true' %s 2>&1 | filecheck %s --check-prefix FLOW

// CHECK: digraph G {
// CHECK-NEXT: compound = true;
// CHECK-NEXT: subgraph cluster_1 {
// CHECK-NEXT: v2 [label = " ", shape = plain];
// CHECK-NEXT: label = "builtin.module : ()\n";
// CHECK: v[[ARGUMENT:[0-9]+]] [label = "arg0", shape = ellipse];
// CHECK-NEXT: v[[SUM:[0-9]+]] [fillcolor = "0.000000 1.0 1.0", label = "arith.addi : (i32)\n\noverflowFlags: #arith.overflow<none...", shape = ellipse, style = filled];
// CHECK: v[[ARGUMENT]] -> v[[SUM]] [label = "0", style = solid];
// CHECK-NEXT: v[[ARGUMENT]] -> v[[SUM]] [label = "1", style = solid];

// FLOW: v[[SUM:[0-9]+]] [fillcolor = "0.000000 1.0 1.0", label = "arith.addi", shape = ellipse, style = filled];
// FLOW-NEXT: v[[RETURN:[0-9]+]] [{{.*}}label = "func.return"
// FLOW: v[[SUM]] -> v[[RETURN]] [label = "", style = dashed];
func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}
