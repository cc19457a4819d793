// RUN: ttopt --stablehlo-complex-to-real --split-input-file --verify-diagnostics %s | filecheck %s
// Functions take and return pairs along a last dimension; inside, the parts are two tensors.

// CHECK-LABEL: func.func @arguments(%arg0: tensor<4xf32>, %arg1: tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<4xf32>) {
// CHECK-NEXT: %0 = stablehlo.slice %arg1 [0:3, 0:1] : (tensor<3x2xf32>) -> tensor<3x1xf32>
// CHECK-NEXT: %1 = stablehlo.reshape %0 : (tensor<3x1xf32>) -> tensor<3xf32>
// CHECK-NEXT: %2 = stablehlo.slice %arg1 [0:3, 1:2] : (tensor<3x2xf32>) -> tensor<3x1xf32>
// CHECK-NEXT: %3 = stablehlo.reshape %2 : (tensor<3x1xf32>) -> tensor<3xf32>
// CHECK-NEXT: %4 = stablehlo.negate %1 : tensor<3xf32>
// CHECK-NEXT: %5 = stablehlo.negate %3 : tensor<3xf32>
// CHECK-NEXT: %6 = stablehlo.reshape %4 : (tensor<3xf32>) -> tensor<3x1xf32>
// CHECK-NEXT: %7 = stablehlo.reshape %5 : (tensor<3xf32>) -> tensor<3x1xf32>
// CHECK-NEXT: %8 = stablehlo.concatenate %6, %7, dim = 1 : (tensor<3x1xf32>, tensor<3x1xf32>) -> tensor<3x2xf32>
// CHECK-NEXT: return %8, %arg0 : tensor<3x2xf32>, tensor<4xf32>
func.func @arguments(%r: tensor<4xf32>, %z: tensor<3xcomplex<f32>>) -> (tensor<3xcomplex<f32>>, tensor<4xf32>) {
  %0 = stablehlo.negate %z : tensor<3xcomplex<f32>>
  return %0, %r : tensor<3xcomplex<f32>>, tensor<4xf32>
}

// -----

// A loop carries both parts.
// CHECK-LABEL: func.func @loop
// CHECK: stablehlo.while(%iterArg = %{{.*}}, %iterArg_0 = %{{.*}}, %iterArg_1 = %{{.*}}) : tensor<i32>, tensor<2xf32>, tensor<2xf32>
// CHECK: stablehlo.return %{{.*}}, %{{.*}}, %{{.*}} : tensor<i32>, tensor<2xf32>, tensor<2xf32>
func.func @loop(%n: tensor<i32>, %z: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %n, %x = %z) : tensor<i32>, tensor<2xcomplex<f32>>
  cond {
    %c = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %y = stablehlo.multiply %x, %z : tensor<2xcomplex<f32>>
    stablehlo.return %j, %y : tensor<i32>, tensor<2xcomplex<f32>>
  }
  return %0#1 : tensor<2xcomplex<f32>>
}

// -----

// A sort compares both parts: each has its two arguments in the comparison.
// CHECK-LABEL: func.func @sort
// CHECK: "stablehlo.sort"
// CHECK-NEXT: ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>, %arg3: tensor<f32>, %arg4: tensor<f32>):
// CHECK-NEXT: stablehlo.compare LT, %arg3, %arg4
func.func @sort(%z: tensor<5xcomplex<f32>>) -> tensor<5xcomplex<f32>> {
  %0 = "stablehlo.sort"(%z) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
    %x = stablehlo.imag %a : (tensor<complex<f32>>) -> tensor<f32>
    %y = stablehlo.imag %b : (tensor<complex<f32>>) -> tensor<f32>
    %c = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<5xcomplex<f32>>) -> tensor<5xcomplex<f32>>
  return %0 : tensor<5xcomplex<f32>>
}

// -----

// Real numbers have no imaginary part to multiply.
// CHECK-LABEL: func.func @transform_of_reals
// CHECK-COUNT-2: stablehlo.dot_general
// CHECK-NOT: stablehlo.dot_general
func.func @transform_of_reals(%x: tensor<3x8xf32>) -> tensor<3x8xcomplex<f32>> {
  %0 = stablehlo.convert %x : (tensor<3x8xf32>) -> tensor<3x8xcomplex<f32>>
  %1 = stablehlo.fft %0, type = FFT, length = [8] : (tensor<3x8xcomplex<f32>>) -> tensor<3x8xcomplex<f32>>
  return %1 : tensor<3x8xcomplex<f32>>
}

// -----

func.func @no_form(%z: tensor<4x4xcomplex<f32>>) -> tensor<4x4xcomplex<f32>> {
  // expected-error @+1 {{'stablehlo.cholesky' op has no form in real numbers: compute with real and imaginary parts}}
  %0 = stablehlo.cholesky %z, lower = true : tensor<4x4xcomplex<f32>>
  return %0 : tensor<4x4xcomplex<f32>>
}

// -----

func.func @prime(%z: tensor<4099xcomplex<f32>>) -> tensor<4099xcomplex<f32>> {
  // expected-error @+1 {{'stablehlo.fft' op is not computed for complex numbers: a transform of size 4099 needs a matrix of 4099x4099 numbers: use a size with small factors}}
  %0 = stablehlo.fft %z, type = FFT, length = [4099] : (tensor<4099xcomplex<f32>>) -> tensor<4099xcomplex<f32>>
  return %0 : tensor<4099xcomplex<f32>>
}

// -----

func.func @order(%z: tensor<4xcomplex<f32>>) -> tensor<4xi1> {
  // expected-error @+1 {{'stablehlo.compare' op is not computed for complex numbers: they have no order}}
  %0 = stablehlo.compare LT, %z, %z : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}
