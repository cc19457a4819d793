// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Element-wise ops.

// CHECK: error: 'stablehlo.tanh' op requires compatible types for all operands and results
func.func @test(%a: tensor<4xf32>) {
  %r = "stablehlo.tanh"(%a) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.tanh' op operand #0 must be ranked tensor of f8E3M4 type or f8E4M3 type or f8E4M3FN type or f8E4M3FNUZ type or f8E4M3B11FNUZ type or f8E5M2 type or f8E5M2FNUZ type or 16-bit float or 32-bit float or 64-bit float or bfloat16 type or complex type with 32-bit float or 64-bit float elements or 2/4/8/16/32-bit uniform quantized signed integer or 2/4/8/16/32-bit uniform quantized unsigned integer values, but got 'tensor<4xi32>'
func.func @test(%a: tensor<4xi32>) {
  %r = "stablehlo.tanh"(%a) : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

// CHECK: error: 'stablehlo.tanh' op operand #0 must be ranked tensor of f8E3M4 type or f8E4M3 type or f8E4M3FN type or f8E4M3FNUZ type or f8E4M3B11FNUZ type or f8E5M2 type or f8E5M2FNUZ type or 16-bit float or 32-bit float or 64-bit float or bfloat16 type or complex type with 32-bit float or 64-bit float elements or 2/4/8/16/32-bit uniform quantized signed integer or 2/4/8/16/32-bit uniform quantized unsigned integer values, but got 'tensor<*xf32>'
func.func @test(%a: tensor<*xf32>) {
  %r = "stablehlo.tanh"(%a) : (tensor<*xf32>) -> tensor<*xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.abs' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4xf64>'
// CHECK: error: 'stablehlo.abs' op failed to infer returned types
func.func @test(%a: tensor<4xcomplex<f32>>) {
  %r = "stablehlo.abs"(%a) : (tensor<4xcomplex<f32>>) -> tensor<4xf64>
  return
}

// -----

// CHECK: error: 'stablehlo.abs' op all non-scalar operands/results must have the same shape and base type
func.func @test(%a: tensor<4xf32>) {
  %r = "stablehlo.abs"(%a) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.real' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4xf64>'
// CHECK: error: 'stablehlo.real' op failed to infer returned types
func.func @test(%a: tensor<4xcomplex<f32>>) {
  %r = "stablehlo.real"(%a) : (tensor<4xcomplex<f32>>) -> tensor<4xf64>
  return
}

// -----

// CHECK: error: 'stablehlo.convert' op requires the same shape for all operands and results
func.func @test(%a: tensor<4xf32>) {
  %r = "stablehlo.convert"(%a) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.is_finite' op all non-scalar operands/results must have the same shape and base type
func.func @test(%a: tensor<4xf32>) {
  %r = "stablehlo.is_finite"(%a) : (tensor<4xf32>) -> tensor<5xi1>
  return
}

// -----

// CHECK: error: 'stablehlo.add' op requires the same shape for all operands and results
func.func @test(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  %r = "stablehlo.add"(%a, %b) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: op requires the same element type for all operands and results
func.func @test(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  %r = "stablehlo.add"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

// CHECK: error: 'stablehlo.add' op expected 2 operands, but found 1
func.func @test(%a: tensor<4xf32>) {
  %r = "stablehlo.add"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.multiply' op requires compatible types for all operands and results
func.func @test(%a: tensor<4xf32>, %b: tensor<4xf64>) {
  %r = "stablehlo.multiply"(%a, %b) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.and' op operand #0 must be ranked tensor of pred (AKA boolean or 1-bit integer) or 2/4/8/16/32/64-bit signless integer or 2/4/8/16/32/64-bit unsigned integer values, but got 'tensor<4xf32>'
func.func @test(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  %r = "stablehlo.and"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.complex' op requires the same element type for all operands
func.func @test(%a: tensor<4xf32>, %b: tensor<4xf64>) {
  %r = "stablehlo.complex"(%a, %b) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xcomplex<f32>>
  return
}

// -----

// CHECK: error: 'stablehlo.complex' op inferred type(s) 'tensor<4xcomplex<f32>>' are incompatible with return type(s) of operation 'tensor<4xcomplex<f64>>'
// CHECK: error: 'stablehlo.complex' op failed to infer returned types
func.func @test(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  %r = "stablehlo.complex"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xcomplex<f64>>
  return
}

// -----

// CHECK: error: 'stablehlo.complex' op requires the same shape for all operands and results
func.func @test(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  %r = "stablehlo.complex"(%a, %b) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xcomplex<f32>>
  return
}

// -----

// CHECK: error: 'stablehlo.compare' op all non-scalar operands/results must have the same shape and base type
func.func @test(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  %r = "stablehlo.compare"(%a, %b) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xi1>
  return
}

// -----

// CHECK: error: 'stablehlo.compare' op requires compatible element types for all operands
func.func @test(%a: tensor<4xf32>, %b: tensor<4xf64>) {
  %r = "stablehlo.compare"(%a, %b) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xi1>
  return
}

// -----

// CHECK: error: 'stablehlo.compare' op requires attribute 'comparison_direction'
func.func @test(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  %r = "stablehlo.compare"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

// CHECK: error: 'stablehlo.compare' op result #0 must be ranked tensor of pred (AKA boolean or 1-bit integer) values, but got 'tensor<4xi8>'
func.func @test(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  %r = "stablehlo.compare"(%a, %b) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi8>
  return
}

// -----

// CHECK: error: 'stablehlo.reduce_precision' op attribute 'exponent_bits' failed to satisfy constraint: 32-bit signless integer attribute whose value is positive
func.func @test(%a: tensor<4xf32>) {
  %r = "stablehlo.reduce_precision"(%a) <{exponent_bits = 0 : i32, mantissa_bits = 2 : i32}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.reduce_precision' op attribute 'mantissa_bits' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative
func.func @test(%a: tensor<4xf32>) {
  %r = "stablehlo.reduce_precision"(%a) <{exponent_bits = 1 : i32, mantissa_bits = -1 : i32}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: min shape [3] is not scalar and is not compatible to operand shape [4]
// CHECK: error: 'stablehlo.clamp' op failed to infer returned types
func.func @test(%a: tensor<3xf32>, %b: tensor<4xf32>, %c: tensor<f32>) {
  %r = "stablehlo.clamp"(%a, %b, %c) : (tensor<3xf32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: max shape [-9223372036854775808, 2] is not scalar and is not compatible to operand shape [4]
// CHECK: error: 'stablehlo.clamp' op failed to infer returned types
func.func @test(%a: tensor<f32>, %b: tensor<4xf32>, %c: tensor<?x2xf32>) {
  %r = "stablehlo.clamp"(%a, %b, %c) : (tensor<f32>, tensor<4xf32>, tensor<?x2xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.clamp' op requires compatible element types for all operands and results
func.func @test(%a: tensor<f32>, %b: tensor<4xf32>, %c: tensor<f64>) {
  %r = "stablehlo.clamp"(%a, %b, %c) : (tensor<f32>, tensor<4xf32>, tensor<f64>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: requires the same shape for all operands
// CHECK: error: 'stablehlo.select' op failed to infer returned types
func.func @test(%a: tensor<3xi1>, %b: tensor<4xf32>, %c: tensor<4xf32>) {
  %r = "stablehlo.select"(%a, %b, %c) : (tensor<3xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: requires compatible types for non-predicate operands
// CHECK: error: 'stablehlo.select' op failed to infer returned types
func.func @test(%a: tensor<4xi1>, %b: tensor<4xf32>, %c: tensor<4xi32>) {
  %r = "stablehlo.select"(%a, %b, %c) : (tensor<4xi1>, tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.select' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<5xf32>'
// CHECK: error: 'stablehlo.select' op failed to infer returned types
func.func @test(%a: tensor<i1>, %b: tensor<4xf32>, %c: tensor<4xf32>) {
  %r = "stablehlo.select"(%a, %b, %c) : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// CHECK: error: Mismatched dimension size 5 and bound 3 in dimension 1
// CHECK: error: 'stablehlo.select' op failed to infer returned types
func.func @test(%a: tensor<i1>, %b: tensor<2x?xf32, #stablehlo.bounds<?, 3>>, %c: tensor<2x5xf32>) {
  %r = "stablehlo.select"(%a, %b, %c) : (tensor<i1>, tensor<2x?xf32, #stablehlo.bounds<?, 3>>, tensor<2x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.reduce_precision' unable to parse exponent '99999999999'
func.func @test(%a: tensor<4xf32>) {
  %r = stablehlo.reduce_precision %a, format = e99999999999m1 : tensor<4xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.reduce_precision' unable to parse mantissa '99999999999'
func.func @test(%a: tensor<4xf32>) {
  %r = stablehlo.reduce_precision %a, format = e1m99999999999 : tensor<4xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.reduce_precision' expected exponent mantissa in format e#m#, saw m1
func.func @test(%a: tensor<4xf32>) {
  %r = stablehlo.reduce_precision %a, format = m1 : tensor<4xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.reduce_precision' expected valid keyword
func.func @test(%a: tensor<4xf32>) {
  %r = stablehlo.reduce_precision %a, format = 1 : tensor<4xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.complex' expected tensor with complex element type
func.func @test(%a: tensor<4xf32>) {
  %r = stablehlo.complex %a, %a : tensor<4xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.complex' 2 operands present, but expected 1
func.func @test(%a: tensor<4xf32>) {
  %r = stablehlo.complex %a, %a : (tensor<4xf32>) -> tensor<4xcomplex<f32>>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.add' 2 operands present, but expected 1
func.func @test(%a: tensor<4xf32>) {
  %r = stablehlo.add %a, %a : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.add' expected single output
func.func @test(%a: tensor<4xf32>) {
  %r = stablehlo.add %a, %a : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

// CHECK: error: expected SSA operand
func.func @test(%a: tensor<4xf32>) {
  %r = stablehlo.add %a, : tensor<4xf32>
  return
}

// -----

// CHECK: error: expected '}' in attribute dictionary
func.func @test(%a: tensor<4xf32>) {
  %r = stablehlo.add %a, %a {a = 1 : i32 : tensor<4xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.compare' expected ::mlir::stablehlo::ComparisonDirection to be one of: EQ, NE, GE, GT, LE, LT
// CHECK: error: custom op 'stablehlo.compare' failed to parse StableHLO_ComparisonDirectionAttr parameter 'value' which is to be a `::mlir::stablehlo::ComparisonDirection`
func.func @test(%a: tensor<4xf32>) {
  %r = stablehlo.compare FOO, %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.compare' expected ::mlir::stablehlo::ComparisonType to be one of: NOTYPE, FLOAT, TOTALORDER, SIGNED, UNSIGNED
// CHECK: error: custom op 'stablehlo.compare' failed to parse StableHLO_ComparisonTypeAttr parameter 'value' which is to be a `::mlir::stablehlo::ComparisonType`
func.func @test(%a: tensor<4xf32>) {
  %r = stablehlo.compare LT, %a, %a, FOO : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.compare' expected valid keyword
// CHECK: error: custom op 'stablehlo.compare' failed to parse StableHLO_ComparisonDirectionAttr parameter 'value' which is to be a `::mlir::stablehlo::ComparisonDirection`
func.func @test(%a: tensor<4xf32>) {
  %r = stablehlo.compare 1, %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.compare' invalid kind of type specified
func.func @test(%a: tensor<4xf32>) {
  %r = stablehlo.compare LT, %a, %a : tensor<4xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.select' expected functional type or list of two types
func.func @test(%a: tensor<4xf32>) {
  %r = stablehlo.select %a, %a, %a : tensor<4xi1>, tensor<4xf32>, tensor<4xf32>
  return
}
