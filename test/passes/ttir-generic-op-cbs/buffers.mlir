// RUN: ttopt --ttir-generic --ttir-generic-op-cbs %s | filecheck %s

#l1_ = #tt.memory_space<l1>
#map = affine_map<(d0, d1) -> (d0, d1)>
#parallel = #tt.iterator_type<parallel>
#one = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x64xf32, #l1_>>
#four = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x2>, memref<1x1x!tt.tile<32x32, f32>, #l1_>>

// Operands on another grid than the op's get a buffer at the start of the block.
// CHECK-DAG: #[[ONE:.*]] = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x64xf32, #l1_>>
// CHECK-DAG: #[[FOUR:.*]] = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x2>, memref<1x1x!tt.tile<32x32, f32>, #l1_>>
// CHECK: func.func @streamed
// CHECK-NEXT: %[[CB0:.*]] = tensor.empty() : tensor<64x64xf32, #[[FOUR]]>
// CHECK-NEXT: %[[CB1:.*]] = tensor.empty() : tensor<64x64xf32, #[[FOUR]]>
// CHECK-NEXT: %[[OUT:.*]] = tensor.empty() : tensor<64x64xf32, #[[FOUR]]>
// CHECK-NEXT: "ttir.generic"(%arg0, %arg0, %[[CB0]], %[[CB1]], %[[OUT]]) <{grid = #tt.grid<2x2>, {{.*}}, operandSegmentSizes = array<i32: 2, 2, 1>, operand_cb_mapping = array<i64: 0, 1, -1>}> ({
// CHECK-NEXT: ^bb0(%{{.*}}: tensor<64x64xf32, #[[ONE]]>, %{{.*}}: tensor<64x64xf32, #[[ONE]]>, %{{.*}}: tensor<64x64xf32, #[[FOUR]]>):
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: "ttir.yield"
func.func @streamed(%arg0: tensor<64x64xf32, #one>) -> tensor<64x64xf32, #four> {
  %0 = tensor.empty() : tensor<64x64xf32, #four>
  %1 = "ttir.multiply"(%arg0, %arg0, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x64xf32, #one>, tensor<64x64xf32, #one>, tensor<64x64xf32, #four>) -> tensor<64x64xf32, #four>
  return %1 : tensor<64x64xf32, #four>
}

// CHECK: func.func @aliased
// CHECK-NEXT: tensor.empty
// CHECK-NEXT: "ttir.generic"(%arg0, %{{.*}}) <{{.*}}, operandSegmentSizes = array<i32: 1, 0, 1>, operand_cb_mapping = array<i64: -1, -1>}>
func.func @aliased(%arg0: tensor<64x64xf32, #four>) -> tensor<64x64xf32, #four> {
  %0 = tensor.empty() : tensor<64x64xf32, #four>
  %1 = "ttir.exp"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x64xf32, #four>, tensor<64x64xf32, #four>) -> tensor<64x64xf32, #four>
  return %1 : tensor<64x64xf32, #four>
}

// Buffers that are there stay.
// CHECK: func.func @mapped
// CHECK-NEXT: "ttir.generic"(%arg0, %arg1, %arg2) {{.*}} operand_cb_mapping = array<i64: 0, -1>
func.func @mapped(%a: tensor<64x64xf32, #one>, %b: tensor<64x64xf32, #one>, %c: tensor<64x64xf32, #one>) -> tensor<64x64xf32, #one> {
  %0 = "ttir.generic"(%a, %b, %c) <{grid = #tt.grid<2x2>, indexing_maps = [#map, #map], iterator_types = [#parallel, #parallel], operandSegmentSizes = array<i32: 1, 1, 1>, operand_cb_mapping = array<i64: 0, -1>}> ({
  ^bb0(%x: tensor<64x64xf32, #one>, %y: tensor<64x64xf32, #one>):
    "ttir.yield"(%x) : (tensor<64x64xf32, #one>) -> ()
  }) : (tensor<64x64xf32, #one>, tensor<64x64xf32, #one>, tensor<64x64xf32, #one>) -> tensor<64x64xf32, #one>
  return %0 : tensor<64x64xf32, #one>
}
