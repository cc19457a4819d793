// RUN: not ttopt %s 2>&1 | filecheck %s
// RUN: ttopt --allow-unregistered-dialect %s | filecheck %s --check-prefix=ALLOWED

// CHECK: unregistered.mlir:7:10: error: operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR tool used
// ALLOWED: "test.op"() : () -> ()

"test.op"() : () -> ()
