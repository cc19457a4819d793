"""Tests of faults in kernels: each kind is reported with its kernel, thread, core and location."""

import pytest
from metal_builders import (
    L1_BASE,
    L1_SIZE,
    Kernel,
    Port,
    Tensor,
    binary,
    command,
    floats,
    over,
    ports,
    run,
)

from ttmlir_py.tensix import load
from ttmlir_py.tensix.errors import Deadlock, Fault, StepLimitError
from ttmlir_py.tensix.memory import Checks

TILE = 4096
SOURCE, TARGET = Tensor(1, (32, 64), L1_BASE), Tensor(2, (32, 64), 1 << 16)
BOUND = [over(0, SOURCE), over(16, TARGET)]
RING = Port(24, 1 << 17, 2)


def fault(*kernels: Kernel, checks: Checks = Checks.DEFAULT, kind: type[Exception] = Fault) -> str:
    """Return the report about kernels that should copy a tensor of two tiles."""
    with pytest.raises(kind) as caught:
        run([(SOURCE, floats(1, 32, 64))], [TARGET], *kernels, checks=checks)
    return str(caught.value)


def tensix(body: str, *more: Port, wide: bool = False) -> Kernel:
    return Kernel("tensix", ports(body), ports=[*BOUND, *more], wide=wide)


def noc(body: str, kind: str = "noc0", **fields) -> Kernel:
    return Kernel(kind, ports(body), **fields)


GOOD = """tile_regs_acquire();
copy_tile(in0, 0, 0);
tile_regs_commit();
tile_regs_wait();
pack_tile(0, out0, 0);
tile_regs_release();"""


@pytest.mark.parametrize(
    ("wrong", "right", "message"),
    [
        (
            "copy_tile(in0, 0, 8)",
            "copy_tile(in0, 0, 0)",
            "math on core 0x0, 6:1: copy_tile: DST index 8: a section has 8 tiles",
        ),
        ("copy_tile(in0, 0, 0 - 1)", "copy_tile(in0, 0, 0)", "DST index -1"),
        (
            "copy_tile(in0, 2, 0)",
            "copy_tile(in0, 0, 0)",
            "unpack on core 0x0, 6:1: copy_tile: reads page 2 of port c_in0, which has 2",
        ),
        (
            "pack_tile(1, out0, 0)",
            "pack_tile(0, out0, 0)",
            "pack on core 0x0, 9:1: pack_tile: packs DST[1], which nothing has written",
        ),
        (
            "copy_tile(in0, 0, 0); exp_tile(2)",
            "copy_tile(in0, 0, 0)",
            "uses DST[2], which nothing has written",
        ),
        (
            "",
            "tile_regs_acquire();",
            "math on core 0x0, 6:1: copy_tile: DST is used outside of tile_regs_acquire",
        ),
        (
            "",
            "tile_regs_wait();",
            "pack on core 0x0, 9:1: pack_tile: DST is packed outside of tile_regs_wait",
        ),
        (
            "tile_regs_acquire(); tile_regs_acquire();",
            "tile_regs_acquire();",
            "is acquired already",
        ),
        (
            "tile_regs_commit(); tile_regs_commit();",
            "tile_regs_commit();",
            "no section of DST is acquired",
        ),
        (
            "tile_regs_release(); tile_regs_release();",
            "tile_regs_release();",
            "no section of DST was waited for",
        ),
        (
            "copy_tile(mid0, 0, 0)",
            "copy_tile(in0, 0, 0)",
            "there is no circular buffer at port c_intermed0",
        ),
        ("int32_t z = 0; copy_tile(in0, 1 / z, 0)", "copy_tile(in0, 0, 0)", "division by zero"),
        (
            "for (int32_t i = 0; i < 3; i += 1) { pack_tile(0, out0, 0); }",
            "pack_tile(0, out0, 0);",
            "packs page 2 of port c_out0, which has 2",
        ),
    ],
)
def test_wrong_register_or_tile_call_is_reported(wrong, right, message):
    text = GOOD.replace(right, wrong)
    assert text != GOOD
    names = ports(text).count("\n") - text.count("\n")
    report = fault(tensix(text))
    places = {
        6: 4 + names,
        9: 7 + names,
    }  # lines of the text start behind the declarations of ports
    for line, own in places.items():
        message = message.replace(f" {line}:1:", f" {own}:1:")
    assert message in report
    assert report.startswith("command 0 EnqueueProgram at kernels.mlir:7:3: kernel 0 tensix ")


def test_dst_section_of_32_bit_elements_is_limited_to_four_tiles():
    assert "DST index 4: a section has 4 tiles" in fault(
        tensix(GOOD.replace("0, 0);", "0, 4);", 1), wide=True)
    )


RING_USE = [
    ("cb_push_back(mid0, 1);", "1 page of port c_intermed0, of which 0 are reserved"),
    ("cb_reserve_back(mid0, 3);", "3 pages of port c_intermed0, which has 2"),
    ("cb_wait_front(mid0, 3);", "3 pages of port c_intermed0, which has 2"),
    ("cb_pop_front(mid0, 1);", "1 page of port c_intermed0, of which 0 were waited for"),
    (
        "cb_reserve_back(mid0, 1); cb_push_back(mid0, 2);",
        "2 pages of port c_intermed0, of which 1 are reserved",
    ),
]


@pytest.mark.parametrize(("body", "message"), RING_USE)
@pytest.mark.parametrize("kind", ["tensix", "noc0"])
def test_wrong_circular_buffer_call_is_reported(kind, body, message):
    assert message in fault(Kernel(kind, ports(body), ports=[RING]))


def test_push_of_pages_over_end_of_buffer_is_reported():
    body = """
    cb_reserve_back(mid0, 2); cb_push_back(mid0, 2); cb_wait_front(mid0, 2); cb_pop_front(mid0, 2);
    cb_reserve_back(mid0, 1); cb_push_back(mid0, 1); cb_wait_front(mid0, 1); cb_pop_front(mid0, 1);
    cb_reserve_back(mid0, 2); cb_push_back(mid0, 2);"""
    assert "run over the end of port c_intermed0" in fault(noc(body, ports=[RING]))


def test_pop_from_tensor_buffer_is_reported_by_strict_checks():
    """Upstream's kernels pop tiles that were never pushed, so only strict checks report it."""
    body = GOOD + GOOD + "cb_pop_front(in0, 2); cb_push_back(out0, 2);"
    inputs = [(SOURCE, floats(1, 32, 64))]
    run(inputs, [TARGET], tensix(body))
    assert "of which 0 are reserved" in fault(
        tensix("cb_push_back(out0, 1);"), checks=Checks.STRICT
    )
    assert "of which 0 were waited for" in fault(
        tensix("cb_pop_front(in0, 1);"), checks=Checks.STRICT
    )


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            f"noc_async_read(get_noc_addr(1, 0, 8192), {1 << 16}, 64);",
            "reads 64 bytes at 8192 of L1 of core 0x1",
        ),
        (
            f"noc_async_read(get_noc_addr(0, 0, {L1_BASE}), 50000, 64);",
            "writes 64 bytes at 50000 of L1 of core 0x0",
        ),
        (
            f"noc_async_read(get_noc_addr(0, 0, {L1_BASE}), {(1 << 16) + 8192 - 32}, 64);",
            "outside of what is allocated: the nearest is 65536 to 73728",
        ),
        (
            f"noc_async_write({L1_BASE}, get_noc_addr(0, 0, {L1_SIZE - 32}), 64);",
            f"writes 64 bytes at {L1_SIZE - 32}",
        ),
        (
            f"noc_async_write({1 << 16}, get_noc_addr(0, 0, {L1_BASE}), 64);",
            "reads L1 of core 0x0 at 65536, where nothing was written",
        ),
        (
            "noc_async_read(get_noc_addr(20, 0, 8192), 1024, 64);",
            "neither a core nor DRAM at x=20, y=0",
        ),
        (
            "noc_async_read(get_noc_addr_from_bank_id<true>(12, 64), 1024, 64);",
            "there is no DRAM bank 12: the chip has 12",
        ),
        ("noc_async_read(get_noc_addr(0, 0, 1024), 1024, 0);", "a transfer of 0 bytes"),
        (
            "noc_async_write_multicast(1024, get_noc_multicast_addr(0, 0, 3, 0, 1024), 64, 4);",
            "a multicast to 4 cores, but its rectangle has 3",
        ),
        (
            "noc_async_read_one_packet_with_state(0, 1024);",
            "no noc_async_read_one_packet_set_state came before",
        ),
        ("noc_async_read_one_packet_set_state(0, 8193);", "a transfer of 8193 bytes"),
        ("get_semaphore(16);", "semaphore 16 of 16"),
        ("int32_t a = get_arg_val<uint32_t>(0);", "argument 0 of 0"),
    ],
)
def test_wrong_network_call_is_reported(body, message):
    report = fault(noc(body))
    assert message in report
    assert "kernel 0 noc0 on core 0x0, 3:" in report


READ = f"noc_async_read(get_noc_addr(0, 0, {L1_BASE}), get_write_ptr(mid0), {TILE});"


READ_PLACE = "noc_async_read of kernel {} noc0 at {}, whose noc_async_read_barrier did not come yet"


def test_use_of_data_before_barrier_reports_use_and_read():
    """The report names both the use and the read."""
    body = f"{READ}\nnoc_async_write({1 << 17}, get_noc_addr(0, 0, {1 << 16}), 64);\nnoc_async_read_barrier();"
    report = fault(noc(body, ports=[RING]))
    assert "5:1: noc_async_write: uses L1 of core 0x0 at 131072" in report
    assert "where a read has not certainly arrived: " + READ_PLACE.format(0, "4:1") in report


def test_push_of_page_before_barrier_is_reported():
    """A barrier after the push does not prevent the report, even if it precedes the use of the
    data.
    """
    reader = noc(
        f"cb_reserve_back(mid0, 1);\n{READ}\ncb_push_back(mid0, 1);\nnoc_async_read_barrier();"
    )
    compute = tensix("cb_wait_front(mid0, 1);\n" + GOOD.replace("in0", "mid0"), RING)
    report = fault(compute, reader)
    assert "6:1: cb_push_back: uses L1 of core 0x0 at 131072" in report
    assert READ_PLACE.format(1, "5:1") in report


def test_kernel_that_ends_without_barrier_is_reported():
    report = fault(noc(READ, ports=[RING]))
    assert "the kernel ends, and the transfer of 4:1 was not awaited by a barrier" in report
    write = f"noc_async_write({L1_BASE}, get_noc_addr(0, 0, {1 << 16}), 8192);"
    run([(SOURCE, floats(1, 32, 64))], [TARGET], noc(write))
    assert "not awaited by a barrier" in fault(noc(write), checks=Checks.STRICT)


def test_run_that_never_writes_output_is_reported():
    assert "reading output 0 to the host: reads L1 of core 0x0 at 65536" in fault(tensix(""))


def test_oversized_read_is_refused_even_with_checks_off():
    body = f"noc_async_write({L1_BASE}, get_noc_addr(0, 0, {1 << 16}), 2147483647);"
    assert "reads 2147483647 bytes of a memory that has 1499136" in fault(
        noc(body), checks=Checks.OFF
    )
    block = tensix("tilize_block(in0, 2147483647, out0);")
    assert "of a memory that has" in fault(block, checks=Checks.OFF)


@pytest.mark.parametrize(
    ("group", "others", "wrong"),
    [
        (Checks.BOUNDS, Checks.SYNC, "copy_tile(in0, 2, 0)"),
        (Checks.INIT, Checks.BOUNDS | Checks.SYNC, "copy_tile(in0, 0, 0); exp_tile(2)"),
        (Checks.SYNC, Checks.BOUNDS, "copy_tile(in0, 0, 0); tile_regs_acquire()"),
    ],
)
def test_enabled_check_group_reports_only_its_faults(group, others, wrong):
    kernel = tensix(GOOD.replace("copy_tile(in0, 0, 0)", wrong) + GOOD)
    fault(kernel, checks=group)
    run([(SOURCE, floats(1, 32, 64))], [TARGET], kernel, checks=others)


def test_check_option_parses_group_names():
    assert Checks.parse("race,init") == Checks.RACE | Checks.INIT
    assert Checks.parse("strict") is Checks.STRICT
    with pytest.raises(ValueError, match="there is no group of checks 'races'"):
        Checks.parse("sync,races")


def test_run_with_checks_off_reports_no_fault():
    body = GOOD.replace("copy_tile(in0, 0, 0)", f"copy_tile(in0, {L1_SIZE // TILE}, 0)")
    (got,) = run([(SOURCE, floats(1, 32, 64))], [TARGET], tensix(body), checks=Checks.OFF)
    assert not got.any()


# ---- deadlocks


def test_page_that_is_never_pushed_is_a_deadlock():
    report = fault(tensix("cb_wait_front(mid0, 1);", RING), kind=Deadlock)
    assert report.splitlines() == [
        "command 0 EnqueueProgram at kernels.mlir:7:3: deadlock: no thread can go on",
        "  kernel 0 tensix unpack on core 0x0, 4:1: cb_wait_front wants 1 page in port c_intermed0, which has 0",
        "    no thread has a call of cb_push_back that could help",
        "  nobody is left who could go on",
    ]


def test_reader_that_pushes_too_little_is_a_deadlock():
    reader = noc(
        f"cb_reserve_back(mid0, 1);\n{READ}\nnoc_async_read_barrier();\ncb_push_back(mid0, 1);"
    )
    report = fault(tensix("cb_wait_front(mid0, 2);", RING), reader, kind=Deadlock)
    assert "cb_wait_front wants 2 pages in port c_intermed0, which has 1" in report
    assert "kernel 1 noc0 on core 0x0 could help, but is done" in report


def test_two_threads_that_wait_for_each_other_are_a_deadlock():
    """A reader pushes twice into one of two buffers of one page, while the compute kernel waits for
    the other buffer first.
    """
    buffers = [Port(24, 1 << 17), Port(25, 1 << 18)]
    reader = noc(
        f"for (int32_t i = 0; i < 2; i += 1) {{ cb_reserve_back(mid0, 1); {READ} noc_async_read_barrier(); cb_push_back(mid0, 1); }}\ncb_push_back(mid1, 1);"
    )
    compute = tensix(
        "cb_wait_front(mid1, 1);\ncb_wait_front(mid0, 1);\ncb_pop_front(mid0, 1);", *buffers
    )
    report = fault(compute, reader, kind=Deadlock)
    assert "cb_wait_front wants 1 page in port c_intermed1, which has 0" in report
    assert "cb_reserve_back wants 1 free page of port c_intermed0, which has 0 of 1" in report
    cycle = report.splitlines()[-1]
    assert cycle.startswith("  cycle: ")
    assert "kernel 0 tensix unpack" in cycle
    assert "kernel 1 noc0" in cycle


def test_semaphore_that_is_never_set_is_a_deadlock():
    body = """int32_t s = get_semaphore(get_arg_val<uint32_t>(0));
    volatile tt_l1_ptr uint32_t* p = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(s);
    noc_semaphore_wait(p, 3);"""
    report = fault(noc(body, cores=(0, 0, 1, 2), semaphores=[2]), kind=Deadlock)
    assert (
        "on core 0x0, 0x1, 5:5: noc_semaphore_wait wants 3 in the semaphore at 0, which has 2"
        in report
    )
    assert "no thread has a call of noc_semaphore_inc or" in report


def test_dst_section_that_is_never_released_is_reported():
    body = f"for (int32_t i = 0; i < 3; i += 1) {{ {GOOD.replace('tile_regs_release();', '')} }}"
    assert "a section of DST was waited for already" in fault(tensix(body))
    body = "for (int32_t i = 0; i < 3; i += 1) { tile_regs_acquire(); tile_regs_commit(); }"
    report = fault(tensix(body), kind=Deadlock)
    assert "math on core 0x0" in report
    assert "wants a section of DST, the packer has 2 of 2" in report


def test_endless_kernel_loop_is_reported():
    assert "has no end" in fault(noc("for (int32_t i = 0; i < 1; i += 0) { get_semaphore(0); }"))
    loop = "for (int32_t {0} = 0; {0} < 1000000; {0} += 1) {{"
    body = loop.format("i") + loop.format("j") + " get_semaphore(0); } }"
    many = body.replace("1000000", "100000000")
    assert "iterations of loops" in fault(noc(many), kind=StepLimitError)


def test_use_of_unallocated_buffer_is_reported():
    commands = [command("DeallocateBuffer", TARGET)]
    with pytest.raises(Fault, match="tensor 2 is not allocated"):
        load(binary([SOURCE], [], commands)).run([floats(1, 32, 64)])
