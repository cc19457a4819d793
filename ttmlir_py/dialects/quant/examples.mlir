// An example for each op, as the dialect reference shows it. `ttopt --split-input-file` reads this file.

// -----

// quant.dcast
func.func @dcast(%input: tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<4xf32> {
  %0 = quant.dcast %input : tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>> to tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// quant.qcast
func.func @qcast(%input: tensor<2x4xf32>) -> tensor<2x4x!quant.uniform<i8:f32:0, {5.000000e-01:3,2.500000e-01}>> {
  %0 = quant.qcast %input : tensor<2x4xf32> to tensor<2x4x!quant.uniform<i8:f32:0, {5.000000e-01:3,2.500000e-01}>>
  return %0 : tensor<2x4x!quant.uniform<i8:f32:0, {5.000000e-01:3,2.500000e-01}>>
}

// -----

// quant.scast
func.func @scast(%input: tensor<4xi8>) -> tensor<4x!quant.uniform<u8<0:100>:f32, 5.000000e-01>> {
  %0 = quant.scast %input : tensor<4xi8> to tensor<4x!quant.uniform<u8<0:100>:f32, 5.000000e-01>>
  return %0 : tensor<4x!quant.uniform<u8<0:100>:f32, 5.000000e-01>>
}
