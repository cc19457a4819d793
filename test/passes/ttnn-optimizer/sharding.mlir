// RUN: ttopt --ttir-to-ttnn-backend-pipeline="enable-optimizer=true memory-layout-analysis-enabled=true" %s | filecheck %s
// RUN: ttopt --ttir-to-ttnn-backend-pipeline="enable-optimizer=true memory-layout-analysis-enabled=true max-legal-layouts=0" %s | filecheck %s --check-prefix=NONE
// RUN: ttopt --ttir-to-ttnn-backend-pipeline="enable-optimizer=true memory-layout-analysis-enabled=true insert-memreconfig=second=0" %s | filecheck %s --check-prefix=ANEW
// RUN: ttopt --ttir-to-ttnn-backend-pipeline="enable-optimizer=true memory-layout-analysis-enabled=true insert-memreconfig=first=0" %s | filecheck %s --check-prefix=INPUT

// CHECK: #[[SHARDED:.*]] = #ttnn.ttnn_layout<{{.*}}, <1x8, (d0, d1) -> (0, d1 floordiv 8, d1 mod 8)>, memref<1x1x!tt.tile<32x32, bf16>, #l1_>, <width_sharded>>
// NONE-NOT: sharded
// ANEW-NOT: ttnn.to_memory_config
// INPUT: #[[SHARDED:.*]] = #ttnn.ttnn_layout<{{.*}}, <1x8, {{.*}}>, memref<1x1x!tt.tile<32x32, bf16>, #l1_>, <width_sharded>>
module {
  func.func @main(%a: tensor<32x256xbf16>, %b: tensor<32x256xbf16>) -> tensor<32x256xbf16> {
    // INPUT: [[NEW:%.*]] = "ttnn.to_memory_config"(%arg0){{.*}}<<1x1>>, <width_sharded>>{{.*}} -> tensor<32x256xbf16, #[[SHARDED]]>
    // INPUT: "ttnn.relu"([[NEW]], {{.*}}) {{.*}} -> tensor<32x256xbf16, #[[SHARDED]]>
    // CHECK: "ttnn.empty"{{.*}}memory_config = #ttnn.memory_config<#l1_, <<1x1>>, <width_sharded>>
    // CHECK: "ttnn.relu"{{.*}} -> tensor<32x256xbf16, #[[SHARDED]]>
    %0 = tensor.empty() : tensor<32x256xbf16>
    %1 = "ttir.relu"(%a, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x256xbf16>, tensor<32x256xbf16>) -> tensor<32x256xbf16> loc("first")
    // CHECK: "ttnn.add"{{.*}} -> tensor<32x256xbf16, #[[SHARDED]]>
    %2 = tensor.empty() : tensor<32x256xbf16>
    %3 = "ttir.add"(%1, %b, %2) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x256xbf16>, tensor<32x256xbf16>, tensor<32x256xbf16>) -> tensor<32x256xbf16> loc("second")
    // CHECK: "ttnn.softmax"{{.*}} -> tensor<32x256xbf16, #{{ttnn_layout[0-9]*}}>
    // CHECK: return
    %4 = tensor.empty() : tensor<32x256xbf16>
    %5 = "ttir.softmax"(%3, %4) <{dimension = 1 : si32}> : (tensor<32x256xbf16>, tensor<32x256xbf16>) -> tensor<32x256xbf16> loc("third")
    return %5 : tensor<32x256xbf16>
  }
}
