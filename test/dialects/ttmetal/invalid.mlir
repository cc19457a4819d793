// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: 'ttmetal.create_buffer' op Result type missing layout attribute
func.func @f() {
  %0 = "ttmetal.create_buffer"() <{address = 0 : i64, size = 4 : i64, memory_space = #tt.memory_space<system>}> : () -> tensor<1xf32>
  return
}

// -----

#layout = #tt.metal_layout<(d0) -> (d0), undef, <1>, memref<1xf32, #tt.memory_space<l1>>>
// CHECK: error: 'ttmetal.create_buffer' op Alloc size must be non-zero
func.func @f() {
  %0 = "ttmetal.create_buffer"() <{address = 0 : i64, size = 0 : i64, memory_space = #tt.memory_space<l1>}> : () -> tensor<1xf32, #layout>
  return
}

// -----

#layout = #tt.metal_layout<(d0) -> (d0), undef, <1>, memref<1xf32, #tt.memory_space<l1>>>
// CHECK: error: 'ttmetal.create_buffer' op Input tensor layout memory space must match alloc memory space
func.func @f() {
  %0 = "ttmetal.create_buffer"() <{address = 8 : i64, size = 4 : i64, memory_space = #tt.memory_space<dram>}> : () -> tensor<1xf32, #layout>
  return
}

// -----

#layout = #tt.metal_layout<(d0) -> (d0), undef, <1>, memref<1xf32, #tt.memory_space<system>>>
// CHECK: error: 'ttmetal.create_buffer' op Allocating from system memory space must have address set to 0, implicitly allocated by the runtime
func.func @f() {
  %0 = "ttmetal.create_buffer"() <{address = 8 : i64, size = 4 : i64, memory_space = #tt.memory_space<system>}> : () -> tensor<1xf32, #layout>
  return
}

// -----

#layout = #tt.metal_layout<(d0) -> (d0), undef, <1>, memref<1xf32, #tt.memory_space<l1>>>
// CHECK: error: 'ttmetal.create_buffer' op Allocating from a device memory space must have address set to a non-zero value, device addresses are statically allocated
func.func @f() {
  %0 = "ttmetal.create_buffer"() <{address = 0 : i64, size = 4 : i64, memory_space = #tt.memory_space<l1>}> : () -> tensor<1xf32, #layout>
  return
}

// -----

#layout = #tt.metal_layout<(d0) -> (d0), undef, <1>, memref<1xf32, #tt.memory_space<l1>>>
// CHECK: error: 'ttmetal.enqueue_read_buffer' op Output tensor must be in system memory space
func.func @f(%a: tensor<1xf32, #layout>) {
  %0 = "ttmetal.enqueue_read_buffer"(%a, %a) : (tensor<1xf32, #layout>, tensor<1xf32, #layout>) -> tensor<1xf32, #layout>
  return
}

// -----

#layout = #tt.metal_layout<(d0) -> (d0), undef, <1>, memref<1xf32, #tt.memory_space<system>>>
// CHECK: error: 'ttmetal.enqueue_write_buffer' op Output tensor must be in device memory space
func.func @f(%a: tensor<1xf32, #layout>) {
  %0 = "ttmetal.enqueue_write_buffer"(%a) <{value = dense<1.0> : tensor<1xf32>}> : (tensor<1xf32, #layout>) -> tensor<1xf32, #layout>
  return
}

// -----

#layout = #tt.metal_layout<(d0) -> (d0), undef, <1>, memref<1xf32, #tt.memory_space<l1>>>
// CHECK: error: 'ttmetal.enqueue_program' op Block inputs must be CBType or SemType
func.func @f(%a: tensor<1xf32, #layout>) {
  %0 = "ttmetal.enqueue_program"(%a, %a) <{core_ranges = [], kernelConfigs = [], operandSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%x: i32):
    "ttkernel.return"() : () -> ()
  }) : (tensor<1xf32, #layout>, tensor<1xf32, #layout>) -> tensor<1xf32, #layout>
  return
}

// -----

// CHECK: error: 'ttmetal.enqueue_program' op Input tensor missing layout attribute
func.func @f(%a: tensor<1xf32>) {
  %0 = "ttmetal.enqueue_program"(%a, %a) <{core_ranges = [], kernelConfigs = [], operandSegmentSizes = array<i32: 1, 1>}> : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  return
}

// -----

#layout = #tt.metal_layout<(d0) -> (d0), undef, <1>, memref<1xf32, #tt.memory_space<system>>>
// CHECK: error: 'ttmetal.enqueue_program' op Input tensor must be in device memory space
func.func @f(%a: tensor<1xf32, #layout>) {
  %0 = "ttmetal.enqueue_program"(%a, %a) <{core_ranges = [], kernelConfigs = [], operandSegmentSizes = array<i32: 1, 1>}> : (tensor<1xf32, #layout>, tensor<1xf32, #layout>) -> tensor<1xf32, #layout>
  return
}

// -----

#layout = #tt.metal_layout<(d0) -> (d0), undef, <1>, memref<1xf32>>
// CHECK: error: 'ttmetal.enqueue_write_buffer' op expected a memory space of the tt dialect in memref<1xf32>
func.func @f(%a: tensor<1xf32, #layout>) {
  %0 = "ttmetal.enqueue_write_buffer"(%a) <{value = dense<1.0> : tensor<1xf32>}> : (tensor<1xf32, #layout>) -> tensor<1xf32, #layout>
  return
}
