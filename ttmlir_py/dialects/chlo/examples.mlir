// An example for each op, as the dialect reference shows it. `ttopt --split-input-file` reads this file.

// -----

// chlo.broadcast_add
func.func @broadcast_add(%lhs: tensor<4x8xf32>, %rhs: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.broadcast_add %lhs, %rhs : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// chlo.broadcast_atan2
func.func @broadcast_atan2(%lhs: tensor<4x8xf32>, %rhs: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.broadcast_atan2 %lhs, %rhs : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// chlo.broadcast_divide
func.func @broadcast_divide(%lhs: tensor<4x8xf32>, %rhs: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.broadcast_divide %lhs, %rhs : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// chlo.broadcast_maximum
func.func @broadcast_maximum(%lhs: tensor<4x8xf32>, %rhs: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.broadcast_maximum %lhs, %rhs : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// chlo.broadcast_minimum
func.func @broadcast_minimum(%lhs: tensor<4x8xf32>, %rhs: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.broadcast_minimum %lhs, %rhs : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// chlo.broadcast_multiply
func.func @broadcast_multiply(%lhs: tensor<4x8xf32>, %rhs: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.broadcast_multiply %lhs, %rhs : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// chlo.broadcast_next_after
func.func @broadcast_next_after(%lhs: tensor<4x8xf32>, %rhs: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.broadcast_next_after %lhs, %rhs : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// chlo.broadcast_polygamma
func.func @broadcast_polygamma(%lhs: tensor<4x8xf32>, %rhs: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.broadcast_polygamma %lhs, %rhs : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// chlo.broadcast_power
func.func @broadcast_power(%lhs: tensor<4x8xf32>, %rhs: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.broadcast_power %lhs, %rhs : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// chlo.broadcast_remainder
func.func @broadcast_remainder(%lhs: tensor<4x8xf32>, %rhs: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.broadcast_remainder %lhs, %rhs : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// chlo.broadcast_shift_left
func.func @broadcast_shift_left(%lhs: tensor<4x8xi32>, %rhs: tensor<8xi32>) -> tensor<4x8xi32> {
  %0 = chlo.broadcast_shift_left %lhs, %rhs : (tensor<4x8xi32>, tensor<8xi32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

// chlo.broadcast_shift_right_arithmetic
func.func @broadcast_shift_right_arithmetic(%lhs: tensor<4x8xi32>, %rhs: tensor<8xi32>) -> tensor<4x8xi32> {
  %0 = chlo.broadcast_shift_right_arithmetic %lhs, %rhs : (tensor<4x8xi32>, tensor<8xi32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

// chlo.broadcast_shift_right_logical
func.func @broadcast_shift_right_logical(%lhs: tensor<4x8xi32>, %rhs: tensor<8xi32>) -> tensor<4x8xi32> {
  %0 = chlo.broadcast_shift_right_logical %lhs, %rhs : (tensor<4x8xi32>, tensor<8xi32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

// chlo.broadcast_subtract
func.func @broadcast_subtract(%lhs: tensor<4x8xf32>, %rhs: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.broadcast_subtract %lhs, %rhs : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// chlo.broadcast_and
func.func @broadcast_and(%lhs: tensor<4x8xi32>, %rhs: tensor<8xi32>) -> tensor<4x8xi32> {
  %0 = chlo.broadcast_and %lhs, %rhs : (tensor<4x8xi32>, tensor<8xi32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

// chlo.broadcast_or
func.func @broadcast_or(%lhs: tensor<4x8xi32>, %rhs: tensor<8xi32>) -> tensor<4x8xi32> {
  %0 = chlo.broadcast_or %lhs, %rhs : (tensor<4x8xi32>, tensor<8xi32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

// chlo.broadcast_xor
func.func @broadcast_xor(%lhs: tensor<4x8xi32>, %rhs: tensor<8xi32>) -> tensor<4x8xi32> {
  %0 = chlo.broadcast_xor %lhs, %rhs : (tensor<4x8xi32>, tensor<8xi32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

// chlo.broadcast_zeta
func.func @broadcast_zeta(%lhs: tensor<4x8xf32>, %rhs: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.broadcast_zeta %lhs, %rhs : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// chlo.broadcast_complex
func.func @broadcast_complex(%lhs: tensor<4x8xf32>, %rhs: tensor<8xf32>) -> tensor<4x8xcomplex<f32>> {
  %0 = chlo.broadcast_complex %lhs, %rhs : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xcomplex<f32>>
  return %0 : tensor<4x8xcomplex<f32>>
}

// -----

// chlo.broadcast_compare
func.func @broadcast_compare(%lhs: tensor<4x8xf32>, %rhs: tensor<8xf32>) -> tensor<4x8xi1> {
  %0 = chlo.broadcast_compare %lhs, %rhs {broadcast_dimensions = array<i64: 1>, compare_type = #chlo<comparison_type FLOAT>, comparison_direction = #chlo<comparison_direction GT>} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xi1>
  return %0 : tensor<4x8xi1>
}

// -----

// chlo.broadcast_select
func.func @broadcast_select(%pred: tensor<8xi1>, %on_true: tensor<4x8xf32>, %on_false: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.broadcast_select %pred, %on_true, %on_false : (tensor<8xi1>, tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// chlo._asin_acos_kernel
func.func @asin_acos_kernel(%operand: tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>> {
  %0 = chlo._asin_acos_kernel %operand : tensor<4x8xcomplex<f32>> -> tensor<4x8xcomplex<f32>>
  return %0 : tensor<4x8xcomplex<f32>>
}

// -----

// chlo.acos
func.func @acos(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.acos %operand : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// chlo.acosh
func.func @acosh(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.acosh %operand : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// chlo.asin
func.func @asin(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.asin %operand : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// chlo.asinh
func.func @asinh(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.asinh %operand : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// chlo.atan
func.func @atan(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.atan %operand : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// chlo.atanh
func.func @atanh(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.atanh %operand : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// chlo.bessel_i1e
func.func @bessel_i1e(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.bessel_i1e %operand : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// chlo.conj
func.func @conj(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.conj %operand : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// chlo.cosh
func.func @cosh(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.cosh %operand : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// chlo.square
func.func @square(%operand: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = chlo.square %operand : tensor<4x8xi32> -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

// chlo.sinh
func.func @sinh(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.sinh %operand : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// chlo.tan
func.func @tan(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.tan %operand : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// chlo.digamma
func.func @digamma(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.digamma %operand : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// chlo.erf
func.func @erf(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.erf %operand : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// chlo.erf_inv
func.func @erf_inv(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.erf_inv %operand : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// chlo.erfc
func.func @erfc(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.erfc %operand : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// chlo.lgamma
func.func @lgamma(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.lgamma %operand : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// chlo.is_inf
func.func @is_inf(%operand: tensor<4x8xf32>) -> tensor<4x8xi1> {
  %0 = chlo.is_inf %operand : tensor<4x8xf32> -> tensor<4x8xi1>
  return %0 : tensor<4x8xi1>
}

// -----

// chlo.is_neg_inf
func.func @is_neg_inf(%operand: tensor<4x8xf32>) -> tensor<4x8xi1> {
  %0 = chlo.is_neg_inf %operand : tensor<4x8xf32> -> tensor<4x8xi1>
  return %0 : tensor<4x8xi1>
}

// -----

// chlo.is_pos_inf
func.func @is_pos_inf(%operand: tensor<4x8xf32>) -> tensor<4x8xi1> {
  %0 = chlo.is_pos_inf %operand : tensor<4x8xf32> -> tensor<4x8xi1>
  return %0 : tensor<4x8xi1>
}

// -----

// chlo.next_after
func.func @next_after(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.next_after %x, %y : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// chlo.polygamma
func.func @polygamma(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.polygamma %x, %y : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// chlo.zeta
func.func @zeta(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.zeta %x, %y : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// chlo.constant
func.func @constant() -> tensor<4x8xf32> {
  %0 = chlo.constant dense<1.000000e+00> : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// chlo.constant_like
func.func @constant_like(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "chlo.constant_like"(%operand) <{value = 1.000000e+00 : f32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// chlo.top_k
func.func @top_k(%operand: tensor<4x8xf32>) -> (tensor<4x3xf32>, tensor<4x3xi32>) {
  %0:2 = chlo.top_k(%operand, k = 3) : tensor<4x8xf32> -> (tensor<4x3xf32>, tensor<4x3xi32>)
  return %0#0, %0#1 : tensor<4x3xf32>, tensor<4x3xi32>
}
