// RUN: ttopt --split-input-file %s | filecheck %s --strict-whitespace --match-full-lines
// RUN: ttopt --split-input-file %s | ttopt --split-input-file | filecheck %s --strict-whitespace --match-full-lines
// RUN: ttopt --split-input-file --mlir-print-op-generic %s | ttopt --split-input-file | filecheck %s --strict-whitespace --match-full-lines

//      CHECK:module {
// CHECK-NEXT:  func.func @asin_acos_kernel(%arg0: tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>> {
// CHECK-NEXT:    %0 = chlo._asin_acos_kernel %arg0 : tensor<4x8xcomplex<f32>> -> tensor<4x8xcomplex<f32>>
// CHECK-NEXT:    return %0 : tensor<4x8xcomplex<f32>>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @asin_acos_kernel(%operand: tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>> {
  %0 = chlo._asin_acos_kernel %operand : tensor<4x8xcomplex<f32>> -> tensor<4x8xcomplex<f32>>
  return %0 : tensor<4x8xcomplex<f32>>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @acos(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = chlo.acos %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @acos(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.acos %operand : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @acosh(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = chlo.acosh %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @acosh(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.acosh %operand : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @asin(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = chlo.asin %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @asin(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.asin %operand : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @asinh(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = chlo.asinh %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @asinh(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.asinh %operand : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @atan(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = chlo.atan %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @atan(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.atan %operand : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @atanh(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = chlo.atanh %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @atanh(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.atanh %operand : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @bessel_i1e(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = chlo.bessel_i1e %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @bessel_i1e(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.bessel_i1e %operand : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @conj(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = chlo.conj %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @conj(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.conj %operand : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @cosh(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = chlo.cosh %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @cosh(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.cosh %operand : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @sinh(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = chlo.sinh %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @sinh(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.sinh %operand : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @tan(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = chlo.tan %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @tan(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.tan %operand : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @digamma(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = chlo.digamma %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @digamma(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.digamma %operand : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @erf(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = chlo.erf %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @erf(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.erf %operand : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @erf_inv(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = chlo.erf_inv %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @erf_inv(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.erf_inv %operand : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @erfc(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = chlo.erfc %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @erfc(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.erfc %operand : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @lgamma(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = chlo.lgamma %arg0 : tensor<4x8xf32> -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @lgamma(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.lgamma %operand : tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @is_inf(%arg0: tensor<4x8xf32>) -> tensor<4x8xi1> {
// CHECK-NEXT:    %0 = chlo.is_inf %arg0 : tensor<4x8xf32> -> tensor<4x8xi1>
// CHECK-NEXT:    return %0 : tensor<4x8xi1>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @is_inf(%operand: tensor<4x8xf32>) -> tensor<4x8xi1> {
  %0 = chlo.is_inf %operand : tensor<4x8xf32> -> tensor<4x8xi1>
  return %0 : tensor<4x8xi1>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @is_neg_inf(%arg0: tensor<4x8xf32>) -> tensor<4x8xi1> {
// CHECK-NEXT:    %0 = chlo.is_neg_inf %arg0 : tensor<4x8xf32> -> tensor<4x8xi1>
// CHECK-NEXT:    return %0 : tensor<4x8xi1>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @is_neg_inf(%operand: tensor<4x8xf32>) -> tensor<4x8xi1> {
  %0 = chlo.is_neg_inf %operand : tensor<4x8xf32> -> tensor<4x8xi1>
  return %0 : tensor<4x8xi1>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @is_pos_inf(%arg0: tensor<4x8xf32>) -> tensor<4x8xi1> {
// CHECK-NEXT:    %0 = chlo.is_pos_inf %arg0 : tensor<4x8xf32> -> tensor<4x8xi1>
// CHECK-NEXT:    return %0 : tensor<4x8xi1>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @is_pos_inf(%operand: tensor<4x8xf32>) -> tensor<4x8xi1> {
  %0 = chlo.is_pos_inf %operand : tensor<4x8xf32> -> tensor<4x8xi1>
  return %0 : tensor<4x8xi1>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @next_after(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = chlo.next_after %arg0, %arg1 : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @next_after(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.next_after %x, %y : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @polygamma(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = chlo.polygamma %arg0, %arg1 : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @polygamma(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.polygamma %x, %y : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @zeta(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = chlo.zeta %arg0, %arg1 : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @zeta(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.zeta %x, %y : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
