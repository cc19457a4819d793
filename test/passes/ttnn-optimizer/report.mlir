// RUN: ttopt --ttir-to-ttnn-backend-pipeline="enable-optimizer=true memory-layout-analysis-enabled=true override-output-layout=end=dram optimizer-report=%t.json" %s
// RUN: filecheck %s --input-file %t.json
// RUN: ttopt --ttir-to-ttnn-backend-pipeline="enable-optimizer=true memory-layout-analysis-enabled=true memory-layout-analysis-policy=BFInterleaved optimizer-report=%t.txt" %s
// RUN: filecheck %s --input-file %t.txt --check-prefix=TABLE
// RUN: ttopt --ttir-to-ttnn-backend-pipeline="enable-optimizer=true memory-layout-analysis-enabled=true memory-layout-analysis-policy=BFInterleaved" --ttnn-optimizer-report=- %s 2>&1 | filecheck %s --check-prefix=TABLE
// RUN: not ttopt --ttnn-optimizer-report=- %s 2>&1 | filecheck %s --check-prefix=OFF
// RUN: not ttopt --ttnn-optimizer --ttnn-optimizer-report=%t.json --split-input-file %s 2>&1 | filecheck %s --check-prefix=SPLIT
// RUN: not ttopt --ttir-to-ttnn-backend-pipeline="enable-optimizer=true optimizer-report=%t/none/x.json" %s 2>&1 | filecheck %s --check-prefix=ERROR

// CHECK: "policy": "DFSharding"
// CHECK: "option": "override-output-layout"
// CHECK-NEXT: "name": "end"
// CHECK-NEXT: "value": "dram"
// CHECK: "ttnn.abs"
// CHECK: "location": "start"
// CHECK: "chosen": "1x4:l1:width_sharded:tile:f32"
// CHECK: "reason": "op 1 of 1 in a sharded chain"
// CHECK: "reason": "keeps fewer cores busy"
// CHECK: "reason": "only 1x4 tiles"
// CHECK: "location": "middle"
// CHECK: "reason": "not in a sharded chain: the result of the ttnn.neg after it cannot be sharded"
// CHECK: "location": "end"
// CHECK: "chosen": "8x8:dram:interleaved:tile:f32"
// CHECK: "reason": "not as the override says: dram"
// TABLE: @main
// TABLE-NEXT: operation location legal chosen why
// TABLE-NEXT: ttnn.abs start 11 8x8:l1:interleaved:tile:f32 in L1: 4096 of 1123584 bytes per core used
// TABLE-NEXT: 1x5:l1:block_sharded:tile, 1x6:l1:block_sharded:tile and 181 more: only 1x4 tiles
// TABLE-NEXT: 8x8:dram:interleaved:tile:f32, 1x4:l1:block_sharded:tile:f32 and 8 more: another is preferred: in L1
// OFF: for the --ttnn-optimizer-report option: ttnn-optimizer does not run; did you mean enable-optimizer=true?
// SPLIT: for the --ttnn-optimizer-report option: one file cannot hold the reports of several inputs
// ERROR: error: cannot write the report
// ERROR-NOT: note:
module {
  func.func @main(%a: tensor<32x128xf32>) -> tensor<32x128xf32> {
    %0 = tensor.empty() : tensor<32x128xf32>
    %1 = "ttir.abs"(%a, %0) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x128xf32>, tensor<32x128xf32>) -> tensor<32x128xf32> loc("start")
    %2 = tensor.empty() : tensor<32x128xf32>
    %3 = "ttir.relu"(%1, %2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x128xf32>, tensor<32x128xf32>) -> tensor<32x128xf32> loc("middle")
    %4 = tensor.empty() : tensor<32x128xf32>
    %5 = "ttir.neg"(%3, %4) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<32x128xf32>, tensor<32x128xf32>) -> tensor<32x128xf32> loc("end")
    return %5 : tensor<32x128xf32>
  }
}
