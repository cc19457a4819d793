// RUN: ttopt %s | filecheck %s --strict-whitespace --match-full-lines

//      CHECK:  llvm.mlir.global internal constant @str("abc\00") {addr_space = 0 : i32}
llvm.mlir.global internal constant @str("abc\00") {addr_space = 0 : i32}
//      CHECK:  llvm.func @f(%arg0: !llvm.ptr, %arg1: f32, %arg2: i64) {
llvm.func @f(%p: !llvm.ptr, %x: f32, %i: i64) {
  // CHECK-NEXT:    %0 = llvm.mlir.undef : !llvm.struct<(ptr, ptr, i64, array<2 x i64>)>
  %0 = llvm.mlir.undef : !llvm.struct<(ptr, ptr, i64, array<2 x i64>)>
  // CHECK-NEXT:    %1 = llvm.insertvalue %arg0, %0[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>)>{{ $}}
  %1 = llvm.insertvalue %p, %0[0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>)>
  // CHECK-NEXT:    %2 = llvm.extractvalue %1[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>)>{{ $}}
  %2 = llvm.extractvalue %1[3, 0] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>)>
  // CHECK-NEXT:    %3 = llvm.mlir.constant(0 : index) : i64
  %3 = llvm.mlir.constant(0 : index) : i64
  // CHECK-NEXT:    %4 = llvm.fadd %arg1, %arg1  : f32
  %4 = llvm.fadd %x, %x : f32
  // CHECK-NEXT:    %5 = llvm.intr.exp(%arg1)  : (f32) -> f32
  %5 = llvm.intr.exp(%x) : (f32) -> f32
  // CHECK-NEXT:    %6 = llvm.add %arg2, %arg2 overflow<nsw, nuw> : i64
  %6 = llvm.add %i, %i overflow<nsw, nuw> : i64
  llvm.return
}
