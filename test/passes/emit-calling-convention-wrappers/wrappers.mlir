// RUN: ttopt --emit-calling-convention-wrappers %s | filecheck %s

module {
  // CHECK: llvm.func @scale(
  llvm.func @scale(%0: !llvm.ptr, %1: !llvm.ptr, %2: i64, %3: i64, %4: i64, %5: !llvm.ptr, %6: !llvm.ptr, %7: i64) attributes {arg_ranks = [1, 0]} {
    llvm.return
  }
  // CHECK: llvm.func @other
  llvm.func @other(%0: i64) -> i64 {
    llvm.return %0 : i64
  }
  // CHECK: llvm.func @nothing()
  llvm.func @nothing() attributes {arg_ranks = []} {
    llvm.return
  }

  // The first tensor has one size and one stride, the second none.
  // CHECK-LABEL: llvm.func @scale_helper(%arg0: !llvm.ptr) {
  // CHECK-NEXT: %0 = llvm.mlir.constant(0 : i64) : i64
  // CHECK-NEXT: %1 = llvm.mlir.constant(4 : i64) : i64
  // CHECK-NEXT: %2 = llvm.mul %0, %1 : i64
  // CHECK-NEXT: %3 = llvm.getelementptr inbounds %arg0[%2] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
  // CHECK-NEXT: %4 = llvm.load %3 : !llvm.ptr -> !llvm.struct<(ptr, ptr, i64, ptr)>
  // CHECK-NEXT: %5 = llvm.extractvalue %4[0]
  // CHECK-NEXT: %6 = llvm.extractvalue %4[1]
  // CHECK-NEXT: %7 = llvm.extractvalue %4[2]
  // CHECK-NEXT: %8 = llvm.extractvalue %4[3]
  // CHECK-NEXT: %9 = llvm.mlir.constant(0 : i64) : i64
  // CHECK-NEXT: %10 = llvm.getelementptr %8[%9] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
  // CHECK-NEXT: %11 = llvm.load %10 : !llvm.ptr -> i64
  // CHECK-NEXT: %12 = llvm.mlir.constant(1 : i64) : i64
  // CHECK-NEXT: %13 = llvm.getelementptr %8[%12] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
  // CHECK-NEXT: %14 = llvm.load %13 : !llvm.ptr -> i64
  // CHECK-NEXT: %15 = llvm.mlir.constant(1 : i64) : i64
  // CHECK: llvm.call @scale(%5, %6, %7, %11, %14, %20, %21, %22) : (!llvm.ptr, !llvm.ptr, i64, i64, i64, !llvm.ptr, !llvm.ptr, i64) -> ()
  // CHECK-NEXT: llvm.return
  // CHECK-LABEL: llvm.func @nothing_helper(%arg0: !llvm.ptr) {
  // CHECK-NEXT: llvm.call @nothing() : () -> ()
  // CHECK-NOT: _helper
}
