module @cummax {
  func.func public @main(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
    %0 = "ttir.reshape"(%x) <{shape = [1 : i32, 2 : i32, 4 : i32, 1 : i32]}> : (tensor<2x4xf32>) -> tensor<1x2x4x1xf32> loc("model.py":3:9)
    %1 = "ttir.max_pool2d"(%0) <{ceil_mode = false, dilation = array<i32: 1, 1>, kernel = array<i32: 1, 4>, padding = array<i32: 0, 3, 0, 0>, stride = array<i32: 1, 1>}> : (tensor<1x2x4x1xf32>) -> tensor<1x2x4x1xf32> loc("model.py":3:9)
    %2 = "ttir.reshape"(%1) <{shape = [2 : i32, 4 : i32]}> : (tensor<1x2x4x1xf32>) -> tensor<2x4xf32> loc("model.py":3:9)
    return %2 : tensor<2x4xf32>
  }
}
