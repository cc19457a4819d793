"""Time per op of passes at growing sizes, and of the whole backend pipeline.

    python benchmarks/pass_manager.py [--repeat N] [--sizes 1000,5000,20000] [--ops 10000]
                                      [--without-models] [FILE.mlir ...]

Times are CPU time, the least of several runs. Sizes and programs take turns, so that a change in
the machine's speed affects all of them. The garbage collector is off, as in the tools. There are
three tables:

1. Each pass runs on a function of about the given number of ops, after the passes that precede it
   in the backend pipeline. The function is a random chain of element-wise ops, reductions,
   reshapes, matrix products, constants, equal and dead ops. For `inline` it calls small private
   functions.
   `growth` is the time per op at the largest size divided by that at the smallest. Each time is
   measured in a new process.
2. The pipeline relative to parsing, verifying and printing, on two synthetic modules, the models of
   `models.py` and the given files. The whole process with its peak memory is shown next to
   mlir-opt-19, which only parses, verifies and prints the generic form.
3. The time of each pass of the pipeline on these modules, as `--mlir-timing` reports it.
"""

import argparse
import gc
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path

from compile import BIN, least, synthetic
from models import llama, resnet50

from ttmlir_py.compiler import create_context, parse
from ttmlir_py.ir.context import MlirContext
from ttmlir_py.ir.reading.parser import parse_module
from ttmlir_py.ir.writing.printer import PrintOptions, print_operation
from ttmlir_py.passes.running.instrumentation import Timing
from ttmlir_py.passes.running.manager import PassManager, build_nested_pipeline

PIPELINE = "ttir-to-ttnn-backend-pipeline"

BEFORE = {
    "canonicalize": "",
    "ttir-to-ttir-decomposition": "",
    "cse": "",
    "inline": "",
    "sccp": "",
    "remove-dead-values": "",
    "ttnn-layout": "ttir-load-system-desc,ttir-implicit-device",
}
"""Maps passes to the pipeline that must run before them."""

LOWERING = ("convert-ttir-to-ttnn", "ttnn-workaround", "ttnn-decompose-layouts", "ttnn-deallocate")
"""Passes of the lowering, each of which runs on the result of the passes before it."""

SMALL = 200
"""Number of steps of the program that is compiled before times are measured."""

T = "tensor<64x128xf32>"


def _binary(name: str, left: str, right: str, out: str) -> str:
    sizes = "<{operandSegmentSizes = array<i32: 2, 1>}>"
    return f'"ttir.{name}"({left}, {right}, {out}) {sizes} : ({T}, {T}, {T}) -> {T}'


class _Writer:
    """A writer of the ops of a function. An empty tensor precedes each op that computes."""

    def __init__(self, seed: int):
        self._random = random.Random(seed)
        self.lines: list[str] = []
        self.values = ["%arg0", "%arg1"]
        self._count = 0

    def op(self, text: str) -> str:
        """Write an op with one result, and return its name."""
        name = f"%{self._count}"
        self._count += 1
        self.lines.append(f"  {name} = {text}")
        return name

    def _empty(self, type_: str = T) -> str:
        return self.op(f"tensor.empty() : {type_}")

    def step(self) -> None:
        """Write a random step, which creates one more value of type `T`."""
        rng = self._random
        left, right = self.values[-1], rng.choice(self.values[-8:])
        kind = rng.randrange(8)
        if kind < 4:
            name = rng.choice(("add", "multiply", "subtract", "maximum"))
            value = self.op(_binary(name, left, right, self._empty()))
            if kind == 0:  # an equal op that is used, and one that is dead
                other = self.op(_binary(name, left, right, self._empty()))
                value = self.op(_binary("add", value, other, self._empty()))
                self.op(_binary("subtract", value, right, self._empty()))
        elif kind == 4:
            value = self._reshaped(left)
        elif kind == 5:
            value = self._broadcast_sum(left, right)
        elif kind == 6:
            constant = self.op(
                f'"ttir.constant"() <{{value = dense<{rng.randrange(4)}.0> : {T}}}> : () -> {T}'
            )
            value = self.op(_binary("multiply", left, constant, self._empty()))
        else:
            value = self._product(left, right)
        self.values.append(value)

    def _reshaped(self, value: str) -> str:
        type_ = T
        for shape in ("128x64", "32x256", "64x128"):
            previous, type_ = type_, f"tensor<{shape}xf32>"
            sizes = ", ".join(f"{size} : i32" for size in shape.split("x"))
            out = self._empty(type_)
            value = self.op(
                f'"ttir.reshape"({value}, {out}) <{{shape = [{sizes}]}}> : ({previous}, {type_}) -> {type_}'  # noqa: E501
            )
        return value

    def _broadcast_sum(self, left: str, right: str) -> str:
        row = "tensor<64x1xf32>"
        out = self._empty(row)
        total = self.op(
            f'"ttir.sum"({left}, {out}) <{{dim_arg = [1 : i32], keep_dim = true}}> : ({T}, {row}) -> {row}'  # noqa: E501
        )
        out = self._empty()
        wide = self.op(
            f'"ttir.broadcast"({total}, {out}) <{{broadcast_dimensions = array<i64: 1, 128>}}> : ({row}, {T}) -> {T}'  # noqa: E501
        )
        return self.op(_binary("add", right, wide, self._empty()))

    def _product(self, left: str, right: str) -> str:
        turned, square = "tensor<128x64xf32>", "tensor<64x64xf32>"
        out = self._empty(turned)
        other = self.op(
            f'"ttir.transpose"({right}, {out}) <{{dim0 = 0 : si32, dim1 = 1 : si32}}> : ({T}, {turned}) -> {turned}'  # noqa: E501
        )
        out = self._empty(square)
        product = self.op(
            f'"ttir.matmul"({left}, {other}, {out}) : ({T}, {turned}, {square}) -> {square}'
        )
        return self.op(
            f'"ttir.matmul"({product}, {right}, {self._empty()}) : ({square}, {T}, {T}) -> {T}'
        )

    def call(self) -> None:
        """Write a call of a private function."""
        name = self._random.choice(("@helper0", "@helper1"))
        operands = f"{self.values[-1]}, {self._random.choice(self.values[-8:])}"
        self.values.append(self.op(f"func.call {name}({operands}) : ({T}, {T}) -> {T}"))

    def function(self, header: str) -> str:
        """Return the text of the function, which returns the last value."""
        last = self.values[-1]
        signature = f"func.func {header}(%arg0: {T}, %arg1: {T}) -> {T}"
        return "\n".join([f"{signature} {{", *self.lines, f"  return {last} : {T}", "}", ""])


def random_chain(ops: int, *, calls: bool = False) -> str:
    """Return a module with a public function of about `ops` ops.

    With `calls`, it calls two private functions.
    """
    text: list[str] = []
    if calls:
        for number in range(2):
            helper = _Writer(number)
            for _ in range(4):
                helper.step()
            text.append(helper.function(f"private @helper{number}"))
    writer = _Writer(7)
    while len(writer.lines) < ops:
        writer.step()
        if calls:
            writer.call()
    return "".join([*text, writer.function("@main")])


def _manager(flags: str, context: MlirContext, *timings: Timing) -> PassManager:
    pipeline = build_nested_pipeline("builtin.module", flags)
    return PassManager(pipeline, context=context, instrumentations=timings)


def time_pass(text: str, before: str, flag: str) -> float:
    """Return the time per op of a pass in microseconds, including the verification after it."""
    context = create_context()
    module = parse_module(text, context=context)
    if before:
        _manager(before, context).run(module)
    ops = sum(1 for _ in module.walk())
    manager = _manager(flag, context)
    gc.collect()
    start = time.process_time()
    manager.run(module)
    return (time.process_time() - start) / ops * 1e6


def time_in_fresh_process(size: int, before: str, flag: str) -> float:
    """Return `time_pass` for a program of `size` steps, in a new process, after a small program.

    The small program loads modules. In a process that compiled other programs before, objects of a
    large program would be scattered in memory, and the time would be that of cache misses.
    """
    gc.disable()
    calls = flag == "inline"
    time_pass(random_chain(SMALL, calls=calls), before, flag)
    return time_pass(random_chain(size, calls=calls), before, flag)


def time_sizes(sizes: Sequence[int], before: str, flag: str, repeat: int) -> list[float]:
    """Return the least time per op at each size."""
    spawn = get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawn, max_tasks_per_child=1) as processes:
        tasks = [
            [processes.submit(time_in_fresh_process, size, before, flag) for size in sizes]
            for _ in range(repeat)
        ]
        return [
            min(column)
            for column in zip(*([t.result() for t in row] for row in tasks), strict=True)
        ]


def prerequisites() -> dict[str, str]:
    """Return the pipeline that must run before each pass."""
    before = dict(BEFORE)
    done = before["ttnn-layout"] + ",ttnn-layout"
    for flag in LOWERING:
        before[flag] = done
        done += f",{flag}" + (",remove-dead-values" if flag == LOWERING[0] else "")
    return before | {PIPELINE: ""}


def print_growth(sizes: Sequence[int], repeat: int) -> None:
    """Print the table of times per op."""
    print(f"{'us per op':<32}" + "".join(f"{size:>9}" for size in sizes) + f"{'growth':>9}")
    for flag, before in prerequisites().items():
        costs = time_sizes(sizes, before, flag, repeat)
        cells = "".join(f"{cost:>9.2f}" for cost in costs)
        print(f"{flag:<32}{cells}{costs[-1] / costs[0]:>8.2f}x", flush=True)


PEAK = """import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
"""A program that prints the peak memory of a command, in KiB."""


def peak_megabytes(command: list[str]) -> float:
    """Return the peak resident memory of a command in MiB.

    The command is started from a small process, because its peak is at least that of its parent.
    """
    shown = subprocess.run([sys.executable, "-c", PEAK, *command], capture_output=True, check=True)
    return int(shown.stdout) / 1024


@dataclass
class Measured:
    """The least times of a module, in seconds."""

    round_trip: float = float("inf")
    pipeline: float = float("inf")
    passes: dict[str, float] = field(default_factory=dict[str, float])
    process: float | None = None
    reference: float | None = None
    megabytes: float = 0.0

    def add_run(self, text: str) -> None:
        """Parse, verify, lower and print the module once, and update the times."""
        context, timing = create_context(), Timing(time.process_time)
        gc.collect()
        start = time.process_time()
        module = parse_module(text, context=context, verify=True)
        print_operation(module)
        printed = time.process_time()
        _manager(PIPELINE, context, timing).run(module)
        self.pipeline = min(self.pipeline, time.process_time() - printed)
        self.round_trip = min(self.round_trip, printed - start)
        for name, timer in timing.root.children.items():
            self.passes[name] = min(self.passes.get(name, timer.seconds), timer.seconds)

    def add_processes(self, text: str, repeat: int) -> None:
        """Run `ttopt` with the pipeline, and mlir-opt-19 on the module's generic form."""
        generic = print_operation(parse(text, verify=False), PrintOptions(generic=True))
        with tempfile.TemporaryDirectory() as folder:
            path, generic_path = Path(folder, "module.mlir"), Path(folder, "generic.mlir")
            path.write_text(text)
            generic_path.write_text(generic)
            commands = {"ttopt": [str(BIN / "ttopt"), f"--{PIPELINE}", str(path)]}
            if reference := shutil.which("mlir-opt-19"):
                options = ["--allow-unregistered-dialect", str(generic_path)]
                commands["mlir-opt-19"] = [reference, *options]
            times = least(commands, repeat)
            self.process, self.reference = times["ttopt"], times.get("mlir-opt-19")
            self.megabytes = peak_megabytes(commands["ttopt"])


def measure(text: str, repeat: int) -> Measured:
    """Return the times of a module, in this process and in others."""
    measured = Measured()
    for _ in range(repeat):
        measured.add_run(text)
    measured.add_processes(text, repeat)
    return measured


def print_modules(inputs: Sequence[tuple[str, str]], repeat: int) -> None:
    """Print the tables of the pipeline and of its passes."""
    print(f"\n{'backend pipeline':<36}{'pipeline':>10}{'/round trip':>12}{'process':>10}", end="")
    print(f"{'/mlir-opt-19':>14}{'memory':>9}")
    rows: list[Measured] = []
    for name, text in inputs:
        row = measure(text, repeat)
        rows.append(row)
        own, other = row.process, row.reference
        shown = f"{own * 1000:.0f} ms" if own else "-"
        beside = f"{own / other:.1f}x" if own and other else "-"
        print(
            f"{name:<36}{row.pipeline * 1000:>7.0f} ms{row.pipeline / row.round_trip:>11.1f}x"
            f"{shown:>10}{beside:>14}{row.megabytes:>6.0f} MB",
            flush=True,
        )
    print("\nms of each pass")
    for number, (name, _) in enumerate(inputs, 1):
        print(f"  ({number}) {name}")
    numbers = "".join(f"{f'({number})':>9}" for number in range(1, len(inputs) + 1))
    print(f"{'':<32}{numbers}")
    for name in dict.fromkeys(name for row in rows for name in row.passes):
        cells = "".join(f"{row.passes.get(name, 0.0) * 1000:>9.1f}" for row in rows)
        print(f"{name:<32}{cells}")


def main() -> int:
    """Measure, print the tables, and return the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--sizes", default="1000,5000,20000", help="empty: no first table")
    parser.add_argument("--ops", type=int, default=10_000, help="of the made-up modules")
    parser.add_argument("--without-models", action="store_true")
    options = parser.parse_args()
    gc.disable()
    if options.sizes:
        print_growth([int(size) for size in options.sizes.split(",")], options.repeat)
    inputs = [
        (f"chain of {options.ops} ops", synthetic(options.ops)),
        (f"random, {options.ops} ops", random_chain(options.ops)),
    ]
    if not options.without_models:
        inputs += [("ResNet-50", resnet50()), ("Llama prefill, 26 layers", llama())]
    inputs += [(path.name, path.read_text()) for path in options.files]
    print_modules(inputs, options.repeat)
    return 0


if __name__ == "__main__":
    sys.exit(main())
