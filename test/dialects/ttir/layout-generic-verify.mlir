// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Layouts, memory, and the generic op.

// CHECK: error: 'ttir.to_layout' op Input and output shapes must be the same
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<4x2xf32>) {
  %r = "ttir.to_layout"(%a0, %a1) : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.alloc' op Result type missing layout attribute
func.func @test() {
  %r = "ttir.alloc"() <{address = 0 : i64, memory_space = #tt.memory_space<system>, size = 16 : i64}> : () -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.alloc' op Alloc size must be non-zero
func.func @test() {
  %r = "ttir.alloc"() <{address = 0 : i64, memory_space = #tt.memory_space<system>, size = 0 : i64}> : () -> tensor<4x4xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<4x4xf32, #tt.memory_space<system>>>>
  return
}

// -----

// CHECK: error: 'ttir.alloc' op Input tensor layout memory space must match alloc memory space
func.func @test() {
  %r = "ttir.alloc"() <{address = 0 : i64, memory_space = #tt.memory_space<l1>, size = 16 : i64}> : () -> tensor<4x4xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<4x4xf32, #tt.memory_space<dram>>>>
  return
}

// -----

// CHECK: error: 'ttir.alloc' op Allocating from system memory space must have address set to 0, implicitly allocated by the runtime
func.func @test() {
  %r = "ttir.alloc"() <{address = 8 : i64, memory_space = #tt.memory_space<system>, size = 16 : i64}> : () -> tensor<4x4xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<4x4xf32, #tt.memory_space<system>>>>
  return
}

// -----

// CHECK: error: 'ttir.alloc' op Allocating from a device memory space must have address set to a non-zero value, device addresses are statically allocated
func.func @test() {
  %r = "ttir.alloc"() <{address = 0 : i64, memory_space = #tt.memory_space<l1>, size = 16 : i64}> : () -> tensor<4x4xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<4x4xf32, #tt.memory_space<l1>>>>
  return
}

// -----

// CHECK: error: 'ttir.generic' op The number of input and output operands and region/block arguments must match
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>) {
  %r = "ttir.generic"(%a0, %a1) <{grid = #tt.grid<1x1>, indexing_maps = [], iterator_types = [], operandSegmentSizes = array<i32: 1, 0, 1>}> ({
  ^bb0(%x: tensor<4x4xf32>):
    "ttir.yield"(%x) : (tensor<4x4xf32>) -> ()
  }) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.generic' op CB index out of bounds
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>, %a2: tensor<4x4xf32>) {
  %r = "ttir.generic"(%a0, %a1, %a2) <{grid = #tt.grid<1x1>, indexing_maps = [], iterator_types = [], operand_cb_mapping = array<i64: 1, -1>, operandSegmentSizes = array<i32: 1, 1, 1>}> ({
  ^bb0(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>):
    "ttir.yield"(%x) : (tensor<4x4xf32>) -> ()
  }) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.yield' op must be the last operation in the parent block
func.func @test(%a0: tensor<4x4xf32>) {
  "ttir.yield"(%a0) : (tensor<4x4xf32>) -> ()
  return
}

// -----

// CHECK: error: 'ttir.alloc' op expected a memory space of the tt dialect in memref<4x4xf32>
func.func @test() {
  %r = "ttir.alloc"() <{address = 0 : i64, memory_space = #tt.memory_space<l1>, size = 64 : i64}> : () -> tensor<4x4xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<4x4xf32>>>
  return
}
