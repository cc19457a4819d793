// RUN: ttopt --convert-tosa-to-ttir=i1-as-bf16=true %s | filecheck %s

// CHECK: func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xbf16>) -> tensor<4xbf16> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<[1.000000e+00, 0.000000e+00, 0.000000e+00, 1.000000e+00]> : tensor<4xbf16>}> : () -> tensor<4xbf16>
// CHECK-NEXT: %1 = tensor.empty() : tensor<4xbf16>
// CHECK-NEXT: %2 = "ttir.gt"(%arg0, %arg0, %1) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4xf32>, tensor<4xf32>, tensor<4xbf16>) -> tensor<4xbf16>
// CHECK-NEXT: %3 = tensor.empty() : tensor<4xbf16>
// CHECK-NEXT: %4 = "ttir.logical_and"(%2, %0, %3) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xbf16>
// CHECK-NEXT: return %4 : tensor<4xbf16>
func.func @f(%x: tensor<4xf32>, %p: tensor<4xi1>) -> tensor<4xi1> {
  %0 = "tosa.const"() <{value = dense<[true, false, false, true]> : tensor<4xi1>}> : () -> tensor<4xi1>
  %1 = tosa.greater %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %2 = tosa.logical_and %1, %0 : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return %2 : tensor<4xi1>
}

// CHECK: func.func private @declared(tensor<2xbf16>) -> tensor<bf16>
func.func private @declared(tensor<2xi1>) -> tensor<i1>
