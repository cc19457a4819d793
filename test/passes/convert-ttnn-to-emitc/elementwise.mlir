// RUN: ttopt --convert-ttnn-to-emitc %s | filecheck %s

#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>
!t = tensor<32x32xf32, #layout>

// CHECK-LABEL: func.func @unary
// CHECK: emitc.call_opaque "ttnn::relu"(%arg0, %arg1) {args = [0 : index, #emitc.opaque<"std::nullopt">, 1 : index]} : (!emitc.opaque<"ttnn::Tensor">, !emitc.opaque<"ttnn::Tensor">) -> !emitc.opaque<"ttnn::Tensor">
func.func @unary(%x: !t, %o: !t) -> !t {
  %0 = "ttnn.relu"(%x, %o) <{operandSegmentSizes = array<i32: 1, 1>}> : (!t, !t) -> !t
  return %0 : !t
}

// The slope is no argument: upstream's call has none.
// CHECK-LABEL: func.func @leaky_relu
// CHECK: emitc.call_opaque "ttnn::leaky_relu"(%arg0, %arg1) {args = [0 : index, #emitc.opaque<"std::nullopt">, 1 : index]}
func.func @leaky_relu(%x: !t, %o: !t) -> !t {
  %0 = "ttnn.leaky_relu"(%x, %o) <{operandSegmentSizes = array<i32: 1, 1>, parameter = 0.5 : f32}> : (!t, !t) -> !t
  return %0 : !t
}

// The output is an operand but no argument.
// CHECK-LABEL: func.func @unary_composite
// CHECK: emitc.call_opaque "ttnn::cbrt"(%arg0, %arg1) {args = [0 : index, #emitc.opaque<"std::nullopt">]}
func.func @unary_composite(%x: !t, %o: !t) -> !t {
  %0 = "ttnn.cbrt"(%x, %o) <{operandSegmentSizes = array<i32: 1, 1>}> : (!t, !t) -> !t
  return %0 : !t
}

// CHECK-LABEL: func.func @unary_fast_and_approximate
// CHECK: emitc.call_opaque "ttnn::exp"(%arg0, %arg1) {args = [0 : index, #emitc.opaque<"false">, #emitc.opaque<"std::nullopt">, 1 : index]}
func.func @unary_fast_and_approximate(%x: !t, %o: !t) -> !t {
  %0 = "ttnn.exp"(%x, %o) <{operandSegmentSizes = array<i32: 1, 1>}> : (!t, !t) -> !t
  return %0 : !t
}

// CHECK-LABEL: func.func @binary
// CHECK: emitc.call_opaque "ttnn::pow"(%arg0, %arg1, %arg2) {args = [0 : index, 1 : index, #emitc.opaque<"std::nullopt">, #emitc.opaque<"std::nullopt">, 2 : index]}
func.func @binary(%x: !t, %y: !t, %o: !t) -> !t {
  %0 = "ttnn.pow"(%x, %y, %o) <{operandSegmentSizes = array<i32: 2, 1>}> : (!t, !t, !t) -> !t
  return %0 : !t
}

// CHECK-LABEL: func.func @ternary
// CHECK: emitc.call_opaque "ttnn::where"(%arg0, %arg1, %arg1, %arg2) : (
func.func @ternary(%c: !t, %x: !t, %o: !t) -> !t {
  %0 = "ttnn.where"(%c, %x, %x, %o) <{operandSegmentSizes = array<i32: 3, 1>}> : (!t, !t, !t, !t) -> !t
  return %0 : !t
}
