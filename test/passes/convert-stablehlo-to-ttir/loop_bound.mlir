// RUN: ttopt --convert-stablehlo-to-ttir=loop-bound=2 --split-input-file --verify-diagnostics %s | filecheck %s
// RUN: not ttopt --convert-stablehlo-to-ttir=loop-bound=-1 --split-input-file %s 2>&1 | filecheck %s --check-prefix=NEGATIVE
// NEGATIVE: error: 'builtin.module' op loop-bound: found -1, expected at least 0
// An iteration takes effect if the condition holds before it. The last result is the condition after
// the last iteration.

// CHECK-LABEL: func.func @main(%arg0: tensor<1xi32>) -> (tensor<1xi32>, tensor<1xbf16>) {
// CHECK: %[[C0:.*]] = "ttir.lt"(%arg0
// CHECK: %[[A1:.*]] = "ttir.add"(%arg0
// CHECK: %[[S1:.*]] = "ttir.where"(%[[C0]], %[[A1]], %arg0
// CHECK: %[[C1:.*]] = "ttir.lt"(%[[S1]]
// CHECK: %[[A2:.*]] = "ttir.add"(%[[S1]]
// CHECK: %[[S2:.*]] = "ttir.where"(%[[C1]], %[[A2]], %[[S1]]
// CHECK: %[[C2:.*]] = "ttir.lt"(%[[S2]]
// CHECK-NEXT: return %[[S2]], %[[C2]] : tensor<1xi32>, tensor<1xbf16>
func.func @main(%n: tensor<i32>) -> tensor<i32> {
  %limit = stablehlo.constant dense<9> : tensor<i32>
  %step = stablehlo.constant dense<4> : tensor<i32>
  // expected-warning @+1 {{'stablehlo.while' op is computed for at most 2 iterations: one more result of the function is true if a loop would have gone on}}
  %0 = stablehlo.while(%i = %n) : tensor<i32>
  cond {
    %c = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %step : tensor<i32>
    stablehlo.return %j : tensor<i32>
  }
  return %0 : tensor<i32>
}

// -----

// A loop with a known number of iterations is unrolled as without the option.
// CHECK-LABEL: func.func @counted(%arg0: tensor<1xi32>) -> tensor<1xi32> {
// CHECK-COUNT-3: "ttir.add"
// CHECK-NOT: "ttir.add"
// CHECK-NOT: "ttir.where"
func.func @counted(%x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %limit = stablehlo.constant dense<3> : tensor<i32>
  %step = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<i32>
  cond {
    %c = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %step : tensor<i32>
    %b = stablehlo.add %a, %x : tensor<i32>
    stablehlo.return %j, %b : tensor<i32>, tensor<i32>
  }
  return %0#1 : tensor<i32>
}

// -----

// Callers of a private function do not expect another result.
func.func private @called(%n: tensor<i32>) -> tensor<i32> {
  // expected-error @+2 {{failed to legalize operation 'stablehlo.while'}}
  // expected-note @+1 {{the number of iterations depends on data: loop-bound=N computes at most N in a public function, so inline calls first}}
  %0 = stablehlo.while(%i = %n) : tensor<i32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    stablehlo.return %n : tensor<i32>
  }
  return %0 : tensor<i32>
}
