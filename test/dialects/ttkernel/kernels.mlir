// RUN: ttopt %s | filecheck %s
// RUN: ttopt %s --mlir-print-op-generic | ttopt | filecheck %s

// CHECK: #l1_ = #tt.memory_space<l1>
#l1_ = #tt.memory_space<l1>

// CHECK-LABEL: func.func @tensix(
// CHECK-SAME: %arg0: !ttkernel.cb<cb_in0, 294912, memref<64x128xf32, #l1_>, 512, 1>
func.func @tensix(%rows: !ttkernel.cb<cb_in0, 294912, memref<64x128xf32, #l1_>, 512, 1>,
                  %tiles: !ttkernel.cb<cb_out0, 327680, memref<2x4x!tt.tile<32x32, f32>, #l1_>, 4096, 1>) {
  %n = arith.constant 4 : i32
  // CHECK: "ttkernel.tilize_init"(%arg0, %c4_i32, %arg1)
  "ttkernel.tilize_init"(%rows, %n, %tiles) : (!ttkernel.cb<cb_in0, 294912, memref<64x128xf32, #l1_>, 512, 1>, i32, !ttkernel.cb<cb_out0, 327680, memref<2x4x!tt.tile<32x32, f32>, #l1_>, 4096, 1>) -> ()
  // CHECK: "ttkernel.reduce_init"(%arg0, %arg0, %arg1) <{reduce_dim = #ttkernel.reduce_dim<reduce_dim_row>, reduce_type = #ttkernel.reduce_type<reduce_max>}>
  "ttkernel.reduce_init"(%rows, %rows, %tiles) <{reduce_type = #ttkernel.reduce_type<reduce_max>, reduce_dim = #ttkernel.reduce_dim<reduce_dim_row>}> : (!ttkernel.cb<cb_in0, 294912, memref<64x128xf32, #l1_>, 512, 1>, !ttkernel.cb<cb_in0, 294912, memref<64x128xf32, #l1_>, 512, 1>, !ttkernel.cb<cb_out0, 327680, memref<2x4x!tt.tile<32x32, f32>, #l1_>, 4096, 1>) -> ()
  // CHECK: "ttkernel.pack_set_data_type"() <{data_type = 2 : i32}> : () -> ()
  "ttkernel.pack_set_data_type"() <{data_type = 2 : i32}> : () -> ()
  // CHECK: "ttkernel.return"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// CHECK-LABEL: func.func @noc
func.func @noc(%x: i32, %network: i8) {
  // CHECK: %0 = "ttkernel.get_noc_addr_xy"(%arg0, %arg0, %arg0) : (i32, i32, i32) -> !ttkernel.noc_addr
  %0 = "ttkernel.get_noc_addr_xy"(%x, %x, %x) : (i32, i32, i32) -> !ttkernel.noc_addr
  // CHECK: %1 = "ttkernel.get_semaphore"(%arg0) : (i32) -> !ttkernel.l1_addr
  %1 = "ttkernel.get_semaphore"(%x) : (i32) -> !ttkernel.l1_addr
  // CHECK: %2 = "ttkernel.reinterpret_cast<volatile tt_l1_ptr uint32_t*>"(%1) : (!ttkernel.l1_addr) -> !ttkernel.l1_addr_ptr
  %2 = "ttkernel.reinterpret_cast<volatile tt_l1_ptr uint32_t*>"(%1) : (!ttkernel.l1_addr) -> !ttkernel.l1_addr_ptr
  // CHECK: "ttkernel.noc_async_write_multicast"(%arg0, %0, %arg0, %arg0) : (i32, !ttkernel.noc_addr, i32, i32) -> ()
  "ttkernel.noc_async_write_multicast"(%x, %0, %x, %x) : (i32, !ttkernel.noc_addr, i32, i32) -> ()
  // CHECK: "ttkernel.noc_async_write_multicast"(%arg0, %0, %arg0, %arg0, %arg1) <{linked = true}> : (i32, !ttkernel.noc_addr, i32, i32, i8) -> ()
  "ttkernel.noc_async_write_multicast"(%x, %0, %x, %x, %network) <{linked = true}> : (i32, !ttkernel.noc_addr, i32, i32, i8) -> ()
  // CHECK: %3 = "ttkernel.get_arg_val"(%arg0) : (i32) -> !ttkernel.semaphore<3>
  %3 = "ttkernel.get_arg_val"(%x) : (i32) -> !ttkernel.semaphore<3>
  "ttkernel.return"() : () -> ()
}
