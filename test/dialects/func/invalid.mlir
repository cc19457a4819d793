// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: 'func.func' op symbol declaration cannot have public visibility
func.func @d()

// -----

// CHECK: error: 'func.func' op results may only have dialect attributes
func.func private @d() -> (i32 {x = 1})

// -----

// CHECK: error: 'func.func' op arguments may only have dialect attributes
func.func private @d(i32 {x = 1})

// -----

// CHECK: error: 'func.func' op type of entry block argument #0('i64') must match the type of the corresponding argument in function signature('i32')
"func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
^bb0(%a: i64):
  "func.return"() : () -> ()
}) : () -> ()

// -----

// CHECK: error: 'func.func' op entry block must have 1 arguments to match function signature
func.func @f(i32) {
  return
}

// -----

// CHECK: error: 'func.func' op expects argument attribute array to have the same number of elements as the number of function arguments, got 0, but expected 1
"func.func"() <{arg_attrs = [], function_type = (i32) -> (), sym_name = "f"}> ({
^bb0(%a: i32):
  "func.return"() : () -> ()
}) : () -> ()

// -----

// CHECK: error: 'func.func' op visibility expected to be one of ["public", "private", "nested"], but got "foo"
"func.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = "foo"}> ({
  "func.return"() : () -> ()
}) : () -> ()

// -----

// CHECK: error: 'func.func' op requires attribute 'function_type'
"func.func"() <{sym_name = "f"}> ({
}) : () -> ()

// -----

// CHECK: error: 'func.return' op has 0 operands, but enclosing function (@f) returns 1
func.func @f() -> i32 {
  return
}

// -----

// The one complaint about an operation that does not begin with the operation's name.
// CHECK: :[[#]]:3: error: type of return operand 0 ('i32') doesn't match function result type ('i64') in function @f
// CHECK: note: see current operation: "func.return"(%arg0) : (i32) -> ()
func.func @f(%a: i32) -> i64 {
  return %a : i32
}

// -----

// CHECK: error: 'func.return' op expects parent op 'func.func'
module {
  func.return
}

// -----

// CHECK: error: 'func.call' op 'g' does not reference a valid function
func.func @f() {
  call @g() : () -> ()
  return
}

// -----

// CHECK: error: 'func.call' op incorrect number of operands for callee
func.func private @g(i64) -> i64
func.func @f() {
  %0 = call @g() : () -> i64
  return
}

// -----

// CHECK: error: 'func.call' op operand type mismatch: expected operand type 'i64', but provided 'i32' for operand number 0
func.func private @g(i64) -> i64
func.func @f(%a: i32) {
  %0 = call @g(%a) : (i32) -> i64
  return
}

// -----

// CHECK: error: 'func.call' op incorrect number of results for callee
func.func private @g() -> i64
func.func @f() {
  call @g() : () -> ()
  return
}

// -----

// CHECK: error: 'func.call' op result type mismatch at index 0
// CHECK: note:       op result types: 'i32'
// CHECK: note: function result types: 'i64'
func.func private @g() -> i64
func.func @f() {
  %0 = call @g() : () -> i32
  return
}

// -----

// CHECK: error: 'func.constant' op reference to undefined function 'g'
func.func @f() {
  %0 = constant @g : () -> ()
  return
}

// -----

// CHECK: error: 'func.constant' op reference to function with mismatched type
func.func @f() {
  %0 = constant @f : () -> i32
  return
}

// -----

// CHECK: error: custom op 'func.constant' invalid kind of attribute specified
func.func @f() {
  %0 = constant @f::@g : () -> ()
  return
}

// -----

// CHECK: error: custom op 'func.func' expected SSA identifier
func.func @f(%a: i32, i32) {
  return
}

// -----

// CHECK: error: custom op 'func.func' 'sym_name' is an inferred attribute and should not be specified in the explicit attribute dictionary
func.func @f() attributes {sym_name = "x"} {
  return
}

// -----

// CHECK: error: custom op 'func.func' expected valid '@'-identifier for symbol name
func.func f() {
  return
}

// -----

// CHECK: error: custom op 'func.func' expected non-empty function body
func.func @f() {
}

// -----

// CHECK: error: custom op 'func.return' 2 operands present, but expected 1
func.func @f(%a: i32) {
  return %a, %a : i32
}

// -----

// CHECK: error: custom op 'func.call' invalid kind of type specified
func.func @f(%a: i32) {
  call @f(%a) : i32
  return
}

// -----

// CHECK: error: 'tensor.empty' op incorrect number of dynamic sizes, has 0, expected 1
func.func @f() {
  %0 = tensor.empty() : tensor<?xf32>
  return
}

// -----

// CHECK: error: custom op 'tensor.empty' invalid kind of type specified
func.func @f() {
  %0 = tensor.empty() : f32
  return
}

// -----

// CHECK: error: 'func.call_indirect' op failed to verify that callee input types match argument types
func.func @f(%callee: (i32) -> i64, %a: i64) {
  %0 = "func.call_indirect"(%callee, %a) : ((i32) -> i64, i64) -> i64
  return
}

// -----

// CHECK: error: 'func.call_indirect' op failed to verify that callee result types match result types
func.func @f(%callee: (i32) -> i64, %a: i32) {
  %0 = "func.call_indirect"(%callee, %a) : ((i32) -> i64, i32) -> i32
  return
}

// -----

// CHECK: error: 'func.return' op must be the last operation in the parent block
func.func @f() {
  return
  return
}

// -----

// Calls are checked when all functions were; those of the last function first.
// CHECK: error: 'func.call' op 'second' does not reference a valid function
func.func @f() {
  call @first() : () -> ()
  return
}
func.func @g() {
  call @second() : () -> ()
  return
}

// -----

// CHECK: error: 'func.func' op symbol's parent must have the SymbolTable trait
func.func @outer() {
  func.func @inner() {
    return
  }
  return
}
