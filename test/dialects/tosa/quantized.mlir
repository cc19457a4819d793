// RUN: ttopt %s | filecheck %s
// RUN: ttopt --mlir-print-op-generic %s | ttopt | filecheck %s
// Quantized elements, with a scale for all or for each slice.

// CHECK: tosa.identity %arg0 : (tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01:3>>
// CHECK: tosa.conv2d %arg1, %arg2, %arg3 {{.*}} : (tensor<1x4x4x3x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<4x2x2x3x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>, tensor<4xi32>) -> tensor<1x3x3x4xi32>
func.func @quantized(%a: tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>, %x: tensor<1x4x4x3x!quant.uniform<i8:f32, 0.5>>, %w: tensor<4x2x2x3x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0}>>, %b: tensor<4xi32>) {
  %0 = tosa.identity %a : (tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>
  %1 = tosa.conv2d %x, %w, %b {pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, quantization_info = #tosa.conv_quant<input_zp = 1, weight_zp = 0>} : (tensor<1x4x4x3x!quant.uniform<i8:f32, 0.5>>, tensor<4x2x2x3x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0}>>, tensor<4xi32>) -> tensor<1x3x3x4xi32>
  return
}
