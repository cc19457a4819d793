// RUN: ttopt --canonicalize=max-iterations=0 %s | filecheck %s --check-prefix=NOTHING
// RUN: ttopt --canonicalize=disable-patterns=ReverseOfReverse %s | filecheck %s --check-prefix=NOTHING
// RUN: ttopt --canonicalize=enable-patterns=PermuteOfPermute,IdentityPermute %s | filecheck %s --check-prefix=NOTHING
// RUN: ttopt --canonicalize=enable-patterns=ReverseOfReverse,ReverseOfNothing %s | filecheck %s --check-prefix=ALL
// RUN: not ttopt --canonicalize="max-iterations=1 test-convergence" %s | not grep .
// How often and with which patterns the driver runs is the user's choice; not to converge is a failure only if asked for.

// NOTHING-COUNT-2: "ttir.reverse"
// ALL-LABEL: func.func @twice_reversed
// ALL-NEXT: return %arg0 : tensor<2x3xf32>
func.func @twice_reversed(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = tensor.empty() : tensor<2x3xf32>
  %1 = "ttir.reverse"(%arg0, %0) <{dimensions = array<i64: 0>}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = "ttir.reverse"(%1, %0) <{dimensions = array<i64: 0>}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}
