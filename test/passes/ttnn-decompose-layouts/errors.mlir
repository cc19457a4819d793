// RUN: not ttopt --ttnn-decompose-layouts --split-input-file %s 2>&1 | filecheck %s

#host = #ttnn.buffer_type<system_memory>
#host_f32 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<40x64xf32, #host>>
func.func @nothing_changes(%a: tensor<40x64xf32, #host_f32>) -> tensor<40x64xf32, #host_f32> {
  // CHECK: error: Redundant ttnn::ToLayoutOp - no ttnn layout ops needed, this may be due to the forcing of tile/row major layouts.
  // CHECK: note: see current operation: %0 = "ttnn.to_layout"
  %0 = "ttnn.to_layout"(%a) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<row_major>, memory_config = #ttnn.memory_config<#host, <<40x64>>>}> : (tensor<40x64xf32, #host_f32>) -> tensor<40x64xf32, #host_f32>
  return %0 : tensor<40x64xf32, #host_f32>
}

// -----
#dram = #ttnn.buffer_type<dram>
#host = #ttnn.buffer_type<system_memory>
#host_f32 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<40x64xf32, #host>>
#tiles_f32 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @no_device(%a: tensor<40x64xf32, #host_f32>) -> tensor<40x64xf32, #tiles_f32> {
  // CHECK: error: Device not specified for device tensor
  %0 = "ttnn.to_layout"(%a) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<2x2>>, <interleaved>>}> : (tensor<40x64xf32, #host_f32>) -> tensor<40x64xf32, #tiles_f32>
  return %0 : tensor<40x64xf32, #tiles_f32>
}
