// RUN: ttopt --system-desc=n150 --ttir-implicit-device --ttnn-layout --convert-ttir-to-ttnn --verify-diagnostics --split-input-file --warnings=all -Wno-signed-integers %s
// Every warning is announced, so what is not announced is not warned of.

func.func @remainder(%a: tensor<32x32xf32>, %b: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = tensor.empty() : tensor<32x32xf32>
  // expected-warning @below {{'ttir.remainder' op is lowered to a modulo: where the operands' signs differ, the result has the divisor's sign instead of the dividend's [-Wremainder-sign]}}
  %1 = "ttir.remainder"(%a, %b, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  return %1 : tensor<32x32xf32>
}

// -----
// Of positive numbers a remainder is a modulo.

func.func @of_positive_numbers() -> tensor<32x32xf32> {
  %a = "ttir.constant"() <{value = dense<7.5> : tensor<32x32xf32>}> : () -> tensor<32x32xf32>
  %b = "ttir.ones"() <{shape = array<i32: 32, 32>}> : () -> tensor<32x32xf32>
  %0 = tensor.empty() : tensor<32x32xf32>
  %1 = "ttir.remainder"(%a, %b, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  return %1 : tensor<32x32xf32>
}

// -----

func.func @constants() -> (tensor<32x32xi32>, tensor<32x32xi32>, tensor<32x32xi32>, tensor<32x32xui32>) {
  // expected-warning @below {{'ttir.constant' op passes 2147483647 as f32, which makes it 2147483648 [-Winexact-constant]}}
  %0 = "ttir.constant"() <{value = dense<2147483647> : tensor<32x32xi32>}> : () -> tensor<32x32xi32>
  // expected-warning @below {{'ttir.constant' op passes 16777217 as f32, which makes it 16777216}}
  %1 = "ttir.constant"() <{value = dense<16777217> : tensor<32x32xi32>}> : () -> tensor<32x32xi32>
  %2 = "ttir.constant"() <{value = dense<16777216> : tensor<32x32xi32>}> : () -> tensor<32x32xi32>
  %3 = "ttir.constant"() <{value = dense<1073741824> : tensor<32x32xui32>}> : () -> tensor<32x32xui32>
  return %0, %1, %2, %3 : tensor<32x32xi32>, tensor<32x32xi32>, tensor<32x32xi32>, tensor<32x32xui32>
}

// -----

func.func @range() -> tensor<1x1x1x32xi32> {
  // expected-warning @below {{'ttir.arange' op passes 16777217 as f32, which makes it 16777216}}
  %0 = "ttir.arange"() <{start = 16777217 : si64, end = 16777249 : si64, step = 1 : si64, arange_dimension = 3 : i64}> : () -> tensor<1x1x1x32xi32>
  return %0 : tensor<1x1x1x32xi32>
}

// -----

func.func @typecasts(%x: tensor<32x32xf32>) -> (tensor<32x32xui16>, tensor<32x32xui32>) {
  %0 = tensor.empty() : tensor<32x32xui16>
  // expected-warning @below {{'ttir.typecast' op of floats to u16 rounds to nearest, while one to u32 truncates [-Wtypecast-rounding]}}
  %1 = "ttir.typecast"(%x, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xf32>, tensor<32x32xui16>) -> tensor<32x32xui16>
  %2 = tensor.empty() : tensor<32x32xui32>
  %3 = "ttir.typecast"(%x, %2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xf32>, tensor<32x32xui32>) -> tensor<32x32xui32>
  return %1, %3 : tensor<32x32xui16>, tensor<32x32xui32>
}
