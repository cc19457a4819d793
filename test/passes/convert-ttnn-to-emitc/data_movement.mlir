// RUN: ttopt --convert-ttnn-to-emitc %s | filecheck %s

#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
#wide = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
!t = tensor<32x32xbf16, #layout>
!w = tensor<32x64xbf16, #wide>

// The function that makes vectors is defined once, before all else.
// CHECK: module {
// CHECK-NEXT: emitc.verbatim "\0Atemplate <typename... T>\0Astd::vector<ttnn::Tensor> utilCreateVec(T &&...t) {\0A  return std::vector<ttnn::Tensor>{std::forward<T>(t)...};\0A}\0A"
// CHECK-NEXT: emitc.include "ttnn-precompiled.hpp"
// CHECK-NEXT: func.func @concat
// CHECK-NEXT: %0 = emitc.call_opaque "utilCreateVec"(%arg0, %arg0) : (!emitc.opaque<"ttnn::Tensor">, !emitc.opaque<"ttnn::Tensor">) -> !emitc.opaque<"std::vector<ttnn::Tensor>">
// CHECK-NEXT: emitc.call_opaque "ttnn::concat"(%0) {args = [0 : index, 1 : si32]} : (!emitc.opaque<"std::vector<ttnn::Tensor>">) -> !emitc.opaque<"ttnn::Tensor">
// CHECK-NOT: emitc.verbatim
func.func @concat(%x: !t, %o: !w) -> !w {
  %0 = "ttnn.concat"(%x, %x, %o) <{dim = 1 : si32}> : (!t, !t, !w) -> !w
  %1 = "ttnn.concat"(%x, %x, %o) <{dim = 1 : si32}> : (!t, !t, !w) -> !w
  return %1 : !w
}

// CHECK-LABEL: func.func @repeat
// CHECK-NEXT: %0 = emitc.call_opaque "ttnn::Shape"() {args = [#emitc.opaque<"{1, 2}">]}
// CHECK-NEXT: emitc.call_opaque "ttnn::repeat"(%arg0, %0) {args = [0 : index, 1 : index]}
func.func @repeat(%x: !t) -> !w {
  %0 = "ttnn.repeat"(%x) <{repeat_dims = #ttnn.shape<1x2>}> : (!t) -> !w
  return %0 : !w
}

// CHECK-LABEL: func.func @repeat_interleave
// CHECK-NEXT: emitc.call_opaque "ttnn::repeat_interleave"(%arg0) {args = [0 : index, 2 : ui32, 1 : si32, #emitc.opaque<"std::nullopt">]}
// CHECK-NEXT: %1 = emitc.call_opaque "ttnn::MemoryConfig"()
// CHECK-NEXT: emitc.call_opaque "ttnn::repeat_interleave"(%arg0, %1) {args = [0 : index, 2 : ui32, 1 : si32, 1 : index]}
func.func @repeat_interleave(%x: !t) -> !w {
  %0 = "ttnn.repeat_interleave"(%x) <{dim = 1 : si32, repeats = 2 : ui32}> : (!t) -> !w
  %1 = "ttnn.repeat_interleave"(%x) <{dim = 1 : si32, memory_config = #ttnn.memory_config<#dram, <<1x2>>, <interleaved>>, repeats = 2 : ui32}> : (!t) -> !w
  return %1 : !w
}

// CHECK-LABEL: func.func @other_shapes
// CHECK-NEXT: emitc.call_opaque "ttnn::reshape"(%arg0) {args = [0 : index, #emitc.opaque<"std::vector<int>{32, 32}">]}
// CHECK-NEXT: emitc.call_opaque "ttnn::transpose"(%arg0) {args = [0 : index, 0 : si32, -1 : si32]}
// CHECK-NEXT: emitc.call_opaque "ttnn::permute"(%arg0) : (
// CHECK-NEXT: emitc.call_opaque "ttnn::pad"(%arg0) : (
// CHECK-NEXT: emitc.call_opaque "ttnn::slice"(%arg0, %arg1) : (
func.func @other_shapes(%x: !t, %o: !t) {
  %0 = "ttnn.reshape"(%x) <{shape = [32 : i32, 32 : i32]}> : (!t) -> !t
  %1 = "ttnn.transpose"(%x) <{dim0 = 0 : si32, dim1 = -1 : si32}> : (!t) -> !t
  %2 = "ttnn.permute"(%x) <{permutation = array<i64: 1, 0>}> : (!t) -> !t
  %3 = "ttnn.pad"(%x) <{padding = array<i32: 0, 0, 0, 32>, use_multicore = true, value = 0.0 : f32}> : (!t) -> !w
  %4 = "ttnn.slice"(%x, %o) <{begins = [0 : i32, 0 : i32], ends = [32 : i32, 32 : i32], step = [1 : i32, 1 : i32]}> : (!t, !t) -> !t
  return
}
