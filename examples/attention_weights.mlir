func.func @attention_weights(%scores: tensor<1x8x77x77xbf16>, %mask: tensor<1x1x77x77xbf16>) -> tensor<1x8x77x77xbf16> {
  %0 = tensor.empty() : tensor<1x8x77x77xbf16>
  %1 = "ttir.add"(%scores, %mask, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<1x8x77x77xbf16>, tensor<1x1x77x77xbf16>, tensor<1x8x77x77xbf16>) -> tensor<1x8x77x77xbf16>
  %2 = tensor.empty() : tensor<1x8x77x77xbf16>
  %3 = "ttir.softmax"(%1, %2) <{dimension = 3 : si32}> : (tensor<1x8x77x77xbf16>, tensor<1x8x77x77xbf16>) -> tensor<1x8x77x77xbf16>
  return %3 : tensor<1x8x77x77xbf16>
}
