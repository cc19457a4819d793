// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttnn-layout --convert-ttir-to-ttnn %s | filecheck %s

module {
  // CHECK-DAG: #ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x3x!tt.tile<32x32, f32>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x3x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-LABEL: func.func @chain
  // CHECK-SAME: (%arg0: tensor<6x70xf32, #ttnn_layout>, %arg1: tensor<6x70xf32, #ttnn_layout>) -> tensor<6x70xf32, #ttnn_layout>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x3>>, <interleaved>>, shape = #ttnn.shape<6x70>}> : {{.*}} -> tensor<6x70xf32, #ttnn_layout>
  // CHECK-NEXT: %2 = "ttnn.maximum"(%arg0, %arg1, %1) <{operandSegmentSizes = array<i32: 2, 1>}> : {{.*}} -> tensor<6x70xf32, #ttnn_layout>
  // CHECK-NEXT: %3 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x3>>, <interleaved>>, shape = #ttnn.shape<6x70>}> : {{.*}} -> tensor<6x70xf32, #ttnn_layout>
  // CHECK-NEXT: %4 = "ttnn.leaky_relu"(%2, %3) <{operandSegmentSizes = array<i32: 1, 1>, parameter = 2.500000e-01 : f32}> : {{.*}} -> tensor<6x70xf32, #ttnn_layout>
  // CHECK-NEXT: %5 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x3>>, <interleaved>>, shape = #ttnn.shape<6x70>}> : {{.*}} -> tensor<6x70xf32, #ttnn_layout>
  // CHECK-NEXT: %6 = "ttnn.where"(%4, %arg0, %arg1, %5) <{operandSegmentSizes = array<i32: 3, 1>}> : {{.*}} -> tensor<6x70xf32, #ttnn_layout>
  // CHECK-NEXT: return %6 : tensor<6x70xf32, #ttnn_layout>
  func.func @chain(%a: tensor<6x70xf32>, %b: tensor<6x70xf32>) -> tensor<6x70xf32> {
    %0 = tensor.empty() : tensor<6x70xf32>
    %1 = "ttir.maximum"(%a, %b, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<6x70xf32>, tensor<6x70xf32>, tensor<6x70xf32>) -> tensor<6x70xf32>
    %2 = tensor.empty() : tensor<6x70xf32>
    %3 = "ttir.leaky_relu"(%1, %2) <{operandSegmentSizes = array<i32: 1, 1>, parameter = 0.25 : f32}> : (tensor<6x70xf32>, tensor<6x70xf32>) -> tensor<6x70xf32>
    %4 = tensor.empty() : tensor<6x70xf32>
    %5 = "ttir.where"(%3, %a, %b, %4) <{operandSegmentSizes = array<i32: 3, 1>}> : (tensor<6x70xf32>, tensor<6x70xf32>, tensor<6x70xf32>, tensor<6x70xf32>) -> tensor<6x70xf32>
    return %5 : tensor<6x70xf32>
  }
  // CHECK-LABEL: func.func @subtract
  // CHECK-SAME: (%arg0: tensor<6x70xf32, #ttnn_layout>, %arg1: tensor<6x70xf32, #ttnn_layout>) -> tensor<6x70xf32, #ttnn_layout>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x3>>, <interleaved>>, shape = #ttnn.shape<6x70>}> : {{.*}} -> tensor<6x70xf32, #ttnn_layout>
  // CHECK-NEXT: %2 = "ttnn.subtract"(%arg0, %arg1, %1) <{operandSegmentSizes = array<i32: 2, 1>}> : {{.*}} -> tensor<6x70xf32, #ttnn_layout>
  // CHECK-NEXT: return %2 : tensor<6x70xf32, #ttnn_layout>
  func.func @subtract(%a: tensor<6x70xf32>, %b: tensor<6x70xf32>) -> tensor<6x70xf32> {
    %0 = tensor.empty() : tensor<6x70xf32>
    %1 = "ttir.subtract"(%a, %b, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<6x70xf32>, tensor<6x70xf32>, tensor<6x70xf32>) -> tensor<6x70xf32>
    return %1 : tensor<6x70xf32>
  }
  // TTNN broadcasts sums only, so the second operand is negated and added.
  // CHECK-LABEL: func.func @subtract_row
  // CHECK-SAME: (%arg0: tensor<6x70xf32, #ttnn_layout>, %arg1: tensor<1x70xf32, #ttnn_layout>) -> tensor<6x70xf32, #ttnn_layout>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x3>>, <interleaved>>, shape = #ttnn.shape<6x70>}> : {{.*}} -> tensor<6x70xf32, #ttnn_layout>
  // CHECK-NEXT: %2 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x3>>, <interleaved>>, shape = #ttnn.shape<1x70>}> : {{.*}} -> tensor<1x70xf32, #ttnn_layout>
  // CHECK-NEXT: %3 = "ttnn.neg"(%arg1, %2) <{operandSegmentSizes = array<i32: 1, 1>}> : {{.*}} -> tensor<1x70xf32, #ttnn_layout>
  // CHECK-NEXT: %4 = "ttnn.add"(%arg0, %3, %1) <{operandSegmentSizes = array<i32: 2, 1>}> : {{.*}} -> tensor<6x70xf32, #ttnn_layout>
  // CHECK-NEXT: return %4 : tensor<6x70xf32, #ttnn_layout>
  func.func @subtract_row(%a: tensor<6x70xf32>, %b: tensor<1x70xf32>) -> tensor<6x70xf32> {
    %0 = tensor.empty() : tensor<6x70xf32>
    %1 = "ttir.subtract"(%a, %b, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<6x70xf32>, tensor<1x70xf32>, tensor<6x70xf32>) -> tensor<6x70xf32>
    return %1 : tensor<6x70xf32>
  }
  // CHECK-LABEL: func.func @typecast
  // CHECK-SAME: (%arg0: tensor<6x70xf32, #ttnn_layout>) -> tensor<6x70xbf16, #ttnn_layout1>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x3>>, <interleaved>>, shape = #ttnn.shape<6x70>}> : {{.*}} -> tensor<6x70xbf16, #ttnn_layout1>
  // CHECK-NEXT: %2 = "ttnn.typecast"(%arg0) <{dtype = #tt.supportedDataTypes<bf16>}> : {{.*}} -> tensor<6x70xbf16, #ttnn_layout1>
  // CHECK-NEXT: return %2 : tensor<6x70xbf16, #ttnn_layout1>
  func.func @typecast(%a: tensor<6x70xf32>) -> tensor<6x70xbf16> {
    %0 = tensor.empty() : tensor<6x70xbf16>
    %1 = "ttir.typecast"(%a, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<6x70xf32>, tensor<6x70xbf16>) -> tensor<6x70xbf16>
    return %1 : tensor<6x70xbf16>
  }
}
