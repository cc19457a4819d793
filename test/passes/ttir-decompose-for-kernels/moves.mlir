// RUN: ttopt --ttir-decompose-for-kernels %s | filecheck %s

// Rows that stay whole are moved as they are; of other shapes, parts of 32 bytes and more.
// CHECK: func.func @rows
// CHECK: "ttir.permute"(%arg0, %{{.*}}) <{permutation = array<i64: 1, 0, 2>}>
// CHECK: "ttir.reshape"(%{{.*}}) <{shape = [5 : i32, 6 : i32, 8 : i32]}>
// CHECK: "ttir.slice"(%{{.*}}) <{begins = [1 : i32, 0 : i32, 0 : i32], ends = [5 : i32, 6 : i32, 8 : i32], step = [2 : i32, 1 : i32, 1 : i32]}>
// CHECK-NEXT: return
func.func @rows(%arg0: tensor<3x5x16xf32>) -> tensor<2x6x8xf32> {
  %0 = tensor.empty() : tensor<5x3x16xf32>
  %1 = "ttir.permute"(%arg0, %0) <{permutation = array<i64: 1, 0, 2>}> : (tensor<3x5x16xf32>, tensor<5x3x16xf32>) -> tensor<5x3x16xf32>
  %2 = tensor.empty() : tensor<5x6x8xf32>
  %3 = "ttir.reshape"(%1, %2) <{shape = [5 : i32, 6 : i32, 8 : i32]}> : (tensor<5x3x16xf32>, tensor<5x6x8xf32>) -> tensor<5x6x8xf32>
  %4 = tensor.empty() : tensor<2x6x8xf32>
  %5 = "ttir.slice"(%3, %4) <{begins = [1 : i32, 0 : i32, 0 : i32], ends = [5 : i32, 6 : i32, 8 : i32], step = [2 : i32, 1 : i32, 1 : i32]}> : (tensor<5x6x8xf32>, tensor<2x6x8xf32>) -> tensor<2x6x8xf32>
  return %5 : tensor<2x6x8xf32>
}

// CHECK: func.func @columns
// CHECK: "ttir.transpose"(%arg0, %{{.*}}) <{dim0 = 0 : si32, dim1 = 1 : si32}> : (tensor<33x50xf32>, tensor<50x33xf32>)
// CHECK: "ttir.slice"(%{{.*}}) <{begins = [1 : i32, 0 : i32], ends = [49 : i32, 33 : i32], step = [4 : i32, 1 : i32]}>
// CHECK: "ttir.transpose"(%{{.*}}) <{dim0 = 0 : si32, dim1 = 1 : si32}> : (tensor<12x33xf32>, tensor<33x12xf32>)
// CHECK-NEXT: return
func.func @columns(%arg0: tensor<33x50xf32>) -> tensor<33x12xf32> {
  %0 = tensor.empty() : tensor<33x12xf32>
  %1 = "ttir.slice"(%arg0, %0) <{begins = [0 : i32, 1 : i32], ends = [33 : i32, 49 : i32], step = [1 : i32, 4 : i32]}> : (tensor<33x50xf32>, tensor<33x12xf32>) -> tensor<33x12xf32>
  return %1 : tensor<33x12xf32>
}

// CHECK: func.func @permute
// CHECK: "ttir.permute"(%arg0, %{{.*}}) <{permutation = array<i64: 1, 0, 2>}>
// CHECK: "ttir.transpose"(%{{.*}}) <{dim0 = 1 : si32, dim1 = 2 : si32}> : (tensor<5x3x7xf32>, tensor<5x7x3xf32>)
// CHECK: "ttir.permute"(%{{.*}}) <{permutation = array<i64: 1, 0, 2>}> : (tensor<5x7x3xf32>, tensor<7x5x3xf32>)
// CHECK-NEXT: return
func.func @permute(%arg0: tensor<3x5x7xf32>) -> tensor<7x5x3xf32> {
  %0 = tensor.empty() : tensor<7x5x3xf32>
  %1 = "ttir.permute"(%arg0, %0) <{permutation = array<i64: 2, 1, 0>}> : (tensor<3x5x7xf32>, tensor<7x5x3xf32>) -> tensor<7x5x3xf32>
  return %1 : tensor<7x5x3xf32>
}

// Halves of rows of 6 and of 15: parts of 3.
// CHECK: func.func @reshape
// CHECK: "ttir.transpose"(%arg0, %{{.*}}) {{.*}} -> tensor<6x5xf32>
// CHECK: "ttir.reshape"(%{{.*}}) <{shape = [2 : i32, 3 : i32, 5 : i32]}>
// CHECK: "ttir.transpose"(%{{.*}}) {{.*}} -> tensor<2x5x3xf32>
// CHECK: "ttir.permute"(%{{.*}}) {{.*}} -> tensor<5x2x3xf32>
// CHECK: "ttir.reshape"(%{{.*}}) <{shape = [2 : i32, 5 : i32, 3 : i32]}>
// CHECK: "ttir.permute"(%{{.*}}) {{.*}} -> tensor<5x2x3xf32>
// CHECK: "ttir.transpose"(%{{.*}}) {{.*}} -> tensor<5x3x2xf32>
// CHECK: "ttir.reshape"(%{{.*}}) {{.*}} -> tensor<15x2xf32>
// CHECK: "ttir.transpose"(%{{.*}}) {{.*}} -> tensor<2x15xf32>
// CHECK-NEXT: return
func.func @reshape(%arg0: tensor<5x6xf32>) -> tensor<2x15xf32> {
  %0 = tensor.empty() : tensor<2x15xf32>
  %1 = "ttir.reshape"(%arg0, %0) <{shape = [2 : i32, 15 : i32]}> : (tensor<5x6xf32>, tensor<2x15xf32>) -> tensor<2x15xf32>
  return %1 : tensor<2x15xf32>
}

// CHECK: func.func @pad
// CHECK: %[[VALUE:.*]] = "ttir.constant"() <{value = dense<1.500000e+00> : tensor<2x8xf32>}>
// CHECK: "ttir.concat"(%arg0, %[[VALUE]], %{{.*}}) <{dim = 0 : si32}>
// CHECK-NEXT: return
func.func @pad(%arg0: tensor<3x8xf32>) -> tensor<5x8xf32> {
  %0 = "ttir.pad"(%arg0) <{padding = array<i32: 0, 2, 0, 0>, value = 1.5 : f32}> : (tensor<3x8xf32>) -> tensor<5x8xf32>
  return %0 : tensor<5x8xf32>
}

// What has a layout is left alone.
#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<32x32xf32, #tt.memory_space<l1>>>
// CHECK: func.func @layout
// CHECK-NOT: ttir.transpose
// CHECK: "ttir.reverse"(%arg0, %{{.*}}) <{dimensions = array<i64: 1>}>
func.func @layout(%arg0: tensor<32x32xf32, #layout>) -> tensor<32x32xf32, #layout> {
  %0 = tensor.empty() : tensor<32x32xf32, #layout>
  %1 = "ttir.reverse"(%arg0, %0) <{dimensions = array<i64: 1>}> : (tensor<32x32xf32, #layout>, tensor<32x32xf32, #layout>) -> tensor<32x32xf32, #layout>
  return %1 : tensor<32x32xf32, #layout>
}
