// RUN: ttopt --allow-unregistered-dialect %s | filecheck %s --strict-whitespace --match-full-lines

// Text in, where it differs from what is printed, is what MLIR also accepts.

//      CHECK:module {
//      CHECK:  func.func @f(%arg0: index, %arg1: i1, %arg2: f32, %arg3: i32) -> f32 {
func.func @f(%n: index, %c: i1, %x: f32, %i: i32) -> f32 {
  // CHECK-NEXT:    %0 = scf.for %arg4 = %arg0 to %arg0 step %arg0 iter_args(%arg5 = %arg2) -> (f32) {
  // CHECK-NEXT:      %5 = arith.addf %arg5, %arg2 : f32
  // CHECK-NEXT:      scf.yield %5 : f32
  // CHECK-NEXT:    }
  %r = scf.for %j = %n to %n step %n iter_args(%acc = %x) -> f32 {
    %y = arith.addf %acc, %x : f32
    scf.yield %y : f32
  }
  // CHECK-NEXT:    scf.for %arg4 = %arg3 to %arg3 step %arg3  : i32 {
  // CHECK-NEXT:    } {my.attr = 1 : i32}
  scf.for %j = %i to %i step %i : i32 {
  } {my.attr = 1 : i32}
  // CHECK-NEXT:    %1 = scf.if %arg1 -> (f32) {
  // CHECK-NEXT:      scf.yield %arg2 : f32
  // CHECK-NEXT:    } else {
  // CHECK-NEXT:      scf.yield %0 : f32
  // CHECK-NEXT:    }
  %z = scf.if %c -> f32 { scf.yield %x : f32 } else { scf.yield %r : f32 }
  // CHECK-NEXT:    scf.if %arg1 {
  // CHECK-NEXT:      "a.b"() : () -> ()
  // CHECK-NEXT:    }
  scf.if %c { "a.b"() : () -> () }
  // CHECK-NEXT:    %2 = scf.execute_region -> f32 {
  // CHECK-NEXT:      scf.yield %arg2 : f32
  // CHECK-NEXT:    }
  %e = scf.execute_region -> f32 { scf.yield %x : f32 }
  // CHECK-NEXT:    scf.index_switch %arg0{{ $}}
  // CHECK-NEXT:    case 1 {
  // CHECK-NEXT:      scf.yield
  // CHECK-NEXT:    }
  // CHECK-NEXT:    default {
  // CHECK-NEXT:    }
  scf.index_switch %n case 1 { } default { }
  // CHECK-NEXT:    scf.parallel (%arg4, %arg5) = (%arg0, %arg0) to (%arg0, %arg0) step (%arg0, %arg0) {
  // CHECK-NEXT:      scf.reduce{{ $}}
  // CHECK-NEXT:    } {x.y}
  scf.parallel (%p, %q) = (%n, %n) to (%n, %n) step (%n, %n) { } {x.y}
  // CHECK-NEXT:    %3 = scf.parallel (%arg4) = (%arg0) to (%arg0) step (%arg0) init (%arg2) -> f32 {
  // CHECK-NEXT:      scf.reduce(%arg2 : f32) {
  // CHECK-NEXT:      ^bb0(%arg5: f32, %arg6: f32):
  // CHECK-NEXT:        scf.reduce.return %arg5 : f32
  // CHECK-NEXT:      }
  // CHECK-NEXT:    }
  %s = scf.parallel (%p) = (%n) to (%n) step (%n) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%l: f32, %m: f32):
      scf.reduce.return %l : f32
    }
  }
  // CHECK-NEXT:    cf.switch %arg3 : i32, [
  // CHECK-NEXT:      default: ^bb1,
  // CHECK-NEXT:      42: ^bb2(%arg0 : index)
  // CHECK-NEXT:    ]
  cf.switch %i : i32, [ default: ^a, 42: ^b(%n : index) ]
// CHECK-NEXT:  ^bb1:  // pred: ^bb0
// CHECK-NEXT:    return %1 : f32
^a:
  return %z : f32
// CHECK-NEXT:  ^bb2(%4: index):  // pred: ^bb0
^b(%k: index):
  return %z : f32
}
