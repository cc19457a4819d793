// Circular buffers for all threads, and what the threads of data movement call: the network, semaphores.

#include <algorithm>

#include "ttmetal_host/kernel_interface.hpp"
#include "ttmetal_host/machine.hpp"

using namespace ttmetal_host;

namespace {

constexpr int local_bits = 36, coordinate_bits = 6;
constexpr std::uint64_t local_mask = (std::uint64_t(1) << local_bits) - 1;

bool has(int roles) { return Thread::self().role & roles; }

void move(std::uint32_t &pointer, const Ring &ring, int pages) {
  pointer += pages * ring.page;
  if (pointer >= ring.address + ring.size) { // pointers return exactly at the end
    pointer -= ring.size;
  }
}

void require_capacity(const Ring &ring, int pages) {
  if (pages < 0 || pages > ring.pages()) {
    throw Fault(std::to_string(pages) + " pages of a circular buffer that has " + std::to_string(ring.pages()));
  }
}

int coordinate(std::uint64_t address, int index) {
  return int(address >> (local_bits + index * coordinate_bits) & ((1 << coordinate_bits) - 1));
}

std::uint64_t on_network(int x, int y) {
  if (x < 0 || y < 0 || x >= 1 << coordinate_bits || y >= 1 << coordinate_bits) {
    throw Fault("x=" + std::to_string(x) + ", y=" + std::to_string(y) + " is not a place on the network");
  }
  return std::uint64_t(y << coordinate_bits | x) << local_bits;
}

Node &node_of(std::uint64_t address) {
  return Thread::self().chip.node({coordinate(address, 1), coordinate(address, 0)});
}

std::int64_t local(std::uint64_t address) { return std::int64_t(address & local_mask); }

void copy(Node &source, std::int64_t from, Node &target, std::int64_t to, int size) {
  if (size <= 0) {
    throw Fault("a transfer of " + std::to_string(size) + " bytes");
  }
  Bytes data = source.read(from, size);
  target.write(to, data.data(), data.size());
}

void multicast(int source, std::uint64_t target, int size, int count, bool with_self) {
  Thread &self = Thread::self();
  auto [x0, x1] = std::minmax({coordinate(target, 0), coordinate(target, 2)});
  auto [y0, y1] = std::minmax({coordinate(target, 1), coordinate(target, 3)});
  int reached = 0;
  for (std::size_t i = 0; i < self.chip.cores.size(); ++i) {
    Place place = self.chip.desc.workers[i];
    bool inside = x0 <= place.x && place.x <= x1 && y0 <= place.y && place.y <= y1;
    if (inside && (with_self || place != self.place)) {
      copy(self.core, source, *self.chip.cores[i], local(target), size);
      ++reached;
    }
  }
  if (reached != count) {
    throw Fault("a multicast to " + std::to_string(count) + " cores reaches " + std::to_string(reached));
  }
}

} // namespace

// ---- circular buffers ---------------------------------------------------------------------------------------------

void cb_reserve_back(int cb, int pages) {
  if (has(noc | pack)) {
    Ring &ring = Thread::self().ring(cb);
    require_capacity(ring, pages);
    Thread::self().wait("cb_reserve_back", [&] { return ring.pages() - ring.filled() >= pages; });
  }
}

void cb_push_back(int cb, int pages) {
  if (has(noc | pack)) {
    Thread &self = Thread::self();
    Ring &ring = self.ring(cb);
    require_capacity(ring, pages);
    self.write_pointer(cb);
    move(self.write_pointers[cb], ring, pages);
    self.packed[cb] = 0;
    self.change([&] { ring.received += pages; });
  }
}

void cb_wait_front(int cb, int pages) {
  if (has(noc | unpack)) {
    Ring &ring = Thread::self().ring(cb);
    require_capacity(ring, pages);
    Thread::self().wait("cb_wait_front", [&] { return ring.filled() >= pages; });
  }
}

void cb_pop_front(int cb, int pages) {
  if (has(noc | unpack)) {
    Thread &self = Thread::self();
    Ring &ring = self.ring(cb);
    require_capacity(ring, pages);
    self.read_pointer(cb);
    move(self.read_pointers[cb], ring, pages);
    self.change([&] { ring.acknowledged += pages; });
  }
}

std::int32_t get_write_ptr(int cb) { return Thread::self().write_pointer(cb); }

std::int32_t get_read_ptr(int cb) { return Thread::self().read_pointer(cb); }

std::int32_t get_tile_size(int cb) { return tile_elements * element_bytes(Thread::self().ring(cb).format); }

std::int32_t get_compile_time_arg_val(int) { throw Fault("binaries give no arguments at compile time"); }

std::int32_t get_semaphore(int number) {
  if (number < 0 || number >= semaphores) {
    throw Fault("semaphore " + std::to_string(number));
  }
  return number * semaphore_bytes;
}

// ---- the network --------------------------------------------------------------------------------------------------

std::uint64_t get_noc_addr(int x, int y, int address, int) { return on_network(x, y) | (address & local_mask); }

std::uint64_t get_noc_addr(int address) {
  Place place = Thread::self().place;
  return get_noc_addr(place.x, place.y, address);
}

template <bool in_dram> std::uint64_t get_noc_addr_from_bank_id(int bank, int address) {
  const auto &places = in_dram ? Thread::self().chip.desc.channels : Thread::self().chip.desc.workers;
  if (bank < 0 || std::size_t(bank) >= places.size()) {
    throw Fault("there is no bank " + std::to_string(bank));
  }
  return get_noc_addr(places[bank].x, places[bank].y, address);
}
template std::uint64_t get_noc_addr_from_bank_id<true>(int, int);
template std::uint64_t get_noc_addr_from_bank_id<false>(int, int);

std::uint64_t get_noc_multicast_addr(int x0, int y0, int x1, int y1, int address, int) {
  return on_network(x0, y0) << 2 * coordinate_bits | on_network(x1, y1) | (address & local_mask);
}

void noc_async_read(std::uint64_t source, int target, int size) {
  if (has(noc)) {
    copy(node_of(source), local(source), Thread::self().core, target, size);
  }
}

void noc_async_read_one_packet_set_state(std::uint64_t source, int size) { Thread::self().packet = {source, size}; }

void noc_async_read_one_packet_with_state(std::uint64_t source, int target) {
  auto [place, size] = Thread::self().packet.value();
  noc_async_read((place & ~local_mask) | (source & local_mask), target, size);
}

// Transfers are done when the call that begins them returns.
void noc_async_read_barrier() {}
void noc_async_write_barrier() {}

void noc_async_write(int source, std::uint64_t target, int size) {
  if (has(noc)) {
    copy(Thread::self().core, source, node_of(target), local(target), size);
  }
}

void noc_async_write_multicast(int source, std::uint64_t target, int size, int cores, int) {
  multicast(source, target, size, cores, false);
}

void noc_async_write_multicast_one_packet(int source, std::uint64_t target, int size, int cores, int) {
  multicast(source, target, size, cores, false);
}

void noc_async_write_multicast_loopback_src(int source, std::uint64_t target, int size, int cores, int) {
  multicast(source, target, size, cores, true);
}

// ---- semaphores ---------------------------------------------------------------------------------------------------

void noc_semaphore_inc(std::uint64_t target, int increment, int) {
  auto *core = dynamic_cast<Core *>(&node_of(target));
  if (core == nullptr) {
    throw Fault("a semaphore in DRAM");
  }
  {
    std::lock_guard lock(core->mutex);
    volatile std::uint32_t *word = core->word(local(target));
    *word = *word + increment;
  }
  core->changed.notify_all();
}

void noc_semaphore_set(volatile std::uint32_t *word, int value) {
  Thread::self().change([&] { *word = value; });
}

void noc_semaphore_wait(volatile std::uint32_t *word, int value) {
  Thread::self().wait("noc_semaphore_wait", [&] { return *word == std::uint32_t(value); });
}

void noc_semaphore_wait_min(volatile std::uint32_t *word, int value) {
  Thread::self().wait("noc_semaphore_wait_min", [&] { return *word >= std::uint32_t(value); });
}

void noc_semaphore_set_multicast(int source, std::uint64_t target, int cores, int) {
  multicast(source, target, 4, cores, false);
}

void noc_semaphore_set_multicast_loopback_src(int source, std::uint64_t target, int cores, int) {
  multicast(source, target, 4, cores, true);
}
