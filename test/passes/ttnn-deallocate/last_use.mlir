// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttnn-layout --convert-ttir-to-ttnn --remove-dead-values --ttnn-deallocate %s | filecheck %s

module {
  // A tensor that results are written into lives as long as the results; arguments and what is returned are not freed.
  // CHECK-DAG: #ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!tt.tile<32x32, f32>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<8x8xf32, #system_memory>>
  // CHECK-LABEL: func.func @f
  // CHECK-SAME: (%arg0: tensor<32x64xf32, #ttnn_layout>) -> tensor<64x32xf32, #ttnn_layout1>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x2>>, <interleaved>>, shape = #ttnn.shape<32x64>}> : {{.*}} -> tensor<32x64xf32, #ttnn_layout>
  // CHECK-NEXT: %2 = "ttnn.abs"(%arg0, %1) <{operandSegmentSizes = array<i32: 1, 1>}> : {{.*}} -> tensor<32x64xf32, #ttnn_layout>
  // CHECK-NEXT: %3 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x2>>, <interleaved>>, shape = #ttnn.shape<32x64>}> : {{.*}} -> tensor<32x64xf32, #ttnn_layout>
  // CHECK-NEXT: %4 = "ttnn.add"(%2, %arg0, %3) <{operandSegmentSizes = array<i32: 2, 1>}> : {{.*}} -> tensor<32x64xf32, #ttnn_layout>
  // CHECK-NEXT: %5 = "ttnn.transpose"(%2) <{dim0 = 0 : si32, dim1 = 1 : si32}> : {{.*}} -> tensor<64x32xf32, #ttnn_layout1>
  // CHECK-NEXT: "ttnn.deallocate"(%1) <{force = false}> : {{.*}} -> ()
  // CHECK-NEXT: %6 = "ttnn.transpose"(%4) <{dim0 = 0 : si32, dim1 = 1 : si32}> : {{.*}} -> tensor<64x32xf32, #ttnn_layout1>
  // CHECK-NEXT: "ttnn.deallocate"(%3) <{force = false}> : {{.*}} -> ()
  // CHECK-NEXT: %7 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<2x1>>, <interleaved>>, shape = #ttnn.shape<64x32>}> : {{.*}} -> tensor<64x32xf32, #ttnn_layout1>
  // CHECK-NEXT: %8 = "ttnn.multiply"(%5, %6, %7) <{operandSegmentSizes = array<i32: 2, 1>}> : {{.*}} -> tensor<64x32xf32, #ttnn_layout1>
  // CHECK-NEXT: "ttnn.deallocate"(%6) <{force = false}> : {{.*}} -> ()
  // CHECK-NEXT: "ttnn.deallocate"(%5) <{force = false}> : {{.*}} -> ()
  // CHECK-NEXT: return %8 : tensor<64x32xf32, #ttnn_layout1>
  func.func @f(%a: tensor<32x64xf32>) -> tensor<64x32xf32> {
    %0 = tensor.empty() : tensor<32x64xf32>
    %1 = "ttir.abs"(%a, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    %2 = tensor.empty() : tensor<32x64xf32>
    %3 = "ttir.add"(%1, %a, %2) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    %4 = tensor.empty() : tensor<64x32xf32>
    %5 = "ttir.transpose"(%1, %4) <{dim0 = 0 : si32, dim1 = 1 : si32}> : (tensor<32x64xf32>, tensor<64x32xf32>) -> tensor<64x32xf32>
    %6 = tensor.empty() : tensor<64x32xf32>
    %7 = "ttir.transpose"(%3, %6) <{dim0 = 0 : si32, dim1 = 1 : si32}> : (tensor<32x64xf32>, tensor<64x32xf32>) -> tensor<64x32xf32>
    %8 = tensor.empty() : tensor<64x32xf32>
    %9 = "ttir.multiply"(%5, %7, %8) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x32xf32>, tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x32xf32>
    return %9 : tensor<64x32xf32>
  }
  // CHECK-LABEL: func.func private @declared
  // CHECK-SAME: (tensor<8x8xf32, #ttnn_layout2>) -> tensor<8x8xf32, #ttnn_layout2>
  func.func private @declared(tensor<8x8xf32>) -> tensor<8x8xf32>
  // The result of a call is freed like any other.
  // CHECK-LABEL: func.func @call
  // CHECK-SAME: (%arg0: tensor<32x64xf32, #ttnn_layout>) -> tensor<32x64xf32, #ttnn_layout>
  // CHECK-NEXT: %0 = call @f(%arg0) : {{.*}} -> tensor<64x32xf32, #ttnn_layout1>
  // CHECK-NEXT: %1 = "ttnn.transpose"(%0) <{dim0 = 0 : si32, dim1 = 1 : si32}> : {{.*}} -> tensor<32x64xf32, #ttnn_layout>
  // CHECK-NEXT: "ttnn.deallocate"(%0) <{force = false}> : {{.*}} -> ()
  // CHECK-NEXT: return %1 : tensor<32x64xf32, #ttnn_layout>
  func.func @call(%a: tensor<32x64xf32>) -> tensor<32x64xf32> {
    %0 = call @f(%a) : (tensor<32x64xf32>) -> tensor<64x32xf32>
    %1 = tensor.empty() : tensor<32x64xf32>
    %2 = "ttir.transpose"(%0, %1) <{dim0 = 0 : si32, dim1 = 1 : si32}> : (tensor<64x32xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    return %2 : tensor<32x64xf32>
  }
}
