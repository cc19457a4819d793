"""Compare folding by a dialect conversion on random TOSA programs with `--tosa-to-arith` of
Debian's mlir-opt.
"""

import random
import shutil
import subprocess
from collections.abc import Callable, Sequence
from math import prod

import pytest
from tiers import share
from xdsl.dialects import arith

from ttmlir_py.compiler import PassManager, create_context
from ttmlir_py.dialects import tosa
from ttmlir_py.ir.reading.parser import parse_module
from ttmlir_py.ir.writing.printer import print_operation
from ttmlir_py.rewriting.conversion import ConversionTarget, apply_partial_conversion
from ttmlir_py.rewriting.mutation import insert_before, replace

MLIR_OPT = shutil.which("mlir-opt-19")
pytestmark = [
    pytest.mark.skipif(MLIR_OPT is None, reason="mlir-opt-19 is not installed"),
    pytest.mark.slow,
]

FLOATS = ["f32", "f16", "bf16", "f64"]
INTEGERS = ["i32", "i8", "i16", "i64"]
NUMBERS = {
    **{each: ["0.0", "-0.0", "1.0", "-1.5", "0.1", "3.0e4", "2.5", "3.5"] for each in FLOATS},
    **{each: ["0", "1", "-1", "2", "7", "-8", "-128", "127"] for each in INTEGERS},
    "i1": ["true", "false"],
}
SPECIAL = {
    "f32": ["0x7F800000", "0xFF800000", "0x7FC00000", "0xFFC00001", "3.4e38"],
    "f16": ["0x7C00", "0xFC00", "0x7E00", "6.5e4"],
    "bf16": ["0x7F80", "0xFF80", "0x7FC0"],
    "i32": ["2147483647", "-2147483648"],
}
UNARY = {
    "any": ["abs", "bitwise_not", "ceil", "exp", "floor", "log", "negate", "reciprocal", "tanh"],
    "i1": ["logical_not"],
}
BINARY = ["add", "sub", "maximum", "minimum", "mul", "pow"]
BITWISE = ["bitwise_and", "bitwise_or", "bitwise_xor", "add", "sub", "mul", "maximum"]
LOGICAL = ["logical_and", "logical_or", "logical_xor"]
REDUCTIONS = ["reduce_max", "reduce_min", "reduce_sum", "reduce_prod"]
Shape = tuple[int, ...]
Kind = tuple[str, Shape]
"""Element type and shape of a value."""


def type_text(kind: Kind) -> str:
    element, shape = kind
    return f"tensor<{''.join(f'{size}x' for size in shape)}{element}>"


class TosaProgram:
    """A function that computes on few values, so that ops often have the operands that are folded.
    Its last values are returned.
    """

    def __init__(self, seed: int):
        rng = self._rng = random.Random(seed)
        rank = rng.randint(1, 3)
        self._shape = tuple(rng.choice([1, 1, 2, 3]) for _ in range(rank))
        elements = [rng.choice(FLOATS), rng.choice(INTEGERS), "i1"]
        kinds: list[Kind] = [(element, self._shape) for element in elements]
        self._values: dict[Kind, list[str]] = {kind: [f"%a{i}"] for i, kind in enumerate(kinds)}
        self._count = 0
        arguments = ", ".join(f"%a{i}: {type_text(kind)}" for i, kind in enumerate(kinds))
        self.lines = [f"func.func @f{seed}({arguments}) {{"]
        steps: list[Callable[[], None]] = [
            *(self._constant, self._unary, self._binary, self._compare, self._select),
            *(self._reduce, self._cast, self._concat, self._reshape, self._reverse),
            *(self._slice, self._tile, self._pad, self._transpose, self._argmax),
        ]
        weights = [rng.random() ** 2 for _ in steps]
        for step in rng.choices(steps, weights, k=rng.randint(4, 16)):
            step()
        for kind, values in self._values.items():
            for value in values[-3:]:
                self.lines.append(f'  "foo.use"({value}) : ({type_text(kind)}) -> ()')
        self.lines += ["  return", "}"]

    def _kind(self, elements: Sequence[str] = ()) -> Kind:
        kinds = [kind for kind in self._values if not elements or kind[0] in elements]
        return self._rng.choice(kinds)

    def _pick(self, kind: Kind) -> str:
        return self._rng.choice(self._values[kind][-3:])

    def _add(self, kind: Kind, text: str) -> str:
        self._count += 1
        self.lines.append(f"  %v{self._count} = {text}")
        self._values.setdefault(kind, []).append(f"%v{self._count}")
        return f"%v{self._count}"

    def _op(self, name: str, kinds: list[Kind], result: Kind, attributes: str = "") -> None:
        operands = ", ".join(self._pick(kind) for kind in kinds)
        types = ", ".join(map(type_text, kinds))
        self._add(result, f"tosa.{name} {operands}{attributes} : ({types}) -> {type_text(result)}")

    def _constant(self) -> None:
        self._elements(self._kind(), None)

    def _elements(self, kind: Kind, numbers: list[str] | None) -> str:
        element, shape = kind
        choices = NUMBERS[element] + SPECIAL.get(element, []) * (self._rng.random() < 0.3)
        if numbers is None and self._rng.random() < 0.7:
            text = self._rng.choice(choices)
        else:
            numbers = numbers or self._rng.choices(choices, k=prod(shape))
            text = nested(numbers, shape)
        type_ = type_text(kind)
        return self._add(
            kind, f'"tosa.const"() <{{value = dense<{text}> : {type_}}}> : () -> {type_}'
        )

    def _unary(self) -> None:
        kind = self._kind()
        names = UNARY["i1"] if kind[0] == "i1" else UNARY["any"]
        for _ in range(self._rng.randint(1, 3)):
            pairs = [["negate"], ["abs"], ["exp", "log"], ["log", "exp"], [self._rng.choice(names)]]
            for name in self._rng.choice(pairs) if kind[0] != "i1" else names:
                self._op(name, [kind], kind)

    def _binary(self) -> None:
        kind = self._kind()
        names = LOGICAL if kind[0] == "i1" else BITWISE if kind[0][0] == "i" else BINARY
        if kind[0] == "i32":
            names = [*names, "int_div"]
        name = self._rng.choice(names)
        shift = self._rng.choice([0, 0, 1, 3]) if kind[0] == "i32" else 0
        kinds = [kind, kind]
        if self._rng.random() < 0.3 and len(self._broadcast(kind)) > 1:
            kinds = [kind, self._rng.choice(self._broadcast(kind))]
            self._rng.shuffle(kinds)
        self._op(name, kinds, kind, f" {{shift = {shift} : i8}}" if name == "mul" else "")

    def _broadcast(self, kind: Kind) -> list[Kind]:
        """Return shapes and element types of values that broadcast to the given one."""
        return [
            other
            for other in self._values
            if other[0] == kind[0]
            and len(other[1]) == len(kind[1])
            and all(a in (1, b) for a, b in zip(other[1], kind[1], strict=True))
        ]

    def _compare(self) -> None:
        kind = self._kind(FLOATS + INTEGERS)
        name = self._rng.choice(["greater", "greater_equal", "equal"])
        self._op(name, [kind, kind], ("i1", kind[1]))

    def _select(self) -> None:
        kind = self._kind()
        if ("i1", kind[1]) in self._values:
            self._op("select", [("i1", kind[1]), kind, kind], kind)

    def _axis(self, kind: Kind) -> int:
        return self._rng.randrange(len(kind[1]))

    def _reduce(self) -> None:
        kind = self._kind()
        axis = self._axis(kind)
        names = ["reduce_any", "reduce_all"] if kind[0] == "i1" else REDUCTIONS
        result = kind[0], (*kind[1][:axis], 1, *kind[1][axis + 1 :])
        self._op(self._rng.choice(names), [kind], result, f" {{axis = {axis} : i32}}")

    def _argmax(self) -> None:
        kind = self._kind(FLOATS + INTEGERS)
        axis = self._axis(kind)
        if len(kind[1]) > 1:
            result = "i32", (*kind[1][:axis], *kind[1][axis + 1 :])
            self._op("argmax", [kind], result, f" {{axis = {axis} : i32}}")

    def _cast(self) -> None:
        kind = self._kind(FLOATS + INTEGERS)  # true becomes -1 in LLVM 19, and 1 here
        target = self._rng.choice([kind[0], *NUMBERS])
        self._op("cast", [kind], (target, kind[1]))

    def _concat(self) -> None:
        kind = self._kind()
        if max(kind[1]) > 12:
            return
        axis, count = self._axis(kind), self._rng.randint(1, 3)
        result = kind[0], (*kind[1][:axis], kind[1][axis] * count, *kind[1][axis + 1 :])
        self._op("concat", [kind] * count, result, f" {{axis = {axis} : i32}}")

    def _reshape(self) -> None:
        kind = self._kind()
        shape = list(kind[1])
        self._rng.shuffle(shape)
        shape = self._rng.choice([shape, [prod(shape)], [*shape, 1], list(kind[1])])
        new = f" {{new_shape = array<i64: {', '.join(map(str, shape))}>}}"
        text = f"tosa.reshape {self._pick(kind)}{new} : ({type_text(kind)}) -> "
        result = kind[0], tuple(shape)
        self._add(result, text + type_text(result))

    def _reverse(self) -> None:
        kind = self._kind()
        self._op("reverse", [kind], kind, f" {{axis = {self._axis(kind)} : i32}}")

    def _slice(self) -> None:
        kind = self._kind()
        starts = [self._rng.choice([0, 0, self._rng.randrange(size)]) for size in kind[1]]
        sizes = [
            self._rng.choice([1, size - start, size - start])
            for start, size in zip(starts, kind[1], strict=True)
        ]
        bounds = (
            f" {{start = array<i64: {', '.join(map(str, starts))}>,"
            f" size = array<i64: {', '.join(map(str, sizes))}>}}"
        )
        self._op("slice", [kind], (kind[0], tuple(sizes)), bounds)

    def _tile(self) -> None:
        kind = self._kind()
        factors = [self._rng.choice([1, 1, 1, 2]) if size < 12 else 1 for size in kind[1]]
        result = kind[0], tuple(a * b for a, b in zip(kind[1], factors, strict=True))
        factor_text = ", ".join(map(str, factors))
        self._op("tile", [kind], result, f" {{multiples = array<i64: {factor_text}>}}")

    def _pad(self) -> None:
        kind = self._kind()
        rank = len(kind[1])
        sizes = [self._rng.choice([0, 0, 0, 1]) for _ in range(2 * rank)]
        if self._rng.random() < 0.4:
            sizes = [0] * (2 * rank)
        result = (
            kind[0],
            tuple(size + sizes[2 * i] + sizes[2 * i + 1] for i, size in enumerate(kind[1])),
        )
        element = self._rng.choice(["i32", "i64"])
        padding: Kind = element, (rank, 2)
        name = self._elements(padding, [*map(str, sizes)])
        types = f"({type_text(kind)}, {type_text(padding)}) -> {type_text(result)}"
        self._add(result, f"tosa.pad {self._pick(kind)}, {name} : {types}")

    def _transpose(self) -> None:
        kind = self._kind()
        order = list(range(len(kind[1])))
        if self._rng.random() < 0.5:
            self._rng.shuffle(order)
        orders: Kind = "i32", (len(order),)
        name = self._elements(orders, [*map(str, order)])
        result = kind[0], tuple(kind[1][i] for i in order)
        types = f"({type_text(kind)}, {type_text(orders)}) -> {type_text(result)}"
        self._add(result, f"tosa.transpose {self._pick(kind)}, {name} : {types}")


def nested(numbers: list[str], shape: Shape) -> str:
    if not shape:
        return numbers[0]
    size = len(numbers) // shape[0]
    parts = [nested(numbers[i * size : (i + 1) * size], shape[1:]) for i in range(shape[0])]
    return f"[{', '.join(parts)}]"


def lower_constant(op: tosa.ConstOp, state: None) -> None:
    replace(op, insert_before(op, arith.ConstantOp(op.value)).results)


def folded(program: str) -> str:
    context = create_context(allow_unregistered=True)
    module = parse_module(program, context=context)
    target = ConversionTarget(legal=("arith",))
    apply_partial_conversion(module, target, {tosa.ConstOp: lower_constant}, None, context)
    return print_operation(module)


OTHER_FOLDS = """
func.func @rest(%d: tensor<?x4xf32>, %s: tensor<f32>, %i: tensor<1x4x4x3xf32>, %u: tensor<3xui8>, %q: tensor<1x3xi32>, %dd: tensor<?x?xf32>, %un: tensor<*xf32>) {
  %0 = tosa.reshape %d {new_shape = array<i64: -1, 4>} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  "foo.use"(%0) : (tensor<?x4xf32>) -> ()
  %1 = tosa.reverse %s {axis = 0 : i32} : (tensor<f32>) -> tensor<f32>
  "foo.use"(%1) : (tensor<f32>) -> ()
  %2 = tosa.resize %i {scale = array<i64: 2, 2, 1, 1>, offset = array<i64: 0, 0>, border = array<i64: 0, 0>, mode = "BILINEAR"} : (tensor<1x4x4x3xf32>) -> tensor<1x4x4x3xf32>
  "foo.use"(%2) : (tensor<1x4x4x3xf32>) -> ()
  %3 = tosa.argmax %q {axis = 0 : i32} : (tensor<1x3xi32>) -> tensor<3xi32>
  "foo.use"(%3) : (tensor<3xi32>) -> ()
  %4 = tosa.reduce_sum %s {axis = 0 : i32} : (tensor<f32>) -> tensor<f32>
  "foo.use"(%4) : (tensor<f32>) -> ()
  %c5 = "tosa.const"() <{value = dense<200> : tensor<3xui8>}> : () -> tensor<3xui8>
  %5 = tosa.cast %c5 : (tensor<3xui8>) -> tensor<3xi32>
  "foo.use"(%5) : (tensor<3xi32>) -> ()
  %6 = tosa.cast %c5 : (tensor<3xui8>) -> tensor<3xf32>
  "foo.use"(%6) : (tensor<3xf32>) -> ()
  %c7 = "tosa.const"() <{value = dense<[300.7, 300.7]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %7 = tosa.cast %c7 : (tensor<2xf32>) -> tensor<2xui8>
  "foo.use"(%7) : (tensor<2xui8>) -> ()
  %9 = tosa.negate %un : (tensor<*xf32>) -> tensor<*xf32>
  %10 = tosa.negate %9 : (tensor<*xf32>) -> tensor<*xf32>
  "foo.use"(%10) : (tensor<*xf32>) -> ()
  %11 = tosa.exp %d : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %12 = tosa.log %11 : (tensor<?x4xf32>) -> tensor<?x4xf32>
  "foo.use"(%12) : (tensor<?x4xf32>) -> ()
  %13 = tosa.slice %d {start = array<i64: 0, 0>, size = array<i64: 4, 4>} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  "foo.use"(%13) : (tensor<?x4xf32>) -> ()
  %16 = tosa.cast %c7 : (tensor<2xf32>) -> tensor<2xi1>
  "foo.use"(%16) : (tensor<2xi1>) -> ()
  %c17 = "tosa.const"() <{value = dense<0x7FC00000> : tensor<2xf32>}> : () -> tensor<2xf32>
  %17 = tosa.cast %c17 : (tensor<2xf32>) -> tensor<2xi8>
  "foo.use"(%17) : (tensor<2xi8>) -> ()
  %18 = tosa.cast %c17 : (tensor<2xf32>) -> tensor<2xf16>
  "foo.use"(%18) : (tensor<2xf16>) -> ()
  %c19 = "tosa.const"() <{value = dense<0.5> : tensor<2xf32>}> : () -> tensor<2xf32>
  %19 = tosa.reciprocal %c19 : (tensor<2xf32>) -> tensor<2xf32>
  "foo.use"(%19) : (tensor<2xf32>) -> ()
  %20 = tosa.argmax %q {axis = 0 : i32} : (tensor<1x3xi32>) -> tensor<3xi32>
  "foo.use"(%20) : (tensor<3xi32>) -> ()
  %z = "tosa.const"() <{value = dense<[]> : tensor<0xi32>}> : () -> tensor<0xi32>
  %21 = tosa.add %z, %z : (tensor<0xi32>, tensor<0xi32>) -> tensor<0xi32>
  "foo.use"(%21) : (tensor<0xi32>) -> ()
  %22 = tosa.identity %s : (tensor<f32>) -> tensor<f32>
  "foo.use"(%22) : (tensor<f32>) -> ()
  %23 = tosa.clamp %d {min_fp = 0.0 : f32, max_fp = 1.0 : f32, min_int = 0 : i64, max_int = 1 : i64} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  "foo.use"(%23) : (tensor<?x4xf32>) -> ()
  return
}
"""
"""Functions with features that the random programs lack: unsigned integers, dynamic and unknown
shapes, scalars, empty tensors.
"""


def expect_same(program: str) -> None:
    assert MLIR_OPT is not None
    command = [MLIR_OPT, "--allow-unregistered-dialect", "--tosa-to-arith", "-"]
    run = subprocess.run(command, input=program, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert folded(program).strip() == run.stdout.strip()


CLAMPS = """
func.func @clamps(%x: tensor<4xf32>, %i: tensor<4xi8>, %u: tensor<4xui8>, %p: tensor<1x1x1x3xf32>, %q: tensor<1x4x4x3xf32>) {
  %0 = tosa.clamp %x {min_fp = -3.40282347E+38 : f32, max_fp = 3.40282347E+38 : f32, min_int = 0 : i64, max_int = 1 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  "foo.use"(%0) : (tensor<4xf32>) -> ()
  %1 = tosa.clamp %i {min_fp = 0.0 : f32, max_fp = 0.0 : f32, min_int = -128 : i64, max_int = 127 : i64} : (tensor<4xi8>) -> tensor<4xi8>
  "foo.use"(%1) : (tensor<4xi8>) -> ()
  %2 = tosa.clamp %x {min_fp = -1.0 : f32, max_fp = 2.0 : f32, min_int = -1 : i64, max_int = 2 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  %3 = tosa.clamp %2 {min_fp = 0.0 : f32, max_fp = 3.0 : f32, min_int = 0 : i64, max_int = 3 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  "foo.use"(%3) : (tensor<4xf32>) -> ()
  %6 = tosa.max_pool2d %p {kernel = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x1x1x3xf32>) -> tensor<1x1x1x3xf32>
  "foo.use"(%6) : (tensor<1x1x1x3xf32>) -> ()
  %7 = tosa.max_pool2d %q {kernel = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x3xf32>) -> tensor<1x4x4x3xf32>
  "foo.use"(%7) : (tensor<1x4x4x3xf32>) -> ()
  %8 = tosa.clamp %u {min_fp = 0.0 : f32, max_fp = 0.0 : f32, min_int = 0 : i64, max_int = 255 : i64} : (tensor<4xui8>) -> tensor<4xui8>
  "foo.use"(%8) : (tensor<4xui8>) -> ()
  %9 = tosa.clamp %x {min_fp = 0xFF800000 : f32, max_fp = 0x7F800000 : f32, min_int = 0 : i64, max_int = 1 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  "foo.use"(%9) : (tensor<4xf32>) -> ()
  return
}
"""
"""Clamps and poolings, which the random programs lack."""


def expect_same_canonicalization(program: str) -> None:
    assert MLIR_OPT is not None
    command = [MLIR_OPT, "--allow-unregistered-dialect", "--canonicalize", "-"]
    run = subprocess.run(command, input=program, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    context = create_context(allow_unregistered=True)
    module = parse_module(program, context=context)
    PassManager("builtin.module(canonicalize)", context=context).run(module)
    assert print_operation(module).strip() == run.stdout.strip()


@pytest.mark.parametrize("index", share(range(200), 6))
def test_random_tosa_canonicalizes_as_by_mlir_opt(index: int):
    seeds = range(10 * index, 10 * index + 10)
    expect_same_canonicalization("\n".join(line for s in seeds for line in TosaProgram(s).lines))


def test_clamps_and_poolings_canonicalize_as_by_mlir_opt():
    expect_same_canonicalization(CLAMPS)


def test_integer_clamps_combine_integer_bounds():
    # LLVM 19 combines the bounds for floats only, and so loses the bounds of the outer clamp.
    bounds = "{{min_fp = 0.0 : f32, max_fp = 0.0 : f32, min_int = {} : i64, max_int = {} : i64}}"
    type_ = "tensor<4xi8>"
    for low, high, count in ((0, 3, 1), (5, 6, 2)):  # the second ranges have no common number
        module = parse_module(
            f"func.func @f(%i: {type_}) -> {type_} {{\n"
            f"%0 = tosa.clamp %i {bounds.format(-1, 2)} : ({type_}) -> {type_}\n"
            f"%1 = tosa.clamp %0 {bounds.format(low, high)} : ({type_}) -> {type_}\n"
            f"return %1 : {type_}\n}}",
            context=create_context(),
        )
        PassManager("builtin.module(canonicalize)").run(module)
        clamps = [op for op in module.walk() if isinstance(op, tosa.ClampOp)]
        assert len(clamps) == count
        if count == 1:
            assert (clamps[0].min_int.value.data, clamps[0].max_int.value.data) == (0, 2)


@pytest.mark.parametrize("index", share(range(300), 8))
def test_folding_of_random_tosa_in_conversion_equals_mlir_opt(index: int):
    seeds = range(10 * index, 10 * index + 10)
    expect_same("\n".join(line for seed in seeds for line in TosaProgram(seed).lines))


def test_folding_of_listed_tosa_ops_in_conversion_equals_mlir_opt():
    expect_same(OTHER_FOLDS)


TRANSPOSES = """
func.func @moves_1_twice(%x: tensor<3x2x1xf16>) {
  %p = "tosa.const"() <{value = dense<[2, 0, 1]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %0 = tosa.transpose %x, %p : (tensor<3x2x1xf16>, tensor<3xi32>) -> tensor<1x3x2xf16>
  %1 = tosa.transpose %0, %p : (tensor<1x3x2xf16>, tensor<3xi32>) -> tensor<2x1x3xf16>
  "foo.use"(%1) : (tensor<2x1x3xf16>) -> ()
}
func.func @is_used_twice(%x: tensor<1x2x1xi32>) {
  %p = "tosa.const"() <{value = dense<[0, 2, 1]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %0 = tosa.transpose %x, %p : (tensor<1x2x1xi32>, tensor<3xi32>) -> tensor<1x1x2xi32>
  %q = "tosa.const"() <{value = dense<[1, 0, 2]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %1 = tosa.transpose %0, %q : (tensor<1x1x2xi32>, tensor<3xi32>) -> tensor<1x1x2xi32>
  "foo.use"(%0) : (tensor<1x1x2xi32>) -> ()
  "foo.use"(%1) : (tensor<1x1x2xi32>) -> ()
}
"""


def test_transposes_are_combined_before_they_become_reshapes():
    expect_same_canonicalization(TRANSPOSES)
