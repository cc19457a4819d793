// RUN: ttopt --ttir-decompose-for-kernels %s | filecheck %s

// CHECK: func.func @constants
// CHECK: "ttir.constant"() <{value = dense<0.000000e+00> : tensor<3x5xf32>}>
// CHECK: %[[ROW:.*]] = "ttir.constant"() <{value = dense<{{\[\[}}1, 3, 5, 7, 9]]> : tensor<1x5xsi32>}>
// CHECK: "ttir.broadcast"(%[[ROW]], %{{.*}}) <{broadcast_dimensions = array<i64: 3, 1>}>
func.func @constants() -> (tensor<3x5xf32>, tensor<3x5xsi32>) {
  %0 = "ttir.zeros"() <{shape = array<i32: 3, 5>}> : () -> tensor<3x5xf32>
  %1 = "ttir.arange"() <{start = 1 : si64, end = 11 : si64, step = 2 : si64, arange_dimension = 1 : i64}> : () -> tensor<3x5xsi32>
  return %0, %1 : tensor<3x5xf32>, tensor<3x5xsi32>
}

// The bias is added before the product is rounded.
// CHECK: func.func @linear
// CHECK: %[[PRODUCT:.*]] = "ttir.matmul"(%arg0, %arg1, %{{.*}}) {{.*}} -> tensor<33x64xf32>
// CHECK: %[[BIAS:.*]] = "ttir.typecast"(%arg2, %{{.*}}) {{.*}} -> tensor<64xf32>
// CHECK: %[[SUM:.*]] = "ttir.add"(%[[PRODUCT]], %[[BIAS]], %{{.*}}) {{.*}} -> tensor<33x64xf32>
// CHECK: "ttir.typecast"(%[[SUM]], %{{.*}}) {{.*}} -> tensor<33x64xbf16>
func.func @linear(%arg0: tensor<33x50xbf16>, %arg1: tensor<50x64xbf16>, %arg2: tensor<64xbf16>) -> tensor<33x64xbf16> {
  %0 = tensor.empty() : tensor<33x64xbf16>
  %1 = "ttir.linear"(%arg0, %arg1, %arg2, %0) : (tensor<33x50xbf16>, tensor<50x64xbf16>, tensor<64xbf16>, tensor<33x64xbf16>) -> tensor<33x64xbf16>
  return %1 : tensor<33x64xbf16>
}

// Limits of integers are integers; attributes that do not limit are omitted. Floats have a kernel.
// CHECK: func.func @clamp
// CHECK: %[[LOW:.*]] = "ttir.constant"() <{value = dense<-5> : tensor<1x1xsi32>}>
// CHECK: %[[RAISED:.*]] = "ttir.maximum"(%arg0, %[[LOW]], %{{.*}})
// CHECK: %[[HIGH:.*]] = "ttir.constant"() <{value = dense<90> : tensor<1x1xsi32>}>
// CHECK: "ttir.minimum"(%[[RAISED]], %[[HIGH]], %{{.*}})
// CHECK-NOT: "ttir.maximum"
// CHECK: %[[HIGH:.*]] = "ttir.constant"() <{value = dense<200> : tensor<1xui8>}>
// CHECK: "ttir.minimum"(%arg1, %[[HIGH]], %{{.*}})
// CHECK: "ttir.clamp"(%arg2, %{{.*}})
func.func @clamp(%arg0: tensor<3x5xsi32>, %arg1: tensor<5xui8>, %arg2: tensor<5xf32>) -> (tensor<3x5xsi32>, tensor<5xui8>, tensor<5xf32>) {
  %0 = tensor.empty() : tensor<3x5xsi32>
  %1 = "ttir.clamp"(%arg0, %0) <{min = -5.5 : f32, max = 90.5 : f32}> : (tensor<3x5xsi32>, tensor<3x5xsi32>) -> tensor<3x5xsi32>
  %2 = tensor.empty() : tensor<5xui8>
  %3 = "ttir.clamp"(%arg1, %2) <{min = -1.0 : f32, max = 200.0 : f32}> : (tensor<5xui8>, tensor<5xui8>) -> tensor<5xui8>
  %4 = tensor.empty() : tensor<5xf32>
  %5 = "ttir.clamp"(%arg2, %4) <{min = -1.0 : f32, max = 2.0 : f32}> : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  return %1, %3, %5 : tensor<3x5xsi32>, tensor<5xui8>, tensor<5xf32>
}

// CHECK: func.func @softmax
// CHECK: "ttir.max"(%arg0, %{{.*}}) <{dim_arg = [1 : i32], keep_dim = true}>
// CHECK: "ttir.subtract"
// CHECK: "ttir.exp"
// CHECK: "ttir.sum"(%{{.*}}) <{dim_arg = [1 : i32], keep_dim = true}>
// CHECK: "ttir.div"
func.func @softmax(%arg0: tensor<33x50xf32>) -> tensor<33x50xf32> {
  %0 = tensor.empty() : tensor<33x50xf32>
  %1 = "ttir.softmax"(%arg0, %0) <{dimension = -1 : si32}> : (tensor<33x50xf32>, tensor<33x50xf32>) -> tensor<33x50xf32>
  return %1 : tensor<33x50xf32>
}

// CHECK: func.func @vector
// CHECK: "ttir.matmul"(%{{.*}}) : (tensor<3x5xf32>, tensor<5x1xf32>, tensor<3x1xf32>) -> tensor<3x1xf32>
func.func @vector(%arg0: tensor<3x5xf32>, %arg1: tensor<5xf32>) -> tensor<3xf32> {
  %0 = tensor.empty() : tensor<3xf32>
  %1 = "ttir.matmul"(%arg0, %arg1, %0) : (tensor<3x5xf32>, tensor<5xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}
