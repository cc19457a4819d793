"""Correct kernels with one planted fault each: the report names the kernel, the call and its
location, and the second call if two are involved.
"""

from dataclasses import dataclass

import numpy as np
import pytest
from right_programs import L1_BASE, PROGRAMS, SLOTS, TILE

from ttmlir_py.tensix.errors import Deadlock, Fault
from ttmlir_py.tensix.memory import Checks
from ttmlir_py.tensix.trials import Noc

pytestmark = pytest.mark.slow

OUT = 1 << 16


@dataclass(frozen=True)
class Case:
    """A change to a kernel, and its expected report."""

    program: str
    kernel: str
    old: str
    new: str
    at: str
    """Text of the reported call, in the changed kernel or in `who`."""
    message: str
    who: str = ""
    other: tuple[str, str] = ("", "")
    """Kernel and text of the second call in the report."""
    checks: Checks = Checks.DEFAULT

    def __str__(self) -> str:
        return f"{self.program}-{self.kernel}-{self.old.strip()[:30]}-{self.new.strip()[:30]}"


BOUNDS = [
    Case(
        "copy",
        "compute",
        "(in0, i, 0)",
        "(in0, i, 8)",
        "copy_tile",
        "DST index 8: a section has 8 tiles",
    ),
    Case("copy", "compute", "exp_tile(0)", "exp_tile(9)", "exp_tile", "DST index 9"),
    Case("copy", "compute", "pack_tile(0", "pack_tile(8", "pack_tile", "DST index 8"),
    Case(
        "copy",
        "compute",
        "(in0, i,",
        "(in0, i + 1,",
        "copy_tile",
        "reads page 2 of port c_in0, which has 2",
    ),
    Case("copy", "compute", "(in0, i,", "(in0, i - 1,", "copy_tile", "reads page -1 of port c_in0"),
    Case(
        "copy", "compute", "i < 2", "i < 3", "copy_tile", "reads page 2 of port c_in0, which has 2"
    ),
    Case(
        "copy",
        "compute",
        "pack_tile(0, out0, i);",
        "pack_tile(0, out0, i); pack_tile(0, out0, i);",
        "pack_tile(0, out0, i); pack",
        "packs page 2 of port c_out0, which has 2",
    ),
    Case(
        "stream",
        "reader",
        "cb_reserve_back(in0, 1)",
        "cb_reserve_back(in0, 3)",
        "cb_reserve_back",
        "3 pages of port c_in0, which has 2",
    ),
    Case(
        "stream",
        "writer",
        "cb_wait_front(out0, 1)",
        "cb_wait_front(out0, 4)",
        "cb_wait_front",
        "4 pages of port c_out0, which has 2",
    ),
    Case(
        "stream",
        "writer",
        f"{1 << 17} + i",
        f"{1 << 17} + (i + 1)",
        "noc_async_write",
        f"writes {TILE} bytes at {(1 << 17) + 4 * TILE} of L1 of core 0x1",
    ),
    Case(
        "stream",
        "writer",
        "get_noc_addr(1, 0",
        "get_noc_addr(2, 0",
        "noc_async_write",
        f"writes {TILE} bytes at {1 << 17} of L1 of core 0x2",
    ),
    Case(
        "stream",
        "reader",
        f"{L1_BASE} + i",
        f"{L1_BASE} + 4 + i",
        "noc_async_read",
        "outside of what is allocated",
    ),
    Case(
        "gather",
        "collect",
        f"{3 * TILE});",
        f"{4 * TILE});",
        "noc_async_read",
        f"reads {4 * TILE} bytes at {SLOTS}",
    ),
    Case(
        "gather",
        "send1",
        "get_noc_addr(0, 0, 1",
        "get_noc_addr(9, 0, 1",
        "noc_async_write",
        "neither a core nor DRAM at x=9, y=0",
    ),
    Case(
        "gather", "send1", "val<uint32_t>(0)", "val<uint32_t>(1)", "get_arg_val", "argument 1 of 1"
    ),
    Case(
        "constants",
        "fill",
        "8192 + i *",
        "8192 + 4096 + i *",
        "noc_async_read_one_packet_with_state",
        "writes 512 bytes at 12288",
    ),
    Case(
        "multicast",
        "1",
        ", 7);\nnoc_semaphore_set_multicast",
        ", 6);\nnoc_semaphore_set_multicast",
        "noc_async_write_multicast",
        "a multicast to 6 cores, but its rectangle has 7",
    ),
]
INIT = [
    Case(
        "copy",
        "compute",
        "copy_tile(in0, i, 0);",
        "",
        "exp_tile",
        "uses DST[0], which nothing has written",
    ),
    Case(
        "copy",
        "compute",
        "pack_tile(0",
        "pack_tile(1",
        "pack_tile",
        "packs DST[1], which nothing has written",
    ),
    Case(
        "stream",
        "reader",
        f"noc_async_read(get_noc_addr(0, 0, {L1_BASE} + i * {TILE}), get_write_ptr(in0), {TILE});",
        "",
        "copy_tile",
        f"reads L1 of core 0x0 at {1 << 18}, where nothing was written",
        who="compute",
    ),
    Case(
        "gather",
        "send0",
        f"{L1_BASE}, get",
        f"{L1_BASE - 1024 + 512 + (1 << 16)}, get",
        "noc_async_write",
        "outside of what is allocated",
    ),
    Case(
        "ring",
        "take",
        f"0, {SLOTS})",
        f"0, {OUT + TILE})",
        "noc_async_read",
        f"reads L1 of core 0x1 at {OUT + TILE}, where nothing was written",
    ),
]
SYNC = [
    Case(
        "copy",
        "compute",
        "tile_regs_acquire();",
        "",
        "copy_tile",
        "DST is used outside of tile_regs_acquire",
    ),
    Case(
        "copy",
        "compute",
        "tile_regs_wait();",
        "",
        "pack_tile",
        "DST is packed outside of tile_regs_wait",
    ),
    Case(
        "copy",
        "compute",
        "      exp_tile(0);\n      tile_regs_commit();",
        "      tile_regs_commit();\n      exp_tile(0);",
        "exp_tile",
        "DST is used outside of tile_regs_acquire",
    ),
    Case(
        "copy",
        "compute",
        "pack_tile(0, out0, i);\n      tile_regs_release();",
        "tile_regs_release();\n      pack_tile(0, out0, i);",
        "pack_tile",
        "DST is packed outside of tile_regs_wait",
    ),
    Case(
        "copy",
        "compute",
        "tile_regs_commit();",
        "",
        "tile_regs_acquire",
        "a section of DST is acquired already",
    ),
    Case(
        "copy",
        "compute",
        "tile_regs_release();",
        "",
        "tile_regs_wait",
        "a section of DST was waited for already",
    ),
    Case(
        "stream",
        "reader",
        "cb_reserve_back(in0, 1);",
        "",
        "cb_push_back",
        "1 page of port c_in0, of which 0 are reserved",
    ),
    Case(
        "stream",
        "reader",
        "cb_push_back(in0, 1)",
        "cb_push_back(in0, 2)",
        "cb_push_back",
        "2 pages of port c_in0, of which 1 are reserved",
    ),
    Case(
        "stream",
        "compute",
        "cb_wait_front(in0, 1);",
        "",
        "copy_tile",
        "reads page 0 of port c_in0, where 0 were waited for",
    ),
    Case(
        "stream",
        "compute",
        "cb_reserve_back(out0, 1);",
        "",
        "pack_tile",
        "packs page 0 of port c_out0, which has reserved 0",
    ),
    Case(
        "stream",
        "compute",
        "cb_pop_front(in0, 1)",
        "cb_pop_front(in0, 2)",
        "cb_pop_front",
        "2 pages of port c_in0, of which 1 were waited for",
    ),
    Case(
        "stream",
        "compute",
        "copy_tile(in0, 0, 0)",
        "copy_tile(in0, 1, 0)",
        "copy_tile",
        "reads page 1 of port c_in0, where 1 were waited for",
    ),
    Case(
        "stream",
        "reader",
        "noc_async_read_barrier();",
        "",
        "cb_push_back",
        "where a read has not certainly arrived",
        other=("reader", "noc_async_read("),
    ),
    Case(
        "gather",
        "collect",
        "noc_async_read_barrier();",
        "",
        "",
        "the kernel ends, and the transfer of",
    ),
    Case(
        "constants",
        "fill",
        "noc_async_read_barrier();",
        "",
        "p[k]",
        "where a read has not certainly arrived",
        other=("fill", "noc_async_read_one_packet_with_state"),
    ),
    Case(
        "multicast",
        "1",
        "noc_async_read_barrier();\n",
        "",
        "noc_async_write_multicast",
        "where a read has not certainly arrived",
        other=("1", "noc_async_read("),
    ),
    Case(
        "stream",
        "writer",
        "noc_async_write_barrier();",
        "",
        "cb_pop_front",
        "gives back",
        other=("writer", "noc_async_write("),
    ),
    Case(
        "multicast",
        "1",
        "noc_async_write_barrier();\n",
        "",
        "noc_async_read(",
        "overwrites",
        other=("1", "noc_async_write_multicast"),
    ),
    Case(
        "gather",
        "send2",
        "noc_async_write_barrier();",
        f"noc_async_read(get_noc_addr(3, 0, 256), {L1_BASE}, 32);",
        "noc_async_read(",
        "overwrites 32 bytes",
        other=("send2", "noc_async_write("),
    ),
    Case(
        "ring",
        "give",
        "noc_async_write_barrier();",
        "",
        "",
        "the kernel ends, and the transfer of",
        checks=Checks.STRICT ^ Checks.RACE,
    ),
]
RACE = [
    Case(
        "gather",
        "send1",
        f"0, 0, {SLOTS + TILE}",
        f"0, 0, {SLOTS}",
        "noc_async_write(",
        "which kernel 1 noc0 on core 0x1 writes",
        other=("send0", "noc_async_write("),
    ),
    Case(
        "gather",
        "send2",
        f"0, 0, {SLOTS + 2 * TILE}), {TILE}",
        f"0, 0, {SLOTS + TILE + 2048}), {TILE}",
        "noc_async_write(",
        f"writes L1 of core 0x0 at {SLOTS + TILE + 2048}, which",
        other=("send1", "noc_async_write("),
    ),
    Case(
        "gather",
        "send0",
        "noc_async_write_barrier();\n",
        "",
        "noc_async_read(",
        "no barrier had awaited it before other threads continued",
        who="collect",
        other=("send0", "noc_async_write("),
    ),
    Case(
        "gather",
        "send0",
        f"noc_async_write({L1_BASE}, get_noc_addr(0, 0, {SLOTS}), {TILE});\nnoc_async_write_barrier();\nnoc_semaphore_inc(get_noc_addr(0, 0, flag), 1, 0);",
        f"noc_semaphore_inc(get_noc_addr(0, 0, flag), 1, 0);\nnoc_async_write({L1_BASE}, get_noc_addr(0, 0, {SLOTS}), {TILE});\nnoc_async_write_barrier();",
        "noc_async_read(",
        "nothing orders the two",
        who="collect",
        other=("send0", "noc_async_write("),
    ),
    Case(
        "ring",
        "give",
        "free_word, i + 1",
        "free_word, 1",
        "noc_async_read(",
        "nothing orders the two",
        who="take",
        other=("give", "noc_async_write("),
    ),
    Case(
        "ring",
        "take",
        "full_word, i + 1",
        "full_word, 1",
        "noc_async_write(",
        "nothing orders the two",
        who="give",
        other=("take", "noc_async_read("),
    ),
    Case(
        "ring",
        "give",
        "noc_async_write_barrier();",
        "",
        "noc_async_read(",
        "no barrier had awaited",
        who="take",
        other=("give", "noc_async_write("),
    ),
    Case(
        "multicast",
        "2",
        "noc_semaphore_set(valid_word, 0);\n",
        "",
        "matmul_tiles",
        "nothing orders the two",
        who="0",
        other=("1", "noc_async_write_multicast"),
    ),
]
CASES = [*BOUNDS, *INIT, *SYNC, *RACE]


def test_faulty_kernel_list_has_at_least_forty_cases():
    assert len(CASES) >= 40


@pytest.mark.parametrize("lockstep", [True, False])
@pytest.mark.parametrize("case", CASES, ids=str)
def test_faulty_kernel_report_names_kernel_call_and_position(case, lockstep):
    program = PROGRAMS[case.program]().changed(case.kernel, case.old, case.new)
    with pytest.raises(Fault) as caught:
        program.run(checks=case.checks, lockstep=lockstep)
    report, who = str(caught.value), case.who or case.kernel
    head = f"command 0 EnqueueProgram at kernels.mlir:7:3: {program.kernel_name(who)} "
    assert report.startswith(head)
    assert case.message in report
    if case.at:
        function = case.at.partition("(")[0].replace("p[k]", "store_to_l1")
        assert f", {program.place(who, case.at)}: {function}: " in report
    kernel, text = case.other
    if kernel:
        _, _, rest = report.removeprefix(head).partition(": ")
        assert f" {program.place(kernel, text)}" in rest


@pytest.mark.parametrize("lockstep", [True, False])
@pytest.mark.parametrize("name", PROGRAMS)
def test_faultless_program_is_not_reported_in_any_schedule(name, lockstep):
    """Threads run in any order, and data of the network arrives at any time."""
    program = PROGRAMS[name]()
    got = program.run(lockstep=lockstep, noc=Noc.BOTH, schedules=2)
    np.testing.assert_allclose(got, program.expected(*program.values()), rtol=1e-6)


# ---- deadlocks


@dataclass(frozen=True)
class Stuck:
    """A change to a kernel, and the expected report of the deadlock."""

    program: str
    kernel: str
    old: str
    new: str
    waits: tuple[tuple[str, str, str], ...]
    """Waiting kernels, the text of their calls, and what each needs and has."""
    helpers: tuple[str, ...]
    """Threads that could have ended the wait."""
    end: str


NOBODY = "  nobody is left who could go on"
STUCK = [
    Stuck(
        "stream",
        "reader",
        "cb_push_back(in0, 1);",
        "",
        (
            (
                "compute",
                "cb_wait_front(in0",
                "cb_wait_front wants 1 page in port c_in0, which has 0",
            ),
            (
                "writer",
                "cb_wait_front(out0",
                "cb_wait_front wants 1 page in port c_out0, which has 0",
            ),
        ),
        (
            "no thread has a call of cb_push_back that could help",
            "kernel 0 tensix pack on core 0x0 could help, but waits at 13:7: tile_regs_wait",
        ),
        NOBODY,
    ),
    Stuck(
        "stream",
        "compute",
        "cb_pop_front(in0, 1);",
        "",
        (("reader", "cb_reserve_back", "wants 1 free page of port c_in0, which has 0 of 2"),),
        ("no thread has a call of cb_pop_front that could help",),
        NOBODY,
    ),
    Stuck(
        "stream",
        "writer",
        "cb_pop_front(out0, 1);",
        "",
        (("compute", "cb_reserve_back", "wants 1 free page of port c_out0, which has 0 of 2"),),
        ("no thread has a call of cb_pop_front that could help",),
        NOBODY,
    ),
    Stuck(
        "stream",
        "compute",
        "cb_wait_front(in0, 1)",
        "cb_wait_front(out0, 1)",
        (("compute", "cb_wait_front(out0", "wants 1 page in port c_out0, which has 0"),),
        ("kernel 0 tensix pack on core 0x0 could help, but waits at ",),
        "  cycle: kernel 0 tensix unpack on core 0x0 -> kernel 0 tensix pack on core 0x0 -> "
        "kernel 0 tensix math on core 0x0 -> kernel 0 tensix unpack on core 0x0",
    ),
    Stuck(
        "gather",
        "collect",
        "(word, 3)",
        "(word, 4)",
        (("collect", "noc_semaphore_wait", "wants 4 in the semaphore at 0, which has 3"),),
        tuple(f"kernel {i} noc0 on core 0x{i} could help, but is done" for i in (1, 2, 3)),
        NOBODY,
    ),
    Stuck(
        "gather",
        "send2",
        "flag), 1, 0)",
        "flag + 16), 1, 0)",
        (("collect", "noc_semaphore_wait", "wants 3 in the semaphore at 0, which has 2"),),
        ("kernel 3 noc0 on core 0x3 could help, but is done",),
        NOBODY,
    ),
    Stuck(
        "ring",
        "give",
        "free_word, i + 1",
        "free_word, i + 2",
        (
            (
                "give",
                "noc_semaphore_wait_min",
                "wants 2 or more in the semaphore at 16, which has 1",
            ),
            (
                "take",
                "noc_semaphore_wait_min",
                "wants 1 or more in the semaphore at 0, which has 0",
            ),
        ),
        ("kernel 1 noc0 on core 0x1 could help, but waits at 9:3: noc_semaphore_wait_min",),
        "  cycle: kernel 0 noc0 on core 0x0 -> kernel 1 noc0 on core 0x1 -> kernel 0 noc0 on core 0x0",
    ),
]


@pytest.mark.parametrize("lockstep", [True, False])
@pytest.mark.parametrize("case", STUCK, ids=lambda case: f"{case.program}-{case.kernel}-{case.old}")
def test_deadlock_report_names_waiting_threads(case, lockstep):
    program = PROGRAMS[case.program]().changed(case.kernel, case.old, case.new)
    with pytest.raises(Deadlock) as caught:
        program.run(lockstep=lockstep)
    report = str(caught.value)
    head, *lines = report.splitlines()
    assert head == "command 0 EnqueueProgram at kernels.mlir:7:3: deadlock: no thread can go on"
    for kernel, text, message in case.waits:
        place = f", {program.place(kernel, text)}: {text.partition('(')[0]} "
        own = [line for line in lines if line.startswith(f"  {program.kernel_name(kernel)}")]
        assert any(place in line and message in line for line in own)
    for helper in case.helpers:
        assert f"    {helper}" in report
    assert lines[-1] == case.end
