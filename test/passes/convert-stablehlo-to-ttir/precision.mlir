// RUN: ttopt --convert-stablehlo-to-ttir --warnings=all %s -o /dev/null 2>&1 | filecheck %s
// TTIR's products say nothing of how they are computed: what a program asks for is left out, which a warning says.

func.func @products(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %image: tensor<1x4x4x1xf32>, %kernel: tensor<2x2x1x1xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<1x3x3x1xf32>) {
  // CHECK: :{{[0-9]+}}:8: warning: 'stablehlo.dot_general' op its precision HIGHEST is left out: TTIR does not have it [-Wdropped-attribute]
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [DEFAULT, HIGHEST] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  // CHECK: :{{[0-9]+}}:8: warning: 'stablehlo.dot_general' op its algorithm is left out: TTIR does not have it
  %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  // CHECK: :{{[0-9]+}}:8: warning: 'stablehlo.dot' op its precision HIGH is left out: TTIR does not have it
  %2 = stablehlo.dot %a, %b, precision = [HIGH, HIGH] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  // CHECK: :{{[0-9]+}}:8: warning: 'stablehlo.convolution' op its precision HIGHEST is left out: TTIR does not have it
  %3 = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision DEFAULT>]} : (tensor<1x4x4x1xf32>, tensor<2x2x1x1xf32>) -> tensor<1x3x3x1xf32>
  return %0, %1, %2, %3 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<1x3x3x1xf32>
}
