// The digits network for a batch of 99 images: see network.py for the same in numpy.
module {
  func.func @digits(%x: tensor<99x64xbf16>, %w1: tensor<64x96xbf16>, %b1: tensor<1x96xbf16>, %w2: tensor<96x96xbf16>, %b2: tensor<1x96xbf16>, %w3: tensor<96x10xbf16>, %b3: tensor<1x10xbf16>) -> (tensor<99x10xbf16>, tensor<99x10xbf16>) {
    // hidden = relu(x @ w1 + b1)
    %first_out = tensor.empty() : tensor<99x96xbf16>
    %first = "ttir.linear"(%x, %w1, %b1, %first_out) : (tensor<99x64xbf16>, tensor<64x96xbf16>, tensor<1x96xbf16>, tensor<99x96xbf16>) -> tensor<99x96xbf16>
    %relu_out = tensor.empty() : tensor<99x96xbf16>
    %relu = "ttir.relu"(%first, %relu_out) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<99x96xbf16>, tensor<99x96xbf16>) -> tensor<99x96xbf16>
    // hidden = hidden + gelu(hidden @ w2 + b2)
    %second_out = tensor.empty() : tensor<99x96xbf16>
    %second = "ttir.matmul"(%relu, %w2, %second_out) : (tensor<99x96xbf16>, tensor<96x96xbf16>, tensor<99x96xbf16>) -> tensor<99x96xbf16>
    %b2_rows_out = tensor.empty() : tensor<99x96xbf16>
    %b2_rows = "ttir.broadcast"(%b2, %b2_rows_out) <{broadcast_dimensions = array<i64: 99, 1>}> : (tensor<1x96xbf16>, tensor<99x96xbf16>) -> tensor<99x96xbf16>
    %biased_out = tensor.empty() : tensor<99x96xbf16>
    %biased = "ttir.add"(%second, %b2_rows, %biased_out) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<99x96xbf16>, tensor<99x96xbf16>, tensor<99x96xbf16>) -> tensor<99x96xbf16>
    %gelu_out = tensor.empty() : tensor<99x96xbf16>
    %gelu = "ttir.gelu"(%biased, %gelu_out) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<99x96xbf16>, tensor<99x96xbf16>) -> tensor<99x96xbf16>
    %hidden_out = tensor.empty() : tensor<99x96xbf16>
    %hidden = "ttir.add"(%relu, %gelu, %hidden_out) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<99x96xbf16>, tensor<99x96xbf16>, tensor<99x96xbf16>) -> tensor<99x96xbf16>
    // normal = (hidden - mean) * rsqrt(variance + 1e-5)
    %mean_out = tensor.empty() : tensor<99x1xbf16>
    %mean = "ttir.mean"(%hidden, %mean_out) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<99x96xbf16>, tensor<99x1xbf16>) -> tensor<99x1xbf16>
    %centred_out = tensor.empty() : tensor<99x96xbf16>
    %centred = "ttir.subtract"(%hidden, %mean, %centred_out) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<99x96xbf16>, tensor<99x1xbf16>, tensor<99x96xbf16>) -> tensor<99x96xbf16>
    %squared_out = tensor.empty() : tensor<99x96xbf16>
    %squared = "ttir.multiply"(%centred, %centred, %squared_out) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<99x96xbf16>, tensor<99x96xbf16>, tensor<99x96xbf16>) -> tensor<99x96xbf16>
    %variance_out = tensor.empty() : tensor<99x1xbf16>
    %variance = "ttir.mean"(%squared, %variance_out) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<99x96xbf16>, tensor<99x1xbf16>) -> tensor<99x1xbf16>
    %epsilon = "ttir.constant"() <{value = dense<1.0e-05> : tensor<1x1xbf16>}> : () -> tensor<1x1xbf16>
    %shifted_out = tensor.empty() : tensor<99x1xbf16>
    %shifted = "ttir.add"(%variance, %epsilon, %shifted_out) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<99x1xbf16>, tensor<1x1xbf16>, tensor<99x1xbf16>) -> tensor<99x1xbf16>
    %scale_out = tensor.empty() : tensor<99x1xbf16>
    %scale = "ttir.rsqrt"(%shifted, %scale_out) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<99x1xbf16>, tensor<99x1xbf16>) -> tensor<99x1xbf16>
    %normal_out = tensor.empty() : tensor<99x96xbf16>
    %normal = "ttir.multiply"(%centred, %scale, %normal_out) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<99x96xbf16>, tensor<99x1xbf16>, tensor<99x96xbf16>) -> tensor<99x96xbf16>
    // logits = normal @ w3 + b3, and their softmax
    %logits_out = tensor.empty() : tensor<99x10xbf16>
    %logits = "ttir.linear"(%normal, %w3, %b3, %logits_out) : (tensor<99x96xbf16>, tensor<96x10xbf16>, tensor<1x10xbf16>, tensor<99x10xbf16>) -> tensor<99x10xbf16>
    %probabilities_out = tensor.empty() : tensor<99x10xbf16>
    %probabilities = "ttir.softmax"(%logits, %probabilities_out) <{dimension = 1 : si32}> : (tensor<99x10xbf16>, tensor<99x10xbf16>) -> tensor<99x10xbf16>
    return %logits, %probabilities : tensor<99x10xbf16>, tensor<99x10xbf16>
  }
}
