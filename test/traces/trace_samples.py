"""Small graph traces that tests share."""

from ttmlir_py.traces.graph.arguments import Text
from ttmlir_py.traces.graph.recorder import (
    BufferInfo,
    CircularBuffer,
    GraphRecorder,
    TensorInfo,
)

TENSOR = Text("Tensor(storage=DeviceStorage())")
CORES = "{[(x=0,y=0) - (x=7,y=7)]}"


def l1_tensor(number, shape=(32, 64), size=4096):
    """Return a tensor in L1 with its own buffer, of pages of 2048 bytes."""
    buffer = BufferInfo(number, size, "L1", page_size=2048)
    return TensorInfo(number, shape, buffer, TENSOR)


def record_binary(recorder, name, left, right, output, circular_buffers=3):
    """Record the events of an element-wise function of two tensors."""
    recorder.begin_function(f"ttnn::{name}", [left, right, None])
    recorder.begin_function("ttnn::prim::binary_ng", [left, right])
    recorder.begin_function("BinaryNgDeviceOperation")
    recorder.begin_function("tt::tt_metal::create_device_tensor")
    recorder.allocate(output.buffer, 1024)
    recorder.end_function([output])
    recorder.run_program([CircularBuffer(4096, CORES)] * circular_buffers)
    for _ in range(3):
        recorder.end_function([output])


def multiply_add(swap=False, shape=(32, 64)):
    """Return the trace of `add(a, multiply(b, c))`. The intermediate and the result are freed at
    the end.
    """
    recorder = GraphRecorder()
    a, b, c, product, total = (l1_tensor(number, shape) for number in range(5))
    record_binary(recorder, "multiply", b, c, product)
    record_binary(recorder, "add", *((product, a) if swap else (a, product)), total)
    recorder.deallocate(total.buffer)
    recorder.deallocate(product.buffer)
    return recorder.finish()
