// RUN: not ttopt --ttir-load-system-desc --ttir-implicit-device --ttir-allocate --split-input-file %s 2>&1 | filecheck %s
// RUN: not ttopt --ttir-allocate %s 2>&1 | filecheck %s --check-prefix=SYSTEM
// RUN: not ttopt --ttir-load-system-desc --ttir-allocate %s 2>&1 | filecheck %s --check-prefix=DEVICE

// SYSTEM: error: 'builtin.module' op requires attribute 'tt.system_desc' (see --ttir-load-system-desc)
// DEVICE: error: 'func.func' op requires a device

// CHECK: error: 'func.func' op requires a tensor with a metal layout, but got 'tensor<4xf32>'
func.func @argument(%arg0: tensor<4xf32>) {
  return
}

// -----

// CHECK: error: 'tensor.empty' op requires a tensor with a metal layout, but got 'tensor<4xf32>'
func.func @empty() -> tensor<4xf32> {
  %0 = tensor.empty() : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

#host = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<4x16xf32, #tt.memory_space<system>>>
// CHECK: error: 'func.func' op 'system' is not a memory of the device
func.func @host(%arg0: tensor<4x16xf32, #host>) {
  return
}

// -----

#large = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<1024x1024xf32, #tt.memory_space<l1>>>
// CHECK: error: 'func.func' op Out of memory
func.func @large(%arg0: tensor<1024x1024xf32, #large>) {
  return
}

// -----

// CHECK: error: 'func.func' op found func that didn't have one block!
func.func @blocks() {
  cf.br ^bb1
^bb1:
  return
}

// -----

// The last 4096 bytes of L1 are for what kernels need beside tensors: 1494016 bytes are left, which 365 rows of 4096 bytes do not fit into.
#full = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<365x1024xf32, #tt.memory_space<l1>>>
// CHECK: error: 'func.func' op Out of memory
func.func @scratch(%arg0: tensor<365x1024xf32, #full>) {
  return
}

// -----

#none = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<0x4xf32, #tt.memory_space<dram>>>
// CHECK: error: 'func.func' op has a tensor of no elements: 'tensor<0x4xf32, #tt.metal_layout<
func.func @none(%arg0: tensor<0x4xf32, #none>) {
  return
}
