// TTNN's functions, with its parameters in its order. Parameters that choose how the device computes, not what, exist
// so that calls compile: they take std::nullopt.

#ifndef TTNN_HOST_FUNCTIONS_HPP
#define TTNN_HOST_FUNCTIONS_HPP

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "ttnn_host/types.hpp"

namespace ttnn {

using OptionalDataType = std::optional<DataType>;
using OptionalLayout = std::optional<Layout>;
using OptionalMemoryConfig = std::optional<MemoryConfig>;
using OptionalTensor = std::optional<Tensor>;
using host::Integers;

// ---- devices, layouts, memory -------------------------------------------------------------------------------------

inline IDevice &open_device(int id) {
  static IDevice device;
  device.id = id;
  return device;
}

inline void close_device(IDevice &) {}

inline Tensor to_layout(const Tensor &x, Layout layout, const OptionalDataType &dtype = std::nullopt,
                        const OptionalMemoryConfig &memory_config = std::nullopt, IDevice *device = nullptr) {
  return host::tensor(host::call("to_layout", {x, layout},
                                 {{"dtype", dtype}, {"memory_config", memory_config}, {"device", device}}));
}

inline Tensor to_memory_config(const Tensor &x, const MemoryConfig &memory_config,
                               const OptionalDataType &dtype = std::nullopt) {
  return host::tensor(host::call("to_memory_config", {x, memory_config}, {{"dtype", dtype}}));
}

inline Tensor to_device(const Tensor &x, IDevice *device, const OptionalMemoryConfig &memory_config = std::nullopt) {
  return host::tensor(host::call("to_device", {x, device}, {{"memory_config", memory_config}}));
}

inline Tensor from_device(const Tensor &x) { return host::tensor(host::call("from_device", {x})); }

inline Tensor to_dtype(const Tensor &x, DataType dtype) { return host::tensor(host::call("to_dtype", {x, dtype})); }

inline Tensor typecast(const Tensor &x, DataType dtype, const OptionalMemoryConfig &memory_config = std::nullopt,
                       const OptionalTensor &output = std::nullopt) {
  return host::tensor(
      host::call("typecast", {x, dtype}, {{"memory_config", memory_config}, {"output_tensor", output}}));
}

inline void deallocate(const Tensor &x, bool force = true) { host::call("deallocate", {x, force}); }

// ---- creation -----------------------------------------------------------------------------------------------------

inline Tensor full(const Integers &shape, float value, const OptionalDataType &dtype = std::nullopt,
                   const OptionalLayout &layout = std::nullopt, const OptionalDevice &device = std::nullopt,
                   const OptionalMemoryConfig &memory_config = std::nullopt) {
  return host::tensor(host::call(
      "full", {shape, value},
      {{"dtype", dtype}, {"layout", layout}, {"device", device}, {"memory_config", memory_config}}));
}

template <typename T>
Tensor from_buffer(const std::vector<T> &buffer, const Integers &shape, DataType dtype, const OptionalDevice &device,
                   const OptionalLayout &layout = std::nullopt,
                   const OptionalMemoryConfig &memory_config = std::nullopt) {
  return host::tensor(host::call("from_buffer", {buffer, shape, dtype, device},
                                 {{"layout", layout}, {"memory_config", memory_config}}));
}

#define TTNN_HOST_CREATION(name)                                                                                       \
  inline Tensor name(const Integers &shape, const OptionalDataType &dtype = std::nullopt,                              \
                     const OptionalLayout &layout = std::nullopt, const OptionalDevice &device = std::nullopt,         \
                     const OptionalMemoryConfig &memory_config = std::nullopt) {                                       \
    return host::tensor(host::call(                                                                                    \
        #name, {shape},                                                                                                \
        {{"dtype", dtype}, {"layout", layout}, {"device", device}, {"memory_config", memory_config}}));                \
  }
TTNN_HOST_CREATION(empty)
TTNN_HOST_CREATION(ones)
TTNN_HOST_CREATION(zeros)
#undef TTNN_HOST_CREATION

inline Tensor arange(std::int64_t start, std::int64_t end, std::int64_t step, DataType dtype = DataType::BFLOAT16,
                     const OptionalDevice &device = std::nullopt,
                     const OptionalMemoryConfig &memory_config = std::nullopt) {
  return host::tensor(host::call("arange", {start, end, step},
                                 {{"dtype", dtype}, {"device", device}, {"memory_config", memory_config}}));
}

// ---- element-wise -------------------------------------------------------------------------------------------------

#define TTNN_HOST_UNARY(name)                                                                                          \
  inline Tensor name(const Tensor &x, const OptionalMemoryConfig &memory_config = std::nullopt,                        \
                     const OptionalTensor &output = std::nullopt) {                                                    \
    return host::tensor(host::call(#name, {x}, {{"memory_config", memory_config}, {"output_tensor", output}}));        \
  }

#define TTNN_HOST_APPROXIMABLE(name)                                                                                   \
  inline Tensor name(const Tensor &x, bool fast_and_approximate_mode = false,                                          \
                     const OptionalMemoryConfig &memory_config = std::nullopt,                                         \
                     const OptionalTensor &output = std::nullopt) {                                                    \
    return host::tensor(host::call(#name, {x},                                                                         \
                                   {{"fast_and_approximate_mode", fast_and_approximate_mode},                          \
                                    {"memory_config", memory_config},                                                  \
                                    {"output_tensor", output}}));                                                      \
  }

#define TTNN_HOST_BINARY(name, python)                                                                                 \
  inline Tensor name(const Tensor &a, const Tensor &b, const OptionalDataType &dtype = std::nullopt,                   \
                     const OptionalMemoryConfig &memory_config = std::nullopt,                                         \
                     const OptionalTensor &output = std::nullopt) {                                                    \
    return host::tensor(host::call(                                                                                    \
        #python, {a, b}, {{"dtype", dtype}, {"memory_config", memory_config}, {"output_tensor", output}}));            \
  }

#include "ttnn_host/elementwise.inc"
#undef TTNN_HOST_UNARY
#undef TTNN_HOST_APPROXIMABLE
#undef TTNN_HOST_BINARY

inline Tensor where(const Tensor &condition, const Tensor &a, const Tensor &b,
                    const OptionalMemoryConfig &memory_config = std::nullopt,
                    const OptionalTensor &output = std::nullopt) {
  return host::tensor(
      host::call("where", {condition, a, b}, {{"memory_config", memory_config}, {"output_tensor", output}}));
}

inline Tensor where(const Tensor &condition, const Tensor &a, const Tensor &b, const Tensor &output) {
  return where(condition, a, b, std::nullopt, output);
}

inline Tensor clamp(const Tensor &x, float low, float high, const OptionalMemoryConfig &memory_config = std::nullopt,
                    const OptionalTensor &output = std::nullopt) {
  return host::tensor(
      host::call("clamp", {x, low, high}, {{"memory_config", memory_config}, {"output_tensor", output}}));
}

inline Tensor leaky_relu(const Tensor &x, float slope, const OptionalMemoryConfig &memory_config = std::nullopt,
                         const OptionalTensor &output = std::nullopt) {
  return host::tensor(
      host::call("leaky_relu", {x, slope}, {{"memory_config", memory_config}, {"output_tensor", output}}));
}

// ---- data movement ------------------------------------------------------------------------------------------------

inline Tensor reshape(const Tensor &x, const Integers &shape) { return host::tensor(host::call("reshape", {x, shape})); }

inline Tensor transpose(const Tensor &x, std::int64_t dim1, std::int64_t dim2) {
  return host::tensor(host::call("transpose", {x, dim1, dim2}));
}

inline Tensor permute(const Tensor &x, const Integers &dims, const OptionalMemoryConfig &memory_config = std::nullopt,
                      const std::optional<float> &pad_value = 0.0f) {
  return host::tensor(
      host::call("permute", {x, dims}, {{"memory_config", memory_config}, {"pad_value", pad_value}}));
}

inline Tensor concat(const std::vector<Tensor> &tensors, std::int64_t dim,
                     const OptionalMemoryConfig &memory_config = std::nullopt) {
  return host::tensor(host::call("concat", {tensors, dim}, {{"memory_config", memory_config}}));
}

inline Tensor slice(const Tensor &x, const Integers &begins, const Integers &ends, const Integers &steps) {
  return host::tensor(host::call("slice", {x, begins, ends, steps}));
}

inline Tensor repeat(const Tensor &x, const Integers &repeats) {
  return host::tensor(host::call("repeat", {x, repeats}));
}

inline Tensor repeat_interleave(const Tensor &x, std::int64_t repeats, std::int64_t dim,
                                const OptionalMemoryConfig &memory_config = std::nullopt) {
  return host::tensor(host::call("repeat_interleave", {x, repeats, dim}, {{"memory_config", memory_config}}));
}

inline Tensor pad(const Tensor &x, const Integers &padding, float value, bool use_multicore = true,
                  const OptionalMemoryConfig &memory_config = std::nullopt) {
  return host::tensor(host::call("pad", {x, padding, value},
                                 {{"use_multicore", use_multicore}, {"memory_config", memory_config}}));
}

// ---- products -----------------------------------------------------------------------------------------------------

inline Tensor matmul(const Tensor &a, const Tensor &b, bool transpose_a = false, bool transpose_b = false,
                     const OptionalMemoryConfig &memory_config = std::nullopt,
                     const OptionalDataType &dtype = std::nullopt, std::nullopt_t /*program_config*/ = std::nullopt,
                     std::nullopt_t /*activation*/ = std::nullopt,
                     std::nullopt_t /*compute_kernel_config*/ = std::nullopt,
                     std::nullopt_t /*core_grid*/ = std::nullopt, std::nullopt_t /*output_tile*/ = std::nullopt,
                     const OptionalTensor &output = std::nullopt) {
  return host::tensor(host::call("matmul", {a, b},
                                 {{"transpose_a", transpose_a},
                                  {"transpose_b", transpose_b},
                                  {"memory_config", memory_config},
                                  {"dtype", dtype},
                                  {"optional_output_tensor", output}}));
}

inline Tensor linear(const Tensor &a, const Tensor &b, const OptionalTensor &bias = std::nullopt,
                     bool transpose_a = false, bool transpose_b = false,
                     const OptionalMemoryConfig &memory_config = std::nullopt,
                     const OptionalDataType &dtype = std::nullopt, std::nullopt_t /*program_config*/ = std::nullopt,
                     std::nullopt_t /*activation*/ = std::nullopt,
                     std::nullopt_t /*compute_kernel_config*/ = std::nullopt,
                     std::nullopt_t /*core_grid*/ = std::nullopt, std::nullopt_t /*output_tile*/ = std::nullopt,
                     const OptionalTensor &output = std::nullopt) {
  return host::tensor(host::call("linear", {a, b},
                                 {{"bias", bias},
                                  {"transpose_a", transpose_a},
                                  {"transpose_b", transpose_b},
                                  {"memory_config", memory_config},
                                  {"dtype", dtype},
                                  {"optional_output_tensor", output}}));
}

// ---- reductions ---------------------------------------------------------------------------------------------------

#define TTNN_HOST_REDUCTION(name)                                                                                      \
  inline Tensor name(const Tensor &x, const std::optional<Integers> &dims = std::nullopt, bool keep_dim = false,       \
                     const OptionalMemoryConfig &memory_config = std::nullopt) {                                       \
    return host::tensor(                                                                                               \
        host::call(#name, {x, dims}, {{"keepdim", keep_dim}, {"memory_config", memory_config}}));                      \
  }
TTNN_HOST_REDUCTION(max)
TTNN_HOST_REDUCTION(mean)
TTNN_HOST_REDUCTION(min)
TTNN_HOST_REDUCTION(sum)
#undef TTNN_HOST_REDUCTION

inline Tensor prod(const Tensor &x, bool all_dimensions, std::int64_t dim = 0, bool keep_dim = false,
                   const OptionalMemoryConfig &memory_config = std::nullopt) {
  return host::tensor(host::call("prod", {x, all_dimensions, dim, keep_dim}, {{"memory_config", memory_config}}));
}

inline Tensor moreh_cumsum(const Tensor &x, std::int64_t dim, const OptionalTensor &output = std::nullopt,
                           const OptionalMemoryConfig &memory_config = std::nullopt,
                           std::nullopt_t /*compute_kernel_config*/ = std::nullopt) {
  return host::tensor(
      host::call("moreh_cumsum", {x, dim}, {{"output", output}, {"memory_config", memory_config}}));
}

inline Tensor softmax(const Tensor &x, std::int64_t dim, const OptionalMemoryConfig &memory_config = std::nullopt) {
  return host::tensor(host::call("softmax", {x, dim}, {{"memory_config", memory_config}}));
}

// ---- images -------------------------------------------------------------------------------------------------------

inline Tensor conv2d(const Tensor &x, const Tensor &weight, IDevice *device, std::int64_t in_channels,
                     std::int64_t out_channels, std::int64_t batch_size, std::int64_t input_height,
                     std::int64_t input_width, const Integers &kernel_size, const Integers &stride,
                     const Integers &padding, const Integers &dilation, std::int64_t groups,
                     const OptionalTensor &bias = std::nullopt) {
  return host::tensor(host::call("conv2d", {},
                                 {{"input_tensor", x},
                                  {"weight_tensor", weight},
                                  {"device", device},
                                  {"in_channels", in_channels},
                                  {"out_channels", out_channels},
                                  {"batch_size", batch_size},
                                  {"input_height", input_height},
                                  {"input_width", input_width},
                                  {"kernel_size", kernel_size},
                                  {"stride", stride},
                                  {"padding", padding},
                                  {"dilation", dilation},
                                  {"groups", groups},
                                  {"bias_tensor", bias}}));
}

inline Tensor conv_transpose2d(const Tensor &x, const Tensor &weight, IDevice *device, std::int64_t in_channels,
                               std::int64_t out_channels, std::int64_t batch_size, std::int64_t input_height,
                               std::int64_t input_width, const Integers &kernel_size, const Integers &stride,
                               const Integers &padding, const Integers &output_padding, const Integers &dilation,
                               std::int64_t groups, const OptionalTensor &bias = std::nullopt) {
  return host::tensor(host::call("conv_transpose2d", {},
                                 {{"input_tensor", x},
                                  {"weight_tensor", weight},
                                  {"device", device},
                                  {"in_channels", in_channels},
                                  {"out_channels", out_channels},
                                  {"batch_size", batch_size},
                                  {"input_height", input_height},
                                  {"input_width", input_width},
                                  {"kernel_size", kernel_size},
                                  {"stride", stride},
                                  {"padding", padding},
                                  {"output_padding", output_padding},
                                  {"dilation", dilation},
                                  {"groups", groups},
                                  {"bias_tensor", bias}}));
}

inline Tensor max_pool2d(const Tensor &x, std::int64_t batch_size, std::int64_t input_height, std::int64_t input_width,
                         std::int64_t channels, const Integers &kernel_size, const Integers &stride,
                         const Integers &padding, const Integers &dilation, bool ceil_mode = false) {
  return host::tensor(host::call("max_pool2d", {x},
                                 {{"batch_size", batch_size},
                                  {"input_h", input_height},
                                  {"input_w", input_width},
                                  {"channels", channels},
                                  {"kernel_size", kernel_size},
                                  {"stride", stride},
                                  {"padding", padding},
                                  {"dilation", dilation},
                                  {"ceil_mode", ceil_mode}}));
}

inline Tensor upsample(const Tensor &x, std::int64_t scale, const std::string &mode = "nearest",
                       const OptionalMemoryConfig &memory_config = std::nullopt) {
  return host::tensor(
      host::call("upsample", {x, scale}, {{"mode", mode}, {"memory_config", memory_config}}));
}

inline Tensor upsample(const Tensor &x, const Integers &scale, const std::string &mode = "nearest",
                       const OptionalMemoryConfig &memory_config = std::nullopt) {
  return host::tensor(
      host::call("upsample", {x, scale}, {{"mode", mode}, {"memory_config", memory_config}}));
}

// ---- tables and caches --------------------------------------------------------------------------------------------

inline Tensor embedding(const Tensor &x, const Tensor &weight) {
  return host::tensor(host::call("embedding", {x, weight}));
}

inline Tensor embedding_bw(const Tensor &x, const Tensor &weight, const Tensor &gradient,
                           const OptionalDataType &dtype = std::nullopt,
                           const OptionalMemoryConfig &memory_config = std::nullopt,
                           const OptionalTensor &output = std::nullopt) {
  return host::tensor(host::call("embedding_bw", {x, weight, gradient},
                                 {{"dtype", dtype}, {"memory_config", memory_config}, {"output_tensor", output}}));
}

inline Tensor embedding_bw(const Tensor &x, const Tensor &weight, const Tensor &gradient, const Tensor &output) {
  return embedding_bw(x, weight, gradient, std::nullopt, std::nullopt, output);
}

inline void update_cache(const Tensor &cache, const Tensor &x, const Tensor &index, std::int64_t batch_offset = 0) {
  host::call("update_cache", {cache, x, index, batch_offset});
}

inline void fill_cache(const Tensor &cache, const Tensor &x, std::int64_t batch_offset = 0) {
  host::call("fill_cache", {cache, x, batch_offset});
}

// ---- calls that are emitted without what the function needs --------------------------------------------------------

namespace host {
template <typename T>
concept Operand = std::same_as<T, Tensor> || std::same_as<T, IDevice *> || std::same_as<T, std::nullopt_t>;
}

#define TTNN_HOST_INCOMPLETE(name, reason)                                                                             \
  template <host::Operand... Operands> Tensor name(const Operands &...) {                                              \
    throw host::Error("ttnn." #name ": " reason);                                                                      \
  }
TTNN_HOST_INCOMPLETE(all_gather, "communication between devices is not simulated")
TTNN_HOST_INCOMPLETE(all_reduce, "communication between devices is not simulated")
TTNN_HOST_INCOMPLETE(arange, "the call lacks start, end and step")
TTNN_HOST_INCOMPLETE(clamp, "the call lacks the bounds")
TTNN_HOST_INCOMPLETE(conv2d, "the call lacks the sizes of image and kernel")
TTNN_HOST_INCOMPLETE(conv_transpose2d, "the call lacks the sizes of image and kernel")
TTNN_HOST_INCOMPLETE(full, "the call lacks shape and value")
TTNN_HOST_INCOMPLETE(leaky_relu, "the call lacks the slope")
TTNN_HOST_INCOMPLETE(max_pool2d, "the call lacks the sizes of image and window")
TTNN_HOST_INCOMPLETE(mesh_shard, "communication between devices is not simulated")
TTNN_HOST_INCOMPLETE(pad, "the call lacks the padding")
TTNN_HOST_INCOMPLETE(permute, "the call lacks the permutation")
TTNN_HOST_INCOMPLETE(prod, "the call lacks the dimension")
TTNN_HOST_INCOMPLETE(reduce_scatter, "communication between devices is not simulated")
TTNN_HOST_INCOMPLETE(slice, "the call lacks begins, ends and step")
#undef TTNN_HOST_INCOMPLETE

} // namespace ttnn

#endif // TTNN_HOST_FUNCTIONS_HPP
