"""Emitted C++ expressions, compiled with g++, have the right values: no parentheses are missing."""

import operator
import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ttmlir_py.compiler import parse
from ttmlir_py.target.cpp.emitter import translate

GXX = shutil.which("g++")
MASK = 0xFFFFFFFF
BINARY: dict[str, Callable[[int, int], int]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "bitwise_and": lambda a, b: a & b,
    "bitwise_or": lambda a, b: a | b,
    "bitwise_xor": lambda a, b: a ^ b,
}
UNARY: dict[str, Callable[[int], int]] = {
    "bitwise_not": operator.invert,
    "unary_minus": operator.neg,
    "unary_plus": operator.pos,
}
COMPARE: dict[str, Callable[[int, int], bool]] = {"eq": operator.eq, "lt": operator.lt}
ARGUMENTS = {"%a": 3000000019, "%b": 77, "%c": 5}


class Expression:
    """A random expression on unsigned numbers: its ops and its value."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.root, self.value = self.number(5)

    def result(self, text: str, value: int) -> tuple[str, int]:
        name = f"%{len(self.lines)}"
        self.lines.append(f"{name} = {text}")
        return name, value & MASK

    def number(self, depth: int) -> tuple[str, int]:
        if depth == 0 or (depth < 5 and self.random.random() < 0.2):
            return self.random.choice(list(ARGUMENTS.items()))
        kind = self.random.random()
        a, x = self.number(depth - 1)
        if kind < 0.15:
            name, unary = self.random.choice(list(UNARY.items()))
            return self.result(f"emitc.{name} {a} : (ui32) -> ui32", unary(x))
        b, y = self.number(depth - 1)
        if kind < 0.3:
            predicate, compare = self.random.choice(list(COMPARE.items()))
            truth, _ = self.result(f"emitc.cmp {predicate}, {a}, {b} : (ui32, ui32) -> i1", 0)
            (c, z), (d, w) = self.number(depth - 1), self.number(depth - 1)
            text = f"emitc.conditional {truth}, {c}, {d} : ui32"
            return self.result(text, z if compare(x, y) else w)
        name, binary = self.random.choice(list(BINARY.items()))
        return self.result(f"emitc.{name} {a}, {b} : (ui32, ui32) -> ui32", binary(x, y))

    def function(self, name: str) -> str:
        arguments = ", ".join(f"{argument}: ui32" for argument in ARGUMENTS)
        body = [*self.lines, f"emitc.yield {self.root} : ui32"]
        return "\n".join(
            [
                f"emitc.func @{name}({arguments}) -> ui32 {{",
                "%r = emitc.expression noinline : ui32 {",
                *body,
                "}",
                "emitc.return %r : ui32",
                "}",
            ]
        )


@pytest.mark.skipif(GXX is None, reason="g++ is not installed")
def test_emitted_expression_compiled_with_gxx_has_value_of_ir(tmp_path: Path):
    expressions = [Expression(seed) for seed in range(60)]
    functions = [each.function(f"f{index}") for index, each in enumerate(expressions)]
    module = parse('emitc.include <"cstdint">\nemitc.include <"cstdio">\n' + "\n".join(functions))
    arguments = ", ".join(f"{value}u" for value in ARGUMENTS.values())
    calls = [f'  std::printf("%u\\n", f{index}({arguments}));' for index in range(len(functions))]
    source = tmp_path / "expressions.cpp"
    source.write_text("\n".join([translate(module), "int main() {", *calls, "}", ""]))
    program = tmp_path / "expressions"
    assert GXX is not None
    subprocess.run([GXX, "-w", "-o", str(program), str(source)], check=True)
    printed = subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout
    assert [int(line) for line in printed.split()] == [each.value for each in expressions]
