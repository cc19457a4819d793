// RUN: ttopt --split-input-file %s | filecheck %s --strict-whitespace --match-full-lines
// RUN: ttopt --split-input-file %s | ttopt --split-input-file | filecheck %s --strict-whitespace --match-full-lines
// RUN: ttopt --split-input-file --mlir-print-op-generic %s | ttopt --split-input-file | filecheck %s --strict-whitespace --match-full-lines

//      CHECK:module {
// CHECK-NEXT:  func.func @dynamic_broadcast_in_dim(%arg0: tensor<8xf32>, %arg1: tensor<2xi64>) -> tensor<?x?xf32> {
// CHECK-NEXT:    %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [1] {known_expanding_dimensions = array<i64>} : (tensor<8xf32>, tensor<2xi64>) -> tensor<?x?xf32>
// CHECK-NEXT:    return %0 : tensor<?x?xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @dynamic_broadcast_in_dim(%operand: tensor<8xf32>, %shape: tensor<2xi64>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %operand, %shape, dims = [1] {known_expanding_dimensions = array<i64>} : (tensor<8xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @dynamic_iota(%arg0: tensor<2xi64>) -> tensor<?x?xi32> {
// CHECK-NEXT:    %0 = stablehlo.dynamic_iota %arg0, dim = 1 : (tensor<2xi64>) -> tensor<?x?xi32>
// CHECK-NEXT:    return %0 : tensor<?x?xi32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @dynamic_iota(%shape: tensor<2xi64>) -> tensor<?x?xi32> {
  %0 = stablehlo.dynamic_iota %shape, dim = 1 : (tensor<2xi64>) -> tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @dynamic_pad(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>, %arg2: tensor<2xi64>, %arg3: tensor<2xi64>, %arg4: tensor<2xi64>) -> tensor<?x?xf32> {
// CHECK-NEXT:    %0 = stablehlo.dynamic_pad %arg0, %arg1, %arg2, %arg3, %arg4 : (tensor<4x8xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
// CHECK-NEXT:    return %0 : tensor<?x?xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @dynamic_pad(%operand: tensor<4x8xf32>, %value: tensor<f32>, %low: tensor<2xi64>, %high: tensor<2xi64>, %interior: tensor<2xi64>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_pad %operand, %value, %low, %high, %interior : (tensor<4x8xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @dynamic_reshape(%arg0: tensor<4x8xf32>, %arg1: tensor<2xi64>) -> tensor<?x?xf32> {
// CHECK-NEXT:    %0 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<4x8xf32>, tensor<2xi64>) -> tensor<?x?xf32>
// CHECK-NEXT:    return %0 : tensor<?x?xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @dynamic_reshape(%operand: tensor<4x8xf32>, %shape: tensor<2xi64>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_reshape %operand, %shape : (tensor<4x8xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @real_dynamic_slice(%arg0: tensor<4x8xf32>, %arg1: tensor<2xi64>, %arg2: tensor<2xi64>, %arg3: tensor<2xi64>) -> tensor<?x?xf32> {
// CHECK-NEXT:    %0 = stablehlo.real_dynamic_slice %arg0, %arg1, %arg2, %arg3 : (tensor<4x8xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
// CHECK-NEXT:    return %0 : tensor<?x?xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @real_dynamic_slice(%operand: tensor<4x8xf32>, %starts: tensor<2xi64>, %limits: tensor<2xi64>, %strides: tensor<2xi64>) -> tensor<?x?xf32> {
  %0 = stablehlo.real_dynamic_slice %operand, %starts, %limits, %strides : (tensor<4x8xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
