// RUN: ttopt --ttir-to-ttmetal-backend-pipeline %s -o %t.default
// RUN: ttopt --ttir-to-ttmetal-backend-pipeline=version=0 %s -o %t.0
// RUN: diff %t.default %t.0
// RUN: ttopt --dump-pass-pipeline --ttir-to-ttmetal-backend-pipeline="mesh-shape=1,1 version=1" %s -o %t.mesh 2>&1 | filecheck %s
// RUN: filecheck %s --check-prefix=MESH < %t.mesh
// RUN: not ttopt --ttir-to-ttmetal-backend-pipeline=system-desc-path=/none.ttsys %s 2>&1 | filecheck %s --check-prefix=NONE

// CHECK: ttir-load-system-desc{path=},ttir-implicit-device{mesh-shape=1,1},ttir-decompose-for-kernels,ttir-constant-as-fill,ttir-split-reductions,ttir-attach-metal-layout{{.*}},ttir-broadcast-operands,ttir-generic{floats-only=true whole-tiles-only=true},ttir-align-matrices,ttir-layout{{{.*}}},ttir-split-compound-layout{keep-moves=true},ttir-generic-op-cbs,ttir-generic-region-operands-to-memref,ttir-allocate,convert-ttir-to-ttmetal
// MESH: meshShape = 1x1
// NONE: error: {{.*}}/none.ttsys
func.func @exp(%arg0: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = tensor.empty() : tensor<32x32xf32>
  %1 = "ttir.exp"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  return %1 : tensor<32x32xf32>
}
