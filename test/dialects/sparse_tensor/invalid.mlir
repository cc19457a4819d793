// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Encodings that contradict themselves, or their tensors.

// CHECK: error: expected compressed or loose_compressed level before singleton level
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j)->(i:dense,j:singleton) }>>) {
  return
}

// -----

// CHECK: error: Batch lvlType can only be leading levels.
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j)->(i:dense,j:batch) }>>) {
  return
}

// -----

// CHECK: error: SoA is only applicable to singleton lvlTypes.
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j)->(i:dense,j:compressed(soa)) }>>) {
  return
}

// -----

// CHECK: error: expected all singleton lvlTypes stored in the same memory layout (SoA vs AoS).
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j,k)->(i:compressed(nonunique),j:singleton(soa),k:singleton) }>>) {
  return
}

// -----

// CHECK: error: expected n_out_of_m to be the last level type
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j)->(i:structured[2,4],j:dense) }>>) {
  return
}

// -----

// CHECK: error: expected all dense lvlTypes before a n_out_of_m level
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j)->(i:compressed,j:structured[2,4]) }>>) {
  return
}

// -----

// CHECK: error: failed to infer lvlToDim from dimToLvl
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j)->(i+j:dense,j:compressed) }>>) {
  return
}

// -----

// CHECK: error: failed to infer lvlToDim from dimToLvl
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j)->(i:dense) }>>) {
  return
}

// -----

// CHECK: error: expected a non-empty array for lvlTypes
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = ()->() }>>) {
  return
}

// -----

// CHECK: error: failed to infer lvlToDim from dimToLvl
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i)->(i:dense,i:compressed) }>>) {
  return
}

// -----

// CHECK: error: invalid level type: level format doesn't support the properties
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j)->(i:dense(nonunique),j:dense) }>>) {
  return
}

// -----

// CHECK: error: unknown level format: foo
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j)->(i:foo,j:dense) }>>) {
  return
}

// -----

// CHECK: error: unknown level property: foo
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j)->(i:compressed(foo),j:dense) }>>) {
  return
}

// -----

// CHECK: error: expected n <= m in n_out_of_m
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j)->(i:structured[5,4],j:dense) }>>) {
  return
}

// -----

// CHECK: error: expected exactly 2 structured sizes
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j)->(i:structured[4],j:dense) }>>) {
  return
}

// -----

// CHECK: error: redefinition of identifier 'i'
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,i)->(i:dense,i:dense) }>>) {
  return
}

// -----

// CHECK: error: Level-variable ordering mismatch. The variable 'l1' was forward-declared as the 1st level; but is bound by the 0th specification.
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = {l0,l1}(i=l0,j=l1)->(l1=i:dense,l0=j:dense) }>>) {
  return
}

// -----

// CHECK: error: Level-rank mismatch between forward-declarations and specifiers. Declared 2 level-variables; but got 1 level-specifiers.
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = {l0,l1}(i=l0,j=l1)->(l0=i:dense) }>>) {
  return
}

// -----

// CHECK: error: expected lvlToDim to be an inverse of dimToLvl
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = {l0,l1}(i=l1,j=l0)->(l0=i:dense,l1=j:dense) }>>) {
  return
}

// -----

// CHECK: error: unexpected position bitwidth: 7
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j)->(i:dense,j:compressed),posWidth=7 }>>) {
  return
}

// -----

// CHECK: error: unexpected coordinate bitwidth: 128
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j)->(i:dense,j:compressed),crdWidth=128 }>>) {
  return
}

// -----

// CHECK: error: unexpected key: foo
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j)->(i:dense,j:compressed),foo=1 }>>) {
  return
}

// -----

// CHECK: error: expected an integral position bitwidth
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j)->(i:dense,j:compressed),posWidth="a" }>>) {
  return
}

// -----

// CHECK: error: implicit value must be zero
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j)->(i:dense,j:compressed),implicitVal=1.0:f32 }>>) {
  return
}

// -----

// CHECK: error: expected a numeric value for explicitVal
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j)->(i:dense,j:compressed),explicitVal="a" }>>) {
  return
}

// -----

// CHECK: error: expected coeffiencts of Affine expressions to be equal to m of n_out_of_m level
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j)->(i floordiv 2:dense,j:dense, i mod 2:structured[2,4]) }>>) {
  return
}

// -----

// CHECK: error: expected only one blocked level with the same coefficients
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j)->(i floordiv 2:dense, j floordiv 4:dense, i mod 2:dense, j mod 4:structured[2,4]) }>>) {
  return
}

// -----

// CHECK: error: failed to infer lvlToDim from dimToLvl
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j)->(i floordiv 2:dense,j:dense) }>>) {
  return
}

// -----

// CHECK: error: dimSlices expected dimension-rank to match level-rank: 2 != 3
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i: #sparse_tensor<slice(1,?,2)>,j)->(i floordiv 2:dense,j:dense, i mod 2:compressed) }>>) {
  return
}

// -----

// CHECK: error: expected SparseTensorDimSliceAttr
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i: 1,j)->(i:dense,j:compressed) }>>) {
  return
}

// -----

// CHECK: error: expect positive value or ? for slice offset/size/stride
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i: #sparse_tensor<slice(-1,?,?)>,j)->(i:dense,j:compressed) }>>) {
  return
}

// -----

// CHECK: error: expect positive value or ? for slice size
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i: #sparse_tensor<slice(1,0,?)>,j)->(i:dense,j:compressed) }>>) {
  return
}

// -----

// CHECK: error: use of undeclared identifier
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j)->(k:dense,j:compressed) }>>) {
  return
}

// -----

// CHECK: error: dimension-rank mismatch between encoding and tensor shape: 3 != 2
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j,k)->(k:dense,j:compressed,i:dense) }>>) {
  return
}

// -----

// CHECK: error: failed to infer lvlToDim from dimToLvl
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j)->(i mod 2:dense,j:dense,i floordiv 2:compressed) }>>) {
  return
}

// -----

// CHECK: error: explicit value type mismatch between encoding and tensor element type: 'i64' != 'f32'
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j)->(j floordiv 2:dense,i:dense,j mod 2:compressed), posWidth = 8, explicitVal = 1 : i64, implicitVal=0:i64 }>>) {
  return
}

// -----

// CHECK: error: expected ')' in level-specifier list
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j)->(i:dense j:dense) }>>) {
  return
}

// -----

// CHECK: error: expected ':'
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j)->(i dense) }>>) {
  return
}

// -----

// CHECK: error: expected structured size to be >= 0
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j)->(i:structured[-1,2],j:dense) }>>) {
  return
}

// -----

// CHECK: error: expected valid integer for structured size
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j)->(i:structured[a,2],j:dense) }>>) {
  return
}

// -----

// CHECK: error: expected non-scalar sparse tensor
func.func @f(%a: tensor<f32, #sparse_tensor.encoding<{ map = (i)->(i:dense) }>>) {
  return
}

// -----

// CHECK: error: expected a non-empty array for lvlTypes
func.func @f(%a: tensor<f32, #sparse_tensor.encoding<{ posWidth = 8 }>>) {
  return
}

// -----

// CHECK: error: unknown attribute `foo` in dialect `sparse_tensor`
func.func @f(%a: tensor<4xf32, #sparse_tensor.foo<8>>) {
  return
}

// -----

// CHECK: error: expected 1xm block structure for n_out_of_m level
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j)->(i:dense,j:dense,i+j:structured[2,4]) }>>) {
  return
}

// -----

// CHECK: error: expected valid level property (e.g. nonordered, nonunique or high)
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j)->(i:dense,j:compressed(3)) }>>) {
  return
}

// -----

// CHECK: error: expected valid level format (e.g. dense, compressed or singleton)
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j)->(i:3,j:dense) }>>) {
  return
}
