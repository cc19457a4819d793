// TTNN's types, as far as emitted programs use them. They live where TTNN's do: a program's own function `add` that is
// called with tensors must not compete with ttnn::add.

#ifndef TTNN_HOST_TYPES_HPP
#define TTNN_HOST_TYPES_HPP

#include <array>
#include <concepts>
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "ttnn_host/connection.hpp"

namespace tt::tt_metal {

enum class DataType { BFLOAT16, FLOAT32, UINT32, BFLOAT8_B, BFLOAT4_B, UINT8, UINT16, INT32, INVALID };
enum class Layout { ROW_MAJOR, TILE, INVALID };
enum class BufferType { DRAM, L1, SYSTEM_MEMORY, L1_SMALL, TRACE };
enum class TensorMemoryLayout { INTERLEAVED, SINGLE_BANK, HEIGHT_SHARDED, WIDTH_SHARDED, BLOCK_SHARDED };

class Shape {
public:
  Shape(std::initializer_list<std::uint32_t> sizes) : sizes_(sizes) {}
  explicit Shape(std::vector<std::uint32_t> sizes) : sizes_(std::move(sizes)) {}
  const std::vector<std::uint32_t> &view() const { return sizes_; }

private:
  std::vector<std::uint32_t> sizes_;
};

struct MemoryConfig {
  TensorMemoryLayout memory_layout = TensorMemoryLayout::INTERLEAVED;
  BufferType buffer_type = BufferType::DRAM;

  MemoryConfig() = default;
  MemoryConfig(TensorMemoryLayout layout, BufferType type) : memory_layout(layout), buffer_type(type) {}
};

struct IDevice {
  int id = 0;
};

// A device, or none.
class OptionalDevice {
public:
  OptionalDevice(std::nullopt_t = std::nullopt) {}
  OptionalDevice(IDevice *device) : device_(device) {}
  OptionalDevice(IDevice &device) : device_(&device) {}
  const IDevice *get() const { return device_; }

private:
  const IDevice *device_ = nullptr;
};

// A tensor, which lives on the other side of the connection; copies are names of the same tensor.
class Tensor {
public:
  Tensor() = default;
  explicit Tensor(std::int64_t id) : handle_(std::make_shared<const Handle>(id)) {}

  std::int64_t id() const {
    if (!handle_) {
      throw ttnn::host::Error("a tensor is used that was never made");
    }
    return handle_->id;
  }

private:
  struct Handle {
    explicit Handle(std::int64_t number) : id(number) {}
    ~Handle() { ttnn::host::Connection::instance().release(id); }
    Handle(const Handle &) = delete;
    Handle &operator=(const Handle &) = delete;
    const std::int64_t id;
  };

  std::shared_ptr<const Handle> handle_;
};

} // namespace tt::tt_metal

namespace ttnn {

using tt::tt_metal::BufferType;
using tt::tt_metal::DataType;
using tt::tt_metal::IDevice;
using tt::tt_metal::Layout;
using tt::tt_metal::MemoryConfig;
using tt::tt_metal::OptionalDevice;
using tt::tt_metal::Shape;
using tt::tt_metal::Tensor;
using tt::tt_metal::TensorMemoryLayout;
template <typename T> using SmallVector = std::vector<T>;

namespace host {

// Add an item to the text of a list or object that has just been opened, or has items.
inline void append_item(std::string &text, const std::string &item) {
  if (text.back() != '[' && text.back() != '{') {
    text += ',';
  }
  text += item;
}

// Whole numbers, however they are written.
class Integers {
public:
  Integers(std::initializer_list<std::int64_t> values) : text_(joined(values)) {}
  Integers(const Shape &shape) : text_(joined(shape.view())) {}
  template <std::integral T> Integers(const std::vector<T> &values) : text_(joined(values)) {}
  template <std::integral T, std::size_t N> Integers(const std::array<T, N> &values) : text_(joined(values)) {}
  template <std::integral T> Integers(const std::vector<std::pair<T, T>> &pairs) {
    std::vector<T> flat;
    for (const auto &[low, high] : pairs) {
      flat.insert(flat.end(), {low, high});
    }
    text_ = joined(flat);
  }
  const std::string &text() const { return text_; }

private:
  template <typename Range> static std::string joined(const Range &values) {
    std::string text = "[";
    for (const auto &value : values) {
      append_item(text, std::to_string(value));
    }
    return text += ']';
  }

  std::string text_;
};

inline std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (const char each : text) {
    char escape[8];
    if (each == '"' || each == '\\' || static_cast<unsigned char>(each) < 0x20) {
      std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(each));
      result += escape;
    } else {
      result += each;
    }
  }
  return result += '"';
}

// An argument of a call as JSON; an absent optional is empty.
class Argument {
public:
  Argument(std::nullopt_t) {}
  Argument(const Tensor &tensor) : text_(object("tensor", std::to_string(tensor.id()))) {}
  Argument(const std::vector<Tensor> &tensors) : text_("[") {
    for (const Tensor &tensor : tensors) {
      append_item(text_, Argument(tensor).text_);
    }
    text_ += ']';
  }
  template <typename T>
    requires std::is_arithmetic_v<T>
  Argument(const std::vector<T> &numbers) : text_("[") {
    for (const T number : numbers) {
      append_item(text_, Argument(number).text_);
    }
    text_ += ']';
  }
  Argument(const OptionalDevice &device) {
    if (device.get()) {
      text_ = object("device", std::to_string(device.get()->id));
    }
  }
  Argument(IDevice *device) : Argument(OptionalDevice(device)) {}
  Argument(const Integers &values) : text_(values.text()) {}
  Argument(const Shape &shape) : text_(Integers(shape).text()) {}
  Argument(const std::string &text) : text_(quoted(text)) {}
  Argument(DataType type) : text_(object("DataType", std::to_string(static_cast<int>(type)))) {}
  Argument(Layout layout) : text_(object("Layout", std::to_string(static_cast<int>(layout)))) {}
  Argument(const MemoryConfig &config)
      : text_(object("memory_config",
                     Integers({static_cast<int>(config.memory_layout), static_cast<int>(config.buffer_type)}).text())) {}
  template <typename T>
    requires std::is_arithmetic_v<T>
  Argument(T value) {
    if constexpr (std::is_same_v<T, bool>) {
      text_ = value ? "true" : "false";
    } else if constexpr (std::is_integral_v<T>) {
      text_ = std::to_string(value);
    } else if (value != value) {
      text_ = "NaN";
    } else if (value - value != 0) {
      text_ = value > 0 ? "Infinity" : "-Infinity";
    } else {
      char digits[32];
      std::snprintf(digits, sizeof digits, "%.9g", static_cast<double>(value));
      text_ = digits;
    }
  }
  template <typename T> Argument(const std::optional<T> &value) {
    if (value) {
      text_ = Argument(*value).text();
    }
  }

  bool absent() const { return text_.empty(); }
  std::string text() const { return absent() ? "null" : text_; }

private:
  static std::string object(const char *key, const std::string &value) {
    std::string text = "{\"";
    text += key;
    text += "\":";
    text += value;
    return text += '}';
  }

  std::string text_;
};

struct Keyword {
  const char *name;
  Argument value;
};

// Call a function of the Python module; absent keyword arguments are left to its defaults.
inline std::string call(const char *function, std::initializer_list<Argument> arguments,
                        std::initializer_list<Keyword> keywords = {}) {
  std::string request = "{\"function\":";
  request += quoted(function);
  request += ",\"arguments\":[";
  for (const Argument &argument : arguments) {
    append_item(request, argument.text());
  }
  request += "],\"keywords\":{";
  for (const Keyword &keyword : keywords) {
    if (!keyword.value.absent()) {
      append_item(request, quoted(keyword.name));
      request += ':';
      request += keyword.value.text();
    }
  }
  request += '}';
  return Connection::instance().call(std::move(request));
}

inline Tensor tensor(const std::string &answer) { return Tensor(std::stoll(answer)); }

} // namespace host
} // namespace ttnn

namespace tt::tt_metal {

// Type and values of a tensor, on one line.
inline std::ostream &operator<<(std::ostream &stream, const Tensor &tensor) {
  return stream << ttnn::host::call("host.describe", {tensor});
}

} // namespace tt::tt_metal

#endif // TTNN_HOST_TYPES_HPP
