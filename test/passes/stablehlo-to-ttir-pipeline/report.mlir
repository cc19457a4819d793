// RUN: not ttopt --stablehlo-to-ttir-pipeline="report-unsupported=true" %s 2>&1 | filecheck %s
// RUN: not ttopt --stablehlo-to-ttir-pipeline %s 2>&1 | filecheck %s --check-prefix NOTES
// All that cannot be converted is counted, in a table below the one error; without the table, a note tells of each other kind.

func.func @f(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK: :[[# @LINE + 2]]:8: error: failed to legalize operation 'stablehlo.cholesky'
  // NOTES: :[[# @LINE + 1]]:8: error: failed to legalize operation 'stablehlo.cholesky': TTIR does not factorize
  %0 = stablehlo.cholesky %a, lower = true : tensor<4x4xf32>
  %1 = chlo.next_after %0, %a : tensor<4x4xf32>, tensor<4x4xf32> -> tensor<4x4xf32>
  %2 = chlo.next_after %a, %1 : tensor<4x4xf32>, tensor<4x4xf32> -> tensor<4x4xf32>
  %3 = stablehlo.exponential %2 : tensor<4x4xf32>
  // CHECK: note: 3 ops cannot be converted:
  // CHECK-NEXT: count  operation
  // CHECK-NEXT: 2  chlo.next_after {{.*}}report.mlir:9:8{{ +}}TTIR does not take floats for their bits
  // CHECK-NEXT: 1  stablehlo.cholesky {{.*}}report.mlir:8:8{{ +}}TTIR does not factorize matrices, nor solve equations
  // NOTES: report.mlir:9:8: note: 'chlo.next_after' cannot be converted either (2 times): TTIR does not take floats for their bits
  return %3 : tensor<4x4xf32>
}
