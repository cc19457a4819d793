// The pipelines of 2026-08 by their names there, on a text of either revision.

// RUN: ttopt --ttir-to-ttnn-backend-pipeline %s -o %t.backend
// RUN: ttopt --ttir-to-ttnn-runtime-pipeline %s | diff %t.backend -
// RUN: ttopt --ttir-to-ttnn-common-pipeline --ttnn-common-to-runtime-pipeline="enable-optimization-passes=true" %s | diff %t.backend -
// RUN: ttopt --ttir-to-emitc-pipeline %s -o %t.emitc
// RUN: ttopt --ttir-to-ttnn-common-pipeline --ttnn-common-to-emitc-pipeline %s | diff %t.emitc -
// RUN: ttopt --ttir-to-emitc-pipeline="target-dylib=true" %s | FileCheck %s --check-prefix=DYLIB
// RUN: ttopt --ttcore-register-device="mock-system-desc-arch=blackhole" %s | FileCheck %s --check-prefix=BLACKHOLE
// RUN: ttopt --ttir-to-ttnn-runtime-pipeline="disable-workarounds" --dump-pass-pipeline %s 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: ttopt --ttir-to-ttnn-runtime-pipeline="optimization-level=1" --dump-pass-pipeline %s 2>&1 | FileCheck %s --check-prefix=LEVEL1
// RUN: ttopt --ttir-to-ttnn-runtime-pipeline="optimization-level=2" --dump-pass-pipeline %s 2>&1 | FileCheck %s --check-prefix=LEVEL2
// RUN: ttopt --ttir-to-ttnn-runtime-pipeline="optimization-level=2 memory-layout-analysis-enabled=false" --dump-pass-pipeline %s 2>&1 | FileCheck %s --check-prefix=LEVEL1
// RUN: ttopt --ttir-to-ttnn-runtime-pipeline="optimization-level=2 enable-optimizer=false" %s | diff %t.backend -
// RUN: ttopt --ttir-to-ttmetal-backend-pipeline %s -o %t.metal
// RUN: ttopt --ttir-to-ttmetal-pipeline %s | diff %t.metal -

func.func @f(%a: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = "ttir.neg"(%a) : (tensor<32x32xf32>) -> tensor<32x32xf32>
  return %0 : tensor<32x32xf32>
}

// DYLIB: func.func @f(%{{.*}}: !emitc.opaque<"std::vector<ttnn::Tensor>">
// DYLIB-NOT: @main

// BLACKHOLE: #system_desc = #tt.system_desc<{{.*}}arch = <blackhole>, grid = 10x11
// BLACKHOLE: tt.device = #device

// PLAIN-NOT: ttnn-workaround
// PLAIN: ttnn-deallocate

// LEVEL1: ttnn-optimizer{{.*}}memory-layout-analysis-enabled=false
// LEVEL2: ttnn-optimizer{{.*}}memory-layout-analysis-enabled=true
