// RUN: ttopt --ttir-to-ttnn-backend-pipeline=signed-integers=true --warnings=error %s | filecheck %s
// RUN: ttopt --ttir-to-ttnn-backend-pipeline %s 2>&1 | filecheck %s --check-prefix=UPSTREAM
// RUN: ttopt --ttir-to-ttnn-backend-pipeline --warnings=all %s 2>&1 | filecheck %s --check-prefix=WARNED
// With signed-integers=true unsigned integers are moved and added as si32, which has the same bits; without it as floats, which do not hold them.

// CHECK-LABEL: func.func @concat
// CHECK: "ttnn.typecast"(%arg0) <{dtype = #tt.supportedDataTypes<si32>}>
// CHECK: "ttnn.concat"{{.*}} -> tensor<6xsi32,
// CHECK: "ttnn.typecast"{{.*}}dtype = #tt.supportedDataTypes<u16>
// WARNED-DAG: warning: 'ttnn.concat' op is computed in bf16, as the runtime library has it: of 16 bits of u16, 8 are kept [-Wreduced-precision]
// UPSTREAM-LABEL: func.func @concat
// UPSTREAM: "ttnn.concat"{{.*}} -> tensor<6xbf16,
func.func @concat(%a: tensor<3xui16>) -> tensor<6xui16> {
  %0 = tensor.empty() : tensor<6xui16>
  %1 = "ttir.concat"(%a, %a, %0) <{dim = 0 : si32}> : (tensor<3xui16>, tensor<3xui16>, tensor<6xui16>) -> tensor<6xui16>
  return %1 : tensor<6xui16>
}

// CHECK-LABEL: func.func @slice
// CHECK: "ttnn.slice"{{.*}} -> tensor<2xsi32,
// CHECK: "ttnn.typecast"{{.*}}dtype = #tt.supportedDataTypes<u32>
// UPSTREAM-LABEL: func.func @slice
// UPSTREAM: "ttnn.slice"{{.*}} -> tensor<2xbf16,
func.func @slice(%a: tensor<3xui32>) -> tensor<2xui32> {
  %0 = tensor.empty() : tensor<2xui32>
  %1 = "ttir.slice"(%a, %0) <{begins = [0 : i32], ends = [3 : i32], step = [2 : i32]}> : (tensor<3xui32>, tensor<2xui32>) -> tensor<2xui32>
  return %1 : tensor<2xui32>
}

// CHECK-LABEL: func.func @embedding
// CHECK: "ttnn.embedding"{{.*}} -> tensor<3x32xsi32,
// UPSTREAM-LABEL: func.func @embedding
// UPSTREAM: "ttnn.embedding"{{.*}} -> tensor<3x32xbf16,
func.func @embedding(%a: tensor<3xui32>, %b: tensor<64x32xui32>) -> tensor<3x32xui32> {
  %0 = tensor.empty() : tensor<3x32xui32>
  %1 = "ttir.embedding"(%a, %b, %0) : (tensor<3xui32>, tensor<64x32xui32>, tensor<3x32xui32>) -> tensor<3x32xui32>
  return %1 : tensor<3x32xui32>
}

// CHECK-LABEL: func.func @cumsum
// CHECK: "ttnn.moreh_cumsum"{{.*}} -> tensor<4x1x1x1xsi32,
// CHECK: "ttnn.typecast"{{.*}}dtype = #tt.supportedDataTypes<u32>
// UPSTREAM-LABEL: func.func @cumsum
// UPSTREAM: "ttnn.moreh_cumsum"{{.*}} -> tensor<4x1x1x1xf32,
func.func @cumsum(%a: tensor<4xui32>) -> tensor<4xui32> {
  %0 = tensor.empty() : tensor<4xui32>
  %1 = "ttir.cumsum"(%a, %0) <{dim = 0 : i64}> : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xui32>
  return %1 : tensor<4xui32>
}

// A typecast to u16 saturates, so that low bits are taken before.
// CHECK-LABEL: func.func @cumsum_of_16_bits
// CHECK: [[SUM:%.*]] = "ttnn.moreh_cumsum"{{.*}} -> tensor<4x1x1x1xsi32,
// CHECK: "ttnn.bitwise_and"
// CHECK: "ttnn.typecast"{{.*}}dtype = #tt.supportedDataTypes<u16>
// WARNED-DAG: warning: 'ttir.cumsum' op is computed in f32: sums beyond 65535 become 65535, instead of wrapping around [-Wreduced-precision]
func.func @cumsum_of_16_bits(%a: tensor<4xui16>) -> tensor<4xui16> {
  %0 = tensor.empty() : tensor<4xui16>
  %1 = "ttir.cumsum"(%a, %0) <{dim = 0 : i64}> : (tensor<4xui16>, tensor<4xui16>) -> tensor<4xui16>
  return %1 : tensor<4xui16>
}

// CHECK-LABEL: func.func @low_bits
// CHECK: [[MASK:%.*]] = "ttnn.full"{{.*}}fillValue = 6.553500e+04 : f32
// CHECK: [[LOW:%.*]] = "ttnn.bitwise_and"(%arg0, [[MASK]]
// CHECK: "ttnn.typecast"([[LOW]]) <{dtype = #tt.supportedDataTypes<u16>}>
// WARNED-DAG: warning: 'ttir.typecast' op of u32 to u16 saturates, instead of keeping the lowest 16 bits [-Wtypecast-rounding]
func.func @low_bits(%a: tensor<32x32xui32>) -> tensor<32x32xui16> {
  %0 = tensor.empty() : tensor<32x32xui16>
  %1 = "ttir.typecast"(%a, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xui32>, tensor<32x32xui16>) -> tensor<32x32xui16>
  return %1 : tensor<32x32xui16>
}
