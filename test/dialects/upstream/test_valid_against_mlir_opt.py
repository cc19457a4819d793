"""Valid operations of MLIR's dialects are printed as mlir-opt prints them, in custom and generic
form; programs that mlir-opt refuses are refused here.
"""

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from tiers import share

from ttmlir_py.compiler import PassManager, parse
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.ir.writing.printer import PrintOptions, print_operation

MLIR_OPT = shutil.which("mlir-opt-19")
pytestmark = [
    pytest.mark.skipif(MLIR_OPT is None, reason="mlir-opt-19 is not installed"),
    pytest.mark.slow,
]

SIGNATURE = (
    "%f: f32, %i: i32, %b: i1, %n: index, %t: tensor<4xf32>, %t2: tensor<4x4xf32>, %tc: tensor<4xi1>, %th: tensor<4xf16>, "
    "%td: tensor<?xf32>, %tdc: tensor<?xi1>, %tu: tensor<*xf32>, %ti: tensor<6x1xi32>, %t2i: tensor<6x2xindex>, "
    "%to: tensor<6x1x1xf32>, %s: tensor<f32>, %v: vector<4xf32>, %vi: vector<4xi32>, %vc: vector<4xi1>, %v3: vector<3xi1>, "
    "%m: memref<4xf32>, %m2: memref<4x4xi32>, %mi: memref<4xi32>, %i2: tensor<4x4xi32>, %ti4: tensor<4xi32>"
)
VALID = """
%r = arith.select %b, %f, %f : f32
%r = arith.select %b, %v, %v : vector<4xf32>
%r = arith.select %b, %m, %m {x} : memref<4xf32>
%r = arith.select %tc, %t, %t : tensor<4xi1>, tensor<4xf32>
%r = arith.select %vc, %v, %v {x = 1 : i32} : vector<4xi1>, vector<4xf32>
%r = arith.select %tdc, %td, %td : tensor<?xi1>, tensor<?xf32>
%r = arith.select %b, %f, %f : i1, f32
%r = "arith.select"(%tc, %t, %t) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
%r = arith.cmpf olt, %f, %f : f32
%r = arith.cmpf uno, %t, %t fastmath<nnan> {x} : tensor<4xf32>
%r = arith.cmpf true, %v, %v : vector<4xf32>
%r = arith.cmpf oeq, %td, %td : tensor<?xf32>
%r = arith.cmpi slt, %i, %i : i32
%r = arith.cmpi ule, %n, %n {x} : index
%r = arith.cmpi ne, %vi, %vi : vector<4xi32>
%r = arith.cmpi eq, %ti4, %ti4 : tensor<4xi32>
%r = tensor.generate %n { ^bb0(%a: index, %c: index): tensor.yield %f : f32 } : tensor<?x3xf32>
%r = tensor.generate { ^bb0(%a: index): tensor.yield %f : f32 } {x} : tensor<3xf32>
%r = tensor.generate %n, %n { ^bb0(%a: index, %c: index): %q = arith.negf %f : f32 tensor.yield %q : f32 } : tensor<?x?xf32>
%r = tensor.gather %t2[%ti] gather_dims([1]) : (tensor<4x4xf32>, tensor<6x1xi32>) -> tensor<6x4xf32>
%r = tensor.gather %t2[%t2i] gather_dims([0, 1]) unique {x} : (tensor<4x4xf32>, tensor<6x2xindex>) -> tensor<6x1x1xf32>
%r = tensor.gather %t2[%t2i] gather_dims([0, 1]) : (tensor<4x4xf32>, tensor<6x2xindex>) -> tensor<6xf32>
%r = tensor.scatter %to into %t2[%t2i] scatter_dims([0, 1]) unique : (tensor<6x1x1xf32>, tensor<4x4xf32>, tensor<6x2xindex>) -> tensor<4x4xf32>
%r = tensor.rank %t2 : tensor<4x4xf32>
%r = tensor.rank %tu {x} : tensor<*xf32>
%r = tensor.bitcast %t : tensor<4xf32> to tensor<4xi32>
%r = tensor.bitcast %t : tensor<4xf32> to tensor<?xi32>
%r = linalg.reduce { arith.addf } ins(%t2 : tensor<4x4xf32>) outs(%t : tensor<4xf32>) dimensions = [1]
%r = linalg.reduce { arith.mulf {fastmath = #arith.fastmath<fast>} } ins(%t2 : tensor<4x4xf32>) outs(%t : tensor<4xf32>) dimensions = [0] {x}
%r = linalg.reduce { arith.addf } ins(%t2 : tensor<4x4xf32>) outs(%s : tensor<f32>) dimensions = [0, 1]
%r = linalg.reduce { arith.addi } ins(%i2 : tensor<4x4xi32>) outs(%ti4 : tensor<4xi32>) dimensions = [1]
%r = linalg.reduce { arith.addi {overflowFlags = #arith.overflow<nsw>} } ins(%i2 : tensor<4x4xi32>) outs(%ti4 : tensor<4xi32>) dimensions = [1]
%r = linalg.reduce { arith.andi {z = 1 : i32} } ins(%i2 : tensor<4x4xi32>) outs(%ti4 : tensor<4xi32>) dimensions = [1]
linalg.reduce { arith.maxsi } ins(%m2 : memref<4x4xi32>) outs(%mi : memref<4xi32>) dimensions = [0]
%r = linalg.reduce ins(%t2 : tensor<4x4xf32>) outs(%t : tensor<4xf32>) dimensions = [1] (%a: f32, %c: f32) { %q = arith.addf %a, %c : f32 linalg.yield %q : f32 }
%r = linalg.reduce ins(%t2 : tensor<4x4xf32>) outs(%t : tensor<4xf32>) dimensions = [1] {y} (%a: f32, %c: f32) { %q = arith.negf %a : f32 %p = arith.addf %c, %q : f32 linalg.yield %p : f32 }
"""
INVALID = """
%r = arith.select %tc, %td, %td : tensor<4xi1>, tensor<?xf32>
%r = arith.select %v3, %v, %v : vector<3xi1>, vector<4xf32>
%r = arith.select %vc, %t, %t : vector<4xi1>, tensor<4xf32>
%r = arith.select %tc, %m, %m : tensor<4xi1>, memref<4xf32>
%r = arith.select %ti4, %t, %t : tensor<4xi32>, tensor<4xf32>
%r = "arith.select"(%i, %f, %f) : (i32, f32, f32) -> f32
%r = arith.select %tc, %t, %t : tensor<4xf32>
%r = "arith.select"(%tc, %t, %th) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf16>) -> tensor<4xf32>
%r = "arith.cmpi"(%vi, %vi) <{predicate = 1 : i64}> : (vector<4xi32>, vector<4xi32>) -> i1
%r = "arith.cmpf"(%f, %f) <{predicate = 1 : i64}> : (f32, f32) -> vector<4xi1>
%r = "arith.cmpf"(%t, %t) <{predicate = 1 : i64}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi8>
%r = tensor.generate { ^bb0(%a: index): tensor.yield %f : f32 } : tensor<?xf32>
%r = tensor.generate { ^bb0(%a: index): tensor.yield %f : f32 } : tensor<3x3xf32>
%r = tensor.generate { ^bb0(%a: i32): tensor.yield %f : f32 } : tensor<3xf32>
%r = tensor.generate { ^bb0(%a: index): tensor.yield %i : i32 } : tensor<3xf32>
%r = tensor.gather %t2[%ti] gather_dims([]) : (tensor<4x4xf32>, tensor<6x1xi32>) -> tensor<6x4xf32>
%r = tensor.gather %t2[%ti] gather_dims([0, 1, 2]) : (tensor<4x4xf32>, tensor<6x1xi32>) -> tensor<6x4xf32>
%r = tensor.gather %t2[%ti] gather_dims([0, 1]) : (tensor<4x4xf32>, tensor<6x1xi32>) -> tensor<6x4xf32>
%r = tensor.gather %t2[%ti] gather_dims([2]) : (tensor<4x4xf32>, tensor<6x1xi32>) -> tensor<6x4xf32>
%r = tensor.gather %t2[%ti] gather_dims([-1]) : (tensor<4x4xf32>, tensor<6x1xi32>) -> tensor<6x4xf32>
%r = tensor.gather %t2[%t2i] gather_dims([1, 0]) : (tensor<4x4xf32>, tensor<6x2xindex>) -> tensor<6xf32>
%r = tensor.gather %t2[%ti] gather_dims([1]) : (tensor<4x4xf32>, tensor<6x1xi32>) -> tensor<6x5xf32>
%r = tensor.scatter %to into %t2[%t2i] scatter_dims([0, 1]) : (tensor<6x1x1xf32>, tensor<4x4xf32>, tensor<6x2xindex>) -> tensor<4x4xf32>
%r = tensor.scatter %t into %t2[%t2i] scatter_dims([0, 1]) unique : (tensor<4xf32>, tensor<4x4xf32>, tensor<6x2xindex>) -> tensor<4x4xf32>
%r = tensor.bitcast %t : tensor<4xf32> to tensor<4xi16>
%r = tensor.bitcast %t : tensor<4xf32> to tensor<3xi32>
%r = linalg.reduce { arith.addf } ins(%t2 : tensor<4x4xf32>) outs(%s : tensor<f32>) dimensions = [1]
%r = linalg.reduce { arith.nothing } ins(%t2 : tensor<4x4xf32>) outs(%t : tensor<4xf32>) dimensions = [1]
%r = linalg.reduce { arith.addf ins(%t2 : tensor<4x4xf32>) outs(%t : tensor<4xf32>) dimensions = [1]
"""


def program(line: str) -> str:
    return f"func.func @f({SIGNATURE}) {{\n  {line}\n  return\n}}\n"


def by_mlir_opt(text: str, *flags: str) -> str | None:
    """Return what mlir-opt prints for `text`, or None if mlir-opt refuses `text`."""
    assert MLIR_OPT is not None
    done = subprocess.run([MLIR_OPT, *flags], input=text, capture_output=True, text=True)
    return None if done.returncode else done.stdout


def chunks(lines: str, count: int) -> Sequence[str]:
    return share([line for line in lines.splitlines() if line], count)


@pytest.mark.parametrize("line", chunks(VALID, 12))
def test_valid_operation_prints_as_mlir_opt(line: str):
    module = parse(program(line))
    for flags, options in (((), PrintOptions()), (("--mlir-print-op-generic",), PrintOptions(generic=True))):  # fmt: skip
        expected = by_mlir_opt(program(line), *flags)
        assert expected is not None
        printed = print_operation(module, options)
        assert printed.strip() == expected.strip()
        assert print_operation(parse(printed), options) == printed


@pytest.mark.parametrize("line", chunks(INVALID, 8))
def test_invalid_operation_is_refused_as_by_mlir_opt(line: str):
    assert by_mlir_opt(program(line)) is None
    with pytest.raises(CompilationError):
        parse(program(line))


# The operations in valid_operations.txt: the name of an operand states its type.

_OPERAND = re.compile(
    r"%((?:t|m|v|u|mu|c)_(?:[\dDS]+x)*(?:f\d+|bf16|i\d+|index)|f16|f32|f64|bf16|i1|i8|i16|i32|i64|index)"
    r"(?:\.\d+)?(?![\w.])"
)
_KINDS = {"t": "tensor<", "m": "memref<", "v": "vector<", "u": "tensor<*x", "mu": "memref<*x", "c": "complex<"}  # fmt: skip
_SYMBOLS = {
    "@f": "func.func private @f(i32) -> i64\n",
    "@g": "ml_program.global private @g(dense<1.0> : tensor<4xf32>) : tensor<4xf32>\n",
}
CUSTOM_ONLY = "custom: "
LINES = [
    line
    for line in (Path(__file__).parent / "valid_operations.txt").read_text().splitlines()
    if line and line[0] != "#"
]
VALID_LINES = [line.removeprefix(CUSTOM_ONLY) for line in LINES]


def type_of(name: str) -> str:
    """Return the type that the operand name `name` states."""
    kind, _, rest = name.partition("_")
    if not rest:
        return name
    return _KINDS[kind] + re.sub(r"S(\d+)", r"[\1]", rest.replace("D", "?")) + ">"


def named_program(line: str) -> str:
    """Return a function that contains the operation `line`; the operands are the function's
    arguments.
    """
    types = {match.group(): type_of(match[1]) for match in _OPERAND.finditer(line)}
    arguments = ", ".join(f"{name}: {type_}" for name, type_ in types.items())
    symbols = "".join(text for name, text in _SYMBOLS.items() if name in line)
    return f"{symbols}func.func @main({arguments}) {{\n  {line}\n  return\n}}\n"


def many_by_mlir_opt(programs: Sequence[str], *flags: str) -> list[str]:
    """Return what mlir-opt prints for each of `programs`, which it gets in one file."""
    text = "// -----\n".join(programs)
    printed = by_mlir_opt(text, "--split-input-file", *flags)
    assert printed is not None
    return [each.strip() for each in printed.split("// -----\n")]


def test_named_operations_print_as_mlir_opt():
    chosen = share(LINES, 90)
    programs = [named_program(line.removeprefix(CUSTOM_ONLY)) for line in chosen]
    custom = many_by_mlir_opt(programs)
    generic = many_by_mlir_opt(programs, "--mlir-print-op-generic")
    assert len(custom) == len(generic) == len(programs)
    for line, text, *expected in zip(chosen, programs, custom, generic, strict=True):
        sources = [text] if line.startswith(CUSTOM_ONLY) else [text, expected[1]]
        for source in sources:
            module = parse(source)
            assert print_operation(module).strip() == expected[0], line
            if not line.startswith(CUSTOM_ONLY):
                assert print_operation(module, PrintOptions(generic=True)).strip() == expected[1]


NOT_CANONICALIZED = ("func.call_indirect", "call_indirect", "memref.realloc", "bufferization.", "affine.")  # fmt: skip
"""Operations that MLIR erases or rewrites, and ttopt keeps."""


def test_named_operations_canonicalize_as_by_mlir_opt():
    lines = [line for line in VALID_LINES if not any(name in line for name in NOT_CANONICALIZED)]
    programs = [named_program(line) for line in share(lines, 60)]
    for text, expected in zip(programs, many_by_mlir_opt(programs, "--canonicalize"), strict=True):
        module = parse(text)
        PassManager("builtin.module(canonicalize)").run(module)
        assert print_operation(module).strip() == expected, text
