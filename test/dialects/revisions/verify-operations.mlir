// RUN: ttopt --split-input-file --verify-diagnostics --tt-mlir=2026-08 %s

func.func @f(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{'ttir.add' op operand shape (3) is not broadcast compatible with inferred operand shapes (2)}}
  %0 = "ttir.add"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'ttir.argmax' op Reduce dimension 2 is out of range for input tensor of rank 2}}
  %0 = "ttir.argmax"(%a) <{dim_arg = [2 : i32], keep_dim = false}> : (tensor<2x3xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'ttir.argmax' op Reduce dimensions are not unique}}
  %0 = "ttir.argmax"(%a) <{dim_arg = [1 : i32, 1 : i32], keep_dim = false}> : (tensor<2x3xf32>) -> tensor<2xi32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'ttir.layer_norm' op input and output must have the same shape}}
  %0 = "ttir.layer_norm"(%a) <{normalized_shape = array<i64: 3>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'ttir.layer_norm' op normalized_shape cannot be empty}}
  %0 = "ttir.layer_norm"(%a) <{normalized_shape = array<i64>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%a: tensor<3xf32>) {
  // expected-error@+1 {{'ttir.rms_norm' op normalized_shape has more dimensions than input tensor}}
  %0 = "ttir.rms_norm"(%a) <{normalized_shape = array<i64: 2, 3>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // expected-error@+1 {{'ttir.rms_norm' op weight tensor shape must match normalized_shape}}
  %0 = "ttir.rms_norm"(%a, %b) <{normalized_shape = array<i64: 3>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  // expected-error@+1 {{'ttir.layer_norm' op bias tensor shape must match normalized_shape}}
  %0 = "ttir.layer_norm"(%a, %b) <{normalized_shape = array<i64: 3>, operandSegmentSizes = array<i32: 1, 0, 1>}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'ttir.rand' op 'low' value must be < 'high' value.}}
  %0 = "ttir.rand"() <{size = [2 : i32], low = 1.0 : f32}> : () -> tensor<2xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'ttir.rand' op Size argument does not match with output tensor shape. [Size = [2 : i32, 3 : i32], output tensor shape = (2, 4)].}}
  %0 = "ttir.rand"() <{size = [2 : i32, 3 : i32]}> : () -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{'ttir.all_to_all' op splitDim must be in the range [0, 1], got 2}}
  %0 = "ttir.all_to_all"(%a) <{split_dim = 2 : si32, concat_dim = 1 : si32, split_count = 2 : si32, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x4xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{'ttir.all_to_all' op splitCount must be a positive integer}}
  %0 = "ttir.all_to_all"(%a) <{split_dim = 0 : si32, concat_dim = 1 : si32, split_count = 0 : si32, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x4xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{'ttir.all_to_all' op splitDim size must be divisible by splitCount}}
  %0 = "ttir.all_to_all"(%a) <{split_dim = 0 : si32, concat_dim = 1 : si32, split_count = 3 : si32, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x4xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{'ttir.all_to_all' op concatDim must be in the range [0, 1], got -1}}
  %0 = "ttir.all_to_all"(%a) <{split_dim = 0 : si32, concat_dim = -1 : si32, split_count = 2 : si32, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x4xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{'ttir.all_to_all' op Output shape mismatch: expected = <2, 8> output = <4, 4>}}
  %0 = "ttir.all_to_all"(%a) <{split_dim = 0 : si32, concat_dim = 1 : si32, split_count = 2 : si32, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{'ttir.all_to_all' op replica_groups must be a 2D array}}
  %0 = "ttir.all_to_all"(%a) <{split_dim = 0 : si32, concat_dim = 1 : si32, split_count = 2 : si32, replica_groups = dense<[0, 1]> : tensor<2xi64>}> : (tensor<4x4xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{'ttir.all_to_all' op replicaGroup count must match splitCount}}
  %0 = "ttir.all_to_all"(%a) <{split_dim = 0 : si32, concat_dim = 1 : si32, split_count = 2 : si32, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> : (tensor<4x4xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{'ttir.collective_broadcast' op input and output must have the same type}}
  %0 = "ttir.collective_broadcast"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xbf16>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{'ttir.collective_broadcast' op replica_groups must be a 2D array}}
  %0 = "ttir.collective_broadcast"(%a) <{replica_groups = dense<[0, 1]> : tensor<2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.index_select' op Invalid dimension 2 for select op with input tensor rank 2}}
  %0 = "ttir.index_select"(%a) <{dim = 2 : si32, begin = 0 : si32, length = 2 : si32}> : (tensor<4x8xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.index_select' op Invalid begin index 8 for dimension 1 with size 8. begin must be in the range [0, dimSize)}}
  %0 = "ttir.index_select"(%a) <{dim = 1 : si32, begin = 8 : si32, length = 2 : si32}> : (tensor<4x8xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.index_select' op Invalid length 2 for begin index 7 and dimension 1 with size 8. begin + length must be less than or equal to the dimension size}}
  %0 = "ttir.index_select"(%a) <{dim = 1 : si32, begin = 7 : si32, length = 2 : si32}> : (tensor<4x8xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.index_select' op Invalid length 2 for begin index 0 and stride 1 for dimension 1 with size 8. stride must be greater than or equal to length}}
  %0 = "ttir.index_select"(%a) <{dim = 1 : si32, begin = 0 : si32, length = 2 : si32, stride = 1 : si32}> : (tensor<4x8xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttir.index_select' op Invalid stride 9 for dimension 1}}
  %0 = "ttir.index_select"(%a) <{dim = 1 : si32, begin = 0 : si32, length = 2 : si32, stride = 9 : si32}> : (tensor<4x8xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{'ttir.reshape' op All dimensions must be >= 0 except the one with -1}}
  %0 = "ttir.reshape"(%a) <{shape = [-2 : i32, 4 : i32]}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// Empty tensors have shapes too.

func.func @f(%a: tensor<4x0xf32>) {
  %0 = "ttir.reshape"(%a) <{shape = [0 : i32, 4 : i32]}> : (tensor<4x0xf32>) -> tensor<0x4xf32>
  return
}
