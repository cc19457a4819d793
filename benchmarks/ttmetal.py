"""Kernels on the simulated chip beside numpy: an element-wise sum of 2048x2048 and a product of 2048x2048, as ratios within one run.

    python benchmarks/ttmetal.py [--repeat N] [--size N] [--json OUT]

Both are compiled from TTIR in bf16 with shards on 8x8 cores, so that their time holds tilizing and untilizing; the product's kernels multicast both operands.
numpy adds in bf16 too, but multiplies in f32, as bf16 takes it minutes. Opening and compiling kernels is timed apart. Each time is the least of N runs of CPU seconds; what numpy computes is compared with the results.
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
BINARY = "<{operandSegmentSizes = array<i32: 2, 1>}>"


def least(repeat: int, call: Callable[[], Any]) -> float:
    """Seconds of CPU time of the fastest of so many calls."""
    times: list[float] = []
    for _ in range(repeat):
        started = time.process_time()
        call()
        times.append(time.process_time() - started)
    return min(times)


def binary_of(op: str, size: int, properties: str = "") -> bytes:
    """An op on two square tensors in bf16 on the whole grid: f32 ones of 2048x2048, also as tiles, do not fit into L1."""
    shard = size // GRID
    own = f"#tt.metal_layout<(d0, d1) -> (d0, d1), undef, <8x8>, memref<{shard}x{shard}xbf16, #tt.memory_space<l1>>>"
    kind = f"tensor<{size}x{size}xbf16, {own}>"
    source = f"""func.func @main(%a: {kind}, %b: {kind}) -> {kind} {{
      %0 = tensor.empty() : {kind}
      %1 = "ttir.{op}"(%a, %b, %0) {properties} : ({kind}, {kind}, {kind}) -> {kind}
      return %1 : {kind}
    }}"""
    return compile(source, "ttir-to-ttmetal-backend-pipeline", "ttmetal-to-flatbuffer")


def measure(
    name: str,
    data: bytes,
    size: int,
    repeat: int,
    reference: Callable[[Array, Array], Array],
    reference_type: type[Any],
) -> dict[str, Any]:
    """Times of a program and of numpy, after comparing their results."""
    rng = np.random.default_rng(0)
    a, b = (rng.integers(-8, 8, (size, size)).astype(np.float32) for _ in range(2))
    binary: MetalBinary = load(data)
    compiling = least(1, binary.executable)
    (got,) = binary.run([a, b])
    assert np.array_equal(got, reference(a, b).astype(got.dtype)), name
    own = [each.astype(reference_type) for each in (a, b)]
    ours, numpy = least(repeat, lambda: binary.run([a, b])), least(repeat, lambda: reference(*own))
    row = {"program": name, "size": size, "compile": compiling, "run": ours, "numpy": numpy}
    return row | {"ratio": ours / numpy}


def main() -> None:
    """Measure and print a line a program."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--size", type=int, default=2048)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    size, repeat = options.size, options.repeat
    rows = [
        measure("sum", binary_of("add", size, BINARY), size, repeat, np.add, bfloat16),
        measure("product", binary_of("matmul", size), size, repeat, np.matmul, np.float32),
    ]
    for row in rows:
        print(
            f"{row['program']:12} {size}x{size}  compile {row['compile']:6.2f} s  run {row['run']:7.3f} s  "
            f"numpy {row['numpy']:7.4f} s  ratio {row['ratio']:6.1f}"
        )
    if options.json:
        options.json.write_text(json.dumps(rows, indent=2) + "\n")


if __name__ == "__main__":
    main()
