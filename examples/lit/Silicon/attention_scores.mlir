// RUN: ttmlir-opt --ttir-to-ttnn-backend-pipeline="system-desc-path=%system_desc_path%" %s > %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: ttmlir-translate --ttnn-to-flatbuffer %t.mlir > %t.ttnn

// CHECK-LABEL: func.func @scores
func.func @scores(%q: tensor<32x64xbf16>, %k: tensor<64x96xbf16>) -> tensor<32x96xbf16> {
  // CHECK: "ttnn.matmul"
  %0 = tensor.empty() : tensor<32x96xbf16>
  %1 = "ttir.matmul"(%q, %k, %0) : (tensor<32x64xbf16>, tensor<64x96xbf16>, tensor<32x96xbf16>) -> tensor<32x96xbf16>
  // CHECK: "ttnn.softmax"
  // CHECK-SAME: dimension = 1 : si32
  %2 = tensor.empty() : tensor<32x96xbf16>
  %3 = "ttir.softmax"(%1, %2) <{dimension = 1 : si32}> : (tensor<32x96xbf16>, tensor<32x96xbf16>) -> tensor<32x96xbf16>
  return %3 : tensor<32x96xbf16>
}
