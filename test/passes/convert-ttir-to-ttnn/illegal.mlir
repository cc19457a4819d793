// RUN: not ttopt --ttnn-layout --convert-ttir-to-ttnn --split-input-file %s 2>&1 | filecheck %s
// What TTNN cannot do is an error at the op, with the op as it is then.

#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, d0 floordiv s0, d1 mod s1), meshShape = , chipIds = [0]>
module attributes {tt.device = #device} {
  func.func @no_counterpart(%a: tensor<6x8xf32>) -> tensor<6x8xf32> {
    %0 = tensor.empty() : tensor<6x8xf32>
    // CHECK: offset :{{[0-9]+}}:10: error: failed to legalize operation 'ttir.reverse'
    // CHECK: note: see current operation: %{{[0-9]+}} = "ttir.reverse"
    %1 = "ttir.reverse"(%a, %0) <{dimensions = array<i64: 1>}> : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
    return %1 : tensor<6x8xf32>
  }
}

// -----
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, d0 floordiv s0, d1 mod s1), meshShape = , chipIds = [0]>
module attributes {tt.device = #device} {
  func.func @constant_by_its_nonzeros() -> tensor<2xf32> {
    // CHECK: error: failed to legalize operation 'ttir.constant'
    %0 = "ttir.constant"() <{value = sparse<[[1]], [2.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}

// -----
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, d0 floordiv s0, d1 mod s1), meshShape = , chipIds = [0]>
module attributes {tt.device = #device} {
  func.func @numbers_of_too_many_bits() -> tensor<2xi32> {
    // CHECK: error: 'ttir.constant' op holds 4294967296, which does not fit into 32 bits
    %0 = "ttir.constant"() <{value = dense<[1, 4294967296]> : tensor<2xi64>}> : () -> tensor<2xi32>
    return %0 : tensor<2xi32>
  }
}

// -----
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, d0 floordiv s0, d1 mod s1), meshShape = , chipIds = [0]>
module attributes {tt.device = #device} {
  func.func @uneven_padding(%x: tensor<2x8x6x4xi32>) -> tensor<2x4x3x4xi32> {
    %0 = tensor.empty() : tensor<2x4x3x4xi32>
    // CHECK: error: failed to legalize operation 'ttir.max_pool2d'
    %1 = "ttir.max_pool2d"(%x, %0) <{kernel_height = 2 : si32, kernel_width = 2 : si32, stride_height = 2 : si32, stride_width = 2 : si32, dilation_height = 1 : si32, dilation_width = 1 : si32, ceil_mode = false, padding_left = 0 : si32, padding_right = 1 : si32, padding_top = 0 : si32, padding_bottom = 0 : si32}> : (tensor<2x8x6x4xi32>, tensor<2x4x3x4xi32>) -> tensor<2x4x3x4xi32>
    return %1 : tensor<2x4x3x4xi32>
  }
}

// -----
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, d0 floordiv s0, d1 mod s1), meshShape = , chipIds = [0]>
module attributes {tt.device = #device} {
  func.func @old_cache_is_read(%c: tensor<1x4x64x16xbf16>, %i: tensor<1x4x8x16xbf16>) -> (tensor<1x4x64x16xbf16>, tensor<1x4x64x16xbf16>) {
    // CHECK: error: failed to legalize operation 'ttir.fill_cache'
    %0 = "ttir.fill_cache"(%c, %i) <{batch_offset = 0 : i32}> : (tensor<1x4x64x16xbf16>, tensor<1x4x8x16xbf16>) -> tensor<1x4x64x16xbf16>
    return %0, %c : tensor<1x4x64x16xbf16>, tensor<1x4x64x16xbf16>
  }
}

// -----
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, d0 floordiv s0, d1 mod s1), meshShape = , chipIds = [0]>
module attributes {tt.device = #device} {
  func.func @other_dialect() -> i32 {
    // CHECK: error: failed to legalize operation 'arith.constant'
    %0 = arith.constant 1 : i32
    return %0 : i32
  }
}

// -----
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, d0 floordiv s0, d1 mod s1), meshShape = 2, chipIds = [0, 1]>
module attributes {tt.device = #device} {
  func.func @line_of_devices() -> tensor<4x4xf32> {
    // CHECK: error: 'ttir.ones' op needs a device with a mesh of two dimensions
    %0 = "ttir.ones"() <{shape = array<i32: 4, 4>}> : () -> tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
}

// -----
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, d0 floordiv s0, d1 mod s1), meshShape = , chipIds = [0]>
module attributes {tt.device = #device} {
  func.func @missing_resource() -> tensor<4xf32> {
    // CHECK: error: failed to legalize operation 'ttir.constant'
    // CHECK: note: the file holds no resource 'there_is_none'
    %0 = "ttir.constant"() <{value = dense_resource<there_is_none> : tensor<4xf32>}> : () -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
