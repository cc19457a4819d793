// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttnn-layout --mlir-print-debuginfo %s | filecheck %s
// A conversion is named after the op and the number of the operand that it is for.

module {
  func.func @f(%a: tensor<64x96xf32>) -> tensor<32x96xf32> {
    %0 = tensor.empty() : tensor<64x96xf32> loc("room")
    %1 = "ttir.abs"(%a, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x96xf32>, tensor<64x96xf32>) -> tensor<64x96xf32> loc("magnitude")
    %2 = tensor.empty() : tensor<32x96xf32> loc("more_room")
    %3 = "ttir.mesh_shard"(%1, %2) <{shard_direction = #tt.shard_direction<full_to_shard>, shard_type = #tt.shard_type<devices>, shard_shape = array<i64: 2, 1>, shard_dims = array<i64: 0, -1>}> : (tensor<64x96xf32>, tensor<32x96xf32>) -> tensor<32x96xf32> loc("spread"("model.py":7:3))
    return %3 : tensor<32x96xf32>
  }
}

// CHECK: %2 = tensor.empty() : {{.*}} loc([[FIRST:#loc[0-9]+]])
// CHECK: %3 = "ttir.to_layout"(%1, %2) {{.*}} loc([[FIRST]])
// CHECK: %4 = tensor.empty() : {{.*}} loc([[OLD:#loc[0-9]+]])
// CHECK: "ttir.mesh_shard"(%3, %4)
// CHECK-DAG: [[FIRST]] = loc("spread_in_0_layout"([[LINE:#loc[0-9]+]]))
// CHECK-DAG: [[LINE]] = loc("model.py":7:3)
// CHECK-DAG: [[OLD]] = loc("more_room")
