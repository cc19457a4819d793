// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttnn-layout %s | filecheck %s
// A function that is declared only runs on the host: calls marked as hoisted get and give host tensors.

module {
  // CHECK-DAG: #ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x32xf32, #system_memory>>
  // CHECK-LABEL: func.func @f
  // CHECK-SAME: (%arg0: tensor<64x32xf32, #ttnn_layout>) -> tensor<64x32xf32, #ttnn_layout>
  // CHECK-NEXT: %0 = tensor.empty() : tensor<64x32xf32, #ttnn_layout1>
  // CHECK-NEXT: %1 = "ttir.to_layout"(%arg0, %0) : {{.*}} -> tensor<64x32xf32, #ttnn_layout1>
  // CHECK-NEXT: %2 = call @on_cpu(%1) : {{.*}} -> tensor<64x32xf32, #ttnn_layout1>
  // CHECK-NEXT: %3 = tensor.empty() : tensor<64x32xf32, #ttnn_layout>
  // CHECK-NEXT: %4 = tensor.empty() : tensor<64x32xf32, #ttnn_layout>
  // CHECK-NEXT: %5 = "ttir.to_layout"(%2, %4) : {{.*}} -> tensor<64x32xf32, #ttnn_layout>
  // CHECK-NEXT: %6 = "ttir.abs"(%5, %3) <{operandSegmentSizes = array<i32: 1, 1>}> : {{.*}} -> tensor<64x32xf32, #ttnn_layout>
  // CHECK-NEXT: return %6 : tensor<64x32xf32, #ttnn_layout>
  func.func @f(%a: tensor<64x32xf32>) -> tensor<64x32xf32> {
    %0 = call @on_cpu(%a) {hoisted_call} : (tensor<64x32xf32>) -> tensor<64x32xf32>
    %1 = tensor.empty() : tensor<64x32xf32>
    %2 = "ttir.abs"(%0, %1) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x32xf32>
    return %2 : tensor<64x32xf32>
  }
  // CHECK-LABEL: func.func private @on_cpu
  // CHECK-SAME: (tensor<64x32xf32, #ttnn_layout1>) -> tensor<64x32xf32, #ttnn_layout1>
  func.func private @on_cpu(tensor<64x32xf32>) -> tensor<64x32xf32>
}
