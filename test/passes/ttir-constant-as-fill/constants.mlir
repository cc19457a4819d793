// RUN: ttopt --ttir-constant-as-fill %s | filecheck %s

// Equal constants are one; the constants of a function come first, the last one before the others.
// CHECK-LABEL: func.func @equal_constants
// CHECK-NEXT: %[[E0:.*]] = tensor.empty() : tensor<2xf32>
// CHECK-NEXT: %[[TWO:.*]] = "ttir.fill"(%[[E0]]) <{value = dense<2.000000e+00> : tensor<2xf32>}> : (tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT: %[[E1:.*]] = tensor.empty() : tensor<2xf32>
// CHECK-NEXT: %[[ONE:.*]] = "ttir.fill"(%[[E1]]) <{value = dense<1.000000e+00> : tensor<2xf32>}> : (tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT: %[[OUT:.*]] = tensor.empty()
// CHECK-NEXT: %[[SUM:.*]] = "ttir.add"(%[[ONE]], %[[ONE]], %[[OUT]])
// CHECK-NEXT: return %[[SUM]], %[[TWO]]
func.func @equal_constants() -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = "ttir.constant"() <{value = dense<1.0> : tensor<2xf32>}> : () -> tensor<2xf32>
  %out = tensor.empty() : tensor<2xf32>
  %1 = "ttir.constant"() <{value = dense<1.0> : tensor<2xf32>}> : () -> tensor<2xf32>
  %2 = "ttir.constant"() <{value = dense<2.0> : tensor<2xf32>}> : () -> tensor<2xf32>
  %3 = "ttir.add"(%0, %1, %out) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %3, %2 : tensor<2xf32>, tensor<2xf32>
}

// The tensor has the type of the constant, with its encoding.
// CHECK-LABEL: func.func @layout
// CHECK: tensor.empty() : tensor<2xf32, #layout>
// CHECK: "ttir.fill"({{.*}} -> tensor<2xf32, #layout>
#layout = #tt.metal_layout<(d0) -> (0, d0), undef, <1x1>, memref<1x2xf32, #tt.memory_space<l1>>>
func.func @layout() -> tensor<2xf32, #layout> {
  %0 = "ttir.constant"() <{value = dense<[1.0, 2.0]> : tensor<2xf32>}> : () -> tensor<2xf32, #layout>
  return %0 : tensor<2xf32, #layout>
}

// CHECK-LABEL: func.func @unused
// CHECK-NEXT: return
func.func @unused() {
  %0 = "ttir.constant"() <{value = dense<1.0> : tensor<2xf32>}> : () -> tensor<2xf32>
  return
}
