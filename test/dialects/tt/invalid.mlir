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

// CHECK: :5:57: error: expected ::mlir::tt::MemorySpace to be one of: system, mmio, dram, l1
// CHECK: :5:59: error: failed to parse TT_MemorySpaceAttr parameter 'value' which is to be a `::mlir::tt::MemorySpace`
func.func private @f() attributes {a = #tt.memory_space<l2>}

// -----

// CHECK: error: expected ::mlir::tt::ttir::PoolingMethod to be one of: Average, Max
// CHECK: error: failed to parse TTIR_PoolingMethodAttr parameter 'value' which is to be a `::mlir::tt::ttir::PoolingMethod`
func.func private @f() attributes {a = #ttir<pooling_method Minimum>}

// -----

// Whoever holds what could not be parsed says so too, from where its own text goes on.
// CHECK: :7:78: error: expected valid keyword
// CHECK: :7:78: error: failed to parse TTNN_BufferTypeAttr parameter 'value' which is to be a `::mlir::tt::ttnn::BufferType`
// CHECK: :7:80: error: failed to parse TTNN_MemoryConfigAttr parameter 'bufferType' which is to be a `BufferTypeAttr`
func.func private @f() attributes {a = #ttnn.memory_config<#ttnn.buffer_type<1>, <<2x4>>>}

// -----

// CHECK: error: expected integer value
// CHECK: error: failed to parse TTKernel_Semaphore parameter 'initial_value' which is to be a `uint32_t`
func.func private @f(!ttkernel.semaphore<x>)

// -----

// CHECK: error: invalid kind of attribute specified
// CHECK: error: failed to parse TT_DeviceAttr parameter 'workerGrid' which is to be a `::mlir::tt::GridAttr`
func.func private @f() attributes {a = #tt.device<workerGrid = 1, l1Map = () -> ()>}

// -----

// CHECK: error: failed to parse TT_ChipPhysicalCoresAttr parameter 'worker' which is to be a `::llvm::ArrayRef<CoreCoordAttr>`
func.func private @f() attributes {a = #tt<chip_physical_cores {worker = [x] dram = []}>}

// -----

// CHECK: error: 'tt.device_module' op region should have no arguments
"tt.device_module"() ({
^bb0(%a: i32):
  module {
  }
}) : () -> ()

// -----

// CHECK: error: expected at least one chip
func.func private @f() attributes {d = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0)[s0] -> (0, 0, 0, d0), dramMap = (d0)[s0] -> (0, 0, 0, d0), meshShape = , chipIds = []>}

// -----

// CHECK: error: expected chipIds size to match the volume of meshShape
func.func private @f() attributes {d = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0)[s0] -> (0, 0, 0, d0), dramMap = (d0)[s0] -> (0, 0, 0, d0), meshShape = 1x2, chipIds = [0]>}

// -----

// CHECK: error: expected positive grid dimensions
func.func private @f() attributes {d = #tt.device<workerGrid = #tt.grid<8x0, (d0, d1) -> (0, d0, d1)>, l1Map = (d0)[s0] -> (0, 0, 0, d0), dramMap = (d0)[s0] -> (0, 0, 0, d0), meshShape = , chipIds = [0]>}

// -----

// CHECK: error: expected physical grid mapping to have PhysGridResultIdx::NumIndices results
func.func private @f() attributes {d = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (d0, d1)>, l1Map = (d0)[s0] -> (0, 0, 0, d0), dramMap = (d0)[s0] -> (0, 0, 0, d0), meshShape = , chipIds = [0]>}

// -----

// CHECK: error: expected l1Map to have MemoryMapResultIdx::NumIndices results
func.func private @f() attributes {d = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0)[s0] -> (0, 0, d0), dramMap = (d0)[s0] -> (0, 0, 0, d0), meshShape = , chipIds = [0]>}

// -----

// CHECK: error: expected dramMap to have MemoryMapResultIdx::NumIndices results
func.func private @f() attributes {d = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0)[s0] -> (0, 0, 0, d0), dramMap = (d0)[s0] -> (0, 0, d0), meshShape = , chipIds = [0]>}

// -----

// CHECK: error: 'Alias' mode must imply no buffering: numBuffers = 2
func.func private @f() attributes {a = #tt.stream<(d0) -> (d0), alias, 2>}

// -----

// CHECK: error: integer constant out of range for attribute
func.func @f(%arg0: tuple<tensor<4xf32>>) {
  %0 = tt.get_tuple_element %arg0[4294967296] : (tuple<tensor<4xf32>>) -> tensor<4xf32>
}
