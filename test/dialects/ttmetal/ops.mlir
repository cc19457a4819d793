// RUN: ttopt %s | filecheck %s
// RUN: ttopt %s | ttopt | filecheck %s

#dram = #tt.memory_space<dram>
#system = #tt.memory_space<system>
#device_layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #dram>>
#host_layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #system>>

// CHECK: #layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #system>>
// CHECK: #layout1 = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #dram>>
// CHECK-LABEL: func.func @program
func.func @program(%host: tensor<64x128xf32, #host_layout>) -> tensor<64x128xf32, #host_layout> {
  // CHECK: %0 = "ttmetal.create_buffer"() <{address = 262144 : i64, memory_space = #dram, size = 32768 : i64}> : () -> tensor<64x128xf32, #layout1>
  %0 = "ttmetal.create_buffer"() <{address = 262144 : i64, size = 32768 : i64, memory_space = #dram}> : () -> tensor<64x128xf32, #device_layout>
  // CHECK: "ttmetal.enqueue_write_buffer"(%0) <{value = dense<1.000000e+00> : tensor<64x128xf32>}>
  %1 = "ttmetal.enqueue_write_buffer"(%0) <{value = dense<1.0> : tensor<64x128xf32>}> : (tensor<64x128xf32, #device_layout>) -> tensor<64x128xf32, #device_layout>
  // CHECK: "ttmetal.enqueue_program"(%1, %0) <{core_ranges = [#ttmetal.core_range<0x0, 1x1>, #ttmetal.core_range<0x0, 1x1>], kernelConfigs = [#ttkernel.tensix_config<hifi4, false, false, [default]>, #ttkernel.noc_config<noc1>], operandSegmentSizes = array<i32: 1, 1>}> ({
  // CHECK-NEXT: ^bb0(%arg1: !ttkernel.semaphore<0>):
  // CHECK-NEXT: "ttkernel.return"() : () -> ()
  // CHECK-NEXT: }, {
  %2 = "ttmetal.enqueue_program"(%1, %0) <{
    core_ranges = [#ttmetal.core_range<0x0, 1x1>, #ttmetal.core_range<0x0, 1x1>],
    kernelConfigs = [#ttkernel.tensix_config<hifi4, false, false, [default]>, #ttkernel.noc_config<noc1>],
    operandSegmentSizes = array<i32: 1, 1>
  }> ({
  ^bb0(%semaphore: !ttkernel.semaphore<0>):
    "ttkernel.return"() : () -> ()
  }, {
    "ttkernel.return"() : () -> ()
  }) : (tensor<64x128xf32, #device_layout>, tensor<64x128xf32, #device_layout>) -> tensor<64x128xf32, #device_layout>
  // CHECK: "ttmetal.deallocate_buffer"(%1)
  "ttmetal.deallocate_buffer"(%1) : (tensor<64x128xf32, #device_layout>) -> ()
  // CHECK: %3 = "ttmetal.enqueue_read_buffer"(%2, %arg0)
  %3 = "ttmetal.enqueue_read_buffer"(%2, %host) : (tensor<64x128xf32, #device_layout>, tensor<64x128xf32, #host_layout>) -> tensor<64x128xf32, #host_layout>
  return %3 : tensor<64x128xf32, #host_layout>
}
