// RUN: ttopt --tt-wrap-device-module --ttir-cpu-hoist-transform %s | filecheck %s
// RUN: ttopt --tt-wrap-device-module --ttir-cpu-hoist-transform --mlir-print-debuginfo %s | filecheck %s --check-prefix LOC
// RUN: ttopt --pass-pipeline='builtin.module(tt-wrap-device-module,ttir-cpu-hoist-transform,tt.cpu_module(builtin.module(convert-ttir-to-linalg)))' %s | filecheck %s --check-prefix LINALG

// CHECK: tt.device_module {
// CHECK-NEXT: builtin.module {

// CHECK-LABEL: func.func @two_of_a_kind
// CHECK-NEXT: %0 = tensor.empty() : tensor<8x24xf32>
// CHECK-NEXT: %1 = call @hoisted_ttir_multiply_8x24xf32_24xf32_8x24xf32_func_decl(%arg0, %arg1, %0) : (tensor<8x24xf32>, tensor<24xf32>, tensor<8x24xf32>) -> tensor<8x24xf32>
// CHECK-NEXT: %2 = call @hoisted_ttir_multiply_8x24xf32_24xf32_8x24xf32_func_decl(%1, %arg1, %0) :
// CHECK-NEXT: %3 = "ttir.multiply"(%2, %arg1, %0)
// CHECK-NEXT: return %3
// LOC: #[[FIRST:loc[0-9]*]] = loc("first")
// LOC: call @hoisted_ttir_multiply{{.*}} loc(#[[FIRST]])
// LOC: func.func private @hoisted_ttir_multiply{{.*}} loc(#[[FIRST]])
// LOC: func.func @hoisted_ttir_multiply_8x24xf32_24xf32_8x24xf32_func(%arg0: tensor<8x24xf32> loc("first")
// LOC: "ttir.multiply"{{.*}} loc(#[[FIRST]])
func.func @two_of_a_kind(%a: tensor<8x24xf32>, %b: tensor<24xf32>) -> tensor<8x24xf32> {
  %0 = tensor.empty() : tensor<8x24xf32>
  %1 = "ttir.multiply"(%a, %b, %0) <{operandSegmentSizes = array<i32: 2, 1>}> {should_hoist} : (tensor<8x24xf32>, tensor<24xf32>, tensor<8x24xf32>) -> tensor<8x24xf32> loc("first")
  %2 = "ttir.multiply"(%1, %b, %0) <{operandSegmentSizes = array<i32: 2, 1>}> {should_hoist} : (tensor<8x24xf32>, tensor<24xf32>, tensor<8x24xf32>) -> tensor<8x24xf32>
  %3 = "ttir.multiply"(%2, %b, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<8x24xf32>, tensor<24xf32>, tensor<8x24xf32>) -> tensor<8x24xf32>
  return %3 : tensor<8x24xf32>
}

// CHECK-LABEL: func.func @scalar
// CHECK-NEXT: %0 = call @hoisted_ttir_subtract_i32_i32_i32_func_decl(%arg0, %arg0, %arg0)
func.func @scalar(%a: tensor<i32>) -> tensor<i32> {
  %0 = "ttir.subtract"(%a, %a, %a) <{operandSegmentSizes = array<i32: 2, 1>}> {should_hoist} : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// CHECK: func.func private @hoisted_ttir_multiply_8x24xf32_24xf32_8x24xf32_func_decl(tensor<8x24xf32>, tensor<24xf32>, tensor<8x24xf32>) -> tensor<8x24xf32>
// CHECK-NEXT: func.func private @hoisted_ttir_subtract_i32_i32_i32_func_decl(tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
// CHECK: tt.cpu_module {
// CHECK-NEXT: builtin.module {
// CHECK-NEXT: func.func @hoisted_ttir_multiply_8x24xf32_24xf32_8x24xf32_func(%arg0: tensor<8x24xf32>, %arg1: tensor<24xf32>, %arg2: tensor<8x24xf32>) attributes {arg_ranks = [2, 1, 2]} {
// CHECK-NEXT: %0 = "ttir.multiply"(%arg0, %arg1, %arg2) <{operandSegmentSizes = array<i32: 2, 1>}> {should_hoist} :
// CHECK-NEXT: return
// CHECK: func.func @hoisted_ttir_subtract_i32_i32_i32_func(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<i32>) attributes {arg_ranks = [0, 0, 0]} {

// LINALG: "ttir.multiply"
// LINALG: tt.cpu_module
// LINALG: linalg.mul
