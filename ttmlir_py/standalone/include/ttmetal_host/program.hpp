// A program of a TTMetal binary: tensors on the chip, and kernels on cores, run one command after the other. A program's
// `main` says in these terms what the binary says, with its kernels' text before it.

#ifndef TTMETAL_HOST_PROGRAM_HPP
#define TTMETAL_HOST_PROGRAM_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ttmetal_host {

enum class Format { Float32, Float16, BFloat16, UInt32, UInt16, UInt8, Int32 };

// Row and column.
struct Place {
  int y, x;
  bool operator==(const Place &) const = default;
};

// A rectangle of cores: its first, and how many rows and columns.
struct Range {
  Place first, size;
};

// A tensor: each core of its rectangle has a shard of it, in L1 or, in the order of all cores, in DRAM.
struct Tensor {
  std::int64_t address;
  std::vector<std::int64_t> shape;
  Format format;
  std::vector<std::int64_t> shard; // in tiles if it has tiles; all sizes but the last are rows
  bool tiled, in_dram;
  std::vector<Range> cores;
};

struct CircularBuffer {
  int port;
  std::uint32_t address, size, page;
  Format format;
};

// A kernel's argument at run time.
struct Argument {
  enum { semaphore, number } kind;
  std::int32_t value; // of a semaphore the first one; the kernel gets its number
};

enum class Processor { noc0, noc1, tensix, tensix_32_bit };

struct Kernel {
  std::string name;
  void (*entry)();
  Processor processor;
  std::vector<Range> cores;
  std::vector<CircularBuffer> buffers;
  std::vector<Argument> arguments;
};

// What is known of the chip.
struct ChipDesc {
  Place grid;
  std::uint32_t l1_size;
  std::uint64_t channel_size;           // of DRAM
  std::vector<Place> workers, channels; // on the network: cores row by row, and channels of DRAM
};

class Chip;

// The commands, in order. Values of tensors are read from the files that the command line names, inputs first, and
// written to the rest: the format's own numbers, rows of the tensor one after the other, nothing else.
class Program {
public:
  Program(Chip &chip, int count, char **arguments) : chip_(chip), files_(arguments + 1, arguments + count) {}

  void input(const Tensor &tensor);
  void fill(const Tensor &tensor, std::uint32_t word);
  void enqueue(const std::vector<Kernel> &kernels);
  void output(const Tensor &tensor);

  // Runs `commands`, tells on standard error what went wrong; the exit code of `main`.
  static int run(void (*commands)(Program &), const ChipDesc &desc, int count, char **arguments);

private:
  const std::string &next_file();

  Chip &chip_;
  const std::vector<std::string> files_;
  std::size_t next_ = 0;
};

} // namespace ttmetal_host

#endif // TTMETAL_HOST_PROGRAM_HPP
