// RUN: ttopt --split-input-file --verify-diagnostics %s

func.func @custom(%a: index) {
  // expected-error @+1 {{custom op 'cf.switch' invalid kind of type specified}}
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

// -----

func.func @too_many(%c: i1, %a: i32) {
  // expected-error @+1 {{branch has 2 operands for successor #1, but target block has 1}}
  cf.cond_br %c, ^one(%a : i32), ^one(%a, %a : i32, i32)
^one(%x: i32):
  return
}

// -----

func.func @too_few(%a: i32) {
  // expected-error @+1 {{branch has 0 operands for successor #0, but target block has 1}}
  cf.br ^one
^one(%x: i32):
  return
}

// -----

func.func @other_types(%a: i32, %b: f32) {
  // expected-error @+1 {{type mismatch for bb argument #1 of successor #1}}
  cf.switch %a : i32, [default: ^one(%a, %b : i32, f32), 3: ^one(%a, %a : i32, i32)]
^one(%x: i32, %y: f32):
  return
}
