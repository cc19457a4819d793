// What the threads of a compute kernel call. Each takes its part of a call: one reads tiles from L1 and hands them on, one
// computes in a section of the destination register, one writes the section's tiles to L1.
//
// Arithmetic is float32, each operation rounded once. Functions that the standard library has are computed in double and
// rounded; so are sums within a tile and inner products.

#include <bit>
#include <cmath>
#include <functional>

#include "ttmetal_host/kernel_interface.hpp"
#include "ttmetal_host/machine.hpp"

using namespace ttmetal_host;

namespace {

constexpr std::size_t source_registers = 2;

Thread &self() { return Thread::self(); }
bool is(Role role) { return self().role == role; }
Registers &registers() { return *self().registers; }

// ---- between the threads ------------------------------------------------------------------------------------------

void hand_on(std::vector<Values> operands) {
  self().wait("a source register", [] { return registers().sources.size() < source_registers; });
  self().change([&] { registers().sources.push_back(std::move(operands)); });
}

std::vector<Values> take() {
  self().wait("unpacked operands", [] { return !registers().sources.empty(); });
  std::vector<Values> operands;
  self().change([&] {
    operands = std::move(registers().sources.front());
    registers().sources.pop_front();
  });
  return operands;
}

void commit(Registers::Section section) {
  self().change([&] { registers().committed.push_back(std::move(section)); });
}

void acquire() {
  self().wait("a section of DST", [] { return registers().free > 0; });
  self().change([] { --registers().free; });
}

Registers::Section take_committed() {
  self().wait("a committed section of DST", [] { return !registers().committed.empty(); });
  Registers::Section section;
  self().change([&] {
    section = std::move(registers().committed.front());
    registers().committed.pop_front();
  });
  return section;
}

void release() {
  self().change([] { ++registers().free; });
}

void require_index(int index) {
  if (index < 0 || index >= registers().tiles) {
    throw Fault("DST index " + std::to_string(index) + ", a section has " + std::to_string(registers().tiles));
  }
}

// A tile of the section that math has acquired; zeros if nothing has written it.
Values &dst(int index) {
  require_index(index);
  if (!registers().math) {
    throw Fault("DST is used and was not acquired");
  }
  return registers().math->try_emplace(index, zeros(tile_elements)).first->second;
}

bool is_written(int index) {
  require_index(index);
  return registers().math && registers().math->contains(index);
}

// ---- tiles in L1 --------------------------------------------------------------------------------------------------

Values tiles_at(int cb, int index, int count) {
  const Ring &ring = self().ring(cb);
  std::size_t bytes = std::size_t(count) * tile_elements * element_bytes(ring.format);
  std::int64_t address = std::int64_t(self().read_pointer(cb)) + std::int64_t(index) * ring.page;
  return decode(self().core.at(address, bytes), std::size_t(count) * tile_elements, ring.format);
}

void write_pages(int cb, std::uint32_t page, const Values &values) {
  const Ring &ring = self().ring(cb);
  Bytes data = encode(values, ring.format);
  std::int64_t address = self().write_pointer(cb) + std::int64_t(page) * ring.page;
  std::copy(data.begin(), data.end(), self().core.at(address, data.size()));
}

// The same numbers elsewhere: `from(i)` is where the i-th comes from.
template <typename From> Values moved(const Values &values, From from) {
  Values result = zeros(values.size(), values.format);
  for (std::size_t i = 0; i < values.size(); ++i) {
    is_real(values.format) ? void(result.real[i] = values.real[from(i)])
                           : void(result.whole[i] = values.whole[from(i)]);
  }
  return result;
}

// 32 rows of `count` tiles' width as tiles, or the other way round.
Values retiled(const Values &values, int count, bool to_tiles) {
  std::vector<std::size_t> row_of_tile(values.size()), tile_of_row(values.size());
  for (std::size_t row = 0; row < side; ++row) {
    for (std::size_t column = 0; column < std::size_t(count) * side; ++column) {
      std::size_t tile = column / side * tile_elements + tile_position(row, column % side);
      std::size_t flat = row * count * side + column;
      row_of_tile[tile] = flat;
      tile_of_row[flat] = tile;
    }
  }
  const auto &from = to_tiles ? row_of_tile : tile_of_row;
  return moved(values, [&](std::size_t i) { return from[i]; });
}

void move_block(int source, int count, int target, bool to_tiles) {
  if (is(unpack)) {
    hand_on({retiled(tiles_at(source, 0, count), count, to_tiles)});
  } else if (is(math)) {
    acquire();
    Registers::Section section;
    section.emplace(0, std::move(take()[0]));
    commit(std::move(section));
  } else if (is(pack)) {
    Values block = take_committed().at(0);
    write_pages(target, to_tiles ? 0 : self().packed[target], block);
    self().packed[target] += to_tiles ? 0 : count;
    release();
  }
}

// ---- element by element -------------------------------------------------------------------------------------------

using Real = std::function<float(float, float)>;
using Whole = std::function<std::int64_t(std::int64_t, std::int64_t)>;

Format common(Format a, Format b) {
  if (a == b || element_bytes(a) > element_bytes(b)) {
    return a;
  }
  return element_bytes(b) > element_bytes(a) ? b : Format::Int32;
}

Values combined(const Values &a, const Values &b, const Real &real, const Whole &whole) {
  if (!is_real(a.format) && !is_real(b.format) && whole) {
    Format format = common(a.format, b.format);
    Values result = zeros(a.size(), format);
    for (std::size_t i = 0; i < a.size(); ++i) {
      result.whole[i] = wrapped(whole(wrapped(a.whole[i], format), wrapped(b.whole[i], format)), format);
    }
    return result;
  }
  Values x = converted(a, Format::Float32), y = converted(b, Format::Float32);
  for (std::size_t i = 0; i < x.size(); ++i) {
    x.real[i] = real(x.real[i], y.real[i]);
  }
  return x;
}

void on_tiles(int cb0, int cb1, int index0, int index1, int destination, const Real &real, const Whole &whole) {
  if (is(unpack)) {
    hand_on({tiles_at(cb0, index0, 1), tiles_at(cb1, index1, 1)});
  } else if (is(math)) {
    auto operands = take();
    dst(destination) = combined(operands[0], operands[1], real, whole);
  }
}

void on_register(int index, const std::function<float(float)> &real,
                 const std::function<std::int64_t(std::int64_t)> &whole = {}) {
  if (is(math)) {
    Values &tile = dst(index);
    tile = combined(
        tile, tile, [&](float x, float) { return real(x); },
        whole ? Whole([&](std::int64_t x, std::int64_t) { return whole(x); }) : Whole());
  }
}

void on_registers(int first, int second, int destination, const Real &real, const Whole &whole) {
  if (is(math)) {
    Values result = combined(dst(first), dst(second), real, whole);
    dst(destination) = std::move(result);
  }
}

float add(float a, float b) { return a + b; }
float subtract(float a, float b) { return a - b; }
float multiply(float a, float b) { return a * b; }
float divide(float a, float b) { return a / b; }
float maximum(float a, float b) { return std::isnan(a) || a >= b ? a : b; }
float minimum(float a, float b) { return std::isnan(a) || a <= b ? a : b; }
std::int64_t add_whole(std::int64_t a, std::int64_t b) { return a + b; }
std::int64_t subtract_whole(std::int64_t a, std::int64_t b) { return a - b; }
std::int64_t multiply_whole(std::int64_t a, std::int64_t b) { return std::int64_t(std::uint64_t(a) * std::uint64_t(b)); }
std::int64_t maximum_whole(std::int64_t a, std::int64_t b) { return std::max(a, b); }
// The sign is the divisor's.
float remainder_of(float a, float b) {
  float rest = std::fmod(a, b);
  if (rest == 0) {
    return std::copysign(0.0f, b);
  }
  return (rest < 0) == (b < 0) ? rest : rest + b;
}
std::int64_t minimum_whole(std::int64_t a, std::int64_t b) { return std::min(a, b); }

// A function of the standard library, rounded once.
template <double (*function)(double)> float rounded(float x) { return float(function(x)); }

float sigmoid(float x) {
  float small = rounded<std::exp>(-std::fabs(x));
  return (x < 0 ? small : 1.0f) / (1.0f + small);
}

float gelu(float x) {
  double wide = x;
  return std::isinf(x) && x < 0 ? 0.0f : float(wide * 0.5 * std::erfc(-wide / std::sqrt(2.0)));
}

// ---- reductions ---------------------------------------------------------------------------------------------------

float at(const Values &tile, std::size_t row, std::size_t column) { return tile.real[tile_position(row, column)]; }

// What an element is multiplied by: one of the first row of the same face of the scaler, along what is reduced.
float weight(const Values &scaler, ReduceDim dimension, std::size_t row, std::size_t column) {
  std::size_t along = dimension == ReduceDim::REDUCE_COL ? row % face : column % face;
  return scaler.real[tile_position(row / face * face, column / face * face) + along];
}

// The exponent alone: what the pool of maxima takes of the scaler.
float power_of_two(float x) {
  int exponent;
  return x == 0 ? 0.0f : (std::frexp(x, &exponent), std::ldexp(1.0f, exponent - 1));
}

Values sums(const Values &tile, const Values &scaler, ReduceDim dimension) {
  bool along_rows = dimension == ReduceDim::REDUCE_ROW;
  Values result = zeros(tile_elements);
  double total = 0;
  for (std::size_t outer = 0; outer < side; ++outer) {
    double sum = 0;
    for (std::size_t inner = 0; inner < side; ++inner) {
      std::size_t row = along_rows ? outer : inner, column = along_rows ? inner : outer;
      sum += at(tile, row, column) * weight(scaler, dimension, row, column);
    }
    if (dimension == ReduceDim::REDUCE_SCALAR) {
      total += float(sum) * weight(scaler, dimension, 0, outer);
    } else {
      result.real[along_rows ? tile_position(outer, 0) : tile_position(0, outer)] = float(sum);
    }
  }
  if (dimension == ReduceDim::REDUCE_SCALAR) {
    result.real[0] = float(total);
  }
  return result;
}

Values maxima(const Values &tile, const Values &scaler, ReduceDim dimension) {
  Values result = zeros(tile_elements);
  std::vector<bool> seen(tile_elements);
  for (std::size_t row = 0; row < side; ++row) {
    for (std::size_t column = 0; column < side; ++column) {
      float value = at(tile, row, column) * power_of_two(weight(scaler, dimension, row, column));
      std::size_t to = tile_position(dimension == ReduceDim::REDUCE_ROW ? row : 0,
                                     dimension == ReduceDim::REDUCE_COL ? column : 0);
      result.real[to] = seen[to] ? maximum(result.real[to], value) : value;
      seen[to] = true;
    }
  }
  return result;
}

// Truth in a tile is 1.
template <typename Compare> Real truth_of(Compare compare) {
  return [=](float a, float b) { return float(compare(a, b)); };
}
template <typename Compare> Whole whole_truth_of(Compare compare) {
  return [=](std::int64_t a, std::int64_t b) { return std::int64_t(compare(a, b)); };
}

// The bits of whole numbers of 32 bits as ones of another format.
Values with_bits(const Values &values, Format format) {
  Values result = zeros(values.size(), format);
  for (std::size_t i = 0; i < values.size(); ++i) {
    result.whole[i] = wrapped(values.whole.at(i), format);
  }
  return result;
}

void on_bits(Format format, int first, int second, int destination, const Whole &whole) {
  if (is(math)) {
    Values result = combined(with_bits(dst(first), format), with_bits(dst(second), format), {}, whole);
    dst(destination) = std::move(result);
  }
}

float no_floats(float, float) { throw Fault("a function of integers gets floats"); }

Values product(const Values &a, const Values &b, bool transpose) {
  Values result = zeros(tile_elements);
  for (std::size_t row = 0; row < side; ++row) {
    for (std::size_t column = 0; column < side; ++column) {
      double sum = 0;
      for (std::size_t k = 0; k < side; ++k) {
        sum += double(at(a, row, k)) * double(transpose ? at(b, column, k) : at(b, k, column));
      }
      result.real[tile_position(row, column)] = float(sum);
    }
  }
  return result;
}

void accumulate(int destination, const Values &values, const Real &joined) {
  bool first = !is_written(destination);
  Values &tile = dst(destination);
  tile = first ? values : combined(tile, values, joined, {});
}

} // namespace

namespace ttmetal_host {

void reduce(PoolType pool, ReduceDim dimension, int cb, int scaler, int index, int scaler_index, int destination) {
  if (is(unpack)) {
    hand_on({tiles_at(cb, index, 1), tiles_at(scaler, scaler_index, 1)});
  } else if (is(math)) {
    auto operands = take();
    Values tile = converted(operands[0], Format::Float32), factor = converted(operands[1], Format::Float32);
    if (pool == PoolType::MAX) {
      accumulate(destination, maxima(tile, factor, dimension), maximum);
    } else {
      accumulate(destination, sums(tile, factor, dimension), add);
    }
  }
}

void typecast(DataFormat to, int destination) {
  constexpr Format formats[] = {Format::Float32, Format::Float16, Format::BFloat16, Format::BFloat16,
                                Format::UInt32,  Format::UInt16,  Format::UInt8,    Format::Int32};
  if (is(math)) {
    dst(destination) = converted(dst(destination), formats[int(to)]);
  }
}

void broadcast(BroadcastType type, int cb, int index, int destination) {
  if (is(unpack)) {
    hand_on({tiles_at(cb, index, 1)});
  } else if (is(math)) {
    Values tile = std::move(take()[0]);
    bool one_row = type == BroadcastType::ROW || type == BroadcastType::SCALAR;
    bool one_column = type == BroadcastType::COL || type == BroadcastType::SCALAR;
    std::vector<std::size_t> from(tile_elements);
    for (std::size_t row = 0; row < side; ++row) {
      for (std::size_t column = 0; column < side; ++column) {
        from[tile_position(row, column)] = tile_position(one_row ? 0 : row, one_column ? 0 : column);
      }
    }
    dst(destination) = moved(tile, [&](std::size_t i) { return from[i]; });
  }
}

} // namespace ttmetal_host

// ---- sections -----------------------------------------------------------------------------------------------------

void tile_regs_acquire() {
  if (is(math)) {
    acquire();
    registers().math.emplace();
  }
}

void tile_regs_commit() {
  if (is(math)) {
    if (!registers().math) {
      throw Fault("tile_regs_commit without tile_regs_acquire");
    }
    commit(std::move(*registers().math));
    registers().math.reset();
  }
}

void tile_regs_wait() {
  if (is(pack)) {
    registers().pack = take_committed();
  }
}

void tile_regs_release() {
  if (is(pack)) {
    registers().pack.reset();
    release();
  }
}

// ---- moving tiles -------------------------------------------------------------------------------------------------

void pack_tile_in_order(int source, int cb) {
  if (is(pack)) {
    require_index(source);
    if (!registers().pack) {
      throw Fault("pack_tile without tile_regs_wait");
    }
    auto found = registers().pack->find(source);
    write_pages(cb, self().packed[cb], found == registers().pack->end() ? zeros(tile_elements) : found->second);
    ++self().packed[cb];
  }
}

void copy_tile(int cb, int index, int destination) {
  if (is(unpack)) {
    hand_on({tiles_at(cb, index, 1)});
  } else if (is(math)) {
    Values tile = std::move(take()[0]);
    dst(destination) = std::move(tile);
  }
}

void transpose_wh_tile(int cb, int index, int destination) {
  if (is(unpack)) {
    hand_on({tiles_at(cb, index, 1)});
  } else if (is(math)) {
    Values tile = std::move(take()[0]);
    std::vector<std::size_t> from(tile_elements);
    for (std::size_t row = 0; row < side; ++row) {
      for (std::size_t column = 0; column < side; ++column) {
        from[tile_position(row, column)] = tile_position(column, row);
      }
    }
    dst(destination) = moved(tile, [&](std::size_t i) { return from[i]; });
  }
}

void tilize_block(int source, int count, int target) { move_block(source, count, target, true); }

void untilize_block(int source, int count, int target) { move_block(source, count, target, false); }

// ---- computing ----------------------------------------------------------------------------------------------------

void matmul_tiles(int cb0, int cb1, int index0, int index1, int destination, int transpose) {
  if (is(unpack)) {
    hand_on({tiles_at(cb0, index0, 1), tiles_at(cb1, index1, 1)});
  } else if (is(math)) {
    auto operands = take();
    Values a = converted(operands[0], Format::Float32), b = converted(operands[1], Format::Float32);
    accumulate(destination, product(a, b, transpose != 0), add);
  }
}

#define TILES(name, real, whole)                                                                                       \
  void name(int cb0, int cb1, int index0, int index1, int destination) {                                              \
    on_tiles(cb0, cb1, index0, index1, destination, real, whole);                                                     \
  }
#define BINARY(name, real, whole)                                                                                      \
  void name(int first, int second, int destination) { on_registers(first, second, destination, real, whole); }
#define UNARY(name, ...)                                                                                               \
  void name(int destination) { on_register(destination, __VA_ARGS__); }

TILES(add_tiles, add, add_whole)
TILES(sub_tiles, subtract, subtract_whole)
TILES(mul_tiles, multiply, multiply_whole)

BINARY(add_binary_tile, add, add_whole)
BINARY(sub_binary_tile, subtract, subtract_whole)
BINARY(mul_binary_tile, multiply, multiply_whole)
BINARY(div_binary_tile, divide, {})
BINARY(binary_max_tile, maximum, maximum_whole)
BINARY(binary_min_tile, minimum, minimum_whole)
void max_tile(int first, int second) { binary_max_tile(first, second, first); }

UNARY(exp_tile, rounded<std::exp>)
UNARY(recip_tile, [](float x) { return 1.0f / x; })
UNARY(sqrt_tile, [](float x) { return std::sqrt(x); })
UNARY(rsqrt_tile, [](float x) { return 1.0f / std::sqrt(x); })
UNARY(relu_tile, [](float x) { return maximum(x, 0.0f); }, [](std::int64_t x) { return maximum_whole(x, 0); })
UNARY(sigmoid_tile, sigmoid)
UNARY(negative_tile, [](float x) { return -x; }, [](std::int64_t x) { return -x; })
UNARY(abs_tile, [](float x) { return std::fabs(x); }, [](std::int64_t x) { return x < 0 ? -x : x; })
UNARY(tanh_tile, rounded<std::tanh>)
UNARY(gelu_tile, gelu)
UNARY(log_tile, rounded<std::log>)
UNARY(sin_tile, rounded<std::sin>)
UNARY(cos_tile, rounded<std::cos>)
UNARY(tan_tile, rounded<std::tan>)
UNARY(cbrt_tile, rounded<std::cbrt>)
UNARY(isfinite_tile, [](float x) { return float(std::isfinite(x)); }, [](std::int64_t) { return std::int64_t(1); })
UNARY(floor_tile, [](float x) { return std::floor(x); }, [](std::int64_t x) { return x; })
UNARY(ceil_tile, [](float x) { return std::ceil(x); }, [](std::int64_t x) { return x; })
UNARY(sign_tile, [](float x) { return std::isnan(x) ? x : float((x > 0) - (x < 0)); },
      [](std::int64_t x) { return std::int64_t((x > 0) - (x < 0)); })
UNARY(expm1_tile, rounded<std::expm1>)
UNARY(log1p_tile, rounded<std::log1p>)
UNARY(logical_not_unary_tile, [](float x) { return float(x == 0); }, [](std::int64_t x) { return std::int64_t(x == 0); })
UNARY(nez_tile, [](float x) { return float(x != 0); }, [](std::int64_t x) { return std::int64_t(x != 0); })
UNARY(bitwise_not_tile, [](float x) { return no_floats(x, x); }, [](std::int64_t x) { return ~x; })
void eqz_tile(int destination) { logical_not_unary_tile(destination); }
void eqz_tile_int32(int destination) { eqz_tile(destination); }
void nez_tile_int32(int destination) { nez_tile(destination); }
void negative_tile_int32(int destination) { negative_tile(destination); }
void abs_tile_int32(int destination) { abs_tile(destination); }
void relu_tile_int32(int destination) { relu_tile(destination); }

BINARY(power_binary_tile, [](float a, float b) { return float(std::pow(double(a), double(b))); }, {})
BINARY(eq_binary_tile, truth_of(std::equal_to()), whole_truth_of(std::equal_to()))
BINARY(ne_binary_tile, truth_of(std::not_equal_to()), whole_truth_of(std::not_equal_to()))
BINARY(gt_binary_tile, truth_of(std::greater()), whole_truth_of(std::greater()))
BINARY(ge_binary_tile, truth_of(std::greater_equal()), whole_truth_of(std::greater_equal()))
BINARY(lt_binary_tile, truth_of(std::less()), whole_truth_of(std::less()))
BINARY(le_binary_tile, truth_of(std::less_equal()), whole_truth_of(std::less_equal()))
BINARY(remainder_binary_tile, remainder_of, {})
BINARY(add_int_tile, no_floats, add_whole)
BINARY(sub_int_tile, no_floats, subtract_whole)
BINARY(mul_int_tile, no_floats, multiply_whole)
BINARY(bitwise_and_binary_tile, no_floats, std::bit_and<std::int64_t>())
BINARY(bitwise_or_binary_tile, no_floats, std::bit_or<std::int64_t>())
BINARY(bitwise_xor_binary_tile, no_floats, std::bit_xor<std::int64_t>())

#define WORDS(name, format, whole)                                                                                     \
  void name(int first, int second, int destination) { on_bits(Format::format, first, second, destination, whole); }

WORDS(binary_max_int32_tile, Int32, maximum_whole)
WORDS(binary_min_int32_tile, Int32, minimum_whole)
WORDS(binary_max_uint32_tile, UInt32, maximum_whole)
WORDS(binary_min_uint32_tile, UInt32, minimum_whole)
WORDS(gt_int32_tile, Int32, whole_truth_of(std::greater()))
WORDS(ge_int32_tile, Int32, whole_truth_of(std::greater_equal()))
WORDS(lt_int32_tile, Int32, whole_truth_of(std::less()))
WORDS(le_int32_tile, Int32, whole_truth_of(std::less_equal()))
WORDS(div_int32_trunc_tile, Int32, [](std::int64_t a, std::int64_t b) { return b == 0 ? -1 : a / b; })
WORDS(remainder_int32_tile, Int32, [](std::int64_t a, std::int64_t b) { return b == 0 ? a : (a % b + b) % b; })

void clamp_tile(int destination, std::int32_t low, std::int32_t high) {
  float least = std::bit_cast<float>(low), most = std::bit_cast<float>(high);
  on_register(destination, [=](float x) { return minimum(maximum(x, least), most); });
}

void leaky_relu_tile(int destination, std::int32_t slope) {
  float factor = std::bit_cast<float>(slope);
  on_register(destination, [=](float x) { return x > 0 ? x : x * factor; });
}

void where_tile(int condition, int chosen, int other, int destination) {
  if (is(math)) {
    Values truth = dst(condition), result = dst(chosen);
    Values rest = converted(dst(other), result.format);
    for (std::size_t i = 0; i < truth.size(); ++i) {
      if (is_real(truth.format) ? truth.real[i] == 0 : truth.whole[i] == 0) {
        is_real(result.format) ? void(result.real[i] = rest.real[i]) : void(result.whole[i] = rest.whole[i]);
      }
    }
    dst(destination) = std::move(result);
  }
}
