// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Reductions, windows, sort and map.

// CHECK: error: Out-of-bounds dimension 2, expected to be in range [0, 2)
func.func @test(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  %r = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 2>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: Duplicate reduction dimension: 1
func.func @test(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  %r = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 1, 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: expects all inputs to have compatible shapes. Shape at input-index 1 is not compatible with shape at input-index 0
func.func @test(%a: tensor<4x8xf32>, %b: tensor<4x9xf32>, %c: tensor<f32>, %d: tensor<f32>) {
  %r:2 = "stablehlo.reduce"(%a, %b, %c, %d) <{dimensions = array<i64: 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>, %v: tensor<f32>, %w: tensor<f32>):
      stablehlo.return %x, %y : tensor<f32>, tensor<f32>
    }) : (tensor<4x8xf32>, tensor<4x9xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

// CHECK: error: Reduction-region must take 2 parameters, but takes 1 parameter(s)
func.func @test(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  %r = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 1>}> ({
    ^bb0(%x: tensor<f32>):
      stablehlo.return %x : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: The reduction-region expected to return some value(s)
func.func @test(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  %r = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      stablehlo.return
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: Reduction-region here must produce 1 tensors, but produces 2 instead
func.func @test(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  %r = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      stablehlo.return %x, %y : tensor<f32>, tensor<f32>
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: Reduction-region here must produce tensor-typed result(s), but produces '!stablehlo.token' instead
func.func @test(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  %r = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %t = stablehlo.create_token : !stablehlo.token
      stablehlo.return %t : !stablehlo.token
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: The type of reduction-region's parameter at index 0 is different than the corresponding result type: 'tensor<i32>' vs 'tensor<f32>'
func.func @test(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  %r = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 1>}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<f32>):
      stablehlo.return %y : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: The type of reduction-region's parameter at index 1 is different than the corresponding result type: 'tensor<i32>' vs 'tensor<f32>'
func.func @test(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  %r = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<i32>):
      stablehlo.return %x : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: The shape of reduction-region's result type at index 0 differs from the op's corresponding init-value type: 'tensor<f32>' vs 'tensor<1xf32>'
func.func @test(%a: tensor<4x8xf32>, %b: tensor<1xf32>) {
  %r = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<1xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<f32>' vs 'tensor<i32>'
func.func @test(%a: tensor<4x8xf32>, %b: tensor<i32>) {
  %r = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: The element-type of reduction-region's argument at index 1 is expected to be promotable from 'i32', but got 'i8'
func.func @test(%a: tensor<4x8xi32>, %b: tensor<i8>) {
  %r = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 1>}> ({
    ^bb0(%x: tensor<i8>, %y: tensor<i8>):
      %z = stablehlo.add %x, %y : tensor<i8>
      stablehlo.return %z : tensor<i8>
    }) : (tensor<4x8xi32>, tensor<i8>) -> tensor<4xi8>
  return
}

// -----

// CHECK: error: The rank of reduction-region's argument at index 1 is expected to be <= 1, got 2
func.func @test(%a: tensor<4x8xf32>, %b: tensor<1x1xf32>) {
  %r = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 1>}> ({
    ^bb0(%x: tensor<1x1xf32>, %y: tensor<1x1xf32>):
      %z = stablehlo.add %x, %y : tensor<1x1xf32>
      stablehlo.return %z : tensor<1x1xf32>
    }) : (tensor<4x8xf32>, tensor<1x1xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: The shape of reduction-region's argument at index 1 is not compatible with that of reduce-op's input-parameter at index 0
func.func @test(%a: tensor<4x8xf32>, %b: tensor<3xf32>) {
  %r = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 1>}> ({
    ^bb0(%x: tensor<3xf32>, %y: tensor<3xf32>):
      %z = stablehlo.add %x, %y : tensor<3xf32>
      stablehlo.return %z : tensor<3xf32>
    }) : (tensor<4x8xf32>, tensor<3xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.reduce' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<8xf32>'
// CHECK: error: 'stablehlo.reduce' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  %r = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
  return
}

// -----

// CHECK: error: 'func.return' op expects parent op 'func.func'
func.func @test(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  %r = "stablehlo.reduce"(%a, %b) <{dimensions = array<i64: 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      func.return %x : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.reduce' expected the inner-op to be a commutative binary-op from the stablehlo dialect, with zero region, producing single result
func.func @test(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  %r = stablehlo.reduce(%a init: %b) applies stablehlo.subtract across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.reduce' expected the inner-op to be a commutative binary-op from the stablehlo dialect, with zero region, producing single result
func.func @test(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  %r = stablehlo.reduce(%a init: %b) applies arith.addf across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.reduce' input types missing in reduce-op function type
func.func @test(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  %r = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [1] : () -> tensor<4xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.reduce' invalid kind of type specified
func.func @test(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  %r = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [1] : tensor<4xf32>
  return
}

// -----

// CHECK: error: Out-of-bounds dimension 2, expected to be in range [0, 2)
func.func @test(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  %r = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [2] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.reduce' expected the inner-op to be a commutative binary-op from the stablehlo dialect, with zero region, producing single result
func.func @test(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  %r = stablehlo.reduce(%a init: %b) applies stablehlo.foo across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: expected ':'
func.func @test(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  %r = stablehlo.reduce(%a init %b) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.reduce' expected 'across'
func.func @test(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  %r = stablehlo.reduce(%a init: %b) applies stablehlo.add dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.reduce' expected 'reducer'
func.func @test(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  %r = stablehlo.reduce(%a init: %b) across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
   foo(%x: tensor<f32>, %y: tensor<f32>) { stablehlo.return %x : tensor<f32> }
  return
}

// -----

// CHECK: error: custom op 'stablehlo.reduce' 2 operands present, but expected 1
func.func @test(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  %r = stablehlo.reduce(%a init: %b) across dimensions = [1] : (tensor<4x8xf32>) -> tensor<4xf32>
   reducer(%x: tensor<f32>, %y: tensor<f32>) { stablehlo.return %x : tensor<f32> }
  return
}

// -----

// CHECK: error: expects window-dimensions size == input rank, but got window-dimensions size: 1 and input: 'tensor<4x8xf32>' with rank = 2.
func.func @test(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  %r = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}

// -----

// CHECK: error: expects window-strides to have same dimension-size as size of window dimensions (2), but got: 1.
func.func @test(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  %r = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}

// -----

// CHECK: error: expects window to have positive value for 1-th window dimension, but got 0.
func.func @test(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  %r = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 0>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}

// -----

// CHECK: error: expects the shape of padding-attribute to be {N, 2}, but got {2}.
func.func @test(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  %r = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 2>, padding = dense<0> : tensor<2xi64>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}

// -----

// CHECK: error: expects padding-entries to have same dimension-size as size of window dimensions (2), but got: 1.
func.func @test(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  %r = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 2>, padding = dense<0> : tensor<1x2xi64>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x7xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.reduce_window' op inferred type(s) 'tensor<3x7xf32>' are incompatible with return type(s) of operation 'tensor<3x8xf32>'
// CHECK: error: 'stablehlo.reduce_window' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>, %b: tensor<f32>) {
  %r = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 2>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x8xf32>
  return
}

// -----

// CHECK: error: expects all inputs to have compatible shapes. Shape at input-index 1 is not compatible with shape at input-index 0
func.func @test(%a: tensor<4x8xf32>, %b: tensor<4x9xf32>, %c: tensor<f32>, %d: tensor<f32>) {
  %r:2 = "stablehlo.reduce_window"(%a, %b, %c, %d) <{window_dimensions = array<i64: 2, 2>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>, %v: tensor<f32>, %w: tensor<f32>):
      stablehlo.return %x, %y : tensor<f32>, tensor<f32>
    }) : (tensor<4x8xf32>, tensor<4x9xf32>, tensor<f32>, tensor<f32>) -> (tensor<3x7xf32>, tensor<3x7xf32>)
  return
}

// -----

// CHECK: error: requires at least 1 input value
func.func @test() {
  "stablehlo.reduce_window"() <{window_dimensions = array<i64: 2, 2>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : () -> ()
  return
}

// -----

// CHECK: error: The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<f32>' vs 'tensor<i32>'
func.func @test(%a: tensor<4x8xf32>, %b: tensor<i32>) {
  %r = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 2, 2>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<i32>) -> tensor<3x7xf32>
  return
}

// -----

// CHECK: error: expects the select-region to take 2 parameters, but takes 1
func.func @test(%a: tensor<4x8xf32>, %b: tensor<2x4xf32>, %c: tensor<f32>) {
  %r = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%x: tensor<f32>):
      stablehlo.return %x : tensor<f32>
    }, {
    ^bb0(%u: tensor<f32>, %v: tensor<f32>):
      %w = stablehlo.add %u, %v : tensor<f32>
      stablehlo.return %w : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: expects the type of select-region's parameter at index 0 to be 'tensor<f32>', but got 'tensor<i32>'
func.func @test(%a: tensor<4x8xf32>, %b: tensor<2x4xf32>, %c: tensor<f32>) {
  %r = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %z = stablehlo.compare GE, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %z : tensor<i1>
    }, {
    ^bb0(%u: tensor<f32>, %v: tensor<f32>):
      %w = stablehlo.add %u, %v : tensor<f32>
      stablehlo.return %w : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: expects select-region to return single value, but got: 2
func.func @test(%a: tensor<4x8xf32>, %b: tensor<2x4xf32>, %c: tensor<f32>) {
  %r = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      stablehlo.return %x, %y : tensor<f32>, tensor<f32>
    }, {
    ^bb0(%u: tensor<f32>, %v: tensor<f32>):
      %w = stablehlo.add %u, %v : tensor<f32>
      stablehlo.return %w : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: expects the return-type of select-region to be tensor<i1>, but got: 'tensor<f32>'
func.func @test(%a: tensor<4x8xf32>, %b: tensor<2x4xf32>, %c: tensor<f32>) {
  %r = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }, {
    ^bb0(%u: tensor<f32>, %v: tensor<f32>):
      %w = stablehlo.add %u, %v : tensor<f32>
      stablehlo.return %w : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: expects window-dimensions size == operand rank, but got window-dimensions size: 1 and operand-type: 'tensor<4x8xf32>' with rank = 2.
func.func @test(%a: tensor<4x8xf32>, %b: tensor<2x4xf32>, %c: tensor<f32>) {
  %r = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 2>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %z : tensor<i1>
    }, {
    ^bb0(%u: tensor<f32>, %v: tensor<f32>):
      %w = stablehlo.add %u, %v : tensor<f32>
      stablehlo.return %w : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: expects source-type to be 'tensor<3x7xf32>', but got'tensor<2x4xf32>'
func.func @test(%a: tensor<4x8xf32>, %b: tensor<2x4xf32>, %c: tensor<f32>) {
  %r = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 2, 2>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %z : tensor<i1>
    }, {
    ^bb0(%u: tensor<f32>, %v: tensor<f32>):
      %w = stablehlo.add %u, %v : tensor<f32>
      stablehlo.return %w : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.select_and_scatter' op inferred type(s) 'tensor<4x8xf32>' are incompatible with return type(s) of operation 'tensor<4x9xf32>'
// CHECK: error: 'stablehlo.select_and_scatter' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>, %b: tensor<2x4xf32>, %c: tensor<f32>) {
  %r = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %z : tensor<i1>
    }, {
    ^bb0(%u: tensor<f32>, %v: tensor<f32>):
      %w = stablehlo.add %u, %v : tensor<f32>
      stablehlo.return %w : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x9xf32>
  return
}

// -----

// CHECK: error: The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<f32>' vs 'tensor<i32>'
func.func @test(%a: tensor<4x8xf32>, %b: tensor<2x4xf32>, %c: tensor<i32>) {
  %r = "stablehlo.select_and_scatter"(%a, %b, %c) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %z : tensor<i1>
    }, {
    ^bb0(%u: tensor<f32>, %v: tensor<f32>):
      %w = stablehlo.add %u, %v : tensor<f32>
      stablehlo.return %w : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<i32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: dimension attribute value must be in range [-2, 2), but found 2
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.sort"(%a) <{dimension = 2 : i64}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %z : tensor<i1>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: dimension attribute value must be in range [-2, 2), but found -3
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.sort"(%a) <{dimension = -3 : i64}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %z : tensor<i1>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: comparator block should have 2 arguments
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.sort"(%a) <{dimension = 1 : i64}> ({
    ^bb0(%x: tensor<f32>):
      stablehlo.return %x : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: comparator block argument #0 should be of type 'tensor<f32>' but got 'tensor<i32>'
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.sort"(%a) <{dimension = 1 : i64}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %z = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %z : tensor<i1>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: comparator must return single output but got 2
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.sort"(%a) <{dimension = 1 : i64}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      stablehlo.return %x, %y : tensor<f32>, tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: comparator must return tensor<i1> but got 'tensor<f32>'
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.sort"(%a) <{dimension = 1 : i64}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.sort' op requires the same shape for all operands and results
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.sort"(%a) <{dimension = 1 : i64}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %z : tensor<i1>
    }) : (tensor<4x8xf32>) -> tensor<4x9xf32>
  return
}

// -----

// CHECK: error: expects number of operands to match the arity of map computation, but got: 1 and 2
// CHECK: error: 'stablehlo.map' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.map"(%a) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: computation arguments must be 0-rank tensor, but got: arg #0 of type 'tensor<1xf32>'
// CHECK: error: 'stablehlo.map' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.map"(%a) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%x: tensor<1xf32>):
      stablehlo.return %x : tensor<1xf32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: element type of operands and computation arguments must match, but got: 'f32' and 'i32'
// CHECK: error: 'stablehlo.map' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.map"(%a) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%x: tensor<i32>):
      stablehlo.return %x : tensor<i32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: computation must return single output, but got: 2
// CHECK: error: 'stablehlo.map' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.map"(%a) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%x: tensor<f32>):
      stablehlo.return %x, %x : tensor<f32>, tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: computation must return 0-rank tensor, but got: 'tensor<1xf32>'
// CHECK: error: 'stablehlo.map' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.map"(%a) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%x: tensor<f32>):
      %z = stablehlo.reshape %x : (tensor<f32>) -> tensor<1xf32>
      stablehlo.return %z : tensor<1xf32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: requires monotonically increasing dimension numbers, but got: 1, 0
// CHECK: error: 'stablehlo.map' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.map"(%a) <{dimensions = array<i64: 1, 0>}> ({
    ^bb0(%x: tensor<f32>):
      stablehlo.return %x : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: applied to a subset of dimensions currently not supported: operand dimensions = 2, requested map dimensions size = 1
// CHECK: error: 'stablehlo.map' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.map"(%a) <{dimensions = array<i64: 0>}> ({
    ^bb0(%x: tensor<f32>):
      stablehlo.return %x : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.map' op inferred type(s) 'tensor<4x8xf32>' are incompatible with return type(s) of operation 'tensor<4x8xf64>'
// CHECK: error: 'stablehlo.map' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.map"(%a) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%x: tensor<f32>):
      stablehlo.return %x : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf64>
  return
}
