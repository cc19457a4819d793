"""Time to parse, verify and print: ttopt relative to mlir-opt-19 and to stock xdsl-opt.

    python benchmarks/compile.py [--repeat N] [--ops 200,10000] [--without-examples] [--json OUT]
                                 [FILE.mlir ...]

The inputs are synthetic modules (of 200 and 10,000 TTIR ops), the examples of this repository, and
the given files. Times are CPU seconds (user and system) of whole processes, the least of N runs.
The programs take turns, so that a change in the machine's speed affects all of them. `start-up` is
an empty module. The last rows are startup times: `ttopt --help` relative to `python -c pass`, and
importing the package relative to importing xDSL alone.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent
TYPE = "tensor<64x128xf32>"


def synthetic(ops: int) -> str:
    """Return a module with a chain of `tensor.empty` and `ttir.add`, `ops` operations in all."""
    lines = [f"func.func @chain(%arg0: {TYPE}, %arg1: {TYPE}) -> {TYPE} {{"]
    last = "%arg0"
    for number in range(0, ops, 2):
        lines.append(f"  %{number} = tensor.empty() : {TYPE}")
        lines.append(
            f'  %{number + 1} = "ttir.add"({last}, %arg1, %{number}) '
            f"<{{operandSegmentSizes = array<i32: 2, 1>}}> : ({TYPE}, {TYPE}, {TYPE}) -> {TYPE}"
        )
        last = f"%{number + 1}"
    return "\n".join([*lines, f"  return {last} : {TYPE}", "}", ""])


def cpu_seconds(command: list[str]) -> float:
    """Return the CPU time of one run of a command, which must succeed."""
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        message = process.stderr.read().decode() if process.stderr else ""
    if process.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: exit {process.returncode}: {message[:300]}")
    return usage.ru_utime + usage.ru_stime


def least(commands: dict[str, list[str]], repeat: int) -> dict[str, float | None]:
    """Return the least CPU time of each command over `repeat` rounds, or None for one that
    fails.
    """
    best: dict[str, float | None] = dict.fromkeys(commands, float("inf"))
    for _ in range(repeat):
        for name, command in commands.items():
            before = best[name]
            if before is None:
                continue
            try:
                best[name] = min(before, cpu_seconds(command))
            except RuntimeError as error:
                print(f"({name} left out: {error})", file=sys.stderr)
                best[name] = None
    return best


def compare(path: Path, repeat: int) -> dict[str, float | None]:
    """Return the times of the three tools for a file, by name."""
    commands = {
        "ttopt": [str(BIN / "ttopt"), str(path)],
        "xdsl-opt": [str(BIN / "xdsl-opt"), "--allow-unregistered-dialect", str(path)],
    }
    if reference := shutil.which("mlir-opt-19"):
        commands["mlir-opt-19"] = [reference, "--allow-unregistered-dialect", str(path)]
    return least(commands, repeat)


def ratio(times: dict[str, float | None], over: str, under: str) -> str:
    """Return the ratio of two times as text, or a dash if one is missing."""
    above, below = times.get(over), times.get(under)
    return f"{above / below:.1f}x" if above and below else "-"


def print_start(repeat: int) -> dict[str, float | None]:
    """Print and return startup times of the command line, and import times of the package and
    xDSL.
    """
    scripts = {
        "python -c pass": "pass",
        "import xdsl": "import xdsl.parser, xdsl.printer, xdsl.pattern_rewriter, xdsl.passes",
        "import ttmlir_py": "import ttmlir_py as t; t.parse, t.PassManager",
    }
    commands = {name: [sys.executable, "-c", text] for name, text in scripts.items()}
    times = least({"ttopt --help": [str(BIN / "ttopt"), "--help"], **commands}, repeat)
    for name, seconds in times.items():
        print(f"{name:<40}{f'{seconds * 1000:.0f} ms' if seconds else '-':>9}")
    return times


def main() -> int:
    """Measure, print the table, and return the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--ops", default="200,10000", help="of the synthetic modules")
    parser.add_argument("--without-examples", action="store_true")
    parser.add_argument("--json", type=Path, help="also write the times here")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        inputs: list[tuple[str, Path]] = []
        for name, text in [
            ("start-up", "builtin.module {\n}\n"),
            *((f"{ops} ops", synthetic(int(ops))) for ops in options.ops.split(",")),
        ]:
            path = Path(folder) / f"{name.replace(' ', '_')}.mlir"
            path.write_text(text)
            inputs.append((name, path))
        examples = [] if options.without_examples else sorted(ROOT.glob("examples/*/*.mlir"))
        inputs += [(path.name, path) for path in examples]
        inputs += [(path.name, path) for path in options.files]
        print(f"{'input':<40}{'ttopt':>9}{'/mlir-opt-19':>14}{'/xdsl-opt':>11}")
        rows: dict[str, dict[str, float | None]] = {}
        for name, path in inputs:
            times = rows[name] = compare(path, options.repeat)
            own = times["ttopt"]
            shown = f"{own * 1000:.0f} ms" if own else "-"
            print(
                f"{name:<40}{shown:>9}{ratio(times, 'ttopt', 'mlir-opt-19'):>14}{ratio(times, 'ttopt', 'xdsl-opt'):>11}"  # noqa: E501
            )
        rows["start"] = print_start(options.repeat)
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
