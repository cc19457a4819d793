// RUN: ttopt --ttir-decompose-for-kernels %s | filecheck %s

// CHECK: func.func @floats
// CHECK: %[[WIDE:.*]] = "ttir.typecast"(%arg1, %{{.*}}) {{.*}} -> tensor<32x32xf32>
// CHECK: %[[SUM:.*]] = "ttir.add"(%arg0, %[[WIDE]], %{{.*}}) {{.*}} -> tensor<32x32xf32>
// CHECK: "ttir.typecast"(%[[SUM]], %{{.*}}) {{.*}} -> tensor<32x32xbf16>
func.func @floats(%arg0: tensor<32x32xf32>, %arg1: tensor<32x32xbf16>) -> tensor<32x32xbf16> {
  %0 = tensor.empty() : tensor<32x32xbf16>
  %1 = "ttir.add"(%arg0, %arg1, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x32xf32>, tensor<32x32xbf16>, tensor<32x32xbf16>) -> tensor<32x32xbf16>
  return %1 : tensor<32x32xbf16>
}

// Functions of the vector unit have results of any type.
// CHECK: func.func @truth
// CHECK: %[[WIDE:.*]] = "ttir.typecast"(%arg1, %{{.*}}) {{.*}} -> tensor<32x32xsi32>
// CHECK: "ttir.gt"(%arg0, %[[WIDE]], %{{.*}}) {{.*}} -> tensor<32x32xbf16>
// CHECK-NEXT: return
func.func @truth(%arg0: tensor<32x32xsi32>, %arg1: tensor<32x32xui16>) -> tensor<32x32xbf16> {
  %0 = tensor.empty() : tensor<32x32xbf16>
  %1 = "ttir.gt"(%arg0, %arg1, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x32xsi32>, tensor<32x32xui16>, tensor<32x32xbf16>) -> tensor<32x32xbf16>
  return %1 : tensor<32x32xbf16>
}

// 0.5 is true, though it is 0 as an integer: it is negated first.
// CHECK: func.func @choice
// CHECK: %[[NOT:.*]] = "ttir.logical_not"(%arg0, %{{.*}}) {{.*}} -> tensor<32x32xsi32>
// CHECK: "ttir.where"(%[[NOT]], %arg2, %arg1, %{{.*}})
func.func @choice(%arg0: tensor<32x32xf32>, %arg1: tensor<32x32xsi32>, %arg2: tensor<32x32xsi32>) -> tensor<32x32xsi32> {
  %0 = tensor.empty() : tensor<32x32xsi32>
  %1 = "ttir.where"(%arg0, %arg1, %arg2, %0) <{operandSegmentSizes = array<i32: 3, 1>}> : (tensor<32x32xf32>, tensor<32x32xsi32>, tensor<32x32xsi32>, tensor<32x32xsi32>) -> tensor<32x32xsi32>
  return %1 : tensor<32x32xsi32>
}
