"""The model of device memory: sizes of tensors in banks, allocation, out-of-memory errors, and
leaks.
"""

import itertools
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ttnn_builders import ProgramBuilder, binary_bytes

from ttmlir_py import runtime
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.runtime.formats import FORMATS
from ttmlir_py.runtime.memory import BankedMemory, DeviceMemory, page_bytes, pages_per_bank
from ttmlir_py.runtime.tensor import Layout, TensorDesc
from ttmlir_py.schemas import BinaryError

CHIP = {
    "arch": "Wormhole_b0",
    "grid_size": {"y": 8, "x": 8},
    "l1_size": 1499136,
    "l1_unreserved_base": 100000 // 32 * 32,
    "num_dram_channels": 12,
    "dram_unreserved_base": 32,
    "dram_unreserved_end": 1 << 20,
    "noc_dram_address_align_bytes": 32,
    "noc_l1_address_align_bytes": 16,
}
SYSTEM = {"chip_descs": [CHIP]}
L1_BANK = (1499136 - CHIP["l1_unreserved_base"] - 32768) // 32 * 32


def desc(shape, data_type="BFloat16", *, tile=32, memory="Interleaved", shard=(), space="DeviceL1"):
    layout = Layout(FORMATS[data_type], (tile, tile), space, memory, shard, 4 if shard else 0)
    return TensorDesc(shape, layout)


@pytest.mark.parametrize(
    ("data_type", "size"),
    [
        ("Float32", 4096),
        ("BFloat16", 2048),
        ("Float16", 2048),
        ("BFP_BFloat8", 1088),
        ("BFP_Float4", 576),
        ("BFP_BFloat2", 320),
        ("UInt32", 4096),
        ("UInt16", 2048),
        ("UInt8", 1024),
    ],
)
def test_tile_page_of_each_data_type_has_documented_size(data_type, size):
    assert page_bytes(desc((64, 64), data_type)) == size


@pytest.mark.parametrize(
    ("tensor", "pages", "page"),
    [
        (desc((64, 96)), 1, 2048),  # 6 tiles on 12 banks
        (desc((33, 400)), 3, 2048),  # 2 x 13 tiles
        (desc((3, 5, 40)), 1, 2048),  # 3 x 1 x 2
        (desc((100,)), 1, 2048),  # 4 tiles in one row
        (desc(()), 1, 2048),
        (desc((25, 10), tile=1), 3, 20),  # 25 rows
        (desc((25, 10), tile=1, memory="SingleBank"), 25, 20),
        (desc((64, 96), memory="HeightSharded", shard=(1, 3)), 3, 2048),
        (desc((64, 96), tile=1, memory="BlockSharded", shard=(32, 48)), 32, 96),
        (desc((0, 10), tile=1), 0, 20),
    ],
)
def test_pages_per_bank_and_page_size_follow_layout(tensor, pages, page):
    assert (pages_per_bank(tensor, 12), page_bytes(tensor)) == (pages, page)


def test_allocator_is_first_fit_from_both_ends_of_memory():
    for bottom_up, addresses in ((True, [0, 64, 160]), (False, [936, 840, 808])):
        memory = BankedMemory("DRAM", 12, 1000, 8, bottom_up=bottom_up)
        assert [memory.allocate(size) for size in (63, 96, 32)] == addresses
        memory.free(addresses[1])
        view = memory.view()
        assert view.total_bytes_allocated_per_bank == 96
        assert view.total_bytes_free_per_bank == 904
        assert view.largest_contiguous_bytes_free_per_bank == 808
        assert memory.allocate(96) == addresses[1]  # the first free block that is large enough
        assert memory.allocate(809) is None


@given(st.lists(st.tuples(st.integers(0, 300), st.integers(0, 5)), max_size=60), st.booleans())
def test_allocator_blocks_never_overlap_or_leak(steps, bottom_up):
    memory = BankedMemory("L1", 64, 2000, 16, bottom_up=bottom_up)
    live = {}
    for size, victim in steps:
        address = memory.allocate(size)
        if address is not None:
            assert address % 16 == 0
            live[address] = size
        if victim < len(live):
            address = sorted(live)[victim]
            memory.free(address)
            del live[address]
    view = memory.view()
    table = [(int(b["address"]), int(b["size"]), b["allocated"]) for b in view.block_table]
    assert [address for address, _, state in table if state == "yes"] == sorted(live)
    end = 0
    for address, size, _ in table:
        assert address == end
        end += size
    assert end == 2000
    free = [size for _, size, state in table if state == "no"]
    assert view.total_bytes_free_per_bank == sum(free)
    assert view.largest_contiguous_bytes_free_per_bank == max(free, default=0)
    states = [state for _, _, state in table]
    assert ("no", "no") not in itertools.pairwise(states)


def test_memory_sizes_are_read_from_system_descriptor():
    views = DeviceMemory(SYSTEM).views()
    assert {name: (view.num_banks, view.total_bytes_per_bank) for name, view in views.items()} == {
        "DRAM": (12, (1 << 20) - 32),
        "L1": (64, L1_BANK),
        "L1_SMALL": (64, 32768),
        "TRACE": (12, 0),
    }
    with pytest.raises(BinaryError, match="the system descriptor has no chip"):
        DeviceMemory({})
    with pytest.raises(BinaryError, match=r"leaves no DRAM: 12 banks of 0 bytes"):
        DeviceMemory({"chip_descs": [CHIP | {"dram_unreserved_end": 32}]})


def l1(program, ref, memory_layout="Interleaved"):
    """Move the tensor `ref` of the builder `program` to L1 and return it."""
    memory = ref["desc"]["layout"]["memory_desc"]
    memory |= {"memory_space": "DeviceL1", "memory_layout": memory_layout}
    return ref


def chain(size, *, free=True):
    """Return a program of three operations with results in L1; with `free` each result is freed
    after its use.
    """
    program = ProgramBuilder()
    x = program.input((size, size), "BFloat16")
    for step in range(3):
        out = l1(program, program.ref((size, size), "BFloat16"))
        y = program.eltwise("Neg", [x], out)
        if step and free:
            program.add("DeallocateOp", **{"in": x})
        x = y
    return program.output(x)


def tracked(program, system=SYSTEM):
    binary = runtime.load(binary_bytes(program))
    tracker = runtime.MemoryTracker(system)
    binary.run(list(map(zeros, program.inputs)), hooks=tracker.hooks)
    return tracker


def zeros(ref):
    return np.zeros(ref["desc"]["shape"], np.float32)


def test_memory_report_shows_peak_per_operation():
    tracker = tracked(chain(512))
    report = tracker.report
    bank = 256 // 64 * 2048  # 16 x 16 tiles on 64 cores
    assert [row.during["L1"] for row in report.rows] == [
        bank,
        2 * bank,
        2 * bank,
        2 * bank,
        2 * bank,
    ]
    assert [row.after("L1") for row in report.rows] == [bank, 2 * bank, bank, 2 * bank, bank]
    assert report.peak["L1"].operation.index == 1
    assert report.peak["DRAM"].during["DRAM"] == 22 * 2048  # 256 tiles on 12 channels
    report.check_leaks()
    dictionary = report.as_dict()
    assert dictionary[4]["l1"]["device_0"]["total_bytes_allocated_per_bank"] == bank
    assert set(dictionary[0]) == {"loc", "debug_str", "dram", "l1", "l1_small", "trace"}
    json.dumps(dictionary)
    text = "\n".join(report.lines())
    assert "peak of L1: 16,384 bytes per bank" in text
    assert "at operation 1 (EltwiseOp(Neg))" in text
    assert tracker.views()["L1"].total_bytes_allocated_per_bank == bank


def test_memory_report_names_leaked_tensors():
    report = tracked(chain(512, free=False)).report
    with pytest.raises(SimulationError) as caught:
        report.check_leaks()
    message = str(caught.value)
    assert "tensor 2 (512x512xbf16 tile DeviceL1 interleaved), made by operation 0" in message
    assert "tensor 3" in message
    assert "tensor 1 " not in message  # tensor 1 is an input
    assert "tensor 4 " not in message  # tensor 4 is the output


def test_memory_overflow_error_names_operation():
    small = {"chip_descs": [CHIP | {"l1_size": CHIP["l1_unreserved_base"] + 32768 + 3 * 4096}]}
    with pytest.raises(SimulationError) as caught:
        tracked(chain(512), small)
    assert str(caught.value) == (
        "program 0 'main': operation 1 (EltwiseOp(Neg)): out of L1: tensor 3 (512x512xbf16, "
        "interleaved) needs 8,192 bytes in each of 64 banks; 4,096 of 12,288 are free, 4,096 in one block"
    )
    with pytest.raises(SimulationError, match="program 0 'main': out of DRAM: input 'arg0'"):
        tracked(chain(512), {"chip_descs": [CHIP | {"dram_unreserved_end": 4128}]})


def test_memory_report_counts_in_place_result_once():
    program = ProgramBuilder()
    x = program.input((32, 32), "BFloat16")
    out = program.ref((32, 32), "BFloat16")
    device = {"global_id": 0}
    program.add("GetDeviceOp", mesh={"y": 1, "x": 1}, chip_ids=[0], out=device)
    program.add("EmptyOp", shape=[32, 32], dtype="BFloat16", device=device, out=out)
    program.add("MatmulOp", in0=x, in1=x, out=out)
    report = tracked(program.output(out)).report
    assert [row.during["DRAM"] for row in report.rows] == [2048, 4096, 4096]


def test_memory_tracker_second_run_starts_new_report():
    binary = runtime.load(binary_bytes(chain(512)))
    tracker = runtime.MemoryTracker(SYSTEM)
    with pytest.raises(SimulationError, match="no program ran"):
        _ = tracker.report
    for _ in range(3):
        binary.run([zeros(ref) for ref in chain(512).inputs], hooks=tracker.hooks)
    assert len(tracker.report.rows) == 5
    tracker.release()
    assert tracker.views()["L1"].total_bytes_allocated_per_bank == 0


@given(st.lists(st.integers(-8, 40), max_size=60), st.booleans())
def test_allocator_block_is_first_run_of_free_units_that_fits(steps, bottom_up):
    """A model finds the lowest, or the highest, run of free units that is long enough."""
    memory = BankedMemory("DRAM", 1, 100, 1, bottom_up=bottom_up)
    units, live = [False] * 100, []
    for step in steps:
        if step <= 0:
            if live:
                at, size = live.pop(-step % len(live))
                memory.free(at)
                units[at : at + size] = [False] * size
            continue
        fitting = [at for at in range(101 - step) if not any(units[at : at + step])]
        at = memory.allocate(step)
        assert at == ((min(fitting) if bottom_up else max(fitting)) if fitting else None)
        if at is not None:
            live.append((at, step))
            units[at : at + step] = [True] * step
        assert memory.blocks == tuple(sorted(live))
        assert memory.allocated_bytes == sum(units)
