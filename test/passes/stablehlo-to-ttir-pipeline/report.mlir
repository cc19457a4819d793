// RUN: not ttopt --stablehlo-to-ttir-pipeline="report-unsupported=true" %s 2>&1 | filecheck %s
// All that cannot be converted is counted, in a table below the one error.

func.func @f(%a: tensor<4xi32>) -> tensor<4xi32> {
  // CHECK: :[[# @LINE + 1]]:8: error: failed to legalize operation 'stablehlo.popcnt'
  %0 = stablehlo.popcnt %a : tensor<4xi32>
  %1 = stablehlo.shift_left %0, %a : tensor<4xi32>
  %2 = stablehlo.popcnt %1 : tensor<4xi32>
  // CHECK: note: 3 ops cannot be converted:
  // CHECK-NEXT: count  operation
  // CHECK-NEXT: 2  stablehlo.popcnt {{.*}}report.mlir:6:8{{ +}}TTIR does not count bits
  // CHECK-NEXT: 1  stablehlo.shift_left {{.*}}report.mlir:7:8{{ +}}TTIR has no shifts
  return %2 : tensor<4xi32>
}
