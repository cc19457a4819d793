// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttnn-layout --convert-ttir-to-ttnn %s | filecheck %s
// Constants of several values, or of none, keep them as they are; those of one repeated value stay a `ttnn.full`.

module {
  // CHECK-LABEL: func.func @several
  // CHECK: %[[D:.*]] = "ttnn.get_device"
  // CHECK: "ttnn.constant"(%[[D]]) <{value = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>}> : {{.*}} -> tensor<2xf32, #ttnn_layout{{[0-9]*}}>
  // CHECK: "ttnn.constant"(%[[D]]) <{value = dense<[1, -2]> : tensor<2xi32>}> : {{.*}} -> tensor<2xui32, #ttnn_layout{{[0-9]*}}>
  // CHECK: "ttnn.constant"(%[[D]]) <{value = dense<[true, false]> : tensor<2xi1>}> : {{.*}} -> tensor<2xbf16, #ttnn_layout{{[0-9]*}}>
  // CHECK: "ttnn.constant"(%[[D]]) <{value = dense<[0.000000e+00, -0.000000e+00]> : tensor<2xf32>}>
  // CHECK: "ttnn.constant"(%[[D]]) <{value = dense<> : tensor<0x4xf32>}>
  func.func @several() -> (tensor<2xf32>, tensor<2xi32>, tensor<2xbf16>, tensor<2xf32>, tensor<0x4xf32>) {
    %0 = "ttir.constant"() <{value = dense<[1.0, 2.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
    %1 = "ttir.constant"() <{value = dense<[1, -2]> : tensor<2xi32>}> : () -> tensor<2xi32>
    %2 = "ttir.constant"() <{value = dense<[true, false]> : tensor<2xi1>}> : () -> tensor<2xbf16>
    %3 = "ttir.constant"() <{value = dense<[0.0, -0.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
    %4 = "ttir.constant"() <{value = dense<> : tensor<0x4xf32>}> : () -> tensor<0x4xf32>
    return %0, %1, %2, %3, %4 : tensor<2xf32>, tensor<2xi32>, tensor<2xbf16>, tensor<2xf32>, tensor<0x4xf32>
  }
  // CHECK-LABEL: func.func @fill
  // CHECK: "ttnn.constant"(%{{[0-9]+}}) <{value = dense<[3.000000e+00, 4.000000e+00]> : tensor<2xbf16>}>
  // CHECK-NOT: ttir.fill
  func.func @fill() -> tensor<2xbf16> {
    %0 = tensor.empty() : tensor<2xbf16>
    %1 = "ttir.fill"(%0) <{value = dense<[3.0, 4.0]> : tensor<2xbf16>}> : (tensor<2xbf16>) -> tensor<2xbf16>
    return %1 : tensor<2xbf16>
  }
  // The weight of a convolution is made on the host.
  // CHECK-LABEL: func.func @weight
  // CHECK: "ttnn.constant"() <{value = dense<{{.*}}> : tensor<1x1x1x2xbf16>}> : () -> tensor<1x1x1x2xbf16, #ttnn_layout{{[0-9]*}}>
  func.func @weight(%x: tensor<1x2x2x1xbf16>) -> tensor<1x2x1x1xbf16> {
    %w = "ttir.constant"() <{value = dense<[[[[1.0, 2.0]]]]> : tensor<1x1x1x2xbf16>}> : () -> tensor<1x1x1x2xbf16>
    %0 = tensor.empty() : tensor<1x2x1x1xbf16>
    %1 = "ttir.conv2d"(%x, %w, %0) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<1x2x2x1xbf16>, tensor<1x1x1x2xbf16>, tensor<1x2x1x1xbf16>) -> tensor<1x2x1x1xbf16>
    return %1 : tensor<1x2x1x1xbf16>
  }
}
