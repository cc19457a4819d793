// RUN: ttopt --convert-stablehlo-to-ttir --warnings=all --split-input-file %s -o /dev/null 2>&1 | filecheck %s
// 64-bit integers are computed in 32 bits: what may not fit is said, what is known to fit is not.

func.func @sums(%ids: tensor<4xi64>, %large: tensor<4xui64>, %x: tensor<4xf32>) -> (tensor<4xi64>, tensor<i64>, tensor<4xui64>, tensor<4xi64>) {
  // CHECK: :{{[0-9]+}}:8: warning: 'stablehlo.add' op 64-bit integers are computed in i32: results that do not fit wrap around or saturate [-Wwide-integers]
  %0 = stablehlo.add %ids, %ids : tensor<4xi64>
  %zero = stablehlo.constant dense<0> : tensor<i64>
  // CHECK: 'stablehlo.reduce' op 64-bit integers are computed in i32
  %1 = stablehlo.reduce(%ids init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xi64>, tensor<i64>) -> tensor<i64>
  // CHECK: 'stablehlo.negate' op 64-bit integers are computed in ui32
  %2 = stablehlo.negate %large : tensor<4xui64>
  // CHECK: 'stablehlo.convert' op 64-bit integers are computed in i32
  %3 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xi64>
  return %0, %1, %2, %3 : tensor<4xi64>, tensor<i64>, tensor<4xui64>, tensor<4xi64>
}

// -----

// CHECK: :{{[0-9]+}}:38: warning: argument #1 has 64-bit floats, which are computed in f32 [-Wwide-floats]
func.func @double(%a: tensor<4xf32>, %x: tensor<4xf64>) -> tensor<4xf64> {
  %0 = stablehlo.abs %x : tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

// A front end names arguments without a place: then it is where the argument is used first.
func.func @named(%x: tensor<4xf64> loc("x")) -> tensor<4xf64> {
  // CHECK: :{{[0-9]+}}:8: warning: argument 'x' has 64-bit floats, which are computed in f32 [-Wwide-floats]
  %0 = stablehlo.abs %x : tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

func.func @result(%x: tensor<4xf32>) -> tensor<4xf64> {
  // CHECK: :{{[0-9]+}}:8: warning: result #0 has 64-bit floats, which are computed in f32 [-Wwide-floats]
  %0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

// Torch divides integers as f64, which f32 does not stand for; of few bits, of known sizes and of f32 it does.
func.func @integers_of_doubles(%ids: tensor<4xi64>, %n: tensor<4xi32>, %small: tensor<4xi16>, %x: tensor<4xf32>)
    -> (tensor<4xi64>, tensor<4xi32>, tensor<4xi64>, tensor<4xi16>, tensor<4xi64>, tensor<4xi32>) {
  %two = stablehlo.constant dense<2.0> : tensor<4xf64>
  %0 = stablehlo.convert %ids : (tensor<4xi64>) -> tensor<4xf64>
  %1 = stablehlo.divide %0, %two : tensor<4xf64>
  %2 = stablehlo.floor %1 : tensor<4xf64>
  // CHECK: :{{[0-9]+}}:8: warning: 'stablehlo.convert' op converts 64-bit floats to integers, but computes in f32, which cannot represent all integers beyond 2^24 [-Wwide-floats]
  // CHECK-NEXT: %3 = stablehlo.convert %2
  %3 = stablehlo.convert %2 : (tensor<4xf64>) -> tensor<4xi64>
  %4 = stablehlo.convert %n : (tensor<4xi32>) -> tensor<4xf64>
  %5 = stablehlo.divide %two, %4 : tensor<4xf64>
  // CHECK: :{{[0-9]+}}:8: warning: 'stablehlo.convert' op converts 64-bit floats to integers
  // CHECK-NEXT: %6 = stablehlo.convert %5
  %6 = stablehlo.convert %5 : (tensor<4xf64>) -> tensor<4xi32>
  %7 = stablehlo.convert %small : (tensor<4xi16>) -> tensor<4xf64>
  %8 = stablehlo.divide %7, %two : tensor<4xf64>
  %9 = stablehlo.convert %8 : (tensor<4xf64>) -> tensor<4xi64>
  %10 = stablehlo.convert %4 : (tensor<4xf64>) -> tensor<4xi16>
  %11 = stablehlo.convert %two : (tensor<4xf64>) -> tensor<4xi64>
  %12 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf64>
  %13 = stablehlo.convert %12 : (tensor<4xf64>) -> tensor<4xi32>
  return %3, %6, %9, %10, %11, %13 : tensor<4xi64>, tensor<4xi32>, tensor<4xi64>, tensor<4xi16>, tensor<4xi64>, tensor<4xi32>
}

// -----

// CHECK-NOT: warning:
func.func @double_inside(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf64>
  %1 = stablehlo.sqrt %0 : tensor<4xf64>
  %2 = stablehlo.convert %1 : (tensor<4xf64>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

// A causal mask, indices from the end, and how many there are.
func.func @known_ranges(%ids: tensor<4xi64>, %mask: tensor<4xi1>) -> (tensor<4x4xi1>, tensor<4xi64>, tensor<i64>) {
  %row = stablehlo.iota dim = 0 : tensor<4x4xi64>
  %column = stablehlo.iota dim = 1 : tensor<4x4xi64>
  %difference = stablehlo.subtract %column, %row : tensor<4x4xi64>
  %zeros = stablehlo.constant dense<0> : tensor<4x4xi64>
  %causal = stablehlo.compare LE, %difference, %zeros : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
  %zero = stablehlo.constant dense<0> : tensor<4xi64>
  %size = stablehlo.constant dense<100> : tensor<4xi64>
  %is_negative = stablehlo.compare LT, %ids, %zero : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
  %from_end = stablehlo.add %ids, %size : tensor<4xi64>
  %again = stablehlo.broadcast_in_dim %from_end, dims = [0] : (tensor<4xi64>) -> tensor<4xi64>
  %index = stablehlo.select %is_negative, %again, %ids : tensor<4xi1>, tensor<4xi64>
  %truth = stablehlo.convert %mask : (tensor<4xi1>) -> tensor<4xi64>
  %none = stablehlo.constant dense<0> : tensor<i64>
  %count = stablehlo.reduce(%truth init: %none) applies stablehlo.add across dimensions = [0] : (tensor<4xi64>, tensor<i64>) -> tensor<i64>
  return %causal, %index, %count : tensor<4x4xi1>, tensor<4xi64>, tensor<i64>
}
