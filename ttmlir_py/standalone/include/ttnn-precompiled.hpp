// What every emitted program includes, and the compiler is told to include before the program's first line: the
// program's own first lines need it too.
//
// TTNN_STANDALONE_INSTALLED is defined when a TTNN installation is given; otherwise programs are built against the
// host library, which offers the same calls and computes them on the CPU.

#ifndef TTNN_STANDALONE_TTNN_PRECOMPILED_HPP
#define TTNN_STANDALONE_TTNN_PRECOMPILED_HPP

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#ifdef TTNN_STANDALONE_INSTALLED

#include "core.hpp"
#include "device.hpp"
#include "operations/copy.hpp"
#include "operations/core/core.hpp"
#include "operations/creation.hpp"
#include "operations/data_movement/concat/concat.hpp"
#include "operations/data_movement/repeat/repeat.hpp"
#include "operations/data_movement/repeat_interleave/repeat_interleave.hpp"
#include "operations/data_movement/transpose/transpose.hpp"
#include "operations/eltwise/binary/binary.hpp"
#include "operations/eltwise/binary/binary_composite.hpp"
#include "operations/eltwise/unary/unary_composite.hpp"
#include "operations/embedding/embedding.hpp"
#include "operations/embedding_backward/embedding_backward.hpp"
#include "operations/matmul/matmul.hpp"
#include "operations/moreh/moreh_cumsum/moreh_cumsum.hpp"
#include "operations/normalization/softmax/softmax.hpp"
#include "operations/reduction/generic/generic_reductions.hpp"
#include "tensor/tensor.hpp"
#include "tensor/types.hpp"
#include "tt-metalium/bfloat16.hpp"
#include "tt-metalium/small_vector.hpp"
#include "types.hpp"

#else

#include "ttnn_host/functions.hpp"
#include "ttnn_host/program.hpp"

#endif

namespace ttnn {

// The one device that a program uses: opened when first asked for, closed when the program ends.
class DeviceGetter {
public:
  static ttnn::IDevice *getInstance() {
    static DeviceGetter getter;
    return getter.device;
  }

  DeviceGetter(const DeviceGetter &) = delete;
  DeviceGetter &operator=(const DeviceGetter &) = delete;

private:
  DeviceGetter() : device(&ttnn::open_device(0)) {}
  ~DeviceGetter() { ttnn::close_device(*device); }

  ttnn::IDevice *device;
};

} // namespace ttnn

#endif // TTNN_STANDALONE_TTNN_PRECOMPILED_HPP
