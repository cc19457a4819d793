"""The result and the time of `ttreduce` on models of 300 to 1,500 operations with planted failures.

    python benchmarks/ttreduce.py [--only NUMBER] [-j JOBS]

Failures are wrong operations in the model, faults planted in passes, operations that cannot be
lowered, crashes at patterns of operations, and texts in outputs. The reduced program must fail in
the same way. Operations are counted as `ttreduce` counts them.
"""

import argparse
import os
import re
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import models

import ttmlir_py
from ttmlir_py import compiler
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.passes.registry import get_pass
from ttmlir_py.testcase_reduction import CommandTest, FunctionTest, Reduction
from ttmlir_py.testcase_reduction.commands import Test, has_diagnostic, has_verdict
from ttmlir_py.tools.ttreduce import own_tools
from ttmlir_py.validation import compare_modules, mark

PIPELINE = "ttir-to-ttnn-backend-pipeline"
LOWER = f"ttopt -w --{PIPELINE} {{}}"
VERIFY = f"ttopt -w --verify-numerics --{PIPELINE} {{}}"


class Case(NamedTuple):
    """A module, its failure, and the number of operations that the failure needs."""

    name: str
    text: str
    test: Test
    needed: int = 1


def llama(layers: int) -> str:
    return models.llama(layers=layers, hidden=64, heads=2, mlp=96, tokens=32, vocabulary=64)


def resnet() -> str:
    return models.resnet50(image=32, width=8, blocks=[3, 4, 6, 3], classes=10)


def replaced(text: str, name: str, other: str, where: float) -> str:
    """Return the text with one operation `name` replaced by `other`, at the fraction `where` of the
    text.

    Operations with two equal operands are not replaced.
    """
    places = [found.start() for found in re.finditer(rf'"ttir.{name}"\((%\w+), (?!\1\b)', text)]
    at = places[int(len(places) * where)]
    return text[:at] + text[at:].replace(f'"ttir.{name}"', f'"ttir.{other}"', 1)


def command(text: str, **options: Any) -> CommandTest:
    return CommandTest(text, tools=own_tools(text), **options)


def crash_at(*chain: str) -> FunctionTest:
    """Return a test for a compiler that crashes at a chain of operations that use each other."""

    def crashes(text: str) -> bool:
        def ends(op: Any, names: tuple[str, ...]) -> bool:
            if getattr(op, "name", "") != f"ttir.{names[-1]}":
                return False
            rest = names[:-1]
            return not rest or any(ends(each.owner, rest) for each in op.operands)

        return any(ends(op, chain) for op in ttmlir_py.parse(text).walk())

    return FunctionTest(crashes)


def wrong_pass(flag: str, name: str, change: Callable[[Any], None]) -> FunctionTest:
    """Return a test for a pass that makes every operation of a name wrong, as the validator must
    report.
    """

    def is_wrong(text: str) -> bool:
        cls: Any = get_pass(flag)
        right = cls.run

        def run(self: Any, context: Any, op: Any) -> None:
            right(self, context, op)
            for each in [each for each in op.walk() if each.name == name]:
                change(each)

        cls.run = run
        context = compiler.create_context()
        with context.diagnostics.collect():
            module = ttmlir_py.parse(text, context=context)
            source = mark(module)
            try:
                compiler.PassManager(f"builtin.module({PIPELINE})", context=context).run(module)
                verdicts = compare_modules(source, module, "randn:0", rounded=False)
            except CompilationError:
                return False
        return any(row.kind.value == "WRONG" for verdict in verdicts for row in verdict.rows)

    return FunctionTest(is_wrong)


def swap(op: Any) -> None:
    op.operands = [op.operands[1], op.operands[0], *op.operands[2:]]


def hand_on(op: Any) -> None:
    op.results[0].replace_all_uses_with(op.operands[0])


def cases() -> Iterator[Case]:
    for number, (layers, where) in enumerate(((3, 0.4), (6, 0.1), (14, 0.9))):
        text = replaced(llama(layers), "multiply", "remainder", where)
        yield Case(f"wrong {number}", text, command(VERIFY, judge=has_verdict("WRONG")))
    text = replaced(resnet(), "multiply", "remainder", 0.7)
    yield Case("wrong of ResNet", text, command(VERIFY, judge=has_verdict("WRONG")))
    text = replaced(llama(10), "sigmoid", "unknown", 0.5)
    unregistered = text.replace('"ttir.unknown"', '"test.unknown"')
    yield Case(
        "no lowering",
        unregistered,
        command(
            f"ttopt -w --allow-unregistered-dialect --{PIPELINE} {{}}",
            judge=has_diagnostic("'test.unknown'"),
        ),
    )
    for name, layers in (("softmax", 4), ("concat", 8), ("embedding", 14)):
        yield Case(f"text {name}", llama(layers), command(f"{LOWER} | grep -q ttnn.{name}"))
    emitc = (
        "ttopt -w --ttir-to-emitc-pipeline {} | tttranslate --mlir-to-cpp | grep -q ttnn::softmax"
    )
    yield Case("text in C++", llama(5), command(emitc))
    yield Case(
        "two texts",
        resnet(),
        command(f"{LOWER} >/dev/null && grep -q max_pool2d {{}} && grep -q mean {{}}"),
        2,
    )
    convert = "convert-ttir-to-ttnn"
    yield Case("pass: softmax lost", llama(3), wrong_pass(convert, "ttnn.softmax", hand_on))
    yield Case("pass: concat swapped", llama(9), wrong_pass(convert, "ttnn.concat", swap))
    yield Case("pass: sigmoid lost", llama(12), wrong_pass(convert, "ttnn.sigmoid", hand_on))
    yield Case("pass: relu lost", resnet(), wrong_pass(convert, "ttnn.relu", hand_on))
    yield Case("pass: neg lost", llama(7), wrong_pass("ttnn-workaround", "ttnn.neg", hand_on))
    yield Case("crash: pair", llama(8), crash_at("softmax", "matmul"), 2)
    yield Case("crash: triple", llama(13), crash_at("mean", "add", "rsqrt"), 3)
    yield Case(
        "crash: far", llama(4), crash_at("sigmoid", "multiply", "multiply", "matmul", "add"), 5
    )
    yield Case("crash: residual", resnet(), crash_at("relu", "conv2d", "multiply", "add"), 4)
    yield Case("crash: one", llama(14), crash_at("embedding"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", type=int)
    parser.add_argument("-j", type=int, default=1)
    arguments = parser.parse_args()
    # the test commands name tools that are installed next to this Python
    beside = str(Path(sys.executable).parent)
    os.environ["PATH"] = f"{beside}{os.pathsep}{os.environ.get('PATH', '')}"
    left: list[int] = []
    for number, case in enumerate(cases()):
        if arguments.only not in (None, number):
            continue
        context = compiler.create_context(allow_unregistered="unknown" in case.text)
        start, before = time.perf_counter(), os.times()
        reduction = Reduction(case.text, case.test, jobs=arguments.j, context=context)
        reduction.run()
        seconds, after = time.perf_counter() - start, os.times()
        busy = sum(after[:4]) - sum(before[:4])
        left.append(reduction.operations)
        print(
            f"{number:2} {case.name:<24} {reduction.original:5} operations, {reduction.operations} left"  # noqa: E501
            f" of {case.needed} needed, {reduction.tests:4} tests, {seconds:6.1f} s, {busy:6.1f} s of processors",  # noqa: E501
            flush=True,
        )
    print(f"median: {statistics.median(left)} operations")


if __name__ == "__main__":
    main()
