// RUN: ttopt --finalize-memref-to-llvm --reconcile-unrealized-casts --split-input-file --verify-diagnostics %s | filecheck %s

// CHECK: llvm.func @free(!llvm.ptr)
// CHECK: llvm.func @malloc(i64) -> !llvm.ptr
// CHECK: llvm.mlir.global private constant @c(dense<1.000000e+00> : tensor<2xf32>) {addr_space = 0 : i32, alignment = 64 : i64} : !llvm.array<2 x f32>
memref.global "private" constant @c : memref<2xf32> = dense<1.0> {alignment = 64 : i64}

// Enough bytes that the address can be rounded up to a multiple of 64.
// CHECK-LABEL: func.func @aligned
// CHECK: [[END:%.*]] = llvm.getelementptr {{%.*}}[{{%.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: [[SIZE:%.*]] = llvm.ptrtoint [[END]]
// CHECK-NEXT: [[ALIGNMENT:%.*]] = llvm.mlir.constant(64 : index)
// CHECK-NEXT: [[ENOUGH:%.*]] = llvm.add [[SIZE]], [[ALIGNMENT]]
// CHECK-NEXT: [[POINTER:%.*]] = llvm.call @malloc([[ENOUGH]])
// CHECK: llvm.urem
// CHECK: [[ALIGNED:%.*]] = llvm.inttoptr
// CHECK: llvm.insertvalue [[POINTER]], {{%.*}}[0]
// CHECK: llvm.insertvalue [[ALIGNED]], {{%.*}}[1]
// CHECK: llvm.call @free
func.func @aligned() {
  %0 = memref.alloc() {alignment = 64 : i64} : memref<2x3xf32>
  memref.dealloc %0 : memref<2x3xf32>
  return
}

// The address of element [i, j] is that of the array and 3 * i + j elements.
// CHECK-LABEL: func.func @element
// CHECK: [[BASE:%.*]] = llvm.extractvalue {{%.*}}[1]
// CHECK-NEXT: [[THREE:%.*]] = llvm.mlir.constant(3 : index) : i64
// CHECK-NEXT: [[ROW:%.*]] = llvm.mul {{%.*}}, [[THREE]]
// CHECK-NEXT: [[INDEX:%.*]] = llvm.add [[ROW]], {{%.*}} : i64
// CHECK-NEXT: [[ADDRESS:%.*]] = llvm.getelementptr [[BASE]][[[INDEX]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: llvm.load [[ADDRESS]] : !llvm.ptr -> f32
func.func @element(%a: memref<2x3xf32>, %i: index, %j: index) -> f32 {
  %0 = memref.load %a[%i, %j] : memref<2x3xf32>
  return %0 : f32
}

// CHECK-LABEL: func.func @global
// CHECK: llvm.mlir.addressof @c : !llvm.ptr
// CHECK-NEXT: llvm.getelementptr {{%.*}}[0, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<2 x f32>
// CHECK: "llvm.intr.memcpy"({{.*}}) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
func.func @global(%a: memref<2xf32>) {
  %0 = memref.get_global @c : memref<2xf32>
  memref.copy %0, %a : memref<2xf32> to memref<2xf32>
  return
}

// -----

// CHECK: llvm.func @memrefCopy(i64, !llvm.ptr, !llvm.ptr)
// CHECK-LABEL: func.func @strided
// CHECK: llvm.intr.stacksave
// CHECK: llvm.call @memrefCopy
// CHECK-NEXT: llvm.intr.stackrestore
func.func @strided(%a: memref<2xf32, strided<[?], offset: ?>>, %b: memref<2xf32>) {
  memref.copy %a, %b : memref<2xf32, strided<[?], offset: ?>> to memref<2xf32>
  return
}

// -----

func.func @elsewhere(%a: memref<4xf32, 1>, %i: index) -> f32 {
  // expected-error @+1 {{failed to legalize operation 'memref.load' that was explicitly marked illegal}}
  %0 = memref.load %a[%i] : memref<4xf32, 1>
  return %0 : f32
}

// -----

func.func @dynamic(%n: index) -> memref<?xf32> {
  // expected-error @+1 {{failed to legalize operation 'memref.alloc' that was explicitly marked illegal}}
  %0 = memref.alloc(%n) : memref<?xf32>
  return %0 : memref<?xf32>
}

// -----

// CHECK: llvm.mlir.global external @elsewhere() {addr_space = 0 : i32} : !llvm.array<4 x f32>
memref.global @elsewhere : memref<4xf32>
