// RUN: ttopt --convert-arith-to-llvm --split-input-file --verify-diagnostics %s | filecheck %s

// CHECK-LABEL: func.func @f
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg0 : index to i64
// CHECK-NEXT: %1 = llvm.mlir.constant(1 : index) : i64
// CHECK-NEXT: %2 = llvm.mlir.constant(2.000000e+00 : f32) : f32
// CHECK-NEXT: %3 = llvm.add %0, %1 : i64
// CHECK-NEXT: %4 = builtin.unrealized_conversion_cast %3 : i64 to index
// CHECK-NEXT: %5 = llvm.icmp "slt" %3, %0 : i64
// CHECK-NEXT: %6 = llvm.fsub %arg1, %2  : f32
// CHECK-NEXT: return %4, %6, %5 : index, f32, i1
func.func @f(%i: index, %x: f32) -> (index, f32, i1) {
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f32
  %0 = arith.addi %i, %c1 : index
  %1 = arith.cmpi slt, %0, %i : index
  %2 = arith.subf %x, %two : f32
  %3 = arith.andi %1, %1 : i1
  return %0, %2, %3 : index, f32, i1
}

// -----

func.func @other(%x: f32) -> f32 {
  // expected-error @+1 {{failed to legalize operation 'arith.negf' that was explicitly marked illegal}}
  %0 = arith.negf %x : f32
  return %0 : f32
}

// -----

func.func @flags(%x: f32) -> f32 {
  // expected-error @+1 {{failed to legalize operation 'arith.addf' that was explicitly marked illegal}}
  %0 = arith.addf %x, %x fastmath<nnan> : f32
  return %0 : f32
}

// -----

func.func @tensor() -> tensor<2xf32> {
  // expected-error @+1 {{failed to legalize operation 'arith.constant' that was explicitly marked illegal}}
  %0 = arith.constant dense<1.0> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
