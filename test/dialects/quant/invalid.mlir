// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Quantized types and casts.

// CHECK: error: scale out of expressed type range [1.401298e-45, 3.402823e+38]
func.func @f(%a: !quant.uniform<i8:f32, 0.0>) {
  return
}

// -----

// CHECK: error: scale out of expressed type range [1.401298e-45, 3.402823e+38]
func.func @f(%a: !quant.uniform<i8:f32, -1.0>) {
  return
}

// -----

// CHECK: error: scale out of expressed type range [5.960464e-08, 6.550400e+04]
func.func @f(%a: !quant.uniform<i8:f16, 1.0e6>) {
  return
}

// -----

// CHECK: error: scale out of expressed type range [5.960464e-08, 6.550400e+04]
func.func @f(%a: !quant.uniform<i8:f16, 1.0e-9>) {
  return
}

// -----

// CHECK: error: scale out of expressed type range [1.401298e-45, 3.402823e+38]
func.func @f(%a: !quant.uniform<i8:f32, 1.0e40>) {
  return
}

// -----

// CHECK: error: illegal storage type size: 33
func.func @f(%a: !quant.uniform<i33:f32, 1.0>) {
  return
}

// -----

// CHECK: error: illegal storage type size: 33
func.func @f(%a: !quant.uniform<u33:f32, 1.0>) {
  return
}

// -----

// CHECK: error: illegal storage type size: 0
func.func @f(%a: !quant.uniform<u0:f32, 1.0>) {
  return
}

// -----

// CHECK: error: expected storage type width
func.func @f(%a: !quant.uniform<ux:f32, 1.0>) {
  return
}

// -----

// CHECK: error: illegal storage type prefix
func.func @f(%a: !quant.uniform<int8:f32, 1.0>) {
  return
}

// -----

// CHECK: error: illegal storage type prefix
func.func @f(%a: !quant.uniform<f8:f32, 1.0>) {
  return
}

// -----

// CHECK: error: invalid kind of type specified
func.func @f(%a: !quant.uniform<i8:i32, 1.0>) {
  return
}

// -----

// CHECK: error: illegal storage type minimum: -129
func.func @f(%a: !quant.uniform<i8<-129:3>:f32, 1.0>) {
  return
}

// -----

// CHECK: error: illegal storage type maximum: 300
func.func @f(%a: !quant.uniform<i8<-12:300>:f32, 1.0>) {
  return
}

// -----

// CHECK: error: illegal storage min and storage max: (12:3)
func.func @f(%a: !quant.uniform<i8<12:3>:f32, 1.0>) {
  return
}

// -----

// CHECK: error: illegal storage min and storage max: (3:3)
func.func @f(%a: !quant.uniform<i8<3:3>:f32, 1.0>) {
  return
}

// -----

// CHECK: error: unbalanced '<' character in pretty dialect name
func.func @f(%a: !quant.uniform<i8<3:33:f32, 1.0>) {
  return
}

// -----

// CHECK: error: unexpected decimal integer literal for a floating point value
func.func @f(%a: !quant.uniform<i8:f32, 1>) {
  return
}

// -----

// CHECK: error: expected floating point literal
func.func @f(%a: !quant.uniform<i8:f32, abc>) {
  return
}

// -----

// CHECK: error: expected integer value
func.func @f(%a: !quant.uniform<i8:f32, 1.0:1.5>) {
  return
}

// -----

// CHECK: error: integer value too large
func.func @f(%a: !quant.uniform<i8:f32, 1.0:99999999999999999999>) {
  return
}

// -----

// CHECK: error: expected floating point literal
func.func @f(%a: !quant.uniform<i8:f32, {1.0, 2.0}>) {
  return
}

// -----

// CHECK: error: expected '{'
func.func @f(%a: !quant.uniform<i8:f32:0, 1.0>) {
  return
}

// -----

// CHECK: error: illegal quantized dimension: -1
func.func @f(%a: !quant.uniform<i8:f32:-1, {1.0}>) {
  return
}

// -----

// CHECK: error: integer value too large
func.func @f(%a: !quant.uniform<i8:f32:99999999999, {1.0}>) {
  return
}

// -----

// CHECK: error: expected floating point literal
func.func @f(%a: !quant.uniform<i8:f32:0, {}>) {
  return
}

// -----

// CHECK: error: unbalanced '{' character in pretty dialect name
func.func @f(%a: !quant.uniform<i8:f32:0, {1.0>) {
  return
}

// -----

// CHECK: error: scale out of expressed type range [1.401298e-45, 3.402823e+38]
func.func @f(%a: !quant.uniform<i8:f32:0, {1.0, 0.0}>) {
  return
}

// -----

// CHECK: error: expected ','
func.func @f(%a: !quant.uniform<i8:f32>) {
  return
}

// -----

// CHECK: error: expected ':'
func.func @f(%a: !quant.uniform<i8, 1.0>) {
  return
}

// -----

// CHECK: error: unbalanced '<' character in pretty dialect name
func.func @f(%a: !quant.uniform<i8:f32, 1.0) {
  return
}

// -----

// CHECK: error: expected '<'
func.func @f(%a: !quant.uniform) {
  return
}

// -----

// CHECK: error: unknown quantized type foo
func.func @f(%a: !quant.foo<i8>) {
  return
}

// -----

// CHECK: error: invalid kind of type specified
func.func @f(%a: !quant.any<i8:i8>) {
  return
}

// -----

// CHECK: error: expected ':'
func.func @f(%a: !quant.any<i8<1>:f32>) {
  return
}

// -----

// CHECK: error: invalid kind of type specified
// CHECK: error: expecting float expressed type
func.func @f(%a: !quant.calibrated<i8<1.0:2.0>>) {
  return
}

// -----

// CHECK: error: expected '<'
// CHECK: error: calibrated values must be present
func.func @f(%a: !quant.calibrated<f32>) {
  return
}

// -----

// CHECK: error: illegal min and max: (2.000000e+00:1.000000e+00)
func.func @f(%a: !quant.calibrated<f32<2.0:1.0>>) {
  return
}

// -----

// CHECK: error: unexpected decimal integer literal for a floating point value
// CHECK: error: calibrated values must be present
func.func @f(%a: !quant.calibrated<f32<1.0:1>>) {
  return
}

// -----

// CHECK: error: unbalanced '<' character in pretty dialect name
func.func @f(%a: !quant.calibrated<f32<1.0:2.0>) {
  return
}

// -----

// CHECK: error: scale out of expressed type range [1.401298e-45, 3.402823e+38]
func.func @f(%a: !quant.uniform<i8:f32, 0x7F800000>) {
  return
}

// -----

// CHECK: error: scale out of expressed type range [1.401298e-45, 3.402823e+38]
func.func @f(%a: !quant.uniform<i8:f32, 0x41000000>) {
  return
}

// -----

// CHECK: error: scale out of expressed type range [1.401298e-45, 3.402823e+38]
func.func @f(%a: !quant.uniform<i8:f32, -0.0>) {
  return
}

// -----

// CHECK: error: scale out of expressed type range [1.401298e-45, 3.402823e+38]
func.func @f(%a: !quant.uniform<i8:f32:0, {1.0, 2.0, -3.0:4}>) {
  return
}

// -----

// CHECK: error: 'quant.qcast' op operand #0 must be scalar or tensor of floating-point, but got 'i32'
func.func @f(%a: i32) { %0 = quant.qcast %a : i32 to !quant.uniform<i8:f32, 1.0>
  return
}

// -----

// CHECK: error: expressed type in quantized type expected to match float type
func.func @f(%a: f16) { %0 = quant.qcast %a : f16 to !quant.uniform<i8:f32, 1.0>
  return
}

// -----

// CHECK: error: 'quant.qcast' op result #0 must be scalar or tensor of quantized type, but got 'f32'
func.func @f(%a: f32) { %0 = quant.qcast %a : f32 to f32
  return
}

// -----

// CHECK: error: 'quant.qcast' op failed to verify that input and result are both scalars or both tensors with matching shape
func.func @f(%a: f32) { %0 = quant.qcast %a : f32 to tensor<2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

// CHECK: error: 'quant.qcast' op failed to verify that input and result are both scalars or both tensors with matching shape
func.func @f(%a: tensor<3xf32>) { %0 = quant.qcast %a : tensor<3xf32> to tensor<2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

// CHECK: error: 'quant.qcast' op failed to verify that input and result are both scalars or both tensors with matching shape
func.func @f(%a: tensor<?xf32>) { %0 = quant.qcast %a : tensor<?xf32> to tensor<2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

// CHECK: error: 'quant.qcast' op failed to verify that input and result are both scalars or both tensors with matching shape
func.func @f(%a: tensor<*xf32>) { %0 = quant.qcast %a : tensor<*xf32> to tensor<2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

// CHECK: error: expressed type in quantized type expected to match float type
func.func @f(%a: tensor<3xf32>) { %0 = quant.qcast %a : tensor<3xf32> to tensor<3x!quant.any<i8>>
  return
}

// -----

// CHECK: error: quantized dimension must be less than tensor rank
func.func @f(%a: tensor<3xf32>) { %0 = quant.qcast %a : tensor<3xf32> to tensor<3x!quant.uniform<i8:f32:1, {1.0}>>
  return
}

// -----

// CHECK: error: quantized dimension size does not match number of scales
func.func @f(%a: tensor<3xf32>) { %0 = quant.qcast %a : tensor<3xf32> to tensor<3x!quant.uniform<i8:f32:0, {1.0}>>
  return
}

// -----

// CHECK: error: scalar types may not use per-axis quantization
func.func @f(%a: f32) { %0 = quant.qcast %a : f32 to !quant.uniform<i8:f32:0, {1.0}>
  return
}

// -----

// CHECK: error: 'quant.qcast' op result #0 must be scalar or tensor of quantized type, but got 'tensor<3xi8>'
func.func @f(%a: tensor<3xf32>) { %0 = quant.qcast %a : tensor<3xf32> to tensor<3xi8>
  return
}

// -----

// CHECK: error: 'quant.dcast' op operand #0 must be scalar or tensor of quantized type, but got 'tensor<3xf32>'
func.func @f(%a: tensor<3xf32>) { %0 = quant.dcast %a : tensor<3xf32> to tensor<3xf32>
  return
}

// -----

// CHECK: error: 'quant.dcast' op result #0 must be scalar or tensor of floating-point, but got 'tensor<3xi8>'
func.func @f(%a: tensor<3x!quant.uniform<i8:f32, 1.0>>) { %0 = quant.dcast %a : tensor<3x!quant.uniform<i8:f32, 1.0>> to tensor<3xi8>
  return
}

// -----

// CHECK: error: expressed type in quantized type expected to match float type
func.func @f(%a: tensor<3x!quant.uniform<i8:f32, 1.0>>) { %0 = quant.dcast %a : tensor<3x!quant.uniform<i8:f32, 1.0>> to tensor<3xf16>
  return
}

// -----

// CHECK: error: quantized dimension size does not match number of scales
func.func @f(%a: tensor<3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) { %0 = quant.dcast %a : tensor<3x!quant.uniform<i8:f32:0, {1.0, 2.0}>> to tensor<3xf32>
  return
}

// -----

// CHECK: error: 'quant.scast' op failed to verify that input must be integer and result must be quantized, or vice versa
func.func @f(%a: tensor<3xi8>) { %0 = quant.scast %a : tensor<3xi8> to tensor<3xi8>
  return
}

// -----

// CHECK: error: 'quant.scast' op operand #0 must be scalar or tensor of signless integer or quantized type, but got 'tensor<3xf32>'
func.func @f(%a: tensor<3xf32>) { %0 = quant.scast %a : tensor<3xf32> to tensor<3x!quant.any<i8>>
  return
}

// -----

// CHECK: error: storage type in quantized type expected to match integer type
func.func @f(%a: tensor<3xi16>) { %0 = quant.scast %a : tensor<3xi16> to tensor<3x!quant.any<i8>>
  return
}

// -----

// CHECK: error: 'quant.scast' op failed to verify that input and result are both scalars or both tensors with matching shape
func.func @f(%a: tensor<3xi8>) { %0 = quant.scast %a : tensor<3xi8> to tensor<4x!quant.any<i8>>
  return
}

// -----

// CHECK: error: 'quant.scast' op failed to verify that input must be integer and result must be quantized, or vice versa
func.func @f(%a: tensor<3x!quant.any<i8>>) { %0 = quant.scast %a : tensor<3x!quant.any<i8>> to tensor<3x!quant.any<i8>>
  return
}

// -----

// CHECK: error: quantized dimension size does not match number of scales
func.func @f(%a: tensor<3xi8>) { %0 = quant.scast %a : tensor<3xi8> to tensor<3x!quant.uniform<i8:f32:0, {1.0}>>
  return
}

// -----

// CHECK: error: 'quant.scast' op operand #0 must be scalar or tensor of signless integer or quantized type, but got 'tensor<3xui8>'
func.func @f(%a: tensor<3xui8>) { %0 = quant.scast %a : tensor<3xui8> to tensor<3x!quant.uniform<ui8:f32, 1.0>>
  return
}

// -----

// CHECK: error: 'quant.scast' op failed to verify that input and result are both scalars or both tensors with matching shape
func.func @f(%a: i8) { %0 = quant.scast %a : i8 to tensor<3x!quant.uniform<u8:f32, 1.0>>
  return
}

// -----

// CHECK: error: custom op 'quant.foo' is unknown
func.func @f(%a: i8) { %0 = quant.foo %a : i8
  return
}
