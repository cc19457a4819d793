// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttnn-layout --convert-ttir-to-ttnn %s | filecheck %s

module {
  // CHECK-DAG: #ttnn_layout = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 + d1, d2), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 24 + d1, d2), <1x1>, memref<3x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout3 = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 16 + d1, d2), <1x1>, memref<3x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout4 = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 6 + d1, d2), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
  // CHECK-LABEL: func.func @shapes
  // CHECK-SAME: (%arg0: tensor<4x1x24xf32, #ttnn_layout>) -> tensor<24x4xf32, #ttnn_layout1>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x1>>, <interleaved>>, shape = #ttnn.shape<4x24>}> : {{.*}} -> tensor<4x24xf32, #ttnn_layout1>
  // CHECK-NEXT: %2 = "ttnn.reshape"(%arg0) <{shape = [4 : i32, 24 : i32]}> : {{.*}} -> tensor<4x24xf32, #ttnn_layout1>
  // CHECK-NEXT: %3 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<3x1>>, <interleaved>>, shape = #ttnn.shape<4x24x1>}> : {{.*}} -> tensor<4x24x1xf32, #ttnn_layout2>
  // CHECK-NEXT: %4 = "ttnn.reshape"(%2) <{shape = [4 : i32, 24 : i32, 1 : i32]}> : {{.*}} -> tensor<4x24x1xf32, #ttnn_layout2>
  // CHECK-NEXT: %5 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x1>>, <interleaved>>, shape = #ttnn.shape<4x24>}> : {{.*}} -> tensor<4x24xf32, #ttnn_layout1>
  // CHECK-NEXT: %6 = "ttnn.reshape"(%4) <{shape = [4 : i32, 24 : i32]}> : {{.*}} -> tensor<4x24xf32, #ttnn_layout1>
  // CHECK-NEXT: %7 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x1>>, <interleaved>>, shape = #ttnn.shape<24x4>}> : {{.*}} -> tensor<24x4xf32, #ttnn_layout1>
  // CHECK-NEXT: %8 = "ttnn.transpose"(%6) <{dim0 = 0 : si32, dim1 = 1 : si32}> : {{.*}} -> tensor<24x4xf32, #ttnn_layout1>
  // CHECK-NEXT: return %8 : tensor<24x4xf32, #ttnn_layout1>
  func.func @shapes(%a: tensor<4x1x24xf32>) -> tensor<24x4xf32> {
    %0 = tensor.empty() : tensor<4x24xf32>
    %1 = "ttir.squeeze"(%a, %0) <{dim = -2 : si32}> : (tensor<4x1x24xf32>, tensor<4x24xf32>) -> tensor<4x24xf32>
    %2 = tensor.empty() : tensor<4x24x1xf32>
    %3 = "ttir.unsqueeze"(%1, %2) <{dim = -1 : si32}> : (tensor<4x24xf32>, tensor<4x24x1xf32>) -> tensor<4x24x1xf32>
    %4 = tensor.empty() : tensor<4x24xf32>
    %5 = "ttir.reshape"(%3, %4) <{shape = [4 : i32, 24 : i32]}> : (tensor<4x24x1xf32>, tensor<4x24xf32>) -> tensor<4x24xf32>
    %6 = tensor.empty() : tensor<24x4xf32>
    %7 = "ttir.transpose"(%5, %6) <{dim0 = 0 : si32, dim1 = 1 : si32}> : (tensor<4x24xf32>, tensor<24x4xf32>) -> tensor<24x4xf32>
    return %7 : tensor<24x4xf32>
  }
  // CHECK-LABEL: func.func @parts
  // CHECK-SAME: (%arg0: tensor<4x24xf32, #ttnn_layout1>, %arg1: tensor<4x8xf32, #ttnn_layout1>) -> tensor<2x16xf32, #ttnn_layout1>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x1>>, <interleaved>>, shape = #ttnn.shape<4x32>}> : {{.*}} -> tensor<4x32xf32, #ttnn_layout1>
  // CHECK-NEXT: %2 = "ttnn.concat"(%arg0, %arg1, %1) <{dim = 1 : si32}> : {{.*}} -> tensor<4x32xf32, #ttnn_layout1>
  // CHECK-NEXT: %3 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x1>>, <interleaved>>, shape = #ttnn.shape<2x16>}> : {{.*}} -> tensor<2x16xf32, #ttnn_layout1>
  // CHECK-NEXT: %4 = "ttnn.slice"(%2, %3) <{begins = [0 : i32, 0 : i32], ends = [2 : i32, 32 : i32], step = [1 : i32, 2 : i32]}> : {{.*}} -> tensor<2x16xf32, #ttnn_layout1>
  // CHECK-NEXT: return %4 : tensor<2x16xf32, #ttnn_layout1>
  func.func @parts(%a: tensor<4x24xf32>, %b: tensor<4x8xf32>) -> tensor<2x16xf32> {
    %0 = tensor.empty() : tensor<4x32xf32>
    %1 = "ttir.concat"(%a, %b, %0) <{dim = -1 : si32}> : (tensor<4x24xf32>, tensor<4x8xf32>, tensor<4x32xf32>) -> tensor<4x32xf32>
    %2 = tensor.empty() : tensor<2x16xf32>
    %3 = "ttir.slice"(%1, %2) <{begins = [0 : i32, 0 : i32], ends = [2 : i32, 32 : i32], step = [1 : i32, 2 : i32]}> : (tensor<4x32xf32>, tensor<2x16xf32>) -> tensor<2x16xf32>
    return %3 : tensor<2x16xf32>
  }
  // CHECK-LABEL: func.func @copies
  // CHECK-SAME: (%arg0: tensor<1x8xf32, #ttnn_layout1>) -> tensor<6x16xf32, #ttnn_layout1>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x1>>, <interleaved>>, shape = #ttnn.shape<3x8>}> : {{.*}} -> tensor<3x8xf32, #ttnn_layout1>
  // CHECK-NEXT: %2 = "ttnn.repeat"(%arg0) <{repeat_dims = #ttnn.shape<3x1>}> : {{.*}} -> tensor<3x8xf32, #ttnn_layout1>
  // CHECK-NEXT: %3 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x1>>, <interleaved>>, shape = #ttnn.shape<6x8>}> : {{.*}} -> tensor<6x8xf32, #ttnn_layout1>
  // CHECK-NEXT: %4 = "ttnn.repeat"(%2) <{repeat_dims = #ttnn.shape<2x1>}> : {{.*}} -> tensor<6x8xf32, #ttnn_layout1>
  // CHECK-NEXT: %5 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x1>>, <interleaved>>, shape = #ttnn.shape<6x16>}> : {{.*}} -> tensor<6x16xf32, #ttnn_layout1>
  // CHECK-NEXT: %6 = "ttnn.repeat_interleave"(%4) <{dim = 1 : si32, repeats = 2 : ui32}> : {{.*}} -> tensor<6x16xf32, #ttnn_layout1>
  // CHECK-NEXT: return %6 : tensor<6x16xf32, #ttnn_layout1>
  func.func @copies(%a: tensor<1x8xf32>) -> tensor<6x16xf32> {
    %0 = tensor.empty() : tensor<3x8xf32>
    %1 = "ttir.broadcast"(%a, %0) <{broadcast_dimensions = array<i64: 3, 1>}> : (tensor<1x8xf32>, tensor<3x8xf32>) -> tensor<3x8xf32>
    %2 = tensor.empty() : tensor<6x8xf32>
    %3 = "ttir.repeat"(%1, %2) <{repeat_dimensions = array<i64: 2, 1>}> : (tensor<3x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
    %4 = tensor.empty() : tensor<6x16xf32>
    %5 = "ttir.repeat_interleave"(%3, %4) <{repeats = 2 : ui32, dim = 1 : si32}> : (tensor<6x8xf32>, tensor<6x16xf32>) -> tensor<6x16xf32>
    return %5 : tensor<6x16xf32>
  }
  // CHECK-LABEL: func.func @pad
  // CHECK-SAME: (%arg0: tensor<6x16xf32, #ttnn_layout1>) -> tensor<9x16xf32, #ttnn_layout1>
  // CHECK-NEXT: %0 = "ttnn.pad"(%arg0) <{memory_config = #ttnn.memory_config<#dram, <<1x1>>, <interleaved>>, padding = array<i32: 1, 2, 0, 0>, use_multicore = true, value = 1.500000e+00 : f32}> : {{.*}} -> tensor<9x16xf32, #ttnn_layout1>
  // CHECK-NEXT: return %0 : tensor<9x16xf32, #ttnn_layout1>
  func.func @pad(%a: tensor<6x16xf32>) -> tensor<9x16xf32> {
    %0 = "ttir.pad"(%a) <{padding = array<i32: 1, 2, 0, 0>, value = 1.5 : f32}> : (tensor<6x16xf32>) -> tensor<9x16xf32>
    return %0 : tensor<9x16xf32>
  }
  // CHECK-LABEL: func.func @permute
  // CHECK-SAME: (%arg0: tensor<6x16x2xf32, #ttnn_layout3>) -> tensor<2x6x16xf32, #ttnn_layout4>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x1>>, <interleaved>>, shape = #ttnn.shape<2x6x16>}> : {{.*}} -> tensor<2x6x16xf32, #ttnn_layout4>
  // CHECK-NEXT: %2 = "ttnn.permute"(%arg0) <{permutation = array<i64: 2, 0, 1>}> : {{.*}} -> tensor<2x6x16xf32, #ttnn_layout4>
  // CHECK-NEXT: return %2 : tensor<2x6x16xf32, #ttnn_layout4>
  func.func @permute(%a: tensor<6x16x2xf32>) -> tensor<2x6x16xf32> {
    %0 = tensor.empty() : tensor<2x6x16xf32>
    %1 = "ttir.permute"(%a, %0) <{permutation = array<i64: 2, 0, 1>}> : (tensor<6x16x2xf32>, tensor<2x6x16xf32>) -> tensor<2x6x16xf32>
    return %1 : tensor<2x6x16xf32>
  }
  // The region goes with the op.
  // CHECK-LABEL: func.func @scatter
  // CHECK: %2 = "ttnn.scatter"(%arg2, %arg0, %1) <{operandSegmentSizes = array<i32: 2, 1>}>
  // CHECK-NEXT: return %2
  func.func @scatter(%a: tensor<1x3xf32>, %i: tensor<1x1xi32>, %update: tensor<1x3xf32>) -> tensor<1x3xf32> {
    %0 = tensor.empty() : tensor<1x3xf32>
    %1 = "ttir.scatter"(%a, %i, %update, %0) <{index_vector_dim = 1 : i32, indices_are_sorted = false, input_batching_dims = array<i32>, inserted_window_dims = array<i32: 0>, scatter_dims_to_operand_dims = array<i32: 0>, scatter_indices_batching_dims = array<i32>, unique_indices = false, update_window_dims = array<i32: 1>}> ({
    ^bb0(%old: tensor<1xf32>, %new: tensor<1xf32>):
      "ttir.yield"(%new) : (tensor<1xf32>) -> ()
    }) : (tensor<1x3xf32>, tensor<1x1xi32>, tensor<1x3xf32>, tensor<1x3xf32>) -> tensor<1x3xf32>
    return %1 : tensor<1x3xf32>
  }
}
