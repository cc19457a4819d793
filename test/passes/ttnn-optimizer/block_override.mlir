// RUN: ttopt --ttir-to-ttnn-backend-pipeline="enable-optimizer=true override-output-layout=sum=bfp_bf8" %s 2>&1 | filecheck %s

// CHECK: warning: {{.*}}override-output-layout: 'sum' asks for bfp_bf8, but becomes bf16 [-Wblock-override]
// CHECK: "ttnn.add"{{.*}} -> tensor<128x128xbf16
func.func @main(%a: tensor<128x128xbf16>, %b: tensor<128x128xbf16>) -> tensor<128x128xbf16> {
  %0 = tensor.empty() : tensor<128x128xbf16>
  %1 = "ttir.add"(%a, %b, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<128x128xbf16>, tensor<128x128xbf16>, tensor<128x128xbf16>) -> tensor<128x128xbf16> loc("sum")
  return %1 : tensor<128x128xbf16>
}
