"""The functions and classes of upstream's module `ttrt.runtime`: devices, tensors, callbacks.

This is a facade for compatibility with upstream.

```python
from ttmlir_py import ttrt

binary = ttrt.binary.load_binary_from_path("model.ttnn")
device = ttrt.runtime.open_device([0])
shape, strides = list(x.shape), list(x.stride())
given = ttrt.runtime.create_tensor(
    x.data_ptr(), shape, strides, x.element_size(), ttrt.runtime.DataType.Float32
)
[made] = ttrt.runtime.submit(device, binary, 0, [given])
ttrt.runtime.memcpy(y.data_ptr(), ttrt.runtime.to_host(made, untilize=True))
ttrt.runtime.close_device(device)
```

A callback runs after every operation:

```python
from ttmlir_py.ttrt import API, runtime

def show(binary, program_context, op_context):
    values = runtime.get_op_output_tensor(op_context, program_context)
    print(runtime.get_op_loc_info(op_context), values[:3])

hooks = runtime.DebugHooks.get(show)
API.Run(args={"binary": "model.ttnn"})()
runtime.unregister_hooks()
```
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ttmlir_py.ttrt.callbacks import (
    CallbackContext,
    DebugHooks,
    OpContext,
    get_op_debug_str,
    get_op_loc_info,
    get_op_output_tensor,
    unregister_hooks,
)
from ttmlir_py.ttrt.enums import DataType, DeviceRuntime, DispatchCoreType, MemoryBufferType

if TYPE_CHECKING:
    from ttmlir_py.ttrt.driving import (
        DebugEnv,
        Device,
        Event,
        Layout,
        MemoryView,
        Tensor,
        WorkaroundEnv,
        close_device,
        create_empty_tensor,
        create_multi_device_tensor,
        create_tensor,
        deallocate_tensor,
        get_available_runtimes,
        get_current_runtime,
        get_current_system_desc,
        get_layout,
        get_num_available_devices,
        memcpy,
        open_device,
        set_compatible_runtime,
        set_current_runtime,
        submit,
        testing,
        to_host,
        to_layout,
        wait,
    )

__all__ = [
    "CallbackContext",
    "DataType",
    "DebugEnv",
    "DebugHooks",
    "Device",
    "DeviceRuntime",
    "DispatchCoreType",
    "Event",
    "Layout",
    "MemoryBufferType",
    "MemoryView",
    "OpContext",
    "Tensor",
    "WorkaroundEnv",
    "close_device",
    "create_empty_tensor",
    "create_multi_device_tensor",
    "create_tensor",
    "deallocate_tensor",
    "get_available_runtimes",
    "get_current_runtime",
    "get_current_system_desc",
    "get_layout",
    "get_num_available_devices",
    "get_op_debug_str",
    "get_op_loc_info",
    "get_op_output_tensor",
    "memcpy",
    "open_device",
    "set_compatible_runtime",
    "set_current_runtime",
    "submit",
    "testing",
    "to_host",
    "to_layout",
    "unregister_hooks",
    "wait",
]


_LATER = (
    *("MeshDeviceOptions", "TensorRef", "open_mesh_device", "close_mesh_device"),
    *("create_borrowed_host_tensor", "create_owned_host_tensor", "create_multi_device_host_tensor"),
    *("get_current_device_runtime", "get_available_device_runtimes"),
    *("set_current_device_runtime", "set_compatible_device_runtime"),
    *("get_num_shards", "get_op_input_refs", "get_op_output_refs", "get_program_index"),
    "retrieve_tensor_from_pool",
)
"""Names of 2026-08 that 2025-02 does not have."""


if not TYPE_CHECKING:  # Type checkers would accept any attribute of a module with `__getattr__`.

    def __getattr__(name: str) -> Any:
        """Return the attribute `name` of `ttrt.driving`, or for a name of 2026-08 that of
        `ttrt.later_runtime`. These modules are imported on first use.
        """
        if name not in (*__all__, *_LATER):
            raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
        if name in __all__:
            return getattr(import_module("ttmlir_py.ttrt.driving"), name)
        return getattr(import_module("ttmlir_py.ttrt.later_runtime"), name)


def __dir__() -> list[str]:
    return list(__all__)
