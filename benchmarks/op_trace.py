"""The cost of recording executed operations, and the growth of each stage with the trace.

    python benchmarks/op_trace.py [--repeat N] [--sizes 100,1000,10000]

For a chain of small operations and one of softmaxes, runs with and without recording take turns.
The ratio is that of the medians. For each length, the stages are recording, collecting, writing,
reading, and converting to a program, in microseconds per operation. Then come the `tttrace`
commands on the files: operations per second, and peak memory of the process. All times are
processor times, which exclude other work on the machine.
"""

import argparse
import gc
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from ttmlir_py import runtime
from ttmlir_py.schemas import load_schema, write
from ttmlir_py.traces.operation.collect import collect
from ttmlir_py.traces.operation.files import from_bytes, to_bytes
from ttmlir_py.traces.operation.graph import OperationGraph
from ttmlir_py.traces.operation.program_recorder import ProgramRecorder
from ttmlir_py.traces.operation.recorder import OperationRecorder
from ttmlir_py.traces.programs import to_mlir

SHAPE = (32, 32)


def chain(op: str, length: int) -> runtime.TTNNBinary:
    """Return a program of `length` operations, each of which uses the one before."""

    def ref(number: int) -> dict[str, Any]:
        memory = {"shape": [1, 1], "tile_shape": {"y": 32, "x": 32}, "data_type": "Float32"}
        memory |= {"memory_space": "DeviceDRAM", "memory_layout": "Interleaved"}
        return {"global_id": number, "desc": {"shape": SHAPE, "layout": {"memory_desc": memory}}}

    def operation(number: int) -> dict[str, Any]:
        source, out = ref(number), ref(number + 1)
        if op == "SoftmaxOp":
            return {"type": (op, {"in": source, "out": out, "dimension": 1})}
        return {"type": ("EltwiseOp", {"type": op, "ins": [source], "out": out})}

    program = {"name": op, "inputs": [ref(1)], "outputs": [ref(length + 1)]}
    program["operations"] = [operation(each) for each in range(1, length + 1)]
    return runtime.load(write(load_schema("TTNN/binary.fbs"), {"programs": [program]}))


def seconds(call: Callable[[], Any]) -> tuple[float, Any]:
    """Return the processor time of a call, and its result.

    Garbage is collected first, because a full collection takes as long as thousands of operations.
    """
    gc.collect()
    start = time.process_time()
    result = call()
    return time.process_time() - start, result


def recorded(binary: runtime.TTNNBinary, inputs: list[Any], recorder: ProgramRecorder) -> None:
    with recorder.watch_run(binary.program(0)) as hooks:
        binary.run(inputs, hooks=hooks)


def overhead(op: str, length: int, repeat: int) -> None:
    binary, inputs = chain(op, length), [np.ones(SHAPE, np.float32)]
    plain: list[float] = []
    traced: list[float] = []
    own = OperationRecorder()
    recorder = ProgramRecorder(own)
    for _ in range(repeat + 1):
        own.purge()
        plain.append(seconds(lambda: binary.run(inputs))[0])
        traced.append(seconds(lambda: recorded(binary, inputs, recorder))[0])
    one, other = statistics.median(plain[1:]), statistics.median(traced[1:])
    each = (other - one) / length * 1e6
    print(f"{op:<10} {length} operations: x{other / one:.2f}, {each:.1f} us for each")


def stages(op: str, length: int) -> None:
    binary, inputs = chain(op, length), [np.ones(SHAPE, np.float32)]
    own = OperationRecorder()
    times = {"record": seconds(lambda: recorded(binary, inputs, ProgramRecorder(own)))[0]}
    times["collect"], graph = seconds(lambda: collect(own.records, own.runs))
    times["write"], data = seconds(lambda: to_bytes(graph))
    times["read"], again = seconds(lambda: from_bytes(data))
    times["to_mlir"], _ = seconds(lambda: to_mlir(again))
    shown = "  ".join(f"{name} {each / length * 1e6:8.1f}" for name, each in times.items())
    print(f"{op:<10} {length:>7}  {shown}  {len(data) / length:6.0f} bytes each")


def commands(op: str, length: int) -> None:
    """Print operations per second and peak memory of each command, in separate processes."""
    own = OperationRecorder()
    binary = chain(op, min(length, 1000))
    for _ in range(max(1, length // 1000)):
        recorded(binary, [np.ones(SHAPE, np.float32)], ProgramRecorder(own))
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/trace.fb"
        OperationGraph.of(own).save(path)
        for command in ("validate", "stats", "display", "csv", "tree", "summary", "diff"):
            others = [path] if command == "diff" else []
            program = [sys.executable, "-m", "ttmlir_py.tools.tttrace", command, path, *others]
            process = subprocess.Popen([*program, "-o", "/dev/null"])
            _, status, used = os.wait4(process.pid, 0)
            assert status == 0
            speed, memory = len(own.records) / used.ru_utime, used.ru_maxrss / 1000
            print(f"{command:<9} {len(own.records):>8}  {speed:9,.0f} /s  {memory:6.0f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=7)
    parser.add_argument("--sizes", default="100,1000,10000")
    values = parser.parse_args()
    for op in ("Relu", "SoftmaxOp"):
        overhead(op, 1000, values.repeat)
    for op in ("Relu", "SoftmaxOp"):
        for size in map(int, values.sizes.split(",")):
            stages(op, size)
    for size in map(int, values.sizes.split(",")):
        commands("Relu", size)


if __name__ == "__main__":
    main()
