"""Tries the tools with damaged texts, binaries, descriptors and command lines, on full disks and
under signals.

    python test/fuzz/fuzz_tools.py --count 100000 --seed 0 --jobs 2

Whatever they are given, the tools end within 10 s and 1 GiB, without a traceback or an internal
error; a failure has an exit code of its own and says why; a file that is written is whole, or what
was there before is still there. A case that breaks this is kept with its files in a folder, and
`--only NUMBER` runs it again.
"""

import argparse
import importlib
import os
import pkgutil
import re
import resource
import shutil
import signal
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import repeat
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from tool_cases import FAMILIES, GOOD, OLD, OUTPUT, Case, make_case
from tool_process import MEMORY, SECONDS, Ended, Limits, run_tool

import ttmlir_py
from ttmlir_py import runtime

_CRASHES = re.compile(
    rb"Traceback \(most recent call last\)|internal error|Exception ignored|Fatal Python error|RecursionError|core dumped"
)
_FAILURE = re.compile(rb"^(.*: )?error: ", re.M)
_CODES = {0, 1, 2}
_OF_OTHERS = (
    *("ttmlir_py.explorer.model_explorer.main", "ttmlir_py.bindings."),
    *("ttmlir_py.ttnn.model_preprocessing", "ttmlir_py.ttnn.tracer"),
)
"""Modules that no tool imports, and that need another program or PyTorch."""


def prepare() -> int:
    """Import the modules that the tools need, so that forked processes have them. Return the bytes
    that this process then holds.

    Modules of extras that are not installed are left out, because no tool here needs an extra.
    """
    for module in pkgutil.walk_packages(ttmlir_py.__path__, "ttmlir_py."):
        if not module.name.endswith("__main__") and not module.name.startswith(_OF_OTHERS):
            try:
                importlib.import_module(module.name)
            except ModuleNotFoundError as error:
                if (error.name or "ttmlir_py").startswith("ttmlir_py"):
                    raise
    binary = ttmlir_py.compile(GOOD)
    runtime.load(binary)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def problems(case: Case, ended: Ended, folder: Path, before: int) -> list[str]:
    """Return the rules that `case` broke by the way it ended."""
    found = [ended.stopped] if ended.stopped else []
    if ended.seconds > SECONDS:
        found.append(f"{ended.seconds:.1f} s")
    if ended.peak - before > MEMORY:
        found.append(f"{(ended.peak - before) >> 20} MiB")
    if crash := _CRASHES.search(ended.stderr + ended.stdout):
        found.append(crash[0].decode())
    sent = case.limits.signal
    expected = _CODES | ({-sent, 130} if sent is not None else set())
    if ended.code not in expected and not ended.stopped:
        found.append(f"exit code {ended.code}")
    if ended.code == 0 and _FAILURE.search(ended.stderr):
        found.append("exit code 0, but an error is reported")
    if ended.code in (1, 2) and sent is None and not _says_why(case, ended, folder):
        found.append("a failure without a word")
    if ended.code == 0 and case.limits.stdout == "/dev/full":
        found.append("exit code 0 on a full disk")
    return found + _file_problems(case, ended, folder)


def _says_why(case: Case, ended: Ended, folder: Path) -> bool:
    """Return whether the tool said why it failed: on standard error, or, for a difference of
    traces, in the output file.
    """
    written = folder / OUTPUT
    return bool(
        ended.stderr
        or ended.stdout
        or (written.is_file() and written.read_bytes() != case.files.get(OUTPUT))
    )


def _file_problems(case: Case, ended: Ended, folder: Path) -> list[str]:
    """Return a problem for each output file that is neither complete nor unchanged, and for each
    file left behind.
    """
    before, output = case.files.get(OUTPUT), folder / OUTPUT
    after = output.read_bytes() if output.is_file() else None
    found: list[str] = []
    if ended.code != 0 and after != before and not _is_whole(case, after):
        found.append(
            f"the output file holds {len(after or b'')} bytes that are neither old nor whole"
        )
    if (
        ended.code == 0
        and after == OLD
        and OUTPUT in case.arguments
        and "--help" not in case.arguments
    ):
        found.append("exit code 0, but the old output file is still there")
    named = {OUTPUT, *case.arguments}
    beside = [entry for entry in os.listdir(folder) if OUTPUT in entry and entry not in named]
    if beside and ended.code >= 0:
        found.append(f"left behind: {beside}")
    return found


def _is_whole(case: Case, content: bytes | None) -> bool:
    """Return whether the output file has what the undisturbed command writes, apart from times."""
    if content is None:
        return False
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _write_files(case, folder)
        run_tool(case.tool, case.arguments, name, Limits())
        return len((folder / OUTPUT).read_bytes()) > 0 and (
            (folder / OUTPUT).read_bytes() == content or (case.tool == "ttrt" and _parses(content))
        )


def _parses(content: bytes) -> bool:
    """Return whether a result file of ttrt can be parsed. It cannot be compared, because it has
    times.
    """
    import io
    import json

    import numpy as np

    try:
        if content.startswith(b"PK"):
            np.load(io.BytesIO(content))
        else:
            json.loads(content)
    except (ValueError, OSError):
        return False
    return True


def _write_files(case: Case, folder: Path) -> None:
    for name, content in case.files.items():
        (folder / name).write_bytes(content)


def _printed_again(case: Case, ended: Ended, folder: Path) -> list[str]:
    """Return the differences between the printed text and that text, parsed and printed again."""
    if not case.prints_again or ended.code != 0 or ended.stopped:
        return []
    (folder / "in.mlir").write_bytes(ended.stdout)
    again = run_tool(case.tool, case.arguments, str(folder), Limits())
    return [] if again.stdout == ended.stdout else ["the output is not printed as it was read"]


@dataclass
class Report:
    """The number of cases, how they ended, and the failures."""

    endings: Counter[str] = field(default_factory=Counter[str])
    slowest: tuple[float, int] = (0.0, -1)
    largest: tuple[int, int] = (0, -1)
    failures: list[tuple[int, list[str], str]] = field(
        default_factory=list[tuple[int, list[str], str]]
    )

    def add(self, other: "Report") -> None:
        """Add the cases of `other` to this report."""
        self.endings += other.endings
        self.slowest = max(self.slowest, other.slowest)
        self.largest = max(self.largest, other.largest)
        self.failures += other.failures


_held = 0


def run_cases(seed: int, numbers: range, families: tuple[str, ...], keep: str) -> Report:
    """Run cases and return the report. The files of failing cases are kept in folders under
    `keep`.
    """
    global _held
    _held = _held or prepare()
    report = Report()
    for number in numbers:
        family, case = make_case(seed, number, families)
        with tempfile.TemporaryDirectory(prefix="fuzz-") as name:
            folder = Path(name)
            _write_files(case, folder)
            ended = run_tool(case.tool, case.arguments, name, case.limits)
            found = problems(case, ended, folder, _held) + _printed_again(case, ended, folder)
        report.endings[f"{family}: {ended.code}"] += 1
        report.slowest = max(report.slowest, (ended.seconds, number))
        report.largest = max(report.largest, (ended.peak - _held, number))
        if found:
            report.failures.append((number, found, " ".join([case.tool, *case.arguments])[:300]))
            _keep(case, ended, found, Path(keep) / f"{seed}-{number}")
    return report


def _keep(case: Case, ended: Ended, found: list[str], folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    _write_files(case, folder)
    text = f"{[case.tool, *case.arguments]!r}\n{case.limits}\n{found}\nexit code {ended.code}\n"
    (folder / "command.txt").write_text(text, errors="backslashreplace")
    (folder / "stdout").write_bytes(ended.stdout[: 1 << 20])
    (folder / "stderr").write_bytes(ended.stderr[: 1 << 20])


def main() -> int:
    """Run the cases and print how they ended. Return exit code 1 if one broke a rule."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--only", type=int, help="run this case alone")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument(
        "--family", action="append", choices=FAMILIES, help="cases of this family only"
    )
    parser.add_argument("--keep", default="out/fuzz", help="where failing cases are kept")
    options = parser.parse_args()
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    first, count = options.first, options.count
    if options.only is not None:
        first, count = options.only, 1
    batch = min(500, -(-count // options.jobs))
    ranges = [
        range(at, min(at + batch, first + count)) for at in range(first, first + count, batch)
    ]
    report = Report()
    families = repeat(tuple(options.family or FAMILIES))
    with ProcessPoolExecutor(options.jobs) as pool:
        for part in pool.map(
            run_cases, repeat(options.seed), ranges, families, repeat(options.keep)
        ):
            report.add(part)
            for number, found, command in part.failures:
                print(f"case {number}: {'; '.join(found)}: {command!r}", flush=True)
            done = report.endings.total()
            if sys.stderr.isatty():
                print(f"\r{done} of {count}", end="", file=sys.stderr)
    print(f"{report.endings.total()} cases of seed {options.seed}, {len(report.failures)} failures")
    for ending, times in sorted(report.endings.items()):
        print(f"  {ending:24}{times:8}")
    print(f"slowest: {report.slowest[0]:.2f} s (case {report.slowest[1]})")
    print(f"largest: {report.largest[0] >> 20} MiB (case {report.largest[1]})")
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())
