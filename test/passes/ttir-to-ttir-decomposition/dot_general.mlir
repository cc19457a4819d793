// RUN: ttopt --ttir-to-ttir-decomposition %s | filecheck %s
// A general contraction is a matmul between permutations and reshapes.

module {
  // CHECK-LABEL: func.func @contract_the_first(%arg0: tensor<8x5x6xf32>, %arg1: tensor<8x7x6x3xf32>) -> tensor<8x5x7x3xf32> {
  // CHECK-NEXT: %0 = tensor.empty() : tensor<8x5x6xf32>
  // CHECK-NEXT: %1 = "ttir.permute"(%arg0, %0) <{permutation = array<i64: 0, 1, 2>}> : (tensor<8x5x6xf32>, tensor<8x5x6xf32>) -> tensor<8x5x6xf32>
  // CHECK-NEXT: %2 = tensor.empty() : tensor<8x6x7x3xf32>
  // CHECK-NEXT: %3 = "ttir.permute"(%arg1, %2) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<8x7x6x3xf32>, tensor<8x6x7x3xf32>) -> tensor<8x6x7x3xf32>
  // CHECK-NEXT: %4 = tensor.empty() : tensor<8x5x6xf32>
  // CHECK-NEXT: %5 = "ttir.reshape"(%1, %4) <{shape = [8 : i32, 5 : i32, 6 : i32]}> : (tensor<8x5x6xf32>, tensor<8x5x6xf32>) -> tensor<8x5x6xf32>
  // CHECK-NEXT: %6 = tensor.empty() : tensor<8x6x21xf32>
  // CHECK-NEXT: %7 = "ttir.reshape"(%3, %6) <{shape = [8 : i32, 6 : i32, 21 : i32]}> : (tensor<8x6x7x3xf32>, tensor<8x6x21xf32>) -> tensor<8x6x21xf32>
  // CHECK-NEXT: %8 = tensor.empty() : tensor<8x5x21xf32>
  // CHECK-NEXT: %9 = "ttir.matmul"(%5, %7, %8) : (tensor<8x5x6xf32>, tensor<8x6x21xf32>, tensor<8x5x21xf32>) -> tensor<8x5x21xf32>
  // CHECK-NEXT: %10 = tensor.empty() : tensor<8x5x7x3xf32>
  // CHECK-NEXT: %11 = "ttir.reshape"(%9, %10) <{shape = [8 : i32, 5 : i32, 7 : i32, 3 : i32]}> : (tensor<8x5x21xf32>, tensor<8x5x7x3xf32>) -> tensor<8x5x7x3xf32>
  // CHECK-NEXT: return %11 : tensor<8x5x7x3xf32>
  // CHECK-NEXT: }
  func.func @contract_the_first(%arg0: tensor<8x5x6xf32>, %arg1: tensor<8x7x6x3xf32>) -> tensor<8x5x7x3xf32> {
    %0 = "ttir.dot_general"(%arg0, %arg1) <{batch_dims_lhs = array<i64: 0>, batch_dims_rhs = array<i64: 0>, contract_dims_lhs = array<i64: 2>, contract_dims_rhs = array<i64: 2>}> : (tensor<8x5x6xf32>, tensor<8x7x6x3xf32>) -> tensor<8x5x7x3xf32>
    return %0 : tensor<8x5x7x3xf32>
  }
  // CHECK-LABEL: func.func @two_contracted(%arg0: tensor<4x5x6xf32>, %arg1: tensor<6x4x2xf32>) -> tensor<5x2xf32> {
  // CHECK-NEXT: %0 = tensor.empty() : tensor<5x4x6xf32>
  // CHECK-NEXT: %1 = "ttir.permute"(%arg0, %0) <{permutation = array<i64: 1, 0, 2>}> : (tensor<4x5x6xf32>, tensor<5x4x6xf32>) -> tensor<5x4x6xf32>
  // CHECK-NEXT: %2 = tensor.empty() : tensor<4x6x2xf32>
  // CHECK-NEXT: %3 = "ttir.permute"(%arg1, %2) <{permutation = array<i64: 1, 0, 2>}> : (tensor<6x4x2xf32>, tensor<4x6x2xf32>) -> tensor<4x6x2xf32>
  // CHECK-NEXT: %4 = tensor.empty() : tensor<5x24xf32>
  // CHECK-NEXT: %5 = "ttir.reshape"(%1, %4) <{shape = [5 : i32, 24 : i32]}> : (tensor<5x4x6xf32>, tensor<5x24xf32>) -> tensor<5x24xf32>
  // CHECK-NEXT: %6 = tensor.empty() : tensor<24x2xf32>
  // CHECK-NEXT: %7 = "ttir.reshape"(%3, %6) <{shape = [24 : i32, 2 : i32]}> : (tensor<4x6x2xf32>, tensor<24x2xf32>) -> tensor<24x2xf32>
  // CHECK-NEXT: %8 = tensor.empty() : tensor<5x2xf32>
  // CHECK-NEXT: %9 = "ttir.matmul"(%5, %7, %8) : (tensor<5x24xf32>, tensor<24x2xf32>, tensor<5x2xf32>) -> tensor<5x2xf32>
  // CHECK-NEXT: %10 = tensor.empty() : tensor<5x2xf32>
  // CHECK-NEXT: %11 = "ttir.reshape"(%9, %10) <{shape = [5 : i32, 2 : i32]}> : (tensor<5x2xf32>, tensor<5x2xf32>) -> tensor<5x2xf32>
  // CHECK-NEXT: return %11 : tensor<5x2xf32>
  // CHECK-NEXT: }
  func.func @two_contracted(%arg0: tensor<4x5x6xf32>, %arg1: tensor<6x4x2xf32>) -> tensor<5x2xf32> {
    %0 = "ttir.dot_general"(%arg0, %arg1) <{batch_dims_lhs = array<i64>, batch_dims_rhs = array<i64>, contract_dims_lhs = array<i64: 0, 2>, contract_dims_rhs = array<i64: 1, 0>}> : (tensor<4x5x6xf32>, tensor<6x4x2xf32>) -> tensor<5x2xf32>
    return %0 : tensor<5x2xf32>
  }
}
