// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Tensors made from attributes.

// CHECK: error: 'ttnn.arange' op Step cannot be zero.
func.func @test() {
  %r = "ttnn.arange"() <{end = 4 : i64, start = 0 : i64, step = 0 : i64}> : () -> tensor<1x1x1x4xf32>
  return
}

// -----

// CHECK: error: 'ttnn.arange' op Invalid range: start=4, end=0, step=1
func.func @test() {
  %r = "ttnn.arange"() <{end = 0 : i64, start = 4 : i64, step = 1 : i64}> : () -> tensor<1x1x1x4xf32>
  return
}

// -----

// CHECK: error: 'ttnn.arange' op Output tensor shape must be 1, 1, 1, 2, but got 1, 1, 1, 4
func.func @test() {
  %r = "ttnn.arange"() <{end = 4 : i64, start = 0 : i64, step = 2 : i64}> : () -> tensor<1x1x1x4xf32>
  return
}

// -----

// CHECK: error: 'ttnn.empty' op requires a single operand
func.func @test() {
  %r = "ttnn.empty"() : () -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttnn.zeros' op Shape attribute (4, 5) must match the output tensor shape (4, 4)
func.func @test() {
  %r = "ttnn.zeros"() <{shape = #ttnn.shape<4x5>}> : () -> tensor<4x4xf32>
  return
}

// -----

// CHECK: error: 'ttnn.ones' op Shape attribute (4, 5) must match the output tensor shape (4, 4)
func.func @test() {
  %r = "ttnn.ones"() <{shape = #ttnn.shape<4x5>}> : () -> tensor<4x4xf32>
  return
}
