// RUN: ttopt %s | filecheck %s
// RUN: ttopt %s -o %t && ttopt %t | diff %t -

// Text of 2026-10: operations and properties that 2026-08 does not have, read and printed.

// CHECK: ttcore.device @default_device = <workerGrid = #ttcore.grid<8x8,
ttcore.device @default_device = <workerGrid = #ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>, dramGrid = #ttcore.grid<1x12>, l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), dramMap = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), meshShape = 1x1, chipIds = [0]>

// CHECK-LABEL: @rows
func.func @rows(%a: tensor<1x16x32xf32>, %i: tensor<1x1x5xsi32>, %u: tensor<1x5x32xf32>) -> tensor<1x16x32xf32> {
  // CHECK: %0 = "ttir.rows_gather"(%arg0, %arg1) <{column = false, fill_out_of_bounds = false, sizes = array<i64: 16>, windows = array<i64: 1>}>
  %0 = "ttir.rows_gather"(%a, %i) <{column = false, fill_out_of_bounds = false, sizes = array<i64: 16>, windows = array<i64: 1>}> : (tensor<1x16x32xf32>, tensor<1x1x5xsi32>) -> tensor<1x5x32xf32>
  // CHECK: %1 = "ttir.rows_scatter"(%arg0, %arg1, %0) <{column = false, reduce = #ttcore.reduce_type<max>, sizes = array<i64: 16>, windows = array<i64: 1>}>
  %1 = "ttir.rows_scatter"(%a, %i, %0) <{column = false, reduce = #ttcore.reduce_type<max>, sizes = array<i64: 16>, windows = array<i64: 1>}> : (tensor<1x16x32xf32>, tensor<1x1x5xsi32>, tensor<1x5x32xf32>) -> tensor<1x16x32xf32>
  return %1 : tensor<1x16x32xf32>
}

// CHECK-LABEL: @reductions
func.func @reductions(%a: tensor<8x16xf32>, %b: tensor<8x16xi32>) -> (tensor<8x16xf32>, tensor<8xi32>) {
  // CHECK: reduction = #ttcore.reduce_type<logsumexp>, reverse = false
  %0 = "ttir.cumulative"(%a) <{dim = 1 : i64, reduction = #ttcore.reduce_type<logsumexp>}> : (tensor<8x16xf32>) -> tensor<8x16xf32>
  // CHECK: "ttir.reduce_precision"(%0) <{exponent_bits = 5 : si32, mantissa_bits = 10 : si32}>
  %1 = "ttir.reduce_precision"(%0) <{exponent_bits = 5 : si32, mantissa_bits = 10 : si32}> : (tensor<8x16xf32>) -> tensor<8x16xf32>
  // CHECK: "ttir.round"(%1)
  %2 = "ttir.round"(%1) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  // CHECK: "ttir.reduce_bitwise_xor"(%arg1) <{dim_arg = [1 : i32], keep_dim = false}>
  %3 = "ttir.reduce_bitwise_xor"(%b) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<8x16xi32>) -> tensor<8xi32>
  return %2, %3 : tensor<8x16xf32>, tensor<8xi32>
}

// CHECK-LABEL: @random
func.func @random(%a: tensor<2x2xui32>) -> tensor<8x32xui32> {
  // CHECK: %output_state, %output = "ttir.rng_bit_generator"(%arg0)
  %0:2 = "ttir.rng_bit_generator"(%a) <{philox = false}> : (tensor<2x2xui32>) -> (tensor<2x2xui32>, tensor<8x32xui32>)
  return %0#1 : tensor<8x32xui32>
}

// CHECK-LABEL: @loop
func.func @loop(%a: tensor<8x8xf32>, %b: tensor<i1>, %n: tensor<i32>) -> tensor<8x8xf32> {
  // CHECK: %0:2 = "ttcore.while_loop"(%arg2, %arg0) <{body_program = @body, initial = #ttcore.loop_bound<0>, limit = #ttcore.loop_bound<0, 2 : i32>, output_indices = array<i32: 0, 1>, state_count = 2 : i32, step = #ttcore.loop_bound<1>}>
  %0:2 = "ttcore.while_loop"(%n, %a) <{body_program = @body, initial = #ttcore.loop_bound<0>, limit = #ttcore.loop_bound<0, 2 : i32>, output_indices = array<i32: 0, 1>, state_count = 2 : i32, step = #ttcore.loop_bound<1>}> : (tensor<i32>, tensor<8x8xf32>) -> (tensor<i32>, tensor<8x8xf32>)
  // CHECK: "ttcore.case"(%arg1, %0#1) <{branch_programs = [@twice, @twice]}>
  %1 = "ttcore.case"(%b, %0#1) <{branch_programs = [@twice, @twice]}> : (tensor<i1>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
func.func private @body(%n: tensor<i32>, %a: tensor<8x8xf32>) -> (tensor<i32>, tensor<8x8xf32>) {
  return %n, %a : tensor<i32>, tensor<8x8xf32>
}
func.func private @twice(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = "ttir.add"(%a, %a) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: @fused
func.func @fused(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: "ttnn.add"(%arg0, %arg0) <{activations = [#ttnn.unary_with_param<op_type = log1p>], input_tensor_a_activations = [], input_tensor_b_activations = []}>
  %0 = "ttnn.add"(%a, %a) <{activations = [#ttnn.unary_with_param<op_type = log1p>]}> : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
