// RUN: ttopt --one-shot-bufferize=bufferize-function-boundaries=true --split-input-file --verify-diagnostics %s
// RUN: not ttopt --one-shot-bufferize %s --split-input-file 2>&1 | filecheck %s
// CHECK: error: needs 'bufferize-function-boundaries', since tensors are passed to functions

func.func @other_op(%a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{op was not bufferized}}
  %0 = math.exp %a : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// expected-error @+1 {{cannot bufferize bodiless function that returns a tensor}}
func.func private @declared(tensor<2xf32>) -> tensor<2xf32>

// -----

func.func @dynamic(%a: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{op was not bufferized}}
  %0 = linalg.add ins(%a, %a : tensor<?xf32>, tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// expected-error @+1 {{op was not bufferized}}
func.func @read_only(%a: tensor<2xf32> {bufferization.writable = false}) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
