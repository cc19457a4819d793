// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttnn-layout --convert-ttir-to-ttnn --remove-dead-values --ttnn-workaround %s | filecheck %s
// Sums run in rank 4, and in f32 if the elements are integers.

module {
  // CHECK-DAG: #ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!tt.tile<32x32, u32>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 64 + d1 + d2, d3), <1x1>, memref<80x1x!tt.tile<32x32, u32>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 64 + d1 + d2, d3), <1x1>, memref<80x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
  // CHECK-LABEL: func.func @rank_2
  // CHECK-SAME: (%arg0: tensor<40x64xui32, #ttnn_layout>) -> tensor<40x64xui32, #ttnn_layout>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.reshape"(%arg0) <{shape = [40 : i32, 64 : i32, 1 : i32, 1 : i32]}> : {{.*}} -> tensor<40x64x1x1xui32, #ttnn_layout1>
  // CHECK-NEXT: %2 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<u32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<80x1>>, <interleaved>>, shape = #ttnn.shape<40x64x1x1>}> : {{.*}} -> tensor<40x64x1x1xui32, #ttnn_layout1>
  // CHECK-NEXT: %3 = "ttnn.to_layout"(%1, %0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<80x1>>, <interleaved>>}> : {{.*}} -> tensor<40x64x1x1xf32, #ttnn_layout2>
  // CHECK-NEXT: %4 = "ttnn.to_layout"(%2, %0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<80x1>>, <interleaved>>}> : {{.*}} -> tensor<40x64x1x1xf32, #ttnn_layout2>
  // CHECK-NEXT: %5 = "ttnn.moreh_cumsum"(%3, %4) <{dim = 1 : i64}> : {{.*}} -> tensor<40x64x1x1xf32, #ttnn_layout2>
  // CHECK-NEXT: %6 = "ttnn.to_layout"(%5, %0) <{dtype = #tt.supportedDataTypes<u32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<80x1>>, <interleaved>>}> : {{.*}} -> tensor<40x64x1x1xui32, #ttnn_layout1>
  // CHECK-NEXT: %7 = "ttnn.reshape"(%6) <{shape = [40 : i32, 64 : i32]}> : {{.*}} -> tensor<40x64xui32, #ttnn_layout>
  // CHECK-NEXT: return %7 : tensor<40x64xui32, #ttnn_layout>
  func.func @rank_2(%a: tensor<40x64xui32>) -> tensor<40x64xui32> {
    %0 = tensor.empty() : tensor<40x64xui32>
    %1 = "ttir.cumsum"(%a, %0) <{dim = 1 : i64}> : (tensor<40x64xui32>, tensor<40x64xui32>) -> tensor<40x64xui32>
    return %1 : tensor<40x64xui32>
  }
}
