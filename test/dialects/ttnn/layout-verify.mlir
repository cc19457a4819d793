// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Memory configurations agree with layouts, and layouts with what the device can do.

// CHECK: error: 'ttnn.to_memory_config' op Input tensor type missing layout attribute
func.func @test(%a0: tensor<4x4xf32>) {
  %r = "ttnn.to_memory_config"(%a0) <{memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <<1x1>>>}> : (tensor<4x4xf32>) -> tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<dram>>, <interleaved>>>
  return
}

// -----

// CHECK: error: 'ttnn.to_memory_config' op Output tensor type missing layout attribute
func.func @test(%a0: tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<system_memory>>>>) {
  %r = "ttnn.to_memory_config"(%a0) <{memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <<1x1>>>}> : (tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<system_memory>>>>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttnn.to_memory_config' op Output tensor buffer type must match memory config buffer type.
func.func @test(%a0: tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<system_memory>>>>) {
  %r = "ttnn.to_memory_config"(%a0) <{memory_config = #ttnn.memory_config<#ttnn.buffer_type<l1>, <<1x1>>>}> : (tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<system_memory>>>>) -> tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<dram>>, <interleaved>>>
  return
}

// -----

// CHECK: error: 'ttnn.to_memory_config' op Output tensor layout memory space must match memory config memory space.
func.func @test(%a0: tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<system_memory>>>>) {
  %r = "ttnn.to_memory_config"(%a0) <{memory_config = #ttnn.memory_config<#ttnn.buffer_type<l1>, <<1x1>>, <interleaved>>}> : (tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<system_memory>>>>) -> tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<l1>>, <width_sharded>>>
  return
}

// -----

// CHECK: error: 'ttnn.to_memory_config' op Output tensor shard spec must match memory config shard spec.
func.func @test(%a0: tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<system_memory>>>>) {
  %r = "ttnn.to_memory_config"(%a0) <{memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <<2x1>>, <interleaved>>}> : (tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<system_memory>>>>) -> tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<dram>>, <interleaved>>>
  return
}

// -----

// CHECK: error: 'ttnn.to_memory_config' op Device memory space only supports interleaved or sharded memory layouts
func.func @test(%a0: tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<system_memory>>>>) {
  %r = "ttnn.to_memory_config"(%a0) <{memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <<1x1>>>}> : (tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<system_memory>>>>) -> tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<dram>>>>
  return
}

// -----

// CHECK: error: 'ttnn.to_memory_config' op Device memory space only supports interleaved or sharded memory layouts
func.func @test(%a0: tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<system_memory>>>>) {
  %r = "ttnn.to_memory_config"(%a0) <{memory_config = #ttnn.memory_config<#ttnn.buffer_type<l1>, <<1x1>>>}> : (tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<system_memory>>>>) -> tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<l1>>, <single_bank>>>
  return
}

// -----

// CHECK: error: 'ttnn.to_memory_config' op Device DRAM memory space only supports interleaved memory layout
func.func @test(%a0: tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<system_memory>>>>) {
  %r = "ttnn.to_memory_config"(%a0) <{memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <<1x1>>>}> : (tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<system_memory>>>>) -> tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<dram>>, <block_sharded>>>
  return
}

// -----

// CHECK: error: 'ttnn.to_memory_config' op Sharded tensors layout must reside in L1
func.func @test(%a0: tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<system_memory>>>>) {
  %r = "ttnn.to_memory_config"(%a0) <{memory_config = #ttnn.memory_config<#ttnn.buffer_type<l1_small>, <<1x1>>>}> : (tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<system_memory>>>>) -> tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<l1_small>>, <block_sharded>>>
  return
}

// -----

// CHECK: error: 'ttnn.to_memory_config' op Shard shape must be 2D
func.func @test(%a0: tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<system_memory>>>>) {
  %r = "ttnn.to_memory_config"(%a0) <{memory_config = #ttnn.memory_config<#ttnn.buffer_type<l1>, <<1x1x1>>>}> : (tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<system_memory>>>>) -> tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x1xf32, #ttnn.buffer_type<l1>>, <block_sharded>>>
  return
}

// -----

// CHECK: error: 'ttnn.to_memory_config' op Shard shape must divide tile shape (32, 32) evenly
func.func @test(%a0: tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<system_memory>>>>) {
  %r = "ttnn.to_memory_config"(%a0) <{memory_config = #ttnn.memory_config<#ttnn.buffer_type<l1>, <<31x32>>>}> : (tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<system_memory>>>>) -> tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<31x32xf32, #ttnn.buffer_type<l1>>, <block_sharded>>>
  return
}

// -----

// CHECK: error: 'ttnn.concat' op Output tensor buffer type must match memory config buffer type.
func.func @test(%a0: tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<dram>>, <interleaved>>>, %a1: tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<dram>>, <interleaved>>>, %a2: tensor<8x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<dram>>, <interleaved>>>) {
  %r = "ttnn.concat"(%a0, %a1, %a2) <{dim = 0 : si32, memory_config = #ttnn.memory_config<#ttnn.buffer_type<l1>, <<1x1>>>}> : (tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<dram>>, <interleaved>>>, tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<dram>>, <interleaved>>>, tensor<8x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<dram>>, <interleaved>>>) -> tensor<8x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<dram>>, <interleaved>>>
  return
}

// -----

// CHECK: error: 'ttnn.alloc' op Result type missing layout attribute
func.func @test() {
  %r = "ttnn.alloc"() <{address = 0 : i64, buffer_type = #ttnn.buffer_type<dram>, size = 16 : i64}> : () -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttnn.alloc' op Alloc size must be non-zero
func.func @test() {
  %r = "ttnn.alloc"() <{address = 0 : i64, buffer_type = #ttnn.buffer_type<dram>, size = 0 : i64}> : () -> tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<dram>>, <interleaved>>>
  return
}

// -----

// CHECK: error: 'ttnn.alloc' op Input tensor layout memory space must match alloc memory space
func.func @test() {
  %r = "ttnn.alloc"() <{address = 0 : i64, buffer_type = #ttnn.buffer_type<l1>, size = 16 : i64}> : () -> tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<dram>>, <interleaved>>>
  return
}

// -----

// CHECK: error: 'ttnn.alloc' op Allocating from system memory space must have address set to 0, implicitly allocated by the runtime
func.func @test() {
  %r = "ttnn.alloc"() <{address = 4 : i64, buffer_type = #ttnn.buffer_type<system_memory>, size = 16 : i64}> : () -> tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<system_memory>>>>
  return
}

// -----

// CHECK: error: 'ttnn.alloc' op Allocating from a device memory space must have address set to a non-zero value, device addresses are statically allocated
func.func @test() {
  %r = "ttnn.alloc"() <{address = 0 : i64, buffer_type = #ttnn.buffer_type<l1>, size = 16 : i64}> : () -> tensor<4x4xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1xf32, #ttnn.buffer_type<l1>>, <interleaved>>>
  return
}

// -----

// CHECK: error: 'ttnn.abs' op expected type of operand #1 ('tensor<4x4xf32>') to match type of corresponding result ('tensor<4x4xbf16>')
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>) {
  %r = "ttnn.abs"(%a0, %a1) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xbf16>
  return
}

// -----

// CHECK: error: 'ttnn.update_cache' op requires zero results
func.func @test(%a0: tensor<1x8x16x4xf32>, %a1: tensor<1x8x1x4xf32>, %a2: tensor<1xi32>) {
  %r = "ttnn.update_cache"(%a0, %a1, %a2) <{batch_offset = 0 : i32}> : (tensor<1x8x16x4xf32>, tensor<1x8x1x4xf32>, tensor<1xi32>) -> tensor<1x8x16x4xf32>
  return
}
