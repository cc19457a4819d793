// RUN: ttopt --ttnn-decompose-layouts %s | filecheck %s
// Host rows to device tiles and back, with and without a change of type; all plans are in test_decompose_layouts.py.

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, d0 floordiv s0, d1 mod s1), meshShape = , chipIds = [0]>
#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#host = #ttnn.buffer_type<system_memory>
#host_f32 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<40x64xf32, #host>>
#tiles_f32 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!tt.tile<32x32, f32>, #dram>, <interleaved>>
#tiles_bf16 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
#l1_bf16 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!tt.tile<32x32, bf16>, #l1>, <interleaved>>
module attributes {tt.device = #device} {
  // CHECK-DAG: #ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<40x64xf32, #system_memory>>
  // CHECK-DAG: #ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!tt.tile<32x32, f32>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!tt.tile<32x32, f32>, #system_memory>>
  // CHECK-DAG: #ttnn_layout3 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout4 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<40x64xbf16, #system_memory>>
  // CHECK-DAG: #ttnn_layout5 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<40x64xbf16, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout6 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!tt.tile<32x32, bf16>, #l1_>, <interleaved>>
  // CHECK-LABEL: func.func @up
  // CHECK-SAME: (%arg0: tensor<40x64xf32, #ttnn_layout>) -> tensor<40x64xf32, #ttnn_layout1>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.to_layout"(%arg0) <{layout = #ttnn.layout<tile>}> : {{.*}} -> tensor<40x64xf32, #ttnn_layout2>
  // CHECK-NEXT: %2 = "ttnn.to_device"(%1, %0) <{memory_config = #ttnn.memory_config<#dram, <<2x2>>, <interleaved>>}> : {{.*}} -> tensor<40x64xf32, #ttnn_layout1>
  // CHECK-NEXT: return %2 : tensor<40x64xf32, #ttnn_layout1>
  func.func @up(%a: tensor<40x64xf32, #host_f32>) -> tensor<40x64xf32, #tiles_f32> {
    %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !tt.device<#device>
    %1 = "ttnn.to_layout"(%a, %0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<2x2>>, <interleaved>>}> : (tensor<40x64xf32, #host_f32>, !tt.device<#device>) -> tensor<40x64xf32, #tiles_f32>
    return %1 : tensor<40x64xf32, #tiles_f32>
  }
  // CHECK-LABEL: func.func @up_as_bf16
  // CHECK-SAME: (%arg0: tensor<40x64xf32, #ttnn_layout>) -> tensor<40x64xbf16, #ttnn_layout3>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.to_dtype"(%arg0) <{dtype = #tt.supportedDataTypes<bf16>}> : {{.*}} -> tensor<40x64xbf16, #ttnn_layout4>
  // CHECK-NEXT: %2 = "ttnn.to_device"(%1, %0) <{memory_config = #ttnn.memory_config<#dram, <<2x2>>, <interleaved>>}> : {{.*}} -> tensor<40x64xbf16, #ttnn_layout5>
  // CHECK-NEXT: %3 = "ttnn.to_layout"(%2, %0) <{layout = #ttnn.layout<tile>}> : {{.*}} -> tensor<40x64xbf16, #ttnn_layout3>
  // CHECK-NEXT: return %3 : tensor<40x64xbf16, #ttnn_layout3>
  func.func @up_as_bf16(%a: tensor<40x64xf32, #host_f32>) -> tensor<40x64xbf16, #tiles_bf16> {
    %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !tt.device<#device>
    %1 = "ttnn.to_layout"(%a, %0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<2x2>>, <interleaved>>}> : (tensor<40x64xf32, #host_f32>, !tt.device<#device>) -> tensor<40x64xbf16, #tiles_bf16>
    return %1 : tensor<40x64xbf16, #tiles_bf16>
  }
  // CHECK-LABEL: func.func @down
  // CHECK-SAME: (%arg0: tensor<40x64xbf16, #ttnn_layout3>) -> tensor<40x64xf32, #ttnn_layout>
  // CHECK-NEXT: %0 = "ttnn.typecast"(%arg0) <{dtype = #tt.supportedDataTypes<f32>}> : {{.*}} -> tensor<40x64xf32, #ttnn_layout1>
  // CHECK-NEXT: %1 = "ttnn.from_device"(%0) : {{.*}} -> tensor<40x64xf32, #ttnn_layout2>
  // CHECK-NEXT: %2 = "ttnn.to_layout"(%1) <{layout = #ttnn.layout<row_major>}> : {{.*}} -> tensor<40x64xf32, #ttnn_layout>
  // CHECK-NEXT: return %2 : tensor<40x64xf32, #ttnn_layout>
  func.func @down(%a: tensor<40x64xbf16, #tiles_bf16>) -> tensor<40x64xf32, #host_f32> {
    %0 = "ttnn.to_layout"(%a) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<row_major>, memory_config = #ttnn.memory_config<#host, <<40x64>>>}> : (tensor<40x64xbf16, #tiles_bf16>) -> tensor<40x64xf32, #host_f32>
    return %0 : tensor<40x64xf32, #host_f32>
  }
  // CHECK-LABEL: func.func @to_l1
  // CHECK-SAME: (%arg0: tensor<40x64xbf16, #ttnn_layout3>) -> tensor<40x64xbf16, #ttnn_layout6>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.to_memory_config"(%arg0) <{memory_config = #ttnn.memory_config<#l1_, <<2x2>>, <interleaved>>}> : {{.*}} -> tensor<40x64xbf16, #ttnn_layout6>
  // CHECK-NEXT: return %1 : tensor<40x64xbf16, #ttnn_layout6>
  func.func @to_l1(%a: tensor<40x64xbf16, #tiles_bf16>) -> tensor<40x64xbf16, #l1_bf16> {
    %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !tt.device<#device>
    %1 = "ttnn.to_layout"(%a, %0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#l1, <<2x2>>, <interleaved>>}> : (tensor<40x64xbf16, #tiles_bf16>, !tt.device<#device>) -> tensor<40x64xbf16, #l1_bf16>
    return %1 : tensor<40x64xbf16, #l1_bf16>
  }
}
