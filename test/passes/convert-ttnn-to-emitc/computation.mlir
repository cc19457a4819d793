// RUN: ttopt --convert-ttnn-to-emitc %s | filecheck %s

#dram = #ttnn.buffer_type<dram>
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0, d1, 0), dramMap = (d0, d1)[s0, s1] -> (0, 0, d0, d1), meshShape = , chipIds = [0]>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
!t = tensor<32x32xbf16, #layout>
!c = tensor<32x1xbf16, #layout>
!s = tensor<1x1xbf16, #layout>
!indices = tensor<32xbf16>
!gradient = tensor<1x1x32x32xbf16>
!cache = tensor<1x2x32x64xbf16>
!token = tensor<1x2x1x64xbf16>
!image = tensor<1x4x4x1xbf16>
!pixels = tensor<1x1x16x1xbf16>
!kernel = tensor<1x1x1x1xbf16>
!d = !tt.device<#device>

// CHECK-LABEL: func.func @products
// CHECK-NEXT: emitc.call_opaque "ttnn::matmul"(%arg0, %arg1, %arg2) {args = [0 : index, 1 : index, #emitc.opaque<"false">, #emitc.opaque<"false">, #emitc.opaque<"std::nullopt">, #emitc.opaque<"std::nullopt">, #emitc.opaque<"std::nullopt">, #emitc.opaque<"std::nullopt">, #emitc.opaque<"std::nullopt">, #emitc.opaque<"std::nullopt">, #emitc.opaque<"std::nullopt">, 2 : index]}
// CHECK-NEXT: emitc.call_opaque "ttnn::linear"(%arg0, %arg1, %arg2) {args = [0 : index, 1 : index, 2 : index]}
// CHECK-NEXT: emitc.call_opaque "ttnn::linear"(%arg0, %arg1, %arg1, %arg2) {args = [0 : index, 1 : index, 2 : index]}
func.func @products(%x: !t, %y: !t, %o: !t) {
  %0 = "ttnn.matmul"(%x, %y, %o) : (!t, !t, !t) -> !t
  %1 = "ttnn.linear"(%x, %y, %o) : (!t, !t, !t) -> !t
  %2 = "ttnn.linear"(%x, %y, %y, %o) : (!t, !t, !t, !t) -> !t
  return
}

// Only the mean says along which dimensions.
// CHECK-LABEL: func.func @reductions
// CHECK-NEXT: emitc.call_opaque "ttnn::mean"(%arg0) {args = [0 : index, #emitc.opaque<"ttnn::SmallVector<int>{0, -1}">, #emitc.opaque<"true">]}
// CHECK-NEXT: emitc.call_opaque "ttnn::mean"(%arg0) {args = [0 : index, #emitc.opaque<"std::nullopt">, #emitc.opaque<"true">]}
// CHECK-NEXT: emitc.call_opaque "ttnn::sum"(%arg0) : (
// CHECK-NEXT: emitc.call_opaque "ttnn::max"(%arg0) : (
// CHECK-NEXT: emitc.call_opaque "ttnn::min"(%arg0) : (
// CHECK-NEXT: emitc.call_opaque "ttnn::prod"(%arg0) : (
func.func @reductions(%x: !t) {
  %0 = "ttnn.mean"(%x) <{dim_arg = [0 : i32, -1 : i32], keep_dim = true}> : (!t) -> !s
  %1 = "ttnn.mean"(%x) <{keep_dim = true}> : (!t) -> !s
  %2 = "ttnn.sum"(%x) <{dim_arg = [1 : i32], keep_dim = true}> : (!t) -> !c
  %3 = "ttnn.max"(%x) <{dim_arg = [1 : i32], keep_dim = true}> : (!t) -> !c
  %4 = "ttnn.min"(%x) <{dim_arg = [1 : i32], keep_dim = true}> : (!t) -> !c
  %5 = "ttnn.prod"(%x) <{all_dimensions = true, dim_arg = 0 : i64, keep_dim = true}> : (!t) -> !s
  return
}

// CHECK-LABEL: func.func @along_a_dimension
// CHECK-NEXT: emitc.call_opaque "ttnn::softmax"(%arg0) {args = [0 : index, -1 : si32]}
// CHECK-NEXT: emitc.call_opaque "ttnn::moreh_cumsum"(%arg0, %arg1) {args = [0 : index, 1, #emitc.opaque<"std::nullopt">, #emitc.opaque<"std::nullopt">, #emitc.opaque<"std::nullopt">]}
func.func @along_a_dimension(%x: !t, %o: !t) {
  %0 = "ttnn.softmax"(%x) <{dimension = -1 : si32}> : (!t) -> !t
  %1 = "ttnn.moreh_cumsum"(%x, %o) <{dim = 1 : i64}> : (!t, !t) -> !t
  return
}

// CHECK-LABEL: func.func @tables
// CHECK-NEXT: emitc.call_opaque "ttnn::embedding"(%arg0, %arg1, %arg1) {args = [0 : index, 1 : index]}
// CHECK-NEXT: emitc.call_opaque "ttnn::embedding_bw"(%arg0, %arg1, %arg2, %arg1) : (
func.func @tables(%i: !indices, %w: !t, %g: !gradient) {
  %0 = "ttnn.embedding"(%i, %w, %w) : (!indices, !t, !t) -> !t
  %1 = "ttnn.embedding_bw"(%i, %w, %g, %w) <{dtype = #tt.supportedDataTypes<bf16>}> : (!indices, !t, !gradient, !t) -> !t
  return
}

// CHECK-LABEL: func.func @caches
// CHECK-NEXT: emitc.call_opaque "ttnn::update_cache"(%arg0, %arg1, %arg2) : ({{.*}}) -> ()
// CHECK-NEXT: emitc.call_opaque "ttnn::fill_cache"(%arg0, %arg0) : ({{.*}}) -> ()
func.func @caches(%c: !cache, %x: !token, %i: tensor<1xi32>) {
  "ttnn.update_cache"(%c, %x, %i) <{batch_offset = 0 : i32}> : (!cache, !token, tensor<1xi32>) -> ()
  "ttnn.fill_cache"(%c, %c) <{batch_offset = 0 : i32}> : (!cache, !cache) -> ()
  return
}

// CHECK-LABEL: func.func @windows
// CHECK-NEXT: emitc.call_opaque "ttnn::conv2d"(%arg0, %arg1, %arg0, %arg3) : ({{.*}}, !emitc.ptr<!emitc.opaque<"ttnn::IDevice">>) -> !emitc.opaque<"ttnn::Tensor">
// CHECK-NEXT: emitc.call_opaque "ttnn::conv_transpose2d"(%arg2, %arg1, %arg2, %arg3) : (
// CHECK-NEXT: emitc.call_opaque "ttnn::max_pool2d"(%arg0, %arg0, %arg3) : (
func.func @windows(%x: !pixels, %k: !kernel, %i: !image, %d: !d) {
  %0 = "ttnn.conv2d"(%x, %k, %x, %d) <{batch_size = 1 : i32, dilation_height = 1 : i32, dilation_width = 1 : i32, groups = 1 : i32, in_channels = 1 : i32, input_height = 4 : i32, input_width = 4 : i32, kernel_height = 1 : i32, kernel_width = 1 : i32, out_channels = 1 : i32, padding_height = 0 : i32, padding_width = 0 : i32, stride_height = 1 : i32, stride_width = 1 : i32}> : (!pixels, !kernel, !pixels, !d) -> !pixels
  %1 = "ttnn.conv_transpose2d"(%i, %k, %i, %d) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 1 : i32, input_height = 4 : i32, input_width = 4 : i32, kernel_size = array<i32: 1, 1>, out_channels = 1 : i32, output_padding = array<i32: 0, 0>, padding = array<i32: 0, 0>, stride = array<i32: 1, 1>}> : (!image, !kernel, !image, !d) -> !image
  %2 = "ttnn.max_pool2d"(%x, %x, %d) <{batch_size = 1 : si32, ceil_mode = false, channels = 1 : si32, dilation_height = 1 : si32, dilation_width = 1 : si32, input_height = 4 : si32, input_width = 4 : si32, kernel_height = 1 : si32, kernel_width = 1 : si32, padding_height = 0 : si32, padding_width = 0 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (!pixels, !pixels, !d) -> !pixels
  return
}

// CHECK-LABEL: func.func @collectives
// CHECK-NEXT: emitc.call_opaque "ttnn::all_gather"(%arg0, %arg1) : (
// CHECK-NEXT: emitc.call_opaque "ttnn::reduce_scatter"(%arg0, %arg1) : (
// CHECK-NEXT: emitc.call_opaque "ttnn::mesh_shard"(%arg0, %arg1) : (
func.func @collectives(%x: !t, %d: !d) {
  %0 = "ttnn.all_gather"(%x, %d) <{dim = 0 : si32, num_links = 1 : si32}> : (!t, !d) -> !t
  %1 = "ttnn.reduce_scatter"(%x, %d) <{math_op = #tt.reduce_type<sum>, num_links = 1 : si32, scatter_split_dim = 0 : si32}> : (!t, !d) -> !t
  %2 = "ttnn.mesh_shard"(%x, %d) <{shard_dims = array<i64: 0, 1>, shard_direction = #tt.shard_direction<shard_to_full>, shard_shape = array<i64: 1, 2>, shard_type = #tt.shard_type<devices>}> : (!t, !d) -> !t
  return
}
