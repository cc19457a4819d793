// RUN: ttopt --ttir-generic %s | filecheck %s

// CHECK-DAG: #[[MAP:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #parallel = #tt.iterator_type<parallel>
// CHECK-DAG: #reduction = #tt.iterator_type<reduction>

// CHECK: func.func @add
// CHECK-NEXT: %[[OUT:.*]] = tensor.empty
// CHECK-NEXT: %[[SUM:.*]] = "ttir.generic"(%arg0, %arg1, %[[OUT]]) <{grid = #tt.grid<1x1>, indexing_maps = [#[[MAP]], #[[MAP]], #[[MAP]]], iterator_types = [#parallel, #parallel], operandSegmentSizes = array<i32: 2, 0, 1>, operand_cb_mapping = array<i64>}> ({
// CHECK-NEXT: ^bb0(%[[X:.*]]: tensor<4x8xf32>, %[[Y:.*]]: tensor<4x8xf32>, %{{.*}}: tensor<4x8xf32>):
// CHECK-NEXT: %[[Z:.*]] = arith.addf %[[X]], %[[Y]] : tensor<4x8xf32>
// CHECK-NEXT: "ttir.yield"(%[[Z]]) : (tensor<4x8xf32>) -> ()
// CHECK-NEXT: }) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: return %[[SUM]]
func.func @add(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tensor.empty() : tensor<4x8xf32>
  %1 = "ttir.add"(%arg0, %arg1, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// CHECK: func.func @others
// CHECK: math.exp %{{.*}} : tensor<4x8xf32>
// CHECK: arith.mulf
// CHECK: arith.divf
// CHECK: arith.maximumf
// CHECK: "ttir.subtract"
func.func @others(%a: tensor<4x8xf32>, %0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %1 = "ttir.exp"(%a, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = "ttir.multiply"(%1, %a, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = "ttir.div"(%2, %a, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %4 = "ttir.maximum"(%3, %a, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %5 = "ttir.subtract"(%4, %a, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %5 : tensor<4x8xf32>
}

// A reduction is a kernel; its op runs on the grid of the result.
// CHECK: func.func @reductions
// CHECK: "ttir.generic"(%arg0, %{{.*}}) <{grid = #tt.grid<2x1>, indexing_maps = [#[[MAP]], #[[MAP]]], iterator_types = [#parallel, #reduction], operandSegmentSizes = array<i32: 1, 0, 1>, operand_cb_mapping = array<i64>}> ({
// CHECK-NEXT: ^bb0(%[[X:.*]]: tensor<4x8xf32, #[[IN:.*]]>, %[[Y:.*]]: tensor<4x1xf32, #[[OUT:.*]]>):
// CHECK-NEXT: %[[Z:.*]] = "ttir.kernel"(%[[X]], %[[Y]]) <{kind = @sum, op = @reduce, operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xf32, #[[IN]]>, tensor<4x1xf32, #[[OUT]]>) -> tensor<4x1xf32, #[[OUT]]>
// CHECK-NEXT: "ttir.yield"(%[[Z]]) : (tensor<4x1xf32, #[[OUT]]>) -> ()
// CHECK: iterator_types = [#reduction, #reduction]
// CHECK: kind = @and
#in = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x2>, memref<2x4xf32, #tt.memory_space<l1>>>
#out = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<2x1xf32, #tt.memory_space<l1>>>
func.func @reductions(%a: tensor<4x8xf32, #in>, %b: tensor<4x8xf32>) -> (tensor<4x1xf32, #out>, tensor<1xf32>) {
  %0 = tensor.empty() : tensor<4x1xf32, #out>
  %1 = "ttir.sum"(%a, %0) <{dim_arg = [-1 : i32], keep_dim = true}> : (tensor<4x8xf32, #in>, tensor<4x1xf32, #out>) -> tensor<4x1xf32, #out>
  %2 = tensor.empty() : tensor<1xf32>
  %3 = "ttir.reduce_and"(%b, %2) <{keep_dim = false}> : (tensor<4x8xf32>, tensor<1xf32>) -> tensor<1xf32>
  return %1, %3 : tensor<4x1xf32, #out>, tensor<1xf32>
}
