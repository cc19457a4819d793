// RUN: not ttopt --ttir-generic --ttir-generic-op-cbs %s 2>&1 | filecheck %s

// CHECK: error: 'ttir.generic' op requires a tensor with a metal layout, but got 'tensor<8xf32>'
func.func @no_layout(%arg0: tensor<8xf32>, %0: tensor<8xf32>) -> tensor<8xf32> {
  %1 = "ttir.exp"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
