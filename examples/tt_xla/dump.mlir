module @SyncTensorsGraph attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 1x1>]>} {
  func.func @main(%x: tensor<4x8xf32> {ttcore.argument_type = #ttcore.argument_type<input>, ttir.name = "x"}, %w: tensor<8x8xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>, ttir.name = "dense.weight"}) -> tensor<4x8xf32> {
    %0 = "ttir.matmul"(%x, %w) <{transpose_a = false, transpose_b = false}> : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32> loc("dense")
    %1 = "ttir.remainder"(%0, %x) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32> loc("wrap")
    %2 = "ttir.silu"(%1) : (tensor<4x8xf32>) -> tensor<4x8xf32> loc("activation")
    return %2 : tensor<4x8xf32>
  }
}
