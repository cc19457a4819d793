// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttnn-layout --convert-ttir-to-ttnn --remove-dead-values --ttnn-workaround %s | filecheck %s
// The runtime keeps dimensions when it reduces all of them; then a reshape drops them.

module {
  // CHECK-DAG: #ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
  // CHECK-DAG: #ttnn_layout1 = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
  // CHECK-LABEL: func.func @all
  // CHECK-SAME: (%arg0: tensor<5x7xf32, #ttnn_layout>) -> tensor<1xf32, #ttnn_layout1>
  // CHECK-NEXT: %0 = "ttnn.max"(%arg0) <{keep_dim = true}> : {{.*}} -> tensor<1x1xf32, #ttnn_layout>
  // CHECK-NEXT: %1 = "ttnn.reshape"(%0) <{shape = [1 : i32]}> : {{.*}} -> tensor<1xf32, #ttnn_layout1>
  // CHECK-NEXT: return %1 : tensor<1xf32, #ttnn_layout1>
  func.func @all(%a: tensor<5x7xf32>) -> tensor<1xf32> {
    %0 = tensor.empty() : tensor<1xf32>
    %1 = "ttir.max"(%a, %0) <{keep_dim = false}> : (tensor<5x7xf32>, tensor<1xf32>) -> tensor<1xf32>
    return %1 : tensor<1xf32>
  }
  // CHECK-LABEL: func.func @all_by_name
  // CHECK-SAME: (%arg0: tensor<5x7xf32, #ttnn_layout>) -> tensor<1xf32, #ttnn_layout1>
  // CHECK-NEXT: %0 = "ttnn.mean"(%arg0) <{dim_arg = [0 : i32, -1 : i32], keep_dim = true}> : {{.*}} -> tensor<1x1xf32, #ttnn_layout>
  // CHECK-NEXT: %1 = "ttnn.reshape"(%0) <{shape = [1 : i32]}> : {{.*}} -> tensor<1xf32, #ttnn_layout1>
  // CHECK-NEXT: return %1 : tensor<1xf32, #ttnn_layout1>
  func.func @all_by_name(%a: tensor<5x7xf32>) -> tensor<1xf32> {
    %0 = tensor.empty() : tensor<1xf32>
    %1 = "ttir.mean"(%a, %0) <{dim_arg = [0 : i32, -1 : i32], keep_dim = false}> : (tensor<5x7xf32>, tensor<1xf32>) -> tensor<1xf32>
    return %1 : tensor<1xf32>
  }
  // A vector becomes a vector of one element either way.
  // CHECK-LABEL: func.func @vector
  // CHECK-SAME: (%arg0: tensor<7xf32, #ttnn_layout1>) -> tensor<1xf32, #ttnn_layout1>
  // CHECK-NEXT: %0 = "ttnn.sum"(%arg0) <{dim_arg = [0 : i32], keep_dim = true}> : {{.*}} -> tensor<1xf32, #ttnn_layout1>
  // CHECK-NEXT: return %0 : tensor<1xf32, #ttnn_layout1>
  func.func @vector(%a: tensor<7xf32>) -> tensor<1xf32> {
    %0 = tensor.empty() : tensor<1xf32>
    %1 = "ttir.sum"(%a, %0) <{dim_arg = [0 : i32], keep_dim = false}> : (tensor<7xf32>, tensor<1xf32>) -> tensor<1xf32>
    return %1 : tensor<1xf32>
  }
  // CHECK-LABEL: func.func @one_of_two
  // CHECK-SAME: (%arg0: tensor<5x7xf32, #ttnn_layout>) -> tensor<7xf32, #ttnn_layout1>
  // CHECK-NEXT: %0 = "ttnn.min"(%arg0) <{dim_arg = [0 : i32], keep_dim = false}> : {{.*}} -> tensor<7xf32, #ttnn_layout1>
  // CHECK-NEXT: return %0 : tensor<7xf32, #ttnn_layout1>
  func.func @one_of_two(%a: tensor<5x7xf32>) -> tensor<7xf32> {
    %0 = tensor.empty() : tensor<7xf32>
    %1 = "ttir.min"(%a, %0) <{dim_arg = [0 : i32], keep_dim = false}> : (tensor<5x7xf32>, tensor<7xf32>) -> tensor<7xf32>
    return %1 : tensor<7xf32>
  }
}
