"""A check that a single tensor with a given layout fits on a chip.

`ttrt` checks that all live tensors fit, by following the program.
"""

from collections.abc import Sequence
from math import prod

from ttmlir_py.dialects.tt.layout import GridAttr
from ttmlir_py.dialects.tt.system import ChipDescAttr
from ttmlir_py.dialects.ttnn.attributes import TTNNLayoutAttr


def misfit(
    layout: TTNNLayoutAttr, shape: Sequence[int], grid: GridAttr, chip: ChipDescAttr | None
) -> str:
    """Return which resources the tensor needs and the chip lacks, or an empty text.

    Memory is compared if the chip is described. The grid's size is not compared if the grid has its
    own mapping, because such a grid was made for the chip.
    """
    sharded = layout.has_sharded_tensor_memory_layout()
    wanted, there = layout.grid.shape, grid.shape
    given = sharded and not layout.grid.mapping.results
    if given and any(have < need for have, need in zip(there, wanted, strict=True)):
        return f"{_by(wanted)} cores, the device has {_by(there)}"
    if chip is None or layout.is_system_buffer_type():
        return ""
    sizes = layout.get_tiled_shape(shape) if layout.is_tiled() else shape
    total = prod(sizes) * layout.get_element_size_bytes()
    if layout.has_dram_buffer_type():
        usable = chip.numDramChannels * chip.get_usable_dram_channel_size()
        return _too_much("DRAM", total, usable)
    needed = layout.get_shard_size_in_bytes() if sharded else -(-total // prod(there))
    return _too_much("L1 in each core", needed, chip.get_usable_l1_size())


def _too_much(memory: str, needed: int, usable: int) -> str:
    return (
        "" if needed <= usable else f"{needed:,} bytes of {memory}, of which {usable:,} can be used"
    )


def _by(sizes: Sequence[int]) -> str:
    return "x".join(map(str, sizes))
