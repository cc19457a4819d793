// RUN: tttranslate --mlir-to-cpp --declare-variables-at-top --split-input-file --verify-diagnostics %s

func.func @f() {
  // expected-error @+2 {{cannot emit type '() -> ()'}}
  // expected-error @+1 {{unable to declare result variable for op}}
  %0 = func.constant @f : () -> ()
  return
}

// -----

// expected-error @+1 {{'emitc.call_opaque' op result variable for the operation has not been declared}}
%0 = emitc.call_opaque "f"() : () -> i32

// -----

// expected-error @+1 {{'func.func' op cannot emit block argument #0 with type '!emitc.array<3xi32>'}}
func.func @f(%a: !emitc.array<3xi32>) {
  cf.br ^b(%a : !emitc.array<3xi32>)
^b(%b: !emitc.array<3xi32>):
  return
}
