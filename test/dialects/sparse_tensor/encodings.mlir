// RUN: ttopt --split-input-file %s | filecheck %s --strict-whitespace --match-full-lines
// RUN: ttopt --split-input-file %s | ttopt --split-input-file | filecheck %s --strict-whitespace --match-full-lines

//      CHECK:#sparse = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed(nonunique, nonordered)), posWidth = 32, crdWidth = 16 }>
// CHECK-NEXT:#sparse1 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 3 : compressed, d0 mod 2 : dense, d1 mod 3 : dense) }>
// CHECK-NEXT:#sparse2 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)), explicitVal = 1.000000e+00 : f32, implicitVal = 0.000000e+00 : f32 }>
// CHECK-NEXT:#sparse3 = #sparse_tensor.encoding<{ map = (d0 : #sparse_tensor<slice(1, ?, 2)>, d1 : #sparse_tensor<slice(0, ?, 1)>) -> (d0 : dense, d1 : compressed) }>
// CHECK-NEXT:#sparse4 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>
// CHECK-NEXT:#sparse5 = #sparse_tensor.encoding<{ map = [s0](d0, d1) -> (d0 * (s0 + 4) + d1 : dense, d0 : compressed) }>
// CHECK-NEXT:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<4x4xf32, #sparse>, %arg1: tensor<4x6xf32, #sparse1>, %arg2: tensor<?x?xf32, #sparse2>, %arg3: tensor<4x4xf32, #sparse3>, %arg4: tensor<4x4xf32, #sparse4>, %arg5: tensor<4x4xf32, #sparse5>) {
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
#A = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed(nonunique, nonordered)), posWidth = 32, crdWidth = 16 }>
#B = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 3 : compressed, d0 mod 2 : dense, d1 mod 3 : dense) }>
#C = #sparse_tensor.encoding<{ map = (i, j) -> (i : compressed(nonunique), j : singleton(soa)), explicitVal = 1.0 : f32, implicitVal = 0.0 : f32 }>
#E = #sparse_tensor.encoding<{ map = (d0 : #sparse_tensor<slice(1, ?, 2)>, d1) -> (d0 : dense, d1 : compressed) }>
#F = #sparse_tensor.encoding<{ map = {l0, l1} (d0 = l1, d1 = l0) -> (l0 = d1 : dense, l1 = d0 : compressed), }>
#G = #sparse_tensor.encoding<{ map = [s0](d0, d1) -> (d0 * (s0 + 4) + d1 : dense, d0 : compressed) }>
func.func @f(%a: tensor<4x4xf32, #A>, %b: tensor<4x6xf32, #B>, %c: tensor<?x?xf32, #C>, %e: tensor<4x4xf32, #E>, %f: tensor<4x4xf32, #F>, %g: tensor<4x4xf32, #G>) {
  return
}

// -----

//      CHECK:#sparse = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 floordiv 4 : dense, d1 mod 4 : structured[2, 4]) }>
// CHECK-NEXT:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<4x8xf32, #sparse>) {
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j)->(i:dense, j floordiv 4:dense, j mod 4:structured[2,4]) }>>) {
  return
}

// -----

//      CHECK:#sparse = #sparse_tensor.encoding<{ map = (d0 : #sparse_tensor<slice(?, ?, ?)>, d1 : #sparse_tensor<slice(0, ?, 1)>) -> (d0 : dense, d1 : compressed) }>
// CHECK-NEXT:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<4x8xf32, #sparse>) {
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i: #sparse_tensor<slice(?,?,?)>,j)->(i:dense,j:compressed) }>>) {
  return
}

// -----

//      CHECK:#sparse = #sparse_tensor.encoding<{ map = [s0](d0, d1) -> (d0 * s0 : dense, d1 : dense) }>
// CHECK-NEXT:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<4x8xf32, #sparse>) {
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = [s0](i,j)->(i*s0:dense,j:dense) }>>) {
  return
}

// -----

//      CHECK:#sparse = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique, nonordered), d1 : singleton(nonunique, soa)) }>
// CHECK-NEXT:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<4x8xf32, #sparse>) {
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<4x8xf32, #sparse_tensor.encoding<{ map = (i,j)->(i:compressed(nonordered,nonunique), j:singleton(soa,nonunique)) }>>) {
  return
}
