// RUN: ttmlir-opt --ttir-to-ttnn-backend-pipeline="system-desc-path=%system_desc_path%" %s > %t.mlir
// RUN: ttmlir-translate --ttnn-to-flatbuffer %t.mlir > %basename_t.ttnn
// RUN: ttmlir-opt --ttnn-modify-signatures-for-dylib --convert-ttnn-to-emitc %t.mlir > %t2.mlir
// RUN: ttmlir-translate --mlir-to-cpp %t2.mlir > %basename_t.cpp
// RUN: FileCheck %s --input-file=%basename_t.cpp

// CHECK: std::vector<ttnn::Tensor> gate(
// CHECK: ttnn::sigmoid(
// CHECK: ttnn::multiply(
func.func @gate(%x: tensor<32x64xbf16>, %y: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = tensor.empty() : tensor<32x64xbf16>
  %1 = "ttir.sigmoid"(%x, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  %2 = tensor.empty() : tensor<32x64xbf16>
  %3 = "ttir.multiply"(%1, %y, %2) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %3 : tensor<32x64xbf16>
}
