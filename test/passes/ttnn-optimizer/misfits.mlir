// RUN: ttopt --ttir-to-ttnn-backend-pipeline="enable-optimizer=true override-output-layout=sum=9x9:l1:block_sharded:tile" %s 2>&1 | filecheck %s --check-prefix=GRID
// RUN: ttopt --ttir-to-ttnn-backend-pipeline="enable-optimizer=true override-output-layout=sum=1x1:l1:block_sharded:tile" %s 2>&1 | filecheck %s --check-prefix=L1
// RUN: ttopt --ttir-to-ttnn-backend-pipeline="enable-optimizer=true override-output-layout=sum=8x8:l1:block_sharded:tile" %s 2>&1 | filecheck %s --check-prefix=FITS
// RUN: ttopt --ttir-to-ttnn-backend-pipeline="enable-optimizer=true override-output-layout=sum=8x8:l1:interleaved:tile" %s 2>&1 | filecheck %s --check-prefix=FITS
// RUN: ttopt --ttir-to-ttnn-backend-pipeline="enable-optimizer=true override-output-layout=sum=l1:interleaved" %s 2>&1 | filecheck %s --check-prefix=FITS
// RUN: ttopt --ttir-to-ttnn-backend-pipeline="enable-optimizer=true override-output-layout=sum=64x1:l1:height_sharded:tile" %s 2>&1 | filecheck %s --check-prefix=ROWS
// Overrides are taken as they are; what cannot fit is said.

// GRID: warning: {{.*}}override-output-layout: 'sum' cannot fit: it takes 9x9 cores, the device has 8x8 [-Woverride-fit]
// GRID: "ttnn.add"
// L1: warning: {{.*}}override-output-layout: 'sum' cannot fit: it takes 8,388,608 bytes of L1 in each core, of which 1,498,112 can be used [-Woverride-fit]
// FITS-NOT: warning
// FITS: "ttnn.add"
// ROWS: warning: {{.*}}override-output-layout: 'sum' cannot fit: it takes 64x1 cores, the device has 8x8 [-Woverride-fit]
func.func @main(%a: tensor<2048x2048xbf16>, %b: tensor<2048x2048xbf16>) -> tensor<2048x2048xbf16> {
  %0 = tensor.empty() : tensor<2048x2048xbf16>
  %1 = "ttir.add"(%a, %b, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<2048x2048xbf16>, tensor<2048x2048xbf16>, tensor<2048x2048xbf16>) -> tensor<2048x2048xbf16> loc("sum")
  return %1 : tensor<2048x2048xbf16>
}
