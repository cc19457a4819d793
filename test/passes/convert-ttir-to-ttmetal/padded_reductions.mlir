// RUN: ttopt --ttir-to-ttmetal-backend-pipeline %s | filecheck %s

// The larger of both tiles, the second without its padding, then the largest of each row. A minimum is the negated maximum of negated numbers.
// CHECK: func.func @min
// CHECK: "ttkernel.copy_tile"
// CHECK: "ttkernel.where_tile"
// CHECK: "ttkernel.binary_min_tile"
// CHECK: "ttkernel.negative_tile"
// CHECK: "ttkernel.reduce_init"{{.*}}reduce_dim = #ttkernel.reduce_dim<reduce_dim_row>, reduce_type = #ttkernel.reduce_type<reduce_max>
// CHECK: "ttkernel.reduce_tile"
// CHECK: "ttkernel.negative_tile"
// CHECK: "ttkernel.pack_tile"
// The neutral element is infinity.
// CHECK: arith.constant 2139095040 : i32
func.func @min(%arg0: tensor<40x50xbf16>) -> tensor<40x1xbf16> {
  %0 = tensor.empty() : tensor<40x1xbf16>
  %1 = "ttir.min"(%arg0, %0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<40x50xbf16>, tensor<40x1xbf16>) -> tensor<40x1xbf16>
  return %1 : tensor<40x1xbf16>
}

// No tile is reduced where matrices are combined.
// CHECK: func.func @outer
// CHECK: "ttkernel.add_binary_tile"
// CHECK-NOT: ttkernel.reduce_tile
// CHECK: return
func.func @outer(%arg0: tensor<3x32x64xf32>) -> tensor<1x32x64xf32> {
  %0 = tensor.empty() : tensor<1x32x64xf32>
  %1 = "ttir.sum"(%arg0, %0) <{dim_arg = [0 : i32], keep_dim = true}> : (tensor<3x32x64xf32>, tensor<1x32x64xf32>) -> tensor<1x32x64xf32>
  return %1 : tensor<1x32x64xf32>
}

// Integers of 32 bits are unpacked as they are, those of 8 bits become such ones.
// CHECK: func.func @integers
// CHECK: #ttkernel.tensix_config<hifi4, true, false
// CHECK: "ttkernel.add_int_tile"({{.*}}dtype = #tt.supportedDataTypes<u32>
// CHECK-NOT: ttkernel.reduce_tile
// CHECK: return
func.func @integers(%arg0: tensor<3x32x64xui32>) -> tensor<1x32x64xui32> {
  %0 = tensor.empty() : tensor<1x32x64xui32>
  %1 = "ttir.sum"(%arg0, %0) <{dim_arg = [0 : i32], keep_dim = true}> : (tensor<3x32x64xui32>, tensor<1x32x64xui32>) -> tensor<1x32x64xui32>
  return %1 : tensor<1x32x64xui32>
}

// CHECK: func.func @bytes
// CHECK: "ttkernel.typecast_tile"({{.*}}in_dtype = #tt.supportedDataTypes<u8>, out_dtype = #tt.supportedDataTypes<si32>
// CHECK: "ttkernel.binary_max_int32_tile"
// CHECK: "ttkernel.typecast_tile"({{.*}}out_dtype = #tt.supportedDataTypes<u8>
func.func @bytes(%arg0: tensor<3x32x64xui8>) -> tensor<1x32x64xui8> {
  %0 = tensor.empty() : tensor<1x32x64xui8>
  %1 = "ttir.max"(%arg0, %0) <{dim_arg = [0 : i32], keep_dim = true}> : (tensor<3x32x64xui8>, tensor<1x32x64xui8>) -> tensor<1x32x64xui8>
  return %1 : tensor<1x32x64xui8>
}
