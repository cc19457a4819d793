// RUN: ttopt --convert-stablehlo-to-ttir %s | filecheck %s
// Broadcasts: new dimensions by a reshape, other orders by a permutation first.

// CHECK-LABEL: func.func @stretched(%arg0: tensor<1x3xf32>) -> tensor<2x3xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<2x3xf32>
// CHECK-NEXT: %1 = "ttir.broadcast"(%arg0, %0) <{broadcast_dimensions = array<i64: 2, 1>}> : (tensor<1x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: return %1 : tensor<2x3xf32>
func.func @stretched(%a: tensor<1x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @new_dimension(%arg0: tensor<3xf32>) -> tensor<3x2xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<3x1xf32>
// CHECK-NEXT: %1 = "ttir.reshape"(%arg0, %0) <{shape = [3 : i32, 1 : i32]}> : (tensor<3xf32>, tensor<3x1xf32>) -> tensor<3x1xf32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<3x2xf32>
// CHECK-NEXT: %3 = "ttir.broadcast"(%1, %2) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<3x1xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
// CHECK-NEXT: return %3 : tensor<3x2xf32>
func.func @new_dimension(%a: tensor<3xf32>) -> tensor<3x2xf32> {
  %0 = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<3xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// CHECK-LABEL: func.func @scalar(%arg0: tensor<1xf32>) -> tensor<3x2xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<1x1xf32>
// CHECK-NEXT: %1 = "ttir.reshape"(%arg0, %0) <{shape = [1 : i32, 1 : i32]}> : (tensor<1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<3x2xf32>
// CHECK-NEXT: %3 = "ttir.broadcast"(%1, %2) <{broadcast_dimensions = array<i64: 3, 2>}> : (tensor<1x1xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
// CHECK-NEXT: return %3 : tensor<3x2xf32>
func.func @scalar(%a: tensor<f32>) -> tensor<3x2xf32> {
  %0 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// CHECK-LABEL: func.func @other_order(%arg0: tensor<2x3xf32>) -> tensor<3x5x2xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<3x2xf32>
// CHECK-NEXT: %1 = "ttir.permute"(%arg0, %0) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<3x1x2xf32>
// CHECK-NEXT: %3 = "ttir.reshape"(%1, %2) <{shape = [3 : i32, 1 : i32, 2 : i32]}> : (tensor<3x2xf32>, tensor<3x1x2xf32>) -> tensor<3x1x2xf32>
// CHECK-NEXT: %4 = tensor.empty() : tensor<3x5x2xf32>
// CHECK-NEXT: %5 = "ttir.broadcast"(%3, %4) <{broadcast_dimensions = array<i64: 1, 5, 1>}> : (tensor<3x1x2xf32>, tensor<3x5x2xf32>) -> tensor<3x5x2xf32>
// CHECK-NEXT: return %5 : tensor<3x5x2xf32>
func.func @other_order(%a: tensor<2x3xf32>) -> tensor<3x5x2xf32> {
  %0 = stablehlo.broadcast_in_dim %a, dims = [2, 0] : (tensor<2x3xf32>) -> tensor<3x5x2xf32>
  return %0 : tensor<3x5x2xf32>
}

// CHECK-LABEL: func.func @of_nothing(%arg0: tensor<0x1xf32>) -> tensor<0x8xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<0x8xf32>
// CHECK-NEXT: %1 = "ttir.broadcast"(%arg0, %0) <{broadcast_dimensions = array<i64: 1, 8>}> : (tensor<0x1xf32>, tensor<0x8xf32>) -> tensor<0x8xf32>
// CHECK-NEXT: return %1 : tensor<0x8xf32>
func.func @of_nothing(%a: tensor<0x1xf32>) -> tensor<0x8xf32> {
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<0x1xf32>) -> tensor<0x8xf32>
  return %0 : tensor<0x8xf32>
}
