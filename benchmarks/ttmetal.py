"""The time of kernels on the simulated chip relative to numpy.

    python benchmarks/ttmetal.py [--repeat N] [--size N] [--json OUT]

The programs are element-wise sums and a matrix product of 2048x2048. They are compiled from TTIR
with shards on 8x8 cores, so that their time includes transfers, tilizing and untilizing. The
product's kernels multicast both operands. numpy adds in the same type, but multiplies in f32,
because bf16 would take minutes. The sum of f32 has tiles as arguments. Loading and compiling
kernels is timed separately. Each time is the least of N runs in CPU seconds. numpy's results are
compared with the program's.
"""

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from ml_dtypes import bfloat16

from ttmlir_py.compiler import compile
from ttmlir_py.runtime.formats import Array
from ttmlir_py.tensix import load
from ttmlir_py.tensix.binary import MetalBinary

GRID = 8
TILE = 32
TYPES = {"bf16": bfloat16, "f32": np.float32}
BINARY = "<{operandSegmentSizes = array<i32: 2, 1>}>"


def least(repeat: int, call: Callable[[], Any]) -> float:
    """Return the CPU seconds of the fastest of `repeat` calls."""
    times: list[float] = []
    for _ in range(repeat):
        started = time.process_time()
        call()
        times.append(time.process_time() - started)
    return min(times)


def binary_of(op: str, size: int, element: str, properties: str = "") -> bytes:
    """Return a binary for an op on two square tensors on the whole grid.

    Tensors of f32 fit into L1 only as tiles.
    """
    shard = size // GRID
    tiles = f"{shard // TILE}x{shard // TILE}x!tt.tile<32x32, f32>"
    memory = tiles if element == "f32" else f"{shard}x{shard}x{element}"
    layout = "#tt.metal_layout<(d0, d1) -> (d0, d1), undef, <8x8>"
    own = f"{layout}, memref<{memory}, #tt.memory_space<l1>>>"
    kind = f"tensor<{size}x{size}x{element}, {own}>"
    source = f"""func.func @main(%a: {kind}, %b: {kind}) -> {kind} {{
      %0 = tensor.empty() : {kind}
      %1 = "ttir.{op}"(%a, %b, %0) {properties} : ({kind}, {kind}, {kind}) -> {kind}
      return %1 : {kind}
    }}"""
    return compile(source, "ttir-to-ttmetal-backend-pipeline", "ttmetal-to-flatbuffer")


def measure(
    op: str,
    element: str,
    options: argparse.Namespace,
    reference: Callable[[Array, Array], Array],
    reference_type: type[Any],
    properties: str = "",
) -> dict[str, Any]:
    """Return the times of a program and of numpy, after comparing their results."""
    size, repeat = options.size, options.repeat
    rng = np.random.default_rng(0)
    a, b = (rng.integers(-8, 8, (size, size)).astype(TYPES[element]) for _ in range(2))
    binary: MetalBinary = load(binary_of(op, size, element, properties))
    compiling = least(1, binary.executable)
    own = [each.astype(reference_type) for each in (a, b)]
    (got,) = binary.run([a, b])
    assert np.array_equal(got, reference(*own).astype(got.dtype)), op
    ours, numpy = least(repeat, lambda: binary.run([a, b])), least(repeat, lambda: reference(*own))
    row = {"program": f"{op} {element}", "size": size, "compile": compiling, "run": ours}
    return row | {"numpy": numpy, "ratio": ours / numpy}


def main() -> None:
    """Measure, and print a line for each program."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--size", type=int, default=2048)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    rows = [
        measure("add", "bf16", options, np.add, bfloat16, BINARY),
        measure("add", "f32", options, np.add, np.float32, BINARY),
        measure("matmul", "bf16", options, np.matmul, np.float32),
    ]
    for row in rows:
        print(
            f"{row['program']:12} {options.size}x{options.size}  compile {row['compile']:6.2f} s  run {row['run']:7.3f} s  "  # noqa: E501
            f"numpy {row['numpy']:7.4f} s  ratio {row['ratio']:6.1f}"
        )
    if options.json:
        options.json.write_text(json.dumps(rows, indent=2) + "\n")


if __name__ == "__main__":
    main()
