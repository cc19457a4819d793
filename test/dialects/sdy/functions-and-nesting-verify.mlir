// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Shardings of arguments and results, and axes of manual computations in each other.

// CHECK: error: 'func.func' op arg 0 - unknown mesh: @mesh
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  return
}

// -----

// CHECK: error: 'func.func' op arg 1 - sharding doesn't match tensor rank: 1 != 2
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%b: tensor<f32>, %a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  return
}

// -----

// CHECK: error: 'func.func' op result 0 - unknown axis name: "z"
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x8xf32>) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {}]>}) {
  return %a : tensor<8x8xf32>
}

// -----

// CHECK: error: {{'func.func'}} op arg 0 - should have a sharding attribute of type TensorShardingAttr
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = "x"}) {
  return
}

// -----

// CHECK: error: 'func.func' op arg 0 - duplicate axis ref: "x"
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func private @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"x"}]>})

// -----

// CHECK: error: 'sdy.manual_computation' op operates on axis "x" which is already bound by a parent sdy.manual_computation op
// CHECK: note: parent bounding this axis as manual
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<4x8xf32>) {
    %1 = sdy.manual_computation(%b) in_shardings=[<@mesh, [{"y"}, {}]>] out_shardings=[<@mesh, [{"y"}, {}]>] manual_axes={"x"} (%c: tensor<4x8xf32>) {
      sdy.return %c : tensor<4x8xf32>
    } : (tensor<4x8xf32>) -> tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

// CHECK: error: 'sdy.sharding_constraint' op operates on axis "x" which is already bound by a parent sdy.manual_computation op
// CHECK: note: parent bounding this axis as manual
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<4x8xf32>) {
    %1 = sdy.sharding_constraint %b <@mesh, [{"x"}, {}]> : tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
