// RUN: ttopt --ttir-to-ttnn-backend-pipeline="enable-optimizer=true memory-layout-analysis-enabled=true memory-layout-analysis-policy=GreedyL1Interleaved" %s | filecheck %s
// RUN: ttopt --ttir-to-ttnn-backend-pipeline="enable-optimizer=true memory-layout-analysis-enabled=true memory-layout-analysis-policy=BFInterleaved" %s | filecheck %s
// Results with one use are kept in L1 as far as three quarters of it hold them: 4 MB of f32 are 64 KB on each of 64 cores.
// The product has two uses and takes 64 times as much as fits.

// CHECK-DAG: #[[L1:.*]] = #ttnn.ttnn_layout<{{.*}}, <8x8, (d0, d1) -> (0, d0, d1)>, memref<1x16x!tt.tile<32x32, f32>, #l1_>, <interleaved>>
// CHECK-DAG: #[[DRAM:.*]] = #ttnn.ttnn_layout<{{.*}}, <8x8, (d0, d1) -> (0, d0, d1)>, memref<64x64x!tt.tile<32x32, f32>, #dram>, <interleaved>>
module {
  func.func @main(%a: tensor<1024x1024xf32>, %b: tensor<16384x1024xf32>, %c: tensor<1024x16384xf32>) -> tensor<16384x16384xf32> {
    // CHECK: "ttnn.exp"{{.*}} -> tensor<1024x1024xf32, #[[L1]]>
    %0 = tensor.empty() : tensor<1024x1024xf32>
    %1 = "ttir.exp"(%a, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    // CHECK: "ttnn.relu"{{.*}} -> tensor<1024x1024xf32, #[[L1]]>
    %2 = tensor.empty() : tensor<1024x1024xf32>
    %3 = "ttir.relu"(%1, %2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %4 = tensor.empty() : tensor<16384x1024xf32>
    %5 = "ttir.matmul"(%b, %3, %4) : (tensor<16384x1024xf32>, tensor<1024x1024xf32>, tensor<16384x1024xf32>) -> tensor<16384x1024xf32>
    // CHECK: "ttnn.matmul"{{.*}} -> tensor<16384x16384xf32, #[[DRAM]]>
    %6 = tensor.empty() : tensor<16384x16384xf32>
    %7 = "ttir.matmul"(%5, %c, %6) : (tensor<16384x1024xf32>, tensor<1024x16384xf32>, tensor<16384x16384xf32>) -> tensor<16384x16384xf32>
    %8 = tensor.empty() : tensor<16384x16384xf32>
    %9 = "ttir.add"(%7, %7, %8) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<16384x16384xf32>, tensor<16384x16384xf32>, tensor<16384x16384xf32>) -> tensor<16384x16384xf32>
    return %9 : tensor<16384x16384xf32>
  }
}
