// RUN: ttopt --ttir-to-ttnn-backend-pipeline --verify-diagnostics --split-input-file --warnings=all -Wno-signed-integers %s
// Warnings of what the runtime computes in fewer bits than the program has.

func.func @f32(%x: tensor<1x32x32x32xf32>) -> (tensor<1x16x16x32xf32>, tensor<1x64x64x32xf32>, tensor<1x16x32x32xf32>) {
  %0 = tensor.empty() : tensor<1x16x16x32xf32>
  // expected-warning @below {{'ttnn.max_pool2d' op is computed in bf16, as the runtime library has it: of 24 bits of f32, 8 are kept [-Wreduced-precision]}}
  %1 = "ttir.max_pool2d"(%x, %0) <{kernel_height = 2 : si32, kernel_width = 2 : si32, stride_height = 2 : si32, stride_width = 2 : si32, dilation_height = 1 : si32, dilation_width = 1 : si32, ceil_mode = false, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32, padding_bottom = 0 : si32}> : (tensor<1x32x32x32xf32>, tensor<1x16x16x32xf32>) -> tensor<1x16x16x32xf32>
  %2 = tensor.empty() : tensor<1x64x64x32xf32>
  // expected-warning @below {{'ttnn.upsample' op is computed in bf16}}
  %3 = "ttir.upsample2d"(%x, %2) <{scale_factor = 2 : si32, mode = "nearest"}> : (tensor<1x32x32x32xf32>, tensor<1x64x64x32xf32>) -> tensor<1x64x64x32xf32>
  %4 = tensor.empty() : tensor<1x16x32x32xf32>
  // expected-warning @below {{'ttnn.slice' op is computed in bf16}}
  %5 = "ttir.index"(%x, %4) <{dim = 1 : i32, begin = 0 : i32, end = 32 : i32, step = 2 : i32}> : (tensor<1x32x32x32xf32>, tensor<1x16x32x32xf32>) -> tensor<1x16x32x32xf32>
  return %1, %3, %5 : tensor<1x16x16x32xf32>, tensor<1x64x64x32xf32>, tensor<1x16x32x32xf32>
}

// -----

func.func @integers(%x: tensor<32x48xi32>, %y: tensor<32x64xi32>) -> (tensor<32x112xi32>, tensor<1x1x32x48xi32>) {
  %0 = tensor.empty() : tensor<32x112xi32>
  // expected-warning @below {{'ttnn.concat' op is computed in bf16, as the runtime library has it: of 32 bits of u32, 8 are kept}}
  %1 = "ttir.concat"(%x, %y, %0) <{dim = 1 : si32}> : (tensor<32x48xi32>, tensor<32x64xi32>, tensor<32x112xi32>) -> tensor<32x112xi32>
  %2 = tensor.empty() : tensor<1x1x32x48xi32>
  %3 = "ttir.reshape"(%x, %2) <{shape = [1 : i32, 1 : i32, 32 : i32, 48 : i32]}> : (tensor<32x48xi32>, tensor<1x1x32x48xi32>) -> tensor<1x1x32x48xi32>
  // expected-warning @below {{'ttnn.moreh_cumsum' op is computed in f32, as the runtime library has it: of 32 bits of u32, 24 are kept}}
  %4 = "ttir.cumsum"(%3, %2) <{dim = 2 : i64}> : (tensor<1x1x32x48xi32>, tensor<1x1x32x48xi32>) -> tensor<1x1x32x48xi32>
  return %1, %4 : tensor<32x112xi32>, tensor<1x1x32x48xi32>
}

// -----
// Nothing is lost in bf16, nor where the integers are whole tiles.

func.func @exact(%x: tensor<1x32x32x32xbf16>, %i: tensor<32x64xi32>) -> (tensor<1x64x64x32xbf16>, tensor<64x64xi32>) {
  %0 = tensor.empty() : tensor<1x64x64x32xbf16>
  %1 = "ttir.upsample2d"(%x, %0) <{scale_factor = 2 : si32, mode = "nearest"}> : (tensor<1x32x32x32xbf16>, tensor<1x64x64x32xbf16>) -> tensor<1x64x64x32xbf16>
  %2 = tensor.empty() : tensor<64x64xi32>
  %3 = "ttir.concat"(%i, %i, %2) <{dim = 0 : si32}> : (tensor<32x64xi32>, tensor<32x64xi32>, tensor<64x64xi32>) -> tensor<64x64xi32>
  return %1, %3 : tensor<1x64x64x32xbf16>, tensor<64x64xi32>
}

// -----
// Running sums of more terms than their format can count.

func.func @running_sums(%a: tensor<4096xf32>, %b: tensor<4097xf32>, %c: tensor<2x256xbf16>, %d: tensor<2x257xbf16>) -> (tensor<4096xf32>, tensor<4097xf32>, tensor<2x256xbf16>, tensor<2x257xbf16>) {
  %0 = tensor.empty() : tensor<4096xf32>
  %1 = "ttir.cumsum"(%a, %0) <{dim = 0 : i64}> : (tensor<4096xf32>, tensor<4096xf32>) -> tensor<4096xf32>
  %2 = tensor.empty() : tensor<4097xf32>
  // expected-warning @below {{'ttir.cumsum' op adds 4097 numbers of f32 one after the other, so that rounding errors add up}}
  %3 = "ttir.cumsum"(%b, %2) <{dim = 0 : i64}> : (tensor<4097xf32>, tensor<4097xf32>) -> tensor<4097xf32>
  %4 = tensor.empty() : tensor<2x256xbf16>
  %5 = "ttir.cumsum"(%c, %4) <{dim = 1 : i64}> : (tensor<2x256xbf16>, tensor<2x256xbf16>) -> tensor<2x256xbf16>
  %6 = tensor.empty() : tensor<2x257xbf16>
  // expected-warning @below {{'ttir.cumsum' op adds 257 numbers, and runtime libraries before April 2026 round each partial sum to bf16: to keep more bits, convert the operand to f32}}
  %7 = "ttir.cumsum"(%d, %6) <{dim = 1 : i64}> : (tensor<2x257xbf16>, tensor<2x257xbf16>) -> tensor<2x257xbf16>
  return %1, %3, %5, %7 : tensor<4096xf32>, tensor<4097xf32>, tensor<2x256xbf16>, tensor<2x257xbf16>
}
