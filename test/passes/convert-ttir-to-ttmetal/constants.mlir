// RUN: ttopt --ttir-to-ttmetal-backend-pipeline %s | filecheck %s
// RUN: ttopt --ttir-to-ttmetal-backend-pipeline %s | tttranslate --ttmetal-to-flatbuffer -o /dev/null

// The host writes splats of 32 bits that fill their tiles.
// CHECK: func.func @splat
// CHECK: "ttmetal.enqueue_write_buffer"(%{{.*}}) <{value = dense<2.000000e+00> : tensor<32x64xf32>}>
func.func @splat(%arg0: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %0 = "ttir.constant"() <{value = dense<2.0> : tensor<32x64xf32>}> : () -> tensor<32x64xf32>
  %1 = tensor.empty() : tensor<32x64xf32>
  %2 = "ttir.add"(%arg0, %0, %1) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
  return %2 : tensor<32x64xf32>
}

// Those of 16 bits are written by the core, two at once: 0x40004000, 1024 words for two tiles.
// CHECK: func.func @bf16
// CHECK: "ttmetal.enqueue_program"(%{{.*}}) <{core_ranges = [#ttmetal.core_range<0x0, 1x1>], kernelConfigs = [#ttkernel.noc_config<noc0>], operandSegmentSizes = array<i32: 0, 1>}> ({
// CHECK-NEXT: %[[WORD:.*]] = arith.constant 1073758208 : i32
// CHECK-NEXT: %[[ADDRESS:.*]] = arith.constant 5120 : i32
// CHECK-NEXT: %[[POINTER:.*]] = "ttkernel.reinterpret_cast<volatile tt_l1_ptr uint32_t*>"(%[[ADDRESS]])
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-NEXT: %[[COUNT:.*]] = arith.constant 1024 : i32
// CHECK-NEXT: %[[STEP:.*]] = arith.constant 1 : i32
// CHECK-NEXT: scf.for %[[I:.*]] = %[[ZERO]] to %[[COUNT]] step %[[STEP]]  : i32 {
// CHECK-NEXT: "ttkernel.store_to_l1"(%[[WORD]], %[[POINTER]], %[[I]]) : (i32, !ttkernel.l1_addr_ptr, i32) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: "ttkernel.return"() : () -> ()
func.func @bf16(%arg0: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.constant"() <{value = dense<2.0> : tensor<32x64xbf16>}> : () -> tensor<32x64xbf16>
  %1 = tensor.empty() : tensor<32x64xbf16>
  %2 = "ttir.add"(%arg0, %0, %1) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %2 : tensor<32x64xbf16>
}

// Other constants are tables in the order of L1, padding is 0. A tile's first face has 16 columns: 1.0 and 2.0, then the next row's.
// CHECK: func.func @elements
// CHECK: "ttkernel.noc_transactions_table"() <{entries = array<i32: 1065353216, 1073741824, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1077936128, -1065353216, 0,
// CHECK-SAME: : () -> memref<1024x1xi32>
// CHECK: %[[NUMBER:.*]] = arith.index_cast %[[I:.*]] : i32 to index
// CHECK-NEXT: %[[FIRST:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[WORD:.*]] = memref.load %{{.*}}[%[[NUMBER]], %[[FIRST]]] : memref<1024x1xi32>
// CHECK-NEXT: "ttkernel.store_to_l1"(%[[WORD]], %{{.*}}, %[[I]])
func.func @elements(%arg0: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = "ttir.constant"() <{value = dense<[[1.0, 2.0], [3.0, -4.0]]> : tensor<2x2xf32>}> : () -> tensor<2x2xf32>
  %1 = tensor.empty() : tensor<2x2xf32>
  %2 = "ttir.add"(%arg0, %0, %1) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %2 : tensor<2x2xf32>
}

// More words than a kernel holds are written by several, one after the other: 40 columns are two tiles.
// CHECK: func.func @parts
// CHECK: %[[SECOND:.*]] = arith.constant 9216 : i32
// CHECK: %[[THIRD:.*]] = arith.constant 13312 : i32
func.func @parts(%arg0: tensor<1x40xf32>) -> tensor<1x40xf32> {
  %0 = "ttir.constant"() <{value = dense<[[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]]> : tensor<1x40xf32>}> : () -> tensor<1x40xf32>
  %1 = tensor.empty() : tensor<1x40xf32>
  %2 = "ttir.add"(%arg0, %0, %1) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<1x40xf32>, tensor<1x40xf32>, tensor<1x40xf32>) -> tensor<1x40xf32>
  return %2 : tensor<1x40xf32>
}
