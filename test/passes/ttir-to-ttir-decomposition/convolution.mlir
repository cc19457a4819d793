// RUN: ttopt --ttir-to-ttir-decomposition %s | filecheck %s
// A convolution is a conv2d on an NHWC input; one over a single dimension gets a second one of size 1.

module {
  // CHECK-LABEL: func.func @nchw(%arg0: tensor<1x3x100x100xbf16>, %arg1: tensor<7x3x3x3xbf16>, %arg2: tensor<1x1x1x7xbf16>) -> tensor<1x7x50x51xbf16> {
  // CHECK-NEXT: %0 = tensor.empty() : tensor<1x7x50x51xbf16>
  // CHECK-NEXT: %1 = tensor.empty() : tensor<1x100x100x3xbf16>
  // CHECK-NEXT: %2 = "ttir.permute"(%arg0, %1) <{permutation = array<i64: 0, 2, 3, 1>}> : (tensor<1x3x100x100xbf16>, tensor<1x100x100x3xbf16>) -> tensor<1x100x100x3xbf16>
  // CHECK-NEXT: %3 = tensor.empty() : tensor<7x3x3x3xbf16>
  // CHECK-NEXT: %4 = "ttir.permute"(%arg1, %3) <{permutation = array<i64: 0, 1, 2, 3>}> : (tensor<7x3x3x3xbf16>, tensor<7x3x3x3xbf16>) -> tensor<7x3x3x3xbf16>
  // CHECK-NEXT: %5 = tensor.empty() : tensor<1x50x51x7xbf16>
  // CHECK-NEXT: %6 = "ttir.conv2d"(%2, %4, %arg2, %5) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, padding_bottom = 0 : si32, padding_left = 1 : si32, padding_right = 2 : si32, padding_top = 1 : si32, stride_height = 2 : si32, stride_width = 2 : si32}> : (tensor<1x100x100x3xbf16>, tensor<7x3x3x3xbf16>, tensor<1x1x1x7xbf16>, tensor<1x50x51x7xbf16>) -> tensor<1x50x51x7xbf16>
  // CHECK-NEXT: %7 = "ttir.permute"(%6, %0) <{permutation = array<i64: 0, 3, 1, 2>}> : (tensor<1x50x51x7xbf16>, tensor<1x7x50x51xbf16>) -> tensor<1x7x50x51xbf16>
  // CHECK-NEXT: return %7 : tensor<1x7x50x51xbf16>
  // CHECK-NEXT: }
  func.func @nchw(%arg0: tensor<1x3x100x100xbf16>, %arg1: tensor<7x3x3x3xbf16>, %arg2: tensor<1x1x1x7xbf16>) -> tensor<1x7x50x51xbf16> {
    %0 = tensor.empty() : tensor<1x7x50x51xbf16>
    %1 = "ttir.convolution"(%arg0, %arg1, %arg2, %0) <{batch_group_count = 1 : i64, convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 1, input_spatial_dimensions = 2x3, kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2x3, output_batch = 0, output_feature = 1, output_spatial_dimensions = 2x3>, feature_group_count = 1 : i64, input_dilation = array<i64: 1, 1>, padding = array<i64: 1, 0, 1, 2>, weight_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 2, 2>}> : (tensor<1x3x100x100xbf16>, tensor<7x3x3x3xbf16>, tensor<1x1x1x7xbf16>, tensor<1x7x50x51xbf16>) -> tensor<1x7x50x51xbf16>
    return %1 : tensor<1x7x50x51xbf16>
  }
  // CHECK-LABEL: func.func @one_dimension(%arg0: tensor<1x256x512xf32>, %arg1: tensor<1024x256x1xf32>) -> tensor<1x1024x512xf32> {
  // CHECK-NEXT: %0 = tensor.empty() : tensor<1x1024x512xf32>
  // CHECK-NEXT: %1 = tensor.empty() : tensor<1x256x512x1xf32>
  // CHECK-NEXT: %2 = "ttir.reshape"(%arg0, %1) <{shape = [1 : i32, 256 : i32, 512 : i32, 1 : i32]}> : (tensor<1x256x512xf32>, tensor<1x256x512x1xf32>) -> tensor<1x256x512x1xf32>
  // CHECK-NEXT: %3 = tensor.empty() : tensor<1024x256x1x1xf32>
  // CHECK-NEXT: %4 = "ttir.reshape"(%arg1, %3) <{shape = [1024 : i32, 256 : i32, 1 : i32, 1 : i32]}> : (tensor<1024x256x1xf32>, tensor<1024x256x1x1xf32>) -> tensor<1024x256x1x1xf32>
  // CHECK-NEXT: %5 = tensor.empty() : tensor<1x1024x512x1xf32>
  // CHECK-NEXT: %6 = tensor.empty() : tensor<1x512x1x256xf32>
  // CHECK-NEXT: %7 = "ttir.permute"(%2, %6) <{permutation = array<i64: 0, 2, 3, 1>}> : (tensor<1x256x512x1xf32>, tensor<1x512x1x256xf32>) -> tensor<1x512x1x256xf32>
  // CHECK-NEXT: %8 = tensor.empty() : tensor<1024x256x1x1xf32>
  // CHECK-NEXT: %9 = "ttir.permute"(%4, %8) <{permutation = array<i64: 0, 1, 2, 3>}> : (tensor<1024x256x1x1xf32>, tensor<1024x256x1x1xf32>) -> tensor<1024x256x1x1xf32>
  // CHECK-NEXT: %10 = tensor.empty() : tensor<1x512x1x1024xf32>
  // CHECK-NEXT: %11 = "ttir.conv2d"(%7, %9, %10) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<1x512x1x256xf32>, tensor<1024x256x1x1xf32>, tensor<1x512x1x1024xf32>) -> tensor<1x512x1x1024xf32>
  // CHECK-NEXT: %12 = "ttir.permute"(%11, %5) <{permutation = array<i64: 0, 3, 1, 2>}> : (tensor<1x512x1x1024xf32>, tensor<1x1024x512x1xf32>) -> tensor<1x1024x512x1xf32>
  // CHECK-NEXT: %13 = tensor.empty() : tensor<1x1024x512xf32>
  // CHECK-NEXT: %14 = "ttir.reshape"(%12, %13) <{shape = [1 : i32, 1024 : i32, 512 : i32]}> : (tensor<1x1024x512x1xf32>, tensor<1x1024x512xf32>) -> tensor<1x1024x512xf32>
  // CHECK-NEXT: return %14 : tensor<1x1024x512xf32>
  // CHECK-NEXT: }
  func.func @one_dimension(%arg0: tensor<1x256x512xf32>, %arg1: tensor<1024x256x1xf32>) -> tensor<1x1024x512xf32> {
    %0 = tensor.empty() : tensor<1x1024x512xf32>
    %1 = "ttir.convolution"(%arg0, %arg1, %0) <{batch_group_count = 1 : i64, convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 1, input_spatial_dimensions = 2, kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2, output_batch = 0, output_feature = 1, output_spatial_dimensions = 2>, feature_group_count = 1 : i64, input_dilation = array<i64: 1>, padding = array<i64: 0, 0>, weight_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<1x256x512xf32>, tensor<1024x256x1xf32>, tensor<1x1024x512xf32>) -> tensor<1x1024x512xf32>
    return %1 : tensor<1x1024x512xf32>
  }
  // What comes out is ordered as the result wants it, not as the input is.
  // CHECK-LABEL: func.func @features_first
  // CHECK: %[[IMAGE:.*]] = "ttir.permute"(%arg0, {{.*}}) <{permutation = array<i64: 0, 1, 2, 3>}>
  // CHECK: %[[SUM:.*]] = "ttir.conv2d"(%[[IMAGE]], {{.*}} -> tensor<2x6x4x5xf32>
  // CHECK: "ttir.permute"(%[[SUM]], {{.*}}) <{permutation = array<i64: 3, 1, 2, 0>}> : {{.*}} -> tensor<5x6x4x2xf32>
  func.func @features_first(%arg0: tensor<2x8x6x3xf32>, %arg1: tensor<5x3x3x3xf32>) -> tensor<5x6x4x2xf32> {
    %0 = tensor.empty() : tensor<5x6x4x2xf32>
    %1 = "ttir.convolution"(%arg0, %arg1, %0) <{batch_group_count = 1 : i64, convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 3, input_spatial_dimensions = 1x2, kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2x3, output_batch = 3, output_feature = 0, output_spatial_dimensions = 1x2>, feature_group_count = 1 : i64, input_dilation = array<i64: 1, 1>, padding = array<i64: 0, 0, 0, 0>, weight_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<2x8x6x3xf32>, tensor<5x3x3x3xf32>, tensor<5x6x4x2xf32>) -> tensor<5x6x4x2xf32>
    return %1 : tensor<5x6x4x2xf32>
  }
}
