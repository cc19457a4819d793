"""Operation classes that are defined when they are used."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest
from xdsl.dialects.builtin import IntegerAttr, StringAttr, UnitAttr, i32
from xdsl.irdl import (
    OpDef,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import Commutative, IsTerminator, Pure
from xdsl.utils.exceptions import PyRDLOpDefinitionError

from ttmlir_py.ir.definition import deferred
from ttmlir_py.ir.definition.operations import OdsOperation, op_definition


class Binary(OdsOperation):
    """What two operations have in common."""

    lhs = operand_def(i32)
    rhs = operand_def(i32)
    result = result_def(i32)
    traits = traits_def(Pure())


class Named(Binary):
    """An operation with fields of its own."""

    name = "test.named"
    label = prop_def(StringAttr)
    flag = opt_prop_def(UnitAttr, prop_name="is flagged")
    others = var_operand_def()
    body = region_def()
    traits = traits_def(Commutative())


def _body() -> dict[str, Any]:
    return {
        name: value
        for name, value in vars(Named).items()
        if name not in {"__dict__", "__weakref__"}
    }


def _named() -> Any:
    """The class, decorated anew."""
    return op_definition(type("Named", (Binary,), _body()))


@pytest.fixture
def derived(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the operations whose definitions are derived from now on."""
    names: list[str] = []
    derive = OpDef.from_pyrdl

    def counted(cls: Any) -> OpDef:
        names.append(cls.name)
        return derive(cls)

    monkeypatch.setattr(deferred.OpDef, "from_pyrdl", counted)
    return names


USES: list[Callable[[Any], object]] = [
    lambda cls: cls.get_irdl_definition(),
    lambda cls: cls.has_trait(Pure),
    lambda cls: cls.label,
    lambda cls: cls.lhs,
    lambda cls: cls.__new__(cls).label,
]


@pytest.mark.parametrize("use", USES)
def test_a_class_is_defined_once_when_it_is_used(
    derived: list[str], use: Callable[[Any], object]
) -> None:
    cls = _named()
    assert cls.name == "test.named"
    assert derived == []
    for _ in range(2):
        with suppress(
            AttributeError
        ):  # of an accessor that is asked for nothing's, and of an operation that has nothing
            use(cls)
    assert derived == ["test.named"]


def test_a_class_is_what_xdsl_makes_of_it() -> None:
    theirs: Any = irdl_op_definition(type("Named", (Binary,), _body()))
    ours = _named()
    ours_definition, theirs_definition = ours.get_irdl_definition(), theirs.get_irdl_definition()
    assert ours_definition == theirs_definition
    made: list[dict[str, Any]] = [dict(each.__dict__) for each in (ours, theirs)]
    assert made[1].keys() - {"verify_", "__annotations__"} <= made[0].keys()
    assert ours.has_trait(Pure)
    assert ours.has_trait(Commutative)
    assert not ours.has_trait(IsTerminator)


def test_fields_can_be_set_before_anything_else_was_asked_for(derived: list[str]) -> None:
    cls = _named()
    op: Any = cls.__new__(cls)
    op.properties = {}
    op.label = StringAttr("a")
    assert derived == ["test.named"]
    assert op.get_attr_or_prop("label") == StringAttr("a")
    op.label = StringAttr("b")
    assert op.label == StringAttr("b")
    assert op.flag is None


def test_operations_of_one_shape_share_a_definition(derived: list[str]) -> None:
    classes: Any = [op_definition(type(n, (Binary,), {"name": f"test.{n}"})) for n in "ab"]
    first, second = classes
    assert derived == []
    assert second.get_irdl_definition().name == "test.b"
    assert first.get_irdl_definition().name == "test.a"
    assert derived == ["test.a"]
    assert second.get_irdl_definition().operands is first.get_irdl_definition().operands
    assert second.has_trait(Pure)


@pytest.mark.parametrize("name", ["parse", "print"])
def test_a_format_is_part_of_the_definition(derived: list[str], name: str) -> None:
    body = {"name": "test.formatted", "assembly_format": "$lhs `,` $rhs attr-dict"}
    cls = op_definition(type("Formatted", (Binary,), body))
    assert derived == []
    assert getattr(cls, name) is not getattr(Binary, name)
    assert derived == ["test.formatted"]


def test_threads_see_whole_classes(derived: list[str]) -> None:
    def ask(cls: Any) -> tuple[int, bool]:
        return len(cls.get_irdl_definition().operands), cls.has_trait(Commutative)

    with ThreadPoolExecutor(8) as pool:
        for _ in range(20):
            assert set(pool.map(ask, [_named()] * 8)) == {(3, True)}
    assert len(derived) == 20


def test_mistakes_are_told_whenever_the_class_is_used() -> None:
    cls: Any = op_definition(
        type("Odd", (Binary,), {"name": "test.odd", "size": IntegerAttr(1, i32)})
    )
    for _ in range(2):
        with pytest.raises(PyRDLOpDefinitionError, match=r"Odd\.size is neither a function"):
            cls.get_irdl_definition()
