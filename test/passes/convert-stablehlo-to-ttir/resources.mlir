// RUN: ttopt %s --stablehlo-to-ttir-pipeline | filecheck %s
// RUN: ttopt %s --stablehlo-to-ttir-pipeline | ttopt --ttir-to-ttnn-backend-pipeline | filecheck %s --check-prefix TTNN

// Elements that keep their type stay in the file's metadata, others are converted.

// CHECK-LABEL: func.func @weights
// CHECK:         "ttir.constant"() <{value = dense_resource<floats> : tensor<2xf32>}>
// CHECK:         "ttir.constant"() <{value = dense<[-1, 2]> : tensor<2xi32>}>
// CHECK:         "ttir.constant"() <{value = dense_resource<zeros> : tensor<2xf32>}>
// CHECK:         "ttir.constant"() <{value = dense<[1.000000e+00, 0.000000e+00]> : tensor<2xbf16>}>
// CHECK:         "ttir.constant"() <{value = dense<[1.000000e+00, 3.000000e+00]> : tensor<2xf32>}>
// CHECK-NOT:       integers:
// CHECK:         floats: "0x040000000000803F00000040"
// TTNN-LABEL: func.func @weights
// TTNN:         "ttnn.constant"(%0) <{value = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>}>
// TTNN:         "ttnn.constant"(%0) <{value = dense<[-1, 2]> : tensor<2xi32>}>
// TTNN:         "ttnn.full"(%0) <{fillValue = 0.000000e+00 : f32}>
func.func @weights() -> (tensor<2xf32>, tensor<2xi64>, tensor<2xf32>, tensor<2xi1>, tensor<2xf64>) {
  %0 = stablehlo.constant dense_resource<floats> : tensor<2xf32>
  %1 = stablehlo.constant dense_resource<integers> : tensor<2xi64>
  %2 = stablehlo.constant dense_resource<zeros> : tensor<2xf32>
  %3 = stablehlo.constant dense_resource<bits> : tensor<2xi1>
  %4 = arith.constant dense_resource<doubles> : tensor<2xf64>
  return %0, %1, %2, %3, %4 : tensor<2xf32>, tensor<2xi64>, tensor<2xf32>, tensor<2xi1>, tensor<2xf64>
}

{-#
  dialect_resources: {
    builtin: {
      floats: "0x040000000000803F00000040",
      integers: "0x08000000FFFFFFFFFFFFFFFF0200000000000000",
      zeros: "0x040000000000000000000000",
      bits: "0x010000000100",
      doubles: "0x08000000000000000000F03F0000000000000840"
    }
  }
#-}
