// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Embeddings and key/value caches.

// CHECK: error: 'ttir.embedding' op Weight must be a 2D tensor
func.func @test(%a0: tensor<4xf32>, %a1: tensor<8xf32>, %a2: tensor<4x8xf32>) {
  %r = "ttir.embedding"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// CHECK: error: 'ttir.embedding' op Output must have one dimension more than input
func.func @test(%a0: tensor<4xf32>, %a1: tensor<16x8xf32>, %a2: tensor<4xf32>) {
  %r = "ttir.embedding"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<16x8xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// CHECK: error: 'ttir.embedding_backward' op Input must be a 2D tensor
func.func @test(%a0: tensor<4xf32>, %a1: tensor<8xf32>, %a2: tensor<4x8xf32>, %a3: tensor<8xf32>) {
  %r = "ttir.embedding_backward"(%a0, %a1, %a2, %a3) : (tensor<4xf32>, tensor<8xf32>, tensor<4x8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// CHECK: error: 'ttir.embedding_backward' op Input gradient and output must have the same dtype
func.func @test(%a0: tensor<4xf32>, %a1: tensor<16x8xf32>, %a2: tensor<4x8xbf16>, %a3: tensor<16x8xf32>) {
  %r = "ttir.embedding_backward"(%a0, %a1, %a2, %a3) : (tensor<4xf32>, tensor<16x8xf32>, tensor<4x8xbf16>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

// CHECK: error: 'ttir.embedding_backward' op Output must have the same shape as weight
func.func @test(%a0: tensor<4xf32>, %a1: tensor<16x8xf32>, %a2: tensor<4x8xf32>, %a3: tensor<8x8xf32>) {
  %r = "ttir.embedding_backward"(%a0, %a1, %a2, %a3) : (tensor<4xf32>, tensor<16x8xf32>, tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

// CHECK: error: 'ttir.update_cache' op Only single-batch is supported. Batch offset must be 0
func.func @test(%a0: tensor<1x8x16x4xf32>, %a1: tensor<1x8x1x4xf32>, %a2: tensor<1xi32>) {
  %r = "ttir.update_cache"(%a0, %a1, %a2) <{batch_offset = 1 : i32}> : (tensor<1x8x16x4xf32>, tensor<1x8x1x4xf32>, tensor<1xi32>) -> tensor<1x8x16x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.update_cache' op Cache and input tensors must have the same dtype. Got cache dtype = f32, input dtype = bf16
func.func @test(%a0: tensor<1x8x16x4xf32>, %a1: tensor<1x8x1x4xbf16>, %a2: tensor<1xi32>) {
  %r = "ttir.update_cache"(%a0, %a1, %a2) <{batch_offset = 0 : i32}> : (tensor<1x8x16x4xf32>, tensor<1x8x1x4xbf16>, tensor<1xi32>) -> tensor<1x8x16x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.update_cache' op Cache tensor must be a 4D tensor
func.func @test(%a0: tensor<8x16x4xf32>, %a1: tensor<1x8x1x4xf32>, %a2: tensor<1xi32>) {
  %r = "ttir.update_cache"(%a0, %a1, %a2) <{batch_offset = 0 : i32}> : (tensor<8x16x4xf32>, tensor<1x8x1x4xf32>, tensor<1xi32>) -> tensor<8x16x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.update_cache' op Input tensor must be a 4D tensor
func.func @test(%a0: tensor<1x8x16x4xf32>, %a1: tensor<8x1x4xf32>, %a2: tensor<1xi32>) {
  %r = "ttir.update_cache"(%a0, %a1, %a2) <{batch_offset = 0 : i32}> : (tensor<1x8x16x4xf32>, tensor<8x1x4xf32>, tensor<1xi32>) -> tensor<1x8x16x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.update_cache' op Input tensor requires that dim 2 have size 1, got input dim 2 size = 2
func.func @test(%a0: tensor<1x8x16x4xf32>, %a1: tensor<1x8x2x4xf32>, %a2: tensor<1xi32>) {
  %r = "ttir.update_cache"(%a0, %a1, %a2) <{batch_offset = 0 : i32}> : (tensor<1x8x16x4xf32>, tensor<1x8x2x4xf32>, tensor<1xi32>) -> tensor<1x8x16x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.update_cache' op Cache tensor shape must match input tensor shape on all dimensions except dim 2. Got cache shape (1, 8, 16, 4), input shape ()1x8x1x5)
func.func @test(%a0: tensor<1x8x16x4xf32>, %a1: tensor<1x8x1x5xf32>, %a2: tensor<1xi32>) {
  %r = "ttir.update_cache"(%a0, %a1, %a2) <{batch_offset = 0 : i32}> : (tensor<1x8x16x4xf32>, tensor<1x8x1x5xf32>, tensor<1xi32>) -> tensor<1x8x16x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.fill_cache' op Only single-batch is supported. Batch offset must be 0
func.func @test(%a0: tensor<1x8x16x4xf32>, %a1: tensor<1x8x1x4xf32>) {
  %r = "ttir.fill_cache"(%a0, %a1) <{batch_offset = 1 : i32}> : (tensor<1x8x16x4xf32>, tensor<1x8x1x4xf32>) -> tensor<1x8x16x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.fill_cache' op Input tensor requires that dim 2 have a size which is less than or equal to the size of dim 2 of the cache tensor. Got cache dim 2 size = 16, input dim 2 size = 17
func.func @test(%a0: tensor<1x8x16x4xf32>, %a1: tensor<1x8x17x4xf32>) {
  %r = "ttir.fill_cache"(%a0, %a1) <{batch_offset = 0 : i32}> : (tensor<1x8x16x4xf32>, tensor<1x8x17x4xf32>) -> tensor<1x8x16x4xf32>
  return
}

// -----

// CHECK: error: 'ttir.fill_cache' op Cache tensor shape must match input tensor shape on all dimensions except dim 2. Got cache shape (1, 8, 16, 4), input shape (2, 8, 16, 4)
func.func @test(%a0: tensor<1x8x16x4xf32>, %a1: tensor<2x8x16x4xf32>) {
  %r = "ttir.fill_cache"(%a0, %a1) <{batch_offset = 0 : i32}> : (tensor<1x8x16x4xf32>, tensor<2x8x16x4xf32>) -> tensor<1x8x16x4xf32>
  return
}
