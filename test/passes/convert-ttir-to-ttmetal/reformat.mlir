// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttir-allocate --convert-ttir-to-ttmetal %s | filecheck %s

#l1_ = #tt.memory_space<l1>
#rows = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<64x96xbf16, #l1_>>
#tiles = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<2x3x!tt.tile<32x32, bf16>, #l1_>>

// One kernel for all cores; a block for each row of tiles. Pages are tiles on both sides.
// CHECK: func.func @tilize
// CHECK: "ttmetal.enqueue_program"(%arg0, %0) <{core_ranges = [#ttmetal.core_range<0x0, 2x1>], kernelConfigs = [#ttkernel.tensix_config<hifi4, false, false, [default, default,
// CHECK-NEXT: ^bb0(%arg1: !ttkernel.cb<cb_in0, 1024, memref<64x96xbf16, #l1_>, 2048, 1>, %arg2: !ttkernel.cb<cb_out0, 13312, memref<2x3x!tt.tile<32x32, bf16>, #l1_>, 2048, 1>):
// CHECK-NEXT: %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT: "ttkernel.tilize_init"(%arg1, %c3_i32, %arg2)
// CHECK-NEXT: "ttkernel.tilize_block"(%arg1, %c3_i32, %arg2)
// CHECK-NEXT: "ttkernel.cb_pop_front"(%arg1, %c3_i32)
// CHECK-NEXT: "ttkernel.cb_push_back"(%arg2, %c3_i32)
// CHECK-NEXT: "ttkernel.tilize_block"(%arg1, %c3_i32, %arg2)
// CHECK-NEXT: "ttkernel.cb_pop_front"(%arg1, %c3_i32)
// CHECK-NEXT: "ttkernel.cb_push_back"(%arg2, %c3_i32)
// CHECK-NEXT: "ttkernel.return"() : () -> ()
// CHECK-NEXT: }) : (tensor<128x96xbf16, #layout>, tensor<128x96xbf16, #layout1>) -> tensor<128x96xbf16, #layout1>
func.func @tilize(%arg0: tensor<128x96xbf16, #rows>) -> tensor<128x96xbf16, #tiles> {
  %0 = tensor.empty() : tensor<128x96xbf16, #tiles>
  %1 = "ttir.to_layout"(%arg0, %0) : (tensor<128x96xbf16, #rows>, tensor<128x96xbf16, #tiles>) -> tensor<128x96xbf16, #tiles>
  return %1 : tensor<128x96xbf16, #tiles>
}

// CHECK: func.func @untilize
// CHECK: ^bb0(%arg1: !ttkernel.cb<cb_in0, 1024, memref<2x3x!tt.tile<32x32, bf16>, #l1_>, 2048, 1>, %arg2: !ttkernel.cb<cb_out0, 13312, memref<64x96xbf16, #l1_>, 2048, 1>):
// CHECK-NEXT: %c3_i32 = arith.constant 3 : i32
// CHECK-NEXT: "ttkernel.untilize_init"(%arg1, %arg2)
// CHECK-NEXT: "ttkernel.untilize_block"(%arg1, %c3_i32, %arg2)
// CHECK-NEXT: "ttkernel.cb_pop_front"(%arg1, %c3_i32)
// CHECK-NEXT: "ttkernel.cb_push_back"(%arg2, %c3_i32)
// CHECK-NEXT: "ttkernel.untilize_block"(%arg1, %c3_i32, %arg2)
func.func @untilize(%arg0: tensor<128x96xbf16, #tiles>) -> tensor<128x96xbf16, #rows> {
  %0 = tensor.empty() : tensor<128x96xbf16, #rows>
  %1 = "ttir.to_layout"(%arg0, %0) : (tensor<128x96xbf16, #tiles>, tensor<128x96xbf16, #rows>) -> tensor<128x96xbf16, #rows>
  return %1 : tensor<128x96xbf16, #rows>
}
