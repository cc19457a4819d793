// RUN: ttopt --ttir-cpu-hoist-transform --split-input-file --verify-diagnostics %s | filecheck %s

// Without marked ops nothing is made.
// CHECK: tt.device_module
// CHECK-NOT: tt.cpu_module
// CHECK: // {{-----}}
module {
  tt.device_module {
    builtin.module {
      func.func @f() {
        return
      }
    }
  }
}

// -----

// A CPU module that is there is used.
// CHECK: tt.cpu_module
// CHECK: func.func @own
// CHECK: func.func @hoisted_ttir_abs_4xf32_4xf32_func
// CHECK-NOT: tt.cpu_module
// CHECK: tt.device_module
module {
  tt.cpu_module {
    builtin.module {
      func.func @own() {
        return
      }
    }
  }
  tt.device_module {
    builtin.module {
      func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
        %0 = "ttir.abs"(%a, %a) <{operandSegmentSizes = array<i32: 1, 1>}> {should_hoist} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
        return %0 : tensor<4xf32>
      }
    }
  }
}

// -----

// expected-error @below {{'builtin.module' op requires a 'tt.device_module' (see --tt-wrap-device-module)}}
module {
  func.func @f() {
    return
  }
}

// -----

// The names of functions tell nothing of attributes.
module {
  tt.device_module {
    builtin.module {
      func.func @f(%a: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
        %0 = "ttir.softmax"(%a, %a) <{dimension = 0 : si32}> {should_hoist} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
        // expected-error @+1 {{'ttir.softmax' op cannot be hoisted: another op with other attributes is already @hoisted_ttir_softmax_4x4xf32_4x4xf32_func}}
        %1 = "ttir.softmax"(%a, %a) <{dimension = 1 : si32}> {should_hoist} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
        return %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
      }
    }
  }
}
