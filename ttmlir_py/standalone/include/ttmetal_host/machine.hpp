// The chip: cores with their memory and circular buffers, channels of DRAM, and the threads of the kernels that run, one
// thread of the operating system each.

#ifndef TTMETAL_HOST_MACHINE_HPP
#define TTMETAL_HOST_MACHINE_HPP

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ttmetal_host/program.hpp"
#include "ttmetal_host/values.hpp"

namespace ttmetal_host {

// In the reserved part of L1, from its start on.
constexpr int semaphores = 16, semaphore_bytes = 16;

using Bytes = std::vector<std::uint8_t>;

// A circular buffer of a core. Pages are counted modulo 2^16, as the hardware does.
struct Ring {
  std::uint32_t address, size, page;
  Format format;
  std::uint16_t received = 0, acknowledged = 0;

  int pages() const { return int(size / page); }
  int filled() const { return std::uint16_t(received - acknowledged); }
};

// Something with an address on the network. All that threads share of it is touched under its mutex.
class Node {
public:
  explicit Node(std::string name) : name(std::move(name)) {}
  virtual ~Node() = default;

  Bytes read(std::int64_t address, std::size_t size);
  void write(std::int64_t address, const std::uint8_t *data, std::size_t size);

  const std::string name;
  std::mutex mutex;
  std::condition_variable changed;

protected:
  // The host's address of some bytes. Throws Fault.
  virtual std::uint8_t *at(std::int64_t address, std::size_t size) = 0;
};

class Core final : public Node {
public:
  Core(std::string name, std::uint32_t size);

  // Without the mutex: for memory that circular buffers hand from thread to thread, and for words.
  std::uint8_t *at(std::int64_t address, std::size_t size) override;
  volatile std::uint32_t *word(std::int64_t address);

  std::map<int, Ring> rings;

private:
  std::uint32_t size_;
  std::unique_ptr<std::uint8_t, void (*)(void *)> bytes_;
};

class Channel final : public Node {
public:
  Channel(std::string name, std::uint64_t size) : Node(std::move(name)), size_(size) {}

private:
  std::uint8_t *at(std::int64_t address, std::size_t size) override;

  std::uint64_t size_;
  Bytes bytes_;
};

class Chip {
public:
  explicit Chip(const ChipDesc &desc);

  Node &node(Place place);

  const ChipDesc desc;
  std::vector<std::unique_ptr<Core>> cores;
  std::vector<std::unique_ptr<Channel>> channels;
};

// ---- threads ------------------------------------------------------------------------------------------------------

enum Role { noc = 1, unpack = 2, math = 4, pack = 8 };

// What the threads of a compute kernel hand to each other on one core.
struct Registers {
  using Section = std::map<int, Values>;

  int tiles = 8;                           // in a section of the destination register
  int free = 2;                            // sections that nobody has
  std::deque<std::vector<Values>> sources; // unpacked and not used yet: the operands of a call each
  std::deque<Section> committed;
  std::optional<Section> math, pack;
};

// What ends a thread when another has failed.
struct Stopped {};

// All threads of one program, for whoever watches over them.
struct Team {
  std::atomic<long> progress = 0;
  std::atomic<int> running = 0;
  std::atomic<bool> stopped = false;
  std::mutex mutex;
  std::condition_variable ended;
  std::string failure;

  void fail(const std::string &message);
};

class Thread {
public:
  Thread(Team &team, Chip &chip, Core &core, Place place, Role role, std::string name,
         std::shared_ptr<Registers> registers, std::vector<std::int32_t> arguments)
      : chip(chip), core(core), place(place), role(role), name(std::move(name)), registers(std::move(registers)),
        arguments(std::move(arguments)), team_(team) {}

  // The thread that calls.
  static Thread &self();

  void run(void (*kernel)());

  // Wait on the core until a condition holds, which is tested under the core's mutex. Throws Stopped.
  template <typename Condition> void wait(const char *what, Condition condition) {
    std::unique_lock lock(core.mutex);
    waiting = what;
    // Words of memory change without a notice too, so that conditions are tested from time to time anyway.
    while (!condition()) {
      core.changed.wait_for(lock, std::chrono::milliseconds(20));
      require_running();
    }
    waiting = nullptr;
    ++team_.progress;
  }

  // Do something under the core's mutex, and tell those who wait.
  template <typename Action> void change(Action action) {
    {
      std::lock_guard lock(core.mutex);
      action();
    }
    core.changed.notify_all();
    ++team_.progress;
  }

  Ring &ring(int cb);
  std::uint32_t read_pointer(int cb);
  std::uint32_t write_pointer(int cb);

  Chip &chip;
  Core &core;
  const Place place;
  const Role role;
  const std::string name;
  const std::shared_ptr<Registers> registers;
  const std::vector<std::int32_t> arguments;

  std::atomic<const char *> waiting = nullptr;
  // Own to each thread: where it reads and writes next, and the pages packed since the last push.
  std::map<int, std::uint32_t> read_pointers, write_pointers, packed;
  std::optional<std::pair<std::uint64_t, int>> packet;

private:
  void require_running() const {
    if (team_.stopped) {
      throw Stopped();
    }
  }

  Team &team_;
};

} // namespace ttmetal_host

#endif // TTMETAL_HOST_MACHINE_HPP
