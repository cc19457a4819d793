// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttir-layout %s | filecheck %s
// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device '--ttir-layout=init-memory-space=l1 default-memory-space=l1 default-device-memory-layout=none' %s | filecheck %s --check-prefix=L1
// RUN: not ttopt --ttir-layout %s 2>&1 | filecheck %s --check-prefix=DEVICE

// DEVICE: error: 'builtin.module' op requires a device

// CHECK-DAG: #[[HOST:.*]] = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<40x40xf32, #system>>
// CHECK-DAG: #[[TILES:.*]] = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<2x2x!tt.tile<32x32, f32>, #dram>, interleaved>
// L1-DAG: #[[ROWS:.*]] = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<40x40xf32, #l1_>>
// L1-DAG: #[[TILES:.*]] = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<2x2x!tt.tile<32x32, f32>, #l1_>>

// Values are converted, empty tensors made where they are wanted.
// CHECK: func.func @exp(%arg0: tensor<40x40xf32, #[[HOST]]>) -> tensor<40x40xf32, #[[HOST]]>
// CHECK-NEXT: %[[E0:.*]] = tensor.empty() : tensor<40x40xf32, #[[TILES]]>
// CHECK-NEXT: %[[IN:.*]] = "ttir.to_layout"(%arg0, %[[E0]])
// CHECK-NEXT: %[[E1:.*]] = tensor.empty() : tensor<40x40xf32, #[[TILES]]>
// CHECK-NEXT: %[[EXP:.*]] = "ttir.exp"(%[[IN]], %[[E1]])
// CHECK-NEXT: %[[E2:.*]] = tensor.empty() : tensor<40x40xf32, #[[HOST]]>
// CHECK-NEXT: %[[OUT:.*]] = "ttir.to_layout"(%[[EXP]], %[[E2]])
// CHECK-NEXT: return %[[OUT]]
// L1: func.func @exp(%arg0: tensor<40x40xf32, #[[ROWS]]>)
// L1: "ttir.to_layout"(%arg0, {{.*}} -> tensor<40x40xf32, #[[TILES]]>
// L1: "ttir.to_layout"({{.*}} -> tensor<40x40xf32, #[[ROWS]]>
func.func @exp(%arg0: tensor<40x40xf32>) -> tensor<40x40xf32> {
  %0 = tensor.empty() : tensor<40x40xf32>
  %1 = "ttir.exp"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<40x40xf32>, tensor<40x40xf32>) -> tensor<40x40xf32>
  return %1 : tensor<40x40xf32>
}

// Ops that share a constant or an empty tensor share it in its new place; the return gets its own.
// CHECK: func.func @shared
// CHECK-NEXT: %[[ON_HOST:.*]] = "ttir.constant"() {{.*}} -> tensor<40x40xf32, #[[HOST]]>
// CHECK-NEXT: %[[C:.*]] = "ttir.constant"() {{.*}} -> tensor<40x40xf32, #[[TILES]]>
// CHECK-NEXT: %[[E:.*]] = tensor.empty() : tensor<40x40xf32, #[[TILES]]>
// CHECK-NEXT: %[[ADD:.*]] = "ttir.add"(%[[C]], %[[C]], %[[E]]) {{.*}} -> tensor<40x40xf32, #[[TILES]]>
// CHECK-NEXT: "ttir.multiply"(%[[ADD]], %[[C]], %[[E]]) {{.*}} -> tensor<40x40xf32, #[[TILES]]>
// CHECK: return {{.*}}, %[[ON_HOST]] :
func.func @shared() -> (tensor<40x40xf32>, tensor<40x40xf32>) {
  %c = "ttir.constant"() <{value = dense<1.0> : tensor<40x40xf32>}> : () -> tensor<40x40xf32>
  %0 = tensor.empty() : tensor<40x40xf32>
  %1 = "ttir.add"(%c, %c, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<40x40xf32>, tensor<40x40xf32>, tensor<40x40xf32>) -> tensor<40x40xf32>
  %2 = "ttir.multiply"(%1, %c, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<40x40xf32>, tensor<40x40xf32>, tensor<40x40xf32>) -> tensor<40x40xf32>
  return %2, %c : tensor<40x40xf32>, tensor<40x40xf32>
}

// The operands of a generic op are placed, its region is left alone.
// CHECK: func.func @generic
// CHECK: %[[IN:.*]] = "ttir.to_layout"(%arg0
// CHECK: "ttir.generic"(%[[IN]],
// CHECK-NEXT: ^bb0(%{{.*}}: tensor<40x40xf32>, %{{.*}}: tensor<40x40xf32>):
// CHECK-NEXT: "ttir.yield"({{.*}}) : (tensor<40x40xf32>) -> ()
#map = affine_map<(d0, d1) -> (d0, d1)>
#parallel = #tt.iterator_type<parallel>
func.func @generic(%arg0: tensor<40x40xf32>) -> tensor<40x40xf32> {
  %0 = tensor.empty() : tensor<40x40xf32>
  %1 = "ttir.generic"(%arg0, %0) <{grid = #tt.grid<1x1>, indexing_maps = [#map, #map], iterator_types = [#parallel, #parallel], operandSegmentSizes = array<i32: 1, 0, 1>}> ({
  ^bb0(%x: tensor<40x40xf32>, %y: tensor<40x40xf32>):
    "ttir.yield"(%x) : (tensor<40x40xf32>) -> ()
  }) : (tensor<40x40xf32>, tensor<40x40xf32>) -> tensor<40x40xf32>
  return %1 : tensor<40x40xf32>
}
