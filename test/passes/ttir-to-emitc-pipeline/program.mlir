// RUN: ttopt --ttir-to-emitc-pipeline %s | filecheck %s
// RUN: ttopt --ttir-to-emitc-pipeline="enable-layout-workaround-pass=false" %s | filecheck %s --check-prefix=WITHOUT

// CHECK: module {
// CHECK-NEXT: emitc.include "ttnn-precompiled.hpp"
// CHECK-NEXT: func.func @add(%arg0: !emitc.opaque<"ttnn::Tensor">, %arg1: !emitc.opaque<"ttnn::Tensor">) -> !emitc.opaque<"ttnn::Tensor"> {
// CHECK: "ttnn::DeviceGetter::getInstance"()
// CHECK: "ttnn::add"(%arg0, %arg1, %3)
// WITHOUT-LABEL: func.func @add
// WITHOUT: "ttnn::add"
func.func @add(%x: tensor<64x128xf32>, %y: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %0 = tensor.empty() : tensor<64x128xf32>
  %1 = "ttir.add"(%x, %y, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %1 : tensor<64x128xf32>
}

// CHECK-LABEL: func.func @createInputsFor_add() -> (!emitc.opaque<"ttnn::Tensor">, !emitc.opaque<"ttnn::Tensor">) {
// CHECK: "ttnn::ones"({{.*}}#emitc.opaque<"ttnn::DataType::FLOAT32">, #emitc.opaque<"ttnn::Layout::TILE">
// CHECK: "ttnn::to_device"({{.*}})
// CHECK: return {{.*}} : !emitc.opaque<"ttnn::Tensor">, !emitc.opaque<"ttnn::Tensor">
// CHECK-LABEL: func.func @main() -> i32 {
// CHECK-NEXT: %0:2 = call @createInputsFor_add() : () -> (!emitc.opaque<"ttnn::Tensor">, !emitc.opaque<"ttnn::Tensor">)
// CHECK-NEXT: %1 = call @add(%0#0, %0#1) : (!emitc.opaque<"ttnn::Tensor">, !emitc.opaque<"ttnn::Tensor">) -> !emitc.opaque<"ttnn::Tensor">
// CHECK-NEXT: %2 = "emitc.constant"() <{value = 0 : i32}> : () -> i32
// CHECK-NEXT: return %2 : i32
