// RUN: ttopt --ttir-to-ttir-decomposition %s | filecheck %s
// index takes one dimension apart, select cuts out one slice for each stride.

module {
  // CHECK-LABEL: func.func @index(%arg0: tensor<4x32x8xf32>) -> tensor<4x5x8xf32> {
  // CHECK-NEXT: %0 = tensor.empty() : tensor<4x5x8xf32>
  // CHECK-NEXT: %1 = "ttir.slice"(%arg0, %0) <{begins = [0 : i32, 2 : i32, 0 : i32], ends = [4 : i32, 32 : i32, 8 : i32], step = [1 : i32, 6 : i32, 1 : i32]}> : (tensor<4x32x8xf32>, tensor<4x5x8xf32>) -> tensor<4x5x8xf32>
  // CHECK-NEXT: return %1 : tensor<4x5x8xf32>
  // CHECK-NEXT: }
  func.func @index(%arg0: tensor<4x32x8xf32>) -> tensor<4x5x8xf32> {
    %0 = tensor.empty() : tensor<4x5x8xf32>
    %1 = "ttir.index"(%arg0, %0) <{dim = 1 : i32, begin = 2 : i32, end = 32 : i32, step = 6 : i32}> : (tensor<4x32x8xf32>, tensor<4x5x8xf32>) -> tensor<4x5x8xf32>
    return %1 : tensor<4x5x8xf32>
  }
  // CHECK-LABEL: func.func @select_once(%arg0: tensor<4x32xf32>) -> tensor<4x3xf32> {
  // CHECK-NEXT: %0 = tensor.empty() : tensor<4x3xf32>
  // CHECK-NEXT: %1 = tensor.empty() : tensor<4x3xf32>
  // CHECK-NEXT: %2 = "ttir.slice"(%arg0, %1) <{begins = [0 : i32, 7 : i32], ends = [4 : i32, 10 : i32], step = [1 : i32, 1 : i32]}> : (tensor<4x32xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  // CHECK-NEXT: return %2 : tensor<4x3xf32>
  // CHECK-NEXT: }
  func.func @select_once(%arg0: tensor<4x32xf32>) -> tensor<4x3xf32> {
    %0 = tensor.empty() : tensor<4x3xf32>
    %1 = "ttir.select"(%arg0, %0) <{dim = -1 : si32, begin = 7 : si32, length = 3 : si32, stride = 0 : si32}> : (tensor<4x32xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
    return %1 : tensor<4x3xf32>
  }
  // CHECK-LABEL: func.func @select_with_a_short_end(%arg0: tensor<10x2xf32>) -> tensor<5x2xf32> {
  // CHECK-NEXT: %0 = tensor.empty() : tensor<5x2xf32>
  // CHECK-NEXT: %1 = tensor.empty() : tensor<2x2xf32>
  // CHECK-NEXT: %2 = "ttir.slice"(%arg0, %1) <{begins = [1 : i32, 0 : i32], ends = [3 : i32, 2 : i32], step = [1 : i32, 1 : i32]}> : (tensor<10x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  // CHECK-NEXT: %3 = tensor.empty() : tensor<2x2xf32>
  // CHECK-NEXT: %4 = "ttir.slice"(%arg0, %3) <{begins = [5 : i32, 0 : i32], ends = [7 : i32, 2 : i32], step = [1 : i32, 1 : i32]}> : (tensor<10x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  // CHECK-NEXT: %5 = tensor.empty() : tensor<1x2xf32>
  // CHECK-NEXT: %6 = "ttir.slice"(%arg0, %5) <{begins = [9 : i32, 0 : i32], ends = [10 : i32, 2 : i32], step = [1 : i32, 1 : i32]}> : (tensor<10x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  // CHECK-NEXT: %7 = tensor.empty() : tensor<5x2xf32>
  // CHECK-NEXT: %8 = "ttir.concat"(%2, %4, %6, %7) <{dim = 0 : si32}> : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<1x2xf32>, tensor<5x2xf32>) -> tensor<5x2xf32>
  // CHECK-NEXT: return %8 : tensor<5x2xf32>
  // CHECK-NEXT: }
  func.func @select_with_a_short_end(%arg0: tensor<10x2xf32>) -> tensor<5x2xf32> {
    %0 = tensor.empty() : tensor<5x2xf32>
    %1 = "ttir.select"(%arg0, %0) <{dim = 0 : si32, begin = 1 : si32, length = 2 : si32, stride = 4 : si32}> : (tensor<10x2xf32>, tensor<5x2xf32>) -> tensor<5x2xf32>
    return %1 : tensor<5x2xf32>
  }
}
