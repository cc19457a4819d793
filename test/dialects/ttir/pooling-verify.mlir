// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Pooling and resampling.

// CHECK: error: 'ttir.max_pool2d' op Input tensor rank must be 4. Recieved input with rank 3. Shape: (4, 4, 8).
func.func @test(%a0: tensor<4x4x8xf32>, %a1: tensor<1x3x3x8xf32>) {
  %r = "ttir.max_pool2d"(%a0, %a1) <{ceil_mode = false, dilation_height = 1 : si32, dilation_width = 1 : si32, kernel_height = 2 : si32, kernel_width = 2 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<4x4x8xf32>, tensor<1x3x3x8xf32>) -> tensor<1x3x3x8xf32>
  return
}

// -----

// CHECK: error: 'ttir.max_pool2d' op Kernel height 5 is greater than input height 4. This MaxPool2d configuration is invalid.
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<1x3x3x8xf32>) {
  %r = "ttir.max_pool2d"(%a0, %a1) <{ceil_mode = false, dilation_height = 1 : si32, dilation_width = 1 : si32, kernel_height = 5 : si32, kernel_width = 2 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<1x4x4x8xf32>, tensor<1x3x3x8xf32>) -> tensor<1x3x3x8xf32>
  return
}

// -----

// CHECK: error: 'ttir.max_pool2d' op Kernel width 5 is greater than input width 4. This MaxPool2d configuration is invalid.
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<1x3x3x8xf32>) {
  %r = "ttir.max_pool2d"(%a0, %a1) <{ceil_mode = false, dilation_height = 1 : si32, dilation_width = 1 : si32, kernel_height = 2 : si32, kernel_width = 5 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<1x4x4x8xf32>, tensor<1x3x3x8xf32>) -> tensor<1x3x3x8xf32>
  return
}

// -----

// CHECK: error: 'ttir.pooling' op All input tensors must have the same rank
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<4x4x4xf32>, %a2: tensor<3x3xf32>, %a3: tensor<3x3xf32>) {
  %r:2 = "ttir.pooling"(%a0, %a1, %a2, %a3) <{operandSegmentSizes = array<i32: 2, 2>, base_dilations = array<i64: 1, 1>, padding = array<i64: 0, 0, 0, 0>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>, pooling_method = #ttir<pooling_method Max>}> : (tensor<4x4xf32>, tensor<4x4x4xf32>, tensor<3x3xf32>, tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>)
  return
}

// -----

// CHECK: error: 'ttir.pooling' op Window strides must have the same number of elements as the rank of the input tensor
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<3x3xf32>) {
  %r = "ttir.pooling"(%a0, %a1) <{operandSegmentSizes = array<i32: 1, 1>, base_dilations = array<i64: 1, 1>, padding = array<i64: 0, 0, 0, 0>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1>, pooling_method = #ttir<pooling_method Max>}> : (tensor<4x4xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

// CHECK: error: 'ttir.pooling' op Window dilations must have the same number of elements as the rank of the input tensor
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<3x3xf32>) {
  %r = "ttir.pooling"(%a0, %a1) <{operandSegmentSizes = array<i32: 1, 1>, base_dilations = array<i64: 1, 1>, padding = array<i64: 0, 0, 0, 0>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>, pooling_method = #ttir<pooling_method Max>}> : (tensor<4x4xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

// CHECK: error: 'ttir.pooling' op Window dimensions must have the same number of elements as the rank of the input tensor
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<3x3xf32>) {
  %r = "ttir.pooling"(%a0, %a1) <{operandSegmentSizes = array<i32: 1, 1>, base_dilations = array<i64: 1, 1>, padding = array<i64: 0, 0, 0, 0>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1>, window_strides = array<i64: 1, 1>, pooling_method = #ttir<pooling_method Max>}> : (tensor<4x4xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

// CHECK: error: 'ttir.pooling' op Padding must have the same number of elements as twice the rank of the input tensor
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<3x3xf32>) {
  %r = "ttir.pooling"(%a0, %a1) <{operandSegmentSizes = array<i32: 1, 1>, base_dilations = array<i64: 1, 1>, padding = array<i64: 1>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>, pooling_method = #ttir<pooling_method Max>}> : (tensor<4x4xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

// CHECK: error: 'ttir.upsample2d' op Expected rank of input tensor is 4, got rank 3
func.func @test(%a0: tensor<2x2x1xf32>, %a1: tensor<1x2x2x1xf32>) {
  %r = "ttir.upsample2d"(%a0, %a1) <{scale_factor = 1 : si32}> : (tensor<2x2x1xf32>, tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32>
  return
}

// -----

// CHECK: error: 'ttir.upsample2d' op Expected rank of output tensor is 4, got rank 3
func.func @test(%a0: tensor<1x2x2x1xf32>, %a1: tensor<2x2x1xf32>) {
  %r = "ttir.upsample2d"(%a0, %a1) <{scale_factor = 1 : si32}> : (tensor<1x2x2x1xf32>, tensor<2x2x1xf32>) -> tensor<2x2x1xf32>
  return
}

// -----

// CHECK: error: 'ttir.upsample2d' op Expected integer or pair of integers, got tuple of size 3
func.func @test(%a0: tensor<1x2x2x1xf32>, %a1: tensor<1x2x2x1xf32>) {
  %r = "ttir.upsample2d"(%a0, %a1) <{scale_factor = array<i32: 1, 1, 1>}> : (tensor<1x2x2x1xf32>, tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32>
  return
}

// -----

// CHECK: error: 'ttir.upsample2d' op Scale factors H = 1 and W = 0 must be positive integers
func.func @test(%a0: tensor<1x2x2x1xf32>, %a1: tensor<1x2x2x1xf32>) {
  %r = "ttir.upsample2d"(%a0, %a1) <{scale_factor = array<i32: 1, 0>}> : (tensor<1x2x2x1xf32>, tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32>
  return
}

// -----

// CHECK: error: 'ttir.upsample2d' op Expected output H dimension to be input H dimension * scaleH = 4, got 2
func.func @test(%a0: tensor<1x2x2x1xf32>, %a1: tensor<1x2x4x1xf32>) {
  %r = "ttir.upsample2d"(%a0, %a1) <{scale_factor = 2 : si32}> : (tensor<1x2x2x1xf32>, tensor<1x2x4x1xf32>) -> tensor<1x2x4x1xf32>
  return
}

// -----

// CHECK: error: 'ttir.upsample2d' op Expected output W dimension to be input W dimension * scaleW = 4, got 2
func.func @test(%a0: tensor<1x2x2x1xf32>, %a1: tensor<1x4x2x1xf32>) {
  %r = "ttir.upsample2d"(%a0, %a1) <{scale_factor = 2 : si32}> : (tensor<1x2x2x1xf32>, tensor<1x4x2x1xf32>) -> tensor<1x4x2x1xf32>
  return
}

// -----

// CHECK: error: 'ttir.upsample2d' op Expected output N dimension to be 1, got 2
func.func @test(%a0: tensor<1x2x2x1xf32>, %a1: tensor<2x2x2x1xf32>) {
  %r = "ttir.upsample2d"(%a0, %a1) <{scale_factor = 1 : si32}> : (tensor<1x2x2x1xf32>, tensor<2x2x2x1xf32>) -> tensor<2x2x2x1xf32>
  return
}

// -----

// CHECK: error: 'ttir.upsample2d' op Expected output C dimension to be 1, got 3
func.func @test(%a0: tensor<1x2x2x1xf32>, %a1: tensor<1x2x2x3xf32>) {
  %r = "ttir.upsample2d"(%a0, %a1) <{scale_factor = 1 : si32}> : (tensor<1x2x2x1xf32>, tensor<1x2x2x3xf32>) -> tensor<1x2x2x3xf32>
  return
}

// -----

// CHECK: error: 'ttir.upsample2d' op Expected modes are (nearest, bilinear), got "cubic"
func.func @test(%a0: tensor<1x2x2x1xf32>, %a1: tensor<1x2x2x1xf32>) {
  %r = "ttir.upsample2d"(%a0, %a1) <{mode = "cubic", scale_factor = 1 : si32}> : (tensor<1x2x2x1xf32>, tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32>
  return
}

// -----

// CHECK: error: 'ttir.max_pool2d' op Kernel values must be greater than 0, got (0, 2)
func.func @test(%a0: tensor<1x8x6x4xf32>, %a1: tensor<1x4x3x4xf32>) {
  %r = "ttir.max_pool2d"(%a0, %a1) <{ceil_mode = false, dilation_height = 1 : si32, dilation_width = 1 : si32, kernel_height = 0 : si32, kernel_width = 2 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, stride_height = 2 : si32, stride_width = 2 : si32}> : (tensor<1x8x6x4xf32>, tensor<1x4x3x4xf32>) -> tensor<1x4x3x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.max_pool2d' op Stride values must be greater than 0, got (2, 0)
func.func @test(%a0: tensor<1x8x6x4xf32>, %a1: tensor<1x4x3x4xf32>) {
  %r = "ttir.max_pool2d"(%a0, %a1) <{ceil_mode = false, dilation_height = 1 : si32, dilation_width = 1 : si32, kernel_height = 2 : si32, kernel_width = 2 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, stride_height = 2 : si32, stride_width = 0 : si32}> : (tensor<1x8x6x4xf32>, tensor<1x4x3x4xf32>) -> tensor<1x4x3x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.max_pool2d' op Dilation values must be greater than 0, got (-1, 1)
func.func @test(%a0: tensor<1x8x6x4xf32>, %a1: tensor<1x4x3x4xf32>) {
  %r = "ttir.max_pool2d"(%a0, %a1) <{ceil_mode = false, dilation_height = -1 : si32, dilation_width = 1 : si32, kernel_height = 2 : si32, kernel_width = 2 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, stride_height = 2 : si32, stride_width = 2 : si32}> : (tensor<1x8x6x4xf32>, tensor<1x4x3x4xf32>) -> tensor<1x4x3x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.max_pool2d' op Padding values must be greater or equal than 0, got (0, 0, -1, 0)
func.func @test(%a0: tensor<1x8x6x4xf32>, %a1: tensor<1x4x3x4xf32>) {
  %r = "ttir.max_pool2d"(%a0, %a1) <{ceil_mode = false, dilation_height = 1 : si32, dilation_width = 1 : si32, kernel_height = 2 : si32, kernel_width = 2 : si32, padding_bottom = 0 : si32, padding_left = -1 : si32, padding_right = 0 : si32, padding_top = 0 : si32, stride_height = 2 : si32, stride_width = 2 : si32}> : (tensor<1x8x6x4xf32>, tensor<1x4x3x4xf32>) -> tensor<1x4x3x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.max_pool2d' op Output tensor shape (1, 4, 4, 4) must match the inferred shape: (1, 4, 3, 4)
func.func @test(%a0: tensor<1x8x6x4xf32>, %a1: tensor<1x4x4x4xf32>) {
  %r = "ttir.max_pool2d"(%a0, %a1) <{ceil_mode = false, dilation_height = 1 : si32, dilation_width = 1 : si32, kernel_height = 2 : si32, kernel_width = 2 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, stride_height = 2 : si32, stride_width = 2 : si32}> : (tensor<1x8x6x4xf32>, tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.max_pool2d' op Output tensor shape (1, 4, 3, 4) must match the inferred shape: (1, 5, 3, 4)
func.func @test(%a0: tensor<1x9x6x4xf32>, %a1: tensor<1x4x3x4xf32>) {
  %r = "ttir.max_pool2d"(%a0, %a1) <{ceil_mode = true, dilation_height = 1 : si32, dilation_width = 1 : si32, kernel_height = 2 : si32, kernel_width = 2 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, stride_height = 2 : si32, stride_width = 2 : si32}> : (tensor<1x9x6x4xf32>, tensor<1x4x3x4xf32>) -> tensor<1x4x3x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.pooling' op Base dilations must have 4 elements, got 1
func.func @test(%a0: tensor<1x8x6x4xf32>, %a1: tensor<1x4x3x4xf32>) {
  %r = "ttir.pooling"(%a0, %a1) <{base_dilations = array<i64: 1>, operandSegmentSizes = array<i32: 1, 1>, padding = array<i64: 0, 0, 0, 0, 0, 0, 0, 0>, pooling_method = #ttir<pooling_method Max>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> : (tensor<1x8x6x4xf32>, tensor<1x4x3x4xf32>) -> tensor<1x4x3x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.pooling' op Window dilation values must be greater than 0, got (1, 1, 0, 1)
func.func @test(%a0: tensor<1x8x6x4xf32>, %a1: tensor<1x4x3x4xf32>) {
  %r = "ttir.pooling"(%a0, %a1) <{base_dilations = array<i64: 1, 1, 1, 1>, operandSegmentSizes = array<i32: 1, 1>, padding = array<i64: 0, 0, 0, 0, 0, 0, 0, 0>, pooling_method = #ttir<pooling_method Max>, window_dilations = array<i64: 1, 1, 0, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> : (tensor<1x8x6x4xf32>, tensor<1x4x3x4xf32>) -> tensor<1x4x3x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.pooling' op Output tensor shape (1, 4, 4, 4) must match the inferred shape: (1, 4, 3, 4)
func.func @test(%a0: tensor<1x8x6x4xf32>, %a1: tensor<1x4x4x4xf32>) {
  %r = "ttir.pooling"(%a0, %a1) <{base_dilations = array<i64: 1, 1, 1, 1>, operandSegmentSizes = array<i32: 1, 1>, padding = array<i64: 0, 0, 0, 0, 0, 0, 0, 0>, pooling_method = #ttir<pooling_method Max>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> : (tensor<1x8x6x4xf32>, tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return
}
