// RUN: not ttopt --split-input-file --stablehlo-to-ttir-pipeline --ttir-to-ttnn-backend-pipeline %s 2>&1 | filecheck %s

// CHECK: :5:1: error: failed to legalize operation 'sdy.mesh'
// CHECK: note: programs are not distributed over devices automatically
sdy.mesh @mesh = <["x"=2]>
func.func @constrained(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"x"}]> : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @partly(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: :7:8: error: failed to legalize operation 'sdy.manual_computation'
  // CHECK: note: the axis 'y' of its mesh is left to the partitioner
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%a: tensor<2xf32>) {
    sdy.return %a : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["x"=2], device_ids=[1, 0]>
func.func @permuted(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: note: the devices of its mesh are in another order
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%a: tensor<2xf32>) {
    sdy.return %a : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @two_axes(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: note: its dimension 0 is split along several axes of the mesh
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x", "y"}]>] out_shardings=[<@mesh, [{"x", "y"}]>] manual_axes={"x", "y"} (%a: tensor<1xf32>) {
    sdy.return %a : tensor<1xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @which(%x: tensor<4xf32>) -> tensor<ui32> {
  // CHECK: :6:8: error: failed to legalize operation 'stablehlo.partition_id'
  // CHECK: note: a program for several devices cannot read the number of its device
  %0 = stablehlo.partition_id : tensor<ui32>
  return %0 : tensor<ui32>
}

// -----

func.func @exchanged(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK: error: failed to legalize operation 'stablehlo.collective_permute'
  // CHECK: note: no collective of TTIR does this among several devices
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
