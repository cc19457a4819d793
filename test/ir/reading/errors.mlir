// RUN: ttopt --split-input-file --verify-diagnostics %s

func.func @undeclared() {
  // expected-error @below {{use of undeclared SSA value name}}
  "func.return"(%x) : (i32) -> ()
}

// -----

func.func @unknown() {
  // expected-error @below {{custom op 'nope' is unknown (tried 'func.nope' as well)}}
  nope
}

// -----

func.func @types(%a: tensor<4xf32>) { // expected-note {{prior use here}}
  // expected-error @below {{use of value '%a' expects different type than prior uses: 'f32' vs 'tensor<4xf32>'}}
  "func.return"(%a) : (f32) -> ()
}

// -----

// expected-note @below {{see existing symbol definition here}}
func.func private @twice()
// expected-error @below {{redefinition of symbol named 'twice'}}
func.func private @twice()

// -----

func.func @constraint(%a: f32) {
  // expected-error @below {{'arith.addi' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = arith.addi %a, %a : f32
  return
}

// -----

// expected-error @below {{'builtin.module' op can only contain attributes with dialect-prefixed names, found: 'a'}}
module attributes {a = 1 : i32, func.b} {
}
