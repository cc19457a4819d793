// RUN: ttopt --convert-stablehlo-to-ttir %s | filecheck %s --check-prefix PLAIN
// RUN: ttopt --convert-stablehlo-to-ttir=exact-conversions=true %s | filecheck %s
// What integer types do not hold becomes what XLA makes of it: NaN is 0, floats saturate, the low bits of integers stay.

// PLAIN-LABEL: @from_floats
// PLAIN-COUNT-2: "ttir.typecast"
// PLAIN-NOT: ttir.where
// CHECK-LABEL: @from_floats
// CHECK: %[[NAN:.*]] = "ttir.ne"(%arg0, %arg0
// CHECK: %[[NUMBER:.*]] = "ttir.where"(%[[NAN]], %{{.*}}, %arg0
// CHECK: "ttir.typecast"(%[[NUMBER]], {{.*}} -> tensor<4xi32>
// CHECK: "ttir.where"
// CHECK: "ttir.typecast"
// CHECK: "ttir.maximum"
// CHECK: "ttir.minimum"
// CHECK: "ttir.typecast"{{.*}} -> tensor<4xui16>
func.func @from_floats(%a: tensor<4xf32>) -> (tensor<4xi32>, tensor<4xui16>) {
  %0 = stablehlo.convert %a : (tensor<4xf32>) -> tensor<4xi32>
  %1 = stablehlo.convert %a : (tensor<4xf32>) -> tensor<4xui16>
  return %0, %1 : tensor<4xi32>, tensor<4xui16>
}

// CHECK-LABEL: @from_booleans
// CHECK-NOT: "ttir.where"
// CHECK: "ttir.typecast"{{.*}} -> tensor<4xi32>
func.func @from_booleans(%a: tensor<4xi1>) -> tensor<4xi32> {
  %0 = stablehlo.convert %a : (tensor<4xi1>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: @from_integers
// CHECK: "ttir.bitwise_and"
// CHECK: "ttir.typecast"{{.*}} -> tensor<4xui16>
func.func @from_integers(%a: tensor<4xi32>) -> tensor<4xui16> {
  %0 = stablehlo.convert %a : (tensor<4xi32>) -> tensor<4xui16>
  return %0 : tensor<4xui16>
}
