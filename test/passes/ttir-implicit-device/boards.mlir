// RUN: ttopt --system-desc=n300 --ttir-implicit-device=mesh-shape=1,2 %s | filecheck %s --check-prefix N300
// RUN: ttopt --system-desc=t3000 --ttir-implicit-device=mesh-shape=2,4 %s | filecheck %s --check-prefix T3000
// RUN: ttopt --system-desc=tg --ttir-implicit-device=mesh-shape=8,4 %s | filecheck %s --check-prefix TG
// RUN: ttopt --system-desc=p150 --ttir-implicit-device %s | filecheck %s --check-prefix P150
// RUN: not ttopt --system-desc=n300 --ttir-implicit-device=mesh-shape=1,3 %s 2>&1 | filecheck %s --check-prefix FEW

// N300: #device = #tt.device<workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 2)>
// N300-SAME: mod 12
// N300-SAME: meshShape = 1x2, chipIds = [0, 1]>
// T3000: #device = #tt.device<workerGrid = #tt.grid<16x32, (d0, d1) -> ((d0 floordiv 8) * 4 + d1 floordiv 8, d0 mod 2, d1 mod 4)>
// T3000-SAME: meshShape = 2x4, chipIds = [0, 1, 2, 3, 4, 5, 6, 7]>
// TG: #device = #tt.device<workerGrid = #tt.grid<80x32, (d0, d1) -> ((d0 floordiv 10) * 4 + d1 floordiv 8, d0 mod 8, d1 mod 4)>
// TG-SAME: meshShape = 8x4, chipIds = [0, 1,
// P150: #device = #tt.device<workerGrid = #tt.grid<10x11, (d0, d1) -> (0, d0, d1)>
// P150-SAME: mod 8,
// P150-SAME: meshShape = , chipIds = [0]>
// FEW: error: 'builtin.module' op there is no chip 2 in a system of 2
func.func @f() {
  return
}
