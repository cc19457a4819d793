// RUN: ttopt --convert-stablehlo-to-ttir %s | filecheck %s
// Sorts: how many elements come before each is counted.

// CHECK-LABEL: func.func @integers(%arg0: tensor<3x4xi32>) -> tensor<3x4xi32> {
// CHECK: %[[EARLIER:.*]] = "ttir.lt"{{.*}} : (tensor<1x4x1xf32>, tensor<1x1x4xf32>, tensor<1x4x4xbf16>) -> tensor<1x4x4xbf16>
// CHECK: %[[ONE:.*]] = "ttir.reshape"(%arg0, {{.*}}) <{shape = [3 : i32, 4 : i32, 1 : i32]}>
// CHECK: %[[OTHER:.*]] = "ttir.reshape"(%arg0, {{.*}}) <{shape = [3 : i32, 1 : i32, 4 : i32]}>
// CHECK: "ttir.lt"(%[[ONE]], %[[OTHER]], {{.*}} -> tensor<3x4x4xbf16>
// CHECK: "ttir.eq"(%[[ONE]], %[[OTHER]], {{.*}} -> tensor<3x4x4xbf16>
// CHECK: "ttir.logical_and"({{.*}}, %[[EARLIER]], {{.*}} -> tensor<3x4x4xbf16>
// CHECK: "ttir.logical_or"
// CHECK: %[[PLACES:.*]] = "ttir.sum"{{.*}} <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<3x4x4xf32>, tensor<3x1x4xf32>) -> tensor<3x1x4xf32>
// CHECK: "ttir.eq"({{.*}}, %[[PLACES]]
// CHECK: "ttir.where"
// CHECK: "ttir.max"{{.*}} <{dim_arg = [2 : i32], keep_dim = true}> : (tensor<3x4x4xi32>, tensor<3x4x1xi32>) -> tensor<3x4x1xi32>
func.func @integers(%x: tensor<3x4xi32>) -> tensor<3x4xi32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<3x4xi32>) -> tensor<3x4xi32>
  return %0 : tensor<3x4xi32>
}

// CHECK-LABEL: func.func @largest(%arg0: tensor<5000xbf16>) -> (tensor<2xbf16>, tensor<2xi32>) {
// CHECK-COUNT-2: "ttir.min"{{.*}} : (tensor<1x5000xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
// CHECK: "ttir.typecast"{{.*}} : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xi32>
func.func @largest(%x: tensor<5000xbf16>) -> (tensor<2xbf16>, tensor<2xi32>) {
  %0, %1 = chlo.top_k(%x, k = 2) : tensor<5000xbf16> -> (tensor<2xbf16>, tensor<2xi32>)
  return %0, %1 : tensor<2xbf16>, tensor<2xi32>
}
