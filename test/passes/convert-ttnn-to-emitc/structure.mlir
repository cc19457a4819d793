// RUN: ttopt --convert-ttnn-to-emitc %s | filecheck %s

#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>
!t = tensor<32x32xf32, #layout>

// CHECK: {{^}}module {{{$}}
// CHECK-NEXT: emitc.include "ttnn-precompiled.hpp"
module @named attributes {some.thing = 1 : i32} {
  // Declarations, and attributes of functions, arguments and results.
  // CHECK-NEXT: func.func private @declared(!emitc.opaque<"ttnn::Tensor">, i32) -> (!emitc.opaque<"ttnn::Tensor"> {some.name = "y"}) attributes {some.thing}
  func.func private @declared(!t, i32) -> (!t {some.name = "y"}) attributes {some.thing}

  // CHECK-LABEL: func.func @calls
  // CHECK-NEXT: %0 = "emitc.constant"() <{value = -7 : i32}> : () -> i32
  // CHECK-NEXT: %1 = call @declared(%arg0, %0) : (!emitc.opaque<"ttnn::Tensor">, i32) -> !emitc.opaque<"ttnn::Tensor">
  // CHECK-NEXT: return %1 : !emitc.opaque<"ttnn::Tensor">
  func.func @calls(%x: !t) -> !t {
    %0 = arith.constant -7 : i32
    %1 = call @declared(%x, %0) : (!t, i32) -> !t
    return %1 : !t
  }

  // What is in EmitC already stays.
  // CHECK-LABEL: func.func @emitc
  // CHECK-NEXT: emitc.call_opaque "f"(%arg0) : (!emitc.ptr<i32>) -> ()
  func.func @emitc(%x: !emitc.ptr<i32>) {
    emitc.call_opaque "f"(%x) : (!emitc.ptr<i32>) -> ()
    return
  }

  // CHECK: {{^}}  module {
  // CHECK-NEXT: emitc.verbatim {{.*}} utilCreateVec
  // CHECK-NEXT: func.func @tuples(%arg0: !emitc.opaque<"std::vector<ttnn::Tensor>">) -> !emitc.opaque<"std::vector<ttnn::Tensor>"> {
  // CHECK-NEXT: %0 = emitc.literal "1" : index
  // CHECK-NEXT: %1 = emitc.subscript %arg0[%0] : (!emitc.opaque<"std::vector<ttnn::Tensor>">, index) -> !emitc.lvalue<!emitc.opaque<"ttnn::Tensor">>
  // CHECK-NEXT: %2 = emitc.load %1 : <!emitc.opaque<"ttnn::Tensor">>
  // CHECK-NEXT: %3 = emitc.call_opaque "utilCreateVec"(%2, %2) : (!emitc.opaque<"ttnn::Tensor">, !emitc.opaque<"ttnn::Tensor">) -> !emitc.opaque<"std::vector<ttnn::Tensor>">
  // CHECK-NEXT: return %3
  module @inner {
    func.func @tuples(%x: tuple<!t, !t>) -> tuple<!t, !t> {
      %0 = tt.get_tuple_element %x[1] : (tuple<!t, !t>) -> !t
      %1 = tt.tuple %0, %0 : tuple<!t, !t>
      return %1 : tuple<!t, !t>
    }
  }
}
