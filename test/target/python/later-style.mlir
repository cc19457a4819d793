// The style of tt-mlir of 2026-08: `utils`, long names, and nothing that is written into an empty tensor.

// RUN: ttopt --ttir-to-ttnn-common-pipeline %s | tttranslate --ttnn-to-python --tt-mlir=2026-08 | FileCheck %s

// CHECK: {{^}}import ttnn
// CHECK-NEXT: {{^}}import utils
// CHECK: def forward(arg0, arg1):
// CHECK: device = utils.DeviceGetter.get_device((1, 1))
// CHECK-NOT: ttnn.empty
// CHECK: ttnn_add_0 = ttnn.add(
// CHECK: dtype=ttnn.DataType.FLOAT32,
// CHECK-NEXT: memory_config=ttnn.MemoryConfig(ttnn.TensorMemoryLayout.INTERLEAVED, ttnn.BufferType.DRAM, None),
// CHECK: ttnn_add_1 = ttnn.add(
// CHECK: ttnn.deallocate(ttnn_add_0, force=False)
// CHECK: return ttnn_add_1
func.func @forward(%a: tensor<32x64xf32>, %b: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %0 = "ttir.add"(%a, %b) : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
  %1 = "ttir.add"(%0, %b) : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
  return %1 : tensor<32x64xf32>
}
