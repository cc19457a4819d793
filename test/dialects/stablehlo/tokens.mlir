// RUN: ttopt --split-input-file %s | filecheck %s --strict-whitespace --match-full-lines
// RUN: ttopt --split-input-file %s | ttopt --split-input-file | filecheck %s --strict-whitespace --match-full-lines
// RUN: ttopt --split-input-file --mlir-print-op-generic %s | ttopt --split-input-file | filecheck %s --strict-whitespace --match-full-lines

//      CHECK:module {
// CHECK-NEXT:  func.func @after_all(%arg0: !stablehlo.token, %arg1: !stablehlo.token) -> !stablehlo.token {
// CHECK-NEXT:    %0 = stablehlo.after_all %arg0, %arg1 : !stablehlo.token
// CHECK-NEXT:    return %0 : !stablehlo.token
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @after_all(%a: !stablehlo.token, %b: !stablehlo.token) -> !stablehlo.token {
  %0 = stablehlo.after_all %a, %b : !stablehlo.token
  return %0 : !stablehlo.token
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @create_token() -> !stablehlo.token {
// CHECK-NEXT:    %0 = stablehlo.create_token : !stablehlo.token
// CHECK-NEXT:    return %0 : !stablehlo.token
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @create_token() -> !stablehlo.token {
  %0 = stablehlo.create_token : !stablehlo.token
  return %0 : !stablehlo.token
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @infeed(%arg0: !stablehlo.token) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0:2 = "stablehlo.infeed"(%arg0) <{infeed_config = "", layout = {{\[\[}}1, 0]]}> : (!stablehlo.token) -> (tensor<4x8xf32>, !stablehlo.token)
// CHECK-NEXT:    return %0#0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @infeed(%token: !stablehlo.token) -> tensor<4x8xf32> {
  %0:2 = "stablehlo.infeed"(%token) <{infeed_config = "", layout = [[1, 0]]}> : (!stablehlo.token) -> (tensor<4x8xf32>, !stablehlo.token)
  return %0#0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @outfeed(%arg0: tensor<4x8xf32>, %arg1: !stablehlo.token) -> !stablehlo.token {
// CHECK-NEXT:    %0 = "stablehlo.outfeed"(%arg0, %arg1) <{outfeed_config = ""}> : (tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
// CHECK-NEXT:    return %0 : !stablehlo.token
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @outfeed(%x: tensor<4x8xf32>, %token: !stablehlo.token) -> !stablehlo.token {
  %0 = "stablehlo.outfeed"(%x, %token) <{outfeed_config = ""}> : (tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
  return %0 : !stablehlo.token
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @partition_id() -> tensor<ui32> {
// CHECK-NEXT:    %0 = stablehlo.partition_id : tensor<ui32>
// CHECK-NEXT:    return %0 : tensor<ui32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @partition_id() -> tensor<ui32> {
  %0 = stablehlo.partition_id : tensor<ui32>
  return %0 : tensor<ui32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @recv(%arg0: !stablehlo.token) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0:2 = "stablehlo.recv"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<4x8xf32>, !stablehlo.token)
// CHECK-NEXT:    return %0#0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @recv(%token: !stablehlo.token) -> tensor<4x8xf32> {
  %0:2 = "stablehlo.recv"(%token) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<4x8xf32>, !stablehlo.token)
  return %0#0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @replica_id() -> tensor<ui32> {
// CHECK-NEXT:    %0 = stablehlo.replica_id : tensor<ui32>
// CHECK-NEXT:    return %0 : tensor<ui32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @replica_id() -> tensor<ui32> {
  %0 = stablehlo.replica_id : tensor<ui32>
  return %0 : tensor<ui32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @send(%arg0: tensor<4x8xf32>, %arg1: !stablehlo.token) -> !stablehlo.token {
// CHECK-NEXT:    %0 = "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
// CHECK-NEXT:    return %0 : !stablehlo.token
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @send(%x: tensor<4x8xf32>, %token: !stablehlo.token) -> !stablehlo.token {
  %0 = "stablehlo.send"(%x, %token) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<4x8xf32>, !stablehlo.token) -> !stablehlo.token
  return %0 : !stablehlo.token
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @get_tuple_element(%arg0: tuple<tensor<4x8xf32>, tensor<i32>>) -> tensor<i32> {
// CHECK-NEXT:    %0 = stablehlo.get_tuple_element %arg0[1] : (tuple<tensor<4x8xf32>, tensor<i32>>) -> tensor<i32>
// CHECK-NEXT:    return %0 : tensor<i32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @get_tuple_element(%x: tuple<tensor<4x8xf32>, tensor<i32>>) -> tensor<i32> {
  %0 = stablehlo.get_tuple_element %x[1] : (tuple<tensor<4x8xf32>, tensor<i32>>) -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @tuple(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>) -> tuple<tensor<4x8xf32>, tensor<i32>> {
// CHECK-NEXT:    %0 = stablehlo.tuple %arg0, %arg1 : tuple<tensor<4x8xf32>, tensor<i32>>
// CHECK-NEXT:    return %0 : tuple<tensor<4x8xf32>, tensor<i32>>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @tuple(%x: tensor<4x8xf32>, %n: tensor<i32>) -> tuple<tensor<4x8xf32>, tensor<i32>> {
  %0 = stablehlo.tuple %x, %n : tuple<tensor<4x8xf32>, tensor<i32>>
  return %0 : tuple<tensor<4x8xf32>, tensor<i32>>
}
