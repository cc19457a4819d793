"""System descriptor files, and the boards known by name."""

from collections import Counter
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from xdsl.dialects.builtin import StringAttr

import ttmlir_py
from ttmlir_py.common.boards import BOARDS, single_links
from ttmlir_py.compiler import create_context
from ttmlir_py.dialects.tt.device import DeviceAttr
from ttmlir_py.dialects.tt.enums import Arch, ChipCapability, CPURole, DataType
from ttmlir_py.dialects.tt.presets import preset
from ttmlir_py.dialects.tt.system import (
    ArchAttr,
    ChipChannelAttr,
    ChipCoordAttr,
    ChipDescAttr,
    ChipPhysicalCoresAttr,
    CoreCoordAttr,
    CPUDescAttr,
    DataTypeAttr,
    SystemDescAttr,
    TileSizeAttr,
)
from ttmlir_py.schemas import load_schema, write
from ttmlir_py.target.flatbuffer.system_desc import (
    read_system_desc,
    system_desc,
    write_system_desc,
)
from ttmlir_py.tools.ttopt import FLAGS

SYSTEMS = {"default": SystemDescAttr.get_default()} | {name: preset(name) for name in BOARDS}
FILE = write_system_desc(SYSTEMS["n300"])

numbers = st.integers(0, 2**32 - 1)
small = st.integers(0, 40)


def tuples(element: st.SearchStrategy, count: int = 3) -> st.SearchStrategy:
    return st.lists(element, max_size=count).map(tuple)


cores = tuples(st.builds(CoreCoordAttr, small, small))
chips = st.builds(
    ChipDescAttr,
    arch=st.sampled_from(Arch).map(ArchAttr),
    grid=st.tuples(small, small),
    l1Size=numbers,
    numDramChannels=numbers,
    dramChannelSize=numbers,
    nocL1AddressAlignBytes=numbers,
    pcieAddressAlignBytes=numbers,
    nocDRAMAddressAlignBytes=numbers,
    l1UnreservedBase=numbers,
    eriscL1UnreservedBase=numbers,
    dramUnreservedBase=numbers,
    dramUnreservedEnd=numbers,
    chipPhysicalCores=st.builds(ChipPhysicalCoresAttr, cores, cores, cores, cores),
    supportedDataTypes=tuples(st.sampled_from(DataType).map(DataTypeAttr)),
    supportedTileSizes=tuples(st.builds(TileSizeAttr, small, small)),
    numCBs=numbers,
)
systems = st.builds(
    SystemDescAttr,
    cpuDescs=tuples(st.builds(CPUDescAttr, st.sampled_from(CPURole), st.text().map(StringAttr))),
    chipDescs=tuples(chips),
    chipDescIndices=tuples(numbers),
    chipCapabilities=tuples(st.integers(0, 3).map(ChipCapability)),
    chipCoords=tuples(st.builds(ChipCoordAttr, numbers, numbers, numbers, numbers)),
    chipChannels=tuples(
        st.builds(
            ChipChannelAttr, numbers, st.tuples(small, small), numbers, st.tuples(small, small)
        )
    ),
)


@given(systems)
def test_system_desc_file_round_trips(system: SystemDescAttr):
    assert read_system_desc(write_system_desc(system)) == system


@pytest.mark.parametrize("name", SYSTEMS)
def test_board_system_desc_round_trips_as_text_and_file(name: str):
    system = SYSTEMS[name]
    assert read_system_desc(write_system_desc(system)) == system
    module = ttmlir_py.parse(f"module attributes {{tt.system_desc = {system}}} {{}}")
    assert module.attributes["tt.system_desc"] == system


@given(st.integers(0, len(FILE) - 1), st.integers(0, 255))
def test_damaged_system_desc_is_read_or_refused(position: int, byte: int):
    for data in (FILE[:position], FILE[:position] + bytes([byte]) + FILE[position + 1 :]):
        with suppress(ValueError):
            assert isinstance(read_system_desc(data), SystemDescAttr)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"arch": 7}, "there is no Arch 7"),
        ({"l1_size": 1 << 40}, "1099511627776 does not fit 32 bits"),
        ({"grid_size": None}, "the field 'grid_size' is absent"),
        ({"physical_cores": None}, "the field 'physical_cores' is absent"),
        ({"supported_data_types": [99]}, "there is no DataType 99"),
    ],
)
def test_system_desc_that_attribute_cannot_hold_is_refused(change: dict[str, object], problem: str):
    table = system_desc(SYSTEMS["n150"])
    chip = table["chip_descs"][0] | change
    table["chip_descs"] = [{name: value for name, value in chip.items() if value is not None}]
    with pytest.raises(ValueError, match=problem):
        read_system_desc(write(load_schema("Common/system_desc.fbs"), {"system_desc": table}))


@pytest.mark.parametrize("grid", ["0x8", "8x-1"])
def test_system_desc_of_chip_without_worker_cores_is_refused(grid: str, tmp_path):
    table = system_desc(SYSTEMS["n150"])
    table["chip_descs"][0]["grid_size"] = tuple(map(int, grid.split("x")))
    path = tmp_path / "empty.ttsys"
    path.write_bytes(write(load_schema("Common/system_desc.fbs"), {"system_desc": table}))
    with pytest.raises(ttmlir_py.CompilationError) as caught:
        ttmlir_py.compile("module {}", f"ttir-to-ttnn-backend-pipeline{{system-desc-path={path}}}")
    assert f"expected positive grid dimensions, but chip 0 has {grid}" in str(caught.value)


def test_system_desc_with_unknown_capability_or_without_system_is_refused():
    schema = load_schema("Common/system_desc.fbs")
    table = system_desc(SYSTEMS["n150"]) | {"chip_capabilities": [8]}
    with pytest.raises(ValueError, match="there is no ChipCapability 8"):
        read_system_desc(write(schema, {"system_desc": table}))
    with pytest.raises(ValueError, match="the file describes no system"):
        read_system_desc(write(schema, {"product_identifier": "none"}))


@pytest.mark.parametrize(("name", "board"), [("wormhole", "n150"), ("blackhole", "p150")])
def test_system_desc_option_with_architecture_name_selects_board(name: str, board: str):
    assert preset(name) == preset(board)


@pytest.mark.parametrize("name", BOARDS)
def test_board_system_descs_are_consistent(name: str):
    board, system = BOARDS[name], preset(name)
    count = len(board.coordinates)
    assert len(set(board.coordinates)) == count == len(system.chipDescIndices)
    assert len(system.chipCapabilities) == len(system.chipCoords) == count
    ends = [end for a, i, b, j in single_links(board) for end in ((a, i), (b, j))]
    assert not [end for end, uses in Counter(ends).items() if uses > 1]
    assert all(chip < count and channel < board.eth_channels for chip, channel in ends)
    for chip in range(count):
        desc = system.get_chip_desc(chip)
        physical = desc.chipPhysicalCores
        assert len(set(physical.worker)) == desc.grid[0] * desc.grid[1]
        assert len(physical.dram) == desc.numDramChannels
        assert len(physical.eth) == sum(1 for end in ends if end[0] == chip)
        kinds = (physical.worker, physical.eth, physical.eth_inactive)
        assert len(set().union(*kinds)) == sum(map(len, kinds))
        assert desc.l1UnreservedBase % desc.nocL1AddressAlignBytes == 0
        assert desc.dramUnreservedEnd % desc.nocDRAMAddressAlignBytes == 0
        assert desc.dramUnreservedBase < desc.dramUnreservedEnd < desc.dramChannelSize


@pytest.mark.parametrize("name", ["n300", "t3000", "tg"])
def test_board_chips_linked_by_ethernet_are_neighbours(name: str):
    coordinates = BOARDS[name].coordinates
    for chip, _, other, _ in single_links(BOARDS[name]):
        (y, x), (other_y, other_x) = coordinates[chip], coordinates[other]
        assert abs(y - other_y) + abs(x - other_x) == 1


def test_n150_board_system_desc_matches_upstream_runtime():
    chip = preset("n150").chipDescs[0]
    assert (chip.l1UnreservedBase, chip.dramUnreservedEnd) == (97248, 1073158336)
    assert chip.chipPhysicalCores.eth_inactive[0] == CoreCoordAttr(16, 18)


@pytest.mark.parametrize(
    ("name", "mesh"), [("n150", ()), ("n300", (1, 2)), ("t3000", (2, 4)), ("tg", (8, 4))]
)
def test_default_device_spans_all_chips(name: str, mesh: tuple[int, ...]):
    device = DeviceAttr.get(preset(name), mesh)
    assert device.chipIds == tuple(range(len(BOARDS[name].coordinates)))


def test_system_desc_option_accepts_files_and_boards(tmp_path):
    path = tmp_path / "board.ttsys"
    path.write_bytes(FILE)
    module = ttmlir_py.parse("func.func @f() { return }")
    for context in (None, create_context()):
        text = f"builtin.module(ttir-load-system-desc{{path={path}}})"
        ttmlir_py.PassManager(text, context=context).run(module)
        assert module.attributes["tt.system_desc"] == ttmlir_py.system_desc("n300")
    with pytest.raises(
        ValueError, match=r"unknown system 'n301': expected n150, n300.*did you mean 'n300'"
    ):
        ttmlir_py.system_desc("n301")


def test_system_desc_help_names_all_boards():
    assert FLAGS["system-desc"].help.endswith(": " + ", ".join(BOARDS))
