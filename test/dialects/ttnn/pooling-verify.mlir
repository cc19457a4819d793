// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Pooling and resampling.

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.max_pool2d' op Kernel height 5 is greater than input height 4. This MaxPool2d configuration is invalid.
func.func @test(%a0: tensor<1x1x16x8xf32>, %a1: tensor<1x1x9x8xf32>, %a2: !tt.device<#device>) {
  %r = "ttnn.max_pool2d"(%a0, %a1, %a2) <{ceil_mode = false, batch_size = 1 : si32, channels = 8 : si32, dilation_height = 1 : si32, dilation_width = 1 : si32, input_height = 4 : si32, input_width = 4 : si32, kernel_height = 5 : si32, kernel_width = 2 : si32, padding_height = 0 : si32, padding_width = 0 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<1x1x16x8xf32>, tensor<1x1x9x8xf32>, !tt.device<#device>) -> tensor<1x1x9x8xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.max_pool2d' op Kernel width 5 is greater than input width 4. This MaxPool2d configuration is invalid.
func.func @test(%a0: tensor<1x1x16x8xf32>, %a1: tensor<1x1x9x8xf32>, %a2: !tt.device<#device>) {
  %r = "ttnn.max_pool2d"(%a0, %a1, %a2) <{ceil_mode = false, batch_size = 1 : si32, channels = 8 : si32, dilation_height = 1 : si32, dilation_width = 1 : si32, input_height = 4 : si32, input_width = 4 : si32, kernel_height = 2 : si32, kernel_width = 5 : si32, padding_height = 0 : si32, padding_width = 0 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<1x1x16x8xf32>, tensor<1x1x9x8xf32>, !tt.device<#device>) -> tensor<1x1x9x8xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.max_pool2d' op Input tensor rank must be 4. Received input with rank 3. Shape: (1, 16, 8).
func.func @test(%a0: tensor<1x16x8xf32>, %a1: tensor<1x1x9x8xf32>, %a2: !tt.device<#device>) {
  %r = "ttnn.max_pool2d"(%a0, %a1, %a2) <{ceil_mode = false, batch_size = 1 : si32, channels = 8 : si32, dilation_height = 1 : si32, dilation_width = 1 : si32, input_height = 4 : si32, input_width = 4 : si32, kernel_height = 2 : si32, kernel_width = 2 : si32, padding_height = 0 : si32, padding_width = 0 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<1x16x8xf32>, tensor<1x1x9x8xf32>, !tt.device<#device>) -> tensor<1x1x9x8xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.max_pool2d' op Maxpool input must be in the form (1, 1, N*H*W, C). Received shape (1, 4, 4, 8).
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<1x1x9x8xf32>, %a2: !tt.device<#device>) {
  %r = "ttnn.max_pool2d"(%a0, %a1, %a2) <{ceil_mode = false, batch_size = 1 : si32, channels = 8 : si32, dilation_height = 1 : si32, dilation_width = 1 : si32, input_height = 4 : si32, input_width = 4 : si32, kernel_height = 2 : si32, kernel_width = 2 : si32, padding_height = 0 : si32, padding_width = 0 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<1x4x4x8xf32>, tensor<1x1x9x8xf32>, !tt.device<#device>) -> tensor<1x1x9x8xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.max_pool2d' op Maxpool shape (1, 1, 15, 8) at dim -2 must be equal to N*H*W. However the attributes given are N=1, H=4, W=4. 1*4*4 != 15.
func.func @test(%a0: tensor<1x1x15x8xf32>, %a1: tensor<1x1x9x8xf32>, %a2: !tt.device<#device>) {
  %r = "ttnn.max_pool2d"(%a0, %a1, %a2) <{ceil_mode = false, batch_size = 1 : si32, channels = 8 : si32, dilation_height = 1 : si32, dilation_width = 1 : si32, input_height = 4 : si32, input_width = 4 : si32, kernel_height = 2 : si32, kernel_width = 2 : si32, padding_height = 0 : si32, padding_width = 0 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<1x1x15x8xf32>, tensor<1x1x9x8xf32>, !tt.device<#device>) -> tensor<1x1x9x8xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.max_pool2d' op Maxpool shape (1, 1, 16, 7) at dim -3 must be equal to C. However the attribute given is C=8. 7 != 8
func.func @test(%a0: tensor<1x1x16x7xf32>, %a1: tensor<1x1x9x8xf32>, %a2: !tt.device<#device>) {
  %r = "ttnn.max_pool2d"(%a0, %a1, %a2) <{ceil_mode = false, batch_size = 1 : si32, channels = 8 : si32, dilation_height = 1 : si32, dilation_width = 1 : si32, input_height = 4 : si32, input_width = 4 : si32, kernel_height = 2 : si32, kernel_width = 2 : si32, padding_height = 0 : si32, padding_width = 0 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<1x1x16x7xf32>, tensor<1x1x9x8xf32>, !tt.device<#device>) -> tensor<1x1x9x8xf32>
  return
}

// -----

// CHECK: error: 'ttnn.upsample' op Expected rank of input tensor is 4, got rank 3
func.func @test(%a0: tensor<2x2x1xf32>) {
  %r = "ttnn.upsample"(%a0) <{scale_factor = 1 : si32}> : (tensor<2x2x1xf32>) -> tensor<1x2x2x1xf32>
  return
}

// -----

// CHECK: error: 'ttnn.upsample' op Expected rank of output tensor is 4, got rank 3
func.func @test(%a0: tensor<1x2x2x1xf32>) {
  %r = "ttnn.upsample"(%a0) <{scale_factor = 1 : si32}> : (tensor<1x2x2x1xf32>) -> tensor<2x2x1xf32>
  return
}

// -----

// CHECK: error: 'ttnn.upsample' op Expected integer or pair of integers, got tuple of size 3
func.func @test(%a0: tensor<1x2x2x1xf32>) {
  %r = "ttnn.upsample"(%a0) <{scale_factor = array<i32: 1, 1, 1>}> : (tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32>
  return
}

// -----

// CHECK: error: 'ttnn.upsample' op Scale factors H = 1 and W = 0 must be positive integers
func.func @test(%a0: tensor<1x2x2x1xf32>) {
  %r = "ttnn.upsample"(%a0) <{scale_factor = array<i32: 1, 0>}> : (tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32>
  return
}

// -----

// CHECK: error: 'ttnn.upsample' op Expected output H dimension to be input H dimension * scaleH = 4, got 2
func.func @test(%a0: tensor<1x2x2x1xf32>) {
  %r = "ttnn.upsample"(%a0) <{scale_factor = 2 : si32}> : (tensor<1x2x2x1xf32>) -> tensor<1x2x4x1xf32>
  return
}

// -----

// CHECK: error: 'ttnn.upsample' op Expected output W dimension to be input W dimension * scaleW = 4, got 2
func.func @test(%a0: tensor<1x2x2x1xf32>) {
  %r = "ttnn.upsample"(%a0) <{scale_factor = 2 : si32}> : (tensor<1x2x2x1xf32>) -> tensor<1x4x2x1xf32>
  return
}

// -----

// CHECK: error: 'ttnn.upsample' op Expected output N dimension to be 1, got 2
func.func @test(%a0: tensor<1x2x2x1xf32>) {
  %r = "ttnn.upsample"(%a0) <{scale_factor = 1 : si32}> : (tensor<1x2x2x1xf32>) -> tensor<2x2x2x1xf32>
  return
}

// -----

// CHECK: error: 'ttnn.upsample' op Expected output C dimension to be 1, got 3
func.func @test(%a0: tensor<1x2x2x1xf32>) {
  %r = "ttnn.upsample"(%a0) <{scale_factor = 1 : si32}> : (tensor<1x2x2x1xf32>) -> tensor<1x2x2x3xf32>
  return
}

// -----

// CHECK: error: 'ttnn.upsample' op Expected modes are (nearest, bilinear), got "cubic"
func.func @test(%a0: tensor<1x2x2x1xf32>) {
  %r = "ttnn.upsample"(%a0) <{mode = "cubic", scale_factor = 1 : si32}> : (tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.max_pool2d' op Kernel values must be greater than 0, got (-2, 2)
func.func @test(%a0: tensor<1x1x48x4xf32>, %a1: tensor<1x1x12x4xf32>, %a2: !tt.device<#device>) {
  %r = "ttnn.max_pool2d"(%a0, %a1, %a2) <{batch_size = 1 : si32, ceil_mode = false, channels = 4 : si32, dilation_height = 1 : si32, dilation_width = 1 : si32, input_height = 8 : si32, input_width = 6 : si32, kernel_height = -2 : si32, kernel_width = 2 : si32, padding_height = 0 : si32, padding_width = 0 : si32, stride_height = 2 : si32, stride_width = 2 : si32}> : (tensor<1x1x48x4xf32>, tensor<1x1x12x4xf32>, !tt.device<#device>) -> tensor<1x1x12x4xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.max_pool2d' op Dilation values must be greater than 0, got (1, 0)
func.func @test(%a0: tensor<1x1x48x4xf32>, %a1: tensor<1x1x12x4xf32>, %a2: !tt.device<#device>) {
  %r = "ttnn.max_pool2d"(%a0, %a1, %a2) <{batch_size = 1 : si32, ceil_mode = false, channels = 4 : si32, dilation_height = 1 : si32, dilation_width = 0 : si32, input_height = 8 : si32, input_width = 6 : si32, kernel_height = 2 : si32, kernel_width = 2 : si32, padding_height = 0 : si32, padding_width = 0 : si32, stride_height = 2 : si32, stride_width = 2 : si32}> : (tensor<1x1x48x4xf32>, tensor<1x1x12x4xf32>, !tt.device<#device>) -> tensor<1x1x12x4xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.max_pool2d' op Output tensor shape (1, 1, 12, 4) must be that of N x H x W x C = 1 x 8 x 3 x 4 or its flattened form (1, 1, 24, 4)
func.func @test(%a0: tensor<1x1x48x4xf32>, %a1: tensor<1x1x12x4xf32>, %a2: !tt.device<#device>) {
  %r = "ttnn.max_pool2d"(%a0, %a1, %a2) <{batch_size = 1 : si32, ceil_mode = false, channels = 4 : si32, dilation_height = 1 : si32, dilation_width = 1 : si32, input_height = 8 : si32, input_width = 6 : si32, kernel_height = 1 : si32, kernel_width = 2 : si32, padding_height = 0 : si32, padding_width = 0 : si32, stride_height = 1 : si32, stride_width = 2 : si32}> : (tensor<1x1x48x4xf32>, tensor<1x1x12x4xf32>, !tt.device<#device>) -> tensor<1x1x12x4xf32>
  return
}
