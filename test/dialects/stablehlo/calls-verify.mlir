// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Custom calls and composites.

// CHECK: error: 'stablehlo.custom_call' op Layout attributes should be specified for either both operands and results or none.
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.custom_call @foo(%a) {operand_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.custom_call' op Number of operands must match the number of operand layouts, 1 != 0
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.custom_call @foo(%a) {operand_layouts = [], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.custom_call' op incorrect layout dense<[0, 2]> : tensor<2xindex> for type 'tensor<4x8xf32>', layout must be a permutation of [0, 2)
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.custom_call @foo(%a) {operand_layouts = [dense<[0, 2]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.custom_call' op incorrect layout dense<[0, 1, 2]> : tensor<3xindex> for type 'tensor<4x8xf32>', layout must be a permutation of [0, 2)
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.custom_call @foo(%a) {operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1, 2]> : tensor<3xindex>]} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.custom_call' op Only tensor types can have non-empty layout: operand #0 of type '!stablehlo.token' has layout dense<0> : tensor<1xindex>
func.func @test(%a: !stablehlo.token) {
  %r = stablehlo.custom_call @foo(%a) {operand_layouts = [dense<[0]> : tensor<1xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (!stablehlo.token) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.custom_call' op Tuple types are not fully supported with layout constraints yet
func.func @test(%a: tuple<tensor<f32>>) {
  %r = stablehlo.custom_call @foo(%a) {operand_layouts = [dense<[0]> : tensor<1xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tuple<tensor<f32>>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.custom_call' op expects operandIndex in the output_operand_alias attribute to be in range [0, 1); got: 1.
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.custom_call @foo(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>]} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.custom_call' op expects operandIndex in the output_operand_alias attribute to be in range [0, 1); got: -1.
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.custom_call @foo(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = -1, operand_tuple_indices = []>]} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.custom_call' op operand_tuple_indices in the output_operand_alias attribute out of bounds
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.custom_call @foo(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = [0]>]} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.custom_call' op output_tuple_indices in the output_operand_alias attribute out of bounds
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.custom_call @foo(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.custom_call' op shapes mismatch in the output_operand_alias attribute: operand part has type 'tensor<4x8xf32>' and output part has type 'tensor<f32>'
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.custom_call @foo(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<4x8xf32>) -> tensor<f32>
  return
}

// -----

// CHECK: error: 'stablehlo.custom_call' op shapes mismatch in the output_operand_alias attribute: operand part has type 'tensor<4x8xf32>' and output part has type 'tensor<f32>'
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.custom_call @foo(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = []>]} : (tensor<4x8xf32>) -> tuple<tensor<4x8xf32>, tensor<f32>>
  return
}

// -----

// CHECK: error: 'stablehlo.custom_call' op backend_config for api_version API_VERSION_STATUS_RETURNING must be a string attribute.
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.custom_call @foo(%a) {api_version = 2 : i32, backend_config = {a = 1 : i32}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'stablehlo.custom_call' op backend_config for api_version API_VERSION_TYPED_FFI must be a dictionary attribute.
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.custom_call @foo(%a) {api_version = 4 : i32, backend_config = "a"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.custom_call' 'stablehlo.custom_call' op attribute 'api_version' failed to satisfy constraint: Custom call API version
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.custom_call @foo(%a) {api_version = 5 : i32} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.custom_call' 'stablehlo.custom_call' op attribute 'backend_config' failed to satisfy constraint: string attribute or dictionary of named attribute values
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.custom_call @foo(%a) {backend_config = 1 : i32} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.custom_call' 'stablehlo.custom_call' op attribute 'called_computations' failed to satisfy constraint: flat symbol ref array attribute
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.custom_call @foo(%a) {called_computations = [1]} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.custom_call' 'stablehlo.custom_call' op attribute 'operand_layouts' failed to satisfy constraint: Array of layout (1D tensor of index type) attributes
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.custom_call @foo(%a) {operand_layouts = [dense<0> : tensor<1xi32>]} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.custom_call' 'stablehlo.custom_call' op attribute 'output_operand_aliases' failed to satisfy constraint: Aliasing attribute for outputs and operands of CustomCall
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.custom_call @foo(%a) {output_operand_aliases = [1]} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.custom_call' 'stablehlo.custom_call' op attribute 'has_side_effect' failed to satisfy constraint: bool attribute
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.custom_call @foo(%a) {has_side_effect = 1 : i32} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.custom_call' expected valid '@'-identifier for symbol name
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.custom_call foo(%a) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: expected '('
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.custom_call @foo %a : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.custom_call' 2 operands present, but expected 1
func.func @test(%a: tensor<4x8xf32>) {
  %r = stablehlo.custom_call @foo(%a, %a) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: name must be a valid namespaced op name, i.e. it must match the following regular expression: ^[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+$ e.g. "my_namespace.my_op"
func.func private @impl(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

func.func @test(%a: tensor<4xf32>) {
  %r = stablehlo.composite "op" %a {decomposition = @impl} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'nowhere' does not reference a valid function
func.func private @impl(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

func.func @test(%a: tensor<4xf32>) {
  %r = stablehlo.composite "my.op" %a {decomposition = @nowhere} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: has 2 operand(s), but decomposition has 1
func.func private @impl(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

func.func @test(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  %r = stablehlo.composite "my.op" %a, %b {decomposition = @impl} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: operand at index 0 has type 'tensor<5xf32>', but decomposition has type 'tensor<4xf32>'
func.func private @impl(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

func.func @test(%a: tensor<5xf32>) {
  %r = stablehlo.composite "my.op" %a {decomposition = @impl} : (tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: result at index 0 has type 'tensor<5xf32>', but decomposition has type 'tensor<4xf32>'
func.func private @impl(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

func.func @test(%a: tensor<4xf32>) {
  %r = stablehlo.composite "my.op" %a {decomposition = @impl} : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// CHECK: error: has 2 result(s), but decomposition has 1
func.func private @impl(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

func.func @test(%a: tensor<4xf32>) {
  %r:2 = stablehlo.composite "my.op" %a {decomposition = @impl} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

// CHECK: error: 'stablehlo.composite' op requires attribute 'decomposition'
func.func private @impl(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

func.func @test(%a: tensor<4xf32>) {
  %r = stablehlo.composite "my.op" %a : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: expected attribute value
func.func private @impl(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

func.func @test(%a: tensor<4xf32>) {
  %r = stablehlo.composite my.op %a {decomposition = @impl} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
