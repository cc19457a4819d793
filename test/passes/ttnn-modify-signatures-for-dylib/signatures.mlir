// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttnn-layout --convert-ttir-to-ttnn --remove-dead-values --ttnn-modify-signatures-for-dylib %s | filecheck %s

module {
  // The device becomes an argument. Attributes of arguments keep their positions, as in MLIR.
  // CHECK-LABEL: func.func @two
  // CHECK-SAME: (%arg0: tuple<[[A:tensor<64x32xf32, #[a-z0-9_]*>]], [[B:tensor<32x96xf32, #[a-z0-9_]*>]]> {test.name = "left"}, %arg1: !tt.device<#device>) -> tuple<[[C:tensor<64x96xf32, #[a-z0-9_]*>]], [[A]]> {
  // CHECK-NEXT: %0 = tt.get_tuple_element %arg0[0] : (tuple<[[A]], [[B]]>) -> [[A]]
  // CHECK-NEXT: %1 = tt.get_tuple_element %arg0[1] : (tuple<[[A]], [[B]]>) -> [[B]]
  // CHECK-NEXT: %2 = "ttnn.empty"(%arg1)
  // CHECK-NEXT: %3 = "ttnn.matmul"(%0, %1, %2)
  // CHECK-NEXT: %4 = tt.tuple %3, %0 : tuple<[[C]], [[A]]>
  // CHECK-NEXT: return %4 : tuple<[[C]], [[A]]>
  func.func @two(%a: tensor<64x32xf32> {test.name = "left"}, %b: tensor<32x96xf32>) -> (tensor<64x96xf32>, tensor<64x32xf32>) {
    %0 = tensor.empty() : tensor<64x96xf32>
    %1 = "ttir.matmul"(%a, %b, %0) : (tensor<64x32xf32>, tensor<32x96xf32>, tensor<64x96xf32>) -> tensor<64x96xf32>
    return %1, %a : tensor<64x96xf32>, tensor<64x32xf32>
  }

  // Without a device there is one argument; results without uses are packed as any.
  // CHECK-LABEL: func.func @no_device
  // CHECK-SAME: (%arg0: tuple<[[A]]>) -> (tuple<[[A]]> {test.name = "out"}) {
  // CHECK-NEXT: %0 = tt.get_tuple_element %arg0[0] : (tuple<[[A]]>) -> [[A]]
  // CHECK-NEXT: %1 = tt.tuple %0 : tuple<[[A]]>
  // CHECK-NEXT: return %1 : tuple<[[A]]>
  func.func @no_device(%a: tensor<64x32xf32>) -> (tensor<64x32xf32> {test.name = "out"}) {
    return %a : tensor<64x32xf32>
  }

  // CHECK-LABEL: func.func @nothing
  // CHECK-SAME: (%arg0: tuple<>) -> tuple<> {
  // CHECK-NEXT: %0 = tt.tuple : tuple<>
  // CHECK-NEXT: return %0 : tuple<>
  func.func @nothing() {
    return
  }

  // CHECK: func.func private @declared(tensor<8xf32, #{{.*}}>)
  func.func private @declared(tensor<8xf32>)
}
