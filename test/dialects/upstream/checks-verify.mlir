// RUN: ttopt --split-input-file --verify-diagnostics %s

func.func @f(%v0: f32, %v1: f32) {
  // expected-error@+1 {{'affine.for' op attribute 'step' failed to satisfy constraint: index attribute}}
  "affine.for"(%v0) <{lowerBoundMap = affine_map<() -> (0)>, upperBoundMap = affine_map<() -> (10)>, step = 7 : i7, operandSegmentSizes = array<i32: 0, 0, 1>}> ({ ^bb0(%a0: index, %a1: f32): "affine.yield"(%v1) : (f32) -> () }) : (f32) -> (f32)
  return
}

// -----

func.func @f(%v0: f32) {
  // expected-error@+1 {{'affine.yield' op parent of yield must have same number of results as the yield operands}}
  "affine.for"(%v0) <{lowerBoundMap = affine_map<() -> (0)>, upperBoundMap = affine_map<() -> (10)>, step = 1 : index, operandSegmentSizes = array<i32: 0, 0, 1>}> ({ ^bb0(%a0: index, %a1: f32): "affine.yield"() : () -> () }) : (f32) -> (f32)
  return
}

// -----

func.func @f(%v0: f32, %v1: f64) {
  // expected-error@+1 {{'affine.yield' op types mismatch between yield op and its parent}}
  "affine.for"(%v0) <{lowerBoundMap = affine_map<() -> (0)>, upperBoundMap = affine_map<() -> (10)>, step = 1 : index, operandSegmentSizes = array<i32: 0, 0, 1>}> ({ ^bb0(%a0: index, %a1: f32): "affine.yield"(%v1) : (f64) -> () }) : (f32) -> (f32)
  return
}

// -----

func.func @f(%v0: memref<8xf32>, %v1: index, %v2: index) {
  // expected-error@+1 {{'affine.load' op affine map num results must equal memref rank}}
  "affine.load"(%v0, %v1, %v2) <{map = affine_map<(d0, d1) -> (d0, d1)>}> : (memref<8xf32>, index, index) -> (f32)
  return
}

// -----

func.func @f(%v0: memref<4x8xf32>, %v1: index) {
  // expected-error@+1 {{'affine.load' op expects as many subscripts as affine map inputs}}
  "affine.load"(%v0, %v1) <{map = affine_map<(d0, d1) -> (d0, d1)>}> : (memref<4x8xf32>, index) -> (f32)
  return
}

// -----

func.func @f(%v0: i64, %v1: i32) {
  // expected-error@+1 {{'arith.addi' op requires the same type for all operands and results}}
  "arith.addi"(%v0, %v1) : (i64, i32) -> (i32)
  return
}

// -----

func.func @f(%v0: tensor<?x3xi32>, %v1: tensor<2x3xi32>) {
  // expected-error@+2 {{'arith.addi' op inferred type(s) 'tensor<?x3xi32>' are incompatible with return type(s) of operation 'tensor<2x3xi32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  "arith.addi"(%v0, %v1) : (tensor<?x3xi32>, tensor<2x3xi32>) -> (tensor<2x3xi32>)
  return
}

// -----

func.func @f(%v0: vector<[4]xi32>, %v1: vector<4xi32>) {
  // expected-error@+1 {{'arith.addi' op all non-scalar operands/results must have the same shape and base type}}
  "arith.addi"(%v0, %v1) : (vector<[4]xi32>, vector<4xi32>) -> (vector<4xi32>)
  return
}

// -----

func.func @f(%v0: i32, %v1: i32) {
  // expected-error@+1 {{'arith.addui_extended' op if a result is non-scalar, then at least one operand must be non-scalar}}
  "arith.addui_extended"(%v0, %v1) : (i32, i32) -> (i32, vector<4xi1>)
  return
}

// -----

func.func @f(%v0: vector<4xi32>, %v1: vector<4xi32>) {
  // expected-error@+1 {{'arith.addui_extended' op if an operand is non-scalar, then all results must be non-scalar}}
  "arith.addui_extended"(%v0, %v1) : (vector<4xi32>, vector<4xi32>) -> (vector<4xi32>, i1)
  return
}

// -----

func.func @f(%v0: i64, %v1: i32) {
  // expected-error@+1 {{'arith.addui_extended' op failed to verify that all of {lhs, rhs, sum} have same type}}
  "arith.addui_extended"(%v0, %v1) : (i64, i32) -> (i32, i1)
  return
}

// -----

func.func @f(%v0: i32, %v1: i32) {
  // expected-error@+1 {{'arith.addui_extended' op result #1 must be bool-like, but got 'i8'}}
  "arith.addui_extended"(%v0, %v1) : (i32, i32) -> (i32, i8)
  return
}

// -----

func.func @f(%v0: vector<4xf32>) {
  // expected-error@+1 {{'arith.bitcast' op if an operand is non-scalar, then there must be at least one non-scalar result}}
  "arith.bitcast"(%v0) : (vector<4xf32>) -> (memref<4xi32>)
  return
}

// -----

func.func @f(%v0: vector<4xi32>, %v1: i32) {
  // expected-error@+1 {{'arith.cmpi' op failed to verify that result type has i1 element type and same shape as operands}}
  "arith.cmpi"(%v0, %v1) <{predicate = 2 : i64}> : (vector<4xi32>, i32) -> (i1)
  return
}

// -----

func.func @f(%v0: i64, %v1: i32) {
  // expected-error@+1 {{'arith.cmpi' op requires all operands to have the same type}}
  "arith.cmpi"(%v0, %v1) <{predicate = 2 : i64}> : (i64, i32) -> (i1)
  return
}

// -----

func.func @f(%v0: tensor<2x3xf16>) {
  // expected-error@+1 {{'arith.extf' op failed to verify that input and output have the same tensor dimensions}}
  "arith.extf"(%v0) : (tensor<2x3xf16>) -> (f32)
  return
}

// -----

func.func @f(%v0: f32) {
  // expected-error@+1 {{'arith.extf' op operand type 'f32' and result type 'f32' are cast incompatible}}
  "arith.extf"(%v0) : (f32) -> (f32)
  return
}

// -----

func.func @f(%v0: i1, %v1: f64, %v2: f32) {
  // expected-error@+1 {{'arith.select' op failed to verify that all of {true_value, false_value, result} have same type}}
  "arith.select"(%v0, %v1, %v2) : (i1, f64, f32) -> (f32)
  return
}

// -----

func.func @f(%v0: tensor<2x3xi1>, %v1: vector<4xf32>, %v2: vector<4xf32>) {
  // expected-error@+1 {{'arith.select' op failed to verify that condition is signless i1 or has matching shape}}
  "arith.select"(%v0, %v1, %v2) : (tensor<2x3xi1>, vector<4xf32>, vector<4xf32>) -> (vector<4xf32>)
  return
}

// -----

func.func @f(%v0: index) {
  // expected-error@+1 {{expected 0 dynamic sizes}}
  "bufferization.alloc_tensor"(%v0) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (index) -> (tensor<5xf32>)
  return
}

// -----

func.func @f(%v0: tensor<4x8xf32>, %v1: tensor<4x8xf32>) {
  // expected-error@+1 {{'bufferization.materialize_in_destination' op tensor 'dest' implies exactly one tensor result}}
  "bufferization.materialize_in_destination"(%v0, %v1) : (tensor<4x8xf32>, tensor<4x8xf32>) -> ()
  return
}

// -----

func.func @f(%v0: tensor<4x8xf32>, %v1: memref<4x8xf32>) {
  // expected-error@+1 {{'bufferization.materialize_in_destination' op memref 'dest' implies zero results}}
  "bufferization.materialize_in_destination"(%v0, %v1) : (tensor<4x8xf32>, memref<4x8xf32>) -> (tensor<4x8xf32>)
  return
}

// -----

func.func @f(%v0: memref<4x8xf32>, %v1: tensor<8x2xf32>, %v2: tensor<4x2xf32>) {
  // expected-error@+1 {{'linalg.generic' op expected to have pure tensor or buffer semantics}}
  "linalg.generic"(%v0, %v1, %v2) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 2, 1>}> ({ ^bb0(%b0: f32, %b1: f32, %b2: f32): "linalg.yield"(%b0) : (f32) -> () }) : (memref<4x8xf32>, tensor<8x2xf32>, tensor<4x2xf32>) -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%v0: tensor<4x8xf32>, %v1: tensor<8x2xf32>, %v2: tensor<4x2xf32>) {
  // expected-error@+1 {{'linalg.generic' op expected as many non-induction variable region arguments as the number of input/output operands}}
  "linalg.generic"(%v0, %v1, %v2) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 2, 1>}> ({ ^bb0(%b0: f32, %b1: f32): "linalg.yield"(%b0) : (f32) -> () }) : (tensor<4x8xf32>, tensor<8x2xf32>, tensor<4x2xf32>) -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%v0: tensor<4x8xf64>, %v1: tensor<8x2xf32>, %v2: tensor<4x2xf32>) {
  // expected-error@+1 {{'linalg.generic' op expected type of bb argument #0 ('f32') to match element or self type of the corresponding operand ('f64')}}
  "linalg.generic"(%v0, %v1, %v2) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 2, 1>}> ({ ^bb0(%b0: f32, %b1: f32, %b2: f32): "linalg.yield"(%b0) : (f32) -> () }) : (tensor<4x8xf64>, tensor<8x2xf32>, tensor<4x2xf32>) -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%v0: tensor<4x8xf32>, %v1: tensor<8x2xf32>, %v2: tensor<4x2xf32>) {
  // expected-error@+1 {{'linalg.yield' op expected number of yield values (2) to match the number of inits / outs operands of the enclosing LinalgOp (1)}}
  "linalg.generic"(%v0, %v1, %v2) <{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 2, 1>}> ({ ^bb0(%b0: f32, %b1: f32, %b2: f32): "linalg.yield"(%b0, %b0) : (f32, f32) -> () }) : (tensor<4x8xf32>, tensor<8x2xf32>, tensor<4x2xf32>) -> (tensor<4x2xf32>)
  return
}

// -----

func.func @f(%v0: tensor<4x8xf32>, %v1: tensor<8x4xf32>) {
  // expected-error@+1 {{'linalg.transpose' op permutation is not valid}}
  "linalg.transpose"(%v0, %v1) <{permutation = array<i64: 0, 0>}> ({ ^bb0(%b0: f32, %b1: f32): "linalg.yield"(%b0) : (f32) -> () }) : (tensor<4x8xf32>, tensor<8x4xf32>) -> (tensor<8x4xf32>)
  return
}

// -----

func.func @f(%v0: tensor<5x8xf32>, %v1: tensor<8x4xf32>) {
  // expected-error@+1 {{'linalg.transpose' op dim(result, 1) = 4 doesn't match dim(input, permutation[1]) = 5}}
  "linalg.transpose"(%v0, %v1) <{permutation = array<i64: 1, 0>}> ({ ^bb0(%b0: f32, %b1: f32): "linalg.yield"(%b0) : (f32) -> () }) : (tensor<5x8xf32>, tensor<8x4xf32>) -> (tensor<8x4xf32>)
  return
}

// -----

func.func @f(%v0: f64, %v1: i32) {
  // expected-error@+1 {{'math.fpowi' op failed to verify that all of {lhs, result} have same type}}
  "math.fpowi"(%v0, %v1) : (f64, i32) -> (f32)
  return
}

// -----

func.func @f(%v0: f32, %v1: vector<4xi32>) {
  // expected-error@+1 {{'math.fpowi' op requires the same shape for all operands and results}}
  "math.fpowi"(%v0, %v1) : (f32, vector<4xi32>) -> (f32)
  return
}

// -----

func.func @f(%v0: memref<4x8xf32>) {
  // expected-error@+1 {{'memref.collapse_shape' op invalid number of reassociation groups: found 1, expected 0}}
  "memref.collapse_shape"(%v0) <{reassociation = [[0, 1]]}> : (memref<4x8xf32>) -> (memref<f32>)
  return
}

// -----

func.func @f(%v0: memref<4x8xf32>) {
  // expected-error@+1 {{'memref.collapse_shape' op reassociation indices must be contiguous}}
  "memref.collapse_shape"(%v0) <{reassociation = [[1, 1]]}> : (memref<4x8xf32>) -> (memref<32xf32>)
  return
}

// -----

func.func @f(%v0: memref<8xf32>) {
  // expected-error@+1 {{'memref.collapse_shape' op reassociation index 1 is out of bounds}}
  "memref.collapse_shape"(%v0) <{reassociation = [[0, 1]]}> : (memref<8xf32>) -> (memref<32xf32>)
  return
}

// -----

func.func @f(%v0: memref<4x8x2xf32>) {
  // expected-error@+1 {{'memref.collapse_shape' op expanded rank (3) inconsistent with number of reassociation indices (2)}}
  "memref.collapse_shape"(%v0) <{reassociation = [[0, 1]]}> : (memref<4x8x2xf32>) -> (memref<32xf32>)
  return
}

// -----

func.func @f(%v0: memref<?x8xf32>) {
  // expected-error@+1 {{'memref.collapse_shape' op collapsed dim (0) must be dynamic if and only if reassociation group is dynamic}}
  "memref.collapse_shape"(%v0) <{reassociation = [[0, 1]]}> : (memref<?x8xf32>) -> (memref<32xf32>)
  return
}

// -----

func.func @f(%v0: memref<5x8xf32>) {
  // expected-error@+1 {{'memref.collapse_shape' op collapsed dim size (32) must equal reassociation group size (40)}}
  "memref.collapse_shape"(%v0) <{reassociation = [[0, 1]]}> : (memref<5x8xf32>) -> (memref<32xf32>)
  return
}

// -----

func.func @f(%v0: memref<4x8xf64>) {
  // expected-error@+1 {{'memref.collapse_shape' op expected collapsed type to be 'memref<32xf64>' but found 'memref<32xf32>'}}
  "memref.collapse_shape"(%v0) <{reassociation = [[0, 1]]}> : (memref<4x8xf64>) -> (memref<32xf32>)
  return
}

// -----

func.func @f(%v0: memref<4x8xf32>) {
  // expected-error@+1 {{'memref.expand_shape' op expected number of static shape bounds to be equal to the output rank (3) but found 2 inputs instead}}
  "memref.expand_shape"(%v0) <{reassociation = [[0, 1], [2]], static_output_shape = array<i64: 2, 2>}> : (memref<4x8xf32>) -> (memref<2x2x8xf32>)
  return
}

// -----

func.func @f(%v0: memref<4x8xf32>) {
  // expected-error@+1 {{'memref.expand_shape' op invalid output shape provided at pos 0}}
  "memref.expand_shape"(%v0) <{reassociation = [[0, 1], [2]], static_output_shape = array<i64: 3, 2, 8>}> : (memref<4x8xf32>) -> (memref<2x2x8xf32>)
  return
}

// -----

func.func @f(%v0: memref<4x8xf32>) {
  // expected-error@+1 {{'memref.extract_strided_metadata' op result #0 must be strided memref of any type values of rank 0, but got 'memref<2xf32>'}}
  "memref.extract_strided_metadata"(%v0) : (memref<4x8xf32>) -> (memref<2xf32>, index, index, index, index, index)
  return
}

// -----

func.func @f(%v0: memref<4x8xf64>) {
  // expected-error@+1 {{different element types specified for source type 'memref<4x8xf64>' and result memref type 'memref<2x16xf32>'}}
  "memref.reinterpret_cast"(%v0) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 2, 16>, static_strides = array<i64: 16, 1>}> : (memref<4x8xf64>) -> (memref<2x16xf32>)
  return
}

// -----

func.func @f(%v0: memref<4x8xf32>) {
  // expected-error@+1 {{expected result type with offset = 1 instead of 0}}
  "memref.reinterpret_cast"(%v0) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1>, static_sizes = array<i64: 2, 16>, static_strides = array<i64: 16, 1>}> : (memref<4x8xf32>) -> (memref<2x16xf32>)
  return
}

// -----

func.func @f(%v0: memref<4x8xf32>) {
  // expected-error@+1 {{expected result type with stride = 17 instead of 16 in dim = 0}}
  "memref.reinterpret_cast"(%v0) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 2, 16>, static_strides = array<i64: 17, 1>}> : (memref<4x8xf32>) -> (memref<2x16xf32>)
  return
}

// -----

func.func @f(%v0: memref<4x8xf32>) {
  // expected-error@+1 {{expected result type to be 'memref<2x4xf32, strided<[8, 1], offset: 10>>' or a rank-reduced version. (mismatch of result sizes) }}
  "memref.subview"(%v0) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1, 2>, static_sizes = array<i64: 2, 4>, static_strides = array<i64: 1, 1>}> : (memref<4x8xf32>) -> (memref<3x4xf32, strided<[8, 1], offset: 10>>)
  return
}

// -----

func.func @f(%v0: memref<4x8xf64>) {
  // expected-error@+1 {{expected result element type to be 'f64'}}
  "memref.subview"(%v0) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1, 2>, static_sizes = array<i64: 2, 4>, static_strides = array<i64: 1, 1>}> : (memref<4x8xf64>) -> (memref<2x4xf32, strided<[8, 1], offset: 10>>)
  return
}

// -----

func.func @f(%v0: memref<4x9xf32>) {
  // expected-error@+1 {{expected result type to be 'memref<2x4xf32, strided<[9, 1], offset: 11>>' or a rank-reduced version. (mismatch of result layout) }}
  "memref.subview"(%v0) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1, 2>, static_sizes = array<i64: 2, 4>, static_strides = array<i64: 1, 1>}> : (memref<4x9xf32>) -> (memref<2x4xf32, strided<[8, 1], offset: 10>>)
  return
}

// -----

func.func @f(%v0: f32) {
  // expected-error@+1 {{'scf.execute_region' op region cannot have any arguments}}
  "scf.execute_region"() ({ ^bb0(%a0: f32): "scf.yield"(%v0) : (f32) -> () }) : () -> (f32)
  return
}

// -----

func.func @f(%v0: index, %v1: index, %v2: index, %v3: index) {
  // expected-error@+1 {{'scf.for' op mismatch in number of loop-carried values and defined values}}
  "scf.for"(%v0, %v1, %v2, %v3) ({ ^bb0(%a0: index): "scf.yield"() : () -> () }) : (index, index, index, index) -> ()
  return
}

// -----

func.func @f(%v0: index, %v1: index, %v2: index) {
  // expected-error@+1 {{'scf.for' op different number of inits and region iter_args: 0 != 1}}
  "scf.for"(%v0, %v1, %v2) ({ ^bb0(%a0: index, %a1: f32): "scf.yield"() : () -> () }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%v0: index, %v1: index, %v2: index, %v3: f64, %v4: f32) {
  // expected-error@+1 {{'scf.for' op 0-th init and 0-th region iter_arg have different type: 'f64' != 'f32'}}
  "scf.for"(%v0, %v1, %v2, %v3) ({ ^bb0(%a0: index, %a1: f32): "scf.yield"(%v4) : (f32) -> () }) : (index, index, index, f64) -> (f32)
  return
}

// -----

func.func @f(%v0: i1, %v1: i32) {
  // expected-error@+1 {{'scf.if' op  region control flow edge from Region #0 to parent results: source has 1 operands, but target successor needs 0}}
  "scf.if"(%v0) ({ "scf.yield"(%v1) : (i32) -> () }, {}) : (i1) -> ()
  return
}

// -----

func.func @f(%v0: i1, %v1: f32, %v2: f32) {
  // expected-error@+1 {{'scf.if' op  along control flow edge from Region #0 to parent results: source type #0 'f32' should match input type #0 'f64'}}
  "scf.if"(%v0) ({ "scf.yield"(%v1) : (f32) -> () }, { "scf.yield"(%v2) : (f32) -> () }) : (i1) -> (f64)
  return
}

// -----

func.func @f(%v0: i1) {
  // expected-error@+1 {{'scf.if' op region #0 should have no arguments}}
  "scf.if"(%v0) ({ ^bb0(%a0: f32): "scf.yield"() : () -> () }, {}) : (i1) -> ()
  return
}

// -----

func.func @f(%v0: i1) {
  // expected-error@+1 {{'scf.if' op must have an else block if defining values}}
  "scf.if"(%v0) ({ "scf.yield"() : () -> () }, {}) : (i1) -> (i32)
  return
}

// -----

func.func @f(%v0: tensor<8x3xf64>) {
  // expected-error@+1 {{'tensor.collapse_shape' op expected collapsed type to be 'tensor<24xf64>', but got 'tensor<24xf32>'}}
  "tensor.collapse_shape"(%v0) <{reassociation = [[0, 1]]}> : (tensor<8x3xf64>) -> (tensor<24xf32>)
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'tensor.empty' op result #0 must be ranked tensor of any type values, but got 'f32'}}
  "tensor.empty"() : () -> (f32)
  return
}

// -----

func.func @f(%v0: tensor<8x3xf32>) {
  // expected-error@+1 {{'tensor.expand_shape' op mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has 1 dynamic dims while output_shape has 0 values}}
  "tensor.expand_shape"(%v0) <{reassociation = [[0, 1], [2]], static_output_shape = array<i64: -9223372036854775808, 4, 3>}> : (tensor<8x3xf32>) -> (tensor<2x4x3xf32>)
  return
}

// -----

func.func @f(%v0: tensor<3xf32>, %v1: index, %v2: index) {
  // expected-error@+1 {{'tensor.extract' op incorrect number of indices for extract_element}}
  "tensor.extract"(%v0, %v1, %v2) : (tensor<3xf32>, index, index) -> (f32)
  return
}

// -----

func.func @f(%v0: tensor<8x3xf32>) {
  // expected-error@+1 {{expected mixed offsets rank to match mixed sizes rank (1 vs 2) so the rank of the result type is well-formed.}}
  "tensor.extract_slice"(%v0) <{static_offsets = array<i64: 1>, static_sizes = array<i64: 2, 3>, static_strides = array<i64: 2, 1>, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (tensor<8x3xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @f(%v0: tensor<8x3xf32>) {
  // expected-error@+1 {{expected mixed sizes rank to match mixed strides rank (2 vs 1) so the rank of the result type is well-formed.}}
  "tensor.extract_slice"(%v0) <{static_offsets = array<i64: 1, 0>, static_sizes = array<i64: 2, 3>, static_strides = array<i64: 2>, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (tensor<8x3xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @f(%v0: tensor<3xf32>) {
  // expected-error@+1 {{expected 1 offset values, got 2}}
  "tensor.extract_slice"(%v0) <{static_offsets = array<i64: 1, 0>, static_sizes = array<i64: 2, 3>, static_strides = array<i64: 2, 1>, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (tensor<3xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @f(%v0: tensor<8x3xf32>) {
  // expected-error@+1 {{expected 1 dynamic offset values}}
  "tensor.extract_slice"(%v0) <{static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 2, 3>, static_strides = array<i64: 2, 1>, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (tensor<8x3xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @f(%v0: tensor<8x3xf32>) {
  // expected-error@+1 {{expected offsets to be non-negative, but got -1}}
  "tensor.extract_slice"(%v0) <{static_offsets = array<i64: -1, 0>, static_sizes = array<i64: 2, 3>, static_strides = array<i64: 2, 1>, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (tensor<8x3xf32>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @f(%v0: tensor<8x3xf32>) {
  // expected-error@+1 {{expected rank to be smaller or equal to the other rank. }}
  "tensor.extract_slice"(%v0) <{static_offsets = array<i64: 1, 0>, static_sizes = array<i64: 2, 3>, static_strides = array<i64: 2, 1>, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (tensor<8x3xf32>) -> (tensor<2x3x2xf32>)
  return
}

// -----

func.func @f(%v0: tensor<8x3xf32>) {
  // expected-error@+1 {{expected type to be 'tensor<2x3xf32>' or a rank-reduced version. (size mismatch) }}
  "tensor.extract_slice"(%v0) <{static_offsets = array<i64: 1, 0>, static_sizes = array<i64: 2, 3>, static_strides = array<i64: 2, 1>, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (tensor<8x3xf32>) -> (tensor<3x3xf32>)
  return
}

// -----

func.func @f(%v0: tensor<8x3xf64>) {
  // expected-error@+1 {{expected element type to be 'f64'}}
  "tensor.extract_slice"(%v0) <{static_offsets = array<i64: 1, 0>, static_sizes = array<i64: 2, 3>, static_strides = array<i64: 2, 1>, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (tensor<8x3xf64>) -> (tensor<2x3xf32>)
  return
}

// -----

func.func @f(%v0: f32, %v1: f32) {
  // expected-error@+1 {{'tensor.from_elements' op result #0 must be statically shaped tensor of any type values, but got 'tensor<?xf32>'}}
  "tensor.from_elements"(%v0, %v1) : (f32, f32) -> (tensor<?xf32>)
  return
}

// -----

func.func @f(%v0: f64, %v1: f32) {
  // expected-error@+1 {{'tensor.from_elements' op failed to verify that operand types match result element type}}
  "tensor.from_elements"(%v0, %v1) : (f64, f32) -> (tensor<2xf32>)
  return
}

// -----

func.func @f(%v0: f32, %v1: tensor<8x3xf32>, %v2: index) {
  // expected-error@+1 {{'tensor.insert' op incorrect number of indices}}
  "tensor.insert"(%v0, %v1, %v2) : (f32, tensor<8x3xf32>, index) -> (tensor<8x3xf32>)
  return
}

// -----

func.func @f(%v0: tensor<2x3xf32>, %v1: tensor<8x3xf64>) {
  // expected-error@+1 {{'tensor.insert_slice' op failed to verify that expected result type to match dest type}}
  "tensor.insert_slice"(%v0, %v1) <{static_offsets = array<i64: 1, 0>, static_sizes = array<i64: 2, 3>, static_strides = array<i64: 2, 1>, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>}> : (tensor<2x3xf32>, tensor<8x3xf64>) -> (tensor<8x3xf32>)
  return
}

// -----

func.func @f(%v0: tensor<9x3xf32>, %v1: f32) {
  // expected-error@+1 {{specified type 'tensor<10x4xf32>' does not match the inferred type 'tensor<11x4xf32>'}}
  "tensor.pad"(%v0) <{static_low = array<i64: 0, 1>, static_high = array<i64: 2, 0>, operandSegmentSizes = array<i32: 1, 0, 0>}> ({ ^bb0(%a0: index, %a1: index): "tensor.yield"(%v1) : (f32) -> () }) : (tensor<9x3xf32>) -> (tensor<10x4xf32>)
  return
}

// -----

func.func @f(%v0: tensor<8x3xf32>) {
  // expected-error@+1 {{'tensor.yield' op requires a single operand}}
  "tensor.pad"(%v0) <{static_low = array<i64: 0, 1>, static_high = array<i64: 2, 0>, operandSegmentSizes = array<i32: 1, 0, 0>}> ({ ^bb0(%a0: index, %a1: index): "tensor.yield"() : () -> () }) : (tensor<8x3xf32>) -> (tensor<10x4xf32>)
  return
}

// -----

func.func @f(%v0: tensor<8x3xf32>, %v1: f32) {
  // expected-error@+1 {{'tensor.pad' op expected block argument 1 to be an index}}
  "tensor.pad"(%v0) <{static_low = array<i64: 0, 1>, static_high = array<i64: 2, 0>, operandSegmentSizes = array<i32: 1, 0, 0>}> ({ ^bb0(%a0: i32, %a1: index): "tensor.yield"(%v1) : (f32) -> () }) : (tensor<8x3xf32>) -> (tensor<10x4xf32>)
  return
}

// -----

func.func @f(%v0: tensor<8x3xf32>, %v1: f32) {
  // expected-error@+1 {{'tensor.pad' op expected yield type to match shape element type}}
  "tensor.pad"(%v0) <{static_low = array<i64: 0, 1>, static_high = array<i64: 2, 0>, operandSegmentSizes = array<i32: 1, 0, 0>}> ({ ^bb0(%a0: index, %a1: index): "tensor.yield"(%v1) : (f32) -> () }) : (tensor<8x3xf32>) -> (tensor<10x4xf64>)
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'ub.poison' op attribute 'value' failed to satisfy constraint: PoisonAttrInterface instance}}
  "ub.poison"() <{value = unit}> : () -> (i32)
  return
}

// -----

func.func @f(%v0: vector<8xf32>) {
  // expected-error@+1 {{'vector.bitcast' op failed to verify that all of {source, result} have same rank}}
  "vector.bitcast"(%v0) : (vector<8xf32>) -> (vector<4x16xf16>)
  return
}

// -----

func.func @f(%v0: vector<5x8xf32>) {
  // expected-error@+1 {{'vector.bitcast' op dimension size mismatch at: 0}}
  "vector.bitcast"(%v0) : (vector<5x8xf32>) -> (vector<4x16xf16>)
  return
}

// -----

func.func @f(%v0: f64) {
  // expected-error@+1 {{'vector.broadcast' op failed to verify that source operand and result have same element type}}
  "vector.broadcast"(%v0) : (f64) -> (vector<4x8xf32>)
  return
}

// -----

func.func @f(%v0: vector<4x1x2xf32>) {
  // expected-error@+1 {{'vector.broadcast' op source rank higher than destination rank}}
  "vector.broadcast"(%v0) : (vector<4x1x2xf32>) -> (vector<4x8xf32>)
  return
}

// -----

func.func @f(%v0: vector<4xf32>) {
  // expected-error@+1 {{'vector.broadcast' op dimension mismatch (4 vs. 8)}}
  "vector.broadcast"(%v0) : (vector<4xf32>) -> (vector<4x8xf32>)
  return
}

// -----

func.func @f(%v0: vector<8xf32>) {
  // expected-error@+1 {{'vector.extract' op expected position attribute of rank no greater than vector rank}}
  "vector.extract"(%v0) <{static_position = array<i64: 3, 7>}> : (vector<8xf32>) -> (f32)
  return
}

// -----

func.func @f(%v0: vector<1x8xf32>) {
  // expected-error@+1 {{'vector.extract' op expected position attribute #1 to be a non-negative integer smaller than the corresponding vector dimension}}
  "vector.extract"(%v0) <{static_position = array<i64: 3>}> : (vector<1x8xf32>) -> (vector<8xf32>)
  return
}

// -----

func.func @f(%v0: memref<4x8xf32>, %v1: index, %v2: index, %v3: vector<8xi1>, %v4: vector<f32>) {
  // expected-error@+1 {{'vector.maskedload' op operand #4 must be  of ranks 1, but got 'vector<f32>'}}
  "vector.maskedload"(%v0, %v1, %v2, %v3, %v4) : (memref<4x8xf32>, index, index, vector<8xi1>, vector<f32>) -> (vector<8xf32>)
  return
}

// -----

func.func @f(%v0: memref<4x8xf32>, %v1: index, %v2: index, %v3: vector<9xi1>, %v4: vector<8xf32>) {
  // expected-error@+1 {{'vector.maskedload' op expected result dim to match mask dim}}
  "vector.maskedload"(%v0, %v1, %v2, %v3, %v4) : (memref<4x8xf32>, index, index, vector<9xi1>, vector<8xf32>) -> (vector<8xf32>)
  return
}

// -----

func.func @f(%v0: memref<4x8xf32>, %v1: index, %v2: index, %v3: vector<8xi1>, %v4: vector<8xf64>) {
  // expected-error@+1 {{'vector.maskedload' op expected pass_thru of same type as result type}}
  "vector.maskedload"(%v0, %v1, %v2, %v3, %v4) : (memref<4x8xf32>, index, index, vector<8xi1>, vector<8xf64>) -> (vector<8xf32>)
  return
}

// -----

func.func @f(%v0: memref<4x8xf64>, %v1: index, %v2: index, %v3: vector<8xi1>, %v4: vector<8xf32>) {
  // expected-error@+1 {{'vector.maskedload' op base and result element type should match}}
  "vector.maskedload"(%v0, %v1, %v2, %v3, %v4) : (memref<4x8xf64>, index, index, vector<8xi1>, vector<8xf32>) -> (vector<8xf32>)
  return
}

// -----

func.func @f(%v0: memref<8xf32>, %v1: index, %v2: index, %v3: vector<8xi1>, %v4: vector<8xf32>) {
  // expected-error@+1 {{'vector.maskedload' op requires 1 indices}}
  "vector.maskedload"(%v0, %v1, %v2, %v3, %v4) : (memref<8xf32>, index, index, vector<8xi1>, vector<8xf32>) -> (vector<8xf32>)
  return
}

// -----

func.func @f(%v0: memref<4x8xf32>, %v1: index, %v2: index, %v3: vector<9xi1>, %v4: vector<8xf32>) {
  // expected-error@+1 {{'vector.maskedstore' op expected valueToStore dim to match mask dim}}
  "vector.maskedstore"(%v0, %v1, %v2, %v3, %v4) : (memref<4x8xf32>, index, index, vector<9xi1>, vector<8xf32>) -> ()
  return
}

// -----

func.func @f(%v0: vector<8x2xf32>) {
  // expected-error@+1 {{'vector.reduction' op unsupported reduction rank: 2}}
  "vector.reduction"(%v0) <{kind = #vector.kind<add>}> : (vector<8x2xf32>) -> (f32)
  return
}

// -----

func.func @f(%v0: vector<8xf32>, %v1: tensor<4x8xf32>, %v2: index, %v3: index) {
  // expected-error@+1 {{'vector.transfer_write' op expected the number of tensor results (0) to be equal to the number of output tensors (1)}}
  "vector.transfer_write"(%v0, %v1, %v2, %v3) <{in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d1)>, operandSegmentSizes = array<i32: 1, 1, 2, 0>}> : (vector<8xf32>, tensor<4x8xf32>, index, index) -> ()
  return
}

// -----

func.func @f(%v0: vector<8xf32>, %v1: tensor<4x8xf64>, %v2: index, %v3: index) {
  // expected-error@+1 {{'vector.transfer_write' op expected type of operand #1 ('tensor<4x8xf64>') to match type of corresponding result ('tensor<4x8xf32>')}}
  "vector.transfer_write"(%v0, %v1, %v2, %v3) <{in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d1)>, operandSegmentSizes = array<i32: 1, 1, 2, 0>}> : (vector<8xf32>, tensor<4x8xf64>, index, index) -> (tensor<4x8xf32>)
  return
}

// -----

func.func @f(%v0: vector<8xf32>, %v1: tensor<4x8xf64>, %v2: index, %v3: index) {
  // expected-error@+1 {{'vector.transfer_write' op expected type of operand #1 ('tensor<4x8xf64>') to match type of corresponding result ('tensor<4x8xf32>')}}
  "vector.transfer_write"(%v0, %v1, %v2, %v3) <{in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d1)>, operandSegmentSizes = array<i32: 1, 1, 2, 0>}> : (vector<8xf32>, tensor<4x8xf64>, index, index) -> (tensor<4x8xf32>)
  return
}

// -----

func.func @f(%v0: tensor<4xf32>, %v1: tensor<4xf32>, %v2: f64) {
  "linalg.reduce"(%v1, %v0) <{dimensions = array<i64>}> ({
  ^bb0(%b0: f32, %b1: f32):
    // expected-error@+1 {{'linalg.yield' op type of yield operand 1 ('f64') doesn't match the element type of the enclosing linalg.generic op ('f32')}}
    "linalg.yield"(%v2) : (f64) -> ()
  }) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  return
}

// -----

func.func @f(%v0: memref<1x2xf32>) {
  // expected-error@+1 {{'memref.collapse_shape' op rank 0 memrefs can only be extended/collapsed with/from ones}}
  "memref.collapse_shape"(%v0) <{reassociation = []}> : (memref<1x2xf32>) -> (memref<f32>)
  return
}

// -----

func.func @f(%v0: memref<4x8xf32>) {
  // expected-error@+1 {{'memref.collapse_shape' op expected collapsed type to be 'memref<32xf32>' but found 'memref<32xf32, strided<[2]>>'}}
  "memref.collapse_shape"(%v0) <{reassociation = [[0, 1]]}> : (memref<4x8xf32>) -> (memref<32xf32, strided<[2]>>)
  return
}

// -----

func.func @f(%v0: memref<8xf32>) {
  // expected-error@+1 {{expected result rank to be smaller or equal to the source rank.}}
  "memref.subview"(%v0) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 8>, static_strides = array<i64: 1>}> : (memref<8xf32>) -> (memref<8x1xf32>)
  return
}

// -----

func.func @f(%v0: vector<4xf32>, %v1: vector<4xf32>) {
  // expected-error@+1 {{'vector.shuffle' op mask index #3 out of range}}
  "vector.shuffle"(%v0, %v1) <{mask = array<i64: 0, 4, 8>}> : (vector<4xf32>, vector<4xf32>) -> (vector<3xf32>)
  return
}

// -----

func.func @f(%v0: memref<f32>, %v1: index) {
  // expected-error@+1 {{'memref.dim' op operand #0 must be unranked.memref of any type values or non-0-ranked.memref of any type values, but got 'memref<f32>'}}
  %0 = "memref.dim"(%v0, %v1) : (memref<f32>, index) -> index
  return
}

// -----

func.func @materialization_shapes(%v0: tensor<5x8xf32>, %v1: tensor<4x8xf32>) {
  // expected-error@+1 {{'bufferization.materialize_in_destination' op source/destination shapes are incompatible}}
  %0 = "bufferization.materialize_in_destination"(%v0, %v1) : (tensor<5x8xf32>, tensor<4x8xf32>) -> (tensor<4x8xf32>)
  return
}

// -----

func.func @materialization_ranks(%v0: tensor<8xf32>, %v1: tensor<4x8xf32>) {
  // expected-error@+1 {{'bufferization.materialize_in_destination' op rank mismatch between source and destination shape}}
  %0 = "bufferization.materialize_in_destination"(%v0, %v1) : (tensor<8xf32>, tensor<4x8xf32>) -> (tensor<4x8xf32>)
  return
}

// -----

func.func @materialization_elements(%v0: tensor<4x8xf64>, %v1: tensor<4x8xf32>) {
  // expected-error@+1 {{'bufferization.materialize_in_destination' op failed to verify that all of {source, dest} have same element type}}
  %0 = "bufferization.materialize_in_destination"(%v0, %v1) : (tensor<4x8xf64>, tensor<4x8xf32>) -> (tensor<4x8xf32>)
  return
}

// -----

func.func @materialization_result(%v0: tensor<4x8xf32>, %v1: tensor<4x8xf32>) {
  // expected-error@+1 {{'bufferization.materialize_in_destination' op result and 'dest' types must match}}
  %0 = "bufferization.materialize_in_destination"(%v0, %v1) : (tensor<4x8xf32>, tensor<4x8xf32>) -> (tensor<4x?xf32>)
  return
}

// -----

func.func @materialization_not_writable(%v0: tensor<4x8xf32>, %v1: memref<?x8xf32>) {
  // expected-error@+1 {{'bufferization.materialize_in_destination' op 'writable' must be specified if and only if the destination is of memref type}}
  "bufferization.materialize_in_destination"(%v0, %v1) : (tensor<4x8xf32>, memref<?x8xf32>) -> ()
  return
}

// -----

func.func @materialization_restrict(%v0: tensor<4x8xf32>, %v1: tensor<4x8xf32>) {
  // expected-error@+1 {{'bufferization.materialize_in_destination' op 'restrict' is valid only for memref destinations}}
  %0 = "bufferization.materialize_in_destination"(%v0, %v1) {restrict} : (tensor<4x8xf32>, tensor<4x8xf32>) -> (tensor<4x8xf32>)
  return
}

// -----

func.func @materialization_writable(%v0: tensor<4x8xf32>, %v1: tensor<4x8xf32>) {
  // expected-error@+1 {{'bufferization.materialize_in_destination' op 'writable' must be specified if and only if the destination is of memref type}}
  %0 = "bufferization.materialize_in_destination"(%v0, %v1) {writable} : (tensor<4x8xf32>, tensor<4x8xf32>) -> (tensor<4x8xf32>)
  return
}

// -----

func.func @materialization_unranked(%v0: tensor<*xf32>, %v1: tensor<4x8xf32>) {
  // expected-error@+1 {{'bufferization.materialize_in_destination' op source/destination shapes are incompatible}}
  %0 = "bufferization.materialize_in_destination"(%v0, %v1) : (tensor<*xf32>, tensor<4x8xf32>) -> (tensor<4x8xf32>)
  return
}

// -----

func.func @materialization_source(%v0: f32, %v1: tensor<4x8xf32>) {
  // expected-error@+1 {{'bufferization.materialize_in_destination' op operand #0 must be tensor of any type values, but got 'f32'}}
  %0 = "bufferization.materialize_in_destination"(%v0, %v1) : (f32, tensor<4x8xf32>) -> (tensor<4x8xf32>)
  return
}

// -----

func.func @materialization_vector(%v0: tensor<4x8xf32>, %v1: vector<4x8xf32>) {
  // expected-error@+1 {{'bufferization.materialize_in_destination' op 'dest' must be a tensor or a memref}}
  "bufferization.materialize_in_destination"(%v0, %v1) : (tensor<4x8xf32>, vector<4x8xf32>) -> ()
  return
}

// -----

func.func @materialization_number(%v0: tensor<4x8xf32>, %v1: f32) {
  // expected-error@+1 {{'bufferization.materialize_in_destination' op operand #1 must be shaped of any type values, but got 'f32'}}
  "bufferization.materialize_in_destination"(%v0, %v1) : (tensor<4x8xf32>, f32) -> ()
  return
}

// -----

func.func @f(%v: vector<4x8xi32>) {
  // expected-error@+1 {{'vector.extract' op failed to verify that operand and result have same element type}}
  "vector.extract"(%v) <{static_position = array<i64: 3>}> : (vector<4x8xi32>) -> (vector<8xf32>)
  return
}

// -----

func.func @cast_to_memref_with_rank(%m: memref<*xf32>) {
  // expected-error@+1 {{'memref.memory_space_cast' op operand type 'memref<*xf32>' and result type 'memref<4xf32, 1>' are cast incompatible}}
  %0 = memref.memory_space_cast %m : memref<*xf32> to memref<4xf32, 1>
  return
}

// -----

// expected-error@+1 {{strides must not be zero}}
func.func private @layout_whose_elements_are_one(memref<4x4xf32, strided<[0, 1]>>)

// -----

func.func @f(%i: tensor<1x8x8x2xf32>, %k: tensor<3x3x2x3xf32>, %o: tensor<1x6x6x3xf32>) {
  // expected-error@+1 {{custom op 'linalg.conv_2d_nhwc_hwcf' 'linalg.conv_2d_nhwc_hwcf' op attribute 'dilations' failed to satisfy constraint: 64-bit signless int elements attribute of shape [2]}}
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<3xi64>, strides = dense<1> : tensor<2xi64>} ins(%i, %k : tensor<1x8x8x2xf32>, tensor<3x3x2x3xf32>) outs(%o : tensor<1x6x6x3xf32>) -> tensor<1x6x6x3xf32>
  return
}

// -----

func.func @f(%i: tensor<1x8x8x2xf32>, %k: tensor<3x3x2x3xf32>, %o: tensor<1x6x6x3xf32>) {
  // expected-error@+1 {{unexpected loop dimension for convolution op}}
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<[0, 1]> : tensor<2xi64>} ins(%i, %k : tensor<1x8x8x2xf32>, tensor<3x3x2x3xf32>) outs(%o : tensor<1x6x6x3xf32>) -> tensor<1x6x6x3xf32>
  return
}

// -----

func.func @f(%i: tensor<1x8x8x2xf32>, %k: tensor<3x3x2x3xf32>, %o: tensor<1x6x6x3xf32>) {
  // expected-error@+1 {{unexpected input index map for convolutions}}
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<0> : tensor<2xi64>, strides = dense<0> : tensor<2xi64>} ins(%i, %k : tensor<1x8x8x2xf32>, tensor<3x3x2x3xf32>) outs(%o : tensor<1x6x6x3xf32>) -> tensor<1x6x6x3xf32>
  return
}

// -----

func.func @f(%a: vector<4xf32>, %b: vector<8xf32>, %c: vector<4x8xf32>, %s: f32) {
  // expected-error@+1 {{'vector.outerproduct' op unsupported outerproduct type}}
  %0 = vector.outerproduct %a, %b, %c {kind = #vector.kind<and>} : vector<4xf32>, vector<8xf32>
  return
}

// -----

func.func @f(%a: vector<4xf32>, %b: vector<8xf32>, %c: vector<4x8xf32>, %s: f32) {
  // expected-error@+1 {{custom op 'vector.outerproduct' expected vector type for operand #1}}
  %0 = vector.outerproduct %s, %b : f32, vector<8xf32>
  return
}

// -----

func.func @f(%a: vector<4xf32>, %b: vector<8xf32>, %c: vector<4x8xf32>, %s: f32) {
  // expected-error@+1 {{custom op 'vector.outerproduct' expected at least 2 operands}}
  %0 = vector.outerproduct %a : vector<4xf32>, vector<8xf32>
  return
}

// -----

func.func @f(%m: memref<?x?xf32>, %i: index, %x: f32) {
  // expected-error@+1 {{'memref.load' op incorrect number of indices for load, expected 2 but got 1}}
  %0 = memref.load %m[%i] : memref<?x?xf32>
  return
}

// -----

func.func @f(%m: memref<?x?xf32>, %i: index, %x: f32) {
  // expected-error@+1 {{'memref.store' op store index operand count not equal to memref rank}}
  memref.store %x, %m[%i, %i, %i] : memref<?x?xf32>
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  %0 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    // expected-error@+1 {{'scf.reduce' op expected two block arguments with type 'f32' in the 0-th reduction region}}
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: i32):
      scf.reduce.return %a : f32
    }
  }
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  %0 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    // expected-error@+1 {{'scf.reduce' op expected one reduction for each of 2 operands, but found 1}}
    scf.reduce(%x, %x : f32, f32) {
    ^bb0(%a: f32, %b: f32):
      scf.reduce.return %a : f32
    }
  }
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  %0 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
    // expected-error@+1 {{'scf.reduce.return' op must have type 'f32' (the type of the reduction inputs)}}
      scf.reduce.return %n : index
    }
  }
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  // expected-error@+1 {{'scf.parallel' op expects number of results: 1 to be the same as number of reductions: 0}}
  %0 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    scf.reduce
  }
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  // expected-error@+1 {{custom op 'scf.for' mismatch in number of loop-carried values and defined values}}
  scf.for %i = %n to %n step %n iter_args(%a = %x) -> (f32, f32) { scf.yield %a : f32 }
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  %0 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    // expected-error@+1 {{'scf.reduce' op region #0 ('reductions') failed to verify constraint: region with 1 blocks}}
    "scf.reduce"(%x) ({}) : (f32) -> ()
  }
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error@+1 {{custom op 'tensor.from_elements' 2 operands present, but expected 3}}
  %0 = tensor.from_elements %f, %f : tensor<3xf32>
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error@+1 {{custom op 'tensor.from_elements' 'result' must be statically shaped tensor of any type values, but got 'tensor<?xf32>'}}
  %0 = tensor.from_elements %f, %f : tensor<?xf32>
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error@+1 {{custom op 'vector.from_elements' 1 operands present, but expected 4}}
  %0 = vector.from_elements %f : vector<2x2xf32>
  return
}

// -----

func.func @f(%m: memref<8x16xf32>, %i: index, %f: f32) {
  // expected-error@+1 {{'vector.transfer_read' op requires 2 indices}}
  %0 = vector.transfer_read %m[%i], %f : memref<8x16xf32>, vector<8xf32>
  return
}

// -----

func.func @f(%m: memref<8x16xf32>, %i: index, %f: f32) {
  // expected-error@+1 {{'vector.transfer_read' op requires a permutation_map with result dims of the same rank as the vector type}}
  %0 = vector.transfer_read %m[%i, %i], %f : memref<8x16xf32>, vector<2x4x8xf32>
  return
}

// -----

func.func @f(%m: memref<8x16xf32>, %i: index, %f: f32) {
  // expected-error@+1 {{'vector.transfer_read' op requires broadcast dimensions to be in-bounds}}
  %0 = vector.transfer_read %m[%i, %i], %f {permutation_map = affine_map<(d0, d1) -> (0)>} : memref<8x16xf32>, vector<8xf32>
  return
}

// -----

func.func @f(%m: memref<8x16xf32>, %i: index, %f: f32) {
  // expected-error@+1 {{'vector.transfer_read' op expects the in_bounds attr of same rank as permutation_map results: affine_map<(d0, d1) -> (d1)> vs inBounds of size: 0}}
  %0 = vector.transfer_read %m[%i, %i], %f {in_bounds = []} : memref<8x16xf32>, vector<8xf32>
  return
}

// -----

func.func @f(%m: memref<8x16xf32>, %i: index, %f: f32) {
  // expected-error@+1 {{'vector.transfer_read' op requires attribute 'permutation_map'}}
  %0 = vector.transfer_read %m[%i, %i], %f {permutation_map = 3} : memref<8x16xf32>, vector<8xf32>
  return
}

// -----

func.func @f(%v: vector<8xf32>, %m: memref<8x16xf32>, %i: index) {
  // expected-error@+1 {{custom op 'vector.transfer_write' requires two types}}
  vector.transfer_write %v, %m[%i, %i] : vector<8xf32>
  return
}

// -----

func.func @f(%m: memref<8x16xf32, strided<[32, 2]>>, %i: index) {
  // expected-error@+1 {{'vector.load' op most minor memref dim must have unit stride}}
  %0 = vector.load %m[%i, %i] : memref<8x16xf32, strided<[32, 2]>>, vector<8xf32>
  return
}

// -----

func.func @f(%v: vector<8xf32>, %m: memref<8x16xf32>, %i: index) {
  // expected-error@+1 {{'vector.store' op requires 2 indices}}
  vector.store %v, %m[%i] : memref<8x16xf32>, vector<8xf32>
  return
}

// -----

func.func @f(%m: memref<8x16xf32>, %i: index, %v: vector<8xf32>, %k: vector<2x4xi1>) {
  // expected-error@+1 {{'vector.maskedload' op operand #3 must be vector of 1-bit signless integer values of ranks 1, but got 'vector<2x4xi1>'}}
  %0 = vector.maskedload %m[%i, %i], %k, %v : memref<8x16xf32>, vector<2x4xi1>, vector<8xf32> into vector<8xf32>
  return
}

// -----

func.func @f(%v: vector<8xf32>) {
  // expected-error@+1 {{'vector.reduction' op unsupported reduction type ''f32'' for kind 'and'}}
  %0 = vector.reduction <and>, %v : vector<8xf32> into f32
  return
}

// -----

func.func @f(%v: vector<8xi32>) {
  // expected-error@+1 {{'vector.reduction' op unsupported reduction type ''i32'' for kind 'minimumf'}}
  %0 = vector.reduction <minimumf>, %v : vector<8xi32> into i32
  return
}

// -----

func.func @f(%f: f32, %v: vector<4x8xf32>) {
  // expected-error@+1 {{'vector.insert' op expected position attribute rank to match the dest vector rank}}
  %0 = vector.insert %f, %v[1] : f32 into vector<4x8xf32>
  return
}

// -----

func.func @f(%v: vector<8xf32>) {
  // expected-error@+1 {{'vector.bitcast' op source/result bitwidth of the minor 1-D vectors must be equal}}
  %0 = vector.bitcast %v : vector<8xf32> to vector<4xf32>
  return
}

// -----

func.func @f(%f: f32) {
  // expected-error@+1 {{'tensor.splat' op incorrect number of dynamic sizes, has 0, expected 1}}
  %0 = tensor.splat %f : tensor<?xf32>
  return
}

// -----

func.func @f(%m: memref<8x16xf64>, %i: index, %f: f64) {
  // expected-error@+1 {{'vector.transfer_read' op requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the source element type}}
  %0 = vector.transfer_read %m[%i, %i], %f : memref<8x16xf64>, vector<3xf32>
  return
}

// -----

func.func @f(%m: memref<8x16xi64>, %i: index, %f: i64) {
  // expected-error@+1 {{'vector.transfer_read' op requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the source element type}}
  %0 = vector.transfer_read %m[%i, %i], %f : memref<8x16xi64>, vector<3xi32>
  return
}

// -----

func.func @f(%m: memref<8x16xvector<2x8xf32>>, %i: index, %f: vector<2x8xf32>) {
  // expected-error@+1 {{'vector.transfer_read' op requires source vector element and vector result ranks to match.}}
  %0 = vector.transfer_read %m[%i, %i], %f {permutation_map = affine_map<(d0, d1) -> ()>} : memref<8x16xvector<2x8xf32>>, vector<8xf32>
  return
}

// -----

func.func @f(%m: memref<8x16xvector<2x8xf32>>, %i: index, %f: vector<2x8xf32>, %k: vector<1xi1>) {
  // expected-error@+1 {{'vector.transfer_read' op does not support masks with vector element type}}
  %0 = "vector.transfer_read"(%m, %i, %i, %f, %k) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = affine_map<(d0, d1) -> (d1)>}> : (memref<8x16xvector<2x8xf32>>, index, index, vector<2x8xf32>, vector<1xi1>) -> vector<1x2x8xf32>
  return
}

// -----

func.func @f(%m: memref<8x16xf32>, %i: index, %f: f32, %n: index) {
  // expected-error@+1 {{'vector.transfer_read' op requires permutation_map without symbols}}
  %0 = vector.transfer_read %m[%i, %i], %f {permutation_map = affine_map<(d0, d1)[s0] -> (d1)>} : memref<8x16xf32>, vector<8xf32>
  return
}

// -----

func.func @f(%m: memref<8x16xf32>, %i: index, %f: f32) {
  // expected-error@+1 {{'vector.transfer_read' op requires a permutation_map with input dims of the same rank as the source type}}
  %0 = vector.transfer_read %m[%i, %i], %f {permutation_map = affine_map<(d0, d1, d2) -> (d1)>} : memref<8x16xf32>, vector<8xf32>
  return
}

// -----

func.func @f(%m: memref<8x16xf32>, %i: index, %f: f32, %k: vector<4xi1>) {
  // expected-error@+1 {{'vector.transfer_read' op inferred mask type ('vector<8xi1>') and mask operand type ('vector<4xi1>') don't match}}
  %0 = "vector.transfer_read"(%m, %i, %i, %f, %k) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = affine_map<(d0, d1) -> (d1)>}> : (memref<8x16xf32>, index, index, f32, vector<4xi1>) -> vector<8xf32>
  return
}

// -----

func.func @f(%m: memref<8x16xf32>, %i: index, %f: f32) {
  // expected-error@+1 {{'vector.transfer_read' op requires a projected permutation_map (at most one dim or the zero constant can appear in each result)}}
  %0 = vector.transfer_read %m[%i, %i], %f {permutation_map = affine_map<(d0, d1) -> (d0 + d1)>} : memref<8x16xf32>, vector<8xf32>
  return
}

// -----

func.func @f(%m: memref<8x16xf32>, %i: index, %f: f32) {
  // expected-error@+1 {{'vector.transfer_read' op requires a permutation_map that is a permutation (found one dim used more than once)}}
  %0 = vector.transfer_read %m[%i, %i], %f {permutation_map = affine_map<(d0, d1) -> (d1, d1)>} : memref<8x16xf32>, vector<8x8xf32>
  return
}

// -----

func.func @f(%m: memref<8xvector<4xf32>>, %i: index) {
  // expected-error@+1 {{'vector.load' op base memref and result vector types should match}}
  %0 = vector.load %m[%i] : memref<8xvector<4xf32>>, vector<8xf32>
  return
}

// -----

func.func @f(%m: memref<8x16xvector<4xf32>>, %i: index, %f: vector<2xf32>) {
  // expected-error@+1 {{'vector.transfer_read' op requires source element type and padding type to match.}}
  %0 = "vector.transfer_read"(%m, %i, %i, %f) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = affine_map<(d0, d1) -> (d1)>}> : (memref<8x16xvector<4xf32>>, index, index, vector<2xf32>) -> vector<1x4xf32>
  return
}

// -----

func.func @f(%m: memref<8x16xf32>, %i: index, %f: f64) {
  // expected-error@+1 {{'vector.transfer_read' op requires formal padding and source of the same elemental type}}
  %0 = "vector.transfer_read"(%m, %i, %i, %f) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = affine_map<(d0, d1) -> (d1)>}> : (memref<8x16xf32>, index, index, f64) -> vector<8xf32>
  return
}

// -----

func.func @f(%v: vector<8xf32>, %m: memref<8x16xf32>, %i: index) {
  // expected-error@+1 {{'vector.transfer_write' op should not have broadcast dimensions}}
  vector.transfer_write %v, %m[%i, %i] {permutation_map = affine_map<(d0, d1) -> (0)>, in_bounds = [true]} : vector<8xf32>, memref<8x16xf32>
  return
}

// -----

func.func @f(%i: index) {
  // expected-error@+1 {{'vector.create_mask' op must specify an operand for each result vector dimension}}
  %0 = vector.create_mask %i : vector<2x4xi1>
  return
}

// -----

func.func @f(%v: vector<8x16xf32>, %i: index, %f: f32) {
  // expected-error@+1 {{'vector.transfer_read' op requires source to be a memref or ranked tensor type}}
  %0 = "vector.transfer_read"(%v, %i, %i, %f) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = affine_map<(d0, d1) -> (d1)>}> : (vector<8x16xf32>, index, index, f32) -> vector<8xf32>
  return
}

// -----

func.func @f(%m: memref<8x16xf32>, %i: index, %f: vector<2xf32>) {
  // expected-error@+1 {{'vector.transfer_read' op requires valid padding vector elemental type}}
  %0 = "vector.transfer_read"(%m, %i, %i, %f) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = affine_map<(d0, d1) -> (d1)>}> : (memref<8x16xf32>, index, index, vector<2xf32>) -> vector<8xf32>
  return
}

// -----

func.func @f(%m: memref<8xf32>) {
  // expected-error@+1 {{'vector.broadcast' op source type is not a vector}}
  %0 = "vector.broadcast"(%m) : (memref<8xf32>) -> vector<4x8xf32>
  return
}

// -----

func.func @f(%v: vector<8xf32>, %a: f64) {
  // expected-error@+1 {{'vector.reduction' op failed to verify that dest and acc have the same type}}
  %0 = "vector.reduction"(%v, %a) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<add>}> : (vector<8xf32>, f64) -> f32
  return
}
