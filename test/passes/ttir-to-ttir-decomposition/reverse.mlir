// RUN: ttopt --ttir-to-ttir-decomposition %s | filecheck %s
// reverse swaps neighbours, then pairs, ...; of an odd number the last comes first.

module {
  // CHECK-LABEL: func.func @three(%arg0: tensor<3x64xf32>, %arg1: tensor<3x64xf32>) -> tensor<3x64xf32> {
  // CHECK: [[ROWS:%[0-9]+]] = "ttir.reshape"(%arg0, {{.*}}) <{shape = [1 : i32, 3 : i32, 2 : i32, 32 : i32]}>
  // CHECK: [[LAST:%[0-9]+]] = "ttir.slice"([[ROWS]], {{.*}}) <{begins = [0 : i32, 2 : i32, 0 : i32, 0 : i32], ends = [1 : i32, 3 : i32, 2 : i32, 32 : i32]
  // CHECK: [[REST:%[0-9]+]] = "ttir.slice"([[ROWS]], {{.*}}) <{begins = [0 : i32, 0 : i32, 0 : i32, 0 : i32], ends = [1 : i32, 2 : i32, 2 : i32, 32 : i32]
  // CHECK: [[SECOND:%[0-9]+]] = "ttir.slice"([[REST]], {{.*}}) <{begins = [0 : i32, 1 : i32, 0 : i32, 0 : i32]
  // CHECK: [[FIRST:%[0-9]+]] = "ttir.slice"([[REST]], {{.*}}) <{begins = [0 : i32, 0 : i32, 0 : i32, 0 : i32]
  // CHECK: [[SWAPPED:%[0-9]+]] = "ttir.concat"([[SECOND]], [[FIRST]], {{.*}}) <{dim = 1 : si32}>
  // CHECK: [[WHOLE:%[0-9]+]] = "ttir.concat"([[LAST]], [[SWAPPED]], {{.*}}) <{dim = 1 : si32}>
  // CHECK: [[RESULT:%[0-9]+]] = "ttir.reshape"([[WHOLE]], {{.*}}) <{shape = [3 : i32, 64 : i32]}>
  // CHECK: return [[RESULT]] : tensor<3x64xf32>
  func.func @three(%arg0: tensor<3x64xf32>, %arg1: tensor<3x64xf32>) -> tensor<3x64xf32> {
    %0 = "ttir.reverse"(%arg0, %arg1) <{dimensions = array<i64: 0>}> : (tensor<3x64xf32>, tensor<3x64xf32>) -> tensor<3x64xf32>
    return %0 : tensor<3x64xf32>
  }
  // CHECK-LABEL: func.func @last_dimension
  // CHECK: "ttir.permute"(%arg0, {{.*}}) <{permutation = array<i64: 1, 0>}>
  // CHECK: "ttir.permute"({{.*}}) <{permutation = array<i64: 1, 0>}>
  // CHECK-NEXT: return
  func.func @last_dimension(%arg0: tensor<64x2xf32>, %arg1: tensor<64x2xf32>) -> tensor<64x2xf32> {
    %0 = "ttir.reverse"(%arg0, %arg1) <{dimensions = array<i64: 1>}> : (tensor<64x2xf32>, tensor<64x2xf32>) -> tensor<64x2xf32>
    return %0 : tensor<64x2xf32>
  }
  // CHECK-LABEL: func.func @nothing
  // CHECK-NEXT: return %arg0
  func.func @nothing(%arg0: tensor<64x1xf32>, %arg1: tensor<64x1xf32>) -> tensor<64x1xf32> {
    %0 = "ttir.reverse"(%arg0, %arg1) <{dimensions = array<i64>}> : (tensor<64x1xf32>, tensor<64x1xf32>) -> tensor<64x1xf32>
    return %0 : tensor<64x1xf32>
  }
}
