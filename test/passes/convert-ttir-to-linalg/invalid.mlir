// RUN: ttopt --convert-ttir-to-linalg --split-input-file --verify-diagnostics %s

func.func @no_counterpart(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{failed to legalize operation 'ttir.exp'}}
  %0 = "ttir.exp"(%a, %a) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @+1 {{failed to legalize operation 'tt.device_module'}}
tt.device_module {
  builtin.module {
  }
}
