"""The time of validation relative to compiling and running the validated program.

    python benchmarks/verify_numerics.py [--repeat N] [--image 64] [--blocks 3,4,6,3]

A ResNet-50 is compiled and run, compared with its source, and compared after every pass. These take
turns in one process, with one thread for matrix products, because a second one spins while it
waits. The least processor time of N turns counts. All of them include reading the module. Peak
memory is measured in separate processes. The targets are at most 3 times the time to compile and
run, and at most 6 s with every pass.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from models import resnet50

import ttmlir_py
from ttmlir_py import compiler
from ttmlir_py.runtime import load
from ttmlir_py.runtime.inputs import generate_inputs
from ttmlir_py.validation import PassValidation, Verdict, compare_modules, mark

PIPELINE = "builtin.module(ttir-to-ttnn-backend-pipeline)"


def plain(text: str) -> None:
    """Compile to a binary, generate inputs, and run."""
    binary = load(ttmlir_py.compile(text, PIPELINE, warnings=["-w"]))
    binary.run(generate_inputs(binary.programs[0], "randn", 0))


def validated(text: str, inputs: str, *, each: bool = False) -> Sequence[Verdict]:
    """Compile to TTNN, and compare with the source at the end, or also after each pass."""
    context = compiler.create_context()
    with context.diagnostics.collect():
        module = compiler.parse(text, context=context)
        watcher = PassValidation(mark(module), module, inputs)
        watchers = [watcher] if each else []
        compiler.PassManager(PIPELINE, context=context, instrumentations=watchers).run(module)
        return watcher.verdicts or compare_modules(
            watcher.source, module, inputs, known=watcher.known
        )


WAYS: dict[str, Callable[[str], object]] = {
    "compile and run": plain,
    "compare, one seed": lambda text: validated(text, "randn:0"),
    "compare, two seeds": lambda text: validated(text, "randn"),
    "after every pass": lambda text: validated(text, "randn:0", each=True),
}


def peak(way: str, image: int, blocks: Sequence[int]) -> float:
    """Return the peak memory in GB of a process that does this once."""
    code = (
        f"import resource, verify_numerics as v; v.WAYS[{way!r}](v.resnet50(image={image}, blocks={blocks}))\n"  # noqa: E501
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    folder = Path(__file__).parent
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, check=True, capture_output=True, text=True
    )
    return int(done.stdout) / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--image", type=int, default=64)
    parser.add_argument("--blocks", default="3,4,6,3", help="how many of each width")
    options = parser.parse_args()
    blocks = [int(count) for count in options.blocks.split(",")]
    text = resnet50(image=options.image, blocks=blocks)
    best = dict.fromkeys(WAYS, float("inf"))
    for _ in range(options.repeat):
        for name, way in WAYS.items():
            start = time.process_time()
            way(text)
            best[name] = min(best[name], time.process_time() - start)
    for name, seconds in best.items():
        ratio = seconds / best["compile and run"]
        memory = peak(name, options.image, blocks)
        print(f"{name:<20} {seconds:6.2f} s  x {ratio:4.1f}  {memory:5.2f} GB")


if __name__ == "__main__":
    main()
