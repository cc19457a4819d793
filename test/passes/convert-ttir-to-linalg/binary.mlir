// RUN: ttopt --convert-ttir-to-linalg %s | filecheck %s

// CHECK-LABEL: func.func @same_shapes
// CHECK-NEXT: %0 = tensor.empty() : tensor<6x10xbf16>
// CHECK-NEXT: %1 = linalg.add ins(%arg0, %arg1 : tensor<6x10xbf16>, tensor<6x10xbf16>) outs(%0 : tensor<6x10xbf16>) -> tensor<6x10xbf16>
// CHECK-NEXT: return %1
func.func @same_shapes(%a: tensor<6x10xbf16>, %b: tensor<6x10xbf16>) -> tensor<6x10xbf16> {
  %0 = tensor.empty() : tensor<6x10xbf16>
  %1 = "ttir.add"(%a, %b, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<6x10xbf16>, tensor<6x10xbf16>, tensor<6x10xbf16>) -> tensor<6x10xbf16>
  return %1 : tensor<6x10xbf16>
}

// Both sides are stretched, each along other dimensions.
// CHECK-LABEL: func.func @both_ways
// CHECK-NEXT: %collapsed = tensor.collapse_shape %arg0 {{\[\[}}0], [1, 2]] : tensor<6x1x2xf32> into tensor<6x2xf32>
// CHECK-NEXT: %0 = tensor.empty() : tensor<6x7x2xf32>
// CHECK-NEXT: %broadcasted = linalg.broadcast ins(%collapsed : tensor<6x2xf32>) outs(%0 : tensor<6x7x2xf32>) dimensions = [1]
// CHECK-NEXT: %collapsed_0 = tensor.collapse_shape %arg1 {{\[\[}}0, 1]] : tensor<7x1xf32> into tensor<7xf32>
// CHECK-NEXT: %1 = tensor.empty() : tensor<6x7x2xf32>
// CHECK-NEXT: %broadcasted_1 = linalg.broadcast ins(%collapsed_0 : tensor<7xf32>) outs(%1 : tensor<6x7x2xf32>) dimensions = [0, 2]
// CHECK-NEXT: %2 = linalg.mul ins(%broadcasted, %broadcasted_1 : tensor<6x7x2xf32>, tensor<6x7x2xf32>) outs(%arg2 : tensor<6x7x2xf32>) -> tensor<6x7x2xf32>
func.func @both_ways(%a: tensor<6x1x2xf32>, %b: tensor<7x1xf32>, %c: tensor<6x7x2xf32>) -> tensor<6x7x2xf32> {
  %0 = "ttir.multiply"(%a, %b, %c) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<6x1x2xf32>, tensor<7x1xf32>, tensor<6x7x2xf32>) -> tensor<6x7x2xf32>
  return %0 : tensor<6x7x2xf32>
}

// What is stretched everywhere becomes a scalar; leading dimensions that are missing need no collapse.
// CHECK-LABEL: func.func @everywhere
// CHECK-NEXT: %collapsed = tensor.collapse_shape %arg0 [] : tensor<1x1xi32> into tensor<i32>
// CHECK: linalg.broadcast ins(%collapsed : tensor<i32>) {{.*}} dimensions = [0, 1]
// CHECK-NEXT: %1 = linalg.sub ins(%broadcasted, %arg2 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%arg2 : tensor<3x5xi32>)
// CHECK-NEXT: %2 = tensor.empty() : tensor<3x5xi32>
// CHECK-NEXT: %broadcasted_0 = linalg.broadcast ins(%arg1 : tensor<5xi32>) outs(%2 : tensor<3x5xi32>) dimensions = [0]
// CHECK-NEXT: %3 = linalg.sub ins(%1, %broadcasted_0 : tensor<3x5xi32>, tensor<3x5xi32>)
func.func @everywhere(%a: tensor<1x1xi32>, %b: tensor<5xi32>, %c: tensor<3x5xi32>) -> tensor<3x5xi32> {
  %0 = "ttir.subtract"(%a, %c, %c) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<1x1xi32>, tensor<3x5xi32>, tensor<3x5xi32>) -> tensor<3x5xi32>
  %1 = "ttir.subtract"(%0, %b, %c) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<3x5xi32>, tensor<5xi32>, tensor<3x5xi32>) -> tensor<3x5xi32>
  return %1 : tensor<3x5xi32>
}
