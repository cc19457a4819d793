// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttnn-layout --convert-ttir-to-ttnn %s | filecheck %s

module {
  // CHECK-DAG: #ttnn_layout = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x2x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x96xf32, #system_memory>>
  // CHECK-DAG: #ttnn_layout3 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x96xf32, #system_memory>>
  // CHECK-LABEL: func.func @gather
  // CHECK-SAME: (%arg0: tensor<1x1x32x16xbf16, #ttnn_layout>) -> tensor<1x1x32x64xbf16, #ttnn_layout1>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x2>>, <interleaved>>, shape = #ttnn.shape<1x1x32x64>}> : {{.*}} -> tensor<1x1x32x64xbf16, #ttnn_layout1>
  // CHECK-NEXT: %2 = "ttnn.all_gather"(%arg0, %0) <{dim = 3 : si32, num_links = 1 : si32}> : {{.*}} -> tensor<1x1x32x64xbf16, #ttnn_layout1>
  // CHECK-NEXT: return %2 : tensor<1x1x32x64xbf16, #ttnn_layout1>
  func.func @gather(%a: tensor<1x1x32x16xbf16>) -> tensor<1x1x32x64xbf16> {
    %0 = tensor.empty() : tensor<1x1x32x64xbf16>
    %1 = "ttir.all_gather"(%a, %0) <{dim = 3 : si32}> : (tensor<1x1x32x16xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x1x32x64xbf16>
    return %1 : tensor<1x1x32x64xbf16>
  }
  // Groups of 4 devices along dimension 1, and 3 is 1 modulo 2.
  // CHECK-LABEL: func.func @reduce
  // CHECK-SAME: (%arg0: tensor<1x1x32x64xbf16, #ttnn_layout1>) -> tensor<1x1x32x64xbf16, #ttnn_layout1>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x2>>, <interleaved>>, shape = #ttnn.shape<1x1x32x64>}> : {{.*}} -> tensor<1x1x32x64xbf16, #ttnn_layout1>
  // CHECK-NEXT: %2 = "ttnn.all_reduce"(%arg0, %0) <{math_op = #tt.reduce_type<sum>, num_links = 1 : si32, scatter_dim = 3 : si32, scatter_num = 4 : si32}> : {{.*}} -> tensor<1x1x32x64xbf16, #ttnn_layout1>
  // CHECK-NEXT: return %2 : tensor<1x1x32x64xbf16, #ttnn_layout1>
  func.func @reduce(%a: tensor<1x1x32x64xbf16>) -> tensor<1x1x32x64xbf16> {
    %0 = tensor.empty() : tensor<1x1x32x64xbf16>
    %1 = "ttir.all_reduce"(%a, %0) <{dim = 3 : si32, reduce_type = #tt.reduce_type<sum>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>}> : (tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x1x32x64xbf16>
    return %1 : tensor<1x1x32x64xbf16>
  }
  // CHECK-LABEL: func.func @shard
  // CHECK-SAME: (%arg0: tensor<64x96xf32, #ttnn_layout2>) -> tensor<32x96xf32, #ttnn_layout3>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<row_major>, memory_config = #ttnn.memory_config<#system_memory, <<32x96>>>, shape = #ttnn.shape<32x96>}> : {{.*}} -> tensor<32x96xf32, #ttnn_layout3>
  // CHECK-NEXT: %2 = "ttnn.mesh_shard"(%arg0, %0) <{shard_dims = array<i64: 0, -1>, shard_direction = #tt.shard_direction<full_to_shard>, shard_shape = array<i64: 2, 1>, shard_type = #tt.shard_type<devices>}> : {{.*}} -> tensor<32x96xf32, #ttnn_layout3>
  // CHECK-NEXT: return %2 : tensor<32x96xf32, #ttnn_layout3>
  func.func @shard(%a: tensor<64x96xf32>) -> tensor<32x96xf32> {
    %0 = tensor.empty() : tensor<32x96xf32>
    %1 = "ttir.mesh_shard"(%a, %0) <{shard_direction = #tt.shard_direction<full_to_shard>, shard_type = #tt.shard_type<devices>, shard_shape = array<i64: 2, 1>, shard_dims = array<i64: 0, -1>}> : (tensor<64x96xf32>, tensor<32x96xf32>) -> tensor<32x96xf32>
    return %1 : tensor<32x96xf32>
  }
}
