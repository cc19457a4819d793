// RUN: ttopt --split-input-file --verify-diagnostics %s
// Copies are between buffers of one type of element, whose sizes can be the same.

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
