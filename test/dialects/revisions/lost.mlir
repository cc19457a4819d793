// RUN: ttopt --ttir-to-ttnn-backend-pipeline %s -o %t 2>&1 | filecheck %s

// What lowering leaves out that changes what a program does is said.

// CHECK: :6:1: warning: 'builtin.module' op is compiled for the system that options name, not for its 'ttcore.system_desc' [-Wdropped-attribute]
module attributes {ttcore.system_desc = 3 : i32} {
  func.func @main(%cache: tensor<1x2x64x32xbf16>, %x: tensor<1x2x32x32xbf16>) -> tensor<1x2x32x32xbf16> {
    // CHECK: :9:5: warning: 'ttir.fill_cache' op writes a cache that nothing reads afterwards: the write is left out [-Wlost-write]
    "ttir.fill_cache"(%cache, %x) <{batch_offset = 0 : i32}> : (tensor<1x2x64x32xbf16>, tensor<1x2x32x32xbf16>) -> ()
    %0 = "ttir.relu"(%x) : (tensor<1x2x32x32xbf16>) -> tensor<1x2x32x32xbf16>
    return %0 : tensor<1x2x32x32xbf16>
  }
  // CHECK-NOT: lost-write
  func.func @read(%cache: tensor<1x2x64x32xbf16>, %x: tensor<1x2x32x32xbf16>) -> tensor<1x2x64x32xbf16> {
    "ttir.fill_cache"(%cache, %x) <{batch_offset = 0 : i32}> : (tensor<1x2x64x32xbf16>, tensor<1x2x32x32xbf16>) -> ()
    return %cache : tensor<1x2x64x32xbf16>
  }
}
