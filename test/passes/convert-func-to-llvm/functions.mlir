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

func.func @call(%x: f32) {
  // expected-error @+1 {{failed to legalize operation 'func.call' that was explicitly marked illegal}}
  call @call(%x) : (f32) -> ()
  return
}
