"""System descriptors and devices."""

from itertools import product

import pytest
from attribute_text import parse, print_text
from hypothesis import given
from hypothesis import strategies as st

from ttmlir_py import compiler
from ttmlir_py.dialects.tt.attributes import DeviceAttr, GridAttr, SystemDescAttr
from ttmlir_py.dialects.tt.device import (
    get_current_scope_device,
    get_current_scope_system_desc,
)
from ttmlir_py.dialects.tt.enums import MemorySpace
from ttmlir_py.ir import affine
from ttmlir_py.ir.affine import affine_map_text

DESC = SystemDescAttr.get_default()


def system_of(chips: int) -> SystemDescAttr:
    """Return a system of `chips` chips, all like the chip of the default system."""
    return DESC.replace(
        chipDescs=DESC.chipDescs * chips,
        chipDescIndices=tuple(range(chips)),
        chipCapabilities=DESC.chipCapabilities * chips,
        chipCoords=DESC.chipCoords * chips,
    )


ADDRESS = "((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1"


def test_default_device_prints_grid_and_memory_maps():
    assert print_text(DeviceAttr.get(DESC)) == (
        "#tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, "
        "l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), "
        f"dramMap = (d0, d1)[s0, s1] -> (0, 0, (({ADDRESS}) floordiv 8192) mod 12, "
        f"({ADDRESS}) floordiv 98304 + ({ADDRESS}) mod 8192), meshShape = , chipIds = [0]>"
    )


@pytest.mark.parametrize(
    ("mesh", "text"),
    [
        ((1,), "#tt.grid<8x8, (d0, d1) -> (0, d0, d1)>"),
        ((1, 1), "#tt.grid<8x8, (d0, d1) -> (0, d0, d1)>"),
        ((1, 2), "#tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 2)>"),
        ((2, 1), "#tt.grid<16x8, (d0, d1) -> (d0 floordiv 8, d0 mod 2, d1)>"),
        (
            (2, 4),
            "#tt.grid<16x32, (d0, d1) -> ((d0 floordiv 8) * 4 + d1 floordiv 8, d0 mod 2, d1 mod 4)>",
        ),
        ((3, 1, 1), "#tt.grid<3x8x8, (d0, d1, d2) -> (d0, d1, d2)>"),
        ((3, 1, 2), "#tt.grid<3x8x16, (d0, d1, d2) -> (d0 * 2 + d2 floordiv 8, d1, d2 mod 2)>"),
    ],
)
def test_device_of_mesh_has_worker_grid_of_all_chips(mesh: tuple[int, ...], text: str):
    device = DeviceAttr.get(system_of(8), mesh, mesh_modulus=True)
    assert print_text(device.workerGrid) == text
    assert device.meshShape == mesh
    assert parse(print_text(device)) is not None


# Upstream's examples: maps a mesh shape to the shape of its worker grid and to the function from a
# core of the grid to (device, y, x).
SPECIFIED = {
    (1, 2): ((8, 16), lambda y, x: (y // 8 * 2 + x // 8, y, x % 8)),
    (2, 2): ((16, 16), lambda y, x: (y // 8 * 2 + x // 8, y % 8, x % 8)),
    (2, 1, 1): ((2, 8, 8), lambda z, y, x: (z, y, x)),
    (2, 1, 2): ((2, 8, 16), lambda z, y, x: (z * 2 + y // 8 * 2 + x // 8, y, x % 8)),
}


@pytest.mark.parametrize("mesh", SPECIFIED)
def test_worker_grid_map_gives_specified_cores(mesh: tuple[int, ...]):
    shape, place = SPECIFIED[mesh]
    device = DeviceAttr.get(system_of(4), mesh)
    assert device.workerGrid.shape == shape
    cores = list(product(*map(range, shape)))
    found = [affine.evaluate(device.workerGrid.mapping, core) for core in cores]
    assert found == [place(*core) for core in cores]
    assert len(set(found)) == len(cores)


def test_device_of_several_chips_uses_smallest_grid():
    chip = DESC.chipDescs[0]
    system = system_of(2).replace(chipDescs=(chip, chip.replace(grid=(7, 8))))
    assert DeviceAttr.get(system, (2, 1)).workerGrid.shape == (14, 8)
    assert DeviceAttr.get(system, (1, 1), (1,)).workerGrid.shape == (7, 8)


def test_device_with_missing_chips_or_wrong_grid_is_refused():
    with pytest.raises(ValueError, match="there is no chip 1 in a system of 1"):
        DeviceAttr.get(DESC, (1, 2))
    chip = DESC.chipDescs[0]
    with pytest.raises(ValueError, match="expected 2D grid"):
        DeviceAttr.get(DESC.replace(chipDescs=(chip.replace(grid=(8,)),)))
    cores = chip.chipPhysicalCores.replace(dram=())
    with pytest.raises(ValueError, match="dram cores"):
        DeviceAttr.get(DESC.replace(chipDescs=(chip.replace(chipPhysicalCores=cores),)))


def test_default_system_desc_has_memory_sizes_of_wormhole():
    (chip,) = DESC.chipDescs
    assert chip.get_usable_l1_size() == 1498112
    assert chip.get_usable_dram_channel_size() == 1073740800
    assert chip.get_scratch_l1_region_size() == 4096
    assert chip.get_scratch_l1_region_address() == 1495040
    assert len(chip.chipPhysicalCores.worker) == 64
    assert DESC.get_address_align_bytes() == 32
    assert DESC.get_address_align_bytes(MemorySpace.DeviceL1) == 16
    assert DESC.get_address_align_bytes(MemorySpace.System) == 1
    text = print_text(DESC)
    assert text.startswith(
        '#tt.system_desc<[{role = host, target_triple = "x86_64-pc-linux-gnu"}], '
        "[{arch = <wormhole_b0>, grid = 8x8, l1_size = 1499136, num_dram_channels = 12, "
    )
    assert text.endswith(
        " dram = [ 8x0,  9x0,  10x0,  8x1,  9x1,  10x1,  8x2,  9x2,  10x2,  8x3,  9x3,  10x3]}, "
        "supported_data_types = [<f32>, <f16>, <bf16>, <bfp_f8>, <bfp_bf8>, <bfp_f4>, <bfp_bf4>, "
        "<bfp_f2>, <bfp_bf2>, <u32>, <u16>, <u8>], "
        "supported_tile_sizes = [ 4x16,  16x16,  32x16,  4x32,  16x32,  32x32], num_cbs = 32}], "
        "[0], [3 : i32], [ 0x0x0x0]>"
    )
    assert parse(text) == DESC


def test_device_returns_affine_map_of_each_memory_space():
    device = DeviceAttr.get(DESC)
    assert device.get_map_for_memory_space(MemorySpace.DeviceL1) == device.l1Map
    assert device.get_map_for_memory_space(MemorySpace.DeviceDRAM) == device.dramMap
    with pytest.raises(ValueError, match="'system' is not a memory of the device"):
        device.get_map_for_memory_space(MemorySpace.System)
    assert affine_map_text(device.l1Map).startswith("(d0, d1)[s0, s1] -> (0, ")


@given(st.integers(0, 63), st.integers(0, 63), st.integers(1, 8), st.integers(1, 8))
def test_device_memory_maps_give_core_or_channel_and_offset_of_element(
    row: int, column: int, height: int, width: int
):
    device = DeviceAttr.get(DESC)
    shard = (height, width)
    y, x = row // height, column // width
    offset = row % height * width + column % width
    assert affine.evaluate(device.l1Map, (row, column), shard) == (0, y, x, offset)
    address = (y * 8 + x) * height * width + offset
    channel, in_channel = address // 8192 % 12, address // (8192 * 12) + address % 8192
    assert affine.evaluate(device.dramMap, (row, column), shard) == (0, 0, channel, in_channel)


def test_scope_lookup_from_operation_finds_nearest_device_and_system_desc():
    module = compiler.parse(
        f"module attributes {{tt.device = {print_text(DeviceAttr.get(DESC))}, "
        f"tt.system_desc = {print_text(DESC)}}} {{ func.func @f() {{ return }} }}",
        verify=False,
    )
    func = next(iter(module.body.block.ops))
    inner = func.regions[0].block.first_op
    assert inner is not None
    assert get_current_scope_system_desc(inner) == DESC
    assert print_text(get_current_scope_device(inner) or DESC) == print_text(DeviceAttr.get(DESC))
    bare = compiler.parse("func.func @f() { return }", verify=False)
    assert get_current_scope_device(bare) is None
    assert get_current_scope_system_desc(bare) is None


def test_grid_of_rank_n_has_size_one_in_each_dimension():
    assert GridAttr.of_rank(3) == GridAttr((1, 1, 1))
    assert GridAttr((2, 3, 4)).get_grid_volume() == 24
