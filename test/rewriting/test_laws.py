"""Tests the law of each rewrite rule, in the form of docs/coding_guidelines.md.

A law is the last line of the rule's docstring, has the form ``Law: `pattern == replacement`.``, and
may add a condition.
"""

import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from xdsl.ir import Dialect, Operation

from ttmlir_py.dialects.stablehlo import STABLEHLO
from ttmlir_py.dialects.tensor import Tensor
from ttmlir_py.dialects.ttir import TTIR
from ttmlir_py.dialects.ttnn import TTNN
from ttmlir_py.passes.stablehlo.convert_stablehlo_to_ttir.functions import FUNCTIONS
from ttmlir_py.passes.ttir import ttir_simplify, ttir_to_ttir_decomposition
from ttmlir_py.passes.ttir.ttir_implicit_broadcast_fold import FoldBroadcastOperand
from ttmlir_py.passes.ttnn.workarounds.decomposition import DECOMPOSITIONS, REPEAT_FOLDING
from ttmlir_py.rewriting.folding import folder_of
from ttmlir_py.rewriting.greedy import canonicalization_patterns_of

WELL_FORMED = re.compile(r"Law: `(?P<left>[^`]+?) == [^`]+`(?P<condition>(,| and) .+)?\.")

Rule = tuple[str, Any]
"""The mnemonic of the op that a rule matches, and the class or function with the docstring."""


def operations_of(dialect: Dialect) -> Iterator[type[Operation]]:
    yield from dialect.operations
    if dialect is Tensor:
        yield from Tensor.load_rest()


def mnemonic(name: str) -> str:
    return name.partition(".")[2]


def canonicalization_rules() -> Iterator[Rule]:
    for dialect in (TTIR, TTNN, Tensor, STABLEHLO):
        for cls in operations_of(dialect):
            for pattern in canonicalization_patterns_of(cls):
                yield mnemonic(cls.name), pattern.__class__
            if (fold := folder_of(cls)) is not None:
                yield mnemonic(cls.name), fold


def decomposition_rules() -> Iterator[Rule]:
    tables: tuple[dict[str, Any], ...] = (
        ttir_to_ttir_decomposition.LOWERINGS,
        DECOMPOSITIONS,
        REPEAT_FOLDING,
        {cls.name: function for cls, function in FUNCTIONS.items()},
    )
    for table in tables:
        for name, function in table.items():
            yield mnemonic(name), function
    yield "broadcast", FoldBroadcastOperand


def simplification_rules() -> Iterator[Rule]:
    for table in ttir_simplify.RULES:
        for cls, rules in table.items():
            for rule in rules:
                yield mnemonic(getattr(cls, "name", "")), rule


RULES = [*canonicalization_rules(), *decomposition_rules(), *simplification_rules()]


def problem_of(op: str, rule: Callable[..., Any]) -> str | None:
    """Return what is wrong with the law of a rule, or None.

    A rule that is applied until nothing changes says after its law why it ends.
    """
    lines = (inspect.getdoc(rule) or "").split("\n")
    if ends := [line for line in lines if line.startswith("Ends: ")]:
        lines = "\n".join(lines).partition(f"\n\n{ends[0]}")[0].split("\n")
    law = lines[-1]
    if (found := WELL_FORMED.fullmatch(law)) is None:
        return f"the last line of its docstring must be 'Law: `pattern == replacement`.': {law!r}"
    heads = re.findall(r"\w+(?=\()", found["left"])
    if op not in heads and "f" not in heads:
        return f"its law is about {', '.join(heads) or 'no op'}, not {op}: {law!r}"
    return None


def test_every_rewrite_rule_in_tables_has_a_law_about_its_op():
    problems = {f"{op}: {rule.__qualname__}": problem_of(op, rule) for op, rule in RULES}
    assert not {name: problem for name, problem in problems.items() if problem}


@pytest.mark.parametrize(
    "op", ["transpose", "abs", "to_layout", "cast", "index", "all_reduce", "repeat", "erf"]
)
def test_list_of_rewrite_rules_contains_ops_of_every_table(op: str):
    assert op in {name for name, _ in RULES}


@pytest.mark.parametrize(
    ("docstring", "problem"),
    [
        ("Merge two reversals.", "the last line"),
        ("Merge.\n\nLaw: reverse(reverse(x)) == x.", "the last line"),
        ("Merge.\n\nLaw: `reverse(reverse(x))`.", "the last line"),
        ("Merge.\n\nLaw: `reverse(reverse(x)) == x`.\n\nMore.", "the last line"),
        ("Merge.\n\nLaw: `permute(x) == x`.", "about permute, not reverse"),
        ("Merge.\n\nLaw: `x == x`.", "about no op"),
    ],
)
def test_rewrite_rule_with_missing_or_foreign_law_is_reported(docstring: str, problem: str):
    def rule() -> None: ...

    rule.__doc__ = docstring
    assert problem in (problem_of("reverse", rule) or "")
