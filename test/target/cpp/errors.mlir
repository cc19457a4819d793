// RUN: tttranslate --mlir-to-cpp --split-input-file --verify-diagnostics %s

// expected-error @+1 {{'func.func' op with multiple blocks needs variables declared at top}}
func.func @f() {
  cf.br ^a
^a:
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{'arith.addi' op unable to find printer for op}}
  %0 = arith.addi %a, %a : i32
  return
}

// -----

// expected-error @+1 {{cannot emit integer type 'i7'}}
func.func @f(%a: i7) { return }

// -----

// expected-error @+1 {{cannot emit float type 'f80'}}
func.func @f(%a: f80) { return }

// -----

// expected-error @+1 {{cannot emit type 'vector<3xi8>'}}
func.func @f(%a: vector<3xi8>) { return }

// -----

// expected-error @+1 {{cannot emit unranked tensor type}}
func.func @f(%a: tensor<*xi32>) { return }

// -----

// expected-error @+1 {{cannot emit tensor type with non static shape}}
func.func @f(%a: tensor<?xi32>) { return }

// -----

// expected-error @+1 {{cannot emit tensor of array type 'tensor<2x!emitc.array<3xi32>>'}}
func.func @f(%a: tensor<2x!emitc.array<3xi32>>) { return }

// -----

// expected-error @+1 {{cannot emit tuple of array type}}
func.func @f(%a: tuple<!emitc.array<3xi32>>) { return }

// -----

// expected-error @+1 {{cannot emit pointer to array type '!emitc.ptr<!emitc.array<3xi32>>'}}
func.func @f(%a: !emitc.ptr<!emitc.array<3xi32>>) { return }

// -----

// expected-error @+1 {{'func.func' op cannot emit array type as result type}}
func.func @f(%a: !emitc.array<3xi32>) -> !emitc.array<3xi32> { return %a : !emitc.array<3xi32> }

// -----

func.func @f() {
  // expected-error @+1 {{cannot emit attribute: "a"}}
  emitc.call_opaque "f"() {args = ["a"]} : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{attribute has more than 1 nested reference}}
  emitc.call_opaque "f"() {args = [@a::@b::@c]} : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{expected floating point attribute to be f16, bf16, f32 or f64}}
  emitc.call_opaque "f"() {args = [1.0 : f80]} : () -> ()
  return
}

// -----

// expected-error @+1 {{'func.func' op cannot emit lvalue type as argument type}}
func.func @f(%a: !emitc.lvalue<i32>) { return }
