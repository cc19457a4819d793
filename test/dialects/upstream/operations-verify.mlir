// RUN: ttopt --split-input-file --verify-diagnostics %s

func.func @f(%v0: index) {
  // expected-error@+1 {{'affine.apply' op operand count and affine map dimension and symbol count must match}}
  "affine.apply"(%v0) <{map = affine_map<(d0)[s0] -> (d0 + s0)>}> : (index) -> (index)
  return
}

// -----

func.func @f(%v0: memref<4x8xf64>, %v1: index, %v2: index) {
  // expected-error@+1 {{'affine.load' op result type must match element type of memref}}
  "affine.load"(%v0, %v1, %v2) <{map = affine_map<(d0, d1) -> (d0, d1)>}> : (memref<4x8xf64>, index, index) -> (f32)
  return
}

// -----

func.func @f(%i32: i32) {
  // expected-error@+1 {{'affine.parallel' op result type cannot match reduction attribute}}
  %r = affine.parallel (%k) = (0) to (10) reduce ("addf") -> (i32) { affine.yield %i32 : i32 }
  return
}

// -----

func.func @f(%v0: f64, %v1: memref<4x8xf32>, %v2: index, %v3: index) {
  // expected-error@+1 {{'affine.store' op value to store must have the same type as memref element type}}
  "affine.store"(%v0, %v1, %v2, %v3) <{map = affine_map<(d0, d1) -> (d0, d1)>}> : (f64, memref<4x8xf32>, index, index) -> ()
  return
}

// -----

func.func @f(%m_4x8xi32: memref<4x8xi32>, %index: index, %index.1: index) {
  // expected-error@+1 {{'affine.vector_load' op requires memref and vector types of the same elemental type}}
  %r = affine.vector_load %m_4x8xi32[%index, %index.1] : memref<4x8xi32>, vector<8xf32>
  return
}

// -----

func.func @f(%m_4xi32: memref<4xi32>) {
  // expected-error@+1 {{different element types specified for source memref type 'memref<4xi32>' and result memref type 'memref<8xf32>'}}
  %r = memref.realloc %m_4xi32 : memref<4xi32> to memref<8xf32>
  return
}

// -----

func.func @f(%t_32xf32: tensor<32xf32>, %t_2x8x8x4xf32: tensor<2x8x8x4xf32>) {
  // expected-error@+1 {{invalid inner_dims_pos vector}}
  %r = tensor.pack %t_32xf32 inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %t_2x8x8x4xf32 : tensor<32xf32> -> tensor<2x8x8x4xf32>
  return
}

// -----

func.func @f(%t_16x32xf32: tensor<16x32xf32>, %f32: f32, %t_8x2x8x4xf32: tensor<8x2x8x4xf32>) {
  // expected-error@+1 {{invalid outer_dims_perm vector}}
  %r = tensor.pack %t_16x32xf32 padding_value(%f32 : f32) outer_dims_perm = [2, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %t_8x2x8x4xf32 : tensor<16x32xf32> -> tensor<8x2x8x4xf32>
  return
}

// -----

func.func @f(%t_4x8xf32: tensor<4x8xf32>, %t_2x8x3xf32: tensor<2x8x3xf32>, %t_2x4x3xf32: tensor<2x4x3xf32>) {
  // expected-error@+1 {{'linalg.batch_matmul' op expected operand rank (2) to match the result rank of indexing_map #0 (3)}}
  %r = linalg.batch_matmul ins(%t_4x8xf32, %t_2x8x3xf32 : tensor<4x8xf32>, tensor<2x8x3xf32>) outs(%t_2x4x3xf32 : tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  return
}

// -----

func.func @f(%t_8xf32: tensor<8xf32>, %t_4xf32: tensor<4xf32>, %t_6xf32: tensor<6xf32>) {
  // expected-error@+1 {{'linalg.conv_1d' op inferred input/output operand #0 has shape's dimension #0 to be greater than or equal to 9, but found 8}}
  %r = linalg.conv_1d ins(%t_8xf32, %t_4xf32 : tensor<8xf32>, tensor<4xf32>) outs(%t_6xf32 : tensor<6xf32>) -> tensor<6xf32>
  return
}

// -----

func.func @f(%v0: tensor<0x8xf32>, %v1: tensor<8x2xf32>, %v2: tensor<4x2xf32>) {
  // expected-error@+1 {{'linalg.generic' op unexpected result less than 0 at expression #0 in (d0, d1, d2) -> (d0, d1)}}
  "linalg.generic"(%v0, %v1, %v2) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 2, 1>}> ({ ^bb0(%b0: f32, %b1: f32, %b2: f32): "linalg.yield"(%b0) : (f32) -> () }) : (tensor<0x8xf32>, tensor<8x2xf32>, tensor<4x2xf32>) -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%t_5x8xf32: tensor<5x8xf32>, %t_4x8xi32: tensor<4x8xi32>, %t_4xf32: tensor<4xf32>, %t_4xi32: tensor<4xi32>) {
  // expected-error@+1 {{'linalg.reduce' op expects all inputs to have the same shapes. Shape at input-index 1 is not equal to the shape at input-index 0.}}
  %r:2 = linalg.reduce ins(%t_5x8xf32, %t_4x8xi32 : tensor<5x8xf32>, tensor<4x8xi32>) outs(%t_4xf32, %t_4xi32 : tensor<4xf32>, tensor<4xi32>) dimensions = [1] (%a: f32, %c: i32, %d: f32, %e: i32) { linalg.yield %a, %e : f32, i32 }
  return
}

// -----

func.func @f(%t_4x8xf32: tensor<4x8xf32>, %t_4x8xi32: tensor<4x8xi32>, %t_5xf32: tensor<5xf32>, %t_4xi32: tensor<4xi32>) {
  // expected-error@+1 {{'linalg.reduce' op expects all outputs to have the same shapes. Shape at output-index 1 is not equal to the shape at output-index 0.}}
  %r:2 = linalg.reduce ins(%t_4x8xf32, %t_4x8xi32 : tensor<4x8xf32>, tensor<4x8xi32>) outs(%t_5xf32, %t_4xi32 : tensor<5xf32>, tensor<4xi32>) dimensions = [1] (%a: f32, %c: i32, %d: f32, %e: i32) { linalg.yield %a, %e : f32, i32 }
  return
}

// -----

func.func @f(%v0: tensor<8xf32>, %v1: tensor<4xf32>) {
  // expected-error@+1 {{'linalg.reduce' op dimensions for reduction should be in the range [0, 0].}}
  "linalg.reduce"(%v0, %v1) <{dimensions = array<i64: 1>}> ({ ^bb0(%b0: f32, %b1: f32): "linalg.yield"(%b0) : (f32) -> () }) : (tensor<8xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @f(%v0: tensor<4x8xf32>, %v1: tensor<4xf32>) {
  // expected-error@+1 {{'linalg.reduce' op attribute 'dimensions' failed to satisfy constraint: i64 dense array attribute should be in increasing order}}
  "linalg.reduce"(%v0, %v1) <{dimensions = array<i64: 1, 1>}> ({ ^bb0(%b0: f32, %b1: f32): "linalg.yield"(%b0) : (f32) -> () }) : (tensor<4x8xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @f(%v0: tensor<4x8x2xf32>, %v1: tensor<4xf32>) {
  // expected-error@+1 {{'linalg.reduce' op number of dimensions after reduction 2 doesn't match the init rank 1}}
  "linalg.reduce"(%v0, %v1) <{dimensions = array<i64: 1>}> ({ ^bb0(%b0: f32, %b1: f32): "linalg.yield"(%b0) : (f32) -> () }) : (tensor<4x8x2xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @f(%v0: tensor<5x8xf32>, %v1: tensor<4xf32>) {
  // expected-error@+1 {{'linalg.reduce' op init dimensions [4] doesn't match input dimensions after reduction [5]}}
  "linalg.reduce"(%v0, %v1) <{dimensions = array<i64: 1>}> ({ ^bb0(%b0: f32, %b1: f32): "linalg.yield"(%b0) : (f32) -> () }) : (tensor<5x8xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @f(%t_8xf32: tensor<8xf32>, %t_8xf32.1: tensor<8xf32>) {
  // expected-error@+1 {{'linalg.softmax' op incorrect dimension specified}}
  %r = linalg.softmax dimension(1) ins(%t_8xf32 : tensor<8xf32>) outs(%t_8xf32.1 : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @f(%m_4xf32: memref<4xf32>) {
  // expected-error@+1 {{'memref.assume_alignment' op alignment must be power of 2}}
  memref.assume_alignment %m_4xf32, 17 : memref<4xf32>
  return
}

// -----

func.func @f(%f32: f32, %m_4xi32: memref<4xi32>, %index: index) {
  // expected-error@+1 {{'memref.atomic_rmw' op failed to verify that value type matches element type of memref}}
  %r = memref.atomic_rmw addf %f32, %m_4xi32[%index] : (f32, memref<4xi32>) -> f32
  return
}

// -----

func.func @f(%f32: f32, %m_f32: memref<f32>, %index: index) {
  // expected-error@+1 {{'memref.atomic_rmw' op expects the number of subscripts to be equal to memref rank}}
  %r = memref.atomic_rmw addf %f32, %m_f32[%index] : (f32, memref<f32>) -> f32
  return
}

// -----

func.func @f(%m_4xi32: memref<4xi32>, %index: index) {
  // expected-error@+1 {{'memref.generic_atomic_rmw' op expected block argument of the same type result type}}
  %r = memref.generic_atomic_rmw %m_4xi32[%index] : memref<4xi32> { ^bb0(%a: f32): %q = arith.negf %a : f32 memref.atomic_yield %q : f32 }
  return
}

// -----

func.func @f(%m_4xi32: memref<4xi32>, %index: index) {
  // expected-error@+1 {{'memref.prefetch' op too few indices}}
  memref.prefetch %m_4xi32[%index, %index], read, locality<3>, data : memref<4xi32>
  return
}

// -----

func.func @f(%m_4xi32: memref<4xi32>, %m_2xi32: memref<2xi32>) {
  // expected-error@+1 {{'memref.reshape' op element types of source and destination memref types should be the same}}
  %r = memref.reshape %m_4xi32(%m_2xi32) : (memref<4xi32>, memref<2xi32>) -> memref<2x2xf32>
  return
}

// -----

func.func @f(%m_4xf32: memref<4xf32>, %m_Dxi32: memref<?xi32>) {
  // expected-error@+1 {{'memref.reshape' op cannot use shape operand with dynamic length to reshape to statically-ranked memref type}}
  %r = memref.reshape %m_4xf32(%m_Dxi32) : (memref<4xf32>, memref<?xi32>) -> memref<2x2xf32>
  return
}

// -----

func.func @f(%m_4xf32: memref<4xf32>, %m_3xi32: memref<3xi32>) {
  // expected-error@+1 {{'memref.reshape' op length of shape operand differs from the result's memref rank}}
  %r = memref.reshape %m_4xf32(%m_3xi32) : (memref<4xf32>, memref<3xi32>) -> memref<2x2xf32>
  return
}

// -----

func.func @f(%m_8xf32: memref<8xf32>) {
  // expected-error@+1 {{'memref.transpose' op expected a permutation map of same rank as the input}}
  %r = memref.transpose %m_8xf32 (i, j) -> (j, i) : memref<8xf32> to memref<8x4xf32, strided<[1, 8]>>
  return
}

// -----

func.func @f(%t_16x32xf32: tensor<16x32xf32>, %t_2x8x9x4xf32: tensor<2x8x9x4xf32>) {
  // expected-error@+1 {{mismatch in inner tile sizes specified and shaped of tiled dimension in the packed type}}
  %r = tensor.pack %t_16x32xf32 inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %t_2x8x9x4xf32 : tensor<16x32xf32> -> tensor<2x8x9x4xf32>
  return
}

// -----

func.func @f(%m_4xf32: memref<4xf32>) {
  // expected-error@+1 {{missing dimension operand for result type 'memref<?xf32>'}}
  %r = memref.realloc %m_4xf32 : memref<4xf32> to memref<?xf32>
  return
}

// -----

func.func @f(%t_2x16x32xf32: tensor<2x16x32xf32>, %f32: f32, %t_8x2x8x4xf32: tensor<8x2x8x4xf32>) {
  // expected-error@+1 {{outer_dims_perm must be a permutation or empty}}
  %r = tensor.pack %t_2x16x32xf32 padding_value(%f32 : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %t_8x2x8x4xf32 : tensor<2x16x32xf32> -> tensor<8x2x8x4xf32>
  return
}

// -----

func.func @f(%t_2x16x32xf32: tensor<2x16x32xf32>, %t_2x8x8x4xf32: tensor<2x8x8x4xf32>) {
  // expected-error@+1 {{packed rank must equal unpacked rank + tiling factors}}
  %r = tensor.pack %t_2x16x32xf32 inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %t_2x8x8x4xf32 : tensor<2x16x32xf32> -> tensor<2x8x8x4xf32>
  return
}

// -----

func.func @f(%t_16x32xi32: tensor<16x32xi32>, %f32: f32, %t_8x2x8x4xf32: tensor<8x2x8x4xf32>) {
  // expected-error@+1 {{'tensor.pack' op expected padding_value has 'i32' but got: 'f32'}}
  %r = tensor.pack %t_16x32xi32 padding_value(%f32 : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %t_8x2x8x4xf32 : tensor<16x32xi32> -> tensor<8x2x8x4xf32>
  return
}

// -----

func.func @f(%v0: tensor<8x3xf64>, %v1: tensor<2xi32>) {
  // expected-error@+1 {{'tensor.reshape' op element types of source and destination tensor types should be the same}}
  "tensor.reshape"(%v0, %v1) : (tensor<8x3xf64>, tensor<2xi32>) -> (tensor<4x6xf32>)
  return
}

// -----

func.func @f(%v0: tensor<9x3xf32>, %v1: tensor<2xi32>) {
  // expected-error@+1 {{'tensor.reshape' op source and destination tensor should have the same number of elements}}
  "tensor.reshape"(%v0, %v1) : (tensor<9x3xf32>, tensor<2xi32>) -> (tensor<4x6xf32>)
  return
}

// -----

func.func @f(%v0: tensor<8x3xf32>, %v1: tensor<?xi32>) {
  // expected-error@+1 {{'tensor.reshape' op cannot use shape operand with dynamic length to reshape to statically-ranked tensor type}}
  "tensor.reshape"(%v0, %v1) : (tensor<8x3xf32>, tensor<?xi32>) -> (tensor<4x6xf32>)
  return
}

// -----

func.func @f(%v0: tensor<8x3xf32>, %v1: tensor<3xi32>) {
  // expected-error@+1 {{'tensor.reshape' op length of shape operand differs from the result's tensor rank}}
  "tensor.reshape"(%v0, %v1) : (tensor<8x3xf32>, tensor<3xi32>) -> (tensor<4x6xf32>)
  return
}

// -----

func.func @f(%t_17x32xf32: tensor<17x32xf32>, %t_2x8x8x4xf32: tensor<2x8x8x4xf32>) {
  // expected-error@+1 {{the shape of output is not large enough to hold the packed data. Expected at least 'tensor<3x8x8x4xf32>', got 'tensor<2x8x8x4xf32>'}}
  %r = tensor.pack %t_17x32xf32 inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %t_2x8x8x4xf32 : tensor<17x32xf32> -> tensor<2x8x8x4xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'vector.constant_mask' op must specify array attr of size equal vector result rank}}
  %r = vector.constant_mask [2, 3] : vector<8xi1>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'vector.constant_mask' op array attr of size out of bounds of vector result dimension size}}
  %r = vector.constant_mask [-1, 3] : vector<4x8xi1>
  return
}

// -----

func.func @f(%v_8xf32: vector<8xf32>, %v_8x2xf32: vector<8x2xf32>, %v_4x2xf32: vector<4x2xf32>) {
  // expected-error@+1 {{'vector.contract' op expected indexing map 0 to have 1 number of outputs}}
  %r = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} %v_8xf32, %v_8x2xf32, %v_4x2xf32 : vector<8xf32>, vector<8x2xf32> into vector<4x2xf32>
  return
}

// -----

func.func @f(%v_4x9xf32: vector<4x9xf32>, %v_8x2xf32: vector<8x2xf32>, %v_4x2xf32: vector<4x2xf32>) {
  // expected-error@+1 {{'vector.contract' op invalid contracting dimension map}}
  %r = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} %v_4x9xf32, %v_8x2xf32, %v_4x2xf32 : vector<4x9xf32>, vector<8x2xf32> into vector<4x2xf32>
  return
}

// -----

func.func @f(%v_4xf32: vector<4xf32>, %i32: i32) {
  // expected-error@+1 {{'vector.contract' op unsupported contraction type}}
  %r = vector.contract {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<maxnumf>} %v_4xf32, %v_4xf32, %i32 : vector<4xf32>, vector<4xf32> into i32
  return
}

// -----

func.func @f(%v_5xf32: vector<5xf32>) {
  // expected-error@+1 {{'vector.deinterleave' op failed to verify that the trailing dimension of the source vector has an even number of elements}}
  %r, %s = vector.deinterleave %v_5xf32 : vector<5xf32> -> vector<2xf32>
  return
}

// -----

func.func @f(%v_4xi32: vector<4xi32>) {
  // expected-error@+1 {{'vector.deinterleave' op failed to verify that the trailing dimension of the results is half the width of source trailing dimension}}
  %r, %s = vector.deinterleave %v_4xi32 : vector<4xi32> -> vector<2xf32>
  return
}

// -----

func.func @f(%v_4x8xf32: vector<4x8xf32>) {
  // expected-error@+1 {{'vector.extract_strided_slice' op expected strides to be confined to [1, 2)}}
  %r = vector.extract_strided_slice %v_4x8xf32 {offsets = [0, 2], sizes = [2, 4], strides = [2, 1]} : vector<4x8xf32> to vector<2x4xf32>
  return
}

// -----

func.func @f(%v_2x4x8xf32: vector<2x4x8xf32>) {
  // expected-error@+1 {{'vector.extract_strided_slice' op expected sum(offsets, sizes) dimension 1 to be confined to [1, 5)}}
  %r = vector.extract_strided_slice %v_2x4x8xf32 {offsets = [0, 2], sizes = [2, 4], strides = [1, 1]} : vector<2x4x8xf32> to vector<2x4xf32>
  return
}

// -----

func.func @f(%v_f32: vector<f32>, %i32: i32) {
  // expected-error@+1 {{'vector.extractelement' op expected position to be empty with 0-D vector}}
  %r = vector.extractelement %v_f32[%i32 : i32] : vector<f32>
  return
}

// -----

func.func @f(%v_2x4xf32: vector<2x4xf32>, %i32: i32) {
  // expected-error@+1 {{'vector.extractelement' op unexpected >1 vector rank}}
  %r = vector.extractelement %v_2x4xf32[%i32 : i32] : vector<2x4xf32>
  return
}

// -----

func.func @f(%m_8xf32: memref<8xf32>, %index: index, %v_5xi32: vector<5xi32>, %v_4xi1: vector<4xi1>, %v_4xf32: vector<4xf32>) {
  // expected-error@+1 {{'vector.gather' op expected result dim to match indices dim}}
  %r = vector.gather %m_8xf32[%index] [%v_5xi32], %v_4xi1, %v_4xf32 : memref<8xf32>, vector<5xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @f(%v_2x4xf32: vector<2x4xf32>, %v_8xf32: vector<8xf32>) {
  // expected-error@+1 {{'vector.insert_strided_slice' op expected offsets of same size as destination vector rank}}
  %r = vector.insert_strided_slice %v_2x4xf32, %v_8xf32 {offsets = [0, 2], strides = [1, 1]} : vector<2x4xf32> into vector<8xf32>
  return
}

// -----

func.func @f(%v_4xf32: vector<4xf32>, %v_4x8xf32: vector<4x8xf32>) {
  // expected-error@+1 {{'vector.insert_strided_slice' op expected strides of same size as source vector rank}}
  %r = vector.insert_strided_slice %v_4xf32, %v_4x8xf32 {offsets = [0, 2], strides = [1, 1]} : vector<4xf32> into vector<4x8xf32>
  return
}

// -----

func.func @f(%v_4xi32: vector<4xi32>) {
  // expected-error@+1 {{'vector.interleave' op failed to verify that type of 'result' is double the width of the inputs}}
  %r = vector.interleave %v_4xi32, %v_4xi32 : vector<4xi32> -> vector<8xf32>
  return
}

// -----

func.func @f(%v_4xi1: vector<4xi1>, %v_4xf32: vector<4xf32>, %t_4xf32: tensor<4xf32>, %index: index) {
  // expected-error@+1 {{'vector.mask' op expects number of results to match mask region yielded values}}
  vector.mask %v_4xi1 { vector.transfer_write %v_4xf32, %t_4xf32[%index] : vector<4xf32>, tensor<4xf32> } : vector<4xi1>
  return
}

// -----

func.func @f(%v_5xi1: vector<5xi1>, %v_4xf32: vector<4xf32>) {
  // expected-error@+1 {{'vector.mask' op expects a 'vector<4xi1>' mask for the maskable operation}}
  %r = vector.mask %v_5xi1 { vector.reduction <add>, %v_4xf32 : vector<4xf32> into f32 } : vector<5xi1> -> f32
  return
}

// -----

func.func @f(%v0: memref<4x8xf64>, %v1: index, %v2: index, %v3: vector<8xi1>, %v4: vector<8xf32>) {
  // expected-error@+1 {{'vector.maskedstore' op base and valueToStore element type should match}}
  "vector.maskedstore"(%v0, %v1, %v2, %v3, %v4) : (memref<4x8xf64>, index, index, vector<8xi1>, vector<8xf32>) -> ()
  return
}

// -----

func.func @f(%v_16xi32: vector<16xi32>, %v_8xf32: vector<8xf32>) {
  // expected-error@+1 {{'vector.matrix_multiply' op failed to verify that lhs operand and result have same element type}}
  %r = vector.matrix_multiply %v_16xi32, %v_8xf32 {lhs_columns = 4 : i32, lhs_rows = 4 : i32, rhs_columns = 2 : i32} : (vector<16xi32>, vector<8xf32>) -> vector<8xf32>
  return
}

// -----

func.func @f(%v_4xi32: vector<4xi32>, %v_8xf32: vector<8xf32>) {
  // expected-error@+1 {{'vector.outerproduct' op failed to verify that rhs operand and result have same element type}}
  %r = vector.outerproduct %v_4xi32, %v_8xf32 : vector<4xi32>, vector<8xf32>
  return
}

// -----

func.func @f(%v_2x4xf32: vector<2x4xf32>, %v_8xf32: vector<8xf32>) {
  // expected-error@+1 {{'vector.outerproduct' op expected 1-d vector for operand #1}}
  %r = vector.outerproduct %v_2x4xf32, %v_8xf32 : vector<2x4xf32>, vector<8xf32>
  return
}

// -----

func.func @f(%v_4xf32: vector<4xf32>, %v_2x8xf32: vector<2x8xf32>) {
  // expected-error@+1 {{'vector.outerproduct' op expected 1-d vector for operand #2}}
  %r = vector.outerproduct %v_4xf32, %v_2x8xf32 : vector<4xf32>, vector<2x8xf32>
  return
}

// -----

func.func @f(%v_4x8xf32: vector<4x8xf32>, %v_8xf32: vector<8xf32>) {
  // expected-error@+1 {{'vector.scan' op reduction dimension 9 has to be less than 2}}
  %r:2 = vector.scan <add>, %v_4x8xf32, %v_8xf32 {inclusive = false, reduction_dim = 9 : i64} : vector<4x8xf32>, vector<8xf32>
  return
}

// -----

func.func @f(%v_8xf32: vector<8xf32>) {
  // expected-error@+1 {{'vector.scan' op initial value rank 1 has to be equal to 0}}
  %r:2 = vector.scan <add>, %v_8xf32, %v_8xf32 {inclusive = false, reduction_dim = 0 : i64} : vector<8xf32>, vector<8xf32>
  return
}

// -----

func.func @f(%v_4x9xf32: vector<4x9xf32>, %v_8xf32: vector<8xf32>) {
  // expected-error@+1 {{'vector.scan' op incompatible input/initial value shapes}}
  %r:2 = vector.scan <add>, %v_4x9xf32, %v_8xf32 {inclusive = false, reduction_dim = 0 : i64} : vector<4x9xf32>, vector<8xf32>
  return
}

// -----

func.func @f(%m_8xf32: memref<8xf32>, %index: index, %v_5xi32: vector<5xi32>, %v_4xi1: vector<4xi1>, %v_4xf32: vector<4xf32>) {
  // expected-error@+1 {{'vector.scatter' op expected valueToStore dim to match indices dim}}
  vector.scatter %m_8xf32[%index] [%v_5xi32], %v_4xi1, %v_4xf32 : memref<8xf32>, vector<5xi32>, vector<4xi1>, vector<4xf32>
  return
}

// -----

func.func @f(%v_4x8xi32: vector<4x8xi32>) {
  // expected-error@+1 {{'vector.shape_cast' op source/result vectors must have same element type}}
  %r = vector.shape_cast %v_4x8xi32 : vector<4x8xi32> to vector<32xf32>
  return
}

// -----

func.func @f(%v_5x8xf32: vector<5x8xf32>) {
  // expected-error@+1 {{'vector.shape_cast' op source/result number of elements must match}}
  %r = vector.shape_cast %v_5x8xf32 : vector<5x8xf32> to vector<32xf32>
  return
}

// -----

func.func @f(%v_8xf32: vector<8xf32>) {
  // expected-error@+1 {{'vector.transpose' op vector result rank mismatch: 2}}
  %r = vector.transpose %v_8xf32, [1, 0] : vector<8xf32> to vector<8x4xf32>
  return
}

// -----

func.func @f(%v_4x8xf32: vector<4x8xf32>) {
  // expected-error@+1 {{'vector.transpose' op transposition index out of range: 2}}
  %r = vector.transpose %v_4x8xf32, [2, 0] : vector<4x8xf32> to vector<8x4xf32>
  return
}

// -----

func.func @f(%v_4x8xf32: vector<4x8xf32>) {
  // expected-error@+1 {{'vector.transpose' op duplicate position index: 1}}
  %r = vector.transpose %v_4x8xf32, [1, 1] : vector<4x8xf32> to vector<8x4xf32>
  return
}
