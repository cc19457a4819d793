// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttnn-layout --convert-ttir-to-ttnn %s | filecheck %s

module {
  // CHECK-DAG: #ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout1 = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-LABEL: func.func @dense
  // CHECK-SAME: (%arg0: tensor<3x20xbf16, #ttnn_layout>, %arg1: tensor<20x10xbf16, #ttnn_layout>, %arg2: tensor<10xbf16, #ttnn_layout1>, %arg3: tensor<10x2xbf16, #ttnn_layout>) -> tensor<3x2xbf16, #ttnn_layout>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x1>>, <interleaved>>, shape = #ttnn.shape<3x10>}> : {{.*}} -> tensor<3x10xbf16, #ttnn_layout>
  // CHECK-NEXT: %2 = "ttnn.linear"(%arg0, %arg1, %arg2, %1) : {{.*}} -> tensor<3x10xbf16, #ttnn_layout>
  // CHECK-NEXT: %3 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x1>>, <interleaved>>, shape = #ttnn.shape<3x2>}> : {{.*}} -> tensor<3x2xbf16, #ttnn_layout>
  // CHECK-NEXT: %4 = "ttnn.matmul"(%2, %arg3, %3) : {{.*}} -> tensor<3x2xbf16, #ttnn_layout>
  // CHECK-NEXT: return %4 : tensor<3x2xbf16, #ttnn_layout>
  func.func @dense(%x: tensor<3x20xbf16>, %w: tensor<20x10xbf16>, %b: tensor<10xbf16>, %v: tensor<10x2xbf16>) -> tensor<3x2xbf16> {
    %0 = tensor.empty() : tensor<3x10xbf16>
    %1 = "ttir.linear"(%x, %w, %b, %0) : (tensor<3x20xbf16>, tensor<20x10xbf16>, tensor<10xbf16>, tensor<3x10xbf16>) -> tensor<3x10xbf16>
    %2 = tensor.empty() : tensor<3x2xbf16>
    %3 = "ttir.matmul"(%1, %v, %2) : (tensor<3x10xbf16>, tensor<10x2xbf16>, tensor<3x2xbf16>) -> tensor<3x2xbf16>
    return %3 : tensor<3x2xbf16>
  }
}
