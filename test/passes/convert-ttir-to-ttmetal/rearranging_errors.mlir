// RUN: not ttopt --ttir-to-ttmetal-backend-pipeline --split-input-file %s 2>&1 | filecheck %s

// CHECK: :7:8: error: failed to legalize operation 'ttir.transpose'
// CHECK: note: only the last two dimensions are transposed
func.func @transpose(%arg0: tensor<3x32x64xf32>) -> tensor<32x3x64xf32> {
  %0 = tensor.empty() : tensor<32x3x64xf32>
  %1 = "ttir.transpose"(%arg0, %0) <{dim0 = 0 : si32, dim1 = 1 : si32}> : (tensor<3x32x64xf32>, tensor<32x3x64xf32>) -> tensor<32x3x64xf32>
  return %1 : tensor<32x3x64xf32>
}

// -----

// CHECK: error: failed to legalize operation 'ttir.reshape'
// CHECK: note: only reshapes are supported that keep the last dimension
func.func @reshape(%arg0: tensor<32x64xf32>) -> tensor<64x32xf32> {
  %0 = tensor.empty() : tensor<64x32xf32>
  %1 = "ttir.reshape"(%arg0, %0) <{shape = [64 : i32, 32 : i32]}> : (tensor<32x64xf32>, tensor<64x32xf32>) -> tensor<64x32xf32>
  return %1 : tensor<64x32xf32>
}

// -----

// CHECK: error: failed to legalize operation 'ttir.matmul'
// CHECK: note: the right operand of a product is to be a matrix
func.func @vector(%a: tensor<32x64xf32>, %b: tensor<64xf32>) -> tensor<32xf32> {
  %0 = tensor.empty() : tensor<32xf32>
  %1 = "ttir.matmul"(%a, %b, %0) : (tensor<32x64xf32>, tensor<64xf32>, tensor<32xf32>) -> tensor<32xf32>
  return %1 : tensor<32xf32>
}

// -----

// CHECK: error: failed to legalize operation 'ttir.matmul'
// CHECK: note: no kernel computes 'ttir.matmul' of elements of type 'u32'
func.func @integers(%a: tensor<32x64xi32>, %b: tensor<64x32xi32>) -> tensor<32x32xi32> {
  %0 = tensor.empty() : tensor<32x32xi32>
  %1 = "ttir.matmul"(%a, %b, %0) : (tensor<32x64xi32>, tensor<64x32xi32>, tensor<32x32xi32>) -> tensor<32x32xi32>
  return %1 : tensor<32x32xi32>
}
