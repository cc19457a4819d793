// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Tensors made from attributes.

// CHECK: error: 'ttir.arange' op Step value cannot be zero
func.func @test() {
  %r = "ttir.arange"() <{arange_dimension = 0 : i64, end = 4 : si64, start = 0 : si64, step = 0 : si64}> : () -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'ttir.arange' op Invalid range: start=4, end=0, step=1
func.func @test() {
  %r = "ttir.arange"() <{arange_dimension = 0 : i64, end = 0 : si64, start = 4 : si64, step = 1 : si64}> : () -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'ttir.arange' op Output tensor shape must be 2 at dim 1 (since start=0, end=4, step=2), but got 4
func.func @test() {
  %r = "ttir.arange"() <{arange_dimension = 1 : i64, end = 4 : si64, start = 0 : si64, step = 2 : si64}> : () -> tensor<1x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.get_dimension_size' op dimension 2 is out of range for an operand of rank 2
func.func @test(%a0: tensor<4x2xf32>) {
  %r = "ttir.get_dimension_size"(%a0) <{dimension = 2 : i32}> : (tensor<4x2xf32>) -> tensor<1xf32>
  return
}

// -----

// CHECK: error: 'ttir.zeros' op Sizes of the shape attribute must not be negative, got (4, -1)
func.func @test() {
  %r = "ttir.zeros"() <{shape = array<i32: 4, -1>}> : () -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.zeros' op Shape attribute (4, 5) must match the output tensor shape (4, 4)
func.func @test() {
  %r = "ttir.zeros"() <{shape = array<i32: 4, 5>}> : () -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.ones' op Shape attribute (4) must match the output tensor shape (4, 4)
func.func @test() {
  %r = "ttir.ones"() <{shape = array<i32: 4>}> : () -> tensor<4x4xf32>
  return
}
