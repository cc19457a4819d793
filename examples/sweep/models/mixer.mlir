module {
  func.func public @main(%arg0: tensor<4x16x32xf32>, %arg1: tensor<16x48xf32>, %arg2: tensor<48x16xf32>, %arg3: tensor<32x96xf32>, %arg4: tensor<96x32xf32>, %arg5: tensor<4xi32>) -> (tensor<f32> {jax.result_info = "result"}) {
    %0 = stablehlo.transpose %arg0, dims = [0, 2, 1] : (tensor<4x16x32xf32>) -> tensor<4x32x16xf32>
    %1 = stablehlo.dot_general %0, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x32x16xf32>, tensor<16x48xf32>) -> tensor<4x32x48xf32>
    %2 = call @relu(%1) : (tensor<4x32x48xf32>) -> tensor<4x32x48xf32>
    %3 = stablehlo.dot_general %2, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x32x48xf32>, tensor<48x16xf32>) -> tensor<4x32x16xf32>
    %4 = stablehlo.transpose %3, dims = [0, 2, 1] : (tensor<4x32x16xf32>) -> tensor<4x16x32xf32>
    %5 = stablehlo.add %arg0, %4 : tensor<4x16x32xf32>
    %6 = stablehlo.dot_general %5, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16x32xf32>, tensor<32x96xf32>) -> tensor<4x16x96xf32>
    %7 = call @elu(%6) : (tensor<4x16x96xf32>) -> tensor<4x16x96xf32>
    %8 = stablehlo.dot_general %7, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16x96xf32>, tensor<96x32xf32>) -> tensor<4x16x32xf32>
    %9 = stablehlo.add %5, %8 : tensor<4x16x32xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %10 = stablehlo.reduce(%9 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<4x16x32xf32>, tensor<f32>) -> tensor<4x32xf32>
    %11 = call @log_softmax(%10) : (tensor<4x32xf32>) -> tensor<4x32xf32>
    %12 = call @_one_hot(%arg5) : (tensor<4xi32>) -> tensor<4x32xf32>
    %13 = stablehlo.multiply %11, %12 : tensor<4x32xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.reduce(%13 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<4x32xf32>, tensor<f32>) -> tensor<4xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.reduce(%14 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %16 = stablehlo.divide %15, %cst_2 : tensor<f32>
    %17 = stablehlo.negate %16 : tensor<f32>
    return %17 : tensor<f32>
  }
  func.func private @relu(%arg0: tensor<4x32x48xf32>) -> tensor<4x32x48xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x32x48xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<4x32x48xf32>
    return %1 : tensor<4x32x48xf32>
  }
  func.func private @elu(%arg0: tensor<4x16x96xf32>) -> tensor<4x16x96xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x16x96xf32>
    %1 = stablehlo.compare GT, %arg0, %0, FLOAT : (tensor<4x16x96xf32>, tensor<4x16x96xf32>) -> tensor<4x16x96xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x16x96xf32>
    %3 = stablehlo.compare GT, %arg0, %2, FLOAT : (tensor<4x16x96xf32>, tensor<4x16x96xf32>) -> tensor<4x16x96xi1>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = call @_where(%3, %cst_1, %arg0) : (tensor<4x16x96xi1>, tensor<f32>, tensor<4x16x96xf32>) -> tensor<4x16x96xf32>
    %5 = stablehlo.exponential_minus_one %4 : tensor<4x16x96xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x16x96xf32>
    %7 = stablehlo.multiply %6, %5 : tensor<4x16x96xf32>
    %8 = call @_where_0(%1, %arg0, %7) : (tensor<4x16x96xi1>, tensor<4x16x96xf32>, tensor<4x16x96xf32>) -> tensor<4x16x96xf32>
    return %8 : tensor<4x16x96xf32>
  }
  func.func private @_where(%arg0: tensor<4x16x96xi1>, %arg1: tensor<f32>, %arg2: tensor<4x16x96xf32>) -> tensor<4x16x96xf32> {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4x16x96xf32>
    %2 = stablehlo.select %arg0, %1, %arg2 : tensor<4x16x96xi1>, tensor<4x16x96xf32>
    return %2 : tensor<4x16x96xf32>
  }
  func.func private @_where_0(%arg0: tensor<4x16x96xi1>, %arg1: tensor<4x16x96xf32>, %arg2: tensor<4x16x96xf32>) -> tensor<4x16x96xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<4x16x96xi1>, tensor<4x16x96xf32>
    return %0 : tensor<4x16x96xf32>
  }
  func.func private @log_softmax(%arg0: tensor<4x32xf32>) -> tensor<4x32xf32> {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<4x32xf32>, tensor<f32>) -> tensor<4xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<4xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x32xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<4x32xf32>
    %6 = stablehlo.exponential %5 : tensor<4x32xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<4x32xf32>, tensor<f32>) -> tensor<4xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %9 = stablehlo.log %8 : tensor<4x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x32xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<4x32xf32>
    return %11 : tensor<4x32xf32>
  }
  func.func private @_one_hot(%arg0: tensor<4xi32>) -> tensor<4x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
    %1 = stablehlo.iota dim = 1 : tensor<1x32xi32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<4x1xi32>) -> tensor<4x32xi32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x32xi32>) -> tensor<4x32xi32>
    %4 = stablehlo.compare EQ, %2, %3, SIGNED : (tensor<4x32xi32>, tensor<4x32xi32>) -> tensor<4x32xi1>
    %5 = stablehlo.convert %4 : (tensor<4x32xi1>) -> tensor<4x32xf32>
    return %5 : tensor<4x32xf32>
  }
}
