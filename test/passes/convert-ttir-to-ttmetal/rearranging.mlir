// RUN: ttopt --ttir-to-ttmetal-backend-pipeline %s | filecheck %s

// Tiles are read in the order of the result's, and transposed each: 0, 2, 4, then 1, 3, 5 of the source.
// CHECK: func.func @transpose
// CHECK: "ttkernel.transpose_wh_init"
// CHECK: "ttkernel.transpose_wh_tile"
// CHECK: entries = array<i32: [[FIRST:[0-9]+]], {{[0-9]+}}, 4096, 0, 1, {{.*}}>}> : () -> memref<6x5xi32>
func.func @transpose(%arg0: tensor<96x64xf32>) -> tensor<64x96xf32> {
  %0 = tensor.empty() : tensor<64x96xf32>
  %1 = "ttir.transpose"(%arg0, %0) <{dim0 = 1 : si32, dim1 = -2 : si32}> : (tensor<96x64xf32>, tensor<64x96xf32>) -> tensor<64x96xf32>
  return %1 : tensor<64x96xf32>
}

// Rows stay whole: all 128 of them are copied at once.
// CHECK: func.func @reshape
// CHECK: entries = array<i32: {{[0-9]+}}, {{[0-9]+}}, 32768, 0>}> : () -> memref<1x4xi32>
func.func @reshape(%arg0: tensor<4x32x64xf32>) -> tensor<128x64xf32> {
  %0 = tensor.empty() : tensor<128x64xf32>
  %1 = "ttir.reshape"(%arg0, %0) <{shape = [128 : i32, 64 : i32]}> : (tensor<4x32x64xf32>, tensor<128x64xf32>) -> tensor<128x64xf32>
  return %1 : tensor<128x64xf32>
}

// One number is a row of one.
// CHECK: func.func @scalar
// CHECK: entries = array<i32: {{[0-9]+}}, {{[0-9]+}}, 128, 0, {{.*}}>}> : () -> memref<32x4xi32>
func.func @scalar(%arg0: tensor<f32>) -> tensor<1xf32> {
  %0 = tensor.empty() : tensor<1xf32>
  %1 = "ttir.reshape"(%arg0, %0) <{shape = [1 : i32]}> : (tensor<f32>, tensor<1xf32>) -> tensor<1xf32>
  return %1 : tensor<1xf32>
}
