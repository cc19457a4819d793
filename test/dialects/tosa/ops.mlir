// RUN: ttopt %s | filecheck %s
// RUN: ttopt --mlir-print-op-generic %s | ttopt | filecheck %s

// CHECK: module {
// CHECK-NEXT:   tosa.variable @state = dense<7.000000e+00> : tensor<4xf32>
// CHECK-NEXT:   tosa.variable @"no value" {note} : tensor<2x2xi8>
// CHECK-NEXT:   func.func @unary(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi32>, %arg2: tensor<2x3xi1>, %arg3: tensor<?xi8>) {
// CHECK-NEXT:     %0 = tosa.abs %arg0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:     %1 = tosa.bitwise_not %arg1 {note = "n"} : (tensor<2x3xi32>) -> tensor<2x3xi32>
// CHECK-NEXT:     %2 = tosa.ceil %arg0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:     %3 = tosa.clz %arg1 : (tensor<2x3xi32>) -> tensor<?x3xi32>
// CHECK-NEXT:     %4 = tosa.cos %arg0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:     %5 = tosa.erf %arg0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:     %6 = tosa.exp %arg0 : (tensor<2x3xf32>) -> tensor<*xf32>
// CHECK-NEXT:     %7 = tosa.floor %arg0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:     %8 = tosa.log %arg0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:     %9 = tosa.logical_not %arg2 : (tensor<2x3xi1>) -> tensor<2x3xi1>
// CHECK-NEXT:     %10 = tosa.negate %arg3 {quantization_info = #tosa.unary_quant<input_zp = 1, output_zp = -2>} : (tensor<?xi8>) -> tensor<?xi8>
// CHECK-NEXT:     %11 = tosa.reciprocal %arg0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:     %12 = tosa.rsqrt %arg0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:     %13 = tosa.sigmoid %arg0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:     %14 = tosa.sin %arg0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:     %15 = tosa.tanh %arg0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:     %16 = tosa.identity %arg0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:     %17 = tosa.cast %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi8>
// CHECK-NEXT:     %18 = tosa.clamp %arg0 {max_fp = 6.000000e+00 : f32, max_int = 6 : i64, min_fp = 0.000000e+00 : f32, min_int = 0 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:     %19 = tosa.rescale %arg3 {double_round = false, input_zp = 1 : i32, multiplier = array<i32: 1073741824>, output_zp = 0 : i32, per_channel = false, scale32 = true, shift = array<i8: 30>} : (tensor<?xi8>) -> tensor<?xi8>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @binary(%arg0: tensor<2x3xf32>, %arg1: tensor<1x3xf32>, %arg2: tensor<2x3xi32>, %arg3: tensor<2x3xi1>) {
// CHECK-NEXT:     %0 = tosa.add %arg0, %arg1 : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:     %1 = tosa.arithmetic_right_shift %arg2, %arg2 {round = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
// CHECK-NEXT:     %2 = tosa.bitwise_and %arg2, %arg2 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
// CHECK-NEXT:     %3 = tosa.bitwise_or %arg2, %arg2 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
// CHECK-NEXT:     %4 = tosa.bitwise_xor %arg2, %arg2 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
// CHECK-NEXT:     %5 = tosa.equal %arg0, %arg1 : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xi1>
// CHECK-NEXT:     %6 = tosa.greater %arg0, %arg1 : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xi1>
// CHECK-NEXT:     %7 = tosa.greater_equal %arg0, %arg1 : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xi1>
// CHECK-NEXT:     %8 = tosa.int_div %arg2, %arg2 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
// CHECK-NEXT:     %9 = tosa.logical_and %arg3, %arg3 : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>
// CHECK-NEXT:     %10 = tosa.logical_left_shift %arg2, %arg2 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
// CHECK-NEXT:     %11 = tosa.logical_or %arg3, %arg3 : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>
// CHECK-NEXT:     %12 = tosa.logical_right_shift %arg2, %arg2 : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
// CHECK-NEXT:     %13 = tosa.logical_xor %arg3, %arg3 : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>
// CHECK-NEXT:     %14 = tosa.maximum %arg0, %arg1 : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:     %15 = tosa.minimum %arg0, %arg1 : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:     %16 = tosa.mul %arg0, %arg1 {shift = 0 : i8} : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:     %17 = tosa.pow %arg0, %arg1 : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:     %18 = tosa.select %arg3, %arg0, %arg1 : (tensor<2x3xi1>, tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:     %19 = tosa.sub %arg0, %arg1 : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @reductions(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi1>) {
// CHECK-NEXT:     %0 = tosa.argmax %arg0 {axis = 0 : i32} : (tensor<2x3xf32>) -> tensor<3xi32>
// CHECK-NEXT:     %1 = tosa.reduce_all %arg1 {axis = 0 : i32} : (tensor<2x3xi1>) -> tensor<1x3xi1>
// CHECK-NEXT:     %2 = tosa.reduce_any %arg1 {axis = 1 : i32} : (tensor<2x3xi1>) -> tensor<2x1xi1>
// CHECK-NEXT:     %3 = tosa.reduce_max %arg0 {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x1xf32>
// CHECK-NEXT:     %4 = tosa.reduce_min %arg0 {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x?xf32>
// CHECK-NEXT:     %5 = tosa.reduce_prod %arg0 {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<*xf32>
// CHECK-NEXT:     %6 = tosa.reduce_sum %arg0 {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x1xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @data_movement(%arg0: tensor<2x3xf32>, %arg1: tensor<2x8x3xf32>, %arg2: tensor<2x5xi32>, %arg3: tensor<2x5x3xf32>, %arg4: tensor<1x4x4x1xf32>) {
// CHECK-NEXT:     %0 = "tosa.const"() <{value = dense<{{\[\[}}1, 1], [0, 1]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
// CHECK-NEXT:     %1 = "tosa.const"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
// CHECK-NEXT:     %2 = "tosa.const"() <{value = dense<[1, 0]> : tensor<2xi64>}> : () -> tensor<2xi64>
// CHECK-NEXT:     %3 = tosa.concat %arg0, %arg0 {axis = 1 : i32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
// CHECK-NEXT:     %4 = tosa.pad %arg0, %0 : (tensor<2x3xf32>, tensor<2x2xi32>) -> tensor<4x4xf32>
// CHECK-NEXT:     %5 = tosa.pad %arg0, %0, %1 : (tensor<2x3xf32>, tensor<2x2xi32>, tensor<f32>) -> tensor<4x4xf32>
// CHECK-NEXT:     %6 = tosa.reshape %arg0 {new_shape = array<i64: 3, -1>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
// CHECK-NEXT:     %7 = tosa.reverse %arg0 {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK-NEXT:     %8 = tosa.slice %arg0 {size = array<i64: 2, 1>, start = array<i64: 0, 1>} : (tensor<2x3xf32>) -> tensor<2x1xf32>
// CHECK-NEXT:     %9 = tosa.tile %arg0 {multiples = array<i64: 1, 2>} : (tensor<2x3xf32>) -> tensor<2x6xf32>
// CHECK-NEXT:     %10 = tosa.transpose %arg0, %2 : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<3x2xf32>
// CHECK-NEXT:     %11 = tosa.gather %arg1, %arg2 : (tensor<2x8x3xf32>, tensor<2x5xi32>) -> tensor<2x5x3xf32>
// CHECK-NEXT:     %12 = tosa.scatter %arg1, %arg2, %arg3 : (tensor<2x8x3xf32>, tensor<2x5xi32>, tensor<2x5x3xf32>) -> tensor<2x8x3xf32>
// CHECK-NEXT:     %13 = tosa.resize %arg4 {border = array<i64: 1, 1>, mode = "NEAREST_NEIGHBOR", offset = array<i64: -1, -1>, scale = array<i64: 4, 2, 4, 2>} : (tensor<1x4x4x1xf32>) -> tensor<1x8x8x1xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @products(%arg0: tensor<1x8x8x4xf32>, %arg1: tensor<6x3x3x4xf32>, %arg2: tensor<6xf32>, %arg3: tensor<3x3x4x1xf32>, %arg4: tensor<4xf32>, %arg5: tensor<1x8x8x4xi8>, %arg6: tensor<6x3x3x4xi8>, %arg7: tensor<6xi32>) {
// CHECK-NEXT:     %0 = tosa.conv2d %arg0, %arg1, %arg2 {dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<6x3x3x4xf32>, tensor<6xf32>) -> tensor<1x8x8x6xf32>
// CHECK-NEXT:     %1 = tosa.conv2d %arg5, %arg6, %arg7 {dilation = array<i64: 1, 1>, local_bound = true, pad = array<i64: 0, 0, 0, 0>, quantization_info = #tosa.conv_quant<input_zp = -1, weight_zp = 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xi8>, tensor<6x3x3x4xi8>, tensor<6xi32>) -> tensor<1x6x6x6xi32>
// CHECK-NEXT:     %2 = tosa.depthwise_conv2d %arg0, %arg3, %arg4 {dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x1xf32>, tensor<4xf32>) -> tensor<1x8x8x4xf32>
// CHECK-NEXT:     %3 = tosa.transpose_conv2d %arg0, %arg1, %arg2 {out_pad = array<i64: 0, 0, 0, 0>, out_shape = array<i64: 1, 10, 10, 6>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<6x3x3x4xf32>, tensor<6xf32>) -> tensor<1x10x10x6xf32>
// CHECK-NEXT:     %4 = tosa.max_pool2d %arg0 {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x4xf32>) -> tensor<1x4x4x4xf32>
// CHECK-NEXT:     %5 = tosa.avg_pool2d %arg0 {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x4xf32>) -> tensor<1x4x4x4xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @matrices(%arg0: tensor<1x4x8xf32>, %arg1: tensor<1x8x2xf32>, %arg2: tensor<4x8xf32>, %arg3: tensor<2x8xf32>, %arg4: tensor<2xf32>, %arg5: tensor<1x4x4x4x2xf32>, %arg6: tensor<5x2x2x2x2xf32>, %arg7: tensor<5xf32>) {
// CHECK-NEXT:     %0 = tosa.matmul %arg0, %arg1 : (tensor<1x4x8xf32>, tensor<1x8x2xf32>) -> tensor<1x4x2xf32>
// CHECK-NEXT:     %1 = tosa.fully_connected %arg2, %arg3, %arg4 : (tensor<4x8xf32>, tensor<2x8xf32>, tensor<2xf32>) -> tensor<4x2xf32>
// CHECK-NEXT:     %2 = tosa.conv3d %arg5, %arg6, %arg7 {dilation = array<i64: 1, 1, 1>, pad = array<i64: 0, 0, 0, 0, 0, 0>, stride = array<i64: 1, 1, 1>} : (tensor<1x4x4x4x2xf32>, tensor<5x2x2x2x2xf32>, tensor<5xf32>) -> tensor<1x3x3x3x5xf32>
// CHECK-NEXT:     %output_real, %output_imag = tosa.fft2d %arg0, %arg0 {inverse = false} : (tensor<1x4x8xf32>, tensor<1x4x8xf32>) -> (tensor<1x4x8xf32>, tensor<1x4x8xf32>)
// CHECK-NEXT:     %output_real_0, %output_imag_1 = tosa.rfft2d %arg0 {local_bound = true} : (tensor<1x4x8xf32>) -> (tensor<1x4x5xf32>, tensor<1x4x5xf32>)
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @others(%arg0: i32, %arg1: i8, %arg2: tensor<4xi8>, %arg3: tensor<256xi8>, %arg4: tensor<4xf32>) {
// CHECK-NEXT:     %0 = tosa.apply_scale %arg0, %arg0, %arg1 {double_round = true} : (i32, i32, i8) -> i32
// CHECK-NEXT:     %1 = tosa.table %arg2, %arg3 : (tensor<4xi8>, tensor<256xi8>) -> tensor<4xi8>
// CHECK-NEXT:     %2 = tosa.custom %arg4 {domain_name = "d", implementation_attrs = "", operator_name = "op"} : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:     tosa.custom  {domain_name = "d", implementation_attrs = "", operator_name = "nothing"} : () -> ()
// CHECK-NEXT:     tosa.variable.write @state, %arg4 : tensor<4xf32>
// CHECK-NEXT:     %3 = tosa.variable.read @state {note} : tensor<4xf32>
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @control_flow(%arg0: tensor<i1>, %arg1: tensor<4xf32>, %arg2: tensor<i32>) {
// CHECK-NEXT:     %0 = tosa.cond_if %arg0 -> (tensor<4xf32>) {
// CHECK-NEXT:       %2 = tosa.abs %arg1 : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:       tosa.yield %2 : tensor<4xf32>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       tosa.yield %arg1 : tensor<4xf32>
// CHECK-NEXT:     } {note}
// CHECK-NEXT:     %1 = tosa.while_loop (%arg3 = %arg2) : (tensor<i32>) -> tensor<i32> {
// CHECK-NEXT:       %2 = tosa.greater_equal %arg2, %arg3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:       tosa.yield %2 : tensor<i1>
// CHECK-NEXT:     } do {
// CHECK-NEXT:     ^bb0(%arg3: tensor<i32>):
// CHECK-NEXT:       %2 = tosa.add %arg3, %arg3 : (tensor<i32>, tensor<i32>) -> tensor<i32>
// CHECK-NEXT:       tosa.yield %2 : tensor<i32>
// CHECK-NEXT:     } attributes {note}
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }

tosa.variable @state = dense<7.0> : tensor<4xf32>
tosa.variable @"no value" {note} : tensor<2x2xi8>
func.func @unary(%x: tensor<2x3xf32>, %i: tensor<2x3xi32>, %p: tensor<2x3xi1>, %q: tensor<?xi8>) {
  %0 = tosa.abs %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = tosa.bitwise_not %i {note = "n"} : (tensor<2x3xi32>) -> tensor<2x3xi32>
  %2 = tosa.ceil %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = tosa.clz %i : (tensor<2x3xi32>) -> tensor<?x3xi32>
  %4 = tosa.cos %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %5 = tosa.erf %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %6 = tosa.exp %x : (tensor<2x3xf32>) -> tensor<*xf32>
  %7 = tosa.floor %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %8 = tosa.log %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %9 = tosa.logical_not %p : (tensor<2x3xi1>) -> tensor<2x3xi1>
  %10 = tosa.negate %q {quantization_info = #tosa.unary_quant<output_zp = -2, input_zp = 1>} : (tensor<?xi8>) -> tensor<?xi8>
  %11 = tosa.reciprocal %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %12 = tosa.rsqrt %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %13 = tosa.sigmoid %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %14 = tosa.sin %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %15 = tosa.tanh %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %16 = tosa.identity %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %17 = tosa.cast %x : (tensor<2x3xf32>) -> tensor<2x3xi8>
  %18 = tosa.clamp %x {min_int = 0 : i64, max_int = 6 : i64, min_fp = 0.0 : f32, max_fp = 6.0 : f32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %19 = tosa.rescale %q {double_round = false, input_zp = 1 : i32, multiplier = array<i32: 1073741824>, output_zp = 0 : i32, per_channel = false, scale32 = true, shift = array<i8: 30>} : (tensor<?xi8>) -> tensor<?xi8>
  return
}
func.func @binary(%x: tensor<2x3xf32>, %y: tensor<1x3xf32>, %i: tensor<2x3xi32>, %p: tensor<2x3xi1>) {
  %0 = tosa.add %x, %y : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  %1 = tosa.arithmetic_right_shift %i, %i {round = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  %2 = tosa.bitwise_and %i, %i : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  %3 = tosa.bitwise_or %i, %i : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  %4 = tosa.bitwise_xor %i, %i : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  %5 = tosa.equal %x, %y : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xi1>
  %6 = tosa.greater %x, %y : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xi1>
  %7 = tosa.greater_equal %x, %y : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xi1>
  %8 = tosa.int_div %i, %i : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  %9 = tosa.logical_and %p, %p : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>
  %10 = tosa.logical_left_shift %i, %i : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  %11 = tosa.logical_or %p, %p : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>
  %12 = tosa.logical_right_shift %i, %i : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  %13 = tosa.logical_xor %p, %p : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>
  %14 = tosa.maximum %x, %y : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  %15 = tosa.minimum %x, %y : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  %16 = tosa.mul %x, %y {shift = 0 : i8} : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  %17 = tosa.pow %x, %y : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  %18 = tosa.select %p, %x, %y : (tensor<2x3xi1>, tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  %19 = tosa.sub %x, %y : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  return
}
func.func @reductions(%x: tensor<2x3xf32>, %p: tensor<2x3xi1>) {
  %0 = tosa.argmax %x {axis = 0 : i32} : (tensor<2x3xf32>) -> tensor<3xi32>
  %1 = tosa.reduce_all %p {axis = 0 : i32} : (tensor<2x3xi1>) -> tensor<1x3xi1>
  %2 = tosa.reduce_any %p {axis = 1 : i32} : (tensor<2x3xi1>) -> tensor<2x1xi1>
  %3 = tosa.reduce_max %x {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  %4 = tosa.reduce_min %x {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x?xf32>
  %5 = tosa.reduce_prod %x {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<*xf32>
  %6 = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return
}
func.func @data_movement(%x: tensor<2x3xf32>, %v: tensor<2x8x3xf32>, %n: tensor<2x5xi32>, %u: tensor<2x5x3xf32>, %m: tensor<1x4x4x1xf32>) {
  %0 = "tosa.const"() <{value = dense<[[1, 1], [0, 1]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %1 = "tosa.const"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %2 = "tosa.const"() <{value = dense<[1, 0]> : tensor<2xi64>}> : () -> tensor<2xi64>
  %3 = tosa.concat %x, %x {axis = 1 : i32} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
  %4 = tosa.pad %x, %0 : (tensor<2x3xf32>, tensor<2x2xi32>) -> tensor<4x4xf32>
  %5 = tosa.pad %x, %0, %1 : (tensor<2x3xf32>, tensor<2x2xi32>, tensor<f32>) -> tensor<4x4xf32>
  %6 = tosa.reshape %x {new_shape = array<i64: 3, -1>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %7 = tosa.reverse %x {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %8 = tosa.slice %x {start = array<i64: 0, 1>, size = array<i64: 2, 1>} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  %9 = tosa.tile %x {multiples = array<i64: 1, 2>} : (tensor<2x3xf32>) -> tensor<2x6xf32>
  %10 = tosa.transpose %x, %2 : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<3x2xf32>
  %11 = tosa.gather %v, %n : (tensor<2x8x3xf32>, tensor<2x5xi32>) -> tensor<2x5x3xf32>
  %12 = tosa.scatter %v, %n, %u : (tensor<2x8x3xf32>, tensor<2x5xi32>, tensor<2x5x3xf32>) -> tensor<2x8x3xf32>
  %13 = tosa.resize %m {mode = "NEAREST_NEIGHBOR", scale = array<i64: 4, 2, 4, 2>, offset = array<i64: -1, -1>, border = array<i64: 1, 1>} : (tensor<1x4x4x1xf32>) -> tensor<1x8x8x1xf32>
  return
}
func.func @products(%x: tensor<1x8x8x4xf32>, %w: tensor<6x3x3x4xf32>, %b: tensor<6xf32>, %d: tensor<3x3x4x1xf32>, %e: tensor<4xf32>, %q: tensor<1x8x8x4xi8>, %r: tensor<6x3x3x4xi8>, %s: tensor<6xi32>) {
  %0 = tosa.conv2d %x, %w, %b {pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, local_bound = false} : (tensor<1x8x8x4xf32>, tensor<6x3x3x4xf32>, tensor<6xf32>) -> tensor<1x8x8x6xf32>
  %1 = tosa.conv2d %q, %r, %s {pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, local_bound = true, quantization_info = #tosa.conv_quant<input_zp = -1, weight_zp = 0>} : (tensor<1x8x8x4xi8>, tensor<6x3x3x4xi8>, tensor<6xi32>) -> tensor<1x6x6x6xi32>
  %2 = tosa.depthwise_conv2d %x, %d, %e {pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x1xf32>, tensor<4xf32>) -> tensor<1x8x8x4xf32>
  %3 = tosa.transpose_conv2d %x, %w, %b {out_pad = array<i64: 0, 0, 0, 0>, out_shape = array<i64: 1, 10, 10, 6>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<6x3x3x4xf32>, tensor<6xf32>) -> tensor<1x10x10x6xf32>
  %4 = tosa.max_pool2d %x {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x4xf32>) -> tensor<1x4x4x4xf32>
  %5 = tosa.avg_pool2d %x {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x4xf32>) -> tensor<1x4x4x4xf32>
  return
}
func.func @matrices(%a: tensor<1x4x8xf32>, %b: tensor<1x8x2xf32>, %c: tensor<4x8xf32>, %w: tensor<2x8xf32>, %d: tensor<2xf32>, %v: tensor<1x4x4x4x2xf32>, %f: tensor<5x2x2x2x2xf32>, %g: tensor<5xf32>) {
  %0 = tosa.matmul %a, %b : (tensor<1x4x8xf32>, tensor<1x8x2xf32>) -> tensor<1x4x2xf32>
  %1 = tosa.fully_connected %c, %w, %d : (tensor<4x8xf32>, tensor<2x8xf32>, tensor<2xf32>) -> tensor<4x2xf32>
  %2 = tosa.conv3d %v, %f, %g {dilation = array<i64: 1, 1, 1>, pad = array<i64: 0, 0, 0, 0, 0, 0>, stride = array<i64: 1, 1, 1>} : (tensor<1x4x4x4x2xf32>, tensor<5x2x2x2x2xf32>, tensor<5xf32>) -> tensor<1x3x3x3x5xf32>
  %3, %4 = tosa.fft2d %a, %a {inverse = false} : (tensor<1x4x8xf32>, tensor<1x4x8xf32>) -> (tensor<1x4x8xf32>, tensor<1x4x8xf32>)
  %5:2 = tosa.rfft2d %a {local_bound = true} : (tensor<1x4x8xf32>) -> (tensor<1x4x5xf32>, tensor<1x4x5xf32>)
  return
}
func.func @others(%i: i32, %h: i8, %q: tensor<4xi8>, %t: tensor<256xi8>, %x: tensor<4xf32>) {
  %0 = tosa.apply_scale %i, %i, %h {double_round = true} : (i32, i32, i8) -> i32
  %1 = tosa.table %q, %t : (tensor<4xi8>, tensor<256xi8>) -> tensor<4xi8>
  %2 = tosa.custom %x {domain_name = "d", implementation_attrs = "", operator_name = "op"} : (tensor<4xf32>) -> tensor<4xf32>
  tosa.custom {domain_name = "d", implementation_attrs = "", operator_name = "nothing"} : () -> ()
  tosa.variable.write @state, %x : tensor<4xf32>
  %3 = tosa.variable.read @state {note} : tensor<4xf32>
  return
}
func.func @control_flow(%p: tensor<i1>, %x: tensor<4xf32>, %n: tensor<i32>) {
  %0 = tosa.cond_if %p -> (tensor<4xf32>) {
    %3 = tosa.abs %x : (tensor<4xf32>) -> tensor<4xf32>
    tosa.yield %3 : tensor<4xf32>
  } else {
    tosa.yield %x : tensor<4xf32>
  } {note}
  %1 = tosa.while_loop (%a = %n) : (tensor<i32>) -> tensor<i32> {
    %3 = tosa.greater_equal %n, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %3 : tensor<i1>
  } do {
  ^bb0(%a: tensor<i32>):
    %3 = tosa.add %a, %a : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.yield %3 : tensor<i32>
  } attributes {note}
  return
}
