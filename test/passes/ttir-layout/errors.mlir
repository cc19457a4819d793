// RUN: not ttopt --ttir-load-system-desc --ttir-implicit-device --ttir-layout --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: argument #0: tensor of dynamic shape tensor<?x40xf32> has no layout
func.func @dynamic(%arg0: tensor<?x40xf32>) {
  return
}

// -----

// CHECK: error: 'ttir.exp' op unsupported integer type i64
func.func @no_tile(%arg0: tensor<40x40xi64>) -> tensor<40x40xi64> {
  %0 = tensor.empty() : tensor<40x40xi64>
  %1 = "ttir.exp"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<40x40xi64>, tensor<40x40xi64>) -> tensor<40x40xi64>
  return %1 : tensor<40x40xi64>
}

// -----

// CHECK: error: 'ttir.exp' op requires a tensor with a metal layout, but got 'tensor<2x2xf32, "other">'
func.func @other_encoding(%arg0: tensor<2x2xf32, "other">) -> tensor<2x2xf32, "other"> {
  %0 = tensor.empty() : tensor<2x2xf32, "other">
  %1 = "ttir.exp"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<2x2xf32, "other">, tensor<2x2xf32, "other">) -> tensor<2x2xf32, "other">
  return %1 : tensor<2x2xf32, "other">
}
