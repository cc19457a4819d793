// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: 'tensor.collapse_shape' op expected reassociation map #1 to be valid and contiguous.
func.func @f(%a: tensor<4x5x6xf32>) {
  %0 = "tensor.collapse_shape"(%a) <{reassociation = [[0], [2, 1]]}> : (tensor<4x5x6xf32>) -> tensor<4x30xf32>
  return
}

// -----

// CHECK: error: 'tensor.collapse_shape' op expected dimension 1 of collapsed type to be static value of 30
func.func @f(%a: tensor<4x5x6xf32>) {
  %0 = "tensor.collapse_shape"(%a) <{reassociation = [[0], [1, 2]]}> : (tensor<4x5x6xf32>) -> tensor<4x31xf32>
  return
}

// -----

// CHECK: error: 'tensor.collapse_shape' op expected reassociation map #0 to have size equal to the expanded rank (3), but it is  2.
func.func @f(%a: tensor<4x5x6xf32>) {
  %0 = "tensor.collapse_shape"(%a) <{reassociation = [[0], [1]]}> : (tensor<4x5x6xf32>) -> tensor<4x30xf32>
  return
}

// -----

// CHECK: error: 'tensor.collapse_shape' op expected dimension 1 of collapsed type to be dynamic since one or more of the corresponding dimensions in the expanded type is dynamic
func.func @f(%a: tensor<4x?x6xf32>) {
  %0 = "tensor.collapse_shape"(%a) <{reassociation = [[0], [1, 2]]}> : (tensor<4x?x6xf32>) -> tensor<4x30xf32>
  return
}

// -----

// CHECK: error: 'tensor.collapse_shape' op expected dimension 1 of collapsed type to be static value of 30
func.func @f(%a: tensor<4x5x6xf32>) {
  %0 = "tensor.collapse_shape"(%a) <{reassociation = [[0], [1, 2]]}> : (tensor<4x5x6xf32>) -> tensor<4x?xf32>
  return
}

// -----

// CHECK: error: 'tensor.collapse_shape' op expected the expanded type, 'tensor<4xf32>' to have a higher (or same) rank than the collapsed type, 'tensor<4x6xf32>'.
func.func @f(%a: tensor<4xf32>) {
  %0 = "tensor.collapse_shape"(%a) <{reassociation = [[0], [1, 2]]}> : (tensor<4xf32>) -> tensor<4x6xf32>
  return
}

// -----

// CHECK: error: 'tensor.collapse_shape' op expected collapsed type to be 'tensor<20xf32>', but got 'tensor<20xi32>'
func.func @f(%a: tensor<4x5xf32>) {
  %0 = "tensor.collapse_shape"(%a) <{reassociation = [[0, 1]]}> : (tensor<4x5xf32>) -> tensor<20xi32>
  return
}

// -----

// CHECK: error: 'tensor.collapse_shape' op attribute 'reassociation' failed to satisfy constraint: Array of 64-bit integer array attributes
func.func @f(%a: tensor<4x5xf32>) {
  %0 = "tensor.collapse_shape"(%a) <{reassociation = [0, 1]}> : (tensor<4x5xf32>) -> tensor<20xf32>
  return
}

// -----

// CHECK: error: 'tensor.collapse_shape' op requires attribute 'reassociation'
func.func @f(%a: tensor<4x5xf32>) {
  %0 = "tensor.collapse_shape"(%a) : (tensor<4x5xf32>) -> tensor<20xf32>
  return
}

// -----

// CHECK: error: 'tensor.collapse_shape' op expected collapsed rank (1) to equal the number of reassociation maps (2).
func.func @f(%a: tensor<4xf32>) {
  %0 = tensor.collapse_shape %a [[0], [1]] : tensor<4xf32> into tensor<4xf32>
  return
}
