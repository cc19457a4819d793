"""The cost of graph traces: capturing in both run modes, and reading files.

    python benchmarks/graph_traces.py [--repeat N] [--length N]

A chain of additions runs without a capture, with a capture that computes, and with one that does
not, through the Python API and as a binary. These take turns, and the least processor times of N
runs are compared. Each is measured at two lengths: a ratio of the times per op near 1 shows that
the time is linear. A file is written and read at the same two lengths.
"""

import argparse
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

import ttmlir_py
from ttmlir_py import runtime, ttnn
from ttmlir_py.traces.graph import files
from ttmlir_py.traces.graph.program_tracer import ProgramTracer
from ttmlir_py.ttnn import graph

FACTOR = 4
"""Ratio of the second length to the first."""


def seconds(call: Callable[[], object]) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


def least(calls: dict[str, Callable[[], object]], repeat: int) -> dict[str, float]:
    """Return the least time of each call; the calls take turns."""
    times = {name: [seconds(call)] for name, call in calls.items()}
    for _ in range(repeat - 1):
        for name, call in calls.items():
            times[name].append(seconds(call))
    return {name: min(each) for name, each in times.items()}


def api(length: int, side: int) -> dict[str, Callable[[], object]]:
    place = {"device": ttnn.open_device(), "memory_config": ttnn.L1_MEMORY_CONFIG}
    start = ttnn.zeros((side, side), layout=ttnn.TILE_LAYOUT, **place)

    def run() -> None:
        x = start
        for _ in range(length):
            x = ttnn.add(x, start)

    def captured(mode: graph.RunMode) -> None:
        with graph.ScopedGraphCapture(mode):
            run()

    ways = {f"API, {mode.name}": partial(captured, mode) for mode in graph.RunMode}
    return {"API, no capture": run, **ways}


def binary(length: int, side: int) -> dict[str, Callable[[], object]]:
    type_ = f"tensor<{side}x{side}xbf16>"
    lines = [
        f"%e{i} = tensor.empty() : {type_}\n"
        f'%v{i + 1} = "ttir.add"(%v{i}, %v0, %e{i}) <{{operandSegmentSizes = array<i32: 2, 1>}}> : '
        f"({type_}, {type_}, {type_}) -> {type_}"
        for i in range(length)
    ]
    body = "\n".join(lines)
    text = f"func.func @main(%v0: {type_}) -> {type_} {{ {body}\nreturn %v{length} : {type_} }}"
    program = runtime.load(ttmlir_py.compile(text))
    inputs = [np.zeros((side, side), np.float32)]
    program.run(inputs)  # decodes the operations

    def traced(dispatches: bool) -> None:
        tracer = ProgramTracer(program.system_desc, dispatches=dispatches)
        program.run(inputs, hooks=tracer.hooks)

    return {
        "binary, no trace": lambda: program.run(inputs),
        "binary, NORMAL": lambda: traced(True),
        "binary, NO_DISPATCH": lambda: traced(False),
    }


def file_ways(length: int, path: Path) -> tuple[int, dict[str, Callable[[], object]]]:
    x = ttnn.zeros((32, 32), layout=ttnn.TILE_LAYOUT, device=ttnn.open_device())
    with graph.ScopedGraphCapture(graph.RunMode.NO_DISPATCH) as capture:
        for _ in range(length):
            x = ttnn.relu(x)
        trace = capture.end_graph_capture()
    path.write_text(files.dump(trace))
    return len(trace), {
        "writing": lambda: files.dump(trace),
        "reading": lambda: files.load(path),
        "peak of L1": lambda: graph.extract_peak_L1_memory_usage(trace),
        "levelized": lambda: graph.extract_levelized_graph(trace, 2),
    }


def compare(short: dict[str, float], long: dict[str, float], counts: tuple[int, int]) -> None:
    for name in short:
        one, other = short[name] / counts[0], long[name] / counts[1]
        print(f"  {name:<20}{1e6 * other:>10.1f} us each{other / one:>8.2f} x that of the shorter")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--length", type=int, default=250)
    options = parser.parse_args()
    lengths = (options.length, FACTOR * options.length)
    for make, side in ((api, 32), (api, 1024), (binary, 32), (binary, 1024)):
        print(f"{make.__name__}: additions of {side}x{side}, {lengths[1]} in a chain")
        short, long = (least(make(length, side), options.repeat) for length in lengths)
        compare(short, long, lengths)
    path = Path(sys.argv[0]).with_suffix(".json")
    print("nodes of a file")
    try:
        counts: list[int] = []
        short, long = {}, {}
        for length, found in ((lengths[0], short), (lengths[1], long)):
            count, ways = file_ways(10 * length, path)
            counts.append(count)
            found.update(least(ways, options.repeat))
        compare(short, long, (counts[0], counts[1]))
        print(f"  read: {counts[1] / long['reading']:,.0f} nodes/s")
    finally:
        path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
