// RUN: not ttopt --ttir-to-ttnn-backend-pipeline --split-input-file %s 2>&1 | filecheck %s
// RUN: not ttopt --ttir-to-ttmetal-pipeline --split-input-file %s 2>&1 | filecheck %s
// RUN: not ttopt --ttir-to-emitc-pipeline --split-input-file %s 2>&1 | filecheck %s
// RUN: not ttopt --convert-ttnn-to-emitc --split-input-file %s 2>&1 | filecheck %s --check-prefix=TTNN
// RUN: not tttranslate --mlir-to-cpp --split-input-file %s 2>&1 | filecheck %s --check-prefix=TTNN
// A program in another dialect than the pipeline's gets the error of the pass, and how to convert it first.

// CHECK: error: failed to legalize operation 'stablehlo.add'
// CHECK: note: the program is in StableHLO, but the passes are for TTIR: run --stablehlo-to-ttir-pipeline first, or ttmlir-compile, which takes StableHLO
// TTNN: note: the program is in StableHLO, but it must be lowered to TTNN first: use ttmlir-compile, which takes StableHLO
func.func @sum(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.add %a, %a : tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// CHECK: error: 'stablehlo.constant' op
// CHECK: note: the program is in StableHLO, but the passes are for TTIR
func.func @constant() -> tensor<f32> {
  %0 = stablehlo.constant dense<1.5> : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK: error: failed to legalize operation 'tosa.abs'
// CHECK: note: the program is in TOSA, but the passes are for TTIR: run --convert-tosa-to-ttir first, or ttmlir-compile, which takes TOSA
func.func @abs(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = tosa.abs %a : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
