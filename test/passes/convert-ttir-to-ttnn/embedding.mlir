// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttnn-layout --convert-ttir-to-ttnn %s | filecheck %s

module {
  // CHECK-DAG: #ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, u32>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), <1x1>, memref<2x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout3 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 64 + d1 * 64 + d2, d3), <1x1>, memref<2x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout4 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 256 + d1 * 64 + d2, d3), <1x1>, memref<8x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout5 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 8 + d2, d3), <1x1>, memref<1x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout6 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 4 + d1 + d2, d3), <1x1>, memref<1x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout7 = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x1x!tt.tile<32x32, u32>, #dram>, <interleaved>>
  // CHECK-LABEL: func.func @embedding
  // CHECK-SAME: (%arg0: tensor<2x32xui32, #ttnn_layout>, %arg1: tensor<50x24xbf16, #ttnn_layout1>) -> tensor<2x32x24xbf16, #ttnn_layout2>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<2x1>>, <interleaved>>, shape = #ttnn.shape<2x32x24>}> : {{.*}} -> tensor<2x32x24xbf16, #ttnn_layout2>
  // CHECK-NEXT: %2 = "ttnn.embedding"(%arg0, %arg1, %1) : {{.*}} -> tensor<2x32x24xbf16, #ttnn_layout2>
  // CHECK-NEXT: return %2 : tensor<2x32x24xbf16, #ttnn_layout2>
  func.func @embedding(%i: tensor<2x32xui32>, %w: tensor<50x24xbf16>) -> tensor<2x32x24xbf16> {
    %0 = tensor.empty() : tensor<2x32x24xbf16>
    %1 = "ttir.embedding"(%i, %w, %0) : (tensor<2x32xui32>, tensor<50x24xbf16>, tensor<2x32x24xbf16>) -> tensor<2x32x24xbf16>
    return %1 : tensor<2x32x24xbf16>
  }
  // CHECK-LABEL: func.func @gradient
  // CHECK-SAME: (%arg0: tensor<2x32xui32, #ttnn_layout>, %arg1: tensor<50x24xbf16, #ttnn_layout1>, %arg2: tensor<2x32x24xbf16, #ttnn_layout2>) -> tensor<50x24xbf16, #ttnn_layout1>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<2x1>>, <interleaved>>, shape = #ttnn.shape<50x24>}> : {{.*}} -> tensor<50x24xbf16, #ttnn_layout1>
  // CHECK-NEXT: %2 = "ttnn.reshape"(%arg2) <{shape = [1 : i32, 1 : i32, 64 : i32, 24 : i32]}> : {{.*}} -> tensor<1x1x64x24xbf16, #ttnn_layout3>
  // CHECK-NEXT: %3 = "ttnn.embedding_bw"(%arg0, %arg1, %2, %1) <{dtype = #tt.supportedDataTypes<bf16>, memory_config = #ttnn.memory_config<#dram, <<2x1>>, <interleaved>>}> : {{.*}} -> tensor<50x24xbf16, #ttnn_layout1>
  // CHECK-NEXT: return %3 : tensor<50x24xbf16, #ttnn_layout1>
  func.func @gradient(%i: tensor<2x32xui32>, %w: tensor<50x24xbf16>, %g: tensor<2x32x24xbf16>) -> tensor<50x24xbf16> {
    %0 = tensor.empty() : tensor<50x24xbf16>
    %1 = "ttir.embedding_backward"(%i, %w, %g, %0) : (tensor<2x32xui32>, tensor<50x24xbf16>, tensor<2x32x24xbf16>, tensor<50x24xbf16>) -> tensor<50x24xbf16>
    return %1 : tensor<50x24xbf16>
  }
  // The caches are written in place: what used the new cache uses the old one.
  // CHECK-LABEL: func.func @caches
  // CHECK-SAME: (%arg0: tensor<1x4x64x16xbf16, #ttnn_layout4>, %arg1: tensor<1x4x8x16xbf16, #ttnn_layout5>, %arg2: tensor<1x4x1x16xbf16, #ttnn_layout6>, %arg3: tensor<1xui32, #ttnn_layout7>) -> tensor<1x4x64x16xbf16, #ttnn_layout4>
  // CHECK-NEXT: "ttnn.fill_cache"(%arg0, %arg1) <{batch_offset = 0 : i32}> : {{.*}} -> ()
  // CHECK-NEXT: "ttnn.update_cache"(%arg0, %arg2, %arg3) <{batch_offset = 0 : i32}> : {{.*}} -> ()
  // CHECK-NEXT: return %arg0 : tensor<1x4x64x16xbf16, #ttnn_layout4>
  func.func @caches(%c: tensor<1x4x64x16xbf16>, %i: tensor<1x4x8x16xbf16>, %n: tensor<1x4x1x16xbf16>, %at: tensor<1xui32>) -> tensor<1x4x64x16xbf16> {
    %0 = "ttir.fill_cache"(%c, %i) <{batch_offset = 0 : i32}> : (tensor<1x4x64x16xbf16>, tensor<1x4x8x16xbf16>) -> tensor<1x4x64x16xbf16>
    %1 = "ttir.update_cache"(%0, %n, %at) <{batch_offset = 0 : i32}> : (tensor<1x4x64x16xbf16>, tensor<1x4x1x16xbf16>, tensor<1xui32>) -> tensor<1x4x64x16xbf16>
    return %1 : tensor<1x4x64x16xbf16>
  }
}
