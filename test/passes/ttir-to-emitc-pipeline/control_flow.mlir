// RUN: not ttopt --ttir-to-ttnn-backend-pipeline %s 2>&1 | filecheck %s
// RUN: not ttopt --ttir-to-emitc-pipeline %s 2>&1 | filecheck %s
// Neither TTNN nor the C++ on it branches: the first branch that is left is an error, at its place.

// CHECK: control_flow.mlir:[[# @LINE + 2]]:3: error: failed to legalize operation 'cf.cond_br'
func.func @either(%c: i1, %a: tensor<32x32xf32>, %b: tensor<32x32xf32>) -> tensor<32x32xf32> {
  cf.cond_br %c, ^sum, ^other
^sum:
  %0 = tensor.empty() : tensor<32x32xf32>
  %1 = "ttir.add"(%a, %b, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  cf.br ^end(%1 : tensor<32x32xf32>)
^other:
  cf.br ^end(%b : tensor<32x32xf32>)
^end(%r: tensor<32x32xf32>):
  return %r : tensor<32x32xf32>
}
