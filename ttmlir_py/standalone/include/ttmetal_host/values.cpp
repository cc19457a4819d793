#include "ttmetal_host/values.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace ttmetal_host {

namespace {

std::uint16_t bfloat_bits(float value) {
  auto bits = std::bit_cast<std::uint32_t>(value);
  if (std::isnan(value)) {
    return std::uint16_t((bits >> 16 & 0x8000) | 0x7FC0);
  }
  return std::uint16_t((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

float half_value(std::uint16_t bits) {
  int exponent = bits >> 10 & 31, mantissa = bits & 0x3FF;
  float magnitude = exponent == 31  ? (mantissa ? NAN : INFINITY)
                    : exponent == 0 ? std::ldexp(float(mantissa), -24)
                                    : std::ldexp(float(mantissa + 1024), exponent - 25);
  return std::copysign(magnitude, bits & 0x8000 ? -1.0f : 1.0f);
}

std::uint16_t half_bits(float value) {
  std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  float magnitude = std::fabs(value);
  if (std::isnan(value)) {
    return sign | 0x7E00;
  }
  if (magnitude >= 65520.0f) { // halfway behind the largest number
    return sign | 0x7C00;
  }
  int exponent = magnitude < std::ldexp(1.0f, -14) ? -14 : std::ilogb(magnitude);
  // In steps of the last place, rounded by the current mode: to nearest, ties to even. A carry goes into the exponent.
  auto steps = std::uint16_t(std::nearbyint(std::ldexp(magnitude, 10 - exponent)));
  return std::uint16_t(sign | (steps < 1024 ? steps : steps + ((exponent + 14) << 10)));
}

template <typename T> void read_whole(const std::uint8_t *data, std::size_t count, Values &values) {
  values.whole.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    T number;
    std::memcpy(&number, data + i * sizeof(T), sizeof(T));
    values.whole[i] = number;
  }
}

std::int64_t lowest(Format format) { return format == Format::Int32 ? std::numeric_limits<std::int32_t>::min() : 0; }

std::int64_t highest(Format format) {
  return format == Format::Int32 ? std::numeric_limits<std::int32_t>::max()
                                 : (std::int64_t(1) << 8 * element_bytes(format)) - 1;
}

// The vector unit's conversions: UInt8 keeps the lowest bits, UInt16 rounds half up; all others are cut off and saturate.
std::int64_t whole_of(double value, Format format) {
  if (format == Format::UInt8) {
    double limit = std::ldexp(1.0, 40);
    return std::isfinite(value) ? std::int64_t(std::clamp(value, -limit, limit)) & 0xFF : 0;
  }
  if (std::isnan(value)) {
    return highest(format);
  }
  double rounded = format == Format::UInt16 ? std::floor(value + 0.5) : std::trunc(value);
  return std::int64_t(std::clamp(rounded, double(lowest(format)), double(highest(format))));
}

std::int64_t whole_of(std::int64_t value, Format from, Format to) {
  bool keeps_bits = to == Format::UInt8 || element_bytes(from) <= element_bytes(to);
  return keeps_bits ? wrapped(value, to) : std::clamp(value, lowest(to), highest(to));
}

} // namespace

std::size_t element_bytes(Format format) {
  switch (format) {
  case Format::UInt8:
    return 1;
  case Format::Float16:
  case Format::BFloat16:
  case Format::UInt16:
    return 2;
  default:
    return 4;
  }
}

bool is_real(Format format) {
  return format == Format::Float32 || format == Format::Float16 || format == Format::BFloat16;
}

std::int64_t wrapped(std::int64_t value, Format format) {
  return format == Format::Int32 ? std::int32_t(value) : value & highest(format);
}

Values zeros(std::size_t count, Format format) {
  Values values{format};
  is_real(format) ? values.real.resize(count) : values.whole.resize(count);
  return values;
}

Values decode(const std::uint8_t *data, std::size_t count, Format format) {
  Values values{is_real(format) ? Format::Float32 : format};
  if (format == Format::Float32) {
    values.real.resize(count);
    std::memcpy(values.real.data(), data, count * sizeof(float));
  } else if (is_real(format)) {
    values.real.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      auto bits = std::uint16_t(data[2 * i] | data[2 * i + 1] << 8);
      values.real[i] =
          format == Format::BFloat16 ? std::bit_cast<float>(std::uint32_t(bits) << 16) : half_value(bits);
    }
  } else if (format == Format::UInt32) {
    read_whole<std::uint32_t>(data, count, values);
  } else if (format == Format::Int32) {
    read_whole<std::int32_t>(data, count, values);
  } else if (format == Format::UInt16) {
    read_whole<std::uint16_t>(data, count, values);
  } else {
    read_whole<std::uint8_t>(data, count, values);
  }
  return values;
}

Values converted(const Values &values, Format format) {
  Values result = zeros(values.size(), format);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!is_real(format)) {
      result.whole[i] = is_real(values.format) ? whole_of(double(values.real[i]), format)
                                               : whole_of(values.whole[i], values.format, format);
      continue;
    }
    float number = is_real(values.format) ? values.real[i] : float(values.whole[i]);
    if (format == Format::BFloat16) {
      number = std::bit_cast<float>(std::uint32_t(bfloat_bits(number)) << 16);
    } else if (format == Format::Float16) {
      number = half_value(half_bits(number));
    }
    result.real[i] = number;
  }
  return result;
}

std::vector<std::uint8_t> encode(const Values &values, Format format) {
  Values rounded = values.format == format ? values : converted(values, format);
  std::size_t bytes = element_bytes(format);
  std::vector<std::uint8_t> data(rounded.size() * bytes);
  for (std::size_t i = 0; i < rounded.size(); ++i) {
    std::uint32_t bits = !is_real(format)                ? std::uint32_t(rounded.whole[i])
                         : format == Format::Float32     ? std::bit_cast<std::uint32_t>(rounded.real[i])
                         : format == Format::BFloat16    ? bfloat_bits(rounded.real[i])
                                                         : half_bits(rounded.real[i]);
    std::memcpy(data.data() + i * bytes, &bits, bytes); // the lowest bytes come first
  }
  return data;
}

} // namespace ttmetal_host
