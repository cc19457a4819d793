// RUN: not ttopt --tt-mlir=2025-02 --split-input-file %s 2>&1 | filecheck %s

// What ODS checks of every op, in its order: counts, segments, attributes, operands, results, regions.

// CHECK: error: 'ttir.softmax' op expected 2 operands, but found 1
func.func @test(%a0: tensor<4x4xf32>) {
  %r = "ttir.softmax"(%a0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.softmax' op requires one result
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>) {
  %r:2 = "ttir.softmax"(%a0, %a1) <{dimension = 0 : si32}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>)
  return
}

// -----

// CHECK: error: 'ttir.softmax' op requires one result
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>) {
  "ttir.softmax"(%a0, %a1) <{dimension = 0 : si32}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> ()
  return
}

// -----

// CHECK: error: 'ttir.softmax' op requires zero regions
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>) {
  %r = "ttir.softmax"(%a0, %a1) <{dimension = 0 : si32}> ({}) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.dealloc' op requires a single operand
func.func @test() {
  "ttir.dealloc"() : () -> ()
  return
}

// -----

// CHECK: error: 'ttir.dealloc' op requires zero results
func.func @test(%a0: tensor<4x4xf32>) {
  %r = "ttir.dealloc"(%a0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.zeros' op requires zero operands
func.func @test(%a0: tensor<4x4xf32>) {
  %r = "ttir.zeros"(%a0) <{shape = array<i32: 4, 4>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.linear' op expected 3 or more operands, but found 2
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>) {
  %r = "ttir.linear"(%a0, %a1) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.linear' op operand group starting at #2 requires 0 or 1 element, but found 2
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>, %a2: tensor<4xf32>, %a3: tensor<4xf32>, %a4: tensor<4x4xf32>) {
  %r = "ttir.linear"(%a0, %a1, %a2, %a3, %a4) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.scatter' op requires one region
func.func @test(%a0: tensor<4xf32>, %a1: tensor<4xf32>, %a2: tensor<4xf32>, %a3: tensor<4xf32>) {
  %r = "ttir.scatter"(%a0, %a1, %a2, %a3) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'ttir.abs' op operand count (2) does not match with the total size (0) specified in attribute 'operandSegmentSizes'
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>) {
  %r = "ttir.abs"(%a0, %a1) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.abs' op operand count (2) does not match with the total size (3) specified in attribute 'operandSegmentSizes'
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>) {
  %r = "ttir.abs"(%a0, %a1) <{operandSegmentSizes = array<i32: 1, 2>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.abs' op 'operandSegmentSizes' attribute cannot have negative elements
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>) {
  %r = "ttir.abs"(%a0, %a1) <{operandSegmentSizes = array<i32: 3, -1>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.transpose' op requires attribute 'dim0'
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>) {
  %r = "ttir.transpose"(%a0, %a1) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// Presence is checked by name, before any value.
// CHECK: error: 'ttir.max_pool2d' op requires attribute 'ceil_mode'
func.func @test(%a0: tensor<1x4x4x1xf32>, %a1: tensor<1x2x2x1xf32>) {
  %r = "ttir.max_pool2d"(%a0, %a1) : (tensor<1x4x4x1xf32>, tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32>
  return
}

// -----

// CHECK: error: 'ttir.transpose' op attribute 'dim0' failed to satisfy constraint: 32-bit signed integer attribute
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>) {
  %r = "ttir.transpose"(%a0, %a1) <{dim0 = 0 : i32, dim1 = 1 : si32}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.repeat_interleave' op attribute 'repeats' failed to satisfy constraint: 32-bit unsigned integer attribute
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>) {
  %r = "ttir.repeat_interleave"(%a0, %a1) <{dim = 0 : si32, repeats = 1 : si32}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.cumsum' op attribute 'dim' failed to satisfy constraint: 64-bit signless integer attribute
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>) {
  %r = "ttir.cumsum"(%a0, %a1) <{dim = 0 : i32}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.sum' op attribute 'dim_arg' failed to satisfy constraint: 32-bit integer array attribute
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<4x1xf32>) {
  %r = "ttir.sum"(%a0, %a1) <{keep_dim = true, dim_arg = [1 : i64]}> : (tensor<4x4xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  return
}

// -----

// CHECK: error: 'ttir.upsample2d' op attribute 'scale_factor' failed to satisfy constraint: 32-bit signed integer attribute or i32 dense array attribute
func.func @test(%a0: tensor<1x2x2x1xf32>, %a1: tensor<1x2x2x1xf32>) {
  %r = "ttir.upsample2d"(%a0, %a1) <{scale_factor = 1 : i64}> : (tensor<1x2x2x1xf32>, tensor<1x2x2x1xf32>) -> tensor<1x2x2x1xf32>
  return
}

// -----

// CHECK: error: 'ttir.softmax' op operand #0 must be ranked tensor of any type values, but got 'i32'
func.func @test(%a0: i32, %a1: tensor<4x4xf32>) {
  %r = "ttir.softmax"(%a0, %a1) <{dimension = 0 : si32}> : (i32, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.softmax' op operand #1 must be ranked tensor of any type values, but got 'tensor<*xf32>'
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<*xf32>) {
  %r = "ttir.softmax"(%a0, %a1) <{dimension = 0 : si32}> : (tensor<4x4xf32>, tensor<*xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.softmax' op result #0 must be ranked tensor of any type values, but got 'memref<4x4xf32>'
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>) {
  %r = "ttir.softmax"(%a0, %a1) <{dimension = 0 : si32}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> memref<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.add' op operand #1 must be variadic of ranked tensor of any type values, but got 'index'
func.func @test(%a0: tensor<4x4xf32>, %a1: index, %a2: tensor<4x4xf32>) {
  %r = "ttir.add"(%a0, %a1, %a2) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x4xf32>, index, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.kernel' op operand #0 must be variadic of ranked tensor of any type values or non-0-ranked.memref of any type values, but got 'memref<f32>'
func.func @test(%a0: memref<f32>, %a1: tensor<4x4xf32>) {
  %r = "ttir.kernel"(%a0, %a1) <{operandSegmentSizes = array<i32: 1, 1>, op = @add, kind = @eltwise}> : (memref<f32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.scatter' op region #0 ('update_computation') failed to verify constraint: region with 1 blocks
func.func @test(%a0: tensor<4xf32>, %a1: tensor<4xf32>, %a2: tensor<4xf32>, %a3: tensor<4xf32>) {
  %r = "ttir.scatter"(%a0, %a1, %a2, %a3) <{indices_are_sorted = false, index_vector_dim = 0 : i32, input_batching_dims = array<i32>, inserted_window_dims = array<i32>, scatter_dims_to_operand_dims = array<i32>, scatter_indices_batching_dims = array<i32>, unique_indices = false, update_window_dims = array<i32>}> ({}) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'ttir.reverse' op failed to verify that all of {input, result} have same shape
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<2x2xf32>) {
  %r = "ttir.reverse"(%a0, %a1) <{dimensions = array<i64: 0>}> : (tensor<4x4xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

// CHECK: error: 'ttir.constant' op failed to verify that all of {value, result} have same shape
func.func @test() {
  %r = "ttir.constant"() <{value = dense<1.0> : tensor<2xf32>}> : () -> tensor<3xf32>
  return
}

// -----

// Destination style comes last.
// CHECK: error: 'ttir.softmax' op expected type of operand #1 ('tensor<4x4xf32>') to match type of corresponding result ('tensor<4x4xbf16>')
func.func @test(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>) {
  %r = "ttir.softmax"(%a0, %a1) <{dimension = 0 : si32}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xbf16>
  return
}
