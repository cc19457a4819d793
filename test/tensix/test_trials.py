"""Tests of repeated runs with random orders of threads, and with late data of the network."""

import numpy as np
import pytest
from metal_builders import L1_BASE, Kernel, Port, Tensor, binary, command, enqueue, floats, ports
from right_programs import PROGRAMS, SLOTS, TILE, gather

from ttmlir_py.schemas import BinaryError
from ttmlir_py.tensix import load
from ttmlir_py.tensix.errors import Deadlock, Fault
from ttmlir_py.tensix.memory import Checks
from ttmlir_py.tensix.trials import Noc

pytestmark = pytest.mark.slow

TO_ONE_PLACE = ("send1", f"0, 0, {SLOTS + TILE}", f"0, 0, {SLOTS}")
WITHOUT_RACES = Checks.DEFAULT ^ Checks.RACE
BASICS = WITHOUT_RACES ^ Checks.INIT
"""The default checks without those for races and for reads of uninitialized memory."""


def test_schedule_that_changes_result_is_reported_with_seed():
    """Two cores write to the same address, and the last write remains."""
    program = gather().changed(*TO_ONE_PLACE)
    with pytest.raises(
        Fault, match=r"output 0 differs with --schedule (\d+) --noc eager from"
    ) as first:
        program.run(checks=Checks.OFF, schedules=20)
    report = str(first.value)
    assert report.endswith(
        "that with --noc eager, first at element 0 in row-major order: threads race"
    )
    seed = int(report.partition("--schedule ")[2].partition(" ")[0])
    fixed, drawn = program.run(checks=Checks.OFF), program.run(checks=Checks.OFF, schedule=seed)
    assert not np.array_equal(fixed, drawn)
    assert np.array_equal(drawn, program.run(checks=Checks.OFF, schedule=seed))
    with pytest.raises(Fault) as again:
        program.run(checks=Checks.OFF, schedules=20)
    assert str(again.value) == report


def test_schedule_that_fails_is_reported_with_seed():
    """The first core in its order sets the semaphore for all cores, so that later ones may be too
    late.
    """
    program = gather().changed("send2", "flag), 1, 0)", "flag), 3, 0)")
    with pytest.raises(
        (Fault, Deadlock), match=r"with --schedule \d+ --noc eager, but not with --noc eager: "
    ):
        program.changed("collect", "noc_semaphore_wait(", "noc_semaphore_wait_min(").run(
            checks=WITHOUT_RACES, schedules=20
        )


LATE = [
    ("gather", "send0", "noc_async_write_barrier();\n", ""),
    ("ring", "give", "noc_async_write_barrier();", ""),
]


@pytest.mark.parametrize("lockstep", [True, False])
@pytest.mark.parametrize(("name", "kernel", "old", "new"), LATE)
def test_run_with_late_data_reports_missing_barrier(name, kernel, old, new, lockstep):
    """The report names the reader's call and the write. Without checks, the results of the kernels
    differ.
    """
    program = PROGRAMS[name]().changed(kernel, old, new)
    program.run(checks=WITHOUT_RACES, lockstep=lockstep)
    with pytest.raises(Fault) as caught:
        program.run(checks=WITHOUT_RACES, lockstep=lockstep, noc=Noc.BOTH)
    reader = {"gather": "collect", "ring": "take"}[name]
    report = str(caught.value)
    assert report.startswith("with --noc late, but not with --noc eager: command 0 ")
    assert (
        f", {program.place(reader, 'noc_async_read(')}: noc_async_read: uses L1 of core" in report
    )
    write = f"noc_async_write of {program.kernel_name(kernel)} on core 0x{int(name == 'gather')}"
    assert f": {write} at {program.place(kernel, 'noc_async_write(')}, whose" in report
    with pytest.raises(Fault) as caught:
        program.run(checks=Checks.OFF, lockstep=lockstep, noc=Noc.BOTH)
    assert "output 0 differs with --noc late from that with --noc eager" in str(caught.value)
    place = program.place(kernel, "noc_async_write(")
    assert f"no barrier awaits the transfer of {program.kernel_name(kernel)} at {place}" in str(
        caught.value
    )


def test_run_with_late_data_reports_changed_source():
    """The kernel stores into memory that a write may not have read yet."""
    source, target = Tensor(1, (32, 32), L1_BASE), Tensor(2, (32, 32), 1 << 16)
    body = f"""noc_async_write({L1_BASE}, get_noc_addr(0, 0, {1 << 16}), {TILE});
volatile tt_l1_ptr uint32_t* p = reinterpret_cast<volatile tt_l1_ptr uint32_t*>({L1_BASE});
p[0] = 7;
noc_async_write_barrier();
"""
    opened = load(binary([source], [target], [enqueue(Kernel("noc0", body))]))
    with pytest.raises(
        Fault,
        match=r"5:1: store_to_l1: overwrites 4 bytes at 1024, from where the write of 3:1 may",
    ):
        opened.run([floats(1, 32, 32)])
    with pytest.raises(
        Fault,
        match=r"the source of the transfer of kernel 0 noc0 at 3:1 changed before its barrier",
    ):
        opened.run([floats(1, 32, 32)], checks=Checks.OFF, noc=Noc.BOTH)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", PROGRAMS)
def test_faultless_program_gives_same_result_in_any_schedule(name, seed):
    program = PROGRAMS[name]()
    alone = program.run(schedule=seed, lockstep=False)
    assert np.array_equal(alone, program.run(noc=Noc.LATE))


def test_core_whose_page_is_available_continues_without_remaining_cores():
    """The compute kernel's first core must continue alone; otherwise the second core never gets its
    page.
    """
    source = Tensor(1, (32, 64), L1_BASE, (0, 0, 1, 2))
    target = Tensor(2, (32, 64), 1 << 16, (0, 0, 1, 2))
    buffers = [Port(0, 1 << 18, 1), Port(16, (1 << 18) + TILE, 1)]
    computes = """cb_wait_front(in0, 1); cb_reserve_back(out0, 1);
tile_regs_acquire(); copy_tile(in0, 0, 0); tile_regs_commit();
tile_regs_wait(); pack_tile(0, out0, 0); tile_regs_release();
cb_pop_front(in0, 1); cb_push_back(out0, 1);"""
    word = (
        "volatile tt_l1_ptr uint32_t* word = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(turn);"
    )
    turn = f"int32_t turn = get_semaphore(get_arg_val<uint32_t>(0));\n{word}\n"
    read = f"""cb_reserve_back(in0, 1);
noc_async_read(get_noc_addr({{0}}, 0, {L1_BASE}), get_write_ptr(in0), {TILE});
noc_async_read_barrier(); cb_push_back(in0, 1);"""
    write = f"""cb_wait_front(out0, 1);
noc_async_write(get_read_ptr(out0), get_noc_addr({{0}}, 0, {1 << 16}), {TILE});
noc_async_write_barrier(); cb_pop_front(out0, 1);"""
    tell = "\nnoc_semaphore_inc(get_noc_addr(1, 0, turn), 1, 0);"
    kernels = [
        Kernel("tensix", ports(computes), (0, 0, 1, 2), buffers),
        Kernel("noc0", ports(read.format(0)), (0, 0, 1, 1), semaphores=[0]),
        Kernel(
            "noc0",
            ports(turn + "noc_semaphore_wait(word, 1);" + read.format(1)),
            (0, 1, 1, 1),
            semaphores=[0],
        ),
        Kernel("noc1", ports(turn + write.format(0) + tell), (0, 0, 1, 1), semaphores=[0]),
        Kernel("noc1", ports(write.format(1)), (0, 1, 1, 1)),
    ]
    x = floats(1, 32, 64)
    # The first core increments the first semaphore of the second core.
    kernels[3].body = kernels[3].body.replace("get_noc_addr(1, 0, turn)", "get_noc_addr(1, 0, 0)")
    (got,) = load(binary([source], [target], [enqueue(*kernels)])).run([x])
    assert np.array_equal(got, x)


@pytest.mark.parametrize(
    ("second", "message"),
    [
        (
            Tensor(2, (96, 96), L1_BASE + 4096, tiled=False, space="DeviceDRAM"),
            "tensors 1 and 2 overlap in DRAM channel 0 at 5120",
        ),
        (Tensor(2, (96, 96), L1_BASE + 4 * 8192, tiled=False, space="DeviceDRAM"), ""),
        (Tensor(2, (96, 96), L1_BASE, tiled=False), ""),
    ],
)
def test_live_tensors_at_same_address_are_refused(second, message):
    """A tensor of more than a page of DRAM uses a page of the first channel."""
    first = Tensor(1, (96, 96), L1_BASE, tiled=False, space="DeviceDRAM")
    inputs = [floats(1, 96, 96), floats(2, 96, 96)]
    opened = load(binary([first, second], [], []))
    if message:
        with pytest.raises(BinaryError, match=message):
            opened.run(inputs)
    else:
        assert opened.run(inputs) == []


def test_tensors_at_same_address_with_separate_lifetimes_are_accepted():
    """Only tensors that are live at the same time need different addresses."""
    first, second = Tensor(1, (32, 32), 1 << 16), Tensor(2, (32, 32), (1 << 16) + 1024)
    steps = [
        command("CreateBuffer", first),
        command("DeallocateBuffer", first),
        command("CreateBuffer", second),
    ]
    assert load(binary([], [], steps)).run([]) == []
    with pytest.raises(
        BinaryError,
        match=r"command 1 CreateBuffer: tensors 1 and 2 overlap in L1 of core 0x0 at 66560",
    ):
        load(binary([], [], [steps[0], steps[2]])).run([])
