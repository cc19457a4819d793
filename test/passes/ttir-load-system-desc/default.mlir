// RUN: ttopt --ttir-load-system-desc %s | filecheck %s
// RUN: not ttopt --ttir-load-system-desc=path=no_such_file.ttsys %s 2>&1 | filecheck %s --check-prefix=MISSING
// RUN: not ttopt --ttir-load-system-desc=path=%s %s 2>&1 | filecheck %s --check-prefix=FOREIGN

// CHECK: #system_desc = #tt.system_desc<[{role = host, target_triple = "x86_64-pc-linux-gnu"}], [{arch = <wormhole_b0>, grid = 8x8, l1_size = 1499136, num_dram_channels = 12
// CHECK: module attributes {tt.system_desc = #system_desc} {
// MISSING: default.mlir:0:0: error: cannot open system descriptor 'no_such_file.ttsys': No such file or directory
// FOREIGN: default.mlir:0:0: error: cannot read system descriptor '{{.*}}default.mlir': 
func.func @f() {
  return
}
