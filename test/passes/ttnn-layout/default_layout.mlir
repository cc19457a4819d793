// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttnn-layout %s | filecheck %s
// Every tensor lies in DRAM, in tiles; leading dimensions are rows, and a vector is one row.

module {
  // CHECK-DAG: #ttnn_layout = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 40 + d1, d2), <1x1>, memref<4x2x!tt.tile<32x32, f32>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout1 = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x2x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, u32>, #dram>, <interleaved>>
  // CHECK-LABEL: func.func @f
  // CHECK-SAME: (%arg0: tensor<3x40x50xf32, #ttnn_layout>, %arg1: tensor<50xbf16, #ttnn_layout1>, %arg2: tensor<7x9xui32, #ttnn_layout2>, %arg3: index) -> tensor<3x40x50xf32, #ttnn_layout>
  // CHECK-NEXT: %0 = tensor.empty() : tensor<3x40x50xf32, #ttnn_layout>
  // CHECK-NEXT: %1 = "ttir.exp"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : {{.*}} -> tensor<3x40x50xf32, #ttnn_layout>
  // CHECK-NEXT: return %1 : tensor<3x40x50xf32, #ttnn_layout>
  func.func @f(%a: tensor<3x40x50xf32>, %b: tensor<50xbf16>, %c: tensor<7x9xi32>, %d: index) -> tensor<3x40x50xf32> {
    %0 = tensor.empty() : tensor<3x40x50xf32>
    %1 = "ttir.exp"(%a, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<3x40x50xf32>, tensor<3x40x50xf32>) -> tensor<3x40x50xf32>
    return %1 : tensor<3x40x50xf32>
  }
  // An encoding that is there stays.
  // CHECK-LABEL: func.func @given
  // CHECK-SAME: (%arg0: tensor<32x32xf32, #tt.arch<wormhole_b0>>)
  // CHECK-NEXT: return
  func.func @given(%a: tensor<32x32xf32, #tt.arch<wormhole_b0>>) {
    return
  }
}
