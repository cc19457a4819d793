func.func @main(%arg0: tuple<tensor<32x32xf32>, tensor<32x32xf32>>) -> tensor<32x32xf32> {
  return
}
