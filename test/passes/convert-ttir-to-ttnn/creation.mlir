// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttnn-layout --convert-ttir-to-ttnn %s | filecheck %s

module {
  // CHECK-DAG: #ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!tt.tile<32x32, f32>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!tt.tile<32x32, u32>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout3 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!tt.tile<32x32, u16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout4 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 + d1 + d2, d3), <1x1>, memref<1x2x!tt.tile<32x32, f32>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout5 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 + d1 + d2, d3), <1x1>, memref<1x33xf32, #dram>, <interleaved>>
  // CHECK-LABEL: func.func @constants
  // CHECK-SAME: () -> (tensor<40x40xf32, #ttnn_layout>, tensor<40x40xui32, #ttnn_layout1>, tensor<40x40xbf16, #ttnn_layout2>)
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.full"(%0) <{fillValue = 1.000000e-01 : f32}> : {{.*}} -> tensor<40x40xf32, #ttnn_layout>
  // CHECK-NEXT: %2 = "ttnn.full"(%0) <{fillValue = 7.000000e+00 : f32}> : {{.*}} -> tensor<40x40xui32, #ttnn_layout1>
  // CHECK-NEXT: %3 = "ttnn.ones"(%0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<2x2>>, <interleaved>>, shape = #ttnn.shape<40x40>}> : {{.*}} -> tensor<40x40xbf16, #ttnn_layout2>
  // CHECK-NEXT: return %1, %2, %3 : tensor<40x40xf32, #ttnn_layout>, tensor<40x40xui32, #ttnn_layout1>, tensor<40x40xbf16, #ttnn_layout2>
  func.func @constants() -> (tensor<40x40xf32>, tensor<40x40xi32>, tensor<40x40xbf16>) {
    %0 = "ttir.constant"() <{value = dense<0.1> : tensor<40x40xf32>}> : () -> tensor<40x40xf32>
    %1 = "ttir.constant"() <{value = dense<7> : tensor<40x40xi32>}> : () -> tensor<40x40xi32>
    %2 = "ttir.ones"() <{shape = array<i32: 40, 40>}> : () -> tensor<40x40xbf16>
    return %0, %1, %2 : tensor<40x40xf32>, tensor<40x40xi32>, tensor<40x40xbf16>
  }
  // CHECK-LABEL: func.func @not_a_number
  // CHECK: "ttnn.full"(%{{.*}}) <{fillValue = 0x7FC00000 : f32}>
  // CHECK: "ttnn.full"(%{{.*}}) <{fillValue = 0xFFC10000 : f32}>
  // CHECK: "ttnn.full"(%{{.*}}) <{fillValue = -0.000000e+00 : f32}>
  func.func @not_a_number() -> (tensor<40x40xf32>, tensor<40x40xbf16>, tensor<40x40xf32>) {
    %0 = "ttir.constant"() <{value = dense<0x7FC00000> : tensor<40x40xf32>}> : () -> tensor<40x40xf32>
    %1 = "ttir.constant"() <{value = dense<0xFF81> : tensor<40x40xbf16>}> : () -> tensor<40x40xbf16>
    %2 = "ttir.constant"() <{value = dense<-0.0> : tensor<40x40xf32>}> : () -> tensor<40x40xf32>
    return %0, %1, %2 : tensor<40x40xf32>, tensor<40x40xbf16>, tensor<40x40xf32>
  }
  // CHECK-LABEL: func.func @zeros
  // CHECK-SAME: () -> tensor<3x40xui16, #ttnn_layout3>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.zeros"(%0) <{dtype = #tt.supportedDataTypes<u16>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x2>>, <interleaved>>, shape = #ttnn.shape<3x40>}> : {{.*}} -> tensor<3x40xui16, #ttnn_layout3>
  // CHECK-NEXT: return %1 : tensor<3x40xui16, #ttnn_layout3>
  func.func @zeros() -> tensor<3x40xui16> {
    %0 = "ttir.zeros"() <{shape = array<i32: 3, 40>}> : () -> tensor<3x40xui16>
    return %0 : tensor<3x40xui16>
  }
  // CHECK-LABEL: func.func @arange
  // CHECK-SAME: () -> tensor<1x1x1x33xf32, #ttnn_layout4>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.arange"(%0) <{dtype = #tt.supportedDataTypes<f32>, end = 67 : i64, memory_config = #ttnn.memory_config<#dram, <<1x33>>, <interleaved>>, start = 1 : i64, step = 2 : i64}> : {{.*}} -> tensor<1x1x1x33xf32, #ttnn_layout5>
  // CHECK-NEXT: %2 = "ttnn.to_layout"(%1, %0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x2>>, <interleaved>>}> : {{.*}} -> tensor<1x1x1x33xf32, #ttnn_layout4>
  // CHECK-NEXT: return %2 : tensor<1x1x1x33xf32, #ttnn_layout4>
  func.func @arange() -> tensor<1x1x1x33xf32> {
    %0 = "ttir.arange"() <{start = 1 : si64, end = 67 : si64, step = 2 : si64, arange_dimension = 3 : i64}> : () -> tensor<1x1x1x33xf32>
    return %0 : tensor<1x1x1x33xf32>
  }
  // TTIR counts whole steps; TTNN would count a fourth one up to 9.
  // CHECK-LABEL: func.func @arange_with_a_rest
  // CHECK: "ttnn.arange"(%0) <{{.*}}end = 8 : i64{{.*}}start = 2 : i64, step = 2 : i64}>
  func.func @arange_with_a_rest() -> tensor<1x1x1x3xf32> {
    %0 = "ttir.arange"() <{start = 2 : si64, end = 9 : si64, step = 2 : si64, arange_dimension = 3 : i64}> : () -> tensor<1x1x1x3xf32>
    return %0 : tensor<1x1x1x3xf32>
  }
  // CHECK-LABEL: func.func @fill
  // CHECK: "ttnn.full"(%{{[0-9]+}}) <{fillValue = 7.500000e+00 : f32}> : {{.*}} -> tensor<3x40xbf16, #ttnn_layout{{[0-9]*}}>
  // CHECK-NOT: ttir.fill
  func.func @fill() -> tensor<3x40xbf16> {
    %0 = tensor.empty() : tensor<3x40xbf16>
    %1 = "ttir.fill"(%0) <{value = dense<7.5> : tensor<3x40xbf16>}> : (tensor<3x40xbf16>) -> tensor<3x40xbf16>
    return %1 : tensor<3x40xbf16>
  }
}
