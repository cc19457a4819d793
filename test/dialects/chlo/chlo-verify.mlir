// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// CHLO.

// CHECK: error: 'chlo.erf' op operand #0 must be tensor of f8E3M4 type or f8E4M3 type or f8E4M3FN type or f8E4M3FNUZ type or f8E4M3B11FNUZ type or f8E5M2 type or f8E5M2FNUZ type or 16-bit float or 32-bit float or 64-bit float or bfloat16 type values, but got 'tensor<4xi32>'
func.func @test(%a: tensor<4xi32>) {
  %r = "chlo.erf"(%a) : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

// CHECK: error: 'chlo.erf' op requires compatible types for all operands and results
func.func @test(%a: tensor<4xf32>) {
  %r = "chlo.erf"(%a) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// CHECK: error: 'chlo.is_inf' op all non-scalar operands/results must have the same shape and base type
func.func @test(%a: tensor<4xf32>) {
  %r = "chlo.is_inf"(%a) : (tensor<4xf32>) -> tensor<5xi1>
  return
}

// -----

// CHECK: error: 'chlo.next_after' op requires compatible types for all operands and results
func.func @test(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  %r = "chlo.next_after"(%a, %b) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: operand's rank must be at least 1
// CHECK: error: 'chlo.top_k' op failed to infer returned types
func.func @test(%a: tensor<f32>) {
  %r:2 = "chlo.top_k"(%a) <{k = 1 : i64}> : (tensor<f32>) -> (tensor<f32>, tensor<i32>)
  return
}

// -----

// CHECK: error: operand's last dimension must be at least 9
// CHECK: error: 'chlo.top_k' op failed to infer returned types
func.func @test(%a: tensor<8xf32>) {
  %r:2 = "chlo.top_k"(%a) <{k = 9 : i64}> : (tensor<8xf32>) -> (tensor<9xf32>, tensor<9xi32>)
  return
}

// -----

// CHECK: error: 'chlo.top_k' op inferred type(s) 'tensor<2xf32>', 'tensor<2xi32>' are incompatible with return type(s) of operation 'tensor<2xf32>', 'tensor<3xi32>'
// CHECK: error: 'chlo.top_k' op failed to infer returned types
func.func @test(%a: tensor<8xf32>) {
  %r:2 = "chlo.top_k"(%a) <{k = 2 : i64}> : (tensor<8xf32>) -> (tensor<2xf32>, tensor<3xi32>)
  return
}

// -----

// CHECK: error: 'chlo.broadcast_add' op requires compatible element types for all operands and results
func.func @test(%a: tensor<4x8xf32>, %b: tensor<8xf64>) {
  %r = "chlo.broadcast_add"(%a, %b) : (tensor<4x8xf32>, tensor<8xf64>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'chlo.broadcast_add' op inferred type(s) 'tensor<4x8xf32>' are incompatible with return type(s) of operation 'tensor<4x9xf32>'
// CHECK: error: 'chlo.broadcast_add' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>, %b: tensor<8xf32>) {
  %r = "chlo.broadcast_add"(%a, %b) : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x9xf32>
  return
}

// -----

// CHECK: error: 'chlo.broadcast_multiply' op requires the same element type for all operands and results
func.func @test(%a: tensor<4x8xf32>, %b: tensor<8xf64>) {
  %r = "chlo.broadcast_multiply"(%a, %b) : (tensor<4x8xf32>, tensor<8xf64>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'chlo.broadcast_and' op operand #0 must be tensor of pred (AKA boolean or 1-bit integer) or 2/4/8/16/32/64-bit signless integer or 2/4/8/16/32/64-bit unsigned integer values, but got 'tensor<4x8xf32>'
func.func @test(%a: tensor<4x8xf32>, %b: tensor<8xf32>) {
  %r = "chlo.broadcast_and"(%a, %b) : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: mismatched operand types
// CHECK: error: 'chlo.broadcast_and' op failed to infer returned types
func.func @test(%a: tensor<4xi32>, %b: tensor<4xi8>) {
  %r = "chlo.broadcast_and"(%a, %b) : (tensor<4xi32>, tensor<4xi8>) -> tensor<4xi32>
  return
}

// -----

// CHECK: error: 'chlo.broadcast_compare' op result #0 must be tensor of pred (AKA boolean or 1-bit integer) values, but got 'tensor<4x8xi8>'
func.func @test(%a: tensor<4x8xf32>, %b: tensor<8xf32>) {
  %r = "chlo.broadcast_compare"(%a, %b) <{comparison_direction = #chlo<comparison_direction LT>}> : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xi8>
  return
}

// -----

// CHECK: error: 'chlo.broadcast_compare' op inferred type(s) 'tensor<4x8xi1>' are incompatible with return type(s) of operation 'tensor<4x9xi1>'
// CHECK: error: 'chlo.broadcast_compare' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>, %b: tensor<8xf32>) {
  %r = "chlo.broadcast_compare"(%a, %b) <{comparison_direction = #chlo<comparison_direction LT>}> : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x9xi1>
  return
}

// -----

// CHECK: error: mismatched operand types
// CHECK: error: 'chlo.broadcast_select' op failed to infer returned types
func.func @test(%a: tensor<4x8xi1>, %b: tensor<4x8xf32>, %c: tensor<8xf64>) {
  %r = "chlo.broadcast_select"(%a, %b, %c) : (tensor<4x8xi1>, tensor<4x8xf32>, tensor<8xf64>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'chlo.broadcast_select' op inferred type(s) 'tensor<4x8xf32>' are incompatible with return type(s) of operation 'tensor<4x9xf32>'
// CHECK: error: 'chlo.broadcast_select' op failed to infer returned types
func.func @test(%a: tensor<4x8xi1>, %b: tensor<4x8xf32>, %c: tensor<8xf32>) {
  %r = "chlo.broadcast_select"(%a, %b, %c) : (tensor<4x8xi1>, tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x9xf32>
  return
}

// -----

// CHECK: error: 'chlo.broadcast_complex' op inferred type(s) 'tensor<4x8xcomplex<f32>>' are incompatible with return type(s) of operation 'tensor<4x8xcomplex<f64>>'
// CHECK: error: 'chlo.broadcast_complex' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>, %b: tensor<8xf32>) {
  %r = "chlo.broadcast_complex"(%a, %b) : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xcomplex<f64>>
  return
}

// -----

// CHECK: error: 'chlo.constant_like' op value's type doesn't match element return type
func.func @test(%a: tensor<4x8xf32>) {
  %r = "chlo.constant_like"(%a) <{value = 1.0 : f32}> : (tensor<4x8xf32>) -> tensor<4x8xf64>
  return
}

// -----

// CHECK: error: 'chlo.constant_like' op requires the same shape for all operands and results
func.func @test(%a: tensor<4x8xf32>) {
  %r = "chlo.constant_like"(%a) <{value = 1.0 : f32}> : (tensor<4x8xf32>) -> tensor<4x9xf32>
  return
}

// -----

// CHECK: error: 'chlo.constant' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4x9xf32>'
// CHECK: error: 'chlo.constant' op failed to infer returned types
func.func @test() {
  %r = "chlo.constant"() <{value = dense<1.0> : tensor<4xf32>}> : () -> tensor<4x9xf32>
  return
}

// -----

// CHECK: error: 'chlo.constant' op requires attribute 'value'
func.func @test() {
  %r = "chlo.constant"() : () -> tensor<4x9xf32>
  return
}

// -----

// CHECK: error: expected '->'
func.func @test(%a: tensor<4x8xf32>) {
  %r = chlo.erf %a : tensor<4x8xf32>
  return
}

// -----

// CHECK: error: custom op 'chlo.top_k' expected 'k'
func.func @test(%a: tensor<4x8xf32>) {
  %r:2 = chlo.top_k(%a, 3) : tensor<4x8xf32> -> (tensor<4x3xf32>, tensor<4x3xi32>)
  return
}

// -----

// CHECK: error: custom op 'chlo.foo' is unknown
func.func @test(%a: tensor<4x8xf32>) {
  %r = chlo.foo %a : tensor<4x8xf32>
  return
}

// -----

// CHECK: error: unknown StableHLO attribute
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.slice"(%a) {x = #stablehlo.foo<1>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: unknown stablehlo type: foo
func.func @test(%a: !stablehlo.foo) {
  
  return
}
