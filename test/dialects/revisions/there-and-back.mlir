// RUN: ttopt --split-input-file %s | filecheck %s

// What both revisions have: test_revisions.py takes each part there and back.

// CHECK: "ttir.add"(%arg1, %arg0, %0) <{operandSegmentSizes = array<i32: 2, 1>}>
func.func @elementwise(%a: tensor<4xf32>, %b: tensor<4x4xf32>) -> tensor<4x2xf32> {
  %0 = tensor.empty() : tensor<4x4xf32>
  %1 = "ttir.add"(%b, %a, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x4xf32>, tensor<4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = tensor.empty() : tensor<4x4xf32>
  %3 = "ttir.power"(%1, %b, %2) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = tensor.empty() : tensor<4x4xf32>
  %5 = "ttir.matmul"(%1, %3, %4) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %6 = tensor.empty() : tensor<4x4xf32>
  %7 = "ttir.softmax"(%5, %6) <{dimension = 1 : si32}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %8 = tensor.empty() : tensor<4x2xf32>
  %9 = "ttir.slice"(%7, %8) <{begins = [0 : i32, 0 : i32], ends = [4 : i32, 2 : i32], step = [1 : i32, 1 : i32]}> : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return %9 : tensor<4x2xf32>
}

// -----

// CHECK: "ttir.conv2d"
func.func @windows(%a: tensor<1x8x8x4xbf16>, %w: tensor<4x4x3x3xbf16>) -> tensor<1x4x4x4xbf16> {
  %0 = tensor.empty() : tensor<1x8x8x4xbf16>
  %1 = "ttir.conv2d"(%a, %w, %0) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, padding_bottom = 1 : si32, padding_left = 1 : si32, padding_right = 1 : si32, padding_top = 1 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<1x8x8x4xbf16>, tensor<4x4x3x3xbf16>, tensor<1x8x8x4xbf16>) -> tensor<1x8x8x4xbf16>
  %2 = tensor.empty() : tensor<1x4x4x4xbf16>
  %3 = "ttir.max_pool2d"(%1, %2) <{ceil_mode = false, dilation_height = 1 : si32, dilation_width = 1 : si32, kernel_height = 2 : si32, kernel_width = 2 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, stride_height = 2 : si32, stride_width = 2 : si32}> : (tensor<1x8x8x4xbf16>, tensor<1x4x4x4xbf16>) -> tensor<1x4x4x4xbf16>
  return %3 : tensor<1x4x4x4xbf16>
}

// -----

// CHECK: "ttir.update_cache"
func.func @caches(%cache: tensor<1x2x8x16xf32>, %new: tensor<1x2x1x16xf32>, %at: tensor<1xi32>) -> tensor<1x2x8x16xf32> {
  %0 = "ttir.update_cache"(%cache, %new, %at) <{batch_offset = 0 : i32}> : (tensor<1x2x8x16xf32>, tensor<1x2x1x16xf32>, tensor<1xi32>) -> tensor<1x2x8x16xf32>
  return %0 : tensor<1x2x8x16xf32>
}
// -----
func.func @joined(%a: tensor<32x32xf32>, %b: tensor<32x64xf32>) -> tensor<32x96xf32> {
  %0 = tensor.empty() : tensor<32x96xf32>
  %1 = "ttir.concat"(%a, %b, %0) <{dim = -1 : si32}> : (tensor<32x32xf32>, tensor<32x64xf32>, tensor<32x96xf32>) -> tensor<32x96xf32>
  return %1 : tensor<32x96xf32>
}
// -----
func.func @cast_to_the_same(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.empty() : tensor<4xf32>
  %1 = "ttir.typecast"(%a, %0) <{operandSegmentSizes = array<i32: 1, 1>}> {should_hoist} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
// -----
func.func @sharded(%a: tensor<32x32xf32>) -> tensor<16x32xf32> {
  %0 = tensor.empty() : tensor<16x32xf32>
  %1 = "ttir.mesh_shard"(%a, %0) <{shard_dims = array<i64: 0>, shard_direction = #tt.shard_direction<full_to_shard>, shard_shape = array<i64: 2, 1>, shard_type = #tt.shard_type<devices>}> : (tensor<32x32xf32>, tensor<16x32xf32>) -> tensor<16x32xf32>
  return %1 : tensor<16x32xf32>
}

// -----

// A reduction of everything leaves one element in 2025-02, a scalar in 2026-08.

// CHECK: "ttir.prod"{{.*}} -> tensor<1xf32>
func.func @reductions_of_everything(%a: tensor<4x4xf32>, %b: tensor<8xbf16>) -> (tensor<1xf32>, tensor<1xbf16>) {
  %0 = tensor.empty() : tensor<1xf32>
  %1 = "ttir.prod"(%a, %0) <{dim_arg = [0 : i32, 1 : i32], keep_dim = false}> : (tensor<4x4xf32>, tensor<1xf32>) -> tensor<1xf32>
  %2 = tensor.empty() : tensor<1xbf16>
  %3 = "ttir.max"(%b, %2) <{keep_dim = false}> : (tensor<8xbf16>, tensor<1xbf16>) -> tensor<1xbf16>
  return %1, %3 : tensor<1xf32>, tensor<1xbf16>
}
