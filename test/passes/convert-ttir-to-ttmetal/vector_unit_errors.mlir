// RUN: not ttopt --ttir-to-ttmetal-backend-pipeline --split-input-file %s 2>&1 | filecheck %s

// CHECK: :7:8: error: failed to legalize operation 'ttir.sqrt'
// CHECK: :7:8: note: no kernel computes it with elements of type u32
func.func @sqrt(%arg0: tensor<32x32xui32>) -> tensor<32x32xui32> {
  %0 = tensor.empty() : tensor<32x32xui32>
  %1 = "ttir.sqrt"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xui32>, tensor<32x32xui32>) -> tensor<32x32xui32>
  return %1 : tensor<32x32xui32>
}

// -----

// CHECK: warning: 'ttir.mean' op signed 32-bit integers are stored as u32: negative values are taken for large positive ones; si32 keeps their sign [-Wsigned-integers]
// CHECK: error: failed to legalize operation 'ttir.mean'
// CHECK: note: no kernel computes 'ttir.mean' of elements of type 'u32'
func.func @mean(%arg0: tensor<2x32x32xi32>) -> tensor<1x32x32xi32> {
  %0 = tensor.empty() : tensor<1x32x32xi32>
  %1 = "ttir.mean"(%arg0, %0) <{dim_arg = [0 : i32], keep_dim = true}> : (tensor<2x32x32xi32>, tensor<1x32x32xi32>) -> tensor<1x32x32xi32>
  return %1 : tensor<1x32x32xi32>
}

// -----

#whole = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<32x32xf32, #tt.memory_space<l1>>>
#half = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<32x32xbf16, #tt.memory_space<l1>>>
// CHECK: error: failed to legalize operation 'ttir.subtract'
// CHECK: note: no kernel computes with bf16 and f32 together
func.func @types(%arg0: tensor<32x32xf32, #whole>, %arg1: tensor<32x32xbf16, #half>) -> tensor<32x32xf32, #whole> {
  %0 = tensor.empty() : tensor<32x32xf32, #whole>
  %1 = "ttir.subtract"(%arg0, %arg1, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x32xf32, #whole>, tensor<32x32xbf16, #half>, tensor<32x32xf32, #whole>) -> tensor<32x32xf32, #whole>
  return %1 : tensor<32x32xf32, #whole>
}

// -----

#whole = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<32x32xf32, #tt.memory_space<l1>>>
#half = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<32x32xbf16, #tt.memory_space<l1>>>
// CHECK: :8:8: error: 'ttir.add' op computes with elements of one type if tensors have layouts, but has 'f32', 'bf16' and 'f32'
func.func @types_of_a_generic(%arg0: tensor<32x32xf32, #whole>, %arg1: tensor<32x32xbf16, #half>) -> tensor<32x32xf32, #whole> {
  %0 = tensor.empty() : tensor<32x32xf32, #whole>
  %1 = "ttir.add"(%arg0, %arg1, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x32xf32, #whole>, tensor<32x32xbf16, #half>, tensor<32x32xf32, #whole>) -> tensor<32x32xf32, #whole>
  return %1 : tensor<32x32xf32, #whole>
}

// -----

// CHECK: :[[#]]:{{[0-9]+}}: error: {{.*}}unsupported integer type i1
func.func @booleans(%arg0: tensor<32x32xf32>, %arg1: tensor<32x32xf32>) -> tensor<32x32xi1> {
  %0 = tensor.empty() : tensor<32x32xi1>
  %1 = "ttir.eq"(%arg0, %arg1, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xi1>) -> tensor<32x32xi1>
  return %1 : tensor<32x32xi1>
}
