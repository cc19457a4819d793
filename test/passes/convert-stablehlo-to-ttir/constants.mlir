// RUN: ttopt --convert-stablehlo-to-ttir %s | filecheck %s
// Elements follow the types; a constant that does not fit may be there as long as nothing uses it.

// CHECK-LABEL: func.func @constants() -> (tensor<1xf32>, tensor<2xi32>, tensor<1xui32>, tensor<3xbf16>, tensor<1xbf16>, tensor<2xi8>, tensor<1xbf16>) {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<1.000000e-01> : tensor<1xf32>}> : () -> tensor<1xf32>
// CHECK-NEXT: %1 = "ttir.constant"() <{value = dense<[-2147483648, 2147483647]> : tensor<2xi32>}> : () -> tensor<2xi32>
// CHECK-NEXT: %2 = "ttir.constant"() <{value = dense<4294967295> : tensor<1xui32>}> : () -> tensor<1xui32>
// CHECK-NEXT: %3 = "ttir.constant"() <{value = dense<[1.000000e+00, 0.000000e+00, 1.000000e+00]> : tensor<3xbf16>}> : () -> tensor<3xbf16>
// CHECK-NEXT: %4 = "ttir.constant"() <{value = dense<1.000000e+00> : tensor<1xbf16>}> : () -> tensor<1xbf16>
// CHECK-NEXT: %5 = "ttir.constant"() <{value = dense<[-1, 2]> : tensor<2xi8>}> : () -> tensor<2xi8>
// CHECK-NEXT: %6 = "ttir.constant"() <{value = dense<-2.500000e+00> : tensor<1xbf16>}> : () -> tensor<1xbf16>
// CHECK-NEXT: return %0, %1, %2, %3, %4, %5, %6 : tensor<1xf32>, tensor<2xi32>, tensor<1xui32>, tensor<3xbf16>, tensor<1xbf16>, tensor<2xi8>, tensor<1xbf16>
func.func @constants() -> (tensor<f64>, tensor<2xi64>, tensor<ui64>, tensor<3xi1>, tensor<i1>, tensor<2xi8>, tensor<bf16>) {
  %0 = stablehlo.constant dense<0.1> : tensor<f64>
  %1 = stablehlo.constant dense<[-2147483648, 2147483647]> : tensor<2xi64>
  %2 = stablehlo.constant dense<4294967295> : tensor<ui64>
  %3 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
  %4 = stablehlo.constant dense<true> : tensor<i1>
  %5 = stablehlo.constant dense<[-1, 2]> : tensor<2xi8>
  %6 = stablehlo.constant dense<-2.5> : tensor<bf16>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<f64>, tensor<2xi64>, tensor<ui64>, tensor<3xi1>, tensor<i1>, tensor<2xi8>, tensor<bf16>
}

// CHECK-LABEL: func.func @smallest_of_64_bits(%arg0: tensor<4xi32>) -> tensor<1xi32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<1xi32>
// CHECK-NEXT: %1 = "ttir.max"(%arg0, %0) <{dim_arg = [0 : i32], keep_dim = false}> : (tensor<4xi32>, tensor<1xi32>) -> tensor<1xi32>
// CHECK-NEXT: return %1 : tensor<1xi32>
func.func @smallest_of_64_bits(%a: tensor<4xi64>) -> tensor<i64> {
  %0 = stablehlo.constant dense<-9223372036854775808> : tensor<i64>
  %1 = stablehlo.reduce(%a init: %0) applies stablehlo.maximum across dimensions = [0] : (tensor<4xi64>, tensor<i64>) -> tensor<i64>
  return %1 : tensor<i64>
}
