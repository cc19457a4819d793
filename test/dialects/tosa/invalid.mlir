// RUN: ttopt %s --split-input-file --verify-diagnostics

// expected-error @+2 {{Cannot concat tensors with different sizes on the non-axis dimension 1}}
// expected-error @+1 {{'tosa.concat' op failed to infer returned types}}
func.func @f(%a: tensor<4x8xf32>, %b: tensor<4x7xf32>) { %0 = tosa.concat %a, %b {axis = 0 : i32} : (tensor<4x8xf32>, tensor<4x7xf32>) -> tensor<8x8xf32> return }

// -----

// expected-error @+2 {{'tosa.concat' op inferred type(s) 'tensor<4x15xf32>' are incompatible with return type(s) of operation 'tensor<4x16xf32>'}}
// expected-error @+1 {{'tosa.concat' op failed to infer returned types}}
func.func @f(%a: tensor<4x8xf32>, %b: tensor<4x7xf32>) { %0 = tosa.concat %a, %b {axis = 1 : i32} : (tensor<4x8xf32>, tensor<4x7xf32>) -> tensor<4x16xf32> return }

// -----

// expected-error @+1 {{'tosa.equal' op result type '4x7' not broadcast compatible with broadcasted operands's shapes '4x8'}}
func.func @f(%a: tensor<4x8xf32>, %b: tensor<4x7xf32>) { %0 = tosa.equal %a, %a : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x7xi1> return }

// -----

// expected-error @+1 {{'tosa.equal' op operands don't have broadcast-compatible shapes}}
func.func @f(%a: tensor<4x8xf32>, %b: tensor<4x7xf32>) { %0 = tosa.equal %a, %b : (tensor<4x8xf32>, tensor<4x7xf32>) -> tensor<4x7xi1> return }

// -----

// expected-error @+1 {{'tosa.reduce_sum' op expect reduced dimension size to be 1, got 8}}
func.func @f(%a: tensor<4x8xf32>) { %0 = tosa.reduce_sum %a {axis = 1 : i32} : (tensor<4x8xf32>) -> tensor<4x8xf32> return }

// -----

// expected-error @+2 {{'tosa.reduce_sum' op inferred type(s) 'tensor<4x1xf32>' are incompatible with return type(s) of operation 'tensor<3x1xf32>'}}
// expected-error @+1 {{'tosa.reduce_sum' op failed to infer returned types}}
func.func @f(%a: tensor<4x8xf32>) { %0 = tosa.reduce_sum %a {axis = 1 : i32} : (tensor<4x8xf32>) -> tensor<3x1xf32> return }

// -----

// expected-error @+1 {{'tosa.reduce_sum' op reduce axis must not be negative}}
func.func @f(%a: tensor<4x8xf32>) { %0 = tosa.reduce_sum %a {axis = -1 : i32} : (tensor<4x8xf32>) -> tensor<4x1xi32> return }

// -----

// expected-error @+1 {{'tosa.reduce_sum' op expect output tensor rank (1) to be larger than reduce axis (1)}}
func.func @f(%a: tensor<*xf32>) { %0 = tosa.reduce_sum %a {axis = 1 : i32} : (tensor<*xf32>) -> tensor<8xf32> return }

// -----

// expected-error @+1 {{'tosa.reduce_sum' op expect input tensor rank (0) to be larger than reduce axis (1)}}
func.func @f(%a: tensor<f32>) { %0 = tosa.reduce_sum %a {axis = 1 : i32} : (tensor<f32>) -> tensor<f32> return }

// -----

// expected-error @+1 {{'tosa.reshape' op new shape is inconsistent with result shape}}
func.func @f(%a: tensor<4x8xf32>) { %0 = tosa.reshape %a {new_shape = array<i64: 33>} : (tensor<4x8xf32>) -> tensor<32xf32> return }

// -----

// expected-error @+2 {{'tosa.reshape' op inferred type(s) 'tensor<32xf32>' are incompatible with return type(s) of operation 'tensor<32xi32>'}}
// expected-error @+1 {{'tosa.reshape' op failed to infer returned types}}
func.func @f(%a: tensor<4x8xf32>) { %0 = tosa.reshape %a {new_shape = array<i64: 32>} : (tensor<4x8xf32>) -> tensor<32xi32> return }

// -----

// expected-error @+1 {{'tosa.reshape' op expected at most one target dimension to be -1}}
func.func @f(%a: tensor<4x8xf32>) { %0 = tosa.reshape %a {new_shape = array<i64: -1, -1>} : (tensor<4x8xf32>) -> tensor<4x8xf32> return }

// -----

// expected-error @+1 {{'tosa.reshape' op cannot reshape 32 elements into 40}}
func.func @f(%a: tensor<4x8xf32>) { %0 = tosa.reshape %a {new_shape = array<i64: -1, 8>} : (tensor<4x8xf32>) -> tensor<5x8xf32> return }

// -----

// expected-error @+1 {{'tosa.reshape' op new shape does not match result rank}}
func.func @f(%a: tensor<4x8xf32>) { %0 = tosa.reshape %a {new_shape = array<i64: 32>} : (tensor<4x8xf32>) -> tensor<4x8xf32> return }

// -----

// expected-error @+1 {{'tosa.reshape' op tensor has a dimension with size zero. Each dimension of a tensor must have size >= 1}}
func.func @f(%a: tensor<4x8xf32>) { %0 = tosa.reshape %a {new_shape = array<i64: 0, 8>} : (tensor<4x8xf32>) -> tensor<0x8xf32> return }

// -----

// expected-error @+1 {{'tosa.reshape' op result #0 must be ranked tensor of number values, but got 'tensor<*xf32>'}}
func.func @f(%a: tensor<*xf32>) { %0 = tosa.reshape %a {new_shape = array<i64: 3, -1>} : (tensor<*xf32>) -> tensor<*xf32> return }

// -----

// expected-error @+1 {{'tosa.mul' op attribute 'shift' failed to satisfy constraint: 8-bit signless integer attribute}}
func.func @f(%a: tensor<4x8xf32>) { %0 = "tosa.mul"(%a, %a) <{shift = 1 : i32}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32> return }

// -----

// expected-error @+1 {{invalid properties {shift = 1.000000e+00 : f32} for op tosa.mul: Invalid attribute `shift` in property conversion: 1.000000e+00 : f32}}
func.func @f(%a: tensor<4x8xf32>) { %0 = "tosa.mul"(%a, %a) <{shift = 1.0 : f32}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32> return }

// -----

// expected-error @+1 {{custom op 'tosa.mul' 'tosa.mul' op attribute 'shift' failed to satisfy constraint: 8-bit signless integer attribute}}
func.func @f(%a: tensor<4x8xf32>) { %0 = tosa.mul %a, %a {shift = 1 : i32} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32> return }

// -----

// expected-error @+1 {{invalid properties {kernel = 1 : i64, pad = 3 : i64, stride = 2 : i64} for op tosa.max_pool2d: Invalid attribute `kernel` in property conversion: 1 : i64}}
func.func @f(%a: tensor<4x8x1x1xf32>) { %0 = "tosa.max_pool2d"(%a) <{kernel = 1, stride = 2, pad = 3}> : (tensor<4x8x1x1xf32>) -> tensor<4x8x1x1xf32> return }

// -----

// expected-error @+1 {{'tosa.max_pool2d' op attribute 'kernel' failed to satisfy constraint: i64 dense array attribute with exactly 2 elements}}
func.func @f(%a: tensor<4x8x1x1xf32>) { %0 = "tosa.max_pool2d"(%a) <{kernel = array<i64: 1>, stride = array<i64: 2>, pad = array<i64>}> : (tensor<4x8x1x1xf32>) -> tensor<4x8x1x1xf32> return }

// -----

// expected-error @+1 {{invalid properties {kernel = array<i32: 1, 1>, pad = array<i64>, stride = array<i64: 2>} for op tosa.max_pool2d: Invalid attribute `kernel` in property conversion: array<i32: 1, 1>}}
func.func @f(%a: tensor<4x8x1x1xf32>) { %0 = "tosa.max_pool2d"(%a) <{kernel = array<i32: 1, 1>, stride = array<i64: 2>, pad = array<i64>}> : (tensor<4x8x1x1xf32>) -> tensor<4x8x1x1xf32> return }

// -----

// expected-error @+1 {{'tosa.avg_pool2d' op attribute 'acc_type' failed to satisfy constraint: type attribute of 32-bit signless integer or 32-bit signed integer or 16-bit float or 32-bit float}}
func.func @f(%a: tensor<4x8x1x1xf32>) { %0 = "tosa.avg_pool2d"(%a) <{kernel = array<i64: 1, 1>, stride = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, acc_type = i8}> : (tensor<4x8x1x1xf32>) -> tensor<4x8x1x1xf32> return }

// -----

// expected-error @+1 {{invalid properties {acc_type = 8 : i64, kernel = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} for op tosa.avg_pool2d: Invalid attribute `acc_type` in property conversion: 8 : i64}}
func.func @f(%a: tensor<4x8x1x1xf32>) { %0 = "tosa.avg_pool2d"(%a) <{kernel = array<i64: 1, 1>, stride = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, acc_type = 8}> : (tensor<4x8x1x1xf32>) -> tensor<4x8x1x1xf32> return }

// -----

// expected-error @+1 {{invalid properties {acc_type = f32, kernel = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, quantization_info = 3 : i64, stride = array<i64: 2, 2>} for op tosa.avg_pool2d: Invalid attribute `quantization_info` in property conversion: 3 : i64}}
func.func @f(%a: tensor<4x8x1x1xf32>) { %0 = "tosa.avg_pool2d"(%a) <{kernel = array<i64: 1, 1>, stride = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, acc_type = f32, quantization_info = 3}> : (tensor<4x8x1x1xf32>) -> tensor<4x8x1x1xf32> return }

// -----

// expected-error @+1 {{custom op 'tosa.avg_pool2d' 'tosa.avg_pool2d' op attribute 'quantization_info' failed to satisfy constraint: Attribute for UnaryOp quantization information.}}
func.func @f(%a: tensor<4x8x1x1xf32>) { %0 = tosa.avg_pool2d %a {kernel = array<i64: 1, 1>, stride = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, acc_type = f32, quantization_info = #tosa.conv_quant<input_zp = 1, weight_zp = 2>} : (tensor<4x8x1x1xf32>) -> tensor<4x8x1x1xf32> return }

// -----

// expected-error @+1 {{invalid properties {border = array<i64: 0, 0>, mode = 3 : i64, offset = array<i64: 2, 2>, scale = array<i64: 1, 1, 1, 1>} for op tosa.resize: Invalid attribute `mode` in property conversion: 3 : i64}}
func.func @f(%a: tensor<4x8x1x1xf32>) { %0 = "tosa.resize"(%a) <{scale = array<i64: 1, 1, 1, 1>, offset = array<i64: 2, 2>, border = array<i64: 0, 0>, mode = 3}> : (tensor<4x8x1x1xf32>) -> tensor<4x8x1x1xf32> return }

// -----

// expected-error @+1 {{'tosa.resize' op attribute 'mode' failed to satisfy constraint: Supported resize/upsampling strategies}}
func.func @f(%a: tensor<4x8x1x1xf32>) { %0 = "tosa.resize"(%a) <{scale = array<i64: 1, 1, 1, 1>, offset = array<i64: 2, 2>, border = array<i64: 0, 0>, mode = "X"}> : (tensor<4x8x1x1xf32>) -> tensor<4x8x1x1xf32> return }

// -----

// expected-error @+1 {{invalid properties {max_fp = 2 : i64, max_int = 1 : i64, min_fp = 2 : i64, min_int = 1 : i64} for op tosa.clamp: Invalid attribute `max_fp` in property conversion: 2 : i64}}
func.func @f(%a: tensor<4x8xf32>) { %0 = "tosa.clamp"(%a) <{min_int = 1, max_int = 1, min_fp = 2, max_fp = 2}> : (tensor<4x8xf32>) -> tensor<4x8xf32> return }

// -----

// expected-error @+1 {{invalid properties {value = 2 : i64} for op tosa.const: Invalid attribute `value` in property conversion: 2 : i64}}
func.func @f(%a: tensor<4x8xf32>) { %0 = "tosa.const"() <{value = 2}> : () -> tensor<4x8xf32> return }

// -----

// expected-error @+1 {{'tosa.const' op failed to verify that all of {value, output} have same shape}}
func.func @f(%a: tensor<4x8xf32>) { %0 = "tosa.const"() <{value = dense<2> : tensor<4x8xi32>}> : () -> tensor<*xi32> return }

// -----

// expected-error @+1 {{invalid properties {value = array<i32: 1, 2>} for op tosa.const: Invalid attribute `value` in property conversion: array<i32: 1, 2>}}
func.func @f(%a: tensor<4x8xf32>) { %0 = "tosa.const"() <{value = array<i32: 1, 2>}> : () -> tensor<2xi32> return }

// -----

// expected-error @+1 {{invalid properties {x = 1 : i64} for op tosa.abs: this operation does not support properties}}
func.func @f(%a: tensor<4x8xf32>) { %0 = "tosa.abs"(%a) <{x = 1}> : (tensor<4x8xf32>) -> tensor<4x8xf32> return }

// -----

// expected-error @+1 {{custom op 'tosa.const' has no custom assembly form}}
func.func @f(%a: tensor<4x8xf32>) { %0 = tosa.const {value = dense<2.0> : tensor<2xf32>} : tensor<2xf32> return }

// -----

// expected-error @+1 {{custom op 'tosa.foo' is unknown}}
func.func @f(%a: tensor<4x8xf32>) { %0 = tosa.foo %a : tensor<2xf32> return }

// -----

// expected-error @+1 {{unregistered operation 'tosa.foo' found in dialect ('tosa') that does not allow unknown operations}}
func.func @f(%a: tensor<4x8xf32>) { %0 = "tosa.foo"(%a) : (tensor<4x8xf32>) -> tensor<2xf32> return }

// -----

// expected-error @+1 {{expected ':'}}
func.func @f(%a: tensor<4x8xf32>) { tosa.yield return }

// -----

tosa.variable @v : tensor<4xf32>
tosa.variable @w {x = 1} : tensor<4xf32>
tosa.variable @x = 3
"tosa.variable"() <{name = "y", type = tensor<4xf32>, initial_value = 3 : i32}> : () -> ()
tosa.variable @"a b" = dense<1.0> : tensor<2xf32>
// expected-error @+1 {{'tosa.variable' op requires attribute 'type'}}
tosa.variable @z = @foo

// -----

// expected-error @+2 {{expected ':'}}
// expected-error @+1 {{custom op 'tosa.variable' expected type}}
tosa.variable @v  tensor<4xf32>

// -----

// expected-error @+1 {{custom op 'tosa.variable' expected valid '@'-identifier for symbol name}}
tosa.variable v : tensor<4xf32>

// -----

// expected-error @+1 {{custom op 'tosa.variable' 'tosa.variable' op attribute 'type' failed to satisfy constraint: any type attribute}}
tosa.variable @v {type = 2} : i32

// -----

func.func @f(%a: i32, %b: vector<4xi32>, %c: tensor<4xi32>, %d: i8, %e: f32, %s: si32, %u:ui8) {
// expected-error @+1 {{'tosa.apply_scale' op operand #0 must be signless-integer-like, but got 'f32'}}
    %0 = tosa.apply_scale %e, %a, %d {double_round = true} : (f32, i32, i8) -> i32
    return
}

// -----

func.func @f(%a: i32, %b: vector<4xi32>, %c: tensor<4xi32>, %d: i8, %e: f32, %s: si32, %u:ui8) {
// expected-error @+1 {{'tosa.apply_scale' op if an operand is non-scalar, then there must be at least one non-scalar result}}
    %0 = tosa.apply_scale %c, %a, %d {double_round = true} : (tensor<4xi32>, i32, i8) -> i32
    return
}

// -----

func.func @f(%a: i32, %b: vector<4xi32>, %c: tensor<4xi32>, %d: i8, %e: f32, %s: si32, %u:ui8) {
// expected-error @+1 {{'tosa.apply_scale' op operand #0 must be signless-integer-like, but got 'si32'}}
    %0 = tosa.apply_scale %s, %a, %u {double_round = true} : (si32, i32, ui8) -> i32
    return
}

// -----

func.func @f(%a: i32, %b: vector<4xi32>, %c: tensor<4xi32>, %d: i8, %e: f32, %s: si32, %u:ui8) {
// expected-error @+1 {{'tosa.apply_scale' op operand #2 must be signless-integer-8-bit-like, but got 'ui8'}}
    %0 = tosa.apply_scale %a, %a, %u {double_round = true} : (i32, i32, ui8) -> i32
    return
}

// -----

// expected-error @+1 {{'tosa.mul' op requires the same element type for all operands and results}}
func.func @f(%a: tensor<4x8xi32>, %b: tensor<4x8xf32>) { %0 = tosa.mul %a, %b {shift = 1 : i8} : (tensor<4x8xi32>, tensor<4x8xf32>) -> tensor<4x8xf32> return }

// -----

// expected-error @+1 {{'tosa.mul' op requires the same element type for all operands}}
func.func @f(%a: tensor<4x8xi32>, %b: tensor<4x8xi8>) { %0 = tosa.mul %a, %b {shift = 1 : i8} : (tensor<4x8xi32>, tensor<4x8xi8>) -> tensor<4x8xi32> return }

// -----

// expected-error @+1 {{'tosa.mul' op invalid data type size for operands or result}}
func.func @f(%a: tensor<4x8xi32>, %b: tensor<4x8xi8>) { %0 = tosa.mul %a, %a {shift = 1 : i8} : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi8> return }

// -----

// expected-error @+1 {{'tosa.add' op requires the same element type for all operands and results}}
func.func @f(%a: tensor<4x8xi32>, %b: tensor<3x8xi64>) { %0 = tosa.add %a, %b : (tensor<4x8xi32>, tensor<3x8xi64>) -> tensor<4x8xi32> return }

// -----

// expected-error @+1 {{'tosa.equal' op requires the same element type for all operands}}
func.func @f(%a: tensor<4x8xi32>, %b: tensor<3x8xi64>) { %0 = tosa.equal %a, %b : (tensor<4x8xi32>, tensor<3x8xi64>) -> tensor<4x8xi1> return }

// -----

// expected-error @+1 {{'tosa.add' op result type '8' not broadcast compatible with broadcasted operands's shapes '?x8'}}
func.func @f(%a: tensor<1x8xi32>, %b: tensor<?x8xi32>) { %0 = tosa.add %a, %b : (tensor<1x8xi32>, tensor<?x8xi32>) -> tensor<8xi32> return }

// -----

// expected-error @+1 {{custom op 'tosa.select' 2 operands present, but expected 3}}
func.func @f(%a: tensor<4x8xi32>, %b: tensor<1x8xi8>, %p: tensor<4x8xi1>) { %0 = tosa.select %p, %a : (tensor<4x8xi1>, tensor<4x8xi32>, tensor<1x8xi8>) -> tensor<4x8xf32> return }

// -----

// expected-error @+1 {{expected ','}}
func.func @f(%a: tensor<4x8xi32>, %b: tensor<1x8xi8>, %p: tensor<4x8xi1>) { %0 = tosa.select %p, %a, %a : (tensor<4x8xi1>, tensor<4x8xi32>) -> tensor<4x8xf32> return }

// -----

// expected-error @+1 {{expected '->' in function type}}
func.func @f(%a: tensor<4x8xi32>, %b: tensor<1x8xi8>, %p: tensor<4x8xi1>) { %0 = tosa.select %p, %a, %a : (tensor<4x8xi1>, tensor<4x8xi32>, tensor<4x8xi32>) -> (tensor<4x8xf32>) return }

// -----

// expected-error @+1 {{custom op 'tosa.add' 3 operands present, but expected 2}}
func.func @f(%a: tensor<4x8xi32>, %b: tensor<1x8xi8>, %p: tensor<4x8xi1>) { %0 = tosa.add %p, %a, %a : (tensor<4x8xi1>, tensor<4x8xi32>) -> (tensor<4x8xf32>) return }

// -----

// expected-error @+1 {{custom op 'tosa.add' invalid kind of type specified}}
func.func @f(%a: tensor<4x8xi32>, %b: tensor<1x8xi8>, %p: tensor<4x8xi1>) { %0 = tosa.add %p, %a : tensor<4x8xi32> return }

// -----

// expected-error @+1 {{expected SSA operand}}
func.func @f(%a: tensor<4x8xi32>, %b: tensor<1x8xi8>, %p: tensor<4x8xi1>) { %0 = tosa.add %p, : tensor<4x8xi32> return }

// -----

// expected-error @+2 {{use of value '%p' expects different type than prior uses: 'tensor<4x8xi32>' vs 'tensor<4x8xi1>'}}
// expected-note @+1 {{prior use here}}
func.func @f(%a: tensor<4x8xi32>, %b: tensor<1x8xi8>, %p: tensor<4x8xi1>) { %0 = tosa.add %p, %a : (tensor<4x8xi32>, tensor<4x8xi1>) -> tensor<2xi32> return }

// -----

// expected-error @+1 {{'tosa.add' op expected 2 operands, but found 3}}
func.func @f(%a: tensor<4x8xi32>, %b: tensor<1x8xi8>, %p: tensor<4x8xi1>) { %0 = tosa.add %a, %a, %a : (tensor<4x8xi32>, tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xi32> return }

// -----

// expected-error @+1 {{'tosa.add' op requires one result}}
func.func @f(%a: tensor<4x8xi32>, %b: tensor<1x8xi8>, %p: tensor<4x8xi1>) { tosa.add %a, %a : (tensor<4x8xi32>, tensor<4x8xi32>) -> () return }

// -----

func.func @f(%a: tensor<1x4x8xf32>) {
// expected-error @+1 {{expected '('}}
    %output_real_0, %output_imag_1 = tosa.rfft2d %a : tensor<1x4x8xf32> -> (tensor<1x4x5xf32>, tensor<1x4x5xf32>)
    return
}

// -----

func.func @f(%a: tensor<i1>, %x: tensor<4xf32>) {
// expected-error @+1 {{expected non-function type}}
    tosa.cond_if %a { tosa.yield : } else { tosa.yield : }
    return
}

// -----

func.func @f(%a: tensor<i1>, %x: tensor<4xf32>) {
// expected-error @+1 {{'tosa.cond_if' op region #0 ('then_branch') failed to verify constraint: region with 1 blocks}}
    tosa.cond_if %a { } else { }
    return
}

// -----

func.func @f(%a: tensor<i1>, %x: tensor<4xf32>) {
// expected-error @+1 {{'tosa.cond_if' op region #1 ('else_branch') failed to verify constraint: region with 1 blocks}}
    tosa.cond_if %a { %0 = tosa.abs %x : (tensor<4xf32>) -> tensor<4xf32> } else { }
    return
}

// -----

func.func @f(%a: tensor<i1>, %x: tensor<4xf32>) {
// expected-error @+1 {{'tosa.cond_if' op expects region #0 to have 0 or 1 blocks}}
    "tosa.cond_if"(%a) ({ tosa.yield %x : tensor<4xf32>  ^b: tosa.yield %x : tensor<4xf32> }, { tosa.yield %x : tensor<4xf32> }) : (tensor<i1>) -> ()
    return
}

// -----

func.func @f(%a: tensor<i1>, %x: tensor<4xf32>) {
// expected-error @+1 {{'func.return' op expects parent op 'func.func'}}
    "tosa.cond_if"(%a) ({ return }, { tosa.yield %x : tensor<4xf32> }) : (tensor<i1>) -> ()
    return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @f(%a: tensor<1xi1>, %x: tensor<4xf32>) {
// expected-error @+1 {{use of value '%a' expects different type than prior uses: 'tensor<i1>' vs 'tensor<1xi1>'}}
    %0 = tosa.cond_if %a -> tensor<4xf32> { tosa.yield %x : tensor<4xf32> } else { tosa.yield %x : tensor<4xf32> } {a = 1}
    return
}

// -----

func.func @f(%arg0: tensor<i32>) -> tensor<i32> {
// expected-error @+1 {{custom op 'tosa.while_loop' expected as many input types as operands (expected 1 got 0)}}
    %0 = tosa.while_loop (%arg1 = %arg0) : () -> tensor<i32> {
      tosa.yield 
    } do {
    ^bb0(%arg1: tensor<i32>):
    }
    return %0 : tensor<i32>
  }

// -----

func.func @f(%a: tensor<i1>, %x: tensor<4xf32>) {
// expected-error @+2 {{'tosa.cond_if' op expects regions to end with 'tosa.yield', found 'llvm.unreachable'}}
// expected-note @+1 {{in custom textual format, the absence of terminator implies 'tosa.yield'}}
    "tosa.cond_if"(%a) ({ "llvm.unreachable"() : () -> () }, { tosa.yield %x : tensor<4xf32> }) : (tensor<i1>) -> ()
    return
}

// -----

func.func @f(%a: tensor<i1>, %x: tensor<4xf32>) {
// expected-error @+1 {{'tosa.while_loop' op expects region #1 to have 0 or 1 blocks}}
    "tosa.while_loop"() ({ "llvm.unreachable"() : () -> () }, { tosa.yield %x : tensor<4xf32> ^b: tosa.yield %x : tensor<4xf32> }) : () -> ()
    return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
// expected-error @+1 {{'tosa.argmax' op specified axis is outside the rank of the tensor}}
    %0 = tosa.argmax %x {axis = 2 : i32} : (tensor<4x4xf32>) -> tensor<4xi32>
    return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
// expected-error @+1 {{'tosa.argmax' op result tensor is not of integer type}}
    %0 = tosa.argmax %x {axis = 1 : i32} : (tensor<4x4xf32>) -> tensor<4xf32>
    return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
// expected-error @+1 {{'tosa.reverse' op expected non-negative reverse axis}}
    %0 = tosa.reverse %x {axis = -1 : i32} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
// expected-error @+1 {{'tosa.reverse' op expect input tensor rank (2) to be larger than reverse axis (2)}}
    %0 = tosa.reverse %x {axis = 2 : i32} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
// expected-error @+1 {{'tosa.reverse' op expect output tensor rank to be equal to input tensor rank}}
    %0 = tosa.reverse %x {axis = 1 : i32} : (tensor<4x4xf32>) -> tensor<4xi32>
    return
}

// -----

func.func @f(%x: tensor<*xf32>) {
// expected-error @+1 {{'tosa.reverse' op expect output tensor rank (1) to be larger than reverse axis (1)}}
    %0 = tosa.reverse %x {axis = 1 : i32} : (tensor<*xf32>) -> tensor<4xi32>
    return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
// expected-error @+1 {{'tosa.slice' op length of start attribute is not equal rank of input shape}}
    %0 = tosa.slice %x {start = array<i64: 1>, size = array<i64: 1, 2>} : (tensor<4x4xf32>) -> tensor<1x2xf32>
    return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
// expected-error @+1 {{'tosa.slice' op length of size attribute is not equal rank of input shape}}
    %0 = tosa.slice %x {start = array<i64: 1, 2>, size = array<i64: 1>} : (tensor<4x4xf32>) -> tensor<1x2xf32>
    return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
// expected-error @+1 {{'tosa.tile' op expect 'multiples' array to have length 2 but got 1.}}
    %0 = tosa.tile %x {multiples = array<i64: 1>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    return
}

// -----

func.func @f(%x: tensor<4x4xf32>) {
// expected-error @+1 {{'tosa.tile' op expect same input and output tensor rank.}}
    %0 = tosa.tile %x {multiples = array<i64: 1, 2>} : (tensor<4x4xf32>) -> tensor<4xf32>
    return
}

// -----

func.func @f(%x: tensor<4x5xf32>, %p: tensor<2x1xi32>) {
// expected-error @+1 {{'tosa.transpose' op expected permutation tensor to be rank 1 but got rank 2}}
    %0 = tosa.transpose %x, %p : (tensor<4x5xf32>, tensor<2x1xi32>) -> tensor<3x4xi32>
    return
}

// -----

func.func @f(%x: tensor<4x5xf32>, %p: tensor<3xi32>) {
// expected-error @+1 {{'tosa.transpose' op expected permutation tensor dim 0 to have size 2 (input rank) but got size 3}}
    %0 = tosa.transpose %x, %p : (tensor<4x5xf32>, tensor<3xi32>) -> tensor<3x4xi32>
    return
}

// -----

func.func @f(%x: tensor<4x5xf32>, %p: tensor<2xi32>) {
// expected-error @+1 {{'tosa.transpose' op expected input tensor rank to equal result tensor rank}}
    %0 = tosa.transpose %x, %p : (tensor<4x5xf32>, tensor<2xi32>) -> tensor<3x4x5xi32>
    return
}

// -----

func.func @f(%x: tensor<*xf32>, %p: tensor<2xi32>) {
// expected-error @+1 {{'tosa.transpose' op expected permutation tensor dim 0 to have size 3 (output rank) but got size 2}}
    %0 = tosa.transpose %x, %p : (tensor<*xf32>, tensor<2xi32>) -> tensor<3x4x5xi32>
    return
}

// -----

func.func @f(%x: tensor<4x5xf32>) {
// expected-error @+1 {{'tosa.clamp' op min/max attributes types are incompatible with input/output element types.}}
    %0 = tosa.clamp %x {max_fp = 3.0 : f32, max_int = 3 : i64, min_fp = 2.0 : f16, min_int = 2 : i64} : (tensor<4x5xf32>) -> tensor<4x5xf32>
    return
}

// -----

func.func @f(%x: tensor<4x5xf32>) {
// expected-error @+1 {{'tosa.clamp' op input/output element types are incompatible.}}
    %0 = tosa.clamp %x {max_fp = 3.0 : f32, max_int = 3 : i64, min_fp = 2.0 : f32, min_int = 2 : i64} : (tensor<4x5xf32>) -> tensor<4x5xi32>
    return
}

// -----

func.func @f(%x: tensor<4x5xf16>) {
// expected-error @+1 {{'tosa.clamp' op result type '3x5' not broadcast compatible with broadcasted operands's shapes '4x5'}}
    %0 = tosa.clamp %x {max_fp = 3.0 : bf16, max_int = 3 : i64, min_fp = 2.0 : bf16, min_int = 2 : i64} : (tensor<4x5xf16>) -> tensor<3x5xf32>
    return
}

// -----

func.func @f(%x: tensor<1x8x8x3xi8>) {
// expected-error @+1 {{'tosa.avg_pool2d' op accumulator type for integer tensor is not i32}}
    %1 = tosa.avg_pool2d %x {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x3xi8>) -> tensor<1x4x4x3xf32>
    return
}

// -----

func.func @f(%x: tensor<1x8x8x3xi8>) {
// expected-error @+1 {{'tosa.avg_pool2d' op input/output element types are incompatible.}}
    %1 = tosa.avg_pool2d %x {acc_type = i32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x3xi8>) -> tensor<1x4x4x3xf32>
    return
}

// -----

func.func @f(%x: tensor<1x8x8x3xf16>) {
// expected-error @+1 {{'tosa.avg_pool2d' op accumulator type for f16 tensor is not f16/f32}}
    %1 = tosa.avg_pool2d %x {acc_type = i32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x3xf16>) -> tensor<1x4x4x3xf16>
    return
}

// -----

func.func @f(%x: tensor<1x8x8x3xbf16>) {
// expected-error @+1 {{'tosa.avg_pool2d' op accumulator type for bf16 tensor is not f32}}
    %1 = tosa.avg_pool2d %x {acc_type = f16, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x3xbf16>) -> tensor<1x4x4x3xbf16>
    return
}

// -----

func.func @f(%x: tensor<1x8x8x3xf32>) {
// expected-error @+1 {{'tosa.avg_pool2d' op accumulator type for f32 tensor is not f32}}
    %1 = tosa.avg_pool2d %x {acc_type = f16, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x8x3xf32>) -> tensor<1x4x4x3xf32>
    return
}

// -----

func.func @f(%x: tensor<1x8x0x3xf64>) {
// expected-error @+1 {{'tosa.avg_pool2d' op tensor has a dimension with size zero. Each dimension of a tensor must have size >= 1}}
    %1 = tosa.avg_pool2d %x {acc_type = f16, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x0x3xf64>) -> tensor<1x4x4x3xf64>
    return
}

// -----

func.func @f(%x: tensor<*xf32>, %w: tensor<2x1x1x2xf32>, %b: tensor<*xf32>) {
// expected-error @+1 {{'tosa.conv2d' op expect a ranked tensor for input, got <block argument> of type 'tensor<*xf32>' at index: 0}}
    %1 = tosa.conv2d %x, %w, %b {dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<*xf32>, tensor<2x1x1x2xf32>, tensor<*xf32>) -> tensor<1x4x4x3xi4>
    return
}

// -----

func.func @f(%x: tensor<1x1x1x1xf32>, %w: tensor<2x1x1x2xi8>, %b: tensor<*xf32>) {
// expected-error @+1 {{'tosa.conv2d' op expect both input and weight to be float or not together, got 'f32' and 'i8'}}
    %1 = tosa.conv2d %x, %w, %b {dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x1x1x1xf32>, tensor<2x1x1x2xi8>, tensor<*xf32>) -> tensor<1x4x4x3xi4>
    return
}

// -----

func.func @f(%x: tensor<1x1x0x1xf32>, %w: tensor<2x1x1x2xi8>, %b: tensor<*xf32>) {
// expected-error @+1 {{'tosa.conv2d' op tensor has a dimension with size zero. Each dimension of a tensor must have size >= 1}}
    %1 = tosa.conv2d %x, %w, %b {dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x1x0x1xf32>, tensor<2x1x1x2xi8>, tensor<*xf32>) -> tensor<1x4x4x3xi4>
    return
}

// -----

func.func @f(%x: tensor<1x1x1x1xf32>, %w: tensor<2x1x1x2xf32>, %b: tensor<*xf32>) {
// expected-error @+1 {{'tosa.depthwise_conv2d' op quantizationattr is required for quantized type, and not allowed for float type}}
    %1 = tosa.depthwise_conv2d %x, %w, %b {dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>, quantization_info = #tosa.conv_quant<input_zp = 1, weight_zp = 0>} : (tensor<1x1x1x1xf32>, tensor<2x1x1x2xf32>, tensor<*xf32>) -> tensor<1x4x4x3xi4>
    return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %p: tensor<2x2xi32>, %q: tensor<1xf32>, %r: tensor<f32>) {
// expected-error @+1 {{'tosa.pad' op operand #2 must be 0D tensor of number values, but got 'tensor<1xf32>'}}
    %1 = tosa.pad %x, %p, %q : (tensor<4x8xf32>, tensor<2x2xi32>, tensor<1xf32>) -> tensor<6x9xf32>
    return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %p: tensor<2x2xi32>, %q: tensor<*xf32>, %r: tensor<f32>) {
// expected-error @+1 {{'tosa.pad' op operand group starting at #2 requires 0 or 1 element, but found 2}}
    %1 = tosa.pad %x, %p, %r, %r : (tensor<4x8xf32>, tensor<2x2xi32>, tensor<f32>, tensor<f32>) -> tensor<6x9xf32>
    return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %p: tensor<2x2xi32>, %q: tensor<*xf32>, %r: tensor<f32>) {
// expected-error @+1 {{'tosa.pad' op expected 2 or more operands, but found 1}}
    %1 = tosa.pad %x : (tensor<4x8xf32>) -> tensor<6x9xf32>
    return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %i: tensor<1x2xi32>) {
// expected-error @+1 {{'tosa.sigmoid' op result type '3x8' not broadcast compatible with broadcasted operands's shapes '4x8'}}
    %2 = tosa.sigmoid %x : (tensor<4x8xf32>) -> tensor<3x8xi8>
    return
}

// -----

func.func @f(%x: tensor<4x8xf32>, %i: tensor<1x2xi32>) {
// expected-error @+1 {{'tosa.erf' op result #0 must be tensor of number values, but got 'f32'}}
    %2 = tosa.erf %x : (tensor<4x8xf32>) -> f32
    return
}

// -----

// expected-error @+1 {{'tosa.apply_scale' op if a result is non-scalar, then at least one operand must be non-scalar}}
func.func @f(%a: i32, %b: i8) { %0 = tosa.apply_scale %a, %a, %b {double_round = true} : (i32, i32, i8) -> vector<4xi32> return }

// -----

// expected-error @+1 {{'tosa.apply_scale' op all non-scalar operands/results must have the same shape and base type}}
func.func @f(%a: vector<4xi32>, %b: i8) { %0 = tosa.apply_scale %a, %a, %b {double_round = true} : (vector<4xi32>, vector<4xi32>, i8) -> tensor<4xi32> return }

// -----

// expected-error @+1 {{'tosa.apply_scale' op all non-scalar operands/results must have the same shape and base type}}
func.func @f(%a: tensor<4xi32>, %b: i8) { %0 = tosa.apply_scale %a, %a, %b {double_round = true} : (tensor<4xi32>, tensor<4xi32>, i8) -> tensor<5xi32> return }

// -----

// expected-error @+2 {{expected valid keyword}}
// expected-error @+1 {{expected a parameter name in struct}}
module attributes {t.a = #tosa.conv_quant<>} {}

// -----

// expected-error @+1 {{duplicate or unknown struct parameter name: foo}}
module attributes {t.a = #tosa.conv_quant<foo = 1, weight_zp = 2>} {}

// -----

// expected-error @+1 {{duplicate or unknown struct parameter name: input_zp}}
module attributes {t.a = #tosa.conv_quant<input_zp = 1, input_zp = 2>} {}

// -----

// expected-error @+1 {{expected ','}}
module attributes {t.a = #tosa.conv_quant<input_zp = 1>} {}

// -----

// expected-error @+1 {{expected '>'}}
module attributes {t.a = #tosa.conv_quant<input_zp = 1, weight_zp = 2,>} {}

// -----

// expected-error @+2 {{expected integer value}}
// expected-error @+1 {{failed to parse Tosa_ConvOpQuantizationAttr parameter 'input_zp' which is to be a `int64_t`}}
module attributes {t.a = #tosa.conv_quant<input_zp = a, weight_zp = 2>} {}

// -----

// expected-error @+1 {{custom op 'tosa.rfft2d' invalid kind of type specified}}
func.func @f(%a: tensor<1x4x8xf32>) { %0:2 = tosa.rfft2d %a : (tensor<1x4x8xf32>) -> (vector<4xf32>, tensor<1x4x5xf32>) return }

// -----

// expected-error @+1 {{custom op 'tosa.select' invalid kind of type specified}}
func.func @f(%a: tensor<4xi1>, %b: f32) { %0 = tosa.select %a, %b, %b : (tensor<4xi1>, f32, f32) -> tensor<4xf32> return }
