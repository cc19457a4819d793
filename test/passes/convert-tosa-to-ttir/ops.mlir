// RUN: ttopt --convert-tosa-to-ttir -w %s | filecheck %s

// CHECK: module {
// CHECK-NEXT:   func.func @elementwise(%arg0: tensor<2x8xf32>, %arg1: tensor<1x8xf32>, %arg2: tensor<2x8xi32>, %arg3: tensor<2x8xi1>) -> tensor<2x8xf32> {
// CHECK-NEXT:     %0 = tensor.empty() : tensor<2x8xf32>
// CHECK-NEXT:     %1 = "ttir.abs"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
// CHECK-NEXT:     %2 = tensor.empty() : tensor<2x8xf32>
// CHECK-NEXT:     %3 = "ttir.add"(%1, %arg1, %2) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<2x8xf32>, tensor<1x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
// CHECK-NEXT:     %4 = tensor.empty() : tensor<2x8xf32>
// CHECK-NEXT:     %5 = "ttir.multiply"(%3, %arg1, %4) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<2x8xf32>, tensor<1x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
// CHECK-NEXT:     %6 = tensor.empty() : tensor<2x8xi1>
// CHECK-NEXT:     %7 = "ttir.gt"(%5, %arg0, %6) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<2x8xf32>, tensor<2x8xf32>, tensor<2x8xi1>) -> tensor<2x8xi1>
// CHECK-NEXT:     %8 = tensor.empty() : tensor<2x8xf32>
// CHECK-NEXT:     %9 = "ttir.where"(%7, %5, %arg0, %8) <{operandSegmentSizes = array<i32: 3, 1>}> : (tensor<2x8xi1>, tensor<2x8xf32>, tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
// CHECK-NEXT:     %10 = tensor.empty() : tensor<2x8xf32>
// CHECK-NEXT:     %11 = "ttir.tanh"(%9, %10) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
// CHECK-NEXT:     %12 = tensor.empty() : tensor<2x8xf32>
// CHECK-NEXT:     %13 = "ttir.clamp"(%11, %12) <{max = 6.000000e+00 : f32, min = 0.000000e+00 : f32}> : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
// CHECK-NEXT:     %14 = "ttir.constant"() <{value = dense<0.000000e+00> : tensor<2x8xf32>}> : () -> tensor<2x8xf32>
// CHECK-NEXT:     %15 = tensor.empty() : tensor<2x8xi1>
// CHECK-NEXT:     %16 = "ttir.ne"(%13, %14, %15) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<2x8xf32>, tensor<2x8xf32>, tensor<2x8xi1>) -> tensor<2x8xi1>
// CHECK-NEXT:     return %13 : tensor<2x8xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @integers(%arg0: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
// CHECK-NEXT:     %0 = tensor.empty() : tensor<8xi32>
// CHECK-NEXT:     %1 = "ttir.clamp"(%arg0, %0) <{max = 3.000000e+01 : f32, min = 2.000000e+01 : f32}> : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
// CHECK-NEXT:     %2 = "ttir.constant"() <{value = dense<-16777217> : tensor<8xi32>}> : () -> tensor<8xi32>
// CHECK-NEXT:     %3 = tensor.empty() : tensor<8xi32>
// CHECK-NEXT:     %4 = "ttir.maximum"(%arg0, %2, %3) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
// CHECK-NEXT:     return %1, %4 : tensor<8xi32>, tensor<8xi32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @reductions(%arg0: tensor<2x8xf32>, %arg1: tensor<2x8xi1>) -> tensor<2x1xf32> {
// CHECK-NEXT:     %0 = tensor.empty() : tensor<2x1xf32>
// CHECK-NEXT:     %1 = "ttir.sum"(%arg0, %0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<2x8xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
// CHECK-NEXT:     %2 = tensor.empty() : tensor<1x8xi1>
// CHECK-NEXT:     %3 = "ttir.reduce_and"(%arg1, %2) <{dim_arg = [0 : i32], keep_dim = true}> : (tensor<2x8xi1>, tensor<1x8xi1>) -> tensor<1x8xi1>
// CHECK-NEXT:     %4 = tensor.empty() : tensor<1x8xi1>
// CHECK-NEXT:     %5 = "ttir.max"(%arg1, %4) <{dim_arg = [0 : i32], keep_dim = true}> : (tensor<2x8xi1>, tensor<1x8xi1>) -> tensor<1x8xi1>
// CHECK-NEXT:     return %1 : tensor<2x1xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @data_movement(%arg0: tensor<2x8xf32>, %arg1: tensor<2x8x4xf32>, %arg2: tensor<2x5xi32>) -> (tensor<8x2xf32>, tensor<4x9xf32>) {
// CHECK-NEXT:     %0 = tensor.empty() : tensor<8x2xf32>
// CHECK-NEXT:     %1 = "ttir.permute"(%arg0, %0) <{permutation = array<i64: 1, 0>}> : (tensor<2x8xf32>, tensor<8x2xf32>) -> tensor<8x2xf32>
// CHECK-NEXT:     %2 = "ttir.pad"(%arg0) <{padding = array<i32: 1, 1, 0, 1>, value = 5.000000e-01 : f32}> : (tensor<2x8xf32>) -> tensor<4x9xf32>
// CHECK-NEXT:     %3 = tensor.empty() : tensor<4x4xf32>
// CHECK-NEXT:     %4 = "ttir.reshape"(%arg0, %3) <{shape = [4 : i32, 4 : i32]}> : (tensor<2x8xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT:     %5 = tensor.empty() : tensor<2x3xf32>
// CHECK-NEXT:     %6 = "ttir.slice"(%arg0, %5) <{begins = [0 : i32, 1 : i32], ends = [2 : i32, 4 : i32], step = [1 : i32, 1 : i32]}> : (tensor<2x8xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:     %7 = tensor.empty() : tensor<2x16xf32>
// CHECK-NEXT:     %8 = "ttir.repeat"(%arg0, %7) <{repeat_dimensions = array<i64: 1, 2>}> : (tensor<2x8xf32>, tensor<2x16xf32>) -> tensor<2x16xf32>
// CHECK-NEXT:     %9 = tensor.empty() : tensor<2x8xf32>
// CHECK-NEXT:     %10 = "ttir.reverse"(%arg0, %9) <{dimensions = array<i64: 1>}> : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
// CHECK-NEXT:     %11 = tensor.empty() : tensor<2x16xf32>
// CHECK-NEXT:     %12 = "ttir.concat"(%arg0, %arg0, %11) <{dim = 1 : si32}> : (tensor<2x8xf32>, tensor<2x8xf32>, tensor<2x16xf32>) -> tensor<2x16xf32>
// CHECK-NEXT:     %13 = tensor.empty() : tensor<16x4xf32>
// CHECK-NEXT:     %14 = "ttir.reshape"(%arg1, %13) <{shape = [16 : i32, 4 : i32]}> : (tensor<2x8x4xf32>, tensor<16x4xf32>) -> tensor<16x4xf32>
// CHECK-NEXT:     %15 = "ttir.arange"() <{arange_dimension = 0 : i64, end = 16 : si64, start = 0 : si64, step = 8 : si64}> : () -> tensor<2x1xi32>
// CHECK-NEXT:     %16 = tensor.empty() : tensor<2x5xi32>
// CHECK-NEXT:     %17 = "ttir.add"(%arg2, %15, %16) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<2x5xi32>, tensor<2x1xi32>, tensor<2x5xi32>) -> tensor<2x5xi32>
// CHECK-NEXT:     %18 = tensor.empty() : tensor<2x5x4xf32>
// CHECK-NEXT:     %19 = "ttir.embedding"(%17, %14, %18) : (tensor<2x5xi32>, tensor<16x4xf32>, tensor<2x5x4xf32>) -> tensor<2x5x4xf32>
// CHECK-NEXT:     return %1, %2 : tensor<8x2xf32>, tensor<4x9xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @products(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<6x3x3x4xf32>, %arg2: tensor<6xf32>, %arg3: tensor<3x3x4x2xf32>, %arg4: tensor<8xf32>) -> tensor<1x7x7x6xf32> {
// CHECK-NEXT:     %0 = tensor.empty() : tensor<6x4x3x3xf32>
// CHECK-NEXT:     %1 = "ttir.permute"(%arg1, %0) <{permutation = array<i64: 0, 3, 1, 2>}> : (tensor<6x3x3x4xf32>, tensor<6x4x3x3xf32>) -> tensor<6x4x3x3xf32>
// CHECK-NEXT:     %2 = "ttir.pad"(%arg0) <{padding = array<i32: 0, 0, 1, 0, 0, 1, 0, 0>, value = 0.000000e+00 : f32}> : (tensor<1x8x8x4xf32>) -> tensor<1x9x9x4xf32>
// CHECK-NEXT:     %3 = tensor.empty() : tensor<1x1x1x6xf32>
// CHECK-NEXT:     %4 = "ttir.reshape"(%arg2, %3) <{shape = [1 : i32, 1 : i32, 1 : i32, 6 : i32]}> : (tensor<6xf32>, tensor<1x1x1x6xf32>) -> tensor<1x1x1x6xf32>
// CHECK-NEXT:     %5 = tensor.empty() : tensor<1x7x7x6xf32>
// CHECK-NEXT:     %6 = "ttir.conv2d"(%2, %1, %4, %5) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<1x9x9x4xf32>, tensor<6x4x3x3xf32>, tensor<1x1x1x6xf32>, tensor<1x7x7x6xf32>) -> tensor<1x7x7x6xf32>
// CHECK-NEXT:     %7 = tensor.empty() : tensor<4x2x3x3xf32>
// CHECK-NEXT:     %8 = "ttir.permute"(%arg3, %7) <{permutation = array<i64: 2, 3, 0, 1>}> : (tensor<3x3x4x2xf32>, tensor<4x2x3x3xf32>) -> tensor<4x2x3x3xf32>
// CHECK-NEXT:     %9 = tensor.empty() : tensor<8x1x3x3xf32>
// CHECK-NEXT:     %10 = "ttir.reshape"(%8, %9) <{shape = [8 : i32, 1 : i32, 3 : i32, 3 : i32]}> : (tensor<4x2x3x3xf32>, tensor<8x1x3x3xf32>) -> tensor<8x1x3x3xf32>
// CHECK-NEXT:     %11 = tensor.empty() : tensor<1x1x1x8xf32>
// CHECK-NEXT:     %12 = "ttir.reshape"(%arg4, %11) <{shape = [1 : i32, 1 : i32, 1 : i32, 8 : i32]}> : (tensor<8xf32>, tensor<1x1x1x8xf32>) -> tensor<1x1x1x8xf32>
// CHECK-NEXT:     %13 = tensor.empty() : tensor<1x8x8x8xf32>
// CHECK-NEXT:     %14 = "ttir.conv2d"(%arg0, %10, %12, %13) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 4 : si32, padding_bottom = 1 : si32, padding_left = 1 : si32, padding_right = 1 : si32, padding_top = 1 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<1x8x8x4xf32>, tensor<8x1x3x3xf32>, tensor<1x1x1x8xf32>, tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
// CHECK-NEXT:     %15 = tensor.empty() : tensor<1x4x3x4xf32>
// CHECK-NEXT:     %16 = "ttir.max_pool2d"(%arg0, %15) <{ceil_mode = false, dilation_height = 1 : si32, dilation_width = 1 : si32, kernel_height = 2 : si32, kernel_width = 3 : si32, padding_bottom = 0 : si32, padding_left = 1 : si32, padding_right = 0 : si32, padding_top = 0 : si32, stride_height = 2 : si32, stride_width = 3 : si32}> : (tensor<1x8x8x4xf32>, tensor<1x4x3x4xf32>) -> tensor<1x4x3x4xf32>
// CHECK-NEXT:     %17 = tensor.empty() : tensor<1x1x1x4xf32>
// CHECK-NEXT:     %18 = "ttir.mean"(%arg0, %17) <{dim_arg = [1 : i32, 2 : i32], keep_dim = true}> : (tensor<1x8x8x4xf32>, tensor<1x1x1x4xf32>) -> tensor<1x1x1x4xf32>
// CHECK-NEXT:     return %6 : tensor<1x7x7x6xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @matrices(%arg0: tensor<1x4x8xf32>, %arg1: tensor<1x8x2xf32>, %arg2: tensor<4x8xf32>, %arg3: tensor<2x8xf32>, %arg4: tensor<2xf32>) -> tensor<4x2xf32> {
// CHECK-NEXT:     %0 = tensor.empty() : tensor<1x4x2xf32>
// CHECK-NEXT:     %1 = "ttir.matmul"(%arg0, %arg1, %0) : (tensor<1x4x8xf32>, tensor<1x8x2xf32>, tensor<1x4x2xf32>) -> tensor<1x4x2xf32>
// CHECK-NEXT:     %2 = tensor.empty() : tensor<8x2xf32>
// CHECK-NEXT:     %3 = "ttir.permute"(%arg3, %2) <{permutation = array<i64: 1, 0>}> : (tensor<2x8xf32>, tensor<8x2xf32>) -> tensor<8x2xf32>
// CHECK-NEXT:     %4 = tensor.empty() : tensor<4x2xf32>
// CHECK-NEXT:     %5 = "ttir.matmul"(%arg2, %3, %4) : (tensor<4x8xf32>, tensor<8x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
// CHECK-NEXT:     %6 = tensor.empty() : tensor<1x2xf32>
// CHECK-NEXT:     %7 = "ttir.reshape"(%arg4, %6) <{shape = [1 : i32, 2 : i32]}> : (tensor<2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
// CHECK-NEXT:     %8 = tensor.empty() : tensor<4x2xf32>
// CHECK-NEXT:     %9 = "ttir.add"(%5, %7, %8) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x2xf32>, tensor<1x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
// CHECK-NEXT:     return %9 : tensor<4x2xf32>
// CHECK-NEXT:   }
// CHECK-NEXT: }

func.func @elementwise(%x: tensor<2x8xf32>, %y: tensor<1x8xf32>, %i: tensor<2x8xi32>, %p: tensor<2x8xi1>) -> tensor<2x8xf32> {
  %0 = tosa.abs %x : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %1 = tosa.add %0, %y : (tensor<2x8xf32>, tensor<1x8xf32>) -> tensor<2x8xf32>
  %2 = tosa.mul %1, %y {shift = 0 : i8} : (tensor<2x8xf32>, tensor<1x8xf32>) -> tensor<2x8xf32>
  %3 = tosa.greater %2, %x : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xi1>
  %4 = tosa.select %3, %2, %x {note} : (tensor<2x8xi1>, tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %5 = tosa.tanh %4 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %6 = tosa.identity %5 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %7 = tosa.clamp %6 {min_int = 1 : i64, max_int = 2 : i64, min_fp = 0.0 : f32, max_fp = 6.0 : f32} : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %8 = tosa.cast %7 : (tensor<2x8xf32>) -> tensor<2x8xi1>
  return %7 : tensor<2x8xf32>
}
func.func @integers(%i: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
  %0 = tosa.clamp %i {min_int = 20 : i64, max_int = 30 : i64, min_fp = 0.0 : f32, max_fp = 0.0 : f32} : (tensor<8xi32>) -> tensor<8xi32>
  %1 = tosa.clamp %i {min_int = -16777217 : i64, max_int = 9223372036854775807 : i64, min_fp = 0.0 : f32, max_fp = 0.0 : f32} : (tensor<8xi32>) -> tensor<8xi32>
  return %0, %1 : tensor<8xi32>, tensor<8xi32>
}
func.func @reductions(%x: tensor<2x8xf32>, %p: tensor<2x8xi1>) -> tensor<2x1xf32> {
  %0 = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<2x8xf32>) -> tensor<2x1xf32>
  %1 = tosa.reduce_all %p {axis = 0 : i32} : (tensor<2x8xi1>) -> tensor<1x8xi1>
  %2 = tosa.reduce_any %p {axis = 0 : i32} : (tensor<2x8xi1>) -> tensor<1x8xi1>
  return %0 : tensor<2x1xf32>
}
func.func @data_movement(%x: tensor<2x8xf32>, %v: tensor<2x8x4xf32>, %n: tensor<2x5xi32>) -> (tensor<8x2xf32>, tensor<4x9xf32>) {
  %order = "tosa.const"() <{value = dense<[1, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %sizes = "tosa.const"() <{value = dense<[[1, 1], [0, 1]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %number = "tosa.const"() <{value = dense<0.5> : tensor<f32>}> : () -> tensor<f32>
  %0 = tosa.transpose %x, %order : (tensor<2x8xf32>, tensor<2xi32>) -> tensor<8x2xf32>
  %1 = tosa.pad %x, %sizes, %number : (tensor<2x8xf32>, tensor<2x2xi32>, tensor<f32>) -> tensor<4x9xf32>
  %2 = tosa.reshape %x {new_shape = array<i64: 4, -1>} : (tensor<2x8xf32>) -> tensor<4x4xf32>
  %3 = tosa.slice %x {start = array<i64: 0, 1>, size = array<i64: 2, 3>} : (tensor<2x8xf32>) -> tensor<2x3xf32>
  %4 = tosa.tile %x {multiples = array<i64: 1, 2>} : (tensor<2x8xf32>) -> tensor<2x16xf32>
  %5 = tosa.reverse %x {axis = 1 : i32} : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %6 = tosa.concat %x, %x {axis = 1 : i32} : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x16xf32>
  %7 = tosa.gather %v, %n : (tensor<2x8x4xf32>, tensor<2x5xi32>) -> tensor<2x5x4xf32>
  return %0, %1 : tensor<8x2xf32>, tensor<4x9xf32>
}
func.func @products(%x: tensor<1x8x8x4xf32>, %w: tensor<6x3x3x4xf32>, %b: tensor<6xf32>, %d: tensor<3x3x4x2xf32>, %e: tensor<8xf32>) -> tensor<1x7x7x6xf32> {
  %0 = tosa.conv2d %x, %w, %b {pad = array<i64: 1, 0, 0, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<6x3x3x4xf32>, tensor<6xf32>) -> tensor<1x7x7x6xf32>
  %1 = tosa.depthwise_conv2d %x, %d, %e {pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x2xf32>, tensor<8xf32>) -> tensor<1x8x8x8xf32>
  %2 = tosa.max_pool2d %x {kernel = array<i64: 2, 3>, pad = array<i64: 0, 0, 1, 0>, stride = array<i64: 2, 3>} : (tensor<1x8x8x4xf32>) -> tensor<1x4x3x4xf32>
  %3 = tosa.avg_pool2d %x {acc_type = f32, kernel = array<i64: 8, 8>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>) -> tensor<1x1x1x4xf32>
  return %0 : tensor<1x7x7x6xf32>
}
func.func @matrices(%a: tensor<1x4x8xf32>, %b: tensor<1x8x2xf32>, %x: tensor<4x8xf32>, %w: tensor<2x8xf32>, %c: tensor<2xf32>) -> tensor<4x2xf32> {
  %0 = tosa.matmul %a, %b : (tensor<1x4x8xf32>, tensor<1x8x2xf32>) -> tensor<1x4x2xf32>
  %1 = tosa.fully_connected %x, %w, %c : (tensor<4x8xf32>, tensor<2x8xf32>, tensor<2xf32>) -> tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}
