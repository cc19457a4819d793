// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttnn-layout --convert-ttir-to-ttnn --remove-dead-values --ttnn-workaround %s | filecheck %s
// All-reduce is reduce-scatter and all-gather, in rank 4.

module {
  // CHECK-DAG: #ttnn_layout = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x2x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
  // CHECK-LABEL: func.func @rank_4
  // CHECK-SAME: (%arg0: tensor<1x1x32x64xbf16, #ttnn_layout>) -> tensor<1x1x32x64xbf16, #ttnn_layout>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.reduce_scatter"(%arg0, %0) <{math_op = #tt.reduce_type<max>, num_links = 1 : si32, scatter_split_dim = 3 : si32}> : {{.*}} -> tensor<1x1x32x32xbf16, #ttnn_layout>
  // CHECK-NEXT: %2 = "ttnn.all_gather"(%1, %0) <{dim = 3 : si32, num_links = 1 : si32}> : {{.*}} -> tensor<1x1x32x64xbf16, #ttnn_layout>
  // CHECK-NEXT: return %2 : tensor<1x1x32x64xbf16, #ttnn_layout>
  func.func @rank_4(%a: tensor<1x1x32x64xbf16>) -> tensor<1x1x32x64xbf16> {
    %0 = tensor.empty() : tensor<1x1x32x64xbf16>
    %1 = "ttir.all_reduce"(%a, %0) <{dim = 3 : si32, reduce_type = #tt.reduce_type<max>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x1x32x64xbf16>
    return %1 : tensor<1x1x32x64xbf16>
  }
  // CHECK-LABEL: func.func @rank_2
  // CHECK-SAME: (%arg0: tensor<32x64xbf16, #ttnn_layout1>) -> tensor<32x64xbf16, #ttnn_layout1>
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : {{.*}} -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.reshape"(%arg0) <{shape = [1 : i32, 1 : i32, 32 : i32, 64 : i32]}> : {{.*}} -> tensor<1x1x32x64xbf16, #ttnn_layout1>
  // CHECK-NEXT: %2 = "ttnn.reduce_scatter"(%1, %0) <{math_op = #tt.reduce_type<sum>, num_links = 1 : si32, scatter_split_dim = 3 : si32}> : {{.*}} -> tensor<1x1x32x32xbf16, #ttnn_layout1>
  // CHECK-NEXT: %3 = "ttnn.all_gather"(%2, %0) <{dim = 3 : si32, num_links = 1 : si32}> : {{.*}} -> tensor<1x1x32x64xbf16, #ttnn_layout1>
  // CHECK-NEXT: %4 = "ttnn.reshape"(%3) <{shape = [32 : i32, 64 : i32]}> : {{.*}} -> tensor<32x64xbf16, #ttnn_layout1>
  // CHECK-NEXT: return %4 : tensor<32x64xbf16, #ttnn_layout1>
  func.func @rank_2(%a: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
    %0 = tensor.empty() : tensor<32x64xbf16>
    %1 = "ttir.all_reduce"(%a, %0) <{dim = 1 : si32, reduce_type = #tt.reduce_type<sum>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
    return %1 : tensor<32x64xbf16>
  }
  // CHECK-LABEL: func.func @rank_3
  // CHECK: "ttnn.reshape"(%arg0) <{shape = [1 : i32, 2 : i32, 32 : i32, 64 : i32]}> : {{.*}} -> tensor<1x2x32x64xbf16,
  // CHECK: "ttnn.reduce_scatter"{{.*}} scatter_split_dim = 2 : si32}> : {{.*}} -> tensor<1x2x16x64xbf16,
  // CHECK: %[[WHOLE:.*]] = "ttnn.all_gather"{{.*}} -> tensor<1x2x32x64xbf16,
  // CHECK: "ttnn.reshape"(%[[WHOLE]]) <{shape = [2 : i32, 32 : i32, 64 : i32]}> : {{.*}} -> tensor<2x32x64xbf16,
  func.func @rank_3(%a: tensor<2x32x64xbf16>) -> tensor<2x32x64xbf16> {
    %0 = tensor.empty() : tensor<2x32x64xbf16>
    %1 = "ttir.all_reduce"(%a, %0) <{dim = 1 : si32, reduce_type = #tt.reduce_type<sum>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x32x64xbf16>, tensor<2x32x64xbf16>) -> tensor<2x32x64xbf16>
    return %1 : tensor<2x32x64xbf16>
  }
}
