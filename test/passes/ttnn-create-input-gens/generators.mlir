// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttnn-layout --convert-ttir-to-ttnn --remove-dead-values --ttnn-create-input-gens %s | filecheck %s

module {
  // CHECK: func.func @subtract
  func.func @subtract(%a: tensor<32x64xf32>, %b: tensor<32x64xbf16>) -> tensor<32x64xf32> {
    %0 = tensor.empty() : tensor<32x64xf32>
    %1 = "ttir.subtract"(%a, %b, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x64xf32>, tensor<32x64xbf16>, tensor<32x64xf32>) -> tensor<32x64xf32>
    return %1 : tensor<32x64xf32>
  }
  // CHECK: func.func private @on_host
  func.func private @on_host(tensor<8x24xf32>) -> tensor<8x24xf32>
  // CHECK: func.func @nothing() {
  func.func @nothing() {
    return
  }

  // One device a function; inputs that live on the host stay there.
  // CHECK-LABEL: func.func @createInputsFor_subtract
  // CHECK-SAME: () -> (tensor<32x64xf32, #[[A:ttnn_layout[0-9]*]]>, tensor<32x64xbf16, #[[B:ttnn_layout[0-9]*]]>) {
  // CHECK-NEXT: %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !tt.device<#device>
  // CHECK-NEXT: %1 = "ttnn.ones"() <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, shape = #ttnn.shape<32x64>}> : () -> tensor<32x64xf32, #[[A]]>
  // CHECK-NEXT: %2 = "ttnn.to_device"(%1, %0) : (tensor<32x64xf32, #[[A]]>, !tt.device<#device>) -> tensor<32x64xf32, #[[A]]>
  // CHECK-NEXT: %3 = "ttnn.ones"() <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, shape = #ttnn.shape<32x64>}> : () -> tensor<32x64xbf16, #[[B]]>
  // CHECK-NEXT: %4 = "ttnn.to_device"(%3, %0) : (tensor<32x64xbf16, #[[B]]>, !tt.device<#device>) -> tensor<32x64xbf16, #[[B]]>
  // CHECK-NEXT: return %2, %4 :
  // CHECK-LABEL: func.func @createInputsFor_on_host
  // CHECK-NEXT: %0 = "ttnn.ones"() <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<row_major>, shape = #ttnn.shape<8x24>}>
  // CHECK-NEXT: return %0
  // CHECK-LABEL: func.func @createInputsFor_nothing() {
  // CHECK-NEXT: return
  // CHECK-LABEL: func.func @main() -> i32 {
  // CHECK-NEXT: %0:2 = call @createInputsFor_subtract() :
  // CHECK-NEXT: %1 = call @subtract(%0#0, %0#1) :
  // CHECK-NEXT: %2 = call @createInputsFor_on_host() :
  // CHECK-NEXT: %3 = call @on_host(%2) :
  // CHECK-NEXT: call @createInputsFor_nothing() : () -> ()
  // CHECK-NEXT: call @nothing() : () -> ()
  // CHECK-NEXT: %c0_i32 = arith.constant 0 : i32
  // CHECK-NEXT: return %c0_i32 : i32
}
