// RUN: ttopt --split-input-file %s | filecheck %s --strict-whitespace --match-full-lines
// RUN: ttopt --split-input-file %s | ttopt --split-input-file | filecheck %s --strict-whitespace --match-full-lines
// RUN: ttopt --split-input-file --mlir-print-op-generic %s | ttopt --split-input-file | filecheck %s --strict-whitespace --match-full-lines

//      CHECK:module {
// CHECK-NEXT:  func.func @map(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = "stablehlo.map"(%arg0) <{dimensions = array<i64: 0, 1>}> ({
// CHECK-NEXT:    ^bb0(%arg1: tensor<f32>):
// CHECK-NEXT:      %1 = stablehlo.tanh %arg1 : tensor<f32>
// CHECK-NEXT:      stablehlo.return %1 : tensor<f32>
// CHECK-NEXT:    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @map(%input: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.map"(%input) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    %1 = stablehlo.tanh %a : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @reduce(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>, %arg2: tensor<4x8xi32>, %arg3: tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>) {
// CHECK-NEXT:    %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    %1:2 = stablehlo.reduce(%arg0 init: %arg1), (%arg2 init: %arg3) across dimensions = [1] : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
// CHECK-NEXT:     reducer(%arg4: tensor<f32>, %arg6: tensor<f32>) (%arg5: tensor<i32>, %arg7: tensor<i32>)  {
// CHECK-NEXT:      %2 = stablehlo.compare  GE, %arg4, %arg6 : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:      %3 = stablehlo.select %2, %arg4, %arg6 : tensor<i1>, tensor<f32>
// CHECK-NEXT:      %4 = stablehlo.select %2, %arg5, %arg7 : tensor<i1>, tensor<i32>
// CHECK-NEXT:      stablehlo.return %3, %4 : tensor<f32>, tensor<i32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %0, %1#1 : tensor<4xf32>, tensor<4xi32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @reduce(%input: tensor<4x8xf32>, %init: tensor<f32>, %indices: tensor<4x8xi32>, %first: tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %0 = stablehlo.reduce(%input init: %init) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %1:2 = stablehlo.reduce(%input init: %init), (%indices init: %first) across dimensions = [1] : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
    %2 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %3 = stablehlo.select %2, %a, %b : tensor<i1>, tensor<f32>
    %4 = stablehlo.select %2, %c, %d : tensor<i1>, tensor<i32>
    stablehlo.return %3, %4 : tensor<f32>, tensor<i32>
  }
  return %0, %1#1 : tensor<4xf32>, tensor<4xi32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @reduce_window(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) -> tensor<2x8xf32> {
// CHECK-NEXT:    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{padding = dense<{{\[\[}}0, 0], [1, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 1>}> ({
// CHECK-NEXT:    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
// CHECK-NEXT:      %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
// CHECK-NEXT:      stablehlo.return %1 : tensor<f32>
// CHECK-NEXT:    }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<2x8xf32>
// CHECK-NEXT:    return %0 : tensor<2x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @reduce_window(%input: tensor<4x8xf32>, %init: tensor<f32>) -> tensor<2x8xf32> {
  %0 = "stablehlo.reduce_window"(%input, %init) <{padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @select_and_scatter(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<f32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
// CHECK-NEXT:    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
// CHECK-NEXT:      %1 = stablehlo.compare  GE, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:      stablehlo.return %1 : tensor<i1>
// CHECK-NEXT:    }, {
// CHECK-NEXT:    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
// CHECK-NEXT:      %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
// CHECK-NEXT:      stablehlo.return %1 : tensor<f32>
// CHECK-NEXT:    }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @select_and_scatter(%operand: tensor<4x8xf32>, %source: tensor<2x4xf32>, %init: tensor<f32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.select_and_scatter"(%operand, %source, %init) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @sort(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64, is_stable = true}> ({
// CHECK-NEXT:    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
// CHECK-NEXT:      %1 = stablehlo.compare  LT, %arg1, %arg2,  TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT:      stablehlo.return %1 : tensor<i1>
// CHECK-NEXT:    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @sort(%input: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.sort"(%input) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
