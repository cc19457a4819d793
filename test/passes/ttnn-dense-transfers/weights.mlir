// RUN: ttopt "--ttir-to-ttnn-backend-pipeline=simplify=true" %s | filecheck %s
// RUN: ttopt --ttir-to-ttnn-backend-pipeline %s | filecheck %s --check-prefix=PLAIN
// A weight leaves the device with the dimensions of the window merged. A permutation that is used twice stays.

// CHECK-LABEL: func.func @weight
// CHECK: %[[MERGED:.*]] = "ttnn.reshape"(%arg1) <{shape = [9 : i32, 4 : i32, 6 : i32]}>
// CHECK-NEXT: %[[MOVED:.*]] = "ttnn.permute"(%[[MERGED]]) <{permutation = array<i64: 2, 1, 0>}>
// CHECK: %[[HOST:.*]] = "ttnn.from_device"(%[[MOVED]])
// CHECK: %[[ROWS:.*]] = "ttnn.to_layout"(%[[HOST]])
// CHECK: "ttnn.reshape"(%[[ROWS]]) <{shape = [6 : i32, 4 : i32, 3 : i32, 3 : i32]}>
// PLAIN-LABEL: func.func @weight
// PLAIN: "ttnn.permute"(%arg1) <{permutation = array<i64: 3, 2, 0, 1>}>
func.func @weight(%x: tensor<1x8x8x4xf32>, %y: tensor<3x3x4x6xf32>) -> tensor<1x8x8x6xf32> {
  %0 = tensor.empty() : tensor<6x4x3x3xf32>
  %1 = "ttir.permute"(%y, %0) <{permutation = array<i64: 3, 2, 0, 1>}> : (tensor<3x3x4x6xf32>, tensor<6x4x3x3xf32>) -> tensor<6x4x3x3xf32>
  %2 = tensor.empty() : tensor<1x8x8x6xf32>
  %3 = "ttir.conv2d"(%x, %1, %2) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, padding_bottom = 1 : si32, padding_left = 1 : si32, padding_right = 1 : si32, padding_top = 1 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<1x8x8x4xf32>, tensor<6x4x3x3xf32>, tensor<1x8x8x6xf32>) -> tensor<1x8x8x6xf32>
  return %3 : tensor<1x8x8x6xf32>
}

// CHECK-LABEL: func.func @used_twice
// CHECK: "ttnn.permute"(%arg1) <{permutation = array<i64: 3, 2, 0, 1>}>
func.func @used_twice(%x: tensor<1x8x8x4xf32>, %y: tensor<3x3x4x6xf32>) -> (tensor<1x8x8x6xf32>, tensor<6x4x3x3xf32>) {
  %0 = tensor.empty() : tensor<6x4x3x3xf32>
  %1 = "ttir.permute"(%y, %0) <{permutation = array<i64: 3, 2, 0, 1>}> : (tensor<3x3x4x6xf32>, tensor<6x4x3x3xf32>) -> tensor<6x4x3x3xf32>
  %2 = tensor.empty() : tensor<1x8x8x6xf32>
  %3 = "ttir.conv2d"(%x, %1, %2) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, padding_bottom = 1 : si32, padding_left = 1 : si32, padding_right = 1 : si32, padding_top = 1 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<1x8x8x4xf32>, tensor<6x4x3x3xf32>, tensor<1x8x8x6xf32>) -> tensor<1x8x8x6xf32>
  return %3, %1 : tensor<1x8x8x6xf32>, tensor<6x4x3x3xf32>
}
