// RUN: ttopt --convert-ttnn-to-emitc %s | filecheck %s

#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0, d1, 0), dramMap = (d0, d1)[s0, s1] -> (0, 0, d0, d1), meshShape = , chipIds = [0]>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
#row_major = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x32xf32, #dram>, <interleaved>>
#sharded = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #l1>, <height_sharded>>
!t = tensor<32x32xf32, #layout>
!r = tensor<32x32xf32, #row_major>
!s = tensor<32x32xf32, #sharded>
!d = !tt.device<#device>

// CHECK: module {
// CHECK-NEXT: emitc.include "ttnn-precompiled.hpp"
// CHECK-NEXT: func.func @devices() -> !emitc.ptr<!emitc.opaque<"ttnn::IDevice">>
// CHECK-NEXT: %0 = emitc.call_opaque "ttnn::DeviceGetter::getInstance"() : () -> !emitc.ptr<!emitc.opaque<"ttnn::IDevice">>
// CHECK-NEXT: return %0 : !emitc.ptr<!emitc.opaque<"ttnn::IDevice">>
func.func @devices() -> !d {
  %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !d
  return %0 : !d
}

// CHECK-LABEL: func.func @to_device
// CHECK-NEXT: %0 = emitc.call_opaque "ttnn::to_device"(%arg0, %arg1) {args = [0 : index, 1 : index, #emitc.opaque<"std::nullopt">]}
// CHECK-NEXT: %1 = emitc.call_opaque "ttnn::MemoryConfig"() {args = [#emitc.opaque<"ttnn::TensorMemoryLayout::INTERLEAVED">, #emitc.opaque<"ttnn::BufferType::DRAM">]} : () -> !emitc.opaque<"ttnn::MemoryConfig">
// CHECK-NEXT: %2 = emitc.call_opaque "ttnn::to_device"(%0, %arg1, %1) {args = [0 : index, 1 : index, 2 : index]}
func.func @to_device(%x: !t, %d: !d) -> !t {
  %0 = "ttnn.to_device"(%x, %d) : (!t, !d) -> !t
  %1 = "ttnn.to_device"(%0, %d) <{memory_config = #ttnn.memory_config<#dram, <<1x1>>, <interleaved>>}> : (!t, !d) -> !t
  return %1 : !t
}

// CHECK-LABEL: func.func @from_device
// CHECK-NEXT: emitc.call_opaque "ttnn::from_device"(%arg0) : (
func.func @from_device(%x: !t) -> !t {
  %0 = "ttnn.from_device"(%x) : (!t) -> !t
  return %0 : !t
}

// CHECK-LABEL: func.func @to_memory_config
// CHECK-NEXT: %0 = emitc.call_opaque "ttnn::MemoryConfig"() {args = [#emitc.opaque<"ttnn::TensorMemoryLayout::HEIGHT_SHARDED">, #emitc.opaque<"ttnn::BufferType::L1">]}
// CHECK-NEXT: emitc.call_opaque "ttnn::to_memory_config"(%arg0, %0) {args = [0 : index, 1 : index, #emitc.opaque<"std::nullopt">]}
func.func @to_memory_config(%x: !t) -> !s {
  %0 = "ttnn.to_memory_config"(%x) <{memory_config = #ttnn.memory_config<#l1, <<1x1>>, <height_sharded>>}> : (!t) -> !s
  return %0 : !s
}

// Device, data type and memory are not passed on: upstream's call has none.
// CHECK-LABEL: func.func @to_layout
// CHECK-NEXT: %0 = emitc.call_opaque "ttnn::to_layout"(%arg0) {args = [0 : index, #emitc.opaque<"ttnn::Layout::ROW_MAJOR">, #emitc.opaque<"std::nullopt">, #emitc.opaque<"std::nullopt">, #emitc.opaque<"static_cast<::ttnn::IDevice *>(nullptr)">]}
// CHECK-NEXT: emitc.call_opaque "ttnn::to_layout"(%0, %arg1) {args = [0 : index, #emitc.opaque<"ttnn::Layout::TILE">, #emitc.opaque<"std::nullopt">, #emitc.opaque<"std::nullopt">, #emitc.opaque<"static_cast<::ttnn::IDevice *>(nullptr)">]}
func.func @to_layout(%x: !t, %d: !d) -> !t {
  %0 = "ttnn.to_layout"(%x) <{layout = #ttnn.layout<row_major>}> : (!t) -> !r
  %1 = "ttnn.to_layout"(%0, %d) <{layout = #ttnn.layout<tile>}> : (!r, !d) -> !t
  return %1 : !t
}

// CHECK-LABEL: func.func @typecast
// CHECK-NEXT: emitc.call_opaque "ttnn::typecast"(%arg0) {args = [0 : index, #emitc.opaque<"ttnn::DataType::BFLOAT8_B">]}
func.func @typecast(%x: !t) -> !t {
  %0 = "ttnn.typecast"(%x) <{dtype = #tt.supportedDataTypes<bfp_bf8>}> : (!t) -> !t
  return %0 : !t
}

// A conversion to the same type folds.
// CHECK-LABEL: func.func @to_dtype
// CHECK-NEXT: %0 = emitc.call_opaque "ttnn::to_dtype"(%arg0) {args = [0 : index, #emitc.opaque<"ttnn::DataType::UINT16">]}
// CHECK-NEXT: return %0
func.func @to_dtype(%x: !t) -> !r {
  %0 = "ttnn.to_dtype"(%x) <{dtype = #tt.supportedDataTypes<u16>}> : (!t) -> !r
  %1 = "ttnn.to_dtype"(%0) <{dtype = #tt.supportedDataTypes<u16>}> : (!r) -> !r
  return %1 : !r
}

// CHECK-LABEL: func.func @deallocate
// CHECK-NEXT: emitc.call_opaque "ttnn::deallocate"(%arg0) {args = [0 : index, #emitc.opaque<"true">]} : (!emitc.opaque<"ttnn::Tensor">) -> ()
// CHECK-NEXT: emitc.call_opaque "ttnn::deallocate"(%arg1) {args = [0 : index, #emitc.opaque<"false">]}
func.func @deallocate(%x: !t, %y: !t) {
  "ttnn.deallocate"(%x) <{force = true}> : (!t) -> ()
  "ttnn.deallocate"(%y) <{force = false}> : (!t) -> ()
  return
}
