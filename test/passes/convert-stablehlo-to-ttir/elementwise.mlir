// RUN: ttopt --convert-stablehlo-to-ttir %s | filecheck %s
// Ops of one name, of booleans and of others; comparisons; conversions to booleans; clamps.

// CHECK-LABEL: func.func @arithmetic(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<4xf32>
// CHECK-NEXT: %1 = "ttir.div"(%arg0, %arg1, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<4xf32>
// CHECK-NEXT: %3 = "ttir.sigmoid"(%1, %2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: return %3 : tensor<4xf32>
func.func @arithmetic(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.divide %a, %b : tensor<4xf32>
  %1 = stablehlo.logistic %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @logic(%arg0: tensor<4xbf16>, %arg1: tensor<4xi32>) -> (tensor<4xbf16>, tensor<4xi32>) {
// CHECK-NEXT: %0 = tensor.empty() : tensor<4xbf16>
// CHECK-NEXT: %1 = "ttir.logical_or"(%arg0, %arg0, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xbf16>
// CHECK-NEXT: %2 = tensor.empty() : tensor<4xbf16>
// CHECK-NEXT: %3 = "ttir.logical_xor"(%1, %arg0, %2) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4xbf16>, tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xbf16>
// CHECK-NEXT: %4 = tensor.empty() : tensor<4xbf16>
// CHECK-NEXT: %5 = "ttir.logical_not"(%3, %4) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xbf16>
// CHECK-NEXT: %6 = tensor.empty() : tensor<4xi32>
// CHECK-NEXT: %7 = "ttir.bitwise_and"(%arg1, %arg1, %6) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// CHECK-NEXT: return %5, %7 : tensor<4xbf16>, tensor<4xi32>
func.func @logic(%a: tensor<4xi1>, %b: tensor<4xi32>) -> (tensor<4xi1>, tensor<4xi32>) {
  %0 = stablehlo.add %a, %a : tensor<4xi1>
  %1 = stablehlo.xor %0, %a : tensor<4xi1>
  %2 = stablehlo.not %1 : tensor<4xi1>
  %3 = stablehlo.and %b, %b : tensor<4xi32>
  return %2, %3 : tensor<4xi1>, tensor<4xi32>
}

// CHECK-LABEL: func.func @compared(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>, %arg2: tensor<4xf32>, %arg3: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<4xbf16>
// CHECK-NEXT: %1 = "ttir.ge"(%arg0, %arg1, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4xi32>, tensor<4xi32>, tensor<4xbf16>) -> tensor<4xbf16>
// CHECK-NEXT: %2 = tensor.empty() : tensor<4xf32>
// CHECK-NEXT: %3 = "ttir.where"(%1, %arg2, %arg3, %2) <{operandSegmentSizes = array<i32: 3, 1>}> : (tensor<4xbf16>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: return %3 : tensor<4xf32>
func.func @compared(%a: tensor<4xi64>, %b: tensor<4xi64>, %c: tensor<4xf32>, %d: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.compare GE, %a, %b, SIGNED : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
  %1 = stablehlo.select %0, %c, %d : tensor<4xi1>, tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @converted(%arg0: tensor<4xf32>, %arg1: tensor<4xbf16>) -> (tensor<4xbf16>, tensor<4xf16>) {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
// CHECK-NEXT: %1 = tensor.empty() : tensor<4xbf16>
// CHECK-NEXT: %2 = "ttir.ne"(%arg0, %0, %1) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4xf32>, tensor<1xf32>, tensor<4xbf16>) -> tensor<4xbf16>
// CHECK-NEXT: %3 = tensor.empty() : tensor<4xf16>
// CHECK-NEXT: %4 = "ttir.typecast"(%arg1, %3) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4xbf16>, tensor<4xf16>) -> tensor<4xf16>
// CHECK-NEXT: return %2, %4 : tensor<4xbf16>, tensor<4xf16>
func.func @converted(%a: tensor<4xf64>, %b: tensor<4xi1>) -> (tensor<4xi1>, tensor<4xf16>) {
  %0 = stablehlo.convert %a : (tensor<4xf64>) -> tensor<4xi1>
  %1 = stablehlo.convert %b : (tensor<4xi1>) -> tensor<4xf16>
  return %0, %1 : tensor<4xi1>, tensor<4xf16>
}

// CHECK-LABEL: func.func @clamped(%arg0: tensor<4xbf16>, %arg1: tensor<4xi32>) -> (tensor<4xbf16>, tensor<4xi32>) {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<0.000000e+00> : tensor<1xbf16>}> : () -> tensor<1xbf16>
// CHECK-NEXT: %1 = "ttir.constant"() <{value = dense<6.000000e+00> : tensor<1xbf16>}> : () -> tensor<1xbf16>
// CHECK-NEXT: %2 = tensor.empty() : tensor<4xbf16>
// CHECK-NEXT: %3 = "ttir.clamp"(%arg0, %2) <{max = 6.000000e+00 : f32, min = 0.000000e+00 : f32}> : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xbf16>
// CHECK-NEXT: %4 = "ttir.constant"() <{value = dense<-16777217> : tensor<1xi32>}> : () -> tensor<1xi32>
// CHECK-NEXT: %5 = "ttir.constant"() <{value = dense<3> : tensor<1xi32>}> : () -> tensor<1xi32>
// CHECK-NEXT: %6 = tensor.empty() : tensor<4xi32>
// CHECK-NEXT: %7 = "ttir.maximum"(%4, %arg1, %6) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<1xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// CHECK-NEXT: %8 = tensor.empty() : tensor<4xi32>
// CHECK-NEXT: %9 = "ttir.minimum"(%7, %5, %8) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4xi32>, tensor<1xi32>, tensor<4xi32>) -> tensor<4xi32>
// CHECK-NEXT: return %3, %9 : tensor<4xbf16>, tensor<4xi32>
func.func @clamped(%a: tensor<4xbf16>, %b: tensor<4xi32>) -> (tensor<4xbf16>, tensor<4xi32>) {
  %0 = stablehlo.constant dense<0.0> : tensor<bf16>
  %1 = stablehlo.constant dense<6.0> : tensor<bf16>
  %2 = stablehlo.clamp %0, %a, %1 : (tensor<bf16>, tensor<4xbf16>, tensor<bf16>) -> tensor<4xbf16>
  %3 = stablehlo.constant dense<-16777217> : tensor<i32>
  %4 = stablehlo.constant dense<3> : tensor<i32>
  %5 = stablehlo.clamp %3, %b, %4 : (tensor<i32>, tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return %2, %5 : tensor<4xbf16>, tensor<4xi32>
}

// A bound that no integer of 32 bits reaches is none; torch-mlir writes those of 64 bits.
// CHECK-LABEL: func.func @clamped_on_one_side
// CHECK:       "ttir.minimum"(%arg0, %{{.*}}, %{{.*}})
// CHECK:       "ttir.maximum"(%{{.*}}, %arg0, %{{.*}})
// CHECK-NOT:   stablehlo
// CHECK:       return %{{.*}}, %{{.*}}, %arg0
func.func @clamped_on_one_side(%x: tensor<4xi64>) -> (tensor<4xi64>, tensor<4xi64>, tensor<4xi64>) {
  %low = stablehlo.constant dense<-9223372036854775808> : tensor<i64>
  %high = stablehlo.constant dense<9223372036854775807> : tensor<i64>
  %seven = stablehlo.constant dense<7> : tensor<i64>
  %0 = stablehlo.clamp %low, %x, %seven : (tensor<i64>, tensor<4xi64>, tensor<i64>) -> tensor<4xi64>
  %1 = stablehlo.clamp %seven, %x, %high : (tensor<i64>, tensor<4xi64>, tensor<i64>) -> tensor<4xi64>
  %2 = stablehlo.clamp %low, %x, %high : (tensor<i64>, tensor<4xi64>, tensor<i64>) -> tensor<4xi64>
  return %0, %1, %2 : tensor<4xi64>, tensor<4xi64>, tensor<4xi64>
}

// CHECK-LABEL: func.func @square(%arg0: tensor<4xi32>)
// CHECK: "ttir.multiply"(%arg0, %arg0, %{{.*}})
func.func @square(%x: tensor<4xi64>) -> tensor<4xi64> {
  %0 = chlo.square %x : tensor<4xi64> -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

// A factor that is not 1 / sqrt 2 makes no gelu.
// CHECK-LABEL: func.func @almost_gelu
// CHECK-NOT: ttir.gelu
// CHECK: return
func.func @almost_gelu(%x: tensor<4xf32>) -> tensor<4xf32> {
  %scale = stablehlo.constant dense<0.709> : tensor<4xf32>
  %half = stablehlo.constant dense<0.5> : tensor<4xf32>
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  %0 = stablehlo.multiply %x, %scale : tensor<4xf32>
  %1 = chlo.erf %0 : tensor<4xf32> -> tensor<4xf32>
  %2 = stablehlo.add %1, %one : tensor<4xf32>
  %3 = stablehlo.multiply %x, %half : tensor<4xf32>
  %4 = stablehlo.multiply %3, %2 : tensor<4xf32>
  return %4 : tensor<4xf32>
}
