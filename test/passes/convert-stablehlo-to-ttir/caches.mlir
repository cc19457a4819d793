// RUN: ttopt %s --convert-stablehlo-to-ttir | filecheck %s
// RUN: ttopt %s --stablehlo-to-ttir-pipeline | ttopt --ttir-to-ttnn-backend-pipeline -Wno-signed-integers | filecheck %s --check-prefix TTNN

// A write into an argument that the caller gave away is done in place, and so is one into what it made.

// CHECK-LABEL: func.func @given_away
// CHECK:         %[[PLACE:.*]] = "ttir.clamp"(%{{.*}}) <{max = 6.300000e+01 : f32, min = 0.000000e+00 : f32}>
// CHECK:         %[[INDEX:.*]] = "ttir.typecast"(%[[PLACE]], %{{.*}}) {{.*}} -> tensor<1xui32>
// CHECK:         %[[ONE:.*]] = "ttir.update_cache"(%arg0, %arg1, %[[INDEX]]) <{batch_offset = 0 : i32}>
// CHECK:         %[[PLACE:.*]] = "ttir.constant"() <{value = dense<63> : tensor<1xui32>}>
// CHECK:         %[[TWO:.*]] = "ttir.update_cache"(%[[ONE]], %arg1, %[[PLACE]])
// CHECK:         return %[[TWO]]
// TTNN-LABEL: func.func @given_away
// TTNN:         "ttnn.update_cache"(%arg0,
// TTNN:         "ttnn.update_cache"(%arg0,
// TTNN:         return %arg0
func.func @given_away(%cache: tensor<1x2x64x32xbf16> {tf.aliasing_output = 0 : i32}, %row: tensor<1x2x1x32xbf16>, %place: tensor<i32>) -> tensor<1x2x64x32xbf16> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %far = stablehlo.constant dense<100> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %cache, %row, %zero, %zero, %place, %zero : (tensor<1x2x64x32xbf16>, tensor<1x2x1x32xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x64x32xbf16>
  %1 = stablehlo.dynamic_update_slice %0, %row, %zero, %zero, %far, %zero : (tensor<1x2x64x32xbf16>, tensor<1x2x1x32xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x64x32xbf16>
  return %1 : tensor<1x2x64x32xbf16>
}

// Whole tiles at the beginning. An incomplete tile would overwrite the elements after it.

// CHECK-LABEL: func.func @filled
// CHECK:         "ttir.fill_cache"(%arg0, %arg1) <{batch_offset = 0 : i32}>
// CHECK-LABEL: func.func @part_of_a_tile
// CHECK-NOT:     fill_cache
// CHECK:         "ttir.concat"
func.func @filled(%cache: tensor<1x2x64x32xbf16> {jax.buffer_donor = true}, %rows: tensor<1x2x32x32xbf16>) -> tensor<1x2x64x32xbf16> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %cache, %rows, %zero, %zero, %zero, %zero : (tensor<1x2x64x32xbf16>, tensor<1x2x32x32xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x64x32xbf16>
  return %0 : tensor<1x2x64x32xbf16>
}
func.func @part_of_a_tile(%cache: tensor<1x2x64x32xbf16> {jax.buffer_donor = true}, %rows: tensor<1x2x31x32xbf16>) -> tensor<1x2x64x32xbf16> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %cache, %rows, %zero, %zero, %zero, %zero : (tensor<1x2x64x32xbf16>, tensor<1x2x31x32xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x64x32xbf16>
  return %0 : tensor<1x2x64x32xbf16>
}

// Otherwise the old values are kept: the caller still has the cache, it is used once more, it is f32, there are several users.

// CHECK-NOT:     _cache
func.func @kept(%cache: tensor<1x2x64x32xbf16> {jax.buffer_donor = false}, %row: tensor<1x2x1x32xbf16>, %place: tensor<i32>) -> tensor<1x2x64x32xbf16> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %cache, %row, %zero, %zero, %place, %zero : (tensor<1x2x64x32xbf16>, tensor<1x2x1x32xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x64x32xbf16>
  return %0 : tensor<1x2x64x32xbf16>
}
func.func @used_again(%cache: tensor<1x2x64x32xbf16> {tf.aliasing_output = 0 : i32}, %row: tensor<1x2x1x32xbf16>, %place: tensor<i32>) -> (tensor<1x2x64x32xbf16>, tensor<1x2x64x32xbf16>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %cache, %row, %zero, %zero, %place, %zero : (tensor<1x2x64x32xbf16>, tensor<1x2x1x32xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x64x32xbf16>
  %1 = stablehlo.subtract %0, %cache : tensor<1x2x64x32xbf16>
  return %0, %1 : tensor<1x2x64x32xbf16>, tensor<1x2x64x32xbf16>
}
func.func @floats(%cache: tensor<1x2x64x32xf32> {tf.aliasing_output = 0 : i32}, %row: tensor<1x2x1x32xf32>, %place: tensor<i32>) -> tensor<1x2x64x32xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %cache, %row, %zero, %zero, %place, %zero : (tensor<1x2x64x32xf32>, tensor<1x2x1x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x64x32xf32>
  return %0 : tensor<1x2x64x32xf32>
}
func.func @users(%cache: tensor<2x2x64x32xbf16> {tf.aliasing_output = 0 : i32}, %row: tensor<2x2x1x32xbf16>, %place: tensor<i32>) -> tensor<2x2x64x32xbf16> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %cache, %row, %zero, %zero, %place, %zero : (tensor<2x2x64x32xbf16>, tensor<2x2x1x32xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x64x32xbf16>
  return %0 : tensor<2x2x64x32xbf16>
}
func.func @called(%cache: tensor<1x2x64x32xbf16> {tf.aliasing_output = 0 : i32}, %row: tensor<1x2x1x32xbf16>, %place: tensor<i32>) -> tensor<1x2x64x32xbf16> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %cache, %row, %zero, %zero, %place, %zero : (tensor<1x2x64x32xbf16>, tensor<1x2x1x32xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x64x32xbf16>
  return %0 : tensor<1x2x64x32xbf16>
}
func.func @caller(%cache: tensor<1x2x64x32xbf16>, %row: tensor<1x2x1x32xbf16>, %place: tensor<i32>) -> (tensor<1x2x64x32xbf16>, tensor<1x2x64x32xbf16>) {
  %0 = call @called(%cache, %row, %place) : (tensor<1x2x64x32xbf16>, tensor<1x2x1x32xbf16>, tensor<i32>) -> tensor<1x2x64x32xbf16>
  return %0, %cache : tensor<1x2x64x32xbf16>, tensor<1x2x64x32xbf16>
}
