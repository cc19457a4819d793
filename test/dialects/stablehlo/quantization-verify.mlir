// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Quantized elements.

// CHECK: error: 'stablehlo.uniform_quantize' op operand #0 must be tensor of f8E3M4 type or f8E4M3 type or f8E4M3FN type or f8E4M3FNUZ type or f8E4M3B11FNUZ type or f8E5M2 type or f8E5M2FNUZ type or 16-bit float or 32-bit float or 64-bit float or bfloat16 type or 2/4/8/16/32-bit uniform quantized signed integer or 2/4/8/16/32-bit uniform quantized unsigned integer or 2/4/8/16/32-bit uniform quantized per axis signed integer or 2/4/8/16/32-bit uniform quantized per axis unsigned integer values, but got 'tensor<2x3x!quant.calibrated<f32<-1.000000e+00:1.000000e+00>>>'
func.func @f(%a: tensor<2x3x!quant.calibrated<f32<-1.0:1.0>>>) {
  %0 = stablehlo.uniform_quantize %a : (tensor<2x3x!quant.calibrated<f32<-1.0:1.0>>>) -> tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>
  return
}

// -----

// CHECK: error: 'stablehlo.rsqrt' op requires compatible types for all operands and results
func.func @f(%a: tensor<2x3x!quant.uniform<i8<-5:5>:f32, 1.0:0>>) {
  %0 = stablehlo.rsqrt %a : (tensor<2x3x!quant.uniform<i8<-5:5>:f32, 1.0:0>>) -> tensor<2x3x!quant.uniform<i16:f32, 1.0:0>>
  return
}

// -----

// CHECK: error: 'stablehlo.uniform_dequantize' op result #0 must be ranked tensor of f8E3M4 type or f8E4M3 type or f8E4M3FN type or f8E4M3FNUZ type or f8E4M3B11FNUZ type or f8E5M2 type or f8E5M2FNUZ type or 16-bit float or 32-bit float or 64-bit float or bfloat16 type values, but got 'tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:300>>'
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>) {
  %0 = stablehlo.uniform_dequantize %a : (tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>) -> tensor<2x3x!quant.uniform<i8:f32, 1.0:300>>
  return
}

// -----

// CHECK: error: 'stablehlo.is_finite' op operand #0 must be ranked tensor of f8E3M4 type or f8E4M3 type or f8E4M3FN type or f8E4M3FNUZ type or f8E4M3B11FNUZ type or f8E5M2 type or f8E5M2FNUZ type or 16-bit float or 32-bit float or 64-bit float or bfloat16 type or 2/4/8/16/32-bit uniform quantized signed integer or 2/4/8/16/32-bit uniform quantized unsigned integer values, but got 'tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,1.000000e+00,1.000000e+00}>>'
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0, 1.0:0}>>) {
  %0 = stablehlo.is_finite %a : (tensor<2x3x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0, 1.0:0}>>) -> tensor<2x3x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0, 1.0:0}>>
  return
}

// -----

// CHECK: error: 'stablehlo.uniform_dequantize' op inferred type(s) 'tensor<2x3xf16>' are incompatible with return type(s) of operation 'tensor<2x3xf32>'
// CHECK: error: 'stablehlo.uniform_dequantize' op failed to infer returned types
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f16, 1.0:0>>) {
  %0 = stablehlo.uniform_dequantize %a : (tensor<2x3x!quant.uniform<i8:f16, 1.0:0>>) -> tensor<2x3xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.popcnt' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit signless integer or 2/4/8/16/32/64-bit unsigned integer values, but got 'tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00:300>>'
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32, 1.0:300>>) {
  %0 = stablehlo.popcnt %a : (tensor<2x3x!quant.uniform<i8:f32, 1.0:300>>) -> tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0, 1.0:0}>>
  return
}

// -----

// CHECK: error: 'stablehlo.rsqrt' op operand #0 must be ranked tensor of f8E3M4 type or f8E4M3 type or f8E4M3FN type or f8E4M3FNUZ type or f8E4M3B11FNUZ type or f8E5M2 type or f8E5M2FNUZ type or 16-bit float or 32-bit float or 64-bit float or bfloat16 type or complex type with 32-bit float or 64-bit float elements or 2/4/8/16/32-bit uniform quantized signed integer or 2/4/8/16/32-bit uniform quantized unsigned integer values, but got 'tensor<2x3x!quant.uniform<i8:f16:1, {1.000000e+00,1.000000e+00,1.000000e+00}>>'
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f16:1, {1.0:0, 1.0:0, 1.0:0}>>) {
  %0 = stablehlo.rsqrt %a : (tensor<2x3x!quant.uniform<i8:f16:1, {1.0:0, 1.0:0, 1.0:0}>>) -> tensor<2x3x!quant.uniform<i8:f16:1, {1.0:0, 1.0:0, 1.0:0}>>
  return
}

// -----

// CHECK: error: 'stablehlo.not' op operand #0 must be ranked tensor of pred (AKA boolean or 1-bit integer) or 2/4/8/16/32/64-bit signless integer or 2/4/8/16/32/64-bit unsigned integer values, but got 'tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e+00,1.000000e+00}>>'
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) {
  %0 = stablehlo.not %a : (tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) -> tensor<2x3x!quant.uniform<u8:f32, 1.0:0>>
  return
}

// -----

// CHECK: error: 'stablehlo.round_nearest_afz' op operand #0 must be ranked tensor of f8E3M4 type or f8E4M3 type or f8E4M3FN type or f8E4M3FNUZ type or f8E4M3B11FNUZ type or f8E5M2 type or f8E5M2FNUZ type or 16-bit float or 32-bit float or 64-bit float or bfloat16 type or 2/4/8/16/32-bit uniform quantized signed integer or 2/4/8/16/32-bit uniform quantized unsigned integer values, but got 'tensor<2x3x!quant.uniform<i8:f32:5, {1.000000e+00,1.000000e+00}>>'
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32:5, {1.0:0, 1.0:0}>>) {
  %0 = stablehlo.round_nearest_afz %a : (tensor<2x3x!quant.uniform<i8:f32:5, {1.0:0, 1.0:0}>>) -> tensor<2x3x!quant.uniform<i8:f32:5, {1.0:0, 1.0:0}>>
  return
}

// -----

// CHECK: error: 'stablehlo.floor' op operand #0 must be ranked tensor of f8E3M4 type or f8E4M3 type or f8E4M3FN type or f8E4M3FNUZ type or f8E4M3B11FNUZ type or f8E5M2 type or f8E5M2FNUZ type or 16-bit float or 32-bit float or 64-bit float or bfloat16 type or 2/4/8/16/32-bit uniform quantized signed integer or 2/4/8/16/32-bit uniform quantized unsigned integer values, but got 'tensor<2x3xi8>'
func.func @f(%a: tensor<2x3xi8>) {
  %0 = stablehlo.floor %a : (tensor<2x3xi8>) -> tensor<2x3xi8>
  return
}

// -----

// CHECK: error: 'stablehlo.logistic' op operand #0 must be ranked tensor of f8E3M4 type or f8E4M3 type or f8E4M3FN type or f8E4M3FNUZ type or f8E4M3B11FNUZ type or f8E5M2 type or f8E5M2FNUZ type or 16-bit float or 32-bit float or 64-bit float or bfloat16 type or complex type with 32-bit float or 64-bit float elements or 2/4/8/16/32-bit uniform quantized signed integer or 2/4/8/16/32-bit uniform quantized unsigned integer values, but got 'tensor<2x3x!quant.uniform<i3:f32, 1.000000e+00>>'
func.func @f(%a: tensor<2x3x!quant.uniform<i3:f32, 1.0:0>>) {
  %0 = stablehlo.logistic %a : (tensor<2x3x!quant.uniform<i3:f32, 1.0:0>>) -> tensor<2x3x!quant.uniform<i3:f32, 1.0:0>>
  return
}

// -----

// CHECK: error: 'stablehlo.ceil' op operand #0 must be ranked tensor of f8E3M4 type or f8E4M3 type or f8E4M3FN type or f8E4M3FNUZ type or f8E4M3B11FNUZ type or f8E5M2 type or f8E5M2FNUZ type or 16-bit float or 32-bit float or 64-bit float or bfloat16 type or 2/4/8/16/32-bit uniform quantized signed integer or 2/4/8/16/32-bit uniform quantized unsigned integer values, but got 'tensor<2x3x!quant.uniform<i8:f32:5, {1.000000e+00,1.000000e+00}>>'
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32:5, {1.0:0, 1.0:0}>>) {
  %0 = stablehlo.ceil %a : (tensor<2x3x!quant.uniform<i8:f32:5, {1.0:0, 1.0:0}>>) -> tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>
  return
}

// -----

// CHECK: error: 'stablehlo.uniform_dequantize' op operand #0 must be tensor of 2/4/8/16/32-bit uniform quantized signed integer or 2/4/8/16/32-bit uniform quantized unsigned integer or 2/4/8/16/32-bit uniform quantized per axis signed integer or 2/4/8/16/32-bit uniform quantized per axis unsigned integer values, but got 'tensor<2x3xf32>'
func.func @f(%a: tensor<2x3xf32>) {
  %0 = stablehlo.uniform_dequantize %a : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// CHECK: error: mismatched operands and result quantization storage types
func.func @f(%a: tensor<2x3x!quant.uniform<ui8:f32, 1.0:0>>, %b: tensor<2x3x!quant.uniform<ui8:f32, 1.0:0>>) {
  %0 = stablehlo.add %a, %b : (tensor<2x3x!quant.uniform<ui8:f32, 1.0:0>>, tensor<2x3x!quant.uniform<ui8:f32, 1.0:0>>) -> tensor<2x3x!quant.uniform<i16:f32, 1.0:0>>
  return
}

// -----

// CHECK: error: mismatched operands and result quantization expressed types
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f16:1, {1.0:0, 1.0:0, 1.0:0}>>, %b: tensor<2x3x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0, 1.0:0}>>) {
  %0 = stablehlo.add %a, %b : (tensor<2x3x!quant.uniform<i8:f16:1, {1.0:0, 1.0:0, 1.0:0}>>, tensor<2x3x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0, 1.0:0}>>) -> tensor<2x3x!quant.uniform<i8:f16, 1.0:0>>
  return
}

// -----

// CHECK: error: expects  all operands and results to be either quantized or non-quantized
func.func @f(%a: tensor<2x3xi8>, %b: tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) {
  %0 = stablehlo.add %a, %b : (tensor<2x3xi8>, tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) -> tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>
  return
}

// -----

// CHECK: error: 'stablehlo.transpose' op requires compatible element types for all operands and results
func.func @f(%a: tensor<2x3x!quant.uniform<i8<-5:5>:f32, 1.0:0>>) {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3x!quant.uniform<i8<-5:5>:f32, 1.0:0>>) -> tensor<3x2xf16>
  return
}

// -----

// CHECK: error: operand quantization_dimension 1 is not same as permutation[1] = 0
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0, 1.0:0}>>) {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0, 1.0:0}>>) -> tensor<2x3x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0, 1.0:0}>>
  return
}

// -----

// CHECK: error: mismatch result zero_point 0 (2) and operand zero_point 0 (0)
func.func @f(%a: tensor<1x3x!quant.uniform<i8:f32:0, {1.0:0}>>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<1x3x!quant.uniform<i8:f32:0, {1.0:0}>>) -> tensor<2x3x!quant.uniform<i8:f32:0, {1.0:2, 1.0:2}>>
  return
}

// -----

// CHECK: error: mismatch result scale 0 (2.000000e+00) and operand scale 0 (1.000000e+00)
func.func @f(%a: tensor<1x3x!quant.uniform<i8:f32:0, {1.0:0}>>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<1x3x!quant.uniform<i8:f32:0, {1.0:0}>>) -> tensor<2x3x!quant.uniform<i8:f32:0, {2.0:0, 2.0:0}>>
  return
}

// -----

// CHECK: error: result quantization_dimension 1 not same as broadcast_dimensions[0] = 0
func.func @f(%a: tensor<1x3x!quant.uniform<i8:f32:0, {1.0:0}>>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<1x3x!quant.uniform<i8:f32:0, {1.0:0}>>) -> tensor<2x3x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0, 1.0:0}>>
  return
}

// -----

// CHECK: error: mismatched lhs and rhs quantization storage types
func.func @f(%a: tensor<2x3x!quant.uniform<i16:f32, 1.0:0>>, %b: tensor<3x2x!quant.uniform<i8:f32, 2.0:0>>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i16:f32, 1.0:0>>, tensor<3x2x!quant.uniform<i8:f32, 2.0:0>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0}>>
  return
}

// -----

// CHECK: error: rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold
func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x2x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0}>>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0}>>
  return
}

// -----

// CHECK: error: Quantization dimension of rhs should not be in the contracting dimension of rhs
func.func @f(%a: tensor<2x3x!quant.uniform<i16:f32, 1.0:0>>, %b: tensor<3x2x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0, 1.0:0}>>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i16:f32, 1.0:0>>, tensor<3x2x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0, 1.0:0}>>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0:0>>
  return
}

// -----

// CHECK: error: mismatched rhs and result quantization granularity
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>, %b: tensor<3x2x!quant.uniform<i8:f32, 1.0:0>>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x2x!quant.uniform<i8:f32, 1.0:0>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0}>>
  return
}

// -----

// CHECK: error: expects lhs and rhs to have compatible element type. Got: 'f16' and 'f32'
func.func @f(%a: tensor<1x4x4x2xf16>, %b: tensor<2x2x2x3xf32>) {
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x2xf16>, tensor<2x2x2x3xf32>) -> tensor<1x3x3x3x!quant.uniform<i8:f32:2, {1.0:0, 1.0:0, 1.0:0}>>
  return
}

// -----

// CHECK: error: quantization dimension of rhs should be same with kernel_output_feature_dimension
func.func @f(%a: tensor<1x4x4x2x!quant.uniform<i8:f32, 1.0:0>>, %b: tensor<2x2x2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) {
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x2x!quant.uniform<i8:f32, 1.0:0>>, tensor<2x2x2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) -> tensor<1x3x3x3x!quant.uniform<i32:f32, 1.0:0>>
  return
}

// -----

// CHECK: error: quantization dimension of result should be same with output_feature_dimension
func.func @f(%a: tensor<1x4x4x2x!quant.uniform<i8:f32, 1.0:0>>, %b: tensor<2x2x2x3x!quant.uniform<i8:f32, 1.0:0>>) {
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x2x!quant.uniform<i8:f32, 1.0:0>>, tensor<2x2x2x3x!quant.uniform<i8:f32, 1.0:0>>) -> tensor<1x3x3x3x!quant.uniform<i8:f32:2, {1.0:0, 1.0:0, 1.0:0}>>
  return
}

// -----

// CHECK: error: result is not per_axis quantized but lhs or rhs are
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>, %b: tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>) {
  %0 = stablehlo.add %a, %b : (tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>, tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>) -> tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>
  return
}

// -----

// CHECK: error: result per_axis quantized but none from rhs and lhs are per_axis quantized
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>, %b: tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>) {
  %0 = stablehlo.add %a, %b : (tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>, tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>) -> tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>
  return
}

// -----

// CHECK: error: quantization_dimension of lhs and result are not same '!quant.uniform<i8:f32:0, {1.000000e+00,1.000000e+00}>' vs '!quant.uniform<i8:f32:1, {1.000000e+00,1.000000e+00,1.000000e+00}>'
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>, %b: tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) {
  %0 = stablehlo.add %a, %b : (tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>, tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) -> tensor<2x3x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0, 1.0:0}>>
  return
}

// -----

// CHECK: error: quantization_dimension of rhs and result are not same '!quant.uniform<i8:f32:0, {1.000000e+00,1.000000e+00}>' vs '!quant.uniform<i8:f32:1, {1.000000e+00,1.000000e+00,1.000000e+00}>'
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>, %b: tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) {
  %0 = stablehlo.add %a, %b : (tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>, tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) -> tensor<2x3x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0, 1.0:0}>>
  return
}

// -----

// CHECK: error: 'stablehlo.add' op inferred type(s) 'tensor<2x3x!quant.uniform<i8:f32, 3.000000e+00>>' are incompatible with return type(s) of operation 'tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e+00:4,1.000000e+00:4}>>'
// CHECK: error: 'stablehlo.add' op failed to infer returned types
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32, 3.0:0>>, %b: tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) {
  %0 = stablehlo.add %a, %b : (tensor<2x3x!quant.uniform<i8:f32, 3.0:0>>, tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) -> tensor<2x3x!quant.uniform<i8:f32:0, {1.0:4, 1.0:4}>>
  return
}

// -----

// CHECK: error: expect same quantization scale and zero_point but got 'tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00>>' vs 'tensor<6x!quant.uniform<i8:f32, 2.000000e+00>>'
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>) {
  %0 = stablehlo.reshape %a : (tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>) -> tensor<6x!quant.uniform<i8:f32, 2.0:0>>
  return
}

// -----

// CHECK: error: expect same quantization scales and zero_points but got 'tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e+00,1.000000e+00}>>' vs 'tensor<2x3x1x!quant.uniform<i8:f32:0, {2.000000e+00,2.000000e+00}>>'
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) {
  %0 = stablehlo.reshape %a : (tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) -> tensor<2x3x1x!quant.uniform<i8:f32:0, {2.0:0, 2.0:0}>>
  return
}

// -----

// CHECK: error: expect same quantization scales and zero_points but got 'tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e+00,1.000000e+00}>>' vs 'tensor<2x3x1x!quant.uniform<i8:f32:0, {1.000000e+00:1,1.000000e+00:1}>>'
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) {
  %0 = stablehlo.reshape %a : (tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) -> tensor<2x3x1x!quant.uniform<i8:f32:0, {1.0:1, 1.0:1}>>
  return
}

// -----

// CHECK: error: product of dimensions before quantization dimension must match between operand and result for 1 and 3
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) {
  %0 = stablehlo.reshape %a : (tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0}>>
  return
}

// -----

// CHECK: error: expect same quantization dimension size for operand and result 'tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e+00,1.000000e+00}>>' and 'tensor<3x2x!quant.uniform<i8:f32:0, {1.000000e+00,1.000000e+00,1.000000e+00}>>'
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) {
  %0 = stablehlo.reshape %a : (tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) -> tensor<3x2x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0, 1.0:0}>>
  return
}

// -----

// CHECK: error: product of dimensions before quantization dimension must match between operand and result for 1 and 2
func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) {
  %0 = stablehlo.reshape %a : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) -> tensor<2x2x1x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0}>>
  return
}

// -----

// CHECK: error: expect same quantization scales and zero_points but got 'tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e+00,1.000000e+00}>>' vs 'tensor<3x2x!quant.uniform<i8:f32:1, {2.000000e+00,2.000000e+00}>>'
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {2.0:0, 2.0:0}>>
  return
}

// -----

// CHECK: error: expect same quantization scale and zero_point but got 'tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00>>' vs 'tensor<3x2x!quant.uniform<i8:f32, 1.000000e+00:1>>'
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>) {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>) -> tensor<3x2x!quant.uniform<i8:f32, 1.0:1>>
  return
}

// -----

// CHECK: error: Expressed type of result expected to be 'f16', but got 'f32'
func.func @f(%a: tensor<2xf16>) {
  %0 = stablehlo.uniform_quantize %a : (tensor<2xf16>) -> tensor<2x!quant.uniform<i8:f32, 1.0:0>>
  return
}

// -----

// CHECK: error: Expressed type of result expected to be 'f32', but got 'f16'
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 1.0:0>>) {
  %0 = stablehlo.uniform_quantize %a : (tensor<2x!quant.uniform<i8:f32, 1.0:0>>) -> tensor<2x!quant.uniform<i8:f16, 1.0:0>>
  return
}

// -----

// CHECK: error: 'stablehlo.uniform_quantize' op all non-scalar operands/results must have the same shape and base type
func.func @f(%a: tensor<3xf32>) {
  %0 = stablehlo.uniform_quantize %a : (tensor<3xf32>) -> tensor<2x!quant.uniform<i8:f32, 1.0:0>>
  return
}

// -----

// CHECK: error: Zero point of rhs should be 0
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>, %b: tensor<3x2x!quant.uniform<i8:f32, 1.0:3>>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x2x!quant.uniform<i8:f32, 1.0:3>>) -> tensor<2x2x!quant.uniform<i32:f32, 1.0:0>>
  return
}

// -----

// CHECK: error: Zero points of rhs should be 0
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>, %b: tensor<3x2x!quant.uniform<i8:f32:1, {1.0:3, 1.0:3}>>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x2x!quant.uniform<i8:f32:1, {1.0:3, 1.0:3}>>) -> tensor<2x2x!quant.uniform<i32:f32, 1.0:0>>
  return
}

// -----

// CHECK: error: mismatched rhs quantization expressed type and lhs and result element type
func.func @f(%a: tensor<2x3xf16>, %b: tensor<3x2x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0}>>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf16>, tensor<3x2x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0}>>) -> tensor<2x2xf32>
  return
}

// -----

// CHECK: error: mismatched lhs, rhs and result quantization expressed types
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f16, 1.0:0>>, %b: tensor<3x2x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0}>>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f16, 1.0:0>>, tensor<3x2x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0}>>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0:0>>
  return
}

// -----

// CHECK: error: mismatched rhs and result quantization granularity
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>, %b: tensor<3x2x!quant.uniform<i8:f32, 1.0:0>>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x2x!quant.uniform<i8:f32, 1.0:0>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0}>>
  return
}

// -----

// CHECK: error: rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold
func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0:0>>
  return
}

// -----

// CHECK: error: expect same quantization scale and zero_point but got 'tensor<?x3x!quant.uniform<i8:f32, 1.000000e+00>>' vs 'tensor<?x?x!quant.uniform<i8:f32, 2.000000e+00>>'
func.func @f(%a: tensor<?x3x!quant.uniform<i8:f32, 1.0:0>>, %b: tensor<2xi32>) {
  %0 = stablehlo.dynamic_reshape %a, %b : (tensor<?x3x!quant.uniform<i8:f32, 1.0:0>>, tensor<2xi32>) -> tensor<?x?x!quant.uniform<i8:f32, 2.0:0>>
  return
}

// -----

// CHECK: error: mismatch result scale 0 (3.000000e+00) and operand scale 0 (1.000000e+00)
func.func @f(%a: tensor<1x3x!quant.uniform<i8:f32:0, {1.0:0}>>, %b: tensor<2xi32>) {
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %b, dims = [0, 1] : (tensor<1x3x!quant.uniform<i8:f32:0, {1.0:0}>>, tensor<2xi32>) -> tensor<2x3x!quant.uniform<i8:f32:0, {3.0:0, 3.0:0}>>
  return
}
