// RUN: ttopt %s | filecheck %s
// RUN: ttopt %s --mlir-print-op-generic | ttopt | filecheck %s

// CHECK: tt.device_module {
// CHECK-NEXT: builtin.module {
tt.device_module {
  builtin.module {
    // CHECK: func.func @tuples(%arg0: tensor<32x32xf32>, %arg1: tensor<4xbf16>)
    func.func @tuples(%arg0: tensor<32x32xf32>, %arg1: tensor<4xbf16>) -> tensor<4xbf16> {
      // CHECK-NEXT: %0 = tt.tuple %arg0, %arg1 : tuple<tensor<32x32xf32>, tensor<4xbf16>>
      %0 = tt.tuple %arg0, %arg1 : tuple<tensor<32x32xf32>, tensor<4xbf16>>
      // CHECK-NEXT: %1 = tt.get_tuple_element %0[1] : (tuple<tensor<32x32xf32>, tensor<4xbf16>>) -> tensor<4xbf16>
      %1 = tt.get_tuple_element %0[1] : (tuple<tensor<32x32xf32>, tensor<4xbf16>>) -> tensor<4xbf16>
      // CHECK-NEXT: %2 = tt.tuple %arg1 {note} : tuple<tensor<4xbf16>>
      %2 = tt.tuple %arg1 {note} : tuple<tensor<4xbf16>>
      return %1 : tensor<4xbf16>
    }
  }
}
// CHECK: tt.cpu_module attributes {name = "host"} {
// CHECK-NEXT: builtin.module {
tt.cpu_module attributes {name = "host"} {
  builtin.module {
  }
}
