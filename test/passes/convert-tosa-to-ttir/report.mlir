// RUN: ttopt --convert-tosa-to-ttir=report-unsupported=true %s --verify-diagnostics

func.func @f(%x: tensor<4xf32>, %q: tensor<4xi8>, %d: tensor<?xf32>) -> tensor<4xf32> {
  // expected-error @+2 {{failed to legalize operation 'tosa.erf'}}
  // expected-note @+1 {{2 x 'tosa.erf'}}
  %0 = tosa.erf %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = tosa.abs %0 : (tensor<4xf32>) -> tensor<4xf32>
  %2 = tosa.erf %1 : (tensor<4xf32>) -> tensor<4xf32>
  // expected-note @+1 {{1 x 'tosa.mul': TTIR's multiply does not shift}}
  %3 = tosa.mul %2, %2 {shift = 3 : i8} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // expected-note @+1 {{1 x 'tosa.negate': has zero points, which TTIR's neg has not}}
  %4 = tosa.negate %q {quantization_info = #tosa.unary_quant<input_zp = 1, output_zp = 2>} : (tensor<4xi8>) -> tensor<4xi8>
  // expected-note @+1 {{1 x 'tosa.exp': needs tensors of static shape, but has 'tensor<?xf32>'}}
  %5 = tosa.exp %d : (tensor<?xf32>) -> tensor<?xf32>
  // expected-note @+1 {{1 x 'func.call'}}
  %6 = call @f(%x, %q, %d) : (tensor<4xf32>, tensor<4xi8>, tensor<?xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
