// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttnn-layout %s | filecheck %s
// The weight of a convolution belongs on the host, unless nothing uses the convolution. Like upstream's driver, the pass looks at a
// function before its first operation is known to be unused.

// CHECK-DAG: #[[WEIGHT:.*]] = #ttnn.ttnn_layout<{{.*}}memref<384x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
// CHECK-DAG: #[[HOST:.*]] = #ttnn.ttnn_layout<{{.*}}memref<12288x3xbf16, #system_memory>>

// CHECK: func.func @unused(%arg0: tensor<1x32x32x64xbf16, #{{.*}}>, %arg1: tensor<64x64x3x3xbf16, #[[WEIGHT]]>)
// CHECK-NEXT: return
func.func @unused(%x: tensor<1x32x32x64xbf16>, %w: tensor<64x64x3x3xbf16>) -> tensor<1x32x32x64xbf16> {
  %0 = tensor.empty() : tensor<1x30x30x64xbf16>
  %1 = "ttir.conv2d"(%x, %w, %0) <{stride_height = 1 : si32, stride_width = 1 : si32, dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, padding_bottom = 0 : si32}> : (tensor<1x32x32x64xbf16>, tensor<64x64x3x3xbf16>, tensor<1x30x30x64xbf16>) -> tensor<1x30x30x64xbf16>
  return %x : tensor<1x32x32x64xbf16>
}

// CHECK: func.func @first(%arg0: tensor<1x32x32x64xbf16, #{{.*}}>, %arg1: tensor<64x64x3x3xbf16, #[[HOST]]>
// CHECK-NEXT: return
func.func @first(%x: tensor<1x32x32x64xbf16>, %w: tensor<64x64x3x3xbf16>, %d: tensor<1x30x30x64xbf16>) -> tensor<1x32x32x64xbf16> {
  %1 = "ttir.conv2d"(%x, %w, %d) <{stride_height = 1 : si32, stride_width = 1 : si32, dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, padding_bottom = 0 : si32}> : (tensor<1x32x32x64xbf16>, tensor<64x64x3x3xbf16>, tensor<1x30x30x64xbf16>) -> tensor<1x30x30x64xbf16>
  return %x : tensor<1x32x32x64xbf16>
}

// CHECK: func.func @used(%arg0: tensor<1x32x32x64xbf16, #{{.*}}>, %arg1: tensor<64x64x3x3xbf16, #[[HOST]]>)
func.func @used(%x: tensor<1x32x32x64xbf16>, %w: tensor<64x64x3x3xbf16>) -> tensor<1x30x30x64xbf16> {
  %0 = tensor.empty() : tensor<1x30x30x64xbf16>
  %1 = "ttir.conv2d"(%x, %w, %0) <{stride_height = 1 : si32, stride_width = 1 : si32, dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, padding_bottom = 0 : si32}> : (tensor<1x32x32x64xbf16>, tensor<64x64x3x3xbf16>, tensor<1x30x30x64xbf16>) -> tensor<1x30x30x64xbf16>
  return %1 : tensor<1x30x30x64xbf16>
}
