// RUN: ttopt --split-input-file %s | filecheck %s --strict-whitespace --match-full-lines
// RUN: ttopt --split-input-file %s | ttopt --split-input-file | filecheck %s --strict-whitespace --match-full-lines
// RUN: ttopt --split-input-file --mlir-print-op-generic %s | ttopt --split-input-file | filecheck %s --strict-whitespace --match-full-lines

//      CHECK:module {
// CHECK-NEXT:  func.func @broadcast_add(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = chlo.broadcast_add %arg0, %arg1 : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @broadcast_add(%lhs: tensor<4x8xf32>, %rhs: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.broadcast_add %lhs, %rhs : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @broadcast_atan2(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = chlo.broadcast_atan2 %arg0, %arg1 : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @broadcast_atan2(%lhs: tensor<4x8xf32>, %rhs: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.broadcast_atan2 %lhs, %rhs : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @broadcast_divide(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = chlo.broadcast_divide %arg0, %arg1 : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @broadcast_divide(%lhs: tensor<4x8xf32>, %rhs: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.broadcast_divide %lhs, %rhs : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @broadcast_maximum(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = chlo.broadcast_maximum %arg0, %arg1 : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @broadcast_maximum(%lhs: tensor<4x8xf32>, %rhs: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.broadcast_maximum %lhs, %rhs : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @broadcast_minimum(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = chlo.broadcast_minimum %arg0, %arg1 : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @broadcast_minimum(%lhs: tensor<4x8xf32>, %rhs: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.broadcast_minimum %lhs, %rhs : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @broadcast_multiply(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = chlo.broadcast_multiply %arg0, %arg1 : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @broadcast_multiply(%lhs: tensor<4x8xf32>, %rhs: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.broadcast_multiply %lhs, %rhs : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @broadcast_next_after(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = chlo.broadcast_next_after %arg0, %arg1 : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @broadcast_next_after(%lhs: tensor<4x8xf32>, %rhs: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.broadcast_next_after %lhs, %rhs : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @broadcast_polygamma(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = chlo.broadcast_polygamma %arg0, %arg1 : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @broadcast_polygamma(%lhs: tensor<4x8xf32>, %rhs: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.broadcast_polygamma %lhs, %rhs : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @broadcast_power(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = chlo.broadcast_power %arg0, %arg1 : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @broadcast_power(%lhs: tensor<4x8xf32>, %rhs: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.broadcast_power %lhs, %rhs : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @broadcast_remainder(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = chlo.broadcast_remainder %arg0, %arg1 : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @broadcast_remainder(%lhs: tensor<4x8xf32>, %rhs: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.broadcast_remainder %lhs, %rhs : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @broadcast_shift_left(%arg0: tensor<4x8xi32>, %arg1: tensor<8xi32>) -> tensor<4x8xi32> {
// CHECK-NEXT:    %0 = chlo.broadcast_shift_left %arg0, %arg1 : (tensor<4x8xi32>, tensor<8xi32>) -> tensor<4x8xi32>
// CHECK-NEXT:    return %0 : tensor<4x8xi32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @broadcast_shift_left(%lhs: tensor<4x8xi32>, %rhs: tensor<8xi32>) -> tensor<4x8xi32> {
  %0 = chlo.broadcast_shift_left %lhs, %rhs : (tensor<4x8xi32>, tensor<8xi32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @broadcast_shift_right_arithmetic(%arg0: tensor<4x8xi32>, %arg1: tensor<8xi32>) -> tensor<4x8xi32> {
// CHECK-NEXT:    %0 = chlo.broadcast_shift_right_arithmetic %arg0, %arg1 : (tensor<4x8xi32>, tensor<8xi32>) -> tensor<4x8xi32>
// CHECK-NEXT:    return %0 : tensor<4x8xi32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @broadcast_shift_right_arithmetic(%lhs: tensor<4x8xi32>, %rhs: tensor<8xi32>) -> tensor<4x8xi32> {
  %0 = chlo.broadcast_shift_right_arithmetic %lhs, %rhs : (tensor<4x8xi32>, tensor<8xi32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @broadcast_shift_right_logical(%arg0: tensor<4x8xi32>, %arg1: tensor<8xi32>) -> tensor<4x8xi32> {
// CHECK-NEXT:    %0 = chlo.broadcast_shift_right_logical %arg0, %arg1 : (tensor<4x8xi32>, tensor<8xi32>) -> tensor<4x8xi32>
// CHECK-NEXT:    return %0 : tensor<4x8xi32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @broadcast_shift_right_logical(%lhs: tensor<4x8xi32>, %rhs: tensor<8xi32>) -> tensor<4x8xi32> {
  %0 = chlo.broadcast_shift_right_logical %lhs, %rhs : (tensor<4x8xi32>, tensor<8xi32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @broadcast_subtract(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = chlo.broadcast_subtract %arg0, %arg1 : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @broadcast_subtract(%lhs: tensor<4x8xf32>, %rhs: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.broadcast_subtract %lhs, %rhs : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @broadcast_and(%arg0: tensor<4x8xi32>, %arg1: tensor<8xi32>) -> tensor<4x8xi32> {
// CHECK-NEXT:    %0 = chlo.broadcast_and %arg0, %arg1 : (tensor<4x8xi32>, tensor<8xi32>) -> tensor<4x8xi32>
// CHECK-NEXT:    return %0 : tensor<4x8xi32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @broadcast_and(%lhs: tensor<4x8xi32>, %rhs: tensor<8xi32>) -> tensor<4x8xi32> {
  %0 = chlo.broadcast_and %lhs, %rhs : (tensor<4x8xi32>, tensor<8xi32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @broadcast_or(%arg0: tensor<4x8xi32>, %arg1: tensor<8xi32>) -> tensor<4x8xi32> {
// CHECK-NEXT:    %0 = chlo.broadcast_or %arg0, %arg1 : (tensor<4x8xi32>, tensor<8xi32>) -> tensor<4x8xi32>
// CHECK-NEXT:    return %0 : tensor<4x8xi32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @broadcast_or(%lhs: tensor<4x8xi32>, %rhs: tensor<8xi32>) -> tensor<4x8xi32> {
  %0 = chlo.broadcast_or %lhs, %rhs : (tensor<4x8xi32>, tensor<8xi32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @broadcast_xor(%arg0: tensor<4x8xi32>, %arg1: tensor<8xi32>) -> tensor<4x8xi32> {
// CHECK-NEXT:    %0 = chlo.broadcast_xor %arg0, %arg1 : (tensor<4x8xi32>, tensor<8xi32>) -> tensor<4x8xi32>
// CHECK-NEXT:    return %0 : tensor<4x8xi32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @broadcast_xor(%lhs: tensor<4x8xi32>, %rhs: tensor<8xi32>) -> tensor<4x8xi32> {
  %0 = chlo.broadcast_xor %lhs, %rhs : (tensor<4x8xi32>, tensor<8xi32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @broadcast_zeta(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = chlo.broadcast_zeta %arg0, %arg1 : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @broadcast_zeta(%lhs: tensor<4x8xf32>, %rhs: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.broadcast_zeta %lhs, %rhs : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @broadcast_complex(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) -> tensor<4x8xcomplex<f32>> {
// CHECK-NEXT:    %0 = chlo.broadcast_complex %arg0, %arg1 : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xcomplex<f32>>
// CHECK-NEXT:    return %0 : tensor<4x8xcomplex<f32>>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @broadcast_complex(%lhs: tensor<4x8xf32>, %rhs: tensor<8xf32>) -> tensor<4x8xcomplex<f32>> {
  %0 = chlo.broadcast_complex %lhs, %rhs : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xcomplex<f32>>
  return %0 : tensor<4x8xcomplex<f32>>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @broadcast_compare(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) -> tensor<4x8xi1> {
// CHECK-NEXT:    %0 = chlo.broadcast_compare %arg0, %arg1 {broadcast_dimensions = array<i64: 1>, compare_type = #chlo<comparison_type FLOAT>, comparison_direction = #chlo<comparison_direction GT>} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xi1>
// CHECK-NEXT:    return %0 : tensor<4x8xi1>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @broadcast_compare(%lhs: tensor<4x8xf32>, %rhs: tensor<8xf32>) -> tensor<4x8xi1> {
  %0 = chlo.broadcast_compare %lhs, %rhs {broadcast_dimensions = array<i64: 1>, compare_type = #chlo<comparison_type FLOAT>, comparison_direction = #chlo<comparison_direction GT>} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xi1>
  return %0 : tensor<4x8xi1>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @broadcast_select(%arg0: tensor<8xi1>, %arg1: tensor<4x8xf32>, %arg2: tensor<8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = chlo.broadcast_select %arg0, %arg1, %arg2 : (tensor<8xi1>, tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @broadcast_select(%pred: tensor<8xi1>, %on_true: tensor<4x8xf32>, %on_false: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = chlo.broadcast_select %pred, %on_true, %on_false : (tensor<8xi1>, tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
