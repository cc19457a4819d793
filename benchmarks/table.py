"""A runner of all benchmarks, which writes a table of them: `out/benchmarks.md`.

    python benchmarks/table.py [--repeat N] [--quick] [--only NAME,...] [--output FILE]

The table begins with ratios. Two programs take turns: the first one and then the second one, then
the other way round. A ratio is the median of the ratios of the pairs, and the spread is that of the
middle half of the pairs. The load next to each ratio is the number of processes that wanted a
processor before and after the pairs. The spread shows how precise a ratio is, and the load why the
spread may be wide. After the ratios, the table has the output of each benchmark, with its command
and load. All benchmarks run in an environment without variables that change Python, the tools or
the number of threads of numpy's libraries, which is one. Python reads compiled files.

With `--quick` every benchmark runs at its smallest size, once. This checks that benchmarks run, but
their numbers mean nothing. A benchmark that fails is named in the table and sets the exit code. The
table is written after each benchmark, so that an interrupted run has the ones that ended.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import compile as parsing
from models import llama, resnet50

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent
PIPELINE = "--ttir-to-ttnn-backend-pipeline"

BENCHMARKS: dict[str, str] = {
    "compile": "--repeat 1 --ops 20 --without-examples",
    "pass_manager": "--repeat 1 --sizes= --ops 100 --without-models",
    "stablehlo_compile": "--repeat 1 --sizes 20,40 --layers 1",
    "runtime": "--repeat 1 --network mlp",
    "device_numerics": "--repeat 1 --hidden 64 --heads 2 --mlp 64 --tokens 32",
    "bf16": "--repeat 1 --rows 32 --hidden 64 --tokens 32",
    "traces": "--repeat 2 --network small --loops 2",
    "graph_traces": "--repeat 1 --length 20",
    "op_trace": "--repeat 1 --sizes 20",
    "python_api": "--repeat 1 --ops 20",
    "ttmetal": "--repeat 1 --size 256",
    "layers": "--only linear",
    "formats": "--only linear",
    "explorer": "--edits 1 --ops 50 --page-ops 50",
    "language_server": "--ops 20 --edits 2",
    "language_server_requests": "--ops 20 --rounds 1",
    "ttreduce": "--only 5",
    "verify_numerics": "--repeat 1 --image 32 --blocks 1",
    "library_models": "--only transformers.ViT",
}
"""Maps benchmarks to the arguments with which they take least time."""

Command = list[str]


def environment() -> dict[str, str]:
    """Return the environment variables of the measured processes."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "TTMLIR_", "TTRT_", "OMP_", "OPENBLAS_", "MKL_"))
    }
    threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    return {**kept, **threads, "PATH": f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}"}


def load() -> str:
    """Return the average number of processes that wanted a processor in the last minute."""
    return f"{os.getloadavg()[0]:.1f}"


def paired(
    first: Callable[[], float], second: Callable[[], float], pairs: int
) -> tuple[float, float, float]:
    """Return median and quartiles of the ratios of `first` to `second` over pairs in alternating
    order.
    """
    ratios: list[float] = []
    for number in range(pairs):
        order = (first, second) if number % 2 == 0 else (second, first)
        times = {run: run() for run in order}
        ratios.append(times[first] / times[second])
    if len(ratios) == 1:
        return ratios[0], ratios[0], ratios[0]
    low, middle, high = statistics.quantiles(ratios, n=4, method="inclusive")
    return middle, low, high


def commands(folder: Path, quick: bool) -> list[tuple[str, Command, Command]]:
    """Return the comparisons: a title and two commands each."""
    sizes = {"layers": 1, "hidden": 64, "heads": 2, "mlp": 64, "tokens": 32, "vocabulary": 64}
    texts = {
        "empty": "builtin.module {\n}\n",
        "small file": parsing.synthetic(20),
        "10,000 ops": parsing.synthetic(100 if quick else 10_000),
        "ResNet-50": resnet50(blocks=(1,)) if quick else resnet50(),
        "Llama prefill": llama(**sizes) if quick else llama(),
    }
    files: dict[str, str] = {}
    for name, text in texts.items():
        path = folder / f"{name.replace(' ', '_').replace(',', '')}.mlir"
        path.write_text(text)
        files[name] = str(path)
    tool, nothing = str(BIN / "ttopt"), [sys.executable, "-c", "pass"]
    rows = [("ttopt, small file / python -c pass", [tool, files["small file"]], nothing)]
    for name in list(texts)[1:]:
        lowered = [tool, PIPELINE, files[name]]
        rows.append(
            (
                f"backend pipeline, {name} / the same parsed and printed",
                lowered,
                [tool, files[name]],
            )
        )
        without = [tool, PIPELINE, "--verify-each=false", files[name]]
        rows.append((f"backend pipeline, {name} / without verification", lowered, without))
    if shutil.which("mlir-opt-19"):
        for name in texts:
            reference = ["mlir-opt-19", "--allow-unregistered-dialect", files[name]]
            rows.append((f"ttopt, {name} / mlir-opt-19", [tool, files[name]], reference))
    return rows


def ratios(folder: Path, pairs: int, quick: bool) -> list[str]:
    """Return the table with ratios of CPU times of whole processes."""
    lines = ["| what | ratio | middle half | load |", "|---|---|---|---|"]
    for title, first, second in commands(folder, quick):
        before = load()
        middle, low, high = paired(
            lambda command=first: parsing.cpu_seconds(command),
            lambda command=second: parsing.cpu_seconds(command),
            pairs,
        )
        lines.append(f"| {title} | {middle:.2f} | {low:.2f} to {high:.2f} | {before}, {load()} |")
    return lines


def printed(name: str, arguments: Sequence[str]) -> tuple[list[str], bool]:
    """Return a section with the output of a benchmark, and whether it succeeded."""
    command = [sys.executable, f"benchmarks/{name}.py", *arguments]
    before = load()
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    shown = " ".join(["python", *command[1:]])
    lines = [f"## {name}", "", f"`{shown}`, load {before} before and {load()} after", ""]
    if done.returncode:
        lines += [f"**Failed** with exit code {done.returncode}.", ""]
    text = done.stdout if not done.returncode else done.stdout + done.stderr
    return [*lines, "```", text.rstrip(), "```", ""], done.returncode == 0


def names(text: str) -> list[str]:
    """Return the names of `--only`. Raises ArgumentTypeError for an unknown one."""
    chosen = text.split(",")
    known = ["ratios", *BENCHMARKS]
    for each in chosen:
        if each not in known:
            raise argparse.ArgumentTypeError(f"'{each}' is none of {', '.join(known)}")
    return chosen


def main() -> int:
    """Run the benchmarks, and write the table. Return 1 if a benchmark failed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeat", type=int, default=9, help="pairs of each ratio")
    parser.add_argument("--quick", action="store_true", help="run all at their smallest, once")
    parser.add_argument("--only", type=names, default=["ratios", *BENCHMARKS])
    parser.add_argument("--output", type=Path, default=ROOT / "out" / "benchmarks.md")
    options = parser.parse_args()
    clean = environment()
    os.environ.clear()
    os.environ.update(clean)
    python = sys.version.split(maxsplit=1)[0]
    lines = ["# Benchmarks", "", f"Python {python}, {os.cpu_count()} processors.", ""]
    if options.quick:
        lines += ["At their smallest, once each: the numbers mean nothing.", ""]
    good = True
    options.output.parent.mkdir(parents=True, exist_ok=True)
    if "ratios" in options.only:
        with tempfile.TemporaryDirectory() as folder:
            pairs = 1 if options.quick else options.repeat
            lines += ["## ratios", "", *ratios(Path(folder), pairs, options.quick), ""]
    for name in (name for name in BENCHMARKS if name in options.only):
        section, succeeded = printed(name, BENCHMARKS[name].split() if options.quick else [])
        lines += section
        good &= succeeded
        options.output.write_text("\n".join(lines))
        print(f"{name}: {'done' if succeeded else 'failed'}", flush=True)
    options.output.write_text("\n".join(lines))
    print(f"wrote {options.output}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
