// RUN: ttopt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK-LABEL: func.func @functions
func.func @functions(%d: i32) {
  // CHECK: "ttkernel.sqrt_tile"(%arg0) : (i32) -> ()
  "ttkernel.sqrt_tile"(%d) : (i32) -> ()
  // CHECK: "ttkernel.clamp_tile"(%arg0, %arg0, %arg0) : (i32, i32, i32) -> ()
  "ttkernel.clamp_tile"(%d, %d, %d) : (i32, i32, i32) -> ()
  // CHECK: "ttkernel.where_tile"(%arg0, %arg0, %arg0, %arg0) <{dtype = #tt.supportedDataTypes<f32>}> : (i32, i32, i32, i32) -> ()
  "ttkernel.where_tile"(%d, %d, %d, %d) <{dtype = #tt.supportedDataTypes<f32>}> : (i32, i32, i32, i32) -> ()
  return
}

// -----

func.func @types(%d: i32) {
  // expected-error @+1 {{'ttkernel.add_int_tile' op requires attribute 'dtype'}}
  "ttkernel.add_int_tile"(%d, %d, %d) : (i32, i32, i32) -> ()
  return
}

// -----

func.func @operands(%d: i32) {
  // expected-error @+1 {{'ttkernel.binary_max_tile' op expected 3 operands, but found 2}}
  "ttkernel.binary_max_tile"(%d, %d) : (i32, i32) -> ()
  return
}

// -----

func.func @registers(%d: i64) {
  // expected-error @+1 {{'ttkernel.negative_tile' op operand #0 must be 32-bit signless integer, but got 'i64'}}
  "ttkernel.negative_tile"(%d) : (i64) -> ()
  return
}
