// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttir-allocate %s | filecheck %s

#l1_ = #tt.memory_space<l1>
#one = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<4x15xf32, #l1_>>
#four = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x2>, memref<2x8xf32, #l1_>>
#dram = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<4x15xf32, #tt.memory_space<dram>>>

// Arguments first; addresses are aligned, each memory has its own. Sizes go up to the last element. A returned tensor is not freed.
// CHECK: func.func @arguments(
// CHECK-SAME: attributes {tt.arg_alloc = [#tt.arg_alloc<1024, 240, l1>, #tt.arg_alloc<1024, 240, dram>, #tt.arg_alloc<1264, 60, l1>]} {
// CHECK-NEXT: %[[A:.*]] = "ttir.alloc"() <{address = 1328 : i64, memory_space = #l1_, size = 240 : i64}> : () -> tensor<4x15xf32, #{{.*}}>
// CHECK-NEXT: %[[B:.*]] = "ttir.alloc"() <{address = 1280 : i64, memory_space = #dram, size = 240 : i64}>
// CHECK-NEXT: "ttir.to_layout"(%arg1, %[[A]])
// CHECK-NEXT: %[[R:.*]] = "ttir.to_layout"
// CHECK-NEXT: "ttir.dealloc"(%[[A]])
// CHECK-NEXT: return %[[R]]
func.func @arguments(%arg0: tensor<4x15xf32, #one>, %arg1: tensor<4x15xf32, #dram>, %arg2: tensor<4x15xf32, #four>) -> tensor<4x15xf32, #dram> {
  %0 = tensor.empty() : tensor<4x15xf32, #one>
  %1 = tensor.empty() : tensor<4x15xf32, #dram>
  %2 = "ttir.to_layout"(%arg1, %0) : (tensor<4x15xf32, #dram>, tensor<4x15xf32, #one>) -> tensor<4x15xf32, #one>
  %3 = "ttir.to_layout"(%2, %1) : (tensor<4x15xf32, #one>, tensor<4x15xf32, #dram>) -> tensor<4x15xf32, #dram>
  return %3 : tensor<4x15xf32, #dram>
}

// Memory lives as long as results that are written into it; unused tensors get none.
// CHECK: func.func @lifetime
// CHECK-NEXT: %[[A:.*]] = "ttir.alloc"
// CHECK-NEXT: %[[E1:.*]] = "ttir.exp"(%arg0, %[[A]])
// CHECK-NEXT: %[[E2:.*]] = "ttir.exp"(%arg0, %[[E1]])
// CHECK-NEXT: %[[B:.*]] = "ttir.alloc"
// CHECK-NEXT: %[[ADD:.*]] = "ttir.add"(%arg0, %[[E2]], %[[B]])
// CHECK-NEXT: "ttir.dealloc"(%[[A]])
// CHECK-NEXT: %[[C:.*]] = "ttir.alloc"
// CHECK-NEXT: "ttir.exp"(%[[ADD]], %[[C]])
// CHECK-NEXT: "ttir.dealloc"(%[[C]])
// CHECK-NEXT: return %[[ADD]]
func.func @lifetime(%arg0: tensor<4x15xf32, #one>) -> tensor<4x15xf32, #one> {
  %unused = tensor.empty() : tensor<4x15xf32, #one>
  %0 = tensor.empty() : tensor<4x15xf32, #one>
  %1 = "ttir.exp"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x15xf32, #one>, tensor<4x15xf32, #one>) -> tensor<4x15xf32, #one>
  %2 = "ttir.exp"(%arg0, %1) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x15xf32, #one>, tensor<4x15xf32, #one>) -> tensor<4x15xf32, #one>
  %3 = tensor.empty() : tensor<4x15xf32, #one>
  %4 = "ttir.add"(%arg0, %2, %3) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x15xf32, #one>, tensor<4x15xf32, #one>, tensor<4x15xf32, #one>) -> tensor<4x15xf32, #one>
  %5 = tensor.empty() : tensor<4x15xf32, #one>
  %6 = "ttir.exp"(%4, %5) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x15xf32, #one>, tensor<4x15xf32, #one>) -> tensor<4x15xf32, #one>
  return %4 : tensor<4x15xf32, #one>
}

// CHECK: func.func private @declared(tensor<4x15xf32, #{{.*}}>){{$}}
func.func private @declared(tensor<4x15xf32, #one>)

// Cores and channels whose part is larger than the last one's keep room for it: 14 rows of 64 bytes, not the 12 of the third core;
// a page of 8192 elements, not the 1024 in the second one.
#three = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <3x1>, memref<14x16xf32, #l1_>>
#pages = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<96x96xf32, #tt.memory_space<dram>>>
// CHECK: func.func @uneven(
// CHECK-SAME: attributes {tt.arg_alloc = [#tt.arg_alloc<1024, 768, l1>, #tt.arg_alloc<1920, 768, l1>, #tt.arg_alloc<1024, 4096, dram>, #tt.arg_alloc<33792, 4096, dram>]}
func.func @uneven(%arg0: tensor<40x16xf32, #three>, %arg1: tensor<40x16xf32, #three>, %arg2: tensor<96x96xf32, #pages>, %arg3: tensor<96x96xf32, #pages>) {
  return
}
