// An example for each op, as the dialect reference shows it. `ttopt --split-input-file` reads this file.

// -----

// tt.get_tuple_element
func.func @get_tuple_element(%operand: tuple<tensor<32x32xf32>, tensor<4xbf16>>) -> tensor<4xbf16> {
  %result = tt.get_tuple_element %operand[1] : (tuple<tensor<32x32xf32>, tensor<4xbf16>>) -> tensor<4xbf16>
  return %result : tensor<4xbf16>
}

// -----

// tt.tuple
func.func @tuple(%a: tensor<32x32xf32>, %b: tensor<4xbf16>) -> tuple<tensor<32x32xf32>, tensor<4xbf16>> {
  %result = tt.tuple %a, %b : tuple<tensor<32x32xf32>, tensor<4xbf16>>
  return %result : tuple<tensor<32x32xf32>, tensor<4xbf16>>
}

// -----

// tt.device_module
tt.device_module {
  builtin.module {
    func.func @forward(%x: tensor<32x32xf32>) -> tensor<32x32xf32> {
      %0 = tensor.empty() : tensor<32x32xf32>
      %1 = "ttir.relu"(%x, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
      return %1 : tensor<32x32xf32>
    }
  }
}

// -----

// tt.cpu_module
tt.cpu_module {
  builtin.module {
    func.func @on_host(%x: tensor<32x32xf32>) -> tensor<32x32xf32> {
      return %x : tensor<32x32xf32>
    }
  }
}
