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
// CHECK: note: a vector is multiplied with one matrix only
func.func @vector_by_matrices(%a: tensor<40xf32>, %b: tensor<3x40x50xf32>) -> tensor<3x50xf32> {
  %0 = tensor.empty() : tensor<3x50xf32>
  %1 = "ttir.matmul"(%a, %b, %0) : (tensor<40xf32>, tensor<3x40x50xf32>, tensor<3x50xf32>) -> tensor<3x50xf32>
  return %1 : tensor<3x50xf32>
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

// CHECK: :{{[0-9]+}}:1: error: 'func.func' op a 3D tensor does not collapse onto a grid [1, 1]
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
