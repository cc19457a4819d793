module {
  func.func public @main(%arg0: tensor<1x1x64xf32>, %arg1: tensor<1x4x64x16xf32>, %arg2: tensor<1x4x64x16xf32>, %arg3: tensor<i32>, %arg4: tensor<16xf32>, %arg5: tensor<16xf32>, %arg6: tensor<64xf32>, %arg7: tensor<64x64xf32>, %arg8: tensor<64x64xf32>, %arg9: tensor<64x64xf32>, %arg10: tensor<64x64xf32>, %arg11: tensor<64x192xf32>, %arg12: tensor<64x192xf32>, %arg13: tensor<192x64xf32>) -> (tensor<1x1x64xf32> {jax.result_info = "result[0]"}, tensor<1x4x64x16xf32> {jax.result_info = "result[1]"}, tensor<1x4x64x16xf32> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.multiply %arg0, %arg0 : tensor<1x1x64xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<1x1xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x1x1xf32>
    %cst_0 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1x1x1xf32>
    %4 = stablehlo.divide %2, %3 : tensor<1x1x1xf32>
    %cst_1 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<1x1x1xf32>
    %6 = stablehlo.add %4, %5 : tensor<1x1x1xf32>
    %7 = stablehlo.rsqrt %6 : tensor<1x1x1xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<1x1x1xf32>) -> tensor<1x1x64xf32>
    %9 = stablehlo.multiply %arg0, %8 : tensor<1x1x64xf32>
    %10 = stablehlo.broadcast_in_dim %arg6, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %11 = stablehlo.multiply %9, %10 : tensor<1x1x64xf32>
    %12 = stablehlo.dot_general %11, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x1x64xf32>, tensor<64x64xf32>) -> tensor<1x1x64xf32>
    %13 = stablehlo.reshape %12 : (tensor<1x1x64xf32>) -> tensor<1x1x4x16xf32>
    %14 = stablehlo.transpose %13, dims = [0, 2, 1, 3] : (tensor<1x1x4x16xf32>) -> tensor<1x4x1x16xf32>
    %15 = stablehlo.broadcast_in_dim %arg4, dims = [3] : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1, 2, 3] : (tensor<1x1x1x16xf32>) -> tensor<1x4x1x16xf32>
    %17 = stablehlo.multiply %14, %16 : tensor<1x4x1x16xf32>
    %18 = stablehlo.slice %14 [0:1, 0:4, 0:1, 8:16] : (tensor<1x4x1x16xf32>) -> tensor<1x4x1x8xf32>
    %19 = stablehlo.negate %18 : tensor<1x4x1x8xf32>
    %20 = stablehlo.slice %14 [0:1, 0:4, 0:1, 0:8] : (tensor<1x4x1x16xf32>) -> tensor<1x4x1x8xf32>
    %21 = stablehlo.concatenate %19, %20, dim = 3 : (tensor<1x4x1x8xf32>, tensor<1x4x1x8xf32>) -> tensor<1x4x1x16xf32>
    %22 = stablehlo.broadcast_in_dim %arg5, dims = [3] : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0, 1, 2, 3] : (tensor<1x1x1x16xf32>) -> tensor<1x4x1x16xf32>
    %24 = stablehlo.multiply %21, %23 : tensor<1x4x1x16xf32>
    %25 = stablehlo.add %17, %24 : tensor<1x4x1x16xf32>
    %26 = stablehlo.dot_general %11, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x1x64xf32>, tensor<64x64xf32>) -> tensor<1x1x64xf32>
    %27 = stablehlo.reshape %26 : (tensor<1x1x64xf32>) -> tensor<1x1x4x16xf32>
    %28 = stablehlo.transpose %27, dims = [0, 2, 1, 3] : (tensor<1x1x4x16xf32>) -> tensor<1x4x1x16xf32>
    %29 = stablehlo.broadcast_in_dim %arg4, dims = [3] : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [0, 1, 2, 3] : (tensor<1x1x1x16xf32>) -> tensor<1x4x1x16xf32>
    %31 = stablehlo.multiply %28, %30 : tensor<1x4x1x16xf32>
    %32 = stablehlo.slice %28 [0:1, 0:4, 0:1, 8:16] : (tensor<1x4x1x16xf32>) -> tensor<1x4x1x8xf32>
    %33 = stablehlo.negate %32 : tensor<1x4x1x8xf32>
    %34 = stablehlo.slice %28 [0:1, 0:4, 0:1, 0:8] : (tensor<1x4x1x16xf32>) -> tensor<1x4x1x8xf32>
    %35 = stablehlo.concatenate %33, %34, dim = 3 : (tensor<1x4x1x8xf32>, tensor<1x4x1x8xf32>) -> tensor<1x4x1x16xf32>
    %36 = stablehlo.broadcast_in_dim %arg5, dims = [3] : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [0, 1, 2, 3] : (tensor<1x1x1x16xf32>) -> tensor<1x4x1x16xf32>
    %38 = stablehlo.multiply %35, %37 : tensor<1x4x1x16xf32>
    %39 = stablehlo.add %31, %38 : tensor<1x4x1x16xf32>
    %40 = stablehlo.dot_general %11, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x1x64xf32>, tensor<64x64xf32>) -> tensor<1x1x64xf32>
    %41 = stablehlo.reshape %40 : (tensor<1x1x64xf32>) -> tensor<1x1x4x16xf32>
    %42 = stablehlo.transpose %41, dims = [0, 2, 1, 3] : (tensor<1x1x4x16xf32>) -> tensor<1x4x1x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %43 = stablehlo.dynamic_update_slice %arg1, %39, %c, %c_2, %c_3, %c_4 : (tensor<1x4x64x16xf32>, tensor<1x4x1x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x64x16xf32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %c_8 = stablehlo.constant dense<0> : tensor<i32>
    %44 = stablehlo.dynamic_update_slice %arg2, %42, %c_5, %c_6, %c_7, %c_8 : (tensor<1x4x64x16xf32>, tensor<1x4x1x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x64x16xf32>
    %45 = stablehlo.transpose %43, dims = [0, 1, 3, 2] : (tensor<1x4x64x16xf32>) -> tensor<1x4x16x64xf32>
    %46 = stablehlo.reshape %25 : (tensor<1x4x1x16xf32>) -> tensor<4x1x16xf32>
    %47 = stablehlo.reshape %45 : (tensor<1x4x16x64xf32>) -> tensor<4x16x64xf32>
    %48 = stablehlo.dot_general %46, %47, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x1x16xf32>, tensor<4x16x64xf32>) -> tensor<4x1x64xf32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [1, 2, 3] : (tensor<4x1x64xf32>) -> tensor<1x4x1x64xf32>
    %cst_9 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<1x4x1x64xf32>
    %51 = stablehlo.multiply %49, %50 : tensor<1x4x1x64xf32>
    %52 = stablehlo.iota dim = 0 : tensor<64xi32>
    %53 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<i32>) -> tensor<64xi32>
    %54 = stablehlo.compare LE, %52, %53, SIGNED : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi1>
    %cst_10 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %55 = call @_where(%54, %51, %cst_10) : (tensor<64xi1>, tensor<1x4x1x64xf32>, tensor<f32>) -> tensor<1x4x1x64xf32>
    %cst_11 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %56 = stablehlo.reduce(%55 init: %cst_11) applies stablehlo.maximum across dimensions = [3] : (tensor<1x4x1x64xf32>, tensor<f32>) -> tensor<1x4x1xf32>
    %cst_12 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<1x4x1xf32>
    %58 = stablehlo.maximum %57, %56 : tensor<1x4x1xf32>
    %59 = stablehlo.broadcast_in_dim %58, dims = [0, 1, 2] : (tensor<1x4x1xf32>) -> tensor<1x4x1x1xf32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [0, 1, 2, 3] : (tensor<1x4x1x1xf32>) -> tensor<1x4x1x64xf32>
    %61 = stablehlo.subtract %55, %60 : tensor<1x4x1x64xf32>
    %62 = stablehlo.exponential %61 : tensor<1x4x1x64xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %63 = stablehlo.reduce(%62 init: %cst_13) applies stablehlo.add across dimensions = [3] : (tensor<1x4x1x64xf32>, tensor<f32>) -> tensor<1x4x1xf32>
    %64 = stablehlo.broadcast_in_dim %63, dims = [0, 1, 2] : (tensor<1x4x1xf32>) -> tensor<1x4x1x1xf32>
    %65 = stablehlo.broadcast_in_dim %64, dims = [0, 1, 2, 3] : (tensor<1x4x1x1xf32>) -> tensor<1x4x1x64xf32>
    %66 = stablehlo.divide %62, %65 : tensor<1x4x1x64xf32>
    %67 = stablehlo.reshape %66 : (tensor<1x4x1x64xf32>) -> tensor<4x1x64xf32>
    %68 = stablehlo.reshape %44 : (tensor<1x4x64x16xf32>) -> tensor<4x64x16xf32>
    %69 = stablehlo.dot_general %67, %68, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x1x64xf32>, tensor<4x64x16xf32>) -> tensor<4x1x16xf32>
    %70 = stablehlo.broadcast_in_dim %69, dims = [1, 2, 3] : (tensor<4x1x16xf32>) -> tensor<1x4x1x16xf32>
    %71 = stablehlo.transpose %70, dims = [0, 2, 1, 3] : (tensor<1x4x1x16xf32>) -> tensor<1x1x4x16xf32>
    %72 = stablehlo.reshape %71 : (tensor<1x1x4x16xf32>) -> tensor<1x1x64xf32>
    %73 = stablehlo.dot_general %72, %arg10, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x1x64xf32>, tensor<64x64xf32>) -> tensor<1x1x64xf32>
    %74 = stablehlo.add %arg0, %73 : tensor<1x1x64xf32>
    %75 = stablehlo.multiply %74, %74 : tensor<1x1x64xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %76 = stablehlo.reduce(%75 init: %cst_14) applies stablehlo.add across dimensions = [2] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<1x1xf32>
    %77 = stablehlo.broadcast_in_dim %76, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x1x1xf32>
    %cst_15 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<1x1x1xf32>
    %79 = stablehlo.divide %77, %78 : tensor<1x1x1xf32>
    %cst_16 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<1x1x1xf32>
    %81 = stablehlo.add %79, %80 : tensor<1x1x1xf32>
    %82 = stablehlo.rsqrt %81 : tensor<1x1x1xf32>
    %83 = stablehlo.broadcast_in_dim %82, dims = [0, 1, 2] : (tensor<1x1x1xf32>) -> tensor<1x1x64xf32>
    %84 = stablehlo.multiply %74, %83 : tensor<1x1x64xf32>
    %85 = stablehlo.broadcast_in_dim %arg6, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %86 = stablehlo.multiply %84, %85 : tensor<1x1x64xf32>
    %87 = stablehlo.dot_general %86, %arg11, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x1x64xf32>, tensor<64x192xf32>) -> tensor<1x1x192xf32>
    %88 = call @silu(%87) : (tensor<1x1x192xf32>) -> tensor<1x1x192xf32>
    %89 = stablehlo.dot_general %86, %arg12, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x1x64xf32>, tensor<64x192xf32>) -> tensor<1x1x192xf32>
    %90 = stablehlo.multiply %88, %89 : tensor<1x1x192xf32>
    %91 = stablehlo.dot_general %90, %arg13, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x1x192xf32>, tensor<192x64xf32>) -> tensor<1x1x64xf32>
    %92 = stablehlo.add %74, %91 : tensor<1x1x64xf32>
    return %92, %43, %44 : tensor<1x1x64xf32>, tensor<1x4x64x16xf32>, tensor<1x4x64x16xf32>
  }
  func.func private @_where(%arg0: tensor<64xi1>, %arg1: tensor<1x4x1x64xf32>, %arg2: tensor<f32>) -> tensor<1x4x1x64xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [3] : (tensor<64xi1>) -> tensor<1x4x1x64xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<1x4x1x64xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<1x4x1x64xi1>, tensor<1x4x1x64xf32>
    return %3 : tensor<1x4x1x64xf32>
  }
  func.func private @silu(%arg0: tensor<1x1x192xf32>) -> tensor<1x1x192xf32> {
    %0 = stablehlo.negate %arg0 : tensor<1x1x192xf32>
    %1 = stablehlo.exponential %0 : tensor<1x1x192xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x1x192xf32>
    %3 = stablehlo.add %2, %1 : tensor<1x1x192xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1x1x192xf32>
    %5 = stablehlo.divide %4, %3 : tensor<1x1x192xf32>
    %6 = stablehlo.multiply %arg0, %5 : tensor<1x1x192xf32>
    return %6 : tensor<1x1x192xf32>
  }
}
