// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device '--ttir-attach-metal-layout=pad-to-tiles=true' --ttir-broadcast-operands %s | filecheck %s

// Dimensions are added, then all but the last are stretched, then the last.
// CHECK: func.func @dimensions
// CHECK: %[[ROW:.*]] = "ttir.reshape"(%arg1, %{{.*}}) <{shape = [1 : i32, 40 : i32]}> : (tensor<40xf32, #{{.*}}>, tensor<1x40xf32, #{{.*}}>) -> tensor<1x40xf32, #{{.*}}>
// CHECK: %[[ROWS:.*]] = "ttir.broadcast"(%[[ROW]], %{{.*}}) <{broadcast_dimensions = array<i64: 33, 1>}>
// CHECK: "ttir.subtract"(%arg0, %[[ROWS]], %{{.*}})
func.func @dimensions(%arg0: tensor<33x40xf32>, %arg1: tensor<40xf32>) -> tensor<33x40xf32> {
  %0 = tensor.empty() : tensor<33x40xf32>
  %1 = "ttir.subtract"(%arg0, %arg1, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<33x40xf32>, tensor<40xf32>, tensor<33x40xf32>) -> tensor<33x40xf32>
  return %1 : tensor<33x40xf32>
}

// CHECK: func.func @both
// CHECK: %[[ROWS:.*]] = "ttir.broadcast"(%arg0, %{{.*}}) <{broadcast_dimensions = array<i64: 33, 1>}> : (tensor<1x1xbf16, #{{.*}}>, tensor<33x1xbf16, #{{.*}}>) -> tensor<33x1xbf16, #{{.*}}>
// CHECK: %[[ALL:.*]] = "ttir.broadcast"(%[[ROWS]], %{{.*}}) <{broadcast_dimensions = array<i64: 1, 40>}>
// CHECK: return %[[ALL]]
func.func @both(%arg0: tensor<1x1xbf16>) -> tensor<33x40xbf16> {
  %0 = tensor.empty() : tensor<33x40xbf16>
  %1 = "ttir.broadcast"(%arg0, %0) <{broadcast_dimensions = array<i64: 33, 40>}> : (tensor<1x1xbf16>, tensor<33x40xbf16>) -> tensor<33x40xbf16>
  return %1 : tensor<33x40xbf16>
}

// On a grid each core gets the column that it repeats.
#rows = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<32x32xf32, #tt.memory_space<l1>>>
#grid = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x2>, memref<32x32xf32, #tt.memory_space<l1>>>
// CHECK: func.func @columns
// CHECK: %[[COLUMN:.*]] = "ttir.broadcast"(%arg0, %{{.*}}) <{broadcast_dimensions = array<i64: 1, 1>}> : (tensor<64x1xf32, #{{.*}}>, tensor<64x1xf32, #{{.*}}>) -> tensor<64x1xf32, #{{.*}}>
// CHECK: %[[ALL:.*]] = "ttir.broadcast"(%[[COLUMN]], %{{.*}}) <{broadcast_dimensions = array<i64: 1, 64>}>
// CHECK: "ttir.add"(%[[ALL]], %arg1, %{{.*}})
func.func @columns(%arg0: tensor<64x1xf32, #rows>, %arg1: tensor<64x64xf32, #grid>) -> tensor<64x64xf32, #grid> {
  %0 = tensor.empty() : tensor<64x64xf32, #grid>
  %1 = "ttir.add"(%arg0, %arg1, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x1xf32, #rows>, tensor<64x64xf32, #grid>, tensor<64x64xf32, #grid>) -> tensor<64x64xf32, #grid>
  return %1 : tensor<64x64xf32, #grid>
}
