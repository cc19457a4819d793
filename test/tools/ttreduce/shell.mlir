// RUN: %python -m ttmlir_py.tools.ttreduce %s --test="ttopt --ttir-to-ttnn-backend-pipeline {} 2>&1 | grep -q \"legalize operation 'ttir.gather'\"" | filecheck %s

// The command is a shell command: a pipe to another program decides.

// CHECK: module {
// CHECK-NEXT: func.func @main(
// CHECK-NEXT: "ttir.gather"(
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NOT: {{.}}
func.func @main(%a: tensor<32x32xf32>, %at: tensor<1x32xi32>) -> tensor<1x32x32xf32> {
  %e = tensor.empty() : tensor<1x32x32xf32>
  %0 = "ttir.gather"(%a, %at, %e) <{collapsed_slice_dims = array<i64: 0>, index_vector_dim = 2 : si64, indices_are_sorted = false, offset_dims = array<i64: 2>, operand_batching_dims = array<i64>, slice_sizes = array<i64: 1, 16>, start_index_map = array<i64: 0>, start_indices_batching_dims = array<i64>}> : (tensor<32x32xf32>, tensor<1x32xi32>, tensor<1x32x32xf32>) -> tensor<1x32x32xf32>
  %1 = "ttir.abs"(%0, %e) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<1x32x32xf32>, tensor<1x32x32xf32>) -> tensor<1x32x32xf32>
  return %1 : tensor<1x32x32xf32>
}
