// RUN: ttopt --ttir-simplify %s | filecheck %s
// The rules make each other possible.

// CHECK-LABEL: func.func @linear_of_pytorch(%arg0: tensor<8x32xf32>, %arg1: tensor<32x16xf32>, %arg2: tensor<16xf32>) -> tensor<8x16xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<8x16xf32>
// CHECK-NEXT: %1 = "ttir.linear"(%arg0, %arg1, %arg2, %0) : (tensor<8x32xf32>, tensor<32x16xf32>, tensor<16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
// CHECK-NEXT: return %1 : tensor<8x16xf32>
// CHECK-NEXT: }
func.func @linear_of_pytorch(%arg0: tensor<8x32xf32>, %arg1: tensor<32x16xf32>, %arg2: tensor<16xf32>) -> tensor<8x16xf32> {
  %v2 = tensor.empty() : tensor<8x16xf32>
  %v1 = "ttir.matmul"(%arg0, %arg1, %v2) : (tensor<8x32xf32>, tensor<32x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  %v3 = "ttir.constant"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %v5 = tensor.empty() : tensor<1xf32>
  %v4 = "ttir.typecast"(%v3, %v5) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<1xi32>, tensor<1xf32>) -> tensor<1xf32>
  %v7 = tensor.empty() : tensor<1x1xf32>
  %v6 = "ttir.reshape"(%v4, %v7) <{shape = [1 : i32, 1 : i32]}> : (tensor<1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %v9 = tensor.empty() : tensor<8x16xf32>
  %v8 = "ttir.broadcast"(%v6, %v9) <{broadcast_dimensions = array<i64: 8, 16>}> : (tensor<1x1xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  %v11 = tensor.empty() : tensor<8x16xf32>
  %v10 = "ttir.multiply"(%v1, %v8, %v11) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  %v13 = tensor.empty() : tensor<1x16xf32>
  %v12 = "ttir.reshape"(%arg2, %v13) <{shape = [1 : i32, 16 : i32]}> : (tensor<16xf32>, tensor<1x16xf32>) -> tensor<1x16xf32>
  %v15 = tensor.empty() : tensor<8x16xf32>
  %v14 = "ttir.broadcast"(%v12, %v15) <{broadcast_dimensions = array<i64: 8, 1>}> : (tensor<1x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  %v17 = tensor.empty() : tensor<8x16xf32>
  %v16 = "ttir.add"(%v10, %v14, %v17) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %v16 : tensor<8x16xf32>
}
