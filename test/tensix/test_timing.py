"""Tests of time estimates: laws of queues, connections and routes, and small kernels whose cycles
are counted by hand.
"""

import json
import xml.etree.ElementTree as ET
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from metal_builders import ONE, Kernel, Port, Tensor, binary, enqueue, floats, over, ports
from multicast_matmul import MulticastMatmul

from ttmlir_py.runtime.architectures import ARCHITECTURES
from ttmlir_py.tensix import load
from ttmlir_py.tensix.compute import MathThread
from ttmlir_py.tensix.machine import ChipDesc
from ttmlir_py.tensix.observers.calls import HANDLERS
from ttmlir_py.tensix.observers.grid_picture import grid_lines
from ttmlir_py.tensix.observers.lanes import Lane, Queue, indices
from ttmlir_py.tensix.observers.network import Torus, Traffic
from ttmlir_py.tensix.observers.timeline import Timeline
from ttmlir_py.tensix.observers.timing import Timing
from ttmlir_py.tensix.operations import OPERATIONS

pytestmark = pytest.mark.slow

WORMHOLE = ARCHITECTURES["Wormhole_b0"]


def estimate(data, values, *, timeline=False, **options):
    """Run a file and return its estimated timing and timeline."""
    loaded = load(data)
    timing, drawn = Timing(loaded.chip, WORMHOLE), Timeline(loaded.chip, WORMHOLE.clock_ghz)
    if timeline:
        timing.spans, timing.pages = drawn.span, drawn.pages
    loaded.run(values, events=timing.events, **options)
    return timing, drawn


# ---- laws


@given(st.lists(st.tuples(st.integers(0, 60), st.integers(1, 9)), max_size=12))
def test_network_lane_carries_one_transfer_at_a_time(asked):
    """The reference is a table of cycles, in which each transfer takes the first free ones."""
    lane, taken = Lane(), set()
    for start, cycles in asked:
        own, time = [], start
        while len(own) < cycles:
            if time not in taken:
                own.append(time)
            time += 1
        taken.update(own)
        assert lane.carry(start, cycles) == own[-1] + 1
    assert lane.busy == len(taken)


@given(st.integers(1, 4), st.data())
def test_timed_queue_records_when_pages_were_filled_and_freed(capacity, data):
    queue, core = Queue(capacity, 3), indices([1])
    filled, emptied, time = [], [0.0] * capacity, 0.0
    popped = 0
    for _ in range(12):
        time += 1
        if len(filled) - popped < capacity and data.draw(st.booleans()):
            assert queue.free(core)[0] == emptied[len(filled)]
            queue.fill(core, 1, np.array([time]))
            filled.append(time)
        elif popped < len(filled):
            assert queue.full(core)[0] == filled[popped]
            queue.empty(core, 1, np.array([time]))
            emptied.append(time)
            popped += 1


CHIP = ChipDesc(
    (3, 4),
    1 << 20,
    1024,
    1 << 20,
    tuple((1 + row, 2 * column) for row in range(3) for column in range(4)),
    ((0, 0), (0, 3)),
)
TORUS = Torus(CHIP)
NODES = st.sampled_from([*CHIP.workers, *CHIP.dram])
NOCS = st.integers(0, 1)


@given(NOCS, NODES, NODES)
def test_network_route_follows_connected_directed_links(noc, source, target):
    links = list(TORUS.links(noc, source, target))
    assert len(links) == TORUS.hops(noc, source, target) == len(set(links))
    place, sign = TORUS.place(source), -1 if noc else 1
    for link in links:
        assert (link.row, link.column) == place
        row, column = place
        if link.along_row:
            place = row, (column + sign) % TORUS.shape[1]
        else:
            place = (row + sign) % TORUS.shape[0], column
    assert place == TORUS.place(target)
    turns = sum(a.along_row != b.along_row for a, b in pairwise(links))
    assert turns <= 1
    if turns:
        assert links[0].along_row == (noc == 0), "noc0 goes along the row first, noc1 last"


@given(NOCS, NODES, st.sets(st.sampled_from(CHIP.workers), min_size=1))
def test_multicast_route_is_a_tree(noc, source, targets):
    """Each target is reached, and no router except the source's is entered twice."""
    links = TORUS.tree(noc, source, sorted(targets))
    sign, shape = -1 if noc else 1, TORUS.shape
    ends = [
        (link.row, (link.column + sign) % shape[1])
        if link.along_row
        else ((link.row + sign) % shape[0], link.column)
        for link in links
    ]
    reached, grown = {TORUS.place(source)}, True
    while grown:
        new = {e for e, k in zip(ends, links, strict=True) if (k.row, k.column) in reached}
        grown = not new <= reached
        reached |= new
    assert reached >= set(map(TORUS.place, targets))
    assert reached >= set(ends)
    one = sorted(targets)[0]
    if len(targets) == 1:
        assert links == set(TORUS.links(noc, source, one))


def test_network_traffic_counts_bytes_per_link():
    traffic = Traffic()
    traffic.add(0, (1, 0), [(1, 4)], 100)
    traffic.add(1, (1, 0), [(1, 2), (1, 4)], 10)
    by_link = traffic.by_link(TORUS)
    assert traffic.bytes == 110
    assert sum(by_link.values()) == 100 * TORUS.hops(0, (1, 0), (1, 4)) + 10 * len(
        TORUS.tree(1, (1, 0), [(1, 2), (1, 4)])
    )


def test_every_math_thread_function_has_cost():
    computing = {name for name in OPERATIONS if hasattr(MathThread, name)}
    free = {name for name in computing if name.startswith(("get_", "tile_regs"))}
    assert computing - free <= set(HANDLERS[MathThread])


# ---- handwritten kernels

COPY = """
tile_regs_acquire();
copy_tile(in0, 0, 0);
tile_regs_commit();
tile_regs_wait();
pack_tile(0, out0, 0);
tile_regs_release();
"""


def test_timed_tile_takes_unpack_compute_and_pack_cycles():
    x, y = Tensor(1, (32, 32), 1024), Tensor(2, (32, 32), 8192)
    kernel = Kernel("tensix", ports(COPY), ONE, [over(0, x), over(16, y)])
    timing, _ = estimate(binary([x], [y], [enqueue(kernel)]), [floats(1, 32, 32)])
    (command,) = timing.commands
    # unpack 4096 bytes at 64 per cycle; compute 128 elements per cycle; pack 64 bytes per cycle
    assert [thread.total.tolist() for thread in command.threads] == [[64], [72], [136]]
    assert [thread.spent["waiting"].tolist() for thread in command.threads] == [[0], [64], [72]]
    assert (command.cycles, command.bound, command.traffic.bytes) == (136, "waiting", 0)


MOVE = """
noc_async_read(get_noc_addr(0, {row}, 1024), 65536, {size});
noc_async_read_barrier();
noc_async_write(65536, get_noc_addr(2, 0, 2048), {size});
noc_async_write_barrier();
"""


@pytest.mark.parametrize(("kind", "hops"), [("noc0", (3, 8)), ("noc1", (8, 3))])
def test_timed_transfer_takes_round_trip_cycles(kind, hops):
    size, row = 8192, 3
    source = Tensor(1, (64, 32), 1024, (row, 0, 1, 1))
    mid = Tensor(2, (64, 32), 65536)
    target = Tensor(3, (64, 32), 2048, (0, 2, 1, 1))
    kernel = Kernel(kind, MOVE.format(row=row, size=size), ONE)
    data = binary([source, mid], [target], [enqueue(kernel)])
    values = floats(1, 64, 32), floats(2, 64, 32)
    timing, _ = estimate(data, values)
    (thread,) = timing.commands[0].threads
    # On a torus of 11 x 8 routers, request and answer together go once around a column or a row.
    carried = size // 32 + 1
    read = 10 + 2 * 10 + 11 * 9 + carried
    write = 10 + 2 * 10 + 8 * 9 + carried
    assert thread.total.tolist() == [read + write]
    assert thread.spent["NoC"].tolist() == [read + write - 2 * 10]
    assert timing.commands[0].traffic.bytes == 2 * size
    assert sum(hops) == 11


def test_timed_reader_waits_for_writer():
    writer = "cb_reserve_back(mid0, 1); store_to_l1(pointer, 0, 7); cb_push_back(mid0, 1);"
    pointer = (
        "volatile tt_l1_ptr uint32_t* pointer = "
        "reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_write_ptr(mid0));"
    )
    loop = "for (int32_t i = 0; i < 4; i += 1) {{ {} }}"
    port = [Port(24, 8192, 2)]
    sends = ports(
        pointer + loop.format(writer.replace("store_to_l1(pointer, 0, 7)", "pointer[0] = 7"))
    )
    takes = ports(loop.format("cb_wait_front(mid0, 1); cb_pop_front(mid0, 1);"))
    kernels = Kernel("noc0", sends, ONE, port), Kernel("noc1", takes, ONE, port)
    timing, drawn = estimate(binary([], [], [enqueue(*kernels)]), [], timeline=True)
    first, second = timing.commands[0].threads
    assert first.total.tolist() == second.total.tolist() == [20]
    assert second.spent["waiting"].tolist() == second.stalls["cb_wait_front"].tolist() == [20]
    events = json.loads("\n".join(drawn.lines(timing.commands, "main")))["traceEvents"]
    pages = [each["args"]["pages"] for each in events if each["ph"] == "C"]
    assert pages == [1, 0] * 4


# ---- whole programs


@pytest.fixture(scope="module")
def matmul():
    made = MulticastMatmul(1, 2, 1)
    values = [floats(seed, *tensor.shape) for seed, tensor in enumerate((made.a, made.b))]
    return made, values


def test_timed_run_computes_same_values(matmul):
    made, values = matmul
    loaded = load(made.binary())
    timing = Timing(loaded.chip, WORMHOLE)
    (plain,), (timed,) = loaded.run(values), loaded.run(values, events=timing.events)
    assert np.array_equal(plain, timed)
    (command,) = timing.commands
    assert command.bound == "DRAM"
    # tiles of 4096 bytes at 21.5 bytes per cycle, all from one DRAM channel
    assert command.parts["DRAM"] == pytest.approx(command.dram_bytes / 21.5)
    assert command.dram_bytes == made.a.bytes + made.b.bytes
    assert command.cycles >= max(command.parts.values())


def test_timed_cores_in_lockstep_take_time_of_one_core():
    """This holds for cores that do not compete for the network."""
    cores = (0, 0, 2, 3)
    x, y = Tensor(1, (64, 96), 1024, cores), Tensor(2, (64, 96), 8192, cores)
    kernel = Kernel("tensix", ports(COPY), cores, [over(0, x), over(16, y)])
    data = binary([x], [y], [enqueue(kernel)])
    alone, together = (
        estimate(data, [floats(1, 64, 96)], lockstep=each)[0].commands[0] for each in (False, True)
    )
    assert alone.cycles == together.cycles == 136
    for a, b in zip(alone.threads, together.threads, strict=True):
        assert (a.role, a.cores, a.total.tolist()) == (b.role, b.cores, b.total.tolist())


def test_timeline_file_has_trace_events(matmul):
    made, values = matmul
    timing, drawn = estimate(made.binary(), values, timeline=True)
    written = json.loads("\n".join(drawn.lines(timing.commands, "main")))
    assert written["otherData"]["source"] == "analytical estimate"
    tracks, ends = {}, 0
    for event in written["traceEvents"]:
        assert event["ph"] in ("M", "X", "C")
        assert event["ts"] >= 0
        if event["ph"] == "X":
            assert event["dur"] > 0
            tracks.setdefault((event["pid"], event["tid"]), []).append(event)
            ends = max(ends, event["ts"] + event["dur"])
        if event["ph"] == "C":
            assert event["args"]["pages"] in (0, 1, 2)
    named = [each for each in written["traceEvents"] if each["name"] == "thread_name"]
    assert {(each["pid"], each["tid"]) for each in named} >= tracks.keys() - {(0, 0)}
    assert len(tracks) > 64 * 4
    for slices in tracks.values():
        for a, b in pairwise(sorted(slices, key=lambda each: each["ts"])):
            assert a["ts"] + a["dur"] <= b["ts"] + 2e-6, "one thing at a time"
    assert ends == pytest.approx(timing.now / 1000, abs=1e-4)


def test_timeline_over_size_limit_is_truncated_with_note(matmul):
    made, values = matmul
    loaded = load(made.binary())
    drawn = Timeline(loaded.chip, 1.0, most=100)
    timing = Timing(loaded.chip, WORMHOLE, drawn.span, drawn.pages)
    loaded.run(values, events=timing.events)
    written = json.loads("\n".join(drawn.lines(timing.commands, "main")))
    assert written["otherData"]["left out"] == f"the last {drawn.left_out} slices"
    assert sum(each["ph"] == "X" for each in written["traceEvents"]) <= 101


def test_network_picture_shows_links_and_cores(matmul):
    made, values = matmul
    timing, _ = estimate(made.binary(), values)
    chip = load(made.binary()).chip
    picture = ET.fromstring(
        "\n".join(grid_lines(chip, timing.torus, timing.commands, 1.0, "<main> & more"))
    )
    tips = [each.text or "" for each in picture.iter("{http://www.w3.org/2000/svg}title")]
    links = timing.commands[0].traffic.by_link(timing.torus)
    shown = [int(tip.split()[-2].replace(",", "")) for tip in tips if tip.startswith("noc")]
    assert sorted(shown) == sorted(links.values())
    assert sum(tip.startswith("core ") for tip in tips) == 64
    assert sum(tip.startswith("DRAM ") for tip in tips) == 12
