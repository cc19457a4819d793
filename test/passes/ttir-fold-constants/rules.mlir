// RUN: ttopt --ttir-fold-constants %s | filecheck %s
// Ops on constants become constants in the target type.

// CHECK-LABEL: func.func @reshape(%arg0: tensor<4x8xf32>) -> tensor<2x1xf32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<{{\[\[}}1.000000e+00], [2.000000e+00]]> : tensor<2x1xf32>}> : () -> tensor<2x1xf32>
// CHECK-NEXT: return %0 : tensor<2x1xf32>
// CHECK-NEXT: }
func.func @reshape(%arg0: tensor<4x8xf32>) -> tensor<2x1xf32> {
  %v1 = "ttir.constant"() <{value = dense<[1.0, 2.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %v3 = tensor.empty() : tensor<2x1xf32>
  %v2 = "ttir.reshape"(%v1, %v3) <{shape = [2 : i32, 1 : i32]}> : (tensor<2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  return %v2 : tensor<2x1xf32>
}

// CHECK-LABEL: func.func @broadcast_of_one_number(%arg0: tensor<4x8xf32>) -> tensor<2x2xf32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<2.000000e+00> : tensor<2x2xf32>}> : () -> tensor<2x2xf32>
// CHECK-NEXT: return %0 : tensor<2x2xf32>
// CHECK-NEXT: }
func.func @broadcast_of_one_number(%arg0: tensor<4x8xf32>) -> tensor<2x2xf32> {
  %v1 = "ttir.constant"() <{value = dense<2.0> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %v3 = tensor.empty() : tensor<2x2xf32>
  %v2 = "ttir.broadcast"(%v1, %v3) <{broadcast_dimensions = array<i64: 2, 2>}> : (tensor<1x1xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %v2 : tensor<2x2xf32>
}

// CHECK-LABEL: func.func @broadcast_of_others_is_kept(%arg0: tensor<4x8xf32>) -> tensor<2x2xf32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<{{\[\[}}1.000000e+00, 2.000000e+00]]> : tensor<1x2xf32>}> : () -> tensor<1x2xf32>
// CHECK-NEXT: %1 = tensor.empty() : tensor<2x2xf32>
// CHECK-NEXT: %2 = "ttir.broadcast"(%0, %1) <{broadcast_dimensions = array<i64: 2, 1>}> : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
// CHECK-NEXT: return %2 : tensor<2x2xf32>
// CHECK-NEXT: }
func.func @broadcast_of_others_is_kept(%arg0: tensor<4x8xf32>) -> tensor<2x2xf32> {
  %v1 = "ttir.constant"() <{value = dense<[[1.0, 2.0]]> : tensor<1x2xf32>}> : () -> tensor<1x2xf32>
  %v3 = tensor.empty() : tensor<2x2xf32>
  %v2 = "ttir.broadcast"(%v1, %v3) <{broadcast_dimensions = array<i64: 2, 1>}> : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %v2 : tensor<2x2xf32>
}

// CHECK-LABEL: func.func @permute(%arg0: tensor<4x8xf32>) -> tensor<3x2xf32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<{{\[\[}}1.000000e+00, 4.000000e+00], [2.000000e+00, 5.000000e+00], [3.000000e+00, 6.000000e+00]]> : tensor<3x2xf32>}> : () -> tensor<3x2xf32>
// CHECK-NEXT: return %0 : tensor<3x2xf32>
// CHECK-NEXT: }
func.func @permute(%arg0: tensor<4x8xf32>) -> tensor<3x2xf32> {
  %v1 = "ttir.constant"() <{value = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>}> : () -> tensor<2x3xf32>
  %v3 = tensor.empty() : tensor<3x2xf32>
  %v2 = "ttir.permute"(%v1, %v3) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return %v2 : tensor<3x2xf32>
}

// CHECK-LABEL: func.func @slice(%arg0: tensor<4x8xf32>) -> tensor<2x2xf32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<{{\[\[}}2.000000e+00, 3.000000e+00], [5.000000e+00, 6.000000e+00]]> : tensor<2x2xf32>}> : () -> tensor<2x2xf32>
// CHECK-NEXT: return %0 : tensor<2x2xf32>
// CHECK-NEXT: }
func.func @slice(%arg0: tensor<4x8xf32>) -> tensor<2x2xf32> {
  %v1 = "ttir.constant"() <{value = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>}> : () -> tensor<2x3xf32>
  %v3 = tensor.empty() : tensor<2x2xf32>
  %v2 = "ttir.slice"(%v1, %v3) <{begins = [0 : i32, 1 : i32], ends = [2 : i32, 3 : i32], step = [1 : i32, 1 : i32]}> : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %v2 : tensor<2x2xf32>
}

// CHECK-LABEL: func.func @typecast_to_float(%arg0: tensor<4x8xf32>) -> tensor<2xf32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<[1.000000e+00, 3.000000e+00]> : tensor<2xf32>}> : () -> tensor<2xf32>
// CHECK-NEXT: return %0 : tensor<2xf32>
// CHECK-NEXT: }
func.func @typecast_to_float(%arg0: tensor<4x8xf32>) -> tensor<2xf32> {
  %v1 = "ttir.constant"() <{value = dense<[1, 3]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %v3 = tensor.empty() : tensor<2xf32>
  %v2 = "ttir.typecast"(%v1, %v3) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<2xi32>, tensor<2xf32>) -> tensor<2xf32>
  return %v2 : tensor<2xf32>
}

// CHECK-LABEL: func.func @typecast_rounds(%arg0: tensor<4x8xf32>) -> tensor<2xbf16> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<[1.000000e+00, 3.007810e-01]> : tensor<2xbf16>}> : () -> tensor<2xbf16>
// CHECK-NEXT: return %0 : tensor<2xbf16>
// CHECK-NEXT: }
func.func @typecast_rounds(%arg0: tensor<4x8xf32>) -> tensor<2xbf16> {
  %v1 = "ttir.constant"() <{value = dense<[1.0, 0.3]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %v3 = tensor.empty() : tensor<2xbf16>
  %v2 = "ttir.typecast"(%v1, %v3) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<2xf32>, tensor<2xbf16>) -> tensor<2xbf16>
  return %v2 : tensor<2xbf16>
}

// CHECK-LABEL: func.func @typecast_of_fraction_to_integer_is_kept(%arg0: tensor<4x8xf32>) -> tensor<2xi32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<1.500000e+00> : tensor<2xf32>}> : () -> tensor<2xf32>
// CHECK-NEXT: %1 = tensor.empty() : tensor<2xi32>
// CHECK-NEXT: %2 = "ttir.typecast"(%0, %1) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xi32>
// CHECK-NEXT: return %2 : tensor<2xi32>
// CHECK-NEXT: }
func.func @typecast_of_fraction_to_integer_is_kept(%arg0: tensor<4x8xf32>) -> tensor<2xi32> {
  %v1 = "ttir.constant"() <{value = dense<1.5> : tensor<2xf32>}> : () -> tensor<2xf32>
  %v3 = tensor.empty() : tensor<2xi32>
  %v2 = "ttir.typecast"(%v1, %v3) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xi32>
  return %v2 : tensor<2xi32>
}

// CHECK-LABEL: func.func @rsqrt(%arg0: tensor<4x8xf32>) -> tensor<2x2xf32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<5.000000e-01> : tensor<2x2xf32>}> : () -> tensor<2x2xf32>
// CHECK-NEXT: return %0 : tensor<2x2xf32>
// CHECK-NEXT: }
func.func @rsqrt(%arg0: tensor<4x8xf32>) -> tensor<2x2xf32> {
  %v1 = "ttir.constant"() <{value = dense<4.0> : tensor<2x2xf32>}> : () -> tensor<2x2xf32>
  %v3 = tensor.empty() : tensor<2x2xf32>
  %v2 = "ttir.rsqrt"(%v1, %v3) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %v2 : tensor<2x2xf32>
}

// CHECK-LABEL: func.func @multiply(%arg0: tensor<4x8xf32>) -> tensor<2xf32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<[3.000000e+00, 8.000000e+00]> : tensor<2xf32>}> : () -> tensor<2xf32>
// CHECK-NEXT: return %0 : tensor<2xf32>
// CHECK-NEXT: }
func.func @multiply(%arg0: tensor<4x8xf32>) -> tensor<2xf32> {
  %v1 = "ttir.constant"() <{value = dense<[1.0, 2.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %v2 = "ttir.constant"() <{value = dense<[3.0, 4.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %v4 = tensor.empty() : tensor<2xf32>
  %v3 = "ttir.multiply"(%v1, %v2, %v4) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %v3 : tensor<2xf32>
}

// CHECK-LABEL: func.func @division_by_zero(%arg0: tensor<4x8xf32>) -> tensor<2xf32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<[0x7F800000, 0xFFC00000]> : tensor<2xf32>}> : () -> tensor<2xf32>
// CHECK-NEXT: return %0 : tensor<2xf32>
// CHECK-NEXT: }
func.func @division_by_zero(%arg0: tensor<4x8xf32>) -> tensor<2xf32> {
  %v1 = "ttir.constant"() <{value = dense<[1.0, 0.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %v2 = "ttir.constant"() <{value = dense<[0.0, 0.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %v4 = tensor.empty() : tensor<2xf32>
  %v3 = "ttir.div"(%v1, %v2, %v4) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %v3 : tensor<2xf32>
}
