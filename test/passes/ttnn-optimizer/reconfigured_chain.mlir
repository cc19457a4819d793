// RUN: ttopt --ttnn-layout --convert-ttir-to-ttnn --ttnn-optimizer="memory-layout-analysis-enabled=true" %s | filecheck %s
// The default op model takes `ttnn.relu` and no `ttnn.exp`: between the two the tensor is laid out anew. Rows of 4096 and a
// column of 64 tiles spread best in different ways.

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, d0 floordiv s0, d1 mod s1), meshShape = , chipIds = [0]>
#system_desc = #tt.system_desc<[{role = host, target_triple = "x86_64-pc-linux"}], [{arch = <wormhole_b0>, grid = 8x8, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, noc_l1_address_align_bytes = 16, pcie_address_align_bytes = 32, noc_dram_address_align_bytes = 32, l1_unreserved_base = 1024, erisc_l1_unreserved_base = 1024, dram_unreserved_base = 1024, dram_unreserved_end = 1073741824, physical_cores = {worker = [ 0x0] dram = [ 8x0]}, supported_data_types = [<f32>], supported_tile_sizes = [ 32x32], num_cbs = 32}], [0], [3 : i32], [ 0x0x0x0]>
// CHECK-DAG: #[[WIDE:.*]] = #ttnn.ttnn_layout<{{.*}}, <1x64, {{.*}}>, memref<1x2x!tt.tile<32x32, f32>, #l1_>, <width_sharded>>
// CHECK-DAG: #[[HIGH:.*]] = #ttnn.ttnn_layout<{{.*}}, <64x1, {{.*}}>, memref<2x1x!tt.tile<32x32, f32>, #l1_>, <height_sharded>>
module attributes {tt.device = #device, tt.system_desc = #system_desc} {
  func.func @main(%a: tensor<32x4096xf32>) -> tensor<4096x32xf32> {
    // CHECK: [[WIDE_RESULT:%.*]] = "ttnn.relu"{{.*}} -> tensor<32x4096xf32, #[[WIDE]]>
    %0 = tensor.empty() : tensor<32x4096xf32>
    %1 = "ttir.relu"(%a, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x4096xf32>, tensor<32x4096xf32>) -> tensor<32x4096xf32>
    // CHECK: [[NEW:%.*]] = "ttnn.to_layout"([[WIDE_RESULT]], %0)
    // CHECK: "ttnn.transpose"([[NEW]]){{.*}} -> tensor<4096x32xf32, #[[HIGH]]>
    %2 = tensor.empty() : tensor<4096x32xf32>
    %3 = "ttir.transpose"(%1, %2) <{dim0 = 0 : si32, dim1 = 1 : si32}> : (tensor<32x4096xf32>, tensor<4096x32xf32>) -> tensor<4096x32xf32>
    // CHECK: "ttnn.exp"
    %4 = tensor.empty() : tensor<4096x32xf32>
    %5 = "ttir.exp"(%3, %4) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4096x32xf32>, tensor<4096x32xf32>) -> tensor<4096x32xf32>
    return %5 : tensor<4096x32xf32>
  }
}
