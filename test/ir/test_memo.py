"""`ttmlir_py.ir.memo`: values cached for objects, for equal attributes, and for operations of one
kind.
"""

import gc
import sys
import weakref
from collections.abc import Generator
from contextlib import contextmanager
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from xdsl.dialects.builtin import ArrayAttr, IntegerType, StringAttr, UnregisteredOp
from xdsl.dialects.test import TestOp as AnyOp
from xdsl.dialects.test import TestPureOp as PureOp
from xdsl.ir import Attribute, Operation

from ttmlir_py.ir.memo import (
    AttributeMap,
    IdentityMap,
    IdentityMemo,
    KindMap,
    OpKind,
    kind_with_types,
    kind_without_types,
    op_kind,
)
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.ir.writing.attributes import AttributePrinter
from ttmlir_py.ir.writing.printer import (
    AliasCollector,
    MlirPrinter,
    PrintOptions,
    print_operation,
)

pytestmark = [pytest.mark.early, pytest.mark.slow]


def text(number: int) -> ArrayAttr[StringAttr]:
    """Return a new attribute that equals all others made from the same number."""
    return ArrayAttr([StringAttr(str(number))])


ATTRIBUTES = [text(number) for number in (0, 0, 1)]
TYPES = [IntegerType(width) for width in (8, 8, 16)]
VALUES = AnyOp(result_types=TYPES).results

dictionaries = st.lists(
    st.tuples(st.sampled_from(["a", "b", "c"]), st.sampled_from(ATTRIBUTES)), max_size=3
)
CLASSES: list[type[Operation]] = [
    *(AnyOp, PureOp),
    *(UnregisteredOp.with_name("x.a"), UnregisteredOp.with_name("x.b")),
]


@st.composite
def operations(draw: st.DrawFn) -> Operation:
    return draw(st.sampled_from(CLASSES)).create(
        operands=draw(st.lists(st.sampled_from(VALUES), max_size=2)),
        result_types=draw(st.lists(st.sampled_from(TYPES), max_size=2)),
        properties=dict(draw(dictionaries)),
        attributes=dict(draw(dictionaries)),
    )


def described(op: Operation) -> tuple[list[str], list[Attribute]]:
    """Return what defines the kind of an operation: values that must be equal, and attributes that
    must be the same objects.
    """
    unregistered = isinstance(op, UnregisteredOp)
    attributes = {
        key: value
        for key, value in op.attributes.items()
        if not (unregistered and key == "op_name__")
    }
    words = [
        op.op_name.data if unregistered else op.name,
        f"{len(op.operands)} operands, {len(op.results)} results",
        f"properties {list(op.properties)}",
        f"attributes {list(attributes)}",
    ]
    objects = [
        *op.operand_types,
        *op.result_types,
        *op.properties.values(),
        *attributes.values(),
    ]
    return words, objects


def same_kind(left: Operation, right: Operation) -> bool:
    (left_words, left_objects), (right_words, right_objects) = described(left), described(right)
    return (
        type(left) is type(right)
        and left_words == right_words
        and all(a is b for a, b in zip(left_objects, right_objects, strict=True))
    )


@given(operations(), operations())
def test_operation_kinds_are_equal_exactly_if_operations_are(left: Operation, right: Operation):
    assert (op_kind(left) == op_kind(right)) == same_kind(left, right)


@given(operations())
def test_operation_kind_of_clone_equals_that_of_original(op: Operation):
    clone = op.clone()
    assert same_kind(op, clone)
    assert op_kind(op) == op_kind(clone)


@given(operations(), st.sampled_from(["operand", "result", "property", "attribute"]))
def test_operation_kind_differs_for_equal_but_distinct_attribute(op: Operation, what: str):
    before = op_kind(op)
    match what:
        case "operand" if op.operands:
            op.operands[0] = AnyOp(result_types=[IntegerType(8)]).results[0]
        case "result" if op.results:
            op.results[0]._type = IntegerType(8)  # pyright: ignore[reportPrivateUsage]
        case "property":
            op.properties["a"] = text(0)
        case "attribute":
            op.attributes["a"] = text(0)
        case _:
            return
    assert op_kind(op) != before


@given(operations(), st.lists(st.sampled_from(TYPES), min_size=4, max_size=4))
def test_operation_kind_without_types_is_equal_for_different_types(
    op: Operation, types: list[Attribute]
):
    kind = op_kind(op)
    operands, results = len(op.operands), len(op.results)
    other = op.clone()
    other.operands = [AnyOp(result_types=[type]).results[0] for type in types[:operands]]
    for result, type in zip(other.results, types[2:], strict=False):
        result._type = type  # pyright: ignore[reportPrivateUsage]
    made = kind_with_types(kind, operands + results, types[:operands], other.result_types)
    assert made == op_kind(other)
    assert kind_without_types(made, other) == kind_without_types(kind, op)


@given(operations(), operations())
def test_operation_kinds_without_types_are_equal_if_remaining_fields_are(
    left: Operation, right: Operation
):
    def told(op: Operation) -> object:
        types = len(op.operands), len(op.results)
        return types, op_kind(op)[sum(types) + 2 :], op_kind(op)[0]

    alike = [kind_without_types(op_kind(op), op) for op in (left, right)]
    assert (alike[0] == alike[1]) == (told(left) == told(right))


def test_operation_kind_ignores_locations_and_names():
    left = AnyOp(operands=[VALUES[0]], result_types=[TYPES[0]], regions=[[]])
    right = AnyOp(operands=[AnyOp(result_types=[TYPES[0]]).results[0]], result_types=[TYPES[0]])
    left.results[0].name_hint = "name"
    assert op_kind(left) == op_kind(right)


@contextmanager
def without_collector() -> Generator[None]:
    """Switch off the garbage collector, as the tools do, so that objects are freed by reference
    counts only.
    """
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def short_lived(number: int) -> Operation:
    """Return an operation whose type and attribute are freed with it."""
    return AnyOp(result_types=[IntegerType(8)], attributes={"a": text(number)})


def test_operation_kinds_repeat_when_ids_are_reused():
    """Because ids are reused, a table by id alone would confuse operations."""
    seen: set[OpKind] = set()
    with without_collector():
        for number in range(1000):
            op = short_lived(number)
            seen.add(op_kind(op))
            op.attributes.clear()
            op.results[0]._type = TYPES[0]  # pyright: ignore[reportPrivateUsage]
    assert len(seen) < 1000


@given(st.lists(st.integers(0, 5), max_size=60))
def test_operation_kind_is_not_reassigned_while_map_lives(numbers: list[int]):
    kinds = KindMap[int]()
    for step, number in enumerate(numbers):
        op = short_lived(number)
        kind = op_kind(op)
        assert kind not in kinds.by_kind
        kinds.add(kind, op, step)
        op.attributes.clear()
    assert list(kinds.by_kind.values()) == list(range(len(numbers)))


@given(st.lists(st.integers(0, 5), max_size=60))
def test_identity_memo_computes_once_per_object(numbers: list[int]):
    asked: list[Attribute] = []

    def compute(attribute: Attribute) -> int:
        asked.append(attribute)
        return len(asked)

    memo = IdentityMemo(compute)
    values = [memo(attribute) for number in numbers for attribute in [text(number)] * 2]
    assert values == [n for n in range(1, len(numbers) + 1) for _ in range(2)]


def test_identity_memo_stores_none_and_recomputes_after_error():
    calls: list[int] = []

    def compute(attribute: Attribute) -> None:
        calls.append(1)
        if len(calls) == 1:
            raise ValueError

    memo = IdentityMemo(compute)
    with pytest.raises(ValueError):
        memo(ATTRIBUTES[0])
    assert memo(ATTRIBUTES[0]) is memo(ATTRIBUTES[0]) is None
    assert len(calls) == 2


@given(st.lists(st.integers(0, 5), max_size=60))
def test_identity_map_separates_equal_objects(numbers: list[int]):
    known = IdentityMap[Attribute, int]()
    for number in numbers:
        attribute = text(number)
        assert known.get(attribute) is None
        known[attribute] = number
        assert known.get(attribute) == number


@given(st.lists(st.tuples(st.integers(0, 5), st.booleans()), max_size=60))
def test_attribute_map_behaves_like_dictionary(steps: list[tuple[int, bool]]):
    known = AttributeMap[int]()
    expected: dict[Attribute, int] = {}
    objects = [text(number) for number in range(6)]
    for step, (number, is_new) in enumerate(steps):
        attribute = text(number) if is_new else objects[number]
        assert known.get(attribute) == expected.get(attribute)
        assert known.get_or_create(attribute, lambda step=step: step) == expected.setdefault(
            attribute, step
        )
    assert list(known.values()) == list(expected.values())


def test_attribute_map_hashes_each_attribute_object_once():
    known, attribute = AttributeMap[int](), text(1)
    known[attribute] = 1
    with patch.object(ArrayAttr, "__hash__", side_effect=AssertionError):
        assert known.get(attribute) == 1


def test_identity_memo_entries_are_freed_with_owner():
    printer, kinds = AttributePrinter(), KindMap[int]()
    known, memo = AttributeMap[int](), IdentityMemo[Attribute, str](str)
    attribute = text(1)
    gone = weakref.ref(attribute)
    with without_collector():
        op = AnyOp(attributes={"a": attribute})
        kinds.add(op_kind(op), op, 1)
        known[attribute] = 1
        assert printer.attribute_text(attribute) == memo(attribute) == '["1"]'
        op.attributes.clear()
        del attribute
        assert gone() is not None
        del printer, kinds, known, memo
        assert gone() is None


def test_printing_of_module_leaves_no_reference_cycles():
    """The tools run without a garbage collector and may print the IR after each pass."""
    attribute = text(1)
    module = ModuleOp([AnyOp(attributes={"a": attribute}, result_types=[IntegerType(8)])])
    with without_collector():
        before = sys.getrefcount(attribute)
        print_operation(module, PrintOptions(debug_info=True))
        assert sys.getrefcount(attribute) == before
        assert not [
            each for each in gc.get_objects() if type(each) in (MlirPrinter, AliasCollector)
        ]
