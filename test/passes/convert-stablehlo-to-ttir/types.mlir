// RUN: ttopt --convert-stablehlo-to-ttir %s | filecheck %s
// Truth values become bf16, 64 bits 32, scalars tensors with one element; attributes of arguments stay.

// CHECK-LABEL: func.func @types(%arg0: tensor<1xbf16> {jax.name = "a"}, %arg1: tensor<2x?xi32>, %arg2: tensor<3xui32>, %arg3: tensor<1xf32>, %arg4: tensor<3xf16>, %arg5: tensor<3xi32>) -> (tensor<1xbf16>, tensor<1xf32>) {
// CHECK-NEXT: return %arg0, %arg3 : tensor<1xbf16>, tensor<1xf32>
func.func @types(%a: tensor<i1> {jax.name = "a"}, %b: tensor<2x?xi64>, %c: tensor<3xui64>, %d: tensor<f64>, %e: tensor<3xf16>, %f: tensor<3xsi64>) -> (tensor<i1>, tensor<f64>) {
  return %a, %d : tensor<i1>, tensor<f64>
}

// CHECK-LABEL: func.func @calls(%arg0: tensor<1xbf16>, %arg1: tensor<2x?xi32>, %arg2: tensor<3xui32>, %arg3: tensor<1xf32>, %arg4: tensor<3xf16>, %arg5: tensor<3xi32>) -> tensor<1xf32> {
// CHECK-NEXT: %0:2 = call @types(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5) : (tensor<1xbf16>, tensor<2x?xi32>, tensor<3xui32>, tensor<1xf32>, tensor<3xf16>, tensor<3xi32>) -> (tensor<1xbf16>, tensor<1xf32>)
// CHECK-NEXT: return %0#1 : tensor<1xf32>
func.func @calls(%a: tensor<i1>, %b: tensor<2x?xi64>, %c: tensor<3xui64>, %d: tensor<f64>, %e: tensor<3xf16>, %f: tensor<3xsi64>) -> tensor<f64> {
  %0:2 = call @types(%a, %b, %c, %d, %e, %f) : (tensor<i1>, tensor<2x?xi64>, tensor<3xui64>, tensor<f64>, tensor<3xf16>, tensor<3xsi64>) -> (tensor<i1>, tensor<f64>)
  return %0#1 : tensor<f64>
}
