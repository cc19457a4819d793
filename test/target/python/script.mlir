// RUN: ttopt --ttir-to-ttnn-backend-pipeline --ttnn-create-input-gens %s | tttranslate --ttnn-to-python | filecheck %s --match-full-lines --strict-whitespace

//      CHECK:def get_device():
//      CHECK:    return ttnn.open_device(device_id=0)
//      CHECK:def softmax_of_product(arg0, arg1):
// CHECK-NEXT:    """64x128xbf16, 128x96xbf16 -> 64x96xbf16"""
// CHECK-NEXT:    device = get_device()
// CHECK-NEXT:    empty = ttnn.empty(
// CHECK-NEXT:        [64, 96],
// CHECK-NEXT:        dtype=ttnn.bfloat16,
// CHECK-NEXT:        layout=ttnn.TILE_LAYOUT,
// CHECK-NEXT:        device=device,
// CHECK-NEXT:        memory_config=ttnn.DRAM_MEMORY_CONFIG,
// CHECK-NEXT:    )
// CHECK-NEXT:    matmul = ttnn.matmul(arg0, arg1, optional_output_tensor=empty)
// CHECK-NEXT:    softmax = ttnn.softmax(matmul, -1)
// CHECK-NEXT:    ttnn.deallocate(empty, force=False)
// CHECK-NEXT:    return softmax
//      CHECK:def createInputsFor_softmax_of_product():
// CHECK-NEXT:    """() -> 64x128xbf16, 128x96xbf16"""
//      CHECK:    return to_device, to_device_1
//      CHECK:def main():
// CHECK-NEXT:    """() -> i32"""
// CHECK-NEXT:    results = createInputsFor_softmax_of_product()
// CHECK-NEXT:    result = softmax_of_product(results[0], results[1])
// CHECK-NEXT:    constant = 0
// CHECK-NEXT:    return constant
//      CHECK:if __name__ == "__main__":
// CHECK-NEXT:    raise SystemExit(main())

func.func @softmax_of_product(%a: tensor<64x128xbf16>, %b: tensor<128x96xbf16>) -> tensor<64x96xbf16> {
  %0 = tensor.empty() : tensor<64x96xbf16>
  %1 = "ttir.matmul"(%a, %b, %0) : (tensor<64x128xbf16>, tensor<128x96xbf16>, tensor<64x96xbf16>) -> tensor<64x96xbf16>
  %2 = tensor.empty() : tensor<64x96xbf16>
  %3 = "ttir.softmax"(%1, %2) <{dimension = -1 : si32}> : (tensor<64x96xbf16>, tensor<64x96xbf16>) -> tensor<64x96xbf16>
  return %3 : tensor<64x96xbf16>
}
