// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Convolutions: ranks, attributes against types, and the size of the result.

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.conv2d' op Input must be at least a 3D tensor
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<8x8x3x3xf32>, %a2: tensor<1x4x4x8xf32>, %a3: !tt.device<#device>) {
  %r = "ttnn.conv2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation_height = 1 : i32, dilation_width = 1 : i32, groups = 1 : i32, in_channels = 1 : i32, input_height = 1 : i32, input_width = 1 : i32, kernel_height = 1 : i32, kernel_width = 1 : i32, out_channels = 1 : i32, padding_height = 1 : i32, padding_width = 1 : i32, stride_height = 1 : i32, stride_width = 1 : i32}> : (tensor<4x4xf32>, tensor<8x8x3x3xf32>, tensor<1x4x4x8xf32>, !tt.device<#device>) -> tensor<1x4x4x8xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.conv2d' op Weight must be a 4D tensor
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x8x3xf32>, %a2: tensor<1x4x4x8xf32>, %a3: !tt.device<#device>) {
  %r = "ttnn.conv2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation_height = 1 : i32, dilation_width = 1 : i32, groups = 1 : i32, in_channels = 1 : i32, input_height = 1 : i32, input_width = 1 : i32, kernel_height = 1 : i32, kernel_width = 1 : i32, out_channels = 1 : i32, padding_height = 1 : i32, padding_width = 1 : i32, stride_height = 1 : i32, stride_width = 1 : i32}> : (tensor<1x4x4x8xf32>, tensor<8x8x3xf32>, tensor<1x4x4x8xf32>, !tt.device<#device>) -> tensor<1x4x4x8xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.conv2d' op Bias must be a 4D tensor
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x8x3x3xf32>, %a2: tensor<8xf32>, %a3: tensor<1x4x4x8xf32>, %a4: !tt.device<#device>) {
  %r = "ttnn.conv2d"(%a0, %a1, %a2, %a3, %a4) <{batch_size = 1 : i32, dilation_height = 1 : i32, dilation_width = 1 : i32, groups = 1 : i32, in_channels = 1 : i32, input_height = 1 : i32, input_width = 1 : i32, kernel_height = 1 : i32, kernel_width = 1 : i32, out_channels = 1 : i32, padding_height = 1 : i32, padding_width = 1 : i32, stride_height = 1 : i32, stride_width = 1 : i32}> : (tensor<1x4x4x8xf32>, tensor<8x8x3x3xf32>, tensor<8xf32>, tensor<1x4x4x8xf32>, !tt.device<#device>) -> tensor<1x4x4x8xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.conv2d' op Bias must only have data on the final dimenstion
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x8x3x3xf32>, %a2: tensor<1x1x2x8xf32>, %a3: tensor<1x4x4x8xf32>, %a4: !tt.device<#device>) {
  %r = "ttnn.conv2d"(%a0, %a1, %a2, %a3, %a4) <{batch_size = 1 : i32, dilation_height = 1 : i32, dilation_width = 1 : i32, groups = 1 : i32, in_channels = 1 : i32, input_height = 1 : i32, input_width = 1 : i32, kernel_height = 1 : i32, kernel_width = 1 : i32, out_channels = 1 : i32, padding_height = 1 : i32, padding_width = 1 : i32, stride_height = 1 : i32, stride_width = 1 : i32}> : (tensor<1x4x4x8xf32>, tensor<8x8x3x3xf32>, tensor<1x1x2x8xf32>, tensor<1x4x4x8xf32>, !tt.device<#device>) -> tensor<1x4x4x8xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.conv_transpose2d' op Input must be a 4D tensor
func.func @test(%a0: tensor<4x4x8xf32>, %a1: tensor<8x2x3x3xf32>, %a2: tensor<1x6x6x2xf32>, %a3: !tt.device<#device>) {
  %r = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 8 : i32, input_height = 4 : i32, input_width = 4 : i32, kernel_size = array<i32: 3, 3>, out_channels = 2 : i32, output_padding = array<i32: 0, 0>, padding = array<i32: 0, 0>, stride = array<i32: 1, 1>}> : (tensor<4x4x8xf32>, tensor<8x2x3x3xf32>, tensor<1x6x6x2xf32>, !tt.device<#device>) -> tensor<1x6x6x2xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.conv_transpose2d' op Output must be a 4D tensor
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x2x3x3xf32>, %a2: tensor<6x6x2xf32>, %a3: !tt.device<#device>) {
  %r = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 8 : i32, input_height = 4 : i32, input_width = 4 : i32, kernel_size = array<i32: 3, 3>, out_channels = 2 : i32, output_padding = array<i32: 0, 0>, padding = array<i32: 0, 0>, stride = array<i32: 1, 1>}> : (tensor<1x4x4x8xf32>, tensor<8x2x3x3xf32>, tensor<6x6x2xf32>, !tt.device<#device>) -> tensor<6x6x2xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.conv_transpose2d' op Weight must be a 4D tensor
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<2x3x3xf32>, %a2: tensor<1x6x6x2xf32>, %a3: !tt.device<#device>) {
  %r = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 8 : i32, input_height = 4 : i32, input_width = 4 : i32, kernel_size = array<i32: 3, 3>, out_channels = 2 : i32, output_padding = array<i32: 0, 0>, padding = array<i32: 0, 0>, stride = array<i32: 1, 1>}> : (tensor<1x4x4x8xf32>, tensor<2x3x3xf32>, tensor<1x6x6x2xf32>, !tt.device<#device>) -> tensor<1x6x6x2xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.conv_transpose2d' op Input channels attribute must match the last dimension of the input tensor
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x2x3x3xf32>, %a2: tensor<1x6x6x2xf32>, %a3: !tt.device<#device>) {
  %r = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 7 : i32, input_height = 4 : i32, input_width = 4 : i32, kernel_size = array<i32: 3, 3>, out_channels = 2 : i32, output_padding = array<i32: 0, 0>, padding = array<i32: 0, 0>, stride = array<i32: 1, 1>}> : (tensor<1x4x4x8xf32>, tensor<8x2x3x3xf32>, tensor<1x6x6x2xf32>, !tt.device<#device>) -> tensor<1x6x6x2xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.conv_transpose2d' op Output channels attribute match the last dimension of the output tensor
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x2x3x3xf32>, %a2: tensor<1x6x6x2xf32>, %a3: !tt.device<#device>) {
  %r = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 8 : i32, input_height = 4 : i32, input_width = 4 : i32, kernel_size = array<i32: 3, 3>, out_channels = 7 : i32, output_padding = array<i32: 0, 0>, padding = array<i32: 0, 0>, stride = array<i32: 1, 1>}> : (tensor<1x4x4x8xf32>, tensor<8x2x3x3xf32>, tensor<1x6x6x2xf32>, !tt.device<#device>) -> tensor<1x6x6x2xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.conv_transpose2d' op Batch size attribute must match the first dimension of the input tensor
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x2x3x3xf32>, %a2: tensor<1x6x6x2xf32>, %a3: !tt.device<#device>) {
  %r = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 7 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 8 : i32, input_height = 4 : i32, input_width = 4 : i32, kernel_size = array<i32: 3, 3>, out_channels = 2 : i32, output_padding = array<i32: 0, 0>, padding = array<i32: 0, 0>, stride = array<i32: 1, 1>}> : (tensor<1x4x4x8xf32>, tensor<8x2x3x3xf32>, tensor<1x6x6x2xf32>, !tt.device<#device>) -> tensor<1x6x6x2xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.conv_transpose2d' op Input height attribute must match the third dimension of the input tensor
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x2x3x3xf32>, %a2: tensor<1x6x6x2xf32>, %a3: !tt.device<#device>) {
  %r = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 8 : i32, input_height = 7 : i32, input_width = 4 : i32, kernel_size = array<i32: 3, 3>, out_channels = 2 : i32, output_padding = array<i32: 0, 0>, padding = array<i32: 0, 0>, stride = array<i32: 1, 1>}> : (tensor<1x4x4x8xf32>, tensor<8x2x3x3xf32>, tensor<1x6x6x2xf32>, !tt.device<#device>) -> tensor<1x6x6x2xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.conv_transpose2d' op Input width attribute must match the second dimension of the input tensor
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x2x3x3xf32>, %a2: tensor<1x6x6x2xf32>, %a3: !tt.device<#device>) {
  %r = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 8 : i32, input_height = 4 : i32, input_width = 7 : i32, kernel_size = array<i32: 3, 3>, out_channels = 2 : i32, output_padding = array<i32: 0, 0>, padding = array<i32: 0, 0>, stride = array<i32: 1, 1>}> : (tensor<1x4x4x8xf32>, tensor<8x2x3x3xf32>, tensor<1x6x6x2xf32>, !tt.device<#device>) -> tensor<1x6x6x2xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.conv_transpose2d' op Attribute 'stride' contains a value less than: 1
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x2x3x3xf32>, %a2: tensor<1x6x6x2xf32>, %a3: !tt.device<#device>) {
  %r = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 8 : i32, input_height = 4 : i32, input_width = 4 : i32, kernel_size = array<i32: 3, 3>, out_channels = 2 : i32, output_padding = array<i32: 0, 0>, padding = array<i32: 0, 0>, stride = array<i32: 1, 0>}> : (tensor<1x4x4x8xf32>, tensor<8x2x3x3xf32>, tensor<1x6x6x2xf32>, !tt.device<#device>) -> tensor<1x6x6x2xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.conv_transpose2d' op Attribute 'padding' contains a value less than: 0
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x2x3x3xf32>, %a2: tensor<1x6x6x2xf32>, %a3: !tt.device<#device>) {
  %r = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 8 : i32, input_height = 4 : i32, input_width = 4 : i32, kernel_size = array<i32: 3, 3>, out_channels = 2 : i32, output_padding = array<i32: 0, 0>, padding = array<i32: -1, 0>, stride = array<i32: 1, 1>}> : (tensor<1x4x4x8xf32>, tensor<8x2x3x3xf32>, tensor<1x6x6x2xf32>, !tt.device<#device>) -> tensor<1x6x6x2xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.conv_transpose2d' op Attribute 'output padding' contains a value less than: 0
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x2x3x3xf32>, %a2: tensor<1x6x6x2xf32>, %a3: !tt.device<#device>) {
  %r = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 8 : i32, input_height = 4 : i32, input_width = 4 : i32, kernel_size = array<i32: 3, 3>, out_channels = 2 : i32, output_padding = array<i32: 0, -2>, padding = array<i32: 0, 0>, stride = array<i32: 1, 1>}> : (tensor<1x4x4x8xf32>, tensor<8x2x3x3xf32>, tensor<1x6x6x2xf32>, !tt.device<#device>) -> tensor<1x6x6x2xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.conv_transpose2d' op Attribute 'dilation' contains a value less than: 1
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x2x3x3xf32>, %a2: tensor<1x6x6x2xf32>, %a3: !tt.device<#device>) {
  %r = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 0, 0>, groups = 1 : i32, in_channels = 8 : i32, input_height = 4 : i32, input_width = 4 : i32, kernel_size = array<i32: 3, 3>, out_channels = 2 : i32, output_padding = array<i32: 0, 0>, padding = array<i32: 0, 0>, stride = array<i32: 1, 1>}> : (tensor<1x4x4x8xf32>, tensor<8x2x3x3xf32>, tensor<1x6x6x2xf32>, !tt.device<#device>) -> tensor<1x6x6x2xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.conv_transpose2d' op Number of input channels from input tensor must be divisible by the number of groups. Got 8 input channels and 3 groups.
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x2x3x3xf32>, %a2: tensor<1x6x6x2xf32>, %a3: !tt.device<#device>) {
  %r = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 3 : i32, in_channels = 8 : i32, input_height = 4 : i32, input_width = 4 : i32, kernel_size = array<i32: 3, 3>, out_channels = 2 : i32, output_padding = array<i32: 0, 0>, padding = array<i32: 0, 0>, stride = array<i32: 1, 1>}> : (tensor<1x4x4x8xf32>, tensor<8x2x3x3xf32>, tensor<1x6x6x2xf32>, !tt.device<#device>) -> tensor<1x6x6x2xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.conv_transpose2d' op Given input size per channel: (4 x 4). Calculated output size per channel: (-2 x -2). Output size is too small
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x2x3x3xf32>, %a2: tensor<1x6x6x2xf32>, %a3: !tt.device<#device>) {
  %r = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 8 : i32, input_height = 4 : i32, input_width = 4 : i32, kernel_size = array<i32: 3, 3>, out_channels = 2 : i32, output_padding = array<i32: 0, 0>, padding = array<i32: 4, 4>, stride = array<i32: 1, 1>}> : (tensor<1x4x4x8xf32>, tensor<8x2x3x3xf32>, tensor<1x6x6x2xf32>, !tt.device<#device>) -> tensor<1x6x6x2xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.conv_transpose2d' op Number of input channels from input tensor must match the first dimension of the weight tensor. Got 8 input channels and 9 in the weight tensor.
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<9x2x3x3xf32>, %a2: tensor<1x6x6x2xf32>, %a3: !tt.device<#device>) {
  %r = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 8 : i32, input_height = 4 : i32, input_width = 4 : i32, kernel_size = array<i32: 3, 3>, out_channels = 2 : i32, output_padding = array<i32: 0, 0>, padding = array<i32: 0, 0>, stride = array<i32: 1, 1>}> : (tensor<1x4x4x8xf32>, tensor<9x2x3x3xf32>, tensor<1x6x6x2xf32>, !tt.device<#device>) -> tensor<1x6x6x2xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.conv_transpose2d' op Number of output channels per group must match the second dimension of the weight tensor. Got 2 output channels per group and 5 in the weight tensor.
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x5x3x3xf32>, %a2: tensor<1x6x6x2xf32>, %a3: !tt.device<#device>) {
  %r = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 8 : i32, input_height = 4 : i32, input_width = 4 : i32, kernel_size = array<i32: 3, 3>, out_channels = 2 : i32, output_padding = array<i32: 0, 0>, padding = array<i32: 0, 0>, stride = array<i32: 1, 1>}> : (tensor<1x4x4x8xf32>, tensor<8x5x3x3xf32>, tensor<1x6x6x2xf32>, !tt.device<#device>) -> tensor<1x6x6x2xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.conv_transpose2d' op Mismatch in bias tensor dimensions. Bias tensor has 3 channels, but the output tensor has 2 channels.
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x2x3x3xf32>, %a2: tensor<1x6x6x2xf32>, %a3: !tt.device<#device>, %b: tensor<1x1x1x3xf32>) {
  %r = "ttnn.conv_transpose2d"(%a0, %a1, %b, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 8 : i32, input_height = 4 : i32, input_width = 4 : i32, kernel_size = array<i32: 3, 3>, out_channels = 2 : i32, output_padding = array<i32: 0, 0>, padding = array<i32: 0, 0>, stride = array<i32: 1, 1>}> : (tensor<1x4x4x8xf32>, tensor<8x2x3x3xf32>, tensor<1x1x1x3xf32>, tensor<1x6x6x2xf32>, !tt.device<#device>) -> tensor<1x6x6x2xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.conv2d' op Stride values must be greater than 0, got (1, 0)
func.func @test(%a0: tensor<1x1x30x8xf32>, %a1: tensor<4x8x3x2xf32>, %a2: tensor<1x1x16x4xf32>, %a3: !tt.device<#device>) {
  %r = "ttnn.conv2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation_height = 1 : i32, dilation_width = 1 : i32, groups = 1 : i32, in_channels = 8 : i32, input_height = 6 : i32, input_width = 5 : i32, kernel_height = 3 : i32, kernel_width = 2 : i32, out_channels = 4 : i32, padding_height = 0 : i32, padding_width = 0 : i32, stride_height = 1 : i32, stride_width = 0 : i32}> : (tensor<1x1x30x8xf32>, tensor<4x8x3x2xf32>, tensor<1x1x16x4xf32>, !tt.device<#device>) -> tensor<1x1x16x4xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.conv2d' op Padding values must be greater or equal than 0, got (-1, -1, 0, 0)
func.func @test(%a0: tensor<1x1x30x8xf32>, %a1: tensor<4x8x3x2xf32>, %a2: tensor<1x1x16x4xf32>, %a3: !tt.device<#device>) {
  %r = "ttnn.conv2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation_height = 1 : i32, dilation_width = 1 : i32, groups = 1 : i32, in_channels = 8 : i32, input_height = 6 : i32, input_width = 5 : i32, kernel_height = 3 : i32, kernel_width = 2 : i32, out_channels = 4 : i32, padding_height = -1 : i32, padding_width = 0 : i32, stride_height = 1 : i32, stride_width = 1 : i32}> : (tensor<1x1x30x8xf32>, tensor<4x8x3x2xf32>, tensor<1x1x16x4xf32>, !tt.device<#device>) -> tensor<1x1x16x4xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.conv2d' op Input tensor shape (1, 1, 30, 8) must be that of N x H x W x C = 1 x 6 x 6 x 8 or its flattened form (1, 1, 36, 8)
func.func @test(%a0: tensor<1x1x30x8xf32>, %a1: tensor<4x8x3x2xf32>, %a2: tensor<1x1x16x4xf32>, %a3: !tt.device<#device>) {
  %r = "ttnn.conv2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation_height = 1 : i32, dilation_width = 1 : i32, groups = 1 : i32, in_channels = 8 : i32, input_height = 6 : i32, input_width = 6 : i32, kernel_height = 3 : i32, kernel_width = 2 : i32, out_channels = 4 : i32, padding_height = 0 : i32, padding_width = 0 : i32, stride_height = 1 : i32, stride_width = 1 : i32}> : (tensor<1x1x30x8xf32>, tensor<4x8x3x2xf32>, tensor<1x1x16x4xf32>, !tt.device<#device>) -> tensor<1x1x16x4xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.conv2d' op Number of input channels per group must match that of the weight tensor. Got 4 input channels per group and 8 in the weight tensor.
func.func @test(%a0: tensor<1x1x30x8xf32>, %a1: tensor<4x8x3x2xf32>, %a2: tensor<1x1x16x4xf32>, %a3: !tt.device<#device>) {
  %r = "ttnn.conv2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation_height = 1 : i32, dilation_width = 1 : i32, groups = 2 : i32, in_channels = 8 : i32, input_height = 6 : i32, input_width = 5 : i32, kernel_height = 3 : i32, kernel_width = 2 : i32, out_channels = 4 : i32, padding_height = 0 : i32, padding_width = 0 : i32, stride_height = 1 : i32, stride_width = 1 : i32}> : (tensor<1x1x30x8xf32>, tensor<4x8x3x2xf32>, tensor<1x1x16x4xf32>, !tt.device<#device>) -> tensor<1x1x16x4xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.conv2d' op Weight tensor shape (4, 8, 3, 2) must match the attributes: (4, 8, 3, 3)
func.func @test(%a0: tensor<1x1x30x8xf32>, %a1: tensor<4x8x3x2xf32>, %a2: tensor<1x1x16x4xf32>, %a3: !tt.device<#device>) {
  %r = "ttnn.conv2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation_height = 1 : i32, dilation_width = 1 : i32, groups = 1 : i32, in_channels = 8 : i32, input_height = 6 : i32, input_width = 5 : i32, kernel_height = 3 : i32, kernel_width = 3 : i32, out_channels = 4 : i32, padding_height = 0 : i32, padding_width = 0 : i32, stride_height = 1 : i32, stride_width = 1 : i32}> : (tensor<1x1x30x8xf32>, tensor<4x8x3x2xf32>, tensor<1x1x16x4xf32>, !tt.device<#device>) -> tensor<1x1x16x4xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.conv2d' op Output tensor shape (1, 1, 16, 4) must be that of N x H x W x C = 1 x 2 x 4 x 4 or its flattened form (1, 1, 8, 4)
func.func @test(%a0: tensor<1x1x30x8xf32>, %a1: tensor<4x8x3x2xf32>, %a2: tensor<1x1x16x4xf32>, %a3: !tt.device<#device>) {
  %r = "ttnn.conv2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation_height = 1 : i32, dilation_width = 1 : i32, groups = 1 : i32, in_channels = 8 : i32, input_height = 6 : i32, input_width = 5 : i32, kernel_height = 3 : i32, kernel_width = 2 : i32, out_channels = 4 : i32, padding_height = 0 : i32, padding_width = 0 : i32, stride_height = 2 : i32, stride_width = 1 : i32}> : (tensor<1x1x30x8xf32>, tensor<4x8x3x2xf32>, tensor<1x1x16x4xf32>, !tt.device<#device>) -> tensor<1x1x16x4xf32>
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, 0, d0 * s1 + d1), meshShape = , chipIds = [0]>
// CHECK: error: 'ttnn.conv_transpose2d' op Output tensor shape (1, 1, 35, 2) must be that of N x H x W x C = 1 x 6 x 6 x 2 or its flattened form (1, 1, 36, 2)
func.func @test(%a0: tensor<1x4x4x8xf32>, %a1: tensor<8x2x3x3xf32>, %a2: tensor<1x1x35x2xf32>, %a3: !tt.device<#device>) {
  %r = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 8 : i32, input_height = 4 : i32, input_width = 4 : i32, kernel_size = array<i32: 3, 3>, out_channels = 2 : i32, output_padding = array<i32: 0, 0>, padding = array<i32: 0, 0>, stride = array<i32: 1, 1>}> : (tensor<1x4x4x8xf32>, tensor<8x2x3x3xf32>, tensor<1x1x35x2xf32>, !tt.device<#device>) -> tensor<1x1x35x2xf32>
  return
}
