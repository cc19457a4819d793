"""Validates programs that are compiled correctly, and programs with planted faults.

    python test/fuzz/fuzz_validation.py [--count 1500] [--seed 0] [--options OPTIONS]
        [--faults] [FILE...]

Random programs, models of several sizes, or files of TTIR if some are named: the compiler must be
right, and so no operation may be called WRONG. Each program has inputs of its own, every third
those where something is decided. OPTIONS are those of the pipeline: "simplify=true". With
`--faults`, all faults of `test/validation/faults.py` and `emission_faults.py` are planted instead,
and must be named; those in C++ need a compiler.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
sys.path.insert(0, str(Path(__file__).parents[1] / "validation"))
sys.path.insert(0, str(Path(__file__).parent))

import models
from emission_faults import CPP_FAULTS, PYTHON_FAULTS, misnamed_cpp, unnamed_python
from faults import FAULTS, unnamed
from metal_programs import random_program

import ttmlir_py
from ttmlir_py import compiler
from ttmlir_py.common.warning_kinds import WarningControl, WarningKind
from ttmlir_py.ir.diagnostics import CompilationError, OperationError
from ttmlir_py.runtime.errors import SimulationError
from ttmlir_py.schemas import BinaryError
from ttmlir_py.validation import Kind, compare_modules, mark
from ttmlir_py.validation.verdict import Row

KNOWN = {
    "ttir.remainder": WarningKind.REMAINDER_SIGN,
    **dict.fromkeys(
        ("ttir.reduce_and", "ttir.logical_and", "ttir.logical_or"), WarningKind.TRUTH_VALUES
    ),
}
"""Ops that upstream lowers or folds to a different op (docs/deviations.md), each with the warning
for it. Such an op may be reported as wrong.
"""
EVERY_MODEL = 100
"""Every program whose number is a multiple of this is a model."""


def program(seed: int, number: int) -> str:
    """Return the program with this number: a random program or a model."""
    if number % EVERY_MODEL:
        return random_program(seed, number).text
    size = 1 + number // EVERY_MODEL % 3
    if number // EVERY_MODEL % 2:
        return models.resnet50(image=32, width=4 * size, blocks=[1, size, 1, 1], classes=10)
    return models.llama(layers=size, hidden=32 * size, heads=size, mlp=48, tokens=32, vocabulary=64)


@dataclass
class Report:
    """The number of validated programs, and the failures."""

    options: str = ""
    """The options of the pipeline."""
    right: int = 0
    compared: int = 0
    """The number of operations that were compared."""
    kinds: Counter[str] = field(default_factory=Counter[str])
    """The number of programs with an operation of each class."""
    skipped: Counter[str] = field(default_factory=Counter[str])
    """The number of programs that could not be compared, by reason."""
    failures: list[str] = field(default_factory=list[str])

    def validate(self, name: str, text: str, inputs: str) -> None:
        """Compile and validate the program `text` with `inputs`, and record the outcome."""
        context = compiler.create_context()
        pipeline = f"builtin.module(ttir-to-ttnn-backend-pipeline{{{self.options}}})"
        context.diagnostics.warnings = WarningControl(["--warnings=all"])
        try:
            with context.diagnostics.collect() as said:
                module = ttmlir_py.parse(text, context=context, file_name=name)
                source = mark(module)
                compiler.PassManager(pipeline, context=context).run(module)
                verdicts = compare_modules(source, module, inputs)
        except (CompilationError, OperationError) as error:
            self.skipped[type(error).__name__] += 1
            return
        except (SimulationError, BinaryError, ValueError) as error:
            self.failures.append(f"{name} {inputs}: {error}")
            return
        rows = [row for verdict in verdicts for row in verdict.rows]
        self.kinds.update({row.kind.value for row in rows})
        self.compared += sum(verdict.matched for verdict in verdicts)

        def is_known(row: Row) -> bool:
            flag = f"[-W{KNOWN[row.op].flag}]" if row.op in KNOWN else None
            return flag is not None and any(
                each.location == row.location and each.message.endswith(flag) for each in said
            )

        wrong = [row for row in rows if row.kind is Kind.WRONG and not is_known(row)]
        self.failures += [f"{name} {inputs}: {row}" for row in wrong]
        self.right += not wrong


def validate(seed: int, numbers: Sequence[int], options: str = "") -> Report:
    """Validate the random programs with `numbers`, and return the report."""
    report = Report(options)
    for number in numbers:
        kind = "edge" if number % 3 == 0 else "randn"
        report.validate(f"program {number}", program(seed, number), f"{kind}:{number}")
    return report


def of_files(paths: Sequence[str], options: str = "") -> Report:
    """Validate the programs in the files `paths`, which separator lines may split, and return the
    report.
    """
    report = Report(options)
    for path in paths:
        for part in Path(path).read_text().split("// -----"):
            report.validate(path, part, "randn:0")
    return report


def misnamed() -> Iterator[str]:
    """Yield the planted faults that validation does not name as it should."""
    for number, fault in enumerate(FAULTS):
        if problem := unnamed(fault):
            yield f"fault {number}: {problem}"
    with TemporaryDirectory() as name:
        yield from misnamed_cpp(Path(name))
        yield from filter(None, (unnamed_python(each, Path(name)) for each in PYTHON_FAULTS))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--count", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--options", default="", help="options of the pipeline")
    parser.add_argument("--faults", action="store_true")
    arguments = parser.parse_args()
    start = perf_counter()
    if arguments.faults:
        failures = list(misnamed())
        kinds = Counter(each.fault.value for each in (*FAULTS, *CPP_FAULTS, *PYTHON_FAULTS))
        count = kinds.total()
        summary = f"{count - len(failures)} of {count} faults are named: {dict(kinds)}"
    else:
        report = (
            of_files(arguments.files, arguments.options)
            if arguments.files
            else validate(arguments.seed, range(arguments.count), arguments.options)
        )
        failures = report.failures
        summary = (
            f"{report.right} right programs, {report.compared} operations compared; {dict(report.kinds)};"
            f" skipped: {dict(report.skipped)}"
        )
    print(*failures, sep="\n")
    print(f"{summary}; {perf_counter() - start:.0f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
