// RUN: ttopt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{'emitc.add' op operand #0 must be type supported by EmitC, but got 'i7'}}
func.func @f(%a: i7) { %0 = emitc.add %a, %a : (i7, i7) -> i7  return }

// -----

// expected-error @+1 {{'emitc.rem' op operand #0 must be integer, index or opaque type supported by EmitC, but got 'f32'}}
func.func @f(%a: f32) { %0 = emitc.rem %a, %a : (f32, f32) -> f32  return }

// -----

// expected-error @+1 {{'emitc.mul' op result #0 must be floating-point type supported by EmitC or integer, index or opaque type supported by EmitC, but got 'tensor<?xi32>'}}
func.func @f(%a: i32) { %0 = emitc.mul %a, %a : (i32, i32) -> tensor<?xi32>  return }

// -----

// expected-error @+1 {{custom op 'emitc.mul' 2 operands present, but expected 1}}
func.func @f(%a: i32) { %0 = emitc.mul %a, %a : (i32) -> i32  return }

// -----

// expected-error @+1 {{'emitc.mul' op expected 2 operands, but found 1}}
func.func @f(%a: i32) { %0 = emitc.mul %a : (i32) -> i32  return }

// -----

// expected-error @+1 {{custom op 'emitc.mul' invalid kind of type specified}}
func.func @f(%a: i32) { %0 = emitc.mul %a, %a : i32  return }

// -----

// expected-error @+1 {{'emitc.mul' op requires one result}}
func.func @f(%a: i32) { emitc.mul %a, %a : (i32, i32) -> ()  return }

// -----

// expected-error @+1 {{custom op 'emitc.logical_and' 0 operands present, but expected 1}}
func.func @f() { %0 = emitc.logical_and : i32  return }

// -----

// expected-error @+1 {{custom op 'emitc.cmp' 0 operands present, but expected 2}}
func.func @f() { %0 = emitc.cmp eq, : (i32, i32) -> i1  return }

// -----

// expected-error @+1 {{expected ':'}}
func.func @f() { %0 = emitc.conditional 3 : i32  return }

// -----

// expected-error @+1 {{expected SSA operand}}
func.func @f() { %0 = emitc.apply "*"() : () -> i32  return }

// -----

// expected-error @+1 {{expected ')'}}
func.func @f(%a: !emitc.ptr<i32>) { %0 = emitc.apply "*"(%a, %a) : (!emitc.ptr<i32>) -> i32  return }

// -----

// expected-error @+1 {{expected ']'}}
func.func @f(%a: !emitc.array<2xi32>) { %0 = emitc.subscript %a[: i32  return }

// -----

// expected-error @+1 {{custom op 'emitc.cmp' expected string or keyword containing one of the following enum values for attribute 'predicate' [eq, ne, lt, le, gt, ge, three_way]}}
func.func @f(%a: i32) { %0 = emitc.cmp foo, %a, %a : (i32, i32) -> i1  return }

// -----

// expected-error @+1 {{custom op 'emitc.cmp' invalid predicate attribute specification: "foo"}}
func.func @f(%a: i32) { %0 = emitc.cmp "foo", %a, %a : (i32, i32) -> i1  return }

// -----

// expected-error @+1 {{custom op 'emitc.cmp' expected string or keyword containing one of the following enum values for attribute 'predicate' [eq, ne, lt, le, gt, ge, three_way]}}
func.func @f(%a: i32) { %0 = emitc.cmp 3, %a, %a : (i32, i32) -> i1  return }

// -----

// expected-error @+1 {{custom op 'emitc.call_opaque' 'emitc.call_opaque' op attribute 'args' failed to satisfy constraint: array attribute}}
func.func @f(%a: i32) { %0 = emitc.call_opaque "f"(%a) {args = 3} : (i32) -> i1  return }

// -----

// expected-error @+1 {{expected attribute value}}
func.func @f(%a: i32) { %0 = emitc.call_opaque f(%a) : (i32) -> i1  return }

// -----

// expected-error @+1 {{custom op 'emitc.call_opaque' invalid kind of type specified}}
func.func @f(%a: i32) { %0 = emitc.call_opaque "f"(%a) : i1  return }

// -----

// expected-error @+1 {{'emitc.call' op 'g' does not reference a valid function}}
func.func @f(%a: i32) { %0 = emitc.call @g(%a) {foo = "g"}: (i32)->i1  return }

// -----

// expected-error @+1 {{custom op 'emitc.call' invalid kind of attribute specified}}
func.func @f(%a: i32) { %0 = emitc.call "g"(%a) {foo = "g"}: (i32)->i1  return }

// -----

// expected-error @+1 {{'emitc.cast' op operand type 'i32' and result type '!emitc.array<3xi32>' are cast incompatible}}
func.func @f(%a: i32) { %0 = emitc.cast %a : i32 to !emitc.array<3xi32> return }

// -----

// expected-error @+1 {{custom op 'emitc.logical_and' 2 operands present, but expected 1}}
func.func @f(%a: i32) { %0 = emitc.logical_and %a, %a : i32 return }

// -----

// expected-error @+2 {{use of value '%a' expects different type than prior uses: 'i1' vs 'i32'}}
// expected-note @+1 {{prior use here}}
func.func @f(%a: i32) { %0 = emitc.conditional %a, %a, %a : i32 return }

// -----

// expected-error @+1 {{'emitc.literal' op value must not be empty}}
func.func @f(%a: i32) { %0 = emitc.literal "" : i32 return }

// -----

// expected-error @+2 {{use of value '%a' expects different type than prior uses: 'i1' vs 'i32'}}
// expected-note @+1 {{prior use here}}
func.func @f(%a: i32) { emitc.if %a { } return }

// -----

// expected-error @+1 {{expected non empty string in !emitc.opaque type}}
func.func @f(%a: !emitc.opaque<"">) { return }

// -----

// expected-error @+1 {{pointer not allowed as outer type with !emitc.opaque, use !emitc.ptr instead}}
func.func @f(%a: !emitc.opaque<"a*">) { return }

// -----

// expected-error @+1 {{invalid array element type}}
func.func @f(%a: !emitc.array<3x!emitc.array<3xi32>>) { return }

// -----

// expected-error @+1 {{shape must not be empty}}
func.func @f(%a: !emitc.array<i32>) { return }

// -----

// expected-error @+1 {{expected static shape}}
func.func @f(%a: !emitc.array<?xi32>) { return }

// -----

// expected-error @+1 {{invalid array element type}}
func.func @f(%a: !emitc.array<3xi7>) { return }

// -----

// expected-error @+1 {{unknown  type `foo` in dialect `emitc`}}
func.func @f(%a: !emitc.foo) { return }

// -----

// expected-error @+1 {{unknown attribute `foo` in dialect `emitc`}}
func.func @f() attributes {a = #emitc.foo<3>} { return }

// -----

// expected-error @+1 {{expected operation name in quotes}}
emitc.include "a" {x}

// -----

// expected-error @+1 {{custom op 'emitc.include' expected trailing '>' for standard include}}
emitc.include <"a"

// -----

// expected-error @+1 {{custom op 'emitc.include' expected string attribute}}
emitc.include 3

// -----

// expected-error @+1 {{custom op 'emitc.include' expected string attribute}}
emitc.include

// -----

// expected-error @+1 {{expected floating-point elements, but parsed integer}}
emitc.global @x : !emitc.array<2xf32> = dense<0> {x}

// -----

// expected-error @+1 {{custom op 'emitc.global' initial value should be a integer, float, elements or opaque attribute}}
emitc.global @x : !emitc.array<2xf32> = "a"

// -----

// expected-error @+1 {{'emitc.global' op expected valid emitc type}}
emitc.global @x : tensor<?xf32>

// -----

// expected-error @+1 {{custom op 'emitc.global' expected valid '@'-identifier for symbol name}}
emitc.global static extern @x : i32

// -----

// expected-error @+1 {{'emitc.global' op cannot have both static and extern specifiers}}
emitc.global extern static @x : i32

// -----

// expected-error @+1 {{elements literal must be a shaped type}}
emitc.global @x : i32 = dense<0> {x}

// -----

// expected-error @+1 {{floating point value not valid for specified type}}
emitc.global @x : i32 = 3.0 {x}

// -----

// expected-error @+1 {{'emitc.func' op requires zero or exactly one result, but has 2}}
emitc.func @f() -> (i32, i32) { emitc.return }

// -----

// expected-error @+1 {{'emitc.return' op has 0 operands, but enclosing function (@f) returns 1}}
emitc.func @f() -> (i32) { emitc.return }

// -----

// expected-error @+1 {{type of the return operand ('f32') doesn't match function result type ('i32') in function @f}}
emitc.func @f(%a: f32) -> (i32) { emitc.return %a : f32 }

// -----

// expected-error @+1 {{'emitc.func' op cannot return array type}}
emitc.func @f(%a: f32) -> (!emitc.array<3xi32>) { emitc.return %a : f32 }

// -----

// expected-error @+1 {{'emitc.func' op attribute 'specifiers' failed to satisfy constraint: string array attribute}}
emitc.func @f() attributes {specifiers = [3]} { emitc.return }

// -----

// expected-error @+1 {{'emitc.declare_func' op 'h' does not reference a valid function}}
emitc.declare_func @h

// -----

// expected-error @+1 {{'emitc.call' op 'h' does not reference a valid function}}
emitc.func @g() { emitc.call @h() : () -> () emitc.return }

// -----

// expected-error @+1 {{'emitc.func' op symbol's parent must have the SymbolTable trait}}
emitc.func @g() { emitc.func @h() { emitc.return } emitc.return }

// -----

// expected-error @+1 {{'emitc.return' op expects parent op 'emitc.func'}}
func.func @g() { emitc.return }

// -----

// expected-error @+2 {{use of value '%a' expects different type than prior uses: 'index' vs 'i32'}}
// expected-note @+1 {{prior use here}}
func.func @g(%a: i32) { emitc.for %i = %a to %a step %a { } return }

// -----

// expected-error @+1 {{'emitc.for' op operand #0 must be integer, index or opaque type supported by EmitC, but got 'f32'}}
func.func @g(%a: f32) { emitc.for %i = %a to %a step %a : f32 { } return }

// -----

// expected-error @+1 {{'emitc.for' op expected induction variable to be same type as bounds and step}}
func.func @g(%a: i32) { "emitc.for"(%a, %a, %a) ({ ^bb0(%x: i64): emitc.yield }) : (i32, i32, i32) -> () return }

// -----

// expected-error @+1 {{'emitc.for' op failed to verify that all of {lowerBound, upperBound, step} have same type}}
func.func @g(%a: i32, %b: i64) { "emitc.for"(%a, %b, %a) ({ ^bb0(%x: i32): emitc.yield }) : (i32, i64, i32) -> () return }

// -----

// expected-error @+1 {{'emitc.if' op region #0 should have no arguments}}
func.func @g(%a: i32) { "emitc.if"(%a) ({ ^bb0(%x: i32): func.return },{}) : (i32) -> () return }

// -----

// expected-error @+1 {{'emitc.if' op region #0 should have no arguments}}
func.func @g(%a: i1) { "emitc.if"(%a) ({ ^bb0(%x: i32): emitc.yield },{}) : (i1) -> () return }

// -----

// expected-error @+1 {{'emitc.if' op region #0 ('thenRegion') failed to verify constraint: region with 1 blocks}}
func.func @g(%a: i1) { "emitc.if"(%a) ({ },{}) : (i1) -> () return }

// -----

// expected-error @+1 {{'emitc.yield' op yields a value not returned by parent}}
func.func @g(%a: i1) { "emitc.if"(%a) ({ emitc.yield %a : i1 },{}) : (i1) -> () return }

// -----

// expected-error @+1 {{'emitc.if' op region #0 should have no arguments}}
func.func @g(%a: i32) { "emitc.if"(%a) ({ ^bb0(%x: i32): emitc.yield },{}) : (i32) -> () return }

// -----

// expected-error @+1 {{'emitc.if' op expects region #1 to have 0 or 1 blocks}}
func.func @g(%a: i1) { "emitc.if"(%a) ({ emitc.yield },{^a: emitc.yield ^b: emitc.yield}) : (i1) -> () return }

// -----

// expected-error @+1 {{block with no terminator, has "emitc.verbatim"() <{value = "x"}> : () -> ()}}
func.func @g(%a: i1) { "emitc.if"(%a) ({ emitc.verbatim "x" },{}) : (i1) -> () return }

// -----

// expected-error @+1 {{'emitc.if' op expects region #0 to have 0 or 1 blocks}}
func.func @g(%a: i1) { "emitc.if"(%a) ({ "cf.br"()[^b] : () -> () ^b: emitc.yield },{}) : (i1) -> () return }

// -----

// expected-error @+1 {{'emitc.expression' op must yield a value at termination}}
func.func @g(%a: i32) { %0 = emitc.expression : i32 { emitc.yield } return }

// -----

// expected-error @+1 {{'emitc.expression' op must yield a value at termination}}
func.func @g(%a: i32) { %0 = emitc.expression : i32 { } return }

// -----

// expected-error @+1 {{'emitc.expression' op requires yielded type to match return type}}
func.func @g(%a: i32) { %1 = emitc.expression : i64 { %0 = emitc.add %a, %a : (i32,i32)->i32 emitc.yield %0 : i32 } return }

// -----

// expected-error @+1 {{'emitc.expression' op requires exactly one use for each operation}}
func.func @g(%a: i32) { %1 = emitc.expression : i32 { %3 = emitc.add %a, %a : (i32,i32)->i32 %0 = emitc.add %a, %a : (i32,i32)->i32 emitc.yield %0 : i32 } return }

// -----

// expected-error @+1 {{'emitc.expression' op requires exactly one use for each operation}}
func.func @g(%a: i32) { %1 = emitc.expression : i32 { %3 = emitc.add %a, %a : (i32,i32)->i32 %0 = emitc.add %3, %3 : (i32,i32)->i32 emitc.yield %0 : i32 } return }

// -----

// expected-error @+1 {{'emitc.expression' op contains an unsupported operation}}
func.func @g(%a: i32) { %1 = emitc.expression : i32 { %3 = emitc.literal "a" : i32 %0 = emitc.add %3, %a : (i32,i32)->i32 emitc.yield %0 : i32 } return }

// -----

// expected-error @+1 {{'emitc.expression' op requires exactly one result for each operation}}
func.func @g(%a: i32) { %1 = emitc.expression : i32 { emitc.call_opaque "f"() : () -> () %0 = emitc.add %a, %a : (i32,i32)->i32 emitc.yield %0 : i32 } return }

// -----

// expected-error @+2 {{operand #0 does not dominate this use}}
// expected-note @+1 {{operand defined here (op in the same block)}}
func.func @g(%a: i32) { %1 = emitc.expression {x} noinline : i32 { %0 = emitc.add %2, %a : (i32,i32)->i32 %2 = emitc.add %a, %a : (i32,i32)->i32  emitc.yield %0 : i32 } return }

// -----

// expected-error @+1 {{'emitc.expression' op region should have no arguments}}
func.func @g(%a: i32) { %1 = "emitc.expression"() ({ ^bb0(%b: i32): %0 = emitc.add %b, %a : (i32,i32)->i32 emitc.yield %0 : i32 }) : () -> i32 return }

// -----

// expected-error @+1 {{'emitc.expression' op contains an unsupported operation}}
func.func @g(%a: i32) { %1 = emitc.expression : i32 { %0 = "arith.addi"(%a, %a) : (i32,i32)->i32 emitc.yield %0 : i32 } return }

// -----

// expected-error @+1 {{'emitc.constant' op requires attribute to either be an #emitc.opaque attribute or it's type ('i64') to match the op's result type ('i32')}}
func.func @g(%a: i32) { %0 = "emitc.constant"() <{value = 1 : i64}> : () -> i32 return }

// -----

// expected-error @+1 {{'emitc.constant' op value must not be empty}}
func.func @g(%a: i32) { %0 = "emitc.constant"() <{value = #emitc.opaque<"">}> : () -> i32 return }

// -----

// expected-error @+1 {{'emitc.constant' op string attributes are not supported, use #emitc.opaque instead}}
func.func @g(%a: i32) { %0 = "emitc.constant"() <{value = "abc"}> : () -> i32 return }

// -----

// expected-error @+1 {{'emitc.constant' op attribute 'value' failed to satisfy constraint: An opaque attribute or TypedAttr instance}}
func.func @g(%a: i32) { %0 = "emitc.constant"() <{value = i32}> : () -> i32 return }

// -----

// expected-error @+1 {{'emitc.constant' op attribute 'value' failed to satisfy constraint: An opaque attribute or TypedAttr instance}}
func.func @g(%a: i32) { %0 = "emitc.constant"() {value = i32} : () -> i32 return }

// -----

// expected-error @+1 {{'emitc.constant' op attribute 'value' failed to satisfy constraint: An opaque attribute or TypedAttr instance}}
func.func @g(%a: i32) { %0 = "emitc.constant"() <{value = [1]}> : () -> !emitc.size_t return }

// -----

// expected-error @+1 {{'emitc.constant' op requires attribute 'value'}}
func.func @g(%a: i32) { %0 = "emitc.constant"()  : () -> !emitc.size_t return }

// -----

// expected-error @+1 {{'emitc.variable' op requires attribute to either be an #emitc.opaque attribute or it's type ('tensor<3xi32>') to match the op's result type ('!emitc.array<3xi32>')}}
func.func @g(%a: i32) { %0 = "emitc.variable"() <{value = dense<1> : tensor<3xi32>}> : () -> !emitc.array<3xi32> return }

// -----

// expected-error @+1 {{'emitc.call_opaque' op callee must not be empty}}
func.func @g(%a: i32) { emitc.call_opaque "" () : () -> () return }

// -----

// expected-error @+1 {{'emitc.call_opaque' op index argument is out of range}}
func.func @g(%a: i32) { emitc.call_opaque "f"(%a) {args = [1 : index]} : (i32) -> () return }

// -----

// expected-error @+1 {{'emitc.call_opaque' op array argument has no type}}
func.func @g(%a: i32) { emitc.call_opaque "f"(%a) {args = [[1 : index]]} : (i32) -> () return }

// -----

// expected-error @+1 {{'emitc.call_opaque' op template argument has invalid type}}
func.func @g(%a: i32) { emitc.call_opaque "f"(%a) {template_args = [[1 : index]]} : (i32) -> () return }

// -----

// expected-error @+1 {{'emitc.call_opaque' op cannot return array type}}
func.func @g(%a: i32) { %0 = emitc.call_opaque "f"(%a) : (i32) -> !emitc.array<3xi32> return }

// -----

// expected-error @+1 {{'emitc.call_opaque' op result #0 must be variadic of type supported by EmitC, but got 'i7'}}
func.func @g(%a: i32) { %0 = emitc.call_opaque "f"(%a) : (i32) -> i7 return }

// -----

// expected-error @+1 {{'emitc.apply' op applicable operator must not be empty}}
func.func @g(%a: i32) { %0 = emitc.apply ""(%a) {foo} : (i32) -> i8 return }

// -----

// expected-error @+1 {{'emitc.apply' op applicable operator is illegal}}
func.func @g(%a: i32) { %0 = emitc.apply "-"(%a) {foo} : (i32) -> i8 return }

// -----

// expected-error @+1 {{'emitc.add' op requires that at most one operand is a pointer}}
func.func @g(%p: !emitc.ptr<i32>) { %0 = emitc.add %p, %p : (!emitc.ptr<i32>, !emitc.ptr<i32>) -> !emitc.ptr<i32> return }

// -----

// expected-error @+1 {{'emitc.add' op requires that one operand is an integer or of opaque type if the other is a pointer}}
func.func @g(%p: !emitc.ptr<i32>, %f: f32) { %0 = emitc.add %p, %f : (!emitc.ptr<i32>, f32) -> !emitc.ptr<i32> return }

// -----

// expected-error @+1 {{'emitc.sub' op rhs can only be a pointer if lhs is a pointer}}
func.func @g(%p: !emitc.ptr<i32>, %f: i32) { %0 = emitc.sub %f, %p : (i32, !emitc.ptr<i32>) -> !emitc.ptr<i32> return }

// -----

// expected-error @+1 {{'emitc.sub' op requires that rhs is an integer, pointer or of opaque type if lhs is a pointer}}
func.func @g(%p: !emitc.ptr<i32>, %f: f32) { %0 = emitc.sub %p, %f : (!emitc.ptr<i32>, f32) -> !emitc.ptr<i32> return }

// -----

// expected-error @+1 {{'emitc.sub' op requires that the result is an integer or of opaque type if lhs and rhs are pointers}}
func.func @g(%p: !emitc.ptr<i32>, %f: f32) { %0 = emitc.sub %p, %p : (!emitc.ptr<i32>, !emitc.ptr<i32>) -> !emitc.ptr<i32> return }

// -----

// expected-error @+1 {{'emitc.member' op requires attribute 'member'}}
func.func @g(%p: i32) { %0 = "emitc.member"(%p) : (i32) -> i32 return }

// -----

// expected-error @+1 {{custom op 'emitc.member' has no custom assembly form}}
func.func @g(%p: i32) { %0 = emitc.member %p {member = "a"} : (i32) -> i32 return }

// -----

// expected-error @+1 {{integer literal not valid for specified type}}
func.func @g(%p: i32) { emitc.verbatim 3 {x} return }

// -----

// expected-error @+1 {{expected attribute value}}
func.func @g(%p: i32) { emitc.verbatim x return }

// -----

// expected-error @+1 {{custom op 'args' is unknown (tried 'func.args' as well)}}
func.func @g(%p: i32) { emitc.verbatim "a{}" args %p : i32 return }

// -----

// expected-error @+1 {{'emitc.if' op expects region #0 to have 0 or 1 blocks}}
func.func @g(%p: i1) { emitc.if %p { ^a: emitc.verbatim "a" emitc.yield ^b: emitc.yield } return }

// -----

// expected-error @+1 {{custom op 'emitc.func' 'sym_visibility' is an inferred attribute and should not be specified in the explicit attribute dictionary}}
emitc.func @g(%p: i1 {a.b}) -> (i1 {a.x}) attributes {x, sym_visibility = "public"} { emitc.return %p : i1 }

// -----

// expected-error @+1 {{'emitc.func' op visibility expected to be one of ["public", "private", "nested"], but got "foo"}}
"emitc.func"() <{function_type = () -> (), sym_name = "h"}> ({}) {sym_visibility = "foo"} : () -> ()

// -----

// expected-error @+1 {{'emitc.func' op expects argument attribute array to have the same number of elements as the number of function arguments, got 1, but expected 0}}
"emitc.func"() <{function_type = () -> (), sym_name = "h", arg_attrs = [{a}]}> ({}) {sym_visibility = "private"} : () -> ()

// -----

// expected-error @+1 {{custom op 'emitc.func' expected SSA identifier}}
emitc.func @g(%p: i1, ...) { emitc.return }

// -----

// expected-error @+1 {{custom op 'emitc.func' expected non-empty function body}}
emitc.func @g() -> i7 { }

// -----

// expected-error @+2 {{unexpected decimal integer literal for a floating point value}}
// expected-note @+1 {{add a trailing dot to make the literal a float}}
emitc.global static const @x : f32 = 3

// -----

// expected-error @+1 {{'emitc.global' op initial value expected to be of type 'i64', but was of type 'i1'}}
emitc.global static const @x : i64 = true

// -----

// expected-error @+1 {{integer constant out of range for attribute}}
emitc.global static const @x : i8 = 300

// -----

// expected-error @+1 {{'emitc.global' op initial value expected to be of type 'i32', but was of type 'i64'}}
"emitc.global"() <{sym_name = "x", type = i32, initial_value = 3 : i64}> : () -> ()

// -----

// expected-error @+1 {{'emitc.global' op initial value expected to be of type 'i32', but was of type 'f32'}}
"emitc.global"() <{sym_name = "x", type = i32, initial_value = 3.0 : f32}> : () -> ()

// -----

// expected-error @+1 {{'emitc.global' op initial value should be a integer, float, elements or opaque attribute, but got "a"}}
"emitc.global"() <{sym_name = "x", type = i32, initial_value = "a"}> : () -> ()

// -----

// expected-error @+1 {{'emitc.global' op attribute 'initial_value' failed to satisfy constraint: An opaque attribute or TypedAttr instance}}
"emitc.global"() <{sym_name = "x", type = i32, initial_value = i32}> : () -> ()

// -----

// expected-error @+1 {{'emitc.global' op expected array type, but got 'i32'}}
"emitc.global"() <{sym_name = "x", type = i32, initial_value = dense<1> : tensor<2xi32>}> : () -> ()

// -----

// expected-error @+1 {{'emitc.global' op initial value expected to be of type '!emitc.array<3xi32>', but was of type 'tensor<2xi32>'}}
"emitc.global"() <{sym_name = "x", type = !emitc.array<3xi32>, initial_value = dense<1> : tensor<2xi32>}> : () -> ()

// -----

// expected-error @+1 {{custom op 'emitc.declare_func' invalid kind of attribute specified}}
emitc.declare_func "g"

// -----

// expected-error @+1 {{invalid properties {sym_name = @a::@b} for op emitc.declare_func: Invalid attribute `sym_name` in property conversion: @a::@b}}
"emitc.declare_func"() <{sym_name = @a::@b}> : () -> ()

// -----

// expected-error @+1 {{custom op 'emitc.conditional' 2 operands present, but expected 3}}
func.func @f(%a: i32) { %0 = emitc.conditional %a, %a : i32 return }

// -----

// expected-error @+1 {{'emitc.conditional' op failed to verify that all of {true_value, false_value, result} have same type}}
func.func @f(%a: i1, %b : i32) { %0 = "emitc.conditional"(%a, %b, %b) : (i1, i32, i32) -> i64 return }

// -----

// expected-error @+1 {{'emitc.logical_and' op result #0 must be 1-bit signless integer, but got 'i64'}}
func.func @f(%a: i1, %b : i32) { %0 = "emitc.logical_and"(%a, %b) : (i1, i32) -> i64 return }

// -----

// expected-error @+1 {{invalid properties {predicate = 9 : i64} for op emitc.cmp: Invalid attribute `predicate` in property conversion: 9 : i64}}
func.func @f(%a: i1, %b : i32) { %0 = "emitc.cmp"(%a, %b) <{predicate = 9 : i64}> : (i1, i32) -> i64 return }

// -----

// expected-error @+1 {{invalid properties {predicate = 1 : i32} for op emitc.cmp: Invalid attribute `predicate` in property conversion: 1 : i32}}
func.func @f(%a: i1, %b : i32) { %0 = "emitc.cmp"(%a, %b) <{predicate = 1 : i32}> : (i1, i32) -> i64 return }

// -----

// expected-error @+1 {{'emitc.cmp' op attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6}}
func.func @f(%a: i1, %b : i32) { %0 = "emitc.cmp"(%a, %b) {predicate = 9 : i64} : (i1, i32) -> i64 return }

// -----

// expected-error @+1 {{reference to an undefined block}}
func.func @g(%a: i1) { "emitc.if"(%a) ({ %0 = emitc.literal "x" : i32 "cf.br"()[^a] : () -> () },{}) : (i1) -> () return }

// -----

// expected-error @+1 {{'emitc.expression' op must yield a value at termination}}
func.func @f() { emitc.expression : i32 { emitc.verbatim "x" } return }

// -----

// expected-error @+1 {{'emitc.include' op expects parent op 'builtin.module'}}
func.func @f() { emitc.include "a" return }

// -----

// expected-error @+3 {{'emitc.call' op result type mismatch at index 0}}
// expected-note @+2 {{      op result types: 'i64'}}
// expected-note @+1 {{function result types: 'i32'}}
emitc.func private @h() -> i32 emitc.func @g() { %0 = emitc.call @h() : () -> i64 emitc.return }

// -----

// expected-error @+1 {{'emitc.call' op incorrect number of operands for callee}}
emitc.func private @h(i32) emitc.func @g() { emitc.call @h() : () -> () emitc.return }

// -----

// expected-error @+1 {{'emitc.call' op operand type mismatch: expected operand type 'i32', but provided 'i64' for operand number 0}}
emitc.func private @h(i32) emitc.func @g(%a: i64) { emitc.call @h(%a) : (i64) -> () emitc.return }

// -----

// expected-error @+1 {{'emitc.call' op incorrect number of results for callee}}
emitc.func private @h(i32) emitc.func @g(%a: i32) { %0 = emitc.call @h(%a) : (i32) -> i32 emitc.return }

// -----

// expected-error @+1 {{'emitc.func' op entry block must have 1 arguments to match function signature}}
"emitc.func"() <{function_type = (i32) -> (), sym_name = "h"}> ({ emitc.return }) : () -> ()

// -----

// expected-error @+1 {{'emitc.func' op type of entry block argument #0('i64') must match the type of the corresponding argument in function signature('i32')}}
"emitc.func"() <{function_type = (i32) -> (), sym_name = "h"}> ({ ^bb0(%a: i64): emitc.return }) : () -> ()

// -----

// expected-error @+1 {{'emitc.func' op expects result attribute array to have the same number of elements as the number of function results, got 1, but expected 0}}
"emitc.func"() <{function_type = () -> (), sym_name = "h", res_attrs = [{a}]}> ({}) : () -> ()

// -----

// expected-error @+1 {{'emitc.func' op arguments may only have dialect attributes}}
"emitc.func"() <{function_type = (i32) -> (), sym_name = "h", arg_attrs = [{a}]}> ({}) : () -> ()

// -----

// expected-error @+1 {{cannot name an operation with no results}}
func.func @f() { %0 = emitc.yield return }

// -----

// expected-error @+1 {{'emitc.expression' op must yield a value at termination}}
func.func @f(%a: i32) { %0 = emitc.expression : i32 { %1 = emitc.add %a, %a : (i32, i32) -> i32 emitc.yield } return }

// -----

// expected-error @+1 {{'emitc.global' op symbol's parent must have the SymbolTable trait}}
func.func @f() { emitc.global @x : i32 return }
