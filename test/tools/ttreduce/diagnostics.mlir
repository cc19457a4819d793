// RUN: ttreduce %s -j 2 --test='ttopt --ttir-to-ttnn-backend-pipeline {}' --diagnostic="failed to legalize operation 'ttir.gather'" | filecheck %s

// The rest of the program, the function that is called, attributes and sizes go.

// CHECK: module {
// CHECK-NEXT: func.func @main(
// CHECK-NEXT: "ttir.gather"(
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NOT: {{.}}
module attributes {my.attribute = 3 : i32} {
  func.func private @other(%a: tensor<32x32xf32>) -> tensor<32x32xf32> {
    %e = tensor.empty() : tensor<32x32xf32>
    %0 = "ttir.relu"(%a, %e) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
    return %0 : tensor<32x32xf32>
  }
  func.func @main(%a: tensor<32x32xf32>, %at: tensor<1x32xi32>) -> tensor<1x32x32xf32> {
    %0 = call @other(%a) : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %e = tensor.empty() : tensor<1x32x32xf32>
    %1 = "ttir.gather"(%0, %at, %e) <{collapsed_slice_dims = array<i64: 0>, index_vector_dim = 2 : si64, indices_are_sorted = false, offset_dims = array<i64: 2>, operand_batching_dims = array<i64>, slice_sizes = array<i64: 1, 16>, start_index_map = array<i64: 0>, start_indices_batching_dims = array<i64>}> : (tensor<32x32xf32>, tensor<1x32xi32>, tensor<1x32x32xf32>) -> tensor<1x32x32xf32>
    %2 = "ttir.abs"(%1, %e) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<1x32x32xf32>, tensor<1x32x32xf32>) -> tensor<1x32x32xf32>
    return %2 : tensor<1x32x32xf32>
  }
}
