// RUN: ttopt "--ttir-to-ttnn-backend-pipeline=experimental-weight-dtype=bfp_bf8" %s | filecheck %s
// RUN: ttopt "--ttir-to-ttnn-backend-pipeline=experimental-weight-dtype=bfp_bf4 const-eval=true" %s | filecheck --check-prefix=ONCE %s
// RUN: not ttopt "--ttir-to-ttnn-backend-pipeline=experimental-weight-dtype=int8" %s 2>&1 | filecheck --check-prefix=ERROR %s
// Constant weights are converted once for both products. Arguments are not.

// CHECK: #[[W:.*]] = #ttnn.ttnn_layout<{{.*}}!tt.tile<32x32, bfp_bf8>
// CHECK: %[[C:.*]] = "ttnn.typecast"(%{{.*}}) <{dtype = #tt.supportedDataTypes<bfp_bf8>}>
// CHECK-NOT: ttnn.typecast
// CHECK: "ttnn.matmul"(%arg0, %[[C]],
// CHECK: "ttnn.matmul"(%arg1, %[[C]],
// CHECK: "ttnn.matmul"(%arg0, %arg2,
// ONCE-LABEL: func.func @main_const_eval
// ONCE: "ttnn.typecast"(%{{.*}}) <{dtype = #tt.supportedDataTypes<bfp_bf4>}>
// ERROR: int8
func.func @main(%x: tensor<32x64xbf16>, %y: tensor<32x64xbf16>, %w: tensor<64x32xbf16>) -> (tensor<32x32xbf16>, tensor<32x32xbf16>, tensor<32x32xbf16>) {
  %0 = "ttir.constant"() <{value = dense<0.1> : tensor<64x32xbf16>}> : () -> tensor<64x32xbf16>
  %1 = tensor.empty() : tensor<32x32xbf16>
  %2 = "ttir.matmul"(%x, %0, %1) : (tensor<32x64xbf16>, tensor<64x32xbf16>, tensor<32x32xbf16>) -> tensor<32x32xbf16>
  %3 = tensor.empty() : tensor<32x32xbf16>
  %4 = "ttir.matmul"(%y, %0, %3) : (tensor<32x64xbf16>, tensor<64x32xbf16>, tensor<32x32xbf16>) -> tensor<32x32xbf16>
  %5 = tensor.empty() : tensor<32x32xbf16>
  %6 = "ttir.matmul"(%x, %w, %5) : (tensor<32x64xbf16>, tensor<64x32xbf16>, tensor<32x32xbf16>) -> tensor<32x32xbf16>
  return %2, %4, %6 : tensor<32x32xbf16>, tensor<32x32xbf16>, tensor<32x32xbf16>
}
