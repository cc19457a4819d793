// What kernels of TTMetal programs call, as tt-metal's headers of these names declare it: data movement, circular buffers,
// tiles. Each call is made for the thread that makes it (threads.hpp); a thread of a compute kernel takes its own part of
// each, as on hardware, where the kernel is compiled once for each of the three.

#ifndef TTMETAL_HOST_KERNEL_INTERFACE_HPP
#define TTMETAL_HOST_KERNEL_INTERFACE_HPP

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace tt {

enum CB : int {
  c_in0, c_in1, c_in2, c_in3, c_in4, c_in5, c_in6, c_in7,
  dataflow0, dataflow1, dataflow2, dataflow3, dataflow4, dataflow5, dataflow6, dataflow7,
  c_out0, c_out1, c_out2, c_out3, c_out4, c_out5, c_out6, c_out7,
  c_intermed0, c_intermed1, c_intermed2, c_intermed3, c_intermed4, c_intermed5, c_intermed6, c_intermed7,
};

} // namespace tt

enum class PoolType { SUM, AVG, MAX };
enum class ReduceDim { REDUCE_ROW, REDUCE_COL, REDUCE_SCALAR };
enum class BroadcastType { NONE, COL, ROW, SCALAR };
enum class DataFormat { Float32, Float16, Float16_b, BFloat16, UInt32, UInt16, UInt8, Int32 };

// The reserved part of L1: 16 semaphores of 16 bytes, then zeros.
#define MEM_ZEROS_BASE 256
#define MEM_ZEROS_SIZE 512

namespace ttmetal_host {

// The host's address of a place in the L1 of the thread's core.
volatile std::uint32_t *l1_pointer(std::int64_t address);

template <typename Pointer> Pointer l1_cast(std::int64_t address) { return l1_pointer(address); }

std::int32_t argument(int index);
void reduce(PoolType pool, ReduceDim dimension, int cb, int scaler, int index, int scaler_index, int destination);
void typecast(DataFormat to, int destination);
void broadcast(BroadcastType type, int cb, int index, int destination);

} // namespace ttmetal_host

// ---- circular buffers, arguments ----------------------------------------------------------------------------------

void cb_reserve_back(int cb, int pages);
void cb_push_back(int cb, int pages);
void cb_wait_front(int cb, int pages);
void cb_pop_front(int cb, int pages);
std::int32_t get_write_ptr(int cb);
std::int32_t get_read_ptr(int cb);
std::int32_t get_tile_size(int cb);
template <typename T = std::uint32_t> T get_arg_val(int index) { return T(ttmetal_host::argument(index)); }
std::int32_t get_compile_time_arg_val(int index);
std::int32_t get_semaphore(int number);

// ---- the network on chip ------------------------------------------------------------------------------------------

std::uint64_t get_noc_addr(int address);
std::uint64_t get_noc_addr(int x, int y, int address, int noc = 0);
template <bool in_dram> std::uint64_t get_noc_addr_from_bank_id(int bank, int address);
std::uint64_t get_noc_multicast_addr(int x0, int y0, int x1, int y1, int address, int noc = 0);
void noc_async_read(std::uint64_t source, int target, int size);
void noc_async_read_one_packet_set_state(std::uint64_t source, int size);
void noc_async_read_one_packet_with_state(std::uint64_t source, int target);
void noc_async_read_barrier();
void noc_async_write(int source, std::uint64_t target, int size);
void noc_async_write_barrier();
void noc_async_write_multicast(int source, std::uint64_t target, int size, int cores, int linked = 0);
void noc_async_write_multicast_one_packet(int source, std::uint64_t target, int size, int cores, int linked = 0);
void noc_async_write_multicast_loopback_src(int source, std::uint64_t target, int size, int cores, int linked = 0);
void noc_semaphore_inc(std::uint64_t target, int increment, int noc = 0);
void noc_semaphore_set(volatile std::uint32_t *word, int value);
void noc_semaphore_wait(volatile std::uint32_t *word, int value);
void noc_semaphore_wait_min(volatile std::uint32_t *word, int value);
void noc_semaphore_set_multicast(int source, std::uint64_t target, int cores, int linked = 0);
void noc_semaphore_set_multicast_loopback_src(int source, std::uint64_t target, int cores, int linked = 0);

// ---- configuration: the library derives it from the formats of the buffers ----------------------------------------

inline void unary_op_init_common(int, int) {}
inline void binary_op_init_common(int, int, int) {}
inline void copy_tile_init(int = 0) {}
inline void copy_tile_to_dst_init_short(int = 0) {}
inline void tilize_init(int, int, int) {}
inline void untilize_init(int, int) {}
inline void mul_tiles_init_f() {}
inline void max_tile_init() {}
inline void mm_init(int, int, int, int = 0) {}
inline void mm_init_short(int, int, int = 0) {}
inline void transpose_wh_init(int, int) {}
inline void transpose_wh_init_short(int) {}
template <auto, auto> void typecast_tile_init() {}
inline void typecast_tile_init() {}
template <BroadcastType> void unary_bcast_init(int, int) {}
inline void rounding_op_tile_init() {}
inline void nez_tile_init() {}
inline void clamp_tile_init() {}
inline void leaky_relu_tile_init() {}
inline void where_tile_init() {}
inline void logical_not_tile_init() {}
inline void add_int_tile_init() {}
inline void sub_int_tile_init() {}
inline void binary_bitwise_tile_init() {}
template <auto> void mul_int_tile_init() {}
inline void mul_int_tile_init() {}
template <bool, PoolType, ReduceDim> void reduce_init(int, int, int) {}

// ---- tiles --------------------------------------------------------------------------------------------------------

void tile_regs_acquire();
void tile_regs_commit();
void tile_regs_wait();
void tile_regs_release();
void pack_tile_in_order(int source, int cb);
template <bool out_of_order = false> void pack_tile(int source, int cb, int = 0) { pack_tile_in_order(source, cb); }
void copy_tile(int cb, int index, int destination);
void transpose_wh_tile(int cb, int index, int destination);
void tilize_block(int source, int count, int target);
void untilize_block(int source, int count, int target);
void matmul_tiles(int cb0, int cb1, int index0, int index1, int destination, int transpose = 0);
void max_tile(int first, int second);

template <PoolType pool, ReduceDim dimension>
void reduce_tile(int cb, int scaler, int index, int scaler_index, int destination) {
  ttmetal_host::reduce(pool, dimension, cb, scaler, index, scaler_index, destination);
}
// Formats in templates may be given as numbers.
template <auto from, auto to> void typecast_tile(int destination) {
  ttmetal_host::typecast(DataFormat(int(to)), destination);
}
template <BroadcastType type> void unary_bcast(int cb, int index, int destination) {
  ttmetal_host::broadcast(type, cb, index, destination);
}
void clamp_tile(int destination, std::int32_t low, std::int32_t high); // limits as the bits of float32
void leaky_relu_tile(int destination, std::int32_t slope); // likewise

// Functions of one kind: `init` of each has no effect here.
#define TTMETAL_HOST_TILES(name)                                                                                       \
  inline void name##_tiles_init(int, int) {}                                                                          \
  void name##_tiles(int cb0, int cb1, int index0, int index1, int destination);
#define TTMETAL_HOST_UNARY(name)                                                                                       \
  inline void name##_tile_init() {}                                                                                    \
  void name##_tile(int destination);
#define TTMETAL_HOST_BINARY(name)                                                                                      \
  inline void name##_tile_init() {}                                                                                    \
  void name##_tile(int first, int second, int destination);
// Without `init`, and of integers, where the format may be said, but is that of the tiles.
#define TTMETAL_HOST_CALL(name) void name(int destination);
#define TTMETAL_HOST_INTEGER(name)                                                                                     \
  void name##_tile(int first, int second, int destination);                                                           \
  template <auto> void name##_tile(int first, int second, int destination) { name##_tile(first, second, destination); }

TTMETAL_HOST_TILES(add)
TTMETAL_HOST_TILES(sub)
TTMETAL_HOST_TILES(mul)
TTMETAL_HOST_UNARY(exp)
TTMETAL_HOST_UNARY(recip)
TTMETAL_HOST_UNARY(sqrt)
TTMETAL_HOST_UNARY(rsqrt)
TTMETAL_HOST_UNARY(relu)
TTMETAL_HOST_UNARY(sigmoid)
TTMETAL_HOST_UNARY(negative)
TTMETAL_HOST_UNARY(abs)
TTMETAL_HOST_UNARY(tanh)
TTMETAL_HOST_UNARY(gelu)
TTMETAL_HOST_UNARY(log)
TTMETAL_HOST_UNARY(sin)
TTMETAL_HOST_UNARY(cos)
TTMETAL_HOST_UNARY(tan)
TTMETAL_HOST_UNARY(floor)
TTMETAL_HOST_UNARY(ceil)
TTMETAL_HOST_UNARY(sign)
TTMETAL_HOST_UNARY(expm1)
TTMETAL_HOST_UNARY(log1p)
TTMETAL_HOST_UNARY(logical_not_unary)
TTMETAL_HOST_UNARY(eqz)
TTMETAL_HOST_UNARY(bitwise_not)
TTMETAL_HOST_UNARY(cbrt)
TTMETAL_HOST_UNARY(isfinite)
TTMETAL_HOST_BINARY(add_binary)
TTMETAL_HOST_BINARY(sub_binary)
TTMETAL_HOST_BINARY(mul_binary)
TTMETAL_HOST_BINARY(div_binary)
TTMETAL_HOST_BINARY(binary_max)
TTMETAL_HOST_BINARY(binary_min)
TTMETAL_HOST_BINARY(power_binary)
TTMETAL_HOST_BINARY(eq_binary)
TTMETAL_HOST_BINARY(ne_binary)
TTMETAL_HOST_BINARY(gt_binary)
TTMETAL_HOST_BINARY(ge_binary)
TTMETAL_HOST_BINARY(lt_binary)
TTMETAL_HOST_BINARY(le_binary)
TTMETAL_HOST_BINARY(remainder_binary)
TTMETAL_HOST_BINARY(binary_max_int32)
TTMETAL_HOST_BINARY(binary_min_int32)
TTMETAL_HOST_BINARY(binary_max_uint32)
TTMETAL_HOST_BINARY(binary_min_uint32)
TTMETAL_HOST_BINARY(gt_int32)
TTMETAL_HOST_BINARY(ge_int32)
TTMETAL_HOST_BINARY(lt_int32)
TTMETAL_HOST_BINARY(le_int32)
TTMETAL_HOST_BINARY(remainder_int32)
TTMETAL_HOST_BINARY(div_int32_trunc)
TTMETAL_HOST_CALL(nez_tile)
TTMETAL_HOST_CALL(nez_tile_int32)
TTMETAL_HOST_CALL(eqz_tile_int32)
TTMETAL_HOST_CALL(negative_tile_int32)
TTMETAL_HOST_CALL(abs_tile_int32)
TTMETAL_HOST_CALL(relu_tile_int32)
TTMETAL_HOST_INTEGER(add_int)
TTMETAL_HOST_INTEGER(sub_int)
TTMETAL_HOST_INTEGER(mul_int)
TTMETAL_HOST_INTEGER(bitwise_and_binary)
TTMETAL_HOST_INTEGER(bitwise_or_binary)
TTMETAL_HOST_INTEGER(bitwise_xor_binary)

inline void logical_not_tile(int destination) { logical_not_unary_tile(destination); }
template <auto> void logical_not_tile(int destination) { logical_not_unary_tile(destination); }
void where_tile(int condition, int chosen, int other, int destination);
template <auto> void where_tile(int condition, int chosen, int other, int destination) {
  where_tile(condition, chosen, other, destination);
}

#endif // TTMETAL_HOST_KERNEL_INTERFACE_HPP
