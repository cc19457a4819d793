// RUN: ttopt --split-input-file %s | filecheck %s --strict-whitespace --match-full-lines
// RUN: ttopt --split-input-file %s | ttopt --split-input-file | filecheck %s --strict-whitespace --match-full-lines
// RUN: ttopt --split-input-file --mlir-print-op-generic %s | ttopt --split-input-file | filecheck %s --strict-whitespace --match-full-lines

//      CHECK:module {
// CHECK-NEXT:  func.func @batch_norm_grad(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>, %arg3: tensor<8xf32>, %arg4: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
// CHECK-NEXT:    return %grad_operand : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @batch_norm_grad(%x: tensor<4x8xf32>, %scale: tensor<8xf32>, %mean: tensor<8xf32>, %variance: tensor<8xf32>, %grad: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0:3 = "stablehlo.batch_norm_grad"(%x, %scale, %mean, %variance, %grad) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  return %0#0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @batch_norm_inference(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>, %arg3: tensor<8xf32>, %arg4: tensor<8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @batch_norm_inference(%x: tensor<4x8xf32>, %scale: tensor<8xf32>, %offset: tensor<8xf32>, %mean: tensor<8xf32>, %variance: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.batch_norm_inference"(%x, %scale, %offset, %mean, %variance) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @batch_norm_training(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
// CHECK-NEXT:    return %output : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @batch_norm_training(%x: tensor<4x8xf32>, %scale: tensor<8xf32>, %offset: tensor<8xf32>) -> tensor<4x8xf32> {
  %0:3 = "stablehlo.batch_norm_training"(%x, %scale, %offset) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  return %0#0 : tensor<4x8xf32>
}
