// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttnn-layout --convert-ttir-to-ttnn --remove-dead-values --ttnn-workaround %s | filecheck %s
// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttnn-layout --convert-ttir-to-ttnn --remove-dead-values --ttnn-workaround="ttnn-enable-repeat-folding-workaround-pass=false" %s | filecheck --check-prefix=OFF %s
// A repeat is a sum with zeros of the larger shape.

module {
  // OFF: "ttnn.repeat"(%arg0) <{repeat_dims = #ttnn.shape<3x1>}>
  // CHECK-DAG: #ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
  // CHECK-LABEL: func.func @f
  // CHECK-SAME: (%arg0: tensor<1x8xf32, #ttnn_layout>) -> tensor<3x8xf32, #ttnn_layout>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.full"(%0) <{fillValue = 0.000000e+00 : f32}> : {{.*}} -> tensor<3x8xf32, #ttnn_layout>
  // CHECK-NEXT: %2 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x1>>, <interleaved>>, shape = #ttnn.shape<3x8>}> : {{.*}} -> tensor<3x8xf32, #ttnn_layout>
  // CHECK-NEXT: %3 = "ttnn.add"(%arg0, %1, %2) <{operandSegmentSizes = array<i32: 2, 1>}> : {{.*}} -> tensor<3x8xf32, #ttnn_layout>
  // CHECK-NEXT: return %3 : tensor<3x8xf32, #ttnn_layout>
  func.func @f(%a: tensor<1x8xf32>) -> tensor<3x8xf32> {
    %0 = tensor.empty() : tensor<3x8xf32>
    %1 = "ttir.broadcast"(%a, %0) <{broadcast_dimensions = array<i64: 3, 1>}> : (tensor<1x8xf32>, tensor<3x8xf32>) -> tensor<3x8xf32>
    return %1 : tensor<3x8xf32>
  }
  // Only dimensions of size 1 broadcast.
  // CHECK-LABEL: func.func @larger
  // CHECK-NOT: ttnn.add
  // CHECK: "ttnn.repeat"(%arg0) <{repeat_dims = #ttnn.shape<2x3>}> : {{.*}} -> tensor<4x24xf32
  func.func @larger(%a: tensor<2x8xf32>) -> tensor<4x24xf32> {
    %0 = tensor.empty() : tensor<4x24xf32>
    %1 = "ttir.repeat"(%a, %0) <{repeat_dimensions = array<i64: 2, 3>}> : (tensor<2x8xf32>, tensor<4x24xf32>) -> tensor<4x24xf32>
    return %1 : tensor<4x24xf32>
  }
}
