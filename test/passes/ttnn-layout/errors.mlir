// RUN: not ttopt --ttnn-layout --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: 'builtin.module' op requires a device (see --ttir-implicit-device): there is no `tt.device` in scope
module {
  func.func @no_device(%a: tensor<8x8xf32>) { return }
}

// -----
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, d0 floordiv s0, d1 mod s1), meshShape = , chipIds = [0]>
module attributes {tt.device = #device} {
  // CHECK: error: argument #0: unsupported integer type i64
  func.func @no_such_type(%a: tensor<8x8xi64>) { return }
}

// -----
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, d0 floordiv s0, d1 mod s1), meshShape = , chipIds = [0]>
module attributes {tt.device = #device} {
  // CHECK: error: argument #0: unsupported element type complex<f32>
  func.func @complex(%a: tensor<8x8xcomplex<f32>>) { return }
}

// -----
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, d0 floordiv s0, d1 mod s1), meshShape = , chipIds = [0]>
module attributes {tt.device = #device} {
  func.func @index() -> tensor<8x8xf32> {
    // CHECK: error: 'ttir.zeros' op unsupported element type index
    %0 = "ttir.zeros"() <{shape = array<i32: 8, 8>}> : () -> tensor<8x8xindex>
    %1 = tensor.empty() : tensor<8x8xf32>
    %2 = "ttir.typecast"(%0, %1) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<8x8xindex>, tensor<8x8xf32>) -> tensor<8x8xf32>
    return %2 : tensor<8x8xf32>
  }
}

// -----
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, d0 floordiv s0, d1 mod s1), meshShape = , chipIds = [0]>
module attributes {tt.device = #device} {
  // CHECK: error: argument #0: tensor of dynamic shape tensor<?x8xf32> has no layout
  func.func @dynamic(%a: tensor<?x8xf32>) { return }
}

// -----
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, d0 floordiv s0, d1 mod s1), meshShape = , chipIds = [0]>
module attributes {tt.device = #device} {
  func.func @other_encoding(%a: tensor<8x8xf32, #tt.arch<wormhole_b0>>) -> tensor<8x8xf32, #tt.arch<wormhole_b0>> {
    %0 = tensor.empty() : tensor<8x8xf32, #tt.arch<wormhole_b0>>
    // CHECK: error: 'ttir.abs' op requires a tensor with a TTNN layout (see --ttnn-layout), but got 'tensor<8x8xf32, #tt.arch<wormhole_b0>>'
    %1 = "ttir.abs"(%a, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<8x8xf32, #tt.arch<wormhole_b0>>, tensor<8x8xf32, #tt.arch<wormhole_b0>>) -> tensor<8x8xf32, #tt.arch<wormhole_b0>>
    return %1 : tensor<8x8xf32, #tt.arch<wormhole_b0>>
  }
}

// -----
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, d0 floordiv s0, d1 mod s1), meshShape = , chipIds = [0]>
module attributes {tt.device = #device} {
  // CHECK: error: argument #0: unsupported integer type i1
  func.func @truth(%a: tensor<8x8xi1>) { return }
}

// -----
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, d0 floordiv s0, d1 mod s1), meshShape = , chipIds = [0]>
module attributes {tt.device = #device} {
  // CHECK: error: argument #0: unsupported float type f64
  func.func @double(%a: tensor<8x8xf64>) { return }
}

// -----
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, d0 floordiv s0, d1 mod s1), meshShape = , chipIds = [0]>
module attributes {tt.device = #device} {
  // CHECK: error: 'ttir.constant' op unsupported integer type i64
  func.func @inside() {
    %0 = "ttir.constant"() <{value = dense<7> : tensor<2x3xi64>}> : () -> tensor<2x3xi64>
    return
  }
}

// -----
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, d0 floordiv s0, d1 mod s1), meshShape = , chipIds = [0]>
module attributes {tt.device = #device} {
  // CHECK: error: {{.*}}op unsupported integer type i1
  func.func @compared(%a: tensor<5xf32>) {
    %0 = tensor.empty() : tensor<5xi1>
    %1 = "ttir.gt"(%a, %a, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<5xf32>, tensor<5xf32>, tensor<5xi1>) -> tensor<5xi1>
    return
  }
}
