"""Tests that the conversion of arith and scf ops gives the text of Debian's mlir-opt, and that
every ttkernel op is known.
"""

import shutil
import subprocess
from itertools import product

import pytest

from ttmlir_py.compiler import create_context
from ttmlir_py.dialects.ttkernel.ops import TTKERNEL
from ttmlir_py.ir.reading.parser import parse_module
from ttmlir_py.ir.writing.printer import print_operation
from ttmlir_py.passes.running.manager import PassManager
from ttmlir_py.passes.ttmetal.convert_ttkernel_to_emitc import kernel

MLIR_OPT = shutil.which("mlir-opt-19")
needs_mlir_opt = pytest.mark.skipif(MLIR_OPT is None, reason="mlir-opt-19 is not installed")

INPUTS = """
  %a = emitc.call_opaque "a"() : () -> i32
  %b = emitc.call_opaque "b"() : () -> i32
  %c = emitc.call_opaque "c"() : () -> i1
  %x = emitc.call_opaque "x"() : () -> f32
  %y = emitc.call_opaque "y"() : () -> f32
  %small = emitc.call_opaque "small"() : () -> i8
  %three = arith.constant 3 : i32
  %zero = arith.constant 0 : i32
  %half = arith.constant 0.5 : f32
  %i = arith.index_cast %a : i32 to index
  %seven = arith.constant 7 : index
"""
INTEGER_OPS = "addi andi divsi muli ori remsi shli shrsi shrui subi xori".split()  # noqa: SIM905
PREDICATES = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
FLOAT_PREDICATES = "false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true".split()  # noqa: SIM905
CASTS = [
    ("extsi", "small", "i8", "i32"),
    ("extui", "small", "i8", "i32"),
    ("extui", "c", "i1", "i32"),
    ("trunci", "a", "i32", "i8"),
    ("trunci", "a", "i32", "i1"),
    ("sitofp", "a", "i32", "f32"),
    ("uitofp", "a", "i32", "f32"),
    ("fptosi", "x", "f32", "i32"),
    ("fptoui", "x", "f32", "i32"),
    ("index_cast", "i", "index", "i32"),
]
ARITHMETIC = [
    *(f"arith.{op} %{a}, %b : i32" for op, a in product(INTEGER_OPS, ("a", "three"))),
    *(f"arith.{op} %i, %seven : index" for op in ("addi", "divsi", "muli", "shli", "shrsi")),
    *(f"arith.{op} %c, %c : i1" for op in ("andi", "ori", "xori")),
    *(f"arith.{op} %half, %x : f32" for op in ("addf", "divf", "mulf", "subf")),
    "arith.negf %x : f32",
    "arith.addi %three, %three : i32",
    "arith.muli %a, %zero : i32",
    "arith.subi %a, %zero : i32",
    "arith.addi %a, %b overflow<nsw> : i32",
    "arith.select %c, %x, %y : f32",
    *(f"arith.cmpi {predicate}, %three, %b : i32" for predicate in PREDICATES),
    *(f"arith.cmpi {predicate}, %i, %seven : index" for predicate in ("eq", "slt", "ult")),
    *(f"arith.cmpf {predicate}, %x, %y : f32" for predicate in FLOAT_PREDICATES),
    *(f"arith.{op} %{value} : {source} to {target}" for op, value, source, target in CASTS),
]
STRUCTURE = """
  scf.for %k = %a to %b step %a : i32 {
    scf.if %c {
      emitc.call_opaque "then"(%k) : (i32) -> ()
    } else {
      emitc.call_opaque "else"() : () -> ()
    }
    scf.if %c {
    }
  }
"""


def converted(text: str) -> str:
    context = create_context()
    module = parse_module(text, context=context)
    PassManager("builtin.module(convert-ttkernel-to-emitc)", context=context).run(module)
    return print_operation(module).rstrip("\n")


def mlir_opt(text: str, *passes: str) -> str:
    assert MLIR_OPT is not None
    command = [MLIR_OPT, *passes]
    process = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return process.stdout.rstrip("\n")


def kernel_of(*statements: str) -> str:
    body = "\n".join(f"  %r{index} = {text}" for index, text in enumerate(statements))
    return f"func.func @kernel() {{{INPUTS}{body}\n  return\n}}"


@needs_mlir_opt
def test_arith_ops_convert_as_mlir_opt_does():
    text = kernel_of(*ARITHMETIC)
    assert converted(text) == mlir_opt(text, "--convert-arith-to-emitc")


@needs_mlir_opt
def test_scf_ops_convert_as_mlir_opt_does():
    text = kernel_of().replace("  return", STRUCTURE + "  return")
    passes = ("--convert-arith-to-emitc", "--convert-scf-to-emitc")
    assert converted(text) == mlir_opt(text, *passes)


def test_every_ttkernel_op_without_emitc_lowering_is_listed():
    names = {
        op.name.removeprefix("ttkernel.")
        for op in TTKERNEL.operations
        if op.name not in kernel.LOWERINGS
    }
    registers = {"add", "matmul", "max", "mul", "sub", "pack", "unpack_a", "unpack_ab"}
    types = {"pack_set_data_type", "unpack_set_data_type"}
    assert names == {*registers, *types, "noc_transactions_table", "unreachable"}
