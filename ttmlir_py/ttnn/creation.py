"""Functions that create tensors like others, copy them, or fill them with random numbers."""

from collections.abc import Sequence

import numpy as np

from ttmlir_py.ttnn.core import full, to_layout
from ttmlir_py.ttnn.tensor import Tensor, TtnnError, make, require_tensor, shape_of, watched, write
from ttmlir_py.ttnn.types import DataType, Device, Layout, MemoryConfig


def full_like(
    tensor: Tensor,
    fill_value: float,
    *,
    dtype: DataType | None = None,
    layout: Layout | None = None,
    device: Device | None = None,
    memory_config: MemoryConfig | None = None,
    optional_tensor: Tensor | None = None,
    queue_id: int = 0,
) -> Tensor:
    """Return a tensor of elements `fill_value`, with the shape, format and memory of `tensor`."""
    require_tensor("full_like", tensor)
    if optional_tensor is not None:
        return write(optional_tensor, np.broadcast_to(np.float32(fill_value), tensor.shape))
    return full(
        tensor.shape,
        fill_value,
        dtype or tensor.dtype,
        layout or tensor.layout,
        device or tensor.on_device,
        memory_config or tensor.config,
    )


# A return annotation would hide the keywords from type checkers.
def _filled_like(name: str, number: float):
    def filled(
        tensor: Tensor,
        *,
        dtype: DataType | None = None,
        layout: Layout | None = None,
        device: Device | None = None,
        memory_config: MemoryConfig | None = None,
        optional_tensor: Tensor | None = None,
        queue_id: int = 0,
    ) -> Tensor:
        return full_like(
            tensor,
            number,
            dtype=dtype,
            layout=layout,
            device=device,
            memory_config=memory_config,
            optional_tensor=optional_tensor,
        )

    filled.__name__ = filled.__qualname__ = name
    filled.__doc__ = f"Return a tensor of {name.removesuffix('_like')} like `tensor`."
    return filled


zeros_like = _filled_like("zeros_like", 0.0)
ones_like = _filled_like("ones_like", 1.0)
empty_like = _filled_like("empty_like", 0.0)
"""Create a tensor like another one, without initialized elements. The simulator sets them to 0."""


@watched
def clone(
    input_tensor: Tensor,
    *,
    dtype: DataType | None = None,
    memory_config: MemoryConfig | None = None,
    compute_kernel_config: object = None,
) -> Tensor:
    """Return a copy of a tensor, in the format and memory given."""
    require_tensor("clone", input_tensor)
    config = memory_config or input_tensor.config
    return make(
        input_tensor.values,
        dtype or input_tensor.dtype,
        input_tensor.layout,
        input_tensor.on_device,
        config,
    )


def assign(
    input_tensor: Tensor,
    memory_config: MemoryConfig | None = None,
    dtype: DataType | None = None,
) -> Tensor:
    """Return a copy of a tensor, in the format and memory given."""
    return clone(input_tensor, memory_config=memory_config, dtype=dtype)


def copy(input_tensor_a: Tensor, input_tensor_b: Tensor) -> Tensor:
    """Replace the elements of the second tensor by those of the first."""
    require_tensor("copy", input_tensor_a)
    require_tensor("copy", input_tensor_b)
    if input_tensor_a.shape != input_tensor_b.shape:
        raise TtnnError(
            f"ttnn.copy: {input_tensor_a.type_text} does not fit {input_tensor_b.type_text}"
        )
    return write(input_tensor_b, input_tensor_a.values)


@watched
def reallocate(input_tensor: Tensor, memory_config: MemoryConfig | None = None) -> Tensor:
    """Move a tensor to another place in its memory, or to another memory, and free the old one."""
    require_tensor("reallocate", input_tensor)
    if input_tensor.on_device is None:
        raise TtnnError("ttnn.reallocate: the tensor is not on a device")
    values, device = input_tensor.values, input_tensor.on_device
    config = memory_config or input_tensor.config
    input_tensor.deallocate(True)
    return make(values, input_tensor.dtype, input_tensor.layout, device, config)


def rand(
    shape: Sequence[int],
    *,
    device: Device | None = None,
    dtype: DataType = DataType.BFLOAT16,
    layout: Layout = Layout.TILE,
    memory_config: MemoryConfig | None = None,
    low: float = 0.0,
    high: float = 1.0,
    seed: int = 0,
) -> Tensor:
    """Return random numbers from `low` up to `high`. They are not those of a device.

    The seed 0 gives other numbers in each call.
    """
    sizes = shape_of(shape)
    generator = np.random.default_rng(seed or None)
    if dtype.format.is_integer:
        values = generator.integers(int(low), int(high), sizes).astype(dtype.format.values)
    else:
        values = generator.uniform(low, high, sizes).astype(np.float32)
    return make(values, dtype, layout, device, memory_config)


def tilize(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = None,
    dtype: DataType | None = None,
    use_multicore: bool = True,
    queue_id: int = 0,
) -> Tensor:
    """Return a tensor in tiles."""
    return to_layout(input_tensor, Layout.TILE, dtype, memory_config, _device(input_tensor))


def untilize(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = None,
    use_multicore: bool = True,
    use_pack_untilize: bool = True,
    queue_id: int = 0,
) -> Tensor:
    """Return a tensor in row-major order."""
    return to_layout(input_tensor, Layout.ROW_MAJOR, None, memory_config, _device(input_tensor))


def tilize_with_zero_padding(
    input_tensor: Tensor,
    *,
    memory_config: MemoryConfig | None = None,
    output_dtype: DataType | None = None,
    use_multicore: bool = True,
    queue_id: int = 0,
) -> Tensor:
    """Return a tensor in tiles. Its padding is not visible."""
    return tilize(input_tensor, memory_config=memory_config, dtype=output_dtype)


def _device(tensor: Tensor) -> Device | None:
    require_tensor("to_layout", tensor)
    return tensor.on_device
