// RUN: ttopt --ttir-to-ttir-decomposition %s | filecheck %s
// Max pooling over two dimensions, row lookup, conjunction as a product, and a size known while compiling.

module {
  // CHECK-LABEL: func.func @pooling(%arg0: tensor<1x32x128x64xbf16>) -> tensor<1x32x64x32xbf16> {
  // CHECK-NEXT: %0 = tensor.empty() : tensor<1x32x64x32xbf16>
  // CHECK-NEXT: %1 = tensor.empty() : tensor<1x128x64x32xbf16>
  // CHECK-NEXT: %2 = "ttir.permute"(%arg0, %1) <{permutation = array<i64: 0, 2, 3, 1>}> : (tensor<1x32x128x64xbf16>, tensor<1x128x64x32xbf16>) -> tensor<1x128x64x32xbf16>
  // CHECK-NEXT: %3 = tensor.empty() : tensor<1x64x32x32xbf16>
  // CHECK-NEXT: %4 = "ttir.max_pool2d"(%2, %3) <{ceil_mode = false, dilation_height = 1 : si32, dilation_width = 1 : si32, kernel_height = 3 : si32, kernel_width = 2 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 1 : si32, padding_top = 1 : si32, stride_height = 2 : si32, stride_width = 2 : si32}> : (tensor<1x128x64x32xbf16>, tensor<1x64x32x32xbf16>) -> tensor<1x64x32x32xbf16>
  // CHECK-NEXT: %5 = tensor.empty() : tensor<1x32x64x32xbf16>
  // CHECK-NEXT: %6 = "ttir.permute"(%4, %5) <{permutation = array<i64: 0, 3, 1, 2>}> : (tensor<1x64x32x32xbf16>, tensor<1x32x64x32xbf16>) -> tensor<1x32x64x32xbf16>
  // CHECK-NEXT: return %6 : tensor<1x32x64x32xbf16>
  // CHECK-NEXT: }
  func.func @pooling(%arg0: tensor<1x32x128x64xbf16>) -> tensor<1x32x64x32xbf16> {
    %0 = tensor.empty() : tensor<1x32x64x32xbf16>
    %1 = "ttir.pooling"(%arg0, %0) <{base_dilations = array<i64: 1, 1, 1, 1>, operandSegmentSizes = array<i32: 1, 1>, padding = array<i64: 0, 0, 0, 0, 1, 0, 0, 1>, pooling_method = #ttir<pooling_method Max>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 1, 3, 2>, window_strides = array<i64: 1, 1, 2, 2>}> : (tensor<1x32x128x64xbf16>, tensor<1x32x64x32xbf16>) -> tensor<1x32x64x32xbf16>
    return %1 : tensor<1x32x64x32xbf16>
  }
  // The padding of the height is the height's, where it is the same on both sides too.
  // CHECK-LABEL: func.func @padded_height
  // CHECK: "ttir.max_pool2d"{{.*}} padding_bottom = 1 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 1 : si32,
  func.func @padded_height(%arg0: tensor<1x8x8x4xf32>) -> tensor<1x5x4x4xf32> {
    %0 = tensor.empty() : tensor<1x5x4x4xf32>
    %1 = "ttir.pooling"(%arg0, %0) <{base_dilations = array<i64: 1, 1, 1, 1>, operandSegmentSizes = array<i32: 1, 1>, padding = array<i64: 0, 0, 1, 1, 0, 0, 0, 0>, pooling_method = #ttir<pooling_method Max>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> : (tensor<1x8x8x4xf32>, tensor<1x5x4x4xf32>) -> tensor<1x5x4x4xf32>
    return %1 : tensor<1x5x4x4xf32>
  }
  // CHECK-LABEL: func.func @gather(%arg0: tensor<32000x1024xf32>, %arg1: tensor<1x32x1xi32>) -> tensor<1x32x1024xf32> {
  // CHECK-NEXT: %0 = tensor.empty() : tensor<1x32x1024xf32>
  // CHECK-NEXT: %1 = tensor.empty() : tensor<1x32xi32>
  // CHECK-NEXT: %2 = "ttir.reshape"(%arg1, %1) <{shape = [1 : i32, 32 : i32]}> : (tensor<1x32x1xi32>, tensor<1x32xi32>) -> tensor<1x32xi32>
  // CHECK-NEXT: %3 = "ttir.embedding"(%2, %arg0, %0) : (tensor<1x32xi32>, tensor<32000x1024xf32>, tensor<1x32x1024xf32>) -> tensor<1x32x1024xf32>
  // CHECK-NEXT: return %3 : tensor<1x32x1024xf32>
  // CHECK-NEXT: }
  func.func @gather(%arg0: tensor<32000x1024xf32>, %arg1: tensor<1x32x1xi32>) -> tensor<1x32x1024xf32> {
    %0 = tensor.empty() : tensor<1x32x1024xf32>
    %1 = "ttir.gather"(%arg0, %arg1, %0) <{collapsed_slice_dims = array<i64: 0>, index_vector_dim = 1 : si64, indices_are_sorted = false, offset_dims = array<i64: 2>, operand_batching_dims = array<i64: 0>, slice_sizes = array<i64: 1, 1024>, start_index_map = array<i64: 0>, start_indices_batching_dims = array<i64: 0>}> : (tensor<32000x1024xf32>, tensor<1x32x1xi32>, tensor<1x32x1024xf32>) -> tensor<1x32x1024xf32>
    return %1 : tensor<1x32x1024xf32>
  }
  // CHECK-LABEL: func.func @reduce_and(%arg0: tensor<128x10xbf16>) -> tensor<128xbf16> {
  // CHECK-NEXT: %0 = tensor.empty() : tensor<128xbf16>
  // CHECK-NEXT: %1 = tensor.empty() : tensor<128xbf16>
  // CHECK-NEXT: %2 = "ttir.prod"(%arg0, %1) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<128x10xbf16>, tensor<128xbf16>) -> tensor<128xbf16>
  // CHECK-NEXT: return %2 : tensor<128xbf16>
  // CHECK-NEXT: }
  func.func @reduce_and(%arg0: tensor<128x10xbf16>) -> tensor<128xbf16> {
    %0 = tensor.empty() : tensor<128xbf16>
    %1 = "ttir.reduce_and"(%arg0, %0) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<128x10xbf16>, tensor<128xbf16>) -> tensor<128xbf16>
    return %1 : tensor<128xbf16>
  }
  // CHECK-LABEL: func.func @dimension_size(%arg0: tensor<4x6xf32>) -> tensor<1xui32> {
  // CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<4> : tensor<1xui32>}> : () -> tensor<1xui32>
  // CHECK-NEXT: return %0 : tensor<1xui32>
  // CHECK-NEXT: }
  func.func @dimension_size(%arg0: tensor<4x6xf32>) -> tensor<1xui32> {
    %0 = "ttir.get_dimension_size"(%arg0) <{dimension = 0 : i32}> : (tensor<4x6xf32>) -> tensor<1xui32>
    return %0 : tensor<1xui32>
  }
}
