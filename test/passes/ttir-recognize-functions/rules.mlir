// RUN: ttopt --ttir-recognize-functions %s | filecheck %s
// One op computes a function that several ops compute.

// CHECK-LABEL: func.func @softmax(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT: %1 = "ttir.softmax"(%arg0, %0) <{dimension = 1 : si32}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: return %1 : tensor<4x8xf32>
// CHECK-NEXT: }
func.func @softmax(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %v2 = tensor.empty() : tensor<4x8xf32>
  %v1 = "ttir.exp"(%arg0, %v2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v4 = tensor.empty() : tensor<4x1xf32>
  %v3 = "ttir.sum"(%v1, %v4) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  %v6 = tensor.empty() : tensor<4x8xf32>
  %v5 = "ttir.broadcast"(%v3, %v6) <{broadcast_dimensions = array<i64: 1, 8>}> : (tensor<4x1xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v8 = tensor.empty() : tensor<4x8xf32>
  %v7 = "ttir.div"(%v1, %v5, %v8) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v7 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @exponential_with_other_use_is_kept(%arg0: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
// CHECK-NEXT: %0 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT: %1 = "ttir.exp"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: %2 = tensor.empty() : tensor<4x1xf32>
// CHECK-NEXT: %3 = "ttir.sum"(%1, %2) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
// CHECK-NEXT: %4 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT: %5 = "ttir.broadcast"(%3, %4) <{broadcast_dimensions = array<i64: 1, 8>}> : (tensor<4x1xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: %6 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT: %7 = "ttir.div"(%1, %5, %6) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: return %7, %1 : tensor<4x8xf32>, tensor<4x8xf32>
// CHECK-NEXT: }
func.func @exponential_with_other_use_is_kept(%arg0: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %v2 = tensor.empty() : tensor<4x8xf32>
  %v1 = "ttir.exp"(%arg0, %v2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v4 = tensor.empty() : tensor<4x1xf32>
  %v3 = "ttir.sum"(%v1, %v4) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  %v6 = tensor.empty() : tensor<4x8xf32>
  %v5 = "ttir.broadcast"(%v3, %v6) <{broadcast_dimensions = array<i64: 1, 8>}> : (tensor<4x1xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v8 = tensor.empty() : tensor<4x8xf32>
  %v7 = "ttir.div"(%v1, %v5, %v8) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v7, %v1 : tensor<4x8xf32>, tensor<4x8xf32>
}

// CHECK-LABEL: func.func @mean(%arg0: tensor<4x8xf32>) -> tensor<4x1xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<4x1xf32>
// CHECK-NEXT: %1 = "ttir.mean"(%arg0, %0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
// CHECK-NEXT: return %1 : tensor<4x1xf32>
// CHECK-NEXT: }
func.func @mean(%arg0: tensor<4x8xf32>) -> tensor<4x1xf32> {
  %v2 = tensor.empty() : tensor<4x1xf32>
  %v1 = "ttir.sum"(%arg0, %v2) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  %v3 = "ttir.constant"() <{value = dense<8.0> : tensor<4x1xf32>}> : () -> tensor<4x1xf32>
  %v5 = tensor.empty() : tensor<4x1xf32>
  %v4 = "ttir.div"(%v1, %v3, %v5) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x1xf32>, tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  return %v4 : tensor<4x1xf32>
}

// CHECK-LABEL: func.func @mean_by_product(%arg0: tensor<4x8xf32>) -> tensor<4x1xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<4x1xf32>
// CHECK-NEXT: %1 = "ttir.mean"(%arg0, %0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
// CHECK-NEXT: return %1 : tensor<4x1xf32>
// CHECK-NEXT: }
func.func @mean_by_product(%arg0: tensor<4x8xf32>) -> tensor<4x1xf32> {
  %v2 = tensor.empty() : tensor<4x1xf32>
  %v1 = "ttir.sum"(%arg0, %v2) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  %v3 = "ttir.constant"() <{value = dense<0.125> : tensor<4x1xf32>}> : () -> tensor<4x1xf32>
  %v5 = tensor.empty() : tensor<4x1xf32>
  %v4 = "ttir.multiply"(%v1, %v3, %v5) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x1xf32>, tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  return %v4 : tensor<4x1xf32>
}

// CHECK-LABEL: func.func @other_divisor_is_kept(%arg0: tensor<4x8xf32>) -> tensor<4x1xf32> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<7.000000e+00> : tensor<4x1xf32>}> : () -> tensor<4x1xf32>
// CHECK-NEXT: %1 = tensor.empty() : tensor<4x1xf32>
// CHECK-NEXT: %2 = "ttir.sum"(%arg0, %1) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
// CHECK-NEXT: %3 = tensor.empty() : tensor<4x1xf32>
// CHECK-NEXT: %4 = "ttir.div"(%2, %0, %3) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x1xf32>, tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
// CHECK-NEXT: return %4 : tensor<4x1xf32>
// CHECK-NEXT: }
func.func @other_divisor_is_kept(%arg0: tensor<4x8xf32>) -> tensor<4x1xf32> {
  %v2 = tensor.empty() : tensor<4x1xf32>
  %v1 = "ttir.sum"(%arg0, %v2) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  %v3 = "ttir.constant"() <{value = dense<7.0> : tensor<4x1xf32>}> : () -> tensor<4x1xf32>
  %v5 = tensor.empty() : tensor<4x1xf32>
  %v4 = "ttir.div"(%v1, %v3, %v5) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x1xf32>, tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  return %v4 : tensor<4x1xf32>
}

// CHECK-LABEL: func.func @all_infinite(%arg0: tensor<4x8xf32>) -> tensor<4xbf16> {
// CHECK-NEXT: %0 = "ttir.constant"() <{value = dense<0xFF800000> : tensor<4x1xf32>}> : () -> tensor<4x1xf32>
// CHECK-NEXT: %1 = tensor.empty() : tensor<4x1xf32>
// CHECK-NEXT: %2 = "ttir.max"(%arg0, %1) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
// CHECK-NEXT: %3 = tensor.empty() : tensor<4x1xbf16>
// CHECK-NEXT: %4 = "ttir.eq"(%2, %0, %3) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x1xf32>, tensor<4x1xf32>, tensor<4x1xbf16>) -> tensor<4x1xbf16>
// CHECK-NEXT: %5 = tensor.empty() : tensor<4xbf16>
// CHECK-NEXT: %6 = "ttir.reshape"(%4, %5) <{shape = [4 : i32]}> : (tensor<4x1xbf16>, tensor<4xbf16>) -> tensor<4xbf16>
// CHECK-NEXT: return %6 : tensor<4xbf16>
// CHECK-NEXT: }
func.func @all_infinite(%arg0: tensor<4x8xf32>) -> tensor<4xbf16> {
  %v1 = "ttir.constant"() <{value = dense<0xFF800000> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v3 = tensor.empty() : tensor<4x8xbf16>
  %v2 = "ttir.eq"(%arg0, %v1, %v3) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xbf16>) -> tensor<4x8xbf16>
  %v5 = tensor.empty() : tensor<4xbf16>
  %v4 = "ttir.prod"(%v2, %v5) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<4x8xbf16>, tensor<4xbf16>) -> tensor<4xbf16>
  return %v4 : tensor<4xbf16>
}

// CHECK-LABEL: func.func @sigmoid(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT: %1 = "ttir.sigmoid"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: return %1 : tensor<4x8xf32>
// CHECK-NEXT: }
func.func @sigmoid(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %v2 = tensor.empty() : tensor<4x8xf32>
  %v1 = "ttir.neg"(%arg0, %v2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v4 = tensor.empty() : tensor<4x8xf32>
  %v3 = "ttir.exp"(%v1, %v4) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v5 = "ttir.constant"() <{value = dense<1.0> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v7 = tensor.empty() : tensor<4x8xf32>
  %v6 = "ttir.add"(%v3, %v5, %v7) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v8 = "ttir.constant"() <{value = dense<1.0> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v10 = tensor.empty() : tensor<4x8xf32>
  %v9 = "ttir.div"(%v8, %v6, %v10) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v9 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @gelu(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK-NEXT: %0 = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT: %1 = "ttir.gelu"(%arg0, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: return %1 : tensor<4x8xf32>
// CHECK-NEXT: }
func.func @gelu(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %v1 = "ttir.constant"() <{value = dense<0.707106769> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v3 = tensor.empty() : tensor<4x8xf32>
  %v2 = "ttir.multiply"(%arg0, %v1, %v3) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v5 = tensor.empty() : tensor<4x8xf32>
  %v4 = "ttir.clamp"(%v2, %v5) <{max = 4.000000e+00 : f32, min = -4.000000e+00 : f32}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v7 = tensor.empty() : tensor<4x8xf32>
  %v6 = "ttir.multiply"(%v4, %v4, %v7) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v8 = "ttir.constant"() <{value = dense<-2.72614237E-10> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v10 = tensor.empty() : tensor<4x8xf32>
  %v9 = "ttir.multiply"(%v8, %v6, %v10) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v11 = "ttir.constant"() <{value = dense<2.77068146E-8> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v13 = tensor.empty() : tensor<4x8xf32>
  %v12 = "ttir.add"(%v9, %v11, %v13) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v15 = tensor.empty() : tensor<4x8xf32>
  %v14 = "ttir.multiply"(%v12, %v6, %v15) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v16 = "ttir.constant"() <{value = dense<-2.10102394E-6> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v18 = tensor.empty() : tensor<4x8xf32>
  %v17 = "ttir.add"(%v14, %v16, %v18) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v20 = tensor.empty() : tensor<4x8xf32>
  %v19 = "ttir.multiply"(%v17, %v6, %v20) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v21 = "ttir.constant"() <{value = dense<-5.69250624E-5> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v23 = tensor.empty() : tensor<4x8xf32>
  %v22 = "ttir.add"(%v19, %v21, %v23) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v25 = tensor.empty() : tensor<4x8xf32>
  %v24 = "ttir.multiply"(%v22, %v6, %v25) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v26 = "ttir.constant"() <{value = dense<-7.34990637E-4> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v28 = tensor.empty() : tensor<4x8xf32>
  %v27 = "ttir.add"(%v24, %v26, %v28) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v30 = tensor.empty() : tensor<4x8xf32>
  %v29 = "ttir.multiply"(%v27, %v6, %v30) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v31 = "ttir.constant"() <{value = dense<-2.954600e-03> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v33 = tensor.empty() : tensor<4x8xf32>
  %v32 = "ttir.add"(%v29, %v31, %v33) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v35 = tensor.empty() : tensor<4x8xf32>
  %v34 = "ttir.multiply"(%v32, %v6, %v35) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v36 = "ttir.constant"() <{value = dense<-0.0160960332> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v38 = tensor.empty() : tensor<4x8xf32>
  %v37 = "ttir.add"(%v34, %v36, %v38) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v39 = "ttir.constant"() <{value = dense<-1.45660715E-5> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v41 = tensor.empty() : tensor<4x8xf32>
  %v40 = "ttir.multiply"(%v39, %v6, %v41) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v42 = "ttir.constant"() <{value = dense<-2.13374049E-4> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v44 = tensor.empty() : tensor<4x8xf32>
  %v43 = "ttir.add"(%v40, %v42, %v44) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v46 = tensor.empty() : tensor<4x8xf32>
  %v45 = "ttir.multiply"(%v43, %v6, %v46) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v47 = "ttir.constant"() <{value = dense<-0.00168282702> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v49 = tensor.empty() : tensor<4x8xf32>
  %v48 = "ttir.add"(%v45, %v47, %v49) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v51 = tensor.empty() : tensor<4x8xf32>
  %v50 = "ttir.multiply"(%v48, %v6, %v51) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v52 = "ttir.constant"() <{value = dense<-0.00737332925> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v54 = tensor.empty() : tensor<4x8xf32>
  %v53 = "ttir.add"(%v50, %v52, %v54) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v56 = tensor.empty() : tensor<4x8xf32>
  %v55 = "ttir.multiply"(%v53, %v6, %v56) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v57 = "ttir.constant"() <{value = dense<-0.0142647391> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v59 = tensor.empty() : tensor<4x8xf32>
  %v58 = "ttir.add"(%v55, %v57, %v59) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v61 = tensor.empty() : tensor<4x8xf32>
  %v60 = "ttir.multiply"(%v4, %v37, %v61) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v63 = tensor.empty() : tensor<4x8xf32>
  %v62 = "ttir.div"(%v60, %v58, %v63) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v65 = tensor.empty() : tensor<4x8xf32>
  %v64 = "ttir.clamp"(%v62, %v65) <{max = 1.000000e+00 : f32, min = -1.000000e+00 : f32}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v66 = "ttir.constant"() <{value = dense<1.0> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v68 = tensor.empty() : tensor<4x8xf32>
  %v67 = "ttir.add"(%v64, %v66, %v68) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v69 = "ttir.constant"() <{value = dense<0.5> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v71 = tensor.empty() : tensor<4x8xf32>
  %v70 = "ttir.multiply"(%arg0, %v69, %v71) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %v73 = tensor.empty() : tensor<4x8xf32>
  %v72 = "ttir.multiply"(%v67, %v70, %v73) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v72 : tensor<4x8xf32>
}
