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

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, d0 floordiv s0, d1 mod s1), meshShape = , chipIds = [0]>
#layout = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x2xf32, #ttnn.buffer_type<system_memory>>>
func.func @test(%d: !tt.device<#device>) {
  // CHECK: error: 'ttnn.constant' op device operand must not be specified for system memory buffer type
  %r = "ttnn.constant"(%d) <{value = dense<[1.0, 2.0]> : tensor<2xf32>}> : (!tt.device<#device>) -> tensor<2xf32, #layout>
  return
}

// -----

#layout = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>
func.func @test() {
  // CHECK: error: 'ttnn.constant' op device operand must be specified for non-system memory buffer type
  %r = "ttnn.constant"() <{value = dense<[1.0, 2.0]> : tensor<2xf32>}> : () -> tensor<2xf32, #layout>
  return
}

// -----

// CHECK: error: 'ttnn.constant' op failed to verify that all of {value, result} have same shape
func.func @test() {
  %r = "ttnn.constant"() <{value = dense<[1.0, 2.0]> : tensor<2xf32>}> : () -> tensor<3xf32>
  return
}
