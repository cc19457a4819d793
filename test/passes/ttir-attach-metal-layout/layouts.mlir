// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttir-attach-metal-layout %s | filecheck %s
// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttir-attach-metal-layout=init-memory-space=dram %s | filecheck %s --check-prefix=DRAM
// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttir-attach-metal-layout=use-stream-layout=true %s | filecheck %s --check-prefix=ALIAS
// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device '--ttir-attach-metal-layout=use-stream-layout=true init-memory-space=dram' %s | filecheck %s --check-prefix=STREAM
// RUN: not ttopt --ttir-attach-metal-layout %s 2>&1 | filecheck %s --check-prefix=DEVICE
// RUN: not ttopt --ttir-attach-metal-layout=init-memory-space=moon %s 2>&1 | filecheck %s --check-prefix=SPACE

// CHECK-DAG: #layout = #tt.metal_layout<(d0, d1, d2) -> (d0 * 4 + d1, d2), undef, <1x1>, memref<8x5xf32, #l1_>>
// CHECK-DAG: #layout1 = #tt.metal_layout<(d0) -> (0, d0), undef, <1x1>, memref<1x5xf32, #l1_>>
// CHECK-DAG: #layout2 = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x2>, memref<2x2xf32, #dram>>
// DRAM-DAG: #tt.metal_layout<(d0) -> (0, d0), undef, <1x1>, memref<1x5xf32, #dram>>
// ALIAS-DAG: memref<1x1x1x5xf32, #tt.stream<(d0, d1, d2, d3) -> (d0, d1, d2, d3), alias>, #l1_>>
// STREAM-DAG: memref<1x1x1x5xf32, #tt.stream<(d0, d1, d2, d3) -> (d0, d1, d2, d3), stream>, #dram>>
// DEVICE: error: 'builtin.module' op requires a device
// SPACE: for the --init-memory-space option: Cannot find option named 'moon'!

// CHECK-LABEL: func.func @add
// CHECK-SAME: (%arg0: tensor<2x4x5xf32, #layout>, %arg1: tensor<5xf32, #layout1>, %arg2: i32) -> tensor<2x4x5xf32, #layout>
func.func @add(%arg0: tensor<2x4x5xf32>, %unused: tensor<5xf32>, %other: i32) -> tensor<2x4x5xf32> {
  // CHECK-NEXT: %[[OUT:.*]] = tensor.empty() : tensor<2x4x5xf32, #layout>
  %0 = tensor.empty() : tensor<2x4x5xf32>
  // CHECK-NEXT: "ttir.add"(%arg0, %arg0, %[[OUT]]) {{.*}} : (tensor<2x4x5xf32, #layout>, tensor<2x4x5xf32, #layout>, tensor<2x4x5xf32, #layout>) -> tensor<2x4x5xf32, #layout>
  %1 = "ttir.add"(%arg0, %arg0, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<2x4x5xf32>, tensor<2x4x5xf32>, tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
  return %1 : tensor<2x4x5xf32>
}

// What has a layout keeps it; declarations get layouts too.
// CHECK: func.func private @declared(tensor<5xf32, #layout1>) -> tensor<4x4xf32, #layout2>
#given = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x2>, memref<2x2xf32, #tt.memory_space<dram>>>
func.func private @declared(tensor<5xf32>) -> tensor<4x4xf32, #given>
