// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Convolutions: the text of dimensions and windows, and what follows.

// CHECK: error: inferred shape '[1, 6, 6, 16]' is incompatible with return type of operation 'tensor<1x6x6x15xf32>'
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x15xf32>
  return
}

// -----

// CHECK: error: expects window-strides to have same dimension-size as size of window dimensions (2), but got: 1.
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: expects window to have positive stride for 1-th window dimension, but got 0.
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 0]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: expects base-dilation factors to have same dimension-size as size of window dimensions (2), but got: 1.
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {lhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: expects window to have positive base dilation factor for 0-th window dimension, but got 0.
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {lhs_dilate = [0, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: expects window-dilation factors to have same dimension-size as size of window dimensions (2), but got: 1.
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: expects window to have positive window dilation factor for 0-th window dimension, but got 0.
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {rhs_dilate = [0, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: expects padding-entries to have same dimension-size as size of window dimensions (2), but got: 1.
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: expects window-reversal to have same dimension-size as size of window dimensions (2), but got: 1.
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.convolution' Expected array with 2 elements, got 3 elements instead
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[0, 0, 0], [1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: expected '['
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [0, 0]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.convolution' Unexpected keyword foo
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {foo = [0, 0]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.convolution' Unexpected keyword stride
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: expects batch_group_count and feature_group_count not to be both greater than 1. Got 2 and 2 resp.
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 2 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: expects input batch dimension (1) to be divisible by batch_group_count. Got batch_group_count = 2.
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: expects input feature dimension (4) to be a multiple of feature_group_count. Got feature_group_count = 3.
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: expects input feature dimension (4) / feature_group_count = kernel input feature dimension (4). Got feature_group_count = 2.
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.convolution' 'stablehlo.convolution' op attribute 'batch_group_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 0 : i64, feature_group_count = 2 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.convolution' op requires attribute 'feature_group_count'
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: expects output feature dimension size (16) to be a multiple of batch_group_count. Got batch_group_count = 3.
func.func @test(%a: tensor<3x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 3 : i64, feature_group_count = 1 : i64} : (tensor<3x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: expects kernel output feature dimension (16) to be divisible by feature_group_count. For feature_group_count = 3.
func.func @test(%a: tensor<1x8x8x12xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<1x8x8x12xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: expects convolution arguments to have >= 2 dimensions. Got: 'tensor<4xf32>' and 'tensor<3xf32>'.
func.func @test(%a: tensor<4xf32>, %b: tensor<3xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4xf32>, tensor<3xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: expects convolution arguments to have same number of dimensions. Got: 'tensor<1x8x8x4xf32>' and 'tensor<3x3x4xf32>'.
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: expects lhs and rhs to have compatible element type. Got: 'f32' and 'f64'
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf64>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf64>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: expects window to have positive value for 0-th window dimension, but got 0.
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<0x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<0x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: expects the same size for input, kernel and output spatial-dimensions, but got 2, 1, and 2 resp.
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: expects input, kernel, and output dimension-numbers to be in-range [0, 4).
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.convolution' Duplicate entries for spatial dimension 1
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, 1]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.convolution' Unexpected dimension -1
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, -1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.convolution' Unexpected keyword q
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f, q]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.convolution' Unexpected dimension i, expecting f
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, i]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.convolution' Expected spatial dimensions 1 not specified
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 2, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.convolution' Expected dimensions b, f not specified
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [0, 1, 2]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.convolution' Unexpected keyword bc
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, bc, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: expected '->'
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o][b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: expected '['
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = b[0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.convolution' expected 'x'
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f] [0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: expects precision config to be empty or have <= 2 elements.
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>, #stablehlo<precision HIGH>]} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: expected one of: `input_batch_dimension`, `input_feature_dimension`, `input_spatial_dimensions`, `kernel_input_feature_dimension`, `kernel_output_feature_dimension`, `kernel_spatial_dimensions`, `output_batch_dimension`, `output_feature_dimension`, `output_spatial_dimensions`
// CHECK: error: failed parsing dot dimension numbers attribute
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = "stablehlo.convolution"(%a, %b) <{dimension_numbers = #stablehlo.conv<raw foo = 1>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: expects the shape of padding-attribute to be {N, 2}, but got {2, 3}.
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = "stablehlo.convolution"(%a, %b) <{dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, padding = dense<0> : tensor<2x3xi64>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: expects padding to be of shape [2, 2], but got [2, 1]
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>, %c: tensor<2x1xi64>) {
  %r = "stablehlo.dynamic_conv"(%a, %b, %c) <{dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>, tensor<2x1xi64>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: expects window to have positive stride for 0-th window dimension, but got 0.
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  %r = "stablehlo.dynamic_conv"(%a, %b, %p) <{dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64, window_strides = array<i64: 0, 1>}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>, tensor<2x2xi64>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: expects input dimension-numbers to be unique, got {0, 0, 1, 2}.
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = "stablehlo.convolution"(%a, %b) <{dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 0, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: expects kernel dimension-numbers to be unique, got {3, 3, 0, 1}.
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = "stablehlo.convolution"(%a, %b) <{dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 3, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: expects output dimension-numbers to be unique, got {3, 3, 1, 2}.
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = "stablehlo.convolution"(%a, %b) <{dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 3, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}

// -----

// CHECK: error: expects input, kernel, and output dimension-numbers to be in-range [0, 4).
func.func @test(%a: tensor<1x8x8x4xf32>, %b: tensor<3x3x4x16xf32>) {
  %r = "stablehlo.convolution"(%a, %b) <{dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 4, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x6x6x16xf32>
  return
}
