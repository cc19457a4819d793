// RUN: not ttopt --ttir-to-ttir-decomposition --split-input-file %s 2>&1 | filecheck %s
// What cannot be decomposed is an error, never a wrong program.

func.func @average_pooling(%arg0: tensor<1x32x128x64xbf16>) -> tensor<1x32x64x32xbf16> {
  %0 = tensor.empty() : tensor<1x32x64x32xbf16>
  // CHECK: error: failed to legalize operation 'ttir.pooling' that was explicitly marked illegal
  // CHECK: note: see current operation: %1 = "ttir.pooling"
  %1 = "ttir.pooling"(%arg0, %0) <{base_dilations = array<i64: 1, 1, 1, 1>, operandSegmentSizes = array<i32: 1, 1>, padding = array<i64: 0, 0, 0, 0, 0, 0, 0, 0>, pooling_method = #ttir<pooling_method Average>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 1, 2, 2>, window_strides = array<i64: 1, 1, 2, 2>}> : (tensor<1x32x128x64xbf16>, tensor<1x32x64x32xbf16>) -> tensor<1x32x64x32xbf16>
  return %1 : tensor<1x32x64x32xbf16>
}

// -----

func.func @gather_of_columns(%arg0: tensor<32000x1024xf32>, %arg1: tensor<1x32xi32>) -> tensor<1x32x1024xf32> {
  %0 = tensor.empty() : tensor<1x32x1024xf32>
  // CHECK: error: failed to legalize operation 'ttir.gather' that was explicitly marked illegal
  %1 = "ttir.gather"(%arg0, %arg1, %0) <{collapsed_slice_dims = array<i64: 1>, index_vector_dim = 1 : si64, indices_are_sorted = false, offset_dims = array<i64: 2>, operand_batching_dims = array<i64: 0>, slice_sizes = array<i64: 1, 1024>, start_index_map = array<i64: 0>, start_indices_batching_dims = array<i64: 0>}> : (tensor<32000x1024xf32>, tensor<1x32xi32>, tensor<1x32x1024xf32>) -> tensor<1x32x1024xf32>
  return %1 : tensor<1x32x1024xf32>
}

// -----
// The bias of a convolution over one dimension has no place in its decomposition.

func.func @biased_convolution_1d(%arg0: tensor<1x256x512xf32>, %arg1: tensor<1024x256x1xf32>, %arg2: tensor<1x1x1x1024xf32>) -> tensor<1x1024x512xf32> {
  %0 = tensor.empty() : tensor<1x1024x512xf32>
  // CHECK: error: failed to legalize operation 'ttir.convolution' that was explicitly marked illegal
  %1 = "ttir.convolution"(%arg0, %arg1, %arg2, %0) <{batch_group_count = 1 : i64, convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 1, input_spatial_dimensions = 2, kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2, output_batch = 0, output_feature = 1, output_spatial_dimensions = 2>, feature_group_count = 1 : i64, input_dilation = array<i64: 1>, padding = array<i64: 0, 0>, weight_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<1x256x512xf32>, tensor<1024x256x1xf32>, tensor<1x1x1x1024xf32>, tensor<1x1024x512xf32>) -> tensor<1x1024x512xf32>
  return %1 : tensor<1x1024x512xf32>
}
