// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Constants and iota.

// CHECK: error: does not support scalars.
func.func @test() {
  %r = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<i32>
  return
}

// -----

// CHECK: error: iota dimension cannot go beyond the output rank.
func.func @test() {
  %r = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2xi32>
  return
}

// -----

// CHECK: error: 'stablehlo.iota' op attribute 'iota_dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative
func.func @test() {
  %r = "stablehlo.iota"() <{iota_dimension = -1 : i64}> : () -> tensor<2xi32>
  return
}

// -----

// CHECK: error: 'stablehlo.constant' op requires attribute 'value'
func.func @test() {
  %r = "stablehlo.constant"() : () -> tensor<3xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.constant' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'
// CHECK: error: 'stablehlo.constant' op failed to infer returned types
func.func @test() {
  %r = "stablehlo.constant"() <{value = dense<1.0> : tensor<2xf32>}> : () -> tensor<3xf32>
  return
}

// -----

// CHECK: error: invalid properties {value = 1.000000e+00 : f32} for op stablehlo.constant: Invalid attribute `value` in property conversion: 1.000000e+00 : f32
func.func @test() {
  %r = "stablehlo.constant"() <{value = 1.0 : f32}> : () -> tensor<3xf32>
  return
}

// -----

// CHECK: error: inferred shape of elements literal ([2]) does not match type ([3])
func.func @test() {
  %r = stablehlo.constant dense<[1, 2]> : tensor<3xi32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.constant' invalid kind of attribute specified
func.func @test() {
  %r = stablehlo.constant 1 : i32
  return
}

// -----

// CHECK: error: expected attribute value
func.func @test() {
  %r = stablehlo.iota dim = a : tensor<3xi32>
  return
}

// -----

// CHECK: error: floating point value not valid for specified type
func.func @test() {
  %r = stablehlo.iota dim = 1.0 : tensor<3xi32>
  return
}
