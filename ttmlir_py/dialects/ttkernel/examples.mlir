// An example for each op, as the dialect reference shows it. `ttopt --split-input-file` reads this file.

// -----

// ttkernel.pack_set_data_type
func.func @pack_set_data_type() {
  "ttkernel.pack_set_data_type"() <{data_type = 2 : i32}> : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.unpack_set_data_type
func.func @unpack_set_data_type() {
  "ttkernel.unpack_set_data_type"() <{data_type_a = 2 : i32, data_type_b = 0 : i32}> : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.pack
#l1 = #tt.memory_space<l1>
!out0 = !ttkernel.cb<cb_out0, 262144, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
func.func @pack(%out_cb: !out0) {
  %dst_index = arith.constant 0 : i32
  %out_index = arith.constant 0 : i32
  "ttkernel.pack"(%dst_index, %out_cb, %out_index) : (i32, !out0, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.unpack_a
#l1 = #tt.memory_space<l1>
!in0 = !ttkernel.cb<cb_in0, 131072, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
func.func @unpack_a(%cb: !in0) {
  %src_index = arith.constant 0 : i32
  "ttkernel.unpack_a"(%cb, %src_index) : (!in0, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.unpack_ab
#l1 = #tt.memory_space<l1>
!in0 = !ttkernel.cb<cb_in0, 131072, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
!in1 = !ttkernel.cb<cb_in1, 196608, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
func.func @unpack_ab(%cb_a: !in0, %cb_b: !in1) {
  %src_a_index = arith.constant 0 : i32
  %src_b_index = arith.constant 0 : i32
  "ttkernel.unpack_ab"(%cb_a, %src_a_index, %cb_b, %src_b_index) : (!in0, i32, !in1, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.tile_regs_acquire
func.func @tile_regs_acquire() {
  "ttkernel.tile_regs_acquire"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.tile_regs_commit
func.func @tile_regs_commit() {
  "ttkernel.tile_regs_commit"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.tile_regs_wait
func.func @tile_regs_wait() {
  "ttkernel.tile_regs_wait"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.tile_regs_release
func.func @tile_regs_release() {
  "ttkernel.tile_regs_release"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.pack_tile
#l1 = #tt.memory_space<l1>
!out0 = !ttkernel.cb<cb_out0, 262144, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
func.func @pack_tile(%out_cb: !out0) {
  %dst_index = arith.constant 0 : i32
  %out_index = arith.constant 0 : i32
  "ttkernel.pack_tile"(%dst_index, %out_cb, %out_index) : (i32, !out0, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.copy_tile_init
#l1 = #tt.memory_space<l1>
!in0 = !ttkernel.cb<cb_in0, 131072, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
func.func @copy_tile_init(%cb0: !in0) {
  "ttkernel.copy_tile_init"(%cb0) : (!in0) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.copy_tile
#l1 = #tt.memory_space<l1>
!in0 = !ttkernel.cb<cb_in0, 131072, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
func.func @copy_tile(%cb0: !in0) {
  %tile_index_cb = arith.constant 0 : i32
  %tile_index_dst = arith.constant 0 : i32
  "ttkernel.copy_tile"(%cb0, %tile_index_cb, %tile_index_dst) : (!in0, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.add
func.func @add() {
  %dst_index = arith.constant 0 : i32
  "ttkernel.add"(%dst_index) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.sub
func.func @sub() {
  %dst_index = arith.constant 0 : i32
  "ttkernel.sub"(%dst_index) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.mul
func.func @mul() {
  %dst_index = arith.constant 0 : i32
  "ttkernel.mul"(%dst_index) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.max
func.func @max() {
  %dst_index = arith.constant 0 : i32
  "ttkernel.max"(%dst_index) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.matmul
func.func @matmul() {
  %dst_index = arith.constant 0 : i32
  "ttkernel.matmul"(%dst_index) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.binary_op_init_common
#l1 = #tt.memory_space<l1>
!in0 = !ttkernel.cb<cb_in0, 131072, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
!in1 = !ttkernel.cb<cb_in1, 196608, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
!out0 = !ttkernel.cb<cb_out0, 262144, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
func.func @binary_op_init_common(%in0_cb: !in0, %in1_cb: !in1, %out_cb: !out0) {
  "ttkernel.binary_op_init_common"(%in0_cb, %in1_cb, %out_cb) : (!in0, !in1, !out0) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.add_tiles_init
#l1 = #tt.memory_space<l1>
!in0 = !ttkernel.cb<cb_in0, 131072, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
!in1 = !ttkernel.cb<cb_in1, 196608, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
func.func @add_tiles_init(%in0_cb: !in0, %in1_cb: !in1) {
  "ttkernel.add_tiles_init"(%in0_cb, %in1_cb) : (!in0, !in1) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.add_tiles
#l1 = #tt.memory_space<l1>
!in0 = !ttkernel.cb<cb_in0, 131072, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
!in1 = !ttkernel.cb<cb_in1, 196608, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
func.func @add_tiles(%in0_cb: !in0, %in1_cb: !in1) {
  %in0_tile_index = arith.constant 0 : i32
  %in1_tile_index = arith.constant 0 : i32
  %dst_index = arith.constant 0 : i32
  "ttkernel.add_tiles"(%in0_cb, %in1_cb, %in0_tile_index, %in1_tile_index, %dst_index) : (!in0, !in1, i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.mul_tiles_init
#l1 = #tt.memory_space<l1>
!in0 = !ttkernel.cb<cb_in0, 131072, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
!in1 = !ttkernel.cb<cb_in1, 196608, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
func.func @mul_tiles_init(%in0_cb: !in0, %in1_cb: !in1) {
  "ttkernel.mul_tiles_init"(%in0_cb, %in1_cb) : (!in0, !in1) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.mul_tiles_init_f
func.func @mul_tiles_init_f() {
  "ttkernel.mul_tiles_init_f"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.mul_tiles
#l1 = #tt.memory_space<l1>
!in0 = !ttkernel.cb<cb_in0, 131072, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
!in1 = !ttkernel.cb<cb_in1, 196608, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
func.func @mul_tiles(%in0_cb: !in0, %in1_cb: !in1) {
  %in0_tile_index = arith.constant 0 : i32
  %in1_tile_index = arith.constant 0 : i32
  %dst_index = arith.constant 0 : i32
  "ttkernel.mul_tiles"(%in0_cb, %in1_cb, %in0_tile_index, %in1_tile_index, %dst_index) : (!in0, !in1, i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.unary_op_init_common
#l1 = #tt.memory_space<l1>
!in0 = !ttkernel.cb<cb_in0, 131072, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
!out0 = !ttkernel.cb<cb_out0, 262144, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
func.func @unary_op_init_common(%icb: !in0, %ocb: !out0) {
  "ttkernel.unary_op_init_common"(%icb, %ocb) : (!in0, !out0) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.exp_tile_init
func.func @exp_tile_init() {
  "ttkernel.exp_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.exp_tile
func.func @exp_tile() {
  %tile_index = arith.constant 0 : i32
  "ttkernel.exp_tile"(%tile_index) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.recip_tile_init
func.func @recip_tile_init() {
  "ttkernel.recip_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.recip_tile
func.func @recip_tile() {
  %tile_index = arith.constant 0 : i32
  "ttkernel.recip_tile"(%tile_index) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.reduce_init
#l1 = #tt.memory_space<l1>
!in0 = !ttkernel.cb<cb_in0, 131072, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
!in1 = !ttkernel.cb<cb_in1, 196608, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
!out0 = !ttkernel.cb<cb_out0, 262144, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
func.func @reduce_init(%in_cb: !in0, %scaling_cb: !in1, %out_cb: !out0) {
  "ttkernel.reduce_init"(%in_cb, %scaling_cb, %out_cb) <{reduce_dim = #ttkernel.reduce_dim<reduce_dim_row>, reduce_type = #ttkernel.reduce_type<reduce_sum>}> : (!in0, !in1, !out0) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.reduce_tile
#l1 = #tt.memory_space<l1>
!in0 = !ttkernel.cb<cb_in0, 131072, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
!in1 = !ttkernel.cb<cb_in1, 196608, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
func.func @reduce_tile(%in_cb: !in0, %scaling_cb: !in1) {
  %in_tile_index = arith.constant 0 : i32
  %scaling_tile_index = arith.constant 0 : i32
  %dst_index = arith.constant 0 : i32
  "ttkernel.reduce_tile"(%in_cb, %scaling_cb, %in_tile_index, %scaling_tile_index, %dst_index) <{reduce_dim = #ttkernel.reduce_dim<reduce_dim_row>, reduce_type = #ttkernel.reduce_type<reduce_sum>}> : (!in0, !in1, i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.max_tile_init
func.func @max_tile_init() {
  "ttkernel.max_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.max_tile
func.func @max_tile() {
  %dst0_index = arith.constant 0 : i32
  %dst1_index = arith.constant 1 : i32
  "ttkernel.max_tile"(%dst0_index, %dst1_index) : (i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.cb_push_back
#l1 = #tt.memory_space<l1>
!in0 = !ttkernel.cb<cb_in0, 131072, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
func.func @cb_push_back(%cb: !in0) {
  %numPages = arith.constant 2 : i32
  "ttkernel.cb_push_back"(%cb, %numPages) : (!in0, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.cb_pop_front
#l1 = #tt.memory_space<l1>
!in0 = !ttkernel.cb<cb_in0, 131072, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
func.func @cb_pop_front(%cb: !in0) {
  %numPages = arith.constant 2 : i32
  "ttkernel.cb_pop_front"(%cb, %numPages) : (!in0, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.cb_reserve_back
#l1 = #tt.memory_space<l1>
!in0 = !ttkernel.cb<cb_in0, 131072, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
func.func @cb_reserve_back(%cb: !in0) {
  %numPages = arith.constant 2 : i32
  "ttkernel.cb_reserve_back"(%cb, %numPages) : (!in0, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.cb_wait_front
#l1 = #tt.memory_space<l1>
!in0 = !ttkernel.cb<cb_in0, 131072, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
func.func @cb_wait_front(%cb: !in0) {
  %numPages = arith.constant 2 : i32
  "ttkernel.cb_wait_front"(%cb, %numPages) : (!in0, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.tilize_init
#l1 = #tt.memory_space<l1>
!in0 = !ttkernel.cb<cb_in0, 131072, memref<64x128xf32, #l1>, 512, 2>
!out0 = !ttkernel.cb<cb_out0, 262144, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
func.func @tilize_init(%cbIn: !in0, %cbOut: !out0) {
  %numTiles = arith.constant 4 : i32
  "ttkernel.tilize_init"(%cbIn, %numTiles, %cbOut) : (!in0, i32, !out0) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.untilize_init
#l1 = #tt.memory_space<l1>
!in0 = !ttkernel.cb<cb_in0, 131072, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
!out0 = !ttkernel.cb<cb_out0, 262144, memref<64x128xf32, #l1>, 512, 2>
func.func @untilize_init(%cbIn: !in0, %cbOut: !out0) {
  "ttkernel.untilize_init"(%cbIn, %cbOut) : (!in0, !out0) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.tilize_block
#l1 = #tt.memory_space<l1>
!in0 = !ttkernel.cb<cb_in0, 131072, memref<64x128xf32, #l1>, 512, 2>
!out0 = !ttkernel.cb<cb_out0, 262144, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
func.func @tilize_block(%cbIn: !in0, %cbOut: !out0) {
  %numTiles = arith.constant 4 : i32
  "ttkernel.tilize_block"(%cbIn, %numTiles, %cbOut) : (!in0, i32, !out0) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.untilize_block
#l1 = #tt.memory_space<l1>
!in0 = !ttkernel.cb<cb_in0, 131072, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
!out0 = !ttkernel.cb<cb_out0, 262144, memref<64x128xf32, #l1>, 512, 2>
func.func @untilize_block(%cbIn: !in0, %cbOut: !out0) {
  %numTiles = arith.constant 4 : i32
  "ttkernel.untilize_block"(%cbIn, %numTiles, %cbOut) : (!in0, i32, !out0) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.get_write_ptr
#l1 = #tt.memory_space<l1>
!in0 = !ttkernel.cb<cb_in0, 131072, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
func.func @get_write_ptr(%cb: !in0) {
  %writePtr = "ttkernel.get_write_ptr"(%cb) : (!in0) -> i32
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.get_read_ptr
#l1 = #tt.memory_space<l1>
!in0 = !ttkernel.cb<cb_in0, 131072, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
func.func @get_read_ptr(%cb: !in0) {
  %readPtr = "ttkernel.get_read_ptr"(%cb) : (!in0) -> i32
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.get_tile_size
#l1 = #tt.memory_space<l1>
!in0 = !ttkernel.cb<cb_in0, 131072, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
func.func @get_tile_size(%cb: !in0) {
  %tileSizeBytes = "ttkernel.get_tile_size"(%cb) : (!in0) -> i32
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.get_noc_addr_xy
func.func @get_noc_addr_xy() {
  %x = arith.constant 1 : i32
  %y = arith.constant 2 : i32
  %l1Address = arith.constant 196608 : i32
  %nocAddr = "ttkernel.get_noc_addr_xy"(%x, %y, %l1Address) : (i32, i32, i32) -> !ttkernel.noc_addr
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.get_noc_addr_from_bank_id
func.func @get_noc_addr_from_bank_id() {
  %bank_id = arith.constant 0 : i32
  %bankAddressOffset = arith.constant 4096 : i32
  %nocAddr = "ttkernel.get_noc_addr_from_bank_id"(%bank_id, %bankAddressOffset) : (i32, i32) -> !ttkernel.noc_addr
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.get_noc_addr
func.func @get_noc_addr() {
  %l1Address = arith.constant 196608 : i32
  %nocAddr = "ttkernel.get_noc_addr"(%l1Address) : (i32) -> !ttkernel.noc_addr
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.noc_async_read
func.func @noc_async_read() {
  %x = arith.constant 1 : i32
  %y = arith.constant 2 : i32
  %l1_address = arith.constant 196608 : i32
  %srcNocAddr = "ttkernel.get_noc_addr_xy"(%x, %y, %l1_address) : (i32, i32, i32) -> !ttkernel.noc_addr
  %dstLocalL1Addr = arith.constant 196608 : i32
  %size = arith.constant 2048 : i32
  "ttkernel.noc_async_read"(%srcNocAddr, %dstLocalL1Addr, %size) : (!ttkernel.noc_addr, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.noc_async_read_one_packet_set_state
func.func @noc_async_read_one_packet_set_state() {
  %x = arith.constant 1 : i32
  %y = arith.constant 2 : i32
  %l1_address = arith.constant 196608 : i32
  %srcNocAddr = "ttkernel.get_noc_addr_xy"(%x, %y, %l1_address) : (i32, i32, i32) -> !ttkernel.noc_addr
  %size = arith.constant 2048 : i32
  "ttkernel.noc_async_read_one_packet_set_state"(%srcNocAddr, %size) : (!ttkernel.noc_addr, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.noc_async_read_one_packet_with_state
func.func @noc_async_read_one_packet_with_state() {
  %x = arith.constant 1 : i32
  %y = arith.constant 2 : i32
  %l1_address = arith.constant 196608 : i32
  %srcNocAddr = "ttkernel.get_noc_addr_xy"(%x, %y, %l1_address) : (i32, i32, i32) -> !ttkernel.noc_addr
  %dstLocalL1Addr = arith.constant 196608 : i32
  "ttkernel.noc_async_read_one_packet_with_state"(%srcNocAddr, %dstLocalL1Addr) : (!ttkernel.noc_addr, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.noc_async_read_barrier
func.func @noc_async_read_barrier() {
  "ttkernel.noc_async_read_barrier"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.noc_async_write
func.func @noc_async_write() {
  %srcLocalL1Addr = arith.constant 131072 : i32
  %x = arith.constant 1 : i32
  %y = arith.constant 2 : i32
  %l1_address = arith.constant 196608 : i32
  %dstNocAddr = "ttkernel.get_noc_addr_xy"(%x, %y, %l1_address) : (i32, i32, i32) -> !ttkernel.noc_addr
  %size = arith.constant 2048 : i32
  "ttkernel.noc_async_write"(%srcLocalL1Addr, %dstNocAddr, %size) : (i32, !ttkernel.noc_addr, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.noc_async_write_barrier
func.func @noc_async_write_barrier() {
  "ttkernel.noc_async_write_barrier"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.get_semaphore
func.func @get_semaphore() {
  %semaphore_id = arith.constant 0 : i32
  %sem_addr = "ttkernel.get_semaphore"(%semaphore_id) : (i32) -> !ttkernel.l1_addr
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.noc_semaphore_inc
func.func @noc_semaphore_inc() {
  %x = arith.constant 1 : i32
  %y = arith.constant 2 : i32
  %l1_address = arith.constant 196608 : i32
  %addr = "ttkernel.get_noc_addr_xy"(%x, %y, %l1_address) : (i32, i32, i32) -> !ttkernel.noc_addr
  %incr = arith.constant 1 : i32
  %noc_id = arith.constant 0 : i32
  "ttkernel.noc_semaphore_inc"(%addr, %incr, %noc_id) : (!ttkernel.noc_addr, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.noc_semaphore_set
func.func @noc_semaphore_set() {
  %semaphore_id = arith.constant 0 : i32
  %semaphore = "ttkernel.get_semaphore"(%semaphore_id) : (i32) -> !ttkernel.l1_addr
  %sem_addr = "ttkernel.reinterpret_cast<volatile tt_l1_ptr uint32_t*>"(%semaphore) : (!ttkernel.l1_addr) -> !ttkernel.l1_addr_ptr
  %val = arith.constant 1 : i32
  "ttkernel.noc_semaphore_set"(%sem_addr, %val) : (!ttkernel.l1_addr_ptr, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.noc_semaphore_wait
func.func @noc_semaphore_wait() {
  %semaphore_id = arith.constant 0 : i32
  %semaphore = "ttkernel.get_semaphore"(%semaphore_id) : (i32) -> !ttkernel.l1_addr
  %sem_addr = "ttkernel.reinterpret_cast<volatile tt_l1_ptr uint32_t*>"(%semaphore) : (!ttkernel.l1_addr) -> !ttkernel.l1_addr_ptr
  %val = arith.constant 1 : i32
  "ttkernel.noc_semaphore_wait"(%sem_addr, %val) : (!ttkernel.l1_addr_ptr, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.noc_semaphore_wait_min
func.func @noc_semaphore_wait_min() {
  %semaphore_id = arith.constant 0 : i32
  %semaphore = "ttkernel.get_semaphore"(%semaphore_id) : (i32) -> !ttkernel.l1_addr
  %sem_addr = "ttkernel.reinterpret_cast<volatile tt_l1_ptr uint32_t*>"(%semaphore) : (!ttkernel.l1_addr) -> !ttkernel.l1_addr_ptr
  %val = arith.constant 1 : i32
  "ttkernel.noc_semaphore_wait_min"(%sem_addr, %val) : (!ttkernel.l1_addr_ptr, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.noc_semaphore_set_multicast
func.func @noc_semaphore_set_multicast() {
  %semaphore_id = arith.constant 0 : i32
  %src_local_l1_addr = "ttkernel.get_semaphore"(%semaphore_id) : (i32) -> !ttkernel.l1_addr
  %noc_x_start = arith.constant 1 : i32
  %noc_y_start = arith.constant 1 : i32
  %noc_x_end = arith.constant 4 : i32
  %noc_y_end = arith.constant 4 : i32
  %l1_address = arith.constant 196608 : i32
  %dst_noc_addr_multicast = "ttkernel.get_noc_multicast_addr"(%noc_x_start, %noc_y_start, %noc_x_end, %noc_y_end, %l1_address) : (i32, i32, i32, i32, i32) -> !ttkernel.noc_addr
  %num_dests = arith.constant 16 : i32
  "ttkernel.noc_semaphore_set_multicast"(%src_local_l1_addr, %dst_noc_addr_multicast, %num_dests) <{linked = false, multicast_path_reserve = true}> : (!ttkernel.l1_addr, !ttkernel.noc_addr, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.noc_semaphore_set_multicast_loopback_src
func.func @noc_semaphore_set_multicast_loopback_src() {
  %semaphore_id = arith.constant 0 : i32
  %src_local_l1_addr = "ttkernel.get_semaphore"(%semaphore_id) : (i32) -> !ttkernel.l1_addr
  %noc_x_start = arith.constant 1 : i32
  %noc_y_start = arith.constant 1 : i32
  %noc_x_end = arith.constant 4 : i32
  %noc_y_end = arith.constant 4 : i32
  %l1_address = arith.constant 196608 : i32
  %dst_noc_addr_multicast = "ttkernel.get_noc_multicast_addr"(%noc_x_start, %noc_y_start, %noc_x_end, %noc_y_end, %l1_address) : (i32, i32, i32, i32, i32) -> !ttkernel.noc_addr
  %num_dests = arith.constant 16 : i32
  "ttkernel.noc_semaphore_set_multicast_loopback_src"(%src_local_l1_addr, %dst_noc_addr_multicast, %num_dests) <{linked = false, multicast_path_reserve = true}> : (!ttkernel.l1_addr, !ttkernel.noc_addr, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.noc_transactions_table
func.func @noc_transactions_table() {
  %table = "ttkernel.noc_transactions_table"() <{entries = array<i32: 262144, 131072, 2048, 65537, 264192, 133120, 2048, 65537>}> : () -> memref<2x4xi32>
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.get_noc_multicast_addr
func.func @get_noc_multicast_addr() {
  %noc_x_start = arith.constant 1 : i32
  %noc_y_start = arith.constant 1 : i32
  %noc_x_end = arith.constant 4 : i32
  %noc_y_end = arith.constant 4 : i32
  %addr = arith.constant 196608 : i32
  %mcastNocAddr = "ttkernel.get_noc_multicast_addr"(%noc_x_start, %noc_y_start, %noc_x_end, %noc_y_end, %addr) : (i32, i32, i32, i32, i32) -> !ttkernel.noc_addr
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.noc_async_write_multicast_one_packet
func.func @noc_async_write_multicast_one_packet() {
  %srcLocalL1Addr = arith.constant 131072 : i32
  %noc_x_start = arith.constant 1 : i32
  %noc_y_start = arith.constant 1 : i32
  %noc_x_end = arith.constant 4 : i32
  %noc_y_end = arith.constant 4 : i32
  %l1_address = arith.constant 196608 : i32
  %dstNocAddrMulticast = "ttkernel.get_noc_multicast_addr"(%noc_x_start, %noc_y_start, %noc_x_end, %noc_y_end, %l1_address) : (i32, i32, i32, i32, i32) -> !ttkernel.noc_addr
  %size = arith.constant 2048 : i32
  %num_dests = arith.constant 16 : i32
  "ttkernel.noc_async_write_multicast_one_packet"(%srcLocalL1Addr, %dstNocAddrMulticast, %size, %num_dests) <{linked = false, multicast_path_reserve = true}> : (i32, !ttkernel.noc_addr, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.noc_async_write_multicast
func.func @noc_async_write_multicast() {
  %srcLocalL1Addr = arith.constant 131072 : i32
  %noc_x_start = arith.constant 1 : i32
  %noc_y_start = arith.constant 1 : i32
  %noc_x_end = arith.constant 4 : i32
  %noc_y_end = arith.constant 4 : i32
  %l1_address = arith.constant 196608 : i32
  %dstNocAddrMulticast = "ttkernel.get_noc_multicast_addr"(%noc_x_start, %noc_y_start, %noc_x_end, %noc_y_end, %l1_address) : (i32, i32, i32, i32, i32) -> !ttkernel.noc_addr
  %size = arith.constant 2048 : i32
  %num_dests = arith.constant 16 : i32
  "ttkernel.noc_async_write_multicast"(%srcLocalL1Addr, %dstNocAddrMulticast, %size, %num_dests) <{linked = false, multicast_path_reserve = true}> : (i32, !ttkernel.noc_addr, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.noc_async_write_multicast_loopback_src
func.func @noc_async_write_multicast_loopback_src() {
  %srcLocalL1Addr = arith.constant 131072 : i32
  %noc_x_start = arith.constant 1 : i32
  %noc_y_start = arith.constant 1 : i32
  %noc_x_end = arith.constant 4 : i32
  %noc_y_end = arith.constant 4 : i32
  %l1_address = arith.constant 196608 : i32
  %dstNocAddrMulticast = "ttkernel.get_noc_multicast_addr"(%noc_x_start, %noc_y_start, %noc_x_end, %noc_y_end, %l1_address) : (i32, i32, i32, i32, i32) -> !ttkernel.noc_addr
  %size = arith.constant 2048 : i32
  %num_dests = arith.constant 16 : i32
  "ttkernel.noc_async_write_multicast_loopback_src"(%srcLocalL1Addr, %dstNocAddrMulticast, %size, %num_dests) <{linked = false, multicast_path_reserve = true}> : (i32, !ttkernel.noc_addr, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.get_arg_val
func.func @get_arg_val() {
  %arg_index = arith.constant 0 : i32
  %arg_val = "ttkernel.get_arg_val"(%arg_index) : (i32) -> i32
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.get_compile_time_arg_val
func.func @get_compile_time_arg_val() {
  %arg_index = arith.constant 0 : i32
  %arg_val = "ttkernel.get_compile_time_arg_val"(%arg_index) : (i32) -> i32
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.reinterpret_cast<volatile tt_l1_ptr uint32_t*>
func.func @reinterpret_cast() {
  %semaphore_id = arith.constant 0 : i32
  %addr = "ttkernel.get_semaphore"(%semaphore_id) : (i32) -> !ttkernel.l1_addr
  %l1_ptr = "ttkernel.reinterpret_cast<volatile tt_l1_ptr uint32_t*>"(%addr) : (!ttkernel.l1_addr) -> !ttkernel.l1_addr_ptr
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.store_to_l1
func.func @store_to_l1() {
  %value = arith.constant 1 : i32
  %semaphore_id = arith.constant 0 : i32
  %semaphore = "ttkernel.get_semaphore"(%semaphore_id) : (i32) -> !ttkernel.l1_addr
  %l1_ptr = "ttkernel.reinterpret_cast<volatile tt_l1_ptr uint32_t*>"(%semaphore) : (!ttkernel.l1_addr) -> !ttkernel.l1_addr_ptr
  %offset = arith.constant 0 : i32
  "ttkernel.store_to_l1"(%value, %l1_ptr, %offset) : (i32, !ttkernel.l1_addr_ptr, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.return
func.func @kernel() {
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.unreachable
func.func @unreachable() {
  "ttkernel.unreachable"() : () -> ()
}

// -----

// ttkernel.mem_zeros_base
func.func @mem_zeros_base() {
  %result = "ttkernel.mem_zeros_base"() : () -> i32
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.mem_zeros_size
func.func @mem_zeros_size() {
  %result = "ttkernel.mem_zeros_size"() : () -> i32
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.sub_tiles_init
#l1 = #tt.memory_space<l1>
!in0 = !ttkernel.cb<cb_in0, 131072, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
!in1 = !ttkernel.cb<cb_in1, 196608, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
func.func @sub_tiles_init(%in0_cb: !in0, %in1_cb: !in1) {
  "ttkernel.sub_tiles_init"(%in0_cb, %in1_cb) : (!in0, !in1) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.sub_tiles
#l1 = #tt.memory_space<l1>
!in0 = !ttkernel.cb<cb_in0, 131072, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
!in1 = !ttkernel.cb<cb_in1, 196608, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
func.func @sub_tiles(%in0_cb: !in0, %in1_cb: !in1) {
  %in0_tile_index = arith.constant 0 : i32
  %in1_tile_index = arith.constant 0 : i32
  %dst_index = arith.constant 0 : i32
  "ttkernel.sub_tiles"(%in0_cb, %in1_cb, %in0_tile_index, %in1_tile_index, %dst_index) : (!in0, !in1, i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.unary_bcast_init
#l1 = #tt.memory_space<l1>
!in0 = !ttkernel.cb<cb_in0, 131072, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
!out0 = !ttkernel.cb<cb_out0, 262144, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
func.func @unary_bcast_init(%in_cb: !in0, %out_cb: !out0) {
  "ttkernel.unary_bcast_init"(%in_cb, %out_cb) <{bcast_type = #ttkernel.bcast_type<row>}> : (!in0, !out0) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.unary_bcast
#l1 = #tt.memory_space<l1>
!in0 = !ttkernel.cb<cb_in0, 131072, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
func.func @unary_bcast(%in_cb: !in0) {
  %in_tile_index = arith.constant 0 : i32
  %dst_tile_index = arith.constant 0 : i32
  "ttkernel.unary_bcast"(%in_cb, %in_tile_index, %dst_tile_index) <{bcast_type = #ttkernel.bcast_type<row>}> : (!in0, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.sqrt_tile_init
func.func @sqrt_tile_init() {
  "ttkernel.sqrt_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.sqrt_tile
func.func @sqrt_tile() {
  %dst0_index = arith.constant 0 : i32
  "ttkernel.sqrt_tile"(%dst0_index) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.rsqrt_tile_init
func.func @rsqrt_tile_init() {
  "ttkernel.rsqrt_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.rsqrt_tile
func.func @rsqrt_tile() {
  %dst0_index = arith.constant 0 : i32
  "ttkernel.rsqrt_tile"(%dst0_index) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.negative_tile_init
func.func @negative_tile_init() {
  "ttkernel.negative_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.negative_tile
func.func @negative_tile() {
  %dst0_index = arith.constant 0 : i32
  "ttkernel.negative_tile"(%dst0_index) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.abs_tile_init
func.func @abs_tile_init() {
  "ttkernel.abs_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.abs_tile
func.func @abs_tile() {
  %dst0_index = arith.constant 0 : i32
  "ttkernel.abs_tile"(%dst0_index) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.sign_tile_init
func.func @sign_tile_init() {
  "ttkernel.sign_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.sign_tile
func.func @sign_tile() {
  %dst0_index = arith.constant 0 : i32
  "ttkernel.sign_tile"(%dst0_index) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.relu_tile_init
func.func @relu_tile_init() {
  "ttkernel.relu_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.relu_tile
func.func @relu_tile() {
  %dst0_index = arith.constant 0 : i32
  "ttkernel.relu_tile"(%dst0_index) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.sigmoid_tile_init
func.func @sigmoid_tile_init() {
  "ttkernel.sigmoid_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.sigmoid_tile
func.func @sigmoid_tile() {
  %dst0_index = arith.constant 0 : i32
  "ttkernel.sigmoid_tile"(%dst0_index) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.gelu_tile_init
func.func @gelu_tile_init() {
  "ttkernel.gelu_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.gelu_tile
func.func @gelu_tile() {
  %dst0_index = arith.constant 0 : i32
  "ttkernel.gelu_tile"(%dst0_index) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.tanh_tile_init
func.func @tanh_tile_init() {
  "ttkernel.tanh_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.tanh_tile
func.func @tanh_tile() {
  %dst0_index = arith.constant 0 : i32
  "ttkernel.tanh_tile"(%dst0_index) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.log_tile_init
func.func @log_tile_init() {
  "ttkernel.log_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.log_tile
func.func @log_tile() {
  %dst0_index = arith.constant 0 : i32
  "ttkernel.log_tile"(%dst0_index) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.log1p_tile_init
func.func @log1p_tile_init() {
  "ttkernel.log1p_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.log1p_tile
func.func @log1p_tile() {
  %dst0_index = arith.constant 0 : i32
  "ttkernel.log1p_tile"(%dst0_index) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.expm1_tile_init
func.func @expm1_tile_init() {
  "ttkernel.expm1_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.expm1_tile
func.func @expm1_tile() {
  %dst0_index = arith.constant 0 : i32
  "ttkernel.expm1_tile"(%dst0_index) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.sin_tile_init
func.func @sin_tile_init() {
  "ttkernel.sin_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.sin_tile
func.func @sin_tile() {
  %dst0_index = arith.constant 0 : i32
  "ttkernel.sin_tile"(%dst0_index) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.cos_tile_init
func.func @cos_tile_init() {
  "ttkernel.cos_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.cos_tile
func.func @cos_tile() {
  %dst0_index = arith.constant 0 : i32
  "ttkernel.cos_tile"(%dst0_index) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.tan_tile_init
func.func @tan_tile_init() {
  "ttkernel.tan_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.tan_tile
func.func @tan_tile() {
  %dst0_index = arith.constant 0 : i32
  "ttkernel.tan_tile"(%dst0_index) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.rounding_op_tile_init
func.func @rounding_op_tile_init() {
  "ttkernel.rounding_op_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.ceil_tile
func.func @ceil_tile() {
  %dst0_index = arith.constant 0 : i32
  "ttkernel.ceil_tile"(%dst0_index) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.floor_tile
func.func @floor_tile() {
  %dst0_index = arith.constant 0 : i32
  "ttkernel.floor_tile"(%dst0_index) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.eqz_tile_init
func.func @eqz_tile_init() {
  "ttkernel.eqz_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.eqz_tile
func.func @eqz_tile() {
  %dst0_index = arith.constant 0 : i32
  "ttkernel.eqz_tile"(%dst0_index) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.nez_tile_init
func.func @nez_tile_init() {
  "ttkernel.nez_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.nez_tile
func.func @nez_tile() {
  %dst0_index = arith.constant 0 : i32
  "ttkernel.nez_tile"(%dst0_index) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.bitwise_not_tile_init
func.func @bitwise_not_tile_init() {
  "ttkernel.bitwise_not_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.bitwise_not_tile
func.func @bitwise_not_tile() {
  %dst0_index = arith.constant 0 : i32
  "ttkernel.bitwise_not_tile"(%dst0_index) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.negative_tile_int32
func.func @negative_tile_int32() {
  %dst0_index = arith.constant 0 : i32
  "ttkernel.negative_tile_int32"(%dst0_index) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.abs_tile_int32
func.func @abs_tile_int32() {
  %dst0_index = arith.constant 0 : i32
  "ttkernel.abs_tile_int32"(%dst0_index) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.relu_tile_int32
func.func @relu_tile_int32() {
  %dst0_index = arith.constant 0 : i32
  "ttkernel.relu_tile_int32"(%dst0_index) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.eqz_tile_int32
func.func @eqz_tile_int32() {
  %dst0_index = arith.constant 0 : i32
  "ttkernel.eqz_tile_int32"(%dst0_index) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.nez_tile_int32
func.func @nez_tile_int32() {
  %dst0_index = arith.constant 0 : i32
  "ttkernel.nez_tile_int32"(%dst0_index) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.logical_not_tile_init
func.func @logical_not_tile_init() {
  "ttkernel.logical_not_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.logical_not_tile
func.func @logical_not_tile() {
  %dst0_index = arith.constant 0 : i32
  "ttkernel.logical_not_tile"(%dst0_index) <{dtype = #tt.supportedDataTypes<f32>}> : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.typecast_tile_init
func.func @typecast_tile_init() {
  "ttkernel.typecast_tile_init"() <{in_dtype = #tt.supportedDataTypes<f32>, out_dtype = #tt.supportedDataTypes<bf16>}> : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.typecast_tile
func.func @typecast_tile() {
  %dst0_index = arith.constant 0 : i32
  "ttkernel.typecast_tile"(%dst0_index) <{in_dtype = #tt.supportedDataTypes<f32>, out_dtype = #tt.supportedDataTypes<bf16>}> : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.clamp_tile_init
func.func @clamp_tile_init() {
  "ttkernel.clamp_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.clamp_tile
func.func @clamp_tile() {
  %dst0_index = arith.constant 0 : i32
  %min_param = arith.constant 0 : i32
  %max_param = arith.constant 1065353216 : i32
  "ttkernel.clamp_tile"(%dst0_index, %min_param, %max_param) : (i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.add_binary_tile_init
func.func @add_binary_tile_init() {
  "ttkernel.add_binary_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.add_binary_tile
func.func @add_binary_tile() {
  %dst0_index = arith.constant 0 : i32
  %dst1_index = arith.constant 1 : i32
  %odst_index = arith.constant 0 : i32
  "ttkernel.add_binary_tile"(%dst0_index, %dst1_index, %odst_index) : (i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.mul_binary_tile_init
func.func @mul_binary_tile_init() {
  "ttkernel.mul_binary_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.mul_binary_tile
func.func @mul_binary_tile() {
  %dst0_index = arith.constant 0 : i32
  %dst1_index = arith.constant 1 : i32
  %odst_index = arith.constant 0 : i32
  "ttkernel.mul_binary_tile"(%dst0_index, %dst1_index, %odst_index) : (i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.power_binary_tile_init
func.func @power_binary_tile_init() {
  "ttkernel.power_binary_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.power_binary_tile
func.func @power_binary_tile() {
  %dst0_index = arith.constant 0 : i32
  %dst1_index = arith.constant 1 : i32
  %odst_index = arith.constant 0 : i32
  "ttkernel.power_binary_tile"(%dst0_index, %dst1_index, %odst_index) : (i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.eq_binary_tile_init
func.func @eq_binary_tile_init() {
  "ttkernel.eq_binary_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.eq_binary_tile
func.func @eq_binary_tile() {
  %dst0_index = arith.constant 0 : i32
  %dst1_index = arith.constant 1 : i32
  %odst_index = arith.constant 0 : i32
  "ttkernel.eq_binary_tile"(%dst0_index, %dst1_index, %odst_index) : (i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.ne_binary_tile_init
func.func @ne_binary_tile_init() {
  "ttkernel.ne_binary_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.ne_binary_tile
func.func @ne_binary_tile() {
  %dst0_index = arith.constant 0 : i32
  %dst1_index = arith.constant 1 : i32
  %odst_index = arith.constant 0 : i32
  "ttkernel.ne_binary_tile"(%dst0_index, %dst1_index, %odst_index) : (i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.gt_binary_tile_init
func.func @gt_binary_tile_init() {
  "ttkernel.gt_binary_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.gt_binary_tile
func.func @gt_binary_tile() {
  %dst0_index = arith.constant 0 : i32
  %dst1_index = arith.constant 1 : i32
  %odst_index = arith.constant 0 : i32
  "ttkernel.gt_binary_tile"(%dst0_index, %dst1_index, %odst_index) : (i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.ge_binary_tile_init
func.func @ge_binary_tile_init() {
  "ttkernel.ge_binary_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.ge_binary_tile
func.func @ge_binary_tile() {
  %dst0_index = arith.constant 0 : i32
  %dst1_index = arith.constant 1 : i32
  %odst_index = arith.constant 0 : i32
  "ttkernel.ge_binary_tile"(%dst0_index, %dst1_index, %odst_index) : (i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.lt_binary_tile_init
func.func @lt_binary_tile_init() {
  "ttkernel.lt_binary_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.lt_binary_tile
func.func @lt_binary_tile() {
  %dst0_index = arith.constant 0 : i32
  %dst1_index = arith.constant 1 : i32
  %odst_index = arith.constant 0 : i32
  "ttkernel.lt_binary_tile"(%dst0_index, %dst1_index, %odst_index) : (i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.le_binary_tile_init
func.func @le_binary_tile_init() {
  "ttkernel.le_binary_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.le_binary_tile
func.func @le_binary_tile() {
  %dst0_index = arith.constant 0 : i32
  %dst1_index = arith.constant 1 : i32
  %odst_index = arith.constant 0 : i32
  "ttkernel.le_binary_tile"(%dst0_index, %dst1_index, %odst_index) : (i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.binary_max_tile_init
func.func @binary_max_tile_init() {
  "ttkernel.binary_max_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.binary_max_tile
func.func @binary_max_tile() {
  %dst0_index = arith.constant 0 : i32
  %dst1_index = arith.constant 1 : i32
  %odst_index = arith.constant 0 : i32
  "ttkernel.binary_max_tile"(%dst0_index, %dst1_index, %odst_index) : (i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.binary_min_tile_init
func.func @binary_min_tile_init() {
  "ttkernel.binary_min_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.binary_min_tile
func.func @binary_min_tile() {
  %dst0_index = arith.constant 0 : i32
  %dst1_index = arith.constant 1 : i32
  %odst_index = arith.constant 0 : i32
  "ttkernel.binary_min_tile"(%dst0_index, %dst1_index, %odst_index) : (i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.binary_max_int32_tile_init
func.func @binary_max_int32_tile_init() {
  "ttkernel.binary_max_int32_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.binary_max_int32_tile
func.func @binary_max_int32_tile() {
  %dst0_index = arith.constant 0 : i32
  %dst1_index = arith.constant 1 : i32
  %odst_index = arith.constant 0 : i32
  "ttkernel.binary_max_int32_tile"(%dst0_index, %dst1_index, %odst_index) : (i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.binary_min_int32_tile_init
func.func @binary_min_int32_tile_init() {
  "ttkernel.binary_min_int32_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.binary_min_int32_tile
func.func @binary_min_int32_tile() {
  %dst0_index = arith.constant 0 : i32
  %dst1_index = arith.constant 1 : i32
  %odst_index = arith.constant 0 : i32
  "ttkernel.binary_min_int32_tile"(%dst0_index, %dst1_index, %odst_index) : (i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.add_int_tile_init
func.func @add_int_tile_init() {
  "ttkernel.add_int_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.add_int_tile
func.func @add_int_tile() {
  %dst0_index = arith.constant 0 : i32
  %dst1_index = arith.constant 1 : i32
  %odst_index = arith.constant 0 : i32
  "ttkernel.add_int_tile"(%dst0_index, %dst1_index, %odst_index) <{dtype = #tt.supportedDataTypes<si32>}> : (i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.sub_int_tile_init
func.func @sub_int_tile_init() {
  "ttkernel.sub_int_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.sub_int_tile
func.func @sub_int_tile() {
  %dst0_index = arith.constant 0 : i32
  %dst1_index = arith.constant 1 : i32
  %odst_index = arith.constant 0 : i32
  "ttkernel.sub_int_tile"(%dst0_index, %dst1_index, %odst_index) <{dtype = #tt.supportedDataTypes<si32>}> : (i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.mul_int_tile_init
func.func @mul_int_tile_init() {
  "ttkernel.mul_int_tile_init"() <{dtype = #tt.supportedDataTypes<si32>}> : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.mul_int_tile
func.func @mul_int_tile() {
  %dst0_index = arith.constant 0 : i32
  %dst1_index = arith.constant 1 : i32
  %odst_index = arith.constant 0 : i32
  "ttkernel.mul_int_tile"(%dst0_index, %dst1_index, %odst_index) <{dtype = #tt.supportedDataTypes<si32>}> : (i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.binary_bitwise_tile_init
func.func @binary_bitwise_tile_init() {
  "ttkernel.binary_bitwise_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.bitwise_and_binary_tile
func.func @bitwise_and_binary_tile() {
  %dst0_index = arith.constant 0 : i32
  %dst1_index = arith.constant 1 : i32
  %odst_index = arith.constant 0 : i32
  "ttkernel.bitwise_and_binary_tile"(%dst0_index, %dst1_index, %odst_index) <{dtype = #tt.supportedDataTypes<si32>}> : (i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.bitwise_or_binary_tile
func.func @bitwise_or_binary_tile() {
  %dst0_index = arith.constant 0 : i32
  %dst1_index = arith.constant 1 : i32
  %odst_index = arith.constant 0 : i32
  "ttkernel.bitwise_or_binary_tile"(%dst0_index, %dst1_index, %odst_index) <{dtype = #tt.supportedDataTypes<si32>}> : (i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.bitwise_xor_binary_tile
func.func @bitwise_xor_binary_tile() {
  %dst0_index = arith.constant 0 : i32
  %dst1_index = arith.constant 1 : i32
  %odst_index = arith.constant 0 : i32
  "ttkernel.bitwise_xor_binary_tile"(%dst0_index, %dst1_index, %odst_index) <{dtype = #tt.supportedDataTypes<si32>}> : (i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.where_tile_init
func.func @where_tile_init() {
  "ttkernel.where_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.where_tile
func.func @where_tile() {
  %dst_cond_index = arith.constant 0 : i32
  %dst_true_index = arith.constant 1 : i32
  %dst_false_index = arith.constant 2 : i32
  %odst_index = arith.constant 0 : i32
  "ttkernel.where_tile"(%dst_cond_index, %dst_true_index, %dst_false_index, %odst_index) <{dtype = #tt.supportedDataTypes<f32>}> : (i32, i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.cbrt_tile_init
func.func @cbrt_tile_init() {
  "ttkernel.cbrt_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.cbrt_tile
func.func @cbrt_tile() {
  %dst0_index = arith.constant 0 : i32
  "ttkernel.cbrt_tile"(%dst0_index) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.isfinite_tile_init
func.func @isfinite_tile_init() {
  "ttkernel.isfinite_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.isfinite_tile
func.func @isfinite_tile() {
  %dst0_index = arith.constant 0 : i32
  "ttkernel.isfinite_tile"(%dst0_index) : (i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.remainder_binary_tile_init
func.func @remainder_binary_tile_init() {
  "ttkernel.remainder_binary_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.remainder_binary_tile
func.func @remainder_binary_tile() {
  %dst0_index = arith.constant 0 : i32
  %dst1_index = arith.constant 1 : i32
  %odst_index = arith.constant 0 : i32
  "ttkernel.remainder_binary_tile"(%dst0_index, %dst1_index, %odst_index) : (i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.binary_max_uint32_tile_init
func.func @binary_max_uint32_tile_init() {
  "ttkernel.binary_max_uint32_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.binary_max_uint32_tile
func.func @binary_max_uint32_tile() {
  %dst0_index = arith.constant 0 : i32
  %dst1_index = arith.constant 1 : i32
  %odst_index = arith.constant 0 : i32
  "ttkernel.binary_max_uint32_tile"(%dst0_index, %dst1_index, %odst_index) : (i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.binary_min_uint32_tile_init
func.func @binary_min_uint32_tile_init() {
  "ttkernel.binary_min_uint32_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.binary_min_uint32_tile
func.func @binary_min_uint32_tile() {
  %dst0_index = arith.constant 0 : i32
  %dst1_index = arith.constant 1 : i32
  %odst_index = arith.constant 0 : i32
  "ttkernel.binary_min_uint32_tile"(%dst0_index, %dst1_index, %odst_index) : (i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.gt_int32_tile_init
func.func @gt_int32_tile_init() {
  "ttkernel.gt_int32_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.gt_int32_tile
func.func @gt_int32_tile() {
  %dst0_index = arith.constant 0 : i32
  %dst1_index = arith.constant 1 : i32
  %odst_index = arith.constant 0 : i32
  "ttkernel.gt_int32_tile"(%dst0_index, %dst1_index, %odst_index) : (i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.ge_int32_tile_init
func.func @ge_int32_tile_init() {
  "ttkernel.ge_int32_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.ge_int32_tile
func.func @ge_int32_tile() {
  %dst0_index = arith.constant 0 : i32
  %dst1_index = arith.constant 1 : i32
  %odst_index = arith.constant 0 : i32
  "ttkernel.ge_int32_tile"(%dst0_index, %dst1_index, %odst_index) : (i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.lt_int32_tile_init
func.func @lt_int32_tile_init() {
  "ttkernel.lt_int32_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.lt_int32_tile
func.func @lt_int32_tile() {
  %dst0_index = arith.constant 0 : i32
  %dst1_index = arith.constant 1 : i32
  %odst_index = arith.constant 0 : i32
  "ttkernel.lt_int32_tile"(%dst0_index, %dst1_index, %odst_index) : (i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.le_int32_tile_init
func.func @le_int32_tile_init() {
  "ttkernel.le_int32_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.le_int32_tile
func.func @le_int32_tile() {
  %dst0_index = arith.constant 0 : i32
  %dst1_index = arith.constant 1 : i32
  %odst_index = arith.constant 0 : i32
  "ttkernel.le_int32_tile"(%dst0_index, %dst1_index, %odst_index) : (i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.div_int32_trunc_tile_init
func.func @div_int32_trunc_tile_init() {
  "ttkernel.div_int32_trunc_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.div_int32_trunc_tile
func.func @div_int32_trunc_tile() {
  %dst0_index = arith.constant 0 : i32
  %dst1_index = arith.constant 1 : i32
  %odst_index = arith.constant 0 : i32
  "ttkernel.div_int32_trunc_tile"(%dst0_index, %dst1_index, %odst_index) : (i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.remainder_int32_tile_init
func.func @remainder_int32_tile_init() {
  "ttkernel.remainder_int32_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.remainder_int32_tile
func.func @remainder_int32_tile() {
  %dst0_index = arith.constant 0 : i32
  %dst1_index = arith.constant 1 : i32
  %odst_index = arith.constant 0 : i32
  "ttkernel.remainder_int32_tile"(%dst0_index, %dst1_index, %odst_index) : (i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.leaky_relu_tile_init
func.func @leaky_relu_tile_init() {
  "ttkernel.leaky_relu_tile_init"() : () -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.leaky_relu_tile
func.func @leaky_relu_tile() {
  %dst0_index = arith.constant 0 : i32
  %slope = arith.constant 1036831949 : i32
  "ttkernel.leaky_relu_tile"(%dst0_index, %slope) : (i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.mm_init
#l1 = #tt.memory_space<l1>
!in0 = !ttkernel.cb<cb_in0, 131072, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
!in1 = !ttkernel.cb<cb_in1, 196608, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
!out0 = !ttkernel.cb<cb_out0, 262144, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
func.func @mm_init(%in0_cb: !in0, %in1_cb: !in1, %out_cb: !out0) {
  %transpose = arith.constant 0 : i32
  "ttkernel.mm_init"(%in0_cb, %in1_cb, %out_cb, %transpose) : (!in0, !in1, !out0, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.mm_init_short
#l1 = #tt.memory_space<l1>
!in0 = !ttkernel.cb<cb_in0, 131072, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
!in1 = !ttkernel.cb<cb_in1, 196608, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
func.func @mm_init_short(%in0_cb: !in0, %in1_cb: !in1) {
  %transpose = arith.constant 0 : i32
  "ttkernel.mm_init_short"(%in0_cb, %in1_cb, %transpose) : (!in0, !in1, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.matmul_tiles
#l1 = #tt.memory_space<l1>
!in0 = !ttkernel.cb<cb_in0, 131072, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
!in1 = !ttkernel.cb<cb_in1, 196608, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
func.func @matmul_tiles(%in0_cb_id: !in0, %in1_cb_id: !in1) {
  %in0_tile_idx = arith.constant 0 : i32
  %in1_tile_idx = arith.constant 1 : i32
  %dst_tile_idx = arith.constant 0 : i32
  "ttkernel.matmul_tiles"(%in0_cb_id, %in1_cb_id, %in0_tile_idx, %in1_tile_idx, %dst_tile_idx) : (!in0, !in1, i32, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.transpose_wh_init
#l1 = #tt.memory_space<l1>
!in0 = !ttkernel.cb<cb_in0, 131072, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
!out0 = !ttkernel.cb<cb_out0, 262144, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
func.func @transpose_wh_init(%cbIn: !in0, %cbOut: !out0) {
  "ttkernel.transpose_wh_init"(%cbIn, %cbOut) : (!in0, !out0) -> ()
  "ttkernel.return"() : () -> ()
}

// -----

// ttkernel.transpose_wh_tile
#l1 = #tt.memory_space<l1>
!in0 = !ttkernel.cb<cb_in0, 131072, memref<2x4x!tt.tile<32x32, f32>, #l1>, 4096, 2>
func.func @transpose_wh_tile(%icb: !in0) {
  %itile = arith.constant 0 : i32
  %idst = arith.constant 0 : i32
  "ttkernel.transpose_wh_tile"(%icb, %itile, %idst) : (!in0, i32, i32) -> ()
  "ttkernel.return"() : () -> ()
}
