// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Solvers, transforms, normalization, random numbers.

// CHECK: error: argument 'a' must have rank >= 2, got shape 4.
// CHECK: error: 'stablehlo.cholesky' op failed to infer returned types
func.func @test(%a: tensor<4xf32>) {
  %r = "stablehlo.cholesky"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: minor dimensions of 'a' must have equal size, got shape 4, 3.
// CHECK: error: 'stablehlo.cholesky' op failed to infer returned types
func.func @test(%a: tensor<4x3xf32>) {
  %r = "stablehlo.cholesky"(%a) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.cholesky' op requires compatible element types for all operands and results
func.func @test(%a: tensor<4x4xf32>) {
  %r = "stablehlo.cholesky"(%a) : (tensor<4x4xf32>) -> tensor<4x4xf64>
  return
}

// -----

// CHECK: error: 'stablehlo.cholesky' op inferred type(s) 'tensor<4x4xf32>' are incompatible with return type(s) of operation 'tensor<4x5xf32>'
// CHECK: error: 'stablehlo.cholesky' op failed to infer returned types
func.func @test(%a: tensor<4x4xf32>) {
  %r = "stablehlo.cholesky"(%a) : (tensor<4x4xf32>) -> tensor<4x5xf32>
  return
}

// -----

// CHECK: error: rank must be between 1 and 3, but got 0.
// CHECK: error: 'stablehlo.fft' op failed to infer returned types
func.func @test(%a: tensor<4x8xcomplex<f32>>) {
  %r = stablehlo.fft %a, type = FFT, length = [] : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
  return
}

// -----

// CHECK: error: rank must be between 1 and 3, but got 4.
// CHECK: error: 'stablehlo.fft' op failed to infer returned types
func.func @test(%a: tensor<4x8xcomplex<f32>>) {
  %r = stablehlo.fft %a, type = FFT, length = [1, 1, 1, 1] : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
  return
}

// -----

// CHECK: error: RFFT requires f32 or f64 input type, but is given 'f16'.
// CHECK: error: 'stablehlo.fft' op failed to infer returned types
func.func @test(%a: tensor<8xf16>) {
  %r = stablehlo.fft %a, type = RFFT, length = [8] : (tensor<8xf16>) -> tensor<4x8xcomplex<f32>>
  return
}

// -----

// CHECK: error: FFT/IFFT/IRFFT take a complex tensor as input, but is given 'tensor<4x8xf32>'.
// CHECK: error: 'stablehlo.fft' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.fft %a, type = FFT, length = [8] : (tensor<4x8xf32>) -> tensor<4x8xcomplex<f32>>
  return
}

// -----

// CHECK: error: operand rank must not be less than fft rank of 3 for operand of type 'tensor<4x8xcomplex<f32>>'.
// CHECK: error: 'stablehlo.fft' op failed to infer returned types
func.func @test(%a: tensor<4x8xcomplex<f32>>) {
  %r = stablehlo.fft %a, type = FFT, length = [1, 1, 1] : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
  return
}

// -----

// CHECK: error: RFFT requires innermost dimensions to be compatible with fft_length. Got: 4, 8 but wanted 9.
// CHECK: error: 'stablehlo.fft' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.fft %a, type = RFFT, length = [9] : (tensor<4x8xf32>) -> tensor<4x8xcomplex<f32>>
  return
}

// -----

// CHECK: error: 'stablehlo.fft' op inferred type(s) 'tensor<4x5xcomplex<f32>>' are incompatible with return type(s) of operation 'tensor<4x8xcomplex<f32>>'
// CHECK: error: 'stablehlo.fft' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.fft %a, type = RFFT, length = [8] : (tensor<4x8xf32>) -> tensor<4x8xcomplex<f32>>
  return
}

// -----

// CHECK: error: IRFFT requires non-final dimensions to be compatible with fft_length. Got: 4, 8 but wanted 5, 14, and 4 != 5.
// CHECK: error: 'stablehlo.fft' op failed to infer returned types
func.func @test(%a: tensor<4x8xcomplex<f32>>) {
  %r = stablehlo.fft %a, type = IRFFT, length = [5, 14] : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: IRFFT requires innermost dimension to be compatible with fft_length[-1]/2+1. Got: 8 but fft_length is 4, 8.
// CHECK: error: 'stablehlo.fft' op failed to infer returned types
func.func @test(%a: tensor<4x8xcomplex<f32>>) {
  %r = stablehlo.fft %a, type = IRFFT, length = [4, 8] : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.fft' expected ::mlir::stablehlo::FftType to be one of: FFT, IFFT, RFFT, IRFFT
// CHECK: error: custom op 'stablehlo.fft' failed to parse StableHLO_FftTypeAttr parameter 'value' which is to be a `::mlir::stablehlo::FftType`
func.func @test(%a: tensor<4x8xcomplex<f32>>) {
  %r = stablehlo.fft %a, type = FOO, length = [8] : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
  return
}

// -----

// CHECK: error: operand 'a' must have rank >= 2, but got 'tensor<4xf32>'
// CHECK: error: 'stablehlo.triangular_solve' op failed to infer returned types
func.func @test(%a: tensor<4xf32>, %b: tensor<4x4xf32>) {
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: two minor dimensions of operand 'a' must be compatible, but got 'tensor<4x3xf32>'
// CHECK: error: 'stablehlo.triangular_solve' op failed to infer returned types
func.func @test(%a: tensor<4x3xf32>, %b: tensor<4x4xf32>) {
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<4x3xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: operands must have equal rank, but got 'tensor<4x4xf32>' and 'tensor<4x4x4xf32>'
// CHECK: error: 'stablehlo.triangular_solve' op failed to infer returned types
func.func @test(%a: tensor<4x4xf32>, %b: tensor<4x4x4xf32>) {
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<4x4xf32>, tensor<4x4x4xf32>) -> tensor<4x4x4xf32>
  return
}

// -----

// CHECK: error: shared dimension of operands 'a' and 'b' must be compatible, but got 'tensor<4x4xf32>' and 'tensor<3x4xf32>'
// CHECK: error: 'stablehlo.triangular_solve' op failed to infer returned types
func.func @test(%a: tensor<4x4xf32>, %b: tensor<3x4xf32>) {
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<4x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

// CHECK: error: batch dimensions of the operands must be compatible, but got 'tensor<2x4x4xf32>' and 'tensor<3x4x4xf32>'
// CHECK: error: 'stablehlo.triangular_solve' op failed to infer returned types
func.func @test(%a: tensor<2x4x4xf32>, %b: tensor<3x4x4xf32>) {
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x4x4xf32>, tensor<3x4x4xf32>) -> tensor<3x4x4xf32>
  return
}

// -----

// CHECK: error: Invalid transpose option value for triangular solve
// CHECK: error: 'stablehlo.triangular_solve' op failed to infer returned types
func.func @test(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) {
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE_INVALID>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.triangular_solve' op inferred type(s) 'tensor<4x4xf32>' are incompatible with return type(s) of operation 'tensor<4x5xf32>'
// CHECK: error: 'stablehlo.triangular_solve' op failed to infer returned types
func.func @test(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) {
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x5xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.triangular_solve' op requires compatible element types for all operands and results
func.func @test(%a: tensor<4x4xf32>, %b: tensor<4x4xf64>) {
  %r = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<4x4xf32>, tensor<4x4xf64>) -> tensor<4x4xf64>
  return
}

// -----

// CHECK: error: expects featureIndex to be smaller than the rank of multi-dimensional operands; got featureIndex 2, and rank 2.
// CHECK: error: 'stablehlo.batch_norm_training' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>) {
  %r:3 = "stablehlo.batch_norm_training"(%a, %b, %c) <{epsilon = 1.0e-3 : f32, feature_index = 2 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

// CHECK: error: expects single-dimensional operands to have compatible shapes.
// CHECK: error: 'stablehlo.batch_norm_training' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>, %b: tensor<8xf32>, %c: tensor<9xf32>) {
  %r:3 = "stablehlo.batch_norm_training"(%a, %b, %c) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<9xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

// CHECK: error: expects the size of single-dimensional operands to be compatible with feature count, but the size of single-dimensional operands is 8 and the feature count is 4.
// CHECK: error: 'stablehlo.batch_norm_training' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>) {
  %r:3 = "stablehlo.batch_norm_training"(%a, %b, %c) <{epsilon = 1.0e-3 : f32, feature_index = 0 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

// CHECK: error: 'stablehlo.batch_norm_training' op inferred type(s) 'tensor<4x8xf32>', 'tensor<8xf32>', 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<4x8xf32>', 'tensor<8xf32>', 'tensor<9xf32>'
// CHECK: error: 'stablehlo.batch_norm_training' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>) {
  %r:3 = "stablehlo.batch_norm_training"(%a, %b, %c) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<9xf32>)
  return
}

// -----

// CHECK: error: expects multi-dimensional operands to have compatible shapes.
// CHECK: error: 'stablehlo.batch_norm_grad' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>, %d: tensor<8xf32>, %e: tensor<4x9xf32>) {
  %r:3 = "stablehlo.batch_norm_grad"(%a, %b, %c, %d, %e) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<4x9xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

// CHECK: error: 'stablehlo.batch_norm_inference' op inferred type(s) 'tensor<4x8xf32>' are incompatible with return type(s) of operation 'tensor<4x9xf32>'
// CHECK: error: 'stablehlo.batch_norm_inference' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>, %d: tensor<8xf32>, %e: tensor<8xf32>) {
  %r = "stablehlo.batch_norm_inference"(%a, %b, %c, %d, %e) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x9xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.batch_norm_inference' op requires compatible element types for all operands and results
func.func @test(%a: tensor<4x8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>, %d: tensor<8xf32>, %e: tensor<8xf64>) {
  %r = "stablehlo.batch_norm_inference"(%a, %b, %c, %d, %e) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf64>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.batch_norm_inference' op attribute 'epsilon' failed to satisfy constraint: 32-bit float attribute
func.func @test(%a: tensor<4x8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>, %d: tensor<8xf32>, %e: tensor<8xf32>) {
  %r = "stablehlo.batch_norm_inference"(%a, %b, %c, %d, %e) <{epsilon = 1.0 : f64, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: mu and sigma must be floats
// CHECK: error: 'stablehlo.rng' op failed to infer returned types
func.func @test(%a: tensor<i32>, %b: tensor<1xi64>) {
  %r = stablehlo.rng %a, %a, %b, distribution = NORMAL : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<?xi32>
  return
}

// -----

// CHECK: error: 'stablehlo.rng' op inferred type(s) 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'
// CHECK: error: 'stablehlo.rng' op failed to infer returned types
func.func @test(%a: tensor<f32>) {
  %s = stablehlo.constant dense<3> : tensor<1xi64>
  %r = stablehlo.rng %a, %a, %s, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.rng' op inferred type(s) 'tensor<?xf32>' are incompatible with return type(s) of operation 'tensor<?x?xf32>'
// CHECK: error: 'stablehlo.rng' op failed to infer returned types
func.func @test(%a: tensor<f32>, %b: tensor<1xi64>) {
  %r = stablehlo.rng %a, %a, %b, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<?x?xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.rng' op failed to verify that all of {a, b, result} have same element type
func.func @test(%a: tensor<f32>, %b: tensor<1xi64>) {
  %r = stablehlo.rng %a, %a, %b, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<?xf64>
  return
}

// -----

// CHECK: error: output state shape must be compatible with initial state shape. Got: 'tensor<2xui64>' and 'tensor<3xui64>'
func.func @test(%a: tensor<2xui64>) {
  %r:2 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}
