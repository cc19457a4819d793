// RUN: ttopt --system-desc=n150 --ttir-implicit-device --ttnn-layout --verify-diagnostics --split-input-file --warnings=all %s
// Where signed integers lose their sign; every warning is announced, so what works modulo 2^32 is not warned of.

func.func @depends_on_sign(%a: tensor<32x32xi32>, %b: tensor<32x32xsi32>, %c: tensor<32x32xi16>, %d: tensor<32x32xf32>) {
  %0 = tensor.empty() : tensor<32x32xi32>
  // expected-warning @below {{'ttir.abs' op signed 32-bit integers are stored as u32: negative values are taken for large positive ones; signed-integers=true keeps their sign [-Wsigned-integers]}}
  %1 = "ttir.abs"(%a, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xi32>, tensor<32x32xi32>) -> tensor<32x32xi32>
  %2 = tensor.empty() : tensor<32x32xsi32>
  // expected-warning @below {{'ttir.maximum' op signed 32-bit integers are stored as u32}}
  %3 = "ttir.maximum"(%b, %b, %2) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x32xsi32>, tensor<32x32xsi32>, tensor<32x32xsi32>) -> tensor<32x32xsi32>
  %4 = tensor.empty() : tensor<32x32xi16>
  // expected-warning @below {{'ttir.sign' op signed 16-bit integers are stored as u16: negative values are taken for large positive ones [-Wsigned-integers]}}
  %5 = "ttir.sign"(%c, %4) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xi16>, tensor<32x32xi16>) -> tensor<32x32xi16>
  // expected-warning @below {{'ttir.typecast' op signed 32-bit integers are stored as u32}}
  %6 = "ttir.typecast"(%d, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xf32>, tensor<32x32xi32>) -> tensor<32x32xi32>
  // expected-warning @below {{'ttir.constant' op signed 32-bit integers are stored as u32}}
  %7 = "ttir.constant"() <{value = dense<-7> : tensor<32x32xi32>}> : () -> tensor<32x32xi32>
  // expected-warning @below {{'ttir.arange' op signed 32-bit integers are stored as u32}}
  %8 = "ttir.arange"() <{start = -16 : si64, end = 16 : si64, step = 1 : si64, arange_dimension = 3 : i64}> : () -> tensor<1x1x1x32xi32>
  // expected-warning @below {{'ttir.pad' op signed 32-bit integers are stored as u32}}
  %9 = "ttir.pad"(%a) <{padding = array<i32: 0, 32, 0, 0>, value = -1.000000e+00 : f32}> : (tensor<32x32xi32>) -> tensor<64x32xi32>
  return
}

// -----

func.func @works_modulo(%a: tensor<32x32xi32>, %b: tensor<32x32xui32>) {
  %0 = tensor.empty() : tensor<32x32xi32>
  %1 = "ttir.add"(%a, %a, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x32xi32>, tensor<32x32xi32>, tensor<32x32xi32>) -> tensor<32x32xi32>
  %2 = "ttir.neg"(%a, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xi32>, tensor<32x32xi32>) -> tensor<32x32xi32>
  %3 = "ttir.eq"(%a, %1, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x32xi32>, tensor<32x32xi32>, tensor<32x32xi32>) -> tensor<32x32xi32>
  %4 = tensor.empty() : tensor<32x32xui32>
  %5 = "ttir.relu"(%b, %4) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xui32>, tensor<32x32xui32>) -> tensor<32x32xui32>
  %6 = "ttir.relu"(%3, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xi32>, tensor<32x32xi32>) -> tensor<32x32xi32>
  %7 = "ttir.constant"() <{value = dense<7> : tensor<32x32xi32>}> : () -> tensor<32x32xi32>
  %8 = "ttir.maximum"(%3, %7, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x32xi32>, tensor<32x32xi32>, tensor<32x32xi32>) -> tensor<32x32xi32>
  %9 = "ttir.pad"(%a) <{padding = array<i32: 0, 32, 0, 0>, value = 1.000000e+00 : f32}> : (tensor<32x32xi32>) -> tensor<64x32xi32>
  return
}
