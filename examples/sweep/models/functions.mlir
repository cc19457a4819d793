module {
  func.func public @main(%arg0: tensor<32x48xf32>, %arg1: tensor<32x48xf32>, %arg2: tensor<32x48xi32>, %arg3: tensor<32x48xi32>, %arg4: tensor<32x48xf32>) -> (tensor<32x48xf32> {jax.result_info = "result[0]"}, tensor<32x48xf32> {jax.result_info = "result[1]"}, tensor<32x48xf32> {jax.result_info = "result[2]"}, tensor<32x48xf32> {jax.result_info = "result[3]"}, tensor<32x48xf32> {jax.result_info = "result[4]"}, tensor<32x48xf32> {jax.result_info = "result[5]"}, tensor<32x48xf32> {jax.result_info = "result[6]"}, tensor<32x48xf32> {jax.result_info = "result[7]"}, tensor<32x48xf32> {jax.result_info = "result[8]"}, tensor<32x48xf32> {jax.result_info = "result[9]"}, tensor<32x48xf32> {jax.result_info = "result[10]"}, tensor<32x48xf32> {jax.result_info = "result[11]"}, tensor<32x48xf32> {jax.result_info = "result[12]"}, tensor<32x48xf32> {jax.result_info = "result[13]"}, tensor<32x48xf32> {jax.result_info = "result[14]"}, tensor<32x48xf32> {jax.result_info = "result[15]"}, tensor<32x48xf32> {jax.result_info = "result[16]"}, tensor<32x48xf32> {jax.result_info = "result[17]"}, tensor<32x48xi1> {jax.result_info = "result[18]"}, tensor<32x48xi1> {jax.result_info = "result[19]"}, tensor<32x48xi1> {jax.result_info = "result[20]"}, tensor<32x48xi1> {jax.result_info = "result[21]"}, tensor<32x48xi32> {jax.result_info = "result[22]"}, tensor<32x48xi32> {jax.result_info = "result[23]"}, tensor<32x48xi32> {jax.result_info = "result[24]"}, tensor<32x48xi32> {jax.result_info = "result[25]"}, tensor<32x48xi1> {jax.result_info = "result[26]"}, tensor<32x48xf32> {jax.result_info = "result[27]"}, tensor<32x48xbf16> {jax.result_info = "result[28]"}, tensor<48xf32> {jax.result_info = "result[29]"}, tensor<32xf32> {jax.result_info = "result[30]"}, tensor<48xf32> {jax.result_info = "result[31]"}, tensor<32xf32> {jax.result_info = "result[32]"}, tensor<32xf32> {jax.result_info = "result[33]"}, tensor<32xf32> {jax.result_info = "result[34]"}, tensor<7x14xf32> {jax.result_info = "result[35]"}, tensor<16x48xf32> {jax.result_info = "result[36]"}, tensor<48x32xf32> {jax.result_info = "result[37]"}, tensor<1536xf32> {jax.result_info = "result[38]"}, tensor<35x51xf32> {jax.result_info = "result[39]"}, tensor<64x48xf32> {jax.result_info = "result[40]"}, tensor<32x96xf32> {jax.result_info = "result[41]"}, tensor<64x48xf32> {jax.result_info = "result[42]"}, tensor<3x32x48xf32> {jax.result_info = "result[43]"}, tensor<32x48xf32> {jax.result_info = "result[44]"}, tensor<32x48xf32> {jax.result_info = "result[45]"}, tensor<32x48xf32> {jax.result_info = "result[46]"}, tensor<32x32xf32> {jax.result_info = "result[47]"}, tensor<48x48xf32> {jax.result_info = "result[48]"}, tensor<16xf32> {jax.result_info = "result[49]"}, tensor<32x48xi1> {jax.result_info = "result[50]"}, tensor<2x32x48xf32> {jax.result_info = "result[51]"}) {
    %0 = stablehlo.abs %arg0 : tensor<32x48xf32>
    %1 = stablehlo.sign %arg0 : tensor<32x48xf32>
    %2 = stablehlo.floor %arg0 : tensor<32x48xf32>
    %3 = stablehlo.ceil %arg0 : tensor<32x48xf32>
    %4 = stablehlo.exponential %arg0 : tensor<32x48xf32>
    %5 = stablehlo.log_plus_one %arg4 : tensor<32x48xf32>
    %6 = stablehlo.exponential_minus_one %arg0 : tensor<32x48xf32>
    %7 = stablehlo.tanh %arg0 : tensor<32x48xf32>
    %8 = stablehlo.sine %arg0 : tensor<32x48xf32>
    %9 = stablehlo.cosine %arg0 : tensor<32x48xf32>
    %10 = stablehlo.negate %arg0 : tensor<32x48xf32>
    %11 = stablehlo.exponential %10 : tensor<32x48xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<32x48xf32>
    %13 = stablehlo.add %12, %11 : tensor<32x48xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<32x48xf32>
    %15 = stablehlo.divide %14, %13 : tensor<32x48xf32>
    %16 = stablehlo.sqrt %arg4 : tensor<32x48xf32>
    %17 = stablehlo.log %arg4 : tensor<32x48xf32>
    %18 = stablehlo.negate %arg0 : tensor<32x48xf32>
    %19 = stablehlo.subtract %arg0, %arg1 : tensor<32x48xf32>
    %20 = stablehlo.divide %arg0, %arg4 : tensor<32x48xf32>
    %21 = stablehlo.minimum %arg0, %arg1 : tensor<32x48xf32>
    %22 = stablehlo.maximum %arg0, %arg1 : tensor<32x48xf32>
    %23 = stablehlo.compare LT, %arg0, %arg1, FLOAT : (tensor<32x48xf32>, tensor<32x48xf32>) -> tensor<32x48xi1>
    %24 = stablehlo.compare GE, %arg0, %arg1, FLOAT : (tensor<32x48xf32>, tensor<32x48xf32>) -> tensor<32x48xi1>
    %25 = stablehlo.compare EQ, %arg0, %arg1, FLOAT : (tensor<32x48xf32>, tensor<32x48xf32>) -> tensor<32x48xi1>
    %26 = stablehlo.compare NE, %arg0, %arg1, FLOAT : (tensor<32x48xf32>, tensor<32x48xf32>) -> tensor<32x48xi1>
    %27 = stablehlo.add %arg2, %arg3 : tensor<32x48xi32>
    %28 = stablehlo.multiply %arg2, %arg3 : tensor<32x48xi32>
    %29 = stablehlo.subtract %arg2, %arg3 : tensor<32x48xi32>
    %30 = stablehlo.maximum %arg2, %arg3 : tensor<32x48xi32>
    %31 = stablehlo.compare LT, %arg2, %arg3, SIGNED : (tensor<32x48xi32>, tensor<32x48xi32>) -> tensor<32x48xi1>
    %32 = stablehlo.convert %arg2 : (tensor<32x48xi32>) -> tensor<32x48xf32>
    %33 = stablehlo.convert %arg0 : (tensor<32x48xf32>) -> tensor<32x48xbf16>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.reduce(%arg0 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<32x48xf32>, tensor<f32>) -> tensor<48xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.reduce(%arg0 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<32x48xf32>, tensor<f32>) -> tensor<32xf32>
    %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %36 = stablehlo.reduce(%arg0 init: %cst_3) applies stablehlo.maximum across dimensions = [0] : (tensor<32x48xf32>, tensor<f32>) -> tensor<48xf32>
    %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %37 = stablehlo.reduce(%arg0 init: %cst_4) applies stablehlo.maximum across dimensions = [1] : (tensor<32x48xf32>, tensor<f32>) -> tensor<32xf32>
    %cst_5 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %38 = stablehlo.reduce(%arg0 init: %cst_5) applies stablehlo.minimum across dimensions = [1] : (tensor<32x48xf32>, tensor<f32>) -> tensor<32xf32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %39 = stablehlo.reduce(%arg0 init: %cst_6) applies stablehlo.multiply across dimensions = [1] : (tensor<32x48xf32>, tensor<f32>) -> tensor<32xf32>
    %40 = stablehlo.slice %arg0 [2:9, 3:17] : (tensor<32x48xf32>) -> tensor<7x14xf32>
    %41 = stablehlo.slice %arg0 [0:32:2, 0:48] : (tensor<32x48xf32>) -> tensor<16x48xf32>
    %42 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<32x48xf32>) -> tensor<48x32xf32>
    %43 = stablehlo.reshape %arg0 : (tensor<32x48xf32>) -> tensor<1536xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %44 = call @_pad(%arg0, %c) : (tensor<32x48xf32>, tensor<i32>) -> tensor<35x51xf32>
    %45 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<32x48xf32>, tensor<32x48xf32>) -> tensor<64x48xf32>
    %46 = stablehlo.concatenate %arg0, %arg1, dim = 1 : (tensor<32x48xf32>, tensor<32x48xf32>) -> tensor<32x96xf32>
    %47 = stablehlo.reshape %arg0 : (tensor<32x48xf32>) -> tensor<1x32x1x48xf32>
    %48 = stablehlo.broadcast_in_dim %47, dims = [0, 1, 2, 3] : (tensor<1x32x1x48xf32>) -> tensor<2x32x1x48xf32>
    %49 = stablehlo.reshape %48 : (tensor<2x32x1x48xf32>) -> tensor<64x48xf32>
    %50 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<32x48xf32>) -> tensor<1x32x48xf32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [0, 1, 2] : (tensor<1x32x48xf32>) -> tensor<3x32x48xf32>
    %52 = stablehlo.compare LT, %arg0, %arg1, FLOAT : (tensor<32x48xf32>, tensor<32x48xf32>) -> tensor<32x48xi1>
    %53 = call @_where(%52, %arg0, %arg4) : (tensor<32x48xi1>, tensor<32x48xf32>, tensor<32x48xf32>) -> tensor<32x48xf32>
    %54 = stablehlo.cbrt %arg4 : tensor<32x48xf32>
    %55 = stablehlo.rsqrt %arg4 : tensor<32x48xf32>
    %56 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<32x48xf32>) -> tensor<48x32xf32>
    %57 = stablehlo.dot_general %arg0, %56, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x48xf32>, tensor<48x32xf32>) -> tensor<32x32xf32>
    %58 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<32x48xf32>) -> tensor<48x32xf32>
    %59 = stablehlo.dot_general %58, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<48x32xf32>, tensor<32x48xf32>) -> tensor<48x48xf32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %c_8 = stablehlo.constant dense<1> : tensor<i32>
    %60 = call @_linspace(%c_7, %c_8) : (tensor<i32>, tensor<i32>) -> tensor<16xf32>
    %61 = stablehlo.is_finite %arg0 : (tensor<32x48xf32>) -> tensor<32x48xi1>
    %62 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<32x48xf32>) -> tensor<1x32x48xf32>
    %63 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<32x48xf32>) -> tensor<1x32x48xf32>
    %64 = stablehlo.concatenate %62, %63, dim = 0 : (tensor<1x32x48xf32>, tensor<1x32x48xf32>) -> tensor<2x32x48xf32>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %49, %51, %53, %54, %55, %57, %59, %60, %61, %64 : tensor<32x48xf32>, tensor<32x48xf32>, tensor<32x48xf32>, tensor<32x48xf32>, tensor<32x48xf32>, tensor<32x48xf32>, tensor<32x48xf32>, tensor<32x48xf32>, tensor<32x48xf32>, tensor<32x48xf32>, tensor<32x48xf32>, tensor<32x48xf32>, tensor<32x48xf32>, tensor<32x48xf32>, tensor<32x48xf32>, tensor<32x48xf32>, tensor<32x48xf32>, tensor<32x48xf32>, tensor<32x48xi1>, tensor<32x48xi1>, tensor<32x48xi1>, tensor<32x48xi1>, tensor<32x48xi32>, tensor<32x48xi32>, tensor<32x48xi32>, tensor<32x48xi32>, tensor<32x48xi1>, tensor<32x48xf32>, tensor<32x48xbf16>, tensor<48xf32>, tensor<32xf32>, tensor<48xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<7x14xf32>, tensor<16x48xf32>, tensor<48x32xf32>, tensor<1536xf32>, tensor<35x51xf32>, tensor<64x48xf32>, tensor<32x96xf32>, tensor<64x48xf32>, tensor<3x32x48xf32>, tensor<32x48xf32>, tensor<32x48xf32>, tensor<32x48xf32>, tensor<32x32xf32>, tensor<48x48xf32>, tensor<16xf32>, tensor<32x48xi1>, tensor<2x32x48xf32>
  }
  func.func private @_pad(%arg0: tensor<32x48xf32>, %arg1: tensor<i32>) -> tensor<35x51xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.pad %arg0, %0, low = [1, 0], high = [2, 3], interior = [0, 0] : (tensor<32x48xf32>, tensor<f32>) -> tensor<35x51xf32>
    return %1 : tensor<35x51xf32>
  }
  func.func private @_where(%arg0: tensor<32x48xi1>, %arg1: tensor<32x48xf32>, %arg2: tensor<32x48xf32>) -> tensor<32x48xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<32x48xi1>, tensor<32x48xf32>
    return %0 : tensor<32x48xf32>
  }
  func.func private @_linspace(%arg0: tensor<i32>, %arg1: tensor<i32>) -> tensor<16xf32> {
    %0 = stablehlo.convert %arg0 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %2 = stablehlo.subtract %1, %0 : tensor<f32>
    %cst = stablehlo.constant dense<1.500000e+01> : tensor<f32>
    %3 = stablehlo.divide %2, %cst : tensor<f32>
    %4 = stablehlo.iota dim = 0 : tensor<15xf32>
    %cst_0 = stablehlo.constant dense<1.500000e+01> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<15xf32>
    %6 = stablehlo.divide %4, %5 : tensor<15xf32>
    %7 = stablehlo.reshape %0 : (tensor<f32>) -> tensor<1xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<15xf32>
    %9 = stablehlo.subtract %8, %6 : tensor<15xf32>
    %10 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<1xf32>) -> tensor<15xf32>
    %11 = stablehlo.multiply %10, %9 : tensor<15xf32>
    %12 = stablehlo.reshape %1 : (tensor<f32>) -> tensor<1xf32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0] : (tensor<1xf32>) -> tensor<15xf32>
    %14 = stablehlo.multiply %13, %6 : tensor<15xf32>
    %15 = stablehlo.add %11, %14 : tensor<15xf32>
    %16 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %17 = stablehlo.concatenate %15, %16, dim = 0 : (tensor<15xf32>, tensor<1xf32>) -> tensor<16xf32>
    return %17 : tensor<16xf32>
  }
}
