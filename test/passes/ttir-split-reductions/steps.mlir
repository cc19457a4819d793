// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttir-split-reductions %s | filecheck %s

// One dimension that stays, and both of whole tiles, have kernels.
// CHECK: func.func @kept
// CHECK: "ttir.min"(%arg0, %{{.*}}) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<40x50xf32>, tensor<40x1xf32>)
// CHECK-NEXT: return
func.func @kept(%arg0: tensor<40x50xf32>) -> tensor<40x1xf32> {
  %0 = tensor.empty() : tensor<40x1xf32>
  %1 = "ttir.min"(%arg0, %0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<40x50xf32>, tensor<40x1xf32>) -> tensor<40x1xf32>
  return %1 : tensor<40x1xf32>
}

// CHECK: func.func @whole_tiles
// CHECK: "ttir.sum"(%arg0, %{{.*}}) <{dim_arg = [0 : i32, 1 : i32], keep_dim = true}>
// CHECK-NEXT: return
func.func @whole_tiles(%arg0: tensor<64x96xf32>) -> tensor<1x1xf32> {
  %0 = tensor.empty() : tensor<1x1xf32>
  %1 = "ttir.sum"(%arg0, %0) <{dim_arg = [0 : i32, 1 : i32], keep_dim = true}> : (tensor<64x96xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  return %1 : tensor<1x1xf32>
}

// From the last dimension to the first; what is between them is f32.
// CHECK: func.func @several
// CHECK: %[[ROWS:.*]] = "ttir.mean"(%arg0, %{{.*}}) <{dim_arg = [3 : i32], keep_dim = true}> : (tensor<2x3x5x7xbf16>, tensor<2x3x5x1xf32>)
// CHECK: "ttir.mean"(%[[ROWS]], %{{.*}}) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<2x3x5x1xf32>, tensor<2x1x5x1xbf16>)
// The last dimension that is left becomes the last one.
// CHECK: %[[TURNED:.*]] = "ttir.transpose"{{.*}}dim0 = 2 : si32, dim1 = 3 : si32{{.*}} -> tensor<2x1x1x5xbf16>
// CHECK: "ttir.reshape"(%[[TURNED]], %{{.*}}) <{shape = [2 : i32, 5 : i32]}>
func.func @several(%arg0: tensor<2x3x5x7xbf16>) -> tensor<2x5xbf16> {
  %0 = tensor.empty() : tensor<2x5xbf16>
  %1 = "ttir.mean"(%arg0, %0) <{dim_arg = [1 : i32, -1 : i32], keep_dim = false}> : (tensor<2x3x5x7xbf16>, tensor<2x5xbf16>) -> tensor<2x5xbf16>
  return %1 : tensor<2x5xbf16>
}

// Without dimensions, all are reduced.
// CHECK: func.func @all
// CHECK: "ttir.max"{{.*}}dim_arg = [1 : i32]
// CHECK: "ttir.max"{{.*}}dim_arg = [0 : i32]{{.*}} -> tensor<1x1xf32>
// CHECK: "ttir.reshape"{{.*}} -> tensor<1xf32>
func.func @all(%arg0: tensor<40x50xf32>) -> tensor<1xf32> {
  %0 = tensor.empty() : tensor<1xf32>
  %1 = "ttir.max"(%arg0, %0) <{keep_dim = false}> : (tensor<40x50xf32>, tensor<1xf32>) -> tensor<1xf32>
  return %1 : tensor<1xf32>
}

// No unit multiplies what is within a tile: rows become matrices of their own.
// CHECK: func.func @product
// CHECK: %[[TURNED:.*]] = "ttir.transpose"(%arg0, %{{.*}}) <{dim0 = 0 : si32, dim1 = 1 : si32}> : (tensor<40x50xf32>, tensor<50x40xf32>)
// CHECK: %[[MATRICES:.*]] = "ttir.reshape"(%[[TURNED]], %{{.*}}) {{.*}} -> tensor<50x1x40xf32>
// CHECK: "ttir.prod"(%[[MATRICES]], %{{.*}}) <{dim_arg = [0 : i32], keep_dim = true}> : (tensor<50x1x40xf32>, tensor<1x1x40xf32>)
// CHECK: "ttir.reshape"{{.*}} -> tensor<1x40xf32>
// CHECK: "ttir.transpose"{{.*}} -> tensor<40x1xf32>
func.func @product(%arg0: tensor<40x50xf32>) -> tensor<40x1xf32> {
  %0 = tensor.empty() : tensor<40x1xf32>
  %1 = "ttir.prod"(%arg0, %0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<40x50xf32>, tensor<40x1xf32>) -> tensor<40x1xf32>
  return %1 : tensor<40x1xf32>
}

// Tensors with a layout are left alone.
#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x64xf32, #tt.memory_space<l1>>>
// CHECK: func.func @layout
// CHECK: "ttir.prod"{{.*}}dim_arg = [1 : i32]
// CHECK-NEXT: return
func.func @layout(%arg0: tensor<40x50xf32, #layout>) -> tensor<40x1xf32, #layout> {
  %0 = tensor.empty() : tensor<40x1xf32, #layout>
  %1 = "ttir.prod"(%arg0, %0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<40x50xf32, #layout>, tensor<40x1xf32, #layout>) -> tensor<40x1xf32, #layout>
  return %1 : tensor<40x1xf32, #layout>
}

// Nor does it take integers: rows of whole tiles first, then one row of each matrix, with those that fill none.
// CHECK: func.func @integers
// CHECK: %[[BEHIND:.*]] = "ttir.slice"(%arg0, %{{.*}}) <{begins = [96 : i32, 0 : i32], ends = [100 : i32, 70 : i32], step = [1 : i32, 1 : i32]}>
// CHECK: %[[WHOLE:.*]] = "ttir.slice"(%arg0, %{{.*}}) {{.*}} -> tensor<96x70xui16>
// CHECK: %[[PARTS:.*]] = "ttir.reshape"(%[[WHOLE]], %{{.*}}) {{.*}} -> tensor<3x32x70xui16>
// CHECK: %[[TILES:.*]] = "ttir.sum"(%[[PARTS]], %{{.*}}) <{dim_arg = [0 : i32], keep_dim = true}> : (tensor<3x32x70xui16>, tensor<1x32x70xui16>)
// CHECK: %[[ROWS:.*]] = "ttir.reshape"(%[[TILES]], %{{.*}}) {{.*}} -> tensor<32x70xui16>
// CHECK: %[[LEFT:.*]] = "ttir.concat"(%[[ROWS]], %[[BEHIND]], %{{.*}}) <{dim = 0 : si32}> {{.*}} -> tensor<36x70xui16>
// CHECK: %[[MATRICES:.*]] = "ttir.reshape"(%[[LEFT]], %{{.*}}) {{.*}} -> tensor<36x1x70xui16>
// CHECK: "ttir.sum"(%[[MATRICES]], %{{.*}}) <{dim_arg = [0 : i32], keep_dim = true}> : (tensor<36x1x70xui16>, tensor<1x1x70xui16>)
// CHECK: "ttir.reshape"{{.*}} -> tensor<1x70xui16>
// CHECK-NEXT: return
func.func @integers(%arg0: tensor<100x70xui16>) -> tensor<1x70xui16> {
  %0 = tensor.empty() : tensor<1x70xui16>
  %1 = "ttir.sum"(%arg0, %0) <{dim_arg = [0 : i32], keep_dim = true}> : (tensor<100x70xui16>, tensor<1x70xui16>) -> tensor<1x70xui16>
  return %1 : tensor<1x70xui16>
}
