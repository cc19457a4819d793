"""Functions about where tensors are: sharded memory configurations, and the storage of tensors."""

from collections.abc import Sequence
from typing import cast

from ttmlir_py.ttnn.core import to_memory_config
from ttmlir_py.ttnn.cores import (
    CoreCoord,
    CoreGrid,
    CoreRange,
    CoreRangeSet,
    ShardOrientation,
    ShardSpec,
    ShardStrategy,
    shard_shape_of,
)
from ttmlir_py.ttnn.tensor import Tensor, TtnnError, require_tensor
from ttmlir_py.ttnn.types import (
    DRAM_MEMORY_CONFIG,
    BufferType,
    DataType,
    Layout,
    MemoryConfig,
    StorageType,
    TensorMemoryLayout,
)


def create_sharded_memory_config(
    shape: Sequence[int],
    core_grid: CoreGrid | CoreRangeSet,
    strategy: ShardStrategy,
    orientation: ShardOrientation | None = None,
    use_height_and_width_as_shard_shape: bool = False,
) -> MemoryConfig:
    """Return the memory configuration of a tensor that is sharded over the L1 of cores.

    `shape` is that of the tensor, or of a shard with `use_height_and_width_as_shard_shape`. Raises
    RuntimeError if the cores do not divide the tensor.
    """
    chosen, place = cast(object, strategy), cast(object, core_grid)
    if not isinstance(chosen, ShardStrategy):
        raise TtnnError("Invalid sharding strategy")
    order = orientation or ShardOrientation.ROW_MAJOR
    if isinstance(place, CoreGrid):
        grid = CoreCoord(place.x, place.y)
        cores = CoreRangeSet(CoreRange(CoreCoord(0, 0), CoreCoord(grid.x - 1, grid.y - 1)))
    elif isinstance(place, CoreRangeSet):
        if not use_height_and_width_as_shard_shape:
            raise TtnnError("height and width must be shard shape with CoreRangeSet")
        cores, grid = place, place.bounding_box().grid_size()
    else:
        raise TtnnError("Invalid core_grid type")
    if len(shape) < 2:
        raise TtnnError("Invalid input shape")
    if use_height_and_width_as_shard_shape:
        height, width = shape[-2:]
        shard = (height, width) if order is ShardOrientation.ROW_MAJOR else (width, height)
    else:
        shard = shard_shape_of(shape, grid, strategy, order)
    layout = TensorMemoryLayout[f"{strategy.name}_SHARDED"]
    return MemoryConfig(layout, BufferType.L1, ShardSpec(cores, shard, order))


def interleaved_to_sharded(
    input_tensor: Tensor, sharded_memory_config: MemoryConfig, output_dtype: DataType | None = None
) -> Tensor:
    """Distribute a tensor over the L1 of cores."""
    return to_memory_config(input_tensor, sharded_memory_config, output_dtype)


def sharded_to_interleaved(
    input_tensor: Tensor,
    memory_config: MemoryConfig = DRAM_MEMORY_CONFIG,
    output_dtype: DataType | None = None,
) -> Tensor:
    """Spread a sharded tensor over all banks of a memory."""
    return to_memory_config(input_tensor, memory_config, output_dtype)


def reshard(input_tensor: Tensor, output_memory_config: MemoryConfig) -> Tensor:
    """Distribute a sharded tensor over other cores."""
    return to_memory_config(input_tensor, output_memory_config)


def get_memory_config(tensor: Tensor) -> MemoryConfig | None:
    """Return the memory configuration of a tensor, or None on the host."""
    require_tensor("get_memory_config", tensor)
    return tensor.config


def is_sharded(tensor: Tensor) -> bool:
    """Whether each core holds a part of the tensor."""
    require_tensor("is_sharded", tensor)
    return tensor.is_sharded()


def has_storage_type_of(tensor: Tensor, storage_type: StorageType) -> bool:
    """Whether a tensor is in the storage `storage_type`: on the host, or on a device."""
    require_tensor("has_storage_type_of", tensor)
    return tensor.storage_type() is storage_type


def is_tensor_storage_on_device(tensor: Tensor) -> bool:
    """Whether a tensor is on a device."""
    return has_storage_type_of(tensor, StorageType.DEVICE)


def has_tile_padding(tensor: Tensor, *, dim: int | None = None) -> bool:
    """Whether the last tile of a tensor has padding, in one dimension or in any."""
    require_tensor("has_tile_padding", tensor)
    if dim is not None:
        return tensor.shape[dim] != tensor.padded_shape[dim]
    return tensor.layout is Layout.TILE and tensor.shape != tensor.padded_shape
