// RUN: ttopt --split-input-file --verify-diagnostics --tt-mlir=2026-08 %s

func.func @f(%a: !ttcore.dict) {
  // expected-error@+1 {{'ttcore.set_key_value' op requires at least one value}}
  "ttcore.set_key_value"(%a) <{key = "k"}> : (!ttcore.dict) -> ()
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{'ttcore.load_cached' op 'none' does not reference a function}}
  %0 = ttcore.load_cached(@none, [%a]) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func private @g(tensor<4xf32>) -> tensor<4xf32>
func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{'ttcore.load_cached' op Incorrect number of operands for callee -- expected 1 but got: 2}}
  %0 = ttcore.load_cached(@g, [%a, %a]) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func private @g(tensor<4xf32>) -> tensor<4xf32>
func.func @f(%a: tensor<4xbf16>) {
  // expected-error@+1 {{'ttcore.load_cached' op Operand type mismatch at index 0}}
  %0 = ttcore.load_cached(@g, [%a]) : (tensor<4xbf16>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: !ttcore.dict) {
  // expected-error@+1 {{'ttcore.get_key_value' op requires at least one result}}
  "ttcore.get_key_value"(%a) <{key = "k"}> : (!ttcore.dict) -> ()
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{'ttcore.composite' op decomposition function 'none' not found in parent module}}
  %0 = "ttcore.composite"(%a) <{composite_name = "c", decomposition = @none}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

module @g {
}
func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{'ttcore.composite' op decomposition symbol 'g' is not a func.func}}
  %0 = "ttcore.composite"(%a) <{composite_name = "c", decomposition = @g}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func private @g(tensor<4xf32>) -> tensor<4xf32>
func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{'ttcore.composite' op decomposition function expects 1 arguments, but composite has 2 inputs}}
  %0 = "ttcore.composite"(%a, %a) <{composite_name = "c", decomposition = @g}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func private @g(tensor<4xf32>) -> tensor<4xf32>
func.func @f(%a: tensor<4xbf16>) {
  // expected-error@+1 {{'ttcore.composite' op input type mismatch at index 0: composite has 'tensor<4xbf16>', decomposition expects 'tensor<4xf32>'}}
  %0 = "ttcore.composite"(%a) <{composite_name = "c", decomposition = @g}> : (tensor<4xbf16>) -> tensor<4xf32>
  return
}

// -----

func.func private @g(tensor<4xf32>) -> tensor<4xf32>
func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{'ttcore.composite' op decomposition function returns 1 results, but composite produces 2 results}}
  %0:2 = "ttcore.composite"(%a) <{composite_name = "c", decomposition = @g}> : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func private @g(tensor<4xf32>) -> tensor<4xf32>
func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{'ttcore.composite' op result type mismatch at index 0: composite produces 'tensor<4xbf16>', decomposition returns 'tensor<4xf32>'}}
  %0 = "ttcore.composite"(%a) <{composite_name = "c", decomposition = @g}> : (tensor<4xf32>) -> tensor<4xbf16>
  return
}
