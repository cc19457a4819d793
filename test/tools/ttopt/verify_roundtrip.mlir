// RUN: ttopt --verify-roundtrip --allow-unregistered-dialect %s | filecheck %s
// RUN: ttopt --ttir-to-ttnn-backend-pipeline %S/../../../examples/attention_weights.mlir | ttopt --verify-roundtrip -o /dev/null

// CHECK: %0:2 = "t.two"
module @m attributes {t.a = dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>} {
  func.func @f(%a: i32) -> i32 {
    %0:2 = "t.two"(%a) {name = "a\"\00b"} : (i32) -> (i32, tensor<2xf32>) loc(fused["x", "y":1:2])
    return %0#0 : i32 loc(callsite("f" at "g"))
  }
}
