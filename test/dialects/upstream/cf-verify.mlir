// RUN: ttopt --split-input-file --verify-diagnostics %s

func.func @custom(%a: index) {
  // expected-error @+1 {{'cf.switch' op operand #0 must be integer, but got 'index'}}
  cf.switch %a : index, [default: ^one, 3: ^one]
^one:
  return
}

// -----

func.func @generic(%a: f32) {
  // expected-error @+1 {{'cf.switch' op operand #0 must be integer, but got 'f32'}}
  "cf.switch"(%a)[^one] <{case_operand_segments = array<i32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (f32) -> ()
^one:
  return
}
