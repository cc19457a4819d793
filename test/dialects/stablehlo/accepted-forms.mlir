// RUN: ttopt %s | filecheck %s --strict-whitespace --match-full-lines
// RUN: ttopt %s | ttopt | filecheck %s --strict-whitespace --match-full-lines

// What is accepted beside the text that is printed, and the names that results and arguments get.

//      CHECK:module {
// CHECK-NEXT:  func.func @single_blank(%arg0: tensor<4xf32>) -> tensor<4xi1> {
// CHECK-NEXT:    %0 = stablehlo.compare  LT, %arg0, %arg0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:    %1 = stablehlo.compare  NE, %arg0, %arg0,  TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:    return %0 : tensor<4xi1>
// CHECK-NEXT:  }
func.func @single_blank(%x: tensor<4xf32>) -> tensor<4xi1> {
  %0 = stablehlo.compare LT, %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = stablehlo.compare NE, %x, %x, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}
// CHECK-NEXT:  func.func @whole_signature(%arg0: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %0 = stablehlo.add %arg0, %arg0 : tensor<4xf32>
// CHECK-NEXT:    %1 = stablehlo.abs %0 : tensor<4xf32>
// CHECK-NEXT:    return %1 : tensor<4xf32>
// CHECK-NEXT:  }
func.func @whole_signature(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.abs %0 : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
// CHECK-NEXT:  func.func @names() -> tensor<i32> {
// CHECK-NEXT:    %c = stablehlo.constant dense<1> : tensor<i32>
// CHECK-NEXT:    %c_0 = stablehlo.constant dense<true> : tensor<i1>
// CHECK-NEXT:    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT:    %0 = stablehlo.while(%iterArg = %c) : tensor<i32>
// CHECK-NEXT:     cond {
// CHECK-NEXT:      stablehlo.return %c_0 : tensor<i1>
// CHECK-NEXT:    } do {
// CHECK-NEXT:      stablehlo.return %iterArg : tensor<i32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %0 : tensor<i32>
// CHECK-NEXT:  }
func.func @names() -> tensor<i32> {
  %a = stablehlo.constant dense<1> : tensor<i32>
  %b = stablehlo.constant dense<true> : tensor<i1>
  %d = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.while(%n = %a) : tensor<i32> cond { stablehlo.return %b : tensor<i1> } do { stablehlo.return %n : tensor<i32> }
  return %0 : tensor<i32>
}
// CHECK-NEXT:  func.func @no_dimensions(%arg0: tensor<f32>) -> tensor<f32> {
// CHECK-NEXT:    %0 = stablehlo.dynamic_slice %arg0, , sizes = [] : (tensor<f32>) -> tensor<f32>
// CHECK-NEXT:    return %0 : tensor<f32>
// CHECK-NEXT:  }
func.func @no_dimensions(%x: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.dynamic_slice"(%x) <{slice_sizes = array<i64>}> : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
// CHECK-NEXT:}
