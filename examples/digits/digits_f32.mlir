// The digits network for a batch of 99 images: see network.py for the same in numpy.
module {
  func.func @digits(%x: tensor<99x64xf32>, %w1: tensor<64x96xf32>, %b1: tensor<1x96xf32>, %w2: tensor<96x96xf32>, %b2: tensor<1x96xf32>, %w3: tensor<96x10xf32>, %b3: tensor<1x10xf32>) -> (tensor<99x10xf32>, tensor<99x10xf32>) {
    // hidden = relu(x @ w1 + b1)
    %first_out = tensor.empty() : tensor<99x96xf32>
    %first = "ttir.linear"(%x, %w1, %b1, %first_out) : (tensor<99x64xf32>, tensor<64x96xf32>, tensor<1x96xf32>, tensor<99x96xf32>) -> tensor<99x96xf32>
    %relu_out = tensor.empty() : tensor<99x96xf32>
    %relu = "ttir.relu"(%first, %relu_out) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<99x96xf32>, tensor<99x96xf32>) -> tensor<99x96xf32>
    // hidden = hidden + gelu(hidden @ w2 + b2)
    %second_out = tensor.empty() : tensor<99x96xf32>
    %second = "ttir.matmul"(%relu, %w2, %second_out) : (tensor<99x96xf32>, tensor<96x96xf32>, tensor<99x96xf32>) -> tensor<99x96xf32>
    %b2_rows_out = tensor.empty() : tensor<99x96xf32>
    %b2_rows = "ttir.broadcast"(%b2, %b2_rows_out) <{broadcast_dimensions = array<i64: 99, 1>}> : (tensor<1x96xf32>, tensor<99x96xf32>) -> tensor<99x96xf32>
    %biased_out = tensor.empty() : tensor<99x96xf32>
    %biased = "ttir.add"(%second, %b2_rows, %biased_out) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<99x96xf32>, tensor<99x96xf32>, tensor<99x96xf32>) -> tensor<99x96xf32>
    %gelu_out = tensor.empty() : tensor<99x96xf32>
    %gelu = "ttir.gelu"(%biased, %gelu_out) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<99x96xf32>, tensor<99x96xf32>) -> tensor<99x96xf32>
    %hidden_out = tensor.empty() : tensor<99x96xf32>
    %hidden = "ttir.add"(%relu, %gelu, %hidden_out) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<99x96xf32>, tensor<99x96xf32>, tensor<99x96xf32>) -> tensor<99x96xf32>
    // normal = (hidden - mean) * rsqrt(variance + 1e-5)
    %mean_out = tensor.empty() : tensor<99x1xf32>
    %mean = "ttir.mean"(%hidden, %mean_out) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<99x96xf32>, tensor<99x1xf32>) -> tensor<99x1xf32>
    %centred_out = tensor.empty() : tensor<99x96xf32>
    %centred = "ttir.subtract"(%hidden, %mean, %centred_out) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<99x96xf32>, tensor<99x1xf32>, tensor<99x96xf32>) -> tensor<99x96xf32>
    %squared_out = tensor.empty() : tensor<99x96xf32>
    %squared = "ttir.multiply"(%centred, %centred, %squared_out) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<99x96xf32>, tensor<99x96xf32>, tensor<99x96xf32>) -> tensor<99x96xf32>
    %variance_out = tensor.empty() : tensor<99x1xf32>
    %variance = "ttir.mean"(%squared, %variance_out) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<99x96xf32>, tensor<99x1xf32>) -> tensor<99x1xf32>
    %epsilon = "ttir.constant"() <{value = dense<1.0e-05> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
    %shifted_out = tensor.empty() : tensor<99x1xf32>
    %shifted = "ttir.add"(%variance, %epsilon, %shifted_out) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<99x1xf32>, tensor<1x1xf32>, tensor<99x1xf32>) -> tensor<99x1xf32>
    %scale_out = tensor.empty() : tensor<99x1xf32>
    %scale = "ttir.rsqrt"(%shifted, %scale_out) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<99x1xf32>, tensor<99x1xf32>) -> tensor<99x1xf32>
    %normal_out = tensor.empty() : tensor<99x96xf32>
    %normal = "ttir.multiply"(%centred, %scale, %normal_out) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<99x96xf32>, tensor<99x1xf32>, tensor<99x96xf32>) -> tensor<99x96xf32>
    // logits = normal @ w3 + b3, and their softmax
    %logits_out = tensor.empty() : tensor<99x10xf32>
    %logits = "ttir.linear"(%normal, %w3, %b3, %logits_out) : (tensor<99x96xf32>, tensor<96x10xf32>, tensor<1x10xf32>, tensor<99x10xf32>) -> tensor<99x10xf32>
    %probabilities_out = tensor.empty() : tensor<99x10xf32>
    %probabilities = "ttir.softmax"(%logits, %probabilities_out) <{dimension = 1 : si32}> : (tensor<99x10xf32>, tensor<99x10xf32>) -> tensor<99x10xf32>
    return %logits, %probabilities : tensor<99x10xf32>, tensor<99x10xf32>
  }
}
