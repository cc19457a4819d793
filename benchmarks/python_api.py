"""The cost of tt-mlir's Python API against the parser and against xDSL.

    python benchmarks/python_api.py [--repeat N] [--ops N]

The first table has the processor time to build a function through the API, and to parse its text:
one of `arith.addi`, and one of `ttir.add` with a `tensor.empty` for each result. The second table
has the processor time of processes that import `ttmlir.ir`, and the modules of xDSL that it uses:
the IR, the builtin dialect, the parser and the printer. `start` is an empty process. The two
programs of a pair take turns, and a ratio is the median of the ratios of the pairs.
"""

import argparse
import functools
import gc
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import ttmlir_py.bindings

ttmlir_py.bindings.activate()

from ttmlir import ir  # noqa: E402
from ttmlir.dialects import arith, func, tensor, ttir  # noqa: E402

IMPORTS = {
    "start": "pass",
    "xDSL": "import xdsl.ir, xdsl.dialects.builtin, xdsl.parser, xdsl.printer",
    "ttmlir.ir": "import ttmlir_py.bindings as b; b.activate(); import ttmlir.ir",
}


def build(type_text: str, add: Callable[[Any, Any], Any], count: int) -> ir.Module:
    """Return a module with a function of `count` additions."""
    with ir.Context(), ir.Location.unknown():
        module = ir.Module.create()
        type = ir.Type.parse(type_text)
        with ir.InsertionPoint(module.body):
            function = func.FuncOp("main", ([type, type], [type]))
        with ir.InsertionPoint(function.add_entry_block()):
            value, other = function.arguments
            for _ in range(count):
                value = add(value, other)
            func.ReturnOp([value])
    return module


def add_tensors(value: Any, other: Any) -> Any:
    """Build a `ttir.add` with its destination."""
    type = value.type
    return ttir.add([type], [value, other], [tensor.empty(type.shape, type.element_type)])


def parse(text: str) -> None:
    with ir.Context():
        ir.Module.parse(text)


def seconds(call: Callable[[], Any]) -> float:
    """Return the processor time of a call, after a collection of garbage."""
    gc.collect()
    start = time.process_time()
    call()
    return time.process_time() - start


def process_seconds(code: str) -> float:
    """Return the processor time of a new process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def show(name: str, pairs: list[tuple[float, float]]) -> None:
    first, second = (1e3 * statistics.median(each) for each in zip(*pairs, strict=True))
    ratio = statistics.median(a / b for a, b in pairs)
    print(f"{name:12} {first:9.1f} ms {second:9.1f} ms   {ratio:.2f}")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--repeat", type=int, default=15)
    options.add_argument("--ops", type=int, default=10000)
    args = options.parse_args()
    print(f"{args.ops} operations   build        parse   ratio")
    programs = (
        ("arith", "i32", arith.addi, args.ops),
        ("ttir", "tensor<32x32xf32>", add_tensors, args.ops // 2),
    )
    for name, type, add, count in programs:
        made = functools.partial(build, type, add, count)
        read = functools.partial(parse, str(made()))
        show(name, [(seconds(made), seconds(read)) for _ in range(args.repeat)])
    print("import       ttmlir.ir         xDSL   ratio")
    times = [
        {key: process_seconds(code) for key, code in IMPORTS.items()} for _ in range(args.repeat)
    ]
    show("processes", [(each["ttmlir.ir"], each["xDSL"]) for each in times])
    start = statistics.median(each["start"] for each in times)
    show("minus start", [(each["ttmlir.ir"] - start, each["xDSL"] - start) for each in times])


if __name__ == "__main__":
    main()
