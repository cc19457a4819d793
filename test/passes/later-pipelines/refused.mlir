// What 2026-08's pipelines can be asked for and there is none of here is refused by its name.

// RUN: not ttopt --ttir-to-ttnn-runtime-pipeline="enable-cpu-hoisted-const-eval=true" %s 2>&1 | FileCheck %s --check-prefix=CONST-EVAL
// RUN: not ttopt --ttir-to-ttnn-backend-pipeline="enable-trace" %s 2>&1 | FileCheck %s --check-prefix=TRACE
// RUN: not ttopt --ttir-to-emitc-pipeline="mesh-topology=ring,linear" %s 2>&1 | FileCheck %s --check-prefix=TOPOLOGY
// RUN: not ttopt --ttnn-common-to-emitc-pipeline="load-input-tensors-from-disk=1" %s 2>&1 | FileCheck %s --check-prefix=INPUTS
// RUN: not ttopt --ttnn-common-to-runtime-pipeline="enable-optimization-passes=false" %s 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: not ttopt --ttcore-register-device="mock-system-desc-arch=quasar" %s 2>&1 | FileCheck %s --check-prefix=QUASAR
// RUN: not ttopt --ttcore-register-device="mesh-topology=ring" %s 2>&1 | FileCheck %s --check-prefix=TOPOLOGY
// RUN: not ttopt --ttir-to-ttnn-runtime-pipeline="optimization-level=3" %s 2>&1 | FileCheck %s --check-prefix=LEVEL
// RUN: not ttopt --ttir-to-emitpy-pipeline="mesh-shape=1,1" %s 2>&1 | FileCheck %s --check-prefix=EMITPY
// RUN: not ttopt --stablehlo-pipeline %s 2>&1 | FileCheck %s --check-prefix=STABLEHLO
// RUN: not ttopt --d2m-be-pipeline %s 2>&1 | FileCheck %s --check-prefix=D2M
// RUN: not ttopt --ttir-to-ttnn-runtime-pipeline="no-such-option" %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not ttopt --system-desc=n150 --ttcore-register-device="mock-system-desc-arch=blackhole" %s 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: ttopt --ttir-to-ttnn-runtime-pipeline="enable-const-eval=false enable-trace=0 enable-fusing-pass=false experimental-weight-dtype=none enable-remove-dead-values" %s | FileCheck %s --check-prefix=TAKEN

// CONST-EVAL: ttopt: for the --enable-cpu-hoisted-const-eval option: constants are computed on the device, from tensors there; only 'false' is taken
// TRACE: ttopt: for the --enable-trace option: programs are not captured; only 'false' is taken
// TOPOLOGY: ttopt: for the --mesh-topology option: 2025-02's devices have no topology
// INPUTS: ttopt: for the --load-input-tensors-from-disk option: inputs are made, not loaded; only 'false' is taken
// CPU: ttopt: for the --enable-optimization-passes option: modules for the CPU are not lowered; only 'true' is taken
// QUASAR: ttopt: for the --mock-system-desc-arch option: there is no system descriptor for 'quasar': expected wormhole_b0 or blackhole
// LEVEL: ttopt: for the --optimization-level option: '3' is not a level, expected 0, 1 or 2
// EMITPY: ttopt: --ttir-to-emitpy-pipeline cannot be run: there is no dialect emitpy; tttranslate --ttnn-to-python
// STABLEHLO: ttopt: --stablehlo-pipeline cannot be run: programs are not partitioned here; --stablehlo-to-ttir-pipeline converts StableHLO
// D2M: ttopt: --d2m-be-pipeline cannot be run: there is no dialect d2m; --ttir-to-ttmetal-pipeline lowers TTIR to TTMetal
// UNKNOWN: no such option no-such-option
// UNKNOWN: note: 'ttir-to-ttnn-runtime-pipeline' has the options
// OTHER: error: 'builtin.module' op should be compiled for blackhole, but its system is wormhole_b0
// TAKEN: module

module {}
