// RUN: ttopt --ttir-to-ttnn-backend-pipeline=signed-integers=true --warnings=error %s | filecheck %s
// RUN: not ttopt --dump-pass-pipeline --ttnn-layout=signed-integers=true --ttnn-layout %s 2>&1 | filecheck %s --check-prefix=PIPELINE
// PIPELINE: builtin.module(ttnn-layout{signed-integers=true},ttnn-layout)
// With signed-integers=true, i32 and si32 are si32; other integers are what they were.

// CHECK-DAG: memref<1x1x!tt.tile<32x32, si32>, #dram>
// CHECK-DAG: memref<1x1x!tt.tile<32x32, u32>, #dram>
// CHECK-LABEL: func.func @types(%arg0: tensor<32x32xsi32, #{{.*}}>, %arg1: tensor<32x32xsi32, #{{.*}}>, %arg2: tensor<32x32xui32, #{{.*}}>)
// CHECK: "ttnn.empty"{{.*}}dtype = #tt.supportedDataTypes<si32>
// CHECK: "ttnn.maximum"
func.func @types(%a: tensor<32x32xi32>, %b: tensor<32x32xsi32>, %c: tensor<32x32xui32>) -> (tensor<32x32xi32>, tensor<32x32xui32>) {
  %0 = tensor.empty() : tensor<32x32xi32>
  %1 = "ttir.maximum"(%a, %b, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x32xi32>, tensor<32x32xsi32>, tensor<32x32xi32>) -> tensor<32x32xi32>
  return %1, %c : tensor<32x32xi32>, tensor<32x32xui32>
}

// A quotient is truncated, so this has the sign of the dividend.
// CHECK-LABEL: func.func @remainder
// CHECK: [[Q:%.*]] = "ttnn.div"(%arg0, %arg1
// CHECK: [[M:%.*]] = "ttnn.multiply"([[Q]], %arg1
// CHECK: [[N:%.*]] = "ttnn.neg"([[M]]
// CHECK: "ttnn.add"([[N]], %arg0
func.func @remainder(%a: tensor<32x32xi32>, %b: tensor<1x32xi32>) -> tensor<32x32xi32> {
  %0 = tensor.empty() : tensor<32x32xi32>
  %1 = "ttir.remainder"(%a, %b, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x32xi32>, tensor<1x32xi32>, tensor<32x32xi32>) -> tensor<32x32xi32>
  return %1 : tensor<32x32xi32>
}

// CHECK-LABEL: func.func @large
// CHECK: "ttnn.full"{{.*}}fillValue = 2.14747955E+9 : f32
// CHECK: "ttnn.full"{{.*}}fillValue = 4.095000e+03
// CHECK: "ttnn.add"
func.func @large() -> tensor<32x32xi32> {
  %0 = "ttir.constant"() <{value = dense<2147483647> : tensor<32x32xi32>}> : () -> tensor<32x32xi32>
  return %0 : tensor<32x32xi32>
}

// CHECK-LABEL: func.func @negative
// CHECK: "ttnn.full"{{.*}}fillValue = -7.000000e+00
// CHECK-NEXT: return
func.func @negative() -> tensor<32x32xi32> {
  %0 = "ttir.constant"() <{value = dense<-7> : tensor<32x32xi32>}> : () -> tensor<32x32xi32>
  return %0 : tensor<32x32xi32>
}

// What goes through bf16 as u32 stays si32.
// CHECK-LABEL: func.func @unaligned
// CHECK-NOT: bf16
// CHECK: "ttnn.concat"
// CHECK-NOT: bf16
func.func @unaligned(%a: tensor<32x48xi32>, %b: tensor<32x64xi32>) -> tensor<32x112xi32> {
  %0 = tensor.empty() : tensor<32x112xi32>
  %1 = "ttir.concat"(%a, %b, %0) <{dim = 1 : si32}> : (tensor<32x48xi32>, tensor<32x64xi32>, tensor<32x112xi32>) -> tensor<32x112xi32>
  return %1 : tensor<32x112xi32>
}
