// An example for each op, as the dialect reference shows it. `ttopt --split-input-file` reads this file.

// -----

// sdy.mesh
sdy.mesh @devices = <["x"=2, "y"=4]>
sdy.mesh @reversed = <["x"=2], device_ids=[1, 0]>
sdy.mesh @one = <[], device_ids=[0]>
func.func @mesh(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@devices, [{"x"}, {"y", ?}]>}) {

  return
}

// -----

// sdy.sharding_constraint
sdy.mesh @mesh = <["x"=4, "y"=4]>
func.func @sharding_constraint(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = sdy.sharding_constraint %a <@mesh, [{"x":(1)2}, {?}], replicated={"y"}> : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// sdy.reshard
func.func @reshard(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = sdy.reshard %a <mesh<["z"=2]>, [{"z"}p1, {}]> : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// sdy.return
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @return(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<2x8xf32>) {
    %1 = stablehlo.tanh %b : tensor<2x8xf32>
    sdy.return %1 : tensor<2x8xf32>
  } : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// sdy.manual_computation
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @manual_computation(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<2x8xf32>) {
    %1 = stablehlo.tanh %b : tensor<2x8xf32>
    sdy.return %1 : tensor<2x8xf32>
  } : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// sdy.sharding_group
func.func @sharding_group(%a: tensor<4x8xf32>) {
  sdy.sharding_group %a group_id=1 : tensor<4x8xf32>
  return
}

// -----

// sdy.constant
func.func @constant() -> tensor<4x8xf32> {
  %0 = sdy.constant dense<1.000000e+00> : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// sdy.data_flow_edge
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @data_flow_edge(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = sdy.data_flow_edge %a sharding=<@mesh, [{"x"}, {}]> : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// sdy.propagation_barrier
func.func @propagation_barrier(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = sdy.propagation_barrier %a allowed_direction=FORWARD : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// sdy.named_computation
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @named_computation(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = sdy.named_computation<"stage">(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{}, {}]>] (%b: tensor<4x8xf32>) {
    %1 = stablehlo.tanh %b : tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
