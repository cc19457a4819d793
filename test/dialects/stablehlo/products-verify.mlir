// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Products.

// CHECK: error: expects precision config to be empty or have <= 2 elements.
func.func @test(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) {
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT, DEFAULT] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: lhs and rhs should have the same number of batching dimensions
func.func @test(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) {
  %r = stablehlo.dot_general %a, %b, batching_dims = [0] x [], contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: lhs and rhs should have the same number of contracting dimensions
func.func @test(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) {
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0, 1] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: has duplicated dimension from lhs_batching_dimensions and lhs_contracting_dimensions: 1
func.func @test(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) {
  %r = stablehlo.dot_general %a, %b, batching_dims = [1] x [0], contracting_dims = [1] x [1] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: has duplicated dimension from rhs_batching_dimensions and rhs_contracting_dimensions: 0
func.func @test(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) {
  %r = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: lhs_contracting_dimensions value: 2 is out of range: [0, 2)
func.func @test(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) {
  %r = stablehlo.dot_general %a, %b, contracting_dims = [2] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: rhs_contracting_dimensions value: -1 is out of range: [0, 2)
func.func @test(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) {
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [-1] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: lhs_batching_dimensions value: 2 is out of range: [0, 2)
func.func @test(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) {
  %r = stablehlo.dot_general %a, %b, batching_dims = [2] x [0], contracting_dims = [1] x [1] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: batching dimension sizes must match for lhs/rhs
func.func @test(%a: tensor<3x4xf32>, %b: tensor<4x4xf32>) {
  %r = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<3x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: contracting dimension sizes must match for lhs/rhs
func.func @test(%a: tensor<4x3xf32>, %b: tensor<4x4xf32>) {
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x3xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: inferred shape '[4, 4]' is incompatible with return type of operation 'tensor<4x5xf32>'
func.func @test(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) {
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x5xf32>
  return
}

// -----

// CHECK: error: expected '['
func.func @test(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) {
  %r = stablehlo.dot_general %a, %b, contracting_dims = 1 x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.dot_general' expected 'x'
func.func @test(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) {
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1], [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.dot_general' expected ::mlir::stablehlo::Precision to be one of: DEFAULT, HIGH, HIGHEST
// CHECK: error: custom op 'stablehlo.dot_general' failed to parse StableHLO_PrecisionAttr parameter 'value' which is to be a `::mlir::stablehlo::Precision`
func.func @test(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) {
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [FOO] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.dot_general' expected 'precision'
func.func @test(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) {
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], foo = [FOO] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: expected ','
func.func @test(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) {
  %r = stablehlo.dot_general %a, %b, batching_dims = [0] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.dot_general' lhs component count must be positive
func.func @test(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) {
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 0, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.dot_general' rhs component count must be positive
func.func @test(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) {
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 0, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.dot_general' num primitive operations must be positive
func.func @test(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) {
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 0, allow_imprecise_accumulation = false> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.dot_general' dot algorithm not known to be supported on any hardware: {lhs:'tf32', rhs:'tf32', accum:'f32', lhs_components:2, rhs_components:1, primitive_ops:1, imprecise:0}
func.func @test(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) {
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 2, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.dot_general' dot algorithm not known to be supported on any hardware: {lhs:'tf32', rhs:'f32', accum:'f32', lhs_components:1, rhs_components:1, primitive_ops:1, imprecise:0}
func.func @test(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) {
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.dot_general' dot algorithm not known to be supported on any hardware: {lhs:'f32', rhs:'f32', accum:'f32', lhs_components:1, rhs_components:1, primitive_ops:1, imprecise:1}
func.func @test(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) {
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = true> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.dot_general' dot algorithm not known to be supported on any hardware: {lhs:'f8E5M2', rhs:'f8E4M3FN', accum:'f64', lhs_components:1, rhs_components:1, primitive_ops:1, imprecise:0}
func.func @test(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) {
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = f8E5M2, rhs_precision_type = f8E4M3FN, accumulation_type = f64, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: must specify DEFAULT precision config when algorithm is set.
func.func @test(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) {
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [HIGH, HIGH], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.dot_general' expected 'algorithm'
func.func @test(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) {
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [HIGH, HIGH], foo : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: expected non-function type
// CHECK: error: custom op 'stablehlo.dot_general' failed to parse StableHLO_DotAlgorithm parameter 'lhsPrecisionType' which is to be a `Type`
func.func @test(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) {
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = 1> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: expected both lhs/rhs ranks to be either 1 or 2
func.func @test(%a: tensor<4x4xf32>, %b: tensor<4x4x4xf32>) {
  %r = stablehlo.dot %a, %b : (tensor<4x4xf32>, tensor<4x4x4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: expected both lhs/rhs ranks to be either 1 or 2
func.func @test(%a: tensor<4x4xf32>, %b: tensor<3xf32>) {
  %r = stablehlo.dot %a, %b : (tensor<4x4xf32>, tensor<3xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: inferred shape '[4]' is incompatible with return type of operation 'tensor<3xf32>'
func.func @test(%a: tensor<4x4xf32>, %b: tensor<4xf32>) {
  %r = stablehlo.dot %a, %b : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<3xf32>
  return
}

// -----

// CHECK: error: expects precision config to be empty or have <= 2 elements.
func.func @test(%a: tensor<4x4xf32>, %b: tensor<4xf32>) {
  %r = stablehlo.dot %a, %b, precision = [HIGH, HIGH, HIGH] : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: duplicated `lhs_contracting_dimensions` entry
// CHECK: error: failed parsing dot dimension numbers attribute
func.func @test(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) {
  %r = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], lhs_contracting_dimensions = [0]>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: expected one of: `lhs_batching_dimensions`, `rhs_batching_dimensions`, `lhs_contracting_dimensions`, `rhs_contracting_dimensions`
// CHECK: error: failed parsing dot dimension numbers attribute
func.func @test(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) {
  %r = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs = [1]>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: dot algorithm not known to be supported on any hardware: {lhs:'tf32', rhs:'f32', accum:'f32', lhs_components:1, rhs_components:1, primitive_ops:1, imprecise:0}
func.func @test(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) {
  %r = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}
