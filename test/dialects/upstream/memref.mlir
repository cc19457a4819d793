// RUN: ttopt --split-input-file --verify-diagnostics %s
// Copies are between buffers of one type of element, whose sizes can be the same; globals need no value.

func.func @copies(%a: memref<4x?xf32>, %b: memref<?x2xf32>) {
  memref.copy %a, %b : memref<4x?xf32> to memref<?x2xf32>
  return
}

// -----

func.func @elements(%a: memref<4xf32>, %b: memref<4xi32>) {
  // expected-error @+1 {{'memref.copy' op requires the same element type for all operands}}
  memref.copy %a, %b : memref<4xf32> to memref<4xi32>
  return
}

// -----

func.func @shapes(%a: memref<4xf32>, %b: memref<5xf32>) {
  // expected-error @+1 {{'memref.copy' op requires the same shape for all operands}}
  memref.copy %a, %b : memref<4xf32> to memref<5xf32>
  return
}

// -----

memref.global @elsewhere : memref<4xf32>
memref.global "private" @later : memref<4xf32> = uninitialized

// -----

// expected-error @+1 {{'memref.global' op initial value expected to be of type 'tensor<4xf32>', but was of type 'tensor<3xf32>'}}
"memref.global"() <{initial_value = dense<1.0> : tensor<3xf32>, sym_name = "x", type = memref<4xf32>}> : () -> ()

// -----

// expected-error @+1 {{'memref.global' op initial value should be a unit or elements attribute, but got 3 : i32}}
"memref.global"() <{initial_value = 3 : i32, sym_name = "x", type = memref<4xf32>}> : () -> ()

// -----

// expected-error @+1 {{type should be static shaped memref, but got 'memref<?xf32>'}}
memref.global @dynamic : memref<?xf32>

// -----

// expected-error @+1 {{alignment attribute value 3 is not a power of 2}}
memref.global @aligned : memref<4xf32> {alignment = 3 : i64}
