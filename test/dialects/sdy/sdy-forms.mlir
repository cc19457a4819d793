// RUN: ttopt --split-input-file %s | filecheck %s --strict-whitespace --match-full-lines
// RUN: ttopt --split-input-file %s | ttopt --split-input-file | filecheck %s --strict-whitespace --match-full-lines
// RUN: ttopt --split-input-file --mlir-print-op-generic %s | ttopt --split-input-file | filecheck %s --strict-whitespace --match-full-lines

//      CHECK:module {
// CHECK-NEXT:  sdy.mesh @devices = <["x"=2, "y"=4]>
// CHECK-NEXT:  sdy.mesh @reversed = <["x"=2], device_ids=[1, 0]>
// CHECK-NEXT:  sdy.mesh @one = <[], device_ids=[0]>
// CHECK-NEXT:  func.func @mesh(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@devices, [{"x"}, {"y", ?}]>}) {
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
sdy.mesh @devices = <["x"=2, "y"=4]>
sdy.mesh @reversed = <["x"=2], device_ids=[1, 0]>
sdy.mesh @one = <[], device_ids=[0]>
func.func @mesh(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@devices, [{"x"}, {"y", ?}]>}) {

  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  sdy.mesh @mesh = <["x"=4, "y"=4]>
// CHECK-NEXT:  func.func @sharding_constraint(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x":(1)2}, {?}], replicated={"y"}> : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
sdy.mesh @mesh = <["x"=4, "y"=4]>
func.func @sharding_constraint(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = sdy.sharding_constraint %a <@mesh, [{"x":(1)2}, {?}], replicated={"y"}> : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @reshard(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = sdy.reshard %arg0 <mesh<["z"=2]>, [{"z"}p1, {}]> : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @reshard(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = sdy.reshard %a <mesh<["z"=2]>, [{"z"}p1, {}]> : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  sdy.mesh @mesh = <["x"=2, "y"=4]>
// CHECK-NEXT:  func.func @return(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<2x8xf32>) {
// CHECK-NEXT:      %1 = stablehlo.tanh %arg1 : tensor<2x8xf32>
// CHECK-NEXT:      sdy.return %1 : tensor<2x8xf32>
// CHECK-NEXT:    } : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @return(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<2x8xf32>) {
    %1 = stablehlo.tanh %b : tensor<2x8xf32>
    sdy.return %1 : tensor<2x8xf32>
  } : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  sdy.mesh @mesh = <["x"=2, "y"=4]>
// CHECK-NEXT:  func.func @manual_computation(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<2x8xf32>) {
// CHECK-NEXT:      %1 = stablehlo.tanh %arg1 : tensor<2x8xf32>
// CHECK-NEXT:      sdy.return %1 : tensor<2x8xf32>
// CHECK-NEXT:    } : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @manual_computation(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<2x8xf32>) {
    %1 = stablehlo.tanh %b : tensor<2x8xf32>
    sdy.return %1 : tensor<2x8xf32>
  } : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @sharding_group(%arg0: tensor<4x8xf32>) {
// CHECK-NEXT:    sdy.sharding_group %arg0 group_id=1 : tensor<4x8xf32>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @sharding_group(%a: tensor<4x8xf32>) {
  sdy.sharding_group %a group_id=1 : tensor<4x8xf32>
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @constant() -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = sdy.constant dense<1.000000e+00> : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @constant() -> tensor<4x8xf32> {
  %0 = sdy.constant dense<1.000000e+00> : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  sdy.mesh @mesh = <["x"=2, "y"=4]>
// CHECK-NEXT:  func.func @data_flow_edge(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = sdy.data_flow_edge %arg0 sharding=<@mesh, [{"x"}, {}]> : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @data_flow_edge(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = sdy.data_flow_edge %a sharding=<@mesh, [{"x"}, {}]> : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @propagation_barrier(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = sdy.propagation_barrier %arg0 allowed_direction=FORWARD : tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @propagation_barrier(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = sdy.propagation_barrier %a allowed_direction=FORWARD : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  sdy.mesh @mesh = <["x"=2, "y"=4]>
// CHECK-NEXT:  func.func @named_computation(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = sdy.named_computation<"stage">(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{}, {}]>] (%arg1: tensor<4x8xf32>) {
// CHECK-NEXT:      %1 = stablehlo.tanh %arg1 : tensor<4x8xf32>
// CHECK-NEXT:      sdy.return %1 : tensor<4x8xf32>
// CHECK-NEXT:    } : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @named_computation(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = sdy.named_computation<"stage">(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{}, {}]>] (%b: tensor<4x8xf32>) {
    %1 = stablehlo.tanh %b : tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
