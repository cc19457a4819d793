// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttir-attach-metal-layout="pad-to-tiles=true" --ttir-align-matrices %s | filecheck %s

// Each of the three matrices gets 32 rows, and the result 64, before they are brought back.
// CHECK-DAG: #[[ROWS:.*]] = #tt.metal_layout<(d0, d1, d2) -> (d0 * 20 + d1, d2), undef, <1x1>, memref<64x64xf32, #l1_>>
// CHECK-DAG: #[[ALIGNED:.*]] = #tt.metal_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), undef, <1x1>, memref<96x64xf32, #l1_>>
// CHECK-DAG: #[[TURNED:.*]] = #tt.metal_layout<(d0, d1, d2) -> (d0 * 64 + d1, d2), undef, <1x1>, memref<192x32xf32, #l1_>>
// CHECK-DAG: #[[RESULT:.*]] = #tt.metal_layout<(d0, d1, d2) -> (d0 * 50 + d1, d2), undef, <1x1>, memref<160x32xf32, #l1_>>
// CHECK: func.func @transpose
// CHECK: %[[IN:.*]] = "ttir.to_layout"(%arg0, %{{.*}}) : (tensor<3x20x50xf32, #[[ROWS]]>, tensor<3x20x50xf32, #[[ALIGNED]]>)
// CHECK: %[[OUT:.*]] = "ttir.transpose"(%[[IN]], %{{.*}}) {{.*}} : (tensor<3x20x50xf32, #[[ALIGNED]]>, tensor<3x50x20xf32, #[[TURNED]]>)
// CHECK: "ttir.to_layout"(%[[OUT]], %{{.*}}) : (tensor<3x50x20xf32, #[[TURNED]]>, tensor<3x50x20xf32, #[[RESULT]]>)
func.func @transpose(%arg0: tensor<3x20x50xf32>) -> tensor<3x50x20xf32> {
  %0 = tensor.empty() : tensor<3x50x20xf32>
  %1 = "ttir.transpose"(%arg0, %0) <{dim0 = 1 : si32, dim1 = 2 : si32}> : (tensor<3x20x50xf32>, tensor<3x50x20xf32>) -> tensor<3x50x20xf32>
  return %1 : tensor<3x50x20xf32>
}

// Rows are alike where the last dimension is reduced, and in products with one matrix; 64 rows fill tiles.
// CHECK: func.func @alike
// CHECK-NOT: ttir.to_layout
// CHECK: return
func.func @alike(%arg0: tensor<3x20x50xf32>, %arg1: tensor<50x40xf32>, %arg2: tensor<3x64x32xf32>) -> (tensor<3x20x1xf32>, tensor<3x20x40xf32>, tensor<3x1x32xf32>) {
  %0 = tensor.empty() : tensor<3x20x1xf32>
  %1 = "ttir.sum"(%arg0, %0) <{dim_arg = [2 : i32], keep_dim = true}> : (tensor<3x20x50xf32>, tensor<3x20x1xf32>) -> tensor<3x20x1xf32>
  %2 = tensor.empty() : tensor<3x20x40xf32>
  %3 = "ttir.matmul"(%arg0, %arg1, %2) : (tensor<3x20x50xf32>, tensor<50x40xf32>, tensor<3x20x40xf32>) -> tensor<3x20x40xf32>
  %4 = tensor.empty() : tensor<3x1x32xf32>
  return %1, %3, %4 : tensor<3x20x1xf32>, tensor<3x20x40xf32>, tensor<3x1x32xf32>
}
