// RUN: ttopt --ttir-to-ttnn-backend-pipeline="enable-optimizer=true override-output-layout=sum=2x4:l1:block_sharded:tile:f32" %s | filecheck %s --check-prefix=FULL
// RUN: ttopt --ttir-to-ttnn-backend-pipeline="enable-optimizer=true override-output-layout=sum=height_sharded:4x1" %s | filecheck %s --check-prefix=PARTIAL
// RUN: ttopt --ttir-to-ttnn-backend-pipeline="enable-optimizer=true override-output-layout=sum=row_major" %s | filecheck %s --check-prefix=ROWS
// RUN: ttopt --ttir-to-ttnn-backend-pipeline="enable-optimizer=true row-major-enabled=true" %s | filecheck %s --check-prefix=ALL-ROWS
// RUN: not ttopt --ttir-to-ttnn-backend-pipeline="enable-optimizer=true override-output-layout=sum=5x5:block_sharded" %s 2>&1 | filecheck %s --check-prefix=ILLEGAL
// RUN: ttopt --ttir-to-ttnn-backend-pipeline="enable-optimizer=true override-output-layout=sun=l1 insert-memreconfig=other=0" %s 2>&1 | filecheck %s --check-prefix=UNKNOWN

// FULL: ttnn_layout<{{.*}}, <2x4>, memref<2x1x!tt.tile<32x32, f32>, #l1_>, <block_sharded>>
// PARTIAL: ttnn_layout<{{.*}}, <4x1, (d0, d1) -> (0, d0 floordiv 8, d0 mod 8)>, memref<1x4x!tt.tile<32x32, bf16>, #l1_>, <height_sharded>>
// ROWS: <8x8, {{.*}}>, memref<1x1x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
// ROWS: <8x8, {{.*}}>, memref<16x16xbf16, #dram>, <interleaved>>
// ALL-ROWS-NOT: <8x8, {{.*}}tile
// ILLEGAL: error: {{.*}}No legal layout found for the operation.
// UNKNOWN: overrides.mlir:{{.*}} warning: override-output-layout: no operation is called 'sun'
// UNKNOWN: note: {{.*}}'sum' is the name of this 'ttnn.
// UNKNOWN: warning: insert-memreconfig: no operation is called 'other'
// UNKNOWN: note: operations have the names exp, sum
module {
  func.func @main(%a: tensor<128x128xbf16>, %b: tensor<128x128xbf16>) -> tensor<128x128xbf16> {
    // FULL: "ttnn.empty"{{.*}}dtype = #tt.supportedDataTypes<f32>{{.*}}#l1_, <<2x1>>, <block_sharded>
    // ROWS: "ttnn.empty"{{.*}}layout = #ttnn.layout<row_major>
    %0 = tensor.empty() : tensor<128x128xbf16>
    %1 = "ttir.add"(%a, %b, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<128x128xbf16>, tensor<128x128xbf16>, tensor<128x128xbf16>) -> tensor<128x128xbf16> loc("sum")
    %2 = tensor.empty() : tensor<128x128xbf16>
    %3 = "ttir.exp"(%1, %2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<128x128xbf16>, tensor<128x128xbf16>) -> tensor<128x128xbf16> loc("exp")
    return %3 : tensor<128x128xbf16>
  }
}
