// RUN: ttopt %s --split-input-file --verify-diagnostics

func.func @values() -> tensor<2xf32> {
  // expected-error @+2 {{'tosa.const' op requires attribute 'value'}}
  // expected-note @+1 {{this is how TOSA 1.0 writes it; read is the dialect of LLVM 19, where shifts, zero points and sizes are attributes}}
  %0 = "tosa.const"() <{values = dense<1.0> : tensor<2xf32>}> : () -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @shift(%x: tensor<4xf32>, %s: tensor<1xi8>) {
  // expected-error @+2 {{'tosa.mul' op expected 2 operands, but found 3}}
  // expected-note @+1 {{this is how TOSA 1.0 writes it}}
  %0 = tosa.mul %x, %x, %s : (tensor<4xf32>, tensor<4xf32>, tensor<1xi8>) -> tensor<4xf32>
  return
}

// -----

func.func @bounds(%x: tensor<4xf32>) {
  // expected-error @+2 {{'tosa.clamp' op requires attribute 'max_fp'}}
  // expected-note @+1 {{this is how TOSA 1.0 writes it}}
  %0 = tosa.clamp %x {max_val = 6.0 : f32, min_val = 0.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @order(%x: tensor<2x3xf32>) {
  // expected-error @+2 {{'tosa.transpose' op expected 2 operands, but found 1}}
  // expected-note @+1 {{this is how TOSA 1.0 writes it}}
  %0 = tosa.transpose %x {perms = array<i32: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

// A mistake that has nothing to do with it.
func.func @count(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tosa.add' op expected 2 operands, but found 3}}
  %0 = tosa.add %x, %x, %x : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
