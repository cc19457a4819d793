// RUN: ttopt --convert-ttnn-to-emitc=complete-calls=true %s | filecheck %s
// RUN: ttopt --convert-ttnn-to-emitc %s | filecheck %s --check-prefix=UPSTREAM

#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!tt.tile<32x32, f32>, #dram>, <interleaved>>
#sliced = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!tt.tile<32x32, f32>, #dram>, <interleaved>>
#number = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>

// CHECK-LABEL: @attributes
// UPSTREAM-LABEL: @attributes
func.func @attributes(%x: tensor<64x128xf32, #layout>, %out: tensor<32x64xf32, #sliced>) -> tensor<1xf32, #number> {
  // CHECK: call_opaque "ttnn::slice"(%arg0, %arg1) {args = [0 : index, #emitc.opaque<"ttnn::SmallVector<int>{0, 32}">, #emitc.opaque<"ttnn::SmallVector<int>{64, 96}">, #emitc.opaque<"ttnn::SmallVector<int>{2, 1}">]}
  // UPSTREAM: call_opaque "ttnn::slice"(%arg0, %arg1) : (
  %0 = "ttnn.slice"(%x, %out) <{begins = [0 : i32, 32 : i32], ends = [64 : i32, 96 : i32], step = [2 : i32, 1 : i32]}> : (tensor<64x128xf32, #layout>, tensor<32x64xf32, #sliced>) -> tensor<32x64xf32, #sliced>
  // The library's result has no dimensions, the op's has one.
  // CHECK: [[SUM:%[0-9]+]] = emitc.call_opaque "ttnn::sum"(%{{[0-9]+}}) {args = [0 : index, #emitc.opaque<"std::nullopt">, #emitc.opaque<"false">]}
  // CHECK: call_opaque "ttnn::reshape"([[SUM]]) {args = [0 : index, #emitc.opaque<"std::vector<int>{1}">]}
  // UPSTREAM: call_opaque "ttnn::sum"(%{{[0-9]+}}) : (
  // UPSTREAM-NOT: reshape
  %1 = "ttnn.sum"(%0) <{keep_dim = false}> : (tensor<32x64xf32, #sliced>) -> tensor<1xf32, #number>
  return %1 : tensor<1xf32, #number>
}
