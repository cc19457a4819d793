// RUN: not ttopt --convert-tosa-to-ttir=report-unsupported=true %s 2>&1 | filecheck %s
// The most frequent first; each with its first place and the reason.

//      CHECK: report.mlir:[[#ERF:]]:8: error: failed to legalize operation 'tosa.erf'
//      CHECK: note: 6 ops cannot be converted:
// CHECK-NEXT: {{^ *}}count  operation    first at{{ +}}reason
// CHECK-NEXT: {{^ *}}2  tosa.erf     {{.*}}report.mlir:[[#ERF]]:8
// CHECK-NEXT: {{^ *}}1  func.call    {{.*}}report.mlir:{{[0-9]+}}:8
// CHECK-NEXT: {{^ *}}1  tosa.exp     {{.*}}report.mlir:{{[0-9]+}}:8{{ +}}needs tensors of static shape, but has 'tensor<?xf32>'
// CHECK-NEXT: {{^ *}}1  tosa.mul     {{.*}}report.mlir:{{[0-9]+}}:8{{ +}}TTIR's multiply does not shift
// CHECK-NEXT: {{^ *}}1  tosa.negate  {{.*}}report.mlir:{{[0-9]+}}:8{{ +}}has zero points, which TTIR's neg does not support
// CHECK-NOT: error:

func.func @f(%x: tensor<4xf32>, %q: tensor<4xi8>, %d: tensor<?xf32>) -> tensor<4xf32> {
  %0 = tosa.erf %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = tosa.abs %0 : (tensor<4xf32>) -> tensor<4xf32>
  %2 = tosa.erf %1 : (tensor<4xf32>) -> tensor<4xf32>
  %3 = tosa.mul %2, %2 {shift = 3 : i8} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %4 = tosa.negate %q {quantization_info = #tosa.unary_quant<input_zp = 1, output_zp = 2>} : (tensor<4xi8>) -> tensor<4xi8>
  %5 = tosa.exp %d : (tensor<?xf32>) -> tensor<?xf32>
  %6 = call @f(%x, %q, %d) : (tensor<4xf32>, tensor<4xi8>, tensor<?xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
