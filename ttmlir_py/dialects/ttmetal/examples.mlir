// An example for each op, as the dialect reference shows it. `ttopt --split-input-file` reads this file.

// -----

// ttmetal.enqueue_program
#dram = #tt.memory_space<dram>
#device = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #dram>>
func.func @enqueue_program(%input: tensor<64x128xf32, #device>, %output: tensor<64x128xf32, #device>) -> tensor<64x128xf32, #device> {
  %result = "ttmetal.enqueue_program"(%input, %output) <{core_ranges = [#ttmetal.core_range<0x0, 1x1>], kernelConfigs = [#ttkernel.noc_config<noc0>], operandSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%in: !ttkernel.cb<cb_in0, 131072, memref<64x128xf32, #tt.memory_space<l1>>, 512, 1>):
    %pages = arith.constant 64 : i32
    "ttkernel.cb_reserve_back"(%in, %pages) : (!ttkernel.cb<cb_in0, 131072, memref<64x128xf32, #tt.memory_space<l1>>, 512, 1>, i32) -> ()
    "ttkernel.return"() : () -> ()
  }) : (tensor<64x128xf32, #device>, tensor<64x128xf32, #device>) -> tensor<64x128xf32, #device>
  return %result : tensor<64x128xf32, #device>
}

// -----

// ttmetal.enqueue_write_buffer
#dram = #tt.memory_space<dram>
#device = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #dram>>
func.func @enqueue_write_buffer(%output: tensor<64x128xf32, #device>) -> tensor<64x128xf32, #device> {
  %result = "ttmetal.enqueue_write_buffer"(%output) <{value = dense<1.000000e+00> : tensor<64x128xf32>}> : (tensor<64x128xf32, #device>) -> tensor<64x128xf32, #device>
  return %result : tensor<64x128xf32, #device>
}

// -----

// ttmetal.enqueue_read_buffer
#dram = #tt.memory_space<dram>
#device = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #dram>>
#system = #tt.memory_space<system>
#host = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #system>>
func.func @enqueue_read_buffer(%input: tensor<64x128xf32, #device>, %output: tensor<64x128xf32, #host>) -> tensor<64x128xf32, #host> {
  %result = "ttmetal.enqueue_read_buffer"(%input, %output) : (tensor<64x128xf32, #device>, tensor<64x128xf32, #host>) -> tensor<64x128xf32, #host>
  return %result : tensor<64x128xf32, #host>
}

// -----

// ttmetal.create_buffer
#dram = #tt.memory_space<dram>
#device = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #dram>>
func.func @create_buffer() -> tensor<64x128xf32, #device> {
  %result = "ttmetal.create_buffer"() <{address = 262144 : i64, memory_space = #dram, size = 32768 : i64}> : () -> tensor<64x128xf32, #device>
  return %result : tensor<64x128xf32, #device>
}

// -----

// ttmetal.deallocate_buffer
#dram = #tt.memory_space<dram>
#device = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #dram>>
func.func @deallocate_buffer() {
  %buffer = "ttmetal.create_buffer"() <{address = 262144 : i64, memory_space = #dram, size = 32768 : i64}> : () -> tensor<64x128xf32, #device>
  "ttmetal.deallocate_buffer"(%buffer) : (tensor<64x128xf32, #device>) -> ()
  return
}
