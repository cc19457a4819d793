// RUN: not ttopt --convert-stablehlo-to-ttir --split-input-file %s 2>&1 | filecheck %s
// What TTIR cannot compute exactly is refused, with the place and the reason.

func.func @too_large() -> tensor<2xi64> {
  // CHECK: {{:[0-9]+}}:8: error: 'stablehlo.constant' op element 4294967297 does not fit into 'i32', the type that it has in TTIR
  %0 = stablehlo.constant dense<[1, 4294967297]> : tensor<2xi64>
  return %0 : tensor<2xi64>
}

// -----

func.func @infinite() -> tensor<f64> {
  // CHECK: {{:[0-9]+}}:8: error: 'stablehlo.constant' op element 1e+300 does not fit into 'f32', the type that it has in TTIR
  %0 = stablehlo.constant dense<1.0e+300> : tensor<f64>
  return %0 : tensor<f64>
}

// -----

func.func @more_than_one_op(%a: tensor<4x8xf32>, %z: tensor<f32>) -> tensor<4xf32> {
  // CHECK: {{:[0-9]+}}:{{[0-9]+}}: error: failed to legalize operation 'stablehlo.reduce'
  // CHECK: note: its region must apply one of add, maximum, minimum and multiply, or for integers and booleans and, or, xor
  %0 = stablehlo.reduce(%a init: %z) across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
   reducer(%x: tensor<f32>, %y: tensor<f32>)  {
    %1 = stablehlo.add %x, %y : tensor<f32>
    %2 = stablehlo.abs %1 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @init_of_one(%a: tensor<1x8x8x3xbf16>) -> tensor<1x4x4x3xbf16> {
  %z = stablehlo.constant dense<1.0> : tensor<bf16>
  // CHECK: {{:[0-9]+}}:8: error: failed to legalize operation 'stablehlo.reduce_window'
  // CHECK: note: its initial value is not known to be the neutral one of 'stablehlo.maximum'
  %0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
    %1 = stablehlo.maximum %x, %y : tensor<bf16>
    stablehlo.return %1 : tensor<bf16>
  }) : (tensor<1x8x8x3xbf16>, tensor<bf16>) -> tensor<1x4x4x3xbf16>
  return %0 : tensor<1x4x4x3xbf16>
}

// -----

func.func @columns_of_the_mesh(%a: tensor<4x8xf32>) -> tensor<4x16xf32> {
  // CHECK: {{:[0-9]+}}:8: error: failed to legalize operation 'stablehlo.all_gather'
  // CHECK: note: its replica groups are not the rows of a mesh
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// -----

func.func @unknown_call(%a: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: {{:[0-9]+}}:8: error: failed to legalize operation 'stablehlo.custom_call'
  // CHECK: note: the target 'foo' is unknown
  %0 = stablehlo.custom_call @foo(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// CHECK: {{:[0-9]+}}:1: error: 'func.func' op only ranked tensors can be converted to TTIR, got '!stablehlo.token'
func.func @token(%a: !stablehlo.token) -> !stablehlo.token {
  return %a : !stablehlo.token
}

// -----

func.func @complex() -> tensor<2xcomplex<f32>> {
  // CHECK: {{:[0-9]+}}:8: error: failed to legalize operation 'stablehlo.constant'
  // CHECK: note: TTIR has no complex numbers
  %0 = stablehlo.constant dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>
  return %0 : tensor<2xcomplex<f32>>
}

// -----

func.func @not_converted(%a: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: {{:[0-9]+}}:8: error: failed to legalize operation 'chlo.bessel_i1e'
  %0 = chlo.bessel_i1e %a : tensor<8xf32> -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @data_dependent(%i: tensor<i32>) -> tensor<i32> {
  %n = stablehlo.constant dense<10> : tensor<i32>
  // CHECK: {{:[0-9]+}}:8: error: failed to legalize operation 'stablehlo.while'
  // CHECK: note: the number of iterations depends on data
  %0 = stablehlo.while(%x = %i) : tensor<i32>
   cond {
    %1 = stablehlo.compare LT, %x, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %x, %x : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }
  return %0 : tensor<i32>
}

// -----

func.func @endless() -> tensor<i32> {
  %n = stablehlo.constant dense<0> : tensor<i32>
  // CHECK: {{:[0-9]+}}:8: error: failed to legalize operation 'stablehlo.while'
  // CHECK: note: the loop runs more than 4096 times
  %0 = stablehlo.while(%x = %n) : tensor<i32>
   cond {
    %1 = stablehlo.compare EQ, %x, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    stablehlo.return %x : tensor<i32>
  }
  return %0 : tensor<i32>
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
  func.func @constrained(%a: tensor<8xf32>) -> tensor<8xf32> {
    // CHECK: {{:[0-9]+}}:10: error: failed to legalize operation 'stablehlo.custom_call'
    // CHECK: note: all users must be @SPMDFullToShardShape with one type
    %0 = stablehlo.custom_call @Sharding(%a) {mhlo.sharding = "{replicated}"} : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}

// -----

module {
  func.func @constrained(%a: tensor<8xf32>) -> tensor<8xf32> {
    // CHECK: {{:[0-9]+}}:10: error: failed to legalize operation 'stablehlo.custom_call'
    // CHECK: note: all users must be @SPMDFullToShardShape with one type
    %0 = stablehlo.custom_call @Sharding(%a) {mhlo.sharding = "{replicated}"} : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 1 : i32} {
  func.func @constrained(%a: tensor<8xf32>) -> tensor<8xf32> {
    // CHECK: {{:[0-9]+}}:10: error: failed to legalize operation 'stablehlo.custom_call'
    // CHECK: note: all users must be @SPMDFullToShardShape with one type
    %0 = stablehlo.custom_call @Sharding(%a) {mhlo.sharding = "{maximal device=1}"} : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 1 : i32} {
  func.func @constrained(%a: tensor<8xf32>) -> tensor<8xf32> {
    // CHECK: {{:[0-9]+}}:10: error: failed to legalize operation 'stablehlo.custom_call'
    // CHECK: note: all users must be @SPMDFullToShardShape with one type
    %0 = stablehlo.custom_call @Sharding(%a) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}

// -----

// A number that f32 does not hold is no padding, but no crash either.
func.func @padding_beyond_f32(%x: tensor<4xf64>) -> tensor<6xf64> {
  // CHECK: {{:[0-9]+}}:8: error: 'stablehlo.constant' op element 1e+300 does not fit into 'f32', the type that it has in TTIR
  %c = stablehlo.constant dense<1.0e300> : tensor<f64>
  %0 = stablehlo.pad %x, %c, low = [1], high = [1], interior = [0] : (tensor<4xf64>, tensor<f64>) -> tensor<6xf64>
  return %0 : tensor<6xf64>
}

// -----

func.func @running_or(%x: tensor<4xi1>) -> tensor<4xi1> {
  %c = stablehlo.constant dense<false> : tensor<i1>
  // CHECK: {{:[0-9]+}}:8: error: failed to legalize operation 'stablehlo.reduce_window'
  // CHECK: note: its region adds booleans, which is a logical or, unlike TTIR's sum
  %0 = "stablehlo.reduce_window"(%x, %c) <{padding = dense<[[3, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 4>}> ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %1 = stablehlo.add %a, %b : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4xi1>, tensor<i1>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// -----

// 600 rows are numbered by indices of a type that ends at 127.
func.func @narrow_indices(%x: tensor<20x30x8xf32>, %i: tensor<5x2xi8>) -> tensor<5x8xf32> {
  // CHECK: {{:[0-9]+}}:8: error: failed to legalize operation 'stablehlo.gather'
  // CHECK: note: its indices have type 'i8', which cannot represent the numbers of all rows
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 8>}> : (tensor<20x30x8xf32>, tensor<5x2xi8>) -> tensor<5x8xf32>
  return %0 : tensor<5x8xf32>
}

// -----

func.func @too_many_places(%x: tensor<16777217xf32>) -> tensor<i32> {
  %places = stablehlo.iota dim = 0 : tensor<16777217xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  // CHECK: {{:[0-9]+}}:26: error: failed to legalize operation 'stablehlo.reduce'
  // CHECK: note: f32 cannot represent all positions along its dimension
  %0:2 = stablehlo.reduce(%x init: %low), (%places init: %zero) across dimensions = [0] : (tensor<16777217xf32>, tensor<16777217xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>)  {
    %gt = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %ne = stablehlo.compare NE, %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %first = stablehlo.or %gt, %ne : tensor<i1>
    %eq = stablehlo.compare EQ, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %lt = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %tie = stablehlo.and %eq, %lt : tensor<i1>
    %place = stablehlo.or %first, %tie : tensor<i1>
    %v = stablehlo.select %first, %a, %b : tensor<i1>, tensor<f32>
    %p = stablehlo.select %place, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %v, %p : tensor<f32>, tensor<i32>
  }
  return %0#1 : tensor<i32>
}

// -----

func.func @missing_resource() -> tensor<2xi64> {
  // CHECK: {{:[0-9]+}}:8: error: failed to legalize operation 'stablehlo.constant'
  // CHECK: note: the file holds no resource 'there_is_none'
  %0 = stablehlo.constant dense_resource<there_is_none> : tensor<2xi64>
  return %0 : tensor<2xi64>
}

// -----

func.func @resource_of_another_size() -> tensor<2xi64> {
  // CHECK: {{:[0-9]+}}:8: error: failed to legalize operation 'stablehlo.constant'
  // CHECK: note: the resource 'short' holds 8 bytes, which 2 elements of 'i64' do not have
  %0 = stablehlo.constant dense_resource<short> : tensor<2xi64>
  return %0 : tensor<2xi64>
}
{-# dialect_resources: { builtin: { short: "0x080000000100000000000000" } } #-}

// -----

func.func @random_bits(%state: tensor<2xui64>) -> tensor<4xui32> {
  // CHECK: {{:[0-9]+}}:12: error: failed to legalize operation 'stablehlo.rng_bit_generator': TTIR has no random numbers: compute them outside, and pass them as arguments{{$}}
  %0, %1 = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  return %1 : tensor<4xui32>
}

// -----

func.func @unused_complex(%a: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: {{:[0-9]+}}:8: error: failed to legalize operation 'stablehlo.complex': TTIR has no complex numbers
  %0 = stablehlo.complex %a, %a : tensor<4xcomplex<f32>>
  return %a : tensor<4xf32>
}

// -----

func.func @batch_norm(%a: tensor<0x8xf32>, %s: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: {{:[0-9]+}}:{{[0-9]+}}: error: failed to legalize operation 'stablehlo.batch_norm_training'
  // CHECK: note: its features have no elements
  %0, %1, %2 = "stablehlo.batch_norm_training"(%a, %s, %s) <{epsilon = 0.001 : f32, feature_index = 1 : i64}> : (tensor<0x8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<0x8xf32>, tensor<8xf32>, tensor<8xf32>)
  return %1 : tensor<8xf32>
}

// -----

func.func @dynamic_size(%a: tensor<?x8xf32>) -> tensor<i32> {
  // CHECK: {{:[0-9]+}}:8: error: failed to legalize operation 'stablehlo.get_dimension_size'
  // CHECK: note: dimension 0 is dynamic
  %0 = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x8xf32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

func.func @several_operands(%a: tensor<4x8xf32>, %i: tensor<4x8xf32>, %z: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: {{:[0-9]+}}:{{[0-9]+}}: error: failed to legalize operation 'stablehlo.reduce'
  // CHECK: note: a reduction of two operands must return the first largest or smallest element, and its position
  %0:2 = stablehlo.reduce(%a init: %z), (%i init: %z) across dimensions = [1] : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
   reducer(%x: tensor<f32>, %y: tensor<f32>) (%xi: tensor<f32>, %yi: tensor<f32>)  {
    %1 = stablehlo.maximum %x, %y : tensor<f32>
    %2 = stablehlo.minimum %xi, %yi : tensor<f32>
    stablehlo.return %1, %2 : tensor<f32>, tensor<f32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

func.func @other_sign(%a: tensor<4xi32>) -> tensor<4xi1> {
  // CHECK: {{:[0-9]+}}:8: error: failed to legalize operation 'stablehlo.compare'
  // CHECK: note: it compares signed integers as unsigned, or unsigned ones as signed
  %0 = stablehlo.compare LT, %a, %a, UNSIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// -----

func.func @sorted_by_other_sign(%a: tensor<4xui32>) -> tensor<4xui32> {
  // CHECK: {{:[0-9]+}}:8: error: failed to legalize operation 'stablehlo.sort'
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<ui32>, %y: tensor<ui32>):
    %1 = stablehlo.compare LT, %x, %y, SIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4xui32>) -> tensor<4xui32>
  return %0 : tensor<4xui32>
}

// -----

func.func @scalars_of_other_sign() -> tensor<i1> {
  %a = stablehlo.constant dense<-1> : tensor<i32>
  %b = stablehlo.constant dense<1> : tensor<i32>
  // CHECK: {{:[0-9]+}}:8: error: failed to legalize operation 'stablehlo.compare'
  %0 = stablehlo.compare LT, %a, %b, UNSIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}

// -----

func.func @four_bits() -> tensor<i4> {
  // CHECK: {{:[0-9]+}}:8: error: failed to legalize operation 'stablehlo.constant'
  // CHECK: note: TTIR has no constants of 'i4'
  %0 = stablehlo.constant dense<1> : tensor<i4>
  return %0 : tensor<i4>
}
