// RUN: ttopt --allow-unregistered-dialect --canonicalize %s | filecheck %s
// Loops carry no more than they need, and regions that run once, never, or by a condition that is known go.

// CHECK-LABEL: func.func @carried
// CHECK-NEXT: %0 = scf.for %arg4 = %arg0 to %arg1 step %arg0 iter_args(%arg5 = %arg2) -> (f32) {
// CHECK-NEXT:   %1 = arith.addf %arg5, %arg3 : f32
// CHECK-NEXT:   scf.yield %1 : f32
// CHECK-NEXT: }
// CHECK-NEXT: return %0, %arg3 : f32, f32
func.func @carried(%n: index, %m: index, %a: f32, %b: f32) -> (f32, f32) {
  %0:3 = scf.for %i = %n to %m step %n iter_args(%x = %a, %y = %b, %unused = %a) -> (f32, f32, f32) {
    %1 = arith.addf %x, %y : f32
    scf.yield %1, %y, %1 : f32, f32, f32
  }
  return %0#0, %0#1 : f32, f32
}

// One trip, none, and many for nothing.
// CHECK-LABEL: func.func @trips
// CHECK-NEXT: %0 = arith.addi %arg0, %arg0 : index
// CHECK-NEXT: return %0, %arg0, %arg1, %arg1
func.func @trips(%a: index, %b: index) -> (index, index, index, index) {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %0 = scf.for %i = %c2 to %c4 step %c2 iter_args(%x = %a) -> (index) {
    %y = arith.addi %x, %a : index
    scf.yield %y : index
  }
  %1 = scf.for %i = %c4 to %c2 step %c2 iter_args(%x = %a) -> (index) {
    %y = arith.addi %x, %i : index
    scf.yield %y : index
  }
  %next = arith.addi %a, %c4 : index
  %2 = scf.for %i = %a to %next step %c4 iter_args(%x = %a) -> (index) {
    scf.yield %b : index
  }
  %3 = scf.for %i = %c2 to %c4 step %a iter_args(%x = %b) -> (index) {
    scf.yield %x : index
  }
  return %0, %1, %2, %3 : index, index, index, index
}

// What a `while` takes or passes on in vain: what stays, what nobody uses, what is passed twice, what is in another order.
// CHECK-LABEL: func.func @while
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %0 = scf.while (%arg3 = %arg0) : (i32) -> i32 {
// CHECK-NEXT:   %1 = arith.cmpi slt, %arg3, %arg1 : i32
// CHECK-NEXT:   scf.condition(%1) %arg3 : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg3: i32):
// CHECK-NEXT:   %1 = "test.next"(%arg3, %arg3, %true) : (i32, i32, i1) -> i32
// CHECK-NEXT:   scf.yield %1 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %0, %arg1 : i32, i32
func.func @while(%a: i32, %b: i32, %c: i32) -> (i32, i32) {
  %0:4 = scf.while (%x = %a, %stays = %b, %unused = %c) : (i32, i32, i32) -> (i32, i32, i32, i32) {
    %less = arith.cmpi slt, %x, %stays : i32
    scf.condition(%less) %stays, %x, %x, %c : i32, i32, i32, i32
  } do {
  ^bb0(%stays: i32, %x: i32, %again: i32, %unused: i32):
    %less = arith.cmpi slt, %x, %b : i32
    %y = "test.next"(%x, %again, %less) : (i32, i32, i1) -> i32
    scf.yield %y, %b, %y : i32, i32, i32
  }
  return %0#1, %0#0 : i32, i32
}

// CHECK-LABEL: func.func @swapped
// CHECK: scf.condition(%1) %arg2, %arg3 : i32, i64
// CHECK: ^bb0(%arg2: i32, %arg3: i64):
// CHECK: return %0#1, %0#0 : i64, i32
func.func @swapped(%a: i32, %b: i64) -> (i64, i32) {
  %0:2 = scf.while (%x = %a, %y = %b) : (i32, i64) -> (i64, i32) {
    %more = "test.more"(%x, %y) : (i32, i64) -> i1
    scf.condition(%more) %y, %x : i64, i32
  } do {
  ^bb0(%y: i64, %x: i32):
    %1:2 = "test.next"(%x, %y) : (i32, i64) -> (i32, i64)
    scf.yield %1#0, %1#1 : i32, i64
  }
  return %0#0, %0#1 : i64, i32
}

// In the second region the condition holds, wherever it came through.
// CHECK-LABEL: func.func @truth
// CHECK: ^bb0(%arg0: i1):
// CHECK-NEXT: "test.use"(%true) : (i1) -> ()
func.func @truth() -> i1 {
  %0 = scf.while : () -> i1 {
    %more = "test.more"() : () -> i1
    scf.condition(%more) %more : i1
  } do {
  ^bb0(%more: i1):
    "test.use"(%more) : (i1) -> ()
    scf.yield
  }
  return %0 : i1
}

// CHECK-LABEL: func.func @choices
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: %0 = arith.select %arg0, %arg1, %arg2 : i32
// CHECK-NEXT: %1 = arith.xori %arg0, %true : i1
// CHECK-NEXT: return %0, %arg2, %arg0, %1, %arg1
func.func @choices(%c: i1, %a: i32, %b: i32) -> (i32, i32, i1, i1, i32) {
  %true = arith.constant true
  %false = arith.constant false
  %0:4 = scf.if %c -> (i32, i32, i1, i1) {
    scf.yield %a, %b, %true, %false : i32, i32, i1, i1
  } else {
    scf.yield %b, %b, %false, %true : i32, i32, i1, i1
  }
  %1 = scf.if %true -> (i32) {
    scf.yield %a : i32
  } else {
    scf.yield %b : i32
  }
  return %0#0, %0#1, %0#2, %0#3, %1 : i32, i32, i1, i1, i32
}

// The condition within, a negated one, one after and one in another.
// CHECK-LABEL: func.func @conditions
// CHECK-NEXT: %true = arith.constant true
// CHECK-NEXT: scf.if %arg0 {
// CHECK-NEXT:   "test.then"(%true) : (i1) -> ()
// CHECK-NEXT:   "test.else"() : () -> ()
// CHECK-NEXT: } else {
// CHECK-NEXT:   "test.then"() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: "test.between"() : () -> ()
// CHECK-NEXT: %0 = arith.andi %arg0, %arg1 : i1
// CHECK-NEXT: scf.if %0 {
// CHECK-NEXT:   "test.both"() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @conditions(%c: i1, %d: i1) {
  %true = arith.constant true
  %not = arith.xori %c, %true : i1
  scf.if %c {
    "test.then"(%c) : (i1) -> ()
  } else {
  }
  scf.if %not {
    "test.then"() : () -> ()
  } else {
    "test.else"() : () -> ()
  }
  "test.between"() : () -> ()
  scf.if %c {
    scf.if %d {
      "test.both"() : () -> ()
    }
  }
  return
}

// CHECK-LABEL: func.func @known_case
// CHECK-NEXT: "test.two"() : () -> ()
// CHECK-NEXT: "test.others"() : () -> ()
// CHECK-NEXT: return %arg0, %arg1
func.func @known_case(%a: i32, %b: i32) -> (i32, i32) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %0 = scf.index_switch %c2 -> i32
  case 2 {
    "test.two"() : () -> ()
    scf.yield %a : i32
  }
  default {
    scf.yield %b : i32
  }
  %1 = scf.index_switch %c3 -> i32
  case 2 {
    scf.yield %a : i32
  }
  default {
    "test.others"() : () -> ()
    scf.yield %b : i32
  }
  return %0, %1 : i32, i32
}

// CHECK-LABEL: func.func @once
// CHECK-NEXT: %0 = "test.one"() : () -> i32
// CHECK-NEXT: cf.cond_br %arg0, ^bb1, ^bb2(%0 : i32)
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: %1 = "test.two"() : () -> i32
// CHECK-NEXT: cf.br ^bb2(%1 : i32)
// CHECK-NEXT: ^bb2(%2: i32):
// CHECK-NEXT: return %0, %2
func.func @once(%c: i1) -> (i32, i32) {
  %0 = scf.execute_region -> i32 {
    %1 = "test.one"() : () -> i32
    scf.yield %1 : i32
  }
  %2 = scf.execute_region -> i32 {
    cf.cond_br %c, ^two, ^end(%0 : i32)
  ^two:
    %3 = "test.two"() : () -> i32
    cf.br ^end(%3 : i32)
  ^end(%4: i32):
    scf.yield %4 : i32
  }
  return %0, %2 : i32, i32
}
