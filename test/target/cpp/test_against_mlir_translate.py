"""The C++ text of random EmitC programs equals that of Debian's mlir-translate."""

import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ttmlir_py.compiler import parse
from ttmlir_py.target.cpp.emitter import translate

pytestmark = pytest.mark.slow

MLIR_TRANSLATE = shutil.which("mlir-translate-19")
needs_mlir_translate = pytest.mark.skipif(
    MLIR_TRANSLATE is None, reason="mlir-translate-19 is not installed"
)
HERE = Path(__file__).parent

BINARY = {
    "i32": [
        "add",
        "sub",
        "mul",
        "div",
        "rem",
        "bitwise_and",
        "bitwise_or",
        "bitwise_xor",
        "bitwise_left_shift",
    ],
    "f32": ["add", "sub", "mul", "div"],
}
UNARY = {"i32": ["bitwise_not", "unary_minus", "unary_plus"], "f32": ["unary_minus"]}
COMPARISONS = ["eq", "ne", "lt", "le", "gt", "ge", "three_way"]
CONSTANTS = {
    "i32": ["0 : i32", "-7 : i32", '#emitc.opaque<"N">'],
    "f32": ["0.1 : f32", "-2.0 : f32", "1.0e30 : f32", "0x7F800000 : f32"],
    "i1": ["true", "false"],
}


class Program:
    """Writes a module of random functions. `scopes` contains the visible values by type."""

    def __init__(self, seed: int, blocks: bool):
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.count = 0
        self.scopes: list[dict[str, list[str]]] = []
        for index in range(6):
            self.function(index, blocks)

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    def fresh(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def type(self) -> str:
        return self.random.choice(["i32", "i32", "f32", "i1"])

    def value(self, type: str) -> str:
        return self.random.choice([v for scope in self.scopes for v in scope.get(type, [])])

    def define(self, type: str, text: str) -> str:
        name = self.fresh()
        self.lines.append(f"{name} = {text}")
        self.scopes[-1].setdefault(type, []).append(name)
        return name

    def function(self, index: int, blocks: bool) -> None:
        dialect = self.random.choice(["emitc", "func"])
        words = ' attributes {specifiers = ["static"]}' if dialect == "emitc" else ""
        self.scopes = [{"i32": ["%a"], "f32": ["%b"], "i1": ["%c"]}]
        if dialect == "emitc" and self.random.random() < 0.3:
            self.lines.append(f"emitc.declare_func @f{index}")
        self.lines.append(f"{dialect}.func @f{index}(%a: i32, %b: f32, %c: i1) -> i32{words} {{")
        self.statements(self.random.randint(2, 9), 0)
        if blocks:
            self.branches()
        self.lines += [f"{dialect}.return {self.value('i32')} : i32", "}"]

    def branches(self) -> None:
        """Write a loop of two blocks, then the last block."""
        x, y = self.value("i32"), self.value("f32")
        head, number, exit = (f"^{name}{len(self.lines)}" for name in ("head", "n", "exit"))
        self.lines += [f"cf.br {head}({x} : i32)", f"{head}({number.replace('^', '%')}: i32):"]
        self.scopes[0]["i32"].append(number.replace("^", "%"))
        self.statements(2, 0)
        again = f"{head}({self.value('i32')} : i32)"
        carried = f"%m{len(self.lines)}"
        self.lines.append(f"cf.cond_br {self.value('i1')}, {again}, {exit}({y} : f32)")
        self.lines.append(f"{exit}({carried}: f32):")
        self.scopes[0]["f32"].append(carried)
        self.statements(2, 0)

    def statements(self, count: int, depth: int) -> None:
        for _ in range(count):
            kinds = [self.operation, self.operation, self.call, self.expression, self.constant]
            kinds += [self.verbatim, self.several]
            if depth < 3:
                kinds += [lambda: self.loop(depth), lambda: self.branch(depth)]
            self.random.choice(kinds)()

    def operation(self) -> None:
        type = self.type()
        self.define(type, self.operator(type, self.value))

    def operator(self, type: str, given: Callable[[str], str]) -> str:
        """Write an op with a result of the given type and operands from `given`."""
        if type == "i1":
            kind = self.random.randrange(3)
            if kind == 0:
                return f"emitc.logical_not {given('i1')} : i1"
            if kind == 1:
                word = self.random.choice(["and", "or"])
                return f"emitc.logical_{word} {given('i1')}, {given('i1')} : i1, i1"
            predicate, of = self.random.choice(COMPARISONS), self.random.choice(["i32", "f32"])
            return f"emitc.cmp {predicate}, {given(of)}, {given(of)} : ({of}, {of}) -> i1"
        kind = self.random.randrange(6)
        if kind == 0:
            return f"emitc.{self.random.choice(UNARY[type])} {given(type)} : ({type}) -> {type}"
        if kind == 1:
            return f"emitc.conditional {given('i1')}, {given(type)}, {given(type)} : {type}"
        if kind == 2:
            source = self.type()
            return f"emitc.cast {given(source)} : {source} to {type}"
        if kind == 3:
            of = self.type()
            return f'emitc.call_opaque "g"({given(type)}, {given(of)}) : ({type}, {of}) -> {type}'
        name = self.random.choice(BINARY[type])
        return f"emitc.{name} {given(type)}, {given(type)} : ({type}, {type}) -> {type}"

    def expression(self) -> None:
        """Write an expression whose operands are operators at most one level deep. For deeper ones,
        MLIR 19 omits parentheses that later versions, and ttmlir_py, write: `a % (b - (c - d))`.
        """
        type = self.type()
        noinline = " noinline" if self.random.random() < 0.2 else ""
        name = self.fresh()
        body: list[str] = []

        def operand(of: str, depth: int = 0) -> str:
            if depth > 0 or self.random.random() < 0.4:
                return self.value(of)
            text = self.operator(of, lambda inner: operand(inner, depth + 1))
            body.append(f"{(result := self.fresh())} = {text}")
            return result

        root = self.operator(type, operand)
        body.append(f"{(last := self.fresh())} = {root}")
        self.lines += [f"{name} = emitc.expression{noinline} : {type} {{", *body]
        self.lines += [f"emitc.yield {last} : {type}", "}"]
        self.scopes[-1].setdefault(type, []).append(name)

    def call(self) -> None:
        a, b = self.value("i32"), self.value("f32")
        template = self.random.choice(["", ', template_args = [i32, #emitc.opaque<"T">, 3 : i8]'])
        args = f"{{args = [1 : index, 2 : i64, 0 : index, i32, 0.5 : f64]{template}}}"
        self.define("f32", f'emitc.call_opaque "std::h"({a}, {b}) {args} : (i32, f32) -> f32')

    def several(self) -> None:
        names = self.fresh()
        self.lines.append(f'{names}:2 = emitc.call_opaque "two"() : () -> (i32, i1)')
        self.scopes[-1].setdefault("i32", []).append(f"{names}#0")
        self.scopes[-1].setdefault("i1", []).append(f"{names}#1")

    def constant(self) -> None:
        type = self.type()
        if self.random.random() < 0.3:
            self.define("i32", 'emitc.literal "LIMIT" : i32')
            return
        value = self.random.choice(CONSTANTS[type])
        self.define(type, f'"emitc.constant"() <{{value = {value}}}> : () -> {type}')

    def verbatim(self) -> None:
        self.lines.append('emitc.verbatim "#pragma x\\0A  y\\0A   \\0A"')

    def region(self, depth: int, **values: str) -> None:
        self.scopes.append({type: [name] for type, name in values.items()})
        self.statements(self.random.randint(0, 3), depth + 1)
        self.scopes.pop()
        self.lines.append("}")

    def loop(self, depth: int) -> None:
        bounds = [self.value("i32") for _ in range(3)]
        name = self.fresh()
        low, high, step = bounds
        self.lines.append(f"emitc.for {name} = {low} to {high} step {step} : i32 {{")
        self.region(depth, i32=name)

    def branch(self, depth: int) -> None:
        self.lines.append(f"emitc.if {self.value('i1')} {{")
        self.region(depth)
        if self.random.random() < 0.5:
            self.lines[-1] = "} else {"
            self.region(depth)


def mlir_translate(text: str, *flags: str) -> str:
    assert MLIR_TRANSLATE is not None
    command = [MLIR_TRANSLATE, "--mlir-to-cpp", *flags]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def check(text: str, *, at_top: bool) -> None:
    flags = ["--declare-variables-at-top"] if at_top else []
    assert translate(parse(text), declare_variables_at_top=at_top) == mlir_translate(text, *flags)


@needs_mlir_translate
@pytest.mark.parametrize("seed", range(12))
def test_straight_line_cpp_prints_as_mlir_translate(seed: int):
    text = Program(seed, blocks=False).text()
    check(text, at_top=False)
    check(text, at_top=True)


@needs_mlir_translate
@pytest.mark.parametrize("seed", range(8))
def test_cpp_with_branches_prints_as_mlir_translate(seed: int):
    check(Program(seed, blocks=True).text(), at_top=True)


@needs_mlir_translate
@pytest.mark.parametrize("at_top", [False, True])
def test_every_statement_prints_as_mlir_translate(at_top: bool):
    check((HERE / "statements.mlir").read_text(), at_top=at_top)
