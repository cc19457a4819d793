// The entry through which a process that has loaded a program as a shared object runs one of its functions.

#ifndef TTNN_HOST_PROGRAM_HPP
#define TTNN_HOST_PROGRAM_HPP

#include "ttnn_host/types.hpp"

#include <cstdint>
#include <sstream>
#include <vector>

#if defined(__GNUC__)
#define TTNN_HOST_EXPORT __attribute__((used, visibility("default")))
#else
#define TTNN_HOST_EXPORT
#endif

// `function` takes the inputs, and the device if `takes_device`; the other side of the socket has the inputs, and gets
// the outputs or the error.
extern "C" TTNN_HOST_EXPORT inline void ttnn_host_run(void *function, int takes_device, int socket) {
  using Tensors = std::vector<ttnn::Tensor>;
  ttnn::host::Connection &connection = ttnn::host::Connection::instance();
  connection.attach(socket);
  try {
    Tensors inputs;
    std::istringstream numbers(ttnn::host::call("host.inputs", {}));
    for (std::int64_t number; numbers >> number;) {
      inputs.emplace_back(number);
    }
    static ttnn::IDevice device;
    const Tensors outputs = takes_device ? reinterpret_cast<Tensors (*)(Tensors, ttnn::IDevice *)>(function)(inputs, &device)
                                         : reinterpret_cast<Tensors (*)(Tensors)>(function)(inputs);
    ttnn::host::call("host.returned", {outputs});
  } catch (const std::exception &error) {
    try {
      ttnn::host::call("host.failed", {std::string(error.what())});
    } catch (const std::exception &) {
      // The connection is gone, and with it everybody who could be told.
    }
  }
  connection.detach();
}

#endif // TTNN_HOST_PROGRAM_HPP
