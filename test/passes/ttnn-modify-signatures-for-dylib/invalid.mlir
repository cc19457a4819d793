// RUN: ttopt --ttnn-modify-signatures-for-dylib --split-input-file --verify-diagnostics %s

// expected-error @+1 {{'func.func' op requires arguments and results that are ranked tensors, but got 'i32'}}
func.func @scalar(%a: i32) {
  return
}

// -----

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, d0 floordiv s0, d1 mod s1), meshShape = , chipIds = [0]>
func.func @two_devices() {
  %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !tt.device<#device>
  // expected-error @+1 {{'ttnn.get_device' op must be the only one of its function, but is the second}}
  %1 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !tt.device<#device>
  return
}

// -----

func.func @caller(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'func.call' op operand type mismatch: expected operand type 'tuple<tensor<4xf32>>', but provided 'tensor<4xf32>' for operand number 0}}
  %0 = call @callee(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @callee(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
