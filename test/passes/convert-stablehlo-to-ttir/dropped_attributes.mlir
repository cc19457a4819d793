// RUN: ttopt --convert-stablehlo-to-ttir --split-input-file --verify-diagnostics %s
// RUN: not ttopt --convert-stablehlo-to-ttir --split-input-file -Werror=dropped-attribute %s

func.func @marked(%a: tensor<4xf32> {jax.kept = 1 : i32}) -> tensor<4xf32> attributes {kept = true} {
  // expected-warning @+1 {{'stablehlo.abs' op its attribute 'mhlo.frontend_attributes' is left out: TTIR does not have it [-Wdropped-attribute]}}
  %0 = stablehlo.abs %a {mhlo.frontend_attributes = {_xla_compute_type = "host"}} : tensor<4xf32>
  %1 = stablehlo.tanh %0 {note = 1 : i64} : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// Text that is not an annotation but a part of the operation is converted with it.
func.func @inherent(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>) -> tensor<4x4xf32> {
  // expected-warning @+1 {{'stablehlo.dot_general' op its attribute 'grad_y' is left out}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] {grad_y = false} : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %1 = "stablehlo.transpose"(%0) {permutation = array<i64: 1, 0>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
