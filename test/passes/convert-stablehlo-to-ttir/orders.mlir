// RUN: ttopt --convert-stablehlo-to-ttir=exact-remainder=true %s | filecheck %s
// The total order of floats by keys; remainders of floats by those of sizes.

// CHECK-LABEL: func.func @total_order
// CHECK: "ttir.ne"(%arg0, %arg0
// CHECK: "ttir.where"
// CHECK: "ttir.reciprocal"(%arg0
// CHECK: "ttir.ne"(%arg1, %arg1
// CHECK: "ttir.logical_and"
// CHECK: "ttir.lt"
// CHECK: "ttir.logical_or"
// CHECK: "ttir.logical_or"
// CHECK-NEXT: return
func.func @total_order(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xi1> {
  %0 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @remainder
// CHECK: [[A:%[0-9]+]] = "ttir.abs"(%arg0
// CHECK: [[B:%[0-9]+]] = "ttir.abs"(%arg1
// CHECK: [[SIZE:%[0-9]+]] = "ttir.remainder"([[A]], [[B]]
// CHECK: [[SIGN:%[0-9]+]] = "ttir.lt"(%arg0
// CHECK: [[NEGATED:%[0-9]+]] = "ttir.neg"([[SIZE]]
// CHECK: "ttir.where"([[SIGN]], [[NEGATED]], [[SIZE]]
func.func @remainder(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.remainder %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @integers
// CHECK: "ttir.remainder"(%arg0, %arg1
func.func @integers(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.remainder %a, %b : tensor<4xi32>
  return %0 : tensor<4xi32>
}
