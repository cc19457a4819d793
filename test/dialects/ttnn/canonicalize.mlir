// RUN: ttopt --canonicalize --split-input-file %s | filecheck %s

// Folds and canonicalization patterns of TTNN ops.

// The second op decides; what it does not give comes from the first.
// CHECK-LABEL: func.func @merge_to_layouts
// CHECK-NEXT: %0 = "ttnn.to_layout"(%arg0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<row_major>, memory_config = #ttnn.memory_config<#dram, <<4x4>>, <interleaved>>}>
// CHECK-NEXT: return %0
#dram = #ttnn.buffer_type<dram>
func.func @merge_to_layouts(%a: tensor<4x4xf32>) -> tensor<4x4xbf16> {
  %0 = "ttnn.to_layout"(%a) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<4x4>>, <interleaved>>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = "ttnn.to_layout"(%0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<row_major>}> : (tensor<4x4xf32>) -> tensor<4x4xbf16>
  return %1 : tensor<4x4xbf16>
}

// -----

// There and back is no change, if the types say all of the layouts.
// CHECK-LABEL: func.func @there_and_back
// CHECK-NEXT: return %arg0
#dram = #ttnn.buffer_type<dram>
#rows = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x4xf32, #dram>, <interleaved>>
#tiles = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
func.func @there_and_back(%a: tensor<4x4xf32, #rows>) -> tensor<4x4xf32, #rows> {
  %0 = "ttnn.to_layout"(%a) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>}> : (tensor<4x4xf32, #rows>) -> tensor<4x4xf32, #tiles>
  %1 = "ttnn.to_layout"(%0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<row_major>}> : (tensor<4x4xf32, #tiles>) -> tensor<4x4xf32, #rows>
  return %1 : tensor<4x4xf32, #rows>
}

// CHECK-LABEL: func.func @there_and_back_without_layouts
// CHECK-NEXT: ttnn.to_layout
func.func @there_and_back_without_layouts(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = "ttnn.to_layout"(%a) <{layout = #ttnn.layout<tile>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = "ttnn.to_layout"(%0) <{layout = #ttnn.layout<row_major>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// -----

// CHECK-LABEL: func.func @keep_to_layout_with_other_uses
// CHECK-COUNT-2: ttnn.to_layout
func.func @keep_to_layout_with_other_uses(%a: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = "ttnn.to_layout"(%a) <{layout = #ttnn.layout<tile>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = "ttnn.to_layout"(%0) <{layout = #ttnn.layout<row_major>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// CHECK-LABEL: func.func @to_dtype
// CHECK-NEXT: return %arg0
func.func @to_dtype(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = "ttnn.to_dtype"(%a) <{dtype = #tt.supportedDataTypes<f32>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// Ops that write into a cache stay, pure ones go.
// CHECK-LABEL: func.func @effects
// CHECK-NEXT: ttnn.fill_cache
// CHECK-NEXT: return
func.func @effects(%cache: tensor<1x8x16x4xf32>, %a: tensor<1x8x4x4xf32>) {
  "ttnn.fill_cache"(%cache, %a) <{batch_offset = 0 : i32}> : (tensor<1x8x16x4xf32>, tensor<1x8x4x4xf32>) -> ()
  %0 = "ttnn.softmax"(%a) <{dimension = 0 : si32}> : (tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  return
}
