// RUN: ttopt --convert-tosa-to-ttir --verify-diagnostics %s

func.func @marked(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-warning @+1 {{'tosa.abs' op its attribute 'note' is left out: TTIR does not have it [-Wdropped-attribute]}}
  %0 = tosa.abs %a {note = 1 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "tosa.reduce_sum"(%0) {axis = 0 : i32} : (tensor<4xf32>) -> tensor<1xf32>
  %2 = tosa.add %0, %1 : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
