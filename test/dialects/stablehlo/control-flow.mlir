// RUN: ttopt --split-input-file %s | filecheck %s --strict-whitespace --match-full-lines
// RUN: ttopt --split-input-file %s | ttopt --split-input-file | filecheck %s --strict-whitespace --match-full-lines
// RUN: ttopt --split-input-file --mlir-print-op-generic %s | ttopt --split-input-file | filecheck %s --strict-whitespace --match-full-lines

//      CHECK:module {
// CHECK-NEXT:  func.func @return(%arg0: tensor<i1>, %arg1: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = "stablehlo.if"(%arg0) ({
// CHECK-NEXT:      %1 = stablehlo.sine %arg1 : tensor<4x8xf32>
// CHECK-NEXT:      stablehlo.return %1 : tensor<4x8xf32>
// CHECK-NEXT:    }, {
// CHECK-NEXT:      %1 = stablehlo.cosine %arg1 : tensor<4x8xf32>
// CHECK-NEXT:      stablehlo.return %1 : tensor<4x8xf32>
// CHECK-NEXT:    }) : (tensor<i1>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @return(%pred: tensor<i1>, %x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.if"(%pred) ({
    %1 = stablehlo.sine %x : tensor<4x8xf32>
    stablehlo.return %1 : tensor<4x8xf32>
  }, {
    %1 = stablehlo.cosine %x : tensor<4x8xf32>
    stablehlo.return %1 : tensor<4x8xf32>
  }) : (tensor<i1>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @case(%arg0: tensor<i32>, %arg1: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = "stablehlo.case"(%arg0) ({
// CHECK-NEXT:      %1 = stablehlo.sine %arg1 : tensor<4x8xf32>
// CHECK-NEXT:      stablehlo.return %1 : tensor<4x8xf32>
// CHECK-NEXT:    }, {
// CHECK-NEXT:      %1 = stablehlo.cosine %arg1 : tensor<4x8xf32>
// CHECK-NEXT:      stablehlo.return %1 : tensor<4x8xf32>
// CHECK-NEXT:    }, {
// CHECK-NEXT:      %1 = stablehlo.tanh %arg1 : tensor<4x8xf32>
// CHECK-NEXT:      stablehlo.return %1 : tensor<4x8xf32>
// CHECK-NEXT:    }) : (tensor<i32>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @case(%index: tensor<i32>, %x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.case"(%index) ({
    %1 = stablehlo.sine %x : tensor<4x8xf32>
    stablehlo.return %1 : tensor<4x8xf32>
  }, {
    %1 = stablehlo.cosine %x : tensor<4x8xf32>
    stablehlo.return %1 : tensor<4x8xf32>
  }, {
    %1 = stablehlo.tanh %x : tensor<4x8xf32>
    stablehlo.return %1 : tensor<4x8xf32>
  }) : (tensor<i32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @if(%arg0: tensor<i1>, %arg1: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0 = "stablehlo.if"(%arg0) ({
// CHECK-NEXT:      %1 = stablehlo.sine %arg1 : tensor<4x8xf32>
// CHECK-NEXT:      stablehlo.return %1 : tensor<4x8xf32>
// CHECK-NEXT:    }, {
// CHECK-NEXT:      %1 = stablehlo.cosine %arg1 : tensor<4x8xf32>
// CHECK-NEXT:      stablehlo.return %1 : tensor<4x8xf32>
// CHECK-NEXT:    }) : (tensor<i1>) -> tensor<4x8xf32>
// CHECK-NEXT:    return %0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @if(%pred: tensor<i1>, %x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.if"(%pred) ({
    %1 = stablehlo.sine %x : tensor<4x8xf32>
    stablehlo.return %1 : tensor<4x8xf32>
  }, {
    %1 = stablehlo.cosine %x : tensor<4x8xf32>
    stablehlo.return %1 : tensor<4x8xf32>
  }) : (tensor<i1>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @while(%arg0: tensor<i32>, %arg1: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %c = stablehlo.constant dense<10> : tensor<i32>
// CHECK-NEXT:    %c_0 = stablehlo.constant dense<1> : tensor<i32>
// CHECK-NEXT:    %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_1 = %arg1) : tensor<i32>, tensor<4x8xf32>
// CHECK-NEXT:     cond {
// CHECK-NEXT:      %1 = stablehlo.compare  LT, %iterArg, %c,  SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT:      stablehlo.return %1 : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      %1 = stablehlo.add %iterArg, %c_0 : tensor<i32>
// CHECK-NEXT:      %2 = stablehlo.tanh %iterArg_1 : tensor<4x8xf32>
// CHECK-NEXT:      stablehlo.return %1, %2 : tensor<i32>, tensor<4x8xf32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %0#1 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @while(%count: tensor<i32>, %x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %limit = stablehlo.constant dense<10> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %count, %y = %x) : tensor<i32>, tensor<4x8xf32>
   cond {
    %1 = stablehlo.compare LT, %i, %limit, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.tanh %y : tensor<4x8xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<4x8xf32>
  }
  return %0#1 : tensor<4x8xf32>
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @optimization_barrier(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xi32>) -> tensor<4x8xf32> {
// CHECK-NEXT:    %0:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<4x8xf32>, tensor<4x8xi32>
// CHECK-NEXT:    return %0#0 : tensor<4x8xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @optimization_barrier(%x: tensor<4x8xf32>, %y: tensor<4x8xi32>) -> tensor<4x8xf32> {
  %0:2 = stablehlo.optimization_barrier %x, %y : tensor<4x8xf32>, tensor<4x8xi32>
  return %0#0 : tensor<4x8xf32>
}
