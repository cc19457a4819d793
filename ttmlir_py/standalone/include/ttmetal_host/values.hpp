// Tiles as numbers: what formats hold, and how numbers become numbers of another format. Floating point is float32 between
// unpacking and packing, which rounds to nearest, ties to even.

#ifndef TTMETAL_HOST_VALUES_HPP
#define TTMETAL_HOST_VALUES_HPP

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "ttmetal_host/program.hpp"

namespace ttmetal_host {

// What a kernel or a program does wrong; the message is for the user.
class Fault : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

constexpr int side = 32, face = 16, tile_elements = side * side;

std::size_t element_bytes(Format format);
bool is_real(Format format);

// Numbers of a format: floats, or whole numbers in the format's range. One of the two vectors is empty.
struct Values {
  Format format = Format::Float32;
  std::vector<float> real = {};
  std::vector<std::int64_t> whole = {};

  std::size_t size() const { return is_real(format) ? real.size() : whole.size(); }
};

// Bytes of a format as numbers: floating point as float32, which holds all of them.
Values decode(const std::uint8_t *data, std::size_t count, Format format);

// Numbers in a format, rounded; then as bytes.
Values converted(const Values &values, Format format);
std::vector<std::uint8_t> encode(const Values &values, Format format);

// A whole number modulo the format's range.
std::int64_t wrapped(std::int64_t value, Format format);

// Zeros of the same format.
Values zeros(std::size_t count, Format format = Format::Float32);

// The position in a tile's memory of an element: four faces of 16x16, each in row-major order.
inline std::size_t tile_position(std::size_t row, std::size_t column) {
  return (row / face * 2 + column / face) * face * face + row % face * face + column % face;
}

} // namespace ttmetal_host

#endif // TTMETAL_HOST_VALUES_HPP
