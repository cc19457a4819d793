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

// -----

func.func @f() {
  // expected-error@+1 {{'affine.apply' op mapping must produce one value}}
  %0 = "affine.apply"() <{map = affine_map<() -> (0, 1)>}> : () -> index
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'affine.min' op affine map expect at least one result}}
  %0 = "affine.min"() <{map = affine_map<() -> ()>}> : () -> index
  return
}

// -----

func.func @f(%a: index) {
  // expected-error@+1 {{'affine.if' op operand count and condition integer set dimension and symbol count must match}}
  "affine.if"(%a) ({ "affine.yield"() : () -> () }, {}) {condition = affine_set<() : (0 == 0)>} : (index) -> ()
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error@+1 {{'affine.if' op expects 'else' region if there are results}}
  %0 = "affine.if"() ({ "affine.yield"(%a) : (f32) -> () }, {}) {condition = affine_set<() : (0 == 0)>} : () -> f32
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'affine.if' op requires an integer set attribute named 'condition'}}
  "affine.if"() ({ "affine.yield"() : () -> () }, {}) : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'affine.parallel' op the number of region arguments (1) and the number of map groups for lower (2) and upper bound (1), and the number of steps (1) must all match}}
  "affine.parallel"() <{lowerBoundsGroups = dense<1> : tensor<2xi32>, lowerBoundsMap = affine_map<() -> (0, 0)>, reductions = [], steps = [1], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<() -> (100)>}> ({ ^bb0(%i: index): "affine.yield"() : () -> () }) : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'affine.parallel' op expected lower bounds map to have 1 results}}
  "affine.parallel"() <{lowerBoundsGroups = dense<1> : tensor<1xi32>, lowerBoundsMap = affine_map<() -> (0, 0)>, reductions = [], steps = [1], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<() -> (100)>}> ({ ^bb0(%i: index): "affine.yield"() : () -> () }) : () -> ()
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error@+1 {{'affine.parallel' op a reduction must be specified for each output}}
  %0 = "affine.parallel"() <{lowerBoundsGroups = dense<1> : tensor<1xi32>, lowerBoundsMap = affine_map<() -> (0)>, reductions = [], steps = [1], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<() -> (100)>}> ({ ^bb0(%i: index): "affine.yield"(%a) : (f32) -> () }) : () -> f32
  return
}

// -----

func.func @f(%m: memref<2xf32>) {
  // expected-error@+1 {{'bufferization.dealloc' op must have the same number of conditions as memrefs to deallocate}}
  "bufferization.dealloc"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<2xf32>) -> ()
  return
}

// -----

func.func @f(%m: memref<2xf32>, %c: i1) {
  // expected-error@+1 {{'bufferization.dealloc' op must have the same number of updated conditions (results) as retained operands}}
  %0 = "bufferization.dealloc"(%m, %c) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<2xf32>, i1) -> i1
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{'linalg.map' op expects number of operands to match the arity of mapper, but got: 1 and 2}}
  %0 = linalg.map ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) (%x: f32, %y: f32) { linalg.yield %x : f32 }
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{'linalg.map' op expected shape of input (5) to match shape of output (4)}}
  %0 = linalg.map ins(%b : tensor<5xf32>) outs(%a : tensor<4xf32>) (%x: f32) { linalg.yield %x : f32 }
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{'linalg.softmax' op incompatible output shape}}
  %0 = linalg.softmax dimension(0) ins(%a : tensor<4xf32>) outs(%b : tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%m: memref<4xi32>, %i: index, %v: i32) {
  // expected-error@+1 {{'memref.atomic_rmw' op with kind 'addf' expects a floating-point type}}
  %0 = memref.atomic_rmw addf %v, %m[%i] : (i32, memref<4xi32>) -> i32
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %v: f32) {
  // expected-error@+1 {{'memref.atomic_rmw' op with kind 'addi' expects an integer type}}
  %0 = memref.atomic_rmw addi %v, %m[%i] : (f32, memref<4xf32>) -> f32
  return
}

// -----

func.func @f(%v: f32) {
  // expected-error@+1 {{'memref.atomic_yield' op expects parent op 'memref.generic_atomic_rmw'}}
  "memref.atomic_yield"(%v) : (f32) -> ()
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %v: i32) {
  // expected-error@+1 {{'memref.atomic_yield' op types mismatch between yield op: 'i32' and its parent: 'f32'}}
  %0 = "memref.generic_atomic_rmw"(%m, %i) ({ ^bb0(%x: f32): "memref.atomic_yield"(%v) : (i32) -> () }) : (memref<4xf32>, index) -> f32
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %v: i32) {
  // expected-error@+1 {{'memref.generic_atomic_rmw' op failed to verify that result type matches element type of memref}}
  %0 = "memref.generic_atomic_rmw"(%m, %i) ({ ^bb0(%x: f32): "memref.atomic_yield"(%v) : (i32) -> () }) : (memref<4xf32>, index) -> i32
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %v: f32) {
  // expected-error@+1 {{'memref.generic_atomic_rmw' op expected single number of entry block arguments}}
  %0 = "memref.generic_atomic_rmw"(%m, %i) ({ "memref.atomic_yield"(%v) : (f32) -> () }) : (memref<4xf32>, index) -> f32
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %v: f32) {
  // expected-error@+1 {{body of 'memref.generic_atomic_rmw' should contain only operations with no side effects}}
  %0 = "memref.generic_atomic_rmw"(%m, %i) ({ ^bb0(%x: f32): memref.store %v, %m[%i] : memref<4xf32> "memref.atomic_yield"(%v) : (f32) -> () }) : (memref<4xf32>, index) -> f32
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'memref.alloca_scope.return' op expects parent op 'memref.alloca_scope'}}
  "memref.alloca_scope.return"() : () -> ()
}

// -----

func.func @f(%m: memref<4xf32, affine_map<(d0) -> (d0 + 1)>>, %s: memref<1xi32>) {
  // expected-error@+1 {{'memref.reshape' op source memref type should have identity affine map}}
  %0 = memref.reshape %m(%s) : (memref<4xf32, affine_map<(d0) -> (d0 + 1)>>, memref<1xi32>) -> memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %s: memref<1xi32>) {
  // expected-error@+1 {{'memref.reshape' op result memref type should have identity affine map}}
  %0 = memref.reshape %m(%s) : (memref<4xf32>, memref<1xi32>) -> memref<4xf32, affine_map<(d0) -> (d0 + 1)>>
  return
}

// -----

func.func @f(%m: memref<4x8xf32>) {
  // expected-error@+1 {{'memref.transpose' op expected a permutation map}}
  %0 = "memref.transpose"(%m) <{permutation = affine_map<(d0, d1) -> (d0, d0)>}> : (memref<4x8xf32>) -> memref<4x8xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'scf.forall.in_parallel' op expects parent op 'scf.forall'}}
  "scf.forall.in_parallel"() ({ ^bb0: }) : () -> ()
}

// -----

func.func @f(%t: tensor<4xf32>, %v: f32) {
  // expected-error@+1 {{'scf.forall.in_parallel' op expected only tensor.parallel_insert_slice ops}}
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4xf32>) { scf.forall.in_parallel { %q = arith.negf %v : f32 } }
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %p: tensor<1xf32>) {
  // expected-error@+1 {{'tensor.parallel_insert_slice' op may only insert into an output block argument}}
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4xf32>) { scf.forall.in_parallel { tensor.parallel_insert_slice %p into %t[%i] [1] [1] : tensor<1xf32> into tensor<4xf32> } }
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error@+1 {{'scf.forall' op produces 0 results, but has only 1 outputs}}
  "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: 4>, staticStep = array<i64: 1>}> ({ ^bb0(%i: index, %o: tensor<4xf32>): scf.forall.in_parallel { } }) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error@+1 {{'scf.forall' op region expects 1 arguments}}
  %r = "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: 4>, staticStep = array<i64: 1>}> ({ ^bb0(%i: index): scf.forall.in_parallel { } }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'scf.forall' op expects 0-th block argument to be an index}}
  "scf.forall"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>, staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: 4>, staticStep = array<i64: 1>}> ({ ^bb0(%i: i32): scf.forall.in_parallel { } }) : () -> ()
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error@+1 {{'scf.forall' op type mismatch between 0-th output and corresponding block argument}}
  %r = "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: 4>, staticStep = array<i64: 1>}> ({ ^bb0(%i: index, %o: tensor<4xf32>): scf.forall.in_parallel { } }) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error@+1 {{'scf.forall' op type mismatch between 0-th output and corresponding block argument}}
  %r = "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: 4>, staticStep = array<i64: 1>}> ({ ^bb0(%i: index, %o: tensor<5xf32>): scf.forall.in_parallel { } }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'scf.forall' op expects regions to end with 'scf.forall.in_parallel'}}
  "scf.forall"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>, staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: 4>, staticStep = array<i64: 1>}> ({ ^bb0(%i: index): "scf.yield"() : () -> () }) : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'scf.forall' op mapping attribute size must match op rank}}
  "scf.forall"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>, staticLowerBound = array<i64: 0>, staticUpperBound = array<i64: 4>, staticStep = array<i64: 1>, mapping = [1, 2]}> ({ ^bb0(%i: index): scf.forall.in_parallel { } }) : () -> ()
  return
}

// -----

func.func @f(%t: tensor<4xf32>, %p: tensor<1xf32>) {
  // expected-error@+1 {{expected ParallelCombiningOpInterface parent, got: 'func.func'}}
  tensor.parallel_insert_slice %p into %t[0] [1] [1] : tensor<1xf32> into tensor<4xf32>
  return
}

// -----

func.func @f(%v: vector<2x3xf32>) {
  // expected-error@+1 {{'vector.shape_cast' op invalid shape cast}}
  %r = vector.shape_cast %v : vector<2x3xf32> to vector<3x2x1xf32>
  return
}

// -----

func.func @f(%v: vector<[4]xf32>) {
  // expected-error@+1 {{'vector.shape_cast' op different number of scalable dims at source (1) and result (0)}}
  %r = vector.shape_cast %v : vector<[4]xf32> to vector<4xf32>
  return
}

// -----

func.func @f(%v: vector<2x3xf32>) {
  // expected-error@+1 {{'vector.transpose' op transposition length mismatch: 1}}
  %r = "vector.transpose"(%v) <{permutation = array<i64: 0>}> : (vector<2x3xf32>) -> vector<3x2xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{array attr must have length 1 for 0-D vectors}}
  %r = vector.constant_mask [1, 1] : vector<i1>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{mask dim size must be either 0 or 1 for 0-D vectors}}
  %r = vector.constant_mask [2] : vector<i1>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'vector.constant_mask' op only supports 'none set' or 'all set' scalable dimensions}}
  %r = vector.constant_mask [2] : vector<[4]xi1>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'vector.constant_mask' op expected all mask dim sizes to be zeros, as a result of conjunction with zero mask dim}}
  %r = vector.constant_mask [0, 2] : vector<4x3xi1>
  return
}

// -----

func.func @f(%v: vector<4xf32>, %i: i32) {
  // expected-error@+1 {{'vector.extractelement' op failed to verify that result type matches element type of vector operand}}
  %r = "vector.extractelement"(%v, %i) : (vector<4xf32>, i32) -> f64
  return
}

// -----

func.func @f(%v: vector<4xf32>) {
  // expected-error@+1 {{'vector.extractelement' op expected position for 1-D vector}}
  %r = "vector.extractelement"(%v) : (vector<4xf32>) -> f32
  return
}

// -----

func.func @f(%v: vector<4xf32>, %s: f64, %i: i32) {
  // expected-error@+1 {{'vector.insertelement' op failed to verify that source operand type matches element type of result}}
  %r = "vector.insertelement"(%s, %v, %i) : (f64, vector<4xf32>, i32) -> vector<4xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>, %s: f32, %i: i32) {
  // expected-error@+1 {{'vector.insertelement' op failed to verify that all of {dest, result} have same type}}
  %r = "vector.insertelement"(%s, %v, %i) : (f32, vector<4xf32>, i32) -> vector<5xf32>
  return
}

// -----

func.func @f(%s: f32) {
  // expected-error@+1 {{'vector.from_elements' op result #0 must be fixed-length vector of any type values, but got 'vector<[1]xf32>'}}
  %r = vector.from_elements %s : vector<[1]xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>) {
  // expected-error@+1 {{'vector.extract_strided_slice' op expected offsets, sizes and strides attributes of same size}}
  %r = "vector.extract_strided_slice"(%v) <{offsets = [0], sizes = [2], strides = []}> : (vector<4xf32>) -> vector<2xf32>
  return
}

// -----

func.func @f(%v: vector<[4]xf32>) {
  // expected-error@+1 {{'vector.extract_strided_slice' op expected size at idx=0 to match the corresponding base size from the input vector (2 vs 4)}}
  %r = "vector.extract_strided_slice"(%v) <{offsets = [0], sizes = [2], strides = [1]}> : (vector<[4]xf32>) -> vector<[2]xf32>
  return
}

// -----

func.func @f(%s: vector<2xf32>, %v: vector<4xf32>) {
  // expected-error@+1 {{'vector.insert_strided_slice' op failed to verify that all of {dest, res} have same type}}
  %r = "vector.insert_strided_slice"(%s, %v) <{offsets = [0], strides = [1]}> : (vector<2xf32>, vector<4xf32>) -> vector<5xf32>
  return
}

// -----

func.func @f(%s: vector<1x2xf32>, %v: vector<4xf32>) {
  // expected-error@+1 {{'vector.insert_strided_slice' op expected source rank to be no greater than destination rank}}
  %r = "vector.insert_strided_slice"(%s, %v) <{offsets = [0], strides = [1, 1]}> : (vector<1x2xf32>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%s: vector<2xf32>, %v: vector<4xf32>) {
  // expected-error@+1 {{'vector.insert_strided_slice' op expected sum(offsets, source vector shape) dimension 0 to be confined to [1, 5)}}
  %r = "vector.insert_strided_slice"(%s, %v) <{offsets = [3], strides = [1]}> : (vector<2xf32>, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a: vector<4xf32>, %b: vector<5xf32>) {
  // expected-error@+1 {{'vector.interleave' op failed to verify that all of {lhs, rhs} have same type}}
  %r = "vector.interleave"(%a, %b) : (vector<4xf32>, vector<5xf32>) -> vector<8xf32>
  return
}

// -----

func.func @f(%v: vector<[4]xf32>) {
  // expected-error@+1 {{'vector.scalable.extract' op result #0 must be of ranks 1fixed-length vector of any type values, but got 'vector<[2]xf32>'}}
  %r = vector.scalable.extract %v[0] : vector<[2]xf32> from vector<[4]xf32>
  return
}

// -----

func.func @f(%s: vector<4xf32>, %v: vector<[16]xf32>) {
  // expected-error@+1 {{'vector.scalable.insert' op failed to verify that position is a multiple of the source length.}}
  %r = vector.scalable.insert %s, %v[3] : vector<4xf32> into vector<[16]xf32>
  return
}

// -----

func.func @f(%v: vector<[16]xf32>) {
  // expected-error@+1 {{'vector.scalable.extract' op failed to verify that position is a multiple of the result length.}}
  %r = vector.scalable.extract %v[3] : vector<4xf32> from vector<[16]xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32, strided<[2]>>) {
  // expected-error@+1 {{'vector.type_cast' op expects operand to be a memref with identity layout}}
  %r = vector.type_cast %m : memref<4xf32, strided<[2]>> to memref<vector<4xf32>>
  return
}

// -----

func.func @f(%m: memref<4xf32>) {
  // expected-error@+1 {{'vector.type_cast' op expects concatenated result and operand shapes to be equal}}
  %r = vector.type_cast %m : memref<4xf32> to memref<vector<5xf32>>
  return
}

// -----

func.func @f(%a: vector<4xf32>, %b: vector<4xf32>, %c: f32) {
  // expected-error@+1 {{'vector.contract' op expected an indexing map for each vector operand}}
  %r = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["reduction"]} %a, %b, %c : vector<4xf32>, vector<4xf32> into f32
  return
}

// -----

func.func @f(%a: vector<4xf32>, %b: vector<4xf32>, %c: f32) {
  // expected-error@+1 {{'vector.contract' op expected indexing map 0 to have no symbols}}
  %r = vector.contract {indexing_maps = [affine_map<(i)[s] -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %a, %b, %c : vector<4xf32>, vector<4xf32> into f32
  return
}

// -----

func.func @f(%a: vector<4xf32>, %b: vector<4xf32>, %c: f32) {
  // expected-error@+1 {{'vector.contract' op expected indexing map 0 to have 1 number of inputs}}
  %r = vector.contract {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %a, %b, %c : vector<4xf32>, vector<4xf32> into f32
  return
}

// -----

func.func @f(%a: vector<4xf32>, %b: vector<4xf32>, %c: f32) {
  // expected-error@+1 {{'vector.contract' op expected indexing map 0 to be a projected permutation of its inputs}}
  %r = vector.contract {indexing_maps = [affine_map<(i) -> (i + 1)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]} %a, %b, %c : vector<4xf32>, vector<4xf32> into f32
  return
}

// -----

func.func @f(%a: vector<4x8xf32>, %b: vector<5x8xf32>, %c: vector<4xf32>) {
  // expected-error@+1 {{'vector.contract' op invalid batch dimension map}}
  %r = vector.contract {indexing_maps = [affine_map<(b, k) -> (b, k)>, affine_map<(b, k) -> (b, k)>, affine_map<(b, k) -> (b)>], iterator_types = ["parallel", "reduction"]} %a, %b, %c : vector<4x8xf32>, vector<5x8xf32> into vector<4xf32>
  return
}

// -----

func.func @f(%a: vector<4xf32>, %b: vector<4xf32>, %c: vector<4xf32>) {
  // expected-error@+1 {{'vector.contract' op expected at least one contracting dimension pair}}
  %r = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} %a, %b, %c : vector<4xf32>, vector<4xf32> into vector<4xf32>
  return
}

// -----

func.func @f(%a: vector<4x8xf32>, %b: vector<4x8xf32>, %c: vector<5xf32>) {
  // expected-error@+1 {{'vector.contract' op invalid accumulator/result vector shape, expected: 'vector<4xf32>'}}
  %r = vector.contract {indexing_maps = [affine_map<(b, k) -> (b, k)>, affine_map<(b, k) -> (b, k)>, affine_map<(b, k) -> (b)>], iterator_types = ["parallel", "reduction"]} %a, %b, %c : vector<4x8xf32>, vector<4x8xf32> into vector<5xf32>
  return
}

// -----

func.func @f(%v: vector<5x8xf32>, %w: vector<5xf32>) {
  // expected-error@+1 {{'vector.multi_reduction' op failed to verify that all of {dest, acc} have same type}}
  %r = "vector.multi_reduction"(%v, %w) <{kind = #vector.kind<add>, reduction_dims = array<i64: 1>}> : (vector<5x8xf32>, vector<5xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a: vector<4xf32>, %b: vector<8xf32>) {
  // expected-error@+1 {{'vector.outerproduct' op expected 2-d vector result}}
  %r = "vector.outerproduct"(%a, %b) <{kind = #vector.kind<add>}> : (vector<4xf32>, vector<8xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%a: vector<4xf32>, %b: vector<8xf32>) {
  // expected-error@+1 {{'vector.outerproduct' op expected #1 operand dim to match result dim #1}}
  %r = "vector.outerproduct"(%a, %b) <{kind = #vector.kind<add>}> : (vector<4xf32>, vector<8xf32>) -> vector<5x8xf32>
  return
}

// -----

func.func @f(%a: vector<4xf32>, %b: vector<8xf32>) {
  // expected-error@+1 {{'vector.outerproduct' op expected #2 operand dim to match result dim #2}}
  %r = "vector.outerproduct"(%a, %b) <{kind = #vector.kind<add>}> : (vector<4xf32>, vector<8xf32>) -> vector<4x5xf32>
  return
}

// -----

func.func @f(%a: vector<4xf32>, %b: f32) {
  // expected-error@+1 {{'vector.outerproduct' op expected 1-d vector result}}
  %r = "vector.outerproduct"(%a, %b) <{kind = #vector.kind<add>}> : (vector<4xf32>, f32) -> vector<4x5xf32>
  return
}

// -----

func.func @f(%a: vector<4xf32>, %b: vector<8xf32>, %c: vector<4x9xf32>) {
  // expected-error@+1 {{'vector.outerproduct' op expected operand #3 of same type as result type}}
  %r = "vector.outerproduct"(%a, %b, %c) <{kind = #vector.kind<add>}> : (vector<4xf32>, vector<8xf32>, vector<4x9xf32>) -> vector<4x8xf32>
  return
}

// -----

func.func @f(%m: vector<4xi1>) {
  // expected-error@+1 {{'vector.mask' op expects a terminator within the mask region}}
  "vector.mask"(%m) ({ ^bb0: }) : (vector<4xi1>) -> ()
  return
}

// -----

func.func @f(%m: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{'vector.mask' op expects only one operation to mask}}
  "vector.mask"(%m) ({ %x = vector.reduction <add>, %v : vector<4xf32> into f32 %y = vector.reduction <add>, %v : vector<4xf32> into f32 vector.yield }) : (vector<4xi1>) -> ()
  return
}

// -----

func.func @f(%m: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{'vector.mask' op expects number of results to match mask region yielded values}}
  "vector.mask"(%m) ({ %x = vector.reduction <add>, %v : vector<4xf32> into f32 vector.yield %x : f32 }) : (vector<4xi1>) -> ()
  return
}

// -----

func.func @f(%m: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{'vector.mask' op expects number of results to match maskable operation number of results}}
  "vector.mask"(%m) ({ %x = vector.reduction <add>, %v : vector<4xf32> into f32 vector.yield }) : (vector<4xi1>) -> ()
  return
}

// -----

func.func @f(%m: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error@+1 {{'vector.mask' op expects result type to match maskable operation result type}}
  %r = "vector.mask"(%m) ({ %x = vector.reduction <add>, %v : vector<4xf32> into f32 vector.yield %x : f32 }) : (vector<4xi1>) -> f64
  return
}

// -----

func.func @f(%m: vector<4xi1>, %v: vector<4xf32>, %p: f32) {
  // expected-error@+1 {{'vector.mask' op doesn't expect a passthru argument for this maskable operation}}
  %r = "vector.mask"(%m, %p) ({ %x = vector.reduction <add>, %v : vector<4xf32> into f32 vector.yield %x : f32 }) : (vector<4xi1>, f32) -> f32
  return
}

// -----

func.func @f(%m: vector<4xi1>, %b: memref<4xf32>, %i: index, %s: f32, %p: vector<5xf32>) {
  // expected-error@+1 {{'vector.mask' op expects passthru type to match result type}}
  %r = "vector.mask"(%m, %p) ({ %x = vector.transfer_read %b[%i], %s {in_bounds = [true]} : memref<4xf32>, vector<4xf32> vector.yield %x : vector<4xf32> }) : (vector<4xi1>, vector<5xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%v: f32) {
  // expected-error@+1 {{'vector.print' op failed to verify that `source` or `punctuation` are not set when printing strings}}
  "vector.print"(%v) <{punctuation = #vector.punctuation<newline>, stringLiteral = "a"}> : (f32) -> ()
  return
}

// -----

func.func @f(%a: tensor<8xf32>, %b: tensor<4x2xf32>) {
  // expected-error@+1 {{invalid zero tile factor}}
  %r = "tensor.pack"(%a, %b) <{inner_dims_pos = array<i64: 0>, operandSegmentSizes = array<i32: 1, 1, 0, 0>, outer_dims_perm = array<i64>, static_inner_tiles = array<i64: 0>}> : (tensor<8xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%a: tensor<7xf32>, %b: tensor<4x2xf32>) {
  // expected-error@+1 {{invalid tile factor or output size provided. Only full tiles are supported when padding_value is not set}}
  %r = "tensor.pack"(%a, %b) <{inner_dims_pos = array<i64: 0>, operandSegmentSizes = array<i32: 1, 1, 0, 0>, outer_dims_perm = array<i64>, static_inner_tiles = array<i64: 2>}> : (tensor<7xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32, 1>) {
  // expected-error@+1 {{different memory spaces specified for source memref type 'memref<4xf32, 1>' and result memref type 'memref<4xf32>'}}
  %r = "memref.realloc"(%m) : (memref<4xf32, 1>) -> memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32, strided<[2]>>) {
  // expected-error@+1 {{unsupported layout for source memref type 'memref<4xf32, strided<[2]>>'}}
  %r = "memref.realloc"(%m) : (memref<4xf32, strided<[2]>>) -> memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index) {
  // expected-error@+1 {{unnecessary dimension operand for result type 'memref<4xf32>'}}
  %r = "memref.realloc"(%m, %i) : (memref<4xf32>, index) -> memref<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'linalg.add' op expected 2 inputs and 1 output}}
  %r = "linalg.add"(%a, %b) <{operandSegmentSizes = array<i32: 1, 1>}> ({ ^bb0(%x: f32, %y: f32): linalg.yield %x : f32 }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4x4xcomplex<f32>>, %b: tensor<4x4xf32>) {
  // expected-error@+1 {{custom op 'linalg.matmul' unsupported cast from complex<f32> to f32}}
  %r = linalg.matmul ins(%a, %a : tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>) outs(%b : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'linalg.div_unsigned' unsupported type of binary function 'div_unsigned'}}
  %r = linalg.div_unsigned ins(%a, %a : tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<*xf32>, %b: tensor<8x4xf32>) {
  // expected-error@+1 {{'linalg.transpose' op expected operands of known rank}}
  %r = "linalg.transpose"(%a, %b) <{permutation = array<i64: 1, 0>}> ({ ^bb0(%x: f32, %y: f32): linalg.yield %x : f32 }) : (tensor<*xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{'linalg.reduce' op expected as many inputs as inits}}
  %r = "linalg.reduce"(%a) <{dimensions = array<i64: 0>}> ({ ^bb0(%x: f32, %y: f32): linalg.yield %x : f32 }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xi32>) {
  // expected-error@+1 {{custom op 'linalg.reciprocal' unsupported type of unary function 'reciprocal'}}
  %r = linalg.reciprocal ins(%a : tensor<4xi32>) outs(%a : tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%m: memref<?xf32>) {
  // expected-error@+1 {{'memref.alloc' op dimension operand count does not equal memref dynamic dimension count}}
  %0 = memref.alloc() : memref<?xf32>
  return
}

// -----

func.func @f(%s: index) {
  // expected-error@+1 {{'memref.alloc' op symbol operand count does not equal memref symbol count: expected 0, got 1}}
  %0 = memref.alloc()[%s] : memref<4xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'memref.alloc' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 0}}
  %0 = "memref.alloc"() <{alignment = -1 : i64, operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4xf32>
  return
}

// -----

func.func @f(%m: memref<4x8xf32>) {
  // expected-error@+1 {{expected result type with size = 2 instead of 3 in dim = 0}}
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [2, 16], strides: [16, 1] : memref<4x8xf32> to memref<3x16xf32>
  return
}

// -----

func.func @f(%t: tensor<8xf32>, %v: f32) {
  // expected-error@+1 {{failed to infer expectedType from sourceType 'tensor<8xf32>', specified resultType is 'tensor<10x4xf32>'}}
  %0 = tensor.pad %t low[0, 1] high[2, 0] { ^bb0(%i: index, %j: index): tensor.yield %v : f32 } : tensor<8xf32> to tensor<10x4xf32>
  return
}

// -----

func.func @f(%t: tensor<8x3xf32>, %v: f32) {
  // expected-error@+1 {{expected the block to have 2 arguments}}
  %0 = tensor.pad %t low[0, 1] high[2, 0] { ^bb0(%i: index): tensor.yield %v : f32 } : tensor<8x3xf32> to tensor<10x4xf32>
  return
}

// -----

func.func @f(%t: tensor<8x3xf32>) {
  // expected-error@+1 {{'tensor.pad' op region #0 ('region') failed to verify constraint: region with 1 blocks}}
  %0 = "tensor.pad"(%t) <{static_low = array<i64: 0, 1>, static_high = array<i64: 2, 0>, operandSegmentSizes = array<i32: 1, 0, 0>}> ({}) : (tensor<8x3xf32>) -> tensor<10x4xf32>
  return
}

// -----

func.func @f(%t: tensor<8xf32>, %v: f32) {
  // expected-error@+1 {{expected 1 dynamic low values}}
  %0 = "tensor.pad"(%t) <{static_low = array<i64: -9223372036854775808>, static_high = array<i64: 2>, operandSegmentSizes = array<i32: 1, 0, 0>}> ({ ^bb0(%i: index): tensor.yield %v : f32 }) : (tensor<8xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'arith.constant' op integer return type must be signless}}
  %0 = arith.constant 1 : ui32
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'arith.constant' op failed to verify that all of {value, result} have same type}}
  %0 = "arith.constant"() <{value = 1 : i32}> : () -> i64
  return
}

// -----

func.func @f(%t: tensor<4xi32>, %s: tensor<1xf32>) {
  // expected-error@+1 {{expected element type to be 'i32'}}
  %r = scf.forall (%k) in (4) shared_outs(%o = %t) -> (tensor<4xi32>) { scf.forall.in_parallel { tensor.parallel_insert_slice %s into %o[%k] [1] [1] : tensor<1xf32> into tensor<4xi32> } }
  return
}

// -----

func.func @f(%a: index) {
  // expected-error@+1 {{'affine.delinearize_index' op basis should not be empty}}
  "affine.delinearize_index"(%a) : (index) -> ()
  return
}

// -----

func.func @f(%a: index, %b: index) {
  // expected-error@+1 {{'affine.delinearize_index' op should return an index for each basis element}}
  "affine.delinearize_index"(%a, %b) : (index, index) -> ()
  return
}

// -----

func.func @f(%a: tensor<4xi32>) {
  // expected-error@+1 {{'linalg.map' op expected element type of input 'i32' to match bbArg type 'f32'}}
  %r = linalg.map ins(%a : tensor<4xi32>) outs(%a : tensor<4xi32>) (%x: f32) { linalg.yield %x : f32 }
  return
}

// -----

func.func @f(%m: memref<4x8xi32>) {
  // expected-error@+1 {{'memref.transpose' op result type 'memref<8x4xf32, strided<[1, 8]>>' is not equivalent to the canonical transposed input type 'memref<8x4xi32, strided<[1, 8]>>'}}
  %r = memref.transpose %m (i, j) -> (j, i) : memref<4x8xi32> to memref<8x4xf32, strided<[1, 8]>>
  return
}

// -----

func.func @f(%v: vector<5x8xf32>, %w: vector<4xf32>) {
  // expected-error@+1 {{'vector.multi_reduction' op destination type 'vector<4xf32>' is incompatible with source type 'vector<5x8xf32>'}}
  %r = vector.multi_reduction <add>, %v, %w [1] : vector<5x8xf32> to vector<4xf32>
  return
}

// -----

// Operations that the text leaves out have the location of the text's operation.
func.func @f(%a: tensor<4xi32>, %b: tensor<4x8xf32>) {
  // expected-error@+1 {{'linalg.yield' op type of yield operand 1 ('i32') doesn't match the element type of the enclosing linalg.generic op ('f32')}}
  %r = linalg.broadcast ins(%a : tensor<4xi32>) outs(%b : tensor<4x8xf32>) dimensions = [1]
  return
}

// -----

func.func @f(%a: tensor<4xi32>, %b: tensor<4xi32>) {
  // expected-error@+1 {{'math.absf' op operand #0 must be floating-point-like, but got 'i32'}}
  %r = linalg.map { math.absf } ins(%a : tensor<4xi32>) outs(%b : tensor<4xi32>)
  return
}

// -----

func.func @f(%n: index) {
  // expected-error@+1 {{along control flow edge from Region #0 to parent results: source type #0 'index' should match input type #0 'i32'}}
  %r = scf.while (%a = %n) : (index) -> i32 {
    %t = arith.constant true
    scf.condition(%t) %a : index
  } do {
  ^bb0(%b: i32):
    scf.yield %n : index
  }
  return
}

// -----

func.func @square_of_integers(%a: tensor<4xi32>, %o: tensor<4xi32>) -> tensor<4xi32> {
  // expected-error@+1 {{custom op 'linalg.square' unsupported type of unary function 'square'}}
  %0 = linalg.square ins(%a : tensor<4xi32>) outs(%o : tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
