// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: 'tt.device_module' op expected exactly one ModuleOp but found 0
tt.device_module {
  func.func private @f()
}

// -----

// CHECK: error: 'tt.cpu_module' op expected exactly one block
tt.cpu_module {
  builtin.module {
  }
  builtin.module {
  }
}

// -----

// CHECK: error: 'tt.get_tuple_element' op index 1 is out of bounds of operand with size 1
func.func @f(%arg0: tuple<tensor<4xf32>>) {
  %0 = tt.get_tuple_element %arg0[1] : (tuple<tensor<4xf32>>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'tt.get_tuple_element' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<5xf32>'
func.func @f(%arg0: tuple<tensor<4xf32>>) {
  %0 = tt.get_tuple_element %arg0[0] : (tuple<tensor<4xf32>>) -> tensor<5xf32>
  return
}

// -----

// CHECK: error: 'tt.get_tuple_element' op attribute 'index' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative
func.func @f(%arg0: tuple<tensor<4xf32>>) {
  %0 = "tt.get_tuple_element"(%arg0) <{index = -1 : i32}> : (tuple<tensor<4xf32>>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'tt.get_tuple_element' op operand #0 must be nested tuple with any combination of ranked tensor of any type values values, but got 'tuple<i32>'
func.func @f(%arg0: tuple<i32>) {
  %0 = tt.get_tuple_element %arg0[0] : (tuple<i32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: expected tuple type
func.func @f(%arg0: tensor<4xf32>) {
  %0 = tt.tuple %arg0 : tensor<4xf32>
  return
}

// -----

// CHECK: error: expected 2D shape
func.func private @f(!tt.tile<32, f32>)

// -----

// CHECK: error: MemoryConfig with SystemMemory buffer type cannot have tensor memory layout.
func.func private @f() attributes {a = #ttnn.memory_config<<system_memory>, <<2x4>>, <interleaved>>}

// -----

// CHECK: error: expected ::mlir::tt::MemorySpace to be one of: system, mmio, dram, l1
func.func private @f() attributes {a = #tt.memory_space<l2>}
