// RUN: python %S/Inputs/write_ttsys.py n300 %t.ttsys
// RUN: ttopt --ttir-load-system-desc=path=%t.ttsys %s | filecheck %s
// RUN: ttopt --system-desc=n300 %s | filecheck %s
// RUN: ttopt --system-desc=p150 --ttir-load-system-desc=path=%t.ttsys %s | filecheck %s
// RUN: ttopt --ttir-to-ttnn-backend-pipeline="system-desc-path=%t.ttsys mesh-shape=1,2" %s | filecheck %s --check-prefix MESH

// CHECK: #system_desc = #tt.system_desc<[{role = host, target_triple = "x86_64-pc-linux-gnu"}], [{arch = <wormhole_b0>, grid = 8x8, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, noc_l1_address_align_bytes = 16, pcie_address_align_bytes = 32, noc_dram_address_align_bytes = 32, l1_unreserved_base = 97248, erisc_l1_unreserved_base = 69632, dram_unreserved_base = 32, dram_unreserved_end = 1073206944, physical_cores = {worker = [ 18x18,  18x19,
// CHECK-SAME:  25x25] dram = [ 0x0,  0x1,  0x2,  0x3,  0x4,  0x5,  0x6,  0x7,  0x8,  0x9,  0x10,  0x11] eth = [ 17x18,  17x25] eth_inactive = [ 16x18,
// CHECK-SAME:  eth = [ 16x18,  16x25] eth_inactive = [ 16x19,
// CHECK-SAME: num_cbs = 32}], [0, 1], [3 : i32, 0 : i32], [ 0x0x0x0,  0x0x0x1], [<[0, 8, 0], [1, 0, 0]>, <[0, 9, 0], [1, 1, 0]>]>
// CHECK: module attributes {tt.system_desc = #system_desc} {

// MESH: meshShape = 1x2, chipIds = [0, 1]>
// MESH: tt.system_desc = #system_desc
func.func @f() {
  return
}
