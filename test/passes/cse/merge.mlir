// RUN: ttopt --cse --allow-unregistered-dialect %s | filecheck %s
// Equal ops without effects are merged where the first dominates the second; attributes and types must agree.

module {
  // CHECK-LABEL: func.func @equal_ops(%arg0: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  // CHECK-NEXT: %0 = tensor.empty() : tensor<2xf32>
  // CHECK-NEXT: %1 = "ttir.abs"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  // CHECK-NEXT: %2 = "ttir.abs"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> {marked} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  // CHECK-NEXT: return %1, %1, %2 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  // CHECK-NEXT: }
  func.func @equal_ops(%arg0: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
    %0 = tensor.empty() : tensor<2xf32>
    %1 = "ttir.abs"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %2 = tensor.empty() : tensor<2xf32>
    %3 = "ttir.abs"(%arg0, %2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %4 = "ttir.abs"(%arg0, %2) <{operandSegmentSizes = array<i32: 1, 1>}> {marked} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    return %1, %3, %4 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  }
  // CHECK-LABEL: func.func @operands_of_commutative_ops(%arg0: i32, %arg1: i32) -> (i32, i32, i32, i32) {
  // CHECK-NEXT: %0 = arith.addi %arg0, %arg1 : i32
  // CHECK-NEXT: %1 = arith.subi %arg0, %arg1 : i32
  // CHECK-NEXT: %2 = arith.subi %arg1, %arg0 : i32
  // CHECK-NEXT: return %0, %0, %1, %2 : i32, i32, i32, i32
  // CHECK-NEXT: }
  func.func @operands_of_commutative_ops(%arg0: i32, %arg1: i32) -> (i32, i32, i32, i32) {
    %0 = arith.addi %arg0, %arg1 : i32
    %1 = arith.addi %arg1, %arg0 : i32
    %2 = arith.subi %arg0, %arg1 : i32
    %3 = arith.subi %arg1, %arg0 : i32
    return %0, %1, %2, %3 : i32, i32, i32, i32
  }
  // CHECK-LABEL: func.func @unknown_effects(%arg0: i32) -> (i32, i32) {
  // CHECK-NEXT: %0 = "test.compute"(%arg0) : (i32) -> i32
  // CHECK-NEXT: %1 = "test.compute"(%arg0) : (i32) -> i32
  // CHECK-NEXT: return %0, %1 : i32, i32
  // CHECK-NEXT: }
  func.func @unknown_effects(%arg0: i32) -> (i32, i32) {
    %0 = "test.compute"(%arg0) : (i32) -> i32
    %1 = "test.compute"(%arg0) : (i32) -> i32
    return %0, %1 : i32, i32
  }
  // CHECK-LABEL: func.func @blocks(%arg0: i32, %arg1: i1) -> i32 {
  // CHECK-NEXT: %0 = arith.muli %arg0, %arg0 : i32
  // CHECK-NEXT: cf.cond_br %arg1, ^bb1, ^bb2
  // CHECK-NEXT: ^bb1:  // pred: ^bb0
  // CHECK-NEXT: %1 = arith.subi %arg0, %0 : i32
  // CHECK-NEXT: cf.br ^bb3(%1 : i32)
  // CHECK-NEXT: ^bb2:  // pred: ^bb0
  // CHECK-NEXT: %2 = arith.subi %arg0, %0 : i32
  // CHECK-NEXT: cf.br ^bb3(%2 : i32)
  // CHECK-NEXT: ^bb3(%3: i32):  // 2 preds: ^bb1, ^bb2
  // CHECK-NEXT: %4 = arith.subi %arg0, %0 : i32
  // CHECK-NEXT: %5 = arith.addi %3, %4 : i32
  // CHECK-NEXT: return %5 : i32
  // CHECK-NEXT: }
  func.func @blocks(%arg0: i32, %arg1: i1) -> i32 {
    %0 = arith.muli %arg0, %arg0 : i32
    cf.cond_br %arg1, ^bb1, ^bb2
  ^bb1:
    %1 = arith.muli %arg0, %arg0 : i32
    %2 = arith.subi %arg0, %1 : i32
    cf.br ^bb3(%2 : i32)
  ^bb2:
    %3 = arith.subi %arg0, %0 : i32
    cf.br ^bb3(%3 : i32)
  ^bb3(%4: i32):
    %5 = arith.subi %arg0, %0 : i32
    %6 = arith.addi %4, %5 : i32
    return %6 : i32
  }
}
