// RUN: ttopt --split-input-file %s | filecheck %s --strict-whitespace --match-full-lines
// RUN: ttopt --split-input-file %s | ttopt --split-input-file | filecheck %s --strict-whitespace --match-full-lines
// RUN: ttopt --split-input-file --mlir-print-op-generic %s | ttopt --split-input-file | filecheck %s --strict-whitespace --match-full-lines

//      CHECK:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<2x3x!quant.uniform<i8<-5:5>:f32, 1.000000e+00>>) {
// CHECK-NEXT:    %0 = stablehlo.cosine %arg0 : tensor<2x3x!quant.uniform<i8<-5:5>:f32, 1.000000e+00>>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<2x3x!quant.uniform<i8<-5:5>:f32, 1.0:0>>) {
  %0 = stablehlo.cosine %a : (tensor<2x3x!quant.uniform<i8<-5:5>:f32, 1.0:0>>) -> tensor<2x3x!quant.uniform<i8<-5:5>:f32, 1.0:0>>
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<2x3x!quant.uniform<i8:f16, 1.000000e+00>>) {
// CHECK-NEXT:    %0 = stablehlo.round_nearest_afz %arg0 : tensor<2x3x!quant.uniform<i8:f16, 1.000000e+00>>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f16, 1.0:0>>) {
  %0 = stablehlo.round_nearest_afz %a : (tensor<2x3x!quant.uniform<i8:f16, 1.0:0>>) -> tensor<2x3x!quant.uniform<i8:f16, 1.0:0>>
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<2x3x!quant.uniform<u8:f32:0, {1.000000e+00,1.000000e+00}>>) {
// CHECK-NEXT:    %0 = stablehlo.uniform_dequantize %arg0 : (tensor<2x3x!quant.uniform<u8:f32:0, {1.000000e+00,1.000000e+00}>>) -> tensor<2x3xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<2x3x!quant.uniform<u8:f32:0, {1.0:0, 1.0:0}>>) {
  %0 = stablehlo.uniform_dequantize %a : (tensor<2x3x!quant.uniform<u8:f32:0, {1.0:0, 1.0:0}>>) -> tensor<2x3xf32>
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<2x3x!quant.uniform<u8:f32, 1.000000e+00>>) {
// CHECK-NEXT:    %0 = stablehlo.tanh %arg0 : tensor<2x3x!quant.uniform<u8:f32, 1.000000e+00>>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<2x3x!quant.uniform<u8:f32, 1.0:0>>) {
  %0 = stablehlo.tanh %a : (tensor<2x3x!quant.uniform<u8:f32, 1.0:0>>) -> tensor<2x3x!quant.uniform<u8:f32, 1.0:0>>
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<2x3x!quant.uniform<i8:f16, 1.000000e+00>>) {
// CHECK-NEXT:    %0 = stablehlo.uniform_quantize %arg0 : tensor<2x3x!quant.uniform<i8:f16, 1.000000e+00>>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f16, 1.0:0>>) {
  %0 = stablehlo.uniform_quantize %a : (tensor<2x3x!quant.uniform<i8:f16, 1.0:0>>) -> tensor<2x3x!quant.uniform<i8:f16, 1.0:0>>
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<2x3x!quant.uniform<u8:f32, 1.000000e+00>>) {
// CHECK-NEXT:    %0 = stablehlo.abs %arg0 : tensor<2x3x!quant.uniform<u8:f32, 1.000000e+00>>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<2x3x!quant.uniform<ui8:f32, 1.0:0>>) {
  %0 = stablehlo.abs %a : (tensor<2x3x!quant.uniform<ui8:f32, 1.0:0>>) -> tensor<2x3x!quant.uniform<ui8:f32, 1.0:0>>
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<2x3x!quant.uniform<i8<-5:5>:f32, 1.000000e+00>>, %arg1: tensor<2x3x!quant.uniform<i8<-5:5>:f32, 1.000000e+00>>) {
// CHECK-NEXT:    %0 = stablehlo.add %arg0, %arg1 : tensor<2x3x!quant.uniform<i8<-5:5>:f32, 1.000000e+00>>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<2x3x!quant.uniform<i8<-5:5>:f32, 1.0:0>>, %b: tensor<2x3x!quant.uniform<i8<-5:5>:f32, 1.0:0>>) {
  %0 = stablehlo.add %a, %b : (tensor<2x3x!quant.uniform<i8<-5:5>:f32, 1.0:0>>, tensor<2x3x!quant.uniform<i8<-5:5>:f32, 1.0:0>>) -> tensor<2x3x!quant.uniform<i8<-5:5>:f32, 1.0:0>>
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<2x3x!quant.uniform<u8:f32, 1.000000e+00>>, %arg1: tensor<2x3x!quant.uniform<u8:f32, 1.000000e+00>>) {
// CHECK-NEXT:    %0 = stablehlo.divide %arg0, %arg1 : tensor<2x3x!quant.uniform<u8:f32, 1.000000e+00>>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<2x3x!quant.uniform<ui8:f32, 1.0:0>>, %b: tensor<2x3x!quant.uniform<ui8:f32, 1.0:0>>) {
  %0 = stablehlo.divide %a, %b : (tensor<2x3x!quant.uniform<ui8:f32, 1.0:0>>, tensor<2x3x!quant.uniform<ui8:f32, 1.0:0>>) -> tensor<2x3x!quant.uniform<ui8:f32, 1.0:0>>
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00>>) {
// CHECK-NEXT:    %0 = stablehlo.reshape %arg0 : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00>>) -> tensor<2x3x1x!quant.uniform<i8:f32, 2.000000e+00>>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32, 2.0:0>>) {
  %0 = stablehlo.reshape %a : (tensor<2x3x!quant.uniform<i8:f32, 2.0:0>>) -> tensor<2x3x1x!quant.uniform<i8:f32, 2.0:0>>
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<1x3x!quant.uniform<i8:f32:0, {1.000000e+00}>>) {
// CHECK-NEXT:    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<1x3x!quant.uniform<i8:f32:0, {1.000000e+00}>>) -> tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e+00,1.000000e+00}>>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<1x3x!quant.uniform<i8:f32:0, {1.0:0}>>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<1x3x!quant.uniform<i8:f32:0, {1.0:0}>>) -> tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3x2x!quant.uniform<i8:f32, 1.000000e+00>>) {
// CHECK-NEXT:    %0 = stablehlo.dot %arg0, %arg1 : (tensor<2x3xf32>, tensor<3x2x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.000000e+00:3,1.000000e+00:3}>>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x2x!quant.uniform<i8:f32, 1.0:0>>) {
  %0 = stablehlo.dot %a, %b : (tensor<2x3xf32>, tensor<3x2x!quant.uniform<i8:f32, 1.0:0>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0:3, 1.0:3}>>
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<1x4x4x2x!quant.uniform<i8:f32, 1.000000e+00>>, %arg1: tensor<2x2x2x3x!quant.uniform<i8:f32, 1.000000e+00>>) {
// CHECK-NEXT:    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x2x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<2x2x2x3x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<1x3x3x3x!quant.uniform<i8:f32, 1.000000e+00>>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<1x4x4x2x!quant.uniform<i8:f32, 1.0:0>>, %b: tensor<2x2x2x3x!quant.uniform<i8:f32, 1.0:0>>) {
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x2x!quant.uniform<i8:f32, 1.0:0>>, tensor<2x2x2x3x!quant.uniform<i8:f32, 1.0:0>>) -> tensor<1x3x3x3x!quant.uniform<i8:f32, 1.0:0>>
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @f() {
// CHECK-NEXT:    %cst = stablehlo.constant() <{value = dense<1> : tensor<2x3xi8>}> : () -> tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00>>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f() {
  %0 = stablehlo.constant() <{value = dense<1> : tensor<2x3xi8>}> : () -> tensor<2x3x!quant.uniform<i8:f32, 2.0:0>>
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<2x3x!quant.uniform<u8:f32:0, {1.000000e+00,1.000000e+00}>>) {
// CHECK-NEXT:    %0 = stablehlo.custom_call @x(%arg0) : (tensor<2x3x!quant.uniform<u8:f32:0, {1.000000e+00,1.000000e+00}>>) -> tensor<2x3x!quant.uniform<u8:f32, 1.000000e+00>>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<2x3x!quant.uniform<u8:f32:0, {1.0:0, 1.0:0}>>) {
  %0 = stablehlo.custom_call @x(%a) : (tensor<2x3x!quant.uniform<u8:f32:0, {1.0:0, 1.0:0}>>) -> tensor<2x3x!quant.uniform<u8:f32, 1.0:0>>
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00>>) {
// CHECK-NEXT:    %0 = stablehlo.tuple %arg0 : tuple<tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00>>>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>) {
  %0 = stablehlo.tuple %a : tuple<tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>>
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @f() {
// CHECK-NEXT:    %0 = stablehlo.iota dim = 0 : tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00>>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f() {
  %0 = stablehlo.iota dim = 0 : tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e+00:3,1.000000e+00:3}>>, %arg1: tensor<2xi32>) {
// CHECK-NEXT:    %0 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e+00:3,1.000000e+00:3}>>, tensor<2xi32>) -> tensor<2x3x!quant.uniform<u8:f32, 1.000000e+00>>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32:0, {1.0:3, 1.0:3}>>, %b: tensor<2xi32>) {
  %0 = stablehlo.dynamic_reshape %a, %b : (tensor<2x3x!quant.uniform<i8:f32:0, {1.0:3, 1.0:3}>>, tensor<2xi32>) -> tensor<2x3x!quant.uniform<u8:f32, 1.0:0>>
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<2x3x!quant.uniform<u8:f32, 1.000000e+00>>) {
// CHECK-NEXT:    %0 = stablehlo.reverse %arg0, dims = [0] : tensor<2x3x!quant.uniform<u8:f32, 1.000000e+00>>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<2x3x!quant.uniform<u8:f32, 1.0:0>>) {
  %0 = stablehlo.reverse %a, dims = [0] : tensor<2x3x!quant.uniform<u8:f32, 1.0:0>>
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<2x3x!quant.uniform<u8:f32:0, {1.000000e+00,1.000000e+00}>>) {
// CHECK-NEXT:    %0 = stablehlo.bitcast_convert %arg0 : (tensor<2x3x!quant.uniform<u8:f32:0, {1.000000e+00,1.000000e+00}>>) -> tensor<2x3x!quant.uniform<i8:f32:0, {2.000000e+00,2.000000e+00}>>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<2x3x!quant.uniform<u8:f32:0, {1.0:0, 1.0:0}>>) {
  %0 = stablehlo.bitcast_convert %a : (tensor<2x3x!quant.uniform<u8:f32:0, {1.0:0, 1.0:0}>>) -> tensor<2x3x!quant.uniform<i8:f32:0, {2.0:0, 2.0:0}>>
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<2x3x!quant.uniform<u8:f32, 1.000000e+00>>) {
// CHECK-NEXT:    %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<2x3x!quant.uniform<u8:f32, 1.000000e+00>>) -> tensor<i32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<2x3x!quant.uniform<u8:f32, 1.0:0>>) {
  %0 = stablehlo.get_dimension_size %a, dim = 0 : (tensor<2x3x!quant.uniform<u8:f32, 1.0:0>>) -> tensor<i32>
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,1.000000e+00,1.000000e+00}>>) {
// CHECK-NEXT:    %0 = stablehlo.reshape %arg0 : (tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e+00,1.000000e+00,1.000000e+00}>>) -> tensor<1x2x3x!quant.uniform<i8:f32:2, {1.000000e+00,1.000000e+00,1.000000e+00}>>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0, 1.0:0}>>) {
  %0 = stablehlo.reshape %a : (tensor<2x3x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0, 1.0:0}>>) -> tensor<1x2x3x!quant.uniform<i8:f32:2, {1.0:0, 1.0:0, 1.0:0}>>
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e+00,1.000000e+00}>>) {
// CHECK-NEXT:    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e+00,1.000000e+00}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {1.000000e+00,1.000000e+00}>>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0}>>
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>) {
// CHECK-NEXT:    %0 = stablehlo.uniform_quantize %arg0 : (tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<2x!quant.uniform<i16:f32, 5.000000e+00>>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 1.0:0>>) {
  %0 = stablehlo.uniform_quantize %a : (tensor<2x!quant.uniform<i8:f32, 1.0:0>>) -> tensor<2x!quant.uniform<i16:f32, 5.0:0>>
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<*xf32>) {
// CHECK-NEXT:    %0 = stablehlo.uniform_quantize %arg0 : (tensor<*xf32>) -> tensor<*x!quant.uniform<i8:f32, 1.000000e+00>>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<*xf32>) {
  %0 = stablehlo.uniform_quantize %a : (tensor<*xf32>) -> tensor<*x!quant.uniform<i8:f32, 1.0:0>>
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<2x!quant.uniform<i8:f32:0, {1.000000e+00,1.000000e+00}>>) {
// CHECK-NEXT:    %0 = stablehlo.uniform_dequantize %arg0 : (tensor<2x!quant.uniform<i8:f32:0, {1.000000e+00,1.000000e+00}>>) -> tensor<2xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<2x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) {
  %0 = stablehlo.uniform_dequantize %a : (tensor<2x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0}>>) -> tensor<2xf32>
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<2x!quant.uniform<i8:f32:0, {1.000000e+00,1.000000e+00,1.000000e+00}>>) {
// CHECK-NEXT:    %0 = stablehlo.uniform_dequantize %arg0 : (tensor<2x!quant.uniform<i8:f32:0, {1.000000e+00,1.000000e+00,1.000000e+00}>>) -> tensor<2xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<2x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0, 1.0:0}>>) {
  %0 = stablehlo.uniform_dequantize %a : (tensor<2x!quant.uniform<i8:f32:0, {1.0:0, 1.0:0, 1.0:0}>>) -> tensor<2xf32>
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<2x!quant.uniform<i8:f32:7, {1.000000e+00,1.000000e+00,1.000000e+00}>>) {
// CHECK-NEXT:    %0 = stablehlo.uniform_dequantize %arg0 : (tensor<2x!quant.uniform<i8:f32:7, {1.000000e+00,1.000000e+00,1.000000e+00}>>) -> tensor<?xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<2x!quant.uniform<i8:f32:7, {1.0:0, 1.0:0, 1.0:0}>>) {
  %0 = stablehlo.uniform_dequantize %a : (tensor<2x!quant.uniform<i8:f32:7, {1.0:0, 1.0:0, 1.0:0}>>) -> tensor<?xf32>
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>) {
// CHECK-NEXT:    %0 = stablehlo.negate %arg0 : (tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<2x!quant.uniform<i8:f32, 2.000000e+00>>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 1.0:0>>) {
  %0 = stablehlo.negate %a : (tensor<2x!quant.uniform<i8:f32, 1.0:0>>) -> tensor<2x!quant.uniform<i8:f32, 2.0:0>>
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00>>, %arg1: tensor<3x2x!quant.uniform<i8:f32:1, {1.000000e+00,1.000000e+00}>>) {
// CHECK-NEXT:    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<3x2x!quant.uniform<i8:f32:1, {1.000000e+00,1.000000e+00}>>) -> tensor<2x2x!quant.uniform<i32:f32:1, {1.000000e+00,1.000000e+00}>>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>, %b: tensor<3x2x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0}>>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x2x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0}>>) -> tensor<2x2x!quant.uniform<i32:f32:1, {1.0:0, 1.0:0}>>
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3x2x!quant.uniform<i8:f32:1, {1.000000e+00,1.000000e+00}>>) {
// CHECK-NEXT:    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2x!quant.uniform<i8:f32:1, {1.000000e+00,1.000000e+00}>>) -> tensor<2x2xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x2x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0}>>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0}>>) -> tensor<2x2xf32>
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<?x3x!quant.uniform<i8:f32:1, {1.000000e+00,1.000000e+00,1.000000e+00}>>, %arg1: tensor<2xi32>) {
// CHECK-NEXT:    %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [0, 1] : (tensor<?x3x!quant.uniform<i8:f32:1, {1.000000e+00,1.000000e+00,1.000000e+00}>>, tensor<2xi32>) -> tensor<?x3x!quant.uniform<i8:f32:1, {1.000000e+00,1.000000e+00,1.000000e+00}>>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<?x3x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0, 1.0:0}>>, %b: tensor<2xi32>) {
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %b, dims = [0, 1] : (tensor<?x3x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0, 1.0:0}>>, tensor<2xi32>) -> tensor<?x3x!quant.uniform<i8:f32:1, {1.0:0, 1.0:0, 1.0:0}>>
  return
}
