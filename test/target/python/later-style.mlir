// The style of tt-mlir of 2026-08: `utils`, long names, tensors in lists, and nothing that is written into an empty tensor.

// RUN: ttopt --ttir-to-ttnn-common-pipeline %s | tttranslate --ttnn-to-python --tt-mlir=2026-08 | FileCheck %s

// CHECK: {{^}}import ttnn
// CHECK-NEXT: {{^}}import utils
// CHECK: def _main(arg):
// CHECK: arg_0 = arg[0]
// CHECK-NEXT: arg_1 = arg[1]
// CHECK-NEXT: utils_DeviceGetter_get_device_0 = utils.DeviceGetter.get_device((1, 1))
// CHECK-NOT: ttnn.empty
// CHECK: ttnn_Tensor_0 = ttnn.Tensor(
// CHECK-NEXT: [1.0, 2.0, 3.0, 4.0],
// CHECK-NEXT: [1, 4],
// CHECK-NEXT: ttnn.DataType.FLOAT32,
// CHECK-NEXT: ttnn.Layout.
// CHECK: ttnn_add_0 = ttnn.add(
// CHECK-NEXT: arg_0,
// CHECK-NEXT: arg_1,
// CHECK-NEXT: dtype=ttnn.DataType.FLOAT32,
// CHECK-NEXT: memory_config=ttnn.MemoryConfig(ttnn.TensorMemoryLayout.INTERLEAVED, ttnn.BufferType.DRAM, None),
// CHECK: ttnn_matmul_0 = ttnn.matmul(
// CHECK-NEXT: ttnn_add_0,
// CHECK-NEXT: arg_1,
// CHECK-NEXT: transpose_a=False,
// CHECK: program_config=None,
// CHECK: ttnn.deallocate(ttnn_add_0, False)
// CHECK: return [ttnn_matmul_0, ttnn_Tensor_0]
// CHECK: def create_inputs_for__main():
// CHECK: ttnn_ones_0 = ttnn.ones(
// CHECK-NEXT: shape=ttnn.Shape([32, 32]),
// CHECK: return [ttnn_ones_0, ttnn_ones_1]
// CHECK: def main():
// CHECK-NEXT: create_inputs_for__main_0 = create_inputs_for__main()
// CHECK-NEXT: _main_0 = _main(create_inputs_for__main_0)
// CHECK-NEXT: return 0
// CHECK: if __name__ == "__main__":
// CHECK-NEXT: main()
func.func @main(%a: tensor<32x32xf32>, %b: tensor<32x32xf32>) -> (tensor<32x32xf32>, tensor<1x4xf32>) {
  %0 = "ttir.add"(%a, %b) : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %1 = "ttir.matmul"(%0, %b) : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %2 = "ttir.constant"() <{value = dense<[[1.0, 2.0, 3.0, 4.0]]> : tensor<1x4xf32>}> : () -> tensor<1x4xf32>
  return %1, %2 : tensor<32x32xf32>, tensor<1x4xf32>
}
