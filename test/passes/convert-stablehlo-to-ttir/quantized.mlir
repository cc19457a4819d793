// RUN: not ttopt --convert-stablehlo-to-ttir --split-input-file %s 2>&1 | filecheck %s
// Quantized elements, and sparse tensors, are refused where they are used first.

func.func @sum(%a: tensor<4x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<4xf32> {
  // CHECK: {{:[0-9]+}}:8: error: failed to legalize operation 'stablehlo.add'
  // CHECK: note: TTIR has no quantized elements
  %0 = stablehlo.add %a, %a : tensor<4x!quant.uniform<i8:f32, 2.0:15>>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<4x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

func.func @quantize(%a: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: {{:[0-9]+}}:8: error: failed to legalize operation 'stablehlo.uniform_quantize': TTIR has no quantized elements
  %0 = stablehlo.uniform_quantize %a : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 2.0:15>>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<4x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

func.func @constant() -> tensor<2xf32> {
  // CHECK: {{:[0-9]+}}:8: error: failed to legalize operation 'stablehlo.constant'
  // CHECK: note: TTIR has no quantized elements
  %0 = stablehlo.constant() <{value = dense<[1, 2]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 2.0:15>>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<2x!quant.uniform<i8:f32, 2.0:15>>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

// CHECK: {{:[0-9]+}}:1: error: 'func.func' op has values that cannot be converted: TTIR has no quantized elements
func.func @passed_on(%a: tensor<4x!quant.uniform<i8:f32:0, {2.0, 1.0, 1.0, 1.0}>>) -> tensor<4x!quant.uniform<i8:f32:0, {2.0, 1.0, 1.0, 1.0}>> {
  return %a : tensor<4x!quant.uniform<i8:f32:0, {2.0, 1.0, 1.0, 1.0}>>
}

// -----

#S = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @sparse(%a: tensor<4x4xf32, #S>) -> tensor<4x4xf32, #S> {
  // CHECK: {{:[0-9]+}}:8: error: failed to legalize operation 'stablehlo.add'
  // CHECK: note: TTIR has no sparse tensors
  %0 = stablehlo.add %a, %a : tensor<4x4xf32, #S>
  return %0 : tensor<4x4xf32, #S>
}
