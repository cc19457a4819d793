#include "ttmetal_host/machine.hpp"

#include <cstdlib>
#include <cstring>
#include <new>

#include "ttmetal_host/kernel_interface.hpp"

namespace ttmetal_host {

namespace {

thread_local Thread *current = nullptr;

std::string range(std::int64_t address, std::size_t size) {
  return std::to_string(address) + " to " + std::to_string(address + std::int64_t(size));
}

} // namespace

Bytes Node::read(std::int64_t address, std::size_t size) {
  std::lock_guard lock(mutex);
  const std::uint8_t *data = at(address, size);
  return Bytes(data, data + size);
}

void Node::write(std::int64_t address, const std::uint8_t *data, std::size_t size) {
  {
    std::lock_guard lock(mutex);
    std::memcpy(at(address, size), data, size);
  }
  changed.notify_all();
}

Core::Core(std::string name, std::uint32_t size)
    : Node(std::move(name)), size_(size), bytes_(static_cast<std::uint8_t *>(std::calloc(size, 1)), std::free) {
  if (bytes_ == nullptr) {
    throw std::bad_alloc();
  }
}

std::uint8_t *Core::at(std::int64_t address, std::size_t size) {
  if (address < 0 || address + size > size_) {
    throw Fault("bytes " + range(address, size) + " of " + name + ", which has " + std::to_string(size_));
  }
  return bytes_.get() + address;
}

volatile std::uint32_t *Core::word(std::int64_t address) {
  if (address % 4 != 0) {
    throw Fault(std::to_string(address) + " is not the address of a word");
  }
  return reinterpret_cast<volatile std::uint32_t *>(at(address, 4));
}

std::uint8_t *Channel::at(std::int64_t address, std::size_t size) {
  if (address < 0 || address + size > size_) {
    throw Fault("bytes " + range(address, size) + " of " + name + ", which has " + std::to_string(size_));
  }
  if (address + size > bytes_.size()) {
    bytes_.resize(address + size);
  }
  return bytes_.data() + address;
}

Chip::Chip(const ChipDesc &desc) : desc(desc) {
  for (int number = 0; number < desc.grid.y * desc.grid.x; ++number) {
    std::string place = std::to_string(number / desc.grid.x) + "x" + std::to_string(number % desc.grid.x);
    cores.push_back(std::make_unique<Core>("L1 of core " + place, desc.l1_size));
  }
  for (std::size_t i = 0; i < desc.channels.size(); ++i) {
    channels.push_back(std::make_unique<Channel>("DRAM channel " + std::to_string(i), desc.channel_size));
  }
}

Node &Chip::node(Place place) {
  for (std::size_t i = 0; i < cores.size(); ++i) {
    if (desc.workers[i] == place) {
      return *cores[i];
    }
  }
  for (std::size_t i = 0; i < channels.size(); ++i) {
    if (desc.channels[i] == place) {
      return *channels[i];
    }
  }
  throw Fault("nothing is at x=" + std::to_string(place.x) + ", y=" + std::to_string(place.y));
}

// ---- threads ------------------------------------------------------------------------------------------------------

void Team::fail(const std::string &message) {
  std::lock_guard lock(mutex);
  if (!stopped) {
    failure = message;
    stopped = true;
  }
}

Thread &Thread::self() { return *current; }

void Thread::run(void (*kernel)()) {
  current = this;
  try {
    kernel();
  } catch (const Stopped &) {
  } catch (const std::exception &error) {
    team_.fail(name + ": " + error.what());
  }
  ++team_.progress;
  std::lock_guard lock(team_.mutex);
  --team_.running;
  team_.ended.notify_all();
}

Ring &Thread::ring(int cb) {
  auto found = core.rings.find(cb);
  if (found == core.rings.end()) {
    throw Fault("there is no circular buffer " + std::to_string(cb) + " on this core");
  }
  return found->second;
}

std::uint32_t Thread::read_pointer(int cb) { return read_pointers.try_emplace(cb, ring(cb).address).first->second; }

std::uint32_t Thread::write_pointer(int cb) { return write_pointers.try_emplace(cb, ring(cb).address).first->second; }

volatile std::uint32_t *l1_pointer(std::int64_t address) { return Thread::self().core.word(address); }

std::int32_t argument(int index) { return Thread::self().arguments.at(index); }

} // namespace ttmetal_host
