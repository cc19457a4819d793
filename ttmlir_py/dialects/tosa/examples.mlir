// An example for each op, as the dialect reference shows it. `ttopt --split-input-file` reads this file.

// -----

// tosa.cond_if
func.func @cond_if(%pred: tensor<i1>, %x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tosa.cond_if %pred -> (tensor<4x8xf32>) {
    %1 = tosa.abs %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
    tosa.yield %1 : tensor<4x8xf32>
  } else {
    tosa.yield %x : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}

// -----

// tosa.while_loop
func.func @while_loop(%first: tensor<i32>, %limit: tensor<i32>) -> tensor<i32> {
  %0 = tosa.while_loop (%i = %first) : (tensor<i32>) -> tensor<i32> {
    %1 = tosa.greater %limit, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %1 : tensor<i1>
  } do {
  ^bb0(%i: tensor<i32>):
    %1 = tosa.add %i, %i : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.yield %1 : tensor<i32>
  }
  return %0 : tensor<i32>
}

// -----

// tosa.yield
func.func @yield(%pred: tensor<i1>, %x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tosa.cond_if %pred -> (tensor<4x8xf32>) {
    %1 = tosa.abs %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
    tosa.yield %1 : tensor<4x8xf32>
  } else {
    tosa.yield %x : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}

// -----

// tosa.conv2d
func.func @conv2d(%image: tensor<1x8x8x4xf32>, %weight: tensor<6x3x3x4xf32>, %bias: tensor<6xf32>) -> tensor<1x8x8x6xf32> {
  %0 = tosa.conv2d %image, %weight, %bias {dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<6x3x3x4xf32>, tensor<6xf32>) -> tensor<1x8x8x6xf32>
  return %0 : tensor<1x8x8x6xf32>
}

// -----

// tosa.conv3d
func.func @conv3d(%volume: tensor<1x4x4x4x2xf32>, %weight: tensor<5x2x2x2x2xf32>, %bias: tensor<5xf32>) -> tensor<1x3x3x3x5xf32> {
  %0 = tosa.conv3d %volume, %weight, %bias {dilation = array<i64: 1, 1, 1>, pad = array<i64: 0, 0, 0, 0, 0, 0>, stride = array<i64: 1, 1, 1>} : (tensor<1x4x4x4x2xf32>, tensor<5x2x2x2x2xf32>, tensor<5xf32>) -> tensor<1x3x3x3x5xf32>
  return %0 : tensor<1x3x3x3x5xf32>
}

// -----

// tosa.depthwise_conv2d
func.func @depthwise_conv2d(%image: tensor<1x8x8x4xf32>, %weight: tensor<3x3x4x1xf32>, %bias: tensor<4xf32>) -> tensor<1x8x8x4xf32> {
  %0 = tosa.depthwise_conv2d %image, %weight, %bias {dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x1xf32>, tensor<4xf32>) -> tensor<1x8x8x4xf32>
  return %0 : tensor<1x8x8x4xf32>
}

// -----

// tosa.transpose_conv2d
func.func @transpose_conv2d(%image: tensor<1x8x8x4xf32>, %weight: tensor<6x3x3x4xf32>, %bias: tensor<6xf32>) -> tensor<1x10x10x6xf32> {
  %0 = tosa.transpose_conv2d %image, %weight, %bias {out_pad = array<i64: 0, 0, 0, 0>, out_shape = array<i64: 1, 10, 10, 6>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<6x3x3x4xf32>, tensor<6xf32>) -> tensor<1x10x10x6xf32>
  return %0 : tensor<1x10x10x6xf32>
}

// -----

// tosa.fully_connected
func.func @fully_connected(%x: tensor<4x8xf32>, %weight: tensor<2x8xf32>, %bias: tensor<2xf32>) -> tensor<4x2xf32> {
  %0 = tosa.fully_connected %x, %weight, %bias : (tensor<4x8xf32>, tensor<2x8xf32>, tensor<2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// -----

// tosa.matmul
func.func @matmul(%a: tensor<1x4x8xf32>, %b: tensor<1x8x2xf32>) -> tensor<1x4x2xf32> {
  %0 = tosa.matmul %a, %b : (tensor<1x4x8xf32>, tensor<1x8x2xf32>) -> tensor<1x4x2xf32>
  return %0 : tensor<1x4x2xf32>
}

// -----

// tosa.max_pool2d
func.func @max_pool2d(%image: tensor<1x8x8x4xf32>) -> tensor<1x4x4x4xf32> {
  %0 = tosa.max_pool2d %image {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x4xf32>) -> tensor<1x4x4x4xf32>
  return %0 : tensor<1x4x4x4xf32>
}

// -----

// tosa.avg_pool2d
func.func @avg_pool2d(%image: tensor<1x8x8x4xf32>) -> tensor<1x1x1x4xf32> {
  %0 = tosa.avg_pool2d %image {acc_type = f32, kernel = array<i64: 8, 8>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>) -> tensor<1x1x1x4xf32>
  return %0 : tensor<1x1x1x4xf32>
}

// -----

// tosa.fft2d
func.func @fft2d(%real: tensor<1x4x8xf32>, %imag: tensor<1x4x8xf32>) -> (tensor<1x4x8xf32>, tensor<1x4x8xf32>) {
  %0, %1 = tosa.fft2d %real, %imag {inverse = false} : (tensor<1x4x8xf32>, tensor<1x4x8xf32>) -> (tensor<1x4x8xf32>, tensor<1x4x8xf32>)
  return %0, %1 : tensor<1x4x8xf32>, tensor<1x4x8xf32>
}

// -----

// tosa.rfft2d
func.func @rfft2d(%x: tensor<1x4x8xf32>) -> (tensor<1x4x5xf32>, tensor<1x4x5xf32>) {
  %0, %1 = tosa.rfft2d %x {local_bound = true} : (tensor<1x4x8xf32>) -> (tensor<1x4x5xf32>, tensor<1x4x5xf32>)
  return %0, %1 : tensor<1x4x5xf32>, tensor<1x4x5xf32>
}

// -----

// tosa.const
func.func @const() -> tensor<4x8xf32> {
  %0 = "tosa.const"() <{value = dense<1.0> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// tosa.custom
func.func @custom(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tosa.custom %x {domain_name = "vendor", implementation_attrs = "", operator_name = "hard_swish"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// tosa.variable
tosa.variable @state = dense<7.0> : tensor<4xf32>

// -----

// tosa.variable.read
tosa.variable @state = dense<7.0> : tensor<4xf32>
func.func @variable_read() -> tensor<4xf32> {
  %0 = tosa.variable.read @state : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// tosa.variable.write
tosa.variable @state = dense<7.0> : tensor<4xf32>
func.func @variable_write(%x: tensor<4xf32>) {
  tosa.variable.write @state, %x : tensor<4xf32>
  return
}

// -----

// tosa.concat
func.func @concat(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<4x16xf32> {
  %0 = tosa.concat %a, %b {axis = 1 : i32} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// -----

// tosa.pad
func.func @pad(%x: tensor<4x8xf32>) -> tensor<5x10xf32> {
  %sizes = "tosa.const"() <{value = dense<[[0, 1], [1, 1]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %number = "tosa.const"() <{value = dense<1.0> : tensor<f32>}> : () -> tensor<f32>
  %0 = tosa.pad %x, %sizes, %number : (tensor<4x8xf32>, tensor<2x2xi32>, tensor<f32>) -> tensor<5x10xf32>
  return %0 : tensor<5x10xf32>
}

// -----

// tosa.reshape
func.func @reshape(%x: tensor<4x8xf32>) -> tensor<2x16xf32> {
  %0 = tosa.reshape %x {new_shape = array<i64: 2, -1>} : (tensor<4x8xf32>) -> tensor<2x16xf32>
  return %0 : tensor<2x16xf32>
}

// -----

// tosa.reverse
func.func @reverse(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tosa.reverse %x {axis = 1 : i32} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// tosa.slice
func.func @slice(%x: tensor<4x8xf32>) -> tensor<2x4xf32> {
  %0 = tosa.slice %x {size = array<i64: 2, 4>, start = array<i64: 0, 1>} : (tensor<4x8xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// tosa.tile
func.func @tile(%x: tensor<4x8xf32>) -> tensor<4x16xf32> {
  %0 = tosa.tile %x {multiples = array<i64: 1, 2>} : (tensor<4x8xf32>) -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// -----

// tosa.transpose
func.func @transpose(%x: tensor<4x8xf32>) -> tensor<8x4xf32> {
  %order = "tosa.const"() <{value = dense<[1, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %0 = tosa.transpose %x, %order : (tensor<4x8xf32>, tensor<2xi32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

// tosa.gather
func.func @gather(%values: tensor<2x8x3xf32>, %indices: tensor<2x5xi32>) -> tensor<2x5x3xf32> {
  %0 = tosa.gather %values, %indices : (tensor<2x8x3xf32>, tensor<2x5xi32>) -> tensor<2x5x3xf32>
  return %0 : tensor<2x5x3xf32>
}

// -----

// tosa.scatter
func.func @scatter(%values: tensor<2x8x3xf32>, %indices: tensor<2x5xi32>, %rows: tensor<2x5x3xf32>) -> tensor<2x8x3xf32> {
  %0 = tosa.scatter %values, %indices, %rows : (tensor<2x8x3xf32>, tensor<2x5xi32>, tensor<2x5x3xf32>) -> tensor<2x8x3xf32>
  return %0 : tensor<2x8x3xf32>
}

// -----

// tosa.resize
func.func @resize(%image: tensor<1x4x4x1xf32>) -> tensor<1x8x8x1xf32> {
  %0 = tosa.resize %image {border = array<i64: 1, 1>, mode = "NEAREST_NEIGHBOR", offset = array<i64: -1, -1>, scale = array<i64: 4, 2, 4, 2>} : (tensor<1x4x4x1xf32>) -> tensor<1x8x8x1xf32>
  return %0 : tensor<1x8x8x1xf32>
}

// -----

// tosa.identity
func.func @identity(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tosa.identity %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// tosa.abs
func.func @abs(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tosa.abs %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// tosa.bitwise_not
func.func @bitwise_not(%x: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = tosa.bitwise_not %x : (tensor<4x8xi32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

// tosa.ceil
func.func @ceil(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tosa.ceil %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// tosa.clz
func.func @clz(%x: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = tosa.clz %x : (tensor<4x8xi32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

// tosa.exp
func.func @exp(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tosa.exp %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// tosa.floor
func.func @floor(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tosa.floor %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// tosa.log
func.func @log(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tosa.log %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// tosa.reciprocal
func.func @reciprocal(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tosa.reciprocal %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// tosa.rsqrt
func.func @rsqrt(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tosa.rsqrt %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// tosa.tanh
func.func @tanh(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tosa.tanh %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// tosa.negate
func.func @negate(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tosa.negate %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// tosa.cos
func.func @cos(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tosa.cos %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// tosa.sin
func.func @sin(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tosa.sin %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// tosa.sigmoid
func.func @sigmoid(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tosa.sigmoid %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// tosa.erf
func.func @erf(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tosa.erf %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// tosa.cast
func.func @cast(%x: tensor<4x8xf32>) -> tensor<4x8xi32> {
  %0 = tosa.cast %x : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

// tosa.clamp
func.func @clamp(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tosa.clamp %x {max_fp = 6.0 : f32, max_int = 6 : i64, min_fp = 0.0 : f32, min_int = 0 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// tosa.add
func.func @add(%a: tensor<4x8xf32>, %b: tensor<1x8xf32>) -> tensor<4x8xf32> {
  %0 = tosa.add %a, %b : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// tosa.bitwise_and
func.func @bitwise_and(%a: tensor<4x8xi32>, %b: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = tosa.bitwise_and %a, %b : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

// tosa.bitwise_or
func.func @bitwise_or(%a: tensor<4x8xi32>, %b: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = tosa.bitwise_or %a, %b : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

// tosa.bitwise_xor
func.func @bitwise_xor(%a: tensor<4x8xi32>, %b: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = tosa.bitwise_xor %a, %b : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

// tosa.logical_left_shift
func.func @logical_left_shift(%a: tensor<4x8xi32>, %b: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = tosa.logical_left_shift %a, %b : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

// tosa.logical_right_shift
func.func @logical_right_shift(%a: tensor<4x8xi32>, %b: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = tosa.logical_right_shift %a, %b : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

// tosa.maximum
func.func @maximum(%a: tensor<4x8xf32>, %b: tensor<1x8xf32>) -> tensor<4x8xf32> {
  %0 = tosa.maximum %a, %b : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// tosa.minimum
func.func @minimum(%a: tensor<4x8xf32>, %b: tensor<1x8xf32>) -> tensor<4x8xf32> {
  %0 = tosa.minimum %a, %b : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// tosa.sub
func.func @sub(%a: tensor<4x8xf32>, %b: tensor<1x8xf32>) -> tensor<4x8xf32> {
  %0 = tosa.sub %a, %b : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// tosa.pow
func.func @pow(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tosa.pow %a, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// tosa.arithmetic_right_shift
func.func @arithmetic_right_shift(%a: tensor<4x8xi32>, %b: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = tosa.arithmetic_right_shift %a, %b {round = true} : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

// tosa.int_div
func.func @int_div(%a: tensor<4x8xi32>, %b: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = tosa.int_div %a, %b : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

// tosa.mul
func.func @mul(%a: tensor<4x8xf32>, %b: tensor<1x8xf32>) -> tensor<4x8xf32> {
  %0 = tosa.mul %a, %b {shift = 0 : i8} : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// tosa.logical_and
func.func @logical_and(%a: tensor<4x8xi1>, %b: tensor<4x8xi1>) -> tensor<4x8xi1> {
  %0 = tosa.logical_and %a, %b : (tensor<4x8xi1>, tensor<4x8xi1>) -> tensor<4x8xi1>
  return %0 : tensor<4x8xi1>
}

// -----

// tosa.logical_or
func.func @logical_or(%a: tensor<4x8xi1>, %b: tensor<4x8xi1>) -> tensor<4x8xi1> {
  %0 = tosa.logical_or %a, %b : (tensor<4x8xi1>, tensor<4x8xi1>) -> tensor<4x8xi1>
  return %0 : tensor<4x8xi1>
}

// -----

// tosa.logical_xor
func.func @logical_xor(%a: tensor<4x8xi1>, %b: tensor<4x8xi1>) -> tensor<4x8xi1> {
  %0 = tosa.logical_xor %a, %b : (tensor<4x8xi1>, tensor<4x8xi1>) -> tensor<4x8xi1>
  return %0 : tensor<4x8xi1>
}

// -----

// tosa.logical_not
func.func @logical_not(%x: tensor<4x8xi1>) -> tensor<4x8xi1> {
  %0 = tosa.logical_not %x : (tensor<4x8xi1>) -> tensor<4x8xi1>
  return %0 : tensor<4x8xi1>
}

// -----

// tosa.greater
func.func @greater(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xi1> {
  %0 = tosa.greater %a, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
  return %0 : tensor<4x8xi1>
}

// -----

// tosa.greater_equal
func.func @greater_equal(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xi1> {
  %0 = tosa.greater_equal %a, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
  return %0 : tensor<4x8xi1>
}

// -----

// tosa.equal
func.func @equal(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xi1> {
  %0 = tosa.equal %a, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
  return %0 : tensor<4x8xi1>
}

// -----

// tosa.select
func.func @select(%pred: tensor<4x8xi1>, %a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tosa.select %pred, %a, %b : (tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// tosa.table
func.func @table(%a: tensor<4x8xi8>, %b: tensor<256xi8>) -> tensor<4x8xi8> {
  %0 = tosa.table %a, %b : (tensor<4x8xi8>, tensor<256xi8>) -> tensor<4x8xi8>
  return %0 : tensor<4x8xi8>
}

// -----

// tosa.apply_scale
func.func @apply_scale(%value: tensor<4x8xi32>, %multiplier: tensor<4x8xi32>, %shift: tensor<4x8xi8>) -> tensor<4x8xi32> {
  %0 = tosa.apply_scale %value, %multiplier, %shift {double_round = true} : (tensor<4x8xi32>, tensor<4x8xi32>, tensor<4x8xi8>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

// tosa.rescale
func.func @rescale(%x: tensor<4x8xi8>) -> tensor<4x8xi8> {
  %0 = tosa.rescale %x {double_round = true, input_zp = 1 : i32, multiplier = array<i32: 1073741824>, output_zp = 0 : i32, per_channel = false, scale32 = true, shift = array<i8: 30>} : (tensor<4x8xi8>) -> tensor<4x8xi8>
  return %0 : tensor<4x8xi8>
}

// -----

// tosa.reduce_all
func.func @reduce_all(%x: tensor<4x8xi1>) -> tensor<4x1xi1> {
  %0 = tosa.reduce_all %x {axis = 1 : i32} : (tensor<4x8xi1>) -> tensor<4x1xi1>
  return %0 : tensor<4x1xi1>
}

// -----

// tosa.reduce_any
func.func @reduce_any(%x: tensor<4x8xi1>) -> tensor<4x1xi1> {
  %0 = tosa.reduce_any %x {axis = 1 : i32} : (tensor<4x8xi1>) -> tensor<4x1xi1>
  return %0 : tensor<4x1xi1>
}

// -----

// tosa.reduce_max
func.func @reduce_max(%x: tensor<4x8xf32>) -> tensor<4x1xf32> {
  %0 = tosa.reduce_max %x {axis = 1 : i32} : (tensor<4x8xf32>) -> tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}

// -----

// tosa.reduce_min
func.func @reduce_min(%x: tensor<4x8xf32>) -> tensor<4x1xf32> {
  %0 = tosa.reduce_min %x {axis = 1 : i32} : (tensor<4x8xf32>) -> tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}

// -----

// tosa.reduce_prod
func.func @reduce_prod(%x: tensor<4x8xf32>) -> tensor<4x1xf32> {
  %0 = tosa.reduce_prod %x {axis = 1 : i32} : (tensor<4x8xf32>) -> tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}

// -----

// tosa.reduce_sum
func.func @reduce_sum(%x: tensor<4x8xf32>) -> tensor<4x1xf32> {
  %0 = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<4x8xf32>) -> tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}

// -----

// tosa.argmax
func.func @argmax(%x: tensor<4x8xf32>) -> tensor<4xi32> {
  %0 = tosa.argmax %x {axis = 1 : i32} : (tensor<4x8xf32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
