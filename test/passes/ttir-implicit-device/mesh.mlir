// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device %s | filecheck %s
// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device=mesh-shape=1,1 %s | filecheck %s --check-prefix=MESH
// RUN: not ttopt --ttir-load-system-desc --ttir-implicit-device=mesh-shape=2,4 %s 2>&1 | filecheck %s --check-prefix=SMALL
// RUN: not ttopt --ttir-load-system-desc --ttir-implicit-device=mesh-shape=1,0 %s 2>&1 | filecheck %s --check-prefix=ZERO
// RUN: not ttopt --ttir-implicit-device %s 2>&1 | filecheck %s --check-prefix=SYSTEM

// CHECK: #device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), {{.*}} meshShape = , chipIds = [0]>
// CHECK: module attributes {tt.device = #device, tt.system_desc = #system_desc} {
// MESH: meshShape = 1x1, chipIds = [0]>
// SMALL: error: 'builtin.module' op {{.*}} a system of 1
// SMALL-NOT: see current operation
// ZERO: error: 'builtin.module' op expected a mesh shape of positive sizes
// ZERO-NOT: see current operation
// SYSTEM: error: 'builtin.module' op requires attribute 'tt.system_desc' (see --ttir-load-system-desc)
func.func @f() {
  return
}
