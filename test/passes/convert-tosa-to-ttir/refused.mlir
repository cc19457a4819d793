// RUN: ttopt --convert-tosa-to-ttir %s --split-input-file --verify-diagnostics

func.func @shifted(%x: tensor<4xi32>) {
  // expected-error @+2 {{failed to legalize operation 'tosa.mul'}}
  // expected-note @+1 {{TTIR's multiply does not shift}}
  %0 = tosa.mul %x, %x {shift = 3 : i8} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @zero_points(%x: tensor<4xi8>) {
  // expected-error @+1 {{'tosa.negate' op has zero points, which TTIR's neg does not support}}
  %0 = tosa.negate %x {quantization_info = #tosa.unary_quant<input_zp = 1, output_zp = 2>} : (tensor<4xi8>) -> tensor<4xi8>
  return
}

// -----

func.func @dynamic(%x: tensor<?x8xf32>) {
  // expected-error @+1 {{'tosa.abs' op needs tensors of static shape, but has 'tensor<?x8xf32>'}}
  %0 = tosa.abs %x : (tensor<?x8xf32>) -> tensor<?x8xf32>
  return
}

// -----

func.func @unranked(%x: tensor<*xf32>) {
  // expected-error @+1 {{'tosa.abs' op needs tensors of static shape, but has 'tensor<*xf32>'}}
  %0 = tosa.abs %x : (tensor<*xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @order(%x: tensor<2x3xf32>, %order: tensor<2xi32>) {
  // expected-error @+2 {{failed to legalize operation 'tosa.transpose'}}
  // expected-note @+1 {{the order of dimensions must be a constant}}
  %0 = tosa.transpose %x, %order : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @windows(%x: tensor<1x8x8x3xf32>) {
  // expected-error @+2 {{failed to legalize operation 'tosa.avg_pool2d'}}
  // expected-note @+1 {{TTIR averages only whole images, without padding}}
  %0 = tosa.avg_pool2d %x {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x3xf32>) -> tensor<1x4x4x3xf32>
  return
}

// -----

func.func @quantized(%a: tensor<1x4x8xi8>, %b: tensor<1x8x2xi8>) {
  // expected-error @+2 {{failed to legalize operation 'tosa.matmul'}}
  // expected-note @+1 {{TTIR's matmul has no zero points}}
  %0 = tosa.matmul %a, %b {quantization_info = #tosa.matmul_quant<a_zp = 1, b_zp = 2>} : (tensor<1x4x8xi8>, tensor<1x8x2xi8>) -> tensor<1x4x2xi32>
  return
}

// -----

func.func @beside() {
  // expected-error @+1 {{failed to legalize operation 'arith.constant'}}
  %0 = arith.constant dense<1.0> : tensor<4xf32>
  return
}

// -----

func.func @rounded(%x: tensor<4xf32>) {
  // expected-warning @+1 {{'tosa.cast' op rounds to the nearest even integer; the typecast that it becomes may truncate [-Wtypecast-rounding]}}
  %0 = tosa.cast %x : (tensor<4xf32>) -> tensor<4xi32>
  return
}

// -----

func.func @quantized_elements(%x: tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01:3>> {
  // expected-error @+1 {{'tosa.reshape' op has 'tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>', but TTIR has no quantized elements}}
  %0 = tosa.reshape %x {new_shape = array<i64: 2, 2>} : (tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01:3>>
  return %0 : tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01:3>>
}
