// RUN: ttopt --convert-ttkernel-to-emitc --split-input-file --verify-diagnostics %s

func.func @f(%i: i32) {
  "ttkernel.return"() : () -> ()
}

// -----

// expected-error @+1 {{argument #0 of type 'i32' is used, but a kernel can have only circular buffers as arguments}}
func.func @f(%i: i32) {
  "ttkernel.tile_regs_acquire"() : () -> ()
  "ttkernel.exp_tile"(%i) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

func.func @f() {
  %0 = arith.constant 0 : i32
  // expected-error @+1 {{failed to legalize operation 'ttkernel.matmul' that was explicitly marked illegal}}
  "ttkernel.matmul"(%0) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

func.func @f() {
  // expected-error @+1 {{failed to legalize operation 'func.call'}}
  call @f() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

func.func @f(%a: f32) {
  // expected-error @+1 {{failed to legalize operation 'arith.maximumf' that was explicitly marked illegal}}
  %0 = arith.maximumf %a, %a : f32
  "ttkernel.return"() : () -> ()
}

// -----

// A loop over indices would need them to be C's integers.
func.func @f() {
  // expected-error @+1 {{failed to legalize operation 'builtin.unrealized_conversion_cast'}}
  %c0 = arith.constant 0 : index
  scf.for %i = %c0 to %c0 step %c0 {
  }
  "ttkernel.return"() : () -> ()
}

// -----

// expected-error @+1 {{failed to legalize operation 'func.func'}}
func.func private @f(!ttkernel.semaphore<0>)
