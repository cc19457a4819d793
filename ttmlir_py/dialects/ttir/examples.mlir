// An example for each op, as the dialect reference shows it. `ttopt --split-input-file` reads this file.

// -----

// ttir.all_gather
// On the two devices of an n300: --system-desc=n300, mesh-shape=1,2.
func.func @all_gather(%input: tensor<2x4xf32>) -> tensor<2x8xf32> {
  %output = tensor.empty() : tensor<2x8xf32>
  %result = "ttir.all_gather"(%input, %output) <{dim = 1 : si32}> : (tensor<2x4xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  return %result : tensor<2x8xf32>
}

// -----

// ttir.all_reduce
// On the two devices of an n300: --system-desc=n300, mesh-shape=1,2.
func.func @all_reduce(%input: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %output = tensor.empty() : tensor<2x4xf32>
  %result = "ttir.all_reduce"(%input, %output) <{channel_handle = 3 : si32, dim = 1 : si32, reduce_type = #tt.reduce_type<sum>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %result : tensor<2x4xf32>
}

// -----

// ttir.mesh_shard
// On the two devices of an n300: --system-desc=n300, mesh-shape=1,2.
func.func @mesh_shard(%input: tensor<4x6xf32>) -> tensor<4x3xf32> {
  %output = tensor.empty() : tensor<4x3xf32>
  %result = "ttir.mesh_shard"(%input, %output) <{shard_dims = array<i64: -1, 1>, shard_direction = #tt.shard_direction<full_to_shard>, shard_shape = array<i64: 1, 2>, shard_type = #tt.shard_type<devices>}> : (tensor<4x6xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return %result : tensor<4x3xf32>
}

// -----

// ttir.conv2d
func.func @conv2d(%input: tensor<1x32x32x64xf32>, %weight: tensor<64x64x3x3xf32>, %bias: tensor<1x1x1x64xf32>) -> tensor<1x32x32x64xf32> {
  %output = tensor.empty() : tensor<1x32x32x64xf32>
  %result = "ttir.conv2d"(%input, %weight, %bias, %output) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, padding_bottom = 1 : si32, padding_left = 1 : si32, padding_right = 1 : si32, padding_top = 1 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<1x32x32x64xf32>, tensor<64x64x3x3xf32>, tensor<1x1x1x64xf32>, tensor<1x32x32x64xf32>) -> tensor<1x32x32x64xf32>
  return %result : tensor<1x32x32x64xf32>
}

// -----

// ttir.conv_transpose2d
func.func @conv_transpose2d(%input: tensor<1x8x8x4xf32>, %weight: tensor<4x6x3x3xf32>) -> tensor<1x16x16x6xf32> {
  %output = tensor.empty() : tensor<1x16x16x6xf32>
  %result = "ttir.conv_transpose2d"(%input, %weight, %output) <{dilation = 1 : i32, groups = 1 : i32, output_padding = array<i32: 1, 1>, padding = 1 : i32, stride = array<i32: 2, 2>}> : (tensor<1x8x8x4xf32>, tensor<4x6x3x3xf32>, tensor<1x16x16x6xf32>) -> tensor<1x16x16x6xf32>
  return %result : tensor<1x16x16x6xf32>
}

// -----

// ttir.convolution
func.func @convolution(%input: tensor<2x8x8x4xf32>, %weight: tensor<6x4x3x3xf32>) -> tensor<2x8x4x6xf32> {
  %output = tensor.empty() : tensor<2x8x4x6xf32>
  %result = "ttir.convolution"(%input, %weight, %output) <{batch_group_count = 1 : i64, convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 3, input_spatial_dimensions = 1x2, kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2x3, output_batch = 0, output_feature = 3, output_spatial_dimensions = 1x2>, feature_group_count = 1 : i64, input_dilation = array<i64: 1, 1>, padding = array<i64: 1, 1, 1, 1>, weight_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 2>}> : (tensor<2x8x8x4xf32>, tensor<6x4x3x3xf32>, tensor<2x8x4x6xf32>) -> tensor<2x8x4x6xf32>
  return %result : tensor<2x8x4x6xf32>
}

// -----

// ttir.get_dimension_size
func.func @get_dimension_size(%operand: tensor<2x4xf32>) -> tensor<1xi32> {
  %result = "ttir.get_dimension_size"(%operand) <{dimension = 1 : i32}> : (tensor<2x4xf32>) -> tensor<1xi32>
  return %result : tensor<1xi32>
}

// -----

// ttir.arange
func.func @arange() -> tensor<3xf32> {
  %result = "ttir.arange"() <{arange_dimension = 0 : i64, end = 9 : si64, start = 2 : si64, step = 2 : si64}> : () -> tensor<3xf32>
  return %result : tensor<3xf32>
}

// -----

// ttir.zeros
func.func @zeros() -> tensor<64x128xbf16> {
  %result = "ttir.zeros"() <{shape = array<i32: 64, 128>}> : () -> tensor<64x128xbf16>
  return %result : tensor<64x128xbf16>
}

// -----

// ttir.ones
func.func @ones() -> tensor<64x128xbf16> {
  %result = "ttir.ones"() <{shape = array<i32: 64, 128>}> : () -> tensor<64x128xbf16>
  return %result : tensor<64x128xbf16>
}

// -----

// ttir.constant
func.func @constant() -> tensor<2x3xf32> {
  %result = "ttir.constant"() <{value = dense<5.000000e-01> : tensor<2x3xf32>}> : () -> tensor<2x3xf32>
  return %result : tensor<2x3xf32>
}

// -----

// ttir.fill
func.func @fill() -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.fill"(%output) <{value = dense<5.000000e-01> : tensor<64x128xf32>}> : (tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.yield
#identity = affine_map<(d0, d1) -> (d0, d1)>
#parallel = #tt.iterator_type<parallel>
func.func @yield(%a: tensor<64x128xf32>, %b: tensor<64x128xf32>, %output: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %result = "ttir.generic"(%a, %b, %output) <{grid = #tt.grid<1x1>, indexing_maps = [#identity, #identity, #identity], iterator_types = [#parallel, #parallel], operandSegmentSizes = array<i32: 2, 0, 1>}> ({
  ^bb0(%block_a: tensor<64x128xf32>, %block_b: tensor<64x128xf32>, %block_output: tensor<64x128xf32>):
    %sum = arith.addf %block_a, %block_b : tensor<64x128xf32>
    "ttir.yield"(%sum) : (tensor<64x128xf32>) -> ()
  }) : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.transpose
func.func @transpose(%input: tensor<2x3x4xf32>) -> tensor<4x3x2xf32> {
  %output = tensor.empty() : tensor<4x3x2xf32>
  %result = "ttir.transpose"(%input, %output) <{dim0 = 0 : si32, dim1 = -1 : si32}> : (tensor<2x3x4xf32>, tensor<4x3x2xf32>) -> tensor<4x3x2xf32>
  return %result : tensor<4x3x2xf32>
}

// -----

// ttir.concat
func.func @concat(%a: tensor<2x4xf32>, %b: tensor<3x4xf32>) -> tensor<5x4xf32> {
  %output = tensor.empty() : tensor<5x4xf32>
  %result = "ttir.concat"(%a, %b, %output) <{dim = 0 : si32}> : (tensor<2x4xf32>, tensor<3x4xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
  return %result : tensor<5x4xf32>
}

// -----

// ttir.repeat
func.func @repeat(%input: tensor<2x3xf32>) -> tensor<4x3xf32> {
  %output = tensor.empty() : tensor<4x3xf32>
  %result = "ttir.repeat"(%input, %output) <{repeat_dimensions = array<i64: 2, 1>}> : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return %result : tensor<4x3xf32>
}

// -----

// ttir.repeat_interleave
func.func @repeat_interleave(%input: tensor<2x3xf32>) -> tensor<2x6xf32> {
  %output = tensor.empty() : tensor<2x6xf32>
  %result = "ttir.repeat_interleave"(%input, %output) <{dim = -1 : si32, repeats = 2 : ui32}> : (tensor<2x3xf32>, tensor<2x6xf32>) -> tensor<2x6xf32>
  return %result : tensor<2x6xf32>
}

// -----

// ttir.broadcast
func.func @broadcast(%input: tensor<1x4xf32>) -> tensor<3x4xf32> {
  %output = tensor.empty() : tensor<3x4xf32>
  %result = "ttir.broadcast"(%input, %output) <{broadcast_dimensions = array<i64: 3, 1>}> : (tensor<1x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return %result : tensor<3x4xf32>
}

// -----

// ttir.gather
func.func @gather(%input: tensor<9x8xbf16>, %start_indices: tensor<2x3x1xui32>) -> tensor<2x3x8xbf16> {
  %output = tensor.empty() : tensor<2x3x8xbf16>
  %result = "ttir.gather"(%input, %start_indices, %output) <{collapsed_slice_dims = array<i64: 0>, index_vector_dim = 2 : si64, indices_are_sorted = false, offset_dims = array<i64: 2>, operand_batching_dims = array<i64>, slice_sizes = array<i64: 1, 8>, start_index_map = array<i64: 0>, start_indices_batching_dims = array<i64>}> : (tensor<9x8xbf16>, tensor<2x3x1xui32>, tensor<2x3x8xbf16>) -> tensor<2x3x8xbf16>
  return %result : tensor<2x3x8xbf16>
}

// -----

// ttir.reshape
func.func @reshape(%input: tensor<2x6xf32>) -> tensor<3x4xf32> {
  %output = tensor.empty() : tensor<3x4xf32>
  %result = "ttir.reshape"(%input, %output) <{shape = [3 : i32, 4 : i32]}> : (tensor<2x6xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return %result : tensor<3x4xf32>
}

// -----

// ttir.pad
func.func @pad(%input: tensor<2x4xf32>) -> tensor<3x6xf32> {
  %result = "ttir.pad"(%input) <{padding = array<i32: 0, 1, 2, 0>, value = 5.000000e-01 : f32}> : (tensor<2x4xf32>) -> tensor<3x6xf32>
  return %result : tensor<3x6xf32>
}

// -----

// ttir.slice
func.func @slice(%input: tensor<6x8xbf16>) -> tensor<2x3xbf16> {
  %output = tensor.empty() : tensor<2x3xbf16>
  %result = "ttir.slice"(%input, %output) <{begins = [1 : i32, 0 : i32], ends = [5 : i32, 8 : i32], step = [2 : i32, 3 : i32]}> : (tensor<6x8xbf16>, tensor<2x3xbf16>) -> tensor<2x3xbf16>
  return %result : tensor<2x3xbf16>
}

// -----

// ttir.select
func.func @select(%input: tensor<9x4xf32>) -> tensor<4x4xf32> {
  %output = tensor.empty() : tensor<4x4xf32>
  %result = "ttir.select"(%input, %output) <{begin = 1 : si32, dim = 0 : si32, length = 2 : si32, stride = 4 : si32}> : (tensor<9x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %result : tensor<4x4xf32>
}

// -----

// ttir.index
func.func @index(%input: tensor<8x4xbf16>) -> tensor<3x4xbf16> {
  %output = tensor.empty() : tensor<3x4xbf16>
  %result = "ttir.index"(%input, %output) <{begin = 1 : i32, dim = 0 : i32, end = 7 : i32, step = 2 : i32}> : (tensor<8x4xbf16>, tensor<3x4xbf16>) -> tensor<3x4xbf16>
  return %result : tensor<3x4xbf16>
}

// -----

// ttir.squeeze
func.func @squeeze(%input: tensor<2x1x4xf32>) -> tensor<2x4xf32> {
  %output = tensor.empty() : tensor<2x4xf32>
  %result = "ttir.squeeze"(%input, %output) <{dim = -2 : si32}> : (tensor<2x1x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %result : tensor<2x4xf32>
}

// -----

// ttir.unsqueeze
func.func @unsqueeze(%input: tensor<2x4xf32>) -> tensor<2x4x1xf32> {
  %output = tensor.empty() : tensor<2x4x1xf32>
  %result = "ttir.unsqueeze"(%input, %output) <{dim = -1 : si32}> : (tensor<2x4xf32>, tensor<2x4x1xf32>) -> tensor<2x4x1xf32>
  return %result : tensor<2x4x1xf32>
}

// -----

// ttir.reverse
func.func @reverse(%input: tensor<2x6xf32>) -> tensor<2x6xf32> {
  %output = tensor.empty() : tensor<2x6xf32>
  %result = "ttir.reverse"(%input, %output) <{dimensions = array<i64: 1>}> : (tensor<2x6xf32>, tensor<2x6xf32>) -> tensor<2x6xf32>
  return %result : tensor<2x6xf32>
}

// -----

// ttir.permute
func.func @permute(%input: tensor<2x3x4xf32>) -> tensor<4x2x3xf32> {
  %output = tensor.empty() : tensor<4x2x3xf32>
  %result = "ttir.permute"(%input, %output) <{permutation = array<i64: 2, 0, 1>}> : (tensor<2x3x4xf32>, tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  return %result : tensor<4x2x3xf32>
}

// -----

// ttir.scatter
// TTNN writes the update into the leading corner: other indices than 0 have no lowering.
func.func @scatter(%input: tensor<1x3xf32>, %update: tensor<1x3xf32>) -> tensor<1x3xf32> {
  %scatter_indices = "ttir.constant"() <{value = dense<0> : tensor<1x1xi32>}> : () -> tensor<1x1xi32>
  %output = tensor.empty() : tensor<1x3xf32>
  %result = "ttir.scatter"(%input, %scatter_indices, %update, %output) <{index_vector_dim = 1 : i32, indices_are_sorted = false, input_batching_dims = array<i32>, inserted_window_dims = array<i32: 0>, scatter_dims_to_operand_dims = array<i32: 0>, scatter_indices_batching_dims = array<i32>, unique_indices = false, update_window_dims = array<i32: 1>}> ({
  ^bb0(%old: tensor<1xf32>, %new: tensor<1xf32>):
    "ttir.yield"(%new) : (tensor<1xf32>) -> ()
  }) : (tensor<1x3xf32>, tensor<1x1xi32>, tensor<1x3xf32>, tensor<1x3xf32>) -> tensor<1x3xf32>
  return %result : tensor<1x3xf32>
}

// -----

// ttir.where
func.func @where(%first: tensor<64x128xf32>, %second: tensor<64x128xf32>, %third: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.where"(%first, %second, %third, %output) <{operandSegmentSizes = array<i32: 3, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.abs
func.func @abs(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.abs"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.cbrt
func.func @cbrt(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.cbrt"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.ceil
func.func @ceil(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.ceil"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.cos
func.func @cos(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.cos"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.floor
func.func @floor(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.floor"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.gelu
func.func @gelu(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.gelu"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.isfinite
func.func @isfinite(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.isfinite"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.logical_not
func.func @logical_not(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.logical_not"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.bitwise_not
func.func @bitwise_not(%x: tensor<64x128xi32>) -> tensor<64x128xi32> {
  %output = tensor.empty() : tensor<64x128xi32>
  %result = "ttir.bitwise_not"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xi32>, tensor<64x128xi32>) -> tensor<64x128xi32>
  return %result : tensor<64x128xi32>
}

// -----

// ttir.neg
func.func @neg(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.neg"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.tan
func.func @tan(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.tan"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.tanh
func.func @tanh(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.tanh"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.reciprocal
func.func @reciprocal(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.reciprocal"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.relu
func.func @relu(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.relu"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.rsqrt
func.func @rsqrt(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.rsqrt"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.sigmoid
func.func @sigmoid(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.sigmoid"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.sign
func.func @sign(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.sign"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.sin
func.func @sin(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.sin"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.sqrt
func.func @sqrt(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.sqrt"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.typecast
func.func @typecast(%x: tensor<2x4xf32>) -> tensor<2x4xbf16> {
  %output = tensor.empty() : tensor<2x4xbf16>
  %result = "ttir.typecast"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<2x4xf32>, tensor<2x4xbf16>) -> tensor<2x4xbf16>
  return %result : tensor<2x4xbf16>
}

// -----

// ttir.log
func.func @log(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.log"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.log1p
func.func @log1p(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.log1p"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.expm1
func.func @expm1(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.expm1"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.leaky_relu
func.func @leaky_relu(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %output = tensor.empty() : tensor<2x4xf32>
  %result = "ttir.leaky_relu"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>, parameter = 2.500000e-01 : f32}> : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %result : tensor<2x4xf32>
}

// -----

// ttir.eq
func.func @eq(%lhs: tensor<64x128xf32>, %rhs: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.eq"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.ne
func.func @ne(%lhs: tensor<64x128xf32>, %rhs: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.ne"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.ge
func.func @ge(%lhs: tensor<64x128xf32>, %rhs: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.ge"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.gt
func.func @gt(%lhs: tensor<64x128xf32>, %rhs: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.gt"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.le
func.func @le(%lhs: tensor<64x128xf32>, %rhs: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.le"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.lt
func.func @lt(%lhs: tensor<64x128xf32>, %rhs: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.lt"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.logical_and
func.func @logical_and(%lhs: tensor<64x128xf32>, %rhs: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.logical_and"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.logical_or
func.func @logical_or(%lhs: tensor<64x128xf32>, %rhs: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.logical_or"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.logical_xor
func.func @logical_xor(%lhs: tensor<64x128xf32>, %rhs: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.logical_xor"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.bitwise_and
func.func @bitwise_and(%lhs: tensor<64x128xi32>, %rhs: tensor<64x128xi32>) -> tensor<64x128xi32> {
  %output = tensor.empty() : tensor<64x128xi32>
  %result = "ttir.bitwise_and"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xi32>, tensor<64x128xi32>, tensor<64x128xi32>) -> tensor<64x128xi32>
  return %result : tensor<64x128xi32>
}

// -----

// ttir.bitwise_or
func.func @bitwise_or(%lhs: tensor<64x128xi32>, %rhs: tensor<64x128xi32>) -> tensor<64x128xi32> {
  %output = tensor.empty() : tensor<64x128xi32>
  %result = "ttir.bitwise_or"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xi32>, tensor<64x128xi32>, tensor<64x128xi32>) -> tensor<64x128xi32>
  return %result : tensor<64x128xi32>
}

// -----

// ttir.bitwise_xor
func.func @bitwise_xor(%lhs: tensor<64x128xi32>, %rhs: tensor<64x128xi32>) -> tensor<64x128xi32> {
  %output = tensor.empty() : tensor<64x128xi32>
  %result = "ttir.bitwise_xor"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xi32>, tensor<64x128xi32>, tensor<64x128xi32>) -> tensor<64x128xi32>
  return %result : tensor<64x128xi32>
}

// -----

// ttir.minimum
func.func @minimum(%lhs: tensor<64x128xf32>, %rhs: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.minimum"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.subtract
func.func @subtract(%lhs: tensor<64x128xf32>, %rhs: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.subtract"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.remainder
func.func @remainder(%lhs: tensor<64x128xf32>, %rhs: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.remainder"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.power
func.func @power(%lhs: tensor<64x128xf32>, %rhs: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.power"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.exp
func.func @exp(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.exp"(%x, %output) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.add
func.func @add(%lhs: tensor<64x128xf32>, %rhs: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.add"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.multiply
func.func @multiply(%lhs: tensor<64x128xf32>, %rhs: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.multiply"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.div
func.func @div(%lhs: tensor<64x128xf32>, %rhs: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.div"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.maximum
func.func @maximum(%lhs: tensor<64x128xf32>, %rhs: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.maximum"(%lhs, %rhs, %output) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.embedding
func.func @embedding(%input: tensor<2x4xui32>, %weight: tensor<9x32xbf16>) -> tensor<2x4x32xbf16> {
  %output = tensor.empty() : tensor<2x4x32xbf16>
  %result = "ttir.embedding"(%input, %weight, %output) : (tensor<2x4xui32>, tensor<9x32xbf16>, tensor<2x4x32xbf16>) -> tensor<2x4x32xbf16>
  return %result : tensor<2x4x32xbf16>
}

// -----

// ttir.embedding_backward
func.func @embedding_backward(%input: tensor<1x32xui32>, %weight: tensor<9x8xbf16>, %in_gradient: tensor<1x1x32x8xbf16>) -> tensor<9x8xbf16> {
  %output = tensor.empty() : tensor<9x8xbf16>
  %result = "ttir.embedding_backward"(%input, %weight, %in_gradient, %output) : (tensor<1x32xui32>, tensor<9x8xbf16>, tensor<1x1x32x8xbf16>, tensor<9x8xbf16>) -> tensor<9x8xbf16>
  return %result : tensor<9x8xbf16>
}

// -----

// ttir.update_cache
func.func @update_cache(%cache: tensor<1x2x8x4xf32>, %input: tensor<1x2x1x4xf32>, %update_index: tensor<1xi32>) -> tensor<1x2x8x4xf32> {
  %result = "ttir.update_cache"(%cache, %input, %update_index) <{batch_offset = 0 : i32}> : (tensor<1x2x8x4xf32>, tensor<1x2x1x4xf32>, tensor<1xi32>) -> tensor<1x2x8x4xf32>
  return %result : tensor<1x2x8x4xf32>
}

// -----

// ttir.fill_cache
func.func @fill_cache(%cache: tensor<1x2x8x4xf32>, %input: tensor<1x2x3x4xf32>) -> tensor<1x2x8x4xf32> {
  %result = "ttir.fill_cache"(%cache, %input) <{batch_offset = 0 : i32}> : (tensor<1x2x8x4xf32>, tensor<1x2x3x4xf32>) -> tensor<1x2x8x4xf32>
  return %result : tensor<1x2x8x4xf32>
}

// -----

// ttir.generic
#identity = affine_map<(d0, d1) -> (d0, d1)>
#parallel = #tt.iterator_type<parallel>
func.func @generic(%a: tensor<64x128xf32>, %b: tensor<64x128xf32>, %output: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %result = "ttir.generic"(%a, %b, %output) <{grid = #tt.grid<1x1>, indexing_maps = [#identity, #identity, #identity], iterator_types = [#parallel, #parallel], operandSegmentSizes = array<i32: 2, 0, 1>}> ({
  ^bb0(%block_a: tensor<64x128xf32>, %block_b: tensor<64x128xf32>, %block_output: tensor<64x128xf32>):
    %sum = arith.addf %block_a, %block_b : tensor<64x128xf32>
    "ttir.yield"(%sum) : (tensor<64x128xf32>) -> ()
  }) : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.kernel
#identity = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d0, 0)>
#parallel = #tt.iterator_type<parallel>
#reduction = #tt.iterator_type<reduction>
func.func @kernel(%input: tensor<64x128xf32>, %output: tensor<64x1xf32>) -> tensor<64x1xf32> {
  %0 = "ttir.generic"(%input, %output) <{grid = #tt.grid<1x1>, indexing_maps = [#identity, #column], iterator_types = [#parallel, #reduction], operandSegmentSizes = array<i32: 1, 0, 1>}> ({
  ^bb0(%row: tensor<64x128xf32>, %sum: tensor<64x1xf32>):
    %result = "ttir.kernel"(%row, %sum) <{kind = @sum, op = @reduce, operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32>, tensor<64x1xf32>) -> tensor<64x1xf32>
    "ttir.yield"(%result) : (tensor<64x1xf32>) -> ()
  }) : (tensor<64x128xf32>, tensor<64x1xf32>) -> tensor<64x1xf32>
  return %0 : tensor<64x1xf32>
}

// -----

// ttir.to_layout
#dram = #ttnn.buffer_type<dram>
#system_memory = #ttnn.buffer_type<system_memory>
#host = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x128xf32, #system_memory>>
#device = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @to_layout(%input: tensor<64x128xf32, #host>) -> tensor<64x128xf32, #device> {
  %output = tensor.empty() : tensor<64x128xf32, #device>
  %result = "ttir.to_layout"(%input, %output) : (tensor<64x128xf32, #host>, tensor<64x128xf32, #device>) -> tensor<64x128xf32, #device>
  return %result : tensor<64x128xf32, #device>
}

// -----

// ttir.alloc
#l1 = #tt.memory_space<l1>
#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #l1>>
func.func @alloc() -> tensor<64x128xf32, #layout> {
  %result = "ttir.alloc"() <{address = 131072 : i64, memory_space = #l1, size = 32768 : i64}> : () -> tensor<64x128xf32, #layout>
  return %result : tensor<64x128xf32, #layout>
}

// -----

// ttir.dealloc
#l1 = #tt.memory_space<l1>
#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #l1>>
func.func @dealloc() {
  %buffer = "ttir.alloc"() <{address = 131072 : i64, memory_space = #l1, size = 32768 : i64}> : () -> tensor<64x128xf32, #layout>
  "ttir.dealloc"(%buffer) : (tensor<64x128xf32, #layout>) -> ()
  return
}

// -----

// ttir.dot_general
func.func @dot_general(%lhs: tensor<2x4x3xf32>, %rhs: tensor<2x3x5xf32>) -> tensor<2x4x5xf32> {
  %result = "ttir.dot_general"(%lhs, %rhs) <{batch_dims_lhs = array<i64: 0>, batch_dims_rhs = array<i64: 0>, contract_dims_lhs = array<i64: 2>, contract_dims_rhs = array<i64: 1>}> : (tensor<2x4x3xf32>, tensor<2x3x5xf32>) -> tensor<2x4x5xf32>
  return %result : tensor<2x4x5xf32>
}

// -----

// ttir.linear
func.func @linear(%a: tensor<64x128xf32>, %b: tensor<128x96xf32>, %bias: tensor<1x96xf32>) -> tensor<64x96xf32> {
  %output = tensor.empty() : tensor<64x96xf32>
  %result = "ttir.linear"(%a, %b, %bias, %output) : (tensor<64x128xf32>, tensor<128x96xf32>, tensor<1x96xf32>, tensor<64x96xf32>) -> tensor<64x96xf32>
  return %result : tensor<64x96xf32>
}

// -----

// ttir.matmul
func.func @matmul(%a: tensor<64x128xf32>, %b: tensor<128x96xf32>) -> tensor<64x96xf32> {
  %output = tensor.empty() : tensor<64x96xf32>
  %result = "ttir.matmul"(%a, %b, %output) : (tensor<64x128xf32>, tensor<128x96xf32>, tensor<64x96xf32>) -> tensor<64x96xf32>
  return %result : tensor<64x96xf32>
}

// -----

// ttir.softmax
func.func @softmax(%input: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %output = tensor.empty() : tensor<64x128xf32>
  %result = "ttir.softmax"(%input, %output) <{dimension = -1 : si32}> : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %result : tensor<64x128xf32>
}

// -----

// ttir.clamp
func.func @clamp(%input: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %output = tensor.empty() : tensor<2x4xf32>
  %result = "ttir.clamp"(%input, %output) <{max = 1.500000e+00 : f32, min = 0.000000e+00 : f32}> : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %result : tensor<2x4xf32>
}

// -----

// ttir.pooling
func.func @pooling(%input: tensor<1x32x64x64xbf16>) -> tensor<1x32x32x32xbf16> {
  %output = tensor.empty() : tensor<1x32x32x32xbf16>
  %result = "ttir.pooling"(%input, %output) <{base_dilations = array<i64: 1, 1, 1, 1>, operandSegmentSizes = array<i32: 1, 1>, padding = array<i64: 0, 0, 0, 0, 0, 0, 0, 0>, pooling_method = #ttir<pooling_method Max>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 1, 2, 2>, window_strides = array<i64: 1, 1, 2, 2>}> : (tensor<1x32x64x64xbf16>, tensor<1x32x32x32xbf16>) -> tensor<1x32x32x32xbf16>
  return %result : tensor<1x32x32x32xbf16>
}

// -----

// ttir.max_pool2d
func.func @max_pool2d(%input: tensor<1x32x32x64xbf16>) -> tensor<1x16x16x64xbf16> {
  %output = tensor.empty() : tensor<1x16x16x64xbf16>
  %result = "ttir.max_pool2d"(%input, %output) <{ceil_mode = false, dilation_height = 1 : si32, dilation_width = 1 : si32, kernel_height = 2 : si32, kernel_width = 2 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, stride_height = 2 : si32, stride_width = 2 : si32}> : (tensor<1x32x32x64xbf16>, tensor<1x16x16x64xbf16>) -> tensor<1x16x16x64xbf16>
  return %result : tensor<1x16x16x64xbf16>
}

// -----

// ttir.upsample2d
func.func @upsample2d(%input: tensor<1x4x4x3xbf16>) -> tensor<1x8x12x3xbf16> {
  %output = tensor.empty() : tensor<1x8x12x3xbf16>
  %result = "ttir.upsample2d"(%input, %output) <{mode = "bilinear", scale_factor = array<i32: 2, 3>}> : (tensor<1x4x4x3xbf16>, tensor<1x8x12x3xbf16>) -> tensor<1x8x12x3xbf16>
  return %result : tensor<1x8x12x3xbf16>
}

// -----

// ttir.sum
func.func @sum(%input: tensor<64x128xf32>) -> tensor<64x1xf32> {
  %output = tensor.empty() : tensor<64x1xf32>
  %result = "ttir.sum"(%input, %output) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<64x128xf32>, tensor<64x1xf32>) -> tensor<64x1xf32>
  return %result : tensor<64x1xf32>
}

// -----

// ttir.mean
func.func @mean(%input: tensor<64x128xf32>) -> tensor<64x1xf32> {
  %output = tensor.empty() : tensor<64x1xf32>
  %result = "ttir.mean"(%input, %output) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<64x128xf32>, tensor<64x1xf32>) -> tensor<64x1xf32>
  return %result : tensor<64x1xf32>
}

// -----

// ttir.max
func.func @max(%input: tensor<64x128xf32>) -> tensor<64x1xf32> {
  %output = tensor.empty() : tensor<64x1xf32>
  %result = "ttir.max"(%input, %output) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<64x128xf32>, tensor<64x1xf32>) -> tensor<64x1xf32>
  return %result : tensor<64x1xf32>
}

// -----

// ttir.min
func.func @min(%input: tensor<64x128xf32>) -> tensor<64x1xf32> {
  %output = tensor.empty() : tensor<64x1xf32>
  %result = "ttir.min"(%input, %output) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<64x128xf32>, tensor<64x1xf32>) -> tensor<64x1xf32>
  return %result : tensor<64x1xf32>
}

// -----

// ttir.reduce_and
func.func @reduce_and(%input: tensor<64x128xf32>) -> tensor<64x1xf32> {
  %output = tensor.empty() : tensor<64x1xf32>
  %result = "ttir.reduce_and"(%input, %output) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<64x128xf32>, tensor<64x1xf32>) -> tensor<64x1xf32>
  return %result : tensor<64x1xf32>
}

// -----

// ttir.prod
func.func @prod(%input: tensor<64x128xf32>) -> tensor<64x1xf32> {
  %output = tensor.empty() : tensor<64x1xf32>
  %result = "ttir.prod"(%input, %output) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<64x128xf32>, tensor<64x1xf32>) -> tensor<64x1xf32>
  return %result : tensor<64x1xf32>
}

// -----

// ttir.cumsum
func.func @cumsum(%input: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %output = tensor.empty() : tensor<2x4xf32>
  %result = "ttir.cumsum"(%input, %output) <{dim = 1 : i64}> : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %result : tensor<2x4xf32>
}
