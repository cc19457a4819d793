// RUN: ttopt --convert-ttnn-to-emitc --split-input-file --verify-diagnostics %s

func.func @no_call(%x: tensor<1x4x4x1xbf16>) -> tensor<1x8x8x1xbf16> {
  // expected-error @+1 {{failed to legalize operation 'ttnn.upsample'}}
  %0 = "ttnn.upsample"(%x) <{mode = "nearest", scale_factor = 2 : si32}> : (tensor<1x4x4x1xbf16>) -> tensor<1x8x8x1xbf16>
  return %0 : tensor<1x8x8x1xbf16>
}

// -----

func.func @not_lowered(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{failed to legalize operation 'ttir.exp'}}
  %0 = "ttir.exp"(%x, %x) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @branches(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{failed to legalize operation 'cf.br'}}
  cf.br ^bb1(%x : tensor<4xf32>)
^bb1(%y: tensor<4xf32>):
  return %y : tensor<4xf32>
}

// -----

// expected-error @+1 {{failed to legalize operation 'tt.device_module'}}
tt.device_module {
  builtin.module {
  }
}

// -----

// The call that upstream makes of it refers to an output, which the op does not have.
func.func @clamp(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'emitc.call_opaque' op index argument is out of range}}
  %0 = "ttnn.clamp"(%x) <{max = 3.0 : f32, min = 2.0 : f32}> : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @tensor_constant() -> tensor<2xi32> {
  // expected-error @+1 {{requires attribute to either be an #emitc.opaque attribute or it's type}}
  %0 = arith.constant dense<1> : tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

func.func @no_such_type(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'ttnn.typecast' op has no form in C++: TTNN has no data type 'f16'}}
  %0 = "ttnn.typecast"(%x) <{dtype = #tt.supportedDataTypes<f16>}> : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @no_memory_layout() -> tensor<4xf32> {
  // expected-error @+1 {{op has no form in C++: '#ttnn.memory_config<<system_memory>, <<4>>>' has no tensor memory layout}}
  %0 = "ttnn.ones"() <{memory_config = #ttnn.memory_config<#ttnn.buffer_type<system_memory>, <<4>>>, shape = #ttnn.shape<4>}> : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
