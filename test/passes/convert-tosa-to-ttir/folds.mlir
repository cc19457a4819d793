// RUN: ttopt --convert-tosa-to-ttir %s | filecheck %s
// Operations fold as they are legalized. Folders see the operations as they were written, and what a folded operation no longer
// uses stays if it does not fold itself.

// CHECK-LABEL: func.func @select
// CHECK-NEXT: return %arg1
func.func @select(%c: tensor<4xi1>, %a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tosa.select %c, %a, %a : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @reduce
// CHECK-NEXT: return %arg0
func.func @reduce(%a: tensor<1x4xf32>) -> tensor<1x4xf32> {
  %0 = tosa.reduce_max %a {axis = 0 : i32} : (tensor<1x4xf32>) -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}

// The second negation is %arg0, the third one the result of the first.
// CHECK-LABEL: func.func @negations
// CHECK-NEXT: %0 = tensor.empty() : tensor<4xf32>
// CHECK-NEXT: %1 = "ttir.neg"(%arg0, %0)
// CHECK-NEXT: return %arg0, %1
func.func @negations(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = tosa.negate %a : (tensor<4xf32>) -> tensor<4xf32>
  %1 = tosa.negate %0 : (tensor<4xf32>) -> tensor<4xf32>
  %2 = tosa.negate %1 : (tensor<4xf32>) -> tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @inverses
// CHECK-NEXT: %0 = tensor.empty()
// CHECK-NEXT: %1 = "ttir.abs"(%arg0, %0)
// CHECK-NEXT: %2 = tensor.empty()
// CHECK-NEXT: %3 = "ttir.exp"(%arg0, %2)
// CHECK-NEXT: return %1, %arg0
func.func @inverses(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = tosa.abs %a : (tensor<4xf32>) -> tensor<4xf32>
  %1 = tosa.abs %0 : (tensor<4xf32>) -> tensor<4xf32>
  %2 = tosa.exp %a : (tensor<4xf32>) -> tensor<4xf32>
  %3 = tosa.log %2 : (tensor<4xf32>) -> tensor<4xf32>
  return %1, %3 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @joined
// CHECK: "ttir.concat"(%arg0, %arg0, %arg0, %{{.*}}) <{dim = 0 : si32}>
// CHECK-NOT: tosa
// CHECK: return
func.func @joined(%a: tensor<2xf32>) -> tensor<6xf32> {
  %0 = tosa.concat %a, %a {axis = 0 : i32} : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %1 = tosa.concat %0, %a {axis = 0 : i32} : (tensor<4xf32>, tensor<2xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// A constant of TTIR counts as one.
// CHECK-LABEL: func.func @constants
// CHECK-NEXT: "ttir.constant"
// CHECK-NEXT: return %arg0
func.func @constants(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "ttir.constant"() <{value = dense<0.0> : tensor<2xf32>}> : () -> tensor<2xf32>
  %1 = tosa.add %0, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CHECK-LABEL: func.func @computed
// CHECK: %[[FIVE:.*]] = "ttir.constant"() <{value = dense<5.000000e+00> : tensor<2xf32>}>
// CHECK-NEXT: return %[[FIVE]]
func.func @computed() -> tensor<2xf32> {
  %0 = "tosa.const"() <{value = dense<2.0> : tensor<2xf32>}> : () -> tensor<2xf32>
  %1 = "tosa.const"() <{value = dense<3.0> : tensor<2xf32>}> : () -> tensor<2xf32>
  %2 = tosa.add %0, %1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

// Constants come last; an operation of the same name with operands in the other order is the same.
// CHECK-LABEL: func.func @sorted
// CHECK: %[[C:.*]] = "ttir.constant"
// CHECK: "ttir.maximum"(%arg0, %[[C]], %{{.*}})
func.func @sorted(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "tosa.const"() <{value = dense<2.0> : tensor<2xf32>}> : () -> tensor<2xf32>
  %1 = tosa.maximum %0, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
