"""TTNN's Python API on the simulator: the functions that compiled programs use.

A program written for `ttnn` runs with `from ttmlir_py import ttnn` instead. Every function calls
the kernel that binaries use (`runtime/kernels`) and rounds its result as the executor does, so both
compute the same bits. The element-wise functions are generated from the kernels' table.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from ttmlir_py.runtime.defaults import tensor_trace_path as _tensor_trace_path
from ttmlir_py.ttnn import _ttnn, elementwise, test
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
from ttmlir_py.ttnn.elementwise import *  # noqa: F403
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

__all__ = [
    "DRAM_MEMORY_CONFIG",
    "L1_MEMORY_CONFIG",
    "ROW_MAJOR_LAYOUT",
    "TILE_LAYOUT",
    "BufferType",
    "Conv2dConfig",
    "DataType",
    "Device",
    "FabricConfig",
    "HangError",
    "Layout",
    "MemoryConfig",
    "MeshDevice",
    "MeshShape",
    "Shape",
    "SigmoidMode",
    "Tensor",
    "TensorMemoryLayout",
    "TtnnError",
    "_ttnn",
    "arange",
    "bfloat4_b",
    "bfloat8_b",
    "bfloat16",
    "close_device",
    "close_mesh_device",
    "concat",
    "conv2d",
    "conv_transpose2d",
    "cumsum",
    "deallocate",
    "embedding",
    "embedding_bw",
    "empty",
    "fill_cache",
    "float32",
    "from_buffer",
    "from_device",
    "from_torch",
    "full",
    "int32",
    "linear",
    "matmul",
    "max",
    "max_pool2d",
    "mean",
    "min",
    "moreh_cumsum",
    "ones",
    "open_device",
    "open_mesh_device",
    "pad",
    "permute",
    "prod",
    "repeat",
    "repeat_interleave",
    "reshape",
    "set_fabric_config",
    "slice",
    "softmax",
    "sum",
    "synchronize_device",
    "test",
    "test_hang_device_operation",
    "to_device",
    "to_dtype",
    "to_layout",
    "to_memory_config",
    "to_torch",
    "transpose",
    "uint8",
    "uint16",
    "uint32",
    "update_cache",
    "upsample",
    "zeros",
]
__all__ += elementwise.__all__

_LAZY = ("graph", "graph_tracer_utils", "tensor_trace")
"""Modules that record API calls. They are imported on first use."""


def _operation_watcher() -> _tensor.CallWatcher:
    from ttmlir_py.ttnn.operation_trace import CALLS

    return CALLS


_tensor.operation_watcher = _operation_watcher

if _tensor_trace_path():
    from ttmlir_py.ttnn import tensor_trace as _tensor_trace

    _tensor_trace.init()

if TYPE_CHECKING:
    from ttmlir_py.ttnn import graph as graph
    from ttmlir_py.ttnn import graph_tracer_utils as graph_tracer_utils
    from ttmlir_py.ttnn import tensor_trace as tensor_trace

else:  # type checkers would accept any attribute of a module with `__getattr__`

    def __getattr__(name: str) -> object:
        """Import and return a module of `_LAZY` when it is first used as an attribute."""
        if name in _LAZY:
            return import_module(f"{__name__}.{name}")
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted([*__all__, *_LAZY])
