"""`ttmlir-sweep`: many programs on many boards, compiled, run, estimated and validated."""

from __future__ import annotations

import argparse
import os
import re
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from ttmlir_py.common.files import read_file, write_file
from ttmlir_py.result_cache.store import parse_size
from ttmlir_py.tools.commands import command_parser, parse_arguments, run_commands
from ttmlir_py.tools.driver import ToolError
from ttmlir_py.tools.progress import ProgressLine

if TYPE_CHECKING:
    from ttmlir_py.sweep.cases import Case
    from ttmlir_py.sweep.engines import Progress
    from ttmlir_py.sweep.results import Results

_DESCRIPTION = "Run a table of cases, and report on the results. See docs/sweeps.md."


def _size(text: str) -> int:
    try:
        return parse_size(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"'{text}': {error}") from None


def _shard(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,6})/(\d{1,6})", text)
    if found is None or not 1 <= int(found[1]) <= int(found[2]):
        raise argparse.ArgumentTypeError(f"'{text}': expected i/n with 1 <= i <= n, such as 2/8")
    return int(found[1]), int(found[2])


def _counts(text: str) -> list[int]:
    parts = text.split(",")
    if not all(each.isdigit() and 0 < int(each) <= 100_000 for each in parts):
        raise argparse.ArgumentTypeError(f"'{text}': expected numbers such as 1,10,100")
    return [int(each) for each in parts]


def _run_options(command: argparse.ArgumentParser) -> None:
    """Add the options of all commands that run cases."""
    add = command.add_argument
    add("-o", "--output", default="results.sqlite", metavar="FILE", help="the file of results")
    add("--shard", type=_shard, default=(1, 1), metavar="I/N", help="run only this share of cases")
    add("--workers", type=int, default=0, metavar="N", help="processes (default: one per core)")
    add("--scheduler", default="", metavar="ADDRESS", help="a Dask scheduler: tcp://host:port")
    add("--timeout", type=float, metavar="SECONDS", help="limit of each case")
    add("--memory", type=_size, metavar="SIZE", help="limit of each case, such as 2G")
    add("--big", type=_size, default=1 << 30, metavar="SIZE", help="run larger cases alone")
    add("--retry-crashes", action="store_true", help="run cases again that crashed earlier")
    add("--failures", metavar="FOLDER", help="write a script for each failed case")
    add("--exit-zero", action="store_true", help="exit with 0 even if cases fail")


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = command_parser("ttmlir-sweep", _DESCRIPTION)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    run = commands.add_parser("run", help="run the cases of a table")
    run.add_argument("table", metavar="TABLE", help="a TOML file, or a Python file with cases()")
    run.add_argument("--count", action="store_true", help="print the number of cases and exit")
    run.add_argument("--sample", type=int, metavar="N", help="run only N cases, chosen by name")
    _run_options(run)
    model = commands.add_parser("model", help="validate a model part by part")
    model.add_argument("model", metavar="MODEL", help="StableHLO or TTIR")
    model.add_argument(
        "--part", type=_size, default=1 << 30, metavar="SIZE", help="memory of a part"
    )
    model.add_argument("--recorded", default="recorded", metavar="FOLDER", help="recorded inputs")
    model.add_argument("--board", default="n150", help="default: n150")
    model.add_argument("--seed", type=int, default=0)
    _run_options(model)
    merge = commands.add_parser("merge", help="add results of other files")
    merge.add_argument("output", metavar="FILE")
    merge.add_argument("inputs", nargs="+", metavar="INPUT")
    report = commands.add_parser("report", help="write reports")
    report.add_argument("results", metavar="FILE")
    for name in ("junit", "markdown", "html"):
        report.add_argument(f"--{name}", metavar="FILE")
    compare = commands.add_parser("compare", help="compare two sweeps; exit with 1 if worse")
    compare.add_argument("before", metavar="BEFORE")
    compare.add_argument("after", metavar="AFTER", help="results, or tt-metal's results in JSON")
    add = compare.add_argument
    add("--pass-rate", type=float, default=0.0, metavar="SHARE", help="allowed drop (default: 0)")
    add("--time", type=float, default=0.15, metavar="SHARE", help="allowed growth of estimates")
    add("--seconds", type=float, metavar="SHARE", help="allowed growth of the measured total")
    add("--pcc", type=float, default=0.001, metavar="DROP", help="allowed drop of correlations")
    export = commands.add_parser("export", help="write results for tt-xla and tt-metal")
    export.add_argument("results", metavar="FILE")
    export.add_argument("--op-tests", metavar="FILE", help="OpTest records in JSON")
    export.add_argument("--vectors", metavar="FOLDER", help="sweep vectors of tt-metal")
    export.add_argument("--results-export", metavar="FOLDER", help="sweep results of tt-metal")
    reproduce = commands.add_parser("reproduce", help="write a script that runs one case")
    reproduce.add_argument("results", metavar="FILE")
    reproduce.add_argument("case", metavar="CASE", help="the start of its name")
    reproduce.add_argument("-o", "--output", default="-", metavar="FILE")
    simulate = commands.add_parser("simulate", help="estimate the time on a cluster")
    simulate.add_argument("results", metavar="FILE")
    simulate.add_argument("--workers", type=_counts, default=[1, 10, 100], metavar="N,...")
    return parser


def _open(path: str) -> Results:
    """Return the results in a file. Raises ToolError if it is missing or empty."""
    from ttmlir_py.sweep.results import Results

    if not os.path.isfile(path):
        raise ToolError(f"{path}: no such file")
    # SQLite would make an empty database of it, which is never worse than another one
    if not os.path.getsize(path):
        raise ToolError(f"{path}: the file is empty, expected results of ttmlir-sweep run")
    return Results(path)


def _warn(text: str) -> None:
    print(f"ttmlir-sweep: warning: {text}", file=sys.stderr)


def _run(options: argparse.Namespace) -> int:
    from ttmlir_py.sweep.tables import read_table

    cases = read_table(options.table)
    if options.sample is not None:
        cases = sorted(cases, key=lambda each: each.id())[: options.sample]
    if options.count:
        print(len(cases))
        return 0
    return _run_cases(cases, options)


def _model(options: argparse.Namespace) -> int:
    from ttmlir_py.frontends.sources import program_text
    from ttmlir_py.sweep.whole_models import Recorder

    text = program_text(read_file(options.model), options.model)
    recorder = Recorder(text, options.recorded, memory=options.part, seed=options.seed)
    cases = list(recorder.cases(Path(options.model).name, board=options.board))
    largest = recorder.largest / 2**20
    print(f"{len(cases)} parts, the largest needs about {largest:.0f} MiB")
    return _run_cases(cases, options)


def _run_cases(cases: list[Case], options: argparse.Namespace) -> int:
    from ttmlir_py.sweep import engines
    from ttmlir_py.sweep.cases import version
    from ttmlir_py.sweep.outcome import Status
    from ttmlir_py.sweep.results import Results

    cases = [each.with_limits(options.timeout, options.memory) for each in cases]
    if options.retry_crashes:
        results = Results(options.output)
        results.forget(version(), Status.FAIL_CRASH)
        results.close()
    line = ProgressLine(sys.stderr, 0.2) if sys.stderr.isatty() else None

    def show(progress: Progress) -> None:
        if line is not None:
            line.show(lambda seconds: _progress_text(progress, seconds))

    progress = engines.run(
        cases,
        options.output,
        shard=options.shard,
        workers=options.workers,
        scheduler=options.scheduler,
        big=options.big,
        show=show,
        warn=_warn,
    )
    if line is not None:
        line.clear()
    results = Results(options.output)
    ids = {case.id() for case in cases}
    rows = [row for row in results.rows(version()) if row.id in ids]
    failed = [r for r in rows if r.result.status not in (Status.PASS, Status.NOT_RUN)]
    passed = sum(row.result.status is Status.PASS for row in rows)
    print(
        f"{progress.total} cases: {progress.done} run, {progress.skipped} had results; "
        f"{passed} passed, {len(failed)} failed, {len(rows) - passed - len(failed)} not run"
    )
    if options.failures:
        _write_scripts(results, Path(options.failures), [row.id for row in failed])
    results.close()
    return 1 if failed and not options.exit_zero else 0


def _progress_text(progress: Progress, seconds: float) -> str:
    left = progress.total - progress.skipped - progress.done
    rest = f", {left * seconds / progress.done:.0f} s left" if progress.done else ""
    counts = ", ".join(f"{count} {status}" for status, count in progress.counts.items())
    return f"{progress.skipped + progress.done} of {progress.total} cases{rest}: {counts}"


def _write_scripts(results: Results, folder: Path, ids: list[str]) -> None:
    from ttmlir_py.sweep.reproducers import script

    folder.mkdir(parents=True, exist_ok=True)
    found = {row.id: row.result for row in results.rows()}
    for each in ids:
        write_file(folder / f"{each}.py", script(results.case(each), found[each]))


def _merge(options: argparse.Namespace) -> int:
    from ttmlir_py.sweep.results import Results

    for each in options.inputs:
        _open(each).close()
    results = Results(options.output)
    for each in options.inputs:
        print(f"{each}: {results.merge(each)} new results")
    results.close()
    return 0


def _report(options: argparse.Namespace) -> int:
    from ttmlir_py.sweep import reports

    results = _open(options.results)
    written = False
    writers: dict[str, Callable[[Results], str]] = {
        "junit": reports.junit,
        "markdown": reports.markdown,
        "html": reports.page,
    }
    for name, write in writers.items():
        if path := getattr(options, name):
            write_file(path, write(results))
            written = True
    if not written:
        sys.stdout.write(reports.markdown(results))
    return 0


def _compare(options: argparse.Namespace) -> int:
    from ttmlir_py.sweep.comparison import Thresholds, compare

    before = _open(options.before)
    if options.after.endswith(".json"):
        return _compare_with_card(before, options.after)
    allowed = Thresholds(options.pass_rate, options.time, options.seconds, options.pcc)
    found = compare(before, _open(options.after), allowed)
    print("\n".join(found.lines()))
    return 1 if found.is_worse else 0


def _compare_with_card(results: Results, path: str) -> int:
    """Compare statuses with a card's results. Return 1 if a case has another status there."""
    from ttmlir_py.sweep.exchange import read_results

    theirs = read_results(path)
    rows = [row for row in results.rows() if row.id in theirs]
    differ = [row for row in rows if row.result.status is not theirs[row.id]]
    print(f"{len(rows)} cases in both, {len(differ)} with another status")
    for row in differ:
        print(f"{row.id[:16]} {row.name}: {row.result.status.value}, card {theirs[row.id].value}")
    return 1 if differ else 0


def _export(options: argparse.Namespace) -> int:
    import json

    from ttmlir_py.sweep import exchange

    results = _open(options.results)
    if options.op_tests:
        records = [each.as_dict() for each in exchange.op_tests(results)]
        write_file(options.op_tests, json.dumps(records, indent=1))
    vectors = exchange.write_vectors(exchange.vectors_of(results)) if options.vectors else {}
    exported = exchange.write_results(results) if options.results_export else {}
    for folder, files in ((options.vectors, vectors), (options.results_export, exported)):
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            write_file(Path(folder) / name, text)
    return 0


def _reproduce(options: argparse.Namespace) -> int:
    from ttmlir_py.sweep.reproducers import script

    results = _open(options.results)
    case = results.case(options.case)
    found = next((row.result for row in results.rows() if row.id == case.id()), None)
    if found is None:
        raise ToolError(f"the case {options.case} has no result")
    text = script(case, found)
    if options.output == "-":
        sys.stdout.write(text)
    else:
        write_file(options.output, text)
    return 0


def _simulate(options: argparse.Namespace) -> int:
    from ttmlir_py.sweep.simulation import simulate

    costs = [row.seconds for row in _open(options.results).rows()]
    print(f"{'workers':>8} {'seconds':>9} {'efficiency':>10}  limited by")
    for count in options.workers:
        found = simulate(costs, count)
        print(f"{count:>8} {found.seconds:>9.1f} {found.efficiency:>10.1%}  {found.bottleneck}")
    return 0


_COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "run": _run,
    "model": _model,
    "merge": _merge,
    "report": _report,
    "compare": _compare,
    "export": _export,
    "reproduce": _reproduce,
    "simulate": _simulate,
}


def main() -> int:
    """Run the command line, and return the exit code."""

    def run() -> int:
        options = parse_arguments(build_parser(), None)
        from ttmlir_py.ir.diagnostics import CompilationError
        from ttmlir_py.sweep.engines import EngineError

        try:
            return _COMMANDS[options.command](options)
        except sqlite3.Error as error:
            raise ToolError(f"the results cannot be read or written: {error}") from None
        except LookupError as error:
            raise ToolError(str(error.args[0] if error.args else error)) from None
        except (EngineError, CompilationError, ValueError) as error:
            raise ToolError(str(error).removeprefix("error: ")) from None

    return run_commands("ttmlir-sweep", run)


if __name__ == "__main__":
    sys.exit(main())
