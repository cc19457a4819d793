// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttir-layout --mlir-print-debuginfo %s | filecheck %s

// A conversion is named after the op and the operand it is for.
// CHECK: "ttir.to_layout"(%arg0, {{.*}} loc(#[[IN:loc[0-9]*]])
// CHECK: "ttir.to_layout"({{.*}} loc(#[[OUT:loc[0-9]*]])
// CHECK-DAG: #[[IN]] = loc("exp_in_0_layout")
// CHECK-DAG: #[[OUT]] = loc("end_in_0_layout")
func.func @exp(%arg0: tensor<40x40xf32>) -> tensor<40x40xf32> {
  %0 = tensor.empty() : tensor<40x40xf32>
  %1 = "ttir.exp"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<40x40xf32>, tensor<40x40xf32>) -> tensor<40x40xf32> loc("exp")
  return %1 : tensor<40x40xf32> loc("end")
}
