// RUN: ttopt --split-input-file %s | filecheck %s --strict-whitespace --match-full-lines
// RUN: ttopt --split-input-file %s | ttopt --split-input-file | filecheck %s --strict-whitespace --match-full-lines
// RUN: ttopt --split-input-file --mlir-print-op-generic %s | ttopt --split-input-file | filecheck %s --strict-whitespace --match-full-lines

//      CHECK:module {
// CHECK-NEXT:  func.func @abs(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.abs %arg0 : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @abs(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.abs %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @cbrt(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.cbrt %arg0 : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @cbrt(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.cbrt %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @ceil(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.ceil %arg0 : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @ceil(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.ceil %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @convert(%arg0: tensor<4x8xf32>) -> tensor<4x8xi32> {
// CHECK-NEXT:    %0 = stablehlo.convert %arg0 : (tensor<4x8xf32>) -> tensor<4x8xi32>
// CHECK-NEXT:    return %0 : tensor<4x8xi32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @convert(%operand: tensor<4x8xf32>) -> tensor<4x8xi32> {
  %0 = stablehlo.convert %operand : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @count_leading_zeros(%arg0: tensor<4x8xi32>) -> tensor<4x8xi32> {
// CHECK-NEXT:    %0 = stablehlo.count_leading_zeros %arg0 : tensor<4x8xi32>
// CHECK-NEXT:    return %0 : tensor<4x8xi32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @count_leading_zeros(%operand: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = stablehlo.count_leading_zeros %operand : tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @cosine(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.cosine %arg0 : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @cosine(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.cosine %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @exponential(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.exponential %arg0 : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @exponential(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.exponential %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @exponential_minus_one(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.exponential_minus_one %arg0 : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @exponential_minus_one(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.exponential_minus_one %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @floor(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.floor %arg0 : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @floor(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.floor %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @imag(%arg0: tensor<4x8xcomplex<f32>>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.imag %arg0 : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @imag(%operand: tensor<4x8xcomplex<f32>>) -> tensor<4x8xf32> {
  %0 = stablehlo.imag %operand : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @is_finite(%arg0: tensor<4x8xf32>) -> tensor<4x8xi1> {
// CHECK-NEXT:    %0 = stablehlo.is_finite %arg0 : (tensor<4x8xf32>) -> tensor<4x8xi1>
// CHECK-NEXT:    return %0 : tensor<4x8xi1>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @is_finite(%x: tensor<4x8xf32>) -> tensor<4x8xi1> {
  %0 = stablehlo.is_finite %x : (tensor<4x8xf32>) -> tensor<4x8xi1>
  return %0 : tensor<4x8xi1>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @log(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.log %arg0 : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @log(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.log %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @log_plus_one(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.log_plus_one %arg0 : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @log_plus_one(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.log_plus_one %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @logistic(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.logistic %arg0 : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @logistic(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.logistic %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @negate(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.negate %arg0 : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @negate(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.negate %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @not(%arg0: tensor<4x8xi32>) -> tensor<4x8xi32> {
// CHECK-NEXT:    %0 = stablehlo.not %arg0 : tensor<4x8xi32>
// CHECK-NEXT:    return %0 : tensor<4x8xi32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @not(%operand: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = stablehlo.not %operand : tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @popcnt(%arg0: tensor<4x8xi32>) -> tensor<4x8xi32> {
// CHECK-NEXT:    %0 = stablehlo.popcnt %arg0 : tensor<4x8xi32>
// CHECK-NEXT:    return %0 : tensor<4x8xi32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @popcnt(%operand: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = stablehlo.popcnt %operand : tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @real(%arg0: tensor<4x8xcomplex<f32>>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.real %arg0 : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @real(%operand: tensor<4x8xcomplex<f32>>) -> tensor<4x8xf32> {
  %0 = stablehlo.real %operand : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @reduce_precision(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @reduce_precision(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.reduce_precision %operand, format = e5m10 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @round_nearest_afz(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.round_nearest_afz %arg0 : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @round_nearest_afz(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.round_nearest_afz %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @round_nearest_even(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.round_nearest_even %arg0 : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @round_nearest_even(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.round_nearest_even %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @rsqrt(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.rsqrt %arg0 : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @rsqrt(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.rsqrt %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @sign(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.sign %arg0 : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @sign(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.sign %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @sine(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.sine %arg0 : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @sine(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.sine %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @sqrt(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.sqrt %arg0 : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @sqrt(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.sqrt %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @tan(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.tan %arg0 : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @tan(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.tan %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @tanh(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.tanh %arg0 : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @tanh(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.tanh %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @add(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.add %arg0, %arg1 : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @add(%lhs: tensor<4x8xf32>, %rhs: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.add %lhs, %rhs : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @and(%arg0: tensor<4x8xi32>, %arg1: tensor<4x8xi32>) -> tensor<4x8xi32> {
// CHECK-NEXT:    %0 = stablehlo.and %arg0, %arg1 : tensor<4x8xi32>
// CHECK-NEXT:    return %0 : tensor<4x8xi32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @and(%lhs: tensor<4x8xi32>, %rhs: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = stablehlo.and %lhs, %rhs : tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @atan2(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.atan2 %arg0, %arg1 : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @atan2(%lhs: tensor<4x8xf32>, %rhs: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.atan2 %lhs, %rhs : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @complex(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) -> tensor<4x8xcomplex<f32>> {
// CHECK-NEXT:    %0 = stablehlo.complex %arg0, %arg1 : tensor<4x8xcomplex<f32>>
// CHECK-NEXT:    return %0 : tensor<4x8xcomplex<f32>>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @complex(%lhs: tensor<4x8xf32>, %rhs: tensor<4x8xf32>) -> tensor<4x8xcomplex<f32>> {
  %0 = stablehlo.complex %lhs, %rhs : tensor<4x8xcomplex<f32>>
  return %0 : tensor<4x8xcomplex<f32>>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @compare(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) -> tensor<4x8xi1> {
// CHECK-NEXT:    %0 = stablehlo.compare  LT, %arg0, %arg1,  FLOAT : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
// CHECK-NEXT:    return %0 : tensor<4x8xi1>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @compare(%lhs: tensor<4x8xf32>, %rhs: tensor<4x8xf32>) -> tensor<4x8xi1> {
  %0 = stablehlo.compare LT, %lhs, %rhs, FLOAT : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
  return %0 : tensor<4x8xi1>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @divide(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.divide %arg0, %arg1 : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @divide(%lhs: tensor<4x8xf32>, %rhs: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.divide %lhs, %rhs : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @maximum(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.maximum %arg0, %arg1 : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @maximum(%lhs: tensor<4x8xf32>, %rhs: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.maximum %lhs, %rhs : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @minimum(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.minimum %arg0, %arg1 : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @minimum(%lhs: tensor<4x8xf32>, %rhs: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.minimum %lhs, %rhs : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @multiply(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.multiply %arg0, %arg1 : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @multiply(%lhs: tensor<4x8xf32>, %rhs: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.multiply %lhs, %rhs : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @or(%arg0: tensor<4x8xi32>, %arg1: tensor<4x8xi32>) -> tensor<4x8xi32> {
// CHECK-NEXT:    %0 = stablehlo.or %arg0, %arg1 : tensor<4x8xi32>
// CHECK-NEXT:    return %0 : tensor<4x8xi32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @or(%lhs: tensor<4x8xi32>, %rhs: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = stablehlo.or %lhs, %rhs : tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @power(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.power %arg0, %arg1 : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @power(%lhs: tensor<4x8xf32>, %rhs: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.power %lhs, %rhs : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @remainder(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.remainder %arg0, %arg1 : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @remainder(%lhs: tensor<4x8xf32>, %rhs: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.remainder %lhs, %rhs : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @shift_left(%arg0: tensor<4x8xi32>, %arg1: tensor<4x8xi32>) -> tensor<4x8xi32> {
// CHECK-NEXT:    %0 = stablehlo.shift_left %arg0, %arg1 : tensor<4x8xi32>
// CHECK-NEXT:    return %0 : tensor<4x8xi32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @shift_left(%lhs: tensor<4x8xi32>, %rhs: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = stablehlo.shift_left %lhs, %rhs : tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @shift_right_arithmetic(%arg0: tensor<4x8xi32>, %arg1: tensor<4x8xi32>) -> tensor<4x8xi32> {
// CHECK-NEXT:    %0 = stablehlo.shift_right_arithmetic %arg0, %arg1 : tensor<4x8xi32>
// CHECK-NEXT:    return %0 : tensor<4x8xi32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @shift_right_arithmetic(%lhs: tensor<4x8xi32>, %rhs: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = stablehlo.shift_right_arithmetic %lhs, %rhs : tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @shift_right_logical(%arg0: tensor<4x8xi32>, %arg1: tensor<4x8xi32>) -> tensor<4x8xi32> {
// CHECK-NEXT:    %0 = stablehlo.shift_right_logical %arg0, %arg1 : tensor<4x8xi32>
// CHECK-NEXT:    return %0 : tensor<4x8xi32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @shift_right_logical(%lhs: tensor<4x8xi32>, %rhs: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = stablehlo.shift_right_logical %lhs, %rhs : tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @subtract(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.subtract %arg0, %arg1 : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @subtract(%lhs: tensor<4x8xf32>, %rhs: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.subtract %lhs, %rhs : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @xor(%arg0: tensor<4x8xi32>, %arg1: tensor<4x8xi32>) -> tensor<4x8xi32> {
// CHECK-NEXT:    %0 = stablehlo.xor %arg0, %arg1 : tensor<4x8xi32>
// CHECK-NEXT:    return %0 : tensor<4x8xi32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @xor(%lhs: tensor<4x8xi32>, %rhs: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = stablehlo.xor %lhs, %rhs : tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @clamp(%arg0: tensor<f32>, %arg1: tensor<4x8xf32>, %arg2: tensor<f32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.clamp %arg0, %arg1, %arg2 : (tensor<f32>, tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @clamp(%min: tensor<f32>, %operand: tensor<4x8xf32>, %max: tensor<f32>) -> tensor<4x8xf32> {
  %0 = stablehlo.clamp %min, %operand, %max : (tensor<f32>, tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @select(%arg0: tensor<4x8xi1>, %arg1: tensor<4x8xf32>, %arg2: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<4x8xi1>, tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @select(%pred: tensor<4x8xi1>, %on_true: tensor<4x8xf32>, %on_false: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.select %pred, %on_true, %on_false : tensor<4x8xi1>, tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
