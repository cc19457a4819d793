// RUN: ttopt --convert-stablehlo-to-ttir %s | filecheck %s
// Reductions: initial values that are not known to be neutral are combined with the result.

// CHECK-LABEL: func.func @neutral(%arg0: tensor<4x8xf32>) -> tensor<1xf32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<0xFF800000> : tensor<1xf32>}> : () -> tensor<1xf32>
// CHECK-NEXT: %1 = tensor.empty() : tensor<1xf32>
// CHECK-NEXT: %2 = "ttir.max"(%arg0, %1) <{dim_arg = [0 : i32, 1 : i32], keep_dim = false}> : (tensor<4x8xf32>, tensor<1xf32>) -> tensor<1xf32>
// CHECK-NEXT: return %2 : tensor<1xf32>
func.func @neutral(%a: tensor<4x8xf32>) -> tensor<f32> {
  %0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %1 = stablehlo.reduce(%a init: %0) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// CHECK-LABEL: func.func @not_neutral(%arg0: tensor<4x8xi32>) -> tensor<4xi32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
// CHECK-NEXT: %1 = tensor.empty() : tensor<4xi32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<4xi32>
// CHECK-NEXT: %3 = "ttir.max"(%arg0, %1) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<4x8xi32>, tensor<4xi32>) -> tensor<4xi32>
// CHECK-NEXT: %4 = "ttir.maximum"(%3, %0, %2) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4xi32>, tensor<1xi32>, tensor<4xi32>) -> tensor<4xi32>
// CHECK-NEXT: return %4 : tensor<4xi32>
func.func @not_neutral(%a: tensor<4x8xi32>) -> tensor<4xi32> {
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.reduce(%a init: %0) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xi32>, tensor<i32>) -> tensor<4xi32>
  return %1 : tensor<4xi32>
}

// CHECK-LABEL: func.func @not_known(%arg0: tensor<4x8xf32>, %arg1: tensor<1xf32>) -> tensor<8xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<8xf32>
// CHECK-NEXT: %1 = tensor.empty() : tensor<8xf32>
// CHECK-NEXT: %2 = "ttir.prod"(%arg0, %0) <{dim_arg = [0 : i32], keep_dim = false}> : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT: %3 = "ttir.multiply"(%2, %arg1, %1) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<8xf32>, tensor<1xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT: return %3 : tensor<8xf32>
func.func @not_known(%a: tensor<4x8xf32>, %b: tensor<f32>) -> tensor<8xf32> {
  %0 = stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @booleans(%arg0: tensor<4x8xbf16>) -> (tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>) {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<0.000000e+00> : tensor<1xbf16>}> : () -> tensor<1xbf16>
// CHECK-NEXT: %1 = "ttir.constant"() <{value = dense<1.000000e+00> : tensor<1xbf16>}> : () -> tensor<1xbf16>
// CHECK-NEXT: %2 = tensor.empty() : tensor<4xbf16>
// CHECK-NEXT: %3 = "ttir.max"(%arg0, %2) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<4x8xbf16>, tensor<4xbf16>) -> tensor<4xbf16>
// CHECK-NEXT: %4 = tensor.empty() : tensor<4xbf16>
// CHECK-NEXT: %5 = "ttir.max"(%arg0, %4) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<4x8xbf16>, tensor<4xbf16>) -> tensor<4xbf16>
// CHECK-NEXT: %6 = tensor.empty() : tensor<4xbf16>
// CHECK-NEXT: %7 = "ttir.reduce_and"(%arg0, %6) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<4x8xbf16>, tensor<4xbf16>) -> tensor<4xbf16>
// CHECK-NEXT: return %3, %5, %7 : tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>
func.func @booleans(%a: tensor<4x8xi1>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %0 = stablehlo.constant dense<false> : tensor<i1>
  %1 = stablehlo.constant dense<true> : tensor<i1>
  %2 = stablehlo.reduce(%a init: %0) applies stablehlo.or across dimensions = [1] : (tensor<4x8xi1>, tensor<i1>) -> tensor<4xi1>
  %3 = stablehlo.reduce(%a init: %0) applies stablehlo.add across dimensions = [1] : (tensor<4x8xi1>, tensor<i1>) -> tensor<4xi1>
  %4 = stablehlo.reduce(%a init: %1) applies stablehlo.and across dimensions = [1] : (tensor<4x8xi1>, tensor<i1>) -> tensor<4xi1>
  return %2, %3, %4 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// CHECK-LABEL: func.func @of_nothing(%arg0: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
// CHECK-NEXT: return %arg0 : tensor<4xf32>
func.func @of_nothing(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%a init: %0) applies stablehlo.add across dimensions = [] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// What a conversion to booleans gives of 0.5 is true, and so is the disjunction from there.
// CHECK-LABEL: func.func private @any_from
// CHECK: "ttir.max"
// CHECK: "ttir.maximum"
func.func private @any_from(%x: tensor<3xi1>, %init: tensor<i1>) -> tensor<i1> {
  %0 = stablehlo.reduce(%x init: %init) applies stablehlo.or across dimensions = [0] : (tensor<3xi1>, tensor<i1>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func @any_from_half(%x: tensor<3xi1>) -> tensor<i1> {
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %true = stablehlo.convert %half : (tensor<f32>) -> tensor<i1>
  %0 = call @any_from(%x, %true) : (tensor<3xi1>, tensor<i1>) -> tensor<i1>
  return %0 : tensor<i1>
}
