// RUN: ttopt %s --split-input-file --verify-diagnostics

// What newer versions of MLIR say: of lvalues, of `emitc.switch`.

func.func @f(%a: i32) {
  // expected-error @+1 {{'emitc.yield' op expects parent op to be one of 'emitc.expression, emitc.if, emitc.for, emitc.switch'}}
  emitc.yield
  return
}

// -----

// expected-error @+1 {{!emitc.lvalue must wrap supported emitc type, but got '!emitc.lvalue<i32>'}}
func.func @f(%a: !emitc.lvalue<!emitc.lvalue<i32>>) { return }

// -----

// expected-error @+1 {{!emitc.lvalue must wrap supported emitc type, but got 'i7'}}
func.func @f(%a: !emitc.lvalue<i7>) { return }

// -----

// expected-error @+1 {{!emitc.lvalue cannot wrap !emitc.array type}}
func.func @f(%a: !emitc.lvalue<!emitc.array<3xi32>>) { return }

// -----

// expected-error @+1 {{pointers to lvalues are not allowed}}
func.func @f(%a: !emitc.ptr<!emitc.lvalue<i32>>) { return }

// -----

// expected-error @+2 {{expected string}}
// expected-error @+1 {{failed to parse EmitC_OpaqueType parameter 'value' which is to be a `::llvm::StringRef`}}
func.func @f(%a: !emitc.opaque<a>) { return }

// -----

// expected-error @+1 {{'emitc.func' op cannot have lvalue type as argument}}
emitc.func @f(%a: !emitc.lvalue<i32>) { emitc.return }

// -----

func.func @f() {
  // expected-error @+1 {{'emitc.variable' op result #0 must be EmitC array type or EmitC lvalue type, but got 'i32'}}
  %0 = "emitc.variable"() <{value = 1 : i32}> : () -> i32
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'emitc.variable' op requires attribute to either be an #emitc.opaque attribute or it's type ('i64') to match the op's result type ('i32')}}
  %0 = "emitc.variable"() <{value = 1 : i64}> : () -> !emitc.lvalue<i32>
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{'emitc.apply' op operand type must be an lvalue when applying `&`}}
  %0 = emitc.apply "&"(%a) : (i32) -> !emitc.ptr<i32>
  return
}

// -----

func.func @f(%a: !emitc.lvalue<i32>) {
  // expected-error @+1 {{'emitc.apply' op result type must be a pointer when applying `&`}}
  %0 = emitc.apply "&"(%a) : (!emitc.lvalue<i32>) -> i32
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{'emitc.apply' op operand type must be a pointer when applying `*`}}
  %0 = emitc.apply "*"(%a) : (i32) -> i32
  return
}

// -----

func.func @f(%a: !emitc.lvalue<i32>) {
  // expected-error @+1 {{'emitc.load' op failed to verify that result type matches value type of 'operand'}}
  %0 = "emitc.load"(%a) : (!emitc.lvalue<i32>) -> i64
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{custom op 'emitc.load' invalid kind of Type specified}}
  %0 = emitc.load %a : i32
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{!emitc.lvalue must wrap supported emitc type, but got 'i7'}}
  %0 = emitc.load %a : <i7>
  return
}

// -----

func.func @f(%a: i32, %b: !emitc.lvalue<i32>) {
  // expected-error @+1 {{'emitc.assign' op cannot assign to block argument}}
  emitc.assign %a : i32 to %b : <i32>
  return
}

// -----

func.func @f(%a: f32) {
  %0 = "emitc.variable"() <{value = #emitc.opaque<"">}> : () -> !emitc.lvalue<i32>
  // expected-error @+1 {{'emitc.assign' op requires value's type ('f32') to match variable's type ('i32')}}
  emitc.assign %a : f32 to %0 : <i32>
  return
}

// -----

func.func @f(%a: !emitc.array<3x4xi32>, %i: index) {
  // expected-error @+1 {{'emitc.subscript' op on array operand requires number of indices (1) to match the rank of the array type (2)}}
  %0 = emitc.subscript %a[%i] : (!emitc.array<3x4xi32>, index) -> !emitc.lvalue<i32>
  return
}

// -----

func.func @f(%a: !emitc.array<3xi32>, %i: f32) {
  // expected-error @+1 {{'emitc.subscript' op on array operand requires index operand 0 to be integer-like, but got 'f32'}}
  %0 = emitc.subscript %a[%i] : (!emitc.array<3xi32>, f32) -> !emitc.lvalue<i32>
  return
}

// -----

func.func @f(%a: !emitc.array<3xi32>, %i: index) {
  // expected-error @+1 {{'emitc.subscript' op on array operand requires element type ('i32') and result type ('f32') to match}}
  %0 = emitc.subscript %a[%i] : (!emitc.array<3xi32>, index) -> !emitc.lvalue<f32>
  return
}

// -----

func.func @f(%a: !emitc.ptr<i32>, %i: index) {
  // expected-error @+1 {{'emitc.subscript' op on pointer operand requires one index operand, but got 2}}
  %0 = emitc.subscript %a[%i, %i] : (!emitc.ptr<i32>, index, index) -> !emitc.lvalue<i32>
  return
}

// -----

func.func @f(%a: !emitc.ptr<i32>, %i: f32) {
  // expected-error @+1 {{'emitc.subscript' op on pointer operand requires index operand to be integer-like, but got 'f32'}}
  %0 = emitc.subscript %a[%i] : (!emitc.ptr<i32>, f32) -> !emitc.lvalue<i32>
  return
}

// -----

func.func @f(%a: !emitc.ptr<i32>, %i: index) {
  // expected-error @+1 {{'emitc.subscript' op on pointer operand requires pointee type ('i32') and result type ('f32') to match}}
  %0 = emitc.subscript %a[%i] : (!emitc.ptr<i32>, index) -> !emitc.lvalue<f32>
  return
}

// -----

func.func @f(%a: !emitc.lvalue<i32>) {
  // expected-error @+1 {{'emitc.member' op operand #0 must be emitc.lvalue of EmitC opaque type values, but got '!emitc.lvalue<i32>'}}
  %0 = "emitc.member"(%a) <{member = "x"}> : (!emitc.lvalue<i32>) -> !emitc.lvalue<i32>
  return
}

// -----

func.func @f(%a: !emitc.lvalue<i32>) {
  // expected-error @+1 {{'emitc.member_of_ptr' op operand #0 must be emitc.lvalue of EmitC opaque type or EmitC pointer type values, but got '!emitc.lvalue<i32>'}}
  %0 = "emitc.member_of_ptr"(%a) <{member = "x"}> : (!emitc.lvalue<i32>) -> !emitc.lvalue<i32>
  return
}

// -----

emitc.func @f() {
  // expected-error @+1 {{'emitc.get_global' op 'x' does not reference a valid emitc.global}}
  %0 = emitc.get_global @x : !emitc.lvalue<i32>
  emitc.return
}

// -----

emitc.global @x : !emitc.array<3xi32>
emitc.func @f() {
  // expected-error @+1 {{'emitc.get_global' op on array type expects result type '!emitc.array<4xi32>' to match type '!emitc.array<3xi32>' of the global @x}}
  %0 = emitc.get_global @x : !emitc.array<4xi32>
  emitc.return
}

// -----

emitc.global @x : i32
emitc.func @f() {
  // expected-error @+1 {{'emitc.get_global' op on non-array type expects result type to be an lvalue type for the global @x}}
  %0 = emitc.get_global @x : !emitc.array<4xi32>
  emitc.return
}

// -----

emitc.global @x : i32
emitc.func @f() {
  // expected-error @+1 {{'emitc.get_global' op on non-array type expects result inner type 'f32' to match type 'i32' of the global @x}}
  %0 = emitc.get_global @x : !emitc.lvalue<f32>
  emitc.return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{'emitc.switch' op has 0 case regions but 1 case values}}
  "emitc.switch"(%a) <{cases = array<i64: 1>}> ({ emitc.yield }) : (i32) -> ()
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{'emitc.switch' op has duplicate case value: 1}}
  emitc.switch %a : i32
  case 1 { emitc.yield }
  case 1 { emitc.yield }
  default { }
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{'emitc.switch' op expected region to end with emitc.yield, but got emitc.verbatim}}
  emitc.switch %a : i32
  case 1 { emitc.verbatim "x" }
  default { }
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{'emitc.switch' op expected region to end with emitc.yield, but got nothing}}
  "emitc.switch"(%a) <{cases = array<i64>}> ({ ^a: }) : (i32) -> ()
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{'emitc.switch' op expected each region to return 0 values, but case region #0 returns 1}}
  emitc.switch %a : i32
  // expected-note @+1 {{see yield operation here}}
  case 1 { emitc.yield %a : i32 }
  default { }
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{'emitc.for' op expected body to have a single block argument for the induction variable}}
  "emitc.for"(%a, %a, %a) ({ emitc.yield }) : (i32, i32, i32) -> ()
  return
}

// -----

func.func @f(%a: i1) {
  // expected-error @+2 {{'emitc.if' op expects regions to end with 'emitc.yield', found 'ttkernel.unreachable'}}
  // expected-note @+1 {{in custom textual format, the absence of terminator implies 'emitc.yield'}}
  "emitc.if"(%a) ({ "ttkernel.unreachable"() : () -> () }, {}) : (i1) -> ()
  return
}
