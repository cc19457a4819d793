// RUN: ttopt --ttir-to-ttnn-backend-pipeline=signed-integers=true --warnings=error %s | filecheck %s
// RUN: ttopt --ttir-to-ttnn-backend-pipeline --warnings=all %s 2>&1 | filecheck %s --check-prefix=UPSTREAM
// RUN: not ttopt --dump-pass-pipeline --convert-ttir-to-ttnn=exact-integers=true --convert-ttir-to-ttnn %s 2>&1 | filecheck %s --check-prefix=PIPELINE
// PIPELINE: builtin.module(convert-ttir-to-ttnn{exact-integers=true},convert-ttir-to-ttnn)
// TTNN takes a repeated number and the ends of a range as f32.

// CHECK-LABEL: func.func @large
// CHECK-DAG: [[HIGH:%.*]] = "ttnn.full"{{.*}}fillValue = 4.294963{{.*}} : f32
// CHECK-DAG: [[LOW:%.*]] = "ttnn.full"{{.*}}fillValue = 4.080000e+03 : f32
// CHECK: "ttnn.add"([[HIGH]], [[LOW]]
// UPSTREAM-DAG: warning: 'ttir.constant' op passes 4294967280 as f32, which makes it 4294967296 [-Winexact-constant]
func.func @large(%a: tensor<32x32xui32>) -> tensor<32x32xui32> {
  %0 = "ttir.constant"() <{value = dense<4294967280> : tensor<32x32xui32>}> : () -> tensor<32x32xui32>
  %1 = tensor.empty() : tensor<32x32xui32>
  %2 = "ttir.bitwise_and"(%a, %0, %1) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x32xui32>, tensor<32x32xui32>, tensor<32x32xui32>) -> tensor<32x32xui32>
  return %2 : tensor<32x32xui32>
}

// CHECK-LABEL: func.func @negative
// CHECK: "ttnn.full"{{.*}}fillValue = 6.553500e+04 : f32
// UPSTREAM-DAG: warning: 'ttir.constant' op signed 16-bit integers are stored as u16: negative values become 0 [-Wsigned-integers]
// UPSTREAM-LABEL: func.func @negative
// UPSTREAM: "ttnn.full"{{.*}}fillValue = -1.000000e+00 : f32
func.func @negative(%a: tensor<32x32xi16>) -> tensor<32x32xi16> {
  %0 = "ttir.constant"() <{value = dense<-1> : tensor<32x32xi16>}> : () -> tensor<32x32xi16>
  %1 = tensor.empty() : tensor<32x32xi16>
  %2 = "ttir.add"(%a, %0, %1) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x32xi16>, tensor<32x32xi16>, tensor<32x32xi16>) -> tensor<32x32xi16>
  return %2 : tensor<32x32xi16>
}

// Elements that differ are held as their bits.
// CHECK-LABEL: func.func @several
// CHECK: "ttnn.constant"
func.func @several(%a: tensor<1x2xi16>) -> tensor<1x2xi16> {
  %0 = "ttir.constant"() <{value = dense<[[-1, -2]]> : tensor<1x2xi16>}> : () -> tensor<1x2xi16>
  %1 = tensor.empty() : tensor<1x2xi16>
  %2 = "ttir.add"(%a, %0, %1) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<1x2xi16>, tensor<1x2xi16>, tensor<1x2xi16>) -> tensor<1x2xi16>
  return %2 : tensor<1x2xi16>
}

// CHECK-LABEL: func.func @counted
// CHECK: "ttnn.arange"{{.*}}end = 32 : i64{{.*}}start = 0 : i64
// CHECK: "ttnn.full"{{.*}}fillValue = 6.553400e+04 : f32
// CHECK: "ttnn.add"
func.func @counted() -> tensor<1x1x1x32xi16> {
  %0 = "ttir.arange"() <{start = -2 : si64, end = 30 : si64, step = 1 : si64, arange_dimension = 3 : i64}> : () -> tensor<1x1x1x32xi16>
  return %0 : tensor<1x1x1x32xi16>
}

// CHECK-LABEL: func.func @padded
// CHECK: "ttnn.pad"{{.*}}value = 2.530000e+02 : f32
func.func @padded(%a: tensor<32x32xi8>) -> tensor<64x32xi8> {
  %0 = "ttir.pad"(%a) <{padding = array<i32: 0, 32, 0, 0>, value = -3.000000e+00 : f32}> : (tensor<32x32xi8>) -> tensor<64x32xi8>
  return %0 : tensor<64x32xi8>
}
