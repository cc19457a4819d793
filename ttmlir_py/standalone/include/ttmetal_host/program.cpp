#include "ttmetal_host/machine.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <numeric>
#include <thread>

namespace ttmetal_host {

namespace {

constexpr std::int64_t dram_page = 8192; // elements, or tiles

std::vector<int> numbers(const Chip &chip, const std::vector<Range> &ranges) {
  std::vector<int> cores;
  for (const Range &range : ranges) {
    for (int row = 0; row < range.size.y; ++row) {
      for (int column = 0; column < range.size.x; ++column) {
        cores.push_back((range.first.y + row) * chip.desc.grid.x + range.first.x + column);
      }
    }
  }
  std::sort(cores.begin(), cores.end());
  cores.erase(std::unique(cores.begin(), cores.end()), cores.end());
  return cores;
}

// ---- where the elements of a tensor lie ---------------------------------------------------------------------------

class Placement {
public:
  Placement(Chip &chip, const Tensor &tensor) : chip_(chip), tensor_(tensor), cores_(numbers(chip, tensor.cores)) {
    int unit = tensor.tiled ? side : 1;
    columns_ = tensor.shard.back() * unit;
    rows_ = std::accumulate(tensor.shard.begin(), tensor.shard.end() - 1, std::int64_t(unit), std::multiplies<>());
    bytes_ = element_bytes(tensor.format);
    std::vector<int> in_row;
    for (int core : cores_) {
      in_row.push_back(core % chip.desc.grid.x);
    }
    std::sort(in_row.begin(), in_row.end());
    across_ = std::unique(in_row.begin(), in_row.end()) - in_row.begin();
  }

  std::int64_t height() const { return rows_ * (std::int64_t(cores_.size()) / across_); }
  std::int64_t width() const { return columns_ * across_; }
  std::size_t shard_bytes() const { return rows_ * columns_ * bytes_; }
  std::size_t shards() const { return cores_.size(); }

  // A shard's bytes as the core has them, from or to the whole tensor in rows of `width()`.
  Bytes cut(const Bytes &whole, std::size_t shard) const {
    Bytes part(shard_bytes());
    each(shard, [&](std::size_t inside, std::size_t outside) {
      std::memcpy(&part[inside], &whole[outside], bytes_);
    });
    return part;
  }

  void join(Bytes &whole, std::size_t shard, const Bytes &part) const {
    each(shard, [&](std::size_t inside, std::size_t outside) {
      std::memcpy(&whole[outside], &part[inside], bytes_);
    });
  }

  void write(std::size_t shard, const Bytes &data) const {
    pieces(shard, [&](Node &node, std::int64_t address, std::size_t first, std::size_t size) {
      node.write(address, &data[first], size);
    });
  }

  Bytes read(std::size_t shard) const {
    Bytes data(shard_bytes());
    pieces(shard, [&](Node &node, std::int64_t address, std::size_t first, std::size_t size) {
      Bytes piece = node.read(address, size);
      std::copy(piece.begin(), piece.end(), data.begin() + std::ptrdiff_t(first));
    });
    return data;
  }

private:
  template <typename Visit> void each(std::size_t shard, Visit visit) const {
    std::int64_t top = std::int64_t(shard) / across_ * rows_, left = std::int64_t(shard) % across_ * columns_;
    for (std::int64_t row = 0; row < rows_; ++row) {
      for (std::int64_t column = 0; column < columns_; ++column) {
        std::int64_t tile = row / side * (columns_ / side) + column / side;
        std::int64_t inside = tensor_.tiled
                                  ? tile * tile_elements + std::int64_t(tile_position(row % side, column % side))
                                  : row * columns_ + column;
        visit(inside * bytes_, ((top + row) * width() + left + column) * bytes_);
      }
    }
  }

  // In L1 a shard is in one piece. In DRAM pages go round the channels, of all shards one after the other.
  template <typename Visit> void pieces(std::size_t shard, Visit visit) const {
    int core = cores_[shard];
    if (!tensor_.in_dram) {
      visit(*chip_.cores[core], tensor_.address, 0, shard_bytes());
      return;
    }
    std::int64_t unit = bytes_ * (tensor_.tiled ? tile_elements : 1), units = std::int64_t(shard_bytes()) / unit;
    std::int64_t channels = std::int64_t(chip_.channels.size());
    for (std::int64_t done = 0; done < units;) {
      std::int64_t at = core * units + done, page = at / dram_page, offset = at % dram_page;
      std::int64_t count = std::min(dram_page - offset, units - done);
      std::int64_t address = tensor_.address + (page / channels * dram_page + offset) * unit;
      visit(*chip_.channels[page % channels], address, done * unit, count * unit);
      done += count;
    }
  }

  Chip &chip_;
  const Tensor &tensor_;
  std::vector<int> cores_;
  std::int64_t rows_, columns_, bytes_, across_;
};

// Rows and columns of a tensor: all sizes but the last are rows.
Place two_dimensions(const Tensor &tensor) {
  if (tensor.shape.empty()) {
    return {1, 1};
  }
  auto rows = std::accumulate(tensor.shape.begin(), tensor.shape.end() - 1, std::int64_t(1), std::multiplies<>());
  return {int(rows), int(tensor.shape.back())};
}

// ---- threads ------------------------------------------------------------------------------------------------------

// How long nothing may happen before a program counts as stuck: $TTMETAL_HOST_PATIENCE in seconds, or 20.
std::chrono::seconds patience() {
  const char *given = std::getenv("TTMETAL_HOST_PATIENCE");
  int seconds = given != nullptr ? std::atoi(given) : 0;
  return std::chrono::seconds(seconds > 0 ? seconds : 20);
}

class Launch {
public:
  explicit Launch(Chip &chip) : chip_(chip), used_semaphores_(chip.cores.size()) {
    for (auto &core : chip.cores) {
      core->rings.clear();
    }
  }

  void add(const Kernel &kernel) {
    std::vector<int> cores = numbers(chip_, kernel.cores);
    for (const CircularBuffer &buffer : kernel.buffers) {
      if (std::find(ports_.begin(), ports_.end(), buffer.port) == ports_.end()) { // the first kernel makes it
        ports_.push_back(buffer.port);
        for (int core : cores) {
          chip_.cores[core]->rings[buffer.port] = Ring{buffer.address, buffer.size, buffer.page, buffer.format};
        }
      }
    }
    std::vector<std::int32_t> arguments;
    for (const Argument &argument : kernel.arguments) {
      arguments.push_back(argument.kind == Argument::number ? argument.value : semaphore(cores, argument.value));
    }
    for (int core : cores) {
      add_threads(kernel, core, arguments);
    }
  }

  void run() {
    team_.running = int(threads_.size());
    std::vector<std::thread> running;
    for (auto &[thread, entry] : threads_) {
      running.emplace_back([&thread, entry] { thread->run(entry); });
    }
    watch();
    for (auto &each : running) {
      each.join();
    }
    if (team_.stopped) {
      throw Fault(team_.failure);
    }
  }

private:
  void add_threads(const Kernel &kernel, int core, const std::vector<std::int32_t> &arguments) {
    bool computes = kernel.processor == Processor::tensix || kernel.processor == Processor::tensix_32_bit;
    auto registers = std::make_shared<Registers>();
    registers->tiles = kernel.processor == Processor::tensix_32_bit ? 4 : 8;
    for (Role role : computes ? std::vector{unpack, math, pack} : std::vector{noc}) {
      std::string name = kernel.name + (role == unpack ? " unpack" : role == math ? " math" : role == pack ? " pack" : "");
      name += " on " + chip_.cores[core]->name.substr(6); // behind "L1 of "
      auto thread = std::make_unique<Thread>(team_, chip_, *chip_.cores[core], chip_.desc.workers[core], role, name,
                                             registers, arguments);
      threads_.emplace_back(std::move(thread), kernel.entry);
    }
  }

  // A semaphore on some cores: the first number that is free on all of them.
  int semaphore(const std::vector<int> &cores, std::int32_t value) {
    for (int number = 0; number < semaphores; ++number) {
      auto is_used = [&](int core) { return used_semaphores_[core] >> number & 1; };
      if (std::none_of(cores.begin(), cores.end(), is_used)) {
        for (int core : cores) {
          used_semaphores_[core] |= 1u << number;
          *chip_.cores[core]->word(number * semaphore_bytes) = std::uint32_t(value);
        }
        return number;
      }
    }
    throw Fault("no semaphore is free");
  }

  // Returns when all threads are done, or nothing has happened for a while: then they are stopped.
  void watch() {
    std::unique_lock lock(team_.mutex);
    long before = -1;
    while (!team_.ended.wait_for(lock, patience(), [&] { return team_.running == 0; })) {
      long now = team_.progress;
      if (now == before && !team_.stopped) {
        team_.failure = "no thread has got on for " + std::to_string(patience().count()) + " s" + waits();
        team_.stopped = true;
      }
      before = now;
    }
  }

  std::string waits() {
    std::string text;
    for (auto &[thread, entry] : threads_) {
      if (const char *what = thread->waiting) {
        text += "\n  " + thread->name + " waits: " + what;
      }
    }
    return text;
  }

  Chip &chip_;
  Team team_;
  std::vector<int> ports_;
  std::vector<std::uint32_t> used_semaphores_;
  std::vector<std::pair<std::unique_ptr<Thread>, void (*)()>> threads_;
};

} // namespace

const std::string &Program::next_file() {
  if (next_ == files_.size()) {
    throw Fault("the command line names " + std::to_string(next_) + " files, the program needs more");
  }
  return files_[next_++];
}

void Program::input(const Tensor &tensor) {
  const std::string &name = next_file();
  std::ifstream file(name, std::ios::binary);
  Bytes given{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  Placement placement(chip_, tensor);
  auto [rows, columns] = two_dimensions(tensor);
  std::size_t bytes = element_bytes(tensor.format), row_bytes = columns * bytes, width = placement.width() * bytes;
  if (given.size() != rows * row_bytes) {
    throw Fault(name + " has " + std::to_string(given.size()) + " bytes, its tensor " + std::to_string(rows * row_bytes));
  }
  Bytes whole(placement.height() * width);
  for (int row = 0; row < rows; ++row) {
    std::copy_n(given.begin() + std::ptrdiff_t(row * row_bytes), row_bytes, whole.begin() + std::ptrdiff_t(row * width));
  }
  for (std::size_t shard = 0; shard < placement.shards(); ++shard) {
    placement.write(shard, placement.cut(whole, shard));
  }
}

void Program::output(const Tensor &tensor) {
  Placement placement(chip_, tensor);
  auto [rows, columns] = two_dimensions(tensor);
  std::size_t bytes = element_bytes(tensor.format), width = placement.width() * bytes;
  Bytes whole(placement.height() * width);
  for (std::size_t shard = 0; shard < placement.shards(); ++shard) {
    placement.join(whole, shard, placement.read(shard));
  }
  std::ofstream file(next_file(), std::ios::binary);
  for (int row = 0; row < rows; ++row) {
    file.write(reinterpret_cast<const char *>(&whole[row * width]), std::streamsize(columns * bytes));
  }
  if (!file.flush()) {
    throw Fault("cannot write " + files_[next_ - 1]);
  }
}

void Program::fill(const Tensor &tensor, std::uint32_t word) {
  Placement placement(chip_, tensor);
  Bytes data(placement.shard_bytes());
  for (std::size_t i = 0; i < data.size(); ++i) {
    data[i] = std::uint8_t(word >> i % 4 * 8);
  }
  for (std::size_t shard = 0; shard < placement.shards(); ++shard) {
    placement.write(shard, data);
  }
}

void Program::enqueue(const std::vector<Kernel> &kernels) {
  Launch launch(chip_);
  for (const Kernel &kernel : kernels) {
    launch.add(kernel);
  }
  launch.run();
}

int Program::run(void (*commands)(Program &), const ChipDesc &desc, int count, char **arguments) {
  try {
    Chip chip(desc);
    Program program(chip, count, arguments);
    commands(program);
    return 0;
  } catch (const std::exception &error) {
    std::cerr << "error: " << error.what() << "\n";
    return 1;
  }
}

} // namespace ttmetal_host
