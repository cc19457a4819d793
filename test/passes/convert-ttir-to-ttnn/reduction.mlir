// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttnn-layout --convert-ttir-to-ttnn %s | filecheck %s

module {
  // CHECK-DAG: #ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout1 = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout3 = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-LABEL: func.func @sum
  // CHECK-SAME: (%arg0: tensor<5x7xf32, #ttnn_layout>) -> tensor<5xf32, #ttnn_layout1>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x1>>, <interleaved>>, shape = #ttnn.shape<5>}> : {{.*}} -> tensor<5xf32, #ttnn_layout1>
  // CHECK-NEXT: %2 = "ttnn.sum"(%arg0) <{dim_arg = [1 : i32], keep_dim = false}> : {{.*}} -> tensor<5xf32, #ttnn_layout1>
  // CHECK-NEXT: return %2 : tensor<5xf32, #ttnn_layout1>
  func.func @sum(%a: tensor<5x7xf32>) -> tensor<5xf32> {
    %0 = tensor.empty() : tensor<5xf32>
    %1 = "ttir.sum"(%a, %0) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<5x7xf32>, tensor<5xf32>) -> tensor<5xf32>
    return %1 : tensor<5xf32>
  }
  // CHECK-LABEL: func.func @prod_of_one
  // CHECK-SAME: (%arg0: tensor<5x7xf32, #ttnn_layout>) -> tensor<5x1xf32, #ttnn_layout>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x1>>, <interleaved>>, shape = #ttnn.shape<5x1>}> : {{.*}} -> tensor<5x1xf32, #ttnn_layout>
  // CHECK-NEXT: %2 = "ttnn.prod"(%arg0) <{all_dimensions = false, dim_arg = 1 : i64, keep_dim = true}> : {{.*}} -> tensor<5x1xf32, #ttnn_layout>
  // CHECK-NEXT: return %2 : tensor<5x1xf32, #ttnn_layout>
  func.func @prod_of_one(%a: tensor<5x7xf32>) -> tensor<5x1xf32> {
    %0 = tensor.empty() : tensor<5x1xf32>
    %1 = "ttir.prod"(%a, %0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<5x7xf32>, tensor<5x1xf32>) -> tensor<5x1xf32>
    return %1 : tensor<5x1xf32>
  }
  // CHECK-LABEL: func.func @prod_of_all
  // CHECK-SAME: (%arg0: tensor<5x7xbf16, #ttnn_layout2>) -> tensor<1xbf16, #ttnn_layout3>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x1>>, <interleaved>>, shape = #ttnn.shape<1>}> : {{.*}} -> tensor<1xbf16, #ttnn_layout3>
  // CHECK-NEXT: %2 = "ttnn.prod"(%arg0) <{all_dimensions = true, dim_arg = 0 : i64, keep_dim = false}> : {{.*}} -> tensor<1xbf16, #ttnn_layout3>
  // CHECK-NEXT: return %2 : tensor<1xbf16, #ttnn_layout3>
  func.func @prod_of_all(%a: tensor<5x7xbf16>) -> tensor<1xbf16> {
    %0 = tensor.empty() : tensor<1xbf16>
    %1 = "ttir.prod"(%a, %0) <{keep_dim = false}> : (tensor<5x7xbf16>, tensor<1xbf16>) -> tensor<1xbf16>
    return %1 : tensor<1xbf16>
  }
  // CHECK-LABEL: func.func @prod_of_some
  // CHECK: %[[ONE:.*]] = "ttnn.prod"(%arg0) <{all_dimensions = false, dim_arg = 2 : i64, keep_dim = true}> : {{.*}} -> tensor<5x7x1xf32, {{.*}}>
  // CHECK-NEXT: %[[BOTH:.*]] = "ttnn.prod"(%[[ONE]]) <{all_dimensions = false, dim_arg = 1 : i64, keep_dim = true}> : {{.*}} -> tensor<5x1x1xf32, {{.*}}>
  // CHECK-NEXT: %[[RESULT:.*]] = "ttnn.reshape"(%[[BOTH]]) <{shape = [5 : i32]}> : {{.*}} -> tensor<5xf32, {{.*}}>
  // CHECK-NEXT: return %[[RESULT]]
  func.func @prod_of_some(%a: tensor<5x7x2xf32>) -> tensor<5xf32> {
    %0 = tensor.empty() : tensor<5xf32>
    %1 = "ttir.prod"(%a, %0) <{dim_arg = [1 : i32, 2 : i32], keep_dim = false}> : (tensor<5x7x2xf32>, tensor<5xf32>) -> tensor<5xf32>
    return %1 : tensor<5xf32>
  }
  // CHECK-LABEL: func.func @others
  // CHECK-SAME: (%arg0: tensor<5x7xf32, #ttnn_layout>) -> tensor<5x7xf32, #ttnn_layout>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x1>>, <interleaved>>, shape = #ttnn.shape<5x7>}> : {{.*}} -> tensor<5x7xf32, #ttnn_layout>
  // CHECK-NEXT: %2 = "ttnn.softmax"(%arg0) <{dimension = -1 : si32}> : {{.*}} -> tensor<5x7xf32, #ttnn_layout>
  // CHECK-NEXT: %3 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x1>>, <interleaved>>, shape = #ttnn.shape<5x7>}> : {{.*}} -> tensor<5x7xf32, #ttnn_layout>
  // CHECK-NEXT: %4 = "ttnn.moreh_cumsum"(%2, %3) <{dim = 0 : i64}> : {{.*}} -> tensor<5x7xf32, #ttnn_layout>
  // CHECK-NEXT: %5 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x1>>, <interleaved>>, shape = #ttnn.shape<5x7>}> : {{.*}} -> tensor<5x7xf32, #ttnn_layout>
  // CHECK-NEXT: %6 = "ttnn.clamp"(%4) <{max = 2.000000e+00 : f32, min = 0.000000e+00 : f32}> : {{.*}} -> tensor<5x7xf32, #ttnn_layout>
  // CHECK-NEXT: return %6 : tensor<5x7xf32, #ttnn_layout>
  func.func @others(%a: tensor<5x7xf32>) -> tensor<5x7xf32> {
    %0 = tensor.empty() : tensor<5x7xf32>
    %1 = "ttir.softmax"(%a, %0) <{dimension = -1 : si32}> : (tensor<5x7xf32>, tensor<5x7xf32>) -> tensor<5x7xf32>
    %2 = tensor.empty() : tensor<5x7xf32>
    %3 = "ttir.cumsum"(%1, %2) <{dim = 0 : i64}> : (tensor<5x7xf32>, tensor<5x7xf32>) -> tensor<5x7xf32>
    %4 = tensor.empty() : tensor<5x7xf32>
    %5 = "ttir.clamp"(%3, %4) <{min = 0.0 : f32, max = 2.0 : f32}> : (tensor<5x7xf32>, tensor<5x7xf32>) -> tensor<5x7xf32>
    return %5 : tensor<5x7xf32>
  }
}
