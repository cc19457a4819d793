// RUN: ttopt --ttir-to-ttmetal-backend-pipeline --split-input-file --verify-diagnostics %s -o %t

func.func @floats(%x: tensor<32x32xf32>) -> (tensor<32x32xui16>, tensor<32x32xui32>) {
  %0 = tensor.empty() : tensor<32x32xui16>
  // expected-warning @below {{'ttir.typecast' op of floats to u16 rounds to nearest, while one to u32 truncates [-Wtypecast-rounding]}}
  %1 = "ttir.typecast"(%x, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xf32>, tensor<32x32xui16>) -> tensor<32x32xui16>
  %2 = tensor.empty() : tensor<32x32xui32>
  %3 = "ttir.typecast"(%x, %2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xf32>, tensor<32x32xui32>) -> tensor<32x32xui32>
  return %1, %3 : tensor<32x32xui16>, tensor<32x32xui32>
}

// -----

func.func @signed(%x: tensor<32x32xsi32>) -> tensor<32x32xui16> {
  %0 = tensor.empty() : tensor<32x32xui16>
  // expected-warning @below {{'ttir.typecast' op of si32 to u16 saturates, instead of keeping the lowest 16 bits [-Wtypecast-rounding]}}
  %1 = "ttir.typecast"(%x, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xsi32>, tensor<32x32xui16>) -> tensor<32x32xui16>
  return %1 : tensor<32x32xui16>
}

// -----

func.func @unsigned(%x: tensor<32x32xui32>) -> tensor<32x32xui16> {
  %0 = tensor.empty() : tensor<32x32xui16>
  // expected-warning @below {{'ttir.typecast' op of u32 to u16 saturates, instead of keeping the lowest 16 bits [-Wtypecast-rounding]}}
  %1 = "ttir.typecast"(%x, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xui32>, tensor<32x32xui16>) -> tensor<32x32xui16>
  return %1 : tensor<32x32xui16>
}

// -----

func.func @narrow_integers(%x: tensor<32x32xui8>) -> tensor<32x32xui16> {
  %0 = tensor.empty() : tensor<32x32xui16>
  %1 = "ttir.typecast"(%x, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xui8>, tensor<32x32xui16>) -> tensor<32x32xui16>
  return %1 : tensor<32x32xui16>
}
