"""Operation classes that are defined at their first use."""

import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from types import ModuleType
from typing import Any

import pytest
import xdsl.irdl.operations
from xdsl.dialects.builtin import IntegerAttr, StringAttr, UnitAttr, i32
from xdsl.irdl import (
    IRDLOperation,
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

from ttmlir_py.ir.definition import operations
from ttmlir_py.ir.definition.operations import OdsOperation, op_definition
from ttmlir_py.startup.lazy_operations import make_lazy


class Binary(OdsOperation):
    """The common base of two operations."""

    lhs = operand_def(i32)
    rhs = operand_def(i32)
    result = result_def(i32)
    traits = traits_def(Pure())


class Named(Binary):
    """An operation with its own fields."""

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


def _lazy_decorator() -> Any:
    """Return xDSL's decorator as in a tool's process."""
    module = ModuleType("operations")
    vars(module).update(vars(xdsl.irdl.operations))
    make_lazy(module)
    return module.irdl_op_definition


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> Callable[[], Any]:
    """Return a function that declares the class again, lazily."""
    monkeypatch.setattr(operations, "irdl_op_definition", _lazy_decorator())
    return lambda: op_definition(type("Named", (Binary,), _body()))


@pytest.fixture
def derived(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of operation names whose definitions are derived during the test."""
    names: list[str] = []
    derive = OpDef.from_pyrdl

    def counted(cls: Any) -> OpDef:
        names.append(cls.name)
        return derive(cls)

    monkeypatch.setattr(xdsl.irdl.operations.OpDef, "from_pyrdl", counted)
    return names


USES: list[Callable[[Any], object]] = [
    lambda cls: cls.get_irdl_definition(),
    lambda cls: cls.has_trait(Pure),
    lambda cls: cls.label,
    lambda cls: cls.lhs,
    lambda cls: cls.__new__(cls).label,
]


@pytest.mark.parametrize("use", USES)
def test_lazy_op_class_is_defined_once_at_first_use(
    named: Callable[[], Any], derived: list[str], use: Callable[[Any], object]
) -> None:
    cls = named()
    assert cls.name == "test.named"
    assert derived == []
    for _ in range(2):
        with suppress(AttributeError):  # an accessor of the class, or an operation without parts
            use(cls)
    assert derived == ["test.named"]


def test_lazy_op_class_equals_class_of_xdsl(named: Callable[[], Any]) -> None:
    theirs: Any = irdl_op_definition(type("Named", (Binary,), _body()))
    ours = named()
    assert ours.get_irdl_definition() == theirs.get_irdl_definition()
    assert vars(theirs).keys() - {"__annotations__"} <= vars(ours).keys()
    assert ours.verify_ is OdsOperation.verify_
    assert ours.has_trait(Pure)
    assert ours.has_trait(Commutative)
    assert not ours.has_trait(IsTerminator)


def test_lazy_op_class_keeps_inherited_verifier(named: Callable[[], Any]) -> None:
    base = type("Base", (Binary,), {"verify_": lambda op: None})
    assert named().verify_ is OdsOperation.verify_
    cls: Any = op_definition(type("Derived", (base,), {"name": "test.derived"}))
    assert cls.get_irdl_definition().name == "test.derived"
    assert cls.verify_ is vars(base)["verify_"]


def test_lazy_xdsl_op_class_has_declared_verifier() -> None:
    def verify(op: IRDLOperation) -> None:
        verified.append(op)

    verified: list[IRDLOperation] = []
    body = {"name": "test.checked", "verify_": verify}
    cls: Any = _lazy_decorator()(type("Checked", (IRDLOperation,), body))
    op = cls.build()
    op.verify()
    assert verified == [op]


def test_lazy_op_fields_assigned_before_first_read_are_kept(
    named: Callable[[], Any], derived: list[str]
) -> None:
    cls = named()
    op: Any = cls.__new__(cls)
    op.properties = {}
    op.label = StringAttr("a")
    assert derived == ["test.named"]
    assert op.get_attr_or_prop("label") == StringAttr("a")
    op.label = StringAttr("b")
    assert op.label == StringAttr("b")
    assert op.flag is None


@pytest.mark.parametrize("name", ["parse", "print"])
def test_lazy_op_definition_includes_assembly_format(derived: list[str], name: str) -> None:
    body = {"name": "test.formatted", "assembly_format": "$lhs `,` $rhs attr-dict"}
    cls = _lazy_decorator()(type("Formatted", (Binary,), body))
    assert derived == []
    assert getattr(cls, name) is not getattr(Binary, name)
    assert derived == ["test.formatted"]


def test_threads_that_use_lazy_op_class_see_complete_class(
    named: Callable[[], Any], derived: list[str]
) -> None:
    def read(cls: Any) -> tuple[int, bool]:
        return len(cls.get_irdl_definition().operands), cls.has_trait(Commutative)

    with ThreadPoolExecutor(8) as pool:
        for _ in range(20):
            assert set(pool.map(read, [named()] * 8)) == {(3, True)}
    assert len(derived) == 20


def test_invalid_lazy_op_definition_is_reported_at_each_use() -> None:
    body = {"name": "test.odd", "size": IntegerAttr(1, i32)}
    cls: Any = _lazy_decorator()(type("Odd", (Binary,), body))
    for _ in range(2):
        with pytest.raises(PyRDLOpDefinitionError, match=r"Odd\.size is neither a function"):
            cls.get_irdl_definition()


def test_install_makes_xdsl_dialects_lazy() -> None:
    program = (
        "from ttmlir_py import startup\n"
        "startup.install('test')\n"
        "from xdsl.dialects import arith\n"
        "lazy = [op for op in arith.Arith.operations if 'Placeholder' in type(vars(op)['traits']).__name__]\n"
        "print(len(lazy) == len(list(arith.Arith.operations)))\n"
        "print(len(arith.AddiOp.get_irdl_definition().operands))\n"
        "print(type(vars(arith.AddiOp)['traits']).__name__)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["True", "2", "OpTraits"]
