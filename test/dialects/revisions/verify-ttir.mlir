// RUN: ttopt --split-input-file --verify-diagnostics --tt-mlir=2026-08 %s

func.func @f(%a: tensor<5x8xf32>) {
  // expected-error@+1 {{'ttir.clamp_scalar' op input and output must have same shape.}}
  %0 = "ttir.clamp_scalar"(%a) <{min = 0.0 : f32, max = 1.0 : f32}> : (tensor<5x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<5x8xf32>, %c: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.clamp_tensor' op Min attribute shape (5,8) cannot be broadcasted to output shape (4,8).}}
  %0 = "ttir.clamp_tensor"(%a, %b, %c) : (tensor<4x8xf32>, tensor<5x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<5x8xi32>, %b: tensor<4x8xi32>) {
  // expected-error@+1 {{'ttir.logical_right_shift' op operand shape (4, 8) is not broadcast compatible with inferred operand shapes (5, 8)}}
  %0 = "ttir.logical_right_shift"(%a, %b) : (tensor<5x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi32>
  return
}

// -----

func.func @f(%a: tensor<1x4x8xi32>, %b: tensor<4x8xi32>) {
  // expected-error@+1 {{'ttir.logical_right_shift' op result shape (4, 8) doesn't match expected shape after broadcasting (1, 4, 8)}}
  %0 = "ttir.logical_right_shift"(%a, %b) : (tensor<1x4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<4x8xi32>) {
  // expected-error@+1 {{'ttir.logical_right_shift' op Left operand element type must be integer, but got 'f32'}}
  %0 = "ttir.logical_right_shift"(%a, %b) : (tensor<4x8xf32>, tensor<4x8xi32>) -> tensor<4x8xi32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>, %b: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.gelu_bw' op gradient tensor (lhs) must have rank 2, 3, or 4, but got rank 1}}
  %0 = "ttir.gelu_bw"(%a, %b) <{approximate = "none"}> : (tensor<8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.gelu_bw' op approximate attribute must be either 'none' or 'tanh', but got 'x'}}
  %0 = "ttir.gelu_bw"(%a, %b) <{approximate = "x"}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xbf16>) {
  // expected-error@+1 {{'ttir.bitcast_convert' op Input and output tensor element types must have the same bit width}}
  %0 = "ttir.bitcast_convert"(%a) : (tensor<4x8xbf16>) -> tensor<4x8xi32>
  return
}

// -----

func.func @f(%a: tensor<4x8x!quant.uniform<i8:f32, 0.1>>) {
  // expected-error@+1 {{'ttir.bitcast_convert' op Input tensor type must be an integer or floating point type}}
  %0 = "ttir.bitcast_convert"(%a) : (tensor<4x8x!quant.uniform<i8:f32, 0.1>>) -> tensor<4x8xi32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'ttir.rand' op Size argument does not match with output tensor shape. [Size = [4 : i32, 8 : i32], output tensor shape = (5, 8)].}}
  %0 = "ttir.rand"() <{size = [4 : i32, 8 : i32], low = 0.0 : f32, high = 1.0 : f32}> : () -> tensor<5x8xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'ttir.rand' op 'low' value must be < 'high' value.}}
  %0 = "ttir.rand"() <{size = [4 : i32, 8 : i32], low = 9.0 : f32, high = 1.0 : f32}> : () -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<5x8xf32>) {
  // expected-error@+1 {{'ttir.dropout' op Input tensor type does not match with output tensor type. [Input tensor type = 'tensor<5x8xf32>', output tensor type = 'tensor<4x8xf32>'].}}
  %0 = "ttir.dropout"(%a) <{prob = 0.5 : f32, scale = 2.0 : f32}> : (tensor<5x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.dropout' op Probability must be in range [0.0, 1.0], but got -1.000000e+00}}
  %0 = "ttir.dropout"(%a) <{prob = -1.0 : f32, scale = 2.0 : f32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.dropout' op Scale must be positive, but got -1.000000e+00}}
  %0 = "ttir.dropout"(%a) <{prob = 0.5 : f32, scale = -1.0 : f32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'ttir.full' op expected shape (5, 8), got (4, 8)}}
  %0 = "ttir.full"() <{shape = array<i32: 4, 8>, fill_value = 1.0 : f32}> : () -> tensor<5x8xf32>
  return
}

// -----

func.func @f(%a: tensor<3x4x8x16xf32>, %b: tensor<2x2x8x16xf32>, %c: tensor<2x2x8x16xf32>, %d: tensor<1x1x8x8xf32>) {
  // expected-error@+1 {{'ttir.sdpa_fw' op query, key and value must share the same batch size}}
  %0:2 = "ttir.sdpa_fw"(%a, %b, %c, %d) <{mask_type = #ttcore.attention_mask_type<arbitrary>, dropout_probability = 0.0 : f32, return_intermediates = true}> : (tensor<3x4x8x16xf32>, tensor<2x2x8x16xf32>, tensor<2x2x8x16xf32>, tensor<1x1x8x8xf32>) -> (tensor<2x4x8x16xf32>, tensor<2x4x8x32xf32>)
  return
}

// -----

func.func @f(%a: tensor<2x5x8x16xf32>, %b: tensor<2x2x8x16xf32>, %c: tensor<2x2x8x16xf32>, %d: tensor<1x1x8x8xf32>) {
  // expected-error@+1 {{'ttir.sdpa_fw' op number of query heads must be a positive multiple of the number of key/value heads}}
  %0:2 = "ttir.sdpa_fw"(%a, %b, %c, %d) <{mask_type = #ttcore.attention_mask_type<arbitrary>, dropout_probability = 0.0 : f32, return_intermediates = true}> : (tensor<2x5x8x16xf32>, tensor<2x2x8x16xf32>, tensor<2x2x8x16xf32>, tensor<1x1x8x8xf32>) -> (tensor<2x4x8x16xf32>, tensor<2x4x8x32xf32>)
  return
}

// -----

func.func @f(%a: tensor<2x8x8x16xf32>, %b: tensor<2x2x8x16xf32>, %c: tensor<2x2x8x16xf32>, %d: tensor<1x1x8x8xf32>) {
  // expected-error@+1 {{'ttir.sdpa_fw' op output must have shape (B, Hq, S, Dv)}}
  %0:2 = "ttir.sdpa_fw"(%a, %b, %c, %d) <{mask_type = #ttcore.attention_mask_type<arbitrary>, dropout_probability = 0.0 : f32, return_intermediates = true}> : (tensor<2x8x8x16xf32>, tensor<2x2x8x16xf32>, tensor<2x2x8x16xf32>, tensor<1x1x8x8xf32>) -> (tensor<2x4x8x16xf32>, tensor<2x4x8x32xf32>)
  return
}

// -----

func.func @f(%a: tensor<2x4x9x16xf32>, %b: tensor<2x2x8x16xf32>, %c: tensor<2x2x8x16xf32>, %d: tensor<1x1x8x8xf32>) {
  // expected-error@+1 {{'ttir.sdpa_fw' op query, key and value must share the same sequence length}}
  %0:2 = "ttir.sdpa_fw"(%a, %b, %c, %d) <{mask_type = #ttcore.attention_mask_type<arbitrary>, dropout_probability = 0.0 : f32, return_intermediates = true}> : (tensor<2x4x9x16xf32>, tensor<2x2x8x16xf32>, tensor<2x2x8x16xf32>, tensor<1x1x8x8xf32>) -> (tensor<2x4x8x16xf32>, tensor<2x4x8x32xf32>)
  return
}

// -----

func.func @f(%a: tensor<2x4x8x17xf32>, %b: tensor<2x2x8x16xf32>, %c: tensor<2x2x8x16xf32>, %d: tensor<1x1x8x8xf32>) {
  // expected-error@+1 {{'ttir.sdpa_fw' op query and key must have the same head dimension}}
  %0:2 = "ttir.sdpa_fw"(%a, %b, %c, %d) <{mask_type = #ttcore.attention_mask_type<arbitrary>, dropout_probability = 0.0 : f32, return_intermediates = true}> : (tensor<2x4x8x17xf32>, tensor<2x2x8x16xf32>, tensor<2x2x8x16xf32>, tensor<1x1x8x8xf32>) -> (tensor<2x4x8x16xf32>, tensor<2x4x8x32xf32>)
  return
}

// -----

func.func @f(%a: tensor<2x4x8x16xf32>, %b: tensor<2x3x8x16xf32>, %c: tensor<2x2x8x16xf32>, %d: tensor<1x1x8x8xf32>) {
  // expected-error@+1 {{'ttir.sdpa_fw' op key and value must have the same number of heads}}
  %0:2 = "ttir.sdpa_fw"(%a, %b, %c, %d) <{mask_type = #ttcore.attention_mask_type<arbitrary>, dropout_probability = 0.0 : f32, return_intermediates = true}> : (tensor<2x4x8x16xf32>, tensor<2x3x8x16xf32>, tensor<2x2x8x16xf32>, tensor<1x1x8x8xf32>) -> (tensor<2x4x8x16xf32>, tensor<2x4x8x32xf32>)
  return
}

// -----

func.func @f(%a: tensor<2x4x8x16xf32>, %b: tensor<2x2x8x16xf32>, %c: tensor<2x2x8x16xf32>, %d: tensor<2x1x8x8xf32>) {
  // expected-error@+1 {{'ttir.sdpa_fw' op attention_mask must have shape (1, 1, S, S)}}
  %0:2 = "ttir.sdpa_fw"(%a, %b, %c, %d) <{mask_type = #ttcore.attention_mask_type<arbitrary>, dropout_probability = 0.0 : f32, return_intermediates = true}> : (tensor<2x4x8x16xf32>, tensor<2x2x8x16xf32>, tensor<2x2x8x16xf32>, tensor<2x1x8x8xf32>) -> (tensor<2x4x8x16xf32>, tensor<2x4x8x32xf32>)
  return
}

// -----

func.func @f(%a: tensor<2x4x8x16xf32>, %b: tensor<2x2x8x16xf32>, %c: tensor<2x2x8x16xf32>) {
  // expected-error@+1 {{'ttir.sdpa_fw' op attention_mask is required when mask_type is 'arbitrary'}}
  %0:2 = "ttir.sdpa_fw"(%a, %b, %c) <{mask_type = #ttcore.attention_mask_type<arbitrary>, dropout_probability = 0.0 : f32, return_intermediates = true}> : (tensor<2x4x8x16xf32>, tensor<2x2x8x16xf32>, tensor<2x2x8x16xf32>) -> (tensor<2x4x8x16xf32>, tensor<2x4x8x32xf32>)
  return
}

// -----

func.func @f(%a: tensor<2x4x8x16xf32>, %b: tensor<2x2x8x16xf32>, %c: tensor<2x2x8x16xf32>, %d: tensor<1x1x8x8xf32>) {
  // expected-error@+1 {{'ttir.sdpa_fw' op intermediates must have shape (B, Hq, S, 32)}}
  %0:2 = "ttir.sdpa_fw"(%a, %b, %c, %d) <{mask_type = #ttcore.attention_mask_type<arbitrary>, dropout_probability = 0.0 : f32, return_intermediates = true}> : (tensor<2x4x8x16xf32>, tensor<2x2x8x16xf32>, tensor<2x2x8x16xf32>, tensor<1x1x8x8xf32>) -> (tensor<2x4x8x16xf32>, tensor<3x4x8x32xf32>)
  return
}

// -----

func.func @f(%a: tensor<2x4x8x16xf32>, %b: tensor<2x2x8x16xf32>, %c: tensor<2x2x8x16xf32>, %d: tensor<1x1x8x8xf32>) {
  // expected-error@+1 {{'ttir.sdpa_fw' op intermediates result must be present iff return_intermediates is true}}
  %0 = "ttir.sdpa_fw"(%a, %b, %c, %d) <{mask_type = #ttcore.attention_mask_type<arbitrary>, dropout_probability = 0.0 : f32, return_intermediates = true}> : (tensor<2x4x8x16xf32>, tensor<2x2x8x16xf32>, tensor<2x2x8x16xf32>, tensor<1x1x8x8xf32>) -> tensor<2x4x8x16xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4x8x16xf32>, %b: tensor<2x2x8x16xf32>, %c: tensor<2x2x8x16xf32>, %d: tensor<1x1x8x8xf32>) {
  // expected-error@+1 {{'ttir.sdpa_fw' op attention_mask is only allowed when mask_type is 'arbitrary'}}
  %0:2 = "ttir.sdpa_fw"(%a, %b, %c, %d) <{mask_type = #ttcore.attention_mask_type<causal>, dropout_probability = 0.0 : f32, return_intermediates = true}> : (tensor<2x4x8x16xf32>, tensor<2x2x8x16xf32>, tensor<2x2x8x16xf32>, tensor<1x1x8x8xf32>) -> (tensor<2x4x8x16xf32>, tensor<2x4x8x32xf32>)
  return
}

// -----

func.func @f(%a: tensor<2x4x8x16xf32>, %b: tensor<2x4x8x16xf32>, %c: tensor<2x4x8x16xf32>, %d: tensor<2x2x8x16xf32>, %e: tensor<2x2x8x16xf32>, %f: tensor<2x4x8x32xf32>, %g: tensor<1x1x8x8xf32>) {
  // expected-error@+1 {{'ttir.sdpa_bw' op grad_query must have the same shape as query}}
  %0:3 = "ttir.sdpa_bw"(%a, %b, %c, %d, %e, %f, %g) <{mask_type = #ttcore.attention_mask_type<arbitrary>}> : (tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>, tensor<2x2x8x16xf32>, tensor<2x2x8x16xf32>, tensor<2x4x8x32xf32>, tensor<1x1x8x8xf32>) -> (tensor<3x4x8x16xf32>, tensor<2x2x8x16xf32>, tensor<2x2x8x16xf32>)
  return
}

// -----

func.func @f(%a: tensor<2x4x8x16xf32>, %b: tensor<2x2x8x16xf32>, %c: tensor<2x2x8x16xf32>, %d: tensor<3x4x8x8xf32>) {
  // expected-error@+1 {{'ttir.scaled_dot_product_attention' op Attention mask batch size must be 1 (broadcast) or match query batch size}}
  %0 = "ttir.scaled_dot_product_attention"(%a, %b, %c, %d) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (tensor<2x4x8x16xf32>, tensor<2x2x8x16xf32>, tensor<2x2x8x16xf32>, tensor<3x4x8x8xf32>) -> tensor<2x4x8x16xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4x8x16xf32>, %b: tensor<2x2x8x16xf32>, %c: tensor<2x2x8x16xf32>, %d: tensor<2x5x8x8xf32>) {
  // expected-error@+1 {{'ttir.scaled_dot_product_attention' op Attention mask dim 1 must be 1 (broadcast) or match query num heads}}
  %0 = "ttir.scaled_dot_product_attention"(%a, %b, %c, %d) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (tensor<2x4x8x16xf32>, tensor<2x2x8x16xf32>, tensor<2x2x8x16xf32>, tensor<2x5x8x8xf32>) -> tensor<2x4x8x16xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4x8x16xf32>, %b: tensor<2x2x8x16xf32>, %c: tensor<2x2x8x16xf32>, %d: tensor<2x4x9x8xf32>) {
  // expected-error@+1 {{'ttir.scaled_dot_product_attention' op Attention mask dim 2 must be 1 (broadcast) or match query sequence length}}
  %0 = "ttir.scaled_dot_product_attention"(%a, %b, %c, %d) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (tensor<2x4x8x16xf32>, tensor<2x2x8x16xf32>, tensor<2x2x8x16xf32>, tensor<2x4x9x8xf32>) -> tensor<2x4x8x16xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4x8x16xf32>, %b: tensor<2x2x8x16xf32>, %c: tensor<2x2x8x16xf32>, %d: tensor<2x4x8x9xf32>) {
  // expected-error@+1 {{'ttir.scaled_dot_product_attention' op Attention mask at dim 3 must match key/value sequence length (max sequence length)}}
  %0 = "ttir.scaled_dot_product_attention"(%a, %b, %c, %d) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (tensor<2x4x8x16xf32>, tensor<2x2x8x16xf32>, tensor<2x2x8x16xf32>, tensor<2x4x8x9xf32>) -> tensor<2x4x8x16xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4x8x16xf32>, %b: tensor<2x2x8x16xf32>, %c: tensor<2x2x8x16xf32>, %d: tensor<4x8x8xf32>) {
  // expected-error@+1 {{'ttir.scaled_dot_product_attention' op Attention mask must be a 4D tensor}}
  %0 = "ttir.scaled_dot_product_attention"(%a, %b, %c, %d) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (tensor<2x4x8x16xf32>, tensor<2x2x8x16xf32>, tensor<2x2x8x16xf32>, tensor<4x8x8xf32>) -> tensor<2x4x8x16xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4x8x16xf32>, %b: tensor<2x2x8x16xf32>, %c: tensor<2x2x8x16xf32>, %d: tensor<2x4x8x8xf32>) {
  // expected-error@+1 {{'ttir.scaled_dot_product_attention' op Attention mask is not allowed when is_causal is true}}
  %0 = "ttir.scaled_dot_product_attention"(%a, %b, %c, %d) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (tensor<2x4x8x16xf32>, tensor<2x2x8x16xf32>, tensor<2x2x8x16xf32>, tensor<2x4x8x8xf32>) -> tensor<2x4x8x16xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x4x16xf32>, %b: tensor<3x2x32x16xf32>, %c: tensor<3x2x32x16xf32>, %d: tensor<3x2x4x32xf32>, %e: tensor<3xi32>) {
  // expected-error@+1 {{'ttir.scaled_dot_product_attention_decode' op Attention mask dim 1 must be 1}}
  %0 = "ttir.scaled_dot_product_attention_decode"(%a, %b, %c, %d, %e) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0>}> : (tensor<1x3x4x16xf32>, tensor<3x2x32x16xf32>, tensor<3x2x32x16xf32>, tensor<3x2x4x32xf32>, tensor<3xi32>) -> tensor<1x3x4x16xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x4x16xf32>, %b: tensor<3x2x32x16xf32>, %c: tensor<3x2x32x16xf32>, %d: tensor<3x1x5x32xf32>, %e: tensor<3xi32>) {
  // expected-error@+1 {{'ttir.scaled_dot_product_attention_decode' op Attention mask num heads must be 1 (broadcast) or match query num heads}}
  %0 = "ttir.scaled_dot_product_attention_decode"(%a, %b, %c, %d, %e) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0>}> : (tensor<1x3x4x16xf32>, tensor<3x2x32x16xf32>, tensor<3x2x32x16xf32>, tensor<3x1x5x32xf32>, tensor<3xi32>) -> tensor<1x3x4x16xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x4x16xf32>, %b: tensor<3x2x32x16xf32>, %c: tensor<3x2x32x16xf32>, %d: tensor<3x1x4x33xf32>, %e: tensor<3xi32>) {
  // expected-error@+1 {{'ttir.scaled_dot_product_attention_decode' op Attention mask sequence length must match key/value sequence length}}
  %0 = "ttir.scaled_dot_product_attention_decode"(%a, %b, %c, %d, %e) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0>}> : (tensor<1x3x4x16xf32>, tensor<3x2x32x16xf32>, tensor<3x2x32x16xf32>, tensor<3x1x4x33xf32>, tensor<3xi32>) -> tensor<1x3x4x16xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x4x16xf32>, %b: tensor<3x2x32x16xf32>, %c: tensor<3x2x32x16xf32>, %d: tensor<3x1x4x32xf32>, %e: tensor<4xi32>) {
  // expected-error@+1 {{'ttir.scaled_dot_product_attention_decode' op Cur pos tensor batch size must match query batch size}}
  %0 = "ttir.scaled_dot_product_attention_decode"(%a, %b, %c, %d, %e) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0>}> : (tensor<1x3x4x16xf32>, tensor<3x2x32x16xf32>, tensor<3x2x32x16xf32>, tensor<3x1x4x32xf32>, tensor<4xi32>) -> tensor<1x3x4x16xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x4x16xf32>, %b: tensor<3x2x32x16xf32>, %c: tensor<3x2x32x16xf32>, %d: tensor<3x1x4x32xf32>, %e: tensor<i32>) {
  // expected-error@+1 {{'ttir.scaled_dot_product_attention_decode' op Cur pos tensor must be a 1D tensor}}
  %0 = "ttir.scaled_dot_product_attention_decode"(%a, %b, %c, %d, %e) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0>}> : (tensor<1x3x4x16xf32>, tensor<3x2x32x16xf32>, tensor<3x2x32x16xf32>, tensor<3x1x4x32xf32>, tensor<i32>) -> tensor<1x3x4x16xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x4x16xf32>, %b: tensor<3x2x32x16xf32>, %c: tensor<3x2x32x16xf32>, %d: tensor<3x1x4x32xf32>, %e: tensor<3xf32>) {
  // expected-error@+1 {{'ttir.scaled_dot_product_attention_decode' op Cur pos tensor must be a tensor of integers}}
  %0 = "ttir.scaled_dot_product_attention_decode"(%a, %b, %c, %d, %e) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0>}> : (tensor<1x3x4x16xf32>, tensor<3x2x32x16xf32>, tensor<3x2x32x16xf32>, tensor<3x1x4x32xf32>, tensor<3xf32>) -> tensor<1x3x4x16xf32>
  return
}

// -----

func.func @f(%a: tensor<1x4x4x16xf32>, %b: tensor<8x2x32x16xf32>, %c: tensor<8x2x32x16xf32>, %d: tensor<3x4xi32>, %e: tensor<1x3x4x16xf32>, %f: tensor<3x1x4x128xf32>, %g: tensor<3xi32>) {
  // expected-error@+1 {{'ttir.paged_scaled_dot_product_attention_decode' op Page table number of users must match query number of users.}}
  %0 = "ttir.paged_scaled_dot_product_attention_decode"(%a, %b, %c, %d, %e, %f, %g) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0>}> : (tensor<1x4x4x16xf32>, tensor<8x2x32x16xf32>, tensor<8x2x32x16xf32>, tensor<3x4xi32>, tensor<1x3x4x16xf32>, tensor<3x1x4x128xf32>, tensor<3xi32>) -> tensor<1x3x4x16xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x5x16xf32>, %b: tensor<8x2x32x16xf32>, %c: tensor<8x2x32x16xf32>, %d: tensor<3x4xi32>, %e: tensor<1x3x4x16xf32>, %f: tensor<3x1x4x128xf32>, %g: tensor<3xi32>) {
  // expected-error@+1 {{'ttir.paged_scaled_dot_product_attention_decode' op Query num heads must be divisible by key/value num heads.}}
  %0 = "ttir.paged_scaled_dot_product_attention_decode"(%a, %b, %c, %d, %e, %f, %g) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0>}> : (tensor<1x3x5x16xf32>, tensor<8x2x32x16xf32>, tensor<8x2x32x16xf32>, tensor<3x4xi32>, tensor<1x3x4x16xf32>, tensor<3x1x4x128xf32>, tensor<3xi32>) -> tensor<1x3x4x16xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x4x17xf32>, %b: tensor<8x2x32x16xf32>, %c: tensor<8x2x32x16xf32>, %d: tensor<3x4xi32>, %e: tensor<1x3x4x16xf32>, %f: tensor<3x1x4x128xf32>, %g: tensor<3xi32>) {
  // expected-error@+1 {{'ttir.paged_scaled_dot_product_attention_decode' op Query head size must match key/value head size.}}
  %0 = "ttir.paged_scaled_dot_product_attention_decode"(%a, %b, %c, %d, %e, %f, %g) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0>}> : (tensor<1x3x4x17xf32>, tensor<8x2x32x16xf32>, tensor<8x2x32x16xf32>, tensor<3x4xi32>, tensor<1x3x4x16xf32>, tensor<3x1x4x128xf32>, tensor<3xi32>) -> tensor<1x3x4x16xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x4x16xi32>, %b: tensor<8x2x32x16xf32>, %c: tensor<8x2x32x16xf32>, %d: tensor<3x4xi32>, %e: tensor<1x3x4x16xf32>, %f: tensor<3x1x4x128xf32>, %g: tensor<3xi32>) {
  // expected-error@+1 {{'ttir.paged_scaled_dot_product_attention_decode' op Query, key, and value must be float tensors.}}
  %0 = "ttir.paged_scaled_dot_product_attention_decode"(%a, %b, %c, %d, %e, %f, %g) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0>}> : (tensor<1x3x4x16xi32>, tensor<8x2x32x16xf32>, tensor<8x2x32x16xf32>, tensor<3x4xi32>, tensor<1x3x4x16xf32>, tensor<3x1x4x128xf32>, tensor<3xi32>) -> tensor<1x3x4x16xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x4x16xf32>, %b: tensor<9x2x32x16xf32>, %c: tensor<8x2x32x16xf32>, %d: tensor<3x4xi32>, %e: tensor<1x3x4x16xf32>, %f: tensor<3x1x4x128xf32>, %g: tensor<3xi32>) {
  // expected-error@+1 {{'ttir.paged_scaled_dot_product_attention_decode' op Key and value must have the same shape and data type.}}
  %0 = "ttir.paged_scaled_dot_product_attention_decode"(%a, %b, %c, %d, %e, %f, %g) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0>}> : (tensor<1x3x4x16xf32>, tensor<9x2x32x16xf32>, tensor<8x2x32x16xf32>, tensor<3x4xi32>, tensor<1x3x4x16xf32>, tensor<3x1x4x128xf32>, tensor<3xi32>) -> tensor<1x3x4x16xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x4x16xf32>, %b: tensor<8x2x32x16xf32>, %c: tensor<8x2x32x16xf32>, %d: tensor<3x4xf32>, %e: tensor<1x3x4x16xf32>, %f: tensor<3x1x4x128xf32>, %g: tensor<3xi32>) {
  // expected-error@+1 {{'ttir.paged_scaled_dot_product_attention_decode' op Page table must be an integer tensor.}}
  %0 = "ttir.paged_scaled_dot_product_attention_decode"(%a, %b, %c, %d, %e, %f, %g) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0>}> : (tensor<1x3x4x16xf32>, tensor<8x2x32x16xf32>, tensor<8x2x32x16xf32>, tensor<3x4xf32>, tensor<1x3x4x16xf32>, tensor<3x1x4x128xf32>, tensor<3xi32>) -> tensor<1x3x4x16xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x4x16xf32>, %b: tensor<8x2x32x16xf32>, %c: tensor<8x2x32x16xf32>, %d: tensor<3x4xi32>, %e: tensor<1x3x4x16xf32>, %f: tensor<3xi32>) {
  // expected-error@+1 {{'ttir.paged_scaled_dot_product_attention_decode' op Attention mask is required when is_causal is false.}}
  %0 = "ttir.paged_scaled_dot_product_attention_decode"(%a, %b, %c, %d, %e, %f) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x3x4x16xf32>, tensor<8x2x32x16xf32>, tensor<8x2x32x16xf32>, tensor<3x4xi32>, tensor<1x3x4x16xf32>, tensor<3xi32>) -> tensor<1x3x4x16xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x4x16xf32>, %b: tensor<8x2x32x16xf32>, %c: tensor<8x2x32x16xf32>, %d: tensor<3x4xi32>, %e: tensor<1x3x4x16xf32>, %f: tensor<3x1x4x128xf32>, %g: tensor<4xi32>) {
  // expected-error@+1 {{'ttir.paged_scaled_dot_product_attention_decode' op Cur pos tensor number of users must match query number of users.}}
  %0 = "ttir.paged_scaled_dot_product_attention_decode"(%a, %b, %c, %d, %e, %f, %g) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0>}> : (tensor<1x3x4x16xf32>, tensor<8x2x32x16xf32>, tensor<8x2x32x16xf32>, tensor<3x4xi32>, tensor<1x3x4x16xf32>, tensor<3x1x4x128xf32>, tensor<4xi32>) -> tensor<1x3x4x16xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x4x16xf32>, %b: tensor<8x2x32x16xf32>, %c: tensor<8x2x32x16xf32>, %d: tensor<3x4xi32>, %e: tensor<1x3x4x16xf32>, %f: tensor<3x1x4x128xf32>, %g: tensor<3xf32>) {
  // expected-error@+1 {{'ttir.paged_scaled_dot_product_attention_decode' op Cur pos tensor must be an integer tensor.}}
  %0 = "ttir.paged_scaled_dot_product_attention_decode"(%a, %b, %c, %d, %e, %f, %g) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0>}> : (tensor<1x3x4x16xf32>, tensor<8x2x32x16xf32>, tensor<8x2x32x16xf32>, tensor<3x4xi32>, tensor<1x3x4x16xf32>, tensor<3x1x4x128xf32>, tensor<3xf32>) -> tensor<1x3x4x16xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x4x16xf32>, %b: tensor<8x2x32x16xf32>, %c: tensor<8x2x32x16xf32>, %d: tensor<3x4xi32>, %e: tensor<1x3x4x16xf32>, %f: tensor<3x1x4x128xf32>, %g: tensor<3xi32>) {
  // expected-error@+1 {{'ttir.paged_scaled_dot_product_attention_decode' op Attention mask is not allowed when is_causal is true.}}
  %0 = "ttir.paged_scaled_dot_product_attention_decode"(%a, %b, %c, %d, %e, %f, %g) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0>}> : (tensor<1x3x4x16xf32>, tensor<8x2x32x16xf32>, tensor<8x2x32x16xf32>, tensor<3x4xi32>, tensor<1x3x4x16xf32>, tensor<3x1x4x128xf32>, tensor<3xi32>) -> tensor<1x3x4x16xf32>
  return
}

// -----

func.func @f(%a: tensor<3x8x8x16xf32>, %b: tensor<8x2x32x16xf32>, %c: tensor<8x2x32x16xf32>, %d: tensor<3x4xi32>, %e: tensor<1xi32>, %f: tensor<3x4x8x16xf32>) {
  // expected-error@+1 {{'ttir.chunked_scaled_dot_product_attention' op Result shape must match query shape.}}
  %0 = "ttir.chunked_scaled_dot_product_attention"(%a, %b, %c, %d, %e, %f) : (tensor<3x8x8x16xf32>, tensor<8x2x32x16xf32>, tensor<8x2x32x16xf32>, tensor<3x4xi32>, tensor<1xi32>, tensor<3x4x8x16xf32>) -> tensor<3x4x8x16xf32>
  return
}

// -----

func.func @f(%a: tensor<3x4x8x16xi32>, %b: tensor<8x2x32x16xf32>, %c: tensor<8x2x32x16xf32>, %d: tensor<3x4xi32>, %e: tensor<1xi32>, %f: tensor<3x4x8x16xf32>) {
  // expected-error@+1 {{'ttir.chunked_scaled_dot_product_attention' op Query, key, and value must have the same element type.}}
  %0 = "ttir.chunked_scaled_dot_product_attention"(%a, %b, %c, %d, %e, %f) : (tensor<3x4x8x16xi32>, tensor<8x2x32x16xf32>, tensor<8x2x32x16xf32>, tensor<3x4xi32>, tensor<1xi32>, tensor<3x4x8x16xf32>) -> tensor<3x4x8x16xf32>
  return
}

// -----

func.func @f(%a: tensor<3x4x8x16xf32>, %b: tensor<2x32x16xf32>, %c: tensor<8x2x32x16xf32>, %d: tensor<3x4xi32>, %e: tensor<1xi32>, %f: tensor<3x4x8x16xf32>) {
  // expected-error@+1 {{'ttir.chunked_scaled_dot_product_attention' op Key and value must be 4D tensors.}}
  %0 = "ttir.chunked_scaled_dot_product_attention"(%a, %b, %c, %d, %e, %f) : (tensor<3x4x8x16xf32>, tensor<2x32x16xf32>, tensor<8x2x32x16xf32>, tensor<3x4xi32>, tensor<1xi32>, tensor<3x4x8x16xf32>) -> tensor<3x4x8x16xf32>
  return
}

// -----

func.func @f(%a: tensor<3x4x8x16xf32>, %b: tensor<8x2x32x16xf32>, %c: tensor<8x2x32x16xf32>, %d: tensor<3x4xi32>, %e: tensor<2xi32>, %f: tensor<3x4x8x16xf32>) {
  // expected-error@+1 {{'ttir.chunked_scaled_dot_product_attention' op Chunk start index must have shape [1] (a single prefix offset shared by all users).}}
  %0 = "ttir.chunked_scaled_dot_product_attention"(%a, %b, %c, %d, %e, %f) : (tensor<3x4x8x16xf32>, tensor<8x2x32x16xf32>, tensor<8x2x32x16xf32>, tensor<3x4xi32>, tensor<2xi32>, tensor<3x4x8x16xf32>) -> tensor<3x4x8x16xf32>
  return
}

// -----

func.func @f(%a: tensor<3x4x8x16xf32>, %b: tensor<8x2x32x16xf32>, %c: tensor<8x2x32x16xf32>, %d: tensor<3x4xi32>, %e: tensor<1xf32>, %f: tensor<3x4x8x16xf32>) {
  // expected-error@+1 {{'ttir.chunked_scaled_dot_product_attention' op Chunk start index must be an integer tensor.}}
  %0 = "ttir.chunked_scaled_dot_product_attention"(%a, %b, %c, %d, %e, %f) : (tensor<3x4x8x16xf32>, tensor<8x2x32x16xf32>, tensor<8x2x32x16xf32>, tensor<3x4xi32>, tensor<1xf32>, tensor<3x4x8x16xf32>) -> tensor<3x4x8x16xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x4x16xi32>, %b: tensor<8x1x32x16xf32>, %c: tensor<8x1x32x8xf32>, %d: tensor<3x4xi32>, %e: tensor<3xi32>) {
  // expected-error@+1 {{'ttir.paged_flash_multi_latent_attention_decode' op Query must be a float tensor.}}
  %0 = "ttir.paged_flash_multi_latent_attention_decode"(%a, %b, %c, %d, %e) <{head_dim_v = 8 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x3x4x16xi32>, tensor<8x1x32x16xf32>, tensor<8x1x32x8xf32>, tensor<3x4xi32>, tensor<3xi32>) -> tensor<1x3x4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x4x16xbf16>, %b: tensor<8x1x32x16xf32>, %c: tensor<8x1x32x8xf32>, %d: tensor<3x4xi32>, %e: tensor<3xi32>) {
  // expected-error@+1 {{'ttir.paged_flash_multi_latent_attention_decode' op Query and key must have the same element type.}}
  %0 = "ttir.paged_flash_multi_latent_attention_decode"(%a, %b, %c, %d, %e) <{head_dim_v = 8 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x3x4x16xbf16>, tensor<8x1x32x16xf32>, tensor<8x1x32x8xf32>, tensor<3x4xi32>, tensor<3xi32>) -> tensor<1x3x4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x4x16xf32>, %b: tensor<8x2x32x16xf32>, %c: tensor<8x1x32x8xf32>, %d: tensor<3x4xi32>, %e: tensor<3xi32>) {
  // expected-error@+1 {{'ttir.paged_flash_multi_latent_attention_decode' op Key num KV heads (nkv) must be 1, got 2.}}
  %0 = "ttir.paged_flash_multi_latent_attention_decode"(%a, %b, %c, %d, %e) <{head_dim_v = 8 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x3x4x16xf32>, tensor<8x2x32x16xf32>, tensor<8x1x32x8xf32>, tensor<3x4xi32>, tensor<3xi32>) -> tensor<1x3x4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x4x16xf32>, %b: tensor<8x1x32x16xf32>, %c: tensor<8x1x32x8xf32>, %d: tensor<3x4xi32>, %e: tensor<3xi32>) {
  // expected-error@+1 {{'ttir.paged_flash_multi_latent_attention_decode' op head_dim_v must be greater than 0.}}
  %0 = "ttir.paged_flash_multi_latent_attention_decode"(%a, %b, %c, %d, %e) <{head_dim_v = 0 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x3x4x16xf32>, tensor<8x1x32x16xf32>, tensor<8x1x32x8xf32>, tensor<3x4xi32>, tensor<3xi32>) -> tensor<1x3x4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<3x4x8x16xf32>) {
  // expected-error@+1 {{'ttir.concatenate_heads' op expected output batch dimension to be 3, got 2}}
  %0 = "ttir.concatenate_heads"(%a) : (tensor<3x4x8x16xf32>) -> tensor<2x8x64xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8x16xf32>) {
  // expected-error@+1 {{'ttir.concatenate_heads' op expected rank of input tensor is 4, got rank 3}}
  %0 = "ttir.concatenate_heads"(%a) : (tensor<4x8x16xf32>) -> tensor<2x8x64xf32>
  return
}

// -----

func.func @f(%a: tensor<3x8x128xf32>) {
  // expected-error@+1 {{'ttir.split_query_key_value_and_split_heads' op expected query output shape (3, 4, 8, 16), got (2, 4, 8, 16)}}
  %0:3 = "ttir.split_query_key_value_and_split_heads"(%a) <{num_heads = 4 : ui32, num_kv_heads = 2 : ui32, transpose_key = true}> : (tensor<3x8x128xf32>) -> (tensor<2x4x8x16xf32>, tensor<2x2x16x8xf32>, tensor<2x2x8x16xf32>)
  return
}

// -----

func.func @f(%a: tensor<8x128xf32>) {
  // expected-error@+1 {{'ttir.split_query_key_value_and_split_heads' op expected rank of input tensor is 3, got rank 2}}
  %0:3 = "ttir.split_query_key_value_and_split_heads"(%a) <{num_heads = 4 : ui32, num_kv_heads = 2 : ui32, transpose_key = true}> : (tensor<8x128xf32>) -> (tensor<2x4x8x16xf32>, tensor<2x2x16x8xf32>, tensor<2x2x8x16xf32>)
  return
}

// -----

func.func @f(%a: tensor<2x8x128xf32>) {
  // expected-error@+1 {{'ttir.split_query_key_value_and_split_heads' op expected rank of query/key/value output tensor is 4, got query rank: 3, key rank: 4, value rank: 4}}
  %0:3 = "ttir.split_query_key_value_and_split_heads"(%a) <{num_heads = 4 : ui32, num_kv_heads = 2 : ui32, transpose_key = true}> : (tensor<2x8x128xf32>) -> (tensor<4x8x16xf32>, tensor<2x2x16x8xf32>, tensor<2x2x8x16xf32>)
  return
}

// -----

func.func @f(%a: tensor<2x8x64xf32>, %b: tensor<8x64xf32>) {
  // expected-error@+1 {{'ttir.split_query_key_value_and_split_heads' op expected rank of kv input tensor is 3, got rank 2}}
  %0:3 = "ttir.split_query_key_value_and_split_heads"(%a, %b) <{num_heads = 4 : ui32, num_kv_heads = 2 : ui32, transpose_key = false}> : (tensor<2x8x64xf32>, tensor<8x64xf32>) -> (tensor<2x4x8x16xf32>, tensor<2x2x8x16xf32>, tensor<2x2x8x16xf32>)
  return
}

// -----

func.func @f(%a: tensor<5x8xf32>) {
  // expected-error@+1 {{'ttir.sort' op Sorted tensor type does not match with input tensor.}}
  %0:2 = "ttir.sort"(%a) <{dim = 1 : si32}> : (tensor<5x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xi32>)
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{'ttir.sort' op Dimension out of range (expected to be in range of [-1, 0], but got 1)}}
  %0:2 = "ttir.sort"(%a) <{dim = 1 : si32}> : (tensor<8xf32>) -> (tensor<4x8xf32>, tensor<4x8xi32>)
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.sort' op Indices shape does not match with input tensor shape.}}
  %0:2 = "ttir.sort"(%a) <{dim = 1 : si32}> : (tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<5x8xi32>)
  return
}

// -----

func.func @f(%a: tensor<4x1xf32>) {
  // expected-error@+1 {{'ttir.topk' op K should be between 1 and the size of the specified dimension (1), but got: 2}}
  %0:2 = "ttir.topk"(%a) <{k = 2 : i32, dim = 1 : i32}> : (tensor<4x1xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{'ttir.topk' op specified dimension should be between -1 and 0, but got: 1}}
  %0:2 = "ttir.topk"(%a) <{k = 2 : i32, dim = 1 : i32}> : (tensor<8xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)
  return
}

// -----

func.func @f(%a: tensor<5x8xf32>, %b: tensor<4x8xi32>, %c: tensor<4xi32>, %d: tensor<4xf32>, %e: tensor<4xf32>) {
  // expected-error@+1 {{'ttir.sampling' op input_values and input_indices must have the same shape}}
  %0 = "ttir.sampling"(%a, %b, %c, %d, %e) : (tensor<5x8xf32>, tensor<4x8xi32>, tensor<4xi32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>, %b: tensor<4x8xi32>, %c: tensor<4xi32>, %d: tensor<4xf32>, %e: tensor<4xf32>) {
  // expected-error@+1 {{'ttir.sampling' op input_values must be 2D [batch, candidates]}}
  %0 = "ttir.sampling"(%a, %b, %c, %d, %e) : (tensor<8xf32>, tensor<4x8xi32>, tensor<4xi32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<4x8xi32>, %c: tensor<5xi32>, %d: tensor<4xf32>, %e: tensor<4xf32>) {
  // expected-error@+1 {{'ttir.sampling' op k batch dimension (5) must match input_values batch (4)}}
  %0 = "ttir.sampling"(%a, %b, %c, %d, %e) : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<5xi32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<4x8xi32>, %c: tensor<i32>, %d: tensor<4xf32>, %e: tensor<4xf32>) {
  // expected-error@+1 {{'ttir.sampling' op k must be 1D [batch]}}
  %0 = "ttir.sampling"(%a, %b, %c, %d, %e) : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<i32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<4x8xi32>, %c: tensor<4xi32>, %d: tensor<4xf32>, %e: tensor<4xf32>) {
  // expected-error@+1 {{'ttir.sampling' op result must be 1D [batch]}}
  %0 = "ttir.sampling"(%a, %b, %c, %d, %e) : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<4xi32>, tensor<4xf32>, tensor<4xf32>) -> tensor<5xi32>
  return
}

// -----

func.func @f(%a: tensor<9x16xbf16>, %b: tensor<16x12xbf16>, %c: tensor<8x12xbf16>) {
  // expected-error@+1 {{'ttir.topk_router_gpt' op bias dim 0 (8) must equal input batch size B (9)}}
  %0:2 = "ttir.topk_router_gpt"(%a, %b, %c) <{k = 4 : i32, num_experts = 12 : i32}> : (tensor<9x16xbf16>, tensor<16x12xbf16>, tensor<8x12xbf16>) -> (tensor<8x4xi32>, tensor<8x4xbf16>)
  return
}

// -----

func.func @f(%a: tensor<16xbf16>, %b: tensor<16x12xbf16>, %c: tensor<8x12xbf16>) {
  // expected-error@+1 {{'ttir.topk_router_gpt' op input must be a 2D tensor [B, hidden_dim], but got rank 1}}
  %0:2 = "ttir.topk_router_gpt"(%a, %b, %c) <{k = 4 : i32, num_experts = 12 : i32}> : (tensor<16xbf16>, tensor<16x12xbf16>, tensor<8x12xbf16>) -> (tensor<8x4xi32>, tensor<8x4xbf16>)
  return
}

// -----

func.func @f(%a: tensor<8x16xbf16>, %b: tensor<16x12xbf16>, %c: tensor<8x12xbf16>) {
  // expected-error@+1 {{'ttir.topk_router_gpt' op expert_indices must be a 2D tensor [B, k], but got rank 1}}
  %0:2 = "ttir.topk_router_gpt"(%a, %b, %c) <{k = 4 : i32, num_experts = 12 : i32}> : (tensor<8x16xbf16>, tensor<16x12xbf16>, tensor<8x12xbf16>) -> (tensor<4xi32>, tensor<8x4xbf16>)
  return
}

// -----

func.func @f(%a: tensor<8x16xbf16>, %b: tensor<16x12xbf16>, %c: tensor<8x12xbf16>) {
  // expected-error@+1 {{'ttir.topk_router_gpt' op k must be positive, but got: -3}}
  %0:2 = "ttir.topk_router_gpt"(%a, %b, %c) <{k = -3 : i32, num_experts = 12 : i32}> : (tensor<8x16xbf16>, tensor<16x12xbf16>, tensor<8x12xbf16>) -> (tensor<8x4xi32>, tensor<8x4xbf16>)
  return
}

// -----

func.func @f(%a: tensor<8x16xbf16>, %b: tensor<16x12xbf16>, %c: tensor<8x12xbf16>) {
  // expected-error@+1 {{'ttir.topk_router_gpt' op num_experts must be positive, but got: -3}}
  %0:2 = "ttir.topk_router_gpt"(%a, %b, %c) <{k = 4 : i32, num_experts = -3 : i32}> : (tensor<8x16xbf16>, tensor<16x12xbf16>, tensor<8x12xbf16>) -> (tensor<8x4xi32>, tensor<8x4xbf16>)
  return
}

// -----

func.func @f(%a: tensor<3x3x4x8xf32>, %b: tensor<1x5x8x6xf32>, %c: tensor<1x1x1x5xf32>) {
  // expected-error@+1 {{'ttir.sparse_matmul' op Output shape must be [A, B, 1, E, M, N] for dense-sparse mode}}
  %0 = "ttir.sparse_matmul"(%a, %b, %c) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 2 : i64}> : (tensor<3x3x4x8xf32>, tensor<1x5x8x6xf32>, tensor<1x1x1x5xf32>) -> tensor<2x3x1x5x4x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3x4x9xf32>, %b: tensor<1x5x8x6xf32>, %c: tensor<1x1x1x5xf32>) {
  // expected-error@+1 {{'ttir.sparse_matmul' op Input A inner dimension must match Input B K dimension}}
  %0 = "ttir.sparse_matmul"(%a, %b, %c) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 2 : i64}> : (tensor<2x3x4x9xf32>, tensor<1x5x8x6xf32>, tensor<1x1x1x5xf32>) -> tensor<2x3x1x5x4x6xf32>
  return
}

// -----

func.func @f(%a: tensor<3x4x8xf32>, %b: tensor<1x5x8x6xf32>, %c: tensor<1x1x1x5xf32>) {
  // expected-error@+1 {{'ttir.sparse_matmul' op Input A must be at least a 4D tensor}}
  %0 = "ttir.sparse_matmul"(%a, %b, %c) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 2 : i64}> : (tensor<3x4x8xf32>, tensor<1x5x8x6xf32>, tensor<1x1x1x5xf32>) -> tensor<2x3x1x5x4x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3x4x8xf32>, %b: tensor<2x5x8x6xf32>, %c: tensor<1x1x1x5xf32>) {
  // expected-error@+1 {{'ttir.sparse_matmul' op Input B first dimension must be 1}}
  %0 = "ttir.sparse_matmul"(%a, %b, %c) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 2 : i64}> : (tensor<2x3x4x8xf32>, tensor<2x5x8x6xf32>, tensor<1x1x1x5xf32>) -> tensor<2x3x1x5x4x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3x4x8xf32>, %b: tensor<1x6x8x6xf32>, %c: tensor<1x1x1x5xf32>) {
  // expected-error@+1 {{'ttir.sparse_matmul' op Sparsity tensor last dimension must match number of experts in Input B}}
  %0 = "ttir.sparse_matmul"(%a, %b, %c) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 2 : i64}> : (tensor<2x3x4x8xf32>, tensor<1x6x8x6xf32>, tensor<1x1x1x5xf32>) -> tensor<2x3x1x5x4x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3x4x8xf32>, %b: tensor<5x8x6xf32>, %c: tensor<1x1x1x5xf32>) {
  // expected-error@+1 {{'ttir.sparse_matmul' op Input B must be a 4D tensor [1, E, K, N]}}
  %0 = "ttir.sparse_matmul"(%a, %b, %c) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 2 : i64}> : (tensor<2x3x4x8xf32>, tensor<5x8x6xf32>, tensor<1x1x1x5xf32>) -> tensor<2x3x1x5x4x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3x4x8xf32>, %b: tensor<1x5x8x6xf32>, %c: tensor<1x1x5xf32>) {
  // expected-error@+1 {{'ttir.sparse_matmul' op Sparsity tensor must be a 4D tensor}}
  %0 = "ttir.sparse_matmul"(%a, %b, %c) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 2 : i64}> : (tensor<2x3x4x8xf32>, tensor<1x5x8x6xf32>, tensor<1x1x5xf32>) -> tensor<2x3x1x5x4x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3x4x8xf32>, %b: tensor<1x5x8x6xf32>, %c: tensor<1x1x1x5xf32>) {
  // expected-error@+1 {{'ttir.sparse_matmul' op Output must be 6D for dense-sparse mode}}
  %0 = "ttir.sparse_matmul"(%a, %b, %c) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 2 : i64}> : (tensor<2x3x4x8xf32>, tensor<1x5x8x6xf32>, tensor<1x1x1x5xf32>) -> tensor<3x1x5x4x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3x4x8xf32>, %b: tensor<1x5x8x6xf32>, %c: tensor<1x1x1x5xf32>) {
  // expected-error@+1 {{'ttir.sparse_matmul' op At least one of is_input_a_sparse or is_input_b_sparse must be true}}
  %0 = "ttir.sparse_matmul"(%a, %b, %c) <{is_input_a_sparse = false, is_input_b_sparse = false, nnz = 2 : i64}> : (tensor<2x3x4x8xf32>, tensor<1x5x8x6xf32>, tensor<1x1x1x5xf32>) -> tensor<2x3x1x5x4x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3x4x8xf32>, %b: tensor<1x5x8x6xf32>, %c: tensor<1x1x1x5xf32>) {
  // expected-error@+1 {{'ttir.sparse_matmul' op nnz must be greater than 0 when set}}
  %0 = "ttir.sparse_matmul"(%a, %b, %c) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = -3 : i64}> : (tensor<2x3x4x8xf32>, tensor<1x5x8x6xf32>, tensor<1x1x1x5xf32>) -> tensor<2x3x1x5x4x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3x1x8xf32>, %b: tensor<2x3x1x4xi32>, %c: tensor<1x1x6x2xi32>) {
  // expected-error@+1 {{'ttir.all_to_all_dispatch' op num_devices must be positive}}
  %0:2 = "ttir.all_to_all_dispatch"(%a, %b, %c) <{num_devices = -3 : i64, cluster_axis = 0 : i64}> : (tensor<2x3x1x8xf32>, tensor<2x3x1x4xi32>, tensor<1x1x6x2xi32>) -> (tensor<1x4x3x8xf32>, tensor<1x4x3x4xi32>)
  return
}

// -----

func.func @f(%a: tensor<2x3x1x8xf32>, %b: tensor<2x3x1x4xi32>, %c: tensor<1x1x6x2xi32>) {
  // expected-error@+1 {{'ttir.all_to_all_dispatch' op cluster_axis must be 0 or 1}}
  %0:2 = "ttir.all_to_all_dispatch"(%a, %b, %c) <{num_devices = 2 : i64, cluster_axis = -3 : i64}> : (tensor<2x3x1x8xf32>, tensor<2x3x1x4xi32>, tensor<1x1x6x2xi32>) -> (tensor<1x4x3x8xf32>, tensor<1x4x3x4xi32>)
  return
}

// -----

func.func @f(%a: tensor<3x4x5x8xf32>, %b: tensor<1x4x5x2xi32>, %c: tensor<1x1x6x2xi32>) {
  // expected-error@+1 {{'ttir.all_to_all_combine' op num_experts_per_tok must be positive}}
  %0 = "ttir.all_to_all_combine"(%a, %b, %c) <{num_devices = 2 : i64, cluster_axis = 0 : i64, num_experts_per_tok = -3 : i64}> : (tensor<3x4x5x8xf32>, tensor<1x4x5x2xi32>, tensor<1x1x6x2xi32>) -> tensor<2x2x5x8xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3x4x6xf32>, %b: tensor<1x1x6x2xi32>, %c: tensor<2x3x4x2xi32>) {
  // expected-error@+1 {{'ttir.moe_expert_token_remap' op reduction_size must be positive}}
  %0:2 = "ttir.moe_expert_token_remap"(%a, %b, %c) <{reduction_size = -3 : i64}> : (tensor<2x3x4x6xf32>, tensor<1x1x6x2xi32>, tensor<2x3x4x2xi32>) -> (tensor<1x3x4x3xf32>, tensor<1x1x1x3xf32>)
  return
}

// -----

func.func @f(%a: tensor<4x8xbf16>, %b: tensor<4xi32>, %c: tensor<4x4xbf16>, %d: tensor<1x8xi32>, %e: tensor<12x2x4x1x64x128xbf16>, %f: tensor<12x2x4x1x64x128xbf16>) {
  // expected-error@+1 {{'ttir.moe_gpt' op expert_indices must have rank >= 2}}
  %0:5 = "ttir.moe_gpt"(%a, %b, %c, %d, %e, %f) : (tensor<4x8xbf16>, tensor<4xi32>, tensor<4x4xbf16>, tensor<1x8xi32>, tensor<12x2x4x1x64x128xbf16>, tensor<12x2x4x1x64x128xbf16>) -> (tensor<1x8xi32>, tensor<1x8xi32>, tensor<1x8xi32>, tensor<4x8xbf16>, tensor<4x8xbf16>)
  return
}

// -----

func.func @f(%a: tensor<4x8xbf16>, %b: tensor<4x4xi32>, %c: tensor<4x4xbf16>, %d: tensor<1x8xi32>, %e: tensor<13x2x4x1x64x128xbf16>, %f: tensor<12x2x4x1x64x128xbf16>) {
  // expected-error@+1 {{'ttir.moe_gpt' op w0_w1_tensor and w2_tensor must have same dim[0] (num_cores)}}
  %0:5 = "ttir.moe_gpt"(%a, %b, %c, %d, %e, %f) : (tensor<4x8xbf16>, tensor<4x4xi32>, tensor<4x4xbf16>, tensor<1x8xi32>, tensor<13x2x4x1x64x128xbf16>, tensor<12x2x4x1x64x128xbf16>) -> (tensor<1x8xi32>, tensor<1x8xi32>, tensor<1x8xi32>, tensor<4x8xbf16>, tensor<4x8xbf16>)
  return
}

// -----

func.func @f(%a: tensor<4x8xbf16>, %b: tensor<4x4xi32>, %c: tensor<4x4xbf16>, %d: tensor<1x8xi32>, %e: tensor<12x2x4x1x64x129xbf16>, %f: tensor<12x2x4x1x64x128xbf16>) {
  // expected-error@+1 {{'ttir.moe_gpt' op w0_w1_tensor dim[5] must be 128 (4*TILE_SIZE)}}
  %0:5 = "ttir.moe_gpt"(%a, %b, %c, %d, %e, %f) : (tensor<4x8xbf16>, tensor<4x4xi32>, tensor<4x4xbf16>, tensor<1x8xi32>, tensor<12x2x4x1x64x129xbf16>, tensor<12x2x4x1x64x128xbf16>) -> (tensor<1x8xi32>, tensor<1x8xi32>, tensor<1x8xi32>, tensor<4x8xbf16>, tensor<4x8xbf16>)
  return
}

// -----

func.func @f(%a: tensor<4x8xbf16>, %b: tensor<4x4xi32>, %c: tensor<4x4xbf16>, %d: tensor<1x8xi32>, %e: tensor<2x4x1x64x128xbf16>, %f: tensor<12x2x4x1x64x128xbf16>) {
  // expected-error@+1 {{'ttir.moe_gpt' op w0_w1_tensor must be a rank 6 tensor}}
  %0:5 = "ttir.moe_gpt"(%a, %b, %c, %d, %e, %f) : (tensor<4x8xbf16>, tensor<4x4xi32>, tensor<4x4xbf16>, tensor<1x8xi32>, tensor<2x4x1x64x128xbf16>, tensor<12x2x4x1x64x128xbf16>) -> (tensor<1x8xi32>, tensor<1x8xi32>, tensor<1x8xi32>, tensor<4x8xbf16>, tensor<4x8xbf16>)
  return
}

// -----

func.func @f(%a: tensor<32x65xbf16>, %b: tensor<32x4xi32>, %c: tensor<32x4xbf16>, %d: tensor<1x8xi32>, %e: tensor<1x2x64x32xbf16>, %f: tensor<1x2x64x32xbf16>, %g: tensor<1x2x32x64xbf16>, %h: tensor<1x2x32xbf16>, %i: tensor<1x2x32xbf16>, %j: tensor<1x2x64xbf16>) {
  // expected-error@+1 {{'ttir.moe_compute' op tilize_input_tensor last dim (hidden_size) must be a positive multiple of 32}}
  %0 = "ttir.moe_compute"(%a, %b, %c, %d, %e, %f, %g, %h, %i, %j) <{layer_id = 0 : ui32, output_height_shard_dim = 4 : ui32, intermediate_size = 32 : ui32, cluster_axis = 0 : ui32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>}> : (tensor<32x65xbf16>, tensor<32x4xi32>, tensor<32x4xbf16>, tensor<1x8xi32>, tensor<1x2x64x32xbf16>, tensor<1x2x64x32xbf16>, tensor<1x2x32x64xbf16>, tensor<1x2x32xbf16>, tensor<1x2x32xbf16>, tensor<1x2x64xbf16>) -> tensor<4x32x64xbf16>
  return
}

// -----

func.func @f(%a: tensor<32x128xbf16>, %b: tensor<32x4xi32>, %c: tensor<32x4xbf16>, %d: tensor<1x8xi32>, %e: tensor<1x2x64x32xbf16>, %f: tensor<1x2x64x32xbf16>, %g: tensor<1x2x32x64xbf16>, %h: tensor<1x2x32xbf16>, %i: tensor<1x2x32xbf16>, %j: tensor<1x2x64xbf16>) {
  // expected-error@+1 {{'ttir.moe_compute' op w0 hidden dim (64) must match tilize_input_tensor hidden_size (128)}}
  %0 = "ttir.moe_compute"(%a, %b, %c, %d, %e, %f, %g, %h, %i, %j) <{layer_id = 0 : ui32, output_height_shard_dim = 4 : ui32, intermediate_size = 32 : ui32, cluster_axis = 0 : ui32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>}> : (tensor<32x128xbf16>, tensor<32x4xi32>, tensor<32x4xbf16>, tensor<1x8xi32>, tensor<1x2x64x32xbf16>, tensor<1x2x64x32xbf16>, tensor<1x2x32x64xbf16>, tensor<1x2x32xbf16>, tensor<1x2x32xbf16>, tensor<1x2x64xbf16>) -> tensor<4x32x64xbf16>
  return
}

// -----

func.func @f(%a: tensor<64xbf16>, %b: tensor<32x4xi32>, %c: tensor<32x4xbf16>, %d: tensor<1x8xi32>, %e: tensor<1x2x64x32xbf16>, %f: tensor<1x2x64x32xbf16>, %g: tensor<1x2x32x64xbf16>, %h: tensor<1x2x32xbf16>, %i: tensor<1x2x32xbf16>, %j: tensor<1x2x64xbf16>) {
  // expected-error@+1 {{'ttir.moe_compute' op tilize_input_tensor must have rank >= 2}}
  %0 = "ttir.moe_compute"(%a, %b, %c, %d, %e, %f, %g, %h, %i, %j) <{layer_id = 0 : ui32, output_height_shard_dim = 4 : ui32, intermediate_size = 32 : ui32, cluster_axis = 0 : ui32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>}> : (tensor<64xbf16>, tensor<32x4xi32>, tensor<32x4xbf16>, tensor<1x8xi32>, tensor<1x2x64x32xbf16>, tensor<1x2x64x32xbf16>, tensor<1x2x32x64xbf16>, tensor<1x2x32xbf16>, tensor<1x2x32xbf16>, tensor<1x2x64xbf16>) -> tensor<4x32x64xbf16>
  return
}

// -----

func.func @f(%a: tensor<32x64xbf16>, %b: tensor<32x4xi32>, %c: tensor<32x4xbf16>, %d: tensor<1x8xi32>, %e: tensor<2x2x64x32xbf16>, %f: tensor<1x2x64x32xbf16>, %g: tensor<1x2x32x64xbf16>, %h: tensor<1x2x32xbf16>, %i: tensor<1x2x32xbf16>, %j: tensor<1x2x64xbf16>) {
  // expected-error@+1 {{'ttir.moe_compute' op bias_0 must have shape (2, 2, 32)}}
  %0 = "ttir.moe_compute"(%a, %b, %c, %d, %e, %f, %g, %h, %i, %j) <{layer_id = 0 : ui32, output_height_shard_dim = 4 : ui32, intermediate_size = 32 : ui32, cluster_axis = 0 : ui32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>}> : (tensor<32x64xbf16>, tensor<32x4xi32>, tensor<32x4xbf16>, tensor<1x8xi32>, tensor<2x2x64x32xbf16>, tensor<1x2x64x32xbf16>, tensor<1x2x32x64xbf16>, tensor<1x2x32xbf16>, tensor<1x2x32xbf16>, tensor<1x2x64xbf16>) -> tensor<4x32x64xbf16>
  return
}

// -----

func.func @f(%a: tensor<32x64xbf16>, %b: tensor<32x4xi32>, %c: tensor<32x4xbf16>, %d: tensor<1x8xi32>, %e: tensor<2x64x32xbf16>, %f: tensor<1x2x64x32xbf16>, %g: tensor<1x2x32x64xbf16>, %h: tensor<1x2x32xbf16>, %i: tensor<1x2x32xbf16>, %j: tensor<1x2x64xbf16>) {
  // expected-error@+1 {{'ttir.moe_compute' op w0 must have rank 4 (L, E, hidden, intermediate)}}
  %0 = "ttir.moe_compute"(%a, %b, %c, %d, %e, %f, %g, %h, %i, %j) <{layer_id = 0 : ui32, output_height_shard_dim = 4 : ui32, intermediate_size = 32 : ui32, cluster_axis = 0 : ui32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>}> : (tensor<32x64xbf16>, tensor<32x4xi32>, tensor<32x4xbf16>, tensor<1x8xi32>, tensor<2x64x32xbf16>, tensor<1x2x64x32xbf16>, tensor<1x2x32x64xbf16>, tensor<1x2x32xbf16>, tensor<1x2x32xbf16>, tensor<1x2x64xbf16>) -> tensor<4x32x64xbf16>
  return
}

// -----

func.func @f(%a: tensor<32x64xbf16>, %b: tensor<32x4xi32>, %c: tensor<32x4xbf16>, %d: tensor<1x8xi32>, %e: tensor<1x2x64x32xbf16>, %f: tensor<1x2x64x32xbf16>, %g: tensor<1x2x32x64xbf16>, %h: tensor<1x2x32xbf16>, %i: tensor<1x2x64xbf16>) {
  // expected-error@+1 {{'ttir.moe_compute' op bias_0, bias_1, and bias_2 must be all present or all absent}}
  %0 = "ttir.moe_compute"(%a, %b, %c, %d, %e, %f, %g, %h, %i) <{layer_id = 0 : ui32, output_height_shard_dim = 4 : ui32, intermediate_size = 32 : ui32, cluster_axis = 0 : ui32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0, 1, 1>}> : (tensor<32x64xbf16>, tensor<32x4xi32>, tensor<32x4xbf16>, tensor<1x8xi32>, tensor<1x2x64x32xbf16>, tensor<1x2x64x32xbf16>, tensor<1x2x32x64xbf16>, tensor<1x2x32xbf16>, tensor<1x2x64xbf16>) -> tensor<4x32x64xbf16>
  return
}

// -----

func.func @f(%a: tensor<32x64xbf16>, %b: tensor<32x4xi32>, %c: tensor<32x4xbf16>, %d: tensor<1x8xi32>, %e: tensor<1x2x64x32xbf16>, %f: tensor<1x2x64x32xbf16>, %g: tensor<1x2x32x64xbf16>, %h: tensor<1x2x32xbf16>, %i: tensor<1x2x32xbf16>, %j: tensor<1x2x64xbf16>) {
  // expected-error@+1 {{'ttir.moe_compute' op output_height_shard_dim must be positive}}
  %0 = "ttir.moe_compute"(%a, %b, %c, %d, %e, %f, %g, %h, %i, %j) <{layer_id = 0 : ui32, output_height_shard_dim = 0 : ui32, intermediate_size = 32 : ui32, cluster_axis = 0 : ui32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 1, 1, 1>}> : (tensor<32x64xbf16>, tensor<32x4xi32>, tensor<32x4xbf16>, tensor<1x8xi32>, tensor<1x2x64x32xbf16>, tensor<1x2x64x32xbf16>, tensor<1x2x32x64xbf16>, tensor<1x2x32xbf16>, tensor<1x2x32xbf16>, tensor<1x2x64xbf16>) -> tensor<4x32x64xbf16>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{'ttir.argmax' op Reduce dimension 1 is out of range for input tensor of rank 1}}
  %0 = "ttir.argmax"(%a) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<8xf32>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.argmax' op Reduce dimensions are not unique}}
  %0 = "ttir.argmax"(%a) <{dim_arg = [1 : i32, 1 : i32], keep_dim = false}> : (tensor<4x8xf32>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%a: tensor<f32>, %b: tensor<3xf32>, %c: tensor<3xf32>, %d: tensor<3xf32>, %e: tensor<3xf32>) {
  // expected-error@+1 {{'ttir.batch_norm_inference' op input tensor must have rank between 2 and 5, got rank 0}}
  %0 = "ttir.batch_norm_inference"(%a, %b, %c, %d, %e) <{epsilon = 0.1 : f32, dimension = 1 : i32}> : (tensor<f32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4x5xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3x4x5xf32>, %b: tensor<3xf32>, %c: tensor<3xf32>, %d: tensor<3xf32>, %e: tensor<3xf32>) {
  // expected-error@+1 {{'ttir.batch_norm_inference' op dimension attribute must be within input rank bounds, got dimension -3 for rank 4}}
  %0 = "ttir.batch_norm_inference"(%a, %b, %c, %d, %e) <{epsilon = 0.1 : f32, dimension = -3 : i32}> : (tensor<2x3x4x5xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4x5xf32>
  return
}

// -----

func.func @f(%a: tensor<5x8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>) {
  // expected-error@+1 {{'ttir.layer_norm' op input and output must have the same shape}}
  %0 = "ttir.layer_norm"(%a, %b, %c) <{normalized_shape = array<i64: 8>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<5x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<9xf32>, %c: tensor<8xf32>) {
  // expected-error@+1 {{'ttir.layer_norm' op weight tensor shape must match normalized_shape}}
  %0 = "ttir.layer_norm"(%a, %b, %c) <{normalized_shape = array<i64: 8>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<4x8xf32>, tensor<9xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>) {
  // expected-error@+1 {{'ttir.layer_norm' op normalized_shape dimensions must match trailing dimensions of input tensor}}
  %0 = "ttir.layer_norm"(%a, %b, %c) <{normalized_shape = array<i64: 8, 8>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>) {
  // expected-error@+1 {{'ttir.layer_norm' op normalized_shape cannot be empty}}
  %0 = "ttir.layer_norm"(%a, %b, %c) <{normalized_shape = array<i64>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<5x8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>, %d: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.distributed_layer_norm' op output shape must match input shape}}
  %0 = "ttir.distributed_layer_norm"(%a, %b, %c, %d) <{cluster_axis = 1 : ui32, epsilon = 0.1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (tensor<5x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<9xf32>, %c: tensor<8xf32>, %d: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.distributed_layer_norm' op weight tensor's last dimension must match input's last dimension}}
  %0 = "ttir.distributed_layer_norm"(%a, %b, %c, %d) <{cluster_axis = 1 : ui32, epsilon = 0.1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (tensor<4x8xf32>, tensor<9xf32>, tensor<8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>, %d: tensor<5x8xf32>) {
  // expected-error@+1 {{'ttir.distributed_layer_norm' op residual tensor shape must match input tensor shape}}
  %0 = "ttir.distributed_layer_norm"(%a, %b, %c, %d) <{cluster_axis = 1 : ui32, epsilon = 0.1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<5x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>, %d: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.distributed_layer_norm' op epsilon must be positive}}
  %0 = "ttir.distributed_layer_norm"(%a, %b, %c, %d) <{cluster_axis = 1 : ui32, epsilon = -1.0 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4x4x6xf32>, %b: tensor<7xf32>, %c: tensor<6xf32>) {
  // expected-error@+1 {{'ttir.group_norm' op weight must be 1D with size matching channel dimension C=6}}
  %0 = "ttir.group_norm"(%a, %b, %c) <{num_groups = 3 : i64, channel_dim = 3 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (tensor<2x4x4x6xf32>, tensor<7xf32>, tensor<6xf32>) -> tensor<2x4x4x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4x4x6xf32>, %b: tensor<6xf32>, %c: tensor<6xf32>) {
  // expected-error@+1 {{'ttir.group_norm' op num_groups must be positive, got -3}}
  %0 = "ttir.group_norm"(%a, %b, %c) <{num_groups = -3 : i64, channel_dim = 3 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (tensor<2x4x4x6xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<2x4x4x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4x4x6xf32>, %b: tensor<6xf32>, %c: tensor<6xf32>) {
  // expected-error@+1 {{'ttir.group_norm' op channel dimension (dim 3) must be divisible by num_groups; got C=6, num_groups=99}}
  %0 = "ttir.group_norm"(%a, %b, %c) <{num_groups = 99 : i64, channel_dim = 3 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (tensor<2x4x4x6xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<2x4x4x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4x4x6xf32>, %b: tensor<6xf32>, %c: tensor<6xf32>) {
  // expected-error@+1 {{'ttir.group_norm' op channel_dim must be in range [0, rank), got -3 for rank 4}}
  %0 = "ttir.group_norm"(%a, %b, %c) <{num_groups = 3 : i64, channel_dim = -3 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (tensor<2x4x4x6xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<2x4x4x6xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xi32>, %b: tensor<4x8xf32>, %c: tensor<4x8xf32>, %d: tensor<4x8xf32>, %e: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.adamw' op param_out type must match param}}
  %0:4 = "ttir.adamw"(%a, %b, %c, %d, %e) <{lr = 0.1 : f32, beta1 = 0.9 : f32, beta2 = 0.9 : f32, beta1_pow = 0.9 : f32, beta2_pow = 0.9 : f32, epsilon = 0.1 : f32, weight_decay = 0.1 : f32}> : (tensor<4x8xi32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>)
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %c: tensor<4x8xf32>, %d: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.adamw' op max_exp_avg_sq and max_exp_avg_sq_out must both be present or both be absent}}
  %0:4 = "ttir.adamw"(%a, %b, %c, %d) <{lr = 0.1 : f32, beta1 = 0.9 : f32, beta2 = 0.9 : f32, beta1_pow = 0.9 : f32, beta2_pow = 0.9 : f32, epsilon = 0.1 : f32, weight_decay = 0.1 : f32}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>)
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %c: tensor<4x8xf32>, %d: tensor<4x8xf32>, %e: tensor<4x8xi32>) {
  // expected-error@+1 {{'ttir.adamw' op max_exp_avg_sq_out type must match max_exp_avg_sq}}
  %0:4 = "ttir.adamw"(%a, %b, %c, %d, %e) <{lr = 0.1 : f32, beta1 = 0.9 : f32, beta2 = 0.9 : f32, beta1_pow = 0.9 : f32, beta2_pow = 0.9 : f32, epsilon = 0.1 : f32, weight_decay = 0.1 : f32}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xi32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>)
  return
}

// -----

func.func @f(%a: tensor<5x8xf32>) {
  // expected-error@+1 {{'ttir.reshape' op Input tensor number of elements 40 and output tensor number of elements 32 must be the same}}
  %0 = "ttir.reshape"(%a) <{shape = [8 : i32, 4 : i32]}> : (tensor<5x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.reshape' op Shape attribute size 2 must match output tensor rank 1}}
  %0 = "ttir.reshape"(%a) <{shape = [8 : i32, 4 : i32]}> : (tensor<4x8xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.reshape' op All dimensions must be >= 0 except the one with -1}}
  %0 = "ttir.reshape"(%a) <{shape = [-3 : i32, 4 : i32]}> : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.reshape' op Shape attribute 0 must match the output tensor shape 8 at index 0 for dimension that is not -1}}
  %0 = "ttir.reshape"(%a) <{shape = [0 : i32, 4 : i32]}> : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.reshape' op Shape attribute must have at most one -1 element}}
  %0 = "ttir.reshape"(%a) <{shape = [-1 : i32, -1 : i32]}> : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @f(%a: tensor<f32>) {
  // expected-error@+1 {{'ttir.slice_static' op Input must be at least a 1D tensor}}
  %0 = "ttir.slice_static"(%a) <{begins = [0 : i32, 0 : i32], ends = [4 : i32, 8 : i32], step = [1 : i32, 2 : i32]}> : (tensor<f32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.slice_static' op Step value for dimension 0 cannot be zero}}
  %0 = "ttir.slice_static"(%a) <{begins = [0 : i32, 0 : i32], ends = [4 : i32, 8 : i32], step = [0 : i32, 2 : i32]}> : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>, %b: tensor<2xi32>, %c: tensor<2xi32>) {
  // expected-error@+1 {{'ttir.slice_dynamic' op Begins, ends, and step must have the same number of elements as the input tensor rank}}
  %0 = "ttir.slice_dynamic"(%a, %b, %c) <{step = [1 : i32, 1 : i32]}> : (tensor<8xf32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<i32>, %c: tensor<2xi32>) {
  // expected-error@+1 {{'ttir.slice_dynamic' op Begins and ends must be 1D tensors}}
  %0 = "ttir.slice_dynamic"(%a, %b, %c) <{step = [1 : i32, 1 : i32]}> : (tensor<4x8xf32>, tensor<i32>, tensor<2xi32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%a: tensor<4x16xf32>) {
  // expected-error@+1 {{'ttir.index_select' op Sum of all slices must be equal to the output dimension size for the given dimension. Expected output dimension size: 4, but got 8}}
  %0 = "ttir.index_select"(%a) <{dim = 1 : si32, begin = 1 : si32, length = 2 : si32, stride = 4 : si32}> : (tensor<4x16xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x1xf32>) {
  // expected-error@+1 {{'ttir.index_select' op Invalid stride 4 for dimension 1 with size 1. stride must be less than or equal to the dimension size}}
  %0 = "ttir.index_select"(%a) <{dim = 1 : si32, begin = 1 : si32, length = 2 : si32, stride = 4 : si32}> : (tensor<4x1xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{'ttir.index_select' op Input and output tensors must have the same rank.}}
  %0 = "ttir.index_select"(%a) <{dim = 1 : si32, begin = 1 : si32, length = 2 : si32, stride = 4 : si32}> : (tensor<8xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xi32>) {
  // expected-error@+1 {{'ttir.index_select' op Input and output tensors must have the same element type.}}
  %0 = "ttir.index_select"(%a) <{dim = 1 : si32, begin = 1 : si32, length = 2 : si32, stride = 4 : si32}> : (tensor<4x8xi32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.index_select' op Invalid dimension -3 for select op with input tensor rank 2}}
  %0 = "ttir.index_select"(%a) <{dim = -3 : si32, begin = 1 : si32, length = 2 : si32, stride = 4 : si32}> : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.index_select' op Invalid begin index -3 for dimension 1 with size 8. begin must be in the range [0, dimSize)}}
  %0 = "ttir.index_select"(%a) <{dim = 1 : si32, begin = -3 : si32, length = 2 : si32, stride = 4 : si32}> : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.index_select' op Invalid length 2 for begin index 7 and dimension 1 with size 8. begin + length must be less than or equal to the dimension size}}
  %0 = "ttir.index_select"(%a) <{dim = 1 : si32, begin = 7 : si32, length = 2 : si32, stride = 4 : si32}> : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.index_select' op Invalid length -3 for begin index 1 and stride 4 for dimension 1 with size 8. stride must be greater than or equal to length}}
  %0 = "ttir.index_select"(%a) <{dim = 1 : si32, begin = 1 : si32, length = -3 : si32, stride = 4 : si32}> : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.index_select' op Invalid stride -3 for dimension 1, stride must be non-negative}}
  %0 = "ttir.index_select"(%a) <{dim = 1 : si32, begin = 1 : si32, length = 2 : si32, stride = -3 : si32}> : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x9xf32>, %b: tensor<4x3xf32>) {
  // expected-error@+1 {{'ttir.concat' op Output tensor dimension 1 does not match the sum of input tensor dimensions: 11 vs. 12.}}
  %0 = "ttir.concat"(%a, %b) <{dim = 1 : si32}> : (tensor<4x9xf32>, tensor<4x3xf32>) -> tensor<4x11xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>, %b: tensor<4x3xf32>) {
  // expected-error@+1 {{'ttir.concat' op Invalid dimension 1 for concatenation.}}
  %0 = "ttir.concat"(%a, %b) <{dim = 1 : si32}> : (tensor<8xf32>, tensor<4x3xf32>) -> tensor<4x11xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<4x3xf32>) {
  // expected-error@+1 {{'ttir.concat' op Output tensor rank must be 2, that of the inputs, but got 1.}}
  %0 = "ttir.concat"(%a, %b) <{dim = 1 : si32}> : (tensor<4x8xf32>, tensor<4x3xf32>) -> tensor<11xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.rearrange' op pattern must contain exactly one '->' separator.}}
  %0 = "ttir.rearrange"(%a) <{pattern = "x"}> : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @f(%a: tensor<5x8xi32>, %b: tensor<1x16x32xf32>) {
  // expected-error@+1 {{'ttir.embedding' op expected output shape of (5, 8, 32) but got (4, 8, 32)}}
  %0 = "ttir.embedding"(%a, %b) : (tensor<5x8xi32>, tensor<1x16x32xf32>) -> tensor<4x8x32xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8x1xi32>, %b: tensor<1x16x32xf32>) {
  // expected-error@+1 {{'ttir.embedding' op input must be at most a 2D tensor, got 3D ranked tensor}}
  %0 = "ttir.embedding"(%a, %b) : (tensor<4x8x1xi32>, tensor<1x16x32xf32>) -> tensor<4x8x32xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xi32>, %b: tensor<2x16x32xf32>) {
  // expected-error@+1 {{'ttir.embedding' op weight must be effectively 2D tensor}}
  %0 = "ttir.embedding"(%a, %b) : (tensor<4x8xi32>, tensor<2x16x32xf32>) -> tensor<4x8x32xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xi32>, %b: tensor<f32>) {
  // expected-error@+1 {{'ttir.embedding' op weight must be at least 2D tensor, got 0D ranked tensor}}
  %0 = "ttir.embedding"(%a, %b) : (tensor<4x8xi32>, tensor<f32>) -> tensor<4x8x32xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>, %b: tensor<4x2xi32>, %c: tensor<4x2xf32>) {
  // expected-error@+1 {{'ttir.scatter' op Input tensor, index tensor, and source tensor must have the same rank. Got input rank = 1, index rank = 2, source rank = 2}}
  %0 = "ttir.scatter"(%a, %b, %c) <{dim = 1 : i32, scatter_reduce_type = #ttcore.reduce_type<sum>}> : (tensor<8xf32>, tensor<4x2xi32>, tensor<4x2xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<5x2xi32>, %c: tensor<4x2xf32>) {
  // expected-error@+1 {{'ttir.scatter' op Index tensor must have the same shape as source tensor.}}
  %0 = "ttir.scatter"(%a, %b, %c) <{dim = 1 : i32, scatter_reduce_type = #ttcore.reduce_type<sum>}> : (tensor<4x8xf32>, tensor<5x2xi32>, tensor<4x2xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>, %b: tensor<4x2xi32>) {
  // expected-error@+1 {{'ttir.gather' op Input tensor and index tensor must have the same rank. Got input rank = 1, index rank = 2}}
  %0 = "ttir.gather"(%a, %b) <{dim = 1 : i32}> : (tensor<8xf32>, tensor<4x2xi32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<5x2xi32>) {
  // expected-error@+1 {{'ttir.gather' op Index tensor and result tensor must have the same shape.}}
  %0 = "ttir.gather"(%a, %b) <{dim = 1 : i32}> : (tensor<4x8xf32>, tensor<5x2xi32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<4x2xf32>) {
  // expected-error@+1 {{'ttir.gather' op Index tensor must have an integer type, got 'f32'}}
  %0 = "ttir.gather"(%a, %b) <{dim = 1 : i32}> : (tensor<4x8xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<4x2xi32>) {
  // expected-error@+1 {{'ttir.gather' op Dimension must be in the range [-2, 2), got dim = -3}}
  %0 = "ttir.gather"(%a, %b) <{dim = -3 : i32}> : (tensor<4x8xf32>, tensor<4x2xi32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%a: tensor<4x3x32x8xf32>, %b: tensor<1x2x1x8xf32>, %c: tensor<1xi32>) {
  // expected-error@+1 {{'ttir.update_cache' op Cache tensor shape must match input tensor shape on dims 1 and 3. Got cache shape (4, 3, 32, 8), input shape ()1x2x1x8)}}
  "ttir.update_cache"(%a, %b, %c) <{batch_offset = 0 : i32}> : (tensor<4x3x32x8xf32>, tensor<1x2x1x8xf32>, tensor<1xi32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<4x2x32x8xf32>, %b: tensor<2x2x1x8xf32>, %c: tensor<1xi32>) {
  // expected-error@+1 {{'ttir.update_cache' op Input tensor requires that dim 0 have size 1, got input dim 0 size = 2}}
  "ttir.update_cache"(%a, %b, %c) <{batch_offset = 0 : i32}> : (tensor<4x2x32x8xf32>, tensor<2x2x1x8xf32>, tensor<1xi32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<4x2x1x8xf32>, %b: tensor<1x2x16x8xf32>) {
  // expected-error@+1 {{'ttir.fill_cache' op Input tensor requires that dim 2 have a size which is less than or equal to the size of dim 2 of the cache tensor. Got cache dim 2 size = 1, input dim 2 size = 16}}
  "ttir.fill_cache"(%a, %b) <{batch_offset = 0 : i32}> : (tensor<4x2x1x8xf32>, tensor<1x2x16x8xf32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<8x2x33x16xf32>, %b: tensor<1x3x2x16xf32>, %c: tensor<3xi32>, %d: tensor<3x4xi32>) {
  // expected-error@+1 {{'ttir.paged_update_cache' op Block size must be divisible by 32, got 33}}
  "ttir.paged_update_cache"(%a, %b, %c, %d) : (tensor<8x2x33x16xf32>, tensor<1x3x2x16xf32>, tensor<3xi32>, tensor<3x4xi32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<8x2x32x17xf32>, %b: tensor<1x3x2x16xf32>, %c: tensor<3xi32>, %d: tensor<3x4xi32>) {
  // expected-error@+1 {{'ttir.paged_update_cache' op Input tensor must have dim 3 be equal to the head dimension (determined by cache shape): 17, got 16}}
  "ttir.paged_update_cache"(%a, %b, %c, %d) : (tensor<8x2x32x17xf32>, tensor<1x3x2x16xf32>, tensor<3xi32>, tensor<3x4xi32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<8x2x32x16xf32>, %b: tensor<2x3x2x16xf32>, %c: tensor<3xi32>, %d: tensor<3x4xi32>) {
  // expected-error@+1 {{'ttir.paged_update_cache' op Input tensor must have dim 0 be equal to 1, got 2}}
  "ttir.paged_update_cache"(%a, %b, %c, %d) : (tensor<8x2x32x16xf32>, tensor<2x3x2x16xf32>, tensor<3xi32>, tensor<3x4xi32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<8x2x32x16xf32>, %b: tensor<1x4x2x16xf32>, %c: tensor<3xi32>, %d: tensor<3x4xi32>) {
  // expected-error@+1 {{'ttir.paged_update_cache' op Input tensor must have shape equal to the number of users (determined by update index shape): 3, got 4}}
  "ttir.paged_update_cache"(%a, %b, %c, %d) : (tensor<8x2x32x16xf32>, tensor<1x4x2x16xf32>, tensor<3xi32>, tensor<3x4xi32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<8x2x32x16xf32>, %b: tensor<1x3x2x16xf32>, %c: tensor<3xi32>, %d: tensor<4x4xi32>) {
  // expected-error@+1 {{'ttir.paged_update_cache' op Page table tensor must have dim 0 be equal to the number of users (determined by update index shape): 3, got 4}}
  "ttir.paged_update_cache"(%a, %b, %c, %d) : (tensor<8x2x32x16xf32>, tensor<1x3x2x16xf32>, tensor<3xi32>, tensor<4x4xi32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<8x3x32x16xf32>, %b: tensor<3x2x64x16xf32>, %c: tensor<3x4xi32>, %d: tensor<3xi32>) {
  // expected-error@+1 {{'ttir.paged_fill_cache' op Input must have the same number of heads as the cache.}}
  "ttir.paged_fill_cache"(%a, %b, %c, %d) : (tensor<8x3x32x16xf32>, tensor<3x2x64x16xf32>, tensor<3x4xi32>, tensor<3xi32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<8x2x32x17xf32>, %b: tensor<3x2x64x16xf32>, %c: tensor<3x4xi32>, %d: tensor<3xi32>) {
  // expected-error@+1 {{'ttir.paged_fill_cache' op Input must have same head dimension as cache.}}
  "ttir.paged_fill_cache"(%a, %b, %c, %d) : (tensor<8x2x32x17xf32>, tensor<3x2x64x16xf32>, tensor<3x4xi32>, tensor<3xi32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<8x2x32x16xi32>, %b: tensor<3x2x64x16xf32>, %c: tensor<3x4xi32>, %d: tensor<3xi32>) {
  // expected-error@+1 {{'ttir.paged_fill_cache' op Cache and input tensors must have the same dtype}}
  "ttir.paged_fill_cache"(%a, %b, %c, %d) : (tensor<8x2x32x16xi32>, tensor<3x2x64x16xf32>, tensor<3x4xi32>, tensor<3xi32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<8x2x32x16xf32>, %b: tensor<4x2x64x16xf32>, %c: tensor<3x4xi32>, %d: tensor<3xi32>) {
  // expected-error@+1 {{'ttir.paged_fill_cache' op Batch index tensor must have dim 0 equal to input batch (4), got 3}}
  "ttir.paged_fill_cache"(%a, %b, %c, %d) : (tensor<8x2x32x16xf32>, tensor<4x2x64x16xf32>, tensor<3x4xi32>, tensor<3xi32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<8x2x32x16xf32>, %b: tensor<3x2x64x16xf32>, %c: tensor<3x4xi32>, %d: tensor<i32>) {
  // expected-error@+1 {{'ttir.paged_fill_cache' op Batch index tensor must be a 1D tensor}}
  "ttir.paged_fill_cache"(%a, %b, %c, %d) : (tensor<8x2x32x16xf32>, tensor<3x2x64x16xf32>, tensor<3x4xi32>, tensor<i32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<8x2x32x16xf32>, %b: tensor<3x2x64x16xf32>, %c: tensor<3x4xi32>, %d: tensor<3xf32>) {
  // expected-error@+1 {{'ttir.paged_fill_cache' op Batch index tensor must be an integer type}}
  "ttir.paged_fill_cache"(%a, %b, %c, %d) : (tensor<8x2x32x16xf32>, tensor<3x2x64x16xf32>, tensor<3x4xi32>, tensor<3xf32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<8x2x32x16xf32>, %b: tensor<3x2x64x16xf32>, %c: tensor<3x4xi32>) {
  // expected-error@+1 {{'ttir.paged_fill_cache' op Input batch must be statically 1 when no batch_idx_tensor is provided, got 3}}
  "ttir.paged_fill_cache"(%a, %b, %c) : (tensor<8x2x32x16xf32>, tensor<3x2x64x16xf32>, tensor<3x4xi32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<3x8x8x4xf32>, %b: tensor<6x4x3x3xf32>, %c: tensor<1x1x1x6xf32>) {
  // expected-error@+1 {{'ttir.conv2d' op Batch size from the input tensor (3) must match the first dimension of the output tensor (2)}}
  %0 = "ttir.conv2d"(%a, %b, %c) <{stride = array<i32: 1, 1>, padding = array<i32: 0, 0, 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<3x8x8x4xf32>, tensor<6x4x3x3xf32>, tensor<1x1x1x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x9x8x4xf32>, %b: tensor<6x4x3x3xf32>, %c: tensor<1x1x1x6xf32>) {
  // expected-error@+1 {{'ttir.conv2d' op The output tensor height and width dimension (6, 6) do not match the expected dimensions (7, 6).}}
  %0 = "ttir.conv2d"(%a, %b, %c) <{stride = array<i32: 1, 1>, padding = array<i32: 0, 0, 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<2x9x8x4xf32>, tensor<6x4x3x3xf32>, tensor<1x1x1x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x1x8x4xf32>, %b: tensor<6x4x3x3xf32>, %c: tensor<1x1x1x6xf32>) {
  // expected-error@+1 {{'ttir.conv2d' op The effective kernel size (3, 3) cannot be greater than the padded input size per channel (1, 8).}}
  %0 = "ttir.conv2d"(%a, %b, %c) <{stride = array<i32: 1, 1>, padding = array<i32: 0, 0, 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<2x1x8x4xf32>, tensor<6x4x3x3xf32>, tensor<1x1x1x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x8x8x5xf32>, %b: tensor<6x4x3x3xf32>, %c: tensor<1x1x1x6xf32>) {
  // expected-error@+1 {{'ttir.conv2d' op The number of input channels per group (5) must match the number of input channels in the weight tensor (4).}}
  %0 = "ttir.conv2d"(%a, %b, %c) <{stride = array<i32: 1, 1>, padding = array<i32: 0, 0, 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<2x8x8x5xf32>, tensor<6x4x3x3xf32>, tensor<1x1x1x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x8x8x4xf32>, %b: tensor<7x4x3x3xf32>, %c: tensor<1x1x1x6xf32>) {
  // expected-error@+1 {{'ttir.conv2d' op The number of output channels from the weight tensor (7) must match the number of output channels in the bias tensor (6).}}
  %0 = "ttir.conv2d"(%a, %b, %c) <{stride = array<i32: 1, 1>, padding = array<i32: 0, 0, 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<2x8x8x4xf32>, tensor<7x4x3x3xf32>, tensor<1x1x1x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x8x8x4xf32>, %b: tensor<6x4x3x3xf32>, %c: tensor<1x1x1x6xf32>) {
  // expected-error@+1 {{'ttir.conv2d' op The number of output channels from the output tensor (7) must match the number of output channels in the weight tensor (6). }}
  %0 = "ttir.conv2d"(%a, %b, %c) <{stride = array<i32: 1, 1>, padding = array<i32: 0, 0, 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<2x8x8x4xf32>, tensor<6x4x3x3xf32>, tensor<1x1x1x6xf32>) -> tensor<2x6x6x7xf32>
  return
}

// -----

func.func @f(%a: tensor<2x8x8x4xf32>, %b: tensor<6x4x3x3xf32>, %c: tensor<1x1x1x6xf32>) {
  // expected-error@+1 {{'ttir.conv2d' op Stride attribute values must be > 0.}}
  %0 = "ttir.conv2d"(%a, %b, %c) <{stride = array<i32: -3, 1>, padding = array<i32: 0, 0, 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<2x8x8x4xf32>, tensor<6x4x3x3xf32>, tensor<1x1x1x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x8x8x4xf32>, %b: tensor<6x4x3x3xf32>, %c: tensor<1x1x1x6xf32>) {
  // expected-error@+1 {{'ttir.conv2d' op Padding attribute values must be >= 0.}}
  %0 = "ttir.conv2d"(%a, %b, %c) <{stride = array<i32: 1, 1>, padding = array<i32: -3, 0, 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<2x8x8x4xf32>, tensor<6x4x3x3xf32>, tensor<1x1x1x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x8x8x4xf32>, %b: tensor<6x4x3x3xf32>, %c: tensor<1x1x1x6xf32>) {
  // expected-error@+1 {{'ttir.conv2d' op The number of input channels from the input tensor (4) is not divisible by the number of groups (-3).}}
  %0 = "ttir.conv2d"(%a, %b, %c) <{stride = array<i32: 1, 1>, padding = array<i32: 0, 0, 0, 0>, dilation = array<i32: 1, 1>, groups = -3 : i32}> : (tensor<2x8x8x4xf32>, tensor<6x4x3x3xf32>, tensor<1x1x1x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

func.func @f(%a: tensor<1x1x129x4xf32>, %b: tensor<6x4x3x3xf32>) {
  // expected-error@+1 {{'ttir.conv2d' op The input tensor's flattened dimension (129) does not match the product of batch_size * input_height * input_width from FlattenedCompatInfo (2 * 8 * 8 = 128).}}
  %0 = "ttir.conv2d"(%a, %b) <{stride = 1 : i32, padding = 0 : i32, dilation = 1 : i32, groups = 1 : i32, flattened_compat_info = #ttir<flattened_compat batch_size = 2, input_height = 8, input_width = 8>}> : (tensor<1x1x129x4xf32>, tensor<6x4x3x3xf32>) -> tensor<1x1x72x6xf32>
  return
}

// -----

func.func @f(%a: tensor<1x1x128x4xf32>, %b: tensor<6x4x4x3xf32>) {
  // expected-error@+1 {{'ttir.conv2d' op The output tensor's flattened dimension (72) does not match the product of batch_size * output_height * output_width (2 * 5 * 6 = 60).}}
  %0 = "ttir.conv2d"(%a, %b) <{stride = 1 : i32, padding = 0 : i32, dilation = 1 : i32, groups = 1 : i32, flattened_compat_info = #ttir<flattened_compat batch_size = 2, input_height = 8, input_width = 8>}> : (tensor<1x1x128x4xf32>, tensor<6x4x4x3xf32>) -> tensor<1x1x72x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x8x5xf32>, %b: tensor<6x4x3xf32>, %c: tensor<1x1x6xf32>) {
  // expected-error@+1 {{'ttir.conv1d' op expected weight's input channel dimension (4) to match in_channels / groups (5)}}
  %0 = "ttir.conv1d"(%a, %b, %c) <{stride = 1 : i32, padding = 0 : i32, dilation = 1 : i32, groups = 1 : i32}> : (tensor<2x8x5xf32>, tensor<6x4x3xf32>, tensor<1x1x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

func.func @f(%a: tensor<6x4x3xf32>, %b: tensor<1x1x6xf32>) {
  // expected-error@+1 {{'ttir.conv1d' op expected weight's output channel dimension (1) to match the output tensor's channel dimension (6)}}
  %0 = "ttir.conv1d"(%a, %b) <{stride = 1 : i32, padding = 0 : i32, dilation = 1 : i32, groups = 1 : i32}> : (tensor<6x4x3xf32>, tensor<1x1x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x8x4xf32>, %b: tensor<6x4x3xf32>, %c: tensor<1x1x6xf32>) {
  // expected-error@+1 {{'ttir.conv1d' op number of input channels (4) must be divisible by groups (-3)}}
  %0 = "ttir.conv1d"(%a, %b, %c) <{stride = 1 : i32, padding = 0 : i32, dilation = 1 : i32, groups = -3 : i32}> : (tensor<2x8x4xf32>, tensor<6x4x3xf32>, tensor<1x1x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x8x4xf32>, %b: tensor<6x4x3xf32>, %c: tensor<1x1x6xf32>) {
  // expected-error@+1 {{'ttir.conv1d' op groups must be a positive integer}}
  %0 = "ttir.conv1d"(%a, %b, %c) <{stride = 1 : i32, padding = 0 : i32, dilation = 1 : i32, groups = 0 : i32}> : (tensor<2x8x4xf32>, tensor<6x4x3xf32>, tensor<1x1x6xf32>) -> tensor<2x6x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x9x8x8x4xf32>, %b: tensor<6x4x3x3x3xf32>, %c: tensor<1x1x1x1x6xf32>) {
  // expected-error@+1 {{'ttir.conv3d' op The output tensor spatial dimensions (6, 6, 6) do not match the expected dimensions (7, 6, 6).}}
  %0 = "ttir.conv3d"(%a, %b, %c) <{stride = array<i32: 1, 1, 1>, padding = array<i32: 0, 0, 0>, groups = 1 : i32, padding_mode = "zeros"}> : (tensor<2x9x8x8x4xf32>, tensor<6x4x3x3x3xf32>, tensor<1x1x1x1x6xf32>) -> tensor<2x6x6x6x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x1x8x8x4xf32>, %b: tensor<6x4x3x3x3xf32>, %c: tensor<1x1x1x1x6xf32>) {
  // expected-error@+1 {{'ttir.conv3d' op The kernel size (3, 3, 3) cannot be greater than the padded input size per channel (1, 8, 8).}}
  %0 = "ttir.conv3d"(%a, %b, %c) <{stride = array<i32: 1, 1, 1>, padding = array<i32: 0, 0, 0>, groups = 1 : i32, padding_mode = "zeros"}> : (tensor<2x1x8x8x4xf32>, tensor<6x4x3x3x3xf32>, tensor<1x1x1x1x6xf32>) -> tensor<2x6x6x6x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x8x8x8x4xf32>, %b: tensor<6x4x3x3x3xf32>, %c: tensor<1x1x1x1x6xf32>) {
  // expected-error@+1 {{'ttir.conv3d' op Expected integer or array of size 3, but got array of size 4 for stride}}
  %0 = "ttir.conv3d"(%a, %b, %c) <{stride = array<i32: 1, 1, 1, 1>, padding = array<i32: 0, 0, 0>, groups = 1 : i32, padding_mode = "zeros"}> : (tensor<2x8x8x8x4xf32>, tensor<6x4x3x3x3xf32>, tensor<1x1x1x1x6xf32>) -> tensor<2x6x6x6x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x8x8x8x4xf32>, %b: tensor<6x4x3x3x3xf32>, %c: tensor<1x1x1x1x6xf32>) {
  // expected-error@+1 {{'ttir.conv3d' op padding_mode must be either 'zeros' or 'replicate'}}
  %0 = "ttir.conv3d"(%a, %b, %c) <{stride = array<i32: 1, 1, 1>, padding = array<i32: 0, 0, 0>, groups = 1 : i32, padding_mode = "x"}> : (tensor<2x8x8x8x4xf32>, tensor<6x4x3x3x3xf32>, tensor<1x1x1x1x6xf32>) -> tensor<2x6x6x6x6xf32>
  return
}

// -----

func.func @f(%a: tensor<3x8x8x4xf32>) {
  // expected-error@+1 {{'ttir.max_pool2d_with_indices' op batch size from the input tensor (3) must match the first dimension of the output tensor (2)}}
  %0:2 = "ttir.max_pool2d_with_indices"(%a) <{kernel = array<i32: 2, 2>, stride = array<i32: 2, 2>, dilation = array<i32: 1, 1>, padding = array<i32: 0, 0, 0, 0>, ceil_mode = false}> : (tensor<3x8x8x4xf32>) -> (tensor<2x4x4x4xf32>, tensor<2x4x4x4xi32>)
  return
}

// -----

func.func @f(%a: tensor<2x16x8x4xf32>) {
  // expected-error@+1 {{'ttir.max_pool2d_with_indices' op output tensor height and width dimension (4, 4) do not match the expected dimensions (8, 4)}}
  %0:2 = "ttir.max_pool2d_with_indices"(%a) <{kernel = array<i32: 2, 2>, stride = array<i32: 2, 2>, dilation = array<i32: 1, 1>, padding = array<i32: 0, 0, 0, 0>, ceil_mode = false}> : (tensor<2x16x8x4xf32>) -> (tensor<2x4x4x4xf32>, tensor<2x4x4x4xi32>)
  return
}

// -----

func.func @f(%a: tensor<2x8x8x5xf32>) {
  // expected-error@+1 {{'ttir.max_pool2d_with_indices' op number of output channels from the output tensor (4) must match the number of input channels (5)}}
  %0:2 = "ttir.max_pool2d_with_indices"(%a) <{kernel = array<i32: 2, 2>, stride = array<i32: 2, 2>, dilation = array<i32: 1, 1>, padding = array<i32: 0, 0, 0, 0>, ceil_mode = false}> : (tensor<2x8x8x5xf32>) -> (tensor<2x4x4x4xf32>, tensor<2x4x4x4xi32>)
  return
}

// -----

func.func @f(%a: tensor<2x8x8x4xf32>) {
  // expected-error@+1 {{'ttir.max_pool2d_with_indices' op Pooled values and indices must have the same shape}}
  %0:2 = "ttir.max_pool2d_with_indices"(%a) <{kernel = array<i32: 2, 2>, stride = array<i32: 2, 2>, dilation = array<i32: 1, 1>, padding = array<i32: 0, 0, 0, 0>, ceil_mode = false}> : (tensor<2x8x8x4xf32>) -> (tensor<2x4x4x4xf32>, tensor<3x4x4x4xi32>)
  return
}

// -----

func.func @f(%a: tensor<2x8x8x4xf32>) {
  // expected-error@+1 {{'ttir.max_pool2d_with_indices' op Indices result must have integer element type}}
  %0:2 = "ttir.max_pool2d_with_indices"(%a) <{kernel = array<i32: 2, 2>, stride = array<i32: 2, 2>, dilation = array<i32: 1, 1>, padding = array<i32: 0, 0, 0, 0>, ceil_mode = false}> : (tensor<2x8x8x4xf32>) -> (tensor<2x4x4x4xf32>, tensor<2x4x4x4xf32>)
  return
}

// -----

func.func @f(%a: tensor<2x8x8x4xf32>) {
  // expected-error@+1 {{'ttir.max_pool2d_with_indices' op kernel size attribute values must be > 0}}
  %0:2 = "ttir.max_pool2d_with_indices"(%a) <{kernel = array<i32: -3, 2>, stride = array<i32: 2, 2>, dilation = array<i32: 1, 1>, padding = array<i32: 0, 0, 0, 0>, ceil_mode = false}> : (tensor<2x8x8x4xf32>) -> (tensor<2x4x4x4xf32>, tensor<2x4x4x4xi32>)
  return
}

// -----

func.func @f(%a: tensor<2x8x8x4xf32>) {
  // expected-error@+1 {{'ttir.max_pool2d_with_indices' op padding attribute values must be >= 0}}
  %0:2 = "ttir.max_pool2d_with_indices"(%a) <{kernel = array<i32: 2, 2>, stride = array<i32: 2, 2>, dilation = array<i32: 1, 1>, padding = array<i32: -3, 0, 0, 0>, ceil_mode = false}> : (tensor<2x8x8x4xf32>) -> (tensor<2x4x4x4xf32>, tensor<2x4x4x4xi32>)
  return
}

// -----

func.func @f(%a: tensor<3x8x8x4xf32>) {
  // expected-error@+1 {{'ttir.global_avg_pool2d' op batch dimension must remain the same between input and output}}
  %0 = "ttir.global_avg_pool2d"(%a) : (tensor<3x8x8x4xf32>) -> tensor<2x1x1x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x8x8x5xf32>) {
  // expected-error@+1 {{'ttir.global_avg_pool2d' op channel dimension must remain the same between input and output}}
  %0 = "ttir.global_avg_pool2d"(%a) : (tensor<2x8x8x5xf32>) -> tensor<2x1x1x4xf32>
  return
}

// -----

func.func @f(%a: tensor<8x8x4xf32>) {
  // expected-error@+1 {{'ttir.global_avg_pool2d' op output tensor must have the same rank as input tensor}}
  %0 = "ttir.global_avg_pool2d"(%a) : (tensor<8x8x4xf32>) -> tensor<2x1x1x4xf32>
  return
}

// -----

func.func @f(%a: tensor<f32>) {
  // expected-error@+1 {{'ttir.global_avg_pool2d' op input tensor must have at least 2 dimensions for global average pooling over 2 spatial dimensions}}
  %0 = "ttir.global_avg_pool2d"(%a) : (tensor<f32>) -> tensor<2x1x1x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x8x8x4xf32>) {
  // expected-error@+1 {{'ttir.global_avg_pool2d' op spatial dimensions must be reduced to 1}}
  %0 = "ttir.global_avg_pool2d"(%a) : (tensor<2x8x8x4xf32>) -> tensor<2x2x1x4xf32>
  return
}

// -----

func.func @f(%a: tensor<5x8xf32>) {
  // expected-error@+1 {{'ttir.all_to_all' op splitDim size must be divisible by splitCount}}
  %0 = "ttir.all_to_all"(%a) <{split_dim = 0 : si32, concat_dim = 1 : si32, split_count = 2 : si32, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<5x8xf32>) -> tensor<2x16xf32>
  return
}

// -----

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error@+1 {{'ttir.all_to_all' op Output shape mismatch: expected = <4, 16> output = <2, 16>}}
  %0 = "ttir.all_to_all"(%a) <{split_dim = 0 : si32, concat_dim = 1 : si32, split_count = 2 : si32, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x8xf32>) -> tensor<2x16xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{'ttir.all_to_all' op concatDim must be in the range [0, 0], got 1}}
  %0 = "ttir.all_to_all"(%a) <{split_dim = 0 : si32, concat_dim = 1 : si32, split_count = 2 : si32, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8xf32>) -> tensor<2x16xf32>
  return
}

// -----

func.func @f(%a: tensor<f32>) {
  // expected-error@+1 {{'ttir.all_to_all' op splitDim must be in the range [0, -1], got 0}}
  %0 = "ttir.all_to_all"(%a) <{split_dim = 0 : si32, concat_dim = 1 : si32, split_count = 2 : si32, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<f32>) -> tensor<2x16xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xi32>) {
  // expected-error@+1 {{'ttir.all_to_all' op Input and output element types must match}}
  %0 = "ttir.all_to_all"(%a) <{split_dim = 0 : si32, concat_dim = 1 : si32, split_count = 2 : si32, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xi32>) -> tensor<2x16xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.all_to_all' op splitCount must be a positive integer}}
  %0 = "ttir.all_to_all"(%a) <{split_dim = 0 : si32, concat_dim = 1 : si32, split_count = -3 : si32, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<2x16xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.all_to_all' op replica_groups values must be positive}}
  %0 = "ttir.all_to_all"(%a) <{split_dim = 0 : si32, concat_dim = 1 : si32, split_count = 2 : si32, replica_groups = dense<[[-3, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<2x16xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.all_to_all' op replica_groups values must be in the range [0, 1], got 99}}
  %0 = "ttir.all_to_all"(%a) <{split_dim = 0 : si32, concat_dim = 1 : si32, split_count = 2 : si32, replica_groups = dense<[[99, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<2x16xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.all_to_all' op replica_groups must not contain duplicate values}}
  %0 = "ttir.all_to_all"(%a) <{split_dim = 0 : si32, concat_dim = 1 : si32, split_count = 2 : si32, replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<2x16xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.all_to_all' op replica_groups must be a 2D array}}
  %0 = "ttir.all_to_all"(%a) <{split_dim = 0 : si32, concat_dim = 1 : si32, split_count = 2 : si32, replica_groups = dense<[0, 1]> : tensor<2xi64>}> : (tensor<4x8xf32>) -> tensor<2x16xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.all_to_all' op replicaGroup count must match splitCount}}
  %0 = "ttir.all_to_all"(%a) <{split_dim = 0 : si32, concat_dim = 1 : si32, split_count = 2 : si32, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> : (tensor<4x8xf32>) -> tensor<2x16xf32>
  return
}

// -----

func.func @f(%a: tensor<5x8xf32>) {
  // expected-error@+1 {{'ttir.collective_broadcast' op input and output must have the same type}}
  %0 = "ttir.collective_broadcast"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<5x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.collective_permute' op There are duplicate 'src' or 'dest' devices in source target pairs}}
  %0 = "ttir.collective_permute"(%a) <{source_target_pairs = dense<[[1, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.collective_permute' op The rank of source target pairs must be 2, got rank = 1}}
  %0 = "ttir.collective_permute"(%a) <{source_target_pairs = dense<[0, 1]> : tensor<2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{'ttir.all_gather' op Invalid dimension for all gather op. Gather dimension must be >= to input tensor rank or < -input tensor rank, got gather_dim = 1}}
  %0 = "ttir.all_gather"(%a) <{all_gather_dim = 1 : si32, cluster_axis = 0 : ui32}> : (tensor<8xf32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.all_reduce' op Invalid reduction type for all reduce op.}}
  %0 = "ttir.all_reduce"(%a) <{reduce_type = #ttcore.reduce_type<max>, cluster_axis = 0 : ui32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{'ttir.reduce_scatter' op Invalid dimension for reduce scatter op. Scatter dimension must be >= to input tensor rank or < -input tensor rank, got scatter_dim = 1}}
  %0 = "ttir.reduce_scatter"(%a) <{reduce_type = #ttcore.reduce_type<sum>, scatter_dim = 1 : si32, cluster_axis = 0 : ui32}> : (tensor<8xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.reduce_scatter' op Invalid reduction type for reduce scatter op.}}
  %0 = "ttir.reduce_scatter"(%a) <{reduce_type = #ttcore.reduce_type<std>, scatter_dim = 1 : si32, cluster_axis = 0 : ui32}> : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{'ttir.mesh_partition' op Invalid tensor dimension for mesh partition op. Dimension must be >= to input tensor rank or < -input tensor rank, got dim = 1}}
  %0 = "ttir.mesh_partition"(%a) <{dim = 1 : si32, cluster_axis = 0 : ui32}> : (tensor<8xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.mesh_partition' op Cluster axis must be either None, 0 or 1, got 99}}
  %0 = "ttir.mesh_partition"(%a) <{dim = 1 : si32, cluster_axis = 99 : ui32}> : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.mesh_shard' op Invalid shard_type (maximal) for mesh_shard op.}}
  %0 = "ttir.mesh_shard"(%a) <{shard_type = #ttcore.shard_type<maximal>, shard_direction = #ttcore.shard_direction<full_to_shard>, shard_shape = array<i64: 1, 2>, shard_dims = array<i64: -1, 1>}> : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: memref<4x8xf32>) {
  // expected-error@+1 {{'ttir.ttnn_metal_layout_cast' op Input is metal tensor or memref, output must be ttnn tensor}}
  %0 = "ttir.ttnn_metal_layout_cast"(%a) : (memref<4x8xf32>) -> tensor<f32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{'ttir.quantize' op Input tensor rank of 1 does not match the output tensor rank of 2}}
  %0 = "ttir.quantize"(%a) : (tensor<8xf32>) -> tensor<4x8x!quant.uniform<i8:f32, 0.1>>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<f32>, %c: tensor<i32>) {
  // expected-error@+1 {{'ttir.quantize_unrolled' op Axis value -3 is out of the range [0, 2) for the input tensor of rank 2}}
  %0 = "ttir.quantize_unrolled"(%a, %b, %c) <{axis = -3 : i32}> : (tensor<4x8xf32>, tensor<f32>, tensor<i32>) -> tensor<4x8x!quant.uniform<i8:f32, 0.1>>
  return
}

// -----

func.func @f(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>) {
  // expected-error@+1 {{'ttir.quantize_unrolled' op Axis value 0 is out of the range [0, 0) for the input tensor of rank 0}}
  %0 = "ttir.quantize_unrolled"(%a, %b, %c) <{axis = 0 : i32}> : (tensor<f32>, tensor<f32>, tensor<i32>) -> tensor<!quant.uniform<i8:f32, 0.1>>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<f32>, %e: tensor<i32>) {
  // expected-error@+1 {{'ttir.requantize_unrolled' op Input and output element types must both be per-axis or both be per-tensor quantized types, but got 'f32' and '!quant.uniform<i8:f32, 1.000000e-01>'}}
  %0 = "ttir.requantize_unrolled"(%a, %b, %c, %d, %e) <{axis = 1 : i32}> : (tensor<4x8xf32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<4x8x!quant.uniform<i8:f32, 0.1>>
  return
}

// -----

func.func @f(%a: tensor<1x4x8x2x2xf32>) {
  // expected-error@+1 {{'ttir.dropout' op Input tensor rank must be 2, 3, or 4, but got 5}}
  %0 = "ttir.dropout"(%a) <{prob = 0.5 : f32, scale = 2.0 : f32}> : (tensor<1x4x8x2x2xf32>) -> tensor<1x4x8x2x2xf32>
  return
}

// -----

func.func @f(%a: tensor<3x8x8x4xf32>, %b: tensor<4x6x3x3xf32>, %c: tensor<1x1x1x6xf32>) {
  // expected-error@+1 {{'ttir.conv_transpose2d' op Batch size of input and output tensors must match}}
  %0 = "ttir.conv_transpose2d"(%a, %b, %c) <{stride = array<i32: 2, 2>, padding = array<i32: 1, 1, 1, 1>, output_padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<3x8x8x4xf32>, tensor<4x6x3x3xf32>, tensor<1x1x1x6xf32>) -> tensor<2x15x15x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x9x8x4xf32>, %b: tensor<4x6x3x3xf32>, %c: tensor<1x1x1x6xf32>) {
  // expected-error@+1 {{'ttir.conv_transpose2d' op Mismatch between expected output size per channel and got output tensor dimensions. Expected: (17 x 15), got: (15 x 15).}}
  %0 = "ttir.conv_transpose2d"(%a, %b, %c) <{stride = array<i32: 2, 2>, padding = array<i32: 1, 1, 1, 1>, output_padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<2x9x8x4xf32>, tensor<4x6x3x3xf32>, tensor<1x1x1x6xf32>) -> tensor<2x15x15x6xf32>
  return
}

// -----

func.func @f(%a: tensor<8x8x4xf32>, %b: tensor<4x6x3x3xf32>, %c: tensor<1x1x1x6xf32>) {
  // expected-error@+1 {{'ttir.conv_transpose2d' op Input must be a 4D tensor}}
  %0 = "ttir.conv_transpose2d"(%a, %b, %c) <{stride = array<i32: 2, 2>, padding = array<i32: 1, 1, 1, 1>, output_padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<8x8x4xf32>, tensor<4x6x3x3xf32>, tensor<1x1x1x6xf32>) -> tensor<2x15x15x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x8x8x4xf32>, %b: tensor<4x6x3x3xf32>, %c: tensor<1x1x1x6xf32>) {
  // expected-error@+1 {{'ttir.conv_transpose2d' op Stride values must be greater than 0}}
  %0 = "ttir.conv_transpose2d"(%a, %b, %c) <{stride = array<i32: -3, 2>, padding = array<i32: 1, 1, 1, 1>, output_padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<2x8x8x4xf32>, tensor<4x6x3x3xf32>, tensor<1x1x1x6xf32>) -> tensor<2x15x15x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x8x8x4xf32>, %b: tensor<4x6x3x3xf32>, %c: tensor<1x1x1x6xf32>) {
  // expected-error@+1 {{'ttir.conv_transpose2d' op Expected integer or pair of integers, got tuple of size 3 for stride}}
  %0 = "ttir.conv_transpose2d"(%a, %b, %c) <{stride = array<i32: 2, 2, 2>, padding = array<i32: 1, 1, 1, 1>, output_padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<2x8x8x4xf32>, tensor<4x6x3x3xf32>, tensor<1x1x1x6xf32>) -> tensor<2x15x15x6xf32>
  return
}

// -----

func.func @f(%a: tensor<1x1x129x4xf32>, %b: tensor<4x6x3x3xf32>) {
  // expected-error@+1 {{'ttir.conv_transpose2d' op The input tensor's flattened dimension (129) does not match the product of batch_size * input_height * input_width from FlattenedCompatInfo (2 * 8 * 8 = 128).}}
  %0 = "ttir.conv_transpose2d"(%a, %b) <{stride = 2 : i32, padding = 1 : i32, output_padding = 0 : i32, dilation = 1 : i32, groups = 1 : i32, flattened_compat_info = #ttir<flattened_compat batch_size = 2, input_height = 8, input_width = 8>}> : (tensor<1x1x129x4xf32>, tensor<4x6x3x3xf32>) -> tensor<1x1x450x6xf32>
  return
}

// -----

func.func @f(%a: tensor<1x1x128x4xf32>, %b: tensor<4x6x4x3xf32>) {
  // expected-error@+1 {{'ttir.conv_transpose2d' op Mismatch between expected flattened NHW dim size. Expected: 480, got: 450.}}
  %0 = "ttir.conv_transpose2d"(%a, %b) <{stride = 2 : i32, padding = 1 : i32, output_padding = 0 : i32, dilation = 1 : i32, groups = 1 : i32, flattened_compat_info = #ttir<flattened_compat batch_size = 2, input_height = 8, input_width = 8>}> : (tensor<1x1x128x4xf32>, tensor<4x6x4x3xf32>) -> tensor<1x1x450x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3x4x16xf32>, %b: tensor<3x2x32x16xf32>, %p: tensor<3xi32>) {
  // expected-error@+1 {{'ttir.scaled_dot_product_attention_decode' op Query dim 0 must be 1}}
  %0 = "ttir.scaled_dot_product_attention_decode"(%a, %b, %b, %p) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>}> : (tensor<2x3x4x16xf32>, tensor<3x2x32x16xf32>, tensor<3x2x32x16xf32>, tensor<3xi32>) -> tensor<2x3x4x16xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x4x16xf32>, %b: tensor<3x2x32x16xf32>) {
  // expected-error@+1 {{'ttir.scaled_dot_product_attention_decode' op operand group starting at #4 requires 1 element, but found 0}}
  %0 = "ttir.scaled_dot_product_attention_decode"(%a, %b, %b, %a) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0>}> : (tensor<1x3x4x16xf32>, tensor<3x2x32x16xf32>, tensor<3x2x32x16xf32>, tensor<1x3x4x16xf32>) -> tensor<1x3x4x16xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4x8x16xf32>, %b: tensor<2x2x9x16xf32>) {
  // expected-error@+1 {{'ttir.scaled_dot_product_attention' op Sequence length must match key/value sequence length when is_causal is true}}
  %0 = "ttir.scaled_dot_product_attention"(%a, %b, %b) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>}> : (tensor<2x4x8x16xf32>, tensor<2x2x9x16xf32>, tensor<2x2x9x16xf32>) -> tensor<2x4x8x16xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x4x16xf32>, %b: tensor<8x2x33x16xf32>, %t: tensor<3x4xi32>) {
  // expected-error@+1 {{'ttir.paged_scaled_dot_product_attention_decode' op Block size must be divisible by 32.}}
  %0 = "ttir.paged_scaled_dot_product_attention_decode"(%a, %b, %b, %t, %a) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 0, 0>}> : (tensor<1x3x4x16xf32>, tensor<8x2x33x16xf32>, tensor<8x2x33x16xf32>, tensor<3x4xi32>, tensor<1x3x4x16xf32>) -> tensor<1x3x4x16xf32>
  return
}

// -----

func.func @f(%a: tensor<3x4x8x16xf32>, %b: tensor<8x2x33x16xf32>, %t: tensor<3x4xi32>, %i: tensor<1xi32>) {
  // expected-error@+1 {{'ttir.chunked_scaled_dot_product_attention' op Key/value block size must be divisible by 32.}}
  %0 = "ttir.chunked_scaled_dot_product_attention"(%a, %b, %b, %t, %i, %a) : (tensor<3x4x8x16xf32>, tensor<8x2x33x16xf32>, tensor<8x2x33x16xf32>, tensor<3x4xi32>, tensor<1xi32>, tensor<3x4x8x16xf32>) -> tensor<3x4x8x16xf32>
  return
}

// -----

func.func @f(%a: tensor<f32>, %b: tensor<i32>) {
  // expected-error@+1 {{'ttir.gather' op Input tensor and index tensor must have rank >= 1. Got rank = 0}}
  %0 = "ttir.gather"(%a, %b) <{dim = 0 : i32}> : (tensor<f32>, tensor<i32>) -> tensor<f32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{'ttir.dropout' op Input tensor rank must be 2, 3, or 4, but got 1}}
  %0 = "ttir.dropout"(%a) <{prob = 0.5 : f32, scale = 2.0 : f32, seed = 0 : ui32}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'ttir.tt_lang_op' op tt-lang kernel must have at least one input operand.}}
  "ttir.tt_lang_op"() <{kernel_id = "k", version_tag = "v", arg_roles = "out"}> : () -> ()
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{'ttir.tt_lang_op' op `arg_roles` attribute must not be empty.}}
  %0 = "ttir.tt_lang_op"(%a) <{kernel_id = "k", version_tag = "v", arg_roles = ""}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{'ttir.tt_lang_op' op `arg_roles` token count (2) must match number of inputs (1).}}
  %0 = "ttir.tt_lang_op"(%a) <{kernel_id = "k", version_tag = "v", arg_roles = "in, out"}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{'ttir.tt_lang_op' op `arg_roles` token must be "in" or "out", got: "inout".}}
  %0 = "ttir.tt_lang_op"(%a) <{kernel_id = "k", version_tag = "v", arg_roles = "inout"}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{'ttir.tt_lang_op' op `arg_roles` must list all "in" operands before any "out" operand (destination-passing-style ordering).}}
  %0 = "ttir.tt_lang_op"(%a, %a) <{kernel_id = "k", version_tag = "v", arg_roles = "out, in"}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{'ttir.tt_lang_op' op number of "out" roles (0) must match number of results (1).}}
  %0 = "ttir.tt_lang_op"(%a) <{kernel_id = "k", version_tag = "v", arg_roles = "in"}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{'ttir.tt_lang_op' op tt-lang kernel must have at least one operand tagged "out" (the destination buffer the runtime returns as the kernel's output).}}
  "ttir.tt_lang_op"(%a) <{kernel_id = "k", version_tag = "v", arg_roles = "in"}> : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{'ttir.tt_lang_op' op `kernel_id` attribute must not be empty.}}
  %0 = "ttir.tt_lang_op"(%a) <{kernel_id = "", version_tag = "v", arg_roles = "out"}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{'ttir.rms_norm' op normalized_shape has more dimensions than input tensor}}
  %0 = "ttir.rms_norm"(%a) <{normalized_shape = array<i64: 1, 8>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4x6xf32>) {
  // expected-error@+1 {{'ttir.group_norm' op input must be at least a 4D tensor, got rank 3}}
  %0 = "ttir.group_norm"(%a) <{num_groups = 3 : i64, channel_dim = 2 : i64, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (tensor<4x4x6xf32>) -> tensor<4x4x6xf32>
  return
}

// -----

#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<l1>>, <interleaved>>
func.func @f(%a: tensor<4x8xf32, #a>) {
  // expected-error@+1 {{'ttir.ttnn_metal_layout_cast' op Input is ttnn tensor, output must be metal tensor or memref}}
  %0 = ttir.ttnn_metal_layout_cast %a : tensor<4x8xf32, #a> -> tensor<4x8xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'ttir.constant' op value attribute must be of int or float type.}}
  %0 = "ttir.constant"() <{value = dense<0> : tensor<4xindex>}> : () -> tensor<4xi32>
  return
}

// -----

func.func @f(%a: tensor<1x2x3x8xf32>, %b: tensor<1x1x3x8xf32>, %c: tensor<1x3x8xf32>) {
  // expected-error@+1 {{'ttir.rotary_embedding' op sin_cache tensor must be rank 4, got rank 3}}
  %0 = "ttir.rotary_embedding"(%a, %b, %c) : (tensor<1x2x3x8xf32>, tensor<1x1x3x8xf32>, tensor<1x3x8xf32>) -> tensor<1x2x3x8xf32>
  return
}

// -----

func.func @f(%a: tensor<1x2x3x8xf32>, %b: tensor<1x1x3x8xf32>, %c: tensor<1x1x4x8xf32>) {
  // expected-error@+1 {{'ttir.rotary_embedding' op cos_cache and sin_cache must have the same shape, got 1,1,3,8 and 1,1,4,8}}
  %0 = "ttir.rotary_embedding"(%a, %b, %c) : (tensor<1x2x3x8xf32>, tensor<1x1x3x8xf32>, tensor<1x1x4x8xf32>) -> tensor<1x2x3x8xf32>
  return
}

// -----

func.func @f(%a: tensor<1x2x3x8xf32>, %b: tensor<1x1x3x4xf32>, %c: tensor<1x1x3x4xf32>) {
  // expected-error@+1 {{'ttir.rotary_embedding' op head_dim mismatch: input has 8 but cos/sin caches have 4}}
  %0 = "ttir.rotary_embedding"(%a, %b, %c) : (tensor<1x2x3x8xf32>, tensor<1x1x3x4xf32>, tensor<1x1x3x4xf32>) -> tensor<1x2x3x8xf32>
  return
}

// -----

func.func @f(%a: tensor<1x2x3x8xf32>, %b: tensor<1x1x3x8xf32>, %c: tensor<1x1x3x8xf32>) {
  // expected-error@+1 {{'ttir.rotary_embedding' op result shape must match input shape}}
  %0 = "ttir.rotary_embedding"(%a, %b, %c) : (tensor<1x2x3x8xf32>, tensor<1x1x3x8xf32>, tensor<1x1x3x8xf32>) -> tensor<1x2x4x8xf32>
  return
}
