"""The part of TTNN's Python API that compiled programs use, on the simulator.

A program written for `ttnn` runs with `from ttmlir_py import ttnn` instead. Every function calls
the kernel that binaries use (`runtime/kernels`) and rounds its result as the executor does, so both
give the same bits. The element-wise functions come from the kernels' table.
"""
# ruff: noqa: F401
# pyright: reportUnusedImport=false

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

from ttmlir_py.runtime.defaults import tensor_trace_path as _tensor_trace_path
from ttmlir_py.ttnn import _ttnn, test
from ttmlir_py.ttnn import tensor as _tensor
from ttmlir_py.ttnn.core import (
    arange,
    close_device,
    deallocate,
    empty,
    from_buffer,
    from_device,
    full,
    ones,
    open_device,
    synchronize_device,
    test_hang_device_operation,
    to_device,
    to_dtype,
    to_layout,
    to_memory_config,
    zeros,
)
from ttmlir_py.ttnn.elementwise import FUNCTIONS as _FUNCTIONS
from ttmlir_py.ttnn.mesh import (
    FabricConfig,
    MeshDevice,
    MeshShape,
    Shape,
    close_mesh_device,
    open_mesh_device,
    set_fabric_config,
)
from ttmlir_py.ttnn.operations import (
    concat,
    conv2d,
    conv_transpose2d,
    cumsum,
    embedding,
    embedding_bw,
    fill_cache,
    linear,
    matmul,
    max,
    max_pool2d,
    mean,
    min,
    moreh_cumsum,
    pad,
    permute,
    prod,
    repeat,
    repeat_interleave,
    reshape,
    slice,
    softmax,
    sum,
    transpose,
    update_cache,
    upsample,
)
from ttmlir_py.ttnn.tensor import (
    HangError,
    Tensor,
    TtnnError,
    from_torch,
    to_torch,
)
from ttmlir_py.ttnn.types import (
    DRAM_MEMORY_CONFIG,
    L1_MEMORY_CONFIG,
    ROW_MAJOR_LAYOUT,
    TILE_LAYOUT,
    BufferType,
    Conv2dConfig,
    DataType,
    Device,
    Layout,
    MemoryConfig,
    SigmoidMode,
    TensorMemoryLayout,
    bfloat4_b,
    bfloat8_b,
    bfloat16,
    float32,
    int32,
    uint8,
    uint16,
    uint32,
)

globals().update(_FUNCTIONS)


def _operation_watcher() -> _tensor.CallWatcher:
    from ttmlir_py.ttnn.operation_trace import CALLS

    return CALLS


_tensor.operation_watcher = _operation_watcher

if _tensor_trace_path():
    from ttmlir_py.ttnn import tensor_trace as _tensor_trace

    _tensor_trace.init()

if TYPE_CHECKING:

    def __getattr__(name: str) -> Callable[..., Tensor]: ...

else:

    def __getattr__(name: str) -> object:
        """Return one of the recording modules, which are imported on first use."""
        if name in ("graph", "graph_tracer_utils", "tensor_trace"):
            return import_module(f"{__name__}.{name}")
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
