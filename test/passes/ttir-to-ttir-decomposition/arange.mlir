// RUN: ttopt --ttir-to-ttir-decomposition %s | filecheck %s
// The hardware counts along the last of four dimensions; other aranges are transposed, reshaped and broadcast.

module {
  // CHECK-LABEL: func.func @as_it_should_be() -> tensor<1x1x1x8xf32> {
  // CHECK-NEXT: %0 = "ttir.arange"() <{arange_dimension = 3 : i64, end = 8 : si64, start = 0 : si64, step = 1 : si64}> : () -> tensor<1x1x1x8xf32>
  // CHECK-NEXT: return %0 : tensor<1x1x1x8xf32>
  // CHECK-NEXT: }
  func.func @as_it_should_be() -> tensor<1x1x1x8xf32> {
    %0 = "ttir.arange"() <{start = 0 : si64, end = 8 : si64, step = 1 : si64, arange_dimension = 3 : i64}> : () -> tensor<1x1x1x8xf32>
    return %0 : tensor<1x1x1x8xf32>
  }
  // CHECK-LABEL: func.func @last_of_two_from_4_by_2() -> tensor<3x5xf32> {
  // CHECK-NEXT: %0 = "ttir.arange"() <{arange_dimension = 3 : i64, end = 14 : si64, start = 4 : si64, step = 2 : si64}> : () -> tensor<1x1x1x5xf32>
  // CHECK-NEXT: %1 = tensor.empty() : tensor<1x5xf32>
  // CHECK-NEXT: %2 = "ttir.reshape"(%0, %1) <{shape = [1 : i32, 5 : i32]}> : (tensor<1x1x1x5xf32>, tensor<1x5xf32>) -> tensor<1x5xf32>
  // CHECK-NEXT: %3 = tensor.empty() : tensor<3x5xf32>
  // CHECK-NEXT: %4 = "ttir.broadcast"(%2, %3) <{broadcast_dimensions = array<i64: 3, 1>}> : (tensor<1x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
  // CHECK-NEXT: return %4 : tensor<3x5xf32>
  // CHECK-NEXT: }
  func.func @last_of_two_from_4_by_2() -> tensor<3x5xf32> {
    %0 = "ttir.arange"() <{start = 4 : si64, end = 14 : si64, step = 2 : si64, arange_dimension = 1 : i64}> : () -> tensor<3x5xf32>
    return %0 : tensor<3x5xf32>
  }
  // CHECK-LABEL: func.func @second_of_four() -> tensor<1x32x128x128xf32> {
  // CHECK-NEXT: %0 = "ttir.arange"() <{arange_dimension = 3 : i64, end = 32 : si64, start = 0 : si64, step = 1 : si64}> : () -> tensor<1x1x1x32xf32>
  // CHECK-NEXT: %1 = tensor.empty() : tensor<1x32x1x1xf32>
  // CHECK-NEXT: %2 = "ttir.transpose"(%0, %1) <{dim0 = 1 : si32, dim1 = 3 : si32}> : (tensor<1x1x1x32xf32>, tensor<1x32x1x1xf32>) -> tensor<1x32x1x1xf32>
  // CHECK-NEXT: %3 = tensor.empty() : tensor<1x32x128x128xf32>
  // CHECK-NEXT: %4 = "ttir.broadcast"(%2, %3) <{broadcast_dimensions = array<i64: 1, 1, 128, 128>}> : (tensor<1x32x1x1xf32>, tensor<1x32x128x128xf32>) -> tensor<1x32x128x128xf32>
  // CHECK-NEXT: return %4 : tensor<1x32x128x128xf32>
  // CHECK-NEXT: }
  func.func @second_of_four() -> tensor<1x32x128x128xf32> {
    %0 = "ttir.arange"() <{start = 0 : si64, end = 32 : si64, step = 1 : si64, arange_dimension = 1 : i64}> : () -> tensor<1x32x128x128xf32>
    return %0 : tensor<1x32x128x128xf32>
  }
  // CHECK-LABEL: func.func @first_of_five() -> tensor<3x1x6x6x1xi32> {
  // CHECK-NEXT: %0 = "ttir.arange"() <{arange_dimension = 3 : i64, end = 3 : si64, start = 0 : si64, step = 1 : si64}> : () -> tensor<1x1x1x3xi32>
  // CHECK-NEXT: %1 = tensor.empty() : tensor<3x1x1x1x1xi32>
  // CHECK-NEXT: %2 = "ttir.reshape"(%0, %1)
  // CHECK-NEXT: %3 = tensor.empty() : tensor<3x1x6x6x1xi32>
  // CHECK-NEXT: %4 = "ttir.broadcast"(%2, %3) <{broadcast_dimensions = array<i64: 1, 1, 6, 6, 1>}>
  // CHECK-NEXT: return %4 : tensor<3x1x6x6x1xi32>
  func.func @first_of_five() -> tensor<3x1x6x6x1xi32> {
    %0 = "ttir.arange"() <{start = 0 : si64, end = 3 : si64, step = 1 : si64, arange_dimension = 0 : i64}> : () -> tensor<3x1x6x6x1xi32>
    return %0 : tensor<3x1x6x6x1xi32>
  }
}
