"""Layouts: worked examples, and properties that every layout has."""

import contextlib
import re
from itertools import product
from math import prod

import pytest
from attribute_text import parse, print_text
from hypothesis import given
from hypothesis import strategies as st
from xdsl.dialects.builtin import (
    BFloat16Type,
    ComplexType,
    Float16Type,
    Float32Type,
    Float64Type,
    IndexType,
    IntegerType,
    Signedness,
)

from ttmlir_py.dialects.tt.attributes import DeviceAttr, GridAttr, MetalLayoutAttr, SystemDescAttr
from ttmlir_py.dialects.tt.enums import DataType, MemorySpace, OOBVal, StreamMode
from ttmlir_py.dialects.tt.enums import TensorMemoryLayout as TTTensorMemoryLayout
from ttmlir_py.dialects.tt.layout import (
    BufferAttr,
    CollapseIntervals,
    collapsed_linear_affine_map,
    eval_shape,
    logical_shard_shape,
    volume,
)
from ttmlir_py.dialects.tt.tile import SI32, without_sign
from ttmlir_py.dialects.tt.types import (
    TileType,
    data_type_to_element_type,
    element_type_to_data_type,
)
from ttmlir_py.dialects.ttnn.attributes import TTNNLayoutAttr
from ttmlir_py.dialects.ttnn.enums import BufferType, Layout, TensorMemoryLayout
from ttmlir_py.ir import affine
from ttmlir_py.ir.affine import affine_map_text

pytestmark = pytest.mark.slow

F32 = Float32Type()
F32_TILE = TileType.get(F32)
DEVICE = DeviceAttr.get(SystemDescAttr.get_default())


def metal(
    shape: list[int], grid: list[int], collapse: CollapseIntervals = ((0, -1),)
) -> MetalLayoutAttr:
    """Return an interleaved layout of f32 scalars in L1."""
    return MetalLayoutAttr.get(
        shape,
        F32,
        MemorySpace.DeviceL1,
        GridAttr(tuple(grid)),
        collapse,
        OOBVal.Undef,
        TTTensorMemoryLayout.Interleaved,
    )


BFP8_TILE = TileType((32, 32), DataType.BFP_BFloat8)
L1 = "#tt.memory_space<l1>"


@pytest.mark.parametrize(
    ("layout", "text"),
    [
        (
            metal([2, 3, 64, 128], [2, 4]),
            f"(d0, d1, d2, d3) -> (d0 * 192 + d1 * 64 + d2, d3), undef, <2x4>, memref<192x32xf32, {L1}>",
        ),
        (
            metal([2, 3, 64, 128], [2, 4]).with_element_type(BFP8_TILE),
            "(d0, d1, d2, d3) -> (d0 * 192 + d1 * 64 + d2, d3), undef, <2x4>, "
            f"memref<6x1x!tt.tile<32x32, bfp_bf8>, {L1}>",
        ),
        (metal([128], [4]), f"(d0) -> (d0), undef, <4>, memref<32xf32, {L1}>"),
        (
            metal([128], [4]).with_grid([128], GridAttr((1, 2))),
            f"(d0) -> (0, d0), undef, <1x2>, memref<1x64xf32, {L1}>",
        ),
        (metal([128], [1, 2, 4]), f"(d0) -> (0, 0, d0), undef, <1x2x4>, memref<1x1x32xf32, {L1}>"),
        (
            metal([128], [1, 2, 4]).with_element_type(BFP8_TILE),
            f"(d0) -> (0, 0, d0), undef, <1x2x4>, memref<1x1x1x!tt.tile<32x32, bfp_bf8>, {L1}>",
        ),
        (
            metal([2, 3, 64, 128], [2, 2, 4], ((1, -1),)),
            f"(d0, d1, d2, d3) -> (d0, d1 * 64 + d2, d3), undef, <2x2x4>, memref<1x96x32xf32, {L1}>",
        ),
    ],
)
def test_metal_layout_prints_map_grid_and_shard(layout: MetalLayoutAttr, text: str):
    assert print_text(layout) == f"#tt.metal_layout<{text}, interleaved>"


@pytest.mark.parametrize(
    ("shape", "grid", "intervals", "text"),
    [
        ([2, 3, 4], [1, 1], ((0, -1),), "(d0, d1, d2) -> (d0 * 3 + d1, d2)"),
        ([2, 3, 4, 5], [1, 1, 1], ((1, -1),), "(d0, d1, d2, d3) -> (d0, d1 * 4 + d2, d3)"),
        ([2, 3, 4, 5], [1, 1, 1], ((0, 2),), "(d0, d1, d2, d3) -> (d0 * 3 + d1, d2, d3)"),
        ([4], [1, 1], ((0, -1),), "(d0) -> (0, d0)"),
        ([4, 5], [1, 1], ((0, -1),), "(d0, d1) -> (d0, d1)"),
        ([], [1, 1], ((0, -1),), "() -> (0, 0)"),
        ([2, 3, 4], [1, 1, 1], ((1, 1),), "(d0, d1, d2) -> (d0, d1, d2)"),
        (
            [2, 3, 4, 5, 6, 7, 8],
            [1, 1, 1, 1],
            ((0, 3), (-3, -1)),
            "(d0, d1, d2, d3, d4, d5, d6) -> (d0 * 12 + d1 * 4 + d2, d3, d4 * 7 + d5, d6)",
        ),
        (
            [5, 3, 2, 2, 7, 32, 32],
            [3, 2, 2, 2],
            ((0, -1),),
            "(d0, d1, d2, d3, d4, d5, d6) -> "
            "(d0 * 2688 + d1 * 896 + d2 * 448 + d3 * 224 + d4 * 32 + d5, d4, d5, d6)",
        ),
    ],
)
def test_collapsed_affine_map_joins_dimensions_of_each_interval(
    shape: list[int], grid: list[int], intervals: CollapseIntervals, text: str
):
    assert affine_map_text(collapsed_linear_affine_map(shape, grid, intervals)) == text


@pytest.mark.parametrize("interval", [(0, 4), (-4, 2), (4, 6), (3, 4), (2, 1), (-1, -2), (0, -4)])
def test_collapse_interval_outside_tensor_is_refused(interval: tuple[int, int]):
    message = re.escape(f"a 3D tensor has no dimensions {interval} to collapse")
    with pytest.raises(ValueError, match=message):
        collapsed_linear_affine_map([2, 3, 4], [1, 1], (interval,))


@given(st.data())
def test_collapse_of_random_intervals_gives_map_or_value_error(data: st.DataObject):
    shape = data.draw(st.lists(st.integers(1, 4), max_size=4))
    grid = data.draw(st.lists(st.just(1), max_size=4))
    ends = st.integers(-6, 6)
    intervals = data.draw(st.lists(st.tuples(ends, ends), max_size=3))
    with contextlib.suppress(ValueError):
        found = collapsed_linear_affine_map(shape, grid, intervals)
        assert (found.num_dims, len(found.results)) == (len(shape), len(grid))


def test_layout_padding_rounds_up_to_whole_tiles():
    layout = metal([53, 63], [3, 2])
    assert layout.get_padded_shape() == (54, 64)
    padding = [layout.get_padding([53, 63], core) for core in ((0, 0), (2, 0), (1, 1), (2, 1))]
    assert padding == [(0, 0), (1, 0), (0, 1), (1, 1)]
    tiled = layout.with_element_type(TileType((32, 32), DataType.BFP_BFloat8))
    assert tiled.get_padded_shape() == (96, 64)
    padding = [tiled.get_padding([53, 63], core) for core in ((0, 0), (1, 0), (2, 0), (2, 1))]
    assert padding == [(14, 0), (14, 0), (15, 0), (15, 1)]
    with pytest.raises(ValueError, match=re.escape("a grid of [3, 2] has no core [3, 0]")):
        tiled.get_padding([53, 63], (3, 0))


@given(
    st.lists(st.integers(1, 20), min_size=2, max_size=2),
    st.lists(st.integers(1, 6), min_size=2, max_size=2),
)
def test_shards_without_padding_have_tensor_volume(shape: list[int], grid: list[int]):
    layout = metal(shape, grid)
    held = 0
    for core in product(*map(range, grid)):
        padding = layout.get_padding(shape, core)
        shard = layout.get_scalar_shard_shape()
        held += volume([size - pad for size, pad in zip(shard, padding, strict=True)])
    assert held == volume(shape)


def test_collapse_intervals_that_drop_a_dimension_are_refused():
    with pytest.raises(ValueError, match="does not collapse"):
        collapsed_linear_affine_map([2, 3, 4, 5], [1, 1], ((1, -1),))


@pytest.mark.parametrize(
    ("shape", "tile", "buffer_type", "mem_layout", "scalar_shard", "shard"),
    [
        ((32, 32), False, BufferType.L1, TensorMemoryLayout.BlockSharded, (4, 4), (4, 4)),
        ((65, 65), False, BufferType.L1, TensorMemoryLayout.BlockSharded, (9, 9), (9, 9)),
        ((1, 1024), True, BufferType.L1, TensorMemoryLayout.Interleaved, (32, 32), (1, 1)),
        ((512, 512), True, BufferType.L1, TensorMemoryLayout.Interleaved, (32, 128), (1, 4)),
        ((32, 2049), True, BufferType.L1, TensorMemoryLayout.Interleaved, (32, 64), (1, 2)),
        ((512, 512), True, BufferType.DRAM, TensorMemoryLayout.Interleaved, (64, 64), (2, 2)),
        ((100, 100), False, BufferType.SystemMemory, None, (13, 13), (13, 13)),
    ],
)
def test_ttnn_layout_on_8x8_cores_has_shard_shape_of_its_memory_layout(
    shape: tuple[int, ...],
    tile: bool,
    buffer_type: BufferType,
    mem_layout: TensorMemoryLayout | None,
    scalar_shard: tuple[int, ...],
    shard: tuple[int, ...],
):
    element = F32_TILE if tile else F32
    layout = TTNNLayoutAttr.get(shape, element, buffer_type, GridAttr((8, 8)), mem_layout)
    assert layout.get_scalar_shard_shape() == scalar_shard
    assert layout.get_shard_shape() == shard
    assert layout.get_shard_size_in_bytes() == prod(shard) * (4096 if tile else 4)


def dram_layout(shape: tuple[int, ...]) -> TTNNLayoutAttr:
    return TTNNLayoutAttr.get(
        shape, F32_TILE, BufferType.DRAM, GridAttr((1, 1)), TensorMemoryLayout.Interleaved
    )


def test_ttnn_layout_queries_match_worked_example():
    layout = dram_layout((6, 15, 10))
    assert affine_map_text(layout.linear) == "(d0, d1, d2) -> (d0 * 15 + d1, d2)"
    assert layout.get_physical_shape((6, 15, 10)) == (90, 10)
    assert layout.get_tiled_shape((6, 15, 10)) == (3, 1)
    assert layout.get_stride((6, 15, 10)) == (150, 10, 1)
    assert layout.get_element_size_bytes() == 4096
    assert layout.get_layout() == Layout.Tile
    assert layout.get_data_type() == DataType.Float32
    assert layout.get_scalar_element_type() == F32
    assert layout.is_tiled()
    assert layout.is_device_buffer_type()
    assert layout.has_dram_buffer_type()
    assert layout.has_interleaved_dram_tensor_memory_layout()
    assert not layout.has_sharded_tensor_memory_layout()
    assert not layout.has_l1_buffer_type()


def test_ttnn_layout_with_one_changed_property_keeps_remaining_properties():
    shape = (64, 128)
    layout = dram_layout(shape)
    host = layout.with_buffer_type(BufferType.SystemMemory)
    assert (host.mem_layout, host.grid) == (None, GridAttr((1, 1)))
    assert host.get_buffer_type() == BufferType.SystemMemory
    assert host.get_shard_shape() == layout.get_shard_shape() == (2, 4)
    rows = layout.with_element_type(BFloat16Type(), shape)
    assert (rows.get_layout(), rows.get_shard_shape()) == (Layout.RowMajor, (64, 128))
    assert rows.get_element_size_bytes() == 2
    l1 = layout.with_buffer_type(BufferType.L1).with_memory_layout(TensorMemoryLayout.BlockSharded)
    assert l1.has_sharded_l1_tensor_memory_layout()
    assert l1.with_grid(shape, GridAttr((2, 4))).get_shard_shape() == (1, 1)
    assert layout.with_shard_shape((32, 32)).get_shard_shape() == (1, 1)
    assert layout.with_tensor_shape((32, 64)).get_shard_shape() == (1, 2)
    assert layout.with_memory_layout(None).get_mem_layout_opt() is None


def test_ttnn_row_major_layout_in_interleaved_l1_is_refused():
    with pytest.raises(ValueError, match="tiles"):
        TTNNLayoutAttr.get(
            (32, 32), F32, BufferType.L1, GridAttr((1, 1)), TensorMemoryLayout.Interleaved
        )


def test_metal_layout_with_one_changed_property_keeps_remaining_properties():
    layout = metal([64, 128], [1, 1]).with_element_type(F32_TILE)
    assert layout.get_shard_shape() == (2, 4)
    assert layout.get_scalar_shard_shape() == (64, 128)
    assert layout.has_interleaved_l1_tensor_memory_layout()
    host = layout.with_memory_space(MemorySpace.System)
    assert host.is_system_memory_space()
    assert not host.has_interleaved_l1_tensor_memory_layout()
    sharded = layout.with_memory_layout(TTTensorMemoryLayout.HeightSharded)
    assert sharded.has_sharded_l1_tensor_memory_layout()
    assert layout.with_shard_shape((32, 32)).get_shard_shape() == (1, 1)
    scaled = layout.with_outer_scale(StreamMode.Stream, 2)
    assert print_text(scaled.memref) == (
        "memref<1x1x2x4x!tt.tile<32x32, f32>, "
        "#tt.stream<(d0, d1, d2, d3) -> (d0, d1, d2, d3), stream, 2>, #tt.memory_space<l1>>"
    )
    assert MetalLayoutAttr.get([8, 4], F32).grid == GridAttr((1, 1))


def test_tiled_buffer_shape_counts_scalars():
    buffer = parse("#tt.buffer<memref<2x4x!tt.tile<32x32, f32>, #tt.memory_space<l1>>, alias>")
    assert isinstance(buffer, BufferAttr)
    assert buffer.get_shape() == (64, 128)
    assert buffer.get_element_type() == F32_TILE


def test_layout_size_in_memory_matches_worked_example():
    shape = (256, 512)
    for grid, bytes_on_core in (((1, 1), 256 * 512 * 4), ((8, 8), 32 * 64 * 4)):
        layout = TTNNLayoutAttr.get(
            shape, F32_TILE, BufferType.L1, GridAttr(grid), TensorMemoryLayout.BlockSharded
        )
        assert layout.get_tensor_size_in_bytes(shape, DEVICE) == bytes_on_core
        assert layout.get_shard_size_in_bytes() == bytes_on_core
    # 16 pages of 8192 elements over 12 channels: the last element is in the second row of pages.
    dram = TTNNLayoutAttr.get(
        (256, 512), F32, BufferType.DRAM, GridAttr((1, 1)), TensorMemoryLayout.Interleaved
    )
    assert dram.get_tensor_size_in_bytes(shape, DEVICE) == (8191 + 1 + 1) * 4
    host = dram.with_buffer_type(BufferType.SystemMemory)
    with pytest.raises(ValueError, match="not a memory of the device"):
        host.get_tensor_size_in_bytes(shape, DEVICE)
    metal_layout = metal([256, 512], [8, 8])
    assert DEVICE.get_layout_size_bytes(shape, metal_layout, MemorySpace.DeviceL1) == 32 * 64 * 4


TILE_BYTES = {
    DataType.Float32: 4096,
    DataType.Float16: 2048,
    DataType.BFloat16: 2048,
    DataType.BFP_Float8: 1024,
    DataType.BFP_BFloat8: 1024,
    DataType.BFP_Float4: 512,
    DataType.BFP_BFloat4: 512,
    DataType.BFP_Float2: 256,
    DataType.BFP_BFloat2: 256,
    DataType.UInt32: 4096,
    DataType.UInt16: 2048,
    DataType.UInt8: 1024,
    DataType.Int32: 4096,
}


@pytest.mark.parametrize("data_type", DataType, ids=str)
def test_tile_of_each_data_type_has_size_in_documented_table(data_type: DataType):
    tile = TileType((32, 32), data_type)
    assert tile.get_size_bytes() == TILE_BYTES[data_type]
    assert tile.get_element_type() == data_type_to_element_type(data_type)
    if not data_type.keyword.startswith("bfp"):
        assert element_type_to_data_type(data_type_to_element_type(data_type)) == data_type


def test_element_type_maps_to_its_data_type():
    for signedness in Signedness:
        for width, data_type in ((32, "u32"), (16, "u16"), (8, "u8")):
            element = IntegerType(width, signedness)
            if element == SI32:
                assert element_type_to_data_type(element) is DataType.Int32
            assert str(element_type_to_data_type(without_sign(element))) == data_type
    assert element_type_to_data_type(Float16Type()) == DataType.Float16
    complex_type = ComplexType(Float32Type())
    for unsupported in (Float64Type(), IntegerType(64), IntegerType(1), IndexType(), complex_type):
        with pytest.raises(ValueError, match="unsupported"):
            element_type_to_data_type(unsupported)


SHAPES = st.lists(st.integers(1, 9), min_size=1, max_size=4).map(tuple)
GRIDS = st.lists(st.integers(1, 4), min_size=2, max_size=2).map(tuple)


@given(SHAPES, GRIDS)
def test_layout_linear_map_is_bijection_onto_physical_shape(
    shape: tuple[int, ...], grid: tuple[int, ...]
):
    linear = collapsed_linear_affine_map(shape, grid)
    physical = eval_shape(linear, shape)
    assert prod(physical) == prod(shape)
    images = {affine.evaluate(linear, index) for index in product(*map(range, shape))}
    assert images == set(product(*map(range, physical)))


@given(SHAPES, GRIDS)
def test_layout_shards_together_cover_tensor(shape: tuple[int, ...], grid: tuple[int, ...]):
    linear = collapsed_linear_affine_map(shape, grid)
    shard = logical_shard_shape(shape, linear, GridAttr(grid))
    for size, cores, part in zip(eval_shape(linear, shape), grid, shard, strict=True):
        assert (part - 1) * cores < size <= part * cores


@given(SHAPES, GRIDS)
def test_layout_gives_every_element_its_own_l1_address(
    shape: tuple[int, ...], grid: tuple[int, ...]
):
    layout = MetalLayoutAttr.get(shape, F32, MemorySpace.DeviceL1, GridAttr(grid))
    placed = layout.project_onto(layout.linear, DEVICE.l1Map)
    places = {affine.evaluate(placed, index) for index in product(*map(range, shape))}
    assert len(places) == prod(shape)
    shard_volume = prod(layout.get_shard_shape())
    for device, y, x, offset in places:
        assert (device, True, True) == (0, 0 <= y < grid[0], 0 <= x < grid[1])
        assert 0 <= offset < shard_volume


@given(SHAPES)
def test_layout_gives_every_element_of_page_its_own_dram_address(shape: tuple[int, ...]):
    layout = MetalLayoutAttr.get(shape, F32, MemorySpace.DeviceDRAM, GridAttr((1, 1)))
    placed = layout.project_onto(layout.linear, DEVICE.dramMap)
    places = {affine.evaluate(placed, index) for index in product(*map(range, shape))}
    assert len(places) == prod(shape)


@given(SHAPES, GRIDS)
def test_layout_strides_reach_every_element(shape: tuple[int, ...], grid: tuple[int, ...]):
    layout = MetalLayoutAttr.get(shape, F32, grid=GridAttr(grid))
    stride = layout.get_stride(shape)
    offsets = {
        sum(i * s for i, s in zip(index, stride, strict=True))
        for index in product(*map(range, shape))
    }
    assert offsets == set(range(prod(shape)))


ELEMENTS = st.sampled_from([F32, BFloat16Type(), F32_TILE, BFP8_TILE])


@given(SHAPES, GRIDS, ELEMENTS, st.sampled_from(TensorMemoryLayout))
def test_ttnn_layout_text_round_trips(
    shape: tuple[int, ...],
    grid: tuple[int, ...],
    element: Float32Type | TileType,
    mem_layout: TensorMemoryLayout,
):
    layout = TTNNLayoutAttr.get(shape, element, BufferType.DRAM, GridAttr(grid), mem_layout)
    text = print_text(layout)
    assert print_text(parse(text)) == text


@given(SHAPES, GRIDS, ELEMENTS)
def test_layout_tiled_shape_times_tile_is_scalar_shape(
    shape: tuple[int, ...], grid: tuple[int, ...], element: Float32Type | TileType
):
    layout = TTNNLayoutAttr.get(
        shape, element, BufferType.DRAM, GridAttr(grid), TensorMemoryLayout.Interleaved
    )
    assert layout.with_shard_shape(layout.get_scalar_shard_shape()) == layout
    if isinstance(element, TileType):
        physical = layout.get_physical_shape(shape)
        assert layout.get_tiled_shape(shape) == element.get_tiled_shape(physical)
