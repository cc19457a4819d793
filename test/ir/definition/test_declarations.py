"""Errors for operations that violate their declaration are MLIR's, for xDSL's operations and parser
errors, too.
"""

import shutil
import subprocess
from pathlib import Path

import pytest

from ttmlir_py.compiler import create_context
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.ir.reading.parser import parse_module

FUNCTION = """func.func @f(%i: i32, %l: i64, %b: i1, %x: f32, %y: f64, %n: index, %t: tensor<4xf32>, %m: memref<4xf32>) {{
  {}
  return
}}"""

OPERATIONS = [
    # Errors in counts are found in this order: regions, results, successors, operands, segments.
    ('"scf.if"() : () -> ()', "'scf.if' op expected 2 regions"),
    ('"scf.if"() ({}, {}) : () -> ()', "'scf.if' op requires a single operand"),
    ('"scf.for"(%n, %n) ({}) : (index, index) -> ()', "'scf.for' op expected 3 or more operands, but found 2"),
    ('"arith.addf"(%x) : (f32) -> ()', "'arith.addf' op requires one result"),
    ('"tensor.dim"(%t) : (tensor<4xf32>) -> index', "'tensor.dim' op expected 2 operands, but found 1"),
    ('"cf.br"() : () -> ()', "'cf.br' op requires 1 successor but found 0"),
    ('"cf.cond_br"(%b)[^a] : (i1) -> ()\n^a:', "'cf.cond_br' op requires 2 successors but found 1"),
    ('%0 = "memref.alloc"(%n) : (index) -> i32',
     "'memref.alloc' op operand count (1) does not match with the total size (0) specified in attribute"
     " 'operandSegmentSizes'"),
    ('%0 = "memref.alloc"(%n) {operandSegmentSizes = array<i32: 1, 0, 0>} : (index) -> i32',
     "'memref.alloc' op operand count (1) does not match with the total size (0) specified in attribute"
     " 'operandSegmentSizes'"),
    ('"cf.cond_br"(%b)[^a, ^a] <{operandSegmentSizes = array<i32: -1, 0, 2>}> : (i1) -> ()\n^a:',
     "'cf.cond_br' op 'operandSegmentSizes' attribute cannot have negative elements"),
    # Attributes.
    ('%0 = "tosa.reduce_sum"(%t) : (tensor<4xf32>) -> tensor<1xf32>',
     "'tosa.reduce_sum' op requires attribute 'axis'"),
    ('%0 = "tosa.reduce_sum"(%t) {axis = 0 : i64} : (tensor<4xf32>) -> tensor<1xf32>',
     "'tosa.reduce_sum' op attribute 'axis' failed to satisfy constraint: 32-bit signless integer attribute"),
    ('%0 = "tosa.reduce_sum"(%t) <{axis = 0 : i64}> : (tensor<4xf32>) -> tensor<1xf32>',
     "'tosa.reduce_sum' op attribute 'axis' failed to satisfy constraint: 32-bit signless integer attribute"),
    ('%0 = "tosa.reduce_sum"(%t, %t) <{b = 4, axis = "f"}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<1xf32>',
     'invalid properties {axis = "f", b = 4 : i64} for op tosa.reduce_sum: Invalid attribute `axis` in property'
     ' conversion: "f"'),
    ('%0 = "arith.cmpi"(%i, %i) {predicate = 12 : i64} : (i32, i32) -> i1',
     "'arith.cmpi' op attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases:"
     " 0, 1, 2, 3, 4, 5, 6, 7, 8, 9"),
    ('%0 = "arith.cmpi"(%i, %i) <{predicate = 12 : i64}> : (i32, i32) -> i1',
     "invalid properties {predicate = 12 : i64} for op arith.cmpi: Invalid attribute `predicate` in property"
     " conversion: 12 : i64"),
    ('%0 = "memref.load"(%m, %n) {nontemporal = 3} : (memref<4xf32>, index) -> f32',
     "'memref.load' op attribute 'nontemporal' failed to satisfy constraint: bool attribute"),
    ('"linalg.generic"(%m) ({}) {indexing_maps = 3} : (memref<4xf32>) -> ()',
     "'linalg.generic' op attribute 'indexing_maps' failed to satisfy constraint: AffineMap array attribute"),
    ('"cf.cond_br"(%b)[^a, ^a] <{operandSegmentSizes = array<i32: 1, 0>}> : (i1) -> ()\n^a:',
     "invalid properties {operandSegmentSizes = array<i32: 1, 0>} for op cf.cond_br: size mismatch in attribute"
     " conversion: 2 vs 3"),
    ('"cf.cond_br"(%b)[^a, ^a] <{operandSegmentSizes = array<i64: 1, 0, 0>}> : (i1) -> ()\n^a:',
     "invalid properties {operandSegmentSizes = array<i64: 1, 0, 0>} for op cf.cond_br: expected DenseI32ArrayAttr"
     " for key `value`"),
    ('%0 = "vector.transfer_read"() <{permutation_map = 4, operandSegmentSizes = 5}> : () -> tensor<1xf32>',
     "invalid properties {operandSegmentSizes = 5 : i64, permutation_map = 4 : i64} for op vector.transfer_read:"
     " Invalid attribute `permutation_map` in property conversion: 4 : i64"),
    ('%0 = "arith.constant"() <{value = @f}> : () -> i32',
     "invalid properties {value = @f} for op arith.constant: Invalid attribute `value` in property conversion: @f"),
    ('"func.call"() <{callee = @m::@f}> : () -> ()',
     "invalid properties {callee = @m::@f} for op func.call: Invalid attribute `callee` in property conversion:"
     " @m::@f"),
    ('"func.return"() <{}> : () -> ()',
     "invalid properties {} for op func.return: this operation does not support properties"),
    # Types alone, and types that must agree.
    ('%0 = "arith.addi"(%b, %l) : (i1, i64) -> f32',
     "'arith.addi' op result #0 must be signless-integer-like, but got 'f32'"),
    ('%0 = "arith.negf"(%l) : (i64) -> i64', "'arith.negf' op operand #0 must be floating-point-like, but got 'i64'"),
    ('%0 = "arith.select"(%i, %i, %l) : (i32, i32, i64) -> i32',
     "'arith.select' op operand #0 must be bool-like, but got 'i32'"),
    ('%0 = "tensor.extract"(%i, %n) : (i32, index) -> i32',
     "'tensor.extract' op operand #0 must be ranked tensor of any type values, but got 'i32'"),
    ('%0 = "memref.load"(%m, %x) : (memref<4xf32>, f32) -> f32',
     "'memref.load' op operand #1 must be variadic of index, but got 'f32'"),
    ('"scf.if"(%i) ({}, {}) : (i32) -> ()', "'scf.if' op operand #0 must be 1-bit signless integer, but got 'i32'"),
    ('%0 = "arith.addf"(%x, %y) : (f32, f64) -> f32',
     "'arith.addf' op requires the same type for all operands and results"),
    ('%0 = "math.exp"(%x) : (f32) -> f64', "'math.exp' op requires the same type for all operands and results"),
    ('%0 = "arith.cmpi"(%i, %l) <{predicate = 1 : i64}> : (i32, i64) -> i1',
     "'arith.cmpi' op requires all operands to have the same type"),
    ('%0 = "arith.cmpf"(%x, %y) <{predicate = 1 : i64}> : (f32, f64) -> i1',
     "'arith.cmpf' op requires all operands to have the same type"),
    ('%0 = "arith.select"(%b, %i, %l) : (i1, i32, i64) -> i32',
     "'arith.select' op failed to verify that all of {true_value, false_value, result} have same type"),
    ('%0:2 = "arith.mulsi_extended"(%i, %i) : (i32, i32) -> (i32, i64)',
     "'arith.mulsi_extended' op failed to verify that all of {lhs, rhs, low, high} have same type"),
    ('%0:2 = "arith.addui_extended"(%i, %i) : (i32, i32) -> (i64, i1)',
     "'arith.addui_extended' op failed to verify that all of {lhs, rhs, sum} have same type"),
    ('"scf.for"(%i, %n, %n) ({}) : (i32, index, index) -> ()',
     "'scf.for' op failed to verify that all of {lowerBound, upperBound, step} have same type"),
    ('%0 = "arith.extsi"(%l) : (i64) -> i32',
     "'arith.extsi' op operand type 'i64' and result type 'i32' are cast incompatible"),
    ('%0 = "arith.sitofp"(%x) : (f32) -> f32',
     "'arith.sitofp' op operand #0 must be signless-fixed-width-integer-like, but got 'f32'"),
    ('%0 = "arith.index_cast"(%x) : (f32) -> i64',
     "'arith.index_cast' op operand #0 must be signless-integer-like or memref of signless-integer, but got 'f32'"),
    ('%0 = "arith.constant"() <{value = 1.0 : f32}> : () -> f64',
     "'arith.constant' op failed to verify that all of {value, result} have same type"),
    # Operations in the wrong place.
    ('"scf.yield"() : () -> ()',
     "'scf.yield' op expects parent op to be one of 'scf.execute_region, scf.for, scf.if, scf.index_switch,"
     " scf.while'"),
    ('"scf.if"(%b) ({ "scf.yield"() : () -> () "scf.yield"() : () -> () }, {}) : (i1) -> ()',
     "'scf.yield' op must be the last operation in the parent block"),
    ('"func.return"() : () -> ()', "'func.return' op must be the last operation in the parent block"),
    ('"func.nope"() : () -> ()',
     "unregistered operation 'func.nope' found in dialect ('func') that does not allow unknown operations"),
]  # fmt: skip

CALL = '"func.call"() <{{callee = @{}}}> : () -> ()'
MODULES = [
    # All operations are verified before any call, inner symbol tables before outer ones, ...
    (f"func.func @f() {{\n  {CALL.format('g')}\n  \"func.nope\"() : () -> ()\n  return\n}}",
     "unregistered operation 'func.nope' found in dialect ('func') that does not allow unknown operations"),
    (f"func.func @f() {{\n  {CALL.format('g')}\n  return\n}}\nmodule {{\n  func.func @f() {{\n    "
     f"{CALL.format('h')}\n    return\n  }}\n}}",
     "'func.call' op 'h' does not reference a valid function"),
    # ... the last region first, and operations in a region before those in nested regions.
    (f"func.func @f() {{\n  {CALL.format('g1')}\n  return\n}}\nfunc.func @h() {{\n  \"t.x\"() ({{ "
     f"{CALL.format('g2')} }}) : () -> ()\n  {CALL.format('g3')}\n  return\n}}",
     "'func.call' op 'g3' does not reference a valid function"),
    # An unregistered operation might be a symbol table, so a call in it does not find @f.
    (f'func.func @f() {{\n  "t.x"() ({{ {CALL.format("f")} }}) : () -> ()\n  return\n}}',
     "'func.call' op 'f' does not reference a valid function"),
]  # fmt: skip

TEXTS = [*((FUNCTION.format(text), message) for text, message in OPERATIONS), *MODULES]


@pytest.mark.parametrize(("text", "message"), TEXTS)
def test_operation_that_violates_its_declaration_is_refused(text: str, message: str) -> None:
    context = create_context(allow_unregistered=True)
    with context.diagnostics.collect() as found, pytest.raises(CompilationError):
        parse_module(text, context=context, verify=True)
    assert [diagnostic.message for diagnostic in found] == [message]


def test_call_of_unknown_callee_in_unregistered_dialect_is_accepted() -> None:
    text = (
        "func.func @f() {\n"
        f'  "t.x"() ({{ {CALL.format("f")} }}, {{}}) : () -> ()\n'
        "  %0 = func.constant @f : () -> ()\n  return\n}"
    )
    context = create_context(allow_unregistered=True)
    parse_module(text, context=context, verify=True)


@pytest.mark.skipif(shutil.which("mlir-opt-19") is None, reason="mlir-opt-19 is not installed")
def test_expected_declaration_messages_equal_those_of_mlir_opt(tmp_path: Path) -> None:
    chunks = tmp_path / "chunks.mlir"
    chunks.write_text("\n// -----\n".join(text for text, _ in TEXTS))
    command = ["mlir-opt-19", "--allow-unregistered-dialect", "--split-input-file", str(chunks)]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stderr
    messages = [
        line.split(": error: ", 1)[1]
        for line in said.split("\n")
        if line.startswith("within split at") and ": error: " in line
    ]
    assert messages == [message for _, message in TEXTS]
