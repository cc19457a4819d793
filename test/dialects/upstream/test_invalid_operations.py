"""Every invalid operation of MLIR's dialects that mlir-opt refuses is refused here, too."""

import re
import shutil
import subprocess
from itertools import groupby

import pytest
from mutated_lines import mutations
from mutated_operations import BASES, cases, program
from test_valid_against_mlir_opt import VALID_LINES, named_program
from tiers import share
from xdsl.irdl import AnyAttr, IRDLOperation

from ttmlir_py.compiler import create_context, parse
from ttmlir_py.ir.checking.verifier import verify_operation
from ttmlir_py.ir.definition.imported import describe_type
from ttmlir_py.ir.definition.invariants import unwrapped
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.ir.external_models import models_of
from ttmlir_py.ir.reading.parser import parse_module

pytestmark = pytest.mark.slow

WITNESS = "mlir-opt-19"
needs_witness = pytest.mark.skipif(not shutil.which(WITNESS), reason=f"{WITNESS} is not installed")

NOT_HERE = {"tensor.rank", "tensor.gather", "tensor.generate", "affine.min"}
"""Operations that xDSL does not implement."""
SAME_WORDS = ("arith.", "math.")
"""Prefixes of the operations whose error messages must equal MLIR's."""


def refused_by_mlir_opt(programs: list[str], first: int = 0) -> dict[int, str]:
    """Return the first error of each program that mlir-opt refuses, by number counted from `first`;
    "crash" where mlir-opt crashes.
    """
    text = "\n// -----\n".join(programs)
    command = [WITNESS, "--split-input-file", "-o", "/dev/null"]
    process = subprocess.run(command, input=text, capture_output=True, text=True)
    if process.returncode < 0:
        if len(programs) == 1:
            return {first: "crash"}
        half = len(programs) // 2
        rest = refused_by_mlir_opt(programs[half:], first + half)
        return refused_by_mlir_opt(programs[:half], first) | rest
    errors: dict[int, str] = {}
    pattern = r"^within split at <stdin>:(\d+) offset :\d+:\d+: error: (.*)$"
    for match in re.finditer(pattern, process.stderr, re.M):
        errors.setdefault(first + int(match[1]) // 2, match[2])
    return errors


def is_accepted_by_mlir_opt(text: str) -> bool:
    """Whether mlir-opt accepts a program. Some of its errors have no location, so
    `refused_by_mlir_opt` misses them.
    """
    command = [WITNESS, "-o", "/dev/null"]
    return subprocess.run(command, input=text, capture_output=True, text=True).returncode == 0


def refused_here(programs: list[str]) -> dict[int, str]:
    """Return the first error of each program that is refused here, by its number."""
    context = create_context()
    errors: dict[int, str] = {}
    for number, text in enumerate(programs):
        with context.diagnostics.collect() as diagnostics:
            try:
                valid = verify_operation(parse_module(text, context), context.diagnostics, context)
            except CompilationError:
                valid = False
        if not valid:
            errors[number] = diagnostics[0].message
    return errors


def name_of(text: str) -> str:
    match = re.search(r'"([\w.]+)"', text)
    assert match is not None
    return match[1]


@needs_witness
def test_mutated_operations_that_mlir_opt_refuses_are_refused() -> None:
    by_operation = groupby(sorted(cases(), key=name_of), name_of)
    programs = [each for _, some in by_operation for each in share([*some], 3)]
    expected, found = refused_by_mlir_opt(programs), refused_here(programs)
    accepted = [programs[n] for n, text in expected.items() if text != "crash" and n not in found]
    assert accepted == []
    assert len(expected) > len(programs) // 2
    other_words = [
        (programs[number], text, found[number])
        for number, text in expected.items()
        if name_of(programs[number]).startswith(SAME_WORDS)
        and text != found.get(number)
        and not text.startswith(("crash", "invalid properties"))
    ]
    assert other_words == []


@needs_witness
def test_operations_that_mlir_opt_accepts_are_accepted() -> None:
    programs = [program(op) for op in BASES if op.name not in NOT_HERE and "*" not in program(op)]
    assert refused_by_mlir_opt(programs) == {}
    assert refused_here(programs) == {}


@needs_witness
def test_mutated_lines_are_refused_exactly_where_mlir_opt_refuses_them() -> None:
    lines = [each for line in VALID_LINES for each in mutations(line)]
    programs = [_on_one_line(named_program(line)) for line in share(lines, 120)]
    expected, found = refused_by_mlir_opt(programs), refused_here(programs)
    accepted = [programs[n] for n, text in expected.items() if text != "crash" and n not in found]
    assert accepted == []
    assert len(expected) > len(programs) // 2
    only_here = [programs[number] for number in found if number not in expected]
    assert [each for each in only_here if is_accepted_by_mlir_opt(each)] == []


def _on_one_line(text: str) -> str:
    return " ".join(text.split("\n"))


def test_extract_from_scalar_is_refused_at_its_operand() -> None:
    (message,) = refused_here(
        [
            'func.func @f(%v: f32) { "vector.extract"(%v) <{static_position = array<i64: 3>}> : (f32) -> (vector<8xf32>) return }'
        ]
    ).values()
    assert message.startswith("'vector.extract' op operand")


# Rules with messages of their own check the types of these operands and results.
CHECKED_APART = {
    ("arith.select", "lhs"),
    ("arith.select", "rhs"),
    ("arith.select", "result"),
    ("cf.switch", "flag"),
}


def test_types_of_operations_with_own_verifier_are_checked_by_their_declaration() -> None:
    context = create_context()
    dialects = (
        "arith",
        "bufferization",
        "cf",
        "linalg",
        "math",
        "memref",
        "scf",
        "tensor",
        "vector",
    )
    unchecked: set[tuple[str, str]] = set()
    for name in (name for each in dialects for name in models_of(each).verifiers):
        op_class = context.get_optional_op(name)
        assert op_class is not None
        assert issubclass(op_class, IRDLOperation)
        definition = op_class.get_irdl_definition()
        for field, declared in [*definition.operands, *definition.results]:
            constraint = unwrapped(declared.constr)
            is_any = isinstance(constraint, AnyAttr)
            if not is_any and describe_type(constraint, name, field) is None:
                unchecked.add((name, field))
    assert unchecked == CHECKED_APART


MISPLACED = """
func.func @f(%a: tensor<8x4xf32>) { %0 = linalg.broadcast ins(%b : tensor<4xf32>) outs(%a : tensor<8x4xf32>) dimensions = [0] return }
func.func @f(%a: index) { %r =  i32 return }
func.func @f(%a: index) { %r =  si0 }
func.func @f(%a: index) { cf.switch %a : index, [default: ^one] ^one: return }
func.func @f(%a: memref<2xf32, >) { return }
func.func @f(%a: ui32) { %0 = vector.splat %a : vector<4xui32> return }
func.func @f(%a: ui32) { %0 = tensor.splat %a : tensor<4xui32> return }
func.func @f(%a: complex<f32>) { %0 = tensor.splat %a : tensor<4xcomplex<f32>> return }
func.func @f(%a: f32) { %0 = arith.truncf %a : f32
func.func
func.func @f(%a: f32) { %0 = "memref.memory_space_cast"(%a) : (f32) -> f32 return }
func.func @f(%m: memref<4xcomplex<f32>>, %i: index) { %0 = "vector.load"(%m, %i) : (memref<4xcomplex<f32>>, index) -> vector<4xf32> return }
func.func @f(%a: f32, %b: vector<4xf32>) { %0 = "vector.insert"(%a, %b) <{static_position = array<i64: 3>}> : (f32, vector<4xf32>) -> vector<1xf32> return }
""".strip().splitlines()


@needs_witness
@pytest.mark.parametrize("text", MISPLACED)
def test_invalid_text_is_refused_at_the_place_of_mlir_opt(text: str) -> None:
    command = [WITNESS, "-o", "/dev/null"]
    process = subprocess.run(command, input=text + "\n", capture_output=True, text=True)
    with pytest.raises(CompilationError) as caught:
        parse(text + "\n")
    assert str(caught.value).splitlines()[0] == process.stderr.splitlines()[0]
