// RUN: ttopt --convert-stablehlo-to-ttir %s | filecheck %s
// Products in the type of the result, and convolutions with what is left out filled in.

// CHECK-LABEL: func.func @product(%arg0: tensor<2x4x8xf32>, %arg1: tensor<2x8x3xf32>) -> tensor<2x4x3xf32> {
// CHECK-NEXT: %0 = "ttir.dot_general"(%arg0, %arg1) <{batch_dims_lhs = array<i64: 0>, batch_dims_rhs = array<i64: 0>, contract_dims_lhs = array<i64: 2>, contract_dims_rhs = array<i64: 1>}> : (tensor<2x4x8xf32>, tensor<2x8x3xf32>) -> tensor<2x4x3xf32>
// CHECK-NEXT: return %0 : tensor<2x4x3xf32>
func.func @product(%a: tensor<2x4x8xf32>, %b: tensor<2x8x3xf32>) -> tensor<2x4x3xf32> {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGHEST, HIGHEST] : (tensor<2x4x8xf32>, tensor<2x8x3xf32>) -> tensor<2x4x3xf32>
  return %0 : tensor<2x4x3xf32>
}

// CHECK-LABEL: func.func @of_mixed_types(%arg0: tensor<4x8xbf16>, %arg1: tensor<8x3xbf16>) -> tensor<4x3xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT: %1 = "ttir.typecast"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xbf16>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<8x3xf32>
// CHECK-NEXT: %3 = "ttir.typecast"(%arg1, %2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<8x3xbf16>, tensor<8x3xf32>) -> tensor<8x3xf32>
// CHECK-NEXT: %4 = "ttir.dot_general"(%1, %3) <{batch_dims_lhs = array<i64>, batch_dims_rhs = array<i64>, contract_dims_lhs = array<i64: 1>, contract_dims_rhs = array<i64: 0>}> : (tensor<4x8xf32>, tensor<8x3xf32>) -> tensor<4x3xf32>
// CHECK-NEXT: return %4 : tensor<4x3xf32>
func.func @of_mixed_types(%a: tensor<4x8xbf16>, %b: tensor<8x3xbf16>) -> tensor<4x3xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xbf16>, tensor<8x3xbf16>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// CHECK-LABEL: func.func @old(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) -> tensor<4xf32> {
// CHECK-NEXT: %0 = "ttir.dot_general"(%arg0, %arg1) <{batch_dims_lhs = array<i64>, batch_dims_rhs = array<i64>, contract_dims_lhs = array<i64: 1>, contract_dims_rhs = array<i64: 0>}> : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4xf32>
// CHECK-NEXT: return %0 : tensor<4xf32>
func.func @old(%a: tensor<4x8xf32>, %b: tensor<8xf32>) -> tensor<4xf32> {
  %0 = stablehlo.dot %a, %b : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @convolution(%arg0: tensor<1x4x4x3xf32>, %arg1: tensor<2x2x3x5xf32>) -> tensor<1x4x3x5xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<1x4x3x5xf32>
// CHECK-NEXT: %1 = "ttir.convolution"(%arg0, %arg1, %0) <{batch_group_count = 1 : i64, convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 3, input_spatial_dimensions = 1x2, kernel_output_feature = 3, kernel_input_feature = 2, kernel_spatial_dimensions = 0x1, output_batch = 0, output_feature = 3, output_spatial_dimensions = 1x2>, feature_group_count = 1 : i64, input_dilation = array<i64: 1, 1>, padding = array<i64: 1, 0, 0, 0>, weight_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x4x4x3xf32>, tensor<2x2x3x5xf32>, tensor<1x4x3x5xf32>) -> tensor<1x4x3x5xf32>
// CHECK-NEXT: return %1 : tensor<1x4x3x5xf32>
func.func @convolution(%a: tensor<1x4x4x3xf32>, %w: tensor<2x2x3x5xf32>) -> tensor<1x4x3x5xf32> {
  %0 = stablehlo.convolution(%a, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x3xf32>, tensor<2x2x3x5xf32>) -> tensor<1x4x3x5xf32>
  return %0 : tensor<1x4x3x5xf32>
}

// Gaps in the image: a transposed convolution, whose kernel is reversed.
// CHECK-LABEL: func.func @transposed
// CHECK: %[[IMAGE:.*]] = "ttir.permute"(%arg0, {{.*}}) <{permutation = array<i64: 0, 2, 3, 1>}>
// CHECK: %[[TURNED:.*]] = "ttir.reverse"(%arg1, {{.*}}) <{dimensions = array<i64: 2, 3>}>
// CHECK: %[[KERNEL:.*]] = "ttir.permute"(%[[TURNED]], {{.*}}) <{permutation = array<i64: 1, 0, 2, 3>}>
// CHECK: "ttir.conv_transpose2d"(%[[IMAGE]], %[[KERNEL]], {{.*}}) <{dilation = array<i32: 1, 1>, groups = 1 : i32, output_padding = array<i32: 0, 0>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}>
func.func @transposed(%a: tensor<1x3x4x4xf32>, %k: tensor<5x3x2x2xf32>) -> tensor<1x5x8x8xf32> {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]], lhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x4x4xf32>, tensor<5x3x2x2xf32>) -> tensor<1x5x8x8xf32>
  return %0 : tensor<1x5x8x8xf32>
}

// Groups of batches become groups of features.
// CHECK-LABEL: func.func @batches
// CHECK: "ttir.reshape"(%arg0, {{.*}}) <{shape = [2 : i32, 2 : i32, 3 : i32, 4 : i32, 4 : i32]}>
// CHECK: "ttir.permute"({{.*}}) <{permutation = array<i64: 1, 0, 2, 3, 4>}>
// CHECK: "ttir.convolution"({{.*}}) <{batch_group_count = 1 : i64, {{.*}}feature_group_count = 2 : i64
func.func @batches(%a: tensor<4x3x4x4xf32>, %k: tensor<6x3x2x2xf32>) -> tensor<2x6x3x3xf32> {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<4x3x4x4xf32>, tensor<6x3x2x2xf32>) -> tensor<2x6x3x3xf32>
  return %0 : tensor<2x6x3x3xf32>
}
