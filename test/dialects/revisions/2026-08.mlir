// RUN: ttopt %s -o %t && filecheck %s < %t && ttopt %t | diff %t -
// RUN: ttopt --warnings=none --ttir-to-ttnn-backend-pipeline %s | filecheck %s --check-prefix=LOWERED

// Text of 2026-08 in its own form, twice the same, and what its annotations become.

// CHECK: module attributes {mhlo.num_partitions = 1 : i32, ttcore.meshes = #ttcore.meshes<[<"mesh" = 1x1>]>}
// CHECK-NEXT: ttcore.device_module {
// CHECK-NEXT: builtin.module {
// CHECK-NEXT: func.func @main(%arg0: tensor<4x4xf32> {ttcore.argument_type = #ttcore.argument_type<input>, ttcore.local_shape = #ttcore<local_shape local_shape = tensor<4x4xf32>>, ttir.name = "x"})
// CHECK-NEXT: %0 = ttir.empty() : tensor<4x4xf32>
// CHECK-NEXT: %1 = "ttir.typecast"(%arg0) <{conservative_folding = false}> : (tensor<4x4xf32>) -> tensor<4x4xbf16>
// CHECK-NEXT: %2 = "ttir.rms_norm"(%arg0) <{epsilon = 9.99999974E-6 : f32, normalized_shape = array<i64: 4>, operandSegmentSizes = array<i32: 1, 0, 0>}>
// LOWERED-NOT: {{ttcore|ttir[.]empty|"ttir[.]}}
// LOWERED: "ttnn.rsqrt"
module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 1x1>]>, mhlo.num_partitions = 1 : i32} {
  ttcore.device_module {
    builtin.module {
      func.func @main(%a: tensor<4x4xf32> {ttir.name = "x", ttcore.argument_type = #ttcore.argument_type<input>, ttcore.local_shape = #ttcore<local_shape local_shape = tensor<4x4xf32>>}) -> (tensor<4x4xf32> {ttcore.shard_status = #ttcore.shard_status<unsharded>}) {
        %0 = ttir.empty() : tensor<4x4xf32>
        %1 = "ttir.typecast"(%a) : (tensor<4x4xf32>) -> tensor<4x4xbf16>
        %2 = "ttir.rms_norm"(%a) <{normalized_shape = array<i64: 4>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
        return %2 : tensor<4x4xf32>
      }
    }
  }
}
