// RUN: ttopt --split-input-file %s | filecheck %s --strict-whitespace --match-full-lines
// RUN: ttopt --split-input-file %s | ttopt --split-input-file | filecheck %s --strict-whitespace --match-full-lines
// RUN: ttopt --split-input-file --mlir-print-op-generic %s | ttopt --split-input-file | filecheck %s --strict-whitespace --match-full-lines

//      CHECK:module {
// CHECK-NEXT:  func.func @bitcast_convert(%arg0: tensor<4x8xf32>) -> tensor<4x8xi32> {
// CHECK-NEXT:    %0 = stablehlo.bitcast_convert %arg0 : (tensor<4x8xf32>) -> tensor<4x8xi32>
// CHECK-NEXT:    return %0 : tensor<4x8xi32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @bitcast_convert(%operand: tensor<4x8xf32>) -> tensor<4x8xi32> {
  %0 = stablehlo.bitcast_convert %operand : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @broadcast(%arg0: tensor<8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.broadcast %arg0, sizes = [4] : (tensor<8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @broadcast(%operand: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.broadcast %operand, sizes = [4] : (tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @broadcast_in_dim(%arg0: tensor<8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @broadcast_in_dim(%operand: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.broadcast_in_dim %operand, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @concatenate(%arg0: tensor<4x8xf32>, %arg1: tensor<2x8xf32>) -> tensor<6x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<4x8xf32>, tensor<2x8xf32>) -> tensor<6x8xf32>
// CHECK-NEXT:    return %0 : tensor<6x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @concatenate(%a: tensor<4x8xf32>, %b: tensor<2x8xf32>) -> tensor<6x8xf32> {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<4x8xf32>, tensor<2x8xf32>) -> tensor<6x8xf32>
  return %0 : tensor<6x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @dynamic_slice(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<1x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg2, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
// CHECK-NEXT:    return %0 : tensor<1x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @dynamic_slice(%operand: tensor<4x8xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<1x8xf32> {
  %0 = stablehlo.dynamic_slice %operand, %i, %j, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
  return %0 : tensor<1x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @dynamic_update_slice(%arg0: tensor<4x8xf32>, %arg1: tensor<1x8xf32>, %arg2: tensor<i32>, %arg3: tensor<i32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg3 : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @dynamic_update_slice(%operand: tensor<4x8xf32>, %update: tensor<1x8xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<4x8xf32> {
  %0 = stablehlo.dynamic_update_slice %operand, %update, %i, %j : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @get_dimension_size(%arg0: tensor<4x8xf32>) -> tensor<i32> {
// CHECK-NEXT:    %0 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<4x8xf32>) -> tensor<i32>
// CHECK-NEXT:    return %0 : tensor<i32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @get_dimension_size(%operand: tensor<4x8xf32>) -> tensor<i32> {
  %0 = stablehlo.get_dimension_size %operand, dim = 1 : (tensor<4x8xf32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @set_dimension_size(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>) -> tensor<4x?xf32, #stablehlo.bounds<?, 8>> {
// CHECK-NEXT:    %0 = stablehlo.set_dimension_size %arg0, %arg1, dim = 1 : (tensor<4x8xf32>, tensor<i32>) -> tensor<4x?xf32, #stablehlo.bounds<?, 8>>
// CHECK-NEXT:    return %0 : tensor<4x?xf32, #stablehlo.bounds<?, 8>>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @set_dimension_size(%operand: tensor<4x8xf32>, %size: tensor<i32>) -> tensor<4x?xf32, #stablehlo.bounds<?, 8>> {
  %0 = stablehlo.set_dimension_size %operand, %size, dim = 1 : (tensor<4x8xf32>, tensor<i32>) -> tensor<4x?xf32, #stablehlo.bounds<?, 8>>
  return %0 : tensor<4x?xf32, #stablehlo.bounds<?, 8>>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @pad(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) -> tensor<5x14xf32> {
// CHECK-NEXT:    %0 = stablehlo.pad %arg0, %arg1, low = [1, 0], high = [0, -1], interior = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<5x14xf32>
// CHECK-NEXT:    return %0 : tensor<5x14xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @pad(%operand: tensor<4x8xf32>, %value: tensor<f32>) -> tensor<5x14xf32> {
  %0 = stablehlo.pad %operand, %value, low = [1, 0], high = [0, -1], interior = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<5x14xf32>
  return %0 : tensor<5x14xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @reshape(%arg0: tensor<4x8xf32>) -> tensor<2x16xf32> {
// CHECK-NEXT:    %0 = stablehlo.reshape %arg0 : (tensor<4x8xf32>) -> tensor<2x16xf32>
// CHECK-NEXT:    return %0 : tensor<2x16xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @reshape(%operand: tensor<4x8xf32>) -> tensor<2x16xf32> {
  %0 = stablehlo.reshape %operand : (tensor<4x8xf32>) -> tensor<2x16xf32>
  return %0 : tensor<2x16xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @reverse(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = stablehlo.reverse %arg0, dims = [1] : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @reverse(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.reverse %operand, dims = [1] : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @slice(%arg0: tensor<4x8xf32>) -> tensor<4x3xf32> {
// CHECK-NEXT:    %0 = stablehlo.slice %arg0 [0:4, 2:8:2] : (tensor<4x8xf32>) -> tensor<4x3xf32>
// CHECK-NEXT:    return %0 : tensor<4x3xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @slice(%operand: tensor<4x8xf32>) -> tensor<4x3xf32> {
  %0 = stablehlo.slice %operand [0:4, 2:8:2] : (tensor<4x8xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @transpose(%arg0: tensor<4x8xf32>) -> tensor<8x4xf32> {
// CHECK-NEXT:    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
// CHECK-NEXT:    return %0 : tensor<8x4xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @transpose(%operand: tensor<4x8xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.transpose %operand, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
