// RUN: not ttopt --ttir-to-ttmetal-backend-pipeline --split-input-file %s 2>&1 | filecheck %s

#before = #tt.metal_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), undef, <1x1>, memref<96x64xf32, #tt.memory_space<l1>>>
#after = #tt.metal_layout<(d0, d1, d2) -> (d0 * 3 + d1, d2), undef, <1x1>, memref<96x64xf32, #tt.memory_space<l1>>>
// CHECK: :9:8: error: failed to legalize operation 'ttir.transpose'
// CHECK: note: only the last two dimensions of tensors with layouts are transposed
func.func @transpose(%arg0: tensor<3x32x64xf32, #before>) -> tensor<32x3x64xf32, #after> {
  %0 = tensor.empty() : tensor<32x3x64xf32, #after>
  %1 = "ttir.transpose"(%arg0, %0) <{dim0 = 0 : si32, dim1 = 1 : si32}> : (tensor<3x32x64xf32, #before>, tensor<32x3x64xf32, #after>) -> tensor<32x3x64xf32, #after>
  return %1 : tensor<32x3x64xf32, #after>
}

// -----

#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<32x32xf32, #tt.memory_space<l1>>>
// CHECK: error: failed to legalize operation 'ttir.reverse'
// CHECK: note: it moves parts of rows that are not multiples of 32 bytes, which is supported only for tensors without layouts (see --ttir-decompose-for-kernels)
func.func @reverse(%arg0: tensor<32x32xf32, #layout>) -> tensor<32x32xf32, #layout> {
  %0 = tensor.empty() : tensor<32x32xf32, #layout>
  %1 = "ttir.reverse"(%arg0, %0) <{dimensions = array<i64: 1>}> : (tensor<32x32xf32, #layout>, tensor<32x32xf32, #layout>) -> tensor<32x32xf32, #layout>
  return %1 : tensor<32x32xf32, #layout>
}

// -----

// CHECK: error: failed to legalize operation 'ttir.cumsum'
// CHECK: note: no kernel computes it
func.func @cumsum(%arg0: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %0 = tensor.empty() : tensor<32x64xf32>
  %1 = "ttir.cumsum"(%arg0, %0) <{dim = 1 : i64}> : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
  return %1 : tensor<32x64xf32>
}

// -----

// CHECK: error: failed to legalize operation 'ttir.matmul'
// CHECK: note: no kernel computes 'ttir.matmul' of elements of type 'u32'
func.func @integers(%a: tensor<32x64xi32>, %b: tensor<64x32xi32>) -> tensor<32x32xi32> {
  %0 = tensor.empty() : tensor<32x32xi32>
  %1 = "ttir.matmul"(%a, %b, %0) : (tensor<32x64xi32>, tensor<64x32xi32>, tensor<32x32xi32>) -> tensor<32x32xi32>
  return %1 : tensor<32x32xi32>
}

// -----

// CHECK: :{{[0-9]+}}:1: error: 'func.func' op has a tensor of no elements: 'tensor<2x0x32xf32
func.func @no_matrices(%arg0: tensor<2x0x32xf32>) -> tensor<2x0x32xf32> {
  %0 = tensor.empty() : tensor<2x0x32xf32>
  %1 = "ttir.abs"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<2x0x32xf32>, tensor<2x0x32xf32>) -> tensor<2x0x32xf32>
  return %1 : tensor<2x0x32xf32>
}

// -----

// CHECK: error: 'func.func' op has a tensor of no elements: 'tensor<0x32xf32,
func.func @product_of_nothing(%arg0: tensor<0x32xf32>) -> tensor<1xf32> {
  %0 = tensor.empty() : tensor<1xf32>
  %1 = "ttir.prod"(%arg0, %0) <{keep_dim = false}> : (tensor<0x32xf32>, tensor<1xf32>) -> tensor<1xf32>
  return %1 : tensor<1xf32>
}
