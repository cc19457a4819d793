// An example for each op, as the dialect reference shows it. `ttopt --split-input-file` reads this file.

// -----

// stablehlo.composite
func.func private @gelu(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.tanh %x : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
func.func @composite(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.composite "library.gelu" %x {composite_attributes = {approximate = "tanh"}, decomposition = @gelu, version = 1 : i32} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.custom_call
func.func @custom_call(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.custom_call @Sharding(%x) {backend_config = "", mhlo.sharding = "{devices=[2,1]<=[2]}"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<4x8xf32>) -> tensor<2x8xf32>
  %2 = stablehlo.custom_call @Sharding(%1) {mhlo.sharding = "{manual}", operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %3 = stablehlo.custom_call @SPMDShardToFullShape(%2) {mhlo.sharding = "{devices=[2,1]<=[2]}"} : (tensor<2x8xf32>) -> tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}

// -----

// stablehlo.all_gather
func.func @all_gather(%operand: tensor<4x8xf32>) -> tensor<8x8xf32> {
  %0 = "stablehlo.all_gather"(%operand) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

// stablehlo.all_reduce
func.func @all_reduce(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.all_reduce"(%operand) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.all_to_all
func.func @all_to_all(%operand: tensor<4x8xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.all_to_all"(%operand) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

// stablehlo.collective_broadcast
func.func @collective_broadcast(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.collective_broadcast"(%operand) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.collective_permute
func.func @collective_permute(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.collective_permute"(%operand) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.cross-replica-sum
func.func @cross_replica_sum(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.cross-replica-sum"(%operand) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.reduce_scatter
func.func @reduce_scatter(%operand: tensor<4x8xf32>) -> tensor<2x8xf32> {
  %0 = "stablehlo.reduce_scatter"(%operand) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// -----

// stablehlo.return
func.func @return(%pred: tensor<i1>, %x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.if"(%pred) ({
    %1 = stablehlo.sine %x : tensor<4x8xf32>
    stablehlo.return %1 : tensor<4x8xf32>
  }, {
    %1 = stablehlo.cosine %x : tensor<4x8xf32>
    stablehlo.return %1 : tensor<4x8xf32>
  }) : (tensor<i1>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.case
func.func @case(%index: tensor<i32>, %x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.case"(%index) ({
    %1 = stablehlo.sine %x : tensor<4x8xf32>
    stablehlo.return %1 : tensor<4x8xf32>
  }, {
    %1 = stablehlo.cosine %x : tensor<4x8xf32>
    stablehlo.return %1 : tensor<4x8xf32>
  }, {
    %1 = stablehlo.tanh %x : tensor<4x8xf32>
    stablehlo.return %1 : tensor<4x8xf32>
  }) : (tensor<i32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.if
func.func @if(%pred: tensor<i1>, %x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.if"(%pred) ({
    %1 = stablehlo.sine %x : tensor<4x8xf32>
    stablehlo.return %1 : tensor<4x8xf32>
  }, {
    %1 = stablehlo.cosine %x : tensor<4x8xf32>
    stablehlo.return %1 : tensor<4x8xf32>
  }) : (tensor<i1>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.while
func.func @while(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %limit = stablehlo.constant dense<10> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<4x8xf32>
   cond {
    %1 = stablehlo.compare LT, %i, %limit, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.tanh %y : tensor<4x8xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<4x8xf32>
  }
  return %0#1 : tensor<4x8xf32>
}

// -----

// stablehlo.optimization_barrier
func.func @optimization_barrier(%x: tensor<4x8xf32>, %y: tensor<4x8xi32>) -> tensor<4x8xf32> {
  %0:2 = stablehlo.optimization_barrier %x, %y : tensor<4x8xf32>, tensor<4x8xi32>
  return %0#0 : tensor<4x8xf32>
}

// -----

// stablehlo.convolution
func.func @convolution(%lhs: tensor<1x8x8x4xf32>, %rhs: tensor<3x3x4x16xf32>) -> tensor<1x4x4x16xf32> {
  %0 = stablehlo.convolution(%lhs, %rhs) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [0, 2]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<1x4x4x16xf32>
  return %0 : tensor<1x4x4x16xf32>
}

// -----

// stablehlo.dynamic_conv
func.func @dynamic_conv(%lhs: tensor<1x8x8x4xf32>, %rhs: tensor<3x3x4x16xf32>, %padding: tensor<2x2xi64>) -> tensor<1x?x?x16xf32> {
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>, tensor<2x2xi64>) -> tensor<1x?x?x16xf32>
  return %0 : tensor<1x?x?x16xf32>
}

// -----

// stablehlo.constant
func.func @constant() -> (tensor<3xi32>, tensor<4x8xf32>) {
  %c = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %cst = stablehlo.constant {note = "weights"} dense<1.000000e+00> : tensor<4x8xf32>
  return %c, %cst : tensor<3xi32>, tensor<4x8xf32>
}

// -----

// stablehlo.iota
func.func @iota() -> tensor<4x8xi32> {
  %0 = stablehlo.iota dim = 1 : tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

// stablehlo.bitcast_convert
func.func @bitcast_convert(%operand: tensor<4x8xi32>) -> tensor<4x8xui32> {
  %0 = stablehlo.bitcast_convert %operand : (tensor<4x8xi32>) -> tensor<4x8xui32>
  return %0 : tensor<4x8xui32>
}

// -----

// stablehlo.broadcast
func.func @broadcast(%operand: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.broadcast %operand, sizes = [4] : (tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.broadcast_in_dim
func.func @broadcast_in_dim(%operand: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.broadcast_in_dim %operand, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.concatenate
func.func @concatenate(%a: tensor<4x8xf32>, %b: tensor<2x8xf32>) -> tensor<6x8xf32> {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<4x8xf32>, tensor<2x8xf32>) -> tensor<6x8xf32>
  return %0 : tensor<6x8xf32>
}

// -----

// stablehlo.dynamic_slice
func.func @dynamic_slice(%operand: tensor<4x8xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<1x8xf32> {
  %0 = stablehlo.dynamic_slice %operand, %i, %j, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
  return %0 : tensor<1x8xf32>
}

// -----

// stablehlo.dynamic_update_slice
func.func @dynamic_update_slice(%operand: tensor<4x8xf32>, %update: tensor<1x8xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<4x8xf32> {
  %0 = stablehlo.dynamic_update_slice %operand, %update, %i, %j : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.get_dimension_size
func.func @get_dimension_size(%operand: tensor<4x8xf32>) -> tensor<i32> {
  %0 = stablehlo.get_dimension_size %operand, dim = 1 : (tensor<4x8xf32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// stablehlo.set_dimension_size
func.func @set_dimension_size(%operand: tensor<4x8xf32>, %size: tensor<i32>) -> tensor<4x?xf32, #stablehlo.bounds<?, 8>> {
  %0 = stablehlo.set_dimension_size %operand, %size, dim = 1 : (tensor<4x8xf32>, tensor<i32>) -> tensor<4x?xf32, #stablehlo.bounds<?, 8>>
  return %0 : tensor<4x?xf32, #stablehlo.bounds<?, 8>>
}

// -----

// stablehlo.pad
func.func @pad(%operand: tensor<4x8xf32>, %value: tensor<f32>) -> tensor<5x14xf32> {
  %0 = stablehlo.pad %operand, %value, low = [1, 0], high = [0, -1], interior = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<5x14xf32>
  return %0 : tensor<5x14xf32>
}

// -----

// stablehlo.reshape
func.func @reshape(%operand: tensor<4x8xf32>) -> tensor<2x16xf32> {
  %0 = stablehlo.reshape %operand : (tensor<4x8xf32>) -> tensor<2x16xf32>
  return %0 : tensor<2x16xf32>
}

// -----

// stablehlo.reverse
func.func @reverse(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.reverse %operand, dims = [1] : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.slice
func.func @slice(%operand: tensor<4x8xf32>) -> tensor<4x3xf32> {
  %0 = stablehlo.slice %operand [0:4, 2:8:2] : (tensor<4x8xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

// stablehlo.transpose
func.func @transpose(%operand: tensor<4x8xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.transpose %operand, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

// stablehlo.dynamic_broadcast_in_dim
func.func @dynamic_broadcast_in_dim(%operand: tensor<8xf32>, %shape: tensor<2xi64>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %operand, %shape, dims = [1] {known_expanding_dimensions = array<i64>} : (tensor<8xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// stablehlo.dynamic_iota
func.func @dynamic_iota(%shape: tensor<2xi64>) -> tensor<4x8xi32> {
  %0 = stablehlo.dynamic_iota %shape, dim = 1 : (tensor<2xi64>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

// stablehlo.dynamic_pad
func.func @dynamic_pad(%operand: tensor<4x8xf32>, %value: tensor<f32>, %low: tensor<2xi64>, %high: tensor<2xi64>, %interior: tensor<2xi64>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_pad %operand, %value, %low, %high, %interior : (tensor<4x8xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// stablehlo.dynamic_reshape
func.func @dynamic_reshape(%operand: tensor<4x8xf32>, %shape: tensor<2xi64>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_reshape %operand, %shape : (tensor<4x8xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// stablehlo.real_dynamic_slice
func.func @real_dynamic_slice(%operand: tensor<4x8xf32>, %starts: tensor<2xi64>, %limits: tensor<2xi64>, %strides: tensor<2xi64>) -> tensor<?x?xf32> {
  %0 = stablehlo.real_dynamic_slice %operand, %starts, %limits, %strides : (tensor<4x8xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// stablehlo.abs
func.func @abs(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.abs %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.cbrt
func.func @cbrt(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.cbrt %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.ceil
func.func @ceil(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.ceil %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.convert
func.func @convert(%operand: tensor<4x8xf32>) -> tensor<4x8xi32> {
  %0 = stablehlo.convert %operand : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

// stablehlo.count_leading_zeros
func.func @count_leading_zeros(%operand: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = stablehlo.count_leading_zeros %operand : tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

// stablehlo.cosine
func.func @cosine(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.cosine %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.exponential
func.func @exponential(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.exponential %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.exponential_minus_one
func.func @exponential_minus_one(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.exponential_minus_one %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.floor
func.func @floor(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.floor %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.imag
func.func @imag(%operand: tensor<4x8xcomplex<f32>>) -> tensor<4x8xf32> {
  %0 = stablehlo.imag %operand : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.is_finite
func.func @is_finite(%x: tensor<4x8xf32>) -> tensor<4x8xi1> {
  %0 = stablehlo.is_finite %x : (tensor<4x8xf32>) -> tensor<4x8xi1>
  return %0 : tensor<4x8xi1>
}

// -----

// stablehlo.log
func.func @log(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.log %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.log_plus_one
func.func @log_plus_one(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.log_plus_one %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.logistic
func.func @logistic(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.logistic %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.negate
func.func @negate(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.negate %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.not
func.func @not(%operand: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = stablehlo.not %operand : tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

// stablehlo.popcnt
func.func @popcnt(%operand: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = stablehlo.popcnt %operand : tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

// stablehlo.real
func.func @real(%operand: tensor<4x8xcomplex<f32>>) -> tensor<4x8xf32> {
  %0 = stablehlo.real %operand : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.reduce_precision
func.func @reduce_precision(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.reduce_precision %operand, format = e5m10 : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.round_nearest_afz
func.func @round_nearest_afz(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.round_nearest_afz %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.round_nearest_even
func.func @round_nearest_even(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.round_nearest_even %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.rsqrt
func.func @rsqrt(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.rsqrt %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.sign
func.func @sign(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.sign %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.sine
func.func @sine(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.sine %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.sqrt
func.func @sqrt(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.sqrt %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.tan
func.func @tan(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.tan %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.tanh
func.func @tanh(%operand: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.tanh %operand : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.add
func.func @add(%lhs: tensor<4x8xf32>, %rhs: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.add %lhs, %rhs : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.and
func.func @and(%lhs: tensor<4x8xi32>, %rhs: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = stablehlo.and %lhs, %rhs : tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

// stablehlo.atan2
func.func @atan2(%lhs: tensor<4x8xf32>, %rhs: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.atan2 %lhs, %rhs : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.complex
func.func @complex(%lhs: tensor<4x8xf32>, %rhs: tensor<4x8xf32>) -> tensor<4x8xcomplex<f32>> {
  %0 = stablehlo.complex %lhs, %rhs : tensor<4x8xcomplex<f32>>
  return %0 : tensor<4x8xcomplex<f32>>
}

// -----

// stablehlo.compare
func.func @compare(%lhs: tensor<4x8xf32>, %rhs: tensor<4x8xf32>) -> tensor<4x8xi1> {
  %0 = stablehlo.compare LT, %lhs, %rhs, FLOAT : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
  return %0 : tensor<4x8xi1>
}

// -----

// stablehlo.divide
func.func @divide(%lhs: tensor<4x8xf32>, %rhs: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.divide %lhs, %rhs : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.maximum
func.func @maximum(%lhs: tensor<4x8xf32>, %rhs: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.maximum %lhs, %rhs : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.minimum
func.func @minimum(%lhs: tensor<4x8xf32>, %rhs: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.minimum %lhs, %rhs : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.multiply
func.func @multiply(%lhs: tensor<4x8xf32>, %rhs: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.multiply %lhs, %rhs : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.or
func.func @or(%lhs: tensor<4x8xi32>, %rhs: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = stablehlo.or %lhs, %rhs : tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

// stablehlo.power
func.func @power(%lhs: tensor<4x8xf32>, %rhs: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.power %lhs, %rhs : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.remainder
func.func @remainder(%lhs: tensor<4x8xf32>, %rhs: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.remainder %lhs, %rhs : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.shift_left
func.func @shift_left(%lhs: tensor<4x8xi32>, %rhs: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = stablehlo.shift_left %lhs, %rhs : tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

// stablehlo.shift_right_arithmetic
func.func @shift_right_arithmetic(%lhs: tensor<4x8xi32>, %rhs: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = stablehlo.shift_right_arithmetic %lhs, %rhs : tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

// stablehlo.shift_right_logical
func.func @shift_right_logical(%lhs: tensor<4x8xi32>, %rhs: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = stablehlo.shift_right_logical %lhs, %rhs : tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

// stablehlo.subtract
func.func @subtract(%lhs: tensor<4x8xf32>, %rhs: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.subtract %lhs, %rhs : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.xor
func.func @xor(%lhs: tensor<4x8xi32>, %rhs: tensor<4x8xi32>) -> tensor<4x8xi32> {
  %0 = stablehlo.xor %lhs, %rhs : tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

// stablehlo.clamp
func.func @clamp(%min: tensor<f32>, %operand: tensor<4x8xf32>, %max: tensor<f32>) -> tensor<4x8xf32> {
  %0 = stablehlo.clamp %min, %operand, %max : (tensor<f32>, tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.select
func.func @select(%pred: tensor<4x8xi1>, %on_true: tensor<4x8xf32>, %on_false: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.select %pred, %on_true, %on_false : tensor<4x8xi1>, tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.gather
func.func @gather(%operand: tensor<4x8xf32>, %indices: tensor<3x1xi32>) -> tensor<3x8xf32> {
  %0 = "stablehlo.gather"(%operand, %indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x8xf32>
  return %0 : tensor<3x8xf32>
}

// -----

// stablehlo.dynamic_gather
func.func @dynamic_gather(%operand: tensor<4x8xf32>, %indices: tensor<3x1xi32>, %sizes: tensor<2xi64>) -> tensor<3x?xf32> {
  %0 = "stablehlo.dynamic_gather"(%operand, %indices, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<2xi64>) -> tensor<3x?xf32>
  return %0 : tensor<3x?xf32>
}

// -----

// stablehlo.scatter
func.func @scatter(%input: tensor<1x8xf32>, %indices: tensor<1x1xi32>, %update: tensor<1x8xf32>) -> tensor<1x8xf32> {
  %0 = "stablehlo.scatter"(%input, %indices, %update) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<1x8xf32>, tensor<1x1xi32>, tensor<1x8xf32>) -> tensor<1x8xf32>
  return %0 : tensor<1x8xf32>
}

// -----

// stablehlo.torch_index_select
func.func @torch_index_select(%operand: tensor<4x8xf32>, %index: tensor<2xi32>) -> tensor<2x8xf32> {
  %0 = "stablehlo.torch_index_select"(%operand, %index) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<4x8xf32>, tensor<2xi32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// -----

// stablehlo.cholesky
func.func @cholesky(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.cholesky %a, lower = true : tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// stablehlo.fft
func.func @fft(%x: tensor<4x8xf32>) -> tensor<4x5xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = RFFT, length = [8] : (tensor<4x8xf32>) -> tensor<4x5xcomplex<f32>>
  return %0 : tensor<4x5xcomplex<f32>>
}

// -----

// stablehlo.triangular_solve
func.func @triangular_solve(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// stablehlo.batch_norm_grad
func.func @batch_norm_grad(%x: tensor<4x8xf32>, %scale: tensor<8xf32>, %mean: tensor<8xf32>, %variance: tensor<8xf32>, %grad: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0:3 = "stablehlo.batch_norm_grad"(%x, %scale, %mean, %variance, %grad) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  return %0#0 : tensor<4x8xf32>
}

// -----

// stablehlo.batch_norm_inference
func.func @batch_norm_inference(%x: tensor<4x8xf32>, %scale: tensor<8xf32>, %offset: tensor<8xf32>, %mean: tensor<8xf32>, %variance: tensor<8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.batch_norm_inference"(%x, %scale, %offset, %mean, %variance) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.batch_norm_training
func.func @batch_norm_training(%x: tensor<4x8xf32>, %scale: tensor<8xf32>, %offset: tensor<8xf32>) -> tensor<4x8xf32> {
  %0:3 = "stablehlo.batch_norm_training"(%x, %scale, %offset) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  return %0#0 : tensor<4x8xf32>
}

// -----

// stablehlo.dot
func.func @dot(%lhs: tensor<4x8xf32>, %rhs: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot %lhs, %rhs, precision = [HIGH, DEFAULT] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// stablehlo.dot_general
func.func @dot_general(%lhs: tensor<2x4x8xf32>, %rhs: tensor<2x8x4xf32>) -> tensor<2x4x4xf32> {
  %0 = stablehlo.dot_general %lhs, %rhs, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x4x8xf32>, tensor<2x8x4xf32>) -> tensor<2x4x4xf32>
  return %0 : tensor<2x4x4xf32>
}

// -----

// stablehlo.einsum
func.func @einsum(%lhs: tensor<4x8xf32>, %rhs: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.einsum %lhs, %rhs, config = "ij,jk->ik" : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// stablehlo.unary_einsum
func.func @unary_einsum(%operand: tensor<4x8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.unary_einsum %operand, config = "ij->j" : (tensor<4x8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// stablehlo.rng
func.func @rng(%a: tensor<f32>, %b: tensor<f32>) -> tensor<4x8xf32> {
  %shape = stablehlo.constant dense<[4, 8]> : tensor<2xi64>
  %0 = stablehlo.rng %a, %b, %shape, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.rng_bit_generator
func.func @rng_bit_generator(%state: tensor<2xui64>) -> tensor<4xui32> {
  %0:2 = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  return %0#1 : tensor<4xui32>
}

// -----

// stablehlo.map
func.func @map(%input: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.map"(%input) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    %1 = stablehlo.tanh %a : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.reduce
func.func @reduce(%input: tensor<4x8xf32>, %init: tensor<f32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %0 = stablehlo.reduce(%input init: %init) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %places = stablehlo.iota dim = 1 : tensor<4x8xi32>
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %1:2 = stablehlo.reduce(%input init: %lowest), (%places init: %zero) across dimensions = [1] : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
    %2 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %3 = stablehlo.select %2, %a, %b : tensor<i1>, tensor<f32>
    %4 = stablehlo.select %2, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %3, %4 : tensor<f32>, tensor<i32>
  }
  return %0, %1#1 : tensor<4xf32>, tensor<4xi32>
}

// -----

// stablehlo.reduce_window
func.func @reduce_window(%input: tensor<4x8xf32>) -> tensor<2x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%input, %zero) <{padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// -----

// stablehlo.select_and_scatter
func.func @select_and_scatter(%operand: tensor<4x8xf32>, %source: tensor<2x4xf32>, %init: tensor<f32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.sort
func.func @sort(%input: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.sort"(%input) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// stablehlo.after_all
func.func @after_all(%a: !stablehlo.token, %b: !stablehlo.token) -> !stablehlo.token {
  %0 = stablehlo.after_all %a, %b : !stablehlo.token
  return %0 : !stablehlo.token
}

// -----

// stablehlo.create_token
func.func @create_token() -> !stablehlo.token {
  %0 = stablehlo.create_token : !stablehlo.token
  return %0 : !stablehlo.token
}

// -----

// stablehlo.infeed
func.func @infeed(%token: !stablehlo.token) -> tensor<4x8xf32> {
  %0:2 = "stablehlo.infeed"(%token) <{infeed_config = "", layout = [[1, 0]]}> : (!stablehlo.token) -> (tensor<4x8xf32>, !stablehlo.token)
  return %0#0 : tensor<4x8xf32>
}

// -----

// stablehlo.outfeed
func.func @outfeed(%x: tensor<4x8xf32>, %token: !stablehlo.token) -> !stablehlo.token {
  %0 = "stablehlo.outfeed"(%x, %token) <{outfeed_config = ""}> : (tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
  return %0 : !stablehlo.token
}

// -----

// stablehlo.partition_id
func.func @partition_id() -> tensor<ui32> {
  %0 = stablehlo.partition_id : tensor<ui32>
  return %0 : tensor<ui32>
}

// -----

// stablehlo.recv
func.func @recv(%token: !stablehlo.token) -> tensor<4x8xf32> {
  %0:2 = "stablehlo.recv"(%token) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<4x8xf32>, !stablehlo.token)
  return %0#0 : tensor<4x8xf32>
}

// -----

// stablehlo.replica_id
func.func @replica_id() -> tensor<ui32> {
  %0 = stablehlo.replica_id : tensor<ui32>
  return %0 : tensor<ui32>
}

// -----

// stablehlo.send
func.func @send(%x: tensor<4x8xf32>, %token: !stablehlo.token) -> !stablehlo.token {
  %0 = "stablehlo.send"(%x, %token) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
  return %0 : !stablehlo.token
}

// -----

// stablehlo.get_tuple_element
func.func @get_tuple_element(%x: tuple<tensor<4x8xf32>, tensor<i32>>) -> tensor<i32> {
  %0 = stablehlo.get_tuple_element %x[1] : (tuple<tensor<4x8xf32>, tensor<i32>>) -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// stablehlo.tuple
func.func @tuple(%x: tensor<4x8xf32>, %n: tensor<i32>) -> tuple<tensor<4x8xf32>, tensor<i32>> {
  %0 = stablehlo.tuple %x, %n : tuple<tensor<4x8xf32>, tensor<i32>>
  return %0 : tuple<tensor<4x8xf32>, tensor<i32>>
}
