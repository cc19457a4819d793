// RUN: not ttopt --stablehlo-to-ttir-pipeline="report-unsupported=true" %s 2>&1 | filecheck %s
// All that cannot be converted is counted, in notes of the one error.

func.func @f(%a: tensor<4xi32>) -> tensor<4xi32> {
  // CHECK: :[[# @LINE + 1]]:8: error: failed to legalize operation 'stablehlo.popcnt'
  %0 = stablehlo.popcnt %a : tensor<4xi32>
  %1 = stablehlo.shift_left %0, %a : tensor<4xi32>
  %2 = stablehlo.popcnt %1 : tensor<4xi32>
  // CHECK: note: 2 x 'stablehlo.popcnt'
  // CHECK: note: 1 x 'stablehlo.shift_left'
  return %2 : tensor<4xi32>
}
