// RUN: ttopt --ttnn-create-input-gens --split-input-file --verify-diagnostics %s

// expected-error @+1 {{'func.func' op requires a tensor with a TTNN layout (see --ttnn-layout), but got 'tensor<4xf32>'}}
func.func @no_layout(%a: tensor<4xf32>) {
  return
}

// -----

// expected-error @+1 {{'func.func' op requires a tensor with a TTNN layout (see --ttnn-layout), but got 'i32'}}
func.func @scalar(%a: i32) {
  return
}
