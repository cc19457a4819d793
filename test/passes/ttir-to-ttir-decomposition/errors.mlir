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

// -----
// What the decomposition would compute otherwise than the op says.

func.func @gather_by_column(%arg0: tensor<64x64xf32>, %arg1: tensor<1x32xi32>) -> tensor<1x32x64xf32> {
  %0 = tensor.empty() : tensor<1x32x64xf32>
  // CHECK: :7:8: error: 'ttir.gather' op start_index_map must be [0], the rows of a table, to be lowered; it is [1]
  %1 = "ttir.gather"(%arg0, %arg1, %0) <{collapsed_slice_dims = array<i64: 0>, index_vector_dim = 2 : si64, indices_are_sorted = false, offset_dims = array<i64: 2>, operand_batching_dims = array<i64>, slice_sizes = array<i64: 1, 64>, start_index_map = array<i64: 1>, start_indices_batching_dims = array<i64>}> : (tensor<64x64xf32>, tensor<1x32xi32>, tensor<1x32x64xf32>) -> tensor<1x32x64xf32>
  return %1 : tensor<1x32x64xf32>
}

// -----

func.func @gather_parts_of_rows(%arg0: tensor<64x64xf32>, %arg1: tensor<1x32xi32>) -> tensor<1x32x48xf32> {
  %0 = tensor.empty() : tensor<1x32x48xf32>
  // CHECK: error: 'ttir.gather' op must pick whole rows of a matrix to be lowered: indices [1, 32] into [64, 64] give [1, 32, 64], not [1, 32, 48]
  %1 = "ttir.gather"(%arg0, %arg1, %0) <{collapsed_slice_dims = array<i64: 0>, index_vector_dim = 2 : si64, indices_are_sorted = false, offset_dims = array<i64: 2>, operand_batching_dims = array<i64>, slice_sizes = array<i64: 1, 48>, start_index_map = array<i64: 0>, start_indices_batching_dims = array<i64>}> : (tensor<64x64xf32>, tensor<1x32xi32>, tensor<1x32x48xf32>) -> tensor<1x32x48xf32>
  return %1 : tensor<1x32x48xf32>
}

// -----

func.func @dilated_input(%arg0: tensor<1x4x4x2xf32>, %arg1: tensor<2x2x3x3xf32>) -> tensor<1x5x2x2xf32> {
  %0 = tensor.empty() : tensor<1x5x2x2xf32>
  // CHECK: error: 'ttir.convolution' op input_dilation must be 1 to be lowered; it is [2, 1]
  %1 = "ttir.convolution"(%arg0, %arg1, %0) <{batch_group_count = 1 : i64, convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 3, input_spatial_dimensions = 1x2, kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2x3, output_batch = 0, output_feature = 3, output_spatial_dimensions = 1x2>, feature_group_count = 1 : i64, input_dilation = array<i64: 2, 1>, padding = array<i64: 0, 0, 0, 0>, weight_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x4x4x2xf32>, tensor<2x2x3x3xf32>, tensor<1x5x2x2xf32>) -> tensor<1x5x2x2xf32>
  return %1 : tensor<1x5x2x2xf32>
}

// -----

func.func @dilated_pooling(%arg0: tensor<1x8x8x4xbf16>) -> tensor<1x7x4x4xbf16> {
  %0 = tensor.empty() : tensor<1x7x4x4xbf16>
  // CHECK: error: 'ttir.pooling' op base_dilations must be 1 to be lowered; it is [1, 2, 1, 1]
  %1 = "ttir.pooling"(%arg0, %0) <{base_dilations = array<i64: 1, 2, 1, 1>, operandSegmentSizes = array<i32: 1, 1>, padding = array<i64: 0, 0, 0, 0, 0, 0, 0, 0>, pooling_method = #ttir<pooling_method Max>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> : (tensor<1x8x8x4xbf16>, tensor<1x7x4x4xbf16>) -> tensor<1x7x4x4xbf16>
  return %1 : tensor<1x7x4x4xbf16>
}

// -----

func.func @conjunction_of_integers(%arg0: tensor<4x4xi32>) -> tensor<4xi32> {
  %0 = tensor.empty() : tensor<4xi32>
  // CHECK: error: 'ttir.reduce_and' op is lowered to a product, which is right of truth values only: operand #0 may hold other integers
  %1 = "ttir.reduce_and"(%arg0, %0) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<4x4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %1 : tensor<4xi32>
}
