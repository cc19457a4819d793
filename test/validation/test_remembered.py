"""Tests that cached values of validation equal recomputed ones, and that fast comparisons equal
their plain definitions.
"""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiers import example_count
from xdsl.ir import Operation

import ttmlir_py
from ttmlir_py import compiler, reference, validation
from ttmlir_py.validation.checking import Comparison, Source
from ttmlir_py.validation.execution import Execution, Step
from ttmlir_py.validation.memory import Memory, exact
from ttmlir_py.validation.numbers import SHOWN, difference, places_shown

pytestmark = pytest.mark.slow

NUMBERS = st.sampled_from(
    [0.0, -0.0, 1.0, 1.0, -1.5, 1 + 2.0**-40, 2.0**60, 1e308, -1e308, math.inf, -math.inf, math.nan]
)
PAIRS = st.lists(st.tuples(NUMBERS, NUMBERS), max_size=9).map(
    lambda pairs: tuple(np.array([pair[i] for pair in pairs], np.float64) for i in range(2))
)


def plain_difference(expected: Sequence[float], computed: Sequence[float]) -> float:
    """Return the largest difference over the largest finite number, computed number by number."""
    different = [
        (a, b)
        for a, b in zip(expected, computed, strict=True)
        if a != b and not (math.isnan(a) and math.isnan(b))
    ]
    if not different:
        return 0.0
    if not all(math.isfinite(a) and math.isfinite(b) for a, b in different):
        return math.inf
    largest = max(abs(a) for a in expected if math.isfinite(a))
    error = max(abs(a - b) for a, b in different)
    return error / largest if largest else math.inf


@settings(max_examples=example_count(33))
@given(PAIRS)
def test_fast_array_difference_matches_plain_loop(pair: tuple[np.ndarray, np.ndarray]):
    expected, computed = pair
    assert difference(expected, computed) == plain_difference(expected.tolist(), computed.tolist())


@settings(max_examples=example_count(33))
@given(PAIRS)
def test_reported_elements_have_largest_differences(pair: tuple[np.ndarray, np.ndarray]):
    """The first of places with equal differences is shown. NaN counts as the largest difference."""
    gaps = [0.0 if a == b else abs(a - b) for a, b in zip(*(x.tolist() for x in pair), strict=True)]
    sizes = [math.inf if math.isnan(gap) else gap for gap in gaps]
    order = sorted(range(len(sizes)), key=lambda place: (-sizes[place], place))
    assert places_shown(*pair) == sorted(order[:SHOWN])


def test_validation_cache_drops_values_unused_in_a_round():
    memory, made = Memory(), list[int]()

    def get(key: int) -> int:
        return memory.get(key, None, lambda: made.append(key) or key)

    for asked in ([1, 2, 1], [1], [1], [2]):
        memory.next_round()
        assert list(map(get, asked)) == asked
    assert made == [1, 2, 2]


def test_validation_cache_recomputes_runs_on_different_inputs():
    """A pass may have folded a value that depends on the inputs, so other inputs need new
    values.
    """
    (function,) = reference.functions(ttmlir_py.parse(PROGRAM))
    (result,) = function.body.block.last_op.operands
    memory, found = Memory(), Execution([Step("", "ttnn.full", np.zeros((4, 4)))])
    errors: list[float] = []
    for number in (-1.0, 1.0):
        source = Source(function, [np.full((4, 4), number)], memory=memory)
        found.outputs = [found.steps[0].value]
        errors.append(Comparison(source, found, {result: found.steps[0]})._error(result))
    assert errors == [0.0, 1.0]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"value": 0.0}, {"value": -0.0}),
        ({"value": 1}, {"value": True}),
        ({"value": 1}, {"value": 1.0}),
        ({"value": (1, 2)}, {"value": ((1,), 2)}),
        ({"value": np.zeros(4, np.uint8)}, {"value": np.zeros((2, 2), np.uint8)}),
        ({"value": None}, {"other": None}),
    ],
)
def test_validation_cache_key_differs_for_attributes_that_compute_differently(
    one: object, other: object
):
    assert None is not exact(one) != exact(other)


def test_validation_cache_key_of_unknown_attribute_type_is_none():
    assert exact({"value": (1, object())}) is None


UNARY = "<{operandSegmentSizes = array<i32: 1, 1>}>"
PROGRAM = f"""func.func @main(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {{
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = "ttir.transpose"(%a, %e) <{{dim0 = 0 : si32, dim1 = 1 : si32}}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = "ttir.relu"(%0, %e) {UNARY} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}}
"""


def test_validation_computes_unchanged_operations_once(monkeypatch: pytest.MonkeyPatch):
    """The reference computes each unchanged operation once, however many passes change the program
    around it.
    """
    computed: list[str] = []
    right = reference.compute

    def counted(op: Operation, *others: object) -> object:
        computed.append(op.name)
        return right(op, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(reference, "compute", counted)
    context = compiler.create_context()
    module = ttmlir_py.parse(PROGRAM, context=context)
    each = validation.PassValidation(validation.mark(module), module, "randn:0")
    with context.diagnostics.collect():
        compiler.PassManager(
            "builtin.module(ttir-load-system-desc,ttir-implicit-device,ttnn-layout)",
            context=context,
            instrumentations=[each],
        ).run(module)
    assert each.checked == ["ttir-load-system-desc", "ttir-implicit-device", "ttnn-layout"]
    assert {*computed} >= {"ttir.transpose", "ttir.relu"}
    assert len(computed) == len({*computed})
