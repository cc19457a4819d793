"""The debugger of kernels, driven through its streams."""

import io

import pytest
from metal_builders import Kernel, Port, Tensor, binary, enqueue, floats, over, ports

from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.tensix import load
from ttmlir_py.tensix.errors import Deadlock
from ttmlir_py.tensix.observers.debugger import MetalDebugger

CORES = (0, 0, 1, 2)
X, Y = Tensor(1, (32, 64), 1024, CORES), Tensor(2, (32, 64), 8192, CORES)
VALUES = floats(1, 32, 64)
COPY = """
cb_wait_front(mid0, 1);
tile_regs_acquire();
copy_tile(in0, 0, 1);
tile_regs_commit();
tile_regs_wait();
pack_tile(1, out0, 0);
tile_regs_release();
"""
KERNELS = [
    Kernel(
        "noc0", ports("cb_reserve_back(mid0, 1);\ncb_push_back(mid0, 1);"), CORES, [Port(24, 16384)]
    ),
    Kernel("tensix", ports(COPY), CORES, [over(0, X), over(16, Y)]),
]
WHERE = "command 0 EnqueueProgram at kernels.mlir:7:3: kernel"


def session(commands, kernels=KERNELS, lockstep=True, **options):
    """Return the debugger's output, without prompts, and the error that ended the run."""
    loaded = load(binary([X], [Y], [enqueue(*kernels)]))
    output = io.StringIO()
    stdin = io.StringIO("\n".join(commands) + "\n")
    debugger = MetalDebugger(loaded.executable(), input=stdin, output=output, **options)
    error = None
    try:
        loaded.run([VALUES], events=debugger.events, lockstep=lockstep)
    except SimulationError as caught:
        error = caught
    lines = output.getvalue().splitlines()
    return [line for line in lines if not line.startswith("(ttrt) ")], error


def test_metal_debugger_step_stops_at_each_call():
    lines, error = session(["step"] * 40)
    assert error is None
    assert lines[0] == f"> {WHERE} 0 noc0 on core 0x0, 0x1, 4:1: cb_reserve_back(c_intermed0, 1)"
    assert lines[-1] == "at the program's end"
    functions = [line.rpartition(": ")[2].partition("(")[0] for line in lines[:-1]]
    # Each call is shown once, even if the thread must retry it. A call of a compute kernel is shown
    # for each thread that takes part in it.
    assert sorted(functions) == sorted(
        ["cb_reserve_back", "cb_push_back", "cb_wait_front", "copy_tile", "copy_tile", "pack_tile"]
        + [f"tile_regs_{name}" for name in ("acquire", "commit", "wait", "release")]
    )


def test_metal_debugger_next_follows_one_thread():
    lines, _ = session(["b tile_regs_wait", "c", "n", "n", "c"])
    stops = [line.rpartition(": ")[2] for line in lines if line.startswith(">")]
    assert stops[1:] == ["tile_regs_wait()", "pack_tile(1, c_out0, 0)", "tile_regs_release()"]


@pytest.mark.parametrize(
    ("place", "stops"),
    [
        ("copy_tile", ["unpack", "math"]),
        ("copy_tile thread math", ["math"]),
        ("kernel 0", ["noc0", "noc0"]),
        ("port c_out0", ["pack"]),
        ("line 12", ["pack"]),
        ("core 0x1 tile_regs_acquire", ["math"]),
    ],
)
def test_metal_debugger_breakpoint_stops_at_matching_call(place, stops):
    lines, _ = session(["c"] * 9, breakpoints=[place], stop_at_start=False)
    assert [line.partition(" on ")[0].split()[-1] for line in lines] == stops


def test_metal_debugger_breakpoint_on_one_core_stops_only_that_core():
    lines, _ = session(
        ["c"] * 9, lockstep=False, breakpoints=["core 0x1 pack"], stop_at_start=False
    )
    assert lines == [f"> {WHERE} 1 tensix pack on core 0x1, 12:1: pack_tile(1, c_out0, 0)"]


def test_metal_debugger_breakpoint_at_line_stops_in_kernel_text():
    lines, _ = session(["b pack", "b core 9x9", "break", "clear", "b", "c"])
    assert lines[1:] == [
        f"{WHERE} 1 tensix pack, 12:1: pack_tile",
        "no call matches 'core 9x9'",
        "pack",
        "no breakpoints",
    ]


def test_metal_debugger_print_shows_tiles():
    commands = ["b pack_tile", "c", "p dst [1, :2, :3]", "p c_in0 [0, 0, :4]", "core 0x1"]
    commands += ["print c_out0 [0,0,:2]", "p c_in0 [0, 31, -2:]", "p sem [:3]", "stats c_in0", "c"]
    lines, _ = session(commands)
    shown = lines[3:]
    assert shown[:2] == str(VALUES[:2, :3]).splitlines()
    assert shown[2] == str(VALUES[0, :4])
    assert shown[3] == "page 0: not all of it is written"
    assert shown[5:7] == [str(VALUES[31, -2:]), "[0 0 0]"]
    assert shown[7].startswith(f"1x32x32  min {VALUES[:, 32:].min():.6g}  max")


def test_metal_debugger_list_shows_threads_and_kernel_text():
    lines, _ = session(["b tile_regs_wait", "c", "threads", "list", "op", "tensors", "c"])
    assert "   kernel 0 noc0 on core 0x0, 0x1: done" in lines
    assert "-> kernel 1 tensix pack on core 0x0, 0x1, 11:1: tile_regs_wait" in lines
    assert "->   11  tile_regs_wait();" in lines
    assert "  tile_regs_wait();" in lines
    at = "reads at 1024, writes at 1024"
    assert f"c_in0: 0 of 1 pages of 4096 bytes, f32, at 1024 over a tensor; {at}" in lines


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        (
            "print c_in7",
            "there is no 'c_in7' here: circular buffers of the core (tensors), dst, sem",
        ),
        ("print dst", "a thread that moves data has no dst"),
        ("print c_in0 [3]", "'[3]' is not an index into 1x32x32"),
        ("core 9x9", "no core '9x9'"),
        ("step x", "'x' is not a number of calls"),
        ("where", "unknown command 'where': help lists all"),
    ],
)
def test_metal_debugger_print_of_unknown_item_reports_mistake(command, answer):
    lines, _ = session([command, "c"])
    assert lines[-1] == answer


def test_metal_debugger_quit_or_end_of_input_ends_run():
    for commands in (["q"], []):
        _, error = session(commands)
        assert str(error) == "stopped by the debugger"


def test_metal_debugger_reports_deadlock():
    wants = Kernel("noc0", ports("cb_wait_front(mid0, 1);"), CORES, [Port(24, 16384)])
    lines, error = session(["s"], [wants])
    assert len(lines) == 1
    assert isinstance(error, Deadlock)
