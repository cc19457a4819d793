// RUN: ttopt --expand-strided-metadata %s | filecheck %s

// CHECK-LABEL: func.func @allocated
// CHECK-NEXT: %alloc = memref.alloc() : memref<4x1x3xf32>
// CHECK-NEXT: memref.reinterpret_cast %alloc to offset: [0], sizes: [4, 3], strides: [3, 1] : memref<4x1x3xf32> to memref<4x3xf32>
func.func @allocated() -> memref<4x3xf32> {
  %0 = memref.alloc() : memref<4x1x3xf32>
  %1 = memref.collapse_shape %0 [[0], [1, 2]] : memref<4x1x3xf32> into memref<4x3xf32>
  return %1 : memref<4x3xf32>
}

// CHECK-LABEL: func.func @anywhere
// CHECK-NEXT: %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0
// CHECK-NEXT: memref.reinterpret_cast %base_buffer to offset: [%offset], sizes: [], strides: [] : memref<f32> to memref<f32, strided<[], offset: ?>>
func.func @anywhere(%a: memref<1x1xf32, strided<[?, ?], offset: ?>>) -> memref<f32, strided<[], offset: ?>> {
  %0 = memref.collapse_shape %a [] : memref<1x1xf32, strided<[?, ?], offset: ?>> into memref<f32, strided<[], offset: ?>>
  return %0 : memref<f32, strided<[], offset: ?>>
}
