// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Tokens, tuples, channels.

// CHECK: error: channel_type should be DEVICE_TO_DEVICE when is_host_transfer is false
// CHECK: error: 'stablehlo.send' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>, %b: !stablehlo.token) {
  %r = "stablehlo.send"(%a, %b) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>}> : (tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

// CHECK: error: channel_type should be DEVICE_TO_HOST when is_host_transfer is true
// CHECK: error: 'stablehlo.send' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>, %b: !stablehlo.token) {
  %r = "stablehlo.send"(%a, %b) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = true}> : (tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

// CHECK: error: channel_type should be DEVICE_TO_DEVICE when is_host_transfer is false
func.func @test(%a: !stablehlo.token) {
  %r:2 = "stablehlo.recv"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>}> : (!stablehlo.token) -> (tensor<4x8xf32>, !stablehlo.token)
  return
}

// -----

// CHECK: error: channel_type should be HOST_TO_DEVICE when is_host_transfer is true
func.func @test(%a: !stablehlo.token) {
  %r:2 = "stablehlo.recv"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<4x8xf32>, !stablehlo.token)
  return
}

// -----

// CHECK: error: result is expected to be at least of size 1, but got 0
func.func @test(%a: !stablehlo.token) {
  "stablehlo.recv"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (!stablehlo.token) -> ()
  return
}

// -----

// CHECK: error: everything but the last element of result types is expected to be of tensor type, but got '!stablehlo.token'
func.func @test(%a: !stablehlo.token) {
  %r:2 = "stablehlo.recv"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  return
}

// -----

// CHECK: error: last element of result types is expected to be of token type, but got 'tensor<4x8xf32>'
func.func @test(%a: !stablehlo.token) {
  %r = "stablehlo.recv"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (!stablehlo.token) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: result is expected to be at least of size 1, but got 0
func.func @test(%a: !stablehlo.token) {
  "stablehlo.infeed"(%a) : (!stablehlo.token) -> ()
  return
}

// -----

// CHECK: error: all elements of result types, except the last element, are expected to be of tensor type, but got '!stablehlo.token'
func.func @test(%a: !stablehlo.token) {
  %r:2 = "stablehlo.infeed"(%a) : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  return
}

// -----

// CHECK: error: last element of result types is expected to be of token type, but got 'tensor<4x8xf32>'
func.func @test(%a: !stablehlo.token) {
  %r = "stablehlo.infeed"(%a) : (!stablehlo.token) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: layout-attribute size must be 1 (which is the number of op-results - 1 (for token result)), but got 0
func.func @test(%a: !stablehlo.token) {
  %r:2 = "stablehlo.infeed"(%a) <{layout = []}> : (!stablehlo.token) -> (tensor<4x8xf32>, !stablehlo.token)
  return
}

// -----

// CHECK: error: layout-attribute expected to have elements of type array, but got 1 : i64
func.func @test(%a: !stablehlo.token) {
  %r:2 = "stablehlo.infeed"(%a) <{layout = [1]}> : (!stablehlo.token) -> (tensor<4x8xf32>, !stablehlo.token)
  return
}

// -----

// CHECK: error: layout-attribute's leaf elements are expected to be of type integer, but got "a"
func.func @test(%a: !stablehlo.token) {
  %r:2 = "stablehlo.infeed"(%a) <{layout = [["a"]]}> : (!stablehlo.token) -> (tensor<4x8xf32>, !stablehlo.token)
  return
}

// -----

// CHECK: error: invalid properties {layout = 1 : i32} for op stablehlo.infeed: Invalid attribute `layout` in property conversion: 1 : i32
func.func @test(%a: !stablehlo.token) {
  %r:2 = "stablehlo.infeed"(%a) <{layout = 1 : i32}> : (!stablehlo.token) -> (tensor<4x8xf32>, !stablehlo.token)
  return
}

// -----

// CHECK: error: index 1 is out of bounds of operand with size 1
// CHECK: error: 'stablehlo.get_tuple_element' op failed to infer returned types
func.func @test(%a: tuple<tensor<4x8xf32>>) {
  %r = stablehlo.get_tuple_element %a[1] : (tuple<tensor<4x8xf32>>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.get_tuple_element' op inferred type(s) 'tensor<4x8xf32>' are incompatible with return type(s) of operation 'tensor<f32>'
// CHECK: error: 'stablehlo.get_tuple_element' op failed to infer returned types
func.func @test(%a: tuple<tensor<4x8xf32>>) {
  %r = stablehlo.get_tuple_element %a[0] : (tuple<tensor<4x8xf32>>) -> tensor<f32>
  return
}

// -----

// CHECK: error: 'stablehlo.get_tuple_element' op attribute 'index' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative
func.func @test(%a: tuple<tensor<4x8xf32>>) {
  %r = stablehlo.get_tuple_element %a[-1] : (tuple<tensor<4x8xf32>>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.tuple' expected tuple type
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.tuple %a : tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.tuple' op inferred type(s) 'tuple<tensor<4x8xf32>>' are incompatible with return type(s) of operation 'tuple<tensor<f32>>'
// CHECK: error: 'stablehlo.tuple' op failed to infer returned types
func.func @test(%a: tensor<4x8xf32>) {
  %r = "stablehlo.tuple"(%a) : (tensor<4x8xf32>) -> tuple<tensor<f32>>
  return
}

// -----

// CHECK: error: 'stablehlo.partition_id' op inferred type(s) 'tensor<ui32>' are incompatible with return type(s) of operation 'tensor<2xui32>'
// CHECK: error: 'stablehlo.partition_id' op failed to infer returned types
func.func @test() {
  %r = "stablehlo.partition_id"() : () -> tensor<2xui32>
  return
}

// -----

// CHECK: error: 'stablehlo.partition_id' op result #0 must be ranked tensor of 32-bit unsigned integer values, but got 'tensor<i32>'
func.func @test() {
  %r = "stablehlo.partition_id"() : () -> tensor<i32>
  return
}

// -----

// CHECK: error: 'stablehlo.after_all' op operand #0 must be variadic of token, but got 'tensor<4x8xf32>'
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.after_all %a : tensor<4x8xf32>
  return
}

// -----

// CHECK: error: duplicate or unknown struct parameter name: handle
func.func @test(%a: tensor<4x8xf32>, %b: !stablehlo.token) {
  %r = "stablehlo.send"(%a, %b) <{channel_handle = #stablehlo.channel_handle<handle = 1, handle = 2>}> : (tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

// CHECK: error: expected ','
func.func @test(%a: tensor<4x8xf32>, %b: !stablehlo.token) {
  %r = "stablehlo.send"(%a, %b) <{channel_handle = #stablehlo.channel_handle<handle = 1>}> : (tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// -----

// CHECK: error: expected valid keyword
// CHECK: error: expected a parameter name in struct
func.func @test(%a: tensor<4x8xf32>, %b: !stablehlo.token) {
  %r = "stablehlo.send"(%a, %b) <{channel_handle = #stablehlo.channel_handle<1>}> : (tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
  return
}
