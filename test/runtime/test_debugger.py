"""The debugger, with commands from one stream and output to another."""

import io

import numpy as np
import pytest
from test_executor import X, small_network, weights
from ttnn_builders import binary_bytes

from ttmlir_py import runtime
from ttmlir_py.runtime.errors import SimulationError


def session(commands, **options):
    """Run the debugger with `commands`; return its output without prompts, and the error that ended
    the run.
    """
    program = small_network()
    for index, operation in enumerate(program.operations):
        operation |= {"loc_info": f'loc("op{index}")', "debug_info": f"%{index} = ..."}
    output = io.StringIO()
    debugger = runtime.Debugger(
        input=io.StringIO("\n".join(commands) + "\n"), output=output, **options
    )
    error = None
    try:
        runtime.load(binary_bytes(program)).run([X, *weights()], hooks=debugger.hooks)
    except SimulationError as caught:
        error = str(caught)
    lines = output.getvalue().splitlines()
    return [line for line in lines if not line.startswith("(ttrt) ")], error


STOPS = [
    '> 0: GetDeviceOp()  loc("op0")',
    '> 1: EmptyOp() -> 4: 2x4xf32  loc("op1")',
    '> 2: MatmulOp(1, 2) -> 4: 2x4xf32  loc("op2")',
    '> 3: EltwiseOp(Add)(4, 3) -> 5: 2x4xf32  loc("op3")',
    '> 4: DeallocateOp(4)  loc("op4")',
    '> 5: EltwiseOp(Relu)(5) -> 6: 2x4xf32  loc("op5")',
    '> 6: DeallocateOp(5)  loc("op6")',
]
END = "program 0 'forward': at its end"


def test_debugger_step_next_and_continue_stop_at_requested_operations():
    assert session(["step"] * 7 + ["continue"]) == ([*STOPS, END], None)
    assert session(["s 3", "", "n", "c"])[0] == [STOPS[0], STOPS[3], STOPS[4], STOPS[5]]
    assert session(["n"] * 4)[0] == [STOPS[0], STOPS[2], STOPS[3], STOPS[5], END]
    assert session(["c"]) == (STOPS[:1], None)


def test_debugger_output_echoes_commands_read_from_file():
    output = io.StringIO()
    debugger = runtime.Debugger(input=io.StringIO("step\n"), output=output)
    with pytest.raises(SimulationError, match="stopped by the debugger"):
        runtime.load(binary_bytes(small_network())).run([X, *weights()], hooks=debugger.hooks)
    assert [line for line in output.getvalue().splitlines() if line.startswith("(ttrt)")] == [
        "(ttrt) step",
        "(ttrt) ",
    ]


def test_debugger_breakpoint_stops_at_named_operation():
    assert session(["b 5", "c", "c"])[0] == [STOPS[0], STOPS[5][2:], STOPS[5]]
    assert session(["break EltwiseOp", "c", "c", "c"])[0][3:] == [STOPS[3], STOPS[5]]
    assert session(["break op2", "break", "clear", "break", "c"])[0][1:] == [
        STOPS[2][2:],
        "op2",
        "no breakpoints",
    ]
    assert session(["b 9", "clear 9", "c"])[0][1:] == [
        "no operation matches '9'",
        "no breakpoint '9'",
    ]
    assert session(["c"], breakpoints=["MatmulOp"], stop_at_start=False)[0] == [STOPS[2]]
    assert session([], breakpoints=["x"], stop_at_start=False) == (
        [],
        "program 0 'forward': no operation matches the breakpoint 'x'",
    )


def test_debugger_quit_or_end_of_input_ends_run():
    message = "program 0 'forward': operation 2 (MatmulOp): stopped by the debugger"
    assert session(["s 2", "q"])[1] == message
    assert session(["s 2"])[1] == message
    assert session(["s 7", "q"])[1] is None


def test_debugger_print_shows_tensor_values():
    lines, _ = session(["s 3", "print in0 [0, :2]", "p arg0", "p out[1]", "stats in1", "c"])
    w, b = weights()
    product = X @ w
    assert lines[2] == np.array2string(product[0, :2])
    assert lines[3:5] == ["[[0. 1. 2.]", " [3. 4. 5.]]"]
    assert lines[5] == np.array2string(product[1])
    assert lines[6].startswith("1x4xf32 tile")
    assert lines[7].startswith(f"min {b.min():.6g}  max {b.max():.6g}")


def test_debugger_list_shows_program():
    lines, _ = session(["s 2", "op", "op 4", "list", "tensors", "c"])
    matmul = [
        STOPS[2][2:],
        "  %2 = ...",
        '  loc("op2")',
        "  in0: tensor 1  2x3xf32 tile (padded to 32x32) DeviceDRAM interleaved",
        "  in1: tensor 2  3x4xf32 tile (padded to 32x32) DeviceDRAM interleaved",
        "  result: tensor 4  2x4xf32 tile (padded to 32x32) DeviceDRAM interleaved",
    ]
    assert lines[2:8] == matmul
    assert lines[8] == STOPS[4][2:]
    assert [line for line in lines if line.startswith("->")] == [f"-> {STOPS[2][2:]}"]
    assert [line.split()[0] for line in lines[-4:]] == ["1", "2", "3", "4"]


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("print 77", "no live tensor '77': tensors lists them"),
        ("print out", "no live tensor 'out': tensors lists them"),
        ("print arg0 [7]", "'[7]' is not an index into 2x3xf32"),
        ("print arg0 [x]", "'[x]' is not an index into 2x3xf32"),
        ("print arg0 [1:2:0]", "'[1:2:0]' is not an index into 2x3xf32"),
        ("op 99", "no operation '99': there are 0 to 6"),
        ("step x", "'x' is not a number of operations"),
        ("step 0", "'0' is not a number of operations"),
        ("fly", "unknown command 'fly': help lists all"),
        ("help step", "step [N]: run the next operation, or the next N, and stop."),
    ],
)
def test_debugger_invalid_command_reports_mistake(command, answer):
    assert session([command, "c"]) == ([STOPS[0], answer], None)


def test_all_debugger_commands_are_documented():
    lines, _ = session(["help", "c"])
    text = "\n".join(lines)
    assert "Undocumented" not in text.replace("EOF", "")
    assert session(["help p", "c"])[0][1:] == [
        "print TENSOR [INDEX]: elements, INDEX as in numpy: print in0 [0, :4]",
        "",
        "TENSOR is an id, in0, in1, ... (operands of the next operation), out (the last result) or",
        "arg0, ... (inputs).",
    ]
    for command in ("break", "clear", "continue", "list", "next", "op", "print", "quit", "stats"):
        assert command in text
