// RUN: ttopt --split-input-file --verify-diagnostics --tt-mlir=2026-08 %s

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttnn.pow_scalar' op exponent must be non-negative; but got -1.000000e+00}}
  %0 = "ttnn.pow_scalar"(%a) <{rhs = -1.0 : f32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8x1xf32>, %b: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttnn.gelu_bw' op gradient tensor (lhs) and input tensor (rhs) must have the same rank, but got lhs rank 3 and rhs rank 2}}
  %0 = "ttnn.gelu_bw"(%a, %b) <{approximate = "none"}> : (tensor<4x8x1xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttnn.gelu_bw' op input tensors and result tensor must have the same rank, but got input rank 2 and result rank 1}}
  %0 = "ttnn.gelu_bw"(%a, %b) <{approximate = "none"}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @f(%a: !ttnn.device) {
  // expected-error@+1 {{'ttnn.rand' op size argument does not match with output tensor shape. [Size = (4, 8), output tensor shape = (5, 8)]}}
  %0 = "ttnn.rand"(%a) <{size = #ttnn.shape<4x8>, low = 0.0 : f32, high = 1.0 : f32}> : (!ttnn.device) -> tensor<5x8xf32>
  return
}

// -----

func.func @f(%a: !ttnn.device) {
  // expected-error@+1 {{'ttnn.rand' op 'low' value must be < 'high' value}}
  %0 = "ttnn.rand"(%a) <{size = #ttnn.shape<4x8>, low = 9.0 : f32, high = 1.0 : f32}> : (!ttnn.device) -> tensor<4x8xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'ttnn.zeros' op Output tensor shape must be 4, 8, but got 5, 8}}
  %0 = "ttnn.zeros"() <{shape = #ttnn.shape<4x8>}> : () -> tensor<5x8xf32>
  return
}

// -----

func.func @f(%a: !ttnn.device) {
  // expected-error@+1 {{'ttnn.empty' op Unsupported layout encoding type}}
  %0 = "ttnn.empty"(%a) <{shape = #ttnn.shape<4x8>}> : (!ttnn.device) -> tensor<4x8xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'ttnn.arange' op Step cannot be zero.}}
  %0 = "ttnn.arange"() <{start = 0 : si64, end = 8 : si64, step = 0 : si64}> : () -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<5x8xf32>) {
  // expected-error@+1 {{'ttnn.assign' op input and output tensor must have the same shape}}
  %0 = "ttnn.assign"(%a) : (tensor<5x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xi32>) {
  // expected-error@+1 {{'ttnn.assign' op output tensor data type does not match expected output data type}}
  %0 = "ttnn.assign"(%a) : (tensor<4x8xi32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4x8x16xf32>, %b: tensor<2x2x8x16xf32>, %c: tensor<2x2x8x16xf32>, %d: tensor<2x4x9x8xf32>) {
  // expected-error@+1 {{'ttnn.scaled_dot_product_attention' op Attention mask at dim 2 must match query sequence length}}
  %0 = "ttnn.scaled_dot_product_attention"(%a, %b, %c, %d) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (tensor<2x4x8x16xf32>, tensor<2x2x8x16xf32>, tensor<2x2x8x16xf32>, tensor<2x4x9x8xf32>) -> tensor<2x4x8x16xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4x8x16xf32>, %b: tensor<2x2x8x32xf32>, %c: tensor<2x2x8x32xf32>, %d: tensor<2x4x8x8xf32>) {
  // expected-error@+1 {{'ttnn.scaled_dot_product_attention' op Key/Value head size must match query head size}}
  %0 = "ttnn.scaled_dot_product_attention"(%a, %b, %c, %d) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (tensor<2x4x8x16xf32>, tensor<2x2x8x32xf32>, tensor<2x2x8x32xf32>, tensor<2x4x8x8xf32>) -> tensor<2x4x8x16xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x4x16xf32>, %b: tensor<4x2x32x16xf32>, %c: tensor<3x2x32x16xf32>, %d: tensor<3x1x4x32xf32>, %e: tensor<3xi32>) {
  // expected-error@+1 {{'ttnn.scaled_dot_product_attention_decode' op Key/Value batch size must match query batch size}}
  %0 = "ttnn.scaled_dot_product_attention_decode"(%a, %b, %c, %d, %e) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0>}> : (tensor<1x3x4x16xf32>, tensor<4x2x32x16xf32>, tensor<3x2x32x16xf32>, tensor<3x1x4x32xf32>, tensor<3xi32>) -> tensor<1x3x4x16xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x4x16xf32>, %b: tensor<3x3x32x16xf32>, %c: tensor<3x2x32x16xf32>, %d: tensor<3x1x4x32xf32>, %e: tensor<3xi32>) {
  // expected-error@+1 {{'ttnn.scaled_dot_product_attention_decode' op Query num heads must be divisible by key/value num heads}}
  %0 = "ttnn.scaled_dot_product_attention_decode"(%a, %b, %c, %d, %e) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0>}> : (tensor<1x3x4x16xf32>, tensor<3x3x32x16xf32>, tensor<3x2x32x16xf32>, tensor<3x1x4x32xf32>, tensor<3xi32>) -> tensor<1x3x4x16xf32>
  return
}

// -----

func.func @f(%a: tensor<3x4x8x16xf32>, %b: tensor<2x2x8x16xf32>, %c: tensor<2x2x8x12xf32>, %d: tensor<2x1x8x8xf32>) {
  // expected-error@+1 {{'ttnn.flash_mla_prefill' op Key batch size must match query batch size}}
  %0 = "ttnn.flash_mla_prefill"(%a, %b, %c, %d) <{head_dim_v = 12 : ui32, is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (tensor<3x4x8x16xf32>, tensor<2x2x8x16xf32>, tensor<2x2x8x12xf32>, tensor<2x1x8x8xf32>) -> tensor<2x4x8x12xf32>
  return
}

// -----

func.func @f(%a: tensor<2x5x8x16xf32>, %b: tensor<2x2x8x16xf32>, %c: tensor<2x2x8x12xf32>, %d: tensor<2x1x8x8xf32>) {
  // expected-error@+1 {{'ttnn.flash_mla_prefill' op Query num heads must be divisible by key num heads (GQA/MQA/MLA)}}
  %0 = "ttnn.flash_mla_prefill"(%a, %b, %c, %d) <{head_dim_v = 12 : ui32, is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (tensor<2x5x8x16xf32>, tensor<2x2x8x16xf32>, tensor<2x2x8x12xf32>, tensor<2x1x8x8xf32>) -> tensor<2x4x8x12xf32>
  return
}

// -----

func.func @f(%a: tensor<2x8x8x16xf32>, %b: tensor<2x2x8x16xf32>, %c: tensor<2x2x8x12xf32>, %d: tensor<2x1x8x8xf32>) {
  // expected-error@+1 {{'ttnn.flash_mla_prefill' op Result shape must be [batch, num_query_heads, seq_len, head_dim_v]}}
  %0 = "ttnn.flash_mla_prefill"(%a, %b, %c, %d) <{head_dim_v = 12 : ui32, is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (tensor<2x8x8x16xf32>, tensor<2x2x8x16xf32>, tensor<2x2x8x12xf32>, tensor<2x1x8x8xf32>) -> tensor<2x4x8x12xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4x9x16xf32>, %b: tensor<2x2x8x16xf32>, %c: tensor<2x2x8x12xf32>, %d: tensor<2x1x8x8xf32>) {
  // expected-error@+1 {{'ttnn.flash_mla_prefill' op Query and key must have the same sequence length}}
  %0 = "ttnn.flash_mla_prefill"(%a, %b, %c, %d) <{head_dim_v = 12 : ui32, is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (tensor<2x4x9x16xf32>, tensor<2x2x8x16xf32>, tensor<2x2x8x12xf32>, tensor<2x1x8x8xf32>) -> tensor<2x4x8x12xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4x8x17xf32>, %b: tensor<2x2x8x16xf32>, %c: tensor<2x2x8x12xf32>, %d: tensor<2x1x8x8xf32>) {
  // expected-error@+1 {{'ttnn.flash_mla_prefill' op Key head size must match query head size}}
  %0 = "ttnn.flash_mla_prefill"(%a, %b, %c, %d) <{head_dim_v = 12 : ui32, is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (tensor<2x4x8x17xf32>, tensor<2x2x8x16xf32>, tensor<2x2x8x12xf32>, tensor<2x1x8x8xf32>) -> tensor<2x4x8x12xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4x8x16xf32>, %b: tensor<2x4x8x16xf32>, %c: tensor<2x2x8x12xf32>, %d: tensor<2x1x8x8xf32>) {
  // expected-error@+1 {{'ttnn.flash_mla_prefill' op Value num heads must match key num heads}}
  %0 = "ttnn.flash_mla_prefill"(%a, %b, %c, %d) <{head_dim_v = 12 : ui32, is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>, tensor<2x2x8x12xf32>, tensor<2x1x8x8xf32>) -> tensor<2x4x8x12xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4x8x16xf32>, %b: tensor<2x2x8x16xf32>, %c: tensor<3x2x8x12xf32>, %d: tensor<2x1x8x8xf32>) {
  // expected-error@+1 {{'ttnn.flash_mla_prefill' op Value batch size must match query batch size}}
  %0 = "ttnn.flash_mla_prefill"(%a, %b, %c, %d) <{head_dim_v = 12 : ui32, is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (tensor<2x4x8x16xf32>, tensor<2x2x8x16xf32>, tensor<3x2x8x12xf32>, tensor<2x1x8x8xf32>) -> tensor<2x4x8x12xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4x8x16xf32>, %b: tensor<2x2x8x16xf32>, %c: tensor<2x2x9x12xf32>, %d: tensor<2x1x8x8xf32>) {
  // expected-error@+1 {{'ttnn.flash_mla_prefill' op Value sequence length must match query/key sequence length}}
  %0 = "ttnn.flash_mla_prefill"(%a, %b, %c, %d) <{head_dim_v = 12 : ui32, is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (tensor<2x4x8x16xf32>, tensor<2x2x8x16xf32>, tensor<2x2x9x12xf32>, tensor<2x1x8x8xf32>) -> tensor<2x4x8x12xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4x8x16xf32>, %b: tensor<2x2x8x16xf32>, %c: tensor<2x2x8x13xf32>, %d: tensor<2x1x8x8xf32>) {
  // expected-error@+1 {{'ttnn.flash_mla_prefill' op Value head size must equal head_dim_v}}
  %0 = "ttnn.flash_mla_prefill"(%a, %b, %c, %d) <{head_dim_v = 12 : ui32, is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (tensor<2x4x8x16xf32>, tensor<2x2x8x16xf32>, tensor<2x2x8x13xf32>, tensor<2x1x8x8xf32>) -> tensor<2x4x8x12xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4x8x16xf32>, %b: tensor<2x2x8x16xf32>, %c: tensor<2x2x8x12xf32>, %d: tensor<2x1x8x9xf32>) {
  // expected-error@+1 {{'ttnn.flash_mla_prefill' op Attention mask at dim 3 must match key sequence length}}
  %0 = "ttnn.flash_mla_prefill"(%a, %b, %c, %d) <{head_dim_v = 12 : ui32, is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (tensor<2x4x8x16xf32>, tensor<2x2x8x16xf32>, tensor<2x2x8x12xf32>, tensor<2x1x8x9xf32>) -> tensor<2x4x8x12xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4x8x16xf32>, %b: tensor<1x1x32x16xf32>, %c: tensor<1x4x8x1xf32>) {
  // expected-error@+1 {{'ttnn.indexer_score_dsa' op Query batch size (dim 0) must be 1, got 2}}
  %0 = "ttnn.indexer_score_dsa"(%a, %b, %c) : (tensor<2x4x8x16xf32>, tensor<1x1x32x16xf32>, tensor<1x4x8x1xf32>) -> tensor<1x1x8x32xf32>
  return
}

// -----

func.func @f(%a: tensor<1x5x8x16xf32>, %b: tensor<1x1x32x16xf32>, %c: tensor<1x4x8x1xf32>) {
  // expected-error@+1 {{'ttnn.indexer_score_dsa' op Weights shape must be [batch, num_heads, query_seq_len, 1]}}
  %0 = "ttnn.indexer_score_dsa"(%a, %b, %c) : (tensor<1x5x8x16xf32>, tensor<1x1x32x16xf32>, tensor<1x4x8x1xf32>) -> tensor<1x1x8x32xf32>
  return
}

// -----

func.func @f(%a: tensor<1x4x8x17xf32>, %b: tensor<1x1x32x16xf32>, %c: tensor<1x4x8x1xf32>) {
  // expected-error@+1 {{'ttnn.indexer_score_dsa' op Key head dim must match query head dim}}
  %0 = "ttnn.indexer_score_dsa"(%a, %b, %c) : (tensor<1x4x8x17xf32>, tensor<1x1x32x16xf32>, tensor<1x4x8x1xf32>) -> tensor<1x1x8x32xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8x16xf32>, %b: tensor<1x1x32x16xf32>, %c: tensor<1x4x8x1xf32>) {
  // expected-error@+1 {{'ttnn.indexer_score_dsa' op Query must be a 4D tensor [B, Hi, Sq, D]}}
  %0 = "ttnn.indexer_score_dsa"(%a, %b, %c) : (tensor<4x8x16xf32>, tensor<1x1x32x16xf32>, tensor<1x4x8x1xf32>) -> tensor<1x1x8x32xf32>
  return
}

// -----

func.func @f(%a: tensor<1x4x8x16xf32>, %b: tensor<1x2x32x16xf32>, %c: tensor<1x4x8x1xf32>) {
  // expected-error@+1 {{'ttnn.indexer_score_dsa' op Key must have a single head (dim 1 must be 1)}}
  %0 = "ttnn.indexer_score_dsa"(%a, %b, %c) : (tensor<1x4x8x16xf32>, tensor<1x2x32x16xf32>, tensor<1x4x8x1xf32>) -> tensor<1x1x8x32xf32>
  return
}

// -----

func.func @f(%a: tensor<1x4x8x16xf32>, %b: tensor<1x1x33x16xf32>, %c: tensor<1x4x8x1xf32>) {
  // expected-error@+1 {{'ttnn.indexer_score_dsa' op Result shape must be [batch, 1, query_seq_len, key_seq_len]}}
  %0 = "ttnn.indexer_score_dsa"(%a, %b, %c) : (tensor<1x4x8x16xf32>, tensor<1x1x33x16xf32>, tensor<1x4x8x1xf32>) -> tensor<1x1x8x32xf32>
  return
}

// -----

func.func @f(%a: tensor<3x4x8x16xf32>) {
  // expected-error@+1 {{'ttnn.concatenate_heads' op input and output batch dimensions must match,got input batch size = 3, output batch size = 2}}
  %0 = "ttnn.concatenate_heads"(%a) : (tensor<3x4x8x16xf32>) -> tensor<2x8x64xf32>
  return
}

// -----

func.func @f(%a: tensor<2x5x8x16xf32>) {
  // expected-error@+1 {{'ttnn.concatenate_heads' op output hidden dimension must equal num_heads * head_size, got num_heads = 5, head_size = 16, expected hidden size = 80, actual output hidden size = 64}}
  %0 = "ttnn.concatenate_heads"(%a) : (tensor<2x5x8x16xf32>) -> tensor<2x8x64xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4x9x16xf32>) {
  // expected-error@+1 {{'ttnn.concatenate_heads' op input sequence dimension must match output sequence dimension, got input sequence size = 9, output sequence size = 8}}
  %0 = "ttnn.concatenate_heads"(%a) : (tensor<2x4x9x16xf32>) -> tensor<2x8x64xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8x16xf32>) {
  // expected-error@+1 {{'ttnn.concatenate_heads' op input tensor must be a 4D tensor}}
  %0 = "ttnn.concatenate_heads"(%a) : (tensor<4x8x16xf32>) -> tensor<2x8x64xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4x8x16xi32>) {
  // expected-error@+1 {{'ttnn.concatenate_heads' op input and output tensors must have the same dtype, got input dtype = i32, output dtype = f32}}
  %0 = "ttnn.concatenate_heads"(%a) : (tensor<2x4x8x16xi32>) -> tensor<2x8x64xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x1x16xf32>) {
  // expected-error@+1 {{'ttnn.nlp_concat_heads_decode' op num_heads attribute must be less than or equal to input num_heads dimension, got num_heads = 8, input num_heads dimension = 1}}
  %0 = "ttnn.nlp_concat_heads_decode"(%a) <{num_heads = 8 : ui32}> : (tensor<1x3x1x16xf32>) -> tensor<1x1x3x128xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x32x17xf32>) {
  // expected-error@+1 {{'ttnn.nlp_concat_heads_decode' op Output hidden dimension must equal num_heads * head_size, got num_heads = 32, head_size = 8, expected hidden size = 136, actual output hidden size = 128}}
  %0 = "ttnn.nlp_concat_heads_decode"(%a) <{num_heads = 8 : ui32}> : (tensor<1x3x32x17xf32>) -> tensor<1x1x3x128xf32>
  return
}

// -----

func.func @f(%a: tensor<1x3x32x16xf32>) {
  // expected-error@+1 {{'ttnn.nlp_concat_heads_decode' op output dimension 1 must be 1, got 2}}
  %0 = "ttnn.nlp_concat_heads_decode"(%a) <{num_heads = 8 : ui32}> : (tensor<1x3x32x16xf32>) -> tensor<1x2x3x128xf32>
  return
}

// -----

func.func @f(%a: tensor<2x1x3x128xf32>, %b: tensor<1xi32>) {
  // expected-error@+1 {{'ttnn.nlp_create_qkv_heads_decode' op input tensor dimension 0 must be 1, got 2}}
  %0:3 = "ttnn.nlp_create_qkv_heads_decode"(%a, %b) <{num_heads = 4 : ui32, num_kv_heads = 2 : ui32, slice_size = 2 : ui32}> : (tensor<2x1x3x128xf32>, tensor<1xi32>) -> (tensor<1x2x4x16xf32>, tensor<1x2x2x16xf32>, tensor<1x2x2x16xf32>)
  return
}

// -----

func.func @f(%a: tensor<1x1x3x128xf32>, %b: tensor<2xi32>) {
  // expected-error@+1 {{'ttnn.nlp_create_qkv_heads_decode' op batch_offset must be a scalar, got shape (2)}}
  %0:3 = "ttnn.nlp_create_qkv_heads_decode"(%a, %b) <{num_heads = 4 : ui32, num_kv_heads = 2 : ui32, slice_size = 2 : ui32}> : (tensor<1x1x3x128xf32>, tensor<2xi32>) -> (tensor<1x2x4x16xf32>, tensor<1x2x2x16xf32>, tensor<1x2x2x16xf32>)
  return
}

// -----

func.func @f(%a: tensor<1x1x3x128xf32>) {
  // expected-error@+1 {{'ttnn.nlp_create_qkv_heads_decode' op both or neither of batch_offset and slice_size must be set}}
  %0:3 = "ttnn.nlp_create_qkv_heads_decode"(%a) <{num_heads = 4 : ui32, num_kv_heads = 2 : ui32, slice_size = 2 : ui32}> : (tensor<1x1x3x128xf32>) -> (tensor<1x2x4x16xf32>, tensor<1x2x2x16xf32>, tensor<1x2x2x16xf32>)
  return
}

// -----

func.func @f(%a: tensor<4x32x64xbf16>, %b: tensor<1x1x32x64xbf16>, %c: tensor<1x1x32x64xbf16>) {
  // expected-error@+1 {{'ttnn.rotary_embedding' op all input and output tensors must be 4D tensors.}}
  %0 = "ttnn.rotary_embedding"(%a, %b, %c) : (tensor<4x32x64xbf16>, tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x4x32x64xbf16>
  return
}

// -----

func.func @f(%a: tensor<1x4x32x64xbf16>, %b: tensor<2x1x32x64xbf16>, %c: tensor<1x1x32x64xbf16>) {
  // expected-error@+1 {{'ttnn.rotary_embedding' op cos and sin tensor shapes must match.}}
  %0 = "ttnn.rotary_embedding"(%a, %b, %c) : (tensor<1x4x32x64xbf16>, tensor<2x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x4x32x64xbf16>
  return
}

// -----

func.func @f(%a: tensor<1x4x32x64xbf16>, %b: tensor<1x1x32x64xf32>, %c: tensor<1x1x32x64xbf16>) {
  // expected-error@+1 {{'ttnn.rotary_embedding' op cos and sin tensor dtypes must match.}}
  %0 = "ttnn.rotary_embedding"(%a, %b, %c) : (tensor<1x4x32x64xbf16>, tensor<1x1x32x64xf32>, tensor<1x1x32x64xbf16>) -> tensor<1x4x32x64xbf16>
  return
}

// -----

func.func @f(%a: tensor<2x4x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 128 + d1 * 32 + d2, d3), <1x1>, memref<8x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, %b: tensor<1x1x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, %c: tensor<1x1x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, %d: tensor<1x1x32x32xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>) {
  // expected-error@+1 {{'ttnn.rotary_embedding_llama' op output shape must match input shape.}}
  %0 = "ttnn.rotary_embedding_llama"(%a, %b, %c, %d) : (tensor<2x4x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 128 + d1 * 32 + d2, d3), <1x1>, memref<8x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, tensor<1x1x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, tensor<1x1x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, tensor<1x1x32x32xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>) -> tensor<1x4x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 128 + d1 * 32 + d2, d3), <1x1>, memref<4x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>
  return
}

// -----

func.func @f(%a: tensor<bf16>, %b: tensor<1x1x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, %c: tensor<1x1x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, %d: tensor<1x1x32x32xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>) {
  // expected-error@+1 {{'ttnn.rotary_embedding_llama' op all input tensors must have tiled layout.}}
  %0 = "ttnn.rotary_embedding_llama"(%a, %b, %c, %d) : (tensor<bf16>, tensor<1x1x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, tensor<1x1x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, tensor<1x1x32x32xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>) -> tensor<1x4x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 128 + d1 * 32 + d2, d3), <1x1>, memref<4x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>
  return
}

// -----

func.func @f(%a: tensor<1x4x32x64xf32, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 128 + d1 * 32 + d2, d3), <1x1>, memref<4x2x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>, %b: tensor<1x1x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, %c: tensor<1x1x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, %d: tensor<1x1x32x32xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>) {
  // expected-error@+1 {{'ttnn.rotary_embedding_llama' op all input tensors must be bfloat16 type.}}
  %0 = "ttnn.rotary_embedding_llama"(%a, %b, %c, %d) : (tensor<1x4x32x64xf32, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 128 + d1 * 32 + d2, d3), <1x1>, memref<4x2x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>, tensor<1x1x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, tensor<1x1x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, tensor<1x1x32x32xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>) -> tensor<1x4x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 128 + d1 * 32 + d2, d3), <1x1>, memref<4x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>
  return
}

// -----

func.func @f(%a: tensor<1x4x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 128 + d1 * 32 + d2, d3), <1x1>, memref<4x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, %b: tensor<2x1x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, %c: tensor<1x1x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, %d: tensor<1x1x32x32xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>) {
  // expected-error@+1 {{'ttnn.rotary_embedding_llama' op cos and sin tensors must have the same shape.}}
  %0 = "ttnn.rotary_embedding_llama"(%a, %b, %c, %d) : (tensor<1x4x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 128 + d1 * 32 + d2, d3), <1x1>, memref<4x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, tensor<2x1x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, tensor<1x1x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, tensor<1x1x32x32xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>) -> tensor<1x4x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 128 + d1 * 32 + d2, d3), <1x1>, memref<4x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>
  return
}

// -----

func.func @f(%a: tensor<1x4x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 128 + d1 * 32 + d2, d3), <1x1>, memref<4x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, %b: tensor<1x1x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, %c: tensor<1x1x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, %d: tensor<2x1x32x32xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<2x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>) {
  // expected-error@+1 {{'ttnn.rotary_embedding_llama' op transformation matrix must have shape (1,1,32,32) but got (2,1,32,32).}}
  %0 = "ttnn.rotary_embedding_llama"(%a, %b, %c, %d) : (tensor<1x4x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 128 + d1 * 32 + d2, d3), <1x1>, memref<4x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, tensor<1x1x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, tensor<1x1x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, tensor<2x1x32x32xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<2x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>) -> tensor<1x4x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 128 + d1 * 32 + d2, d3), <1x1>, memref<4x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>
  return
}

// -----

func.func @f(%a: tensor<1x4x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 128 + d1 * 32 + d2, d3), <1x1>, memref<4x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, %b: tensor<1x1x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, %c: tensor<1x1x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, %d: tensor<1x32x32xbf16, #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>) {
  // expected-error@+1 {{'ttnn.rotary_embedding_llama' op transformation matrix must be at least 4D tensor.}}
  %0 = "ttnn.rotary_embedding_llama"(%a, %b, %c, %d) : (tensor<1x4x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 128 + d1 * 32 + d2, d3), <1x1>, memref<4x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, tensor<1x1x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, tensor<1x1x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>, tensor<1x32x32xbf16, #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>) -> tensor<1x4x32x64xbf16, #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 128 + d1 * 32 + d2, d3), <1x1>, memref<4x2x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttnn.sort' op Expected integer data type for indices but got 'f32'}}
  %0:2 = "ttnn.sort"(%a) <{dim = 1 : si8}> : (tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>)
  return
}

// -----

func.func @f(%a: tensor<64x8xf32>, %b: tensor<4x8xi32>, %c: tensor<4xi32>, %d: tensor<4xf32>, %e: tensor<4xf32>) {
  // expected-error@+1 {{'ttnn.sampling' op batch (64) must be in [1, 32] (kernel limit)}}
  %0 = "ttnn.sampling"(%a, %b, %c, %d, %e) : (tensor<64x8xf32>, tensor<4x8xi32>, tensor<4xi32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>, %b: tensor<4x8xi32>, %c: tensor<4xi32>, %d: tensor<4xf32>, %e: tensor<4xf32>) {
  // expected-error@+1 {{'ttnn.sampling' op input_values must be 2D [batch, candidates] or 4D [1, 1, batch, candidates]}}
  %0 = "ttnn.sampling"(%a, %b, %c, %d, %e) : (tensor<8xf32>, tensor<4x8xi32>, tensor<4xi32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<8xi32>, %c: tensor<4xi32>, %d: tensor<4xf32>, %e: tensor<4xf32>) {
  // expected-error@+1 {{'ttnn.sampling' op input_indices rank must match input_values rank}}
  %0 = "ttnn.sampling"(%a, %b, %c, %d, %e) : (tensor<4x8xf32>, tensor<8xi32>, tensor<4xi32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<4x8xi32>, %c: tensor<4xi32>, %d: tensor<4xf32>, %e: tensor<4xf32>) {
  // expected-error@+1 {{'ttnn.sampling' op result rank (0) must match expected rank (1) for input_values rank 2}}
  %0 = "ttnn.sampling"(%a, %b, %c, %d, %e) : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<4xi32>, tensor<4xf32>, tensor<4xf32>) -> tensor<i32>
  return
}

// -----

func.func @f(%a: tensor<2x1x4x8xf32>, %b: tensor<1x1x4x8xi32>, %c: tensor<4xi32>, %d: tensor<4xf32>, %e: tensor<4xf32>) {
  // expected-error@+1 {{'ttnn.sampling' op rank-4 input_values leading dims must be [1, 1, batch, candidates]}}
  %0 = "ttnn.sampling"(%a, %b, %c, %d, %e) : (tensor<2x1x4x8xf32>, tensor<1x1x4x8xi32>, tensor<4xi32>, tensor<4xf32>, tensor<4xf32>) -> tensor<1x1x1x4xi32>
  return
}

// -----

func.func @f(%a: tensor<32x16xbf16>, %b: tensor<16x128xbf16>, %c: tensor<32x128xbf16>) {
  // expected-error@+1 {{'ttnn.topk_router_gpt' op num_experts must be 128, but got: -3}}
  %0:2 = "ttnn.topk_router_gpt"(%a, %b, %c) <{k = 4 : i32, num_experts = -3 : i32}> : (tensor<32x16xbf16>, tensor<16x128xbf16>, tensor<32x128xbf16>) -> (tensor<32x4xi32>, tensor<32x4xbf16>)
  return
}

// -----

func.func @f(%a: tensor<1x1x6x8xf32>, %b: tensor<1x1x6x4xi32>, %c: tensor<1x1x6x4xf32>, %d: tensor<2x8xi32>, %e: tensor<1x12x4xi32>, %f: tensor<1x12x4xf32>) {
  // expected-error@+1 {{'ttnn.all_to_all_dispatch_metadata' op dispatched_buffer, indices_buffer and scores_buffer must be all bound or all unbound}}
  %0:3 = "ttnn.all_to_all_dispatch_metadata"(%a, %b, %c, %d, %e, %f) <{num_devices = 2 : i64, cluster_axis = 0 : i64, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1, 1, 0>}> : (tensor<1x1x6x8xf32>, tensor<1x1x6x4xi32>, tensor<1x1x6x4xf32>, tensor<2x8xi32>, tensor<1x12x4xi32>, tensor<1x12x4xf32>) -> (tensor<1x12x8xf32>, tensor<1x12x4xi32>, tensor<1x12x4xf32>)
  return
}

// -----

func.func @f(%a: tensor<3x4x5x8xf32>, %b: tensor<1x4x5x2xi32>, %c: tensor<1x1x6x2xi32>) {
  // expected-error@+1 {{'ttnn.all_to_all_combine' op output_shard_dim must be 1 or 2, got -3}}
  %0 = "ttnn.all_to_all_combine"(%a, %b, %c) <{num_devices = 2 : i64, cluster_axis = 0 : i64, num_experts_per_tok = 2 : i64, output_shard_dim = -3 : i64}> : (tensor<3x4x5x8xf32>, tensor<1x4x5x2xi32>, tensor<1x1x6x2xi32>) -> tensor<2x2x5x8xf32>
  return
}

// -----

func.func @f(%a: tensor<1x2x64x32xbf16>, %b: tensor<1x2x64x32xbf16>, %c: tensor<1x2x32xbf16>, %d: !ttnn.device) {
  // expected-error@+1 {{'ttnn.prepare_moe_compute_w0_w1_weights' op bias_0 and bias_1 must be both present or both absent}}
  %0 = "ttnn.prepare_moe_compute_w0_w1_weights"(%a, %b, %c, %d) <{hidden_size = 64 : ui32, intermediate_size = 32 : ui32, operandSegmentSizes = array<i32: 1, 1, 0, 1, 1>}> : (tensor<1x2x64x32xbf16>, tensor<1x2x64x32xbf16>, tensor<1x2x32xbf16>, !ttnn.device) -> tensor<4x32xbf16>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{'ttnn.argmax' op dim attribute value 1 is out of range for input tensor of rank 1, expected value in range [-1, 0]}}
  %0 = "ttnn.argmax"(%a) <{dim = 1 : si32, keep_dim = false}> : (tensor<8xf32>) -> tensor<4xi32>
  return
}

// -----

func.func @f(%a: tensor<2x3x4x5x1xf32>) {
  // expected-error@+1 {{'ttnn.prod' op Input tensor rank is greater than 4 for reduce(product).}}
  %0 = "ttnn.prod"(%a) <{dim_arg = 1 : si64, keep_dim = false}> : (tensor<2x3x4x5x1xf32>) -> tensor<2x4x5xf32>
  return
}

// -----

func.func @f(%a: tensor<3x4x5xf32>, %b: tensor<1x3x1x1xf32>, %c: tensor<1x3x1x1xf32>, %d: tensor<1x3x1x1xf32>, %e: tensor<1x3x1x1xf32>) {
  // expected-error@+1 {{'ttnn.batch_norm_inference' op Input tensor must have rank 4}}
  %0 = "ttnn.batch_norm_inference"(%a, %b, %c, %d, %e) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>}> : (tensor<3x4x5xf32>, tensor<1x3x1x1xf32>, tensor<1x3x1x1xf32>, tensor<1x3x1x1xf32>, tensor<1x3x1x1xf32>) -> tensor<2x3x4x5xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<9xf32>, %c: tensor<8xf32>) {
  // expected-error@+1 {{'ttnn.layer_norm' op weight tensor must be 1D with size matching the last dimension of input}}
  %0 = "ttnn.layer_norm"(%a, %b, %c) <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<4x8xf32>, tensor<9xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<9xf32>, %c: tensor<4x8xf32>, %d: !ttnn.device) {
  // expected-error@+1 {{'ttnn.distributed_rms_norm' op weight tensor total elements must match input's last dimension}}
  %0 = "ttnn.distributed_rms_norm"(%a, %b, %c, %d) <{cluster_axis = 1 : ui32, epsilon = 0.1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 1>}> : (tensor<4x8xf32>, tensor<9xf32>, tensor<4x8xf32>, !ttnn.device) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<5x8xf32>, %b: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttnn.rms_norm_pre_all_gather' op output dimension 0 (4) must match input dimension (5)}}
  %0 = "ttnn.rms_norm_pre_all_gather"(%a, %b) : (tensor<5x8xf32>, tensor<4x8xf32>) -> tensor<4x32xf32>
  return
}

// -----

func.func @f(%a: tensor<4x9xf32>, %b: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttnn.rms_norm_pre_all_gather' op residual tensor shape must match the input tensor shape}}
  %0 = "ttnn.rms_norm_pre_all_gather"(%a, %b) : (tensor<4x9xf32>, tensor<4x8xf32>) -> tensor<4x32xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>, %b: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttnn.rms_norm_pre_all_gather' op input tensor must have rank greater than 1}}
  %0 = "ttnn.rms_norm_pre_all_gather"(%a, %b) : (tensor<8xf32>, tensor<4x8xf32>) -> tensor<4x32xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8x1xf32>, %b: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttnn.rms_norm_pre_all_gather' op input rank must match the output rank}}
  %0 = "ttnn.rms_norm_pre_all_gather"(%a, %b) : (tensor<4x8x1xf32>, tensor<4x8xf32>) -> tensor<4x32xf32>
  return
}

// -----

func.func @f(%a: tensor<5x8xf32>, %b: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttnn.layer_norm_pre_all_gather' op residual_input shape must match input shape}}
  %0 = "ttnn.layer_norm_pre_all_gather"(%a, %b) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<5x8xf32>, tensor<4x8xf32>) -> tensor<4x64xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>, %b: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttnn.layer_norm_pre_all_gather' op input tensor must have rank >= 2}}
  %0 = "ttnn.layer_norm_pre_all_gather"(%a, %b) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<8xf32>, tensor<4x8xf32>) -> tensor<4x64xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttnn.layer_norm_pre_all_gather' op output last dimension must be 64 (2 * TILE_WIDTH) for layernorm partial statistics, got 65}}
  %0 = "ttnn.layer_norm_pre_all_gather"(%a, %b) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x65xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttnn.layer_norm_pre_all_gather' op input and output must have the same rank}}
  %0 = "ttnn.layer_norm_pre_all_gather"(%a, %b) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<64xf32>
  return
}

// -----

func.func @f(%a: tensor<2x1x16x64xf32>, %b: tensor<1x2x32x32xf32>, %c: tensor<f32>, %d: tensor<64xf32>) {
  // expected-error@+1 {{'ttnn.group_norm' op weight must be either 1D [C] or 4D [1,1,C/32,32], got rank 0}}
  %0 = "ttnn.group_norm"(%a, %b, %c, %d) <{num_groups = 2 : i64, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (tensor<2x1x16x64xf32>, tensor<1x2x32x32xf32>, tensor<f32>, tensor<64xf32>) -> tensor<2x1x16x64xf32>
  return
}

// -----

func.func @f(%a: tensor<2x1x16x64xf32>, %b: tensor<1x2x32x32xf32>, %c: tensor<64xf32>, %d: tensor<64xf32>) {
  // expected-error@+1 {{'ttnn.group_norm' op channel dimension (last dim) must be divisible by num_groups; got C=64, num_groups=99}}
  %0 = "ttnn.group_norm"(%a, %b, %c, %d) <{num_groups = 99 : i64, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (tensor<2x1x16x64xf32>, tensor<1x2x32x32xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<2x1x16x64xf32>
  return
}

// -----

func.func @f(%a: tensor<2x1x16x64xf32>, %b: tensor<2x1x2x32xf32>, %c: tensor<1x1x2x32xf32>) {
  // expected-error@+1 {{'ttnn.group_norm' op weight must be either 1D [C] or 4D [1,1,C/32,32]}}
  %0 = "ttnn.group_norm"(%a, %b, %c) <{num_groups = 2 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (tensor<2x1x16x64xf32>, tensor<2x1x2x32xf32>, tensor<1x1x2x32xf32>) -> tensor<2x1x16x64xf32>
  return
}

// -----

func.func @f(%a: tensor<5x8xf32>, %b: tensor<4x3xf32>) {
  // expected-error@+1 {{'ttnn.concat' op All input tensors must have the same dimensions, except for dimension 1 (operand 0 shape 5, 8, operand 1 shape 4, 3 differ at dim 0: 5 vs 4).}}
  %0 = "ttnn.concat"(%a, %b) <{dim = 1 : si32}> : (tensor<5x8xf32>, tensor<4x3xf32>) -> tensor<4x11xf32>
  return
}

// -----

func.func @f(%a: tensor<4x9xf32>, %b: tensor<4x3xf32>) {
  // expected-error@+1 {{'ttnn.concat' op Output tensor dimension 1 must be equal to the sum of input tensor dimensions at the same axis (12), but got 11.}}
  %0 = "ttnn.concat"(%a, %b) <{dim = 1 : si32}> : (tensor<4x9xf32>, tensor<4x3xf32>) -> tensor<4x11xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8x1xf32>, %b: tensor<4x3xf32>) {
  // expected-error@+1 {{'ttnn.concat' op All input tensors must have the same rank (operand 0 rank 3, operand 1 rank 2).}}
  %0 = "ttnn.concat"(%a, %b) <{dim = 1 : si32}> : (tensor<4x8x1xf32>, tensor<4x3xf32>) -> tensor<4x11xf32>
  return
}

// -----

func.func @f(%a: tensor<5x1x1x32xi32>, %b: tensor<16x8xf32>, %c: tensor<1x1x128x8xf32>) {
  // expected-error@+1 {{'ttnn.embedding_bw' op Input gradient dim 2 must equal index_shape[0] * index_shape[-1]}}
  %0 = "ttnn.embedding_bw"(%a, %b, %c) : (tensor<5x1x1x32xi32>, tensor<16x8xf32>, tensor<1x1x128x8xf32>) -> tensor<1x1x16x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x2x1x32xi32>, %b: tensor<16x8xf32>, %c: tensor<1x1x128x8xf32>) {
  // expected-error@+1 {{'ttnn.embedding_bw' op Input index tensor dims 1 and 2 must be 1, got shape (B, ?, ?, N) where ? must be 1}}
  %0 = "ttnn.embedding_bw"(%a, %b, %c) : (tensor<4x2x1x32xi32>, tensor<16x8xf32>, tensor<1x1x128x8xf32>) -> tensor<1x1x16x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x1x1x33xi32>, %b: tensor<16x8xf32>, %c: tensor<1x1x128x8xf32>) {
  // expected-error@+1 {{'ttnn.embedding_bw' op Input's last dim must be divisible by TILE_WIDTH}}
  %0 = "ttnn.embedding_bw"(%a, %b, %c) : (tensor<4x1x1x33xi32>, tensor<16x8xf32>, tensor<1x1x128x8xf32>) -> tensor<1x1x16x8xf32>
  return
}

// -----

func.func @f(%a: tensor<1x1x32xi32>, %b: tensor<16x8xf32>, %c: tensor<1x1x128x8xf32>) {
  // expected-error@+1 {{'ttnn.embedding_bw' op Input index tensor must be a 4D tensor}}
  %0 = "ttnn.embedding_bw"(%a, %b, %c) : (tensor<1x1x32xi32>, tensor<16x8xf32>, tensor<1x1x128x8xf32>) -> tensor<1x1x16x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x1x1x32xi32>, %b: tensor<16x9xf32>, %c: tensor<1x1x128x8xf32>) {
  // expected-error@+1 {{'ttnn.embedding_bw' op Input gradient second dimension must match the second dimension of the weight tensor}}
  %0 = "ttnn.embedding_bw"(%a, %b, %c) : (tensor<4x1x1x32xi32>, tensor<16x9xf32>, tensor<1x1x128x8xf32>) -> tensor<1x1x16x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x1x1x32xi32>, %b: tensor<8xf32>, %c: tensor<1x1x128x8xf32>) {
  // expected-error@+1 {{'ttnn.embedding_bw' op Input must be a 2D tensor}}
  %0 = "ttnn.embedding_bw"(%a, %b, %c) : (tensor<4x1x1x32xi32>, tensor<8xf32>, tensor<1x1x128x8xf32>) -> tensor<1x1x16x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x1x1x32xi32>, %b: tensor<16x8xf32>, %c: tensor<2x1x128x8xf32>) {
  // expected-error@+1 {{'ttnn.embedding_bw' op Input gradient must be in the form (1, 1, R, C)}}
  %0 = "ttnn.embedding_bw"(%a, %b, %c) : (tensor<4x1x1x32xi32>, tensor<16x8xf32>, tensor<2x1x128x8xf32>) -> tensor<1x1x16x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x1x1x32xi32>, %b: tensor<16x8xf32>, %c: tensor<1x128x8xf32>) {
  // expected-error@+1 {{'ttnn.embedding_bw' op Input gradient must be a 4D tensor}}
  %0 = "ttnn.embedding_bw"(%a, %b, %c) : (tensor<4x1x1x32xi32>, tensor<16x8xf32>, tensor<1x128x8xf32>) -> tensor<1x1x16x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x1x1x32xi32>, %b: tensor<16x8xf32>, %c: tensor<1x1x128x8xi32>) {
  // expected-error@+1 {{'ttnn.embedding_bw' op Input gradient and output must have the same dtype}}
  %0 = "ttnn.embedding_bw"(%a, %b, %c) : (tensor<4x1x1x32xi32>, tensor<16x8xf32>, tensor<1x1x128x8xi32>) -> tensor<1x1x16x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<4x2xf32>) {
  // expected-error@+1 {{'ttnn.gather' op Index tensor element type must be one of ui16, ui32, si32 or i32, got 'f32'}}
  %0 = "ttnn.gather"(%a, %b) <{dim = 1 : si32}> : (tensor<4x8xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

func.func @f(%a: tensor<5x8xf32>) {
  // expected-error@+1 {{'ttnn.pad' op Output tensor shape (5,10) must match the inferred shape: (6,10)}}
  %0 = "ttnn.pad"(%a) <{padding = array<i32: 0, 1, 0, 2>, value = 0.0 : f32, use_multicore = true}> : (tensor<5x8xf32>) -> tensor<5x10xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttnn.pad' op Padding cannot contain negative values}}
  %0 = "ttnn.pad"(%a) <{padding = array<i32: -3, 1, 0, 2>, value = 0.0 : f32, use_multicore = true}> : (tensor<4x8xf32>) -> tensor<5x10xf32>
  return
}

// -----

func.func @f(%a: tensor<8x2x32x16xf32>, %b: tensor<1x3x2x16xi32>, %c: tensor<3xi32>, %d: tensor<3x4xi32>) {
  // expected-error@+1 {{'ttnn.paged_update_cache' op Input tensor must be a floating point type}}
  "ttnn.paged_update_cache"(%a, %b, %c, %d) : (tensor<8x2x32x16xf32>, tensor<1x3x2x16xi32>, tensor<3xi32>, tensor<3x4xi32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<8x2x32x16xf32>, %b: tensor<1x3x2x16xf32>, %c: tensor<3xf32>, %d: tensor<3x4xi32>) {
  // expected-error@+1 {{'ttnn.paged_update_cache' op Update index tensor must be an integer type}}
  "ttnn.paged_update_cache"(%a, %b, %c, %d) : (tensor<8x2x32x16xf32>, tensor<1x3x2x16xf32>, tensor<3xf32>, tensor<3x4xi32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<8x2x32x16xf32>, %b: tensor<1x3x2x16xf32>, %c: tensor<3xi32>, %d: tensor<3x4xf32>) {
  // expected-error@+1 {{'ttnn.paged_update_cache' op Page table tensor must be an integer type}}
  "ttnn.paged_update_cache"(%a, %b, %c, %d) : (tensor<8x2x32x16xf32>, tensor<1x3x2x16xf32>, tensor<3xi32>, tensor<3x4xf32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<2x1x128x4xf32>) {
  // expected-error@+1 {{'ttnn.max_pool2d' op ttnn.max_pool2d input must be in the form (1, 1, N*H*W, C). Received shape (2, 1, 128, 4).}}
  %0 = "ttnn.max_pool2d"(%a) <{batch_size = 2 : si32, input_height = 8 : si32, input_width = 8 : si32, channels = 4 : si32, kernel_size = array<i32: 2, 2>, stride = array<i32: 2, 2>, padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, ceil_mode = false}> : (tensor<2x1x128x4xf32>) -> tensor<1x1x32x4xf32>
  return
}

// -----

func.func @f(%a: tensor<1x1x129x4xf32>) {
  // expected-error@+1 {{'ttnn.max_pool2d' op ttnn.max_pool2d shape (1, 1, 129, 4) at dim -2 must be equal to N*H*W. However the attributes given are N=2, H=8, W=8. 2*8*8 != 129.}}
  %0 = "ttnn.max_pool2d"(%a) <{batch_size = 2 : si32, input_height = 8 : si32, input_width = 8 : si32, channels = 4 : si32, kernel_size = array<i32: 2, 2>, stride = array<i32: 2, 2>, padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, ceil_mode = false}> : (tensor<1x1x129x4xf32>) -> tensor<1x1x32x4xf32>
  return
}

// -----

func.func @f(%a: tensor<1x1x128x5xf32>) {
  // expected-error@+1 {{'ttnn.max_pool2d' op ttnn.max_pool2d shape (1, 1, 128, 5) at dim -3 must be equal to C. However the attribute given is C=4. 5 != 4}}
  %0 = "ttnn.max_pool2d"(%a) <{batch_size = 2 : si32, input_height = 8 : si32, input_width = 8 : si32, channels = 4 : si32, kernel_size = array<i32: 2, 2>, stride = array<i32: 2, 2>, padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, ceil_mode = false}> : (tensor<1x1x128x5xf32>) -> tensor<1x1x32x4xf32>
  return
}

// -----

func.func @f(%a: tensor<1x128x4xf32>) {
  // expected-error@+1 {{'ttnn.max_pool2d' op Input tensor rank must be 4. Received input with rank 3. Shape: (1, 128, 4).}}
  %0 = "ttnn.max_pool2d"(%a) <{batch_size = 2 : si32, input_height = 8 : si32, input_width = 8 : si32, channels = 4 : si32, kernel_size = array<i32: 2, 2>, stride = array<i32: 2, 2>, padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, ceil_mode = false}> : (tensor<1x128x4xf32>) -> tensor<1x1x32x4xf32>
  return
}

// -----

func.func @f(%a: tensor<1x1x128x4xf32>) {
  // expected-error@+1 {{'ttnn.max_pool2d' op Kernel height 2 is greater than input height -3. This ttnn.max_pool2d configuration is invalid.}}
  %0 = "ttnn.max_pool2d"(%a) <{batch_size = 2 : si32, input_height = -3 : si32, input_width = 8 : si32, channels = 4 : si32, kernel_size = array<i32: 2, 2>, stride = array<i32: 2, 2>, padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, ceil_mode = false}> : (tensor<1x1x128x4xf32>) -> tensor<1x1x32x4xf32>
  return
}

// -----

func.func @f(%a: tensor<1x1x128x4xf32>) {
  // expected-error@+1 {{'ttnn.max_pool2d' op Kernel size must have 2 elements. Received 3 elements.}}
  %0 = "ttnn.max_pool2d"(%a) <{batch_size = 2 : si32, input_height = 8 : si32, input_width = 8 : si32, channels = 4 : si32, kernel_size = array<i32: 2, 2, 2>, stride = array<i32: 2, 2>, padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, ceil_mode = false}> : (tensor<1x1x128x4xf32>) -> tensor<1x1x32x4xf32>
  return
}

// -----

func.func @f(%a: tensor<1x1x128x4xf32>) {
  // expected-error@+1 {{'ttnn.max_pool2d' op Padding must have 2 or 4 elements. Received 3 elements.}}
  %0 = "ttnn.max_pool2d"(%a) <{batch_size = 2 : si32, input_height = 8 : si32, input_width = 8 : si32, channels = 4 : si32, kernel_size = array<i32: 2, 2>, stride = array<i32: 2, 2>, padding = array<i32: 0, 0, 0>, dilation = array<i32: 1, 1>, ceil_mode = false}> : (tensor<1x1x128x4xf32>) -> tensor<1x1x32x4xf32>
  return
}

// -----

func.func @f(%a: tensor<1x1x129x4xf32>, %b: tensor<6x4x3x3xf32>, %c: tensor<1x1x1x6xf32>, %d: !ttnn.device) {
  // expected-error@+1 {{'ttnn.conv2d' op The input tensor's flattened dimension (129) does not match the product of batch_size_attr * input_height_attr * input_width_attr (2 * 8 * 8 = 128).}}
  %0 = "ttnn.conv2d"(%a, %b, %c, %d) <{in_channels = 4 : i32, out_channels = 6 : i32, batch_size = 2 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, stride = array<i32: 1, 1>, padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<1x1x129x4xf32>, tensor<6x4x3x3xf32>, tensor<1x1x1x6xf32>, !ttnn.device) -> tensor<1x1x72x6xf32>
  return
}

// -----

func.func @f(%a: tensor<1x1x128x4xf32>, %b: tensor<7x4x3x3xf32>, %c: tensor<1x1x1x6xf32>, %d: !ttnn.device) {
  // expected-error@+1 {{'ttnn.conv2d' op Expected output channels attribute (6) to match the output channels in the weight tensor (7).}}
  %0 = "ttnn.conv2d"(%a, %b, %c, %d) <{in_channels = 4 : i32, out_channels = 6 : i32, batch_size = 2 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, stride = array<i32: 1, 1>, padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<1x1x128x4xf32>, tensor<7x4x3x3xf32>, tensor<1x1x1x6xf32>, !ttnn.device) -> tensor<1x1x72x6xf32>
  return
}

// -----

func.func @f(%a: tensor<1x1x128x4xf32>, %b: tensor<6x5x3x3xf32>, %c: tensor<1x1x1x6xf32>, %d: !ttnn.device) {
  // expected-error@+1 {{'ttnn.conv2d' op Expected input channels / groups attribute (4/1) = 4 to match the number of input channels per group in the weight tensor (5).}}
  %0 = "ttnn.conv2d"(%a, %b, %c, %d) <{in_channels = 4 : i32, out_channels = 6 : i32, batch_size = 2 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, stride = array<i32: 1, 1>, padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<1x1x128x4xf32>, tensor<6x5x3x3xf32>, tensor<1x1x1x6xf32>, !ttnn.device) -> tensor<1x1x72x6xf32>
  return
}

// -----

func.func @f(%a: tensor<1x1x128x4xf32>, %b: tensor<6x4x4x3xf32>, %c: tensor<1x1x1x6xf32>, %d: !ttnn.device) {
  // expected-error@+1 {{'ttnn.conv2d' op Expected kernel height attribute (3) to match the kernel height in the weight tensor (4).}}
  %0 = "ttnn.conv2d"(%a, %b, %c, %d) <{in_channels = 4 : i32, out_channels = 6 : i32, batch_size = 2 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, stride = array<i32: 1, 1>, padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<1x1x128x4xf32>, tensor<6x4x4x3xf32>, tensor<1x1x1x6xf32>, !ttnn.device) -> tensor<1x1x72x6xf32>
  return
}

// -----

func.func @f(%a: tensor<1x1x128x4xf32>, %b: tensor<6x4x3x3xf32>, %c: tensor<1x1x1x6xf32>, %d: !ttnn.device) {
  // expected-error@+1 {{'ttnn.conv2d' op Kernel size attribute must have two values, got: 3}}
  %0 = "ttnn.conv2d"(%a, %b, %c, %d) <{in_channels = 4 : i32, out_channels = 6 : i32, batch_size = 2 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3, 3>, stride = array<i32: 1, 1>, padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<1x1x128x4xf32>, tensor<6x4x3x3xf32>, tensor<1x1x1x6xf32>, !ttnn.device) -> tensor<1x1x72x6xf32>
  return
}

// -----

func.func @f(%a: tensor<1x1x128x4xf32>, %b: tensor<6x4x3x3xf32>, %c: tensor<1x1x1x6xf32>, %d: !ttnn.device) {
  // expected-error@+1 {{'ttnn.conv2d' op Stride attribute values must be greater than 0, got: (-3, 1)}}
  %0 = "ttnn.conv2d"(%a, %b, %c, %d) <{in_channels = 4 : i32, out_channels = 6 : i32, batch_size = 2 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, stride = array<i32: -3, 1>, padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<1x1x128x4xf32>, tensor<6x4x3x3xf32>, tensor<1x1x1x6xf32>, !ttnn.device) -> tensor<1x1x72x6xf32>
  return
}

// -----

func.func @f(%a: tensor<1x1x128x4xf32>, %b: tensor<6x4x3x3xf32>, %c: tensor<1x1x1x6xf32>, %d: !ttnn.device) {
  // expected-error@+1 {{'ttnn.conv2d' op Padding attribute values must be greater than or equal to 0, got: (-3, 0)}}
  %0 = "ttnn.conv2d"(%a, %b, %c, %d) <{in_channels = 4 : i32, out_channels = 6 : i32, batch_size = 2 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, stride = array<i32: 1, 1>, padding = array<i32: -3, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<1x1x128x4xf32>, tensor<6x4x3x3xf32>, tensor<1x1x1x6xf32>, !ttnn.device) -> tensor<1x1x72x6xf32>
  return
}

// -----

func.func @f(%a: tensor<1x1x128x4xf32>, %b: tensor<6x4x3x3xf32>, %c: tensor<1x1x1x6xf32>, %d: !ttnn.device) {
  // expected-error@+1 {{'ttnn.conv2d' op Dilation attribute values must be greater than 0, got: (-3, 1)}}
  %0 = "ttnn.conv2d"(%a, %b, %c, %d) <{in_channels = 4 : i32, out_channels = 6 : i32, batch_size = 2 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, stride = array<i32: 1, 1>, padding = array<i32: 0, 0>, dilation = array<i32: -3, 1>, groups = 1 : i32}> : (tensor<1x1x128x4xf32>, tensor<6x4x3x3xf32>, tensor<1x1x1x6xf32>, !ttnn.device) -> tensor<1x1x72x6xf32>
  return
}

// -----

func.func @f(%a: tensor<1x1x128x4xf32>, %b: tensor<6x4x3x3xf32>, %c: tensor<1x1x1x6xf32>, %d: !ttnn.device) {
  // expected-error@+1 {{'ttnn.conv2d' op groups must be >= 1, got: -3}}
  %0 = "ttnn.conv2d"(%a, %b, %c, %d) <{in_channels = 4 : i32, out_channels = 6 : i32, batch_size = 2 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, stride = array<i32: 1, 1>, padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, groups = -3 : i32}> : (tensor<1x1x128x4xf32>, tensor<6x4x3x3xf32>, tensor<1x1x1x6xf32>, !ttnn.device) -> tensor<1x1x72x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x8x4xf32>, %b: tensor<6x4x3xf32>, %c: tensor<1x1x1x6xf32>, %d: !ttnn.device) {
  // expected-error@+1 {{'ttnn.conv1d' op padding attribute must have exactly 2 elements ([pL, pR])}}
  %0 = "ttnn.conv1d"(%a, %b, %c, %d) <{in_channels = 4 : i32, out_channels = 6 : i32, batch_size = 2 : i32, input_length = 8 : i32, kernel_size = 3 : i32, stride = 1 : i32, padding = array<i32: 0, 0, 0>, dilation = 1 : i32, groups = 1 : i32}> : (tensor<2x8x4xf32>, tensor<6x4x3xf32>, tensor<1x1x1x6xf32>, !ttnn.device) -> tensor<1x1x12x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x8x4xf32>, %b: tensor<6x4x3xf32>, %c: tensor<1x1x1x6xf32>, %d: !ttnn.device) {
  // expected-error@+1 {{'ttnn.conv1d' op in_channels must be divisible by groups}}
  %0 = "ttnn.conv1d"(%a, %b, %c, %d) <{in_channels = 4 : i32, out_channels = 6 : i32, batch_size = 2 : i32, input_length = 8 : i32, kernel_size = 3 : i32, stride = 1 : i32, padding = array<i32: 0, 0>, dilation = 1 : i32, groups = 99 : i32}> : (tensor<2x8x4xf32>, tensor<6x4x3xf32>, tensor<1x1x1x6xf32>, !ttnn.device) -> tensor<1x1x12x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x8x8x8x4xf32>, %b: tensor<109x6xf32>, %c: tensor<1x6xf32>, %d: !ttnn.device) {
  // expected-error@+1 {{'ttnn.conv3d' op weight flattened dimension (109) must equal kD*kH*kW*C_in/groups (108)}}
  %0 = "ttnn.conv3d"(%a, %b, %c, %d) <{in_channels = 4 : i32, out_channels = 6 : i32, batch_size = 2 : i32, input_depth = 8 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3, 3>, stride = array<i32: 1, 1, 1>, padding = array<i32: 0, 0, 0>, padding_mode = "zeros", groups = 1 : i32}> : (tensor<2x8x8x8x4xf32>, tensor<109x6xf32>, tensor<1x6xf32>, !ttnn.device) -> tensor<2x6x6x6x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x8x8x8x4xf32>, %b: tensor<6xf32>, %c: tensor<1x6xf32>, %d: !ttnn.device) {
  // expected-error@+1 {{'ttnn.conv3d' op weight must be either a 5D tensor [O, C/G, kD, kH, kW] (raw) or a 2D tensor [kD*kH*kW*C/G, O] (prepared)}}
  %0 = "ttnn.conv3d"(%a, %b, %c, %d) <{in_channels = 4 : i32, out_channels = 6 : i32, batch_size = 2 : i32, input_depth = 8 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3, 3>, stride = array<i32: 1, 1, 1>, padding = array<i32: 0, 0, 0>, padding_mode = "zeros", groups = 1 : i32}> : (tensor<2x8x8x8x4xf32>, tensor<6xf32>, tensor<1x6xf32>, !ttnn.device) -> tensor<2x6x6x6x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x8x8x8x4xf32>, %b: tensor<108x6xf32>, %c: tensor<2x6xf32>, %d: !ttnn.device) {
  // expected-error@+1 {{'ttnn.conv3d' op bias first dimension must be 1, got 2}}
  %0 = "ttnn.conv3d"(%a, %b, %c, %d) <{in_channels = 4 : i32, out_channels = 6 : i32, batch_size = 2 : i32, input_depth = 8 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3, 3>, stride = array<i32: 1, 1, 1>, padding = array<i32: 0, 0, 0>, padding_mode = "zeros", groups = 1 : i32}> : (tensor<2x8x8x8x4xf32>, tensor<108x6xf32>, tensor<2x6xf32>, !ttnn.device) -> tensor<2x6x6x6x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x8x8x8x4xf32>, %b: tensor<108x6xf32>, %c: tensor<1x7xf32>, %d: !ttnn.device) {
  // expected-error@+1 {{'ttnn.conv3d' op bias output channels (7) must match weight output channels (6)}}
  %0 = "ttnn.conv3d"(%a, %b, %c, %d) <{in_channels = 4 : i32, out_channels = 6 : i32, batch_size = 2 : i32, input_depth = 8 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3, 3>, stride = array<i32: 1, 1, 1>, padding = array<i32: 0, 0, 0>, padding_mode = "zeros", groups = 1 : i32}> : (tensor<2x8x8x8x4xf32>, tensor<108x6xf32>, tensor<1x7xf32>, !ttnn.device) -> tensor<2x6x6x6x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x8x8x8x4xf32>, %b: tensor<108x6xf32>, %c: tensor<1x6xf32>, %d: !ttnn.device) {
  // expected-error@+1 {{'ttnn.conv3d' op output batch size (3) must match input batch size (2)}}
  %0 = "ttnn.conv3d"(%a, %b, %c, %d) <{in_channels = 4 : i32, out_channels = 6 : i32, batch_size = 2 : i32, input_depth = 8 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3, 3>, stride = array<i32: 1, 1, 1>, padding = array<i32: 0, 0, 0>, padding_mode = "zeros", groups = 1 : i32}> : (tensor<2x8x8x8x4xf32>, tensor<108x6xf32>, tensor<1x6xf32>, !ttnn.device) -> tensor<3x6x6x6x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x8x8x8x4xf32>, %b: tensor<108x6xf32>, %c: tensor<1x6xf32>, %d: !ttnn.device) {
  // expected-error@+1 {{'ttnn.conv3d' op output depth (7) does not match calculated depth (6)}}
  %0 = "ttnn.conv3d"(%a, %b, %c, %d) <{in_channels = 4 : i32, out_channels = 6 : i32, batch_size = 2 : i32, input_depth = 8 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3, 3>, stride = array<i32: 1, 1, 1>, padding = array<i32: 0, 0, 0>, padding_mode = "zeros", groups = 1 : i32}> : (tensor<2x8x8x8x4xf32>, tensor<108x6xf32>, tensor<1x6xf32>, !ttnn.device) -> tensor<2x7x6x6x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x8x8x8x4xf32>, %b: tensor<108x6xf32>, %c: tensor<1x6xf32>, %d: !ttnn.device) {
  // expected-error@+1 {{'ttnn.conv3d' op output channels (7) must match weight output channels (6)}}
  %0 = "ttnn.conv3d"(%a, %b, %c, %d) <{in_channels = 4 : i32, out_channels = 6 : i32, batch_size = 2 : i32, input_depth = 8 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3, 3>, stride = array<i32: 1, 1, 1>, padding = array<i32: 0, 0, 0>, padding_mode = "zeros", groups = 1 : i32}> : (tensor<2x8x8x8x4xf32>, tensor<108x6xf32>, tensor<1x6xf32>, !ttnn.device) -> tensor<2x6x6x6x7xf32>
  return
}

// -----

func.func @f(%a: tensor<2x8x8x8x4xf32>, %b: tensor<108x6xf32>, %c: tensor<1x6xf32>, %d: !ttnn.device) {
  // expected-error@+1 {{'ttnn.conv3d' op kernel_size must have 3 values, got: 4}}
  %0 = "ttnn.conv3d"(%a, %b, %c, %d) <{in_channels = 4 : i32, out_channels = 6 : i32, batch_size = 2 : i32, input_depth = 8 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3, 3, 3>, stride = array<i32: 1, 1, 1>, padding = array<i32: 0, 0, 0>, padding_mode = "zeros", groups = 1 : i32}> : (tensor<2x8x8x8x4xf32>, tensor<108x6xf32>, tensor<1x6xf32>, !ttnn.device) -> tensor<2x6x6x6x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x8x8x8x4xf32>, %b: tensor<108x6xf32>, %c: tensor<1x6xf32>, %d: !ttnn.device) {
  // expected-error@+1 {{'ttnn.conv3d' op padding_mode must be 'zeros' or 'replicate', got: x}}
  %0 = "ttnn.conv3d"(%a, %b, %c, %d) <{in_channels = 4 : i32, out_channels = 6 : i32, batch_size = 2 : i32, input_depth = 8 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3, 3>, stride = array<i32: 1, 1, 1>, padding = array<i32: 0, 0, 0>, padding_mode = "x", groups = 1 : i32}> : (tensor<2x8x8x8x4xf32>, tensor<108x6xf32>, tensor<1x6xf32>, !ttnn.device) -> tensor<2x6x6x6x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x8x8x8x4xf32>, %b: tensor<6x4x4x3x3xf32>, %c: tensor<1x6xf32>, %d: !ttnn.device) {
  // expected-error@+1 {{'ttnn.conv3d' op weight kernel dimensions (4, 3, 3) must match kernel_size (3, 3, 3)}}
  %0 = "ttnn.conv3d"(%a, %b, %c, %d) <{in_channels = 4 : i32, out_channels = 6 : i32, batch_size = 2 : i32, input_depth = 8 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3, 3>, stride = array<i32: 1, 1, 1>, padding = array<i32: 0, 0, 0>, padding_mode = "zeros", groups = 1 : i32}> : (tensor<2x8x8x8x4xf32>, tensor<6x4x4x3x3xf32>, tensor<1x6xf32>, !ttnn.device) -> tensor<2x6x6x6x6xf32>
  return
}

// -----

func.func @f(%a: tensor<7x4x3x3xf32>, %b: !ttnn.device) {
  // expected-error@+1 {{'ttnn.prepare_conv2d_weights' op Expected output channels attribute (6) to match the first dimension of the weight tensor (7)}}
  %0 = "ttnn.prepare_conv2d_weights"(%a, %b) <{input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, weights_format = "OIHW", in_channels = 4 : i32, out_channels = 6 : i32, batch_size = 1 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, stride = array<i32: 1, 1>, padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, has_bias = false, groups = 1 : i32, input_dtype = #ttcore.supportedDataTypes<f32>}> : (tensor<7x4x3x3xf32>, !ttnn.device) -> tensor<1x1x36x6xf32>
  return
}

// -----

func.func @f(%a: tensor<6x4x4x3xf32>, %b: !ttnn.device) {
  // expected-error@+1 {{'ttnn.prepare_conv2d_weights' op Expected kernel height attribute (3) to match the third dimension of the weight tensor (4)}}
  %0 = "ttnn.prepare_conv2d_weights"(%a, %b) <{input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, weights_format = "OIHW", in_channels = 4 : i32, out_channels = 6 : i32, batch_size = 1 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, stride = array<i32: 1, 1>, padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, has_bias = false, groups = 1 : i32, input_dtype = #ttcore.supportedDataTypes<f32>}> : (tensor<6x4x4x3xf32>, !ttnn.device) -> tensor<1x1x36x6xf32>
  return
}

// -----

func.func @f(%a: tensor<6x4x3x3xf32>, %b: !ttnn.device) {
  // expected-error@+1 {{'ttnn.prepare_conv2d_weights' op Only `OIHW` weights format is currently supported}}
  %0 = "ttnn.prepare_conv2d_weights"(%a, %b) <{input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, weights_format = "x", in_channels = 4 : i32, out_channels = 6 : i32, batch_size = 1 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, stride = array<i32: 1, 1>, padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, has_bias = false, groups = 1 : i32, input_dtype = #ttcore.supportedDataTypes<f32>}> : (tensor<6x4x3x3xf32>, !ttnn.device) -> tensor<1x1x36x6xf32>
  return
}

// -----

func.func @f(%a: tensor<6x4x3x3xf32>, %b: !ttnn.device) {
  // expected-error@+1 {{'ttnn.prepare_conv2d_weights' op Expected kernel size attribute to be a 2D tensor}}
  %0 = "ttnn.prepare_conv2d_weights"(%a, %b) <{input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, weights_format = "OIHW", in_channels = 4 : i32, out_channels = 6 : i32, batch_size = 1 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3, 3>, stride = array<i32: 1, 1>, padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, has_bias = false, groups = 1 : i32, input_dtype = #ttcore.supportedDataTypes<f32>}> : (tensor<6x4x3x3xf32>, !ttnn.device) -> tensor<1x1x36x6xf32>
  return
}

// -----

func.func @f(%a: tensor<6x4x3x3xf32>, %b: !ttnn.device) {
  // expected-error@+1 {{'ttnn.prepare_conv2d_weights' op Expected padding attribute to be a 2D tensor}}
  %0 = "ttnn.prepare_conv2d_weights"(%a, %b) <{input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, weights_format = "OIHW", in_channels = 4 : i32, out_channels = 6 : i32, batch_size = 1 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, stride = array<i32: 1, 1>, padding = array<i32: 0, 0, 0>, dilation = array<i32: 1, 1>, has_bias = false, groups = 1 : i32, input_dtype = #ttcore.supportedDataTypes<f32>}> : (tensor<6x4x3x3xf32>, !ttnn.device) -> tensor<1x1x36x6xf32>
  return
}

// -----

func.func @f(%a: tensor<7x4x3x3x3xf32>, %b: !ttnn.device) {
  // expected-error@+1 {{'ttnn.prepare_conv3d_weights' op Expected result second dimension (6) to match output channels (7)}}
  %0 = "ttnn.prepare_conv3d_weights"(%a, %b) <{groups = 1 : i32, c_in_block = 32 : i32, alignment = 32 : i32}> : (tensor<7x4x3x3x3xf32>, !ttnn.device) -> tensor<864x6xf32>
  return
}

// -----

func.func @f(%a: tensor<6x64x3x3x3xf32>, %b: !ttnn.device) {
  // expected-error@+1 {{'ttnn.prepare_conv3d_weights' op Expected result first dimension (864) to match prepared conv3d weight flattened dimension (1728)}}
  %0 = "ttnn.prepare_conv3d_weights"(%a, %b) <{groups = 1 : i32, c_in_block = 32 : i32, alignment = 32 : i32}> : (tensor<6x64x3x3x3xf32>, !ttnn.device) -> tensor<864x6xf32>
  return
}

// -----

func.func @f(%a: tensor<6x4x3x3x3xf32>, %b: !ttnn.device) {
  // expected-error@+1 {{'ttnn.prepare_conv3d_weights' op Groups must be positive}}
  %0 = "ttnn.prepare_conv3d_weights"(%a, %b) <{groups = -3 : i32, c_in_block = 32 : i32, alignment = 32 : i32}> : (tensor<6x4x3x3x3xf32>, !ttnn.device) -> tensor<864x6xf32>
  return
}

// -----

func.func @f(%a: tensor<6x4x3x3x3xf32>, %b: !ttnn.device) {
  // expected-error@+1 {{'ttnn.prepare_conv3d_weights' op C_in_block must be non-negative}}
  %0 = "ttnn.prepare_conv3d_weights"(%a, %b) <{groups = 1 : i32, c_in_block = -3 : i32, alignment = 32 : i32}> : (tensor<6x4x3x3x3xf32>, !ttnn.device) -> tensor<864x6xf32>
  return
}

// -----

func.func @f(%a: tensor<6x4x3x3x3xf32>, %b: !ttnn.device) {
  // expected-error@+1 {{'ttnn.prepare_conv3d_weights' op C_in_block (99) must divide aligned input channels (32)}}
  %0 = "ttnn.prepare_conv3d_weights"(%a, %b) <{groups = 1 : i32, c_in_block = 99 : i32, alignment = 32 : i32}> : (tensor<6x4x3x3x3xf32>, !ttnn.device) -> tensor<864x6xf32>
  return
}

// -----

func.func @f(%a: tensor<6x4x3x3x3xf32>, %b: !ttnn.device) {
  // expected-error@+1 {{'ttnn.prepare_conv3d_weights' op Alignment must be positive}}
  %0 = "ttnn.prepare_conv3d_weights"(%a, %b) <{groups = 1 : i32, c_in_block = 32 : i32, alignment = -3 : i32}> : (tensor<6x4x3x3x3xf32>, !ttnn.device) -> tensor<864x6xf32>
  return
}

// -----

func.func @f(%a: tensor<f32>) {
  // expected-error@+1 {{'ttnn.all_gather' op Invalid gather dimension for all reduce op. Gather dimension must be >= to input tensor rank or < -input tensor rank, got gather_dim = 1}}
  %0 = "ttnn.all_gather"(%a) <{all_gather_dim = 1 : si32, cluster_axis = 0 : ui32}> : (tensor<f32>) -> tensor<4x16xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>>) {
  // expected-error@+1 {{'ttnn.all_gather' op Input and output layouts must agree, but got input layout row_major and output layout tile. all_gather is layout-preserving and cannot convert between tiled and row-major layouts.}}
  %0 = "ttnn.all_gather"(%a) <{all_gather_dim = 1 : si32, cluster_axis = 0 : ui32}> : (tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>>) -> tensor<4x16xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error@+1 {{'ttnn.reduce_scatter' op Invalid scatter dimension for reduce scatter op. Scatter dimension must be >= to input tensor rank or < -input tensor rank, got scatter_dim = 1}}
  %0 = "ttnn.reduce_scatter"(%a) <{reduce_type = #ttcore.reduce_type<sum>, scatter_dim = 1 : si32, cluster_axis = 0 : ui32}> : (tensor<8xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%a: tensor<5x8xf32>, %b: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttnn.point_to_point' op Optional output tensor must match input tensor in shape and element type.}}
  %0 = "ttnn.point_to_point"(%a, %b) <{sender_coord = array<i64: 0, 0>, receiver_coord = array<i64: 0, 1>}> : (tensor<5x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<f32>) {
  // expected-error@+1 {{'ttnn.to_memory_config' op Input tensor type missing layout attribute}}
  %0 = "ttnn.to_memory_config"(%a) : (tensor<f32>) -> tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<l1>>, <interleaved>>>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>) {
  // expected-error@+1 {{'ttnn.to_memory_config' op Output tensor type missing layout attribute}}
  %0 = "ttnn.to_memory_config"(%a) : (tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>) -> tensor<f32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>>) {
  // expected-error@+1 {{'ttnn.to_layout' op ttnn.to_layout cannot change buffer type from 'system_memory' to 'dram'; use ttnn.to_tensor_spec for memory-config or device placement changes}}
  %0 = "ttnn.to_layout"(%a) : (tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>>) -> tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<dram>>, <interleaved>>>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'ttnn.constant' op device operand must be specified for non-system memory buffer type}}
  %0 = "ttnn.constant"() <{value = dense<1.0> : tensor<4x8xf32>}> : () -> tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>
  return
}

// -----

func.func @f(%a: !ttnn.device) {
  // expected-error@+1 {{'ttnn.constant' op device operand must not be specified for system memory buffer type}}
  %0 = "ttnn.constant"(%a) <{value = dense<1.0> : tensor<4x8xf32>}> : (!ttnn.device) -> tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'ttnn.load_tensor' op device operand must be specified for device memory buffer type}}
  %0 = "ttnn.load_tensor"() <{file_path = "x.tensorbin"}> : () -> tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'ttnn.load_tensor' op file x must end with .tensorbin extension}}
  %0 = "ttnn.load_tensor"() <{file_path = "x"}> : () -> tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>>
  return
}

// -----

func.func @f(%a: !ttnn.device) {
  // expected-error@+1 {{'ttnn.load_tensor' op device operand must be null for system memory buffer type}}
  %0 = "ttnn.load_tensor"(%a) <{file_path = "x.tensorbin"}> : (!ttnn.device) -> tensor<f32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>, %b: tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>) {
  // expected-error@+1 {{'ttnn.write_tensor' op Host tensor must be on system memory}}
  "ttnn.write_tensor"(%a, %b) <{cq_id = 0 : ui32}> : (tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>, tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>) -> ()
  return
}

// -----

func.func @f(%a: tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>>, %b: tensor<f32>) {
  // expected-error@+1 {{'ttnn.write_tensor' op Device tensor must be on device memory}}
  "ttnn.write_tensor"(%a, %b) <{cq_id = 0 : ui32}> : (tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>>, tensor<f32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>>, %b: tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>) {
  // expected-error@+1 {{'ttnn.write_tensor' op Invalid CQ ID 99}}
  "ttnn.write_tensor"(%a, %b) <{cq_id = 99 : ui32}> : (tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>>, tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>) -> ()
  return
}

// -----

func.func @f(%a: tensor<5x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>, %b: tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>) {
  // expected-error@+1 {{'ttnn.copy' op Source and destination tensor types must match, but got 'tensor<5x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>' and 'tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>'}}
  "ttnn.copy"(%a, %b) : (tensor<5x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>, tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>) -> ()
  return
}

// -----

func.func @f(%a: !ttnn.device) {
  // expected-error@+1 {{'ttnn.begin_trace_capture' op Trace ID must be unsigned}}
  %0 = "ttnn.begin_trace_capture"(%a) <{cq_id = 0 : ui32}> : (!ttnn.device) -> tensor<i32, #ttnn.trace_id>
  return
}

// -----

func.func @f(%a: !ttnn.device) {
  // expected-error@+1 {{'ttnn.begin_trace_capture' op Trace ID must be 32-bit}}
  %0 = "ttnn.begin_trace_capture"(%a) <{cq_id = 0 : ui32}> : (!ttnn.device) -> tensor<ui8, #ttnn.trace_id>
  return
}

// -----

func.func @f(%a: !ttnn.device) {
  // expected-error@+1 {{'ttnn.begin_trace_capture' op Trace ID must be a scalar}}
  %0 = "ttnn.begin_trace_capture"(%a) <{cq_id = 0 : ui32}> : (!ttnn.device) -> tensor<1xui32, #ttnn.trace_id>
  return
}

// -----

func.func @f(%a: !ttnn.device) {
  // expected-error@+1 {{'ttnn.begin_trace_capture' op Trace ID must be an integer}}
  %0 = "ttnn.begin_trace_capture"(%a) <{cq_id = 0 : ui32}> : (!ttnn.device) -> tensor<f32, #ttnn.trace_id>
  return
}

// -----

func.func @f(%a: !ttnn.device) {
  // expected-error@+1 {{'ttnn.begin_trace_capture' op Trace ID must have the TraceIdAttr encoding}}
  %0 = "ttnn.begin_trace_capture"(%a) <{cq_id = 0 : ui32}> : (!ttnn.device) -> tensor<ui32>
  return
}

// -----

func.func @f(%a: tensor<1x4x8xf32>, %b: tensor<8x6xf32>, %c: tensor<4x6xf32>) {
  // expected-error@+1 {{'ttnn.linear' op Output shape(4,6) must match the broadcasted shape(1,4,6) or the matmul output shape(1,4,6)}}
  %0 = "ttnn.linear"(%a, %b, %c) : (tensor<1x4x8xf32>, tensor<8x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

func.func @f(%a: tensor<3x8x8x4xf32>, %b: tensor<4x6x3x3xf32>, %c: tensor<1x1x1x6xf32>, %d: !ttnn.device) {
  // expected-error@+1 {{'ttnn.conv_transpose2d' op Batch size attribute must match the first dimension of the input tensor}}
  %0 = "ttnn.conv_transpose2d"(%a, %b, %c, %d) <{in_channels = 4 : i32, out_channels = 6 : i32, batch_size = 2 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, stride = array<i32: 2, 2>, padding = array<i32: 1, 1>, output_padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<3x8x8x4xf32>, tensor<4x6x3x3xf32>, tensor<1x1x1x6xf32>, !ttnn.device) -> tensor<1x1x450x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x8x8x5xf32>, %b: tensor<4x6x3x3xf32>, %c: tensor<1x1x1x6xf32>, %d: !ttnn.device) {
  // expected-error@+1 {{'ttnn.conv_transpose2d' op Input channels attribute must match the last dimension of the input tensor}}
  %0 = "ttnn.conv_transpose2d"(%a, %b, %c, %d) <{in_channels = 4 : i32, out_channels = 6 : i32, batch_size = 2 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, stride = array<i32: 2, 2>, padding = array<i32: 1, 1>, output_padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<2x8x8x5xf32>, tensor<4x6x3x3xf32>, tensor<1x1x1x6xf32>, !ttnn.device) -> tensor<1x1x450x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x8x8x4xf32>, %b: tensor<4x6x3x3xf32>, %c: tensor<1x1x1x6xf32>, %d: !ttnn.device) {
  // expected-error@+1 {{'ttnn.conv_transpose2d' op Output channels attribute match the last dimension of the output tensor}}
  %0 = "ttnn.conv_transpose2d"(%a, %b, %c, %d) <{in_channels = 4 : i32, out_channels = 6 : i32, batch_size = 2 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, stride = array<i32: 2, 2>, padding = array<i32: 1, 1>, output_padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<2x8x8x4xf32>, tensor<4x6x3x3xf32>, tensor<1x1x1x6xf32>, !ttnn.device) -> tensor<1x1x450x7xf32>
  return
}

// -----

func.func @f(%a: tensor<2x8x8x4xf32>, %b: tensor<4x6x3x3xf32>, %c: tensor<1x1x1x6xf32>, %d: !ttnn.device) {
  // expected-error@+1 {{'ttnn.conv_transpose2d' op Attribute 'kernel size' must have a value for each direction}}
  %0 = "ttnn.conv_transpose2d"(%a, %b, %c, %d) <{in_channels = 4 : i32, out_channels = 6 : i32, batch_size = 2 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3, 3>, stride = array<i32: 2, 2>, padding = array<i32: 1, 1>, output_padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<2x8x8x4xf32>, tensor<4x6x3x3xf32>, tensor<1x1x1x6xf32>, !ttnn.device) -> tensor<1x1x450x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x8x8x4xf32>, %b: tensor<4x6x3x3xf32>, %c: tensor<1x1x1x6xf32>, %d: !ttnn.device) {
  // expected-error@+1 {{'ttnn.conv_transpose2d' op Attribute 'stride' contains a value less than: 1}}
  %0 = "ttnn.conv_transpose2d"(%a, %b, %c, %d) <{in_channels = 4 : i32, out_channels = 6 : i32, batch_size = 2 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, stride = array<i32: -3, 2>, padding = array<i32: 1, 1>, output_padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<2x8x8x4xf32>, tensor<4x6x3x3xf32>, tensor<1x1x1x6xf32>, !ttnn.device) -> tensor<1x1x450x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4x8x16xf32>) {
  // expected-error@+1 {{'ttnn.flash_mla_prefill' op head_dim_v must be greater than 0}}
  %0 = "ttnn.flash_mla_prefill"(%a, %a) <{head_dim_v = 0 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>) -> tensor<2x4x8x0xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4x8x16xf32>) {
  // expected-error@+1 {{'ttnn.flash_mla_prefill' op head_dim_v cannot exceed key's head dim when value is not provided}}
  %0 = "ttnn.flash_mla_prefill"(%a, %a) <{head_dim_v = 17 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>) -> tensor<2x4x8x17xf32>
  return
}

// -----

#h = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 128 + d1 * 32 + d2, d3), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<system_memory>>>
func.func @f(%a: tensor<1x1x32x32xbf16, #h>) {
  // expected-error@+1 {{'ttnn.rotary_embedding_llama' op all input tensors must be on device.}}
  %0 = "ttnn.rotary_embedding_llama"(%a, %a, %a, %a) <{is_decode_mode = false}> : (tensor<1x1x32x32xbf16, #h>, tensor<1x1x32x32xbf16, #h>, tensor<1x1x32x32xbf16, #h>, tensor<1x1x32x32xbf16, #h>) -> tensor<1x1x32x32xbf16, #h>
  return
}

// -----

#d = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 128 + d1 * 32 + d2, d3), <1x1>, memref<1x9x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>
func.func @f(%a: tensor<1x1x32x288xbf16, #d>) {
  // expected-error@+1 {{'ttnn.rotary_embedding_llama' op head dimension must be ≤ 256, got 288.}}
  %0 = "ttnn.rotary_embedding_llama"(%a, %a, %a, %a) <{is_decode_mode = false}> : (tensor<1x1x32x288xbf16, #d>, tensor<1x1x32x288xbf16, #d>, tensor<1x1x32x288xbf16, #d>, tensor<1x1x32x288xbf16, #d>) -> tensor<1x1x32x288xbf16, #d>
  return
}

// -----

#d = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 128 + d1 * 32 + d2, d3), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>
func.func @f(%a: tensor<1x1x32x32xbf16, #d>) {
  // expected-error@+1 {{'ttnn.rotary_embedding_llama' op in decode mode, all input tensors must have HeightSharded memory layout.}}
  %0 = "ttnn.rotary_embedding_llama"(%a, %a, %a, %a) <{is_decode_mode = true}> : (tensor<1x1x32x32xbf16, #d>, tensor<1x1x32x32xbf16, #d>, tensor<1x1x32x32xbf16, #d>, tensor<1x1x32x32xbf16, #d>) -> tensor<1x1x32x32xbf16, #d>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttnn.point_to_point' op Can't send/receive to the same device}}
  %0 = "ttnn.point_to_point"(%a, %a) <{sender_coord = array<i64: 0, 1>, receiver_coord = array<i64: 0, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'ttnn.concat' op At least one input tensor is required.}}
  %0 = "ttnn.concat"() <{dim = 0 : si32}> : () -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%a: tensor<4x8xf32>) {
  // expected-error@+1 {{'ttnn.pad' op Padding cannot contain negative values}}
  %0 = "ttnn.pad"(%a) <{padding = array<i32: 0, -1, 0, 0>, value = 0.0 : f32, use_multicore = true}> : (tensor<4x8xf32>) -> tensor<3x8xf32>
  return
}

// -----

func.func @f(%a: tensor<8x16xbf16>, %b: tensor<16x128xbf16>, %c: tensor<8x128xbf16>) {
  // expected-error@+1 {{'ttnn.topk_router_gpt' op B must be 32, but got: 8}}
  %0, %1 = "ttnn.topk_router_gpt"(%a, %b, %c) <{k = 4 : i32, num_experts = 128 : i32}> : (tensor<8x16xbf16>, tensor<16x128xbf16>, tensor<8x128xbf16>) -> (tensor<8x4xui16>, tensor<8x4xbf16>)
  return
}

// -----

func.func @f(%a: tensor<1x1x6x8xf32>, %i: tensor<1x1x6x4xi32>, %s: tensor<1x1x6x4xf32>, %m: tensor<2x8xi32>, %d: tensor<1x12x8xf32>) {
  // expected-error@+1 {{'ttnn.all_to_all_dispatch_metadata' op dispatched_buffer, indices_buffer and scores_buffer must be all bound or all unbound}}
  %0:3 = "ttnn.all_to_all_dispatch_metadata"(%a, %i, %s, %m, %d) <{num_devices = 2 : i64, cluster_axis = 0 : i64, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 0, 0>}> : (tensor<1x1x6x8xf32>, tensor<1x1x6x4xi32>, tensor<1x1x6x4xf32>, tensor<2x8xi32>, tensor<1x12x8xf32>) -> (tensor<1x12x8xf32>, tensor<1x12x4xi32>, tensor<1x12x4xf32>)
  return
}

// -----

func.func @f(%a: tensor<f32>, %b: tensor<8xf32>) {
  // expected-error@+1 {{'ttnn.rms_norm' op weight tensor must be 0D for 0D input tensor}}
  %0 = "ttnn.rms_norm"(%a, %b) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<f32>, tensor<8xf32>) -> tensor<f32>
  return
}

// -----

func.func @f(%a: tensor<4x4x6xf32>) {
  // expected-error@+1 {{'ttnn.group_norm' op input must be a 4D tensor [N, 1, H*W, C], got rank 3}}
  %0 = "ttnn.group_norm"(%a) <{num_groups = 3 : i64, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (tensor<4x4x6xf32>) -> tensor<4x4x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x4x4x6xf32>) {
  // expected-error@+1 {{'ttnn.group_norm' op input second dimension must be 1 for shape [N, 1, H*W, C], got 4}}
  %0 = "ttnn.group_norm"(%a) <{num_groups = 3 : i64, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (tensor<2x4x4x6xf32>) -> tensor<2x4x4x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2x1x4x6xf32>) {
  // expected-error@+1 {{'ttnn.group_norm' op input_mask is not supported when channel dimension is not tile-aligned (multiple of 32); got C=6}}
  %0 = "ttnn.group_norm"(%a, %a) <{num_groups = 3 : i64, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (tensor<2x1x4x6xf32>, tensor<2x1x4x6xf32>) -> tensor<2x1x4x6xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{'ttnn.d2m_subgraph' op Could not find D2M function 'none' in parent module.}}
  %0 = "ttnn.d2m_subgraph"(%a, %a) <{d2m_func = @none, operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func private @g(tensor<4xf32>) -> tensor<4xf32>
func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{'ttnn.d2m_subgraph' op D2M function must have 2 arguments, got 1}}
  %0 = "ttnn.d2m_subgraph"(%a, %a, %a) <{d2m_func = @g, operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func private @g(tensor<4xf32>) -> tensor<4xf32>
func.func @f(%a: tensor<4xbf16>) {
  // expected-error@+1 {{'ttnn.d2m_subgraph' op D2M function argument type 0 mismatch: expected 'tensor<4xbf16>', got 'tensor<4xf32>'}}
  %0 = "ttnn.d2m_subgraph"(%a, %a) <{d2m_func = @g, operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xf32>
  return
}

// -----

#d = #ttnn.ttnn_layout<(d0) -> (d0), <1>, memref<4xf32, #ttnn.buffer_type<l1>>, <interleaved>>
func.func @f(%a: tensor<4xf32, #d>) {
  // expected-error@+1 {{'ttnn.to_memory_config' op Shard shape must be 2D}}
  %0 = "ttnn.to_memory_config"(%a) : (tensor<4xf32, #d>) -> tensor<4xf32, #d>
  return
}

// -----

#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<l1>>, <interleaved>>
#b = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<l1>>, <block_sharded>, core_ranges = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (0,0)>]>>
func.func @f(%a: tensor<4x8xf32, #a>) {
  // expected-error@+1 {{'ttnn.to_layout' op ttnn.to_layout cannot change tensor memory layout; use ttnn.to_tensor_spec for memory-config changes}}
  %0 = "ttnn.to_layout"(%a) : (tensor<4x8xf32, #a>) -> tensor<4x8xf32, #b>
  return
}

// -----

#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<l1>>, <interleaved>>
#b = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x2>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<l1>>, <interleaved>>
func.func @f(%a: tensor<4x8xf32, #a>) {
  // expected-error@+1 {{'ttnn.to_layout' op ttnn.to_layout cannot change grid shape; usettnn.to_tensor_spec for memory-config changes}}
  %0 = "ttnn.to_layout"(%a) : (tensor<4x8xf32, #a>) -> tensor<4x8xf32, #b>
  return
}

// -----

#d = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>
func.func private @slots() -> tensor<4x8xf32, #d>
func.func private @execute(tensor<ui32, #ttnn.trace_id>)
func.func @capture(%a: tensor<4x8xf32, #d>) -> tensor<ui32, #ttnn.trace_id> {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  call @f(%a) : (tensor<4x8xf32, #d>) -> ()
  %i = "ttnn.begin_trace_capture"(%dev) <{cq_id = 0 : ui32}> : (!ttnn.device) -> tensor<ui32, #ttnn.trace_id>
  return %i : tensor<ui32, #ttnn.trace_id>
}
func.func @f(%a: tensor<4x8xf32, #d>) {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  // expected-error@+1 {{'ttnn.capture_or_execute_trace' op CaptureOrExecuteTraceOp op must not be nested within trace function}}
  %0 = "ttnn.capture_or_execute_trace"(%dev) <{allocate_slots_callee = @slots, capture_callee = @capture, execute_callee = @execute, operandSegmentSizes = array<i32: 1, 0, 0>}> : (!ttnn.device) -> tensor<4x8xf32, #d>
  return
}

// -----

#d = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>
#h = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>
func.func private @slots(tensor<4x8xf32, #d>) -> (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>, tensor<4x8xf32, #d>)
func.func @capture(%a: tensor<4x8xf32, #h>, %b: tensor<4x8xf32, #d>, %c: tensor<4x8xf32, #d>, %d: tensor<4x8xf32, #d>) -> tensor<ui32, #ttnn.trace_id> {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  call @traced(%b, %d) : (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>) -> ()
  %i = "ttnn.begin_trace_capture"(%dev) <{cq_id = 0 : ui32}> : (!ttnn.device) -> tensor<ui32, #ttnn.trace_id>
  return %i : tensor<ui32, #ttnn.trace_id>
}
func.func @traced(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #d>) {
  return
}
func.func private @execute(tensor<ui32, #ttnn.trace_id>)
func.func @f(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #h>) {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  // expected-error@+1 {{'ttnn.capture_or_execute_trace' op 'none' does not reference a function}}
  %0 = "ttnn.capture_or_execute_trace"(%dev, %a, %b) <{allocate_slots_callee = @none, capture_callee = @capture, execute_callee = @execute, operandSegmentSizes = array<i32: 1, 2, 0>}> : (!ttnn.device, tensor<4x8xf32, #d>, tensor<4x8xf32, #h>) -> tensor<4x8xf32, #d>
  return
}

// -----

#d = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>
#h = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>
func.func private @slots(tensor<4x8xf32, #d>, tensor<4x8xf32, #d>) -> (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>, tensor<4x8xf32, #d>)
func.func @capture(%a: tensor<4x8xf32, #h>, %b: tensor<4x8xf32, #d>, %c: tensor<4x8xf32, #d>, %d: tensor<4x8xf32, #d>) -> tensor<ui32, #ttnn.trace_id> {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  call @traced(%b, %d) : (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>) -> ()
  %i = "ttnn.begin_trace_capture"(%dev) <{cq_id = 0 : ui32}> : (!ttnn.device) -> tensor<ui32, #ttnn.trace_id>
  return %i : tensor<ui32, #ttnn.trace_id>
}
func.func @traced(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #d>) {
  return
}
func.func private @execute(tensor<ui32, #ttnn.trace_id>)
func.func @f(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #h>) {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  // expected-error@+1 {{'ttnn.capture_or_execute_trace' op Slot allocation function 'slots' must take 1 arguments (the device-resident inputs), but has 2}}
  %0 = "ttnn.capture_or_execute_trace"(%dev, %a, %b) <{allocate_slots_callee = @slots, capture_callee = @capture, execute_callee = @execute, operandSegmentSizes = array<i32: 1, 2, 0>}> : (!ttnn.device, tensor<4x8xf32, #d>, tensor<4x8xf32, #h>) -> tensor<4x8xf32, #d>
  return
}

// -----

#d = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>
#h = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>
func.func private @slots(tensor<4x9xf32, #d>) -> (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>, tensor<4x8xf32, #d>)
func.func @capture(%a: tensor<4x8xf32, #h>, %b: tensor<4x8xf32, #d>, %c: tensor<4x8xf32, #d>, %d: tensor<4x8xf32, #d>) -> tensor<ui32, #ttnn.trace_id> {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  call @traced(%b, %d) : (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>) -> ()
  %i = "ttnn.begin_trace_capture"(%dev) <{cq_id = 0 : ui32}> : (!ttnn.device) -> tensor<ui32, #ttnn.trace_id>
  return %i : tensor<ui32, #ttnn.trace_id>
}
func.func @traced(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #d>) {
  return
}
func.func private @execute(tensor<ui32, #ttnn.trace_id>)
func.func @f(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #h>) {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  // expected-error@+1 {{'ttnn.capture_or_execute_trace' op Slot allocation function argument 0 type mismatch: expected 'tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>', but got 'tensor<4x9xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>'}}
  %0 = "ttnn.capture_or_execute_trace"(%dev, %a, %b) <{allocate_slots_callee = @slots, capture_callee = @capture, execute_callee = @execute, operandSegmentSizes = array<i32: 1, 2, 0>}> : (!ttnn.device, tensor<4x8xf32, #d>, tensor<4x8xf32, #h>) -> tensor<4x8xf32, #d>
  return
}

// -----

#d = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>
#h = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>
func.func private @slots(tensor<4x8xf32, #d>) -> (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>)
func.func @capture(%a: tensor<4x8xf32, #h>, %b: tensor<4x8xf32, #d>, %c: tensor<4x8xf32, #d>, %d: tensor<4x8xf32, #d>) -> tensor<ui32, #ttnn.trace_id> {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  call @traced(%b, %d) : (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>) -> ()
  %i = "ttnn.begin_trace_capture"(%dev) <{cq_id = 0 : ui32}> : (!ttnn.device) -> tensor<ui32, #ttnn.trace_id>
  return %i : tensor<ui32, #ttnn.trace_id>
}
func.func @traced(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #d>) {
  return
}
func.func private @execute(tensor<ui32, #ttnn.trace_id>)
func.func @f(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #h>) {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  // expected-error@+1 {{'ttnn.capture_or_execute_trace' op Slot allocation function 'slots' must return 3 slots (2 input slots + 1 output slots), but returns 2}}
  %0 = "ttnn.capture_or_execute_trace"(%dev, %a, %b) <{allocate_slots_callee = @slots, capture_callee = @capture, execute_callee = @execute, operandSegmentSizes = array<i32: 1, 2, 0>}> : (!ttnn.device, tensor<4x8xf32, #d>, tensor<4x8xf32, #h>) -> tensor<4x8xf32, #d>
  return
}

// -----

#d = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>
#h = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>
func.func private @slots(tensor<4x8xf32, #d>) -> (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>, tensor<4x9xf32, #d>)
func.func @capture(%a: tensor<4x8xf32, #h>, %b: tensor<4x8xf32, #d>, %c: tensor<4x8xf32, #d>, %d: tensor<4x8xf32, #d>) -> tensor<ui32, #ttnn.trace_id> {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  call @traced(%b, %d) : (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>) -> ()
  %i = "ttnn.begin_trace_capture"(%dev) <{cq_id = 0 : ui32}> : (!ttnn.device) -> tensor<ui32, #ttnn.trace_id>
  return %i : tensor<ui32, #ttnn.trace_id>
}
func.func @traced(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #d>) {
  return
}
func.func private @execute(tensor<ui32, #ttnn.trace_id>)
func.func @f(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #h>) {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  // expected-error@+1 {{'ttnn.capture_or_execute_trace' op Slot allocation function output slot 0 type mismatch: expected 'tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>', but got 'tensor<4x9xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>'}}
  %0 = "ttnn.capture_or_execute_trace"(%dev, %a, %b) <{allocate_slots_callee = @slots, capture_callee = @capture, execute_callee = @execute, operandSegmentSizes = array<i32: 1, 2, 0>}> : (!ttnn.device, tensor<4x8xf32, #d>, tensor<4x8xf32, #h>) -> tensor<4x8xf32, #d>
  return
}

// -----

#d = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>
#h = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>
func.func private @slots(tensor<4x8xf32, #d>) -> (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>, tensor<4x8xf32, #d>)
func.func @capture(%b: tensor<4x8xf32, #d>, %c: tensor<4x8xf32, #d>, %d: tensor<4x8xf32, #d>) -> tensor<ui32, #ttnn.trace_id> {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  call @traced(%b, %d) : (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>) -> ()
  %i = "ttnn.begin_trace_capture"(%dev) <{cq_id = 0 : ui32}> : (!ttnn.device) -> tensor<ui32, #ttnn.trace_id>
  return %i : tensor<ui32, #ttnn.trace_id>
}
func.func @traced(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #d>) {
  return
}
func.func private @execute(tensor<ui32, #ttnn.trace_id>)
func.func @f(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #h>) {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  // expected-error@+1 {{'ttnn.capture_or_execute_trace' op Capture function 'capture' must take 4 arguments (1 host-staged inputs + 3 slots + 0 semaphores), but has 3}}
  %0 = "ttnn.capture_or_execute_trace"(%dev, %a, %b) <{allocate_slots_callee = @slots, capture_callee = @capture, execute_callee = @execute, operandSegmentSizes = array<i32: 1, 2, 0>}> : (!ttnn.device, tensor<4x8xf32, #d>, tensor<4x8xf32, #h>) -> tensor<4x8xf32, #d>
  return
}

// -----

#d = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>
#h = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>
func.func private @slots(tensor<4x8xf32, #d>) -> (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>, tensor<4x8xf32, #d>)
func.func @capture(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #d>, %c: tensor<4x8xf32, #d>, %d: tensor<4x8xf32, #d>) -> tensor<ui32, #ttnn.trace_id> {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  call @traced(%b, %d) : (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>) -> ()
  %i = "ttnn.begin_trace_capture"(%dev) <{cq_id = 0 : ui32}> : (!ttnn.device) -> tensor<ui32, #ttnn.trace_id>
  return %i : tensor<ui32, #ttnn.trace_id>
}
func.func @traced(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #d>) {
  return
}
func.func private @execute(tensor<ui32, #ttnn.trace_id>)
func.func @f(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #h>) {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  // expected-error@+1 {{'ttnn.capture_or_execute_trace' op Capture function host-staged input argument 0 type mismatch: expected 'tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>>', but got 'tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>'}}
  %0 = "ttnn.capture_or_execute_trace"(%dev, %a, %b) <{allocate_slots_callee = @slots, capture_callee = @capture, execute_callee = @execute, operandSegmentSizes = array<i32: 1, 2, 0>}> : (!ttnn.device, tensor<4x8xf32, #d>, tensor<4x8xf32, #h>) -> tensor<4x8xf32, #d>
  return
}

// -----

#d = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>
#h = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>
func.func private @slots(tensor<4x8xf32, #d>) -> (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>, tensor<4x8xf32, #d>)
func.func @capture(%a: tensor<4x8xf32, #h>, %b: tensor<4x8xf32, #d>, %c: tensor<4x9xf32, #d>, %d: tensor<4x8xf32, #d>) -> tensor<ui32, #ttnn.trace_id> {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  call @traced(%b, %d) : (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>) -> ()
  %i = "ttnn.begin_trace_capture"(%dev) <{cq_id = 0 : ui32}> : (!ttnn.device) -> tensor<ui32, #ttnn.trace_id>
  return %i : tensor<ui32, #ttnn.trace_id>
}
func.func @traced(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #d>) {
  return
}
func.func private @execute(tensor<ui32, #ttnn.trace_id>)
func.func @f(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #h>) {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  // expected-error@+1 {{'ttnn.capture_or_execute_trace' op Capture function slot argument 1 type mismatch: expected 'tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>' from slot allocation function, but got 'tensor<4x9xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>'}}
  %0 = "ttnn.capture_or_execute_trace"(%dev, %a, %b) <{allocate_slots_callee = @slots, capture_callee = @capture, execute_callee = @execute, operandSegmentSizes = array<i32: 1, 2, 0>}> : (!ttnn.device, tensor<4x8xf32, #d>, tensor<4x8xf32, #h>) -> tensor<4x8xf32, #d>
  return
}

// -----

#d = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>
#h = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>
func.func private @slots(tensor<4x8xf32, #d>) -> (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>, tensor<4x8xf32, #d>)
func.func @capture(%a: tensor<4x8xf32, #h>, %b: tensor<4x8xf32, #d>, %c: tensor<4x8xf32, #d>, %d: tensor<4x8xf32, #d>, %e: tensor<4x8xf32, #d>) -> tensor<ui32, #ttnn.trace_id> {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  call @traced(%b, %d) : (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>) -> ()
  %i = "ttnn.begin_trace_capture"(%dev) <{cq_id = 0 : ui32}> : (!ttnn.device) -> tensor<ui32, #ttnn.trace_id>
  return %i : tensor<ui32, #ttnn.trace_id>
}
func.func @traced(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #d>) {
  return
}
func.func private @execute(tensor<ui32, #ttnn.trace_id>)
func.func @f(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #h>, %s: !ttnn.global_semaphore) {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  // expected-error@+1 {{'ttnn.capture_or_execute_trace' op Semaphore input argument 0 type mismatch: expected 'tensor<4x8xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>' from capture function, but got '!ttnn.global_semaphore'}}
  %0 = "ttnn.capture_or_execute_trace"(%dev, %a, %b, %s) <{allocate_slots_callee = @slots, capture_callee = @capture, execute_callee = @execute, operandSegmentSizes = array<i32: 1, 2, 1>}> : (!ttnn.device, tensor<4x8xf32, #d>, tensor<4x8xf32, #h>, !ttnn.global_semaphore) -> tensor<4x8xf32, #d>
  return
}

// -----

#d = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>
#h = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>
func.func private @slots(tensor<4x8xf32, #d>) -> (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>, tensor<4x8xf32, #d>)
func.func @capture(%a: tensor<4x8xf32, #h>, %b: tensor<4x8xf32, #d>, %c: tensor<4x8xf32, #d>, %d: tensor<4x8xf32, #d>) -> (tensor<ui32, #ttnn.trace_id>, tensor<4x8xf32, #d>) {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  call @traced(%b, %d) : (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>) -> ()
  %i = "ttnn.begin_trace_capture"(%dev) <{cq_id = 0 : ui32}> : (!ttnn.device) -> tensor<ui32, #ttnn.trace_id>
  return %i, %b : tensor<ui32, #ttnn.trace_id>, tensor<4x8xf32, #d>
}
func.func @traced(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #d>) {
  return
}
func.func private @execute(tensor<ui32, #ttnn.trace_id>)
func.func @f(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #h>) {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  // expected-error@+1 {{'ttnn.capture_or_execute_trace' op Capture function 'capture' must return exactly one trace_id value, but returns 2}}
  %0 = "ttnn.capture_or_execute_trace"(%dev, %a, %b) <{allocate_slots_callee = @slots, capture_callee = @capture, execute_callee = @execute, operandSegmentSizes = array<i32: 1, 2, 0>}> : (!ttnn.device, tensor<4x8xf32, #d>, tensor<4x8xf32, #h>) -> tensor<4x8xf32, #d>
  return
}

// -----

#d = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>
#h = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>
func.func private @slots(tensor<4x8xf32, #d>) -> (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>, tensor<4x8xf32, #d>)
func.func @capture(%a: tensor<4x8xf32, #h>, %b: tensor<4x8xf32, #d>, %c: tensor<4x8xf32, #d>, %d: tensor<4x8xf32, #d>) -> tensor<4x8xf32, #d> {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  call @traced(%b, %d) : (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>) -> ()
  return %b : tensor<4x8xf32, #d>
}
func.func @traced(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #d>) {
  return
}
func.func private @execute(tensor<ui32, #ttnn.trace_id>)
func.func @f(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #h>) {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  // expected-error@+1 {{'ttnn.capture_or_execute_trace' op Capture function 'capture' must return a trace_id tensor (scalar ui32 with TraceIdAttr encoding)}}
  %0 = "ttnn.capture_or_execute_trace"(%dev, %a, %b) <{allocate_slots_callee = @slots, capture_callee = @capture, execute_callee = @execute, operandSegmentSizes = array<i32: 1, 2, 0>}> : (!ttnn.device, tensor<4x8xf32, #d>, tensor<4x8xf32, #h>) -> tensor<4x8xf32, #d>
  return
}

// -----

#d = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>
#h = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>
func.func private @slots(tensor<4x8xf32, #d>) -> (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>, tensor<4x8xf32, #d>)
func.func @capture(%a: tensor<4x8xf32, #h>, %b: tensor<4x8xf32, #d>, %c: tensor<4x8xf32, #d>, %d: tensor<4x8xf32, #d>) -> tensor<ui32, #ttnn.trace_id> {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  %i = "ttnn.begin_trace_capture"(%dev) <{cq_id = 0 : ui32}> : (!ttnn.device) -> tensor<ui32, #ttnn.trace_id>
  return %i : tensor<ui32, #ttnn.trace_id>
}
func.func @traced(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #d>) {
  return
}
func.func private @execute(tensor<ui32, #ttnn.trace_id>)
func.func @f(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #h>) {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  // expected-error@+1 {{'ttnn.capture_or_execute_trace' op No trace function found in capture function}}
  %0 = "ttnn.capture_or_execute_trace"(%dev, %a, %b) <{allocate_slots_callee = @slots, capture_callee = @capture, execute_callee = @execute, operandSegmentSizes = array<i32: 1, 2, 0>}> : (!ttnn.device, tensor<4x8xf32, #d>, tensor<4x8xf32, #h>) -> tensor<4x8xf32, #d>
  return
}

// -----

#d = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>
#h = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>
func.func private @slots(tensor<4x8xf32, #d>) -> (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>, tensor<4x8xf32, #d>)
func.func @capture(%a: tensor<4x8xf32, #h>, %b: tensor<4x8xf32, #d>, %c: tensor<4x8xf32, #d>, %d: tensor<4x8xf32, #d>) -> tensor<ui32, #ttnn.trace_id> {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  %x = call @traced(%b, %d) : (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>) -> tensor<4x8xf32, #d>
  %i = "ttnn.begin_trace_capture"(%dev) <{cq_id = 0 : ui32}> : (!ttnn.device) -> tensor<ui32, #ttnn.trace_id>
  return %i : tensor<ui32, #ttnn.trace_id>
}
func.func @traced(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #d>) -> tensor<4x8xf32, #d> {
  return %a : tensor<4x8xf32, #d>
}
func.func private @execute(tensor<ui32, #ttnn.trace_id>)
func.func @f(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #h>) {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  // expected-error@+1 {{'ttnn.capture_or_execute_trace' op Trace function 'traced' must return no results; it stores its outputs into the output slot arguments}}
  %0 = "ttnn.capture_or_execute_trace"(%dev, %a, %b) <{allocate_slots_callee = @slots, capture_callee = @capture, execute_callee = @execute, operandSegmentSizes = array<i32: 1, 2, 0>}> : (!ttnn.device, tensor<4x8xf32, #d>, tensor<4x8xf32, #h>) -> tensor<4x8xf32, #d>
  return
}

// -----

#d = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>
#h = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>
func.func private @slots(tensor<4x8xf32, #d>) -> (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>, tensor<4x8xf32, #d>)
func.func @capture(%a: tensor<4x8xf32, #h>, %b: tensor<4x8xf32, #d>, %c: tensor<4x8xf32, #d>, %d: tensor<4x8xf32, #d>) -> tensor<ui32, #ttnn.trace_id> {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  %x = arith.constant 0 : i32
  call @traced(%b, %x) : (tensor<4x8xf32, #d>, i32) -> ()
  %i = "ttnn.begin_trace_capture"(%dev) <{cq_id = 0 : ui32}> : (!ttnn.device) -> tensor<ui32, #ttnn.trace_id>
  return %i : tensor<ui32, #ttnn.trace_id>
}
func.func @traced(%a: tensor<4x8xf32, #d>, %b: i32) {
  return
}
func.func private @execute(tensor<ui32, #ttnn.trace_id>)
func.func @f(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #h>) {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  // expected-error@+1 {{'ttnn.capture_or_execute_trace' op All input arguments of trace function must be ranked tensors or global semaphores}}
  %0 = "ttnn.capture_or_execute_trace"(%dev, %a, %b) <{allocate_slots_callee = @slots, capture_callee = @capture, execute_callee = @execute, operandSegmentSizes = array<i32: 1, 2, 0>}> : (!ttnn.device, tensor<4x8xf32, #d>, tensor<4x8xf32, #h>) -> tensor<4x8xf32, #d>
  return
}

// -----

#d = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>
#h = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>
func.func private @slots(tensor<4x8xf32, #d>) -> (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>, tensor<4x8xf32, #d>)
func.func @capture(%a: tensor<4x8xf32, #h>, %b: tensor<4x8xf32, #d>, %c: tensor<4x8xf32, #d>, %d: tensor<4x8xf32, #d>) -> tensor<ui32, #ttnn.trace_id> {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  call @traced(%b, %a) : (tensor<4x8xf32, #d>, tensor<4x8xf32, #h>) -> ()
  %i = "ttnn.begin_trace_capture"(%dev) <{cq_id = 0 : ui32}> : (!ttnn.device) -> tensor<ui32, #ttnn.trace_id>
  return %i : tensor<ui32, #ttnn.trace_id>
}
func.func @traced(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #h>) {
  return
}
func.func private @execute(tensor<ui32, #ttnn.trace_id>)
func.func @f(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #h>) {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  // expected-error@+1 {{'ttnn.capture_or_execute_trace' op All input arguments of trace function must be on device.}}
  %0 = "ttnn.capture_or_execute_trace"(%dev, %a, %b) <{allocate_slots_callee = @slots, capture_callee = @capture, execute_callee = @execute, operandSegmentSizes = array<i32: 1, 2, 0>}> : (!ttnn.device, tensor<4x8xf32, #d>, tensor<4x8xf32, #h>) -> tensor<4x8xf32, #d>
  return
}

// -----

#d = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>
#h = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>
func.func private @slots(tensor<4x8xf32, #d>) -> (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>, tensor<4x8xf32, #d>)
func.func @capture(%a: tensor<4x8xf32, #h>, %b: tensor<4x8xf32, #d>, %c: tensor<4x8xf32, #d>, %d: tensor<4x8xf32, #d>) -> tensor<ui32, #ttnn.trace_id> {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  call @traced(%b, %d) : (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>) -> ()
  %i = "ttnn.begin_trace_capture"(%dev) <{cq_id = 0 : ui32}> : (!ttnn.device) -> tensor<ui32, #ttnn.trace_id>
  return %i : tensor<ui32, #ttnn.trace_id>
}
func.func @traced(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #d>) {
  %0 = ttcore.load_cached(@g, [%a]) : (tensor<4x8xf32, #d>) -> tensor<4x8xf32, #d>
  return
}
func.func private @g(tensor<4x8xf32, #d>) -> tensor<4x8xf32, #d>
func.func private @execute(tensor<ui32, #ttnn.trace_id>)
func.func @f(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #h>) {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  // expected-error@+1 {{'ttnn.capture_or_execute_trace' op LoadCached op must not be nested within trace function}}
  %0 = "ttnn.capture_or_execute_trace"(%dev, %a, %b) <{allocate_slots_callee = @slots, capture_callee = @capture, execute_callee = @execute, operandSegmentSizes = array<i32: 1, 2, 0>}> : (!ttnn.device, tensor<4x8xf32, #d>, tensor<4x8xf32, #h>) -> tensor<4x8xf32, #d>
  return
}

// -----

#d = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>
#h = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>
func.func private @slots(tensor<4x8xf32, #d>) -> (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>, tensor<4x8xf32, #d>)
func.func @capture(%a: tensor<4x8xf32, #h>, %b: tensor<4x8xf32, #d>, %c: tensor<4x8xf32, #d>, %d: tensor<4x8xf32, #d>) -> tensor<ui32, #ttnn.trace_id> {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  call @traced(%b, %d) : (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>) -> ()
  %i = "ttnn.begin_trace_capture"(%dev) <{cq_id = 0 : ui32}> : (!ttnn.device) -> tensor<ui32, #ttnn.trace_id>
  return %i : tensor<ui32, #ttnn.trace_id>
}
func.func @traced(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #d>) {
  %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x2>}> : () -> !ttnn.device
  return
}
func.func private @execute(tensor<ui32, #ttnn.trace_id>)
func.func @f(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #h>) {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  // expected-error@+1 {{'ttnn.capture_or_execute_trace' op Device configuration of get_device op in callee must match device configuration of trace op}}
  %0 = "ttnn.capture_or_execute_trace"(%dev, %a, %b) <{allocate_slots_callee = @slots, capture_callee = @capture, execute_callee = @execute, operandSegmentSizes = array<i32: 1, 2, 0>}> : (!ttnn.device, tensor<4x8xf32, #d>, tensor<4x8xf32, #h>) -> tensor<4x8xf32, #d>
  return
}

// -----

#d = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>
#h = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>
func.func private @slots(tensor<4x8xf32, #d>) -> (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>, tensor<4x8xf32, #d>)
func.func @capture(%a: tensor<4x8xf32, #h>, %b: tensor<4x8xf32, #d>, %c: tensor<4x8xf32, #d>, %d: tensor<4x8xf32, #d>) -> tensor<ui32, #ttnn.trace_id> {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  call @traced(%b, %d) : (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>) -> ()
  %i = "ttnn.begin_trace_capture"(%dev) <{cq_id = 0 : ui32}> : (!ttnn.device) -> tensor<ui32, #ttnn.trace_id>
  return %i : tensor<ui32, #ttnn.trace_id>
}
func.func @traced(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #d>) {
  %0 = "ttnn.from_device"(%a) : (tensor<4x8xf32, #d>) -> tensor<4x8xf32, #h>
  return
}
func.func private @execute(tensor<ui32, #ttnn.trace_id>)
func.func @f(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #h>) {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  // expected-error@+1 {{'ttnn.capture_or_execute_trace' op All output tensors of trace function must be on device.}}
  %0 = "ttnn.capture_or_execute_trace"(%dev, %a, %b) <{allocate_slots_callee = @slots, capture_callee = @capture, execute_callee = @execute, operandSegmentSizes = array<i32: 1, 2, 0>}> : (!ttnn.device, tensor<4x8xf32, #d>, tensor<4x8xf32, #h>) -> tensor<4x8xf32, #d>
  return
}

// -----

#d = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>
#h = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>
func.func private @slots(tensor<4x8xf32, #d>) -> (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>, tensor<4x8xf32, #d>)
func.func @capture(%a: tensor<4x8xf32, #h>, %b: tensor<4x8xf32, #d>, %c: tensor<4x8xf32, #d>, %d: tensor<4x8xf32, #d>) -> tensor<ui32, #ttnn.trace_id> {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  call @traced(%b, %d) : (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>) -> ()
  %i = "ttnn.begin_trace_capture"(%dev) <{cq_id = 0 : ui32}> : (!ttnn.device) -> tensor<ui32, #ttnn.trace_id>
  return %i : tensor<ui32, #ttnn.trace_id>
}
func.func @traced(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #d>) {
  return
}
func.func private @execute(tensor<ui32, #ttnn.trace_id>)
func.func @f(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #h>) {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  // expected-error@+1 {{'ttnn.capture_or_execute_trace' op 'none' does not reference a function}}
  %0 = "ttnn.capture_or_execute_trace"(%dev, %a, %b) <{allocate_slots_callee = @slots, capture_callee = @capture, execute_callee = @none, operandSegmentSizes = array<i32: 1, 2, 0>}> : (!ttnn.device, tensor<4x8xf32, #d>, tensor<4x8xf32, #h>) -> tensor<4x8xf32, #d>
  return
}

// -----

#d = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>
#h = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>
func.func private @slots(tensor<4x8xf32, #d>) -> (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>, tensor<4x8xf32, #d>)
func.func @capture(%a: tensor<4x8xf32, #h>, %b: tensor<4x8xf32, #d>, %c: tensor<4x8xf32, #d>, %d: tensor<4x8xf32, #d>) -> tensor<ui32, #ttnn.trace_id> {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  call @traced(%b, %d) : (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>) -> ()
  %i = "ttnn.begin_trace_capture"(%dev) <{cq_id = 0 : ui32}> : (!ttnn.device) -> tensor<ui32, #ttnn.trace_id>
  return %i : tensor<ui32, #ttnn.trace_id>
}
func.func @traced(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #d>) {
  return
}
func.func private @execute(tensor<ui32, #ttnn.trace_id>, tensor<ui32, #ttnn.trace_id>)
func.func @f(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #h>) {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  // expected-error@+1 {{'ttnn.capture_or_execute_trace' op Execute function 'execute' must take exactly one trace_id argument, but has 2 arguments}}
  %0 = "ttnn.capture_or_execute_trace"(%dev, %a, %b) <{allocate_slots_callee = @slots, capture_callee = @capture, execute_callee = @execute, operandSegmentSizes = array<i32: 1, 2, 0>}> : (!ttnn.device, tensor<4x8xf32, #d>, tensor<4x8xf32, #h>) -> tensor<4x8xf32, #d>
  return
}

// -----

#d = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>
#h = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<4x8xf32, #ttnn.buffer_type<system_memory>>>
func.func private @slots(tensor<4x8xf32, #d>) -> (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>, tensor<4x8xf32, #d>)
func.func @capture(%a: tensor<4x8xf32, #h>, %b: tensor<4x8xf32, #d>, %c: tensor<4x8xf32, #d>, %d: tensor<4x8xf32, #d>) -> tensor<ui32, #ttnn.trace_id> {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  call @traced(%b, %d) : (tensor<4x8xf32, #d>, tensor<4x8xf32, #d>) -> ()
  %i = "ttnn.begin_trace_capture"(%dev) <{cq_id = 0 : ui32}> : (!ttnn.device) -> tensor<ui32, #ttnn.trace_id>
  return %i : tensor<ui32, #ttnn.trace_id>
}
func.func @traced(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #d>) {
  return
}
func.func private @execute(tensor<4x8xf32, #d>)
func.func @f(%a: tensor<4x8xf32, #d>, %b: tensor<4x8xf32, #h>) {
  %dev = "ttnn.get_device"() : () -> !ttnn.device
  // expected-error@+1 {{'ttnn.capture_or_execute_trace' op Execute function 'execute' argument must be a trace_id tensor (scalar ui32 with TraceIdAttr encoding)}}
  %0 = "ttnn.capture_or_execute_trace"(%dev, %a, %b) <{allocate_slots_callee = @slots, capture_callee = @capture, execute_callee = @execute, operandSegmentSizes = array<i32: 1, 2, 0>}> : (!ttnn.device, tensor<4x8xf32, #d>, tensor<4x8xf32, #h>) -> tensor<4x8xf32, #d>
  return
}

// -----

// A verified convolution on a prepared weight says nothing about one on a weight of the same type that is not prepared.
func.func @prepare(%w: tensor<7x4x3x3xf32>) -> tensor<7x4x3x3xf32> {
  return %w : tensor<7x4x3x3xf32>
}
func.func @f(%a: tensor<1x1x128x4xf32>, %b: tensor<7x4x3x3xf32>, %c: tensor<1x1x1x6xf32>, %d: !ttnn.device) {
  %w = ttcore.load_cached(@prepare, [%b]) : (tensor<7x4x3x3xf32>) -> tensor<7x4x3x3xf32>
  %0 = "ttnn.conv2d"(%a, %w, %c, %d) <{in_channels = 4 : i32, out_channels = 6 : i32, batch_size = 2 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, stride = array<i32: 1, 1>, padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<1x1x128x4xf32>, tensor<7x4x3x3xf32>, tensor<1x1x1x6xf32>, !ttnn.device) -> tensor<1x1x72x6xf32>
  // expected-error@+1 {{'ttnn.conv2d' op Expected output channels attribute (6) to match the output channels in the weight tensor (7).}}
  %1 = "ttnn.conv2d"(%a, %b, %c, %d) <{in_channels = 4 : i32, out_channels = 6 : i32, batch_size = 2 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, stride = array<i32: 1, 1>, padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<1x1x128x4xf32>, tensor<7x4x3x3xf32>, tensor<1x1x1x6xf32>, !ttnn.device) -> tensor<1x1x72x6xf32>
  return
}
