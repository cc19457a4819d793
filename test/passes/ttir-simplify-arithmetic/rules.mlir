// RUN: ttopt --ttir-simplify-arithmetic %s | filecheck %s
// Arithmetic without effect goes away. What would change NaN, infinities or the sign of zero stays.

// CHECK-LABEL: func.func @multiply_by_one(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: return %arg0 : tensor<4x8xf32>
// CHECK-NEXT: }
func.func @multiply_by_one(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %v1 = "ttir.constant"() <{value = dense<1.0> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v3 = tensor.empty() : tensor<4x8xf32>
  %v2 = "ttir.multiply"(%arg0, %v1, %v3) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v2 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @one_times(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: return %arg0 : tensor<4x8xf32>
// CHECK-NEXT: }
func.func @one_times(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %v1 = "ttir.constant"() <{value = dense<1.0> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v3 = tensor.empty() : tensor<4x8xf32>
  %v2 = "ttir.multiply"(%v1, %arg0, %v3) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v2 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @multiply_by_minus_one(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT: %1 = "ttir.neg"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: return %1 : tensor<4x8xf32>
// CHECK-NEXT: }
func.func @multiply_by_minus_one(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %v1 = "ttir.constant"() <{value = dense<-1.0> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v3 = tensor.empty() : tensor<4x8xf32>
  %v2 = "ttir.multiply"(%arg0, %v1, %v3) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v2 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @times_zero_is_kept(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<0.000000e+00> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
// CHECK-NEXT: %1 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT: %2 = "ttir.multiply"(%arg0, %0, %1) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: return %2 : tensor<4x8xf32>
// CHECK-NEXT: }
func.func @times_zero_is_kept(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %v1 = "ttir.constant"() <{value = dense<0.0> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v3 = tensor.empty() : tensor<4x8xf32>
  %v2 = "ttir.multiply"(%arg0, %v1, %v3) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v2 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @add_negative_zero(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: return %arg0 : tensor<4x8xf32>
// CHECK-NEXT: }
func.func @add_negative_zero(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %v1 = "ttir.constant"() <{value = dense<-0.0> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v3 = tensor.empty() : tensor<4x8xf32>
  %v2 = "ttir.add"(%arg0, %v1, %v3) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v2 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @add_zero_is_kept(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<0.000000e+00> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
// CHECK-NEXT: %1 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT: %2 = "ttir.add"(%arg0, %0, %1) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: return %2 : tensor<4x8xf32>
// CHECK-NEXT: }
func.func @add_zero_is_kept(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %v1 = "ttir.constant"() <{value = dense<0.0> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v3 = tensor.empty() : tensor<4x8xf32>
  %v2 = "ttir.add"(%arg0, %v1, %v3) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v2 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @add_integer_zero(%arg0: tensor<4x8xi32>) -> tensor<4x8xi32> {
// CHECK-NEXT: return %arg0 : tensor<4x8xi32>
// CHECK-NEXT: }
func.func @add_integer_zero(%arg0: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %v1 = "ttir.constant"() <{value = dense<0> : tensor<4x8xi32>}> : () -> tensor<4x8xi32>
  %v3 = tensor.empty() : tensor<4x8xi32>
  %v2 = "ttir.add"(%arg0, %v1, %v3) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xi32>, tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi32>
  return %v2 : tensor<4x8xi32>
}

// CHECK-LABEL: func.func @subtract_zero(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: return %arg0 : tensor<4x8xf32>
// CHECK-NEXT: }
func.func @subtract_zero(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %v1 = "ttir.constant"() <{value = dense<0.0> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v3 = tensor.empty() : tensor<4x8xf32>
  %v2 = "ttir.subtract"(%arg0, %v1, %v3) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v2 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @subtract_negative_zero(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<0.000000e+00> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
// CHECK-NEXT: %1 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT: %2 = "ttir.add"(%arg0, %0, %1) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: return %2 : tensor<4x8xf32>
// CHECK-NEXT: }
func.func @subtract_negative_zero(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %v1 = "ttir.constant"() <{value = dense<-0.0> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v3 = tensor.empty() : tensor<4x8xf32>
  %v2 = "ttir.subtract"(%arg0, %v1, %v3) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v2 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @divide_by_one(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: return %arg0 : tensor<4x8xf32>
// CHECK-NEXT: }
func.func @divide_by_one(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %v1 = "ttir.constant"() <{value = dense<1.0> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v3 = tensor.empty() : tensor<4x8xf32>
  %v2 = "ttir.div"(%arg0, %v1, %v3) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v2 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @divide_by_four(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<2.500000e-01> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
// CHECK-NEXT: %1 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT: %2 = "ttir.multiply"(%arg0, %0, %1) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<1x1xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: return %2 : tensor<4x8xf32>
// CHECK-NEXT: }
func.func @divide_by_four(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %v1 = "ttir.constant"() <{value = dense<4.0> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v3 = tensor.empty() : tensor<4x8xf32>
  %v2 = "ttir.div"(%arg0, %v1, %v3) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v2 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @divide_by_three_is_kept(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<3.000000e+00> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
// CHECK-NEXT: %1 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT: %2 = "ttir.div"(%arg0, %0, %1) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: return %2 : tensor<4x8xf32>
// CHECK-NEXT: }
func.func @divide_by_three_is_kept(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %v1 = "ttir.constant"() <{value = dense<3.0> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v3 = tensor.empty() : tensor<4x8xf32>
  %v2 = "ttir.div"(%arg0, %v1, %v3) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v2 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @square(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT: %1 = "ttir.multiply"(%arg0, %arg0, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: return %1 : tensor<4x8xf32>
// CHECK-NEXT: }
func.func @square(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %v1 = "ttir.constant"() <{value = dense<2.0> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v3 = tensor.empty() : tensor<4x8xf32>
  %v2 = "ttir.power"(%arg0, %v1, %v3) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v2 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @first_power(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: return %arg0 : tensor<4x8xf32>
// CHECK-NEXT: }
func.func @first_power(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %v1 = "ttir.constant"() <{value = dense<1.0> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v3 = tensor.empty() : tensor<4x8xf32>
  %v2 = "ttir.power"(%arg0, %v1, %v3) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v2 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @relu(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT: %1 = "ttir.relu"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: return %1 : tensor<4x8xf32>
// CHECK-NEXT: }
func.func @relu(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %v1 = "ttir.constant"() <{value = dense<0.0> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v3 = tensor.empty() : tensor<4x8xf32>
  %v2 = "ttir.maximum"(%arg0, %v1, %v3) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v2 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @maximum_of_integers_is_kept(%arg0: tensor<4x8xi32>) -> tensor<4x8xi32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<0> : tensor<4x8xi32>}> : () -> tensor<4x8xi32>
// CHECK-NEXT: %1 = tensor.empty() : tensor<4x8xi32>
// CHECK-NEXT: %2 = "ttir.maximum"(%arg0, %0, %1) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xi32>, tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi32>
// CHECK-NEXT: return %2 : tensor<4x8xi32>
// CHECK-NEXT: }
func.func @maximum_of_integers_is_kept(%arg0: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %v1 = "ttir.constant"() <{value = dense<0> : tensor<4x8xi32>}> : () -> tensor<4x8xi32>
  %v3 = tensor.empty() : tensor<4x8xi32>
  %v2 = "ttir.maximum"(%arg0, %v1, %v3) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xi32>, tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi32>
  return %v2 : tensor<4x8xi32>
}

// CHECK-LABEL: func.func @clamp(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT: %1 = "ttir.clamp"(%arg0, %0) <{max = 3.000000e+00 : f32, min = -2.000000e+00 : f32}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: return %1 : tensor<4x8xf32>
// CHECK-NEXT: }
func.func @clamp(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %v1 = "ttir.constant"() <{value = dense<-2.0> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v3 = tensor.empty() : tensor<4x8xf32>
  %v2 = "ttir.maximum"(%arg0, %v1, %v3) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v4 = "ttir.constant"() <{value = dense<3.0> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v6 = tensor.empty() : tensor<4x8xf32>
  %v5 = "ttir.minimum"(%v2, %v4, %v6) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v5 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @crossed_bounds_are_kept(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<3.000000e+00> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
// CHECK-NEXT: %1 = "ttir.constant"() <{value = dense<5.000000e+00> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT: %3 = "ttir.maximum"(%arg0, %1, %2) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: %4 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT: %5 = "ttir.minimum"(%3, %0, %4) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: return %5 : tensor<4x8xf32>
// CHECK-NEXT: }
func.func @crossed_bounds_are_kept(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %v1 = "ttir.constant"() <{value = dense<5.0> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v3 = tensor.empty() : tensor<4x8xf32>
  %v2 = "ttir.maximum"(%arg0, %v1, %v3) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v4 = "ttir.constant"() <{value = dense<3.0> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v6 = tensor.empty() : tensor<4x8xf32>
  %v5 = "ttir.minimum"(%v2, %v4, %v6) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v5 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @relu6(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT: %1 = "ttir.clamp"(%arg0, %0) <{max = 6.000000e+00 : f32, min = 0.000000e+00 : f32}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: return %1 : tensor<4x8xf32>
// CHECK-NEXT: }
func.func @relu6(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %v2 = tensor.empty() : tensor<4x8xf32>
  %v1 = "ttir.relu"(%arg0, %v2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v3 = "ttir.constant"() <{value = dense<6.0> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v5 = tensor.empty() : tensor<4x8xf32>
  %v4 = "ttir.minimum"(%v1, %v3, %v5) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v4 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @widened_and_back(%arg0: tensor<4x8xbf16>) -> tensor<4x8xbf16> {
// CHECK-NEXT: return %arg0 : tensor<4x8xbf16>
// CHECK-NEXT: }
func.func @widened_and_back(%arg0: tensor<4x8xbf16>) -> tensor<4x8xbf16> {
  %v2 = tensor.empty() : tensor<4x8xf32>
  %v1 = "ttir.typecast"(%arg0, %v2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xbf16>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v4 = tensor.empty() : tensor<4x8xbf16>
  %v3 = "ttir.typecast"(%v1, %v4) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xf32>, tensor<4x8xbf16>) -> tensor<4x8xbf16>
  return %v3 : tensor<4x8xbf16>
}

// CHECK-LABEL: func.func @rounded_and_back_is_kept(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<4x8xbf16>
// CHECK-NEXT: %1 = "ttir.typecast"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xf32>, tensor<4x8xbf16>) -> tensor<4x8xbf16>
// CHECK-NEXT: %2 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT: %3 = "ttir.typecast"(%1, %2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xbf16>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: return %3 : tensor<4x8xf32>
// CHECK-NEXT: }
func.func @rounded_and_back_is_kept(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %v2 = tensor.empty() : tensor<4x8xbf16>
  %v1 = "ttir.typecast"(%arg0, %v2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xf32>, tensor<4x8xbf16>) -> tensor<4x8xbf16>
  %v4 = tensor.empty() : tensor<4x8xf32>
  %v3 = "ttir.typecast"(%v1, %v4) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xbf16>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v3 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @cast_of_cast(%arg0: tensor<4x8xf16>) -> tensor<4x8xbf16> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<4x8xbf16>
// CHECK-NEXT: %1 = "ttir.typecast"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xf16>, tensor<4x8xbf16>) -> tensor<4x8xbf16>
// CHECK-NEXT: return %1 : tensor<4x8xbf16>
// CHECK-NEXT: }
func.func @cast_of_cast(%arg0: tensor<4x8xf16>) -> tensor<4x8xbf16> {
  %v2 = tensor.empty() : tensor<4x8xf32>
  %v1 = "ttir.typecast"(%arg0, %v2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xf16>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v4 = tensor.empty() : tensor<4x8xbf16>
  %v3 = "ttir.typecast"(%v1, %v4) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xf32>, tensor<4x8xbf16>) -> tensor<4x8xbf16>
  return %v3 : tensor<4x8xbf16>
}

// CHECK-LABEL: func.func @where_of_equal_values(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: return %arg1 : tensor<4x8xf32>
// CHECK-NEXT: }
func.func @where_of_equal_values(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %v2 = tensor.empty() : tensor<4x8xf32>
  %v1 = "ttir.where"(%arg0, %arg1, %arg1, %v2) <{operandSegmentSizes = array<i32: 3, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v1 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @subtract_number(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<-1.500000e+00> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
// CHECK-NEXT: %1 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT: %2 = "ttir.add"(%arg0, %0, %1) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: return %2 : tensor<4x8xf32>
// CHECK-NEXT: }
func.func @subtract_number(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %v1 = "ttir.constant"() <{value = dense<1.5> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v3 = tensor.empty() : tensor<4x8xf32>
  %v2 = "ttir.subtract"(%arg0, %v1, %v3) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v2 : tensor<4x8xf32>
}
