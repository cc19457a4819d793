// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttnn-layout --convert-ttir-to-ttnn --remove-dead-values --ttnn-workaround %s | filecheck %s
// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttnn-layout --convert-ttir-to-ttnn --remove-dead-values --ttnn-workaround="ttnn-enable-layout-workaround-pass=false" %s | filecheck --check-prefix=OFF %s
// Operands and results are converted around ops that take certain layouts and types only.
// OFF-NOT: ttnn.to_layout

module {
  // CHECK-DAG: #ttnn_layout = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 48 + d1 * 6 + d2, d3), <1x1>, memref<3x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 12 + d1 * 3 + d2, d3), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 96 + d1 * 96 + d2, d3), <1x1>, memref<3x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout3 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 96 + d1 * 96 + d2, d3), <1x1>, memref<96x4xbf16, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout4 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 24 + d1 * 24 + d2, d3), <1x1>, memref<24x4xbf16, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout5 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 24 + d1 * 24 + d2, d3), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout6 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 48 + d1 * 6 + d2, d3), <1x1>, memref<3x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout7 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 192 + d1 * 12 + d2, d3), <1x1>, memref<12x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout8 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 48 + d1 * 6 + d2, d3), <1x1>, memref<96x4xbf16, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout9 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 192 + d1 * 12 + d2, d3), <1x1>, memref<384x4xbf16, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout10 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, u32>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout11 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout12 = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), <1x1>, memref<2x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout13 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x32xui32, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout14 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout15 = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), <1x1>, memref<2x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout16 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 64 + d1 * 64 + d2, d3), <1x1>, memref<2x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout17 = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 64 + d1 * 64 + d2, d3), <1x1>, memref<2x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout18 = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout19 = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x9xf32, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout20 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!tt.tile<32x32, u32>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout21 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout22 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout23 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x3x!tt.tile<32x32, u32>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout24 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!tt.tile<32x32, f32>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout25 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout26 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!tt.tile<32x32, f32>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout27 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x64xf32, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout28 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<8x64xf32, #dram>, <interleaved>>
  // CHECK-LABEL: func.func @pool
  // CHECK-SAME: (%arg0: tensor<2x8x6x4xf32, #ttnn_layout>) -> tensor<2x4x3x4xf32, #ttnn_layout1>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.reshape"(%arg0) <{shape = [1 : i32, 1 : i32, 96 : i32, 4 : i32]}> : {{.*}} -> tensor<1x1x96x4xf32, #ttnn_layout2>
  // CHECK-NEXT: %2 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x1>>, <interleaved>>, shape = #ttnn.shape<1x1x24x4>}> : {{.*}} -> tensor<1x1x24x4xf32, #ttnn_layout1>
  // CHECK-NEXT: %3 = "ttnn.to_layout"(%1, %0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<row_major>, memory_config = #ttnn.memory_config<#dram, <<96x4>>, <interleaved>>}> : {{.*}} -> tensor<1x1x96x4xbf16, #ttnn_layout3>
  // CHECK-NEXT: %4 = "ttnn.to_layout"(%2, %0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<row_major>, memory_config = #ttnn.memory_config<#dram, <<24x4>>, <interleaved>>}> : {{.*}} -> tensor<1x1x24x4xbf16, #ttnn_layout4>
  // CHECK-NEXT: %5 = "ttnn.max_pool2d"(%3, %4, %0) <{batch_size = 2 : si32, ceil_mode = false, channels = 4 : si32, dilation_height = 1 : si32, dilation_width = 1 : si32, input_height = 8 : si32, input_width = 6 : si32, kernel_height = 2 : si32, kernel_width = 2 : si32, padding_height = 0 : si32, padding_width = 0 : si32, stride_height = 2 : si32, stride_width = 2 : si32}> : {{.*}} -> tensor<1x1x24x4xbf16, #ttnn_layout4>
  // CHECK-NEXT: %6 = "ttnn.to_layout"(%5, %0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x1>>, <interleaved>>}> : {{.*}} -> tensor<1x1x24x4xf32, #ttnn_layout5>
  // CHECK-NEXT: %7 = "ttnn.reshape"(%6) <{shape = [2 : i32, 4 : i32, 3 : i32, 4 : i32]}> : {{.*}} -> tensor<2x4x3x4xf32, #ttnn_layout1>
  // CHECK-NEXT: return %7 : tensor<2x4x3x4xf32, #ttnn_layout1>
  func.func @pool(%x: tensor<2x8x6x4xf32>) -> tensor<2x4x3x4xf32> {
    %0 = tensor.empty() : tensor<2x4x3x4xf32>
    %1 = "ttir.max_pool2d"(%x, %0) <{kernel_height = 2 : si32, kernel_width = 2 : si32, stride_height = 2 : si32, stride_width = 2 : si32, dilation_height = 1 : si32, dilation_width = 1 : si32, ceil_mode = false, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, padding_bottom = 0 : si32}> : (tensor<2x8x6x4xf32>, tensor<2x4x3x4xf32>) -> tensor<2x4x3x4xf32>
    return %1 : tensor<2x4x3x4xf32>
  }
  // CHECK-LABEL: func.func @upsample
  // CHECK-SAME: (%arg0: tensor<2x8x6x4xbf16, #ttnn_layout6>) -> tensor<2x16x12x4xbf16, #ttnn_layout7>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.to_layout"(%arg0, %0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<row_major>, memory_config = #ttnn.memory_config<#dram, <<96x4>>, <interleaved>>}> : {{.*}} -> tensor<2x8x6x4xbf16, #ttnn_layout8>
  // CHECK-NEXT: %2 = "ttnn.upsample"(%1) <{mode = "nearest", scale_factor = 2 : si32}> : {{.*}} -> tensor<2x16x12x4xbf16, #ttnn_layout9>
  // CHECK-NEXT: %3 = "ttnn.to_layout"(%2, %0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<12x1>>, <interleaved>>}> : {{.*}} -> tensor<2x16x12x4xbf16, #ttnn_layout7>
  // CHECK-NEXT: return %3 : tensor<2x16x12x4xbf16, #ttnn_layout7>
  func.func @upsample(%x: tensor<2x8x6x4xbf16>) -> tensor<2x16x12x4xbf16> {
    %0 = tensor.empty() : tensor<2x16x12x4xbf16>
    %1 = "ttir.upsample2d"(%x, %0) <{scale_factor = 2 : si32, mode = "nearest"}> : (tensor<2x8x6x4xbf16>, tensor<2x16x12x4xbf16>) -> tensor<2x16x12x4xbf16>
    return %1 : tensor<2x16x12x4xbf16>
  }
  // CHECK-LABEL: func.func @embedding
  // CHECK-SAME: (%arg0: tensor<2x32xui32, #ttnn_layout10>, %arg1: tensor<50x24xf32, #ttnn_layout11>) -> tensor<2x32x24xf32, #ttnn_layout12>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<2x1>>, <interleaved>>, shape = #ttnn.shape<2x32x24>}> : {{.*}} -> tensor<2x32x24xf32, #ttnn_layout12>
  // CHECK-NEXT: %2 = "ttnn.to_layout"(%arg0, %0) <{dtype = #tt.supportedDataTypes<u32>, layout = #ttnn.layout<row_major>, memory_config = #ttnn.memory_config<#dram, <<2x32>>, <interleaved>>}> : {{.*}} -> tensor<2x32xui32, #ttnn_layout13>
  // CHECK-NEXT: %3 = "ttnn.to_layout"(%arg1, %0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<2x1>>, <interleaved>>}> : {{.*}} -> tensor<50x24xbf16, #ttnn_layout14>
  // CHECK-NEXT: %4 = "ttnn.to_layout"(%1, %0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<2x1>>, <interleaved>>}> : {{.*}} -> tensor<2x32x24xbf16, #ttnn_layout15>
  // CHECK-NEXT: %5 = "ttnn.embedding"(%2, %3, %4) : {{.*}} -> tensor<2x32x24xbf16, #ttnn_layout15>
  // CHECK-NEXT: %6 = "ttnn.to_layout"(%5, %0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<2x1>>, <interleaved>>}> : {{.*}} -> tensor<2x32x24xf32, #ttnn_layout12>
  // CHECK-NEXT: return %6 : tensor<2x32x24xf32, #ttnn_layout12>
  func.func @embedding(%i: tensor<2x32xui32>, %w: tensor<50x24xf32>) -> tensor<2x32x24xf32> {
    %0 = tensor.empty() : tensor<2x32x24xf32>
    %1 = "ttir.embedding"(%i, %w, %0) : (tensor<2x32xui32>, tensor<50x24xf32>, tensor<2x32x24xf32>) -> tensor<2x32x24xf32>
    return %1 : tensor<2x32x24xf32>
  }
  // The properties of the op say what its result is now.
  // CHECK-LABEL: func.func @embedding_backward
  // CHECK-SAME: (%arg0: tensor<2x32xui32, #ttnn_layout10>, %arg1: tensor<50x24xf32, #ttnn_layout11>, %arg2: tensor<2x32x24xf32, #ttnn_layout12>) -> tensor<50x24xf32, #ttnn_layout11>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<2x1>>, <interleaved>>, shape = #ttnn.shape<50x24>}> : {{.*}} -> tensor<50x24xf32, #ttnn_layout11>
  // CHECK-NEXT: %2 = "ttnn.reshape"(%arg2) <{shape = [1 : i32, 1 : i32, 64 : i32, 24 : i32]}> : {{.*}} -> tensor<1x1x64x24xf32, #ttnn_layout16>
  // CHECK-NEXT: %3 = "ttnn.to_layout"(%arg0, %0) <{dtype = #tt.supportedDataTypes<u32>, layout = #ttnn.layout<row_major>, memory_config = #ttnn.memory_config<#dram, <<2x32>>, <interleaved>>}> : {{.*}} -> tensor<2x32xui32, #ttnn_layout13>
  // CHECK-NEXT: %4 = "ttnn.to_layout"(%arg1, %0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<2x1>>, <interleaved>>}> : {{.*}} -> tensor<50x24xbf16, #ttnn_layout14>
  // CHECK-NEXT: %5 = "ttnn.to_layout"(%2, %0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<2x1>>, <interleaved>>}> : {{.*}} -> tensor<1x1x64x24xbf16, #ttnn_layout17>
  // CHECK-NEXT: %6 = "ttnn.to_layout"(%1, %0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<2x1>>, <interleaved>>}> : {{.*}} -> tensor<50x24xbf16, #ttnn_layout14>
  // CHECK-NEXT: %7 = "ttnn.embedding_bw"(%3, %4, %5, %6) <{dtype = #tt.supportedDataTypes<bf16>, memory_config = #ttnn.memory_config<#dram, <<2x1>>, <interleaved>>}> : {{.*}} -> tensor<50x24xbf16, #ttnn_layout14>
  // CHECK-NEXT: %8 = "ttnn.to_layout"(%7, %0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<2x1>>, <interleaved>>}> : {{.*}} -> tensor<50x24xf32, #ttnn_layout11>
  // CHECK-NEXT: return %8 : tensor<50x24xf32, #ttnn_layout11>
  func.func @embedding_backward(%i: tensor<2x32xui32>, %w: tensor<50x24xf32>, %g: tensor<2x32x24xf32>) -> tensor<50x24xf32> {
    %0 = tensor.empty() : tensor<50x24xf32>
    %1 = "ttir.embedding_backward"(%i, %w, %g, %0) : (tensor<2x32xui32>, tensor<50x24xf32>, tensor<2x32x24xf32>, tensor<50x24xf32>) -> tensor<50x24xf32>
    return %1 : tensor<50x24xf32>
  }
  // CHECK-LABEL: func.func @vector_of_ones
  // CHECK-SAME: () -> tensor<9xf32, #ttnn_layout18>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.full"(%0) <{fillValue = 1.000000e+00 : f32}> : {{.*}} -> tensor<9xf32, #ttnn_layout19>
  // CHECK-NEXT: %2 = "ttnn.to_layout"(%1, %0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x1>>, <interleaved>>}> : {{.*}} -> tensor<9xf32, #ttnn_layout18>
  // CHECK-NEXT: return %2 : tensor<9xf32, #ttnn_layout18>
  func.func @vector_of_ones() -> tensor<9xf32> {
    %0 = "ttir.constant"() <{value = dense<1.0> : tensor<9xf32>}> : () -> tensor<9xf32>
    return %0 : tensor<9xf32>
  }
  // Integers in tiles that are not full are padded as bf16; full tiles are not padded.
  // CHECK-LABEL: func.func @concat
  // CHECK-SAME: (%arg0: tensor<32x16xui32, #ttnn_layout10>, %arg1: tensor<32x32xui32, #ttnn_layout10>) -> tensor<32x48xui32, #ttnn_layout20>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<u32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x2>>, <interleaved>>, shape = #ttnn.shape<32x48>}> : {{.*}} -> tensor<32x48xui32, #ttnn_layout20>
  // CHECK-NEXT: %2 = "ttnn.to_layout"(%arg0, %0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x1>>, <interleaved>>}> : {{.*}} -> tensor<32x16xbf16, #ttnn_layout21>
  // CHECK-NEXT: %3 = "ttnn.to_layout"(%arg1, %0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x1>>, <interleaved>>}> : {{.*}} -> tensor<32x32xbf16, #ttnn_layout21>
  // CHECK-NEXT: %4 = "ttnn.to_layout"(%1, %0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x2>>, <interleaved>>}> : {{.*}} -> tensor<32x48xbf16, #ttnn_layout22>
  // CHECK-NEXT: %5 = "ttnn.concat"(%2, %3, %4) <{dim = 1 : si32}> : {{.*}} -> tensor<32x48xbf16, #ttnn_layout22>
  // CHECK-NEXT: %6 = "ttnn.to_layout"(%5, %0) <{dtype = #tt.supportedDataTypes<u32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x2>>, <interleaved>>}> : {{.*}} -> tensor<32x48xui32, #ttnn_layout20>
  // CHECK-NEXT: return %6 : tensor<32x48xui32, #ttnn_layout20>
  func.func @concat(%a: tensor<32x16xui32>, %b: tensor<32x32xui32>) -> tensor<32x48xui32> {
    %0 = tensor.empty() : tensor<32x48xui32>
    %1 = "ttir.concat"(%a, %b, %0) <{dim = 1 : si32}> : (tensor<32x16xui32>, tensor<32x32xui32>, tensor<32x48xui32>) -> tensor<32x48xui32>
    return %1 : tensor<32x48xui32>
  }
  // CHECK-LABEL: func.func @concat_of_tiles
  // CHECK-SAME: (%arg0: tensor<32x64xui32, #ttnn_layout20>, %arg1: tensor<32x32xui32, #ttnn_layout10>) -> tensor<32x96xui32, #ttnn_layout23>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<u32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x3>>, <interleaved>>, shape = #ttnn.shape<32x96>}> : {{.*}} -> tensor<32x96xui32, #ttnn_layout23>
  // CHECK-NEXT: %2 = "ttnn.concat"(%arg0, %arg1, %1) <{dim = 1 : si32}> : {{.*}} -> tensor<32x96xui32, #ttnn_layout23>
  // CHECK-NEXT: return %2 : tensor<32x96xui32, #ttnn_layout23>
  func.func @concat_of_tiles(%a: tensor<32x64xui32>, %b: tensor<32x32xui32>) -> tensor<32x96xui32> {
    %0 = tensor.empty() : tensor<32x96xui32>
    %1 = "ttir.concat"(%a, %b, %0) <{dim = 1 : si32}> : (tensor<32x64xui32>, tensor<32x32xui32>, tensor<32x96xui32>) -> tensor<32x96xui32>
    return %1 : tensor<32x96xui32>
  }
  // CHECK-LABEL: func.func @slice_with_step
  // CHECK-SAME: (%arg0: tensor<64x64xf32, #ttnn_layout24>) -> tensor<64x32xf32, #ttnn_layout11>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<2x1>>, <interleaved>>, shape = #ttnn.shape<64x32>}> : {{.*}} -> tensor<64x32xf32, #ttnn_layout11>
  // CHECK-NEXT: %2 = "ttnn.to_layout"(%arg0, %0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<2x2>>, <interleaved>>}> : {{.*}} -> tensor<64x64xbf16, #ttnn_layout25>
  // CHECK-NEXT: %3 = "ttnn.to_layout"(%1, %0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<2x1>>, <interleaved>>}> : {{.*}} -> tensor<64x32xbf16, #ttnn_layout14>
  // CHECK-NEXT: %4 = "ttnn.slice"(%2, %3) <{begins = [0 : i32, 0 : i32], ends = [64 : i32, 64 : i32], step = [1 : i32, 2 : i32]}> : {{.*}} -> tensor<64x32xbf16, #ttnn_layout14>
  // CHECK-NEXT: %5 = "ttnn.to_layout"(%4, %0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<2x1>>, <interleaved>>}> : {{.*}} -> tensor<64x32xf32, #ttnn_layout11>
  // CHECK-NEXT: return %5 : tensor<64x32xf32, #ttnn_layout11>
  func.func @slice_with_step(%a: tensor<64x64xf32>) -> tensor<64x32xf32> {
    %0 = tensor.empty() : tensor<64x32xf32>
    %1 = "ttir.slice"(%a, %0) <{begins = [0 : i32, 0 : i32], ends = [64 : i32, 64 : i32], step = [1 : i32, 2 : i32]}> : (tensor<64x64xf32>, tensor<64x32xf32>) -> tensor<64x32xf32>
    return %1 : tensor<64x32xf32>
  }
  // CHECK-LABEL: func.func @slice_within_tile
  // CHECK-SAME: (%arg0: tensor<64x64xf32, #ttnn_layout24>) -> tensor<8x64xf32, #ttnn_layout26>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x2>>, <interleaved>>, shape = #ttnn.shape<8x64>}> : {{.*}} -> tensor<8x64xf32, #ttnn_layout26>
  // CHECK-NEXT: %2 = "ttnn.to_layout"(%arg0, %0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<row_major>, memory_config = #ttnn.memory_config<#dram, <<64x64>>, <interleaved>>}> : {{.*}} -> tensor<64x64xf32, #ttnn_layout27>
  // CHECK-NEXT: %3 = "ttnn.to_layout"(%1, %0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<row_major>, memory_config = #ttnn.memory_config<#dram, <<8x64>>, <interleaved>>}> : {{.*}} -> tensor<8x64xf32, #ttnn_layout28>
  // CHECK-NEXT: %4 = "ttnn.slice"(%2, %3) <{begins = [4 : i32, 0 : i32], ends = [12 : i32, 64 : i32], step = [1 : i32, 1 : i32]}> : {{.*}} -> tensor<8x64xf32, #ttnn_layout28>
  // CHECK-NEXT: %5 = "ttnn.to_layout"(%4, %0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x2>>, <interleaved>>}> : {{.*}} -> tensor<8x64xf32, #ttnn_layout26>
  // CHECK-NEXT: return %5 : tensor<8x64xf32, #ttnn_layout26>
  func.func @slice_within_tile(%a: tensor<64x64xf32>) -> tensor<8x64xf32> {
    %0 = tensor.empty() : tensor<8x64xf32>
    %1 = "ttir.slice"(%a, %0) <{begins = [4 : i32, 0 : i32], ends = [12 : i32, 64 : i32], step = [1 : i32, 1 : i32]}> : (tensor<64x64xf32>, tensor<8x64xf32>) -> tensor<8x64xf32>
    return %1 : tensor<8x64xf32>
  }
  // CHECK-LABEL: func.func @slice_of_tiles
  // CHECK-SAME: (%arg0: tensor<64x64xf32, #ttnn_layout24>) -> tensor<32x64xf32, #ttnn_layout26>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.empty"(%0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x2>>, <interleaved>>, shape = #ttnn.shape<32x64>}> : {{.*}} -> tensor<32x64xf32, #ttnn_layout26>
  // CHECK-NEXT: %2 = "ttnn.slice"(%arg0, %1) <{begins = [32 : i32, 0 : i32], ends = [64 : i32, 64 : i32], step = [1 : i32, 1 : i32]}> : {{.*}} -> tensor<32x64xf32, #ttnn_layout26>
  // CHECK-NEXT: return %2 : tensor<32x64xf32, #ttnn_layout26>
  func.func @slice_of_tiles(%a: tensor<64x64xf32>) -> tensor<32x64xf32> {
    %0 = tensor.empty() : tensor<32x64xf32>
    %1 = "ttir.slice"(%a, %0) <{begins = [32 : i32, 0 : i32], ends = [64 : i32, 64 : i32], step = [1 : i32, 1 : i32]}> : (tensor<64x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
    return %1 : tensor<32x64xf32>
  }
}
