"""The speed of the simulator in bf16, relative to f32 and to numpy's float32.

    python benchmarks/bf16.py [--repeat N] [--rows 2048] [--hidden 1024] [--tokens 32,128]

The programs are chains of element-wise operations and blocks of a Llama. A chain is 30 sums,
products and differences in turn, on 32 x 32 and on ROWS x 4096 elements. A block of a Llama has 16
heads and an MLP of 43/16 of the hidden size. Two programs take turns, in alternating order. A ratio
is the median of those of N pairs, shown with the middle half of the pairs. Times are processor
time, of 100 runs for a small program. Compiling, loading and decoding are not counted.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from functools import partial
from itertools import combinations, cycle, islice

import numpy as np
from models import llama
from table import paired

import ttmlir_py
from ttmlir_py.runtime import load
from ttmlir_py.runtime.inputs import generate_inputs

Run = Callable[[], object]

CHAIN = {"add": np.add, "multiply": np.multiply, "subtract": np.subtract}
LENGTH = 30
SMALL = (32, 32)


def chain(shape: tuple[int, int], dtype: str) -> str:
    """Return a chain of element-wise operations in TTIR."""
    tensor = f"tensor<{shape[0]}x{shape[1]}x{dtype}>"
    lines = [f"func.func @f(%r: {tensor}, %b: {tensor}) -> {tensor} {{"]
    last = "%r"
    for number, name in enumerate(islice(cycle(CHAIN), LENGTH)):
        lines.append(f"%e{number} = tensor.empty() : {tensor}")
        lines.append(
            f'%{number} = "ttir.{name}"({last}, %b, %e{number}) <{{operandSegmentSizes = array<i32: 2, 1>}}>'  # noqa: E501
            f" : ({tensor}, {tensor}, {tensor}) -> {tensor}"
        )
        last = f"%{number}"
    return "\n".join([*lines, f"return {last} : {tensor}", "}"])


def simulated(text: str) -> Run:
    """Return a function that runs the compiled program on random inputs."""
    binary = load(ttmlir_py.compile(text, "ttir-to-ttnn-backend-pipeline", "ttnn-to-flatbuffer"))
    program = binary.programs[0]
    inputs = [
        values.astype(ref.desc.data_type.external) if ref.desc.data_type.kind == "float" else values
        for values, ref in zip(generate_inputs(program, "randn", 0), program.inputs, strict=True)
    ]
    return lambda: binary.run(inputs)


def in_numpy(shape: tuple[int, int]) -> Run:
    """Return a function that computes the chain in numpy's float32."""
    first, second = np.full(shape, 0.5, np.float32), np.full(shape, 0.75, np.float32)

    def run() -> np.ndarray:
        value = first
        for function in islice(cycle(CHAIN.values()), LENGTH):
            value = function(value, second)
        return value

    return run


def compare(title: str, runs: dict[str, Run], turns: int, times: int) -> None:
    """Print the ratio of each program to each one after it, and the median time of each."""
    taken: dict[str, list[float]] = {name: [] for name in runs}

    def measured(name: str) -> float:
        start = time.process_time()
        for _ in range(times):
            runs[name]()
        taken[name].append((time.process_time() - start) / times)
        return taken[name][-1]

    for run in runs.values():
        run()
    for first, second in combinations(runs, 2):
        middle, low, high = paired(partial(measured, first), partial(measured, second), turns)
        print(f"{title:<28} {first} / {second} = {middle:.2f} ({low:.2f} to {high:.2f})")
    for name, seconds in taken.items():
        print(f"{title:<28} {name:<6} {1000 * statistics.median(seconds):9.3f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeat", type=int, default=15)
    parser.add_argument("--rows", type=int, default=2048)
    parser.add_argument("--hidden", type=int, default=1024)
    parser.add_argument("--tokens", default="32,128")
    options = parser.parse_args()
    for shape, times in ((SMALL, 100), ((options.rows, 4096), 1)):
        runs = {dtype: simulated(chain(shape, dtype)) for dtype in ("bf16", "f32")}
        title = f"{LENGTH} ops, {shape[0]} x {shape[1]}"
        compare(title, {**runs, "numpy": in_numpy(shape)}, options.repeat, times)
    for tokens in map(int, options.tokens.split(",")):
        text = llama(
            layers=1,
            vocabulary=32,
            hidden=options.hidden,
            heads=16,
            mlp=options.hidden * 43 // 16,
            tokens=tokens,
        )
        blocks = {d: simulated(text.replace("xf32>", f"x{d}>")) for d in ("bf16", "f32")}
        compare(f"Llama block, {tokens} tokens", blocks, options.repeat, 1)


if __name__ == "__main__":
    main()
