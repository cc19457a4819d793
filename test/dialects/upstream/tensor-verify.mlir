// RUN: ttopt --split-input-file --verify-diagnostics %s

func.func @f(%a: index) {
  // expected-error@+1 {{must have as many index operands as dynamic extents in the result type}}
  %0 = tensor.generate %a {
  ^bb0(%i: index):
    %c = arith.constant 1.0 : f32
    tensor.yield %c : f32
  } : tensor<4xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{all body arguments must be index}}
  %0 = tensor.generate {
  ^bb0(%i: i32):
    %c = arith.constant 1.0 : f32
    tensor.yield %c : f32
  } : tensor<4xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{must have one body argument per input dimension}}
  %0 = tensor.generate {
  ^bb0(%i: index, %j: index):
    %c = arith.constant 1.0 : f32
    tensor.yield %c : f32
  } : tensor<4xf32>
  return
}

// -----

func.func @f() {
  // A valid operation first: a verified one says nothing about the region of the next.
  %0 = tensor.generate {
  ^bb0(%i: index):
    %c = arith.constant 1.0 : f32
    tensor.yield %c : f32
  } : tensor<4xf32>
  // expected-error@+1 {{'tensor.generate' op body must be terminated with a `yield` operation of the tensor element type}}
  %1 = tensor.generate {
  ^bb0(%i: index):
    %c = arith.constant 1 : i32
    tensor.yield %c : i32
  } : tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x6xf32>, %i: tensor<3x1xi32>) {
  // expected-error@+1 {{'tensor.gather' op gather_dims must be non-empty}}
  %0 = tensor.gather %a[%i] gather_dims([]) unique : (tensor<4x6xf32>, tensor<3x1xi32>) -> tensor<3x4x6xf32>
  return
}

// -----

func.func @f(%a: tensor<4x6xf32>, %i: tensor<3x3xi32>) {
  // expected-error@+1 {{'tensor.gather' op gather_dims overflow source rank}}
  %0 = tensor.gather %a[%i] gather_dims([0, 1, 2]) unique : (tensor<4x6xf32>, tensor<3x3xi32>) -> tensor<3xf32>
  return
}

// -----

func.func @f(%a: tensor<4x6xf32>, %i: tensor<3x1xi32>) {
  // expected-error@+1 {{'tensor.gather' op gather_dims value must be non-negative}}
  %0 = tensor.gather %a[%i] gather_dims([-1]) unique : (tensor<4x6xf32>, tensor<3x1xi32>) -> tensor<3x1x6xf32>
  return
}

// -----

func.func @f(%a: tensor<4x6xf32>, %i: tensor<3x1xi32>) {
  // expected-error@+1 {{'tensor.gather' op gather_dims value must be smaller than source rank}}
  %0 = tensor.gather %a[%i] gather_dims([2]) unique : (tensor<4x6xf32>, tensor<3x1xi32>) -> tensor<3x1x6xf32>
  return
}

// -----

func.func @f(%a: tensor<4x6xf32>, %i: tensor<3x2xi32>) {
  // expected-error@+1 {{'tensor.gather' op gather_dims values must be strictly increasing}}
  %0 = tensor.gather %a[%i] gather_dims([1, 0]) unique : (tensor<4x6xf32>, tensor<3x2xi32>) -> tensor<3x1x1xf32>
  return
}

// -----

func.func @f(%a: tensor<4x6xf32>, %i: tensor<3x1xi32>) {
  // expected-error@+1 {{'tensor.gather' op result type mismatch: expected 'tensor<3x1x6xf32>' or its rank-reduced variant 'tensor<3x6xf32>' (got: 'tensor<3x2xf32>')}}
  %0 = tensor.gather %a[%i] gather_dims([0]) unique : (tensor<4x6xf32>, tensor<3x1xi32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @f(%a: tensor<3x1x6xf32>, %d: tensor<4x6xf32>, %i: tensor<3x1xi32>) {
  // expected-error@+1 {{'tensor.scatter' op requires 'unique' attribute to be set}}
  %0 = tensor.scatter %a into %d[%i] scatter_dims([0]) : (tensor<3x1x6xf32>, tensor<4x6xf32>, tensor<3x1xi32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{'tensor.bitcast' op operand type 'tensor<4xf32>' and result type 'tensor<4xi64>' are cast incompatible}}
  %0 = tensor.bitcast %a : tensor<4xf32> to tensor<4xi64>
  return
}

// -----

func.func @f(%a: ui32) {
  // expected-error@+1 {{'tensor.splat' op operand #0 must be integer/index/float type, but got 'ui32'}}
  %0 = tensor.splat %a : tensor<4xui32>
  return
}
