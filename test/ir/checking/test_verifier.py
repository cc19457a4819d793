"""The verifier's rules for several operations: terminators, successors, symbols, isolation and
dominance. Messages and their order are MLIR's.
"""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiers import example_count
from xdsl.dialects import memref
from xdsl.dialects.builtin import i64
from xdsl.ir import Operation
from xdsl.utils.exceptions import VerifyException

import ttmlir_py
from ttmlir_py.compiler import create_context
from ttmlir_py.ir.checking.verifier import ValidKinds, verify_operation, verify_or_raise
from ttmlir_py.ir.diagnostics import CompilationError, OperationError
from ttmlir_py.ir.reading.parser import parse_module

pytestmark = pytest.mark.slow

BRANCHES = """
func.func @f(%c: i1) {{
  "cf.cond_br"(%c)[^a, ^b] <{{operandSegmentSizes = array<i32: 1, 0, 0>}}> : (i1) -> ()
^a:
  %0 = "t.a"() : () -> i32
  "cf.br"()[^{0}] : () -> ()
^b:
  {1}
  "cf.br"()[^c] : () -> ()
^c:
  {2}
  return
}}
"""
USE, DEFINE = '"t.use"(%0) : (i32) -> ()', '%0 = "t.a"() : () -> i32'

INVALID: list[tuple[str, list[str]]] = [
    (
        f"func.func @f() {{\n  {USE}\n  {DEFINE}\n  return\n}}",
        [
            "2:3: error: operand #0 does not dominate this use",
            "3:8: note: operand defined here (op in the same block)",
        ],
    ),
    (
        'func.func @f() {\n  %0 = "t.a"(%0) : (i32) -> i32\n  return\n}',
        [
            "2:8: error: operand #0 does not dominate this use",
            "2:8: note: operand defined here (op in the same block)",
        ],
    ),
    (
        BRANCHES.format("b", USE, ""),
        [
            "8:3: error: operand #0 does not dominate this use",
            "5:8: note: operand defined here (op in the same region)",
        ],
    ),
    (
        BRANCHES.format("c", "", USE),
        [
            "11:3: error: operand #0 does not dominate this use",
            "5:8: note: operand defined here (op in the same region)",
        ],
    ),
    (
        f"func.func @f(%c: i1) {{\n  scf.if %c {{\n    {USE}\n  }}\n  {DEFINE}\n  return\n}}",
        [
            "3:5: error: operand #0 does not dominate this use",
            "5:8: note: operand defined here (op in a parent region)",
        ],
    ),
    (
        'func.func @f(%c: i1) {\n  cf.cond_br %c, ^a(%c : i1), ^b\n^a(%x: i1):\n  cf.br ^b\n^b:\n  "t.use"(%x) : (i1) -> ()\n  return\n}',
        [
            "6:3: error: operand #0 does not dominate this use",
            "1:1: note: operand defined as a block argument (block #1 in the same region)",
        ],
    ),
    (
        'func.func @f(%c: i1) {\n  scf.if %c {\n    "t.use"(%x) : (i1) -> ()\n  }\n  cf.br ^b(%c : i1)\n^b(%x: i1):\n  return\n}',
        [
            "3:5: error: operand #0 does not dominate this use",
            "1:1: note: operand defined as a block argument (block #1 in a parent region)",
        ],
    ),
    (
        f"{DEFINE}\nfunc.func @f() {{\n  {USE}\n  return\n}}",
        [
            "3:3: error: 't.use' op using value defined outside the region",
            "2:1: note: required by region isolation constraints",
        ],
    ),
    (
        f'module {{\n  "t.r"() ({{ module {{ {USE} }} }}) : () -> ()\n  {DEFINE}\n}}',
        [
            "2:23: error: 't.use' op using value defined outside the region",
            "2:14: note: required by region isolation constraints",
        ],
    ),
    (
        f"func.func @f() {{\n  {DEFINE}\n  {DEFINE.replace('%0', '%1')}\n  arith.constant 1 : i32\n}}",
        ["4:3: error: block with no terminator, has %2 = \"arith.constant\"() <{value = 1 : i32}> : () -> i32"],
    ),
    (
        'func.func @f() {\n  "t.br"()[^a] : () -> ()\n^a:\n}',
        ["1:1: error: empty block: expect at least a terminator"],
    ),
    (
        'func.func @f() {\n^a:\n  "cf.br"()[^a] : () -> ()\n}',
        ["1:1: error: entry block of region may not have predecessors"],
    ),
    (
        'func.func @f() {\n  "cf.br"()[^a] : () -> ()\n^a:\n  "cf.br"()[^b] : () -> ()\n  return\n^b:\n  return\n}',
        ["4:3: error: operation with block successors must terminate its parent block"],
    ),
    (
        "module {\n  func.func private @a()\n  module @a {}\n}",
        [
            "3:3: error: redefinition of symbol named 'a'",
            "2:3: note: see existing symbol definition here",
        ],
    ),
    # Nested operations are verified before the rules about all of them.
    (
        'func.func private @a()\nfunc.func @b() -> i32 {\n  return\n}\nfunc.func private @a()',
        ["3:3: error: 'func.return' op has 0 operands, but enclosing function (@b) returns 1"],
    ),
    # All operations are verified before dominance is checked.
    (
        f"func.func @f() -> i32 {{\n  {USE}\n  {DEFINE}\n  return\n}}",
        ["4:3: error: 'func.return' op has 0 operands, but enclosing function (@f) returns 1"],
    ),
    # The dominance error in the outer region comes first.
    (
        f'func.func @f() {{\n  "t.r"() ({{ {USE} }}) : () -> ()\n  {USE}\n  {DEFINE}\n  return\n}}',
        [
            "3:3: error: operand #0 does not dominate this use",
            "4:8: note: operand defined here (op in the same block)",
        ],
    ),
]  # fmt: skip

VALID = [
    f"{USE}\n{DEFINE}",
    f'func.func @f() {{\n  "t.graph"() ({{\n    {USE}\n    {DEFINE}\n  }}) : () -> ()\n  return\n}}',
    '%0 = "t.a"() ({ "t.use"(%0) : (i32) -> () }) : () -> i32',
    BRANCHES.format("c", "", ""),
    # Unreachable code has no dominance errors.
    f'func.func @f() {{\n  return\n^dead:\n  {USE}\n  {DEFINE}\n  "cf.br"()[^dead] : () -> ()\n}}',
    'func.func @f(%c: i1) {\n  "t.r"() ({\n  ^a(%x: i32):\n    "t.s"() ({ "t.use"(%x) : (i32) -> () }) : () -> ()\n  }) : () -> ()\n  return\n}',
]  # fmt: skip


def diagnostics_of(text: str) -> list[str]:
    """Return the verifier's diagnostics as `line:column: severity: message`, without notes that
    print operations.
    """
    context = create_context(allow_unregistered=True)
    module = parse_module(text, context=context, file_name="t.mlir")
    with context.diagnostics.collect() as found:
        assert verify_operation(module, context.diagnostics, context) == (not found)
    lines = "".join(map(context.diagnostics.render, found)).split("\n")
    return [
        line.removeprefix("t.mlir:")
        for line in lines
        if line.startswith("t.mlir:") and "see current operation" not in line
    ]


@pytest.mark.parametrize(("text", "expected"), INVALID)
def test_verify_invalid_module_reports_diagnostics_of_mlir(text: str, expected: list[str]):
    assert diagnostics_of(text) == expected


@pytest.mark.parametrize("text", VALID)
def test_verify_valid_module_reports_nothing(text: str):
    assert diagnostics_of(text) == []


@pytest.mark.skipif(shutil.which("mlir-opt-19") is None, reason="mlir-opt-19 is not installed")
def test_expected_verifier_diagnostics_equal_those_of_mlir_opt(tmp_path: Path):
    chunks = tmp_path / "chunks.mlir"
    chunks.write_text("\n// -----\n".join([*VALID, *(text for text, _ in INVALID)]))
    command = ["mlir-opt-19", "--allow-unregistered-dialect", "--split-input-file", str(chunks)]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stderr
    messages = [
        line.split(": ", 1)[1]
        for line in said.split("\n")
        if line.startswith("within split at") and "see current operation" not in line
    ]
    assert messages == [line.split(": ", 1)[1] for _, lines in INVALID for line in lines]


def test_verify_unregistered_operation_is_refused():
    context = create_context(allow_unregistered=True)
    module = parse_module('"x.y"() : () -> ()', context=context)
    assert verify_operation(module, context.diagnostics, context)
    strict = create_context()
    with strict.diagnostics.collect() as found:
        assert not verify_operation(module, strict.diagnostics, strict)
    assert found[0].message.startswith("'x.y' op created with unregistered dialect. If this is")
    unknown = parse_module('"func.nope"() : () -> ()', context=context)
    with context.diagnostics.collect() as found, pytest.raises(CompilationError):
        verify_or_raise(unknown, context)
    assert found[0].message == (
        "unregistered operation 'func.nope' found in dialect ('func') that does not allow unknown operations"
    )


def count_verifications(text: str, name: str) -> int:
    """Return how often one verification calls the verifier of operations named `name`."""
    context = create_context()
    module = parse_module(text, context=context)
    ops = [op for op in module.walk() if op.name == name]
    calls: list[Operation] = []
    cls = type(ops[0])
    original = cls.verify_
    cls.verify_ = lambda self: (calls.append(self), original(self))[1]
    try:
        assert verify_operation(module, context.diagnostics, context)
    finally:
        cls.verify_ = original
    return len(calls)


def test_verify_equal_operations_runs_verifier_once():
    lines = "".join(f"  %{n} = tensor.dim %t, %i : tensor<?xf32>\n" for n in range(1, 9))
    other = "  %x = tensor.dim %u, %i : tensor<?xf16>\n"
    head = "func.func @f(%t: tensor<?xf32>, %u: tensor<?xf16>, %i: index) {\n"
    assert count_verifications(f"{head}{lines}{other}  return\n}}", "tensor.dim") == 2


def test_verify_operations_with_nonlocal_verifiers_checks_each():
    functions = "".join(f"func.func @f{n}() {{\n  return\n}}\n" for n in range(5))
    assert count_verifications(functions, "func.return") == 5
    assert count_verifications(functions, "func.func") == 5


def test_verifier_error_of_op_class_names_op_once(monkeypatch: pytest.MonkeyPatch):
    context = create_context()
    module = parse_module(
        "func.func @f(%t: tensor<?xf32>, %i: index) {\n  %d = tensor.dim %t, %i : tensor<?xf32>\n  return\n}",
        context=context,
    )
    op = next(op for op in module.walk() if op.name == "tensor.dim")
    for error, expected in (
        (VerifyException("is odd"), "'tensor.dim' op is odd"),
        (VerifyException("'tensor.dim' is odd"), "'tensor.dim' op is odd"),
        (OperationError(op, "odd", op_prefix=False), "odd"),
    ):

        def fail(self: Operation, error: Exception = error) -> None:
            raise error

        monkeypatch.setattr(type(op), "verify_", fail)
        with context.diagnostics.collect() as found:
            assert not verify_operation(module, context.diagnostics, context)
        assert [item.message for item in found] == [expected]


def test_verify_use_before_definition_after_move_is_refused():
    context = create_context(allow_unregistered=True)
    text = f"func.func @f() {{\n  {DEFINE}\n  {USE}\n  return\n}}"
    module = parse_module(text, context=context)
    assert verify_operation(module, context.diagnostics, context)
    use = next(op for op in module.walk() if op.operands)
    block = use.parent
    assert block is not None
    assert block.first_op is not None
    use.detach()
    block.insert_op_before(use, block.first_op)
    with context.diagnostics.collect() as found:
        assert not verify_operation(module, context.diagnostics, context)
    assert found[0].message == "operand #0 does not dominate this use"


@settings(max_examples=example_count(20))
@given(st.data())
def test_dominance_of_uses_agrees_with_paths(data: st.DataObject):
    """A use is accepted exactly if each path from the entry to it passes the definition."""
    count = data.draw(st.integers(2, 6))
    blocks = st.lists(st.integers(1, count - 1), max_size=2)
    edges = [data.draw(blocks) for _ in range(count)]
    defined, used = data.draw(st.integers(0, count - 1)), data.draw(st.integers(0, count - 1))
    lines = ["func.func @f() {"]
    for number, targets in enumerate(edges):
        lines += [f"^b{number}:"] if number else []
        lines += ['  %0 = "t.a"() : () -> i32'] if number == defined else []
        lines += ['  "t.use"(%0) : (i32) -> ()'] if number == used else []
        successors = ", ".join(f"^b{target}" for target in targets)
        lines.append(f'  "t.br"()[{successors}] : () -> ()' if targets else "  return")
    reached, pending = set[int](), [0] if defined != 0 else []
    while pending:
        block = pending.pop()
        if block not in reached and block != defined:
            reached.add(block)
            pending += edges[block]
    assert bool(diagnostics_of("\n".join([*lines, "}"]))) == (used in reached)


def test_verify_operation_with_failing_imported_verifier_gives_diagnostic(
    monkeypatch: pytest.MonkeyPatch,
):
    """Verifiers of other packages may raise any exception."""

    def verify_(op: memref.DeallocOp) -> None:
        raise Exception("expected a memref that was allocated")

    monkeypatch.setattr(memref.DeallocOp, "verify_", verify_)
    text = """func.func @f(%m: memref<4xf32>) {
      memref.dealloc %m : memref<4xf32>
      return
    }"""
    expected = "'memref.dealloc' op expected a memref that was allocated"
    with pytest.raises(CompilationError, match=re.escape(expected)):
        ttmlir_py.parse(text)


def test_verify_again_after_operation_became_invalid_is_refused():
    context = create_context()
    text = "func.func @f(%a: i32) {\n  %b = arith.addi %a, %a : i32\n  %c = arith.addi %b, %a : i32\n  return\n}"
    module = parse_module(text, context=context)
    known = ValidKinds()
    assert verify_operation(module, context.diagnostics, context, known)
    last = [op for op in module.walk() if op.name == "arith.addi"][-1]
    last.results[0]._type = i64  # pyright: ignore[reportPrivateUsage]
    with context.diagnostics.collect() as found:
        assert not verify_operation(module, context.diagnostics, context, known)
    assert "same type" in found[0].message


def test_verify_operations_that_differ_only_in_types_checks_each():
    lines = "\n".join(
        f'%x{n} = tensor.empty() : tensor<{n}xf32>\n%y{n} = "ttir.relu"(%x{n}, %x{n}) '
        f"<{{operandSegmentSizes = array<i32: 1, 1>}}> : (tensor<{n}xf32>, tensor<{n}xf32>) -> tensor<{n}xf32>"
        for n in range(2, 5)
    )
    wrong = lines.replace("tensor<4xf32>) -> tensor<4xf32>", "tensor<4xf32>) -> tensor<5xf32>")
    assert wrong != lines
    for body, message in ((lines, None), (wrong, "Result shape must match operand shapes")):
        context = create_context()
        module = parse_module(f"func.func @f() {{\n{body}\nreturn\n}}", context=context)
        with context.diagnostics.collect() as found:
            assert verify_operation(module, context.diagnostics, context) is (message is None)
        assert message is None or message in found[0].message


def test_verifier_memo_keeps_types_alive_so_that_ids_are_not_reused():
    context, known = create_context(), ValidKinds()
    for width in range(1, 200):  # types freed meanwhile would give their ids to the next ones
        text = f"func.func @f(%a: i{width}) {{\n  %b = arith.addi %a, %a : i{width}\n  return\n}}"
        module = parse_module(text, context=context)
        assert verify_operation(module, context.diagnostics, context, known)
    assert len(known.by_kind) == 199
