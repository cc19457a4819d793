// RUN: ttopt --tt-mlir=2026-08 %s -o %t && filecheck %s < %t && ttopt --tt-mlir=2026-08 %t | diff %t -

// Forms with symbols, blanks and line breaks.

// CHECK: {{^}}  ttcore.device @default_device = <workerGrid = #ttcore.grid<8x8
ttcore.device @default_device = <workerGrid = #ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>, dramGrid = #ttcore.grid<1x12>, l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), dramMap = (d0, d1, d2)[s0, s1, s2, s3, s4, s5, s6] -> (0, 0, d0, d1), meshShape = 1x1, chipIds = [0]>
// CHECK-NEXT: {{^}}  ttcore.global @first = tensor<2xf32> [0]
ttcore.global @first = tensor<2xf32> [0]
// CHECK-NEXT: {{^}}  ttcore.global @second = tensor<2xf32>{{$}}
ttcore.global @second = tensor<2xf32>
func.func private @kernel(tensor<2xf32>)
func.func @main(%a: tensor<2xf32>) {
  // CHECK: %0 = ttcore.get_global @first : tensor<2xf32>
  %0 = ttcore.get_global @first : tensor<2xf32>
  // CHECK-NEXT: ttnn.d2m_subgraph @kernel
  // CHECK-NEXT: ins(%arg0 : tensor<2xf32>)
  // CHECK-NEXT: outs(%0 : tensor<2xf32>)
  ttnn.d2m_subgraph @kernel
    ins(%a : tensor<2xf32>)
    outs(%0 : tensor<2xf32>)
  return
}
