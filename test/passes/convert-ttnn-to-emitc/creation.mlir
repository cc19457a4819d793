// RUN: ttopt --convert-ttnn-to-emitc %s | filecheck %s

#dram = #ttnn.buffer_type<dram>
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0, d1, 0), dramMap = (d0, d1)[s0, s1] -> (0, 0, d0, d1), meshShape = , chipIds = [0]>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
#range = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 + d1 + d2, d3), <1x1>, memref<1x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
!t = tensor<32x32xbf16, #layout>
!r = tensor<1x1x1x32xbf16, #range>
!d = !tt.device<#device>

// CHECK-LABEL: func.func @empty
// CHECK-NEXT: %0 = emitc.call_opaque "ttnn::Shape"() {args = [#emitc.opaque<"{32, 32}">]} : () -> !emitc.opaque<"ttnn::Shape">
// CHECK-NEXT: %1 = emitc.call_opaque "ttnn::MemoryConfig"() {args = [#emitc.opaque<"ttnn::TensorMemoryLayout::INTERLEAVED">, #emitc.opaque<"ttnn::BufferType::DRAM">]}
// CHECK-NEXT: emitc.call_opaque "ttnn::empty"(%0, %arg0, %1) {args = [0 : index, #emitc.opaque<"ttnn::DataType::BFLOAT16">, #emitc.opaque<"ttnn::Layout::TILE">, 1 : index, 2 : index]}
func.func @empty(%d: !d) -> !t {
  %0 = "ttnn.empty"(%d) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x1>>, <interleaved>>, shape = #ttnn.shape<32x32>}> : (!d) -> !t
  return %0 : !t
}

// CHECK-LABEL: func.func @nothing_given
// CHECK-NEXT: %0 = emitc.call_opaque "ttnn::Shape"()
// CHECK-NEXT: emitc.call_opaque "ttnn::zeros"(%0) {args = [0 : index, #emitc.opaque<"std::nullopt">, #emitc.opaque<"std::nullopt">, #emitc.opaque<"std::nullopt">, #emitc.opaque<"std::nullopt">]}
func.func @nothing_given() -> !t {
  %0 = "ttnn.zeros"() <{shape = #ttnn.shape<32x32>}> : () -> !t
  return %0 : !t
}

// Operands are numbered as they come.
// CHECK-LABEL: func.func @memory_given
// CHECK-NEXT: %0 = emitc.call_opaque "ttnn::Shape"()
// CHECK-NEXT: %1 = emitc.call_opaque "ttnn::MemoryConfig"()
// CHECK-NEXT: emitc.call_opaque "ttnn::ones"(%0, %1) {args = [0 : index, #emitc.opaque<"std::nullopt">, #emitc.opaque<"ttnn::Layout::ROW_MAJOR">, #emitc.opaque<"std::nullopt">, 1 : index]}
func.func @memory_given() -> !t {
  %0 = "ttnn.ones"() <{layout = #ttnn.layout<row_major>, memory_config = #ttnn.memory_config<#dram, <<1x1>>, <interleaved>>, shape = #ttnn.shape<32x32>}> : () -> !t
  return %0 : !t
}

// CHECK-LABEL: func.func @all_given
// CHECK: emitc.call_opaque "ttnn::ones"(%0, %arg0, %1) {args = [0 : index, #emitc.opaque<"ttnn::DataType::FLOAT32">, #emitc.opaque<"ttnn::Layout::TILE">, 1 : index, 2 : index]}
func.func @all_given(%d: !d) -> !t {
  %0 = "ttnn.ones"(%d) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<1x1>>, <interleaved>>, shape = #ttnn.shape<32x32>}> : (!d) -> !t
  return %0 : !t
}

// Neither value nor range are passed on: upstream's calls have the operands only.
// CHECK-LABEL: func.func @full
// CHECK-NEXT: emitc.call_opaque "ttnn::full"(%arg0) : (!emitc.ptr<!emitc.opaque<"ttnn::IDevice">>) -> !emitc.opaque<"ttnn::Tensor">
func.func @full(%d: !d) -> !t {
  %0 = "ttnn.full"(%d) <{fillValue = 2.0 : f32}> : (!d) -> !t
  return %0 : !t
}

// CHECK-LABEL: func.func @arange
// CHECK-NEXT: %0 = emitc.call_opaque "ttnn::arange"(%arg0) : (
// CHECK-NEXT: %1 = emitc.call_opaque "ttnn::arange"() : () -> !emitc.opaque<"ttnn::Tensor">
func.func @arange(%d: !d) -> !r {
  %0 = "ttnn.arange"(%d) <{end = 32 : i64, start = 0 : i64, step = 1 : i64}> : (!d) -> !r
  %1 = "ttnn.arange"() <{end = 32 : i64, start = 0 : i64, step = 1 : i64}> : () -> !r
  return %1 : !r
}
