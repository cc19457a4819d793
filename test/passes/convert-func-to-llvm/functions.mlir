// RUN: ttopt --convert-func-to-llvm --split-input-file --verify-diagnostics %s | filecheck %s

// Pointers, offset, sizes, strides; attributes of scalars stay, those of a memref go.
// CHECK-LABEL: llvm.func @memref(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i64, %arg3: i64, %arg4: i64, %arg5: i64 {tt.b}) -> !llvm.struct<(struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64)> attributes {arg_ranks = [1]} {
// CHECK-NEXT: %0 = llvm.mlir.undef : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
// CHECK-NEXT: %1 = llvm.insertvalue %arg0, %0[0]
// CHECK-NEXT: %2 = llvm.insertvalue %arg1, %1[1]
// CHECK-NEXT: %3 = llvm.insertvalue %arg2, %2[2]
// CHECK-NEXT: %4 = llvm.insertvalue %arg3, %3[3, 0]
// CHECK-NEXT: %5 = llvm.insertvalue %arg4, %4[4, 0]
// CHECK: [[PACKED:%.*]] = llvm.insertvalue %arg5, {{.*}}[1]
// CHECK-NEXT: llvm.return [[PACKED]]
func.func @memref(%a: memref<4xf32> {tt.a}, %i: index {tt.b}) -> (memref<4xf32>, index) attributes {arg_ranks = [1]} {
  return %a, %i : memref<4xf32>, index
}

// CHECK-LABEL: llvm.func @branch(%arg0: i64) {
// CHECK: llvm.br ^bb1(%arg0 : i64)
// CHECK: ^bb1({{%.*}}: i64):
// CHECK: llvm.return
func.func @branch(%i: index) {
  cf.br ^bb1(%i : index)
^bb1(%j: index):
  return
}

// CHECK: llvm.func @declared(f32) -> f32 attributes {sym_visibility = "private"}
func.func private @declared(f32) -> f32

// -----

// expected-error @+1 {{failed to legalize operation 'func.func' that was explicitly marked illegal}}
func.func @tensor(%a: tensor<4xf32>) {
  return
}

// -----

// A memref is passed in parts and comes back whole; several results come back as one structure.
// CHECK-LABEL: llvm.func @calls
// CHECK: %6 = llvm.extractvalue %5[0]
// CHECK-NEXT: %7 = llvm.extractvalue %5[1]
// CHECK-NEXT: %8 = llvm.extractvalue %5[2]
// CHECK-NEXT: %9 = llvm.extractvalue %5[3, 0]
// CHECK-NEXT: %10 = llvm.extractvalue %5[4, 0]
// CHECK-NEXT: %11 = llvm.call @callee(%6, %7, %8, %9, %10, %arg5) {tt.a} : (!llvm.ptr, !llvm.ptr, i64, i64, i64, i64) -> !llvm.struct<(struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, i64)>
// CHECK-NEXT: %12 = llvm.extractvalue %11[0]
// CHECK-NEXT: %13 = llvm.extractvalue %11[1]
// CHECK-NEXT: llvm.call @nothing(%13) : (i64) -> ()
// CHECK-NEXT: llvm.return %12
func.func private @callee(memref<4xf32>, index) -> (memref<4xf32>, index)
func.func private @nothing(index)
func.func @calls(%a: memref<4xf32>, %i: index) -> memref<4xf32> {
  %0:2 = call @callee(%a, %i) {tt.a} : (memref<4xf32>, index) -> (memref<4xf32>, index)
  call @nothing(%0#1) : (index) -> ()
  return %0#0 : memref<4xf32>
}

// -----

// expected-error @+1 {{failed to legalize operation 'func.func' that was explicitly marked illegal}}
func.func private @takes_tensor(tensor<4xf32>)
func.func @call(%t: tensor<4xf32>) {
  call @takes_tensor(%t) : (tensor<4xf32>) -> ()
  return
}
