// RUN: ttopt --ttir-to-ttmetal-backend-pipeline %s | filecheck %s

// An op that is no `ttir.generic` is a program of one kernel.
// CHECK: func.func @sqrt
// CHECK: core_ranges = [#ttmetal.core_range<0x0, 1x1>], kernelConfigs = [#ttkernel.tensix_config<hifi4, false, false, [default,
// CHECK: "ttkernel.unary_op_init_common"(%arg1, %arg2)
// CHECK-NEXT: "ttkernel.sqrt_tile_init"() : () -> ()
// CHECK: "ttkernel.tile_regs_acquire"() : () -> ()
// CHECK-NEXT: "ttkernel.copy_tile_init"(%arg1)
// CHECK-NEXT: "ttkernel.copy_tile"(%arg1, %{{.*}}, %[[DST:[a-z0-9_]+]])
// CHECK-NEXT: "ttkernel.sqrt_tile"(%[[DST]]) : (i32) -> ()
// CHECK-NEXT: "ttkernel.tile_regs_commit"() : () -> ()
func.func @sqrt(%arg0: tensor<33x40xf32>) -> tensor<33x40xf32> {
  %0 = tensor.empty() : tensor<33x40xf32>
  %1 = "ttir.sqrt"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<33x40xf32>, tensor<33x40xf32>) -> tensor<33x40xf32>
  return %1 : tensor<33x40xf32>
}

// The matrix unit subtracts.
// CHECK: func.func @subtract
// CHECK: "ttkernel.binary_op_init_common"(%arg2, %arg3, %arg4)
// CHECK-NEXT: "ttkernel.sub_tiles_init"(%arg2, %arg3)
// CHECK: "ttkernel.sub_tiles"(%arg2, %arg3,
func.func @subtract(%arg0: tensor<64x64xbf16>, %arg1: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
  %0 = tensor.empty() : tensor<64x64xbf16>
  %1 = "ttir.subtract"(%arg0, %arg1, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
  return %1 : tensor<64x64xbf16>
}

// Elements of 32 bits that are integers stay so in the destination registers. What takes several steps is prepared for at each tile.
// CHECK: func.func @equal
// CHECK: kernelConfigs = [#ttkernel.tensix_config<hifi4, true, false, [unpack_to_dest_fp32, unpack_to_dest_fp32, default,
// CHECK: "ttkernel.copy_tile"(%arg2, %{{.*}}, %[[ZERO:[a-z0-9_]+]])
// CHECK-NEXT: "ttkernel.copy_tile_init"(%arg3)
// CHECK-NEXT: "ttkernel.copy_tile"(%arg3, %{{.*}}, %[[ONE:[a-z0-9_]+]])
// CHECK-NEXT: "ttkernel.sub_int_tile_init"() : () -> ()
// CHECK-NEXT: "ttkernel.sub_int_tile"(%[[ZERO]], %[[ONE]], %[[ZERO]]) <{dtype = #tt.supportedDataTypes<si32>}> : (i32, i32, i32) -> ()
// CHECK-NEXT: "ttkernel.eqz_tile_init"() : () -> ()
// CHECK-NEXT: "ttkernel.eqz_tile_int32"(%[[ZERO]]) : (i32) -> ()
// CHECK-NEXT: "ttkernel.tile_regs_commit"() : () -> ()
func.func @equal(%arg0: tensor<32x32xsi32>, %arg1: tensor<32x32xsi32>) -> tensor<32x32xsi32> {
  %0 = tensor.empty() : tensor<32x32xsi32>
  %1 = "ttir.eq"(%arg0, %arg1, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x32xsi32>, tensor<32x32xsi32>, tensor<32x32xsi32>) -> tensor<32x32xsi32>
  return %1 : tensor<32x32xsi32>
}

// CHECK: func.func @typecast
// CHECK: !ttkernel.cb<cb_in0, {{.*}}f32>{{.*}}!ttkernel.cb<cb_out0, {{.*}}u16>
// CHECK: "ttkernel.typecast_tile_init"() <{in_dtype = #tt.supportedDataTypes<f32>, out_dtype = #tt.supportedDataTypes<u16>}> : () -> ()
// CHECK: "ttkernel.typecast_tile"(%{{.*}}) <{in_dtype = #tt.supportedDataTypes<f32>, out_dtype = #tt.supportedDataTypes<u16>}> : (i32) -> ()
func.func @typecast(%arg0: tensor<32x32xf32>) -> tensor<32x32xui16> {
  %0 = tensor.empty() : tensor<32x32xui16>
  %1 = "ttir.typecast"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xf32>, tensor<32x32xui16>) -> tensor<32x32xui16>
  return %1 : tensor<32x32xui16>
}

// Limits are the bits of f32: -1 and 2.5.
// CHECK: func.func @clamp
// CHECK: %[[LOW:.*]] = arith.constant -1082130432 : i32
// CHECK-NEXT: %[[HIGH:.*]] = arith.constant 1075838976 : i32
// CHECK-NEXT: "ttkernel.clamp_tile"(%{{.*}}, %[[LOW]], %[[HIGH]]) : (i32, i32, i32) -> ()
func.func @clamp(%arg0: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = tensor.empty() : tensor<32x32xf32>
  %1 = "ttir.clamp"(%arg0, %0) <{min = -1.0 : f32, max = 2.5 : f32}> : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  return %1 : tensor<32x32xf32>
}

// Inputs are brought to the grid of the result.
#one = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x64xf32, #tt.memory_space<l1>>>
#four = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x2>, memref<32x32xf32, #tt.memory_space<l1>>>
// CHECK: func.func @grids
// CHECK: noc_transactions_table
// CHECK: core_ranges = [#ttmetal.core_range<0x0, 2x2>], kernelConfigs = [#ttkernel.tensix_config
// CHECK: "ttkernel.binary_min_tile"
func.func @grids(%arg0: tensor<64x64xf32, #one>, %arg1: tensor<64x64xf32, #four>) -> tensor<64x64xf32, #four> {
  %0 = tensor.empty() : tensor<64x64xf32, #four>
  %1 = "ttir.minimum"(%arg0, %arg1, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x64xf32, #one>, tensor<64x64xf32, #four>, tensor<64x64xf32, #four>) -> tensor<64x64xf32, #four>
  return %1 : tensor<64x64xf32, #four>
}

// The larger of two integers without a sign is the first one where that is not less.
// CHECK: func.func @order
// CHECK: "ttkernel.binary_max_uint32_tile"(%[[ZERO:[a-z0-9_]+]], %[[ONE:[a-z0-9_]+]], %[[ONE]]) : (i32, i32, i32) -> ()
// CHECK: "ttkernel.sub_int_tile"(%[[ONE]], %[[ZERO]], %[[ZERO]]) <{dtype = #tt.supportedDataTypes<u32>}>
// CHECK: "ttkernel.eqz_tile_int32"(%[[ZERO]]) : (i32) -> ()
func.func @order(%arg0: tensor<32x32xui32>, %arg1: tensor<32x32xui32>) -> tensor<32x32xui32> {
  %0 = tensor.empty() : tensor<32x32xui32>
  %1 = "ttir.ge"(%arg0, %arg1, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x32xui32>, tensor<32x32xui32>, tensor<32x32xui32>) -> tensor<32x32xui32>
  return %1 : tensor<32x32xui32>
}

// Those of 16 bits are compared as signed ones of 32. The truth is a float where the result says so.
// CHECK: func.func @narrow
// CHECK: kernelConfigs = [#ttkernel.tensix_config<hifi4, true, false, [default, default,
// CHECK: "ttkernel.typecast_tile"(%[[ZERO:[a-z0-9_]+]]) <{in_dtype = #tt.supportedDataTypes<u16>, out_dtype = #tt.supportedDataTypes<si32>}>
// CHECK: "ttkernel.typecast_tile"(%[[ONE:[a-z0-9_]+]]) <{in_dtype = #tt.supportedDataTypes<u16>, out_dtype = #tt.supportedDataTypes<si32>}>
// CHECK: "ttkernel.lt_int32_tile"(%[[ZERO]], %[[ONE]], %[[ZERO]]) : (i32, i32, i32) -> ()
// CHECK: "ttkernel.typecast_tile"(%[[ZERO]]) <{in_dtype = #tt.supportedDataTypes<si32>, out_dtype = #tt.supportedDataTypes<u32>}>
// CHECK: "ttkernel.typecast_tile"(%[[ZERO]]) <{in_dtype = #tt.supportedDataTypes<u32>, out_dtype = #tt.supportedDataTypes<u16>}>
// CHECK: "ttkernel.typecast_tile"(%[[ZERO]]) <{in_dtype = #tt.supportedDataTypes<u16>, out_dtype = #tt.supportedDataTypes<bf16>}>
func.func @narrow(%arg0: tensor<32x32xui16>, %arg1: tensor<32x32xui16>) -> tensor<32x32xbf16> {
  %0 = tensor.empty() : tensor<32x32xbf16>
  %1 = "ttir.lt"(%arg0, %arg1, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x32xui16>, tensor<32x32xui16>, tensor<32x32xbf16>) -> tensor<32x32xbf16>
  return %1 : tensor<32x32xbf16>
}

// CHECK: func.func @leaky_relu
// CHECK: %[[SLOPE:.*]] = arith.constant 1048576000 : i32
// CHECK-NEXT: "ttkernel.leaky_relu_tile"(%{{.*}}, %[[SLOPE]]) : (i32, i32) -> ()
func.func @leaky_relu(%arg0: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = tensor.empty() : tensor<32x32xf32>
  %1 = "ttir.leaky_relu"(%arg0, %0) <{parameter = 0.25 : f32, operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  return %1 : tensor<32x32xf32>
}

// Halves of integers without a sign are divided as ones with a sign.
// CHECK: func.func @quotient
// CHECK: "ttkernel.div_int32_trunc_tile"
// CHECK: "ttkernel.bitwise_and_binary_tile"
// CHECK: "ttkernel.div_int32_trunc_tile"
// CHECK: "ttkernel.relu_tile_int32"
// CHECK: "ttkernel.binary_max_uint32_tile"
// CHECK: "ttkernel.pack_tile"
func.func @quotient(%arg0: tensor<32x32xui32>, %arg1: tensor<32x32xui32>) -> tensor<32x32xui32> {
  %0 = tensor.empty() : tensor<32x32xui32>
  %1 = "ttir.div"(%arg0, %arg1, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x32xui32>, tensor<32x32xui32>, tensor<32x32xui32>) -> tensor<32x32xui32>
  return %1 : tensor<32x32xui32>
}
