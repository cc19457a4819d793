// RUN: not ttopt --allow-unregistered-dialect --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: 'ttkernel.return' op ReturnOp must be inside of a EnqueueProgramOp region
"test.region"() ({
  "ttkernel.return"() : () -> ()
}) : () -> ()

// -----

// CHECK: error: 'ttkernel.tilize_init' op Input circular buffer port and output circular buffer port must be different
func.func @f(%cb: !ttkernel.cb<cb_in0, 0, memref<2x4xf32>, 16, 1>, %n: i32) {
  "ttkernel.tilize_init"(%cb, %n, %cb) : (!ttkernel.cb<cb_in0, 0, memref<2x4xf32>, 16, 1>, i32, !ttkernel.cb<cb_in0, 0, memref<2x4xf32>, 16, 1>) -> ()
  return
}

// -----

// CHECK: error: 'ttkernel.untilize_block' op Input to UntilizeOp or Output to TilizeOp must have tile element type
func.func @f(%in: !ttkernel.cb<cb_in0, 0, memref<2x4xf32>, 16, 1>, %n: i32, %out: !ttkernel.cb<cb_out0, 0, memref<2x4xf32>, 16, 1>) {
  "ttkernel.untilize_block"(%in, %n, %out) : (!ttkernel.cb<cb_in0, 0, memref<2x4xf32>, 16, 1>, i32, !ttkernel.cb<cb_out0, 0, memref<2x4xf32>, 16, 1>) -> ()
  return
}

// -----

// CHECK: error: 'ttkernel.untilize_block' op Input to TilizeOp or Output to UntilizeOp must have scalar element type
func.func @f(%in: !ttkernel.cb<cb_in0, 0, memref<2x4xf32>, 16, 1>, %n: i32, %out: !ttkernel.cb<cb_out0, 0, memref<2x4x!tt.tile<32x32, f32>>, 4096, 1>) {
  "ttkernel.untilize_block"(%in, %n, %out) : (!ttkernel.cb<cb_in0, 0, memref<2x4xf32>, 16, 1>, i32, !ttkernel.cb<cb_out0, 0, memref<2x4x!tt.tile<32x32, f32>>, 4096, 1>) -> ()
  return
}

// -----

// CHECK: error: 'ttkernel.get_semaphore' op operand #0 must be 32-bit signless integer, but got 'i64'
func.func @f(%n: i64) {
  %0 = "ttkernel.get_semaphore"(%n) : (i64) -> !ttkernel.l1_addr
  return
}

// -----

// CHECK: error: 'ttkernel.pack_set_data_type' op attribute 'data_type' failed to satisfy constraint: TT DataTypes
func.func @f() {
  "ttkernel.pack_set_data_type"() <{data_type = 13 : i32}> : () -> ()
  return
}

// -----

// CHECK: error: 'ttkernel.get_arg_val' op result #0 must be TTKernel semaphore or 32-bit signless integer, but got 'i64'
func.func @f(%n: i32) {
  %0 = "ttkernel.get_arg_val"(%n) : (i32) -> i64
  return
}
