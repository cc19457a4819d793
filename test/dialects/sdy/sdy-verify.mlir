// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Meshes and shardings.

// CHECK: error: 'sdy.sharding_constraint' op unknown mesh: @nomesh
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.sharding_constraint %a <@nomesh, [{"x"}, {}]> : tensor<8x16xf32>
  return
}

// -----

// CHECK: error: 'sdy.sharding_constraint' op sharding doesn't match tensor rank: 1 != 2
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.sharding_constraint %a <@mesh, [{"x"}]> : tensor<8x16xf32>
  return
}

// -----

// CHECK: error: 'sdy.sharding_constraint' op unknown axis name: "z"
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.sharding_constraint %a <@mesh, [{"z"}, {}]> : tensor<8x16xf32>
  return
}

// -----

// CHECK: error: 'sdy.sharding_constraint' op duplicate axis ref: "x"
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.sharding_constraint %a <@mesh, [{"x", "x"}, {}]> : tensor<8x16xf32>
  return
}

// -----

// CHECK: error: 'sdy.sharding_constraint' op two consecutive sub-axes can be merged: "y":(1)2, "y":(2)2
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.sharding_constraint %a <@mesh, [{"y":(1)2, "y":(2)2}, {}]> : tensor<8x16xf32>
  return
}

// -----

// CHECK: error: 'sdy.sharding_constraint' op both sub-axis and full-axis are used for axis name: "y"
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.sharding_constraint %a <@mesh, [{"y":(1)2}, {"y"}]> : tensor<8x16xf32>
  return
}

// -----

// CHECK: error: 'sdy.sharding_constraint' op sub-axis pre-size must be at least 1: "y":(0)2
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.sharding_constraint %a <@mesh, [{"y":(0)2}, {}]> : tensor<8x16xf32>
  return
}

// -----

// CHECK: error: 'sdy.sharding_constraint' op sub-axis sizes must be greater than 1: "y":(1)1
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.sharding_constraint %a <@mesh, [{"y":(1)1}, {}]> : tensor<8x16xf32>
  return
}

// -----

// CHECK: error: 'sdy.sharding_constraint' op sub-axis next pre-size 3 doesn't divide the size of the full axis 4: "y":(1)3
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.sharding_constraint %a <@mesh, [{"y":(1)3}, {}]> : tensor<8x16xf32>
  return
}

// -----

// CHECK: error: 'sdy.sharding_constraint' op sub-axis size is equal to the full axis size: "y":(1)4
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.sharding_constraint %a <@mesh, [{"y":(1)4}, {}]> : tensor<8x16xf32>
  return
}

// -----

// CHECK: error: 'sdy.sharding_constraint' op dim 0 is empty and closed but has a priority
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.sharding_constraint %a <@mesh, [{}p1, {}]> : tensor<8x16xf32>
  return
}

// -----

// CHECK: error: custom op 'sdy.sharding_constraint' expecting priority in format 'p<number>', got: q
// CHECK: error: custom op 'sdy.sharding_constraint' failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.sharding_constraint %a <@mesh, [{"x"}q, {}]> : tensor<8x16xf32>
  return
}

// -----

// CHECK: error: custom op 'sdy.sharding_constraint' priorities with leading zeros are not allowed, got: p01
// CHECK: error: custom op 'sdy.sharding_constraint' failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.sharding_constraint %a <@mesh, [{"x"}p01, {}]> : tensor<8x16xf32>
  return
}

// -----

// CHECK: error: custom op 'sdy.sharding_constraint' expecting priority in format 'p<number>', got: p
// CHECK: error: custom op 'sdy.sharding_constraint' failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.sharding_constraint %a <@mesh, [{"x"}p, {}]> : tensor<8x16xf32>
  return
}

// -----

// CHECK: error: 'sdy.sharding_constraint' op replicated axes are not ordered w.r.t. mesh
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.sharding_constraint %a <@mesh, [{}, {}], replicated={"y", "x"}> : tensor<8x16xf32>
  return
}

// -----

// CHECK: error: 'sdy.sharding_constraint' op duplicate axis ref: "x"
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.sharding_constraint %a <@mesh, [{}, {}], replicated={"x", "x"}> : tensor<8x16xf32>
  return
}

// -----

// CHECK: error: custom op 'sdy.sharding_constraint' expected 'replicated'
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.sharding_constraint %a <@mesh, [{}, {}], foo={"x"}> : tensor<8x16xf32>
  return
}

// -----

// CHECK: error: expected ']'
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.sharding_constraint %a <@mesh, [{}, {}> : tensor<8x16xf32>
  return
}

// -----

// CHECK: error: expected ','
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.sharding_constraint %a <@mesh [{}, {}]> : tensor<8x16xf32>
  return
}

// -----

// CHECK: error: expected '<'
// CHECK: error: custom op 'sdy.sharding_constraint' failed to parse MeshAttr
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.sharding_constraint %a <mesh, [{}, {}]> : tensor<8x16xf32>
  return
}

// -----

// CHECK: error: custom op 'sdy.sharding_constraint' expected string
// CHECK: error: custom op 'sdy.sharding_constraint' failed to parse Sdy_AxisRef parameter 'name' which is to be a `::llvm::StringRef`
// CHECK: error: custom op 'sdy.sharding_constraint' failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.sharding_constraint %a <@mesh, [{x}, {}]> : tensor<8x16xf32>
  return
}

// -----

// CHECK: error: expected ','
// CHECK: error: custom op 'sdy.sharding_constraint' failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.sharding_constraint %a <@mesh, [{"x" "y"}, {}]> : tensor<8x16xf32>
  return
}

// -----

// CHECK: error: expected '}'
// CHECK: error: custom op 'sdy.sharding_constraint' failed to parse Sdy_TensorSharding parameter 'dim_shardings' which is to be a `::llvm::ArrayRef<DimensionShardingAttr>`
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.sharding_constraint %a <@mesh, [{?, "x"}, {}]> : tensor<8x16xf32>
  return
}

// -----

// CHECK: error: 'sdy.sharding_constraint' op dim 0 of size 0 is sharded on an axis of size > 1
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test(%a: tensor<0xf32>) {
  %r = sdy.sharding_constraint %a <@mesh, [{"y"}]> : tensor<0xf32>
  return
}

// -----

// CHECK: error: 'sdy.sharding_constraint' op overlapping sub-axes: "y":(1)4, "y":(2)4
sdy.mesh @mesh = <["y"=8]>

func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.sharding_constraint %a <@mesh, [{"y":(1)4}, {"y":(2)4}]> : tensor<8x16xf32>
  return
}

// -----

// CHECK: error: custom op 'sdy.mesh' axis size must be at least 1, got: 0
// CHECK: error: custom op 'sdy.mesh' failed to parse Sdy_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<MeshAxisAttr>`
sdy.mesh @mesh = <["x"=0]>

func.func @test() {
  
  return
}

// -----

// CHECK: error: custom op 'sdy.mesh' duplicate axis name: "x"
sdy.mesh @mesh = <["x"=2, "x"=2]>

func.func @test() {
  
  return
}

// -----

// CHECK: error: custom op 'sdy.mesh' device id must be non-negative, got: -1
sdy.mesh @mesh = <["x"=2], device_ids=[0, -1]>

func.func @test() {
  
  return
}

// -----

// CHECK: error: custom op 'sdy.mesh' total product of axis sizes must match total number of device ids, got: 2 != 1
sdy.mesh @mesh = <["x"=2], device_ids=[0]>

func.func @test() {
  
  return
}

// -----

// CHECK: error: custom op 'sdy.mesh' sorted device ids must be iota(product(axes)), got: 0, 2
sdy.mesh @mesh = <["x"=2], device_ids=[0, 2]>

func.func @test() {
  
  return
}

// -----

// CHECK: error: custom op 'sdy.mesh' if the ordered device ids are the same as iota(product(axes)), no need to specify them for simplicity
sdy.mesh @mesh = <["x"=2], device_ids=[0, 1]>

func.func @test() {
  
  return
}

// -----

// CHECK: error: expected '='
// CHECK: error: custom op 'sdy.mesh' failed to parse Sdy_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<MeshAxisAttr>`
sdy.mesh @mesh = <["x"2]>

func.func @test() {
  
  return
}

// -----

// CHECK: error: custom op 'sdy.mesh' expected string
// CHECK: error: custom op 'sdy.mesh' failed to parse Sdy_MeshAxis parameter 'name' which is to be a `::llvm::StringRef`
// CHECK: error: custom op 'sdy.mesh' failed to parse Sdy_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<MeshAxisAttr>`
sdy.mesh @mesh = <[x=2]>

func.func @test() {
  
  return
}

// -----

// CHECK: error: expected '<'
sdy.mesh @mesh = ["x"=2]

func.func @test() {
  
  return
}

// -----

// CHECK: error: 'sdy.propagation_barrier' op cannot specify `BOTH` as the direction. Not blocking propagation direction makes the op redundant.
func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.propagation_barrier %a allowed_direction=BOTH : tensor<8x16xf32>
  return
}

// -----

// CHECK: error: custom op 'sdy.propagation_barrier' expected string or keyword containing one of the following enum values for attribute 'allowed_direction' [NONE, FORWARD, BACKWARD, BOTH]
func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.propagation_barrier %a allowed_direction=FOO : tensor<8x16xf32>
  return
}

// -----

// CHECK: error: invalid properties {allowed_direction = 4 : i32} for op sdy.propagation_barrier: Invalid attribute `allowed_direction` in property conversion: 4 : i32
func.func @test(%a: tensor<8x16xf32>) {
  %r = "sdy.propagation_barrier"(%a) <{allowed_direction = 4 : i32}> : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return
}

// -----

// CHECK: error: 'sdy.sharding_constraint' op all non-scalar operands/results must have the same shape and base type
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test(%a: tensor<8x16xf32>) {
  %r = "sdy.sharding_constraint"(%a) <{sharding = #sdy.sharding<@mesh, [{}, {}]>}> : (tensor<8x16xf32>) -> tensor<8x17xf32>
  return
}

// -----

// CHECK: error: 'sdy.data_flow_edge' op expected input of sdy.data_flow_edge to have a single user
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.data_flow_edge %a sharding=<@mesh, [{}, {}]> : tensor<8x16xf32>
  %s = stablehlo.tanh %a : tensor<8x16xf32>
  return
}

// -----

// CHECK: error: 'sdy.manual_computation' op operand shardings don't match number of values: 0 shardings vs 1 values
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.manual_computation(%a) in_shardings=[] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%c: tensor<4x16xf32>) {
    sdy.return %c : tensor<4x16xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return
}

// -----

// CHECK: error: 'sdy.manual_computation' op result shardings don't match number of values: 0 shardings vs 1 values
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[] manual_axes={"x"} (%c: tensor<4x16xf32>) {
    sdy.return %c : tensor<4x16xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return
}

// -----

// CHECK: error: 'sdy.manual_computation' op operand shardings don't match number of values: 2 shardings vs 1 values
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%c: tensor<4x16xf32>) {
    sdy.return %c : tensor<4x16xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return
}

// -----

// CHECK: error: 'sdy.manual_computation' op result - unknown axis name: "z"
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"z"}, {}]>] manual_axes={"x"} (%c: tensor<4x16xf32>) {
    sdy.return %c : tensor<4x16xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return
}

// -----

// CHECK: error: 'sdy.manual_computation' op operand shape, corresponding sharding, and region operand shape at index 0 must match. Expected local shape 'tensor<4x16xf32>', actual local shape 'tensor<8x16xf32>'
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%c: tensor<8x16xf32>) {
    sdy.return %c : tensor<8x16xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return
}

// -----

// CHECK: error: 'sdy.manual_computation' op unknown manual axis: "z"
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"z"} (%c: tensor<8x16xf32>) {
    sdy.return %c : tensor<8x16xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return
}

// -----

// CHECK: error: 'sdy.manual_computation' op number of op operands and region operands must match. Op has 1 op operands and 2 region operands
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%c: tensor<4x16xf32>, %d: tensor<4x16xf32>) {
    sdy.return %c : tensor<4x16xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return
}

// -----

// CHECK: error: 'sdy.manual_computation' op result shape, corresponding sharding, and region result shape at index 0 must match. Expected local shape 'tensor<8x8xf32>', actual local shape 'tensor<4x16xf32>'
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{}, {"x"}]>] manual_axes={"x"} (%c: tensor<4x16xf32>) {
    sdy.return %c : tensor<4x16xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return
}

// -----

// CHECK: error: 'sdy.manual_computation' op cannot have manual_axes when there are no input/output shardings.
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @test() {
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={"x"} () {
    sdy.return
  } : () -> ()
  return
}

// -----

// CHECK: error: expected the type of the 0'th block argument to match the type of the corresponding operand: 'tensor<8x17xf32>' vs 'tensor<8x16xf32>'
func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.named_computation<"foo">(%a) (%b: tensor<8x17xf32>) {
    sdy.return %b : tensor<8x17xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return
}

// -----

// CHECK: error: expected the type of the 0'th returned value to match the type of the corresponding result: 'tensor<8x16xf32>' vs 'tensor<8x17xf32>'
func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.named_computation<"foo">(%a) (%b: tensor<8x16xf32>) {
    sdy.return %b : tensor<8x16xf32>
  } : (tensor<8x16xf32>) -> tensor<8x17xf32>
  return
}

// -----

// CHECK: error: operation defines 2 results but was provided 1 to bind
func.func @test(%a: tensor<8x16xf32>) {
  %r = sdy.named_computation<"foo">(%a) (%b: tensor<8x16xf32>) {
    sdy.return %b : tensor<8x16xf32>
  } : (tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>)
  return
}

// -----

// CHECK: error: number of block arguments must match the number of operands: 0 != 1
func.func @test(%a: tensor<8x16xf32>) {
  sdy.named_computation<"foo">(%a) () {
    sdy.return
  } : (tensor<8x16xf32>) -> ()
  return
}

// -----

// CHECK: error: expecting factor indices to be ordered like an iota ([0,1,2,...], e.g. {i=#, j=#, ...}). Expecting factor index symbol 'i', received: 'j'
func.func @test(%a: tensor<8x16xf32>) {
  %r = stablehlo.tanh %a {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [j])->([i]) {j=8}>} : tensor<8x16xf32>
  return
}

// -----

// CHECK: error: expecting single factor symbol: j
func.func @test(%a: tensor<8x16xf32>) {
  %r = stablehlo.tanh %a {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [j])->([i]) {ij=8}>} : tensor<8x16xf32>
  return
}

// -----

// CHECK: error: expected 'custom'
func.func @test(%a: tensor<8x16xf32>) {
  %r = stablehlo.tanh %a {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [j])->([i]) {i=8}, foo>} : tensor<8x16xf32>
  return
}

// -----

// CHECK: error: expected attribute value
func.func @test(%a: tensor<8x16xf32>) {
  sdy.sharding_group %a group_id=a : tensor<8x16xf32>
  return
}

// -----

// CHECK: error: custom op 'sdy.foo' is unknown
func.func @test(%a: tensor<8x16xf32>) {
  sdy.foo %a : tensor<8x16xf32>
  return
}

// -----

// CHECK: error: custom op 'sdy.constant' invalid kind of attribute specified
func.func @test() {
  %r = sdy.constant 1 : i32
  return
}

// -----

// CHECK: error: 'sdy.sharding_constraint' op a maximal sharding must have no dimension shardings and no replicated axes.
sdy.mesh @mesh = <[], device_ids=[0]>

func.func @test(%a: tensor<8xf32>) {
  %r = sdy.sharding_constraint %a <@mesh, [{}]> : tensor<8xf32>
  return
}

// -----

// CHECK: error: 'sdy.sharding_constraint' op only ranked tensors can have a sharding. type: 'tensor<*xf32>'
sdy.mesh @mesh = <["x"=2]>

func.func @test(%a: tensor<*xf32>) {
  %r = sdy.sharding_constraint %a <@mesh, []> : tensor<*xf32>
  return
}

// -----

// CHECK: error: expecting symbol from 'i' to 'z'. Received: 'h'
func.func @test(%a: tensor<8xf32>) {
  %r = stablehlo.tanh %a {sdy.sharding_rule = #sdy.op_sharding_rule<([h])->([i]) {i=8}>} : tensor<8xf32>
  return
}

// -----

// CHECK: error: 'sdy.sharding_constraint' op requires the same type for all operands and results
sdy.mesh @mesh = <["x"=2]>

func.func @test(%a: tensor<8xf32>) {
  %r = "sdy.sharding_constraint"(%a) <{sharding = #sdy.sharding<@mesh, [{}]>}> : (tensor<8xf32>) -> tensor<8xf64>
  return
}
