// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Convolutions: ranks, attributes, and the size of the result.

// CHECK: error: 'ttir.conv2d' op Input must be at least a 3D tensor
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<8x8x3x3xf32>, %a2: tensor<1x4x4x8xf32>) {
  %r = "ttir.conv2d"(%a0, %a1, %a2) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, padding_bottom = 1 : si32, padding_left = 1 : si32, padding_right = 1 : si32, padding_top = 1 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<4x4xf32>, tensor<8x8x3x3xf32>, tensor<1x4x4x8xf32>) -> tensor<1x4x4x8xf32>
  return
}

// -----

// CHECK: error: 'ttir.conv2d' op Weight must be a 4D tensor
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x3x3xf32>, %a2: tensor<1x4x4x8xf32>) {
  %r = "ttir.conv2d"(%a0, %a1, %a2) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, padding_bottom = 1 : si32, padding_left = 1 : si32, padding_right = 1 : si32, padding_top = 1 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<1x4x4x8xf32>, tensor<8x3x3xf32>, tensor<1x4x4x8xf32>) -> tensor<1x4x4x8xf32>
  return
}

// -----

// CHECK: error: 'ttir.conv2d' op Bias must be a 4D tensor
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x8x3x3xf32>, %a2: tensor<8xf32>, %a3: tensor<1x4x4x8xf32>) {
  %r = "ttir.conv2d"(%a0, %a1, %a2, %a3) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, padding_bottom = 1 : si32, padding_left = 1 : si32, padding_right = 1 : si32, padding_top = 1 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<1x4x4x8xf32>, tensor<8x8x3x3xf32>, tensor<8xf32>, tensor<1x4x4x8xf32>) -> tensor<1x4x4x8xf32>
  return
}

// -----

// CHECK: error: 'ttir.conv_transpose2d' op Input must be a 4D tensor
func.func @test(%a0: tensor<4x4x8xf32>, %a1: tensor<8x2x3x3xf32>, %a2: tensor<1x6x6x2xf32>) {
  %r = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, output_padding = 0 : i32, padding = 0 : i32, stride = 1 : i32}> : (tensor<4x4x8xf32>, tensor<8x2x3x3xf32>, tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.conv_transpose2d' op Output must be a 4D tensor
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x2x3x3xf32>, %a2: tensor<6x6x2xf32>) {
  %r = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, output_padding = 0 : i32, padding = 0 : i32, stride = 1 : i32}> : (tensor<1x4x4x8xf32>, tensor<8x2x3x3xf32>, tensor<6x6x2xf32>) -> tensor<6x6x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.conv_transpose2d' op Weight must be a 4D tensor
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<2x3x3xf32>, %a2: tensor<1x6x6x2xf32>) {
  %r = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, output_padding = 0 : i32, padding = 0 : i32, stride = 1 : i32}> : (tensor<1x4x4x8xf32>, tensor<2x3x3xf32>, tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.conv_transpose2d' op Bias must be a 4D tensor
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x2x3x3xf32>, %a2: tensor<2xf32>, %a3: tensor<1x6x6x2xf32>) {
  %r = "ttir.conv_transpose2d"(%a0, %a1, %a2, %a3) <{dilation = 1 : i32, groups = 1 : i32, output_padding = 0 : i32, padding = 0 : i32, stride = 1 : i32}> : (tensor<1x4x4x8xf32>, tensor<8x2x3x3xf32>, tensor<2xf32>, tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.conv_transpose2d' op Batch size of input and output tensors must match
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x2x3x3xf32>, %a2: tensor<2x6x6x2xf32>) {
  %r = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, output_padding = 0 : i32, padding = 0 : i32, stride = 1 : i32}> : (tensor<1x4x4x8xf32>, tensor<8x2x3x3xf32>, tensor<2x6x6x2xf32>) -> tensor<2x6x6x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.conv_transpose2d' op Expected integer or pair of integers, got tuple of size 3 for stride
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x2x3x3xf32>, %a2: tensor<1x6x6x2xf32>) {
  %r = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, output_padding = 0 : i32, padding = 0 : i32, stride = array<i32: 1, 1, 1>}> : (tensor<1x4x4x8xf32>, tensor<8x2x3x3xf32>, tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.conv_transpose2d' op Stride values must be greater than 0
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x2x3x3xf32>, %a2: tensor<1x6x6x2xf32>) {
  %r = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, output_padding = 0 : i32, padding = 0 : i32, stride = 0 : i32}> : (tensor<1x4x4x8xf32>, tensor<8x2x3x3xf32>, tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.conv_transpose2d' op Expected integer, pair, or tuple of size 4, but got tuple of size 3 for padding
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x2x3x3xf32>, %a2: tensor<1x6x6x2xf32>) {
  %r = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, output_padding = 0 : i32, padding = array<i32: 1, 1, 1>, stride = 1 : i32}> : (tensor<1x4x4x8xf32>, tensor<8x2x3x3xf32>, tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.conv_transpose2d' op Padding values must be greater or equal than 0
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x2x3x3xf32>, %a2: tensor<1x6x6x2xf32>) {
  %r = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, output_padding = 0 : i32, padding = array<i32: 0, -1>, stride = 1 : i32}> : (tensor<1x4x4x8xf32>, tensor<8x2x3x3xf32>, tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.conv_transpose2d' op Expected integer or pair of integers, got tuple of size 1 for output padding
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x2x3x3xf32>, %a2: tensor<1x6x6x2xf32>) {
  %r = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, output_padding = array<i32: 1>, padding = 0 : i32, stride = 1 : i32}> : (tensor<1x4x4x8xf32>, tensor<8x2x3x3xf32>, tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.conv_transpose2d' op Output padding values must be greater or equal than 0
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x2x3x3xf32>, %a2: tensor<1x6x6x2xf32>) {
  %r = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, output_padding = -1 : i32, padding = 0 : i32, stride = 1 : i32}> : (tensor<1x4x4x8xf32>, tensor<8x2x3x3xf32>, tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.conv_transpose2d' op Dilation values must be greater than 0
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x2x3x3xf32>, %a2: tensor<1x6x6x2xf32>) {
  %r = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = array<i32: 1, 0>, groups = 1 : i32, output_padding = 0 : i32, padding = 0 : i32, stride = 1 : i32}> : (tensor<1x4x4x8xf32>, tensor<8x2x3x3xf32>, tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.conv_transpose2d' op Number of input channels from input tensor must be divisible by the number of groups. Got 8 input channels and 3 groups.
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x2x3x3xf32>, %a2: tensor<1x6x6x2xf32>) {
  %r = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 3 : i32, output_padding = 0 : i32, padding = 0 : i32, stride = 1 : i32}> : (tensor<1x4x4x8xf32>, tensor<8x2x3x3xf32>, tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.conv_transpose2d' op Number of output channels from output tensor must be divisible by the number of groups. Got 2 output channels and 4 groups.
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x2x3x3xf32>, %a2: tensor<1x6x6x2xf32>) {
  %r = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 4 : i32, output_padding = 0 : i32, padding = 0 : i32, stride = 1 : i32}> : (tensor<1x4x4x8xf32>, tensor<8x2x3x3xf32>, tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.conv_transpose2d' op Number of input channels from input tensor must match the first dimension of the weight tensor. Got 8 input channels and 4 in the weight tensor.
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<4x2x3x3xf32>, %a2: tensor<1x6x6x2xf32>) {
  %r = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, output_padding = 0 : i32, padding = 0 : i32, stride = 1 : i32}> : (tensor<1x4x4x8xf32>, tensor<4x2x3x3xf32>, tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.conv_transpose2d' op Number of output channels per group must match the second dimension of the weight tensor. Got 1 output channels per group and 2 in the weight tensor.
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x2x3x3xf32>, %a2: tensor<1x6x6x2xf32>) {
  %r = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 2 : i32, output_padding = 0 : i32, padding = 0 : i32, stride = 1 : i32}> : (tensor<1x4x4x8xf32>, tensor<8x2x3x3xf32>, tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.conv_transpose2d' op Mismatch in bias tensor dimensions. Bias tensor has 3 channels, but the output tensor has 2 channels.
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x2x3x3xf32>, %a2: tensor<1x1x1x3xf32>, %a3: tensor<1x6x6x2xf32>) {
  %r = "ttir.conv_transpose2d"(%a0, %a1, %a2, %a3) <{dilation = 1 : i32, groups = 1 : i32, output_padding = 0 : i32, padding = 0 : i32, stride = 1 : i32}> : (tensor<1x4x4x8xf32>, tensor<8x2x3x3xf32>, tensor<1x1x1x3xf32>, tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.conv_transpose2d' op Given input size per channel: (4 x 4). Calculated output size per channel: (-2 x -2). Output size is too small
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x2x3x3xf32>, %a2: tensor<1x6x6x2xf32>) {
  %r = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, output_padding = 0 : i32, padding = 4 : i32, stride = 1 : i32}> : (tensor<1x4x4x8xf32>, tensor<8x2x3x3xf32>, tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.conv_transpose2d' op Mismatch between expected output size per channel and got output tensor dimensions. Expected: (5 x 6), got: (6 x 6).
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x2x3x3xf32>, %a2: tensor<1x6x6x2xf32>) {
  %r = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 1 : i32, output_padding = 0 : i32, padding = array<i32: 1, 0, 0, 0>, stride = 1 : i32}> : (tensor<1x4x4x8xf32>, tensor<8x2x3x3xf32>, tensor<1x6x6x2xf32>) -> tensor<1x6x6x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.convolution' op Convolution input, output, and kernel must have the same number of spatial dimensions
func.func @test(%a0: tensor<1x8x4x4xf32>, %a1: tensor<8x8x3x3xf32>, %a2: tensor<1x8x2x2xf32>) {
  %r = "ttir.convolution"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 1, input_spatial_dimensions = 2x3, kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2x3, output_batch = 0, output_feature = 1, output_spatial_dimensions = 2>, feature_group_count = 1 : i64, input_dilation = array<i64: 1, 1>, padding = array<i64: 0, 0, 0, 0>, weight_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x8x4x4xf32>, tensor<8x8x3x3xf32>, tensor<1x8x2x2xf32>) -> tensor<1x8x2x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.convolution' op Input tensor must have the same number of spatial dimensions as specified in the ConvolutionLayout
func.func @test(%a0: tensor<1x8x4xf32>, %a1: tensor<8x8x3x3xf32>, %a2: tensor<1x8x2x2xf32>) {
  %r = "ttir.convolution"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 1, input_spatial_dimensions = 2x3, kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2x3, output_batch = 0, output_feature = 1, output_spatial_dimensions = 2x3>, feature_group_count = 1 : i64, input_dilation = array<i64: 1, 1>, padding = array<i64: 0, 0, 0, 0>, weight_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x8x4xf32>, tensor<8x8x3x3xf32>, tensor<1x8x2x2xf32>) -> tensor<1x8x2x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.convolution' op Weight tensor must have the same number of spatial dimensions as specified in the ConvolutionLayout
func.func @test(%a0: tensor<1x8x4x4xf32>, %a1: tensor<8x8x3xf32>, %a2: tensor<1x8x2x2xf32>) {
  %r = "ttir.convolution"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 1, input_spatial_dimensions = 2x3, kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2x3, output_batch = 0, output_feature = 1, output_spatial_dimensions = 2x3>, feature_group_count = 1 : i64, input_dilation = array<i64: 1, 1>, padding = array<i64: 0, 0, 0, 0>, weight_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x8x4x4xf32>, tensor<8x8x3xf32>, tensor<1x8x2x2xf32>) -> tensor<1x8x2x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.convolution' op Bias must be a 4D tensor
func.func @test(%a0: tensor<1x8x4x4xf32>, %a1: tensor<8x8x3x3xf32>, %a2: tensor<8xf32>, %a3: tensor<1x8x2x2xf32>) {
  %r = "ttir.convolution"(%a0, %a1, %a2, %a3) <{batch_group_count = 1 : i64, convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 1, input_spatial_dimensions = 2x3, kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2x3, output_batch = 0, output_feature = 1, output_spatial_dimensions = 2x3>, feature_group_count = 1 : i64, input_dilation = array<i64: 1, 1>, padding = array<i64: 0, 0, 0, 0>, weight_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x8x4x4xf32>, tensor<8x8x3x3xf32>, tensor<8xf32>, tensor<1x8x2x2xf32>) -> tensor<1x8x2x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.convolution' op Window strides must have the same number of elements as the spatial dimensions of the input tensor
func.func @test(%a0: tensor<1x8x4x4xf32>, %a1: tensor<8x8x3x3xf32>, %a2: tensor<1x8x2x2xf32>) {
  %r = "ttir.convolution"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 1, input_spatial_dimensions = 2x3, kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2x3, output_batch = 0, output_feature = 1, output_spatial_dimensions = 2x3>, feature_group_count = 1 : i64, input_dilation = array<i64: 1, 1>, padding = array<i64: 0, 0, 0, 0>, weight_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1>}> : (tensor<1x8x4x4xf32>, tensor<8x8x3x3xf32>, tensor<1x8x2x2xf32>) -> tensor<1x8x2x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.convolution' op attribute 'batch_group_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive
func.func @test(%a0: tensor<1x8x4x4xf32>, %a1: tensor<8x8x3x3xf32>, %a2: tensor<1x8x2x2xf32>) {
  %r = "ttir.convolution"(%a0, %a1, %a2) <{batch_group_count = 0 : i64, convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 1, input_spatial_dimensions = 2x3, kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2x3, output_batch = 0, output_feature = 1, output_spatial_dimensions = 2x3>, feature_group_count = 1 : i64, input_dilation = array<i64: 1, 1>, padding = array<i64: 0, 0, 0, 0>, weight_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x8x4x4xf32>, tensor<8x8x3x3xf32>, tensor<1x8x2x2xf32>) -> tensor<1x8x2x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.conv2d' op Stride values must be greater than 0, got (0, 1)
func.func @test(%a0: tensor<1x6x5x8xf32>, %a1: tensor<4x8x3x2xf32>, %a2: tensor<1x4x4x4xf32>) {
  %r = "ttir.conv2d"(%a0, %a1, %a2) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, stride_height = 0 : si32, stride_width = 1 : si32}> : (tensor<1x6x5x8xf32>, tensor<4x8x3x2xf32>, tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.conv2d' op Dilation values must be greater than 0, got (1, 0)
func.func @test(%a0: tensor<1x6x5x8xf32>, %a1: tensor<4x8x3x2xf32>, %a2: tensor<1x4x4x4xf32>) {
  %r = "ttir.conv2d"(%a0, %a1, %a2) <{dilation_height = 1 : si32, dilation_width = 0 : si32, groups = 1 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<1x6x5x8xf32>, tensor<4x8x3x2xf32>, tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.conv2d' op Padding values must be greater or equal than 0, got (0, -1, 0, 0)
func.func @test(%a0: tensor<1x6x5x8xf32>, %a1: tensor<4x8x3x2xf32>, %a2: tensor<1x4x4x4xf32>) {
  %r = "ttir.conv2d"(%a0, %a1, %a2) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, padding_bottom = -1 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<1x6x5x8xf32>, tensor<4x8x3x2xf32>, tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.conv2d' op Number of input channels from input tensor must be divisible by the number of groups. Got 8 input channels and 0 groups.
func.func @test(%a0: tensor<1x6x5x8xf32>, %a1: tensor<4x8x3x2xf32>, %a2: tensor<1x4x4x4xf32>) {
  %r = "ttir.conv2d"(%a0, %a1, %a2) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 0 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<1x6x5x8xf32>, tensor<4x8x3x2xf32>, tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.conv2d' op Number of output channels from output tensor must be divisible by the number of groups. Got 4 output channels and 8 groups.
func.func @test(%a0: tensor<1x6x5x8xf32>, %a1: tensor<4x1x3x2xf32>, %a2: tensor<1x4x4x4xf32>) {
  %r = "ttir.conv2d"(%a0, %a1, %a2) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 8 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<1x6x5x8xf32>, tensor<4x1x3x2xf32>, tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.conv2d' op Number of input channels per group must match that of the weight tensor. Got 4 input channels per group and 8 in the weight tensor.
func.func @test(%a0: tensor<1x6x5x8xf32>, %a1: tensor<4x8x3x2xf32>, %a2: tensor<1x4x4x4xf32>) {
  %r = "ttir.conv2d"(%a0, %a1, %a2) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 2 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<1x6x5x8xf32>, tensor<4x8x3x2xf32>, tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.conv2d' op a window of 3 does not fit into a dimension of size 2
func.func @test(%a0: tensor<1x2x5x8xf32>, %a1: tensor<4x8x3x2xf32>, %a2: tensor<1x4x4x4xf32>) {
  %r = "ttir.conv2d"(%a0, %a1, %a2) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<1x2x5x8xf32>, tensor<4x8x3x2xf32>, tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.conv2d' op Output tensor shape (1, 4, 4, 5) must match the inferred shape: (1, 4, 4, 4)
func.func @test(%a0: tensor<1x6x5x8xf32>, %a1: tensor<4x8x3x2xf32>, %a2: tensor<1x4x4x5xf32>) {
  %r = "ttir.conv2d"(%a0, %a1, %a2) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<1x6x5x8xf32>, tensor<4x8x3x2xf32>, tensor<1x4x4x5xf32>) -> tensor<1x4x4x5xf32>
  return
}

// -----

// CHECK: error: 'ttir.conv2d' op Output tensor shape (2, 4, 4, 4) must match the inferred shape: (1, 4, 4, 4)
func.func @test(%a0: tensor<1x6x5x8xf32>, %a1: tensor<4x8x3x2xf32>, %a2: tensor<2x4x4x4xf32>) {
  %r = "ttir.conv2d"(%a0, %a1, %a2) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<1x6x5x8xf32>, tensor<4x8x3x2xf32>, tensor<2x4x4x4xf32>) -> tensor<2x4x4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.conv2d' op Mismatch in bias tensor dimensions. Bias tensor has 5 channels, but the output tensor has 4 channels.
func.func @test(%a0: tensor<1x6x5x8xf32>, %a1: tensor<4x8x3x2xf32>, %a2: tensor<1x1x1x5xf32>, %a3: tensor<1x4x4x4xf32>) {
  %r = "ttir.conv2d"(%a0, %a1, %a2, %a3) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<1x6x5x8xf32>, tensor<4x8x3x2xf32>, tensor<1x1x1x5xf32>, tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.convolution' op Padding must have 4 elements, got 2
func.func @test(%a0: tensor<2x8x6x5xf32>, %a1: tensor<4x8x3x2xf32>, %a2: tensor<2x4x4x4xf32>) {
  %r = "ttir.convolution"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 1, input_spatial_dimensions = 2x3, kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2x3, output_batch = 0, output_feature = 1, output_spatial_dimensions = 2x3>, feature_group_count = 1 : i64, input_dilation = array<i64: 1, 1>, padding = array<i64: 0, 0>, weight_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<2x8x6x5xf32>, tensor<4x8x3x2xf32>, tensor<2x4x4x4xf32>) -> tensor<2x4x4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.convolution' op Window stride values must be greater than 0, got (1, 0)
func.func @test(%a0: tensor<2x8x6x5xf32>, %a1: tensor<4x8x3x2xf32>, %a2: tensor<2x4x4x4xf32>) {
  %r = "ttir.convolution"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 1, input_spatial_dimensions = 2x3, kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2x3, output_batch = 0, output_feature = 1, output_spatial_dimensions = 2x3>, feature_group_count = 1 : i64, input_dilation = array<i64: 1, 1>, padding = array<i64: 0, 0, 0, 0>, weight_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 0>}> : (tensor<2x8x6x5xf32>, tensor<4x8x3x2xf32>, tensor<2x4x4x4xf32>) -> tensor<2x4x4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.convolution' op The kernel dimensions of the ConvolutionLayout must be 0 to 3 in any order, got (0, 0, 2, 3)
func.func @test(%a0: tensor<2x8x6x5xf32>, %a1: tensor<4x8x3x2xf32>, %a2: tensor<2x4x4x4xf32>) {
  %r = "ttir.convolution"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 1, input_spatial_dimensions = 2x3, kernel_output_feature = 0, kernel_input_feature = 0, kernel_spatial_dimensions = 2x3, output_batch = 0, output_feature = 1, output_spatial_dimensions = 2x3>, feature_group_count = 1 : i64, input_dilation = array<i64: 1, 1>, padding = array<i64: 0, 0, 0, 0>, weight_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<2x8x6x5xf32>, tensor<4x8x3x2xf32>, tensor<2x4x4x4xf32>) -> tensor<2x4x4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.convolution' op Number of input channels per group must match that of the weight tensor. Got 4 input channels per group and 8 in the weight tensor.
func.func @test(%a0: tensor<2x8x6x5xf32>, %a1: tensor<4x8x3x2xf32>, %a2: tensor<2x4x4x4xf32>) {
  %r = "ttir.convolution"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 1, input_spatial_dimensions = 2x3, kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2x3, output_batch = 0, output_feature = 1, output_spatial_dimensions = 2x3>, feature_group_count = 2 : i64, input_dilation = array<i64: 1, 1>, padding = array<i64: 0, 0, 0, 0>, weight_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<2x8x6x5xf32>, tensor<4x8x3x2xf32>, tensor<2x4x4x4xf32>) -> tensor<2x4x4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.convolution' op Batch size must be divisible by the number of batch groups. Got 2 and 4.
func.func @test(%a0: tensor<2x8x6x5xf32>, %a1: tensor<4x8x3x2xf32>, %a2: tensor<2x4x4x4xf32>) {
  %r = "ttir.convolution"(%a0, %a1, %a2) <{batch_group_count = 4 : i64, convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 1, input_spatial_dimensions = 2x3, kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2x3, output_batch = 0, output_feature = 1, output_spatial_dimensions = 2x3>, feature_group_count = 1 : i64, input_dilation = array<i64: 1, 1>, padding = array<i64: 0, 0, 0, 0>, weight_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<2x8x6x5xf32>, tensor<4x8x3x2xf32>, tensor<2x4x4x4xf32>) -> tensor<2x4x4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.convolution' op Output tensor shape (2, 4, 4, 5) must match the inferred shape: (2, 4, 4, 4)
func.func @test(%a0: tensor<2x8x6x5xf32>, %a1: tensor<4x8x3x2xf32>, %a2: tensor<2x4x4x5xf32>) {
  %r = "ttir.convolution"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 1, input_spatial_dimensions = 2x3, kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2x3, output_batch = 0, output_feature = 1, output_spatial_dimensions = 2x3>, feature_group_count = 1 : i64, input_dilation = array<i64: 1, 1>, padding = array<i64: 0, 0, 0, 0>, weight_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<2x8x6x5xf32>, tensor<4x8x3x2xf32>, tensor<2x4x4x5xf32>) -> tensor<2x4x4x5xf32>
  return
}
